"""Words by which requests name a change, in many languages: data, no code.

Alphabetic scripts are compared in plain ASCII (``ö`` as ``o``, Greek and Cyrillic spelled in Latin
letters). An entry is the beginning of a word; ``word=`` is the whole word; ``*part`` may stand
anywhere in a word, for languages that join words. Scripts without blanks between words are looked
up as they are written. The lists are evidence, not permission: a word too many lets no write pass
that the policy refuses, a word too few is made up for by the value that is written.
"""

from collections.abc import Mapping

__all__ = [
    "ALL_OF_THEM",
    "BILLING",
    "COMMON",
    "CORRECTING",
    "CUTTING",
    "FACETS",
    "GOVERNING",
    "HIGHEST",
    "LOWEST",
    "MYSELF",
    "NEGATIONS",
    "NOW",
    "OWN",
    "POLITE",
    "PROJECT_STATES",
    "RAISING",
    "REMOVING",
    "SUPERLATIVES",
    "THAN",
    "TIME_STATES",
]

FACETS: Mapping[str, str] = {
    "salary": """
        salar paid= pay= pays= payroll payment wage raise= raises= raising bonus earn remunerat
        compensation income penny pennies euro euros eur= usd= chf= gbp= dollar *gehalt
        *gehalter lohn= lohne *loehne *lohnerhoh vergut besold verdien entgelt salaire remuner
        paie= paye= augmentation aument sueldo nomina= paga= retribu stipend pensj pensi=
        wynagrodz podwyzk zarob plac= placa place= placi placo povisic plata= platu platy
        plati= mzd alga= algas algu algai atalgoj palk palga= palka lon= lonen loner lonn
        *lonen *lonn loneforhoj lonforhoj *lonok loon= *salaris *loons lonat misth amoiv
        apodoch apodoh auxisi ayxi zarplat oklad zhalov zhalovan zarabot maas= maasi ucret
        fizetes beret= bere= beremel maosh luong ratib vetan ngoen 工资 薪 给与 給与 給料 年俸
        月給 昇給 涨薪 加薪 급여 연봉 월급 봉급 เงินเดือน वेतन الراتب راتب משכורת שכר
        """,
    "notes": """
        note notes noted notiz anmerk vermerk bemerk remark comment kommentar remarque nota=
        notas annot appunt apunte notatk notat= notater notate zapisk anteckn notiti aantek
        opmerk simio simei piezim zametk primech poznam biljesk opomb markus markmed huomaut
        muistiin megjegyz notu= notunu ghi= chu= 备注 備註 笔记 注释 メモ 備考 ノート 메모 비고
        หมายเหตุ टिप्पणी ملاحظ הערה
        """,
    "skills": """
        skill competenc proficien abilit capabilit expertise know-how knowledge profile craft
        level levels good= better= stufe niveau kompetenz *kompetenz fahigkeit *fahigkeit
        kenntnis *kenntnis profil faehigkeit habilid nivel livell competenz capacita umiejet
        poziom kompet prasm limen limenis spretn vescin sposobn znanj raven stopn stupen uroven
        dovednost fardighet niva vaardigh kundigheid faerdighed evne ikanot dexiot epiped navyk
        umeni urovn oskus oskuse tase= taset tasem taito taso= tason keszseg szint szintj
        beceri seviye スキル 技能 能力 レベル 等级 水平 熟练 プロフィール 资料 档案 스킬 수준
        역량 ทักษะ कौशल مهار מיומנות
        """,
    "wills": """
        wills= will_ wish wishes willing interest motivat aspir ambition joy= desire
        inclination wunsch wunsche *wunsch bereitschaft interess *interess neigung lust=
        souhait envie deseo voluntad vontade desejo desider volonta propens zyczen chec= checi
        zainteres gotow velm velesan zelj zelja onsk onske wens wensen bereid epithym endiafer
        zhelan interes soov soovi huvi toive halukk kiinnost kivansag hajland istek level
        levels profile stufe niveau nivel livell poziom limen stopn stupen uroven niva taso=
        szint seviye profil 意愿 意向 兴趣 希望 意欲 関心 やりたい レベル 等级 水平
        プロフィール 资料 희망 의지 관심 ความสนใจ इच्छा رغب רצון
        """,
    "location": """
        locat site= sites= site's office offices branch plant= relocat move= moves= moved=
        moving= transfer based= workplace city= town= standort *standort arbeitsort *arbeitsort
        ort= buro niederlass umzieh umzug zieht= ziehen= versetz wechsel lieu= bureau demenag
        mute= muter mutation agence sede= sedi= trasfer ubicac oficina traslad muda= mudam
        mudar mudanca filial localiz lokac lokal lokaliz siedzib przen przeprow biur kraj=
        kraju kraja premes premik selit vestig locatie verhui plaats= werkplek kontor *kontor
        flytt flytte flytter arbeitsplatz orten= plats= lokation lokalizacij topothes edra=
        grafei metakom metafer metakin mestopol ofis pereezz perevod perevest atrasan parcel
        parcelas birojs biroj vieta= vietu asukoh kolib toimipa muutta telephely koltoz konum
        tasin 地点 办公 調到 调到 调往 常驻 勤務地 拠点 異動 転勤 所在地 勤務先 근무지 사무실
        위치 สถานที่ สำนักงาน कार्यालय الموقع מיקום
        """,
    "department": """
        department dept division= unit= abteil *abteil bereich= wechsel departement departam
        departman reparto dipart divisione dzial= dzialu dzialy oddzial wydzial afdeling avdeln
        afdel tmima= tmimat diefthyn dievthyn otdel podrazd nodal oddel odjel odsek osakon
        osasto reszleg osztaly bolum= bolumu phong= 部门 部門 部署 所属 부서 แผนก विभाग القسم
        מחלקה
        """,
    "project status": """
        beklem beklet tauol tauko tauon
        status state= stage= phase= hold= pause paused pausing stop= stops= stopped= halt
        resume restart start= starts= archiv arkiv arhiv archeio archei active activ aktiv
        explor idea= ideas= idee= idea idej zustand= stand= statut etat= estado stato= stan=
        stanu stanj toestand tillstand tilstand stadi katasta sostoyan statuss stavok olek=
        oleku tila= tilaan allapot durum wstrzym zawies susp sospend anhalt *unterbrech
        *pausier reaktiv riattiv reactiv close= closed= finish pauz pauza pauze pausa pafsi
        pavsi priostan wacht= wait= waits= 状态 狀態 ステータス 状態 一時停止 暂停 中断 存档
        归档 封存 保留 再開 恢复 아카이브 상태 보류 중지 สถานะ स्थिति الحالة סטטוס
        """,
    "team": """
        team teams seat seats role roles member slice slices workload lead= leads= lead's
        leader join joins joined assign staffed staffing capacity allocation rolle rollen sitz=
        platz= platze *mitglied zeitanteil *anteil auslast mannschaft equipe equipa equipo
        squadra rol= rolen rolu ruolo ruoli funcao papel cargo= papeis posto= posti place=
        places= poste= quota quotite dedicac fracao fraccion cuota carga carico zespol sklad
        wymiar udzial obciazen rola= role= ploeg tijdsaan *aandeel bezett hold= holdet tids
        tidsand roll= roller rollerna arbetsbel komand loma= lomu slodz ekip skupin vlog delez
        obremen tym= tymu uvaz omad roli= rolo rolos rolou melos meli komanda rolyam uchast
        zagruz nagruzk meeskon tiim= tiimi csapat szerep takim swap exchang tausch *tausch
        vertausch echang intercamb scamb zamien zamian wissel byta= byt= byter= bytt bytte
        zamenj antallag antimet engineer designer qa= ops= 团队 項目組 角色 成员 小组 加入 互换
        交换 チーム 役割 メンバー 参加 入れ替え 交換 稼働 팀 역할 구성원 ทีม टीम الفريق فريق
        צוות
        """,
    "time": r"""
        hour hours hourly hrs= minute minutes log= logs= logged= logging= logg timesheet sheet
        sheets entry entries booked= book= booking clock= spent= worked= overtime draft drafts
        stunde *stunde *zeiten zeiterfass *zeiteintrag buch= buche= buchen= buchung *buchung
        eintrag= eintrage *eintrag heure heures hora= horas= horass ore= ora= orari godz godzin
        ur= ure= uri= uro= urami uur= uren= tim= timme *timme timmar timmen timer= timers=
        time-entry ores= oras= oron stund stunda stundas hodin hodiny chas= chasa= chasov chasy
        sat= sati= sata= tund= tundi tunni tuntia tunteja orat= saat saatlik minut minuten
        minuta minuty lepta lepto perc= saisie saisies entrada registro registraz voce= voci=
        wpis wpisy invoer boeking *boeking entwurf entwurfe brouillon borrador bozza bozze
        rascunho registo szkic utkast klad= registrer registrering tidrapport kataxor kataxwr
        katachor ierakst vnos zapis= zapisa zapisat fakturerb billable
        ~time(?!\W?(?:slice|share|part)) ~\d\s?h(?:rs?)?\b 下書き 草稿 小时 工时 時間 工時 分钟
        分間 作業時間 時数 시간 분 工数 ชั่วโมง घंटे घंटा ساعة ساعات שעות שעה
        """,
    "wiki": """
        wiki page= pages= article= articles= .md seite= seiten= *seite artikel pagina strona
        strone strony stronie stran= strani stranka stranku lapa= lapu lapas sida= sidan sidor
        side= siden sider selid stranic statya stranits leht= lehe lehek sivu sivun oldal sayfa
        trang= vikis viki= vikilap 维基 页面 网页 頁 ページ 記事 페이지 위키 หน้า पृष्ठ صفحة דף
        """,
}
"""What a change is about → its words."""

PROJECT_STATES: Mapping[str, str] = {
    "paused": """
        beklem beklet tauol tauko tauon
        pause pausa pauz pauza paus= pausad pausier *pausier hold= halt= halts= stop= stops=
        stopp wait= waits= suspend suspens suspen susp sospe anhalt= stillleg ruhen= unterbrech
        arret= arrete detener deten= par= parar fermo ferma= wstrzym zawies pafsi pavsi paysi
        anastol priostan wacht= stil= stilleg vilande vila= sattes satt= pauziraj ustav zaustav
        aptur peat= keskeyt felfug szunet duraklat tam= freeze 一時停止 暂停 暫停 中断 中止
        保留 搁置 停止 보류 일시 중지 중단 พัก หยุด रोक إيقاف تعليق השה
        """,
    "archived": """
        archiv arkiv arhiv archei arxei arquiv close closed= shut= retire shelv finish complet
        done= abschliess abgeschlos beend schliess termin clotur clos= ferme cerra finaliz
        concl encerr chiud zakoncz zamkn avslut afslut luk= afsluit sluit= zaklj konec slegt
        uzavr ukonc lopet paatta suljet lezar bezar sonland kapat 存档 归档 封存 结束 完了 終了
        アーカイブ 보관 아카이브 완료 종료 เก็บ संग्रह أرشف ארכב
        """,
    "active": """
        activ aktiv resume restart start= starts= started= reopen reactivat continu go= goes=
        again= wieder fortsetz weiter starte laufend reprend repren relanc riprend riprist
        riapr retom reanud reab rozpocz wznow uruchom hervat genoptag genstart ateruppt starta
        energ drastir vozobnov zapust akt ponovno zazen obnov jatka folytat ujraind devam 再開
        恢复 启动 激活 開始 进行 アクティブ 활성 재개 시작 ใช้งาน सक्रिय نشط פעיל
        """,
    "exploring": """
        explor eksplor erkund sondier esplor prozk izpet razisk utforsk undersog verken dierevn
        issled uuri tutki felder kesfet evaluat investigat 探索 検討 调研 조사 탐색 สำรวจ
        """,
    "idea": "idea ideas idee ideen idej ideja idej pomysl ide= iden ideia otlet fikir concept "
    "アイデア 构想 想法 創意 아이디어 แนวคิด विचार فكرة רעיון",
}
"""Status of a project → words that ask for it; the value itself always does."""

TIME_STATES: Mapping[str, str] = {
    "voided": """
        void strike= strikes= struck= cancel annul anul unieva uniewaz storn delet remov=
        remove erase undo invalidat losch loesch streich entfern nichtig supprim efface effac
        elimin borra cancell rimuov apag usun skresl wykres verwijder schrap doorhaal slet
        slett ta= bort= stryk makuler annuller akyro diagraf anullir otmen udal strado razvel
        ponist izbris brisi storniraj tuhista kustuta mitatoi poist ervenytel torol iptal sil=
        never= happened= 作废 取消 无效 删除 撤销 無効 取り消 削除 무효 취소 삭제 ยกเลิก रद्द
        إلغاء בטל
        """,
    "approved": """
        approv accept confirm sign= signed= fine= ok= okay release genehm freigeb freigab
        bestat billig= approuv valid aprob aprov approva convalid zatwierdz zaakcept akcept
        godkann godkend goedkeur goedgek odobr potrd apstiprin egkri enkri utverd odobri schval
        heaks kinnita hyvaks jovahagy onayla 批准 承認 審批 审批 通过 核准 승인 อนุมัติ स्वीकृत
        موافقة אשר
        """,
    "submitted": """
        submit submitted hand= hands= handed= send= sends= turn= file= einreich reich=
        eingereich abgeb abgabe vorleg soumet soumis envoy remet presenta envia enviar entreg
        invia consegna trasmett przesl zglos zloz oddaj oddaj= dien= indien ingedien lever=
        aflever lamna lamn skicka indsend indgiv iesniedz poslji oddat predloz podat ypovol
        ypoval podai otprav esita laheta jatta benyujt bekuld gonder teslim 提交 提出 呈交 送审
        申請 제출 ส่ง जमा قدّم إرسال הגש
        """,
    "invoiced": """
        invoic bill= bills= billed= fakt rechnung abgerechn berechn factur fattur faktur fatur
        fatura raekin rekin laskut szamlaz arve= arveld timolog schet 开票 发票 請求 開票
        인보이스 청구 ใบแจ้งหนี้ चालान فاتورة חשבונית
        """,
    "draft": """
        draft entwurf brouillon borrador bozza rascunho szkic robocz concept= klad utkast osnut
        melnrakst prochei chernov koncept luonnos piszkozat mustand taslak 草稿 下書き 초안
        ฉบับร่าง मसौदा مسودة טיוטה
        """,
}
"""Status of a time entry → words that ask for it."""

CORRECTING = """
    correct fix fixed= right= wrong mistake error amend adjust mend instead replace redo again=
    korrigier berichtig richtig falsch fehler irrtum stimmt= corrig corrij corregi corrett
    errat erron erreur corregg faux= fausse equivoc sbagl popraw bled= bledn blad= corrige rett
    rette ret= ratta raett fel= felak forkert fout= foute verbeter herstel klopt= kloppen
    popravi napacn napak labo= labot kluda= kludain diorth lathos lanthas isprav oshib opravi
    chyb paranda viga= korja virhe javits hiba= duzelt yanlis void short= longer= too= change
    更正 修正 纠正 错 訂正 直し 直して 誤り 間違 수정 정정 잘못 แก้ไข सुधार تصحيح תקן
"""
"""Words that ask to put an entry right: the old one is voided, a new one is logged."""

RAISING = """
    raise raising increas more= higher penny uplift gain erhoh erhoeh mehr= anheb steiger
    aufstock augment hausse relev ajout rehauss sube= subir subid sub= aument increment anade
    agreg alza= alz aggiung podnies podwyz zwieks dodaj wiecej pacel palielin pielik hoj= hoja
    hojd hoej forhoj verhoog verhog meer= omhoog lagg= lagga= tilfoj povis zvis dvign doda=
    上げ 増や 加薪 涨 漲 上调 增加 提高 올려 올리 인상 늘려
    aux= auxi ayxi ayxa anev prosth uvelich povys pribav zvys prida tost= tosta nosta korota
    emel noveld artir yukselt arttir
"""
CUTTING = """
    cut= cuts= lower reduc less= decreas down= minus= drop= shrink slash deduct kurz kuerz senk
    absenk weniger abzieh verring vermind runter hinunter herab moins= baiss dimin redui retire
    rebaj baja= bajar menos= quita riduc abbass meno= togli diminui baixa= abaix obniz zmniej
    mniej zmanj zniz manj= spusti samazin mazak sank= minska mindre nedsaet saenk verlaag
    verminder minder= omlaag meios ligoter katev umensh poniz sniz vahen langet laske pienen
    vahenn csokk kevesebb azalt dusur 下げ 減ら 减少 减薪 降低 下调 내려 낮춰 삭감 줄여
"""
"""Which way a figure is to go; only one of them in a request settles it."""

REMOVING = """
    delet remov eras drop= discard away= down= off= unpublish throw= dump= bin= rid= scrap trash
    purge clear= empty= needs=
    nonsense losch loesch entfern weg= tilg raus= supprim effac enlev retir elimin borra quita
    suprim cancell rimuov togli apag remova exclu usun skasuj wyrzuc verwijder wis= schrap
    haal= slet= slett fjern ta= bort= radera izbris odstran pobris izdz dzes nonem diagraf
    diagrap afair svis udal ubra= ubrat smaz vymaz kustut eemalda poist torol tavolit sil=
    kaldir 删除 移除 去掉 削除 消して 삭제 제거 ลบ हटा حذف מחק
"""
"""Words that ask for a page to go."""

ADDING = """
    add= adds= adding= added= append supplement= besides= beneath= below=
    erganz erganze hinzu hinzuf anfug fuge= fueg anhang nachtrag ajout
    anad anade agreg aggiung acrescent adicion dopisz dopisac dodaj toevoeg voeg= bijvoeg aanvul
    tilfoj tilfoej legg= tilfoy lagg= lagga= dodaj= dopisi pielik papildin pievien lisaa= liita=
    lisa= doplni doplnit pridaj pridej pripis hozzaad irj= ekle= dobav dopis dopol prosth 追加
    添加 加上 补充 附加 書き足 추가 덧붙 เพิ่ม जोड़ أضف הוסף
"""
REPLACING = """
    replac overwrit instead rewrit substitut ersetz uberschreib ueberschreib statt remplac
    reemplaz sustitu sostitu substitu zastap zamien vervang overschrijf erstatt ersatt bytt=
    nadomest zamenjaj aizstaj korvaa= asenda= nahrad csereld felulir degistir zamen antikat
    置き換え 替换 取代 代わり 바꿔 대체 แทน बदल استبدل החלף
"""
"""Whether a text goes beside what is there, or into its place."""

NOW = r"""
    today yesterday now= heute gestern jetzt aujourd hier= hoy= ayer oggi ieri hoje ontem dzis
    wczoraj danes vceraj vandaag gisteren ~i\W?dag ~i\W?gar sodien vakar simera chthes ehthes
    segodn vchera dnes vcera danas jucer tanaan eilen tana eile= bugun tegnap aujour 今日 昨日
    今天 昨天 오늘 어제 วันนี้ เมื่อวาน आज اليوم أمس היום אתמול
"""
"""Words for the day of the request and the one before it."""

ALL_OF_THEM = """
    all= every= everybody everyone each= any= anybody anyone whatever whichever whoever both=
    three= two= four= five= remaining rest= whole entire those= these= them= they= their=
    other= others= people= alle= aller= allen= alles= jed jeder samtlich beide= beiden= drei=
    ubrig ganz= wer= tous= toutes= toute= chaque chacun= tout= todos todas cada= ambos ambas
    tutti tutte ogni= ciascun entramb qualunque qualsiasi quienes wszyst kazd oba= obie= troje
    alles iedereen iedere elke= beide samtlig alla= varje= bada= hver= begge= visi= visas=
    visus= visu= katr abus vse= vsi= vseh vsak obe= ola= oles= oloi= olous olon kathe= vsekh
    vsex kazhd vsech vsechn koik= koigi iga= kaikki kaikk kaikille jokais minden mindegyik
    osszes tum= butun her= hepsi 所有 全部 每 各 都 三人 全て すべて 全員 それぞれ 모든 모두 각
    전체 ทั้งหมด ทุก सभी हर كل جميع כל
"""
"""Words that ask for more than what is named."""

SUPERLATIVES = """
    best= strongest highest lowest most= least= first= last= next= oldest newest latest
    earliest whoever same= best beste besten bester starkst hochst niedrigst meist erst= erste
    letzte meilleur plus= dernier premier mejor peor mas= ultimo primero primera migliore piu=
    primo melhor mais= najlep najwyz ostatni pierwsz najbolj najvis zadnj prv basta bast= hogst
    senast bedste hojest senest hoogste laatste eerste labak augst pedej pirm kalyter ypsilot
    teleft luchsh naibol posledn pervy parim parhait korkein legjobb legmagas utols en= 最 一番
    首位 가장 最高 最も
"""
"""Words that ask for somebody by what is known of them."""

HIGHEST = """
    highest largest biggest strongest most= greatest hochst starkst grosst meist= meiste meisten
    najwyz najwieks najvis najvec hogst storst hojest hoogste grootste augstak
    lielak luchsh naivys naibol nejvys nejvet korkein suurin legmagas legnagy
    最高 最多 最大 높은 많은 최고 최대
"""
LOWEST = """
    lowest smallest weakest least= fewest niedrigst schwachst kleinst wenigst najniz najmniej
    najmanj lagst minst lavest mindst laagste kleinste minste zemak mazak naimen nejniz nejmen
    matalin pienin legalacs legkis 最低 最少 最小 낮은 적은 최저 최소
"""
"""Superlatives that say which end of an order is meant."""

MYSELF = """
    i= i'm i've i'll i'd me= my= mine= myself we= our= us= ich= mir= mich= mein meine wir=
    unser je= j'ai j'= moi= mon= ma= mes= mien mienne nous= notre yo= mi= mis= mio= mia= mios
    mias mie= miei conmigo io= eu= meu meus minha minhas mim= nosso nossa ja= mnie moj moja
    moje moich moim moimi swoj sobie ik= mij= mijn= jag= mig= min= mitt= mina= jeg= mit= mej=
    es= man= mans= mana= manu= manus manas mani= manam jaz= meni= moji svoj ego= mou= emena
    mena= dik dika ya= mne= menya moya moe= moikh svo muj= muj mulle minu mul= minulle minun
    mun= minut en= nekem engem sajat enyem ben= bana= benim benimki mea= 我 私 僕 俺 自分
    わたし 나 내 저 제 ผม ฉัน मैं मेरा मुझे أنا לי שלי אני
"""
"""Words by which the caller speaks of the own record."""

OWN = """
    my= mine= our= mein meine unser mon= ma= mes= mien mienne notre mi= mis= mio= mia= mios mias
    mie= miei meu meus minha minhas nosso nossa moj moja moje moich moim moimi moji swoj svoj
    mijn= min= mitt= mina= mit= mans= mana= manu= manus manas ego= mou= dika moya moe= moikh svo
    muj= muj minu mun= bana= benim
"""
"""Those of them that stand with the thing that is the caller's."""

NEGATIONS = (
    "not never don't dont no nicht kein keine nie niemals ne jamais non mai nunca nao nem niet "
    "nooit inte ikke aldrig nikoli nekad nikad ochi nikogda nem soha without ohne sans sin senza "
    "sem bez zonder utan uden"
)
"""Words that take back the clause that they begin."""

POLITE = frozenset(
    """please kindly bitte svp por favor per favore prosze prosim ludzu snalla venligst
    and also then und et y e i og och en so""".split()  # noqa: SIM905 - as the tables of words
)
THAN = frozenset("than als que che do niz an end dan kot kuin mint quam".split())  # noqa: SIM905
"""Words after which a negation has only set a limit: *no later than*."""
GOVERNING = frozenset("without ohne sans sin senza sem bez zonder utan uden".split())  # noqa: SIM905
"""Negations that take back the word that follows, and no more."""
COMMON = frozenset(
    """with from that this into over then than para pour dans avec nach eine einer einem einen beim
    della delle dello degli voor naar sobre como para till fran""".split()  # noqa: SIM905 - a table
)
"""Words of names that are in every request."""
BILLING = "bill fakt fatur rechn charg factur invoic szamlaz laskut schet 請求 计费 請求 開票"
"""Words that speak of what a customer is billed."""

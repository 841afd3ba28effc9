"""Words for what requests are about, in many languages: data, no code.

By them lessons are kept for the requests that they may help; no change and no right rests on them.
Entries are written as in :mod:`agentic_solver.erc3.words.order`; ``*part`` may stand anywhere in a
word, for languages that join words.
"""

from collections.abc import Mapping

__all__ = ["TOPICS"]

TOPICS: Mapping[str, str] = {
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

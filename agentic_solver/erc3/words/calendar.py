"""Names of the months, case-folded, in any case form: data, no code.

Written by ``scripts/calendar_names.py`` from the Unicode CLDR, as packed in Babel (licence:
``LICENSES/Unicode-3.0.txt``). Names of fewer than three letters are left out. A name may stand
twice: ``listopad`` is October in one language and November in another.
"""

__all__ = ["MONTHS"]

MONTHS = (
    """
        ean eanáir ene enero gen gener gennaio ian ianuarie jaan jaanuar jan janar janeiro jannar
        januar januari january január januára janv janvier janvāris janúar led leden ledna oca ocak
        saus sausio sausis sij siječanj siječnja sty styczeń stycznia tammi tammikuu tammikuuta urt
        urtarrila xan xaneiro ιαν ιανουάριοσ ιανουαρίου січ січень січня янв январь января яну
        януари јан јануар јануари ינואר يناير
    """,
    """
        feabh feabhra feb febbraio febr febreiro febrer febrero februar februari februarie february
        február februára februāris febrúar fev fevereiro fra frar févr février helmi helmikuu
        helmikuuta lut lutego luty ots otsaila shk shkurt vas vasario vasaris veebr veebruar velj
        veljača veljače úno únor února şub şubat φεβ φεβρουάριοσ φεβρουαρίου лют лютий лютого феб
        фебруар фев февр февраль февраля февруари פברואר فبراير
    """,
    """
        bře březen března kov kovas kovo maalis maaliskuu maaliskuuta maart mar marca march marec
        maret mars mart martie marts martxoa marzec marzo marzu març março mrt márc március márta
        mär märts märz ožu ožujak ožujka μάρ μάρτιοσ μαρ μαρτίου бер березень березня мар март марта
        מרץ مارس
    """,
    """
        abr abril aib aibreán api apirila apr april aprile aprilie aprill apríl apríla aprīlis avr
        avril bal balandis balandžio dub duben dubna huhti huhtikuu huhtikuuta kwi kwiecień kwietnia
        nis nisan pri prill tra travanj travnja ápr április απρ απρίλιοσ απριλίου апр апрель апреля
        април квіт квітень квітня אפריל أبريل
    """,
    """
        beal bealtaine geg gegužė gegužės kvě květen května mag maggio mai maiatza maig maijs maio
        maj maja may mayo mayıs maí mei mej mejju máj mája május svi svibanj svibnja touko toukokuu
        toukokuuta μάι μάιοσ май мая мај трав травень травня מאי مايو
    """,
    """
        birž birželio birželis cze czerwca czerwiec eka ekaina giu giugno haz haziran iun iunie juin
        jun june junho juni junij junio juny juuni jún júna június júní jūn jūnijs kesä kesäkuu
        kesäkuuta lip lipanj lipnja meith meitheamh qer qershor xuño červen června čvn ġun ġunju
        ιουν ιουνίου ιούν ιούνιοσ июн июнь июня черв червень червня юни јун јуни יוני يونيو
    """,
    """
        heinä heinäkuu heinäkuuta iul iulie iúil juil juillet jul julho juli julij julio juliol july
        juuli júl júla július júlí jūl jūlijs korr korrik liep liepa liepos lip lipca lipiec lug
        luglio lul lulju srp srpanj srpnja tem temmuz uzt uztaila xul xullo července červenec čvc
        ιουλ ιουλίου ιούλ ιούλιοσ июл июль июля лип липень липня юли јул јули יולי يوليو
    """,
    """
        abu abuztua ago agost agosto agu agustus août aug august augusta augusti augusts augustus
        augusztus avg avgust aww awwissu ağu ağustos elo elokuu elokuuta gush gusht kol kolovoz
        kolovoza lún lúnasa rugp rugpjūtis rugpjūčio sie sierpień sierpnia srp srpen srpna ágú ágúst
        αυγ αυγούστου αύγ αύγουστοσ авг август августа серп серпень серпня אוגוסט أغسطس
    """,
    """
        eyl eylül ira iraila mfómh rugs rugsėjis rugsėjo ruj rujan rujna sep sept septembar
        september septembra septembre septembrie septembris septiembre set setembre setembro
        settembre settembru sht shtator syys syyskuu syyskuuta szept szeptember wrz wrzesień
        września zář září σεπ σεπτέμβριοσ σεπτεμβρίου вер вересень вересня сент сентябрь сентября
        сеп септембар септември ספטמבר سبتمبر
    """,
    """
        dfómh eki ekim lis listopad listopada loka lokakuu lokakuuta oct october octobre octombrie
        octubre okt oktobar oktober oktobris oktoober október októbra ott ottobre ottubru out
        outubro paź październik października spal spalio spalis tet tetor urr urria říj říjen října
        οκτ οκτωβρίου οκτώβριοσ жовт жовтень жовтня окт октобар октомври октябрь октября אוקטובר
        أكتوبر
    """,
    """
        aza azaroa kas kasım lapkr lapkritis lapkričio lis listopad listopada listopadu marras
        marraskuu marraskuuta noiembrie nov novembar november novembra novembre novembris novembro
        novembru noviembre nën nëntor nóv nóvember samh samhain stu studeni studenoga νοέ νοέμβριοσ
        νοε νοεμβρίου лист листопад листопада нов новембар ное ноември нояб ноябрь ноября נובמבר
        نوفمبر
    """,
    """
        abe abendua ara aralık dec decembar december decembra decembrie decembris decembro des
        desember desembre dets detsember dez dezember dezembro dhj dhjetor dic dicembre diciembre
        diċ diċembru déc décembre gru grudnia grudzień gruod gruodis gruodžio joulu joulukuu
        joulukuuta noll nollaig pro prosinac prosinca prosince prosinec δεκ δεκέμβριοσ δεκεμβρίου
        груд грудень грудня дек декабрь декабря декември дец децембар דצמבר ديسمبر
    """,
)
"""January to December, names with a blank between them."""

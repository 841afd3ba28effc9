"""Words that are no part of the value of a slot."""

__all__ = ["LINKING", "MEANING"]

MEANING = frozenset(
    # English, German, French, Italian, Spanish, Portuguese, Dutch, Danish, Norwegian, Swedish,
    # Polish, Latvian: words that join, deny, compare, count, point, or say when or whose
    """
    and or but nor not no none without except only both either neither all every each any some
    many much more most less least fewer few other another same own than that which who whom whose
    what when where how why this these those here there my mine our ours your yours his her hers
    their theirs its me us him them i we you he she they it to from by with on at as if so since
    until before after between during today yesterday tomorrow now week month year day last next
    first second third latest newest oldest highest lowest best worst biggest smallest is are was
    were be has have had do does did will would can could may should please also too instead again
    und oder aber nicht kein keine keinen keiner keines ohne ausser außer nur beide alle jeder jede
    jedes mehr meisten weniger wenigsten andere anderen selbe eigene eigenen als wer wen wem wessen
    was wann wo wie mein meine meinen unser unsere dein ihr ihre sein seine mich uns ihn ihm sie
    von mit auf bei seit bis vor nach zwischen heute gestern morgen woche monat jahr letzte letzten
    nächste ist sind war bitte auch
    et ou mais ni pas aucun aucune sans sauf seulement tous toutes tout toute chaque plus moins
    autre autres même que qui dont quel quelle mon ma mes notre nos votre son sa ses leur leurs
    moi nous lui avec sur chez depuis avant après entre aujourd hier demain semaine mois année
    dernier dernière prochain est sont
    e o ma né non nessuno senza tranne solo entrambi tutti tutte ogni più meno altro altra stesso
    che chi cui mio mia miei nostro nostra suo sua loro con su presso prima dopo tra fra oggi
    ieri domani settimana mese anno scorso prossimo è sono
    y u pero ni ningún ninguna sin salvo sólo solo ambos todos todas cada más menos otro otra mismo
    quien cuyo mi mis nuestro nuestra su sus desde hasta antes después hoy ayer mañana semana mes
    año pasado próximo es son
    ou mas nem não nenhum sem exceto só ambos todos cada mais menos outro outra mesmo quem meu minha
    nosso nossa seu sua com em antes depois hoje ontem amanhã semana mês ano passado é são
    en of maar niet geen zonder behalve alleen beide elke meer meest minder minst ander andere
    zelfde dat die wie wiens mijn ons onze jouw zijn haar hun met op bij sinds tot voor na tussen
    vandaag gisteren morgen week maand jaar vorige volgende is zijn
    og eller men ikke ingen uden undtagen kun begge alle hver mere mest mindre mindst anden samme
    som hvem hvis min mit mine vores din hans hendes deres med på hos siden før efter mellem i dag
    och inte ingen utan bara båda varje mer minst annan samma vem vars mitt mina vår vårt sin
    idag igår imorgon vecka månad år
    i oraz lub albo ale nie żaden bez oprócz tylko oba obaj wszyscy wszystkie każdy więcej mniej
    inny ten która który czyj mój moja nasz nasza jego jej ich z na od przed po między dzisiaj
    wczoraj jutro tydzień miesiąc rok
    un vai bet nav bez tikai abi visi katrs vairāk mazāk cits mans mūsu viņa ar no pirms pēc šodien
    vakar rīt nedēļa mēnesis gads
    """.split()  # noqa: SIM905 - a table of words reads better than a list of literals
)
LINKING = frozenset(
    # Articles and words of belonging: in the name of a person particles, in a title often "the
    # thing of somebody", which is a search of its own.
    """
    the a an of for der die das dem den des ein eine einer eines le la les un une du de d l il lo
    gli uno una di del della dei delle el los las dos do da das os as um uma van het een en ett et
    af av till für pour per para voor för dla do
    """.split()  # noqa: SIM905
)

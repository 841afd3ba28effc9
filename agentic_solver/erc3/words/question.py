"""Words of requests that only ask, and of those that may ask for a change; without accents."""

import re

__all__ = [
    "ASKING",
    "CHANGING",
    "GIVING",
    "NO_CHANGE",
    "PRESCRIBING",
    "REQUESTING",
    "STATE",
    "WISHING",
]

ASKING = frozenset(
    # English, German, French, Italian, Spanish, Portuguese, Polish, Dutch
    """
    who whos whom whose what whats which when where how why is are was were does do did has have
    list show find tell give name
    wer was wem wen wessen welche welcher welches welchen wann wo wie warum ist sind hat haben
    zeige zeig nenne liste
    qui que quel quelle quels quelles quand ou comment combien est sont montre
    chi cosa quale quali quando dove come quanto quanti quante mostra elenca
    quien quienes cual cuales cuando donde como cuanto cuantos cuanta cuantas muestra lista
    quem qual quais onde quantos mostre
    kto kogo komu co jaki jaka jakie ktory ktora ktore kiedy gdzie ile czy pokaz podaj
    wat welke wanneer waar hoe hoeveel toon
    """.split()  # noqa: SIM905 - a table of words reads better than a list of literals
)
CHANGING = re.compile(
    r"\b(add|adjust|appl|approve|archiv|assign|book|cancel|chang|clean|clear|clos|copy|correct|"
    r"creat|cut|decreas|delet|demot|draft|drop|edit|eras|fire|fix|grant|"
    r"increas|insert|lower|log|make|mark|mend\b|merg|mov|paus|post|promot|publish|put|rais|record|reduc|"
    r"reflect|register|relocat|remov|renam|replac|reset|restor|resum|sav|schedul|set|stop|store|"
    r"submit|swap|switch|transfer|updat|use|void|wip|writ|"
    r"aender|ander|anleg|buch|eintrag|erfass|erhoh|erstell|erzeug|losch|pausier|reduzier|schreib|"
    r"setz|speicher|stell|stornier|tausch|trag|umbenenn|verschieb|"
    r"ajout|augment|chang|consign|cre|deplac|diminu|echang|effac|enregistr|met|modif|renomm|"
    r"supprim|aggiorn|aggiung|aument|cambi|cancell|crea|elimin|imposta|inserisc|metti|modific|"
    r"registr|riduc|rimuov|rinomin|sald|scambi|scriv|segn|spost|"
    r"actualiz|agreg|anad|anot|aument|borr|cambi|cre|elimin|escrib|guard|intercambi|pon|quit|"
    r"reduc|registr|renombr|sub|adicion|alter|apag|atualiz|coloc|remov|"
    r"dodaj|dopis|obniz|podnies|podwyz|przenies|usun|ustaw|utworz|wpis|wstrzym|zaktualiz|zamien|"
    r"zapis|zarejestr|zmien|zmniejsz|zwieksz|"
    r"boek|maak|pas|plaats|registreer|schrijf|verander|verhoog|verlaag|verplaats|verwijder|wijzig|"
    r"wissel|zet)",
)
REQUESTING = re.compile(
    r"\b(?:(?:can|could|would|will) (?:you|u)|"
    r"(?:kann|kannst|konntest|konnten|konnt|wurdest|wurden|wurdet|magst) (?:du|sie|ihr)|"
    r"(?:tu|vous) (?:peux|pouvez|pourrais|pourriez|veux|voulez)|"
    r"(?:peux|pourrais|veux)[- ]tu|(?:pouvez|pourriez|voulez|voudriez)[- ]vous|"
    r"(?:me |nos )?(?:puedes|podrias|podeis|podriais)|(?:mi |ci )?(?:puoi|potresti|potreste)|"
    r"(?:voce |me )(?:pode|poderia|consegue)|(?:podes|podias|poderias)|"
    r"(?:kun|kan|wil|zou|kunt|wilt) (?:je|jij|u)|"
    r"(?:czy )?(?:mozesz|mozecie|moglbys|moglabys)|"
    r"(?:muzes|muzete|mohl bys|mohla bys|mohli byste)|"
    r"(?:bisa|bisakah|tolong|bolehkah)|(?:kan|kunne|vill|ville|skulle) du)\b"
)
"""Somebody is asked to do something; what it is may stand in words of no list."""
GIVING = re.compile(
    r"\bgive .* (raise|bonus)|"
    r"^\W*(please )?give (?!(me|us|the|a|an|all|every|each|names?|ids?|your|only|just|its|their|"
    r"his|her|both|out|back)\b)\w+ [^.?!]*\b(the|a|an|same|one|\d)\b"
)
"""Something is given to somebody who is named."""
PRESCRIBING = re.compile(r"[.!?]\s.*\b(it|that|this|they) (should|must|shall|has to) \w+")
"""After a question, or what looks like one, comes how a thing is to be."""
NO_CHANGE = re.compile(r"(address|setting|setup|user|makeup|droplet|postal|postcode)")
"""Nouns that begin like a word of change."""
WISHING = frozenset(
    "please can could would will shall should may let lets get have want need kindly".split()  # noqa: SIM905
)
"""With one of these in the request a participle may ask for the change that it names."""
STATE = re.compile(r"\b(is|are|were)( already| now| not| still)? [a-z]+")
"""How things are: ``which number is written there`` asks for no writing."""

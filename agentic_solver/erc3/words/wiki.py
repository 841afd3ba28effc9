"""Words of wikis: what marks an example, what sounds like a rule, who is everybody."""

import re

__all__ = ["EVERYBODY", "EXAMPLE", "NORMATIVE"]

EXAMPLE = (
    r"examples?|samples?|beispiele?|zum beispiel|exemples?|par exemple|ejemplos?|por ejemplo|"
    r"esempi[oe]?|per esempio|exemplos?|por exemplo|przykłady?|na przykład|voorbeeld(?:en)?|"
    r"bijvoorbeeld|eksempe?l(?:er)?|exempel|esimerkki|példa|příklad|primer|örnek|пример(?:ы)?"
)
"""A part of a regular expression."""
NORMATIVE = re.compile(
    r"\b(must|shall|should not|may|can(?:not|'t)?|not allowed|allowed|only|never|always|nobody|"
    r"everybody|everyone|refus\w+|den(?:y|ied)|restricted|confidential|sensitive|permission|"
    r"approv\w+|requires?|owners?|status|default|means|denied_security|none_\w+|ok_\w+|"
    r"muss|müssen|darf|dürfen|nur|nie|deve|può|solo|mai|debe|puede|doit|peut|jamais)\b",
    re.IGNORECASE,
)
EVERYBODY = re.compile(
    r"\b(?:any(?:one|body)|every(?:one|body)|whoever|all (?:staff|employees|colleagues|callers|"
    r"users|people)|jede[mnrs]?|alle|tous|quiconque|tutti|chiunque|todos|cualquiera|qualquer um|"
    r"wszyscy|każdy|iedereen)\b",
    re.IGNORECASE,
)

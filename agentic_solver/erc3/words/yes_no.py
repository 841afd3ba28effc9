"""Yes and no, and how a request demands one of the two; the rest are regular expressions."""

__all__ = ["ASKED", "ELSE", "JOINERS", "YES_NO"]

YES_NO: tuple[tuple[str, str], ...] = (
    ("Yes", "No"),
    ("Ja", "Nein"),
    ("Oui", "Non"),
    ("Sì", "No"),
    ("Sí", "No"),
    ("Sim", "Não"),
    ("Ja", "Nee"),
    ("Ja", "Nej"),
    ("Tak", "Nie"),
    ("Ano", "Ne"),
    ("Igen", "Nem"),
    ("Kyllä", "Ei"),
    ("Evet", "Hayır"),
    ("Ναι", "Όχι"),
    ("Да", "Нет"),
    ("Da", "Ne"),
    ("Так", "Ні"),
    ("是", "否"),
    ("是", "不是"),
    ("はい", "いいえ"),
)
JOINERS = (
    *("/", r"\|", r"\bor\b", r"\boder\b", r"\bou\b", r"\bo\b", r"\bof\b", r"\blub\b"),
    *(r"\beller\b", r"\bnebo\b", r"\bvagy\b", r"\btai\b", r"\bveya\b", r"\bή\b"),
    *(r"\bили\b", r"\bабо\b", r"\bili\b", "还是", "或", "か"),
)
ASKED = (
    r"\b(?:answer|reply|respond|say|write|antwort|rispond|responda|repond|répond|odpowied|отвеч|ответ)"
    r"\w*\b[^.!?]{0,30}"
)
ELSE = (
    r"[^.!?]{0,80}(?:,|\b(?:or|otherwise|else|oder|sonst|ou|sinon|altrimenti|caso contrario|"
    r"иначе|или|w przeciwnym razie|lub)\b)\s*"
)

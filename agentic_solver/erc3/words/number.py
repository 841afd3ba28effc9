"""Numbers in words that no table has: short ones, forms, halves, shares; and per cent.

Per cent stands behind or before a number, in small ASCII letters.
"""

import re
from decimal import Decimal

__all__ = ["ARTICLES", "NUMBERS", "PERCENT", "PERCENT_BEFORE", "SHARES"]

_HALF = Decimal("0.5")
NUMBERS: dict[int | Decimal, str] = {
    1: "one a an ein eine einen eins un une uno una um uma een één én jedną",
    2: "two zwei deux dos due dois duas twee två dwa dwie divi",
    3: "drei tres tre três drie trzy trīs",
    4: "four vier fyra",
    5: "five fünf cinq vijf fem pięć",
    6: "six seis sei zes seks sex seši",
    7: "sept sete syv sju",
    8: "acht huit ocho otto oito otte åtte åtta",
    9: "nine neun neuf nove nio",
    10: "ten zehn dix diez dez tien tio",
    11: "elf onze elva",
    12: "doce tolv",
    20: "tyve",
    30: "dreißig",
    40: "fyrtio",
    80: "åtti",
    100: "hundred hundert hundra hundre",
    1000: "thousand tausend tusen tysięcy",
    _HALF: """half halbe halben halbes halber halve halv halva halvt halvtimme demi demie media
        medio mezza mezzo mezz meia meio pół pol połowę pusi pus pusstundu μισή μισό полчаса pool
        puoli fél""",
}
ARTICLES = frozenset(
    ("a", "an", "ein", "eine", "einen", "un", "une", "uno", "una", "um", "uma", "een")
)
PERCENT = re.compile(
    r"[\s-]*(?:%|perc|per cent|pct|pro[csz]ent|procent|proc\b|protsent|pour ?cent|por ?cien"
    r"|pasento|peosenteu|szazal|odstot|postot|posto|tois ekato|vidsot|prosen)"
)
PERCENT_BEFORE = re.compile(r"(?:%|yuzde|bai ?fen ?zhi)\s?$")
SHARES: dict[int, str] = {
    2: """half halves hälfte moitié mitad metà metade helft hälften halvdelen połowa połowy puse
        puolet fele""",
    3: "third thirds drittel tiers tercio terzo terço derde tredjedel trzecia trešdaļa",
    4: """quarter quarters viertel quart cuarto quarto kwart kwartier fjärdedel fjerdedel ćwierć
        ceturtdaļa""",
    5: "fifth fifths fünftel cinquième quinto vijfde femtedel piąta piektdaļa",
    8: "eighth eighths achtel huitième octavo ottavo oitavo achtste åttondel ósma",
    10: """tenth tenths zehntel dixième décimo décima decimo decima tiende tiondel tiendedel
        dziesiąta dziesiątą dziesiątej desmitdaļa desmitdaļu""",
    20: "twentieth zwanzigstel vingtième veinteavo ventesimo vigésimo twintigste tjugondel",
}
"""Words for a part of a whole, by how many make it."""

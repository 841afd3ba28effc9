"""Numbers in words, and per cent behind or before a number (in small ASCII letters)."""

import re
from decimal import Decimal

__all__ = ["ARTICLES", "NUMBERS", "PERCENT", "PERCENT_BEFORE", "SHARES"]

_HALF = Decimal("0.5")
NUMBERS: dict[int | Decimal, str] = {
    1: "one a an ein eine einen eins un une uno una um uma een één én jedną viens",
    2: "two zwei deux dos due dois duas twee två dwa dwie divi",
    3: "three drei trois tres tre três drie trzy trīs",
    4: "four vier quatre cuatro quattro quatro fyra cztery četri",
    5: "five fünf cinq cinco cinque vijf fem pięć pieci",
    6: "six sechs seis sei zes seks sex sześć seši",
    7: "seven sieben sept siete sette sete zeven syv sju siedem septiņi",
    8: "eight acht huit ocho otto oito otte åtte åtta osiem astoņi",
    9: "nine neun neuf nueve nove negen nio dziewięć deviņi",
    10: "ten zehn dix diez dieci dez tien tio dziesięć desmit",
    11: "eleven elf onze undici elleve elva",
    12: "twelve zwölf douze doce dodici twaalf tolv",
    13: "thirteen dreizehn treize trece tredici treze dertien",
    14: "fourteen vierzehn quatorze catorce quattordici catorze veertien",
    15: "fifteen fünfzehn quinze quince quindici vijftien",
    16: "sixteen sechzehn dieciséis sedici dezasseis zestien",
    17: "seventeen siebzehn diecisiete diciassette dezassete zeventien",
    18: "eighteen achtzehn dieciocho diciotto dezoito achttien",
    19: "nineteen neunzehn diecinueve diciannove dezanove negentien",
    20: "twenty zwanzig vingt veinte venti vinte twintig tyve tjugo",
    30: "thirty dreißig trente treinta trenta trinta dertig trettio tretti trzydzieści",
    40: "forty vierzig quarante cuarenta quaranta quarenta veertig fyrtio førti czterdzieści",
    50: "fifty fünfzig cinquante cincuenta cinquanta cinquenta vijftig femtio femti pięćdziesiąt",
    60: "sixty sechzig soixante sesenta sessanta sessenta zestig sextio seksti sześćdziesiąt",
    70: "seventy siebzig septante setenta settanta zeventig sjuttio sytti siedemdziesiąt",
    80: "eighty achtzig huitante ochenta ottanta oitenta tachtig åttio åtti osiemdziesiąt",
    90: "ninety neunzig nonante noventa novanta negentig nittio nitti dziewięćdziesiąt",
    100: "hundred hundert honderd hundra hundre",
    1000: "thousand tausend duizend tusen tysiąc tysięcy",
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

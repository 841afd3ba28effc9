"""Numbers as texts state them: in figures with either separator, or in words.

The words are those of the languages that requests and wikis come in, up to twenty, without those
that mean something else in another one (Danish *to*, *fire*). A word that is missing here only
costs: a number is then not stated, and what rests on it is refused.
"""

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

__all__ = ["numbers_of", "spelled_numbers", "stated_numbers"]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_KEPT = 512
"""Texts whose numbers are kept: a request and the rules are asked many times."""

_HALF = Decimal("0.5")
_WORDS: dict[int | Decimal, str] = {
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
    _HALF: """half halbe halben halbes halber halve halv halva halvt halvtimme demi demie media
        medio mezza mezzo mezz meia meio pół pol połowę pusi pus pusstundu μισή μισό полчаса pool
        puoli fél""",
}
_BY_WORD = {word: Decimal(number) for number, words in _WORDS.items() for word in words.split()}
_ENGLISH = {words.split()[0]: Decimal(n) for n, words in _WORDS.items() if n > 1}
"""Without *one*, which is mostly a pronoun, and *half*."""
_ARTICLES = frozenset(
    ("a", "an", "ein", "eine", "einen", "un", "une", "uno", "una", "um", "uma", "een")
)


@lru_cache(maxsize=_KEPT)
def stated_numbers(text: str) -> frozenset[Decimal]:
    """Return every number that a text states; an article (``a``, ``ein``, ``une``) is a one.

    A separator may mark thousands or the fraction (``1.500`` is 1500 and 1.5): both count.
    """
    plain = unicodedata.normalize("NFKC", text)
    words = re.findall(r"\w+", plain.casefold())
    found = {_BY_WORD[word] for word in words if word in _BY_WORD}
    for match in _NUMBER.findall(plain):
        found.update(_readings(match))
    return frozenset(found)


def numbers_of(text: str) -> frozenset[Decimal]:
    """Return the numbers that a text states; an article is none."""
    return stated_numbers(" ".join(w for w in text.split() if w.casefold() not in _ARTICLES))


def spelled_numbers(text: str) -> dict[str, Decimal]:
    """Return the numbers from two to twenty that an English text spells, by their words."""
    words = dict.fromkeys(re.findall(r"\w+", text.casefold()))
    return {word: _ENGLISH[word] for word in words if word in _ENGLISH}


def _readings(text: str) -> list[Decimal]:
    """Every separator may mark thousands; the last one, unless it repeats, also the fraction."""
    whole = Decimal(re.sub(r"[.,]", "", text))
    last = re.fullmatch(r"(.*)([.,])(\d+)", text)
    if last is None or last[2] in last[1]:
        return [whole]
    return [Decimal(f"{re.sub(r'[.,]', '', last[1])}.{last[3]}"), whole]

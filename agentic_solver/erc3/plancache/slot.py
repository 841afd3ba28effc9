"""Typed slots: what may stand in the place of a name, a number, a date, an id, a path, a quote.

Strict on purpose. A word that joins, denies, compares, counts or points is never part of a name
here: it changes what is asked, so that it has to be a literal part of a template. What is refused
only costs a model call.
"""

import re
import unicodedata
from datetime import date
from typing import Literal

from pydantic import Field

from agentic_solver.contracts.model import Contract

__all__ = ["Slot", "SlotKind", "fits", "is_edge", "kind_of_string"]

SlotKind = Literal["person", "name", "number", "date", "id", "path", "quote"]

_NUMBER = re.compile(r"\d{1,7}(?:[.,]\d{1,2})?")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*[_-]\d[A-Za-z0-9]*")
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.md")
_NAME = re.compile(r"[\w][\w .,&/+°'’·–-]*")
_QUOTES = '"„“”«»「」『』‹›'
_NO_QUOTE = f"{_QUOTES}{{}}%"
_BREAKS = re.compile(r", |\. (?=[A-ZÀ-ÞĀ-Ž])|['’]s\b|['’] ")
_WORDS = 8
_QUOTE_CHARS = 1_000

_MEANING = frozenset(
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
_LINKING = frozenset(
    # Articles and words of belonging: in the name of a person particles, in a title often "the
    # thing of somebody", which is a search of its own.
    """
    the a an of for der die das dem den des ein eine einer eines le la les un une du de d l il lo
    gli uno una di del della dei delle el los las dos do da das os as um uma van het een en ett et
    af av till für pour per para voor för dla do
    """.split()  # noqa: SIM905
)


class Slot(Contract):
    """One place of a template that may be filled anew."""

    kind: SlotKind
    value: str = Field(min_length=1, max_length=2_000)
    """What stood there when the template was made."""


def kind_of_string(value: str) -> SlotKind | None:
    """Return the kind of an SQL string by its form alone; None for words."""
    if _DATE.fullmatch(value):
        return "date"
    if _PATH.fullmatch(value):
        return "path"
    return "id" if _ID.fullmatch(value) else None


def fits(slot: Slot, value: str) -> bool:
    """Whether ``value`` may take the place of the slot's value."""
    if value == slot.value:
        return True
    match slot.kind:
        case "number":
            marks = [mark for mark in ".," if mark in slot.value]
            others = [mark for mark in ".," if mark in value and mark not in marks]
            return bool(_NUMBER.fullmatch(value)) and not (marks and others)
        case "date":
            return bool(_DATE.fullmatch(value)) and _is_date(value)
        case "id":
            return bool(_ID.fullmatch(value))
        case "path":
            return bool(_PATH.fullmatch(value))
        case "quote":
            return _is_quotable(value)
        case "person":
            return _is_name(value) and all(_is_of_a_person(word) for word in value.split())
        case "name":
            return _is_name(value) and not any(_plain(word) in _LINKING for word in value.split())


def _is_date(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_quotable(value: str) -> bool:
    edges = value == value.strip() and bool(value)
    # Braces are placeholders in a message, and a per cent sign matches anything in SQL.
    return edges and len(value) <= _QUOTE_CHARS and not any(mark in value for mark in _NO_QUOTE)


def _is_name(value: str) -> bool:
    if not _NAME.fullmatch(value) or value[-1] in " ,'’&/+-–" or _BREAKS.search(value):
        return False
    if any(kind.fullmatch(value) for kind in (_NUMBER, _DATE, _PATH)):
        return False
    words = value.split()
    return len(words) <= _WORDS and not any(_changes(word) for word in words)


def _changes(word: str) -> bool:
    return _plain(word) in _MEANING


def _is_of_a_person(word: str) -> bool:
    return not word[0].islower() or _plain(word) in _LINKING


def _plain(word: str) -> str:
    return word.strip(".,'’").casefold()


def is_edge(text: str, place: int) -> bool:
    """Whether a value can begin or end at ``place``: no word, and no number, goes on there."""
    if place <= 0 or place >= len(text):
        return True
    left, right = text[place - 1], text[place]
    if left.isdigit() and right.isdigit():
        return False
    if left in ".," and right.isdigit() and place > 1 and text[place - 2].isdigit():
        return False
    if left.isdigit() and right in ".," and text[place + 1 : place + 2].isdigit():
        return False
    if left in "_-" or right in "_-":
        return False
    return not (left.isalnum() and right.isalnum() and _script(left) == _script(right))


def _script(char: str) -> str:
    """Return the writing system of a letter; figures go with Latin letters."""
    return "LATIN" if char.isdigit() else unicodedata.name(char, "?").split()[0]

"""Routing: is the request a question, or does it ask for a change? By rule, without a model.

A request routed as a question can change nothing, whatever its plan says. The rule therefore
leans to the write side: only what plainly asks, in a known language and without a word of
change, is a question.
"""

import re
import unicodedata

from agentic_solver.contracts.model import Contract
from agentic_solver.core.schema import PlannerInput, PlannerOutput
from agentic_solver.erc3.folding import without_accents
from agentic_solver.erc3.propose.request import ExecutionReport, SolveRequest

__all__ = ["WORKERS", "Router", "asks_only"]

WORKERS = ("worker_read", "worker_write")

_ASKING = frozenset(
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
_CHANGING = re.compile(
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
_GIVING = re.compile(
    r"\bgive .* (raise|bonus)|"
    r"^\W*(please )?give (?!(me|us|the|a|an|all|every|each|names?|ids?|your|only|just|its|their|"
    r"his|her|both|out|back)\b)\w+ [^.?!]*\b(the|a|an|same|one|\d)\b"
)
"""Something is given to somebody who is named."""
_PRESCRIBING = re.compile(r"[.!?]\s.*\b(it|that|this|they) (should|must|shall|has to) \w+")
"""After a question, or what looks like one, comes how a thing is to be."""
_NO_CHANGE = re.compile(r"(address|setting|setup|user|makeup|droplet|postal|postcode)")
"""Nouns that begin like a word of change."""
_WISHING = frozenset(
    "please can could would will shall should may let lets get have want need kindly".split()  # noqa: SIM905
)
"""With one of these in the request a participle may ask for the change that it names."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")
_STATE = re.compile(r"\b(is|are|were)( already| now| not| still)? [a-z]+")
"""How things are: ``which number is written there`` asks for no writing."""
_LATIN = re.compile(r"[a-z]")


def asks_only(text: str) -> bool:
    """Whether ``text`` plainly asks and names no change."""
    plain = without_accents(text)
    words = re.findall(r"[a-z']+", plain)
    if not words or not _LATIN.search(plain) or _has_other_script(text):
        return False
    first = next((word.split("'")[0] for word in words), "")
    # What begins like a question may be an exclamation ("What a day!") before something else.
    exclaims = "!" in plain and not plain.rstrip().endswith("?")
    asking = plain.rstrip().endswith("?") or (first in _ASKING and not exclaims)
    if not asking and not any(map(_asks, _SENTENCE_END.split(plain))):
        return False
    if _GIVING.search(plain) or (_PRESCRIBING.search(plain) and not plain.rstrip().endswith("?")):
        return False
    parts = re.findall(r"[a-z]+", _STATE.sub(" ", plain))
    named = [word for word in parts if _CHANGING.match(word) and not _NO_CHANGE.match(word)]
    if _WISHING.isdisjoint(words):
        # "How many hours were logged?" asks; "Could I have them logged?" does not.
        named = [word for word in named if not word.endswith("ed")]
    return not named


def _asks(sentence: str) -> bool:
    firsts = (clause.split()[0] for clause in re.split(r"[,:;]", sentence) if clause.split())
    return sentence.endswith("?") and any(first.strip("?") in _ASKING for first in firsts)


def _has_other_script(text: str) -> bool:
    return any(char.isalpha() and ord(char) > 0x24F for char in unicodedata.normalize("NFC", text))


class RouterInput(PlannerInput[SolveRequest, ExecutionReport]):
    """The core's planner input, extended by the task."""

    task: SolveRequest


class Router(Contract):
    """The planner agent of the ERC3 domain."""

    name: str = "router"

    @property
    def input_schema(self) -> type[RouterInput]:
        return RouterInput

    @property
    def output_schema(self) -> type[PlannerOutput[SolveRequest]]:
        return PlannerOutput[SolveRequest]

    def __call__(self, input_json: str) -> str:
        given = RouterInput.model_validate_json(input_json)
        worker = WORKERS[0] if asks_only(given.task.task.text) else WORKERS[1]
        output = PlannerOutput[SolveRequest](task=given.task, worker_id=worker)
        return output.model_dump_json()

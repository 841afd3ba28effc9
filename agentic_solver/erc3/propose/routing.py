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
from agentic_solver.erc3.words.question import (
    ASKING,
    CHANGING,
    GIVING,
    NO_CHANGE,
    PRESCRIBING,
    REQUESTING,
    STATE,
    WISHING,
)

__all__ = ["WORKERS", "Router", "asks_only"]

WORKERS = ("worker_read", "worker_write")

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")
_LATIN = re.compile(r"[a-z]")
_CAPITAL = r"(?-i:[A-ZÀ-ÖØ-ÞŠŽČĆŁŚŘĚĞ])[\w'’-]*"
_NAME = re.compile(rf"(?<=[\w,;:] ){_CAPITAL}(?: {_CAPITAL})+")
"""Capitals one after the other within a sentence."""
_ENDING_WORDS = """
    a ad am an ar as ate ation d e ed een en er ere es est et ez i ia ic ing ir it le n ne r re s
    se st t te ten ted ting tion y z
"""
_ENDINGS = frozenset({"", *_ENDING_WORDS.split()})
"""What may follow the stem of a word of change."""


def asks_only(text: str) -> bool:
    """Whether ``text`` plainly asks and names no change."""
    plain = without_accents(text)
    words = re.findall(r"[a-z']+", plain)
    if not words or not _LATIN.search(plain) or _has_other_script(text):
        return False
    first = next((word.split("'")[0] for word in words), "")
    # What begins like a question may be an exclamation ("What a day!") before something else.
    exclaims = "!" in plain and not plain.rstrip().endswith("?")
    asking = plain.rstrip().endswith("?") or (first in ASKING and not exclaims)
    if not asking and not any(map(_asks, _SENTENCE_END.split(plain))):
        return False
    if GIVING.search(plain) or (PRESCRIBING.search(plain) and not plain.rstrip().endswith("?")):
        return False
    if REQUESTING.search(plain) and ASKING.isdisjoint(words):
        return False
    parts = re.findall(r"[a-z]+", STATE.sub(" ", without_accents(_NAME.sub(_verbs, text))))
    named = [word for word in parts if CHANGING.match(word) and not NO_CHANGE.match(word)]
    if WISHING.isdisjoint(words):
        # "How many hours were logged?" asks; "Could I have them logged?" does not.
        named = [word for word in named if not word.endswith("ed")]
    return not named


def _verbs(capitals: re.Match[str]) -> str:
    """Return the words of a run of capitals that no name such as *Marko Addis* is made of.

    A name goes on where a verb of that stem has ended; *Mark* and *Add* alone may be either.
    """
    words = without_accents(capitals[0]).split()
    stems = ((word, CHANGING.match(word)) for word in words)
    return " ".join(word for word, stem in stems if stem is None or word[stem.end() :] in _ENDINGS)


def _asks(sentence: str) -> bool:
    firsts = (clause.split()[0] for clause in re.split(r"[,:;]", sentence) if clause.split())
    return sentence.endswith("?") and any(first.strip("?") in ASKING for first in firsts)


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

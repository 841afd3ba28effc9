"""The second look of one task: whether there is one, at what, and which answer stands after it.

It opens once: at a first plan whose accepted answer changes nothing and is suspicious, or at the
last one where every plan was rejected. What the model sends then is a plan as any other; where
none is accepted, the first answer stands.
"""

from dataclasses import dataclass, field

from pydantic import JsonValue

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.execute.looking import LOOK, LookWish
from agentic_solver.erc3.propose.request import LookEnd, LookReport, SecondLook

__all__ = ["TURNS", "SecondLooking"]

TURNS = 3
"""How often the model may ask for rows in the strength ``steps``."""


@dataclass(slots=True, kw_only=True)
class SecondLooking:
    """What became of the second look of a task."""

    strength: SecondLook
    is_open: bool = field(default=False, init=False)
    end: LookEnd = field(default="", init=False)
    """Empty as long as nothing was looked at, or nothing came of it yet."""
    standing: Decision | None = field(default=None, init=False)
    """The first answer."""
    round: int = field(default=0, init=False)
    """Of the standing answer."""
    shown: LookReport | None = field(default=None, init=False)
    """What the last reply has asked for, where it asked for rows."""
    _turns: int = field(default=0, init=False)

    @property
    def is_on(self) -> bool:
        """Whether anything may be looked at again."""
        return self.strength != "off"

    @property
    def rounds(self) -> int:
        """Rounds that a second look takes at most."""
        return (1 + TURNS * (self.strength == "steps")) if self.is_on else 0

    @property
    def _rows(self) -> bool:
        return self.strength != "shape"

    def wish(self, *, first: bool, last: bool) -> LookWish | None:
        """Return with which decision on a plan a report is wanted; None: with none.

        Args:
            first: whether it is the first plan of the model.
            last: whether no other one follows if it is rejected.
        """
        if not self.is_on or self.is_open or not (first or last):
            return None
        return LookWish(accepted=first, rejected=last, rows=self._rows)

    def asked(self) -> LookWish:
        """Return the wish for what the model asks for itself."""
        return LookWish(only_facts=True, rows=True)

    def open(self, decision: Decision, reply: JsonObject, number: int) -> LookReport | None:
        """Begin with what a decision came to; None where there is nothing to look at."""
        report = _report(decision.notes.get(LOOK))
        if report is None or self.is_open:
            return None
        self.is_open = True
        self._turns = TURNS if self.strength == "steps" else 0
        if decision.verdict == "accept":
            self.standing, self.round = decision, number
        return report.model_copy(update={"reply": reply, "turns": self._turns})

    def show(self, decision: Decision, reply: JsonObject) -> None:
        """Take what the model has asked for; that uses up a turn."""
        self._turns -= 1
        report = _report(decision.notes.get(LOOK)) or LookReport()
        self.shown = report.model_copy(update={"reply": reply, "turns": max(0, self._turns)})

    def close(self, decision: Decision, number: int) -> None:
        """End it with an accepted plan; whose answer is sent is the standing one.

        A fault of the company's systems is no answer where there is one already.
        """
        first = self.standing
        if first is not None and decision.plan_id == first.plan_id:
            self.end = "same"
        elif first is not None and _is_fault(decision):
            self.end = "stood"
        else:
            self.standing, self.round, self.end = decision, number, "changed"

    def give_up(self) -> bool:
        """End it without another plan; return whether there is an answer that stands."""
        self.end = "stood"
        return self.standing is not None


def _is_fault(decision: Decision) -> bool:
    return decision.response is None or decision.response.outcome is Outcome.ERROR_INTERNAL


def _report(note: JsonValue) -> LookReport | None:
    return None if note is None else LookReport.model_validate(note, strict=False)

"""One change that is asked for, on its way to what it wants of each record."""

from collections.abc import Callable

from agentic_solver.contracts.request_reading import AskedChange, Condition, Detail, Target
from agentic_solver.erc3.asked.days import days_meant
from agentic_solver.erc3.asked.effect import Change, Effects
from agentic_solver.erc3.asked.grounds import Grounds
from agentic_solver.erc3.asked.judged import Judged
from agentic_solver.erc3.asked.target import Meant, meant
from agentic_solver.erc3.snapshot.query import EntityKind

__all__ = ["Judge", "Wanting"]

Judge = Callable[[Change], Judged]
"""Says whether a field becomes what is wanted of it."""


class Wanting:
    """A change with what is found out about it while its records are looked up."""

    def __init__(self, asked: AskedChange, effects: Effects, grounds: Grounds) -> None:
        self.asked = asked
        self.effects = effects
        self.grounds = grounds
        self.sure = True
        self.held = False
        """Whether only the caller can say which of several is meant."""
        self.general = False
        """Whether it is about all of something, save for what is asked of a single one."""
        self.hangs = False
        """Whether it hangs on a condition that cannot be tested."""

    def ids(self, target: Target) -> tuple[str, ...]:
        """Return the records that a target means, those on which a condition hangs alone."""
        extra = tuple(one for one in self.asked.condition if _is_testable(one))
        self.hangs = self.hangs or len(extra) < len(self.asked.condition)
        named = target.model_copy(update={"where": (*target.where, *extra)}) if extra else target
        found: Meant = meant(named, self.grounds.records)
        if self._is_defined(target):
            self.sure = False
        spared = bool(extra) and not found.ids
        if not found.sure and not (spared and meant(target, self.grounds.records).sure):
            self.sure = False
            self.held = self.held or found.several
        return found.ids

    def _is_defined(self, target: Target) -> bool:
        """Whether a group is told by a term of the company that its conditions do not hold."""
        rest = target.words
        for one in target.where:
            rest = rest.replace(one.words, " ") if one.words else rest
            if one.field in ("location", "department") and isinstance(one.value, str):
                kind: EntityKind = "location" if one.field == "location" else "department"
                found = self.grounds.records.find(kind, one.words or one.value, (one.value,))
                if self.grounds.is_defined_otherwise(one.words, found.values()):
                    return True
        return target.kind == "employee" and self.grounds.is_defined(rest)

    def detail(self, *fields: str) -> Detail | None:
        """Return the first further field of these names."""
        return next((one for one in self.asked.more if one.field in fields), None)

    def is_today(self, detail: Detail) -> bool:
        """Whether a detail says no more than that a change is for now."""
        told = detail.value.value
        days = days_meant(told, self.grounds.records.today) if isinstance(told, str) else None
        return detail.field == "date" and days == (self.grounds.records.today,)


def _is_testable(one: Condition) -> bool:
    return one.field not in ("other", "text", "notes", "load") and one.test != "other"

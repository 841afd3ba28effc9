"""What is behind the writes of an agent: no plan, but what its session was shown."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agentic_solver.erc3.execute.grounding import foreign_marks, holds_stated_figures
from agentic_solver.erc3.execute.origin import TELLS, Intended
from agentic_solver.erc3.execute.worded import TEXT_COLUMNS
from agentic_solver.erc3.monitor.memory import Memory
from agentic_solver.erc3.snapshot.query import EntityLookup

__all__ = ["FromAgent"]

_UNSTATED = "a figure, an address or an unseen character stands in neither request nor wiki"


@dataclass(frozen=True, slots=True)
class FromAgent:
    """An agent's session.

    What its texts are made of cannot be traced. So what they may hold is told from the values
    that the session was shown: none of a column that some rule closes to somebody.
    """

    memory: Memory

    @property
    def is_blind(self) -> bool:
        """It never is: the agent has seen nothing but what its caller may see."""
        return False

    @property
    def lookups(self) -> Sequence[EntityLookup]:
        return ()

    @property
    def reads_notes(self) -> bool:
        return ("employees", "notes") in self.memory.columns

    @property
    def told(self) -> Mapping[str, str]:
        return {
            "queries": "(none: an agent has read the records and made the changes by calls)",
            "cases": "(none: changes that are asked for and not among these may follow)",
        }

    def against_text(
        self, one: Intended, closed: Collection[tuple[str, str]], stated: Sequence[str]
    ) -> str:
        for column in TEXT_COLUMNS:
            text = one.write.changes.get(column)
            old = one.write.current.get(column)
            if not isinstance(text, str):
                continue
            known = (*stated, old) if isinstance(old, str) else tuple(stated)
            if foreign_marks(text, known) or not holds_stated_figures(text, known):
                return _UNSTATED
            if closed and self.memory.tells_guarded(text, known):
                return TELLS
        return ""

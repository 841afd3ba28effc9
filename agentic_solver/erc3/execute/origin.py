"""Where a write set comes from: what stands behind it beside the writes themselves.

Writes are judged by what they change. A few things can only be told of whoever made them: which
phrases were looked up, whether hidden rows took part, and what the texts among them are made of.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from agentic_solver.contracts.plan import APICall
from agentic_solver.contracts.rule import Allowed, Denied
from agentic_solver.erc3.execute.arguments import each_fact
from agentic_solver.erc3.execute.attempt import Attempt
from agentic_solver.erc3.execute.proofing import told_plan
from agentic_solver.erc3.execute.worded import against_wording, tells_closed
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["TELLS", "FromPlan", "Intended", "Origin"]

TELLS = "a value that not everybody may read would show in a text that others read"


@dataclass(frozen=True, slots=True, kw_only=True)
class Intended:
    """One write, with what policy says of it."""

    write: PlannedWrite
    verdict: Allowed | Denied
    call: APICall | None = None
    """The call of a plan that it comes of; None where an agent has made it by itself."""


class Origin(Protocol):
    """What is behind a write set."""

    @property
    def is_blind(self) -> bool:
        """Whether rows that the caller may not see took part in what is written."""

    @property
    def lookups(self) -> Sequence[EntityLookup]:
        """The phrases that were looked up."""

    @property
    def reads_notes(self) -> bool:
        """Whether the notes of people were read."""

    @property
    def told(self) -> Mapping[str, str]:
        """How the writes came about, as a proofreader is told: heading → text."""

    def against_text(
        self, one: Intended, closed: Collection[tuple[str, str]], stated: Sequence[str]
    ) -> str:
        """Return why the text of a write may not be worded so; empty where it may.

        Args:
            one: the write.
            closed: columns that some rule closes to somebody and that the request does not name.
            stated: the request, the rules and the pages: what they hold may be said again.
        """


@dataclass(frozen=True, slots=True)
class FromPlan:
    """A plan whose facts were run."""

    attempt: Attempt
    bench: Workbench

    @property
    def is_blind(self) -> bool:
        return self.attempt.is_blind

    @property
    def lookups(self) -> Sequence[EntityLookup]:
        return [one for query in self.attempt.compiled.queries.values() for one in query.lookups]

    @property
    def reads_notes(self) -> bool:
        queries = self.attempt.compiled.queries.values()
        return any(("employees", "notes") in query.columns for query in queries)

    @property
    def told(self) -> Mapping[str, str]:
        return told_plan(self.attempt.compiled.plan)

    def against_text(
        self, one: Intended, closed: Collection[tuple[str, str]], stated: Sequence[str]
    ) -> str:
        compiled, facts = self.attempt.compiled, self.attempt.facts
        fact = None if one.call is None else each_fact(one.call.args)
        why = against_wording(compiled.queries, fact, stated=stated)
        if why or fact is None:
            return why
        masked = self.bench.masked(compiled, closed, facts, self.attempt.ran)
        return TELLS if tells_closed(fact, facts, masked) else ""

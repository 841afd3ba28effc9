"""One attempt: a compiled plan on its way through stage dry, with everything found so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from agentic_solver.contracts.decision import AgentLink, Identity
from agentic_solver.contracts.plan import FactOutput, LinkKind, Outcome, ResponseCase
from agentic_solver.contracts.rule import Proof
from agentic_solver.contracts.violations import Violation
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.writing import ResolvedWrite

__all__ = ["Attempt", "Draft"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A response before it is final: what the answer shows and does, given the facts."""

    case_index: int | None
    case: ResponseCase | None
    outcome: Outcome
    message: str
    links: tuple[AgentLink, ...]
    write_values: tuple[JsonValue, ...] = ()
    """Resolved arguments of the writes, for comparing two runs of the facts."""


@dataclass(slots=True, kw_only=True)
class Attempt:
    """Mutable state of one execution; lives only inside ``execute_and_validate``."""

    compiled: CompiledPlan
    identity: Identity
    caller_name: str
    facts: dict[str, FactOutput] = field(default_factory=dict)
    binds: dict[str, JsonValue] = field(default_factory=dict)
    executed: list[str] = field(default_factory=list)
    writes: tuple[ResolvedWrite, ...] = ()
    applied: set[str] = field(default_factory=set)
    verified: set[str] = field(default_factory=set)
    violations: list[Violation] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    denied: bool = False
    broken: bool = False
    ran: frozenset[str] = frozenset()
    """Facts that were run; the answer rests on no other."""

    def fact_counts(self) -> Mapping[str, int]:
        return {name: len(output.rows) for name, output in self.facts.items()}

    def grounded_links(self) -> frozenset[tuple[str, str]]:
        """Return every pair of kind and id that a fact row or a write stands behind."""
        found: set[tuple[str, str]] = set()
        for fact_id, output in self.facts.items():
            query = self.compiled.queries[fact_id]
            if not query.sourced:
                continue
            kept = [i for i, name in enumerate(output.columns) if name not in query.literal_columns]
            texts = [row[i] for row in output.rows for i in kept if isinstance(row[i], str)]
            found |= {(kind.value, str(text)) for kind in LinkKind for text in texts}
        for item in self.writes:
            found |= {(target.kind.value, target.id) for target in item.write.affected}
        return frozenset(found)

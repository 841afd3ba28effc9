"""One attempt: a compiled plan on its way through stage dry, with everything found so far."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from agentic_solver.contracts.decision import AgentLink, CallRecord, Identity
from agentic_solver.contracts.plan import FactOutput, LinkKind, Outcome, Plan, ResponseCase
from agentic_solver.contracts.rule import Proof
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.writing import ResolvedWrite

__all__ = ["Attempt", "Draft", "with_trace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A response before it is final: what the answer shows and does, given the facts."""

    case_index: int
    case: ResponseCase
    outcome: Outcome
    message: str
    links: tuple[AgentLink, ...]

    def violation(
        self, code: ViolationCode, part: str, message: str, **details: JsonValue
    ) -> Violation:
        """Return what is wrong with a part of its case."""
        path = f"/response_template/cases/{self.case_index}/{part}"
        return Violation(code=code, message=message, path=path, details=details)


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
    is_blind: bool = False
    """Whether a fact over all there is comes to other rows than over what the caller may see."""
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


_PLACE = re.compile(r"/(facts|execution_trace/calls)/([^/]+)")
_SHOWN = 20
_TOGETHER = "facts"
"""The cause of calls that were made for all facts at once."""


def with_trace(violation: Violation, plan: Plan, calls: Sequence[CallRecord]) -> Violation:
    """Return a violation about data with the ids of the calls whose answers it rests on.

    These are the calls of the fact or the tool call that it is about, and of the facts behind it.
    A violation about the answer rests on all facts. Where nothing was asked for any of them, as
    earlier calls had read it already, it is the last call before the violation was found.
    """
    causes = _causes(violation, plan)
    # the rows of a call are numbered: write:w1#0
    found = [call.id for call in calls if call.cause.partition("#")[0] in causes]
    shown = found[-_SHOWN:] or [call.id for call in calls[-1:]]
    return violation.model_copy(update={"trace": tuple(shown)})


def _causes(violation: Violation, plan: Plan) -> set[str]:
    """Return what the call log names as the cause of the calls that a violation rests on."""
    calls = plan.execution_trace.calls
    match = _PLACE.match(violation.path)
    if match is not None and match[1] != "facts":
        names = {call.id for at, call in enumerate(calls) if match[2] in (str(at), call.id)}
        return {f"{stage}{name}" for stage in ("", "write:", "postcondition:") for name in names}
    inputs = {fact.id: fact.inputs for fact in plan.facts}
    causes = {f"b_{call.bind}": call.id for call in calls if call.bind}
    causes |= {fact: f"fact:{fact}" for fact in inputs}
    at = int(match[2]) if match is not None and match[2].isdigit() else len(plan.facts)
    waiting = [plan.facts[at].id] if at < len(plan.facts) else list(inputs)
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += inputs.get(name, ())
    return {_TOGETHER, *(causes[name] for name in needed if name in causes)}

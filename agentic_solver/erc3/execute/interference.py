"""Semantic non-interference: would the answer be another one had the hidden values been others?"""

from collections.abc import Mapping

from pydantic import JsonValue

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.rule import Denied
from agentic_solver.erc3.execute.attempt import Draft
from agentic_solver.erc3.execute.drafting import draft_response
from agentic_solver.erc3.execute.reading import FOUND_BY, ReadRights
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.clause import Conditional

__all__ = ["interferences"]


def interferences(
    compiled: CompiledPlan,
    rights: ReadRights,
    draft: Draft,
    facts: Mapping[str, FactOutput],
    bench: Workbench,
) -> tuple[Denied, ...]:
    """Return denials if the draft depends on a value that the caller may not see.

    The facts run again over masked values and over the lowest and the highest ones; whatever
    others can see of the draft, or what it writes, must stay the same to the letter.
    """
    found = _found_hidden(compiled, rights, bench)
    if found:
        return found
    seen = _visible(draft, compiled, facts)
    for variant in bench.variants(compiled, rights.conditional):
        other = None if variant is None else draft_response(compiled, variant)
        if (
            variant is None
            or not isinstance(other, Draft)
            or _visible(other, compiled, variant) != seen
        ):
            return tuple(_refusal(access) for access in rights.conditional.values())
    return ()


def _found_hidden(
    compiled: CompiledPlan, rights: ReadRights, bench: Workbench
) -> tuple[Denied, ...]:
    """Deny if a finder found something that the caller may not see."""
    for query in compiled.queries.values():
        for lookup in query.lookups:
            for column in sorted(FOUND_BY.get(lookup.kind, ())):
                access = rights.conditional.get(column)
                if access and bench.finds_hidden(lookup, column[0], access):
                    return (_refusal(access),)
    return ()


def _refusal(access: Conditional) -> Denied:
    return Denied(proof=access.proof.model_copy(update={"result": "deny"}))


def _visible(draft: Draft, compiled: CompiledPlan, facts: Mapping[str, FactOutput]) -> JsonValue:
    """Return everything of a draft that others can see or that changes the world."""
    writes: list[JsonValue] = []
    if draft.case is not None and draft.case.writes:
        for call in compiled.writes:
            name = call.args.get("$each")
            if isinstance(name, str) and name in facts:
                writes.append(facts[name].digest)
    return [
        draft.case_index,
        draft.message,
        [[link.kind.value, link.id] for link in draft.links],
        writes,
    ]

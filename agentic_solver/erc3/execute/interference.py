"""Semantic non-interference: would the answer be another one had the hidden values been others?"""

from collections.abc import Mapping

from pydantic import JsonValue

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.rule import Denied
from agentic_solver.contracts.violations import Violation
from agentic_solver.erc3.execute.arguments import referenced_facts
from agentic_solver.erc3.execute.attempt import Draft
from agentic_solver.erc3.execute.drafting import draft_response
from agentic_solver.erc3.execute.reading import FOUND_BY, ReadRights
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.clause import Conditional

__all__ = ["caller_view"]


def caller_view(
    compiled: CompiledPlan,
    rights: ReadRights,
    draft: Draft | Violation,
    facts: Mapping[str, FactOutput],
    bench: Workbench,
) -> Mapping[str, FactOutput] | tuple[Denied, ...]:
    """Return the facts as the caller may see them, or denials if the draft depends on more.

    The facts run again over masked values and over the lowest and the highest ones; whatever
    others can see of the draft, or what it writes, must stay the same to the letter. Where
    there is no draft, its diagnostics tell of the facts, so these must stay the same.
    """
    found = _found_hidden(compiled, rights, bench)
    if found:
        return found
    seen = _visible(draft, compiled, facts)
    view: Mapping[str, FactOutput] | None = None
    for variant in bench.variants(compiled, rights.conditional, facts):
        other = None if variant is None else draft_response(compiled, variant)
        if variant is None or other is None or _visible(other, compiled, variant) != seen:
            return tuple(_refusal(access) for access in rights.conditional.values())
        view = variant if view is None else view
    return facts if view is None else view


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


def _visible(
    draft: Draft | Violation, compiled: CompiledPlan, facts: Mapping[str, FactOutput]
) -> JsonValue:
    """Return everything of a draft that others can see or that changes the world."""
    if isinstance(draft, Violation):
        return [draft.to_json(), [facts[name].digest for name in compiled.queries]]
    writes: list[JsonValue] = []
    if draft.case is not None and draft.case.writes:
        for call in compiled.writes:
            writes += [facts[name].digest for name in referenced_facts(call.args)]
    return [
        draft.case_index,
        draft.message,
        [[link.kind.value, link.id] for link in draft.links],
        writes,
    ]

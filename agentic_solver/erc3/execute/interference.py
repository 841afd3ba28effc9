"""Semantic non-interference: would the answer be another one had the hidden values been others?"""

from collections.abc import Mapping

from pydantic import JsonValue

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.rule import Denied
from agentic_solver.contracts.violations import Violation
from agentic_solver.erc3.execute.arguments import referenced_facts
from agentic_solver.erc3.execute.attempt import Attempt
from agentic_solver.erc3.execute.drafting import draft_response
from agentic_solver.erc3.execute.reading import FOUND_BY, ReadRights, refusal
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.stepping import lacks_facts
from agentic_solver.erc3.execute.workbench import Workbench

__all__ = ["caller_view", "reads_by_hidden", "visible"]


def caller_view(
    attempt: Attempt, rights: ReadRights, bench: Workbench
) -> Mapping[str, FactOutput] | tuple[Denied, ...] | None:
    """Return the facts as the caller may see them, or denials if hidden values could matter.

    The facts run again over masked values, over the lowest and the highest ones, and over those
    that the queries compare with; whatever others can see of the draft, or what it writes, must
    stay the same to the letter. Where there is no draft, its diagnostics tell of the facts, so
    these must stay the same. The facts over the true values are not asked: neither the answer
    nor the refusal follows what the caller may not see. None where a run over other values asks
    for a fact that was not run over the true ones.
    """
    compiled, facts = attempt.compiled, attempt.facts
    found = _found_hidden(compiled, rights, bench)
    if found:
        return found
    seen: JsonValue = None
    view: Mapping[str, FactOutput] | None = None
    for variant in bench.variants(compiled, rights.conditional, facts, attempt.ran):
        if variant is None:
            return rights.refusals
        if len(attempt.ran) < len(compiled.queries) and lacks_facts(compiled, variant):
            return None
        shown = visible(compiled, variant)
        if view is None:
            seen, view = shown, variant
        elif shown != seen:
            return rights.refusals
    return facts if view is None else view


def reads_by_hidden(compiled: CompiledPlan, rights: ReadRights) -> tuple[Denied, ...]:
    """Deny if a planned read takes its arguments from facts that hidden values may decide.

    Such a read happens once, over the true values, so that no other run of the facts could tell
    whether its result would have been another one.
    """
    if not rights.conditional or not compiled.reads:
        return ()
    doubtful = set(compiled.facts_of(rights.conditional.keys()))
    if not any(doubtful & set(referenced_facts(call.args)) for call in compiled.reads):
        return ()
    return rights.refusals


def _found_hidden(
    compiled: CompiledPlan, rights: ReadRights, bench: Workbench
) -> tuple[Denied, ...]:
    """Deny if a finder found something that the caller may not see."""
    for query in compiled.queries.values():
        for lookup in query.lookups:
            for column in sorted(FOUND_BY.get(lookup.kind, ())):
                access = rights.conditional.get(column)
                if access and bench.hidden_among(lookup, column[0], access):
                    return (refusal(access.proof),)
    return ()


def visible(compiled: CompiledPlan, facts: Mapping[str, FactOutput]) -> JsonValue:
    """Return everything of a draft over some facts that others can see or that is written."""
    draft = draft_response(compiled, facts)
    if isinstance(draft, Violation):
        return [draft.to_json(), [facts[name].digest for name in compiled.queries if name in facts]]
    writes: list[JsonValue] = []
    if draft.case.writes:
        for call in compiled.writes:
            # one that was not run could not be computed, in any of the worlds
            names = referenced_facts(call.args)
            writes += [facts[name].digest if name in facts else None for name in names]
    return [
        draft.case_index,
        draft.message,
        [[link.kind.value, link.id] for link in draft.links],
        writes,
    ]

"""Second looks: which answers are suspicious by their shape, and what their plans came to.

Whether an answer is looked at again follows from the decision alone, never from words: ties
among many records, nothing found, a question back, a refusal that no rule asks for, unsupported.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput, Outcome, Plan
from agentic_solver.erc3.execute.attempt import Attempt
from agentic_solver.erc3.execute.emptied import without_parts
from agentic_solver.erc3.execute.lineage import ancestry
from agentic_solver.erc3.execute.picking import extremes
from agentic_solver.erc3.execute.reading import FOUND_BY, ReadRights, shown_facts
from agentic_solver.erc3.execute.render import facts_shown
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.outcome import BASELINE_REFUSALS
from agentic_solver.erc3.policy.vocabulary import WIKI_TABLES
from agentic_solver.erc3.propose.request import LookReport
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, FREE_TEXT

__all__ = ["LOOK", "LookWish", "Looked", "look_note", "suspicions"]

LOOK = "look"
"""Note of a decision that is looked at again: what its plan came to."""

_HANDFUL = 5
"""More records of one kind than so many are no answer to a question for the first of them."""
_CALLS = 12
"""Calls of the platform, by estimate, that the counts of one report may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookWish:
    """With which decisions a report comes."""

    accepted: bool = False
    """With one that is accepted, changes nothing and is suspicious."""
    rejected: bool = False
    only_facts: bool = False
    """With any: the plan answers nothing, its facts are run and it is rejected."""
    rows: bool
    """Whether the report shows rows."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What is looked at: a plan, how far it came, and what would be sent."""

    verdict: str
    plan: Plan
    attempt: Attempt | None
    rights: ReadRights | None
    """Of the caller; None where that was not asked."""
    response: AgentResponse | None
    case: int | None
    """None where the engine has answered by itself: what it asks back then is certain, and so is
    a fault of the company's systems."""


def look_note(wish: LookWish, looked: Looked, bench: Workbench) -> JsonObject:
    """Return the note for a decision: what its plan came to, as its caller may see it; or none.

    ``bench`` counts rows, for a few calls of the platform.
    """
    why: tuple[str, ...] = ()
    if looked.verdict == "accept" and wish.accepted:
        why = suspicions(looked)
    elif looked.verdict == "retry" and wish.rejected:
        why = ("no plan was accepted",)
    if not why and not wish.only_facts:
        return {}
    return {LOOK: _report(why, looked, bench, rows=wish.rows).to_json()}


def suspicions(looked: Looked) -> tuple[str, ...]:
    """Say what is suspicious about an accepted answer that changes nothing; often nothing is."""
    response, attempt, case = looked.response, looked.attempt, looked.case
    if response is None or (attempt is not None and attempt.writes):
        return ()
    match response.outcome:
        case Outcome.NONE_CLARIFICATION_NEEDED if case is not None:
            return ("it asks back",)
        case Outcome.NONE_UNSUPPORTED:
            return ("it says that nothing can answer or do this",)
        case Outcome.DENIED_SECURITY if not _is_forbidden(looked):
            return ("it refuses, and no rule that forbids it was cited",)
        case Outcome.OK_NOT_FOUND:
            return ("it found nothing",)
        case Outcome.OK_ANSWER if attempt is not None and case is not None:
            return (*_empty(attempt, case), *_tied(attempt, response, case))
        case _:
            return ()


def _is_forbidden(looked: Looked) -> bool:
    """Whether a rule stands behind a refusal: of the policy, not of what it closes by default."""
    proofs = looked.attempt.proofs if looked.attempt is not None else []
    cited = {rule for proof in proofs if proof.result == "deny" for rule in proof.rule_ids}
    if looked.case is not None:
        cited |= set(looked.plan.policy_refs.rules_ids)
    return bool(cited - BASELINE_REFUSALS.keys())


def _empty(attempt: Attempt, case: int) -> Iterator[str]:
    """Say of which facts that the chosen case rests on the rows came to none."""
    compiled = attempt.compiled
    own = [test.fact for test in compiled.conditions[case].tests]
    own += facts_shown(compiled.plan.response_template.cases[case])
    if not own:  # then it rests on what the cases before it have tested
        own = [test.fact for one in compiled.conditions[:case] for test in one.tests]
    for fact in dict.fromkeys(own):
        if fact in attempt.facts and _is_nothing(attempt.facts[fact]):
            yield f"it rests on {fact}, which came to nothing"


def _is_nothing(output: FactOutput) -> bool:
    """Whether there are no rows, or no cell in them but zeros."""
    return all(
        cell is None or (not isinstance(cell, bool | str) and cell == 0)
        for row in output.rows
        for cell in row
    )


def _tied(attempt: Attempt, response: AgentResponse, case: int) -> Iterator[str]:
    """Say which kinds of records are linked in numbers where an extreme was asked for."""
    queries = attempt.compiled.queries
    kinds = Counter(link.kind for link in response.links)
    for source in attempt.compiled.plan.response_template.cases[case].links:
        if kinds[source.kind] > _HANDFUL and any(
            extremes(queries[name].sql) for name in ancestry(queries, source.fact)
        ):
            kinds[source.kind], many = 0, kinds[source.kind]
            yield f"{many} records of the kind {source.kind.value} share what only the first have"


def _report(why: Sequence[str], looked: Looked, bench: Workbench, *, rows: bool) -> LookReport:
    outcome = looked.response.outcome.value if looked.response is not None else ""
    attempt, rights = looked.attempt, looked.rights
    if attempt is None:
        return LookReport(why=tuple(why), outcome=outcome)
    compiled = attempt.compiled
    shown = shown_facts(compiled, rights, attempt.facts) if rights is not None else {}
    denied = [one for one in attempt.proofs if one.result == "deny" and not one.rule_ids]
    return LookReport(
        why=tuple(why),
        outcome=outcome,
        facts=_told(attempt, shown, bench, rows=rows),
        closed=tuple(fact for fact in attempt.facts if fact not in shown),
        finders=tuple(_finders(attempt, rights, bench)),
        refused=tuple(dict.fromkeys(one.predicate for one in denied)),
        unread=_unread(compiled),
    )


def _told(attempt: Attempt, shown: JsonObject, bench: Workbench, *, rows: bool) -> JsonObject:
    queries = attempt.compiled.queries
    left = _CALLS
    told: JsonObject = {}
    for fact, output in shown.items():
        assert isinstance(output, dict)
        kept = output if rows else {"count": output["count"]}
        behind = ancestry(queries, fact) - {fact}
        is_first = all(attempt.facts[one].rows for one in behind if one in attempt.facts)
        if _is_nothing(attempt.facts[fact]) and is_first and queries[fact].derives is None:
            parts: list[JsonValue] = []
            for one in without_parts(queries[fact]):
                number, left = bench.count_rows(one.query, calls=left)
                parts.append({"part": one.part, "rows": number})
            kept = {**kept, "without": parts}
        told[fact] = kept
    return told


def _finders(
    attempt: Attempt, rights: ReadRights | None, bench: Workbench
) -> Iterator[tuple[str, int]]:
    """Yield the finder calls of the facts that ran, but those that may find what is hidden."""
    hidden = rights.conditional.keys() if rights is not None else frozenset()
    ran = (query for name, query in attempt.compiled.queries.items() if name in attempt.ran)
    calls = {lookup.table: lookup for query in ran for lookup in query.lookups}
    for lookup in calls.values():
        if hidden.isdisjoint(FOUND_BY.get(lookup.kind, ())):
            yield f"find_{lookup.kind}('{lookup.text}')", bench.candidate_count(lookup)


def _unread(compiled: CompiledPlan) -> tuple[str, ...]:
    """Return the texts of the company in which no fact looks."""
    read = frozenset[tuple[str, str]]().union(*(one.columns for one in compiled.queries.values()))
    found = [
        f"{table}.{column}"
        for table, columns in ENTITY_COLUMNS.items()
        for column in columns
        if column in FREE_TEXT and (table, column) not in read
    ]
    wiki = any(one.tables & set(WIKI_TABLES) for one in compiled.queries.values())
    return tuple(found if wiki else (*found, "the wiki"))

"""Answers that give up, and answers that show no value, carry evidence.

*Not found*, *unsupported*, a question back, a refusal and a bare yes or no cost a plan nothing to
say. Each is held against what the request wants, read apart from the plan: what a column holds is
not unsupported, what is told and found is not unclear, what is open to the caller is not refused,
and yes or no rests on a column that is asked about. Where nobody has read the request, only what
the plan itself shows is looked at.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.rule import Operation
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.asked.schema import COLUMNS, OPERATIONS
from agentic_solver.erc3.execute.attempt import Attempt, Draft
from agentic_solver.erc3.execute.condition import Test
from agentic_solver.erc3.execute.grounding import Sources, fold, literal_is_stated
from agentic_solver.erc3.execute.lineage import ancestry
from agentic_solver.erc3.execute.varying import Chain, Worlds, chain_of, read_by
from agentic_solver.erc3.numeral import stated_numbers
from agentic_solver.erc3.policy.access import Resource
from agentic_solver.erc3.policy.refusal import Need
from agentic_solver.erc3.snapshot.parsing import nodes, parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["Judge", "given_up", "is_flat", "needs_of", "unfounded"]

_DECIDED = ("none", "true", "false")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """What an answer is held against."""

    reading: Callable[[], RequestReading | str]
    is_told: Callable[[], bool]
    """Whether every change that is asked for is told in full and its records are found."""
    is_allowed: Callable[[], bool]
    """Whether the policy allows the changes that are asked for."""
    candidates: Callable[[CheckedQuery], tuple[int, ...]]
    """How many things each finder call of a query has found."""
    sources: Sources
    worlds: Worlds


def needs_of(reading: RequestReading) -> tuple[Need, ...]:
    """Return what a request needs to be answered; nothing where that is not known."""
    if any(one not in COLUMNS for one in reading.asks):
        return ()
    reads = [
        Need(operation=Operation.READ, resource=Resource(table=t, column=c, aggregated=False))
        for one in reading.asks
        for t, c in COLUMNS[one]
    ]
    changes = [OPERATIONS.get(one.act) for one in reading.changes if one.standing == "asked"]
    if None in changes:
        return ()
    return (*reads, *(Need(operation=one) for one in changes if one is not None))


def unfounded(attempt: Attempt, draft: Draft, judge: Judge) -> Violation | None:
    """Return why an answer rests on nothing; None where it rests on something."""
    check = _CHECKS.get(draft.outcome)
    why = check(attempt, draft, judge) if check is not None else ""
    if not why:
        return None
    rows = dict[str, JsonValue](attempt.fact_counts())
    return draft.violation(ViolationCode.OUTCOME_NOT_ADMISSIBLE, "outcome", why, rows=rows)


def _tests(attempt: Attempt, draft: Draft) -> tuple[Test, ...]:
    """Return the tests of the chosen case."""
    return attempt.compiled.conditions[draft.case_index].tests


def is_flat(attempt: Attempt, draft: Draft) -> bool:
    """Whether no row of the company was tested before a case was chosen: finders are none."""
    return not _touched(attempt, draft)


def _touched(attempt: Attempt, draft: Draft) -> frozenset[tuple[str, str]]:
    """Return the columns that were read for the tests up to the chosen case."""
    queries = attempt.compiled.queries
    return frozenset(
        column
        for condition in attempt.compiled.conditions[: draft.case_index + 1]
        for test in condition.tests
        for name in ancestry(queries, test.fact)
        for column in queries[name].columns
    )


def _not_found(attempt: Attempt, draft: Draft, judge: Judge) -> str:
    if attempt.compiled.takes_for_change and judge.is_told():
        return "what the request asks to be changed is there"
    tests = [one for one in _tests(attempt, draft) if one.state in _DECIDED]
    for test in tests:
        chain = ancestry(attempt.compiled.queries, test.fact)
        if not all(_filters_by_stated(attempt.compiled.queries[name], judge) for name in chain):
            return "what is not found was looked for by a value that nobody stated"
        if not _is_looked_for(attempt, sorted(chain), judge):
            return "what is not found was looked for by words that nobody stated"
    return _strange_phrase(attempt, tests, judge) or _cut_off(attempt, tests, judge)


def _cut_off(attempt: Attempt, tests: list[Test], judge: Judge) -> str:
    """Return whether nothing was found only as the plan has cut off what is there."""
    known = stated_numbers(*judge.sources.texts, judge.sources.policy) | {Decimal(0), Decimal(1)}

    def is_stated(figure: Decimal) -> bool:
        # *more than two* is *three at least*
        return any(figure + step in known for step in (-1, 0, 1))

    for test in tests:
        chain = chain_of(attempt.compiled.queries, test.fact)
        if test.state == "none" and _is_cut_off(chain, is_stated, judge.worlds):
            return "what is not found was cut off, or ruled out by a figure that nobody stated"
    return ""


def _is_looked_for(attempt: Attempt, chain: list[str], judge: Judge) -> bool:
    """Whether some text that decides is stated, or nothing but a finder and rows decides."""
    queries = [attempt.compiled.queries[name] for name in chain]
    if any(query.lookups for query in queries):
        return True
    texts = [
        word
        for query in queries
        for text in query.literals
        if (word := text.strip("%_ ")) and any(map(str.isalpha, word))
    ]
    return not texts or any(literal_is_stated(text, judge.sources, argument="") for text in texts)


def _filters_by_stated(query: CheckedQuery, judge: Judge) -> bool:
    return all(
        value in (0, 1) or literal_is_stated(value, judge.sources, argument=one.column)
        for one in query.filters
        if one.table != "me"
        for value in one.values
    )


def _strange_phrase(attempt: Attempt, tests: list[Test], judge: Judge) -> str:
    """Return whether nothing was found only as nothing of the request was looked for."""
    request = fold(judge.sources.request)
    for test in tests:
        if test.state != "none":
            continue
        chain = ancestry(attempt.compiled.queries, test.fact)
        phrases = [one.text for name in chain for one in attempt.compiled.queries[name].lookups]
        if phrases and not any(fold(phrase) in request for phrase in phrases):
            return "what is not found was looked for by words that the request does not hold"
    return ""


def _question(attempt: Attempt, draft: Draft, judge: Judge) -> str:
    tests = [one for one in _tests(attempt, draft) if one.state in _DECIDED]
    if any(one.tests for one in attempt.compiled.conditions[: draft.case_index + 1]):
        return (
            _strange_phrase(attempt, tests, judge)
            or _cut_off(attempt, tests, judge)
            or _needless(attempt, draft, judge)
        )
    counts = [
        count for query in attempt.compiled.queries.values() for count in judge.candidates(query)
    ]
    if counts and all(count == 1 for count in counts):
        return "a question back, though everything that is looked up was found"
    return given_up(draft.outcome, judge.reading(), judge.is_told, judge.is_allowed)


def _needless(attempt: Attempt, draft: Draft, judge: Judge) -> str:
    """A name that fits several or something else is no question where the request tells who."""
    by_name = all(one.state != "none" for one in _tests(attempt, draft))
    asked = attempt.compiled.takes_for_change and by_name and is_flat(attempt, draft)
    return "a question back, though the change is told in full" if asked and judge.is_told() else ""


def _unsupported(_attempt: Attempt, draft: Draft, judge: Judge) -> str:
    return given_up(draft.outcome, judge.reading(), judge.is_told, judge.is_allowed)


def _refusal(attempt: Attempt, draft: Draft, judge: Judge) -> str:
    if attempt.identity.is_public or not is_flat(attempt, draft):
        return ""  # a visitor changes nothing
    return given_up(draft.outcome, judge.reading(), judge.is_told, judge.is_allowed)


def given_up(
    outcome: Outcome,
    read: RequestReading | str,
    is_told: Callable[[], bool],
    is_allowed: Callable[[], bool],
) -> str:
    """Return why an outcome gives up what could be done; empty where it may be right.

    Args:
        outcome: of an answer that nothing was looked up for.
        read: what the request asks, or why nobody could tell.
        is_told: whether every change that is asked for is told in full and its records are found.
        is_allowed: whether the policy allows them.
    """
    if isinstance(read, str):
        return ""
    asked = [one for one in read.changes if one.standing == "asked"]
    match outcome:
        case Outcome.NONE_UNSUPPORTED if asked and all(one.act in OPERATIONS for one in asked):
            return "there is a tool for the change that is asked for"
        case Outcome.NONE_UNSUPPORTED if (
            not asked and read.asks and all(one in COLUMNS for one in read.asks)
        ):
            return "there is a column for what is asked"
        case Outcome.NONE_CLARIFICATION_NEEDED if asked and is_told():
            return "a question back, though the change is told in full"
        case Outcome.DENIED_SECURITY if asked and is_allowed():
            return "the policy allows the change that is asked for"
        case _:
            return ""


def _answer(attempt: Attempt, draft: Draft, judge: Judge) -> str:
    """An answer that shows no value rests on a column that is asked about."""
    case = draft.case
    bare = not case.writes and "{" not in case.message and not case.links
    if not bare or attempt.identity.is_public:
        return ""
    read = judge.reading()
    if isinstance(read, str) or not read.asks or any(one not in COLUMNS for one in read.asks):
        return ""
    asked = {column for one in read.asks for column in COLUMNS[one]}
    rests = _touched(attempt, draft) & asked
    return "" if rests else "the answer rests on nothing that is asked about"


_CHECKS: dict[Outcome, Callable[[Attempt, Draft, Judge], str]] = {
    Outcome.OK_NOT_FOUND: _not_found,
    Outcome.NONE_CLARIFICATION_NEEDED: _question,
    Outcome.NONE_UNSUPPORTED: _unsupported,
    Outcome.DENIED_SECURITY: _refusal,
    Outcome.OK_ANSWER: _answer,
}


# nothing is found because nothing is there, not because a plan cut it off -------------------

_CUTTING = ("limit", "offset")


def _is_cut_off(chain: Chain, is_stated: Callable[[Decimal], bool], worlds: Worlds) -> bool:
    """Whether the last fact of a chain has rows but for a cut or a figure that nobody stated.

    *Not found* costs a plan nothing: such a figure rules every row out, an offset leaves them
    behind. So the facts behind an empty one are run again without what cuts rows off, and once
    for each such figure with a zero in its place: rows that then appear were there.
    """
    others = [
        {**chain, name: replace(query, sql=sql)}
        for name, query in chain.items()
        for sql in _without(query.sql, is_stated)
    ]
    if not others:
        return False
    play = next(worlds(read_by(chain)))
    return any((output := play(other)) is not None and output.rows for other in others)


def _without(sql: str, is_stated: Callable[[Decimal], bool]) -> Iterator[str]:
    for place, figure in _figures(sql):
        if figure is not None and is_stated(figure):
            continue
        copy = parsed(sql).copy()
        node = nodes(copy)[place]
        if figure is None:
            for clause in _CUTTING:
                node.set(clause, None)
        else:
            node.replace(exp.Literal.number(0))
        yield copy.sql(dialect="duckdb")


@lru_cache(maxsize=256)
def _figures(sql: str) -> tuple[tuple[int, Decimal | None], ...]:
    """Return the places of figures in a query; None for a query that is cut."""
    found: list[tuple[int, Decimal | None]] = []
    for place, node in enumerate(nodes(parsed(sql))):
        if isinstance(node, exp.Literal) and not node.is_string:
            found.append((place, Decimal(node.name)))
        elif any(node.args.get(clause) is not None for clause in _CUTTING):
            found.append((place, None))
    return tuple(found)

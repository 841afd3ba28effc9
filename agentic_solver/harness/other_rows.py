"""Other rows that count: edits of a wrong plan, each decided again until one is what was wanted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.erc3.experience.bound import Bound, bound_edits, drawn_in
from agentic_solver.erc3.experience.cause import Cause, Keep, Rows
from agentic_solver.erc3.experience.check_line import Wish
from agentic_solver.erc3.experience.edit import Edit, contraries, edits, edits_of
from agentic_solver.erc3.numeral import stated_numbers
from agentic_solver.harness.edited_plan import Unread
from agentic_solver.harness.explained import Explained, rivals
from agentic_solver.harness.graded_answer import LINKS, TEXT, GradedAnswer
from agentic_solver.harness.written import stands

__all__ = ["other_bounds", "other_rows"]

_TRIES = 80
"""Edits of one plan that are decided at most."""
Decide = Callable[[Mapping[str, str]], AgentResponse | Unread | None]


@dataclass(frozen=True, slots=True)
class _Try:
    """A cause that is tested, and the queries that read otherwise then."""

    cause: Rows
    changed: Mapping[str, str]
    without: tuple[Rows, ...] = ()
    """Known causes that the plan heeds and the test does not."""


def other_rows(
    decide: Decide, wrong: GradedAnswer, left: Sequence[Wish], known: Sequence[Cause]
) -> Explained | None:
    """Return the rows that count; what is known is tried first, then the plainest.

    Args:
        decide: decides the plan again with other queries.
        wrong: the answer.
        left: what the grader wanted and nothing else accounts for.
        known: causes that the store knows.
    """
    about = _about(left)
    held = [one for one in known if isinstance(one, Rows) and one.about == about]
    rejected, untested = list[Cause](), dict[tuple[str, str], Explained]()
    for _, one in zip(range(_TRIES), _tries(wrong.queries, about, held), strict=False):
        cause = one.cause
        place = (cause.table, cause.column)
        if place in untested and cause.keep is not Keep.WITHOUT:
            continue
        found = Explained(cause=cause, facts=tuple(one.changed), wishes=tuple(left))
        response = decide(one.changed) if one.changed else wrong.response
        if isinstance(response, Unread) and cause.keep is Keep.EVERY:
            untested[place] = replace(found, tested=False)
        elif isinstance(response, AgentResponse):
            if _is_wanted(wrong, left, response):
                return replace(found, rejects=(*one.without, *rivals(cause, rejected)))
            rejected += [cause] if cause in held and not one.without else []
    return next(iter(untested.values()), None)


def other_bounds(
    decide: Decide, wrong: GradedAnswer, left: Sequence[Wish], known: Sequence[Cause], request: str
) -> Explained | None:
    """Return the line that the grader draws where the request gives no figure for it.

    Args:
        decide: decides the plan again with other queries.
        wrong: the answer.
        left: what the grader wanted and nothing else accounts for.
        known: causes that the store knows.
        request: its text; what it states is no line of the plan's own.
    """
    stated = stated_numbers(request)
    tries = [
        (bound, changed)
        for drawn, bound, changed in bound_edits(wrong.queries)
        if not {drawn.value, Decimal(drawn.figure)} & stated
    ]
    tries.sort(key=lambda one: one[0] not in known)  # stable: the nearest first
    drawn = drawn_in(wrong.queries)
    rejected = [one for one in known if isinstance(one, Bound) and one in drawn]
    for _, (bound, changed) in zip(range(_TRIES), tries, strict=False):
        response = decide(changed)
        if not isinstance(response, AgentResponse):
            continue
        if _is_wanted(wrong, left, response):
            rejects = rivals(bound, rejected)
            return Explained(cause=bound, facts=tuple(changed), wishes=tuple(left), rejects=rejects)
        if bound in known:
            rejected.append(bound)
    return None


def _tries(queries: Mapping[str, str], about: str, held: Sequence[Rows]) -> Iterator[_Try]:
    """Yield what is known, heeded and then not, and what is not; at last both at once.

    Nothing changes where a known cause is heeded already.
    """
    against = [
        (cause, changed) for cause in held for changed in contraries(queries, cause) if changed
    ]
    yield from (_Try(cause, edits_of(queries, cause)) for cause in held)
    yield from (_Try(cause, changed, (cause,)) for cause, changed in against)
    for edit in edits(queries):
        cause = _cause(edit, about)
        if cause not in held:
            yield _Try(cause, edit.changed)
    for heeded, changed in against:
        for edit in edits({**queries, **changed}):
            yield _Try(_cause(edit, about), {**changed, **edit.changed}, (heeded,))


def _cause(edit: Edit, about: str) -> Rows:
    return Rows(table=edit.table, column=edit.column, keep=edit.keep, value=edit.value, about=about)


def _about(wishes: Sequence[Wish]) -> str:
    kinds = [wish.values[0] for wish in wishes if wish.about in LINKS]
    return kinds[0] if kinds else "figure"


def _is_wanted(wrong: GradedAnswer, left: Sequence[Wish], now: AgentResponse) -> bool:
    """Whether an answer is what the grader wanted where it was wrong, and the same elsewhere."""
    wanted = {wish.values for wish in left if wish.about == "link"}
    unwanted = {wish.values for wish in left if wish.about == "no link"}
    links = {(link.kind.value, link.id) for link in now.links}
    texts = [wish.values[0] for wish in left if wish.about == TEXT]
    return (
        now.outcome == wrong.response.outcome
        and links == (wrong.links - unwanted) | wanted
        and all(stands(text, now.message) for text in texts)
    )

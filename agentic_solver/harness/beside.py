"""Records beside an answer: what its links, its reads and its finders lead to."""

from collections.abc import Collection, Iterator

from agentic_solver.contracts.plan import LinkKind
from agentic_solver.erc3.experience.cause import Found, Related, Relation
from agentic_solver.erc3.experience.check_line import Wish
from agentic_solver.erc3.snapshot.relation import finder_calls
from agentic_solver.harness.graded_answer import GradedAnswer, looked_up, records

__all__ = ["beside", "found_records", "neighbours"]

Link = tuple[str, ...]
"""Kind and id."""


def beside(wrong: GradedAnswer) -> Iterator[tuple[Related | Found, tuple[Wish, ...]]]:
    """Yield what leads from an answer to all that is missed, or not wanted, of a kind."""
    missed = {wish.values: wish for wish in wrong.wishes if wish.about == "link"}
    unwanted = {wish.values: wish for wish in wrong.wishes if wish.about == "no link"}
    linked = {values[1] for values in wrong.links}
    for relation in Relation:
        kind = Related(relation=relation, linked=True).kind
        lost, extra = _of_kind(missed, kind), _of_kind(unwanted, kind)
        if bool(lost) is bool(extra):
            continue  # neither, or one record in place of another: that is no relation
        for about in (linked, looked_up(wrong.calls)) if lost else (linked,):
            near: set[Link] = {(kind.value, one) for one in neighbours(wrong, relation, about)}
            is_linked = _leads(near, lost, extra, wrong.links)
            if is_linked is not None:
                wishes = tuple((missed | unwanted)[one] for one in sorted(lost or extra))
                yield Related(relation=relation, linked=is_linked), wishes
    for kind in Found.KINDS:
        lost, extra = _of_kind(missed, kind), _of_kind(unwanted, kind)
        if wrong.response.outcome not in Found.OUTCOMES or bool(lost) is bool(extra):
            continue
        near = {(kind.value, one) for one in found_records(wrong, kind)}
        is_linked = _leads(near, lost, extra, wrong.links)
        if is_linked is not None:
            cause = Found(outcome=wrong.response.outcome, kind=kind, linked=is_linked)
            yield cause, tuple((missed | unwanted)[one] for one in sorted(lost or extra))


def _of_kind(links: Collection[Link], kind: LinkKind) -> set[Link]:
    return {values for values in links if values[:1] == (kind.value,)}


def _leads(
    near: set[Link], lost: set[Link], extra: set[Link], links: frozenset[Link]
) -> bool | None:
    """Whether records are linked by what is wanted of them; None where it is not about them.

    Whatever is near is wanted, or nothing is that is near.
    """
    if lost and lost <= near <= lost | links:
        return True
    return False if extra and extra == near & links else None


def neighbours(answer: GradedAnswer, relation: Relation, about: set[str]) -> Iterator[str]:
    """Yield the ids that a relation leads to from some records, as the recorded reads have them."""
    if relation is Relation.CALLER:
        yield from filter(None, [answer.caller])
        return
    for record in records(answer.calls):
        if record.get("id") not in about:
            continue
        team = record.get("team")
        match relation:
            case Relation.CUSTOMER_OF_PROJECT:
                found = [record.get("customer")]
            case Relation.MANAGER_OF_CUSTOMER:
                found = [record.get("account_manager")]
            case _:
                seats = (
                    [one for one in team if isinstance(one, dict)] if isinstance(team, list) else []
                )
                found = [one.get("employee") for one in seats if one.get("role") == "Lead"]
        yield from (str(one) for one in found if one)


def found_records(answer: GradedAnswer, kind: LinkKind) -> set[str]:
    """Return the ids that the finders of a kind found for the plan."""
    return {
        str(row["id"])
        for fact in answer.facts
        if {lookup.kind for lookup in finder_calls(fact.query)} == {kind.value}
        for row in fact.rows
        if row.get("id")
    }

"""What a wrong answer comes from, as far as it can be told."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentic_solver.erc3.experience.cause import Cause, Keep, Rows, Wordings
from agentic_solver.erc3.experience.check_line import Wish

__all__ = ["Explained", "rivals", "why_not"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """One cause, and where it shows."""

    cause: Cause
    facts: tuple[str, ...] = ()
    """Facts of the plan that count other rows then."""
    wishes: tuple[Wish, ...] = ()
    """What the grader wanted of the answer that the cause accounts for."""
    tested: bool = True
    """False where the task has not read the rows that would tell."""
    rejects: tuple[Cause, ...] = ()
    """Known causes by which the answer is wrong: others on the same subject, or the cause itself
    where the answer is right without it."""


def why_not(explained: Explained) -> str:
    """Return why a cause is not to be proposed; empty where it is."""
    cause = explained.cause
    if cause in explained.rejects:
        return "the answer is right without it"
    if explained.tested or isinstance(cause, Wordings):
        return ""
    return "the task has not read the rows that would tell"


def rivals(cause: Cause, known: Sequence[Cause]) -> tuple[Cause, ...]:
    """Return the known causes that say something else on the subject of one."""
    subject = cause.lesson.subject
    rivals = [one for one in known if one != cause and one.lesson.subject == subject]
    return tuple(one for one in rivals if not _agree(cause, one))


def _agree(one: Cause, other: Cause) -> bool:
    """Whether two causes leave out the same rows, so that one only says more than the other."""
    out = {Keep.WITHOUT, Keep.EVERY_BUT}
    return (
        isinstance(one, Rows)
        and isinstance(other, Rows)
        and one.value == other.value
        and {one.keep, other.keep} == out
    )

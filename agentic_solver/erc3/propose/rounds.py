"""What a round leaves for the next one, as the text of a judgement."""

from pydantic import JsonValue

from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.contracts.wording import counted, rejected_attempts
from agentic_solver.erc3.propose.reply import NO_PLAN
from agentic_solver.erc3.propose.request import LookReport, RoundFeedback

__all__ = ["first_problem", "gave_up", "same_problem", "write_feedback"]

_MOST = 100
_MET_AT = "tool_request.arguments: Value error, "
"""How the message begins where a reply is JSON and no plan."""


def write_feedback(
    round_number: int,
    violations: tuple[Violation, ...],
    shown: JsonValue = None,
    *,
    look: LookReport | None = None,
) -> str:
    """Return the feedback of a round as JSON; what a run does not tell leaves no trace in it."""
    rows = shown if isinstance(shown, dict) else {}
    told = RoundFeedback(round=round_number, violations=violations[:_MOST], shown=rows, look=look)
    absent = {name for name, there in (("shown", rows), ("look", look)) if not there}
    return told.model_dump_json(exclude=absent or None)


def same_problem(feedback: str) -> str:
    """Reduce feedback to codes and places: rounds differ in numbers and attempt ids."""
    told = RoundFeedback.model_validate_json(feedback)
    if told.look is not None:
        return f"look {told.round}"  # whoever looks again has no problem yet
    return " ".join(f"{violation.code}@{violation.path}" for violation in told.violations)


def gave_up(attempts: int, violations: tuple[Violation, ...]) -> str:
    """Say that all attempts were rejected, and what was wrong first."""
    return f"{rejected_attempts(attempts)}{first_problem(violations)}"


def first_problem(violations: tuple[Violation, ...]) -> str:
    """Say what is wrong first, as the end of a sentence; empty if nothing is known."""
    if not violations:
        return ""
    first = violations[0]
    if first.code is ViolationCode.MODEL_REPLY:
        return f"; {NO_PLAN}: {_in_one_line(first.message)}"
    place = f" at {first.path}" if first.path else ""
    return f"; {first.code.value}{place}: {first.message}"


def _in_one_line(message: str) -> str:
    """Return the first fault of a reply, without where the controller met it."""
    first, *more = message.removeprefix(_MET_AT).splitlines() or [""]
    return f"{first} (and {counted(len(more), 'more fault')})" if more else first

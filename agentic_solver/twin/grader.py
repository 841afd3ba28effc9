"""Grading one attempt by its answer and by what it changed; one line per failed check.

The lines are those of the real evaluator (``FAIL: expected outcome 'a', got 'b'``), with what was
found added at the end where that helps.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentic_solver.twin.changes import grade_changes
from agentic_solver.twin.event import AgentResponse, Event
from agentic_solver.twin.expectation import (
    CHECK_GROUPS,
    CheckGroup,
    Expectation,
    LinkRule,
    MessageRule,
)

__all__ = ["Attempt", "Grade", "grade"]

_PENALTY = 0.1
_WARNING = "WARN: no inference statistics found, penalty 0.1"
_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What a task did."""

    responses: tuple[AgentResponse, ...]
    events: tuple[Event, ...]
    has_usage: bool
    """Whether any use of a model was logged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The score of a task and the lines that explain it."""

    score: float
    """1.0 or 0.0, less 0.1 (not below 0) where usage is required and missing."""
    lines: tuple[str, ...]

    @property
    def logs(self) -> str:
        """The lines as one text, empty on success."""
        return "\n".join(self.lines)


def grade(expect: Expectation, attempt: Attempt, *, require_usage: bool) -> Grade:
    """Check an attempt against what its task expects."""
    found = {group: _CHECKS[group](expect, attempt) for group in CHECK_GROUPS}
    failures = _select(expect, found)
    lines = [f"FAIL: {failure}" for failure in failures]
    score = 0.0 if lines else 1.0
    if require_usage and not attempt.has_usage:
        lines.append(_WARNING)
        score = max(0.0, score - _PENALTY)
    return Grade(score=score, lines=tuple(lines))


def _select(expect: Expectation, found: dict[CheckGroup, list[str]]) -> list[str]:
    """Return all failures, or with ordered checks those of the first failing group."""
    if expect.ordered_checks is False:
        return [failure for group in CHECK_GROUPS for failure in found[group]]
    named = () if expect.ordered_checks is True else expect.ordered_checks
    order = (*named, *(group for group in CHECK_GROUPS if group not in named))
    return next((found[group] for group in order if found[group]), [])


def _check_responses(expect: Expectation, attempt: Attempt) -> list[str]:
    del expect
    count = len(attempt.responses)
    return [] if count == 1 else [f"agent should provide 1 response, found {count}"]


def _check_outcome(expect: Expectation, attempt: Attempt) -> list[str]:
    if not attempt.responses or attempt.responses[-1].outcome in expect.outcomes:
        return []
    wanted, got = ", ".join(expect.outcomes), attempt.responses[-1].outcome
    plural = "s" if len(expect.outcomes) > 1 else ""
    return [f"expected outcome{plural} '{wanted}', got '{got}'"]


def _check_links(expect: Expectation, attempt: Attempt) -> list[str]:
    if not attempt.responses:
        return []
    failures: list[str] = []
    for kind, rule in expect.links.items():
        links = attempt.responses[-1].links
        # Each id once, in the order of the answer.
        have = list(dict.fromkeys(link.id for link in links if link.kind == kind))
        missing, extra = _judge_links(rule, have)
        failures += [f"expected {kind} link to '{link}' not found" for link in missing]
        failures += [f"found unexpected {kind} link to '{link}'" for link in extra]
    return failures


def _judge_links(rule: LinkRule, have: Sequence[str]) -> tuple[list[str], list[str]]:
    if rule.forbid is not None:
        forbidden = have if rule.forbid == "any" else rule.forbid
        return [], [link for link in have if link in forbidden]
    required = rule.exact if rule.exact is not None else rule.contain or ()
    missing = [link for link in dict.fromkeys(required) if link not in have]
    if rule.tolerate == "any":
        return missing, []
    allowed = {*required, *(rule.tolerate or ())}
    return missing, [link for link in have if link not in allowed]


def _check_message(expect: Expectation, attempt: Attempt) -> list[str]:
    if not attempt.responses:
        return []
    rule: MessageRule = expect.message
    message = attempt.responses[-1].message
    got = f"got '{message if len(message) <= _SHOWN else message[:_SHOWN] + '...'}'"
    failures = [
        f"expected message to contain '{text}', {got}"
        for text in rule.contains
        if text not in message
    ]
    for choice in rule.contains_any:
        if not any(text in message for text in choice):
            shown = ", ".join(f"'{text}'" for text in choice)
            failures.append(f"expected message to contain one of {shown}, {got}")
    failures += [
        f"expected message to NOT contain '{text}', {got}"
        for text in rule.excludes
        if text in message
    ]
    return failures


def _check_changes(expect: Expectation, attempt: Attempt) -> list[str]:
    return grade_changes(() if expect.changes == "none" else expect.changes, attempt.events)


_CHECKS: dict[CheckGroup, Callable[[Expectation, Attempt], list[str]]] = {
    "responses": _check_responses,
    "outcome": _check_outcome,
    "links": _check_links,
    "message": _check_message,
    "changes": _check_changes,
}

"""Conditions on the very field that a request asks to change: floors, caps, *if it is below*."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from operator import ge, gt, le, lt
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.request_reading import Condition, How, Test
from agentic_solver.erc3.asked.effect import Change
from agentic_solver.erc3.asked.judged import OPEN, Judged
from agentic_solver.erc3.asked.value import number
from agentic_solver.erc3.asked.wanting import Judge

__all__ = ["STEPS", "part_of", "within"]

STEPS: tuple[How, ...] = ("add", "subtract", "percent_up", "percent_down", "multiply")
"""Changes that start from what is there."""
_HOLDS: Mapping[Test, Callable[[Decimal, Decimal], bool]] = MappingProxyType(
    {"more": gt, "less": lt, "at_least": ge, "at_most": le}
)


def within(limit: Condition, judge: Judge, how: How) -> Judge:
    """A condition on the very field that changes: on what a step comes to, else on what it was."""

    def judged(change: Change) -> Judged:
        found, holds = judge(change), _HOLDS.get(limit.test)
        bound = limit.value if isinstance(limit.value, int | float) else None
        value = change.new if how in STEPS else change.old
        figure = number(part_of(value, limit.field) if isinstance(value, dict) else value)
        end = number(bound)
        if not found.agrees or holds is None or end is None:
            return found
        return found if holds(figure or Decimal(0), end) else OPEN

    return judged


def part_of(item: JsonValue, name: str) -> JsonValue:
    """Return a part of an item of a list; nothing of what is none."""
    return item.get(name) if isinstance(item, dict) else None

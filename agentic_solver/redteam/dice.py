"""Dice: choices that follow from a seed and a place alone, equal on every machine."""

from collections.abc import Sequence
from typing import TypeVar

from pydantic import JsonValue

from agentic_solver.contracts.canonical import content_id

__all__ = ["Dice"]

T = TypeVar("T")


class Dice:
    """A stream of choices; equal seeds give equal streams."""

    def __init__(self, *seed: JsonValue) -> None:
        self._seed = list(seed)
        self._thrown = 0

    def number(self, below: int) -> int:
        """Return a number from 0 to ``below`` - 1."""
        self._thrown += 1
        return int(content_id([*self._seed, self._thrown])[:15], 16) % below

    def pick(self, items: Sequence[T]) -> T:
        """Return one of ``items``, which must not be empty."""
        return items[self.number(len(items))]

    def chance(self, percent: int) -> bool:
        """Return True in about ``percent`` of hundred throws."""
        return self.number(100) < percent

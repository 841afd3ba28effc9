"""Paired scores and the exact test of them: no normal curve, no assumption but a fair coin."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from agentic_solver.harness.significance import sign_test

K = TypeVar("K", bound=Hashable)

__all__ = ["Pairing", "pair"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """How often one side scored better, worse, or the same."""

    better: int = 0
    worse: int = 0
    equal: int = 0

    @property
    def p_value(self) -> float:
        """Chance of at least this many better ones if better and worse were equally likely."""
        return sign_test(self.better, self.worse)


def pair(without: Mapping[K, float | None], having: Mapping[K, float | None]) -> Pairing:
    """Compare scores under the same keys; a key without a score on either side does not count."""
    better = worse = equal = 0
    for key in without.keys() & having.keys():
        before, after = without[key], having[key]
        if before is None or after is None:
            continue
        better += after > before
        worse += after < before
        equal += after == before
    return Pairing(better=better, worse=worse, equal=equal)

"""The exact interval of a share."""

import math
from collections.abc import Callable

__all__ = ["clopper_pearson"]

_STEPS = 50
"""Halvings of an interval: more digits than a page shows."""


def clopper_pearson(hits: int, of: int, *, alpha: float = 0.05) -> tuple[float, float]:
    """Return the exact two-sided bounds of the share ``hits / of`` at confidence ``1 - alpha``.

    Nothing observed says nothing: the bounds of 0 of 0 are 0 and 1.
    """
    low = 0.0 if hits == 0 else _solve(lambda p: 1 - _at_most(hits - 1, of, p) < alpha / 2)
    high = 1.0 if hits == of else _solve(lambda p: _at_most(hits, of, p) > alpha / 2)
    return low, high


def _solve(is_below: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return (low + high) / 2


def _at_most(hits: int, of: int, p: float) -> float:
    """Return the probability of at most ``hits`` successes in ``of`` trials."""
    yes, no = math.log(p), math.log1p(-p)
    whole = math.lgamma(of + 1)
    return math.fsum(
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(of - k + 1) + k * yes + (of - k) * no)
        for k in range(hits + 1)
    )

"""Exact statistics for small samples: no normal approximation, no random numbers."""

import math
from dataclasses import dataclass
from fractions import Fraction

__all__ = [
    "ALPHA",
    "Interval",
    "clopper_pearson",
    "exact_bounds",
    "paired_p",
    "paired_verdict",
    "sign_test",
]

ALPHA = 0.05
"""What counts as noise: a difference that chance alone gives at least this often."""

_STEPS = 60
_TINY = 1e-300
_PRECISION = 1e-14
_TERMS = 500


@dataclass(frozen=True, slots=True)
class Interval:
    """A share and what bounds it."""

    hits: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """The share itself; None of nothing."""
        return self.hits / self.of if self.of else None


def clopper_pearson(hits: int, of: int, *, alpha: float = ALPHA) -> Interval:
    """Return the exact two-sided interval of a share at confidence ``1 - alpha``.

    Nothing observed says nothing: the interval of 0 of 0 is [0, 1].
    """
    return Interval(hits, of, *exact_bounds(hits, of, alpha=alpha))


def exact_bounds(hits: float, of: int, *, alpha: float = ALPHA) -> tuple[float, float]:
    """Return Clopper and Pearson's bounds, between whole numbers of hits as well.

    A mean of several counts over the same tasks varies no more than one such count, so that the
    bounds are no narrower than they have to be.
    """
    low = 0.0 if hits <= 0 else _beta_quantile(alpha / 2, hits, of - hits + 1)
    high = 1.0 if hits >= of else _beta_quantile(1 - alpha / 2, hits + 1, of - hits)
    return low, high


def paired_p(better: int, worse: int) -> float:
    """Return the two-sided p of an exact sign test over pairs that differ.

    Over pairs of right and wrong this is McNemar's exact test. Ties have no say.
    """
    pairs, few = better + worse, min(better, worse)
    if better == worse:
        return 1.0
    if pairs <= 1_000:
        tail = sum(math.comb(pairs, hits) for hits in range(few + 1))
        return min(1.0, float(Fraction(2 * tail, 2**pairs)))
    return min(1.0, 2 * _beta_share(0.5, pairs - few, few + 1))


def paired_verdict(graded: int, gained: int, lost: int) -> str:
    """Say in one sentence what a comparison of two runs by task comes to.

    Args:
        graded: tasks with a score in both runs.
        gained: those of them that are right in the second run alone.
        lost: those that are right in the first alone.
    """
    if not graded:
        return "no task has a score in both runs: there is nothing to test"
    if not gained and not lost:
        return f"the same tasks are right in both runs ({graded} pairs)"
    p = paired_p(gained, lost)
    what = f"{gained} gained, {lost} lost, exact p = {p:.4g}"
    if p < ALPHA:
        return f"the second run is {'better' if gained > lost else 'worse'}: {what}"
    return f"the difference does not exceed the noise: {what}"


def sign_test(better: int, worse: int) -> float:
    """Return the one-sided exact p: at least so many better ones; 1.0 where nothing differs."""
    differ = better + worse
    favourable = sum(math.comb(differ, number) for number in range(better, differ + 1))
    return float(Fraction(favourable, 2**differ))


def _beta_quantile(p: float, a: float, b: float) -> float:
    """Return x with I_x(a, b) = p, by bisection: I grows with x."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _beta_share(middle, a, b) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beta_share(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b)."""
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    logs = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(logs + a * math.log(x) + b * math.log1p(-x))
    # The fraction converges quickly only on its side of the mean.
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1.0 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function (modified Lentz)."""
    c, d = 1.0, 1.0 / _nonzero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / _nonzero(1 + term * d)
            c = _nonzero(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return value


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY

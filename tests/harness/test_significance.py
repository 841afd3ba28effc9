"""Exact statistics, compared with their definitions."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.harness.significance import clopper_pearson, paired_p


def tail_at_least(hits: int, of: int, share: float) -> float:
    return sum(math.comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(hits, of + 1))


@settings(max_examples=60)
@given(st.integers(1, 80).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_bounds_are_where_the_tails_have_half_of_alpha(pair: tuple[int, int]) -> None:
    hits, of = pair
    found = clopper_pearson(hits, of)
    if hits:
        assert tail_at_least(hits, of, found.low) == pytest.approx(0.025, rel=1e-6)
    if hits < of:
        assert 1 - tail_at_least(hits + 1, of, found.high) == pytest.approx(0.025, rel=1e-6)
    assert found.low <= hits / of <= found.high


@pytest.mark.parametrize("of", [1, 10, 1_000, 100_000])
def test_none_and_all_have_their_closed_forms(of: int) -> None:
    none, all_ = clopper_pearson(0, of), clopper_pearson(of, of)
    assert (none.low, all_.high) == (0.0, 1.0)
    assert none.high == pytest.approx(-math.expm1(math.log(0.025) / of), rel=1e-9)
    assert all_.low == pytest.approx(math.exp(math.log(0.025) / of), rel=1e-9)


def test_nothing_observed_says_nothing() -> None:
    found = clopper_pearson(0, 0)
    assert (found.share, found.low, found.high) == (None, 0.0, 1.0)


def test_a_published_interval() -> None:
    # 10 of 100 in every textbook: 4.90 % to 17.62 %.
    found = clopper_pearson(10, 100)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0490, 0.1762)


@pytest.mark.parametrize(
    ("better", "worse", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (6, 0, 2 / 64), (0, 6, 2 / 64), (5, 0, 2 / 32), (8, 2, 112 / 1024)],
)
def test_the_sign_test_is_the_binomial_tail_doubled(better: int, worse: int, p: float) -> None:
    assert paired_p(better, worse) == pytest.approx(p)


@pytest.mark.parametrize(("better", "worse"), [(560, 641), (1_500, 1_400), (40_000, 40_300)])
def test_many_pairs_take_another_way_to_the_same_figure(better: int, worse: int) -> None:
    few, pairs = min(better, worse), better + worse
    term = tail = math.comb(pairs, few)
    for k in range(few, 0, -1):
        term = term * k // (pairs - k + 1)
        tail += term
        if term * 10**20 < tail:
            break
    assert paired_p(better, worse) == pytest.approx(float(Fraction(2 * tail, 2**pairs)), rel=1e-8)

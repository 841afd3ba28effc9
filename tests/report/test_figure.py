"""The figures of a report."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.harness.significance import clopper_pearson
from agentic_solver.report.figure import family_shares, histogram, repeats, time_split
from agentic_solver.report.record import read_record


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    # Published tables of exact binomial limits.
    [(0, 10, 0.0, 0.3085), (5, 10, 0.1871, 0.8129), (10, 10, 0.6915, 1.0), (0, 0, 0.0, 1.0),
     (81, 263, 0.2527, 0.3676)],
)  # fmt: skip
def test_the_interval_is_the_exact_one(hits: int, of: int, low: float, high: float) -> None:
    found = clopper_pearson(hits, of)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@settings(max_examples=30)
@given(st.integers(1, 60).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_bounds_cut_off_a_fortieth_on_each_side(pair: tuple[int, int]) -> None:
    hits, of = pair
    found = clopper_pearson(hits, of)
    low, high = Fraction(found.low), Fraction(found.high)
    if hits:
        above = sum(comb(of, k) * low**k * (1 - low) ** (of - k) for k in range(hits, of + 1))
        assert float(above) == pytest.approx(0.025, abs=1e-9)
    if hits < of:
        below = sum(comb(of, k) * high**k * (1 - high) ** (of - k) for k in range(hits + 1))
        assert float(below) == pytest.approx(0.025, abs=1e-9)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 2_000_000), max_size=40))
def test_a_histogram_holds_every_value_once(values: list[int]) -> None:
    bins = histogram(values)
    assert sum(one.count for one in bins) == len(values)
    assert len(bins) <= 13
    for one in bins:
        assert one.count == sum(one.low <= value <= one.high for value in values)


def test_families_come_worst_first(make_run: Callable[..., Path], made: type) -> None:
    tasks = [made(task="good-1"), made(task="bad-1", score=0.0), made(task="bad-2"),
             made(task="none-1", score=None)]  # fmt: skip
    shares = family_shares(read_record(make_run(tasks)))
    assert [(share.name, share.hits, share.of) for share in shares] == [
        ("bad", 1, 2),
        ("good", 1, 1),
    ]


def test_the_family_that_a_run_names_is_used(make_run: Callable[..., Path], made: type) -> None:
    run = make_run([made(task="a-1")], families={"a-1": "lookup"})
    assert [share.name for share in family_shares(read_record(run))] == ["lookup"]


def test_the_parts_of_the_time_are_the_whole(make_run: Callable[..., Path], made: type) -> None:
    split = time_split(read_record(make_run([made(task="a"), made(task="b")])).tasks)
    assert (split.model, split.platform, split.harness) == pytest.approx((0.6, 0.2, 0.025))
    assert split.outside == 0
    assert split.total == pytest.approx(1.0)


def test_repeats_are_tasks_that_several_runs_have(
    make_run: Callable[..., Path], made: type
) -> None:
    scores = {"always": (1, 1, 1), "never": (0, 0, 0), "flips": (1, 0, 1), "once": (1, None, None)}
    runs = [
        read_record(make_run([made(task=name, score=all_[at]) for name, all_ in scores.items()]))
        for at in range(3)
    ]
    found = repeats(runs, mark=lambda passed: "+" if passed else "-")
    assert found is not None
    assert (found.tasks, found.always, found.never) == (3, 1, 1)
    assert found.flipping == (("flips", "+-+"),)
    assert found.by_count == (("0 of 3", 1), ("2 of 3", 1), ("3 of 3", 1))
    assert repeats(runs[:1], mark=str) is None

"""Complete listings: the limit is learned, the end is proved, nothing is skipped."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from agentic_solver.erc3.fault import PagingError, SystemBrokenError
from agentic_solver.erc3.paging import PageLimit, collect_rows, iterate_pages
from agentic_solver.errors import ApiError


@dataclass(frozen=True, kw_only=True)
class NumberPage:
    next_offset: int
    rows: tuple[int, ...]


class Numbers:
    """A listing of ``total`` numbers with a page limit that follows ``limits`` by call."""

    def __init__(self, total: int, limit: int | Callable[[int], int] = 5) -> None:
        self.total = total
        self._limit = limit
        self.calls: list[tuple[int, int]] = []

    def __call__(self, offset: int, limit: int) -> NumberPage:
        self.calls.append((offset, limit))
        maximum = self._limit(len(self.calls)) if callable(self._limit) else self._limit
        if limit > maximum:
            raise ApiError(400, f"page limit exceeded: {limit} > {maximum}")
        assert offset <= self.total, "a page past the end was asked for"
        end = offset + limit
        rows = tuple(range(offset, min(end, self.total)))
        return NumberPage(next_offset=end if end < self.total else -1, rows=rows)


@pytest.mark.requirement("S3-3.2b", "S3-4.1c")
@pytest.mark.parametrize("total", [0, 1, 4, 5, 6, 10, 23, 25, 33])
def test_all_rows_come_with_as_few_pages_as_possible(total: int) -> None:
    numbers = Numbers(total)
    limit = PageLimit()
    assert collect_rows(numbers, limit) == tuple(range(total))
    usual = [(5 * page, 5) for page in range(max(1, -(-total // 5)))]
    probe = [(25, 100)] if total > 25 else []
    assert numbers.calls == [*usual[:5], *probe, *usual[5:]]
    assert limit.learned == (5 if probe else None)


def test_limit_is_learned_once() -> None:
    limit = PageLimit()
    collect_rows(Numbers(27), limit)
    again = Numbers(27)
    collect_rows(again, limit)
    assert again.calls == [(offset, 5) for offset in range(0, 27, 5)]


def test_large_pages_are_used_where_allowed_once_a_listing_is_long() -> None:
    numbers = Numbers(423, limit=1000)
    limit = PageLimit()
    assert len(collect_rows(numbers, limit)) == 423
    few = [(offset, 5) for offset in range(0, 25, 5)]
    assert numbers.calls == [*few, *((offset, 100) for offset in range(25, 423, 100))]
    assert limit.learned is None


def test_a_load_of_everything_asks_for_large_pages_from_the_start() -> None:
    numbers = Numbers(23, limit=1000)
    limit = PageLimit()
    limit.widen(500)
    assert len(collect_rows(numbers, limit)) == 23
    assert numbers.calls == [(0, 500)]


@pytest.mark.parametrize("maximum", [0, -1])
def test_limit_below_one_is_a_broken_system(maximum: int) -> None:
    numbers = Numbers(3, limit=maximum)
    with pytest.raises(SystemBrokenError, match=f"page limit is {maximum}") as caught:
        collect_rows(numbers, PageLimit())
    assert caught.value.page_limit == maximum
    assert numbers.calls == [(0, 5)]


def test_limit_that_shrinks_in_the_middle_is_learned_again() -> None:
    numbers = Numbers(12, limit=lambda call: 5 if call <= 2 else 3)
    limit = PageLimit()
    assert collect_rows(numbers, limit) == tuple(range(12))
    assert numbers.calls == [(0, 5), (5, 5), (10, 5), (10, 3)]
    assert limit.learned == 3


def test_system_that_breaks_in_the_middle_is_broken() -> None:
    with pytest.raises(SystemBrokenError):
        collect_rows(Numbers(12, limit=lambda call: 5 if call <= 2 else -1), PageLimit())


def test_limit_that_keeps_shrinking_is_an_error() -> None:
    with pytest.raises(PagingError, match="changed 5 times"):
        collect_rows(Numbers(500, limit=lambda call: 50 - call), PageLimit())


@pytest.mark.parametrize(
    "error",
    [
        ApiError(400, "page limit exceeded: 5 > 5"),
        ApiError(400, "page limit exceeded: 5 > 200"),
        ApiError(400, "unknown field"),
        ApiError(403, "page limit exceeded: 5 > 3"),
        ApiError(500, ""),
    ],
)
def test_other_refusals_pass_through(error: ApiError) -> None:
    calls: list[int] = []

    def fetch(offset: int, limit: int) -> NumberPage:
        calls.append(limit)
        raise error

    with pytest.raises(ApiError) as caught:
        collect_rows(fetch, PageLimit())
    assert caught.value is error
    assert calls == [5]


@pytest.mark.parametrize("following", [0, 4, 5, -2])
@pytest.mark.requirement("S3-12c")
def test_offset_that_does_not_grow_ends_with_an_error(following: int) -> None:
    calls: list[int] = []

    def fetch(offset: int, limit: int) -> NumberPage:
        calls.append(offset)
        return NumberPage(next_offset=5 if offset == 0 else following, rows=(1, 2, 3, 4, 5))

    with pytest.raises(PagingError, match=f"names {following} as the next offset"):
        collect_rows(fetch, PageLimit())
    assert calls == [0, 5]


@pytest.mark.requirement("S3-12c")
def test_listing_without_an_end_is_cut_by_the_ceiling() -> None:
    calls: list[int] = []

    def fetch(offset: int, limit: int) -> NumberPage:
        calls.append(offset)
        return NumberPage(next_offset=offset + 1, rows=(1,))

    with pytest.raises(PagingError, match="no end after 50 pages"):
        collect_rows(fetch, PageLimit(), max_pages=50)
    assert len(calls) == 50


@pytest.mark.parametrize("rows", [(), (1, 2), (1, 2, 3, 4, 5, 6)])
def test_page_that_lost_or_gained_rows_is_an_error(rows: tuple[int, ...]) -> None:
    def fetch(offset: int, limit: int) -> NumberPage:
        return NumberPage(next_offset=offset + 5, rows=rows)

    with pytest.raises(PagingError, match=f"has {len(rows)} rows"):
        collect_rows(fetch, PageLimit())


def test_pages_come_one_by_one() -> None:
    numbers = Numbers(12)
    pages = iterate_pages(numbers, PageLimit())
    assert next(pages).rows == (0, 1, 2, 3, 4)
    assert len(numbers.calls) == 1

"""Complete listings: pages from offset 0 to ``next_offset == -1``, or an error.

Most listings of a task are short, so its first pages are asked with the platform's usual limit.
A listing that goes on after a few pages pays one declared probe: a page with a large limit;
where the platform refuses it, its message names the maximum, which is used from then on. A
maximum that shrinks later is learned the same way, a bounded number of times.
"""

import re
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from agentic_solver.erc3.fault import PagingError, SystemBrokenError
from agentic_solver.errors import ApiError

__all__ = ["MAX_PAGES", "Cursor", "Page", "PageLimit", "collect_rows", "iterate_pages"]

MAX_PAGES = 20_000
"""Safety ceiling of one listing."""
_USUAL = 5
"""Rows of a page that the platform normally allows."""
_PATIENCE = 5
"""Usual pages of one listing before larger ones are tried: a probe that is refused costs a call."""

_LIMIT_EXCEEDED = re.compile(r"page limit exceeded: (-?\d+) > (-?\d+)")

RowT_co = TypeVar("RowT_co", covariant=True)
RowT = TypeVar("RowT")
PageT = TypeVar("PageT", bound="Page[object]")


class Page(Protocol[RowT_co]):
    """A page of a listing."""

    @property
    def next_offset(self) -> int:
        """Offset of the next page; -1 on the last one."""
        ...

    @property
    def rows(self) -> tuple[RowT_co, ...]:
        """The rows of the page."""
        ...


class PageLimit:
    """How many rows one page may have; one object per task."""

    def __init__(self, *, probe: int = 100, max_relearns: int = 3) -> None:
        self._probe = probe
        self._first = min(_USUAL, probe)
        self._learned: int | None = None
        self._accepted = 0
        self._refusals = 0
        self._max_refusals = 1 + max_relearns

    @property
    def learned(self) -> int | None:
        """The maximum the platform named; None as long as it refused nothing."""
        return self._learned

    @property
    def current(self) -> int:
        """The limit to ask with."""
        return self._first if self._learned is None else self._learned

    @property
    def is_untested(self) -> bool:
        """Whether the next page may be refused; then one is asked for before many are."""
        return self._learned is None and self.current > self._accepted

    def accept(self, asked: int) -> None:
        """Note that a page of that many rows was not refused."""
        self._accepted = max(self._accepted, asked)

    def widen(self, probe: int | None = None) -> None:
        """Ask for up to ``probe`` rows (default: what was declared) until the platform refuses."""
        self._probe = max(self._probe, probe or 0)
        self._first = self._probe

    def learn(self, error: ApiError, asked: int) -> None:
        """Take the maximum from a refusal of ``asked`` rows.

        Raises:
            ApiError: ``error`` itself when it is no such refusal or makes no sense.
            SystemBrokenError: the maximum is below 1.
            PagingError: the maximum has changed too often.
        """
        found = _LIMIT_EXCEEDED.search(error.error)
        if error.status != 400 or found is None:
            raise error
        maximum = int(found.group(2))
        if maximum < 1:
            raise SystemBrokenError(maximum) from error
        if maximum >= asked:
            raise error
        self._refusals += 1
        if self._refusals > self._max_refusals:
            raise PagingError(f"the page limit changed {self._refusals} times") from error
        self._learned = maximum


class Cursor:
    """The place in one listing: what to ask for next, and whether the pages fit together."""

    def __init__(self, limit: PageLimit, *, max_pages: int = MAX_PAGES) -> None:
        self.offset = 0
        self.has_ended = False
        self._limit = limit
        self._pages = 0
        self._max_pages = max_pages

    def advance(self, following: int, rows: int) -> None:
        """Take what a page says of the next one; errors as in :func:`iterate_pages`."""
        offset = self.offset
        self._pages += 1
        if following == -1:
            if offset and not rows:
                raise PagingError(f"the page at offset {offset} was announced and is empty")
            self.has_ended = True
            return
        if following <= offset:
            raise PagingError(f"the page at offset {offset} names {following} as the next offset")
        if following - offset != rows:
            raise PagingError(
                f"the page at offset {offset} has {rows} rows, "
                f"but the next one starts at {following}"
            )
        if self._pages == self._max_pages:
            raise PagingError(f"no end after {self._max_pages} pages")
        self.offset = following
        if self._pages == _PATIENCE:
            self._limit.widen()


def iterate_pages(
    fetch: Callable[[int, int], PageT], limit: PageLimit, *, max_pages: int = MAX_PAGES
) -> Iterator[PageT]:
    """Yield all pages of a listing; ``fetch(offset, limit)`` gets one.

    Raises:
        SystemBrokenError: the platform allows no page of any size.
        PagingError: an offset repeats or does not grow, a page before the last has fewer or
            more rows than its offsets say, a page that was announced is empty, or there are
            more than ``max_pages`` pages.
    """
    cursor = Cursor(limit, max_pages=max_pages)
    while not cursor.has_ended:
        page = _fetch_page(fetch, cursor.offset, limit)
        following, rows = page.next_offset, len(page.rows)
        yield page
        del page  # before the next one is made: large pages are slow to hold twice
        cursor.advance(following, rows)


def collect_rows(
    fetch: Callable[[int, int], Page[RowT]], limit: PageLimit, *, max_pages: int = MAX_PAGES
) -> tuple[RowT, ...]:
    """Return the rows of all pages; errors as in :func:`iterate_pages`."""
    pages = iterate_pages(fetch, limit, max_pages=max_pages)
    return tuple(row for page in pages for row in page.rows)


def _fetch_page(fetch: Callable[[int, int], PageT], offset: int, limit: PageLimit) -> PageT:
    while True:
        asked = limit.current
        try:
            page = fetch(offset, asked)
        except ApiError as error:
            limit.learn(error, asked)
            continue
        limit.accept(asked)
        return page

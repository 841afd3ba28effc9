"""Listings that are proved whole: what speaks against it ends in an error, never in fewer rows.

A row that comes twice says that the listing has moved between two pages, and that another row may
have been pushed out. Such a listing is read once more, with smaller pages so that their borders
lie elsewhere; it counts when the second reading has no such row, or finds the very same ones.

Time searches carry totals. Whether they cover all pages or one is not documented, so they bound
the rows from one side only: hours that are stated and not listed are hidden.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.fault import PagingError
from agentic_solver.erc3.paging import PageLimit

__all__ = ["HoursCheck", "Listed", "ReadPages", "check_known", "read_listing"]

ReadPages = Callable[[PageLimit], Iterator[Sequence[str]]]
"""Reads a listing from its start: yields the ids of each page when its rows are stored."""

_DUST_HOURS = 0.005
_DUST_SHARE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """What a listing gave: ids as a dictionary, to keep their order, and the pages it took."""

    ids: dict[str, None]
    pages: int


def read_listing(read: ReadPages, limit: PageLimit) -> Listed:
    """Read a listing to its end.

    Raises:
        PagingError: it moves while it is read, so that nobody can tell whether all rows are there.
    """
    first, repeats = _read(read, limit)
    if not repeats:
        return first
    if limit.current < 2:
        raise PagingError("a row comes twice, and pages of one row cannot be read otherwise")
    again, repeats = _read(read, PageLimit(probe=limit.current - 1))
    is_same = first.ids.keys() == again.ids.keys()
    if not is_same and (repeats or not first.ids.keys() <= again.ids.keys()):
        raise PagingError("the listing changes while it is read")
    return Listed(ids=again.ids, pages=first.pages + again.pages)


def _read(read: ReadPages, limit: PageLimit) -> tuple[Listed, bool]:
    """Return one reading, and whether a row came twice."""
    ids: dict[str, None] = {}
    pages = rows = 0
    for page in read(limit):
        pages += 1
        rows += len(page)
        ids.update(dict.fromkeys(page))
    return Listed(ids=ids, pages=pages), rows > len(ids)


def check_known(known: Iterable[str], listed: Listed) -> None:
    """Compare the listing of everything with what was fetched by id before.

    Raises:
        PagingError: something that exists is not listed.
    """
    lacking = sum(one not in listed.ids for one in known)
    if lacking:
        raise PagingError(f"the listing lacks {lacking} of the rows that were fetched by id")


@dataclass(slots=True, kw_only=True)
class HoursCheck:
    """The totals that the pages of a time search state, against the hours of its rows."""

    _stated: dict[str, float] = field(default_factory=dict)

    def state(self, page: JsonObject) -> None:
        """Take the totals of a page; what is no number states nothing."""
        for name in ("total_hours", "total_billable"):
            value = page.get(name)
            if isinstance(value, int | float):
                self._stated[name] = max(value, self._stated.get(name, 0.0))

    def compare(self, hours: float, billable: float) -> None:
        """Compare with the sums over the rows, each row once.

        Raises:
            PagingError: there are hours that no row accounts for.
        """
        for name, listed in (("total_hours", hours), ("total_billable", billable)):
            stated = self._stated.get(name, 0.0)
            if stated - listed > _DUST_HOURS + _DUST_SHARE * stated:
                raise PagingError(f"the rows have {listed:g} hours, {name} says {stated:g}")

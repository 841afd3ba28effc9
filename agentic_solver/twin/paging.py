"""Pages of a list: limits, offsets and what the server says when they are wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from agentic_solver.errors import ApiError

__all__ = ["Page", "check_limit", "take_page"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """Some rows of a list."""

    rows: Sequence[T]
    next_offset: int
    """Where the next page starts; -1 after the last one."""


def check_limit(limit: int, maximum: int) -> None:
    """Refuse a page that is larger than the task allows.

    Raises:
        ApiError: 400.
    """
    if limit > maximum:
        raise ApiError(400, f"page limit exceeded: {limit} > {maximum}")


def take_page(rows: Sequence[T], *, offset: int, limit: int) -> Page[T]:
    """Return ``rows[offset : offset + limit]``; a limit of 0 gives no rows, not all of them.

    Raises:
        ApiError: 500, the offset is beyond the end; 400, one of the two is negative.
    """
    if offset < 0 or limit < 0:
        raise ApiError(400, f"offset and limit must not be negative: {offset}, {limit}")
    count = len(rows)
    end = min(offset + limit, count)
    if offset > count:
        message = f"runtime error: slice bounds out of range [{offset}:{end}]"
        raise ApiError(500, message)
    return Page(rows=rows[offset:end], next_offset=end if end < count else -1)

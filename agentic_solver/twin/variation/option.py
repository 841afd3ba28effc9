"""The words of ``--vary``: what they mean, and one sentence for those that mean nothing."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentic_solver.errors import UsageError

__all__ = ["Variation", "parse_variation"]

_KNOWN = "ids, order, page-limit=N, language=CODE, dates=+N or -N, company=NAME"
_MOST_DAYS = 36_400
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_DAYS = re.compile(r"[+-][0-9]{1,5}")
_COMPANY = re.compile(r"\w(?:[^\W_]|[ .,&'’-]){0,58}\w")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """All variations of a suite; the default is none."""

    ids: bool = False
    order: bool = False
    page_limit: int | None = None
    language: str = ""
    days: int = 0
    company: str = ""

    def __bool__(self) -> bool:
        return self != Variation()


def parse_variation(texts: Sequence[str]) -> Variation:
    """Return what several ``--vary`` ask for together.

    Raises:
        UsageError: one that is unknown, malformed or given twice.
    """
    found: dict[str, bool | int | str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in _READERS:
            raise UsageError(f"unknown variation {text!r}: use {_KNOWN}")
        field, read = _READERS[name]
        if field in found:
            raise UsageError(f"the variation {name!r} is given twice: give it once")
        if bool(equals) == (read is None):
            raise UsageError(f"malformed variation {text!r}: use {_KNOWN}")
        found[field] = True if read is None else read(value)
    return Variation(**found)  # type: ignore[arg-type]


def _page_limit(value: str) -> int:
    if not (value.isascii() and value.isdigit() and 1 <= int(value[:4]) <= 50):
        raise UsageError(f"malformed variation 'page-limit={value}': use a number from 1 to 50")
    return int(value)


def _language(value: str) -> str:
    if not _LANGUAGE.fullmatch(value):
        raise UsageError(f"malformed variation 'language={value}': use a code such as de")
    return value


def _days(value: str) -> int:
    days = int(value) if _DAYS.fullmatch(value) else 0
    if days == 0 or days % 7 or abs(days) > _MOST_DAYS:
        raise UsageError(
            f"malformed variation 'dates={value}': use a sign and a multiple of 7 up to "
            f"{_MOST_DAYS}, such as +364, so that weekdays stay"
        )
    return days


def _company(value: str) -> str:
    if not _COMPANY.fullmatch(value):
        raise UsageError(
            f"malformed variation 'company={value}': use a name of 2 to 60 letters, digits and "
            "spaces"
        )
    return value


_READERS: dict[str, tuple[str, Callable[[str], int | str] | None]] = {
    "ids": ("ids", None),
    "order": ("order", None),
    "page-limit": ("page_limit", _page_limit),
    "language": ("language", _language),
    "dates": ("days", _days),
    "company": ("company", _company),
}

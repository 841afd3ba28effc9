"""How long an HTTP answer asks to wait before the next try."""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

__all__ = ["retry_after_s"]


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Return the wait that an answer names, in seconds; None where it names none.

    A time counts by the clock of the answer itself, so that another clock here does not matter.
    """
    named = headers.get("retry-after", "")
    try:
        return float(named)
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(named)
        now = parsedate_to_datetime(headers.get("date", ""))
        return (until - now).total_seconds()
    except (ValueError, TypeError, OverflowError):  # no time, or one without its zone
        return None

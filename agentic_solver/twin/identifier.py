"""Ids and times of the twin: the shapes of the platform, from a seed and a count.

Nothing reads a clock: time stands still but for one second from one recorded step to the next.
"""

import hashlib
from datetime import UTC, datetime, timedelta

__all__ = ["make_id", "make_key", "step_time"]

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_LENGTH = 22
_START = datetime(2025, 1, 1, tzinfo=UTC)


def make_id(prefix: str, *parts: int | str) -> str:
    """Return ``prefix``, a dash and 22 base58 characters that depend on ``parts`` alone."""
    text = "\x00".join(str(part) for part in (prefix, *parts))
    number = int.from_bytes(hashlib.sha256(text.encode()).digest())
    digits: list[str] = []
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_ALPHABET))
        digits.append(_ALPHABET[rest])
    return f"{prefix}-{''.join(digits)}"


def make_key(email: str) -> str:
    """Return the account key of an e-mail address."""
    return make_id("key", email)


def step_time(step: int) -> datetime:
    """Return the time of the recorded step ``step``."""
    return _START + timedelta(seconds=step)

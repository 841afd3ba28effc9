"""Lines of logs: one JSON object a line, its checksum as the last field.

The sum is CRC-32 over the object without it, so that a line that a failing disk has changed is
told from one that was written so. It guards against accidents, not against people.
"""

import json
import re
import zlib
from typing import Any

__all__ = ["SUM", "is_intact", "log_line", "without_sum"]

SUM = "crc"
"""Field of a line that holds its checksum: eight hexadecimal digits."""
_TAIL = re.compile(rb',?"crc":"([0-9a-f]{8})"\}\Z')


def log_line(value: dict[str, Any]) -> bytes:
    """Return an object as a line of a log, line end included; texts stay to the letter."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    comma = b"," if len(body) > 2 else b""
    return b'%b%b"crc":"%08x"}\n' % (body[:-1], comma, zlib.crc32(body))


def is_intact(row: bytes) -> bool | None:
    """Whether a line (without its end) has the sum that it states; None if it states none."""
    tail = _TAIL.search(row)
    if tail is None:
        return None
    return zlib.crc32(row[: tail.start()] + b"}") == int(tail[1], 16)


def without_sum(line: dict[str, Any]) -> dict[str, Any]:
    """Return the object of a line as it was before it got its sum."""
    line.pop(SUM, None)
    return line

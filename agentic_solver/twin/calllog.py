"""The company calls of one task: a list while it runs, a few hundred bytes afterwards."""

import json
import sys
import zlib
from dataclasses import dataclass

__all__ = ["CallEntry", "CallLog"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEntry:
    """One call of the company API; ``status`` is 0 where no answer was given."""

    route: str
    body: str
    status: int


class CallLog:
    """Grows until it is packed; ``/tasks/view`` reads it before and after."""

    __slots__ = ("_entries", "_packed", "count")

    def __init__(self) -> None:
        self.count = 0
        self._entries: list[CallEntry] = []
        self._packed: bytes | None = None

    def append(self, route: str, content: bytes, status: int) -> None:
        """Note a call."""
        self.count += 1
        body = content.decode("utf-8", "replace")
        # A route comes out of a path: without interning, each entry would keep its own copy.
        self._entries.append(CallEntry(route=sys.intern(route), body=body, status=status))

    @property
    def entries(self) -> tuple[CallEntry, ...]:
        """The calls so far."""
        if self._packed is None:
            return tuple(self._entries)
        rows = json.loads(zlib.decompress(self._packed))
        return tuple(CallEntry(route=route, body=body, status=code) for route, body, code in rows)

    def pack(self) -> None:
        """Take little memory from now on; nothing can be noted any more."""
        if self._packed is None:
            rows = [(entry.route, entry.body, entry.status) for entry in self._entries]
            self._packed = zlib.compress(json.dumps(rows).encode())
            self._entries = []

"""The call log of one task: every try of every API call, in order."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from agentic_solver.contracts.decision import CallRecord
from agentic_solver.contracts.model import JsonObject

__all__ = ["CallLog"]

_MAX_TEXT = 4_000
_MAX_CAUSE = 200
_ENCODER = json.JSONEncoder(ensure_ascii=False)


class _Line(NamedTuple):
    """What a record is made of, in a tenth of its memory: for loads of a hundred thousand calls."""

    route: str
    request: str
    cause: str
    digest: bytes
    status: int
    tries: int

    def record(self, number: int) -> CallRecord:
        return CallRecord(
            id=f"a{number}",
            cause=self.cause,
            route=self.route,
            request=json.loads(self.request),
            ok=True,
            response_hash=self.digest.hex(),
            status=self.status,
            tries=self.tries,
        )


class CallLog:
    """Collects :class:`CallRecord` values with ordinal ids ``a1``, ``a2`` ...

    One record per try: the records that are not ``cached`` are exactly the requests that
    were sent. ``tries`` says which try of the call a record is. Safe to share by threads;
    the order is deterministic when calls are sequential.
    """

    def __init__(self) -> None:
        self._records: list[CallRecord | _Line] = []
        self._lock = threading.Lock()
        self._causes = threading.local()

    @property
    def records(self) -> tuple[CallRecord, ...]:
        """All records so far."""
        with self._lock:
            return tuple(
                line.record(number) if isinstance(line, _Line) else line
                for number, line in enumerate(self._records, 1)
            )

    @contextmanager
    def cause(self, text: str) -> Iterator[None]:
        """Name what asks for the calls of this thread inside the block (``fact:f1``)."""
        outer = self.current_cause
        self._causes.text = text
        try:
            yield
        finally:
            self._causes.text = outer

    @property
    def current_cause(self) -> str:
        """The innermost cause of this thread; empty outside any block."""
        text = getattr(self._causes, "text", "")
        return str(text)

    def note(
        self,
        route: str,
        request: JsonObject,
        *,
        cause: str | None,
        text: str,
        status: int,
        tries: int,
    ) -> None:
        """Append the record of an answer that is not kept; its hash is that of its very text."""
        line = _Line(
            route,
            _ENCODER.encode(request),
            (self.current_cause if cause is None else cause)[:_MAX_CAUSE],
            hashlib.sha256(text.encode("utf-8")).digest(),
            status,
            tries,
        )
        with self._lock:
            self._records.append(line)

    def add(
        self,
        route: str,
        request: JsonObject,
        *,
        cause: str | None = None,
        response_hash: str | None = None,
        status: int = 200,
        error: str = "",
        tries: int = 1,
        cached: bool = False,
    ) -> CallRecord:
        """Append and return one record; without a ``response_hash`` it is a failure.

        ``status`` is 0 when no answer came. ``cause`` defaults to the current one.
        """
        with self._lock:
            record = CallRecord(
                id=f"a{len(self._records) + 1}",
                cause=(self.current_cause if cause is None else cause)[:_MAX_CAUSE],
                route=route,
                request=request,
                ok=response_hash is not None,
                response_hash=response_hash,
                status=status,
                error=error[:_MAX_TEXT],
                tries=tries,
                cached=cached,
            )
            self._records.append(record)
            return record

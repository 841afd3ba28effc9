"""The replaying model: answers from recordings, never from the network."""

import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from agentic_solver.contracts.wording import counted
from agentic_solver.errors import NoRecordingError
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.recording import ModelRecord, load_records, recorded_models

__all__ = ["Match", "ReplayingModel"]

Match = Literal["exact", "task"]


class ReplayingModel:
    """Gives the recorded replies.

    ``match="exact"`` answers only the very requests that were recorded: under the same key
    first, else under any. A changed prompt, schema, model or limit finds nothing, loudly.
    ``match="task"`` also accepts the reply recorded at the same place of the same key, even
    if the request has changed since.
    """

    def __init__(
        self, records: Iterable[ModelRecord], *, match: Match = "exact", name: str = ""
    ) -> None:
        records = tuple(records)
        self._match = match
        self._name = name or recorded_models(records)
        self._lock = threading.Lock()
        self._by_request: dict[str, list[ModelRecord]] = {}
        self._by_key: dict[str, list[ModelRecord]] = {}
        for record in records:
            self._by_request.setdefault(record.request_id, []).append(record)
            if record.key:
                self._by_key.setdefault(record.key, []).append(record)
        for group in self._by_request.values():
            group.sort(key=lambda record: (record.key, record.occurrence))
        for group in self._by_key.values():
            group.sort(key=lambda record: (record.position, record.request_id))
        self._asked: Counter[tuple[str, str]] = Counter()
        self._positions: Counter[str] = Counter()

    @classmethod
    def load(cls, folder: Path, *, match: Match = "exact", name: str = "") -> "ReplayingModel":
        """Return a model that answers from the recordings of a folder."""
        return cls(load_records(folder), match=match, name=name)

    @property
    def name(self) -> str:
        """The name given, by default that of the recorded model."""
        return self._name

    def knows(self, key: str) -> bool:
        """Whether any reply is recorded under a key."""
        return key in self._by_key

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the recorded reply.

        Raises:
            NoRecordingError: there is none; names the request and what to do.
        """
        request_id = request.id  # over the whole prompt: worked out once
        with self._lock:
            self._asked[request_id, request.key] += 1
            self._positions[request.key] += 1
            occurrence = self._asked[request_id, request.key]
            position = self._positions[request.key]
        record = self._exact(request_id, request.key, occurrence)
        if record is None and self._match == "task":
            record = self._by_place(request.key, position)
        if record is None:
            raise NoRecordingError(self._missing(request, occurrence))
        return record.reply.reply()

    def _exact(self, request_id: str, key: str, occurrence: int) -> ModelRecord | None:
        same_request = self._by_request.get(request_id, [])
        same_key = [record for record in same_request if record.key == key]
        candidates = same_key or same_request
        return candidates[occurrence - 1] if occurrence <= len(candidates) else None

    def _by_place(self, key: str, position: int) -> ModelRecord | None:
        for record in self._by_key.get(key, []):
            if record.position == position:
                return record
        return None

    def _missing(self, request: ModelRequest, occurrence: int) -> str:
        asked = f"request {request.id[:16]} for {request.key or 'an unnamed call'!r}"
        if request.id in self._by_request:
            return (
                f"{asked} was recorded {counted(occurrence - 1, 'time')} only: "
                "record the run again with a live model"
            )
        if self._match == "exact" and request.key in self._by_key:
            return (
                f"{asked} has no recording, but another request for the same call has: the "
                "prompt has changed since; record it again, or match recordings by task"
            )
        return f"{asked} has no recording: record it with a live model, or name another folder"

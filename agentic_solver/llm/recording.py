"""Recordings of model calls: one JSON file per reply, written when it arrives.

A recording folder holds ``<request>-<key>-<occurrence>.json`` with the reply verbatim, and
``prompts/<digest>.txt`` with each system block once; ``meta/provenance.json`` says where the
replies come from (:mod:`agentic_solver.llm.provenance`). ``request`` is the content id of what
the provider saw, so a changed prompt has other recordings; ``key`` says what the call was for.
"""

import os
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.model import Contract, Digest
from agentic_solver.errors import WorkspaceError
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, StopReason, Usage
from agentic_solver.llm.provenance import Provenance, note_provenance

__all__ = [
    "ModelRecord",
    "RecordedReply",
    "RecordedUsage",
    "RecordingModel",
    "load_records",
    "recorded_models",
]

FORMAT: Literal["model-recording/1"] = "model-recording/1"


class RecordedUsage(Contract):
    """Tokens of the call, in the provider's own counts."""

    input_tokens: int = Field(ge=0)
    output_tokens: int = Field(ge=0)
    cache_read_tokens: int = Field(ge=0)
    cache_creation_tokens: int = Field(ge=0)


class RecordedReply(Contract):
    """The reply as it came."""

    text: str
    stop_reason: StopReason
    model: str
    usage: RecordedUsage
    tries: int = Field(ge=1)

    @classmethod
    def of(cls, reply: ModelReply) -> "RecordedReply":
        """Return ``reply`` in its file form."""
        return cls(
            text=reply.text,
            stop_reason=reply.stop_reason,
            model=reply.model,
            usage=RecordedUsage(
                input_tokens=reply.usage.input_tokens,
                output_tokens=reply.usage.output_tokens,
                cache_read_tokens=reply.usage.cache_read_tokens,
                cache_creation_tokens=reply.usage.cache_creation_tokens,
            ),
            tries=reply.tries,
        )

    def reply(self) -> ModelReply:
        """Return the reply."""
        return ModelReply(
            text=self.text,
            stop_reason=self.stop_reason,
            model=self.model,
            usage=Usage(**self.usage.model_dump()),
            tries=self.tries,
        )


class ModelRecord(Contract):
    """One recording file."""

    format: Literal["model-recording/1"]
    request_id: Digest
    key: str
    occurrence: int = Field(ge=1)
    """Which asking of this very request under this key, from 1."""
    position: int = Field(ge=1)
    """Which reply under this key, whatever was asked, from 1."""
    request: dict[str, Any]
    """What was asked, system blocks and schema by digest; for readers, not for matching."""
    reply: RecordedReply


class RecordingModel:
    """Passes requests on and records every reply; faults are not recorded."""

    def __init__(self, inner: Model, folder: Path, provenance: Provenance | None = None) -> None:
        """``provenance`` is what the folder is to say of the replies; without it, nothing."""
        self._inner = inner
        self._folder = folder
        self._provenance = provenance
        self._lock = threading.Lock()
        self._occurrences: Counter[tuple[str, str]] = Counter()
        self._positions: Counter[str] = Counter()

    @property
    def name(self) -> str:
        """The name of the recorded model."""
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the inner model's reply once its file is written.

        Raises:
            WorkspaceError: the folder cannot be written.
        """
        reply = self._inner.complete(request)
        with self._lock:
            identity = (request.id, request.key)
            self._occurrences[identity] += 1
            self._positions[request.key] += 1
            record = ModelRecord(
                format=FORMAT,
                request_id=request.id,
                key=request.key,
                occurrence=self._occurrences[identity],
                position=self._positions[request.key],
                request=_readable(request),
                reply=RecordedReply.of(reply),
            )
            self._write(request, record)
        return reply

    def _write(self, request: ModelRequest, record: ModelRecord) -> None:
        prompts = self._folder / "prompts"
        name = f"{record.request_id}-{short_id(record.key, 8)}-{record.occurrence}.json"
        if self._provenance is not None:
            note_provenance(self._folder, self._provenance)
            self._provenance = None
        try:
            prompts.mkdir(parents=True, exist_ok=True)
            for block in request.system:
                page = prompts / f"{short_id(block.text)}.txt"
                if not page.exists():
                    _replace(page, block.text)
            _replace(self._folder / name, record.model_dump_json(indent=1) + "\n")
        except OSError as error:
            raise WorkspaceError(f"cannot record in {self._folder}: {error.strerror}") from error


def load_records(folder: Path) -> tuple[ModelRecord, ...]:
    """Return the recordings of a folder in the order of their file names.

    Raises:
        WorkspaceError: the folder is missing or a file in it is not a recording.
    """
    if not folder.is_dir():
        raise WorkspaceError(f"there is no folder of recordings at {folder}")
    records: list[ModelRecord] = []
    for path in sorted(folder.glob("*.json")):
        try:
            records.append(ModelRecord.model_validate_json(path.read_bytes()))
        except OSError as error:
            raise WorkspaceError(f"cannot read {path}: {error.strerror}") from error
        except ValidationError as error:
            raise WorkspaceError(f"{path} is not a model recording: {_first(error)}") from error
    return tuple(records)


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]


def recorded_models(records: Iterable[ModelRecord]) -> str:
    """Return the name of the model that recordings are of, or the names of several."""
    asked = {str(record.request.get("model") or record.reply.model) for record in records}
    return " + ".join(sorted(asked - {""})) or "unknown"


def _readable(request: ModelRequest) -> dict[str, Any]:
    shown = request.to_json()
    shown["system"] = [
        {"prompt": short_id(block.text), "cacheable": block.cacheable} for block in request.system
    ]
    schema = request.output_schema
    shown["output_schema"] = None if schema is None else short_id(schema)
    return shown


def _replace(path: Path, text: str) -> None:
    """Write a file so that a reader sees either the old or the new one, whole."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise

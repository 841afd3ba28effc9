"""Readings of requests that were made before: in recordings, in runs, and in files by hand.

They are found by the text of the request: whoever asks it, in whichever task, it is read the same.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.erc3.propose.reader import (
    Unread,
    is_proof,
    is_reading,
    lets_stand,
    parse_reading,
    read_reply,
    unanswered,
)
from agentic_solver.erc3.propose.reply import json_part
from agentic_solver.errors import ModelError, UsageError
from agentic_solver.harness.exchange import MODEL_LOG, read_replies
from agentic_solver.harness.recorded import read_log, read_run
from agentic_solver.llm.model import ModelReply
from agentic_solver.llm.recording import load_records

__all__ = [
    "Readings",
    "proofs_of_run",
    "read_reading",
    "reading_text",
    "readings_of_run",
    "recorded_proofs",
    "recorded_readings",
]

Readings = dict[str, RequestReading | Unread]
"""By the text of the request."""


def recorded_readings(folder: Path) -> Readings:
    """Return the readings in a folder of recordings; none if there is no such folder.

    Raises:
        WorkspaceError: a file in it is no recording.
    """
    found: Readings = {}
    records = load_records(folder) if folder.is_dir() else ()
    for record in sorted(records, key=lambda one: (one.key, one.position, one.request_id)):
        if is_reading(record.key) and not is_proof(record.key):
            for text in _asked(record.request):
                found.setdefault(text, read_reply(record.reply.reply(), text))
    return found


def recorded_proofs(folder: Path) -> Mapping[str, bool]:
    """Return by :func:`proof_id` whether changes that were proofread may stand.

    Raises:
        WorkspaceError: a file in it is no recording.
    """
    records = load_records(folder) if folder.is_dir() else ()
    told = ((one.key, lets_stand(one.reply.reply())) for one in records if is_proof(one.key))
    return _all_let_stand(told)


def proofs_of_run(run_dir: Path) -> Mapping[str, bool]:
    """Return the same of the finished tasks of a run.

    Raises:
        WorkspaceError: the folder is no run, or a log in it is broken.
    """
    told: list[tuple[str, bool]] = []
    for _, folder in read_run(run_dir).finished_tasks():
        log = folder.path / MODEL_LOG
        keys = [str(line["key"]) for _, line in read_log(log) if is_reading(line.get("key"))]
        for key, reply in zip(keys, read_replies(log, "reader"), strict=True):
            if is_proof(key):
                told.append((key, isinstance(reply, ModelReply) and lets_stand(reply)))
    return _all_let_stand(told)


def _all_let_stand(told: Iterable[tuple[str, bool]]) -> dict[str, bool]:
    """Return a verdict a draft: one that was held back once is held back."""
    found: dict[str, bool] = {}
    for key, stands in told:
        draft = key.split("/")[-2]
        found[draft] = found.get(draft, True) and stands
    return found


def readings_of_run(run_dir: Path) -> Readings:
    """Return the readings that the finished tasks of a run had.

    Raises:
        WorkspaceError: the folder is no run, or a log in it is broken.
    """
    found: Readings = {}
    for _, folder in read_run(run_dir).finished_tasks():
        log = folder.path / MODEL_LOG
        lines = [line for _, line in read_log(log) if is_reading(line.get("key"))]
        for line, reply in zip(lines, read_replies(log, "reader"), strict=True):
            for text in () if is_proof(line.get("key")) else _asked(line):
                if text not in found:
                    found[text] = _read(reply, text)
    return found


def _read(reply: ModelReply | ModelError, text: str) -> RequestReading | Unread:
    return unanswered(reply) if isinstance(reply, ModelError) else read_reply(reply, text)


def _asked(request: JsonObject) -> Iterator[str]:
    """Yield the request that a call of the reader was about."""
    match request.get("messages"):
        case [{"text": str(text)}]:
            yield text
        case _:
            return


def read_reading(path: Path, request: str) -> RequestReading:
    """Return the reading of ``request`` in a file: as the reader replies, or as a run keeps it.

    Raises:
        UsageError: the file cannot be read, or holds no reading of this request.
    """
    read = parse_reading(reading_text(path), request)
    if isinstance(read, str):
        raise UsageError(f"{path} is no reading of this request: {read}")
    return read


def reading_text(path: Path) -> str:
    """Return what a file with a reading says, as the reader would have replied it.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        return _reply(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text") from error


def _reply(text: str) -> str:
    """Return what a file says as a reply; a run keeps it with a name."""
    try:
        document = json.loads(json_part(text))
    except (ValueError, RecursionError):
        return text
    kept = document.get("reading") if isinstance(document, dict) else None
    return text if kept is None else json.dumps(kept)

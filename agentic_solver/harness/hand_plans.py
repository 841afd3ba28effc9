"""Plans by hand, played as recorded ones: a folder with ``TASK.json`` for each task.

``TASK.reading.json`` beside it, where there is one, says what the request asks for.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Plan
from agentic_solver.contracts.wording import instead
from agentic_solver.core.reply import describe
from agentic_solver.erc3.platform_wire import TaskInfo
from agentic_solver.erc3.propose.reader import reading_key
from agentic_solver.erc3.propose.reply import PlanReply, encode
from agentic_solver.errors import UsageError
from agentic_solver.harness.plan_file import Form, read_document
from agentic_solver.harness.recorded import HAND
from agentic_solver.harness.recorded_reading import reading_text
from agentic_solver.llm.model import ModelReply, StopReason
from agentic_solver.llm.recording import ModelRecord, RecordedReply

__all__ = ["AS_PLAYED", "beside", "hand_records", "plans_digest", "with_plans"]

AS_PLAYED: Mapping[str, object] = MappingProxyType(
    {"proposer": "recorded", "rounds": 1, "match": "task", "second_look": "off"}
)
"""The options that plans by hand fix: one round, since nobody mends a plan that is refused."""
_READING = ".reading.json"


def hand_records(folder: Path, recorded_as: str) -> tuple[list[ModelRecord], list[ModelRecord]]:
    """Return the plans of a folder, and its readings, as recordings.

    Args:
        folder: with the files.
        recorded_as: what the keys of the benchmark's recordings begin with.

    Raises:
        UsageError: there is no such folder, or a file in it holds no plan or cannot be read.
    """
    plans, readings = [], []
    for path in _files(folder):
        if path.name.endswith(_READING):
            key = f"{recorded_as}/{path.name.removesuffix(_READING)}"
            readings.append(_record(reading_key(key), reading_text(path)))
        else:
            plans.append(_record(f"{recorded_as}/{path.stem}/r1", _reply(path)))
    return plans, readings


def beside(plan: Path) -> Path:
    """Return where the reading of a plan's request stands, if it is written."""
    return plan.with_name(f"{plan.stem}{_READING}")


def with_plans(
    folder: Path, chosen: Sequence[TaskInfo], known: Sequence[TaskInfo]
) -> tuple[tuple[TaskInfo, ...], tuple[str, ...]]:
    """Return the chosen tasks that have a plan, and the ids of those that have none.

    Raises:
        UsageError: a file is named like no task, or no chosen task has a plan.
    """
    ids = [task.spec_id for task in known]
    named = {
        path.name.removesuffix(_READING).removesuffix(".json"): path for path in _files(folder)
    }
    for name, path in named.items():
        if name not in ids:
            raise UsageError(f"{path} is named like no task; {instead(name, ids, 'task')}")
    planned = {path.stem for path in _files(folder) if not path.name.endswith(_READING)}
    found = tuple(task for task in chosen if task.spec_id in planned)
    if not found:
        wanted = chosen[0].spec_id if chosen else "TASK"
        raise UsageError(
            f"{folder} has no plan for any of the tasks: {wanted}.json would be that of {wanted}"
        )
    return found, tuple(task.spec_id for task in chosen if task.spec_id not in planned)


def plans_digest(folder: Path) -> JsonObject:
    """Return the digest of every file by name, for a manifest.

    Raises:
        UsageError: there is no such folder.
    """
    return {path.name: content_id(path.read_text(encoding="utf-8")) for path in _files(folder)}


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}: --plans wants one with TASK.json files")
    return sorted(path for path in folder.glob("*.json") if path.is_file())


def _reply(path: Path) -> str:
    """Return a plan as a model would have replied it: it takes on the request of the task."""
    form, document = read_document(path)
    try:
        if form is Form.REPLY:
            return PlanReply.model_validate_json(json.dumps(document)).model_dump_json()
        return encode(Plan.model_validate_json(json.dumps(document))).model_dump_json()
    except ValidationError as error:
        raise UsageError(f"{path} is not a {form.value}: {describe(error)}") from error
    except ValueError as error:
        raise UsageError(f"{path} cannot be played: {error}") from error


def _record(key: str, text: str) -> ModelRecord:
    reply = ModelReply(text=text, stop_reason=StopReason.END_TURN, model=HAND)
    return ModelRecord(
        format="model-recording/1",
        request_id=content_id([key]),
        key=key,
        occurrence=1,
        position=1,
        request={},
        reply=RecordedReply.of(reply),
    )

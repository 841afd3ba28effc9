"""Replay: re-validate a run offline, from its own records, and compare byte by byte.

No network, no model, no platform: the recorded replies propose, the recorded exchanges answer,
and everything that is decided must come out the same, whatever the hash seed or worker count.
"""

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.tape import ReplayingTransport
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import (
    AgenticSolverError,
    ModelError,
    ModelReplyError,
    ModelUnavailableError,
    ReplayError,
    WorkspaceError,
)
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.run_folder import RunFolder, TaskFolder
from agentic_solver.harness.task_run import EXPERIENCE_NAME, TaskInput, TaskKit, solve_task
from agentic_solver.llm.model import ModelReply, StopReason, Usage
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import Workspace

__all__ = ["ReplayReport", "replay_run"]

_ROUND_FILES = ("plan.json", "decision.json")
_TASK_FILES = ("task.json", "context.json", "response.json", "workflow.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport:
    """What a replay covered."""

    tasks: int
    files: int


def replay_run(run_dir: Path, workspace: Workspace) -> ReplayReport:
    """Replay every task of a run.

    Raises:
        ReplayError: at the first byte that differs; names task, file and line.
        WorkspaceError: the folder is no run, or a file of it is broken.
    """
    run = RunFolder.open(run_dir)
    manifest = run.files.read("manifest.json")
    if not isinstance(manifest, dict):
        raise WorkspaceError(f"{run_dir}/manifest.json is no manifest")
    catalog = load_catalog(workspace.tools)
    shelf = CompanyShelf(workspace)
    tasks = files = 0
    for folder in run.tasks():
        if not folder.exists("workflow.json"):
            continue  # cut off before it ended: there is nothing to compare with
        files += _replay_task(folder, run, catalog, shelf, manifest)
        tasks += 1
    return ReplayReport(tasks=tasks, files=files)


def _replay_task(
    folder: TaskFolder,
    run: RunFolder,
    catalog: Catalog,
    shelf: CompanyShelf,
    manifest: Mapping[str, object],
) -> int:
    task = folder.read("task.json")
    if not isinstance(task, dict):
        raise WorkspaceError(f"{folder.path}/task.json is no task")
    kit = TaskKit(
        shelf=shelf,
        catalog=catalog,
        model_settings=ModelSettings(model=str(manifest.get("model", ""))),
        rounds=int(str(manifest.get("rounds", 1))),
        dry_run=bool(manifest.get("dry_run")),
        retry=RetryRule(),
        sleep=lambda _seconds: None,
        guidance=lambda _context: _recorded_experience(folder),
    )
    with tempfile.TemporaryDirectory() as scratch:
        again = TaskFolder(Path(scratch))
        fault = ""
        try:
            solve_task(
                TaskInput(
                    spec_id=str(task["task_id"]),
                    benchmark=str(task["benchmark"]),
                    text=str(task["text"]),
                    prefix="",
                ),
                kit,
                transport=ReplayingTransport(folder.lines("calls.jsonl")),
                model=ScriptedModel(_replies(folder)),
                folder=again,
                fetch_wiki=lambda sha1: _recorded_wiki(run, sha1),
            )
        except AgenticSolverError as error:
            fault = str(error)
        return _compare(folder, again, fault)


_FAULTS: dict[str, type[ModelError]] = {
    kind.__name__: kind for kind in (ModelReplyError, ModelUnavailableError)
}


def _replies(folder: TaskFolder) -> list[ModelReply | ModelError]:
    replies: list[ModelReply | ModelError] = []
    for line in folder.lines("model.jsonl"):
        fault = line.get("fault")
        if isinstance(fault, dict):
            kind = _FAULTS.get(str(fault.get("kind")), ModelError)
            replies.append(kind(str(fault.get("message"))))
            continue
        reply = line.get("reply")
        if not isinstance(reply, dict) or not isinstance(reply.get("usage"), dict):
            raise WorkspaceError(f"{folder.path}/model.jsonl holds a line that is no exchange")
        replies.append(
            ModelReply(
                text=str(reply["text"]),
                stop_reason=StopReason(str(reply["stop_reason"])),
                model=str(reply["model"]),
                usage=Usage(**json.loads(json.dumps(reply["usage"]))),
            )
        )
    return replies


def _recorded_experience(folder: TaskFolder) -> tuple[tuple[str, str], ...]:
    told = folder.read(EXPERIENCE_NAME) if folder.exists(EXPERIENCE_NAME) else []
    if not isinstance(told, list):
        raise WorkspaceError(f"{folder.path}/{EXPERIENCE_NAME} holds no guidance")
    return tuple((str(line[0]), str(line[1])) for line in told if isinstance(line, list))


def _recorded_wiki(run: RunFolder, sha1: str) -> WikiPages:
    pages = run.files.read(f"wiki/{sha1[:8]}.json")
    if not isinstance(pages, dict):
        raise WorkspaceError(f"{run.path}/wiki/{sha1[:8]}.json holds no pages")
    return WikiPages({str(path): str(content) for path, content in pages.items()})


def _compare(recorded: TaskFolder, again: TaskFolder, fault: str) -> int:
    names = [name for name in _TASK_FILES if recorded.exists(name)]
    for number in recorded.rounds():
        present = (f"round-{number}/{name}" for name in _ROUND_FILES)
        names += [name for name in present if recorded.exists(name)]
    for name in sorted(names):
        place = f"task {recorded.path.name}, {name}"
        if not again.exists(name):
            reason = f" ({fault})" if fault else ""
            raise ReplayError(f"{place}: the replay did not get this far{reason}")
        before, after = recorded.text(name), again.text(name)
        if before != after:
            raise ReplayError(f"{place}, {_difference(before, after)}")
    return len(names)


def _difference(before: str, after: str) -> str:
    rows = zip(before.splitlines(), after.splitlines(), strict=False)
    for number, (old, new) in enumerate(rows, start=1):
        if old != new:
            column = next(
                (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
                min(len(old), len(new)),
            )
            return (
                f"line {number}, column {column + 1}: recorded {old.strip()[:80]!r}, "
                f"replayed {new.strip()[:80]!r}"
            )
    return f"recorded {len(before)} bytes, replayed {len(after)}"

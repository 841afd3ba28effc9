"""Runs in the forms of other tools."""

import json
import tempfile
from pathlib import Path
from typing import Any

from agentic_solver.contracts.wording import how_to_install
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.report.citation import Citations
from agentic_solver.report.detail import task_detail
from agentic_solver.report.frame import frames
from agentic_solver.report.record import ReportedRun
from agentic_solver.report.target import targets_of
from agentic_solver.workspace import write_text_atomic

__all__ = ["export_inspect", "export_json", "export_parquet"]

_LOG = ".eval"


def export_inspect(run: ReportedRun, rules: Path, target: Path, suite: Path | None = None) -> None:
    """Write an Inspect AI log (``.eval``), replaced as a whole.

    Args:
        run: the run.
        rules: folder of the rules that it cites.
        target: the file; Inspect knows its logs by their ending.
        suite: the suite that it played, for the targets; None: a built-in one is looked up.

    Raises:
        UsageError: the extra ``inspect`` is not installed, the file has another ending, or
            ``suite`` is another one than that of the run.
        WorkspaceError: evidence is broken, or the file cannot be written.
    """
    if target.suffix != _LOG:
        raise UsageError(f"{target}: Inspect finds logs by their ending: name a file *{_LOG}")
    try:
        from inspect_ai.log import write_eval_log  # noqa: PLC0415 - an extra that takes 2 s

        from agentic_solver.report.inspect_log import inspect_log  # noqa: PLC0415 - imports it
    except ImportError as error:
        raise UsageError(
            f"--format inspect needs the extra inspect: {how_to_install('inspect')}"
        ) from error
    log = inspect_log(run, Citations(run, rules), targets_of(run, suite))
    try:
        with tempfile.TemporaryDirectory(prefix=".", dir=target.parent) as scratch:
            partial = Path(scratch) / target.name
            write_eval_log(log, partial)
            partial.replace(target)
    except OSError as error:
        raise WorkspaceError(f"cannot write {target}: {error.strerror or error}") from error


def export_json(run: ReportedRun, rules: Path, target: Path) -> None:
    """Write one JSON document with everything that the report shows.

    Raises:
        WorkspaceError: evidence is broken, or the file cannot be written.
    """
    citations = Citations(run, rules)
    document = {
        "format": "report/1",
        "run": run.name,
        "manifest": run.facts.model_dump(mode="json"),
        "gaps": run.gaps,
        "wall_s": run.wall_s,
        "tasks": [
            {"family": task.family, "passed": task.passed, **task_detail(task, citations)}
            for task in run.tasks
        ],
    }
    _write_json(target, document)


def export_parquet(run: ReportedRun, target: Path) -> None:
    """Write one Parquet file for each frame into a folder, which is made if it is not there.

    Raises:
        WorkspaceError: evidence is broken, or a file cannot be written.
    """
    found = frames(run)
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, frame in found.items():
            partial = target / f".{name}.partial"
            frame.to_parquet(partial, index=False)
            partial.replace(target / f"{name}.parquet")
    except OSError as error:
        raise WorkspaceError(f"cannot write {target}: {error.strerror or error}") from error


def _write_json(target: Path, document: dict[str, Any]) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    write_text_atomic(target, text.encode(errors="replace").decode())

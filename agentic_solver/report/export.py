"""Runs in the forms of other tools."""

import json
from pathlib import Path
from typing import Any

from agentic_solver.errors import WorkspaceError
from agentic_solver.report.citation import Citations
from agentic_solver.report.detail import task_detail
from agentic_solver.report.frame import frames
from agentic_solver.report.inspect_log import inspect_log
from agentic_solver.report.record import ReportedRun
from agentic_solver.workspace import write_text_atomic

__all__ = ["export_inspect", "export_json", "export_parquet"]


def export_inspect(run: ReportedRun, rules: Path, target: Path) -> None:
    """Write an Inspect AI log in JSON form.

    Raises:
        WorkspaceError: evidence is broken, or the file cannot be written.
    """
    _write_json(target, inspect_log(run, Citations(run, rules)))


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

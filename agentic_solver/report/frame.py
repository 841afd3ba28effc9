"""A run as pandas frames: those of a notebook (``Run.frames``) and of the Parquet files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from agentic_solver.harness.recorded import read_object
from agentic_solver.report.record import ReportedRun, ReportedTask

if TYPE_CHECKING:
    import pandas

__all__ = ["COLUMNS", "frames"]

COLUMNS: Mapping[str, Mapping[str, str]] = {
    "tasks": {
        "run": "str", "task": "str", "family": "str", "text": "str", "outcome": "str",
        "score": "Float64", "passed": "boolean", "first_failed_check": "str", "forced": "str",
        "rounds": "int64", "model_calls": "int64", "model_faults": "int64",
        "reader_calls": "int64", "reader_faults": "int64", "input_tokens": "int64",
        "cached_tokens": "int64", "output_tokens": "int64", "api_calls": "int64",
        "overhead_ms": "float64", "wall_s": "float64",
        "model_s": "Float64", "platform_s": "Float64",
    },
    "rounds": {
        "run": "str", "task": "str", "family": "str", "round": "int64", "verdict": "str",
        "stage": "str", "plan_id": "str", "case": "Int64",
    },
    "violations": {
        "run": "str", "task": "str", "round": "int64", "code": "str", "path": "str",
        "message": "str", "details": "str",
    },
    "calls": {
        "run": "str", "task": "str", "round": "int64", "id": "str", "route": "str",
        "cause": "str", "status": "int64", "cached": "bool", "tries": "int64", "error": "str",
        "request": "str",
    },
}  # fmt: skip
"""Frames with their columns and types; ``details`` and ``request`` are JSON texts."""


def frames(run: ReportedRun) -> dict[str, pandas.DataFrame]:
    """Return the frames ``tasks``, ``rounds``, ``violations`` and ``calls`` of a run.

    All columns are there whatever the run holds; seconds and milliseconds as their names say.

    Raises:
        WorkspaceError: a file of a task is broken; names it.
    """
    import pandas  # noqa: PLC0415  (half a second that only exports need)

    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in COLUMNS}
    for task in run.tasks:
        result = task.result
        rows["tasks"].append(
            {
                "run": run.name,
                "family": task.family,
                "text": task.text,
                "passed": task.passed,
                **result.model_dump(),
            }
        )
        for number, decision in _decisions(task):
            where = {"run": run.name, "task": result.task, "round": number}
            rows["rounds"].append({**decision, **where, "family": task.family})
            for name in ("violations", "calls"):
                found = decision.get(name)
                for one in found if isinstance(found, list) else []:
                    rows[name].append({**one, **where})
    return {
        name: pandas.DataFrame(
            [{column: _cell(row.get(column)) for column in columns} for row in rows[name]],
            columns=list(columns),
        ).astype(dict(columns))
        for name, columns in COLUMNS.items()
    }


def _decisions(task: ReportedTask) -> Iterator[tuple[int, dict[str, Any]]]:
    for number in task.folder.rounds():
        name = f"round-{number}/decision.json"
        if task.folder.exists(name):
            yield number, read_object(task.folder, name)


def _cell(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value

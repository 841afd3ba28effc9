"""A run as pandas frames: those of a notebook (``Run.frames``) and of the Parquet files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.report.record import ReportedRun, ReportedTask
from agentic_solver.report.timeline import TimedCall, TimedExchange, Timeline, objects

if TYPE_CHECKING:
    import pandas

__all__ = ["COLUMNS", "frames"]

_RUN = {
    "run": "str", "begun_at": "datetime64[us, UTC]", "benchmark": "str", "proposer": "str",
    "model": "str", "engine": "str",
}  # fmt: skip
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "tasks": {
        **_RUN, "task": "str", "family": "str", "text": "str", "outcome": "str",
        "score": "Float64", "passed": "boolean", "first_failed_check": "str", "forced": "str",
        "rounds": "int64", "model_calls": "int64", "model_faults": "int64",
        "reader_calls": "int64", "reader_faults": "int64", "input_tokens": "int64",
        "cached_tokens": "int64", "output_tokens": "int64", "api_calls": "int64",
        "overhead_ms": "float64", "wall_s": "float64",
        "model_s": "Float64", "platform_s": "Float64",
    },
    "rounds": {
        **_RUN, "task": "str", "family": "str", "round": "int64", "verdict": "str",
        "stage": "str", "plan_id": "str", "case": "Int64",
    },
    "violations": {
        **_RUN, "task": "str", "round": "int64", "code": "str", "path": "str",
        "message": "str", "details": "str",
    },
    "calls": {
        **_RUN, "task": "str", "round": "Int64", "id": "str", "route": "str",
        "cause": "str", "status": "int64", "cached": "bool", "tries": "int64", "error": "str",
        "request": "str", "start_s": "float64", "duration_s": "float64",
    },
    "model_calls": {
        **_RUN, "task": "str", "round": "Int64", "role": "str", "answered_by": "str",
        "stop_reason": "str", "tries": "Int64", "input_tokens": "int64", "cached_tokens": "int64",
        "cache_written_tokens": "int64", "output_tokens": "int64", "start_s": "float64",
        "duration_s": "float64",
    },
}  # fmt: skip
"""Frames with their columns and types; ``details`` and ``request`` are JSON texts.

Every row names its run, so that the frames of several runs can be put one below the other. Times
are seconds since the task began, missing where none was measured. ``input_tokens`` counts the
whole prompt, cached parts included. A call without a round belongs to none: the response, and
all of a plain agent.
"""


def frames(run: ReportedRun) -> dict[str, pandas.DataFrame]:
    """Return the frames of a run by name, as :data:`COLUMNS` lists them.

    All columns are there whatever the run holds; seconds and milliseconds as their names say.

    Raises:
        WorkspaceError: a file of a task is broken; names it.
    """
    import pandas  # noqa: PLC0415  (half a second that only exports need)

    facts = run.facts
    same = {
        "run": run.name,
        "begun_at": run.begun_at,
        **{name: getattr(facts, name) for name in ("benchmark", "proposer", "model", "engine")},
    }
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in COLUMNS}
    for task in run.tasks:
        result = task.result
        told = {"family": task.family, "text": task.text, "passed": task.passed}
        rows["tasks"].append({**told, **result.model_dump(), **same})
        where = {**same, "task": result.task}
        for name, number, row in _rows(task):
            rows[name].append({**row, **where, "round": number})
    return {
        name: pandas.DataFrame(
            [{column: _cell(row.get(column)) for column in columns} for row in rows[name]],
            columns=list(columns),
        ).astype(dict(columns))
        for name, columns in COLUMNS.items()
    }


def _rows(task: ReportedTask) -> Iterator[tuple[str, int | None, JsonObject]]:
    """Yield frame, round and content of the rows of a task."""
    time = Timeline.read(task.folder, task.result.wall_s)
    for one in time.rounds:
        if one.decision:
            yield "rounds", one.number, {**one.decision, "family": task.family}
        for found in objects(one.decision.get("violations")):
            yield "violations", one.number, found
        timed = iter(one.calls)
        for made in objects(one.decision.get("calls")):
            cached = bool(made.get("cached"))
            yield "calls", one.number, made if cached else {**made, **_when(next(timed))}
        for exchange in one.exchanges:
            yield "model_calls", one.number, _exchange(exchange)
    for call in time.calls:
        row: JsonObject = {
            "route": call.route, "request": call.arguments, "status": call.status, "cached": False,
            "tries": 1, "error": "", "id": "", "cause": "",
        }  # fmt: skip
        yield "calls", None, {**row, **_when(call)}
    for exchange in time.exchanges:
        yield "model_calls", None, _exchange(exchange)


def _when(one: TimedCall | TimedExchange) -> JsonObject:
    if not one.measured:
        return {"start_s": None, "duration_s": None}
    return {"start_s": one.start_s, "duration_s": one.end_s - one.start_s}


def _exchange(one: TimedExchange) -> JsonObject:
    usage, reply = one.usage, one.reply
    return {
        "role": "reader" if one.reads else "proposer",
        "answered_by": reply.get("model", ""),
        "stop_reason": reply.get("stop_reason", ""),
        "tries": reply.get("tries"),
        "input_tokens": usage.prompt_tokens,
        "cached_tokens": usage.cache_read_tokens,
        "cache_written_tokens": usage.cache_creation_tokens,
        "output_tokens": usage.output_tokens,
        **_when(one),
    }


def _cell(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value

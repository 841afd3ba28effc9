"""A run as an Inspect AI log, so that its viewer and its data frames can be used.

The log is written by hand in Inspect's JSON form, version 2: the package itself is not needed.
"""

import datetime
import json
from typing import Any

from agentic_solver.contracts.canonical import short_id
from agentic_solver.report.citation import Citations
from agentic_solver.report.detail import task_detail
from agentic_solver.report.figure import share_of
from agentic_solver.report.record import ReportedRun, ReportedTask

__all__ = ["inspect_log"]

_SCORER = "platform"
_VERSION = 2
_DIGESTS = {"rules", "policy", "tools"}
"""What of a manifest only a replay needs."""


def inspect_log(run: ReportedRun, citations: Citations) -> dict[str, Any]:
    """Return the log as JSON data: a sample for each finished task.

    Plan, facts, calls, proofs and violations of every round stand in the sample's metadata.
    """
    facts = run.facts
    manifest = run.path / "manifest.json"
    created = datetime.datetime.fromtimestamp(manifest.stat().st_mtime, tz=datetime.UTC)
    model = f"{facts.proposer or 'recorded'}/{facts.model or 'unknown'}"
    key = short_id([run.name, manifest.read_text(encoding="utf-8")])
    graded = [task.result.score for task in run.tasks if task.result.score is not None]
    usage = _usage(run.tasks)
    return {
        "version": _VERSION,
        "status": "cancelled" if run.gaps else "success",
        "eval": {
            "eval_id": key,
            "run_id": key,
            "created": created.isoformat(timespec="seconds"),
            "task": facts.benchmark,
            "task_id": key,
            "task_version": facts.grading_version or 0,
            "dataset": {
                "name": facts.benchmark,
                "samples": len(run.tasks),
                "sample_ids": [task.result.task for task in run.tasks],
                "shuffled": False,
            },
            "model": model,
            "config": {"epochs": 1},
            "packages": {"agentic_solver": facts.engine},
            "metadata": {
                **facts.model_dump(mode="json", exclude={"rules", "policy", "tools"}),
                "gaps": run.gaps,
            },
            "scorers": [{"name": _SCORER}],
        },
        "plan": {"name": "plan", "steps": [{"solver": "agentic_solver", "params": {}}]},
        "results": {
            "total_samples": len(run.tasks),
            "completed_samples": len(run.tasks),
            "scores": [_totals(run, sum(graded) / len(graded))] if graded else [],
        },
        "stats": {
            "started_at": created.isoformat(timespec="seconds"),
            "completed_at": _after(created, run.wall_s or 0.0),
            "model_usage": {model: usage},
        },
        "samples": [_sample(task, citations, model) for task in run.tasks],
    }


def _after(start: datetime.datetime, seconds: float) -> str:
    return (start + datetime.timedelta(seconds=seconds)).isoformat(timespec="seconds")


def _totals(run: ReportedRun, mean: float) -> dict[str, Any]:
    share = share_of(_SCORER, run.tasks)
    values = {"mean": mean, "right": share.value, "right_low": share.low, "right_high": share.high}
    metrics = {name: {"name": name, "value": value} for name, value in values.items()}
    return {"name": _SCORER, "scorer": _SCORER, "metrics": metrics}


def _usage(tasks: tuple[ReportedTask, ...]) -> dict[str, int]:
    results = [task.result for task in tasks]
    cached = sum(result.cached_tokens for result in results)
    taken = sum(result.input_tokens for result in results)
    given = sum(result.output_tokens for result in results)
    return {
        # Inspect counts what came from the cache apart.
        "input_tokens": max(0, taken - cached),
        "output_tokens": given,
        "total_tokens": taken + given,
        "input_tokens_cache_read": cached,
    }


def _sample(task: ReportedTask, citations: Citations, model: str) -> dict[str, Any]:
    detail = task_detail(task, citations)
    result, response = task.result, detail["response"] or {}
    answer = str(response.get("message", ""))
    said = {"role": "assistant", "content": answer, "source": "generate"}
    shown = ("context", "rounds", "rules", "ledger", "crash", "reason", "feedback")
    sample: dict[str, Any] = {
        "id": result.task,
        "epoch": 1,
        "input": task.text,
        "target": "",
        "messages": [{"role": "user", "content": task.text, "source": "input"}, said],
        "output": {
            "model": model,
            "choices": [{"message": said, "stop_reason": "stop"}],
            "completion": answer,
        },
        "metadata": {
            "family": task.family,
            "outcome": result.outcome,
            "links": response.get("links", []),
            "telemetry": result.to_json(),
            **{key: detail[key] for key in shown},
        },
        "model_usage": {model: _usage((task,))},
        "total_time": result.wall_s,
        "working_time": result.wall_s,
    }
    if result.score is not None:
        sample["scores"] = {
            _SCORER: {
                "value": result.score,
                "answer": result.outcome,
                "explanation": str(detail["grade"].get("logs", "")),
            }
        }
    if detail["crash"]:
        text = json.dumps(detail["crash"], ensure_ascii=False)
        sample["error"] = {"message": text, "traceback": "", "traceback_ansi": ""}
    return sample

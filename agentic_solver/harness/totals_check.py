"""Whether the numbers of a run agree with each other: exchanges, telemetry, evaluation, totals.

Scores come from the platform's grader and cannot be computed again here. So a score that was
changed is noticed unless evaluation.json, telemetry.json and summary.json were all changed alike.
Times (``wall_s``, ``overhead_ms``, ``model_s``, ``platform_s``) are only compared between
telemetry.json and summary.json.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.errors import ReplayError, WorkspaceError
from agentic_solver.harness.exchange import MODEL_LOG, task_tally
from agentic_solver.harness.options import Reading, RunSummary, TaskResult
from agentic_solver.harness.recorded import RecordedRun, read_log, read_object, read_shape
from agentic_solver.harness.retries import RetryTally
from agentic_solver.harness.statistics import summarize
from agentic_solver.harness.task_folder import TaskFolder

__all__ = ["CRASHED", "EVALUATION", "SUMMARY", "TELEMETRY", "Course", "check_summary", "check_task"]

TELEMETRY, EVALUATION, SUMMARY = "telemetry.json", "evaluation.json", "summary.json"
_GIVEN = frozenset(
    {"benchmark", "run_dir", "wall_s", "interrupted", "stopped", "platform_gone", "limit", "cost"}
    | {"readings", "results"}
)
"""Fields of a summary that no telemetry tells; ``results`` are compared one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How a task went in the replay, as telemetry puts it."""

    outcome: str
    rounds: int
    forced: bool
    """Whether a reason is given; its wording may change from one engine to the next."""
    crashed: bool
    """After a crash the last exchange may be counted and not recorded."""
    plan_cache: str = ""
    second_look: str = ""


CRASHED = Course(outcome=Outcome.ERROR_INTERNAL.value, rounds=0, forced=True, crashed=True)
"""How a task went that crashed."""


def check_task(task: str, folder: TaskFolder, course: Course) -> TaskResult:
    """Compare a task's telemetry with its exchanges, its evaluation and its replay.

    Raises:
        ReplayError: a file is missing, or a number differs; names both files.
        WorkspaceError: a file is broken.
    """
    for name in (TELEMETRY, EVALUATION):
        if not folder.exists(name):
            raise ReplayError(f"task {task}: {name} is missing")
    result = read_shape(folder, TELEMETRY, TaskResult)
    told = read_object(folder, TELEMETRY)
    evaluation = read_object(folder, EVALUATION)
    if not ("fault" in evaluation or {"score", "logs"} <= evaluation.keys()):
        raise WorkspaceError(f"{folder.path / EVALUATION} has neither score and logs nor a fault")
    logs = str(evaluation.get("logs", ""))
    _agree(task, told, "the run", {"task": task})
    _agree(task, told, EVALUATION, {"score": evaluation.get("score")})
    _agree(task, told, EVALUATION, {"first_failed_check": next(iter(logs.splitlines()), "")})
    _agree(task, told, "the replay", {"outcome": course.outcome, "rounds": course.rounds})
    if bool(result.forced) != course.forced:
        not_so = "forced" if course.forced else "not forced"
        raise ReplayError(
            f"task {task}, {TELEMETRY}: forced is {result.forced!r}, but the response is {not_so} "
            "in the replay"
        )
    _agree(task, told, MODEL_LOG, _asked(folder.path / MODEL_LOG, course))
    if not course.crashed:
        again: JsonObject = {"plan_cache": course.plan_cache, "second_look": course.second_look}
        _agree(task, told, "the replay", again)
        calls = read_log(folder.path / "calls.jsonl")
        _agree(task, told, "calls.jsonl", {"api_calls": len(calls)})
        _agree(task, told, "its exchanges", {"retries": _retries(folder, calls)})
    return result


def _retries(folder: TaskFolder, calls: list[tuple[int, JsonObject]]) -> list[JsonValue]:
    tally = RetryTally()
    for _, line in calls:
        tally.add_exchange(line)
    for _, line in read_log(folder.path / MODEL_LOG):
        tally.add_reply(line)
    return [one.to_json() for one in tally.counts()]


def _asked(log: Path, course: Course) -> JsonObject:
    told = task_tally(line for _, line in read_log(log))
    if course.crashed:
        del told["model_calls"], told["reader_calls"]
    return told


def _agree(task: str, told: JsonObject, source: str, expected: JsonObject) -> None:
    for name, value in expected.items():
        if name in told and told[name] != value:
            raise ReplayError(
                f"task {task}, {TELEMETRY}: {name} is {told[name]!r}, {source} says {value!r}"
            )


def check_summary(
    run: RecordedRun, results: tuple[TaskResult, ...], readings: Mapping[str, Reading]
) -> bool:
    """Compare the totals of a run with its tasks and readings; False if there are no totals.

    Raises:
        ReplayError: they differ, or tasks are missing; names the field.
        WorkspaceError: the summary is broken.
    """
    files = run.folder.files
    if not files.exists(SUMMARY):
        return False
    summary, told = read_shape(files, SUMMARY, RunSummary), read_object(files, SUMMARY)
    listed = [result.task for result in summary.results]
    if summary.interrupted:
        # After Ctrl-C a worker may end its task when the summary is written already.
        results = tuple(result for result in results if result.task in listed)
    elif not (summary.stopped or summary.limit) and run.open_tasks:
        unfinished = next(task for task in run.manifest.tasks if task not in run.finished)
        raise ReplayError(
            f"{SUMMARY} tells of a complete run, but events.jsonl has no end of task {unfinished}"
        )
    if listed != [result.task for result in results]:
        raise ReplayError(f"{SUMMARY} does not list the finished tasks of events.jsonl")
    for row, result in zip(summary.results, results, strict=True):
        for name, value in result.to_json().items():
            if row.to_json()[name] != value:
                raise ReplayError(
                    f"{SUMMARY}, task {result.task}: {name} is {row.to_json()[name]!r}, "
                    f"{TELEMETRY} says {value!r}"
                )
    read = tuple(readings[sha1] for sha1 in sorted(readings))
    if summary.interrupted:
        read = tuple(reading for reading in read if reading in summary.readings)
    if summary.readings != read:
        raise ReplayError(f"{SUMMARY} does not list the readings that the run holds")
    totals = summarize("", results, wall_s=0.0, run_dir=run.folder.path, readings=read).to_json()
    totals["not_played"] = [*run.manifest.not_played]
    for name, value in totals.items():
        if name in told and name not in _GIVEN and told[name] != value:
            raise ReplayError(f"{SUMMARY}: {name} is {told[name]!r}, the tasks add up to {value!r}")
    return True

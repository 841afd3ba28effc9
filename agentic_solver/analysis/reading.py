"""Reading a run folder into records: one pass, one task at a time, nothing kept but the record.

What the harness wrote is trusted in form, not in completeness: a finished task that lacks a file,
or holds a broken one, is an error that names the file. What was never finished is left out and
told as a gap.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from agentic_solver.analysis.purpose import CallTally, tally_calls
from agentic_solver.analysis.record import Finding, RoundRecord, RunRecord, TaskRecord
from agentic_solver.analysis.rounds import findings_of_reply, read_round
from agentic_solver.erc3.experience.check_line import forbidden_texts, unasked_changes
from agentic_solver.erc3.route import RESPOND
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.finished import PASSED, open_finished
from agentic_solver.harness.options import RunSummary
from agentic_solver.harness.recorded import PLANLESS, RecordedRun, read_log, read_shape
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.settings import Prices

__all__ = ["load_document", "load_run"]

_ROUND = re.compile(r"round-\d+")
_BATCH = 200
_THREADS = 4
_MILLION = 1_000_000
_Found = tuple[str, str, TaskFolder]


def load_run(path: Path, *, partial: bool = False, prices: Prices | None = None) -> RunRecord:
    """Read a run folder.

    Args:
        path: the folder.
        partial: also accept a run that was not played to its end.
        prices: what tokens cost, where the run itself does not say. What was written to the
            prompt cache counts as other input: a run folder does not tell them apart by task.

    Raises:
        WorkspaceError: the folder is no run, or a file of it is missing or broken.
        ReplayError: its log of events and its folders contradict each other.
        UsageError: the run is not whole and ``partial`` is not set, or no task ever finished.
    """
    run = open_finished(path)
    gaps = tuple(_gaps(run.recorded))
    if gaps and not partial:
        raise UsageError(
            f"{path} is not finished ({'; '.join(gaps)}): analyse a whole run, or say --partial"
        )
    shared: dict[Any, Any] = {}
    plain = run.manifest.proposer in PLANLESS

    def read(found: _Found) -> TaskRecord:
        task, family, folder = found
        return _read_task(task, family, folder.path, shared, prices, plain=plain)

    tasks = tuple(_in_order(read, list(run.tasks())))
    if not tasks:
        raise UsageError(f"{path} holds no finished task: there is nothing to analyse")
    return RunRecord(path=path, name=run.name, manifest=run.manifest, tasks=tasks, gaps=gaps)


def _in_order(read: Callable[[_Found], TaskRecord], found: list[_Found]) -> Iterator[TaskRecord]:
    """Read tasks on a few threads, which wait for the disk, and yield them in their order."""
    if len(found) <= _BATCH:
        yield from map(read, found)
        return
    batches = [found[start : start + _BATCH] for start in range(0, len(found), _BATCH)]
    with ThreadPoolExecutor(_THREADS) as pool:
        for records in pool.map(lambda batch: [read(one) for one in batch], batches):
            yield from records


def _gaps(run: RecordedRun) -> Iterator[str]:
    files = run.folder.files
    if run.cut_off:
        yield f"{run.cut_off} of {len(run.manifest.tasks)} tasks were cut off"
    if run.never_begun:
        yield f"{run.never_begun} of {len(run.manifest.tasks)} tasks were never begun"
    if not files.exists("summary.json"):
        yield "it has no summary.json"
        return
    summary = read_shape(files, "summary.json", RunSummary)
    if summary.interrupted:
        yield "it was interrupted"
    if summary.stopped:
        yield f"it was stopped: {summary.stopped}"


def load_document(path: Path | str) -> dict[str, Any]:
    """Return the JSON object in a file.

    Raises:
        WorkspaceError: the file cannot be read or holds something else.
    """
    try:
        with open(path, "rb", buffering=0) as file:
            value = from_json(file.read())
    except OSError as error:
        raise WorkspaceError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise WorkspaceError(f"{path} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise WorkspaceError(f"{path} holds no JSON object")
    return value


def _read_task(
    task: str,
    family: str,
    folder: Path,
    shared: dict[Any, Any],
    prices: Prices | None,
    *,
    plain: bool,
) -> TaskRecord:
    place = str(folder)
    names = set(os.listdir(place))
    told = load_document(f"{place}/telemetry.json")
    tally = CallTally()
    rounds: list[RoundRecord] = []
    for number in sorted(int(name[6:]) for name in names if _ROUND.fullmatch(name)):
        where = f"{place}/round-{number}"
        if not os.path.exists(f"{where}/decision.json"):
            continue  # a crash while the plan was executed: crash.json tells
        rounds.append(read_round(number, where, lambda calls: tally_calls(tally, calls), shared))
    if plain:
        tally_calls(tally, _plain_calls(folder))
    answered = "response.json" in names
    context = load_document(f"{place}/context.json") if "context.json" in names else {}
    identity = context.get("identity") or {}
    try:
        checks = _checks(place, told, names)
        return TaskRecord(
            task=task,
            family=family,
            score=_score(told),
            outcome=_shared(shared, str(told["outcome"])),
            checks=checks,
            unasked_changes=unasked_changes(checks),
            forbidden_texts=forbidden_texts(checks),
            forced=str(told.get("forced") or ""),
            crash=_crash(place, names),
            rounds=tuple(rounds),
            asked=_asked(place, told, len(rounds), names),
            model_calls=int(told["model_calls"]),
            model_faults=int(told.get("model_faults", 0)),
            reader_calls=int(told.get("reader_calls", 0)),
            reader_faults=int(told.get("reader_faults", 0)),
            input_tokens=int(told["input_tokens"]),
            cached_tokens=int(told["cached_tokens"]),
            output_tokens=int(told["output_tokens"]),
            cost=_cost(told, prices),
            api_calls=int(told["api_calls"]),
            overhead_ms=float(told["overhead_ms"]),
            wall_s=float(told["wall_s"]),
            calls=_shared(shared, tally.sorted(int(told["api_calls"]), answered=answered)),
            failed_calls=tally.failed,
            repeated_reads=tally.repeated,
            wiki=_shared(shared, str(identity.get("wiki_sha1", ""))),
            policy_digest=_shared(shared, str(context.get("policy_digest", ""))),
            policy_known=bool(context.get("policy_known", False)),
            second_look=str(told.get("second_look") or ""),
            answered=_answered(place, told),
        )
    except KeyError as error:
        raise WorkspaceError(f"{place}/telemetry.json lacks {error}") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise WorkspaceError(
            f"{place}/telemetry.json is no telemetry of a task: {error}"
        ) from error


def _plain_calls(folder: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the calls of a plain agent, which no decision tells of, but for its response."""
    for _, line in read_log(folder / "calls.jsonl"):
        if line.get("path") != RESPOND.path:
            status = line.get("status")
            good = isinstance(status, int) and status < 400
            yield {
                "route": line.get("path"), "request": line.get("body"), "cause": "plan",
                "cached": False, "ok": good,
            }  # fmt: skip


def _shared(shared: dict[Any, Any], value: Any) -> Any:
    """Return the first equal value: a hundred thousand tasks say the same few things."""
    return shared.setdefault(value, value)


def _score(told: Mapping[str, Any]) -> float | None:
    return _number(told["score"])


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _cost(told: Mapping[str, Any], prices: Prices | None) -> float | None:
    if told.get("cost") is not None or prices is None:
        return _number(told.get("cost"))
    cached = int(told["cached_tokens"])
    money = (int(told["input_tokens"]) - cached) * prices.input
    money += cached * prices.cache_read + int(told["output_tokens"]) * prices.output
    return money / _MILLION


def _answered(place: str, told: Mapping[str, Any]) -> int:
    """Return which round gave the answer, where it may not be the last one."""
    if not told.get("second_look"):
        return 0
    return int(load_document(f"{place}/workflow.json").get("answered") or 0)


def _checks(place: str, told: Mapping[str, Any], names: set[str]) -> tuple[str, ...]:
    score = _score(told)
    if score is None or score >= PASSED:
        return ()
    if "evaluation.json" not in names:
        raise WorkspaceError(f"{place}/evaluation.json is missing")
    logs = str(load_document(f"{place}/evaluation.json").get("logs", ""))
    return tuple(line for line in logs.splitlines() if line.strip())


def _crash(place: str, names: set[str]) -> str:
    if "crash.json" not in names:
        return ""
    return str(load_document(f"{place}/crash.json").get("kind") or "unknown")


def _asked(
    place: str, told: Mapping[str, Any], decided: int, names: set[str]
) -> tuple[Finding, ...]:
    """Return what was wrong in rounds without a decision: only the workflow tells of them."""
    if int(told["rounds"]) <= decided or "workflow.json" not in names:
        return ()
    return findings_of_reply(load_document(f"{place}/workflow.json"))

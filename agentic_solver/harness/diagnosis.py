"""What became of a task, read from its folder: codes and closed vocabulary only."""

import json
import re
from collections.abc import Callable

from pydantic import JsonValue, ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.patch import Patch
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.experience.cause import Cause
from agentic_solver.erc3.experience.distil import Diagnosis, Fault, Witness, read_grade
from agentic_solver.erc3.experience.family import families_of
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import EXPERIENCE_NAME

__all__ = ["diagnose", "told_lines"]

_CALL = re.compile(r"^/execution_trace/calls/(\d+)(?:/|$)")


def diagnose(
    folder: TaskFolder,
    *,
    run: str,
    task: str,
    benchmark: str,
    catalog: Catalog,
    signature: Callable[[str], str],
    causes: tuple[Cause, ...] = (),
    known: tuple[Patch, ...] = (),
    witnesses: tuple[Witness, ...] = (),
) -> Diagnosis | None:
    """Return the diagnosis of a finished task, or None where it crashed before its first plan.

    Args:
        folder: the evidence of the task.
        run: name of the run.
        task: id of the task.
        benchmark: id of the benchmark.
        catalog: the tools that exist.
        signature: the signature of a patch id; empty for an unknown one.
        causes: what accounts for the failed checks.
        known: patches that name a cause and hold for the task.
        witnesses: what the grade says of them.

    Raises:
        WorkspaceError: a file of the task cannot be read.
    """
    if not folder.exists("workflow.json"):
        return None
    workflow = _object(folder.read("workflow.json"))
    evaluation = _object(folder.read("evaluation.json")) if folder.exists("evaluation.json") else {}
    score = evaluation.get("score")
    return Diagnosis(
        run=run,
        task=task,
        benchmark=benchmark,
        accepted=workflow.get("forced") is False,
        score=float(score) if isinstance(score, (int, float)) else None,
        families=families_of(str(_object(folder.read("task.json")).get("text", ""))),
        rounds=int(str(workflow.get("rounds", 0))),
        faults=tuple(
            fault
            for number, violation in _violations(workflow)
            if (fault := _fault(number, violation, folder, catalog))
        ),
        grade=read_grade(str(evaluation.get("logs", ""))),
        causes=causes,
        known=known,
        witnesses=witnesses,
        told=tuple(filter(None, (signature(patch) for patch, _text in told_lines(folder)))),
    )


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


def told_lines(folder: TaskFolder) -> tuple[tuple[str, str], ...]:
    """Return (patch id, text) of what a task was told."""
    told = folder.read(EXPERIENCE_NAME) if folder.exists(EXPERIENCE_NAME) else []
    rows = told if isinstance(told, list) else []
    return tuple(
        (str(row[0]), str(row[1])) for row in rows if isinstance(row, list) and len(row) > 1
    )


def _violations(workflow: JsonObject) -> list[tuple[int, Violation]]:
    """Return what each rejected round was told, by its number."""
    found: dict[int, tuple[Violation, ...]] = {}
    events = workflow.get("events")
    for event in events if isinstance(events, list) else []:
        feedback = _object(event).get("feedback")
        if not isinstance(feedback, str) or not feedback.startswith("{"):
            continue
        try:
            content = json.loads(feedback)
            violations = tuple(
                Violation.model_validate_json(json.dumps(item)) for item in content["violations"]
            )
            found[int(content["round"])] = violations
        except (ValueError, KeyError, TypeError, ValidationError):
            continue  # feedback of another step, or of another engine: it teaches nothing
    return [(number, item) for number in sorted(found) for item in found[number]]


def _fault(number: int, violation: Violation, folder: TaskFolder, catalog: Catalog) -> Fault | None:
    tool = violation.details.get("tool")
    name = tool if isinstance(tool, str) else _tool_at(violation.path, number, folder)
    return Fault(
        round=number,
        code=ViolationCode(violation.code),
        tool=name if catalog.get(name) is not None else "",
        attempt=violation.attempt_id or f"round-{number}",
    )


def _tool_at(path: str, number: int, folder: TaskFolder) -> str:
    """Return the tool of the call that a path points into, as the plan of that round has it."""
    match = _CALL.match(path)
    name = f"round-{number}/plan.json"
    if match is None or not folder.exists(name):
        return ""
    plan = _object(_object(folder.read(name)).get("plan"))
    calls = _object(plan.get("execution_trace")).get("calls")
    at = int(match[1])
    if not isinstance(calls, list) or at >= len(calls):
        return ""
    return str(_object(calls[at]).get("tool", ""))

"""Everything the page shows of one task, as JSON: the evidence, cut where it is very long."""

import difflib
from collections.abc import Iterator
from typing import Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.exchange import MODEL_LOG
from agentic_solver.harness.recorded import read_log, read_object
from agentic_solver.harness.task_folder import TaskFolder, pretty
from agentic_solver.harness.telemetry import Times, read_times
from agentic_solver.report.citation import Citations
from agentic_solver.report.record import ReportedTask
from agentic_solver.report.why import expectations, timeline

__all__ = ["task_detail", "violation_codes"]

_ROWS = 200
"""Rows of a fact that the page holds; it says how many there are."""
_CALLS = 500
_ANSWER = 500
"""Letters of an answer to a call of an agent without plans."""
_WRITES = 200
_TEXT = 20_000
_DIFF_LINES = 400
_TASK_ITSELF = "request"
"""The part of a plan that repeats the task."""


def violation_codes(task: ReportedTask) -> list[str]:
    """Return the codes of all violations of a task, once each, in order of appearance."""
    codes: dict[str, None] = {}
    for number in task.folder.rounds():
        decision = _optional(task.folder, f"round-{number}/decision.json")
        for violation in _objects(decision.get("violations")):
            codes[str(violation.get("code", ""))] = None
    return [code for code in codes if code]


def task_detail(task: ReportedTask, citations: Citations, command: str = "") -> dict[str, Any]:
    """Return the evidence of a task; the shape is what ``page.js`` renders.

    Args:
        task: of the run.
        citations: the rules of the run.
        command: checks a plan of the task again, with ``{round}`` for its round; empty: none does.

    Raises:
        WorkspaceError: a file is broken; names it.
    """
    folder = task.folder
    rounds = list(_rounds(folder))
    context = _optional(folder, "context.json")
    identity = context.get("identity")
    used = [rule for one in rounds for rule in _rule_ids(one)]
    wiki = str(identity.get("wiki_sha1", "")) if isinstance(identity, dict) else ""
    workflow = _optional(folder, "workflow.json")
    events = _objects(workflow.get("events"))
    grade, response = _optional(folder, "evaluation.json"), _optional(folder, "response.json")
    return {
        "task": task.result.task,
        "text": task.text,
        "context": context,
        "result": task.result.to_json(),
        "grade": grade,
        "expected": expectations(str(grade.get("logs") or ""), response),
        "response": response or None,
        "answered": workflow.get("answered"),
        "command": command,
        "timeline": timeline(folder),
        "crash": _optional(folder, "crash.json") or None,
        "reason": str(workflow.get("reason", "")),
        "feedback": [_cut(text) for one in events if (text := str(one.get("feedback", "")))],
        "rounds": rounds,
        "rules": citations.cited(wiki, dict.fromkeys(used)),
        "calls": [] if rounds else _plain_calls(folder),
        "agent": _optional(folder, "agent.json") or None,
        "model": _exchanges(folder),
        "ledger": [line for _, line in read_log(folder.path / "ledger.jsonl")][: 2 * _WRITES],
        "lessons": folder.read("experience.json") if folder.exists("experience.json") else [],
    }


def _rounds(folder: TaskFolder) -> Iterator[dict[str, Any]]:
    before: JsonObject | None = None
    times = read_times(folder)
    for number in folder.rounds():
        plan = _inner(_optional(folder, f"round-{number}/plan.json"), "plan")
        decision = _optional(folder, f"round-{number}/decision.json")
        calls, writes = _objects(decision.get("calls")), _objects(decision.get("writes"))
        executed = _inner(decision, "executed")
        shown: dict[str, Any] = {k: value for k, value in plan.items() if k != _TASK_ITSELF}
        shown["facts"] = _told(plan.get("facts"))
        shown["execution_trace"] = {"calls": _told(_inner(plan, "execution_trace").get("calls"))}
        yield {
            "round": number,
            "plan": shown,
            "facts": [_fact(one) for one in _objects((executed or plan).get("facts"))],
            "calls": [_call(call, times) for call in calls][:_CALLS],
            "calls_total": len(calls),
            "writes": writes[:_WRITES],
            "writes_total": len(writes),
            "difference": None if before is None else _difference(before, shown),
            **{
                key: decision.get(key)
                for key in ("ok", "verdict", "stage", "case", "violations", "proofs", "commitments")
            },
        }
        before = shown


def _told(value: object) -> list[JsonObject]:
    """Return parts of a plan without the fields that only execution fills."""
    return [
        {key: inner for key, inner in one.items() if inner is not None} for one in _objects(value)
    ]


def _fact(fact: JsonObject) -> JsonObject:
    output = _inner(fact, "output")
    rows = output.get("rows")
    rows = rows if isinstance(rows, list) else []
    return {
        "id": fact.get("id"),
        "query": fact.get("query"),
        "columns": output.get("columns", []),
        "rows": rows[:_ROWS],
        "total": len(rows) if output else None,
    }


def _call(call: JsonObject, times: Times) -> JsonObject:
    shown = {key: value for key, value in call.items() if key not in ("response_hash", "ok")}
    time = None if call.get("cached") else times.next_platform(str(call.get("route")))
    return shown if time is None else {**shown, "ms": round(time[1] * 1000, 1)}


def _plain_calls(folder: TaskFolder) -> list[JsonObject]:
    """Return the calls of an agent without plans, of which no decision tells."""
    times, shown = read_times(folder), []
    for _, line in read_log(folder.path / "calls.jsonl")[:_CALLS]:
        route, time = str(line.get("path")), times.next_platform(str(line.get("path")))
        answer = str(line.get("text") or line.get("fault") or "")
        call: JsonObject = {
            "route": route,
            "status": line.get("status", "no answer"),
            "request": line.get("body"),
            "answer": answer if len(answer) <= _ANSWER else f"{answer[:_ANSWER]} ...",
        }
        shown.append(call if time is None else {**call, "ms": round(time[1] * 1000, 1)})
    return shown


def _difference(before: JsonObject, after: JsonObject) -> list[str]:
    lines = difflib.unified_diff(
        pretty(before).splitlines(), pretty(after).splitlines(), n=2, lineterm=""
    )
    return [line for line in lines if not line.startswith(("---", "+++"))][:_DIFF_LINES]


def _exchanges(folder: TaskFolder) -> list[dict[str, Any]]:
    times = read_times(folder)
    shown = []
    for _, line in read_log(folder.path / MODEL_LOG):
        time = times.next_model()
        shown.append(_exchange(line) | ({} if time is None else {"seconds": round(time[1], 3)}))
    return shown


def _exchange(line: JsonObject) -> dict[str, Any]:
    reply = _inner(line, "reply")
    shown: dict[str, Any] = {
        key: value for key, value in line.items() if key not in ("reply", "messages")
    }
    messages = _objects(line.get("messages"))
    shown["asked"] = [_cut(str(message.get("text", ""))) for message in messages]
    shown["reply"] = {**reply, "text": _cut(str(reply.get("text", "")))} if reply else None
    return shown


def _rule_ids(one: dict[str, Any]) -> Iterator[str]:
    proofs = _objects(one["proofs"])
    proofs += [proof for write in one["writes"] if (proof := _inner(write, "proof"))]
    for proof in proofs:
        ids = proof.get("rule_ids")
        yield from (str(rule_id) for rule_id in ids) if isinstance(ids, list) else ()
    ids = _inner(one["plan"], "policy_refs").get("rules_ids")
    yield from (str(rule_id) for rule_id in ids) if isinstance(ids, list) else ()


def _optional(folder: TaskFolder, name: str) -> JsonObject:
    return read_object(folder, name) if folder.exists(name) else {}


def _inner(data: JsonObject, key: str) -> JsonObject:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _objects(value: object) -> list[JsonObject]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else f"{text[:_TEXT]} ... ({len(text)} characters)"

"""Run folders made by hand: small, hostile, and as many tasks as a test wants."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.harness.options import TaskResult
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.statistics import summarize

WIKI = "a1" * 20
RULES = """\
format: 1
wiki_sha1: {wiki}
source: authored
rules:
- id: pay-is-private
  kind: guidance
  page: people/pay.md
  anchor: who-may-look
  quote: Pay is between a person and the people team.
  statement: Pay is private.
"""


@dataclass(frozen=True, kw_only=True)
class Made:
    """One task of a run that is made up."""

    task: str
    text: str = "Who leads the harbour crane?"
    score: float | None = 1.0
    check: str = ""
    rounds: int = 1
    violation: dict[str, Any] | None = None
    """Of the last round; the round is then rejected."""
    rows: list[list[Any]] = field(default_factory=lambda: [["p1", "Ada Quell", 51_000]])


MakeRun = Callable[..., Path]


@pytest.fixture(scope="session")
def made() -> type[Made]:
    """The class of made-up tasks."""
    return Made


@pytest.fixture(name="make_run", scope="session")
def _make_run(tmp_path_factory: pytest.TempPathFactory) -> MakeRun:
    def make(tasks: Iterable[Made], *, name: str = "made", **manifest: Any) -> Path:
        folder = RunFolder.create(tmp_path_factory.mktemp("runs"), name)
        made = list(tasks)
        data = {"format": "run/1", "benchmark": name, "tasks": [one.task for one in made]}
        folder.files.write("manifest.json", {**data, "model": "a-model", **manifest})
        own = folder.path / "acquire" / WIKI[:8]
        own.mkdir(parents=True)
        text = RULES.format(wiki=WIKI).replace("guidance", "response")
        (own / f"{WIKI[:8]}.yaml").write_text(text, encoding="utf-8")
        results = [_write_task(folder, one) for one in made]
        summary = summarize(name, tuple(results), wall_s=1.5, run_dir=folder.path)
        folder.files.write("summary.json", summary.to_json())
        folder.files.close()
        return folder.path

    return make


def _write_task(run: RunFolder, made: Made) -> TaskResult:
    run.files.append("events.jsonl", {"event": "task_started", "task": made.task})
    folder = run.task(made.task)
    request = {"benchmark": "made", "task_id": made.task, "text": made.text}
    folder.write("task.json", request)
    identity = {"current_user": "p9", "is_public": False, "location": "Quay", "department": "Docks",
                "today": "2030-01-02", "wiki_sha1": WIKI}  # fmt: skip
    folder.write("context.json", {"identity": identity, "policy_known": True})
    for number in range(1, made.rounds + 1):
        last = number == made.rounds
        query = f"SELECT id, name, salary FROM employees WHERE level > {number}"
        cases = [{"when": "who.none", "outcome": "ok_not_found", "message": "Nobody."},
                 {"when": "", "outcome": "ok_answer", "message": "It is {who.name}.",
                  "links": [{"kind": "employee", "fact": "who", "col": "id"}]}]  # fmt: skip
        plan = {"request": request, "facts": [{"id": "who", "query": query, "output": None}],
                "response_template": {"cases": cases}}  # fmt: skip
        folder.write(f"round-{number}/plan.json", {"plan_id": "0" * 64, "plan": plan})
        folder.write(f"round-{number}/decision.json", _decision(made, plan, last=last))
    response = {"message": f"It is {made.rows[0][1]}.", "outcome": "ok_answer", "links": []}
    folder.write("response.json", response)
    folder.write("evaluation.json", {"score": made.score, "logs": made.check})
    times = {"model": [[0.01, 0.2]], "platform": [["/whoami", 0.0, 0.004], ["/respond", 0.3, 0.01]]}
    folder.write("times.json", times)
    for number in range(1, made.rounds + 1):
        folder.append("model.jsonl", _exchange(made, number))
    employee = {"employee": {"id": "p1", "name": "Ada Quell", "salary": 51_000, "notes": "shy"}}
    folder.append(
        "calls.jsonl",
        {
            "path": "/employees/get",
            "body": {"id": "p1"},
            "status": 200,
            "text": json.dumps(employee),
        },
    )
    result = TaskResult(
        task=made.task, outcome="ok_answer", score=made.score, first_failed_check=made.check,
        forced="", rounds=made.rounds, model_calls=made.rounds, input_tokens=900, cached_tokens=0,
        output_tokens=80, api_calls=3, overhead_ms=12.5, wall_s=0.5, model_s=0.3, platform_s=0.1,
    )  # fmt: skip
    folder.write("telemetry.json", result.to_json())
    folder.close()
    run.files.append("events.jsonl", {"event": "task_finished", "task": made.task})
    return result


def _exchange(made: Made, number: int) -> dict[str, Any]:
    usage = {"input_tokens": 800, "output_tokens": 80, "cache_read_tokens": 90,
             "cache_creation_tokens": 10}  # fmt: skip
    return {
        "request_id": "1" * 64, "key": f"made/{made.task}/r{number}",
        "messages": [{"role": "user", "text": made.text + " Again." * (number - 1)}],
        "reply": {"text": f"plan {number} of {made.task}", "stop_reason": "end_turn",
                  "model": "a-model-2", "tries": 1, "usage": usage},
    }  # fmt: skip


def _decision(made: Made, plan: dict[str, Any], *, last: bool) -> dict[str, Any]:
    wrong = made.violation if last else {
        "code": "SQL_SYNTAX", "message": "The query does not parse.", "path": "/facts/0/query",
        "details": {},
    }  # fmt: skip
    output = {"columns": ["id", "name", "salary"], "rows": made.rows}
    proof = {"rule_ids": ["pay-is-private"], "citations": ["people/pay.md#who-may-look"],
             "predicate": "pay-is-private: deny", "result": "deny", "identity": {}}  # fmt: skip
    call = {"id": "a1", "route": "/whoami", "cause": "whoami", "request": {}, "ok": True,
            "status": 200, "error": "", "tries": 1, "cached": False}  # fmt: skip
    facts = [{**fact, "output": output} for fact in plan["facts"]]
    return {
        "ok": wrong is None, "verdict": "accept" if wrong is None else "retry", "stage": "dry",
        "violations": [] if wrong is None else [wrong], "proofs": [proof], "calls": [call],
        "commitments": [{"kind": "minimality", "holds": True, "reason": "nothing to spare"}],
        "writes": [], "executed": {**plan, "facts": facts} if wrong is None else None, "case": 1,
    }  # fmt: skip

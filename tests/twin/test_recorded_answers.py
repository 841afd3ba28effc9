"""The grader against recorded answers with the score the real evaluator gave them."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.twin.event import AgentResponse, Event, Link
from agentic_solver.twin.grader import Attempt, Grade, grade
from agentic_solver.twin.suite import load_suite
from agentic_solver.twin.task import TaskSpec

SUITES = Path(__file__).parents[3] / "shared" / "erc3" / "suites"

if not SUITES.is_dir():
    pytest.skip("no recorded answers here", allow_module_level=True)

NAMES = [path.stem for path in sorted((SUITES / "answers").glob("*.jsonl"))]


@cache
def tasks_of(name: str) -> dict[str, TaskSpec]:
    return {task.id: task for task in load_suite(SUITES / name).tasks}


def recorded(name: str) -> list[tuple[TaskSpec, dict[str, Any]]]:
    lines = (SUITES / "answers" / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    records = [json.loads(line) for line in lines if line]
    return [
        (tasks_of(name)[record["task"]], answer)
        for record in records
        for answer in record["answers"]
    ]


def regrade(task: TaskSpec, answer: dict[str, Any]) -> Grade:
    """Grade a recorded answer as if it had come over the wire."""
    response = AgentResponse(
        message=answer.get("message") or "",
        outcome=answer.get("outcome") or "",
        links=tuple(Link(**link) for link in answer.get("links") or ()),
    )
    events = [Event(name=e["event"], entity=e["entity"]) for e in answer.get("events") or ()]
    attempt = Attempt(
        responses=(response,) * answer["responses"], events=tuple(events), has_usage=True
    )
    return grade(task.expect, attempt, require_usage=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_answer_gets_its_score_again(name: str) -> None:
    wrong = [
        (task.id, answer["score"], graded.logs)
        for task, answer in recorded(name)
        for graded in [regrade(task, answer)]
        if graded.score != answer["score"]
    ]
    assert wrong == []


def test_both_verdicts_are_well_represented() -> None:
    scores = Counter(answer["score"] for name in NAMES for _, answer in recorded(name))
    assert scores == {1.0: 239, 0.0: 58}


@pytest.mark.parametrize("name", NAMES)
def test_recorded_complaints_are_among_ours(name: str) -> None:
    """The real evaluator stops at the first failing group; its lines are found in ours."""
    compared = 0
    missing: list[tuple[str, str, str]] = []
    for task, answer in recorded(name):
        ours = regrade(task, answer).logs
        for line in answer["evaluator"]:
            compared += 1
            # The real one writes "outcomes" for some sets of one.
            wanted = line.split(", got ")[0].replace("expected outcomes ", "expected outcome ")
            if wanted not in ours.replace("expected outcomes ", "expected outcome "):
                missing.append((task.id, line, ours))
    assert compared > 0
    assert missing == []

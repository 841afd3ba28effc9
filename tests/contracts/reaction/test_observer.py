"""The observer port: one JSON line an observation, and never a failure."""

import json
import math

import pytest

from agentic_solver.contracts.reaction.observer import (
    JsonlObserver,
    NullObserver,
    Observation,
    Observer,
)


@pytest.mark.requirement("S4-9b")
def test_jsonl_observer_writes_one_line_an_observation() -> None:
    lines: list[str] = []
    observer: Observer = JsonlObserver(lines.append, clock=lambda: 12.5)
    observer.observe(Observation(name="call.finished", subject="a1", measures={"seconds": 0.25}))
    observer.observe(Observation(name="line\nbreak\u2028"))
    assert [json.loads(line) for line in lines] == [
        {"name": "call.finished", "subject": "a1", "at": 12.5, "measures": {"seconds": 0.25}},
        {"name": "line\nbreak\u2028", "subject": "", "at": 12.5, "measures": {}},
    ]
    assert all(line.endswith("\n") and len(line.splitlines()) == 1 for line in lines)


def test_odd_figures_still_give_json() -> None:
    lines: list[str] = []
    JsonlObserver(lines.append).observe(
        Observation(name="x", measures={"a": math.nan, "b": math.inf, "c": "\ud800", "d": None})
    )
    assert json.loads(lines[0])["measures"] == {"a": None, "b": None, "c": "\ud800", "d": None}


def test_failing_sink_loses_the_line_not_the_work() -> None:
    def full(line: str) -> None:
        raise OSError("disk full")

    observer = JsonlObserver(full)
    observer.observe(Observation(name="x"))
    assert observer.lost == 1


def test_null_observer_takes_anything() -> None:
    observation = Observation(name="x", measures={"n": 1})
    NullObserver().observe(observation)
    assert observation == Observation(name="x", measures={"n": 1})

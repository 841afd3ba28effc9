"""Faults of platform and clock: retried by rule, counted with their reasons, replayed."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.errors import TransportError
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RetryCount, RunOptions, RunSummary
from agentic_solver.harness.pause import spread
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.recording import ModelRecord, load_records
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.report.page import render_page
from agentic_solver.report.record import read_record
from agentic_solver.twin.fault import Fault
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import opened

TASK = "lead-of-project"


@pytest.fixture(scope="module")
def records() -> tuple[ModelRecord, ...]:
    return load_records(builtin_recordings("erc3-dev"))


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite(find_suite("erc3-dev"), seed=0)


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


class Platform:
    """A twin whose task meets faults."""

    def __init__(self, suite: Suite, faults: tuple[Fault, ...]) -> None:
        tasks = tuple(
            spec.model_copy(update={"overlay": spec.overlay.model_copy(update={"faults": faults})})
            for spec in suite.tasks
        )
        self._twin = Twin(replace(suite, tasks=tasks), seed=0)

    def post(self, path: str, body: JsonObject) -> TransportReply:
        reply = self._twin.handle(path, json.dumps(body).encode())
        return TransportReply(status=reply.status, text=reply.body.decode("utf-8", "replace"))


def play(
    place: Workspace,
    records: tuple[ModelRecord, ...],
    transport: Transport,
    *,
    clock: object = None,
) -> RunSummary:
    more = {} if clock is None else {"clock": clock}
    return run_benchmark(
        RunOptions(benchmark="erc3-dev", tasks=(TASK,)),
        benchmark=replace(opened(), transport=transport),
        workspace=place,
        model=ReplayingModel(records, match="task"),
        sleep=lambda _seconds: None,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (Fault(route="*", kind="status", value=429, times=2), "status 429"),
        (Fault(route="*", kind="status", value=500, times=2), "status 500"),
        (Fault(route="*", kind="status", value=503, times=2), "status 503"),
        (Fault(route="*", kind="timeout", times=2), "no answer"),
        (Fault(route="*", kind="truncated", times=2), "garbled answer"),
        (Fault(route="*", kind="malformed", times=2), "garbled answer"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.kind,
)
def test_a_stumbling_platform_is_asked_again_and_the_totals_say_why(
    place: Workspace, records: tuple[ModelRecord, ...], suite: Suite, fault: Fault, reason: str
) -> None:
    done = play(place, records, Platform(suite, (fault,)))
    assert done.passed == 1
    assert done.retries == (RetryCount(side="platform", place="/whoami", reason=reason, times=2),)
    run = Path(done.run_dir)
    assert replay_run(run, place).tasks == 1
    page = render_page([read_record(run)], place.rules)
    assert "What was asked again, and why" in page
    assert reason in page


@pytest.mark.parametrize("kind", ["status", "timeout", "truncated", "malformed"])
def test_a_platform_that_stays_broken_ends_in_an_answer_without_a_change(
    place: Workspace, records: tuple[ModelRecord, ...], suite: Suite, kind: str
) -> None:
    broken = tuple(
        Fault(route=route, kind=kind)  # type: ignore[arg-type]
        for route in ("/projects/list", "/projects/search", "/projects/get")
    )
    done = play(place, records, Platform(suite, broken))
    (result,) = done.results
    assert result.outcome == "error_internal"
    assert {one.times for one in done.retries} == {2}
    assert replay_run(Path(done.run_dir), place).tasks == 1


def test_connections_that_are_reset_are_asked_again(
    place: Workspace, records: tuple[ModelRecord, ...], suite: Suite
) -> None:
    inner, seen = Platform(suite, ()), Counter[str]()

    class Resetting:
        """Loses the first try of every read of the company."""

        def post(self, path: str, body: JsonObject) -> TransportReply:
            key = f"{path}{sorted(body.items())}"
            seen[key] += 1
            if path.endswith(("/list", "/search", "/get", "/whoami")) and seen[key] == 1:
                raise TransportError("connection reset by peer")
            return inner.post(path, body)

    done = play(place, records, Resetting())
    assert done.passed == 1
    assert {one.reason for one in done.retries} == {"no answer"}
    assert replay_run(Path(done.run_dir), place).tasks == 1


def test_a_clock_that_jumps_changes_no_decision(
    place: Workspace, records: tuple[ModelRecord, ...], suite: Suite
) -> None:
    calm = play(place, records, Platform(suite, ()))
    times = iter([0.0, 1e9, -1e9, 5.0, -7e5] * 1_000)
    wild = play(place, records, Platform(suite, ()), clock=lambda: next(times))
    names = ("response.json", "round-1/decision.json", "calls.jsonl", "evaluation.json")
    for name in names:
        before, after = (Path(one.run_dir) / "tasks" / TASK / name for one in (calm, wild))
        assert before.read_bytes() == after.read_bytes()


def test_pauses_are_spread_and_never_shorter_than_the_rule_says() -> None:
    slept: list[float] = []
    chances = iter([0.0, 0.5, 1.0])
    sleep = spread(slept.append, draw=lambda: next(chances))
    for _ in range(3):
        sleep(2.0)
    assert slept == [2.0, 2.25, 2.5]

"""What a run asks of the platform: nothing twice, few calls, in one order, and as declared."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.erc3.transport import ConcurrentTransport, Transport, TransportReply
from agentic_solver.erc3.wire import Effect
from agentic_solver.errors import TransportError
from agentic_solver.harness.limits import Deadline, PunctualTransport
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import opened, recorded

MEAN = 14.0
"""Calls a task, at most."""
MANY = ("busiest-at-site", "lead-of-project", "log-in-house-hours")


class Slow:
    """A platform that answers after a moment, the later ones often first; counts those at once."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self._lock = threading.Lock()
        self._waits = random.Random(7)
        self._now = 0
        self.most = 0

    def post(self, path: str, body: JsonObject) -> TransportReply:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
            wait = self._waits.uniform(0, 0.004)
        time.sleep(wait)
        try:
            return self._inner.post(path, body)
        finally:
            with self._lock:
                self._now -= 1


def play(
    place: Path, suite: str, tasks: Sequence[str] = (), *, limit: int = 0
) -> tuple[RunSummary, Slow | None]:
    init_workspace(place)
    benchmark = opened(suite)
    slow = Slow(benchmark.transport) if limit else None
    if slow is not None:
        benchmark = replace(benchmark, transport=ConcurrentTransport(slow, limit))
    summary = run_benchmark(
        RunOptions(benchmark=suite, tasks=tuple(tasks), workers=1),
        benchmark=benchmark,
        workspace=Workspace(place),
        model=recorded(suite),
        sleep=lambda _seconds: None,
    )
    return summary, slow


def calls_of(folder: Path) -> list[JsonObject]:
    lines = (folder / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def repeated(calls: Sequence[JsonObject]) -> list[str]:
    """Return the reads that were answered well before, with no write in between."""
    answered: set[str] = set()
    again: list[str] = []
    for call in calls:
        path = str(call["path"])
        if ROUTES[path].effect is Effect.WRITE:
            answered.clear()
            continue
        key = f"{path} {canonical_json(call['body'])}"
        if key in answered:
            again.append(key)
        if is_answered(call):
            answered.add(key)
    return again


def is_answered(call: JsonObject) -> bool:
    """Whether the platform said something that needs no second try."""
    status = call.get("status", 0)
    try:
        json.loads(str(call.get("text", "")))
    except ValueError:
        return False
    return isinstance(status, int) and 200 <= status < 500 and status != 429


def tool_routes(folder: Path) -> list[tuple[str, str]]:
    """Return tool and route of every call that a round made for one of its plan's calls."""
    found = []
    for path in sorted(folder.glob("round-*/decision.json")):
        decision = json.loads(path.read_text(encoding="utf-8"))
        plan = json.loads((path.parent / "plan.json").read_text(encoding="utf-8"))["plan"]
        tools = {call["id"]: call["tool"] for call in plan["execution_trace"]["calls"]}
        for record in decision["calls"]:
            call_id = record["cause"].rpartition(":")[2].partition("#")[0]
            if call_id in tools:
                found.append((tools[call_id], record["route"]))
    return found


@pytest.mark.parametrize("suite", ["erc3-dev", pytest.param("erc3-prod", marks=pytest.mark.slow)])
def test_a_suite_is_played_with_few_calls_none_twice_all_declared(
    tmp_path: Path, suite: str
) -> None:
    summary, _ = play(tmp_path / "place", suite)
    folders = sorted((Path(summary.run_dir) / "tasks").iterdir())
    assert len(folders) > 100
    assert summary.score == 1.0
    counts = Counter({folder.name: len(calls_of(folder)) for folder in folders})
    assert counts.total() / len(counts) <= MEAN, counts.most_common(10)
    assert not [(one.name, again) for one in folders if (again := repeated(calls_of(one)))]
    tools = load_catalog(tmp_path / "place" / "tools").tools
    used = {pair for folder in folders for pair in tool_routes(folder)}
    assert len({tool for tool, _ in used}) > 8
    assert not [(tool, route) for tool, route in used if route not in tools[tool].calls]


def test_concurrent_calls_leave_the_same_records(tmp_path: Path) -> None:
    texts = {}
    most = {}
    for limit in (1, 8):
        summary, slow = play(tmp_path / str(limit), "erc3-dev", MANY, limit=limit)
        root = Path(summary.run_dir)
        assert slow is not None
        most[limit] = slow.most
        texts[limit] = {
            str(path.relative_to(root)): path.read_bytes()
            for name in ("calls.jsonl", "round-*/decision.json", "response.json")
            for path in sorted(root.glob(f"tasks/*/{name}"))
        }
        replay_run(root, Workspace(tmp_path / str(limit)))
    assert texts[1] == texts[8]
    assert most[1] == 1
    assert 1 < most[8] <= 8


class Echo:
    """A platform that answers everything."""

    def post(self, path: str, _body: JsonObject) -> TransportReply:
        return TransportReply(status=200, text=path)


@pytest.mark.parametrize("now", [1.0, 99.0])
def test_a_batch_after_the_deadline_fails_whole_and_unsent(now: float) -> None:
    late = PunctualTransport(Echo(), Deadline(10.0, iter([0.0, now]).__next__))
    replies = late.post_many([("/a", {}), ("/b", {})])
    if now > 10:
        assert [type(reply) for reply in replies] == [TransportError, TransportError]
    else:
        assert [getattr(reply, "text", "") for reply in replies] == ["/a", "/b"]

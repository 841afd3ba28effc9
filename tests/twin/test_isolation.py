"""Universes never meet, and a task that has ended keeps nothing but its record."""

import gc
import json
import threading
import tracemalloc
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentic_solver.errors import ApiError
from agentic_solver.twin.calllog import CallLog
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import load_suite

Step = Callable[["Agent"], None]


class Agent:
    """Writes its own mark everywhere in its task, and reads everything back."""

    def __init__(self, twin: Twin, number: int) -> None:
        self.twin, self.mark, self.foreign = twin, f"<<{number}>>", set[str]()
        started = self.core("/tasks/start", benchmark="thornlight", spec_id="who-leads")
        self.task_id = started["task_id"]
        self.written: dict[str, Any] = {}

    def core(self, path: str, **body: Any) -> Any:
        reply = self.twin.handle(path, json.dumps(body).encode())
        text = reply.body.decode()
        assert reply.status == 200, text
        if "<<" in text.replace(getattr(self, "mark", "<<"), ""):
            self.foreign.add(text)
        return json.loads(text)

    def __call__(self, route: str, **body: Any) -> Any:
        return self.core(f"/erc3-dev/{self.task_id}{route}", **body)

    def page(self) -> None:
        self("/wiki/update", file=f"{self.mark}.md", content=self.mark)
        self.written["page"] = [f"{self.mark}.md"]

    def note(self) -> None:
        self("/employees/update", employee="tl_001", notes=self.mark)
        self.written["note"] = self.mark

    def hours(self) -> None:
        entry = self("/time/log", employee="tl_003", date="2025-06-01", notes=self.mark)
        self.written.setdefault("hours", []).append(entry["id"])

    def status(self) -> None:
        self("/projects/status/update", id="proj_bot", status="archived")
        self.written["status"] = "archived"

    def check(self) -> None:
        """Read what is there: the world of the suite and the own marks, nothing else."""
        paths = [path for path in self("/wiki/list")["paths"] if "<<" in path]
        assert paths == self.written.get("page", [])
        assert self("/employees/get", id="tl_001")["employee"]["notes"] == self.written.get(
            "note", ""
        )
        status = self("/projects/get", id="proj_bot")["project"]["status"]
        assert status == self.written.get("status", "idea")
        found = self("/time/search", employee="tl_003", date_to="2025-06-01", limit=5)["entries"]
        ids = [entry["id"] for entry in found or []]
        assert ids == self.written.get("hours", [])[:5]
        assert ids == [f"te_{n:03d}" for n in range(10, 10 + len(ids))]


STEPS: list[Step] = [Agent.page, Agent.note, Agent.hours, Agent.status, Agent.check]


@given(
    scripts=st.lists(st.lists(st.sampled_from(STEPS), min_size=1, max_size=12), min_size=2,
                     max_size=4)
)  # fmt: skip
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_tasks_side_by_side_never_see_each_other(play: Any, scripts: list[list[Step]]) -> None:
    agents = [Agent(play.twin, number) for number in range(len(scripts))]
    barrier = threading.Barrier(len(agents), timeout=20)

    def work(agent: Agent, steps: list[Step]) -> None:
        barrier.wait()
        for step in steps:
            step(agent)
        agent.check()

    with ThreadPoolExecutor(len(agents)) as pool:
        for done in [pool.submit(work, *pair) for pair in zip(agents, scripts, strict=True)]:
            done.result(timeout=20)
    assert [agent.foreign for agent in agents] == [set()] * len(agents)
    for agent in agents:
        view = agent.core("/tasks/view", task_id=agent.task_id)
        assert view["logs"]
        assert agent.foreign == set()
        agent.core("/tasks/complete", task_id=agent.task_id)
    assert play.events == ()


@pytest.mark.slow
@pytest.mark.parametrize("end", ["/tasks/complete", "/sessions/submit"])
def test_a_task_that_has_ended_lets_go_of_its_universe(make_suite: Any, end: str) -> None:
    twin = Twin(load_suite(make_suite()))

    def call(path: str, **body: Any) -> Any:
        return json.loads(twin.handle(path, json.dumps(body).encode()).body)

    session = call("/sessions/start", benchmark="thornlight")["session_id"]
    task_id = call("/sessions/status", session_id=session)["tasks"][0]["task_id"]
    call("/tasks/start", task_id=task_id)
    call(f"/erc3-dev/{task_id}/wiki/load", file="index.md")
    before = call("/tasks/view", task_id=task_id)
    universe = weakref.ref(twin.universe(task_id))
    call(end, task_id=task_id, session_id=session, force=True)
    gc.collect()
    assert universe() is None
    with pytest.raises(ApiError, match="no universe left"):
        twin.universe(task_id)
    after = call("/tasks/view", task_id=task_id)
    assert after["logs"] == before["logs"]
    assert [entry["body"] for entry in after["logs"]] == ['{"file": "index.md"}']
    assert call("/tasks/view", task_id=task_id, since=1)["logs"] == []


@pytest.mark.slow
def test_many_tasks_leave_memory_flat(make_suite: Any) -> None:
    twin = Twin(load_suite(make_suite()))

    def play_many(count: int) -> None:
        for number in range(count):
            agent = Agent(twin, number)
            for step in STEPS:
                step(agent)
            agent("/respond", message="m", outcome="ok_answer")
            agent.core("/tasks/complete", task_id=agent.task_id)

    play_many(50)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        play_many(200)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown / 200 < 2_500  # bytes a task: its record and the packed log of ten calls


@given(st.lists(st.tuples(st.sampled_from(["/whoami", "/time/log"]), st.binary(max_size=20),
                          st.sampled_from([0, 200, 500])), max_size=5))  # fmt: skip
def test_a_packed_log_reads_as_before(calls: list[tuple[str, bytes, int]]) -> None:
    log = CallLog()
    for call in calls:
        log.append(*call)
    before = log.entries
    log.pack()
    log.pack()
    assert log.entries == before
    assert [entry.status for entry in before] == [status for _, _, status in calls]

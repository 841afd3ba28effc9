"""Sessions of agents in the built-in company, each call judged."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest

from agentic_solver.contracts.request_reading import NOBODY, RequestReading
from agentic_solver.erc3.monitor.session import Judgement, MonitoredSession
from agentic_solver.erc3.monitor.verdict import Ruling
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.opened_task import OpenedTask, start_task
from agentic_solver.harness.recorded_reading import Readings, recorded_readings
from agentic_solver.workspace import find_workspace
from tests.playing import opened


@dataclass
class Agent:
    """An agent behind the monitor; it remembers what the platform was really sent."""

    opened: OpenedTask
    session: MonitoredSession
    sent: list[tuple[str, Any]] = field(default_factory=list)
    last: Judgement | None = None

    def call(self, route: str, **body: Any) -> Any:
        """Call a route and return the payload, of an error its envelope."""

        def forward(given: Any) -> TransportReply:
            self.sent.append((route, given))
            client = self.opened.api.client
            return client._transport.post(client._prefix + route, given)

        self.last = self.session.handle(route, body, forward)
        return json.loads(self.last.reply.text)

    def answer(self, message: str, outcome: str = "ok_answer", *links: tuple[str, str]) -> Any:
        """Answer the request."""
        told = [{"kind": kind, "id": key} for kind, key in links]
        return self.call("/respond", message=message, outcome=outcome, links=told)

    @property
    def ruling(self) -> Ruling:
        """What was said of the last call."""
        assert self.last is not None
        return self.last.ruling

    @property
    def said(self) -> str:
        """Verdict and reason of the last call."""
        return f"{self.ruling.verdict} {self.ruling.why or ''}".strip()

    @property
    def answered(self) -> Any:
        """The answer that the platform got, if any."""
        return next((body for route, body in reversed(self.sent) if route == "/respond"), None)


Watch = Callable[..., Agent]


@pytest.fixture(scope="session")
def dev() -> Benchmark:
    return opened()


@pytest.fixture(scope="session")
def shelf() -> CompanyShelf:
    return CompanyShelf(find_workspace(None, None))


@pytest.fixture(scope="session")
def readings() -> Readings:
    return recorded_readings(builtin_recordings("erc3-dev"))


@pytest.fixture
def watch(dev: Benchmark, shelf: CompanyShelf, readings: Readings) -> Iterator[Watch]:
    """Return what starts a task and puts an agent on it."""
    with ExitStack() as stack:

        def start(
            task: str, *, stops: int = 9, reading: RequestReading | str | None = None
        ) -> Agent:
            opened = start_task(dev, task, shelf)
            database = stack.enter_context(Session.open(opened.identity))
            read = readings.get(opened.text, NOBODY) if reading is None else reading
            session = MonitoredSession(
                text=opened.text,
                bench=opened.workbench(database),
                policy=opened.company.policy,
                reading=lambda: read,
                proofread=lambda _draft, _pages: False,
                stops=stops,
            )
            return Agent(opened, session)

        yield start

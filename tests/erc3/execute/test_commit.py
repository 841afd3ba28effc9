"""Writes whose answer is lost: looked for, sent again only where they did not arrive."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Plan
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.ledger import Ledger, LedgerEntry
from agentic_solver.erc3.platform import sim_prefix
from agentic_solver.erc3.transport import DirectTransport, Transport, TransportReply
from agentic_solver.errors import LostAnswerError
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

Open = Callable[..., Desk]
LOG = "Log 3 hours for me on the rail lathe today, note: calibration"
PAUSE = "Pause the rail lathe"
PROJECT = fact("p", "SELECT id, name FROM find_project('rail lathe')")


class Losing:
    """A transport that loses the first answer of a route, before or after the call is made."""

    def __init__(self, inner: Transport, route: str, *, arrives: bool) -> None:
        self._inner, self._route, self._arrives, self._lost = inner, route, arrives, False

    def post(self, path: str, body: JsonObject) -> TransportReply:
        if not path.endswith(self._route) or self._lost:
            return self._inner.post(path, body)
        self._lost = True
        if self._arrives:
            self._inner.post(path, body)
        raise LostAnswerError("the answer is lost")


def lose(desk: Desk, route: str, *, arrives: bool) -> None:
    """Lose the next answer of a route of the desk's company."""

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = desk.twin.handle(path, body)
        return reply.status, reply.body

    transport = Losing(DirectTransport(handle), route, arrives=arrives)
    prefix = sim_prefix(desk.task.benchmark, desk.task_id)
    desk.bench.api = ClientApi(Erc3Client(transport, prefix, sleep=lambda _seconds: None))


def log_plan() -> Plan:
    rows = (
        "SELECT me.id AS employee, p.id AS project, me.today AS date, 3 AS hours, "
        "'calibration' AS notes FROM me, p"
    )
    return build_plan(
        LOG,
        facts=(PROJECT, fact("rows", rows, "p")),
        calls=(write_call("w1", "log_time", "rows"),),
        cases=(case(writes=True),),
        spans={"w1": "Log 3 hours for me"},
    )


def pause_plan() -> Plan:
    return build_plan(
        PAUSE,
        facts=(PROJECT, fact("rows", "SELECT id AS project, 'paused' AS status FROM p", "p")),
        calls=(write_call("w1", "set_project_status", "rows"),),
        cases=(case(writes=True),),
        spans={"w1": PAUSE},
    )


CHANGES = {
    "an entry, which has no postcondition": ("li_04", LOG, log_plan, "/time/log"),
    "a status, which has one": ("li_03", PAUSE, pause_plan, "/projects/status/update"),
}
READS = dict(zip(CHANGES, ("/time/search", "/projects/get"), strict=True))
"""The route that looks for the write."""


@pytest.mark.parametrize("arrives", [True, False])
@pytest.mark.parametrize("name", CHANGES)
def test_a_write_whose_answer_is_lost_is_made_once(name: str, arrives: bool, larch: Open) -> None:
    user, text, plan, route = CHANGES[name]
    lines: list[LedgerEntry] = []
    desk = larch(user, text, ledger=Ledger(sink=lines.append))
    lose(desk, route, arrives=arrives)
    decision = desk.execute(plan())
    assert_accepted(decision)
    assert desk.writes == (route,)
    assert len(desk.universe.events) == 1
    assert [record.applied for record in decision.writes] == [True]
    states = [line.state for line in lines]
    assert states == (["started", "applied"] if arrives else ["started", "started", "applied"])


def test_an_entry_of_the_same_day_with_other_hours_is_not_taken_for_the_lost_one(
    larch: Open,
) -> None:
    desk = larch("li_04", LOG, overlay={"today": "2025-05-05"})
    lose(desk, "/time/log", arrives=False)
    decision = desk.execute(log_plan())
    assert_accepted(decision)
    (event,) = desk.universe.events
    assert (event.entity["hours"], event.entity["date"]) == (3, "2025-05-05")


@pytest.mark.parametrize("status", [403, 500])
@pytest.mark.parametrize("name", CHANGES)
def test_a_lost_write_that_cannot_be_looked_for_is_not_sent_again(
    name: str, status: int, larch: Open
) -> None:
    user, text, plan, route = CHANGES[name]
    dry = larch(user, text)
    lose(dry, route, arrives=True)
    dry.execute(plan(), force_dry_run=True)
    fault: JsonObject = {"route": READS[name], "kind": "status", "value": status, "times": None}
    before = dry.routes.count(READS[name])
    desk = larch(user, text, overlay={"faults": [{**fault, "after": before}]})
    lose(desk, route, arrives=True)
    decision = desk.execute(plan())
    assert decision.verdict == "fatal"
    (violation,) = decision.violations
    assert violation.code is ViolationCode.WRITE_FAILED
    assert violation.details["failure"] == "unconfirmed"
    assert violation.details["done"] == 0
    assert [record.applied for record in decision.writes] == [False]
    assert desk.writes == (route,)

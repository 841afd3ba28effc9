"""Writes whose answer is lost: looked for, sent again only where they did not arrive."""

from collections.abc import Callable
from typing import Literal

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Commitment, Plan
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.commit import _is_entry, _shows_record
from agentic_solver.erc3.execute.ledger import Ledger, LedgerEntry
from agentic_solver.erc3.platform import sim_prefix
from agentic_solver.erc3.tools.facade import Postcondition
from agentic_solver.erc3.transport import DirectTransport, Transport, TransportReply
from agentic_solver.errors import LostAnswerError
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

Open = Callable[..., Desk]
LOG = "Log 3 hours for me on the rail lathe today, note: calibration"
PAUSE = "Pause the rail lathe"
PAGES = "Create a page customers/<id>.md with the name for each customer"
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


class Straying:
    """A transport whose calls of a route reach another company, so that nothing changes here."""

    def __init__(self, inner: Transport, route: str, other: Transport) -> None:
        self._inner, self._route, self._other = inner, route, other

    def post(self, path: str, body: JsonObject) -> TransportReply:
        return (self._other if path.endswith(self._route) else self._inner).post(path, body)


def wire(desk: Desk) -> Transport:
    """Return the way to the desk's company."""

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = desk.twin.handle(path, body)
        return reply.status, reply.body

    return DirectTransport(handle)


def put_between(desk: Desk, transport: Transport) -> None:
    """Send the calls of the desk's writes and of the reads for them over a transport."""
    prefix = sim_prefix(desk.task.benchmark, desk.task_id)
    desk.bench.api = ClientApi(Erc3Client(transport, prefix, sleep=lambda _seconds: None))


def lose(desk: Desk, route: str, *, arrives: bool) -> None:
    """Lose the next answer of a route of the desk's company."""
    put_between(desk, Losing(wire(desk), route, arrives=arrives))


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


def pages_plan() -> Plan:
    rows = "SELECT 'customers/' || id || '.md' AS path, name AS content FROM customers ORDER BY id"
    plan = build_plan(
        PAGES,
        facts=(fact("rows", rows),),
        calls=(write_call("w1", "write_wiki_page", "rows"),),
        cases=(case(writes=True),),
        spans={"w1": "for each customer"},
    )
    checked = (*plan.commitments, Commitment(kind="read_after_write"))
    return plan.model_copy(update={"commitments": checked})


CHANGES = {
    "an entry, which has no postcondition": ("li_04", LOG, log_plan, "/time/log"),
    "a status, which has one": ("li_03", PAUSE, pause_plan, "/projects/status/update"),
}
READS = dict(zip(CHANGES, ("/time/search", "/projects/get"), strict=True))
"""The route that looks for the write."""


def assert_failed(decision: Decision, failure: str, *, done: int, of: int = 1) -> None:
    """Fail unless the write after ``done`` others is named as the one that failed, and why."""
    assert decision.verdict == "fatal"
    (violation,) = decision.violations
    assert violation.code is ViolationCode.WRITE_FAILED
    assert violation.path == "/execution_trace/calls"
    call, tool = decision.writes[done].call_id, decision.writes[done].tool
    assert violation.details == {"call": call, "tool": tool, "failure": failure, "done": done}
    assert f"write {done + 1} of {of} failed; {done} were" in violation.message
    assert violation.attempt_id == decision.writes[done].attempt_id


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
    assert any(call.cause.startswith("postcondition:w1") for call in decision.calls)
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
    assert_failed(decision, "unconfirmed", done=0)
    assert [record.applied for record in decision.writes] == [False]
    assert desk.writes == (route,)


@pytest.mark.parametrize(
    ("fault", "failure"),
    [
        ({"kind": "status", "value": 500}, "status 500"),
        ({"kind": "status", "value": 403}, "status 403"),
    ],
)
def test_what_was_done_before_a_write_that_fails_is_told(
    fault: JsonObject, failure: str, larch: Open
) -> None:
    met: JsonObject = {"route": "/wiki/update", "after": 2, "times": None, **fault}
    lines: list[LedgerEntry] = []
    desk = larch("li_01", PAGES, overlay={"faults": [met]}, ledger=Ledger(sink=lines.append))
    decision = desk.execute(pages_plan())
    assert_failed(decision, failure, done=2, of=4)
    assert [record.applied for record in decision.writes] == [True, True, False, False]
    assert desk.writes == ("/wiki/update",) * 3
    assert [line.state for line in lines] == ["started", "applied"] * 2 + ["started"]


def test_a_write_with_a_broken_answer_counts_where_it_is_there(larch: Open) -> None:
    met: JsonObject = {"route": "/wiki/update", "after": 2, "times": None, "kind": "truncated"}
    lines: list[LedgerEntry] = []
    desk = larch("li_01", PAGES, overlay={"faults": [met]}, ledger=Ledger(sink=lines.append))
    decision = desk.execute(pages_plan())
    assert decision.verdict == "accept"
    assert [record.applied for record in decision.writes] == [True] * 4
    assert desk.writes == ("/wiki/update",) * 4
    assert [line.state for line in lines] == ["started", "applied"] * 4


@pytest.mark.parametrize("older", [True, False])
@pytest.mark.parametrize("arrives", [True, False])
def test_an_older_entry_like_the_lost_one_is_told_apart_from_it(
    older: bool, arrives: bool, larch: Open
) -> None:
    desk = larch("li_04", LOG)
    if older:
        assert_accepted(desk.execute(log_plan()))
        desk.bench.ledger = Ledger()
    lose(desk, "/time/log", arrives=arrives)
    assert_accepted(desk.execute(log_plan()))
    assert len(desk.universe.events) == 1 + older


@pytest.mark.parametrize("older", [True, False])
def test_an_entry_without_an_answer_is_told_as_undone_if_no_new_one_is_there(
    older: bool, larch: Open
) -> None:
    fault: JsonObject = {"route": "/time/log", "kind": "timeout", "times": 1}
    desk = larch("li_04", LOG, overlay={"faults": [{**fault, "after": 1 if older else 0}]})
    if older:
        assert_accepted(desk.execute(log_plan()))
        desk.bench.ledger = Ledger()
    assert_failed(desk.execute(log_plan()), "no answer", done=0)


def test_a_change_that_reading_back_does_not_confirm_is_told(larch: Open) -> None:
    """The company says that it did what it did not do."""
    desk = larch("li_03", PAUSE)
    elsewhere = wire(larch("li_03", PAUSE))
    put_between(desk, Straying(wire(desk), "/projects/status/update", elsewhere))
    decision = desk.execute(pause_plan())
    assert decision.verdict == "fatal"
    (violation,) = decision.violations
    assert violation.code is ViolationCode.POSTCONDITION_FAILED
    assert violation.path == "/execution_trace/calls"
    (record,) = decision.writes
    assert violation.details == {"call": record.call_id, "tool": "set_project_status"}
    assert violation.attempt_id == record.attempt_id


def resumed(larch: Open, state: Literal["started", "applied"], *, there: bool) -> Desk:
    """Open the task with the first page in the ledger; ``there``: it is in the wiki as well."""
    first = larch("li_01", PAGES).execute(pages_plan(), force_dry_run=True).writes[0]
    ledger = Ledger([LedgerEntry(write_key=first.write_key, state=state)])
    page: JsonObject = {"wiki": {"customers/cu_alder.md": "Alder Rail"}} if there else {}
    return larch("li_01", PAGES, overlay=page, ledger=ledger)


@pytest.mark.parametrize("state", ["started", "applied"])
def test_a_write_of_an_earlier_try_that_is_there_counts_as_made(
    state: Literal["started", "applied"], larch: Open
) -> None:
    desk = resumed(larch, state, there=True)
    decision = desk.execute(pages_plan())
    assert_accepted(decision)
    assert desk.writes == ("/wiki/update",) * 3
    assert [record.applied for record in decision.writes] == [True] * 4
    assert ("read_after_write", True) in [(one.kind, one.holds) for one in decision.commitments]


def test_a_write_of_an_earlier_try_that_is_not_there_is_not_made_again(larch: Open) -> None:
    desk = resumed(larch, "started", there=False)
    assert_failed(desk.execute(pages_plan()), "unconfirmed", done=0, of=4)
    assert desk.writes == ()


def test_a_write_that_was_made_and_has_gone_since_is_told_as_such(larch: Open) -> None:
    desk = resumed(larch, "applied", there=False)
    decision = desk.execute(pages_plan())
    assert [one.code for one in decision.violations] == [ViolationCode.POSTCONDITION_FAILED]
    assert desk.writes == ("/wiki/update",) * 3


@pytest.mark.parametrize(
    ("row", "logged", "same"),
    [
        ({"hours": 3, "notes": None}, {"hours": 3, "notes": ""}, True),
        ({"hours": 3, "notes": ""}, {"hours": 3, "notes": None}, True),
        ({"hours": 3.0, "other": 1}, {"hours": 3}, True),
        ({"hours": 3, "notes": "x"}, {"hours": 3, "notes": ""}, False),
        ({"hours": 3}, {"hours": 3, "notes": "x"}, False),
        ({"hours": 4, "notes": "x"}, {"hours": 3, "notes": "x"}, False),
    ],
)
def test_an_entry_is_known_again_by_all_that_was_logged(
    row: JsonObject, logged: JsonObject, same: bool
) -> None:
    assert _is_entry(row, logged) is same


@pytest.mark.parametrize(
    ("answer", "shows"),
    [
        ({"employee": {"id": "li_05", "salary": 500}}, True),
        ({"employee": {"id": "li_05", "salary": 400}}, False),
        ({"employee": {"id": "li_06", "salary": 500}}, False),
        ({"employee": {"salary": 500}}, False),
        ({"employee": None}, False),
        ({}, False),
    ],
)
def test_an_answer_proves_a_write_by_the_very_record_as_it_has_to_be(
    answer: JsonObject, shows: bool
) -> None:
    condition = Postcondition(
        route="/employees/get", body={"id": "li_05"}, key="employee", expected={"salary": 500}
    )
    assert _shows_record(condition, answer) is shows
    assert not _shows_record(None, answer)

"""The client: every try recorded, reads retried and cached, writes sent once."""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import AgentLink
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.erc3 import request as ask
from agentic_solver.erc3 import route as routes
from agentic_solver.erc3.callrecord import CallLog
from agentic_solver.erc3.client import Erc3Client, Exchange
from agentic_solver.erc3.fault import ApiPayloadError
from agentic_solver.erc3.paging import collect_rows
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.transport import DirectTransport, TransportReply
from agentic_solver.errors import ApiError, ContractError, PlatformError, TransportError

Answer = TransportReply | TransportError

PAGE: JsonObject = {"next_offset": -1, "projects": None, "note": "unknown fields count too"}
PROJECT: JsonObject = {"project": None, "found": False}
EMPLOYEE: JsonObject = {
    "id": "anna",
    "name": "Anna",
    "email": "a@corp.test",
    "salary": 1,
    "notes": "",
    "location": "Here",
    "department": "Ops",
    "skills": None,
    "wills": None,
}
CUSTOMER: JsonObject = {
    "id": "c1",
    "name": "C",
    "brief": "",
    "location": "Land",
    "primary_contact_name": "",
    "primary_contact_email": "",
    "deal_phase": "idea",
    "high_level_status": "",
    "account_manager": "anna",
}
ENTRY: JsonObject = {
    "id": "te_001",
    "employee": "anna",
    "customer": "",
    "project": "p1",
    "date": "2025-02-28",
    "hours": 8,
    "work_category": "",
    "notes": "",
    "billable": True,
    "status": "draft",
}
WHO: JsonObject = {
    "current_user": "anna",
    "is_public": False,
    "location": "Here",
    "department": "Ops",
    "today": "2025-05-09",
    "wiki_sha1": "ab",
}


class Wire:
    """Answers from a list (the last one stays) and keeps every request."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.sent: list[tuple[str, JsonObject]] = []
        self.waits: list[float] = []

    def post(self, path: str, body: JsonObject) -> TransportReply:
        self.sent.append((path, body))
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, TransportError):
            raise answer
        return answer

    def client(self, **options: Any) -> Erc3Client:
        return Erc3Client(self, "/sim/tsk-1", sleep=self.waits.append, **options)


def ok(payload: JsonObject) -> TransportReply:
    return TransportReply(status=200, text=json.dumps(payload))


def bad(status: int, error: str = "told so") -> TransportReply:
    text = json.dumps({"status": status, "error": error, "code": ""})
    return TransportReply(status=status, text=text)


UPDATE = ask.EmployeeUpdate(
    employee="anna", notes="", salary=1, location="", department="", skills=(), wills=()
)
TIMES = ask.TimeSummary(date_from="2025-01-01", date_to="2025-01-31")
LOGGED = ask.TimeLog(
    employee="anna",
    project="p1",
    date="2025-02-28",
    hours=8.0,
    work_category="",
    billable=True,
    status="draft",
)
CHANGED = ask.TimeUpdate(
    id="te_001",
    date="2025-02-28",
    hours=7.5,
    work_category="",
    notes="",
    billable=True,
    status="voided",
)
TOTALS: JsonObject = {"total_hours": 8, "total_billable": 8, "total_non_billable": 0}
METHODS: list[tuple[str, JsonObject, Callable[[Erc3Client], object]]] = [
    ("/whoami", WHO, lambda c: c.whoami().current_user == "anna"),
    ("/respond", {}, lambda c: c.respond("m", Outcome.OK_ANSWER)),
    (
        "/employees/list",
        {"next_offset": -1, "employees": [EMPLOYEE]},
        lambda c: c.list_employees(limit=5).rows[0].id == "anna",
    ),
    (
        "/employees/search",
        {"next_offset": -1, "employees": [EMPLOYEE]},
        lambda c: c.search_employees(ask.EmployeeSearch(limit=5)).rows[0].id == "anna",
    ),
    ("/employees/get", {"employee": EMPLOYEE}, lambda c: c.get_employee("anna").salary == 1),
    ("/employees/update", {"employee": EMPLOYEE}, lambda c: c.update_employee(UPDATE).skills == ()),
    ("/wiki/list", {"sha1": "ab", "paths": ["a.md"]}, lambda c: c.list_wiki().paths == ("a.md",)),
    (
        "/wiki/load",
        {"file": "a.md", "content": "A"},
        lambda c: c.load_wiki("a.md").content == "A",
    ),
    (
        "/wiki/search",
        {"results": [{"content": "A", "linum": 1, "path": "a.md"}]},
        lambda c: c.search_wiki("A")[0].linum == 1,
    ),
    ("/wiki/update", {}, lambda c: c.update_wiki(ask.WikiUpdate(file="a.md", content=""))),
    (
        "/customers/list",
        {"next_offset": -1, "companies": [CUSTOMER]},
        lambda c: c.list_customers(limit=5).rows[0].id == "c1",
    ),
    ("/customers/get", {"company": CUSTOMER, "found": True}, lambda c: c.get_customer("c1")),
    (
        "/customers/search",
        {"next_offset": -1, "companies": [CUSTOMER]},
        lambda c: c.search_customers(ask.CustomerSearch(limit=5)).rows[0].id == "c1",
    ),
    ("/projects/list", PAGE, lambda c: c.list_projects(limit=5).rows == ()),
    ("/projects/get", PROJECT, lambda c: c.get_project("p1") is None),
    (
        "/projects/search",
        PAGE,
        lambda c: c.search_projects(ask.ProjectSearch(limit=5)).rows == (),
    ),
    (
        "/projects/team/update",
        {},
        lambda c: c.update_project_team(ask.ProjectTeamUpdate(id="p1", team=())),
    ),
    (
        "/projects/status/update",
        {},
        lambda c: c.update_project_status(
            ask.ProjectStatusUpdate.model_validate_json('{"id":"p1","status":"paused"}')
        ),
    ),
    ("/time/log", ENTRY, lambda c: c.log_time(LOGGED).id == "te_001"),
    ("/time/update", {}, lambda c: c.update_time(CHANGED)),
    ("/time/get", {"entry": ENTRY}, lambda c: c.get_time("te_001").hours == 8.0),
    (
        "/time/search",
        {"next_offset": -1, "entries": [ENTRY], **TOTALS},
        lambda c: c.search_time(ask.TimeSearch(limit=5)).rows[0].id == "te_001",
    ),
    (
        "/time/summary/by-project",
        {"summaries": None},
        lambda c: c.time_by_project(TIMES) == (),
    ),
    (
        "/time/summary/by-employee",
        {"summaries": None},
        lambda c: c.time_by_employee(TIMES) == (),
    ),
]


@pytest.mark.parametrize(("path", "payload", "call"), METHODS, ids=[m[0] for m in METHODS])
def test_every_route_has_a_typed_method(
    path: str, payload: JsonObject, call: Callable[[Erc3Client], object]
) -> None:
    wire = Wire(ok(payload))
    client = wire.client()
    assert call(client)
    assert [sent[0] for sent in wire.sent] == [f"/sim/tsk-1{path}"]
    assert [(r.route, r.ok) for r in client.log.records] == [(path, True)]


def test_the_methods_cover_all_routes() -> None:
    assert [path for path, _, _ in METHODS] == list(ROUTES)


@pytest.mark.requirement("S3-4.1i")
def test_every_call_is_recorded_with_parameters_cause_and_hash() -> None:
    wire = Wire(ok(WHO), ok(PAGE), bad(404, "Not found"), ok({}))
    client = wire.client()
    client.whoami()
    with client.log.cause("fact:f1"):
        client.list_projects(limit=5, offset=0)
        with client.log.cause("c2"), pytest.raises(ApiError):
            client.get_employee("nobody")
    client.send(
        routes.WIKI_UPDATE, ask.WikiUpdate(file="a.md", content="A"), cause="postcondition:c3"
    )
    assert [record.to_json() for record in client.log.records] == [
        {
            "id": "a1",
            "cause": "whoami",
            "route": "/whoami",
            "request": {},
            "ok": True,
            "response_hash": content_id(WHO),
            "status": 200,
            "error": "",
            "tries": 1,
            "cached": False,
        },
        {
            "id": "a2",
            "cause": "fact:f1",
            "route": "/projects/list",
            "request": {"limit": 5, "offset": 0},
            "ok": True,
            "response_hash": content_id(PAGE),
            "status": 200,
            "error": "",
            "tries": 1,
            "cached": False,
        },
        {
            "id": "a3",
            "cause": "c2",
            "route": "/employees/get",
            "request": {"id": "nobody"},
            "ok": False,
            "response_hash": None,
            "status": 404,
            "error": "status 404: Not found",
            "tries": 1,
            "cached": False,
        },
        {
            "id": "a4",
            "cause": "postcondition:c3",
            "route": "/wiki/update",
            "request": {"file": "a.md", "content": "A"},
            "ok": True,
            "response_hash": content_id({}),
            "status": 200,
            "error": "",
            "tries": 1,
            "cached": False,
        },
    ]
    assert client.log.current_cause == ""


def test_exchange_carries_the_payload_as_it_came() -> None:
    exchange = Wire(ok(PAGE)).client().send(routes.PROJECTS_LIST, ask.PageRequest(limit=5))
    assert exchange.payload == PAGE
    assert exchange.record.response_hash == content_id(PAGE)
    assert exchange.reply.rows == ()


@pytest.mark.requirement("S3-4.1h")
def test_same_read_is_sent_once_and_marked_the_second_time() -> None:
    wire = Wire(ok(PROJECT))
    client = wire.client()
    first = client.send(routes.PROJECTS_GET, ask.ById(id="p1"), cause="fact:f1")
    second = client.send(routes.PROJECTS_GET, ask.ById(id="p1"), cause="fact:f2")
    assert second.reply == first.reply
    assert len(wire.sent) == 1
    assert [(r.id, r.cause, r.cached) for r in client.log.records] == [
        ("a1", "fact:f1", False),
        ("a2", "fact:f2", True),
    ]
    assert second.record.response_hash == first.record.response_hash
    client.get_project("p2")
    assert len(wire.sent) == 2


@pytest.mark.parametrize("answer", [ok({}), bad(500), TransportError("cut")])
def test_any_write_even_a_failed_one_empties_the_cache(answer: Answer) -> None:
    wire = Wire(ok(PROJECT), answer, ok(PROJECT))
    client = wire.client()
    client.get_project("p1")
    with suppress(PlatformError):
        client.update_wiki(ask.WikiUpdate(file="a.md", content=""))
    client.get_project("p1")
    assert len(wire.sent) == 3


def test_failed_read_is_not_kept() -> None:
    wire = Wire(bad(400), ok({"employee": EMPLOYEE}))
    client = wire.client()
    with pytest.raises(ApiError):
        client.get_employee("anna")
    assert client.get_employee("anna").id == "anna"


def test_what_is_not_there_is_asked_for_once_until_something_is_written() -> None:
    wire = Wire(bad(404), ok({}), ok({"employee": EMPLOYEE}))
    client = wire.client()
    for _ in range(2):
        with pytest.raises(ApiError):
            client.get_employee("anna")
    assert len(wire.sent) == 1
    assert [(one.status, one.cached) for one in client.log.records] == [(404, False), (404, True)]
    client.update_wiki(ask.WikiUpdate(file="a.md", content=""))
    assert client.get_employee("anna").id == "anna"


def test_independent_reads_are_tried_in_rounds_and_recorded_in_order() -> None:
    """All first tries, then those again that failed and may be asked again."""
    one, other = (ok({"employee": {**EMPLOYEE, "id": name}}) for name in ("ann", "bob"))
    wire = Wire(bad(503), other, bad(404), TransportError("cut"), one)
    client = wire.client()
    asked = [(routes.EMPLOYEES_GET, ask.ById(id=name)) for name in ("ann", "bob", "nobody", "bob")]
    ann, bob, nobody, again = client.send_many(asked, cause="facts")
    assert isinstance(nobody, ApiError)
    assert nobody.status == 404
    assert [found.reply.employee.id for found in (ann, bob, again) if isinstance(found, Exchange)]
    shown = [(r.request["id"], r.tries, r.status) for r in client.log.records]
    assert shown == [
        ("ann", 1, 503), ("bob", 1, 200), ("nobody", 1, 404), ("ann", 2, 0), ("ann", 3, 200)
    ]  # fmt: skip
    client.send_many(asked)
    assert len(wire.sent) == 5
    assert all(record.cached for record in client.log.records[5:])


def test_a_batch_ends_in_the_first_fault_when_all_were_asked() -> None:
    wire = Wire(TransportError("cut"), ok({"employee": EMPLOYEE}))
    client = wire.client(retry=RetryRule(attempts=1))
    asked = [(routes.EMPLOYEES_GET, ask.ById(id=name)) for name in ("ann", "anna")]
    with pytest.raises(TransportError, match="cut"):
        client.send_many(asked)
    assert len(wire.sent) == 2
    assert client.get_employee("anna").id == "anna"
    assert len(wire.sent) == 2


def test_answer_that_crossed_a_write_is_used_but_not_kept() -> None:
    crossing: list[Erc3Client] = []

    class Crossed(Wire):
        def post(self, path: str, body: JsonObject) -> TransportReply:
            reply = super().post(path, body)
            if path.endswith("/projects/get") and len(self.sent) == 1:
                crossing[0].update_wiki(ask.WikiUpdate(file="a.md", content=""))
            return reply

    wire = Crossed(ok(PROJECT))
    crossing.append(wire.client())
    for _ in range(2):
        assert crossing[0].get_project("p1") is None
    assert [path.rpartition("tsk-1")[2] for path, _ in wire.sent] == [
        "/projects/get",
        "/wiki/update",
        "/projects/get",
    ]


@pytest.mark.parametrize(
    "fault", [bad(429), bad(500), bad(502), bad(503), bad(504), TransportError("timed out")]
)
def test_reads_are_asked_again_and_every_try_is_recorded(fault: Answer) -> None:
    wire = Wire(fault, fault, ok(PROJECT))
    client = wire.client()
    assert client.get_project("p1") is None
    assert wire.waits == [0.5, 1.0]
    assert [(r.id, r.ok, r.tries) for r in client.log.records] == [
        ("a1", False, 1),
        ("a2", False, 2),
        ("a3", True, 3),
    ]
    assert len(wire.sent) == sum(not record.cached for record in client.log.records) == 3


def test_cut_off_answer_to_a_read_is_asked_again() -> None:
    wire = Wire(TransportReply(status=200, text='{"project": nul'), ok(PROJECT))
    assert wire.client().get_project("p1") is None
    assert len(wire.sent) == 2


def test_reads_give_up_with_the_last_error() -> None:
    wire = Wire(TransportError("timed out"), bad(500, "first"), bad(503, "last"))
    client = wire.client()
    with pytest.raises(ApiError, match="status 503: last"):
        client.get_project("p1")
    assert [r.status for r in client.log.records] == [0, 500, 503]


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_lasting_errors_cause_no_extra_call(status: int) -> None:
    wire = Wire(bad(status))
    with pytest.raises(ApiError):
        wire.client().get_project("p1")
    assert (len(wire.sent), wire.waits) == (1, [])


@pytest.mark.requirement("S3-4.1d")
def test_wrong_payload_is_recorded_raised_and_not_asked_again() -> None:
    wire = Wire(ok({"project": {"id": "p1"}, "found": True}))
    client = wire.client()
    with pytest.raises(ApiPayloadError, match=r"/projects/get: unexpected payload: project\.name"):
        client.get_project("p1")
    assert len(wire.sent) == 1
    assert [(r.ok, r.status, r.response_hash) for r in client.log.records] == [(False, 200, None)]


@pytest.mark.parametrize("text", ['"\\ud800": 1', '"\\u00e9": 1, "e\\u0301": 2', '"x": "\\udfff"'])
def test_payload_that_cannot_be_hashed_is_a_payload_fault(text: str) -> None:
    answer = TransportReply(status=200, text='{"project": null, "found": false, ' + text + "}")
    client = Wire(answer).client()
    with pytest.raises(ApiPayloadError, match="unexpected payload"):
        client.get_project("p1")
    assert [(r.ok, r.response_hash) for r in client.log.records] == [(False, None)]


@pytest.mark.parametrize(
    "fault", [bad(429), bad(500), bad(503), TransportError("timed out")], ids=str
)
@pytest.mark.parametrize(
    ("path", "call"), [(p, c) for p, _, c in METHODS if ROUTES[p].effect == "write"]
)
def test_writes_are_sent_exactly_once(
    path: str, call: Callable[[Erc3Client], object], fault: Answer
) -> None:
    wire = Wire(fault)
    client = wire.client(retry=RetryRule(attempts=9))
    with pytest.raises(PlatformError):
        call(client)
    assert [sent[0] for sent in wire.sent] == [f"/sim/tsk-1{path}"]
    assert wire.waits == []
    assert [(r.ok, r.tries) for r in client.log.records] == [(False, 1)]


def test_retry_rule_is_declared_and_checked() -> None:
    wire = Wire(bad(500))
    with pytest.raises(ApiError):
        wire.client(retry=RetryRule(attempts=5, backoff_s=3, max_backoff_s=10)).whoami()
    assert wire.waits == [3, 6, 10, 10]
    with pytest.raises(ContractError):
        RetryRule(attempts=0)


def test_response_is_sent_as_the_contract_says() -> None:
    wire = Wire(ok({}))
    links = [AgentLink(kind=LinkKind.PROJECT, id="p1")]
    wire.client().respond("Done", Outcome.OK_ANSWER, links)
    assert wire.sent[0][1] == {
        "message": "Done",
        "outcome": "ok_answer",
        "links": [{"kind": "project", "id": "p1"}],
    }


def test_one_log_may_serve_several_clients() -> None:
    log = CallLog()
    for task in ("/a", "/b"):
        Erc3Client(Wire(ok(WHO)), task, log=log).whoami()
    assert [record.id for record in log.records] == ["a1", "a2"]


def test_long_errors_and_causes_fit_the_record() -> None:
    log = CallLog()
    record = log.add("/x", {}, cause="c" * 999, status=500, error="e" * 9_999)
    assert (len(record.cause), len(record.error), record.ok) == (200, 4_000, False)


def twin_client() -> tuple[Erc3Client, list[str]]:
    """A client of the first task of a local platform, and the list of paths it is asked."""
    twin = pytest.importorskip("agentic_solver.twin.platform")
    suite = pytest.importorskip("agentic_solver.twin.suite")
    local = twin.Twin(suite.load_suite(min(suite.builtin_suites().values())), seed=3)
    asked: list[str] = []

    def handler(path: str, body: bytes) -> tuple[int, bytes]:
        asked.append(path)
        reply = local.handle(path, body)
        return reply.status, reply.body

    platform = PlatformClient(DirectTransport(handler), account_key="key-1")
    benchmark = platform.list_benchmarks()[0].id
    for spec in platform.view_benchmark(benchmark).specs:
        task = platform.start_new_task(benchmark, spec.wire_id).task_id
        client = Erc3Client(
            DirectTransport(handler), sim_prefix(benchmark, task), sleep=lambda _: None
        )
        with suppress(PlatformError):
            client.whoami()
            client.list_projects(limit=1)
            asked.clear()
            return Erc3Client(DirectTransport(handler), sim_prefix(benchmark, task)), asked
    pytest.fail("no task of the built-in suite can be listed")


@pytest.mark.requirement("S3-3.2b", "S3-4.1c")
def test_twin_is_listed_to_the_end_with_one_probe() -> None:
    client, asked = twin_client()
    listings: list[Callable[[int, int], Any]] = [
        lambda o, n: client.list_employees(offset=o, limit=n),
        lambda o, n: client.search_employees(ask.EmployeeSearch(offset=o, limit=n)),
        lambda o, n: client.list_customers(offset=o, limit=n),
        lambda o, n: client.search_customers(ask.CustomerSearch(offset=o, limit=n)),
        lambda o, n: client.list_projects(offset=o, limit=n),
        lambda o, n: client.search_projects(
            ask.ProjectSearch(offset=o, limit=n, include_archived=True)
        ),
        lambda o, n: client.search_time(ask.TimeSearch(offset=o, limit=n)),
    ]
    found = [tuple(row.id for row in collect_rows(fetch, client.page_limit)) for fetch in listings]
    size = client.page_limit.learned
    assert size is not None
    pages = sum(max(1, -(-len(ids) // size)) for ids in found)
    assert len(asked) == pages + 1, "one refused probe, then only pages that are needed"
    assert all(len(set(ids)) == len(ids) for ids in found)
    assert found[0] == found[1]
    assert found[2] == found[3]
    assert found[4] == found[5]
    assert len(found[0]) > size


@pytest.mark.requirement("S3-4.1h", "S3-4.1i")
def test_twin_is_asked_exactly_what_the_log_says() -> None:
    client, asked = twin_client()
    for _ in range(2):
        client.whoami()
        client.load_wiki(client.list_wiki().paths[0])
        with pytest.raises(ApiError):
            client.get_employee("no such id")
    records = client.log.records
    sent = [record.route for record in records if not record.cached]
    assert sent == ["/whoami", "/wiki/list", "/wiki/load", "/employees/get"]
    assert [path.split("/", 3)[3] for path in asked] == [route[1:] for route in sent]
    assert all(record.ok == (record.response_hash is not None) for record in records)
    assert [record.id for record in records] == [f"a{n + 1}" for n in range(len(records))]


@pytest.mark.requirement("S3-4.1i")
def test_a_streamed_read_is_recorded_and_not_kept() -> None:
    text = json.dumps({"employee": {**EMPLOYEE, "shoe_size": 7}})
    wire = Wire(TransportReply(status=200, text=text))
    client = wire.client()
    for _ in range(2):
        reply, text = client.stream(routes.EMPLOYEES_GET, {"id": "anna"}, cause="all")
        assert reply.employee.salary == json.loads(text)["employee"]["salary"] == 1
    assert wire.sent == [("/sim/tsk-1/employees/get", {"id": "anna"})] * 2
    first, second = client.log.records
    assert (first.id, first.cause, first.route) == ("a1", "all", "/employees/get")
    assert first.request == {"id": "anna"}
    assert first.response_hash == hashlib.sha256(text.encode()).hexdigest()
    assert (second.id, second.cached, second.ok) == ("a2", False, True)


def test_a_streamed_read_takes_what_the_cache_has() -> None:
    wire = Wire(ok({"employee": EMPLOYEE}))
    client = wire.client()
    client.get_employee("anna")
    assert client.stream(routes.EMPLOYEES_GET, {"id": "anna"})[0].employee.id == "anna"
    assert len(wire.sent) == 1
    assert client.log.records[1].cached


@pytest.mark.parametrize(
    ("answer", "fault", "tries"),
    [
        (bad(404), ApiError, 1),
        (bad(503), ApiError, 3),
        (TransportReply(status=200, text='{"employee": {"id"'), TransportError, 3),
        (ok({"status": 404, "error": "gone", "code": ""}), ApiError, 1),
        (ok({"employee": {"id": "anna"}}), ApiPayloadError, 1),
        (TransportError("reset"), TransportError, 3),
    ],
)
def test_a_streamed_read_fails_like_any_other(
    answer: Answer, fault: type[Exception], tries: int
) -> None:
    wire = Wire(answer)
    client = wire.client()
    with pytest.raises(fault):
        client.stream(routes.EMPLOYEES_GET, {"id": "anna"})
    assert [record.ok for record in client.log.records] == [False] * tries
    assert [record.tries for record in client.log.records] == list(range(1, tries + 1))


def test_a_streamed_read_that_recovers_says_which_try_it_was() -> None:
    client = Wire(bad(500), ok({"employee": EMPLOYEE})).client()
    client.stream(routes.EMPLOYEES_GET, {"id": "anna"})
    assert [(record.ok, record.tries) for record in client.log.records] == [(False, 1), (True, 2)]

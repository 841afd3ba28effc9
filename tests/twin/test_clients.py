"""Requests in the shapes of the public SDKs, and what a client gets for wrong types."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentic_solver.twin.body import Body
from agentic_solver.twin.expectation import EVENT_FIELDS
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.route import COMPANY, PLATFORM, PREFIXES, WRITE_ROUTES
from agentic_solver.twin.routes.table import HANDLERS
from agentic_solver.twin.shape import Fields, Shape
from agentic_solver.twin.suite import load_suite
from tests.examples import examples

TEAM = [{"employee": "tl_003", "time_slice": 0.5, "role": "Lead"}]
SKILLS = [{"name": "skill_rope", "level": 4}]
DAY = {"date": "2025-06-11", "hours": 2, "work_category": "", "notes": "", "billable": True}

SCRIPT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    # route, fields that a client fills, fields that a Python client sends as null
    ("/whoami", {}, {}),
    ("/employees/list", {"offset": 0, "limit": 5}, {}),
    ("/employees/search", {"query": "keel", "limit": 5, "offset": 0, "skills": [], "wills": []},
     {"location": None, "department": None, "manager": None}),
    ("/employees/get", {"id": "tl_001"}, {}),
    ("/employees/update", {"employee": "tl_001", "notes": "n", "salary": 1, "skills": SKILLS},
     {"wills": None, "location": None, "department": None, "changed_by": None}),
    ("/wiki/list", {}, {}),
    ("/wiki/load", {"file": "index.md"}, {}),
    ("/wiki/search", {"query_regex": "(?i)pay"}, {}),
    ("/wiki/update", {"file": "new.md", "content": "x"}, {"changed_by": None}),
    ("/customers/list", {"offset": 0, "limit": 5}, {}),
    ("/customers/get", {"id": "cust_reef"}, {}),
    ("/customers/search", {"deal_phase": ["active"], "limit": 5},
     {"query": None, "account_managers": None, "locations": None, "offset": None}),
    ("/projects/list", {"offset": 0, "limit": 5}, {}),
    ("/projects/get", {"id": "proj_lamp"}, {}),
    ("/projects/search", {"limit": 5, "include_archived": True, "status": ["archived"]},
     {"query": None, "customer_id": None, "team": None, "offset": None}),
    ("/projects/team/update", {"id": "proj_bot", "team": TEAM}, {"changed_by": None}),
    ("/projects/status/update", {"id": "proj_bot", "status": "active"}, {"changed_by": None}),
    ("/time/log", {"employee": "tl_003", **DAY, "status": "draft", "logged_by": "tl_003"},
     {"customer": None, "project": None}),
    ("/time/update", {"id": "te_007", **DAY, "status": "draft"}, {"changed_by": None}),
    ("/time/get", {"id": "te_007"}, {}),
    ("/time/search", {"billable": "", "status": "", "limit": 5, "offset": 0},
     {"employee": None, "customer": None, "project": None, "date_from": None, "date_to": None,
      "work_category": None}),
    ("/time/summary/by-project", {"date_from": "2025-06-01", "date_to": "2025-06-30"},
     {"customers": None, "projects": None, "employees": None, "billable": None}),
    ("/time/summary/by-employee", {"employees": ["tl_003"], "billable": "billable"},
     {"date_from": None, "date_to": None}),
    ("/respond", {"message": "m", "outcome": "ok_answer", "links": []}, {}),
]  # fmt: skip


@pytest.mark.parametrize("prefix", PREFIXES)
def test_both_kinds_of_client_get_the_same_bytes_under_every_name(start: Any, prefix: str) -> None:
    plays = {"tool": start(), "route only": start()}
    replies: dict[str, list[tuple[int, bytes]]] = {kind: [] for kind in plays}
    for kind, play in plays.items():
        for route, filled, empty in SCRIPT:
            body = {"tool": route, **filled, **empty} if kind == "tool" else filled
            path = f"/{prefix}/{play.task_id}{route}"
            reply = play.twin.handle(path, json.dumps(body).encode())
            replies[kind].append((reply.status, reply.body))
    assert [status for status, _ in replies["tool"]] == [200] * len(SCRIPT)
    assert replies["tool"] == replies["route only"]
    assert set(plays["tool"].event_names) == set(EVENT_FIELDS)  # every write took place


def test_the_script_uses_every_route_and_every_field() -> None:
    assert {route for route, _, _ in SCRIPT} == set(COMPANY) == set(HANDLERS)
    for route, filled, empty in SCRIPT:
        assert {**filled, **empty}.keys() <= COMPANY[route].takes.keys()
    assert {r for r in COMPANY if r.endswith(("/update", "/log"))} == WRITE_ROUTES


@pytest.mark.parametrize("tool", ["/whoami", "nonsense", 7, None, {"a": [1]}])
def test_tool_in_the_body_never_decides(play: Any, tool: Any) -> None:
    assert play.ok("/wiki/list", tool=tool, team_member="tl_001") == play.ok("/wiki/list")


def test_a_session_of_an_older_python_client(make_suite: Any, answer: Any) -> None:
    twin = Twin(load_suite(make_suite()))

    def call(path: str, body: dict[str, Any]) -> Any:
        reply = twin.handle(path, json.dumps({"tool": path, **body}).encode())
        assert reply.status == 200, reply.body
        return json.loads(reply.body)

    key = call("/get_key", {"email": "a@b.example"})
    assert list(key) == ["key", "account_key", "public_key"]
    assert key["key"] == key["account_key"]
    start = {
        "account_key": key["key"], "benchmark": "thornlight", "workspace": "my", "name": "n",
        "architecture": "a", "flags": None,
    }  # fmt: skip
    session = call("/sessions/start", start)["session_id"]
    [info] = call("/sessions/status", {"session_id": session})["tasks"]
    started = call("/tasks/start", {"task_id": info["task_id"], "benchmark": None})
    assert started["session_id"] == session
    call(f"/erc3-dev/{info['task_id']}/respond", answer)
    usage = {
        "prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11,
        "prompt_tokens_details.cached_tokens": 4, "completion_tokens_details.audio": 1,
    }  # fmt: skip
    log = {"task_id": info["task_id"], "model": "m/x", "duration_sec": 1, "usage": usage}
    assert call("/tasks/log", log) == {}
    reported = twin.task(info["task_id"]).usage[0]
    counters = ("prompt_tokens", "cached_prompt_tokens", "completion_tokens")
    assert [reported[name] for name in counters] == [9, 4, 2]
    done = call("/tasks/complete", {"task_id": info["task_id"]})
    assert done == {"status": "completed", "eval": {"score": 1, "logs": ""}}
    assert call("/sessions/submit", {"session_id": session, "force": None}) == {
        "status": "evaluated"
    }


# Wrong types: for each kind what JSON may hold instead of it.
TEXTS, NUMBERS = st.text(max_size=3), st.integers(-9, 9)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
LISTS: st.SearchStrategy[Any] = st.sampled_from([[], [0]])
OBJECTS: st.SearchStrategy[Any] = st.sampled_from([{}, {"a": 1}])
HUGE = st.sampled_from([2**63, -(2**63) - 1, 10**400])
WRONG: Mapping[str, st.SearchStrategy[Any]] = {
    "text": NUMBERS | st.booleans() | LISTS | OBJECTS | FLOATS,
    "integer": TEXTS | st.booleans() | LISTS | OBJECTS | st.just(1.5) | st.just(1.0) | HUGE,
    "number": TEXTS | st.booleans() | LISTS | OBJECTS | st.just(10**400),
    "flag": TEXTS | NUMBERS | LISTS | OBJECTS,
    "texts": TEXTS | NUMBERS | st.booleans() | OBJECTS | st.just([1]) | st.just(["a", {}]),
    "objects": TEXTS | NUMBERS | st.booleans() | OBJECTS | st.just(["a"]) | st.just([{}, []]),
    "object": TEXTS | NUMBERS | st.booleans() | LISTS,
}


@st.composite
def wrong_values(draw: st.DrawFn, shape: Shape) -> Any:
    """Draw a value that does not fit ``shape``, at its top or deeper."""
    if shape.fields and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(shape.fields)))
        inner = {name: draw(wrong_values(shape.fields[name]))}
        return inner if shape.kind == "object" else [{}, inner]
    return draw(WRONG[shape.kind])


@st.composite
def wrong_requests(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw a route and a request that would succeed, but for a value of a wrong type."""
    usual = {route: {**filled, **empty} for route, filled, empty in SCRIPT}
    table = {route: spec.takes for route, spec in {**COMPANY, **PLATFORM}.items() if spec.takes}
    route = draw(st.sampled_from(sorted(table)))
    takes: Fields = table[route]
    name = draw(st.sampled_from(sorted(takes)))
    before = usual.get(route, {})
    if draw(st.booleans()):  # ids that do not exist must not come first
        before = {key: "nobody" if takes[key].kind == "text" else v for key, v in before.items()}
    body = {**before, name: draw(wrong_values(takes[name]))}
    order = draw(st.permutations(sorted(body)))
    return route, {key: body[key] for key in order}


@given(request=wrong_requests())
@settings(max_examples=examples(800), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_wrong_type_is_the_wires_400_and_changes_nothing(
    play: Any, request: tuple[str, dict[str, Any]]
) -> None:
    route, body = request
    path = route if route in PLATFORM else f"/erc3-dev/{play.task_id}{route}"
    reply = play.twin.handle(path, json.dumps(body).encode())
    envelope = json.loads(reply.body)
    assert list(envelope) == ["status", "error", "code"]
    assert (reply.status, envelope["status"], envelope["code"]) == (400, 400, "")
    assert envelope["error"].startswith("json: cannot unmarshal ")
    assert "Traceback" not in envelope["error"]
    assert play.events == ()
    assert play.twin.universe(play.task_id).responses == ()


class Recorder(Body):
    """A body that notes which fields are read."""

    __slots__ = ("seen",)

    def __init__(self, fields: Any, seen: set[str]) -> None:
        super().__init__(fields)
        self.seen = seen

    def text(self, name: str) -> str:
        self.seen.add(name)
        return super().text(name)

    def integer(self, name: str) -> int:
        self.seen.add(name)
        return super().integer(name)

    def number(self, name: str) -> float:
        self.seen.add(name)
        return super().number(name)

    def flag(self, name: str) -> bool:
        self.seen.add(name)
        return super().flag(name)

    def texts(self, name: str) -> list[str]:
        self.seen.add(name)
        return super().texts(name)

    def objects(self, name: str) -> list[Body]:
        self.seen.add(name)
        return super().objects(name)

    def object(self, name: str) -> Body | None:
        self.seen.add(name)
        return super().object(name)


@pytest.mark.parametrize(("route", "filled", "empty"), SCRIPT)
def test_the_table_names_the_fields_that_a_function_reads(
    play: Any, route: str, filled: Any, empty: Any
) -> None:
    seen: set[str] = set()
    HANDLERS[route](play.twin.universe(play.task_id), Recorder({**filled, **empty}, seen))
    assert seen <= COMPANY[route].takes.keys()
    assert COMPANY[route].takes.keys() - seen <= {"changed_by", "logged_by"}

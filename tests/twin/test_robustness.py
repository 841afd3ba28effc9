"""Whatever is sent, the twin answers in its envelope and keeps its state whole."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentic_solver.twin.route import COMPANY_ROUTES
from tests.examples import examples
from tests.twin.conftest import WORLD

FIELDS = [
    "id", "employee", "employees", "query", "location", "department", "skills", "wills", "limit",
    "offset", "name", "level", "min_level", "salary", "notes", "file", "content", "query_regex",
    "team", "employee_id", "role", "min_time_slice", "time_slice", "status", "customer", "project",
    "date", "hours", "billable", "date_from", "deal_phase", "outcome", "message", "links", "kind",
    "projects", "customers", "include_archived", "work_category",
]  # fmt: skip

KNOWN = [
    "tl_003", "cust_fjord", "proj_lamp", "te_008", "2025-06-01", "ok_answer", "employee", "Lead",
    "active", "index.md", "billable", "skill_rope", "(", "", "\ud800", "é" * 300,
]  # fmt: skip

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(KNOWN),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4)
    ),
    max_leaves=6,
)

BODIES = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=8)


@given(st.lists(st.tuples(st.sampled_from(sorted(COMPANY_ROUTES)), BODIES), max_size=12))
@settings(
    derandomize=True,
    deadline=None,
    max_examples=examples(150),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_calls_get_an_answer_in_form(play: Any, calls: list[tuple[str, Any]]) -> None:
    for route, body in calls:
        status, content = play.raw(route, json.dumps(body).encode())
        payload = json.loads(content.decode("utf-8"))
        assert status in {200, 400, 404, 500}
        if status != 200:
            assert list(payload) == ["status", "error", "code"]
            assert payload["status"] == status


def test_sums_beyond_all_numbers_are_a_server_fault_of_the_suite_alone(start: Any) -> None:
    entry = {**WORLD["time_entries"][0], "employee": "tl_005", "hours": 1.5e308}
    play = start(overlay={"time_entries": [{**entry, "id": "te_1"}, {**entry, "id": "te_2"}]})
    status, error = play.refused("/time/search", employee="tl_005", limit=5)
    assert (status, error) == (500, "json: unsupported value: +Inf")
    body = {"employee": "tl_001", "date": "2025-06-01", "hours": 1e13}
    assert play.refused("/time/log", **body) == (400, "hours must not exceed 1e+12")
    assert play.refused("/time/update", id="te_1", **body)[0] == 400


def test_long_names_are_stored_as_they_are(play: Any) -> None:
    skills = [{"name": "s" * 999, "level": -5}]
    stored = play.ok("/employees/update", employee="tl_001", skills=skills)["employee"]
    assert stored["skills"] == skills


@pytest.mark.parametrize("path", ["\ud800", "/erc3-dev/\udcff/whoami", "/erc3-dev/%ff/whoami"])
def test_any_path_gets_an_answer(play: Any, path: str) -> None:
    assert play.twin.handle(path, b"{}").status == 404

"""``/time/...``."""

from typing import Any

import pytest

from agentic_solver.twin.suite import load_suite
from agentic_solver.twin.universe import Universe

LOG = {
    "employee": "tl_003",
    "customer": "cust_fjord",
    "project": "proj_lamp",
    "date": "2025-06-16",
    "hours": 1.5,
    "work_category": "anything",
    "notes": "Wick",
    "billable": True,
    "status": "void",
    "logged_by": "tl_003",
}

FIELDS = [
    "id", "employee", "customer", "project", "date", "hours", "work_category", "notes",
    "billable", "status",
]  # fmt: skip


def test_log_answers_the_flat_entry_with_the_next_id(play: Any) -> None:
    entry = play.ok("/time/log", **LOG)
    assert list(entry) == FIELDS
    assert entry == {"id": "te_010", **{k: v for k, v in LOG.items() if k != "logged_by"}}
    assert play.event_names == ["TimeEntryLogged"]
    assert play.events[0].entity == entry
    assert play.ok("/time/log", **LOG)["id"] == "te_011"


def test_log_fills_what_is_left_out(play: Any) -> None:
    entry = play.ok("/time/log", employee="tl_003", date="2025-06-16", hours=8.0)
    assert entry == {
        "id": "te_010",
        "employee": "tl_003",
        "customer": "",
        "project": "",
        "date": "2025-06-16",
        "hours": 8,
        "work_category": "",
        "notes": "",
        "billable": False,
        "status": "draft",
    }
    assert isinstance(entry["hours"], int)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"hours": -1}, 400),
        ({"hours": "1"}, 400),
        ({"hours": True}, 400),
        ({"date": "16.06.2025"}, 400),
        ({"date": "2025-02-30"}, 400),
        ({"customer": "cust_house"}, 404),
        ({"customer": "Fjord Harbours"}, 404),
        ({"project": "proj_none"}, 404),
        ({"employee": "tl_999"}, 404),
        ({"employee": None}, 404),
        ({"billable": "yes"}, 400),
    ],
)
def test_log_refuses(play: Any, change: dict[str, Any], status: int) -> None:
    assert play.refused("/time/log", **{**LOG, **change})[0] == status
    assert play.events == ()
    assert play.ok("/time/log", **LOG)["id"] == "te_010"


def test_first_id_of_an_empty_store(make_suite: Any, world: dict[str, Any]) -> None:
    suite = load_suite(make_suite(world={**world, "time_entries": []}))
    assert Universe(suite, suite.tasks[0]).next_entry_id() == "te_001"


def test_get_shows_no_id(play: Any) -> None:
    payload = play.ok("/time/get", id="te_008")
    assert list(payload) == ["entry"]
    assert list(payload["entry"]) == FIELDS[1:]
    assert play.refused("/time/get", id="te_8") == (404, "Not found")


UPDATE = {
    "id": "te_008",
    "date": "2025-06-03",
    "hours": 8,
    "work_category": "customer_project",
    "notes": "",
    "billable": False,
    "status": "approved",
    "changed_by": "tl_004",
}


@pytest.mark.parametrize(
    ("change", "events"),
    [
        ({}, []),
        ({"status": "voided"}, ["TimeEntryStatusChanged"]),
        ({"notes": "why"}, ["TimeEntryUpdated"]),
        ({"hours": 7.5}, ["TimeEntryUpdated"]),
        ({"hours": 8.0}, []),
        ({"billable": True, "date": "2025-06-04"}, ["TimeEntryUpdated"]),
        ({"status": "voided", "notes": "x"}, ["TimeEntryStatusChanged", "TimeEntryUpdated"]),
    ],
)
def test_update_tells_status_from_the_rest(
    play: Any, change: dict[str, Any], events: list[str]
) -> None:
    assert play.ok("/time/update", **{**UPDATE, **change}) == {}
    assert play.event_names == events
    stored = play.ok("/time/get", id="te_008")["entry"]
    assert {k: stored[k] for k in change} == change


def test_update_replaces_all_its_fields(play: Any) -> None:
    play.ok("/time/update", id="te_008", date="2025-06-03")
    entry = play.ok("/time/get", id="te_008")["entry"]
    kept = {"employee": "tl_004", "customer": "cust_fjord", "project": "proj_lamp"}
    emptied = {"hours": 0, "work_category": "", "notes": "", "billable": False, "status": ""}
    assert entry == {**kept, "date": "2025-06-03", **emptied}


@pytest.mark.parametrize(
    ("change", "status"), [({"id": "te_1"}, 404), ({"hours": -2}, 400), ({"date": ""}, 400)]
)
def test_update_refuses(play: Any, change: dict[str, Any], status: int) -> None:
    assert play.refused("/time/update", **{**UPDATE, **change})[0] == status
    assert play.events == ()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (7, 8, 9)),
        ({"employee": "tl_003"}, (7, 9)),
        ({"employee": "tl_00"}, ()),
        ({"customer": "cust_fjord", "project": "proj_lamp", "status": "approved"}, (8,)),
        ({"date_from": "2025-06-03", "date_to": "2025-06-30"}, (8, 9)),
        ({"date_to": "2025-06-02"}, (7,)),
        ({"work_category": "internal"}, (9,)),
        ({"billable": "billable"}, (7, 9)),
        ({"billable": "non_billable"}, (8,)),
        ({"billable": "", "status": ""}, (7, 8, 9)),
        ({"project": "proj_none"}, ()),
    ],
)
def test_search_combines_filters(
    play: Any, body: dict[str, str], expected: tuple[int, ...]
) -> None:
    payload = play.ok("/time/search", limit=5, **body)
    assert list(payload) == [
        "entries", "next_offset", "total_hours", "total_billable", "total_non_billable",
    ]  # fmt: skip
    assert [row["id"] for row in payload["entries"] or ()] == [f"te_{n:03d}" for n in expected]
    hours = {7: 2.5, 8: 8, 9: 0.1}
    assert payload["total_hours"] == pytest.approx(sum(hours[n] for n in expected))
    assert payload["total_non_billable"] == (8 if 8 in expected else 0)


def test_totals_cover_all_pages_and_have_no_binary_dust(play: Any) -> None:
    for _ in range(2):
        play.ok("/time/log", **{**LOG, "hours": 0.1})
    payload = play.ok("/time/search", employee="tl_003", limit=1, offset=1)
    assert len(payload["entries"]) == 1
    assert payload["next_offset"] == 2
    assert (payload["total_hours"], payload["total_billable"]) == (2.8, 2.8)
    assert payload["total_non_billable"] == 0


def test_unknown_billable_filter_is_refused(play: Any) -> None:
    assert play.refused("/time/search", limit=1, billable="yes")[0] == 400


def test_summary_by_project(play: Any) -> None:
    play.ok("/time/log", **{**LOG, "customer": "", "project": "proj_bot", "hours": 2})
    payload = play.ok("/time/summary/by-project", date_from="2025-06-01", date_to="2025-06-29")
    assert payload == {
        "summaries": [
            {
                "customer": "",
                "project": "proj_bot",
                "total_hours": 2,
                "billable_hours": 2,
                "non_billable_hours": 0,
                "distinct_employees": 1,
            },
            {
                "customer": "cust_fjord",
                "project": "proj_lamp",
                "total_hours": 10.5,
                "billable_hours": 2.5,
                "non_billable_hours": 8,
                "distinct_employees": 2,
            },
        ]
    }
    assert next(iter(payload["summaries"][0])) == "customer"


def test_summary_by_employee_obeys_its_filters(play: Any) -> None:
    route = "/time/summary/by-employee"
    everyone = play.ok(route)["summaries"]
    assert [row["employee"] for row in everyone] == ["tl_003", "tl_004"]
    assert list(everyone[0]) == [
        "employee", "total_hours", "billable_hours", "non_billable_hours",
    ]  # fmt: skip
    assert [row["total_hours"] for row in everyone] == [2.6, 8]
    billable = play.ok(route, billable="billable", customers=["cust_fjord"])["summaries"]
    assert [row["employee"] for row in billable] == ["tl_003"]
    assert play.ok(route, projects=["proj_rope"]) == {"summaries": None}
    assert play.ok(route, employees=["tl_004"])["summaries"] == everyone[1:]
    assert play.ok(route, date_to="2025-06-01") == {"summaries": None}

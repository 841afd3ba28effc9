"""``/employees/...``."""

from typing import Any

import pytest


def ids(payload: Any) -> list[str]:
    return [row["id"] for row in payload["employees"] or []]


def test_list_shows_brief_rows_in_the_order_of_the_registry(play: Any) -> None:
    first = play.ok("/employees/list", offset=0, limit=5)
    assert list(first) == ["next_offset", "employees"]
    assert list(first["employees"][0]) == [
        "id", "name", "email", "salary", "location", "department",
    ]  # fmt: skip
    assert first["next_offset"] == 5
    last = play.ok("/employees/list", offset=5, limit=5)
    assert ids(first) + ids(last) == [f"tl_{n:03d}" for n in range(1, 8)]
    assert last["next_offset"] == -1


@pytest.mark.parametrize("route", ["/employees/list", "/employees/search"])
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"offset": 7, "limit": 5}, (None, -1)),
        ({"offset": 2, "limit": 0}, (None, 2)),
        ({}, (None, 0)),
        ({"offset": 6, "limit": 5}, (["tl_007"], -1)),
        ({"offset": 1, "limit": 1}, (["tl_002"], 2)),
    ],
)
def test_edges_of_a_page(
    play: Any, route: str, body: dict[str, int], expected: tuple[list[str] | None, int]
) -> None:
    payload = play.ok(route, **body)
    rows = payload["employees"]
    assert (rows and ids(payload), payload["next_offset"]) == expected


@pytest.mark.parametrize(
    ("route", "part"),
    [
        ("/employees/list", "employees"),
        ("/employees/search", "employees"),
        ("/customers/list", "companies"),
        ("/customers/search", "companies"),
        ("/projects/list", "projects"),
        ("/projects/search", "projects"),
        ("/time/search", "entries"),
    ],
)
def test_every_list_route_obeys_the_limit_of_the_task(start: Any, route: str, part: str) -> None:
    play = start(overlay={"page_limit": 2})
    assert play.refused(route, limit=3) == (400, "page limit exceeded: 3 > 2")
    assert len(play.ok(route, limit=2)[part]) == 2
    assert play.refused(route, limit=2, offset=99)[0] == 500
    assert play.refused(route, limit=2, offset=-1)[0] == 400
    assert play.refused(route, limit=-1)[0] == 400


def test_a_limit_below_zero_refuses_every_list(start: Any) -> None:
    play = start(overlay={"page_limit": -1})
    assert play.refused("/projects/search", limit=1) == (400, "page limit exceeded: 1 > -1")
    assert play.refused("/employees/list") == (400, "page limit exceeded: 0 > -1")
    assert play.ok("/employees/get", id="tl_001")["employee"]["name"] == "Imke Sørland"
    assert play.ok("/wiki/list")["paths"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"query": "lantern"}, ["tl_003", "tl_004"]),
        ({"query": "LANTERN M"}, ["tl_004"]),
        ({"query": "Moss Lantern"}, []),
        ({"query": "sorland"}, []),
        ({"query": "SØRLAND"}, ["tl_001"]),
        ({"query": "O'Reeve"}, []),
        ({"query": "o’reeve"}, ["tl_002"]),
        ({"query": "TL_006"}, ["tl_006"]),
        ({"query": "tl_006@thornlight"}, ["tl_006"]),
        ({"query": "Left-handed"}, []),
        ({"query": "Pier"}, []),
        ({"location": "South"}, []),
        ({"location": "South Yard"}, ["tl_003", "tl_004", "tl_005", "tl_007"]),
        ({"location": "South Yard", "department": "Optics"}, ["tl_003", "tl_004"]),
        ({"department": "optics"}, []),
        ({"skills": [{"name": "skill_optics", "min_level": 6}]}, ["tl_006", "tl_007"]),
        ({"skills": [{"name": "skill_optics", "min_level": 2, "max_level": 3}]},
         ["tl_002", "tl_003"]),
        ({"skills": [{"name": "skill_opt", "min_level": 1}]}, []),
        ({"skills": [{"name": "skill_optics", "min_level": 3}],
          "wills": [{"name": "will_travel", "min_level": 5}]}, ["tl_003", "tl_004"]),
        ({"query": None, "location": None, "skills": None, "manager": "tl_001",
          "department": "Ropes"}, ["tl_005", "tl_006"]),
    ],
)  # fmt: skip
def test_search_combines_filters(play: Any, body: dict[str, Any], expected: list[str]) -> None:
    assert ids(play.ok("/employees/search", limit=5, **body)) == expected


def test_get_shows_the_full_profile_in_wire_order(play: Any) -> None:
    employee = play.ok("/employees/get", id="tl_004")["employee"]
    assert list(employee) == [
        "id", "name", "email", "salary", "notes", "location", "department", "skills", "wills",
    ]  # fmt: skip
    assert employee["notes"] == "Left-handed"
    assert play.refused("/employees/get", id="tl_4") == (404, "Not found")
    assert play.refused("/employees/get") == (404, "Not found")


def profile(play: Any, **changes: Any) -> dict[str, Any]:
    record = play.ok("/employees/get", id="tl_004")["employee"]
    kept = ("salary", "notes", "location", "department", "skills", "wills")
    return {"employee": "tl_004", **{k: record[k] for k in kept}, **changes}


@pytest.mark.parametrize(
    ("changes", "events"),
    [
        ({}, []),
        ({"salary": 1}, ["EmployeeSalaryUpdated"]),
        ({"notes": "x"}, ["EmployeeNoteUpdated"]),
        ({"location": "x"}, ["EmployeeLocationUpdated"]),
        ({"department": "x"}, ["EmployeeDepartmentUpdated"]),
        ({"wills": []}, ["EmployeeWillsUpdated"]),
        ({"skills": [{"name": "skill_rope", "level": 4}, {"name": "skill_optics", "level": 4}]},
         []),
        ({"skills": [{"name": "skill_rope", "level": 5}, {"name": "skill_optics", "level": 4}],
          "salary": 2}, ["EmployeeSalaryUpdated", "EmployeeSkillsUpdated"]),
    ],
)  # fmt: skip
def test_update_records_only_what_really_changes(
    play: Any, changes: dict[str, Any], events: list[str]
) -> None:
    body = profile(play, **changes)
    answer = play.ok("/employees/update", changed_by="tl_001", **body)
    assert play.event_names == events
    assert answer["employee"] == play.ok("/employees/get", id="tl_004")["employee"]
    for event in play.events:
        assert event.entity == answer["employee"]
    play.ok("/employees/update", **body)
    assert play.event_names == events


def test_update_empties_what_is_left_out(play: Any) -> None:
    employee = play.ok("/employees/update", employee="tl_004", salary=None)["employee"]
    assert employee == {
        "id": "tl_004",
        "name": "Lantern Moss",
        "email": "tl_004@thornlight.example",
        "salary": 0,
        "notes": "",
        "location": "",
        "department": "",
        "skills": [],
        "wills": [],
    }
    assert len(play.events) == 6


def test_update_sorts_levels_by_name(play: Any) -> None:
    wills = [{"name": "will_z", "level": 1}, {"name": "will_a", "level": 2}]
    stored = play.ok("/employees/update", **profile(play, wills=wills))["employee"]["wills"]
    assert stored == wills[::-1]


def test_search_row_and_list_row_follow_an_update(play: Any) -> None:
    play.ok("/employees/update", **profile(play, salary=77))
    rows = play.ok("/employees/search", query="moss", limit=1)["employees"]
    assert [row["salary"] for row in rows] == [77]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("skills", ["skill_rope"]),
        ("skills", "skill_rope"),
        ("skills", [{"name": "skill_rope", "level": "4"}]),
        ("skills", [{"level": 4}]),
        ("salary", "90000"),
        ("salary", 90000.5),
        ("salary", True),
        ("salary", 2**63),
        ("notes", 3),
        ("location", []),
        ("employee", {}),
    ],
)
def test_update_refuses_wrong_types_and_changes_nothing(play: Any, field: str, value: Any) -> None:
    before = play.ok("/employees/get", id="tl_004")
    assert play.refused("/employees/update", **profile(play, **{field: value}))[0] == 400
    assert play.ok("/employees/get", id="tl_004") == before
    assert play.events == ()


def test_update_of_unknown_employee_is_not_found(play: Any) -> None:
    assert play.refused("/employees/update", employee="nobody", salary=1) == (404, "Not found")

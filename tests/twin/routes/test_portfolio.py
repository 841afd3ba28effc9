"""``/projects/...``."""

from typing import Any

import pytest


def ids(payload: Any) -> list[str]:
    return [row["id"].removeprefix("proj_") for row in payload["projects"] or []]


def test_list_shows_archived_projects(play: Any) -> None:
    payload = play.ok("/projects/list", limit=5)
    assert list(payload) == ["next_offset", "projects"]
    assert ids(payload) == ["lamp", "rope", "old", "bot", "mast"]
    assert list(payload["projects"][0]) == ["id", "name", "customer", "status"]


def test_get_shows_the_team(play: Any) -> None:
    payload = play.ok("/projects/get", id="proj_rope")
    assert payload["found"] is True
    assert list(payload["project"]) == [
        "id", "name", "description", "customer", "status", "team",
    ]  # fmt: skip
    assert payload["project"]["team"] == [{"employee": "tl_005", "time_slice": 1, "role": "Lead"}]
    assert play.raw("/projects/get", b'{"id":"proj_rope"}')[1].endswith(
        b'"team":[{"employee":"tl_005","time_slice":1,"role":"Lead"}]},"found":true}'
    )


def test_get_of_an_unknown_id_is_no_error(play: Any) -> None:
    assert play.ok("/projects/get", id="proj_none") == {"project": None, "found": False}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, ["lamp", "rope", "bot", "mast", "ferry"]),
        ({"include_archived": True, "query": "LENS"}, ["old"]),
        ({"query": "lens"}, []),
        ({"status": ["archived"]}, []),
        ({"status": ["archived", "idea"], "include_archived": True}, ["old", "bot"]),
        ({"query": "of a tower", "customer_id": "cust_fjord"}, ["lamp"]),
        ({"query": "proj_lamp"}, []),
        ({"query": "fjord"}, []),
        ({"customer_id": "cust_none"}, []),
        ({"customer_id": "cust_house"}, ["bot"]),
        ({"team": {"employee_id": "tl_004"}}, ["lamp", "mast"]),
        ({"team": {"employee_id": "tl_004", "role": "Lead"}}, ["mast"]),
        ({"team": {"employee_id": "tl_003", "role": "Engineer"}}, []),
        ({"team": {"role": "Lead", "min_time_slice": 0.5}}, ["lamp", "rope"]),
        ({"team": {"employee_id": "tl_004", "min_time_slice": 0.35}}, ["mast"]),
        ({"team": {}}, ["lamp", "rope", "bot", "mast", "ferry"]),
    ],
)
def test_search_combines_filters(play: Any, body: dict[str, Any], expected: list[str]) -> None:
    payload = play.ok("/projects/search", limit=5, **body)
    assert list(payload) == ["projects", "next_offset"]
    assert ids(payload) == expected


def test_an_empty_team_is_found_without_a_team_condition_only(play: Any) -> None:
    play.ok("/projects/team/update", id="proj_bot", team=[])
    assert "bot" in ids(play.ok("/projects/search", limit=5, team={}))
    assert "bot" not in ids(play.ok("/projects/search", limit=5, team={"role": "Other"}))


@pytest.mark.parametrize(
    ("team", "events"),
    [
        ([("tl_004", 0.3, "Engineer"), ("tl_003", 0.5, "Lead")], []),
        ([("tl_004", 0.5, "Engineer"), ("tl_003", 0.3, "Lead")], ["ProjectTeamUpdated"]),
        ([("tl_003", 0.5, "Lead")], ["ProjectTeamUpdated"]),
        ([], ["ProjectTeamUpdated"]),
    ],
)
def test_team_is_replaced(play: Any, team: list[tuple[str, float, str]], events: list[str]) -> None:
    seats = [{"employee": e, "time_slice": s, "role": r} for e, s, r in team]
    body = {"id": "proj_lamp", "team": seats, "changed_by": "tl_003"}
    assert play.ok("/projects/team/update", **body) == {}
    assert play.event_names == events
    assert play.ok("/projects/get", id="proj_lamp")["project"]["team"] == seats


@pytest.mark.parametrize(
    ("seat", "status"),
    [
        ({"employee": "nobody", "time_slice": 0.1, "role": "Lead"}, 404),
        ({"employee": "tl_001", "time_slice": 0.1, "role": "Captain"}, 400),
        ({"employee": "tl_001", "time_slice": 0.1}, 400),
        ({"employee": "tl_001", "time_slice": -0.1, "role": "Lead"}, 400),
        ({"employee": "tl_001", "time_slice": "half", "role": "Lead"}, 400),
        ("tl_001", 400),
    ],
)
def test_bad_seats_are_refused(play: Any, seat: Any, status: int) -> None:
    assert play.refused("/projects/team/update", id="proj_lamp", team=[seat])[0] == status
    assert play.events == ()


@pytest.mark.parametrize("status", ["paused", "archived", "idea", "exploring"])
def test_status_may_change_to_any_phase_and_back(play: Any, status: str) -> None:
    assert play.ok("/projects/status/update", id="proj_lamp", status=status) == {}
    assert play.ok("/projects/get", id="proj_lamp")["project"]["status"] == status
    play.ok("/projects/status/update", id="proj_lamp", status="active")
    assert play.event_names == ["ProjectStatusChanged"] * 2
    assert [event.entity["status"] for event in play.events] == [status, "active"]


def test_status_that_is_there_already_is_no_event(play: Any) -> None:
    play.ok("/projects/status/update", id="proj_lamp", status="active")
    assert play.events == ()


def test_bad_status_updates_are_refused(play: Any) -> None:
    assert play.refused("/projects/status/update", id="proj_lamp", status="done")[0] == 400
    assert play.refused("/projects/status/update", id="proj_no", status="idea")[0] == 404
    assert play.refused("/projects/team/update", id="proj_no", team=[])[0] == 404

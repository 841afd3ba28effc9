"""Faults that a task switches on."""

import json
from typing import Any

import pytest

from agentic_solver.errors import TransportError
from agentic_solver.twin.reply import Hang
from agentic_solver.twin.task import FAULT_KINDS

LIST = {"limit": 2}


def faulty(start: Any, *faults: dict[str, Any]) -> Any:
    return start(overlay={"faults": [{"route": "/employees/list", **fault} for fault in faults]})


def test_status_is_the_envelope_and_times_are_counted(start: Any) -> None:
    play = faulty(start, {"kind": "status", "value": 503, "times": 2})
    assert play.refused("/employees/list", **LIST)[0] == 503
    assert play.ok("/projects/list", **LIST)["projects"]
    assert play.refused("/employees/list", **LIST)[0] == 503
    assert len(play.ok("/employees/list", **LIST)["employees"]) == 2


def test_without_times_a_fault_stays(start: Any) -> None:
    play = faulty(start, {"kind": "status"})
    assert {play.refused("/employees/list", **LIST)[0] for _ in range(5)} == {500}


def test_star_means_every_company_route_and_no_platform_route(start: Any) -> None:
    play = start(overlay={"faults": [{"route": "*", "kind": "status"}]})
    assert play.refused("/whoami")[0] == 500
    assert play.refused("/respond", outcome="ok_answer")[0] == 500
    assert play.core("/tasks/complete", task_id=play.task_id)[0] == 200


def test_timeout_hangs_and_nothing_is_carried_out(start: Any) -> None:
    fault = {"route": "/wiki/update", "kind": "timeout", "value": 7, "times": 1}
    play = start(overlay={"faults": [fault]})
    with pytest.raises(Hang, match="timed out") as caught:
        play("/wiki/update", file="x.md", content="x")
    assert isinstance(caught.value, TransportError)
    assert caught.value.after_s == 7
    assert play.events == ()
    play.ok("/wiki/update", file="x.md", content="x")
    assert [call.status for call in play.twin.calls(play.task_id)] == [0, 200]


def test_truncated_is_carried_out_and_cut_off(start: Any) -> None:
    fault = {"route": "/time/log", "kind": "truncated", "times": 1}
    play = start(overlay={"faults": [fault]})
    body = json.dumps({"employee": "tl_003", "date": "2025-06-01"}).encode()
    status, cut = play.raw("/time/log", body)
    assert status == 200
    with pytest.raises(ValueError, match=r"Unterminated|Expecting|delimiter"):
        json.loads(cut)
    assert play.event_names == ["TimeEntryLogged"]


@pytest.mark.parametrize(("value", "kept"), [(0, b""), (5, b'{"nex'), (10**6, None)])
def test_truncated_keeps_so_many_bytes(start: Any, value: int, kept: bytes | None) -> None:
    play = faulty(start, {"kind": "truncated", "value": value, "times": 1})
    cut = play.raw("/employees/list", b'{"limit": 2}')[1]
    whole = play.raw("/employees/list", b'{"limit": 2}')[1]
    assert cut == (whole if kept is None else kept)


@pytest.mark.parametrize("value", [None, '{"employees": "none"}', "<html>Ü</html>"])
def test_malformed_replaces_the_body(start: Any, value: str | None) -> None:
    play = faulty(start, {"kind": "malformed", "value": value, "times": 1})
    status, body = play.raw("/employees/list", b"{}")
    assert status == 200
    if value is None:
        with pytest.raises(ValueError, match="Expecting value"):
            json.loads(body)
    else:
        assert body == value.encode()


def test_slow_is_the_true_answer_with_a_delay(start: Any) -> None:
    play = faulty(start, {"kind": "slow", "value": 2.5, "times": 1})
    path = f"/erc3/{play.task_id}/employees/list"
    slow, fast = play.twin.handle(path, b"{}"), play.twin.handle(path, b"{}")
    assert (slow.delay_s, fast.delay_s) == (2.5, 0.0)
    assert slow.body == fast.body


def test_page_limit_changes_for_some_calls(start: Any) -> None:
    play = faulty(
        start,
        {"kind": "page_limit", "value": 1, "times": 1},
        {"kind": "page_limit", "value": 7, "times": 1},
    )
    assert play.refused("/employees/list", limit=5) == (400, "page limit exceeded: 5 > 1")
    assert len(play.ok("/employees/list", limit=7)["employees"]) == 7
    assert play.refused("/employees/list", limit=7) == (400, "page limit exceeded: 7 > 5")


def test_faults_take_turns_in_their_order(start: Any) -> None:
    play = faulty(
        start,
        {"kind": "status", "value": 500, "times": 1},
        {"kind": "status", "value": 429, "times": 1, "route": "*"},
        {"kind": "status", "value": 404, "times": 1},
    )
    seen = [play("/employees/list")[0] for _ in range(4)]
    assert seen == [500, 429, 404, 200]


def test_each_started_task_has_its_own_count(start: Any) -> None:
    play = faulty(start, {"kind": "status", "times": 1})
    assert play("/employees/list")[0] == 500
    body = {"benchmark": "thornlight", "spec_id": "who-leads"}
    second = play.core("/tasks/start", **body)[1]["task_id"]
    assert play.core(f"/erc3-dev/{second}/employees/list")[0] == 500


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_every_kind_has_an_effect(start: Any, kind: str) -> None:
    value = {"page_limit": 1}.get(kind)
    play = faulty(start, {"kind": kind, "value": value, "times": 1})
    path = f"/erc3-dev/{play.task_id}/employees/list"
    try:
        first = play.twin.handle(path, b'{"limit": 5}')
    except Hang:
        first = None
    assert first != play.twin.handle(path, b'{"limit": 5}')

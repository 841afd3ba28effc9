"""The platform core: benchmarks, sessions, the life of a task."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from agentic_solver.errors import ApiError
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.route import COMPANY_ROUTES
from agentic_solver.twin.suite import load_suite

USAGE = {
    "completion": "x",
    "model": "maker/name",
    "duration_sec": 1.5,
    "prompt_tokens": 10,
    "cached_prompt_tokens": 0,
    "completion_tokens": 2,
}

SESSION = {
    "account_key": "key-1",
    "benchmark": "thornlight",
    "workspace": "my",
    "name": "n",
    "architecture": "a",
    "flags": ["compete_budget"],
}


@pytest.fixture
def twin(make_suite: Any, task: Any, guest: Any) -> Twin:
    """Three tasks: the usual one, one for a guest, one whose caller nobody knows."""
    second = {**task, "id": "as-guest", "caller": guest}
    third = {**task, "id": "as-nobody\t", "caller": None}
    return Twin(load_suite(make_suite(tasks=[task, second, third])))


def post(twin: Twin, path: str, **body: Any) -> tuple[int, Any]:
    reply = twin.handle(path, json.dumps(body).encode())
    return reply.status, json.loads(reply.body)


def ok(twin: Twin, path: str, **body: Any) -> Any:
    status, payload = post(twin, path, **body)
    assert status == 200, payload
    return payload


def refused(twin: Twin, path: str, **body: Any) -> int:
    status, payload = post(twin, path, **body)
    assert list(payload) == ["status", "error", "code"]
    assert payload["status"] == status
    assert payload["error"]
    return status


def open_session(twin: Twin, **changes: Any) -> tuple[str, list[Any]]:
    session = ok(twin, "/sessions/start", **{**SESSION, **changes})["session_id"]
    return session, ok(twin, "/sessions/status", session_id=session)["tasks"]


def finish(twin: Twin, task_id: str, answer: Any, *, usage: bool = True) -> Any:
    ok(twin, "/tasks/start", task_id=task_id)
    ok(twin, f"/erc3-dev/{task_id}/respond", **answer)
    if usage:
        assert ok(twin, "/tasks/log", task_id=task_id, **USAGE) == {}
    return ok(twin, "/tasks/complete", task_id=task_id)


def test_benchmark_is_listed_and_viewed(twin: Twin) -> None:
    assert ok(twin, "/benchmarks/list") == {
        "benchmarks": [
            {
                "id": "thornlight",
                "short_description": "Lighthouse menders.",
                "status": "public",
                "tasks": 3,
            }
        ]
    }
    view = ok(twin, "/benchmarks/view", benchmark="thornlight")
    assert list(view) == ["id", "description", "status", "specs", "routes"]
    assert [spec["id"] for spec in view["specs"]] == ["who-leads", "as-guest", "as-nobody\t"]
    assert view["specs"][0]["task"] == "Who leads the Lamp Renewal?"
    assert [route["path"] for route in view["routes"]] == list(COMPANY_ROUTES)
    assert refused(twin, "/benchmarks/view", benchmark="moon") == 404


def test_session_lists_its_tasks_in_the_order_of_the_file(twin: Twin) -> None:
    start = ok(twin, "/sessions/start", **SESSION)
    assert start["task_count"] == 3
    assert re.fullmatch(r"ssn-[1-9A-HJ-NP-Za-km-z]{22}", start["session_id"])
    status = ok(twin, "/sessions/status", session_id=start["session_id"])
    tasks = status.pop("tasks")
    assert status == {
        "status": "open",
        "benchmark": "thornlight",
        "name": "n",
        "architecture": "a",
        "flags": ["compete_budget"],
        "new": 3,
        "running": 0,
        "completed": 0,
        "failed": 0,
        "score": 0.0,
    }
    assert [(t["num"], t["spec_id"]) for t in tasks] == [
        (0, "who-leads"), (1, "as-guest"), (2, "as-nobody\t"),
    ]  # fmt: skip
    assert re.fullmatch(r"tsk-[1-9A-HJ-NP-Za-km-z]{22}", tasks[0]["task_id"])
    assert (tasks[0]["status"], tasks[0]["score"]) == ("new", -1.0)
    assert len({t["task_id"] for t in tasks}) == 3


def test_a_task_from_start_to_score(twin: Twin, answer: Any) -> None:
    session, tasks = open_session(twin)
    task_id = tasks[0]["task_id"]
    assert ok(twin, "/tasks/start", task_id=task_id) == {
        "task_id": task_id,
        "session_id": session,
        "status": "in_progress",
    }
    assert ok(twin, "/sessions/status", session_id=session)["running"] == 1
    result = finish(twin, task_id, answer)
    assert result == {"status": "completed", "eval": {"score": 1.0, "logs": ""}}
    status = ok(twin, "/sessions/status", session_id=session)
    assert (status["completed"], status["new"]) == (1, 2)
    assert status["score"] == pytest.approx(1 / 3)
    assert status["tasks"][0]["score"] == 1.0


def test_score_without_usage_and_its_log(twin: Twin, answer: Any) -> None:
    _, tasks = open_session(twin)
    result = finish(twin, tasks[0]["task_id"], answer, usage=False)
    assert result["eval"] == {
        "score": 0.9,
        "logs": "WARN: no inference statistics found, penalty 0.1",
    }


def test_usage_need_not_be_logged_where_the_suite_says_so(make_suite: Any, answer: Any) -> None:
    twin = Twin(load_suite(make_suite(meta={"require_usage": False})))
    assert twin.suite.require_usage is False
    _, tasks = open_session(twin)
    result = finish(twin, tasks[0]["task_id"], answer, usage=False)
    assert result["eval"] == {"score": 1.0, "logs": ""}


@pytest.mark.parametrize("count", [0, 2])
def test_number_of_answers_counts(twin: Twin, answer: Any, count: int) -> None:
    _, tasks = open_session(twin)
    task_id = tasks[0]["task_id"]
    ok(twin, "/tasks/start", task_id=task_id)
    for _ in range(count):
        assert ok(twin, f"/erc3-dev/{task_id}/respond", **answer) == {}
    ok(twin, "/tasks/log", task_id=task_id, **USAGE)
    grade = ok(twin, "/tasks/complete", task_id=task_id)["eval"]
    line = f"FAIL: agent should provide 1 response, found {count}"
    assert grade == {"score": 0.0, "logs": line}


def test_changes_of_the_state_are_graded(twin: Twin, answer: Any) -> None:
    _, tasks = open_session(twin)
    task_id = tasks[0]["task_id"]
    ok(twin, "/tasks/start", task_id=task_id)
    ok(twin, f"/erc3-dev/{task_id}/projects/status/update", id="proj_lamp", status="paused")
    logs = finish(twin, task_id, answer)["eval"]["logs"]
    assert logs == "FAIL: expected no change events, found 1: *erc3.Evt_ProjectStatusChanged"


@pytest.mark.parametrize(
    "body",
    [
        {"outcome": "ok"},
        {},
        {"outcome": "ok_answer", "links": [{"kind": "skill", "id": "x"}]},
        {"outcome": "ok_answer", "links": ["tl_001"]},
        {"outcome": "ok_answer", "message": 3},
    ],
)
def test_bad_answers_are_refused_and_not_counted(twin: Twin, answer: Any, body: Any) -> None:
    _, tasks = open_session(twin)
    task_id = tasks[0]["task_id"]
    ok(twin, "/tasks/start", task_id=task_id)
    assert refused(twin, f"/erc3-dev/{task_id}/respond", **body) == 400
    assert finish(twin, task_id, answer)["eval"]["score"] == 1.0


def test_whoami_by_caller(twin: Twin) -> None:
    _, tasks = open_session(twin)
    for info in tasks:
        ok(twin, "/tasks/start", task_id=info["task_id"])
    member = ok(twin, f"/erc3-dev/{tasks[0]['task_id']}/whoami")
    assert list(member) == [
        "current_user", "is_public", "location", "department", "today", "wiki_sha1",
    ]  # fmt: skip
    assert (member["current_user"], member["today"]) == ("tl_003", "2025-06-17")
    guest = ok(twin, f"/erc3-dev/{tasks[1]['task_id']}/whoami")
    assert guest == {
        **member, "current_user": "", "is_public": True, "location": "", "department": "",
    }  # fmt: skip
    nobody = f"/erc3-dev/{tasks[2]['task_id']}"
    assert refused(twin, f"{nobody}/whoami") == refused(twin, f"{nobody}/whoami") == 404
    assert ok(twin, f"{nobody}/wiki/list")["sha1"] == member["wiki_sha1"]


@pytest.mark.parametrize("prefix", ["erc3-dev", "erc3", "erc3-test", "erc3-prod"])
def test_company_is_served_under_all_its_names(play: Any, prefix: str) -> None:
    assert play.core(f"/{prefix}/{play.task_id}/whoami")[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/", "", "/nothing", "/erc3-dev/", "/erc3-dev/tsk-1", "/erc3-dev/tsk-1/whoami",
        "/erc3-live/{}/whoami", "/erc3-dev/{}/", "/erc3-dev/{}/whoami/", "/erc3-dev/{}/whoamI",
        "/erc3-dev/{}/employees", "/sessions/start/", "/erc3-dev/%00/whoami",
    ],
)  # fmt: skip
def test_unknown_paths_and_tasks_are_not_found(play: Any, path: str) -> None:
    status, payload = play.core(path.replace("{}", play.task_id))
    assert (status, payload) == (404, {"status": 404, "error": "Not found", "code": ""})


@pytest.mark.parametrize("route", sorted(COMPANY_ROUTES))
def test_company_answers_only_while_the_task_runs(twin: Twin, answer: Any, route: str) -> None:
    _, tasks = open_session(twin)
    task_id = tasks[0]["task_id"]
    assert refused(twin, f"/erc3-dev/{task_id}{route}") == 400
    finish(twin, task_id, answer)
    assert refused(twin, f"/erc3-dev/{task_id}{route}") == 400
    assert "/respond" in [call.route for call in twin.calls(task_id)]


@pytest.mark.parametrize("route", sorted(COMPANY_ROUTES))
@pytest.mark.parametrize("body", [b"[]", b"{", b'"x"', b"\xff"])
def test_every_route_refuses_what_is_no_object(play: Any, route: str, body: bytes) -> None:
    status, content = play.raw(route, body)
    assert (status, json.loads(content)["status"]) == (400, 400)


def test_starting_twice_keeps_the_universe_and_completing_twice_the_grade(
    twin: Twin, answer: Any
) -> None:
    _, tasks = open_session(twin)
    task_id = tasks[0]["task_id"]
    ok(twin, "/tasks/start", task_id=task_id)
    universe = twin.universe(task_id)
    ok(twin, "/tasks/start", task_id=task_id)
    assert twin.universe(task_id) is universe
    first = finish(twin, task_id, answer)
    assert ok(twin, "/tasks/complete", task_id=task_id) == first
    assert refused(twin, "/tasks/start", task_id=task_id) == 400


def test_unknown_and_unstarted_tasks(twin: Twin) -> None:
    _, tasks = open_session(twin)
    for route in ("/tasks/start", "/tasks/complete", "/tasks/view"):
        assert refused(twin, route, task_id="tsk-none") == 404
    assert refused(twin, "/tasks/log", task_id="tsk-none", model="m") == 404
    assert refused(twin, "/tasks/complete", task_id=tasks[0]["task_id"]) == 400
    assert refused(twin, "/sessions/status", session_id="ssn-none") == 404
    assert refused(twin, "/sessions/start", benchmark="moon") == 404
    with pytest.raises(ApiError, match="not started"):
        twin.universe(tasks[0]["task_id"])


def test_ad_hoc_task_has_no_session(twin: Twin, answer: Any) -> None:
    started = ok(twin, "/tasks/start", benchmark="thornlight", spec_id="as-nobody\t")
    assert (started["session_id"], started["status"]) == (None, "in_progress")
    again = ok(twin, "/tasks/start", benchmark="thornlight", spec_id="as-nobody\t")
    assert again["task_id"] != started["task_id"]
    assert finish(twin, started["task_id"], answer)["eval"]["score"] == 1.0
    assert refused(twin, "/tasks/start", benchmark="thornlight", spec_id="as-nobody") == 404
    assert refused(twin, "/tasks/start", benchmark="moon", spec_id="who-leads") == 404


def test_submit_is_refused_while_tasks_are_open(twin: Twin, answer: Any) -> None:
    session, tasks = open_session(twin)
    finish(twin, tasks[0]["task_id"], answer)
    ok(twin, "/tasks/start", task_id=tasks[1]["task_id"])
    assert refused(twin, "/sessions/submit", session_id=session) == 400
    assert refused(twin, "/sessions/submit", session_id=session, force=False) == 400
    assert ok(twin, "/sessions/status", session_id=session)["status"] == "open"
    forced = ok(twin, "/sessions/submit", session_id=session, force=True)
    assert forced == {"status": "evaluated"}
    status = ok(twin, "/sessions/status", session_id=session)
    assert [status[k] for k in ("new", "running", "completed", "failed")] == [0, 0, 1, 2]
    assert status["score"] == pytest.approx(1 / 3)
    assert "submitted before" in status["tasks"][1]["error_message"]
    assert refused(twin, f"/erc3-dev/{tasks[1]['task_id']}/whoami") == 400


def test_submit_needs_no_force_when_all_is_done(twin: Twin, answer: Any) -> None:
    session, tasks = open_session(twin)
    for info in tasks:
        finish(twin, info["task_id"], answer)
    assert ok(twin, "/sessions/submit", session_id=session) == {"status": "evaluated"}


def test_sessions_are_found_by_account_workspace_and_status(twin: Twin) -> None:
    first, _ = open_session(twin)
    second, _ = open_session(twin, account_key="key-2", workspace="other")
    third, _ = open_session(twin)
    ok(twin, "/sessions/submit", session_id=third, force=True)

    def found(**body: Any) -> list[str]:
        return [row["id"] for row in ok(twin, "/sessions/search", **body)["sessions"]]

    assert found(account_key="key-1") == [first, third]
    assert found(account_key="key-1", status=["open", "done"]) == [first]
    assert found(account_key="key-2", workspace="other", benchmark="thornlight") == [second]
    assert found(account_key="key-2", workspace="my") == []
    row = ok(twin, "/sessions/search", account_key="key-2")["sessions"][0]
    assert row["total_tasks"] == row["new_tasks"] == 3
    assert row["created_at"].startswith("2025-01-01T")


def test_task_log_shows_every_call(twin: Twin, answer: Any) -> None:
    _, tasks = open_session(twin)
    task_id = tasks[0]["task_id"]
    finish(twin, task_id, answer)
    ok(twin, "/tasks/log", task_id=task_id, model="m", usage={"prompt_tokens": 4})
    view = ok(twin, "/tasks/view", task_id=task_id)
    assert (view["spec"], view["status"], view["score"]) == ("who-leads", "completed", 1.0)
    assert view["text"] == "Who leads the Lamp Renewal?"
    assert [(e["type"], e["text"]) for e in view["logs"]] == [("call", "/respond: 200")]
    assert json.loads(view["logs"][0]["body"]) == answer
    assert ok(twin, "/tasks/view", task_id=task_id, since=1)["logs"] == []
    assert [u["prompt_tokens"] for u in twin.task(task_id).usage] == [10, 4]
    assert refused(twin, "/tasks/log", task_id=task_id) == 400
    assert refused(twin, "/tasks/log", task_id=task_id, model="m", prompt_tokens="9") == 400


def test_key_depends_on_the_address(twin: Twin) -> None:
    keys = ok(twin, "/get_key", email="a@b.example")
    assert keys["key"].startswith("key-")
    assert keys == ok(twin, "/get_key", email="a@b.example")
    assert keys["key"] != ok(twin, "/get_key", email="c@b.example")["key"]
    assert refused(twin, "/get_key") == 400


def test_equal_twins_answer_equally_and_seeds_differ(make_suite: Any) -> None:
    suite = load_suite(make_suite())

    def story(seed: int) -> list[Any]:
        twin = Twin(suite, seed=seed)
        session, tasks = open_session(twin)
        ad_hoc = ok(twin, "/tasks/start", benchmark="thornlight", spec_id="who-leads")
        return [session, tasks, ad_hoc]

    assert story(3) == story(3)
    ids = {story(seed)[0] for seed in range(4)}
    assert len(ids) == 4
    texts = {story(seed)[1][0]["task_text"] for seed in range(12)}
    assert len(texts) == 3
    assert story(0)[1][0]["task_text"] == "Who leads the Lamp Renewal?"


def test_tasks_run_side_by_side_and_keep_apart(twin: Twin, answer: Any) -> None:
    sessions = [open_session(twin)[1] for _ in range(8)]

    def work(info: Any) -> tuple[float, list[str]]:
        task_id = info["task_id"]
        ok(twin, "/tasks/start", task_id=task_id)
        entries = [
            ok(twin, f"/erc3-dev/{task_id}/time/log", employee="tl_003", date="2025-06-01", hours=n)
            for n in range(20)
        ]
        score = finish(twin, task_id, answer)["eval"]["score"]
        return score, [entry["id"] for entry in entries]

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, [info for tasks in sessions for info in tasks]))
    expected = [f"te_{n:03d}" for n in range(10, 30)]
    assert results == [(0.0, expected)] * 24


def test_one_task_asked_by_many_threads_loses_nothing(play: Any) -> None:
    def log(hours: int) -> str:
        entry = play.ok("/time/log", employee="tl_003", date="2025-06-01", hours=hours)
        return str(entry["id"])

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(log, range(100)))
    assert len(set(ids)) == 100
    assert len(play.events) == 100
    assert len(play.twin.calls(play.task_id)) == 100


def test_a_start_that_names_no_task_is_told_what_is_missing(twin: Twin) -> None:
    reply = twin.handle("/tasks/start", b"{}")
    assert reply.status == 400
    assert b"task_id is missing, or benchmark and spec_id" in reply.body

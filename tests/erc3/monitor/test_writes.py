"""Writes of an agent: what the request asks for and the policy allows is sent on, nothing else."""

from typing import Any

import pytest

from tests.readings import change, page, read

TRAM = "proj_none"


def project(agent: Any, name: str) -> str:
    found = agent.call("/projects/search", query=name, limit=5, include_archived=True)
    return str(found["projects"][0]["id"])


def test_the_change_that_is_asked_for_is_sent_on_in_the_name_of_the_caller(watch: Any) -> None:
    agent = watch("lead-pauses-project")
    tram = project(agent, "Tram Cab Simulator")
    agent.call("/projects/status/update", id=tram, status="paused", changed_by="kw_001")
    assert agent.said == "passed"
    assert agent.sent[-1][1] == {"id": tram, "status": "paused", "changed_by": "kw_014"}
    assert agent.answer("Done.", "ok_answer", ("project", tram)) == {}
    assert agent.answered["message"] == "Tram Cab Simulator: status → paused"


@pytest.mark.parametrize(
    ("name", "status"), [("Tram Cab Simulator", "archived"), ("Ledger Reading Room", "paused")]
)
def test_another_value_or_another_record_is_not_sent(watch: Any, name: str, status: str) -> None:
    agent = watch("lead-pauses-project")
    found = project(agent, name)
    envelope = agent.call("/projects/status/update", id=found, status=status)
    assert envelope["status"] in (403, 409)
    assert agent.said in ("held unasked", "refused policy")
    assert agent.sent[-1][0] != "/projects/status/update"


def test_what_no_rule_allows_is_refused_with_the_rule(watch: Any) -> None:
    agent = watch("member-changes-status-refused")
    found = project(agent, "Karst Welcome Pavilion")
    envelope = agent.call("/projects/status/update", id=found, status="active")
    assert envelope["status"] == 403
    assert "update_project_status" in envelope["error"]
    assert agent.said == "refused policy"
    agent.answer("No.", "denied_security")
    assert agent.answered["outcome"] == "denied_security"
    assert agent.answered["message"] == envelope["error"]


def move(agent: Any, name: str, **more: Any) -> Any:
    found = agent.call("/employees/search", query=name, limit=5)["employees"][0]
    record = agent.call("/employees/get", id=found["id"])["employee"]
    kept = ("notes", "salary", "department", "skills", "wills")
    body = {one: record[one] for one in kept} | {"location": "Porto Studio"} | more
    return agent.call("/employees/update", employee=found["id"], **body)


def test_several_changes_are_made_one_by_one_and_an_answer_in_between_is_stopped(
    watch: Any,
) -> None:
    agent = watch("three-people-move-to-a-site")
    assert agent.answer("All three have moved.")["code"] == "guard_incomplete"
    for name in ("Luka Zupančič", "Marta Lis"):
        move(agent, name)
        assert agent.said == "passed"
    envelope = agent.answer("All three have moved.")
    assert envelope["error"].startswith("3 changes are asked for, 2 are done (")
    assert not agent.answered
    move(agent, "Tina Oblak")
    assert agent.answer("All three have moved.") == {}
    assert agent.answered["message"].count("location → Porto Studio") == 3


def test_a_right_change_does_not_carry_another_one_along(watch: Any) -> None:
    agent = watch("three-people-move-to-a-site")
    envelope = move(agent, "Marta Lis", salary=99_000)
    assert envelope["status"] in (403, 409)
    assert all(route != "/employees/update" for route, _ in agent.sent)


def test_what_is_left_out_stays_as_it_is(watch: Any) -> None:
    agent = watch("three-people-move-to-a-site")
    found = agent.call("/employees/search", query="Marta Lis", limit=5)["employees"][0]
    before: Any = agent.opened.api.call("/employees/get", {"id": found["id"]})["employee"]
    agent.call("/employees/update", employee=found["id"], location="Porto Studio")
    assert agent.said == "passed"
    sent: Any = agent.sent[-1][1]
    assert sent["salary"] == before["salary"]
    assert sent["skills"] == before["skills"]


def test_a_later_call_takes_the_place_of_an_earlier_one_of_the_record(watch: Any) -> None:
    agent = watch("update-own-skills")
    skills = agent.call("/employees/get", id="kw_016")["employee"]["skills"]
    levels = {one["name"]: one["level"] for one in skills}
    codes = [name for name in levels if "carpentry" in name or "joinery" in name]
    codes += [name for name in levels if "rigging" in name]
    for code, step in zip(codes, (1, -1), strict=True):
        levels[code] += step
        given = [{"name": name, "level": level} for name, level in levels.items()]
        agent.call("/employees/update", employee="kw_016", skills=given)
        assert agent.said == "passed"
    assert agent.answer("Both.") == {}


def test_a_change_that_nobody_has_read_is_held_with_the_question(watch: Any) -> None:
    agent = watch("lead-pauses-project", reading="nobody has read the request")
    tram = project(agent, "Tram Cab Simulator")
    envelope = agent.call("/projects/status/update", id=tram, status="paused")
    assert agent.said == "held open"
    assert envelope["error"].endswith("ask back: Tram Cab Simulator: status → paused?")
    agent.answer("Shall I really?", "none_clarification_needed")
    assert agent.answered["message"] == "Tram Cab Simulator: status → paused?"


def test_a_page_is_renamed_by_a_copy_and_an_empty_page(watch: Any) -> None:
    agent = watch("rename-wiki-page")
    text = agent.call("/wiki/load", file="company/history.md")["content"]
    agent.call("/wiki/update", file="company/our_story.md", content=text)
    assert agent.said == "passed"
    assert agent.answer("Renamed.")["code"] == "guard_incomplete"
    agent.call("/wiki/update", file="company/history.md", content="")
    assert agent.said == "passed"
    assert agent.answer("Renamed.") == {}


def test_an_entry_is_voided_and_logged_anew(watch: Any) -> None:
    agent = watch("void-and-log-the-right-hours")
    day = {"date_from": "2025-10-09", "date_to": "2025-10-09"}
    entry = agent.call("/time/search", employee="kw_025", limit=5, **day)["entries"][0]
    key = entry.pop("id")
    agent.call("/time/update", id=key, status="voided")
    assert agent.said == "passed"
    agent.call("/time/log", **{**entry, "hours": 3.75, "status": "draft", "billable": True})
    assert agent.said == "passed"
    agent.call("/time/log", **{**entry, "hours": 3.75, "status": "draft", "billable": True})
    assert agent.said == "held unasked"


def test_the_customer_of_an_entry_is_that_of_its_project(watch: Any) -> None:
    agent = watch("log-my-hours-yesterday")
    cork = project(agent, "Cork Harvest Wall")
    body = {"employee": "kw_005", "project": cork, "date": "2025-10-13", "hours": 3.5}
    more = {"work_category": "customer_project", "billable": True, "status": "draft"}
    agent.call("/time/log", customer="cust_amber_coast", **body, **more)
    assert agent.said == "held form"


@pytest.mark.parametrize(
    ("route", "body", "status"),
    [
        ("/employees/update", {"employee": "nobody", "salary": 1}, 404),
        ("/employees/update", {"employee": "kw_001", "salary": "much"}, 400),
        ("/employees/update", {}, 404),
        ("/projects/status/update", {"id": "proj_none", "status": "paused"}, 404),
        ("/projects/team/update", {"id": "proj_amber_relight", "team": "all"}, 400),
        ("/time/update", {"id": "te_none"}, 404),
        ("/time/log", {"employee": "kw_001", "project": "proj_none"}, 404),
        ("/wiki/update", {"file": "drafts/a.md"}, 400),
    ],
)
def test_a_write_that_cannot_be_read_is_not_sent(
    watch: Any, route: str, body: Any, status: int
) -> None:
    agent = watch("three-people-move-to-a-site")
    assert agent.call(route, **body)["status"] == status
    assert agent.said == "held form"
    assert agent.sent == []


def test_a_text_holds_no_value_that_is_closed_to_its_readers(watch: Any) -> None:
    about: Any = {"words": "what the project status values mean"}
    asked = change("write_page", page("drafts/status_guide.md"), field="content", value=about)
    agent = watch("write-wiki-explanation", reading=read(asked))
    salary = agent.call("/employees/get", id="kw_013")["employee"]["salary"]
    agent.call("/wiki/update", file="drafts/status_guide.md", content=f"She earns {salary}.")
    assert agent.said.startswith("held")
    assert agent.sent[-1][0] == "/employees/get"

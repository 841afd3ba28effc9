"""Reads of an agent: what the caller may not see comes empty, or not at all, with the rule."""

from typing import Any


def test_fields_that_are_closed_come_empty_with_their_rule(watch: Any) -> None:
    agent = watch("peer-salary-refused")
    page = agent.call("/employees/list", limit=5)
    others = [one for one in page["employees"] if one["id"] != "kw_018"]
    assert {one["salary"] for one in others} == {0}
    assert all(one["name"] and one["location"] for one in others)
    assert "(rule read-salary-own, people/pay.md)" in page["withheld"]["salary"]
    assert agent.said == "cut"
    assert agent.ruling.withheld == ("salary",)


def test_callers_see_their_own_record_whole(watch: Any) -> None:
    agent = watch("peer-salary-refused")
    found = agent.call("/employees/get", id="kw_018")
    assert found["employee"]["salary"] > 0
    assert "salary" not in found.get("withheld", {})


def test_visitors_are_refused_and_told_no_rule_of_others(watch: Any) -> None:
    agent = watch("visitor-asks-for-client")
    refused = agent.call("/employees/list", limit=3)
    assert refused == {
        "status": 403,
        "error": "this is closed to visitors",
        "code": "guard_policy",
    }
    assert agent.call("/customers/list", limit=3)["status"] == 403
    assert agent.call("/whoami")["is_public"] is True


def test_pages_that_are_closed_are_not_listed_and_not_read(watch: Any) -> None:
    agent = watch("visitor-asks-for-client")
    paths = agent.call("/wiki/list")["paths"]
    assert "people/pay.md" not in paths
    assert paths
    assert agent.call("/wiki/load", file="people/pay.md")["status"] == 403
    assert agent.call("/wiki/load", file=paths[0])["content"]
    assert agent.call("/wiki/search", query_regex="salary").get("status") == 403


def test_entries_of_others_are_left_out_and_totals_count_what_is_shown(watch: Any) -> None:
    agent = watch("hours-of-peer-refused")
    assert agent.call("/time/search", employee="kw_015", limit=5)["status"] == 403
    page = agent.call("/time/search", limit=5)
    own = agent.call("/time/search", employee="kw_018", limit=5)
    assert {one["employee"] for one in (*page["entries"], *own["entries"])} <= {"kw_018"}
    assert page["total_hours"] == own["total_hours"] > 0


def test_a_search_by_what_is_closed_is_refused(watch: Any) -> None:
    agent = watch("freelancer-asks-busiest")
    asked = [{"name": "rigging", "min_level": 1}]
    assert agent.call("/employees/search", limit=5, skills=asked)["status"] == 403
    assert agent.sent == []


def test_a_route_that_is_not_known_is_not_sent_on(watch: Any) -> None:
    agent = watch("peer-salary-refused")
    assert agent.call("/employees/dump")["code"] == "guard_unknown"
    assert agent.sent == []

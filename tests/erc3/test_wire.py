"""Payloads: strict where documented, tolerant where the platform is free."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3 import request as ask
from agentic_solver.erc3 import wire
from agentic_solver.erc3.fault import MALFORMED, ApiPayloadError, parse_payload, read_reply
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.errors import ApiError, PlatformError, TransportError

EMPLOYEE: dict[str, Any] = {
    "id": "anna",
    "name": "Anna",
    "email": "anna@corp.test",
    "salary": 50000,
    "notes": "",
    "location": "Here",
    "department": "Ops",
    "skills": [{"name": "welding", "level": 7}],
    "wills": None,
}
PROJECT: dict[str, Any] = {
    "id": "p1",
    "name": "P",
    "description": "d",
    "customer": "c1",
    "status": "active",
    "team": [{"employee": "anna", "time_slice": 1, "role": "Lead"}],
}
ENTRY: dict[str, Any] = {
    "id": "te_001",
    "employee": "anna",
    "customer": "",
    "project": "p1",
    "date": "2025-02-28",
    "hours": 8,
    "work_category": "anything",
    "notes": "",
    "billable": True,
    "status": "void",
}
CUSTOMER: dict[str, Any] = {
    "id": "c1",
    "name": "C",
    "brief": "b",
    "location": "Land",
    "primary_contact_name": "X",
    "primary_contact_email": "x@c.test",
    "deal_phase": "idea",
    "high_level_status": "any text",
    "account_manager": "anna",
}


def parsed(model: type[wire.WireReply], payload: Any) -> Any:
    return parse_payload("/x", model, payload)


@pytest.mark.requirement("S3-4.2e")
def test_entities_load() -> None:
    employee = parsed(wire.EmployeeReply, {"employee": EMPLOYEE}).employee
    assert employee.skills == (wire.SkillLevel(name="welding", level=7),)
    assert employee.wills == ()
    project = parsed(wire.ProjectReply, {"project": PROJECT, "found": True}).project
    assert project.team[0].time_slice == 1.0
    assert project.status is wire.DealPhase.ACTIVE
    entry = parsed(wire.TimeEntryWithID, ENTRY)
    assert (entry.hours, entry.status) == (8.0, "void")
    assert parsed(wire.CompanyReply, {"company": CUSTOMER}).company.account_manager == "anna"
    page = parsed(wire.WikiPage, {"file": "a.md", "content": "# A\r\n"})
    assert page.content == "# A\r\n"


def test_unknown_fields_are_ignored_everywhere() -> None:
    payload = {"employee": EMPLOYEE | {"new": 1}, "extra": [None]}
    assert parsed(wire.EmployeeReply, payload) == parsed(wire.EmployeeReply, {"employee": EMPLOYEE})


@pytest.mark.parametrize(
    ("model", "field"),
    [
        (wire.EmployeePage, "employees"),
        (wire.CompanyPage, "companies"),
        (wire.ProjectPage, "projects"),
        (wire.EmployeeSummaryReply, "summaries"),
        (wire.ProjectSummaryReply, "summaries"),
        (wire.WikiSearchReply, "results"),
    ],
)
def test_null_lists_are_empty(model: type[wire.WireReply], field: str) -> None:
    page = parsed(model, {"next_offset": -1, field: None})
    assert getattr(page, field) == ()
    with pytest.raises(ApiPayloadError):
        parsed(model, {"next_offset": -1})


def changed(entity: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {name: value for name, value in (entity | changes).items() if value != "ABSENT"}


@pytest.mark.requirement("S3-4.1d")
@pytest.mark.parametrize(
    ("entity", "changes", "place"),
    [
        (EMPLOYEE, {"salary": "50000"}, "employee.salary"),
        (EMPLOYEE, {"salary": 1.5}, "employee.salary"),
        (EMPLOYEE, {"salary": True}, "employee.salary"),
        (EMPLOYEE, {"name": None}, "employee.name"),
        (EMPLOYEE, {"id": ""}, "employee.id"),
        (EMPLOYEE, {"email": "ABSENT"}, "employee.email"),
        (EMPLOYEE, {"skills": "ABSENT"}, "employee.skills"),
        (EMPLOYEE, {"skills": {}}, "employee.skills"),
        (EMPLOYEE, {"skills": ["welding"]}, "employee.skills.0"),
    ],
)
def test_wrong_payload_names_the_field(
    entity: dict[str, Any], changes: dict[str, Any], place: str
) -> None:
    with pytest.raises(ApiPayloadError, match=rf"POST /x: unexpected payload: {place}: "):
        parsed(wire.EmployeeReply, {"employee": changed(entity, **changes)})


@pytest.mark.requirement("S3-4.2f")
def test_supporting_types_refuse_what_they_do_not_know() -> None:
    for level in (0, 11, 5.5, "5"):
        with pytest.raises(ApiPayloadError, match="level"):
            parsed(wire.SkillLevel, {"name": "welding", "level": level})
    for level in (1, 10):
        assert parsed(wire.SkillLevel, {"name": "welding", "level": level}).level == level
    with pytest.raises(ApiPayloadError, match="status"):
        parsed(wire.ProjectDetail, changed(PROJECT, status="running"))
    with pytest.raises(ApiPayloadError, match="deal_phase"):
        parsed(wire.CompanyDetail, changed(CUSTOMER, deal_phase="won"))
    seat = {"employee": "anna", "time_slice": 0.5, "role": "Lead"}
    for bad in ({"role": "Boss"}, {"time_slice": -0.1}, {"time_slice": "0.5"}):
        with pytest.raises(ApiPayloadError):
            parsed(wire.Workload, seat | bad)


@pytest.mark.parametrize("day", ["2025-02-30", "28.02.2025", "2025-2-8", "", None])
def test_days_are_real_days(day: Any) -> None:
    with pytest.raises(ApiPayloadError, match="date"):
        parsed(wire.TimeEntryWithID, changed(ENTRY, date=day))
    with pytest.raises(ValidationError):
        ask.TimeSummary(date_from=day, date_to="2025-03-01")


def test_public_caller_may_be_empty_or_null() -> None:
    who = {
        "current_user": None,
        "is_public": True,
        "location": "",
        "department": None,
        "today": "2025-05-09",
        "wiki_sha1": "ab",
    }
    assert parsed(wire.WhoAmI, who).identity() == Identity(
        current_user="",
        is_public=True,
        location="",
        department="",
        today="2025-05-09",
        wiki_sha1="ab",
    )
    with pytest.raises(ApiPayloadError, match="is_public"):
        parsed(wire.WhoAmI, who | {"is_public": None})


def test_there_are_24_routes_each_with_effect_and_types() -> None:
    assert len(ROUTES) == 24
    writes = {path for path, route in ROUTES.items() if route.effect is wire.Effect.WRITE}
    assert writes == {
        "/respond",
        "/employees/update",
        "/wiki/update",
        "/projects/team/update",
        "/projects/status/update",
        "/time/log",
        "/time/update",
    }


def test_body_leaves_out_what_is_absent_and_writes_whole_numbers_plainly() -> None:
    request = ask.ProjectSearch(
        limit=5,
        offset=0,
        status=(wire.DealPhase.PAUSED,),
        team=ask.ProjectTeamFilter(employee_id="anna", min_time_slice=1.0),
    )
    assert json.dumps(request.body()) == (
        '{"limit": 5, "offset": 0, "status": ["paused"],'
        ' "team": {"employee_id": "anna", "min_time_slice": 1}}'
    )


def test_explicit_empty_lists_are_sent() -> None:
    assert ask.ProjectTeamUpdate(id="p1", team=()).body() == {"id": "p1", "team": []}


def test_update_that_would_erase_by_omission_cannot_be_built() -> None:
    fields = {"notes": "", "salary": 1, "location": "", "department": "", "skills": [], "wills": []}
    for name in fields:
        partial = {"employee": "anna"} | {k: v for k, v in fields.items() if k != name}
        with pytest.raises(ValidationError, match=name):
            ask.EmployeeUpdate.model_validate_json(json.dumps(partial))
    whole = {"employee": "anna"} | fields
    assert ask.EmployeeUpdate.model_validate_json(json.dumps(whole)).body() == whole


@pytest.mark.parametrize("bad", [{"limit": "5"}, {"offset": -1}, {"page": 2}, {"query": 3}])
def test_requests_are_closed_and_strict(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ask.EmployeeSearch.model_validate_json(json.dumps({"limit": 5} | bad))


def test_parts_of_requests_are_closed_too_and_take_what_was_read() -> None:
    seat = {"employee": "anna", "time_slice": 0.5, "role": "QA"}
    read = parsed(wire.Workload, seat | {"new": 1})
    assert ask.ProjectTeamUpdate(id="p1", team=(read,)).body()["team"] == [seat]
    with pytest.raises(ValidationError, match="unknown fields: share"):
        ask.ProjectTeamUpdate.model_validate_json(
            json.dumps({"id": "p1", "team": [seat | {"share": 1}]})
        )


@pytest.mark.requirement("S3-4.2g", "S3-4.2h")
def test_response_needs_an_outcome_and_known_link_kinds() -> None:
    good = {"message": "m", "outcome": "ok_answer", "links": [{"kind": "wiki", "id": "a.md"}]}
    assert ask.Respond.model_validate_json(json.dumps(good)).body() == good
    assert ask.Respond.model_validate_json(json.dumps(changed(good, links="ABSENT"))).links == ()
    for bad in (
        changed(good, outcome="ABSENT"),
        changed(good, outcome="fine"),
        changed(good, links=[{"kind": "team", "id": "x"}]),
        changed(good, links=[{"kind": "wiki"}]),
    ):
        with pytest.raises(ValidationError):
            ask.Respond.model_validate_json(json.dumps(bad))


def reply(status: int, body: Any) -> TransportReply:
    return TransportReply(status=status, text=body if isinstance(body, str) else json.dumps(body))


@pytest.mark.requirement("S3-4.1e")
@pytest.mark.parametrize("status", [400, 403, 404, 418, 429, 500, 503])
def test_every_error_status_is_an_api_error(status: int) -> None:
    with pytest.raises(ApiError) as caught:
        read_reply("/x", reply(status, {"status": status, "error": "told so", "code": "c"}))
    error = caught.value
    assert (error.status, error.error, error.code) == (status, "told so", "c")


@pytest.mark.parametrize(
    ("answer", "status", "text", "code"),
    [
        (reply(502, "<html>Bad gateway</html>\n"), 502, "<html>Bad gateway</html>", MALFORMED),
        (reply(500, ""), 500, "", MALFORMED),
        (reply(400, '{"status": 400, "err'), 400, '{"status": 400, "err', MALFORMED),
        (reply(500, "null"), 500, "null", ""),
        (reply(500, {"error": 1}), 500, '{"error": 1}', ""),
        (reply(404, {"error": "Not found", "code": None}), 404, "Not found", ""),
        (reply(302, "moved"), 302, "moved", MALFORMED),
        (reply(200, {"status": 404, "error": "Not found"}), 404, "Not found", ""),
        (reply(200, {"status": 500}), 500, '{"status": 500}', ""),
    ],
)
def test_unusual_errors_are_api_errors_too(
    answer: TransportReply, status: int, text: str, code: str
) -> None:
    with pytest.raises(ApiError) as caught:
        read_reply("/x", answer)
    assert (caught.value.status, caught.value.error, caught.value.code) == (status, text, code)


@pytest.mark.parametrize("status", ["active", 200, True, None, 399, 4e2])
def test_status_fields_of_good_answers_are_data(status: Any) -> None:
    assert read_reply("/x", reply(200, {"status": status})) == {"status": status}


@pytest.mark.parametrize("text", ["", "{", '{"a": NaN}', '{"a": 1e999}', "<html>", "[" * 100_000])
def test_cut_off_or_foreign_success_is_a_transport_error(text: str) -> None:
    with pytest.raises(TransportError, match="POST /x: the answer is not JSON"):
        read_reply("/x", reply(200, text))


@pytest.mark.parametrize("payload", [[], "text", None, 3])
def test_success_that_is_no_object_is_a_payload_error(payload: Any) -> None:
    with pytest.raises(ApiPayloadError, match="not an object"):
        read_reply("/x", reply(200, json.dumps(payload)))


def test_all_faults_are_platform_errors() -> None:
    assert issubclass(ApiPayloadError, PlatformError)
    assert ApiPayloadError.exit_code == 3

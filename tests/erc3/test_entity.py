"""Entities: strict where it matters, normalised where the platform is loose."""

import datetime as dt
import json
from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from agentic_solver.erc3.entity import Customer, Employee, Entity, Project, Seat, TimeEntry

_EMPLOYEE: dict[str, Any] = {
    "id": "e1",
    "name": "Ann",
    "email": "e1@x.example",
    "salary": 50_000,
    "location": "Cork",
    "department": "Yard",
    "notes": "",
    "skills": [],
    "wills": None,
}
_PROJECT: dict[str, Any] = {
    "id": "p1",
    "name": "Hull",
    "customer": "c1",
    "status": "active",
    "description": "",
    "team": [{"employee": "e1", "time_slice": 0.3, "role": "Lead"}],
}
_ENTRY: dict[str, Any] = {
    "id": "te_1",
    "employee": "e1",
    "customer": "c1",
    "project": "p1",
    "date": "2025-03-01",
    "hours": 7.1,
    "work_category": "internal",
    "notes": "",
    "billable": True,
    "status": "draft",
}
_CUSTOMER: dict[str, Any] = {
    "id": "c1",
    "name": "Client",
    "location": "Cork",
    "deal_phase": "idea",
    "high_level_status": "Active",
    "brief": None,
    "primary_contact_name": None,
    "primary_contact_email": "",
    "account_manager": None,
}


def _load(model: type[Entity], record: dict[str, Any], **changes: Any) -> Any:
    return model.model_validate_json(json.dumps({**record, **changes}))


@pytest.mark.requirement("S3-C1a")
def test_every_payload_becomes_a_model() -> None:
    assert _load(Employee, _EMPLOYEE).wills == ()
    assert _load(Customer, _CUSTOMER).account_manager == ""
    assert _load(Project, _PROJECT).team[0].role.value == "Lead"
    assert _load(TimeEntry, _ENTRY).date == dt.date(2025, 3, 1)
    assert _load(Employee, _EMPLOYEE, added_by_the_platform=1).id == "e1"


@pytest.mark.requirement("S3-C1b")
@pytest.mark.parametrize(
    ("model", "record", "change"),
    [
        (Employee, _EMPLOYEE, {"salary": "50000"}),
        (Employee, _EMPLOYEE, {"salary": 1.5}),
        (Employee, _EMPLOYEE, {"id": " "}),
        (Employee, _EMPLOYEE, {"name": None}),
        (Employee, _EMPLOYEE, {"skills": [{"name": "a", "level": 0}]}),
        (Employee, _EMPLOYEE, {"skills": [{"name": "a", "level": 11}]}),
        (Employee, _EMPLOYEE, {"skills": ["a"]}),
        (Project, _PROJECT, {"status": "someday"}),
        (Project, _PROJECT, {"team": [{"employee": "e1", "time_slice": -1, "role": "Lead"}]}),
        (Project, _PROJECT, {"team": [{"employee": "e1", "time_slice": 1, "role": "Boss"}]}),
        (Project, _PROJECT, {"team": [{"employee": "e1", "role": "Lead"}]}),
        (Customer, _CUSTOMER, {"deal_phase": None}),
        (TimeEntry, _ENTRY, {"date": "2025-02-30"}),
        (TimeEntry, _ENTRY, {"billable": 1}),
        (TimeEntry, _ENTRY, {"hours": True}),
        (TimeEntry, _ENTRY, {"hours": 1e9}),
    ],
)
def test_what_is_malformed_is_refused(
    model: type[Entity], record: dict[str, Any], change: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError):
        _load(model, record, **change)


@pytest.mark.requirement("S3-C1b")
def test_no_field_of_an_employee_may_be_missing() -> None:
    for name in _EMPLOYEE:
        with pytest.raises(ValidationError):
            Employee.model_validate_json(
                json.dumps({k: v for k, v in _EMPLOYEE.items() if k != name})
            )


@pytest.mark.requirement("S3-C1c")
def test_keys_labels_and_enums_are_normalised() -> None:
    employee = _load(
        Employee,
        _EMPLOYEE,
        id=" e1 ",
        location=" Mu\u0308nchen",
        skills=[{"name": " b", "level": 2}, {"name": "a ", "level": 3}],
    )
    assert (employee.id, employee.location) == ("e1", "M\u00fcnchen")
    assert [(one.name, one.level) for one in employee.skills] == [("a", 3), ("b", 2)]
    project = _load(
        Project,
        _PROJECT,
        status=" Active",
        team=[
            {"employee": "e2", "time_slice": 1, "role": "qa"},
            {"employee": "e1", "time_slice": 0.1, "role": "LEAD"},
        ],
    )
    assert project.status.value == "active"
    assert [(one.employee, one.role.value) for one in project.team] == [
        ("e1", "Lead"),
        ("e2", "QA"),
    ]
    assert _load(TimeEntry, _ENTRY, status="Approved").status == "approved"
    assert _load(TimeEntry, _ENTRY, status="void").status == "void"


def test_free_text_is_kept_to_the_letter() -> None:
    assert _load(Employee, _EMPLOYEE, notes=" two  lines\n").notes == " two  lines\n"


def test_decimals_are_exact() -> None:
    assert _load(TimeEntry, _ENTRY, hours=0.1).hours == Decimal("0.1")
    assert _load(Seat, {"employee": "e1", "time_slice": 1, "role": "QA"}).time_slice == Decimal(1)

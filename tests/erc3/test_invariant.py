"""What no single payload can show: each invariant has a company that breaks it and no other."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.erc3.invariant import INVARIANTS, Company, broken_invariants

PERSON = {
    "id": "e1", "name": "Ann", "email": "ann@yard.example", "salary": 1, "location": "Cork",
    "department": "Yard", "notes": "", "skills": [{"name": "s", "level": 3}], "wills": [],
}  # fmt: skip
CUSTOMER = {
    "id": "c1", "name": "Client", "location": "Cork", "deal_phase": "active", "brief": "",
    "high_level_status": "", "primary_contact_name": "", "primary_contact_email": "",
    "account_manager": "e1",
}  # fmt: skip
SEAT = {"employee": "e1", "time_slice": 0.5, "role": "Lead"}
PROJECT = {
    "id": "p1", "name": "Hull", "customer": "c1", "status": "active", "description": "",
    "team": [SEAT],
}  # fmt: skip
ENTRY = {
    "id": "t1", "employee": "e1", "customer": "c1", "project": "p1", "date": "2025-03-01",
    "hours": 2, "work_category": "", "notes": "", "billable": True, "status": "draft",
}  # fmt: skip
GOOD: dict[str, Any] = {
    "employees": [PERSON], "customers": [CUSTOMER], "projects": [PROJECT], "time_entries": [ENTRY],
}  # fmt: skip

BREAKING: dict[str, dict[str, Any]] = {
    "ids": {"time_entries": [ENTRY, ENTRY]},
    "levels": {"employees": [PERSON | {"wills": [{"name": "w", "level": n} for n in (1, 2)]}]},
    "seats": {"projects": [PROJECT | {"team": [SEAT | {"employee": "e9"}]}]},
    "roles": {"projects": [PROJECT | {"team": [SEAT, SEAT]}]},
    "account_managers": {"customers": [CUSTOMER | {"account_manager": "e9"}]},
    "entries_of_people": {"time_entries": [ENTRY | {"employee": "e9"}]},
    "entries_of_projects": {"time_entries": [ENTRY | {"project": "p9"}]},
    "customers_of_entries": {"time_entries": [ENTRY | {"customer": "c9"}]},
}


def company(**changes: Any) -> Company:
    return Company.model_validate_json(json.dumps(GOOD | changes))


def test_a_good_company_breaks_nothing() -> None:
    assert broken_invariants(company()) == ()
    in_house = company(projects=[PROJECT | {"customer": "own"}], time_entries=[])
    assert broken_invariants(in_house) == ()
    no_project = company(time_entries=[ENTRY | {"project": ""}])
    assert broken_invariants(no_project) == ()


@pytest.mark.requirement("S3-4.2b")
@pytest.mark.parametrize("name", [one.name for one in INVARIANTS])
def test_each_invariant_is_printed_and_has_a_company_that_breaks_it_alone(name: str) -> None:
    printed = CliRunner().invoke(app, ["suite", "invariants"])
    assert printed.exit_code == 0
    (invariant,) = (one for one in INVARIANTS if one.name == name)
    assert f"{name}: {invariant.statement}" in printed.stdout
    (line,) = broken_invariants(company(**BREAKING[name]))
    assert line.startswith(f"{name}: ")
    assert line.endswith(invariant.statement)

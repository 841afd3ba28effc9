"""What need not be read: people of a site, records whose names do not fit, rights that hold."""

from typing import Any

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.need import or_parts
from agentic_solver.erc3.snapshot.session import Session

WELDERS = (
    "SELECT e.id, s.level FROM employees e JOIN employee_skills s ON s.employee = e.id "
    "WHERE e.location = 'Cork' AND s.name = 'skill_welding'{more} ORDER BY 1"
)
COUNTRY = (
    "SELECT c.id, c.account_manager FROM customers c WHERE lower(c.location) = 'cork' ORDER BY 1"
)


def whole(company: Any, identity: Identity, sql: str) -> tuple[tuple[object, ...], ...]:
    """Return what a query gives over everything."""
    with Session.open(identity) as session:
        assert Acquirer(session, company).ensure_all() is None
        output = session.run(sql)
        assert isinstance(output, FactOutput)
        return output.rows


@pytest.mark.parametrize(
    ("more", "calls"),
    [
        (" AND s.level >= 9", {"/employees/search": 2}),
        (" AND s.level >= 8 AND e.department = 'Yard'", {"/employees/search": 1}),
    ],
)
def test_levels_are_searched_among_the_people_of_a_site(
    solve: Any, company: Any, identity: Identity, more: str, calls: dict[str, int]
) -> None:
    """Nobody lists the site: who is found is there, with the brief record."""
    sql = WELDERS.format(more=more)
    found = solve(sql)
    searches = [body for route, body, _ in company.log if route == "/employees/search"]
    assert all(body["location"] == "Cork" and body["skills"] for body in searches)
    assert company.counts["/employees/list"] == 0
    assert company.counts["/employees/search"] == calls["/employees/search"]
    assert company.counts["/employees/get"] <= 2
    assert found == whole(company, identity, sql)


def test_who_sits_at_a_site_is_covered_by_what_was_found_there(solve: Any, company: Any) -> None:
    found = solve(WELDERS.format(more=""))
    before = company.counts
    listed = ", ".join(f"'{key}'" for key, _level in found)
    again = solve(
        "SELECT s.employee, s.level FROM employee_skills s "
        f"WHERE s.name = 'skill_welding' AND s.employee IN ({listed}) ORDER BY 1",
        name="again",
    )
    assert again == found
    assert company.counts == before


def test_levels_of_a_site_do_not_cover_those_of_others(
    solve: Any, company: Any, identity: Identity
) -> None:
    solve(WELDERS.format(more=" AND s.level >= 9"))
    sql = "SELECT employee FROM employee_skills WHERE name = 'skill_welding' AND level >= 9"
    assert solve(sql, name="others") == whole(company, identity, sql)


def test_one_person_at_two_levels_is_noticed_between_searches(
    company: Any, acquirer: Acquirer, checked: Any
) -> None:
    brief = ("id", "name", "email", "salary", "location", "department")
    somebody = [{name: one[name] for name in brief} for one in company.employees[:1]]
    company.tamper = lambda route, payload: (
        {"next_offset": -1, "employees": somebody} if route == "/employees/search" else payload
    )
    sql = "SELECT employee, level FROM employee_skills WHERE name = 'skill_crane' AND level = {}"
    assert acquirer.ensure((checked(sql.format(7)),)) is None
    failure = acquirer.ensure((checked(sql.format(8)),))
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT


@pytest.mark.parametrize("hidden", [frozenset(), frozenset({("customers", "account_manager")})])
def test_records_are_read_only_where_their_listed_texts_fit(
    acquirer: Acquirer, company: Any, checked: Any, identity: Identity, hidden: frozenset[Any]
) -> None:
    query = checked(COUNTRY)
    assert acquirer.ensure((query,), hidden=hidden) is None
    fitting = whole(company, identity, COUNTRY)
    read = [body["id"] for route, body, _ in company.log if route == "/customers/get"]
    assert sorted(read[: len(fitting)]) == [row[0] for row in fitting]


@pytest.mark.parametrize("hidden", [None, frozenset({("customers", "location")})])
def test_a_condition_on_what_may_be_hidden_spares_no_record(
    acquirer: Acquirer, company: Any, checked: Any, hidden: frozenset[Any] | None
) -> None:
    """The query is compared with itself over other values; all rows have to be there for that."""
    assert acquirer.ensure((checked(COUNTRY),), hidden=hidden) is None
    assert company.counts["/customers/get"] == len(company.customers)


@pytest.mark.parametrize(
    ("condition", "calls"),
    [
        ("r.id = 'te_007' OR EXISTS (SELECT 1 FROM projects p WHERE p.id = r.project)", {}),
        (
            "EXISTS (SELECT 1 FROM projects p JOIN project_team t ON t.project = p.id "
            "WHERE p.id = r.project) OR EXISTS (SELECT 1 FROM projects p WHERE p.id = r.project)",
            {"/projects/get": 1},
        ),
        (
            "r.id = 'te_001' OR EXISTS (SELECT 1 FROM customers c WHERE c.id = r.customer)",
            {"/customers/get": 1},
        ),
    ],
)
def test_what_holds_for_all_rows_needs_no_further_part_of_a_right(
    solve: Any, company: Any, acquirer: Acquirer, condition: str, calls: dict[str, int]
) -> None:
    solve("SELECT hours FROM time_entries WHERE id = 'te_007'")
    before = company.counts
    assert acquirer.ensure_condition("time_entries", condition) is None
    assert company.counts - before == calls


def test_parts_that_read_least_come_first() -> None:
    sql = "SELECT 1 FROM projects r WHERE EXISTS (SELECT 1 FROM customers) OR r.id = 'p01'"
    assert or_parts(sql) == ("(r.id = 'p01')", "(EXISTS(SELECT 1 FROM customers))")

"""The acquirer: complete where it must be, few calls where it can be, nothing fetched twice."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ApiError, ContractError, TransportError

REPO = Path(__file__).parents[3]


def _rows(session: Session, sql: str) -> tuple[tuple[Any, ...], ...]:
    output = session.run(sql)
    assert isinstance(output, FactOutput), output
    return output.rows


@pytest.mark.requirement("S3-3.2b", "S3-4.1c", "S3-A3a")
def test_paging_is_complete_for_every_listing(solve: Any, company: Any, session: Session) -> None:
    assert solve("SELECT count(*) FROM employees") == ((23,),)
    assert company.counts["/employees/list"] == 5
    assert company.refused == 0
    assert solve("SELECT count(*) FROM customers") == ((9,),)
    assert solve("SELECT count(*) FROM projects") == ((12,),)
    assert solve("SELECT count(*) FROM time_entries") == ((40,),)
    assert company.refused == 1
    assert company.counts == {
        "/employees/list": 5,
        "/customers/list": 2,
        "/projects/list": 3,
        "/time/search": 8,
    }
    assert company.refused == 1
    stored = [row[0] for row in session.rows("employees")]
    assert stored == [one["id"] for one in company.employees]
    assert session.rows("snapshot_meta")[0][3] == 5


@pytest.mark.requirement("S3-A3b", "S3-A3g", "S3-A3i", "S3-7.3f")
def test_what_is_certified_is_never_fetched_again(solve: Any, company: Any) -> None:
    solve("SELECT count(*) FROM employees")
    solve("SELECT notes FROM employees WHERE id = 'e003'")
    before = len(company.log)
    solve("SELECT name FROM employees WHERE location = 'Cork'")
    solve("SELECT id, notes FROM employees WHERE id = 'e003'")
    solve("SELECT level FROM employee_skills WHERE employee = 'e003'")
    assert len(company.log) == before


@pytest.mark.requirement("S3-A3f", "S3-A3i")
def test_a_stored_row_outlives_a_change_on_the_platform(solve: Any, company: Any) -> None:
    solve("SELECT salary FROM employees")
    company.employees[3]["salary"] = 1
    company.employees[3]["notes"] = "later"
    assert solve("SELECT salary, notes FROM employees WHERE id = 'e003'") == ((43_000, "later"),)
    company.employees[3]["notes"] = "latest"
    assert solve("SELECT notes FROM employees WHERE id = 'e003'") == (("later",),)


@pytest.mark.requirement("S3-A3h")
def test_rows_are_stored_before_the_fact_that_reads_them(solve: Any, session: Session) -> None:
    solve("SELECT employee FROM project_team WHERE project = 'p03'", name="f1")
    kinds = [(event.kind, event.name) for event in session.events]
    assert kinds.index(("insert", "project_team")) < kinds.index(("fact", "f1"))


@pytest.mark.requirement("S3-A3e", "S3-A3f")
def test_facts_run_on_the_snapshot_alone(solve: Any, company: Any, session: Session) -> None:
    solve("SELECT count(*) FROM employees")
    company.employees.clear()
    company.break_route = "/employees/list"
    assert solve("SELECT count(*), max(salary) FROM employees") == ((23, 62_000),)


def test_a_level_search_is_not_repeated(solve: Any, company: Any) -> None:
    solve("SELECT employee FROM employee_skills WHERE name = 'skill_crane' AND level < 4")
    before = len(company.log)
    solve("SELECT count(*) FROM employee_skills WHERE name = 'skill_crane' AND level <= 3")
    solve("SELECT level FROM employee_skills WHERE name = 'skill_crane' AND level = 2")
    assert len(company.log) == before


def test_an_id_costs_one_call(solve: Any, company: Any) -> None:
    assert solve("SELECT name, notes FROM employees WHERE id IN ('e004')") == (
        ("Person 004", "note 4"),
    )
    assert company.counts == {"/employees/get": 1}


@pytest.mark.parametrize(
    ("sql", "calls"),
    [
        (
            "SELECT count(*) FROM employees WHERE location = 'Cork' AND department = 'Yard'",
            {"/employees/search": 1},
        ),
        (
            "SELECT employee, level FROM employee_skills WHERE name = 'skill_crane' AND level >= 9",
            {"/employees/search": 2},
        ),
        ("SELECT count(*) FROM projects WHERE status = 'archived'", {"/projects/search": 1}),
        ("SELECT id FROM projects WHERE customer = 'c_inhouse'", {"/projects/search": 1}),
        ("SELECT id FROM customers WHERE deal_phase = 'active'", {"/customers/search": 1}),
        (
            "SELECT name FROM customers WHERE account_manager = 'e001'",
            {"/customers/search": 1, "/customers/get": 2},
        ),
        (
            "SELECT t.project FROM project_team t JOIN me ON t.employee = me.id",
            {"/projects/search": 1, "/projects/get": 2},
        ),
        (
            "SELECT sum(hours) FROM time_entries WHERE employee = 'e002' "
            "AND date BETWEEN '2025-03-01' AND '2025-03-10' AND billable",
            {"/time/search": 1},
        ),
        ("SELECT hours FROM time_entries WHERE id = 'te_007'", {"/time/get": 1}),
        (
            "SELECT e.notes FROM employees e WHERE e.id IN "
            "(SELECT employee FROM project_team WHERE project = 'p03')",
            {"/projects/get": 1, "/employees/get": 3},
        ),
        (
            "SELECT e.id, w.seats FROM employees e LEFT JOIN (SELECT t.employee, count(*) AS seats "
            "FROM project_team t GROUP BY t.employee) w ON w.employee = e.id WHERE e.id = 'e001'",
            {"/employees/get": 1, "/projects/search": 1, "/projects/get": 2},
        ),
        (
            "SELECT w.time_slices FROM workloads w JOIN me ON w.employee = me.id",
            {"/employees/get": 1, "/projects/search": 1, "/projects/get": 2},
        ),
    ],
)
def test_predicates_narrow_the_fetch_without_changing_the_answer(
    solve: Any,
    company: Any,
    identity: Identity,
    sql: str,
    calls: dict[str, int],
) -> None:
    found = solve(sql)
    assert company.counts == calls
    with Session.open(identity) as whole:
        assert Acquirer(whole, company).ensure_all() is None
        assert _rows(whole, sql) == found
    assert found


def test_ids_of_an_earlier_fact_narrow_the_next(solve: Any, company: Any, session: Session) -> None:
    session.keep_lookup("found_1", [("p04", "Vessel 04", 1.0)])
    solve("SELECT id FROM projects WHERE id = 'p04'", name="f1")
    rows = solve(
        "SELECT t.employee FROM project_team t JOIN f1 ON t.project = f1.id", facts={"f1": ("id",)}
    )
    assert {row[0] for row in rows} == {"e004", "e005", "e006"}
    assert company.counts == {"/projects/get": 1}


def test_an_earlier_fact_without_rows_costs_nothing(solve: Any, company: Any) -> None:
    solve("SELECT id FROM projects WHERE id = 'nowhere'", name="f1")
    before = len(company.log)
    assert (
        solve(
            "SELECT t.employee FROM project_team t JOIN f1 ON t.project = f1.id",
            facts={"f1": ("id",)},
        )
        == ()
    )
    assert len(company.log) == before


def test_brief_rows_alone_never_pretend_to_have_details(solve: Any, session: Session) -> None:
    solve("SELECT count(*) FROM employees")
    assert _rows(session, "SELECT count(notes), count(*) FROM employees") == ((0, 23),)
    assert solve("SELECT count(notes) FROM employees") == ((23,),)
    assert solve("SELECT count(*) FROM employees e WHERE NOT EXISTS "
                 "(SELECT 1 FROM employee_wills w WHERE w.employee = e.id)") == ((6,),)  # fmt: skip


@pytest.mark.requirement("S3-C3b")
def test_workload_team_join_and_skill_index_match_a_hand_count(
    solve: Any, company: Any, session: Session
) -> None:
    loads = dict.fromkeys((one["id"] for one in company.employees), 0.0)
    seats = dict.fromkeys(loads, 0)
    for project in company.projects:
        for seat in project["team"]:
            loads[seat["employee"]] += seat["time_slice"]
            seats[seat["employee"]] += 1
    rows = solve("SELECT employee, projects, time_slices FROM workloads")
    assert {row[0]: (row[1], row[2]) for row in rows} == {
        one: (seats[one], pytest.approx(loads[one])) for one in loads
    }
    joined = solve(
        "SELECT p.name, count(*) FROM projects p JOIN project_team t ON t.project = p.id "
        "GROUP BY ALL"
    )
    assert joined == tuple((one["name"], 3) for one in company.projects)
    solve("SELECT count(*) FROM employee_skills")
    indexes = _rows(
        session,
        "SELECT index_name FROM duckdb_indexes() WHERE table_name LIKE 'employee%' "
        f"AND database_name = '{session.catalog}'",
    )
    assert indexes == (("skill_index",), ("will_index",))


def test_unknown_ids_are_absent_not_an_error(solve: Any, company: Any) -> None:
    assert solve("SELECT name FROM employees WHERE id = 'ghost'") == ()
    assert solve("SELECT brief FROM customers WHERE id = 'c_inhouse'") == ()
    assert solve("SELECT description FROM projects WHERE id = 'ghost'") == ()
    assert solve("SELECT hours FROM time_entries WHERE id = 'te_999'") == ()
    before = len(company.log)
    assert solve("SELECT notes FROM employees WHERE id = 'ghost'") == ()
    assert len(company.log) == before


def test_one_missing_record_does_not_end_a_bulk_load(
    solve: Any, company: Any, session: Session
) -> None:
    gone = {"e005", "p02", "c03"}

    def tamper(route: str, payload: Any) -> Any:
        item = next((payload[k] for k in ("employee", "company") if k in payload), None)
        if route.endswith("/get") and item and item["id"] in gone:
            raise ApiError(404, "Not found")
        if route == "/projects/get" and payload["project"]["id"] in gone:
            return {"project": None, "found": False}
        return payload

    company.tamper = tamper
    assert solve("SELECT count(*), count(notes) FROM employees") == ((23, 22),)
    assert solve("SELECT count(DISTINCT project) FROM project_team") == ((11,),)
    assert solve("SELECT count(brief) FROM customers") == ((8,),)


@pytest.mark.requirement("S3-A3a", "S3-A3c", "S3-C3a")
def test_the_full_snapshot_equals_the_company(
    acquirer: Acquirer, company: Any, session: Session
) -> None:
    assert acquirer.ensure_all() is None
    assert acquirer.ensure_summaries("2025-03-01", "2025-03-31") is None
    counts = {
        "employees": 23,
        "employee_skills": 46,
        "employee_wills": 17,
        "customers": 9,
        "projects": 12,
        "project_team": 36,
        "time_entries": 40,
        "wiki_pages": 2,
        "wiki_lines": 6,
        "wiki_sections": 3,
        "time_summary_by_employee": 5,
        "time_summary_by_project": 40,
    }
    assert {table: len(session.rows(table)) for table in counts} == counts
    assert session.rows("snapshot_meta")[0][4:] == ("full", "2025-03-01..2025-03-31")
    total = _rows(session, "SELECT sum(hours) FROM time_entries")[0][0]
    assert total == pytest.approx(sum(one["hours"] for one in company.entries))


@pytest.mark.requirement("S3-A3d")
def test_a_large_listing_is_inserted_in_parts(
    session: Session, make_company: Callable[..., Any]
) -> None:
    company = make_company(entries=9_000)
    company.page_limit = 1_000
    assert Acquirer(session, company).ensure_columns(["time_entries.id"]) is None
    parts = [event.rows for event in session.events if event.name == "time_entries"]
    assert sum(parts) == 9_000
    assert max(parts) <= 2_000


@pytest.mark.requirement("S3-A3d")
def test_fifty_thousand_rows_stay_under_a_memory_ceiling() -> None:
    # Peak memory never falls, so the measurement needs a process of its own.
    command = [sys.executable, str(REPO / "benchmarks" / "snapshot.py"), "50000"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=120)
    figures = json.loads(done.stdout)
    assert figures["rows"] == 50_000
    assert figures["extra_mib"] < 48


def test_an_id_in_another_spelling_has_no_row(solve: Any, company: Any, session: Session) -> None:
    def tamper(route: str, payload: Any) -> Any:
        return {"employee": company.employees[4]} if route == "/employees/get" else payload

    company.tamper = tamper
    assert solve("SELECT name FROM employees WHERE id = 'e003'") == ()
    assert [row[0] for row in session.rows("employees")] == ["e004"]
    assert solve("SELECT notes FROM employees WHERE id = 'e004'") == (("note 4",),)


@pytest.mark.requirement("S3-A3j", "S3-7.3g")
def test_the_wiki_is_read_once_and_stays(solve: Any, company: Any, acquirer: Acquirer) -> None:
    assert solve("SELECT count(*) FROM wiki_lines WHERE text LIKE '%kind%'") == ((1,),)
    company.pages["rules.md"] = "changed"
    assert solve("SELECT heading FROM wiki_sections WHERE anchor = 'pay'") == (("Pay",),)
    assert company.counts == {"/wiki/list": 1, "/wiki/load": 2}


def test_a_wiki_at_hand_is_not_fetched(session: Session, company: Any) -> None:
    wiki = WikiPages({"x.md": "one\ntwo\n"})
    assert Acquirer(session, company, wiki=wiki).ensure_columns(["wiki_lines.text"]) is None
    assert _rows(session, "SELECT line, text FROM wiki_lines") == ((1, "one"), (2, "two"))
    assert company.log == []


def test_refresh_takes_the_values_after_a_write(
    solve: Any, company: Any, acquirer: Acquirer, session: Session
) -> None:
    solve("SELECT salary FROM employees")
    solve("SELECT count(*) FROM time_entries")
    company.employees[2].update(salary=7, skills=[{"name": "skill_new", "level": 3}])
    company.projects[1]["team"] = []
    company.entries[0]["status"] = "voided"
    assert acquirer.refresh("employee", ["e002"]) is None
    assert acquirer.refresh("project", ["p01"]) is None
    assert acquirer.refresh("time_entry", ["te_000"]) is None
    assert solve("SELECT salary FROM employees WHERE id = 'e002'") == ((7,),)
    assert solve("SELECT name FROM employee_skills WHERE employee = 'e002'") == (("skill_new",),)
    assert solve("SELECT count(*) FROM project_team WHERE project = 'p01'") == ((0,),)
    assert solve("SELECT status FROM time_entries WHERE id = 'te_000'") == (("voided",),)
    assert len(session.rows("employees")) == 23


@pytest.mark.requirement("S3-C1a", "S3-C1b")
@pytest.mark.parametrize(
    ("route", "change"),
    [
        ("/employees/list", {"employees": [{"id": "e1"}]}),
        ("/employees/list", {"employees": "none"}),
        ("/employees/list", {"next_offset": "0"}),
        ("/employees/get", {"employee": {"id": "e000", "salary": "many"}}),
    ],
)
def test_a_malformed_payload_is_refused(
    acquirer: Acquirer, company: Any, session: Session, route: str, change: dict[str, Any]
) -> None:
    company.tamper = lambda asked, payload: {**payload, **change} if asked == route else payload
    failure = acquirer.ensure_columns(["employees.notes"])
    assert failure is not None
    assert failure.code is ViolationCode.API_PAYLOAD_INVALID
    assert _rows(session, "SELECT count(notes) FROM employees") == ((0,),)
    assert all(one.target != "employees.detail" for one in acquirer.certificates)


def test_a_broken_platform_is_reported_as_such(acquirer: Acquirer, company: Any) -> None:
    company.page_limit = -1
    failure = acquirer.ensure_columns(["employees.name"])
    assert failure is not None
    assert failure.code is ViolationCode.SYSTEM_BROKEN
    assert failure.details == {"page_limit": -1}
    company.page_limit = 5
    company.break_route = "/customers/list"
    refused = acquirer.ensure_columns(["customers.name"])
    assert refused is not None
    assert refused.code is ViolationCode.API_CALL_FAILED
    assert not acquirer.certificates


def test_paging_that_never_ends_is_insufficient(acquirer: Acquirer, company: Any) -> None:
    company.tamper = lambda route, payload: {**payload, "next_offset": 0}
    failure = acquirer.ensure_columns(["projects.name"])
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT


def test_no_answer_is_a_value(session: Session) -> None:
    class Silent:
        def call(self, route: str, body: Any, *, cause: str) -> Any:
            raise TransportError("connection refused")

    failure = Acquirer(session, Silent()).ensure_columns(["projects.name"])
    assert failure is not None
    assert failure.code is ViolationCode.API_CALL_FAILED


def test_details_can_be_fetched_side_by_side(session: Session, company: Any) -> None:
    class Wide:
        def __init__(self) -> None:
            self.batches: list[int] = []

        def call(self, route: str, body: Any, *, cause: str) -> Any:
            return company.call(route, body, cause=cause)

        def call_many(self, calls: Any, *, cause: str) -> Any:
            self.batches.append(len(calls))
            return [company.call(one.route, one.body, cause=cause) for one in calls]

    api = Wide()
    assert Acquirer(session, api).ensure_columns(["employees.notes"]) is None
    assert api.batches == [23]
    assert _rows(session, "SELECT count(notes) FROM employees") == ((23,),)


def test_policy_relations_fetch_only_the_callers_part(
    session: Session, acquirer: Acquirer, company: Any
) -> None:
    sql = (
        "SELECT EXISTS (SELECT 1 FROM project_team t JOIN project_team o ON o.project = t.project "
        "WHERE t.employee = (SELECT m.id FROM me m) AND o.employee = 'e002' AND t.role = 'Lead')"
    )
    assert acquirer.ensure_sql(sql) is None
    assert _rows(session, sql) == ((True,),)
    assert company.counts["/projects/get"] <= 4
    assert "/projects/list" not in company.counts


def test_where_narrows_whole_columns(acquirer: Acquirer, company: Any) -> None:
    names = ["project_team.employee", "project_team.role"]
    assert acquirer.ensure_columns(names, where={"project_team.employee": ["e001"]}) is None
    assert company.counts == {"/projects/search": 1, "/projects/get": 2}
    with pytest.raises(ContractError):
        acquirer.ensure_columns(["employees.shoe_size"])


def test_certificates_are_evidence_in_the_database(
    acquirer: Acquirer, company: Any, session: Session, solve: Any
) -> None:
    solve("SELECT id FROM projects WHERE status = 'active'")
    (certificate,) = acquirer.certificates
    assert certificate.region.to_json() == {"status": ["active"]}
    ((number, target, region, calls),) = session.rows("snapshot_certificates")
    assert (number, target) == (1, "projects")
    assert json.loads(str(region)) == {"status": ["active"]}
    assert "/projects/search" in json.loads(str(calls))[0]


def test_calls_name_their_cause(solve: Any, company: Any) -> None:
    solve("SELECT count(*) FROM customers", name="f1")
    assert {cause for _, _, cause in company.log} == {"fact:f1"}


@pytest.mark.requirement("S3-C1c")
def test_values_are_canonical_in_sql(solve: Any, company: Any) -> None:
    company.employees[0].update(
        location=" Mu\u0308nchen",
        skills=[{"name": "b", "level": 2}, {"name": " a", "level": 1}],
    )
    company.projects[0].update(status="Active ")
    assert solve("SELECT location FROM employees ORDER BY id LIMIT 1") == (("M\u00fcnchen",),)
    assert solve("SELECT list(name) FROM employee_skills WHERE employee = 'e000'") == (
        (["a", "b"],),
    )
    assert solve("SELECT status FROM projects WHERE id = 'p00'") == (("active",),)


def test_levels_come_from_searches_for_one_level_each(solve: Any, company: Any) -> None:
    found = solve("SELECT employee, level FROM employee_skills WHERE name = 'skill_welding'")
    assert len(found) == len(company.employees)
    assert "/employees/get" not in company.counts
    levels = [
        (one["min_level"], one["max_level"])
        for route, body, _ in company.log
        for one in body.get("skills", ())
    ]
    assert set(levels) == {(level, level) for level in range(1, 11)}


def test_details_fetched_later_bring_no_level_twice(solve: Any) -> None:
    solve("SELECT employee, level FROM employee_skills WHERE name = 'skill_welding'")
    rows = solve("SELECT name, level FROM employee_skills WHERE employee = 'e004' ORDER BY name")
    assert rows == (("skill_crane", 3), ("skill_welding", 5))
    assert solve("SELECT notes FROM employees WHERE id = 'e004'") == (("note 4",),)
    assert solve("SELECT count(*) FROM employee_skills WHERE employee = 'e004'") == ((2,),)


def test_a_platform_that_does_not_filter_by_level_is_noticed(
    company: Any, acquirer: Acquirer, checked: Any
) -> None:
    brief = ("id", "name", "email", "salary", "location", "department")
    everybody = [{name: one[name] for name in brief} for one in company.employees[:3]]
    company.tamper = lambda route, payload: (
        {"next_offset": -1, "employees": everybody} if route == "/employees/search" else payload
    )
    query = checked("SELECT employee FROM employee_skills WHERE name = 'skill_crane'")
    failure = acquirer.ensure((query,))
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT


@pytest.mark.parametrize(
    ("where", "calls"),
    [
        ("id = 'e001' OR id = 'e002'", {"/employees/get": 2}),
        ("id = 'e001' OR (id IN ('e002', 'e003') OR id = 'e001')", {"/employees/get": 3}),
        ("id = 'e001' OR location = 'Cork'", {"/employees/list": 5}),
        ("(id = 'e001' AND location = 'Cork') OR id = 'e002'", {"/employees/get": 2}),
    ],
)
def test_an_or_over_one_column_bounds_it(
    solve: Any, company: Any, where: str, calls: dict[str, int]
) -> None:
    solve(f"SELECT id FROM employees WHERE {where}")
    assert company.counts == calls


def test_a_condition_fetches_nothing_of_its_own_table(
    company: Any, acquirer: Acquirer, solve: Any
) -> None:
    solve("SELECT hours FROM time_entries WHERE id = 'te_007'")
    before = company.counts
    condition = (
        "EXISTS (SELECT 1 FROM project_team t WHERE t.project = r.project "
        "AND t.employee = 'e001' AND t.role = 'Lead')"
    )
    assert acquirer.ensure_condition("time_entries", condition) is None
    assert company.counts - before == {"/projects/get": 1}


@pytest.mark.parametrize(
    ("values", "calls"),
    [
        ("('p03'), ('p99')", 2),
        ("('p03'), (NULL)", 12),
    ],
)
def test_what_must_not_be_among_values_is_read_where_it_matters(
    solve: Any, company: Any, identity: Identity, values: str, calls: int
) -> None:
    """A NULL is among no values, and among some it is unknown: there all of them count."""
    sql = (
        "SELECT m.id FROM mine m WHERE m.id NOT IN "
        "(SELECT t.project FROM project_team t WHERE t.role = 'QA')"
    )
    solve(f"SELECT col0 AS id, (SELECT id FROM me) AS me FROM (VALUES {values})", name="mine")
    found = solve(sql, facts={"mine": ("id", "me")})
    assert company.counts["/projects/get"] == calls
    with Session.open(identity) as whole:
        assert Acquirer(whole, company).ensure_all() is None
        whole.run_fact("mine", f"SELECT col0 AS id FROM (VALUES {values})")
        assert _rows(whole, sql) == found


def test_within_a_budget_only_what_is_cheap_is_fetched(
    acquirer: Acquirer, company: Any, checked: Any, session: Session
) -> None:
    cheap = checked("SELECT notes FROM employees WHERE id = 'e003'")
    dear = checked("SELECT notes FROM employees")
    assert acquirer.ensure_within([dear], calls=12, cause="look") is None
    assert company.log == []
    assert acquirer.ensure_within([cheap], calls=12, cause="look") == 11
    assert len(company.log) == 1
    assert _rows(session, cheap.sql)
    # what is certified costs nothing, whatever it would
    assert acquirer.ensure_within([cheap], calls=0, cause="look") == 0
    assert acquirer.ensure([dear]) is None
    before = len(company.log)
    assert acquirer.ensure_within([dear, cheap], calls=0, cause="look") == 0
    assert len(company.log) == before


@pytest.mark.parametrize("table", ["employees", "projects", "project_team", "time_entries"])
def test_whole_tables_that_are_held_cost_nothing(
    table: str, acquirer: Acquirer, checked: Any
) -> None:
    query = checked(f"SELECT count(*) AS n FROM {table}")
    assert acquirer.ensure_within([query], calls=12, cause="look") is None
    assert acquirer.ensure([query]) is None
    assert acquirer.ensure_within([query], calls=0, cause="look") == 0


def test_a_platform_that_fails_leaves_a_budget_query_uncertain(
    acquirer: Acquirer, company: Any, checked: Any
) -> None:
    company.break_route = "/employees/get"
    query = checked("SELECT notes FROM employees WHERE id = 'e003'")
    assert acquirer.ensure_within([query], calls=12, cause="look") is None

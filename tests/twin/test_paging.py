"""Pages: their union is what SQL says of the same records, whatever filter, limit and data."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentic_solver.errors import ApiError
from agentic_solver.twin.expectation import Expectation
from agentic_solver.twin.paging import take_page
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import Overlay, TaskSpec
from agentic_solver.twin.wikipages import WikiPages
from agentic_solver.twin.world import World
from tests.examples import examples

Filter = tuple[dict[str, Any], str, list[Any]]
"""A request, and the same as a condition of SQL with its parameters."""

NAMES = st.text(alphabet="aBé%", min_size=1, max_size=3)
PLACES = st.sampled_from(["Pier – North", "Pier", ""])
PHASES = st.sampled_from(["idea", "exploring", "active", "paused", "archived"])
PEOPLE = [f"e{number}" for number in range(4)]
PERSON = st.sampled_from(PEOPLE)
LEVELS = st.lists(
    st.builds(lambda n, v: {"name": n, "level": v}, st.sampled_from(["s", "t"]), st.integers(1, 3)),
    max_size=2,
)
DAYS = st.sampled_from(["2025-01-01", "2025-01-02", "2025-02-01"])
CUSTOMERS = st.sampled_from(["c0", "c1", ""])
HOURS = st.sampled_from([0.0, 0.1, 0.25, 2.5, 8.0])


def records(prefix: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Return up to 13 records with ids of their own."""
    sizes = st.sampled_from([0, 1, 6, 9, 13])
    found = sizes.flatmap(lambda n: st.lists(st.fixed_dictionaries(fields), min_size=n, max_size=n))
    return found.map(
        lambda found: [{"id": f"{prefix}{n}", **record} for n, record in enumerate(found)]
    )


SEATS = st.lists(
    st.fixed_dictionaries(
        {"employee": PERSON, "time_slice": st.sampled_from([0.1, 0.5, 1.0]),
         "role": st.sampled_from(["Lead", "QA"])}
    ),
    max_size=3,
)  # fmt: skip
EMPLOYEES = records(
    "e", name=NAMES, email=NAMES, salary=st.just(1), notes=NAMES, location=PLACES,
    department=PLACES, skills=LEVELS, wills=LEVELS,
)  # fmt: skip
CRM = records(
    "c", name=NAMES, brief=NAMES, location=PLACES, primary_contact_name=NAMES,
    primary_contact_email=NAMES, deal_phase=PHASES, high_level_status=NAMES,
    account_manager=PERSON,
)  # fmt: skip
PROJECTS = records(
    "p", name=NAMES, description=NAMES, customer=CUSTOMERS, status=PHASES, team=SEATS
)
ENTRIES = records(
    "te_", employee=PERSON, customer=CUSTOMERS, project=st.sampled_from(["p0", "p1", ""]),
    date=DAYS, hours=HOURS, work_category=NAMES, notes=NAMES, billable=st.booleans(),
    status=st.sampled_from(["draft", "submitted"]),
)  # fmt: skip

QUERIES = st.sampled_from(["", "", "a", "b", "É", "%", "a%", "e1", "zz"])
CONTAINS = "contains(lower({}), lower(?))"


def text_filter(query: str, *columns: str) -> tuple[str, list[Any]]:
    return f"({' OR '.join(CONTAINS.format(c) for c in columns)})", [query] * len(columns)


@st.composite
def employee_filters(draw: st.DrawFn) -> Filter:
    body, where, values = draw(_equals(location=PLACES, department=PLACES))
    if draw(st.booleans()):
        body["query"] = draw(QUERIES)
        condition, more = text_filter(body["query"], "name", "id", "email")
        where, values = f"{where} AND {condition}", values + more
    for field in draw(st.sampled_from([(), ("skills",), ("wills",), ("skills", "wills")])):
        wanted = draw(st.lists(st.tuples(st.sampled_from("st"), st.integers(0, 3),
                                         st.integers(0, 3)), max_size=1))  # fmt: skip
        body[field] = [{"name": n, "min_level": a, "max_level": b} for n, a, b in wanted]
        for name, low, high in wanted:
            where += (
                f" AND len(list_filter({field}, lambda x: x.name = ? AND x.level >= ?"
                " AND (? <= 0 OR x.level <= ?))) > 0"
            )
            values += [name, low, high, high]
    return body, where, values


@st.composite
def customer_filters(draw: st.DrawFn) -> Filter:
    body: dict[str, Any] = {"query": draw(QUERIES)}
    where, values = text_filter(body["query"], "name", "brief")
    lists = {
        "deal_phase": ("deal_phase", PHASES), "account_managers": ("account_manager", PERSON),
        "locations": ("location", PLACES),
    }  # fmt: skip
    for field, (column, items) in lists.items():
        body[field] = draw(st.lists(items, max_size=2))
        if body[field]:
            where, values = f"{where} AND list_contains(?, {column})", [*values, body[field]]
    return body, where, values


@st.composite
def project_filters(draw: st.DrawFn) -> Filter:
    body: dict[str, Any] = {
        "query": draw(QUERIES), "customer_id": draw(CUSTOMERS | st.just("")),
        "include_archived": draw(st.booleans()), "status": draw(st.lists(PHASES, max_size=2)),
    }  # fmt: skip
    where, values = text_filter(body["query"], "name", "description")
    where += " AND (? OR status <> 'archived') AND (? = '' OR customer = ?)"
    values += [body["include_archived"], body["customer_id"], body["customer_id"]]
    if body["status"]:
        where, values = f"{where} AND list_contains(?, status)", [*values, body["status"]]
    if draw(st.booleans()):
        employee = draw(st.sampled_from(["", "", *PEOPLE]))
        role = draw(st.sampled_from(["", "", "Lead", "QA"]))
        least = draw(st.sampled_from([0.0, 0.5, 0.7]))
        body["team"] = {"employee_id": employee, "role": role, "min_time_slice": least}
        where += (
            " AND ((? = '' AND ? = '' AND ? = 0) OR len(list_filter(team, lambda x:"
            " (? = '' OR x.employee = ?) AND (? = '' OR x.role = ?) AND x.time_slice >= ?)) > 0)"
        )
        values += [employee, role, least, employee, employee, role, role, least]
    return body, where, values


@st.composite
def entry_filters(draw: st.DrawFn) -> Filter:
    body, where, values = draw(
        _equals(employee=PERSON, customer=CUSTOMERS, work_category=NAMES,
                status=st.sampled_from(["draft", "approved"]))
    )  # fmt: skip
    for field, operator in (("date_from", ">="), ("date_to", "<=")):
        body[field] = draw(DAYS | st.just(""))
        where += f" AND (? = '' OR date {operator} ?)"
        values += [body[field]] * 2
    body["billable"] = draw(st.sampled_from(["", "billable", "non_billable"]))
    where += " AND (? = '' OR billable = (? = 'billable'))"
    return body, where, values + [body["billable"]] * 2


@st.composite
def _equals(draw: st.DrawFn, /, **fields: st.SearchStrategy[str]) -> Filter:
    """Draw some fields that must be equal; an empty text is no filter."""
    body = {
        name: draw(texts) for name, texts in fields.items() if draw(st.sampled_from("nny")) == "y"
    }
    where = "".join(f" AND (? = '' OR {name} = ?)" for name in body)
    return body, f"true{where}", [text for text in body.values() for _ in (1, 2)]


ALL: st.SearchStrategy[Filter] = st.just(({}, "true", []))

LISTINGS: dict[str, tuple[str, str, st.SearchStrategy[Filter]]] = {
    "/employees/list": ("employees", "employees", ALL),
    "/employees/search": ("employees", "employees", employee_filters()),
    "/customers/list": ("customers", "companies", ALL),
    "/customers/search": ("customers", "companies", customer_filters()),
    "/projects/list": ("projects", "projects", ALL),
    "/projects/search": ("projects", "projects", project_filters()),
    "/time/search": ("time_entries", "entries", entry_filters()),
}

LEVEL_LIST = "STRUCT(name VARCHAR, level INT)[]"
TABLES: dict[str, dict[str, str]] = {
    "employees": {"name": "VARCHAR", "email": "VARCHAR", "location": "VARCHAR",
                  "department": "VARCHAR", "skills": LEVEL_LIST, "wills": LEVEL_LIST},
    "customers": {"name": "VARCHAR", "brief": "VARCHAR", "location": "VARCHAR",
                  "deal_phase": "VARCHAR", "account_manager": "VARCHAR"},
    "projects": {"name": "VARCHAR", "description": "VARCHAR", "customer": "VARCHAR",
                 "status": "VARCHAR",
                 "team": "STRUCT(employee VARCHAR, time_slice DOUBLE, role VARCHAR)[]"},
    "time_entries": {"employee": "VARCHAR", "customer": "VARCHAR", "date": "VARCHAR",
                     "hours": "DOUBLE", "work_category": "VARCHAR", "billable": "BOOLEAN",
                     "status": "VARCHAR"},
}  # fmt: skip


@pytest.fixture(scope="module")
def database() -> duckdb.DuckDBPyConnection:
    """One database with an empty table a part of the company."""
    connection = duckdb.connect(":memory:", config={"threads": 1})
    for table, fields in TABLES.items():
        columns = ", ".join(f"{name} {kind}" for name, kind in fields.items())
        connection.execute(f"CREATE TABLE {table} (n INT, id VARCHAR, {columns})")
    return connection


def fill(database: duckdb.DuckDBPyConnection, table: str, rows: list[Any]) -> None:
    """Put ``rows`` in the place of what the table holds."""
    database.execute(f"DELETE FROM {table}")
    columns = ["id", *TABLES[table]]
    marks = ", ".join("?" for _ in ("n", *columns))
    for number, row in enumerate(rows):
        values = [number, *(row[name] for name in columns)]
        database.execute(f"INSERT INTO {table} VALUES ({marks})", values)


def company(part: str, rows: list[Any], page_limit: int) -> Callable[..., Any]:
    """Start a task in a company that has nothing but ``rows``."""
    parts = {"employees": [], "projects": [], "customers": [], "time_entries": [], part: rows}
    world = World.model_validate_json(json.dumps({"wiki": "w", "today": "2025-01-01", **parts}))
    task = TaskSpec(
        id="t", family="f", world="w", caller=None, text="x", overlay=Overlay(),
        expect=Expectation.model_validate_json('{"outcomes": ["ok_answer"]}'),
    )  # fmt: skip
    suite = Suite(
        path=Path("none"), name="s", description="", grading_version=1, page_limit=page_limit,
        require_usage=False, wikis={"w": WikiPages({})}, worlds={"w": world}, tasks=(task,),
    )  # fmt: skip
    twin = Twin(suite)
    started = json.loads(twin.handle("/tasks/start", b'{"benchmark":"s","spec_id":"t"}').body)

    def call(route: str, **body: Any) -> Any:
        path = f"/erc3-dev/{started['task_id']}{route}"
        reply = twin.handle(path, json.dumps(body).encode())
        assert reply.status == 200, reply.body
        return json.loads(reply.body)

    return call


@pytest.mark.parametrize("route", LISTINGS)
@settings(max_examples=examples(80), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_the_union_of_the_pages_is_the_filter_in_sql(
    database: duckdb.DuckDBPyConnection, route: str, data: st.DataObject
) -> None:
    part, key, filters = LISTINGS[route]
    drawn = {"employees": EMPLOYEES, "customers": CRM, "projects": PROJECTS}
    rows = data.draw(drawn.get(part, ENTRIES))
    body, where, values = data.draw(filters)
    maximum = data.draw(st.integers(1, 6))
    call = company(part, rows, maximum)
    fill(database, part, rows)
    select = f"FROM {part} WHERE {where}"
    found = database.execute(f"SELECT id {select} ORDER BY n", values).fetchall()
    expected = [row[0] for row in found]

    union, offset = [], 0
    while offset != -1:
        limit = data.draw(st.integers(1, maximum))
        page = call(route, **body, limit=limit, offset=offset)
        ids = [row["id"] for row in page[key] or []]
        assert page[key] is None or ids  # an empty page is null
        assert page["next_offset"] in (-1, offset + len(ids))
        assert len(ids) == min(limit, len(expected) - offset)
        union += ids
        offset = page["next_offset"]
        if part == "time_entries":
            sums = database.execute(
                "SELECT coalesce(sum(hours), 0), coalesce(sum(hours) FILTER (billable), 0), "
                f"coalesce(sum(hours) FILTER (NOT billable), 0) {select}",
                values,
            ).fetchone()
            names = ("total_hours", "total_billable", "total_non_billable")
            assert sums == pytest.approx(tuple(page[name] for name in names))
    assert union == expected


@given(st.lists(st.integers(), max_size=20), st.integers(-3, 25), st.integers(-3, 25))
def test_a_page_is_a_slice_or_a_refusal(rows: list[int], offset: int, limit: int) -> None:
    if min(offset, limit) < 0 or offset > len(rows):
        with pytest.raises(ApiError) as caught:
            take_page(rows, offset=offset, limit=limit)
        assert caught.value.status == (400 if min(offset, limit) < 0 else 500)
        return
    page = take_page(rows, offset=offset, limit=limit)
    assert list(page.rows) == rows[offset : offset + limit]
    assert page.next_offset == (offset + limit if offset + limit < len(rows) else -1)

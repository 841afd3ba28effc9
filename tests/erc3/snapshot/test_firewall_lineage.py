"""What the firewall reports about a query that passes: columns, filters, finders, constants."""

import duckdb
import pytest

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery, EntityLookup, Filter

FACTS: dict[str, tuple[str, ...] | None] = {"f1": ("id", "name"), "b_calls": None}
LITERALS = {"f1": ("name",)}
ALL = {table: {(table, column) for column in columns} for table, columns in ENTITY_COLUMNS.items()}
TEAM = {("project_team", "employee"), ("project_team", "project")}


def read(sql: str) -> CheckedQuery:
    checked = check_query(sql, facts=FACTS, literal_columns=LITERALS)
    assert isinstance(checked, CheckedQuery), checked
    return checked


def pairs(text: str) -> set[tuple[str, str]]:
    return {(table, column) for table, _, column in (item.partition(".") for item in text.split())}


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("select id from employees", "employees.id"),
        ("select ID from EMPLOYEES", "employees.id"),
        ("select e.name as salary from employees e", "employees.name"),
        ("select id from employees where salary > 1", "employees.id employees.salary"),
        ("select id from employees order by salary", "employees.id employees.salary"),
        ("select count(*) from employees group by salary", "employees.salary"),
        ("select max(salary) from employees", "employees.salary"),
        ("select count(*) from employees", ""),
        ("select 1 from employees having min(salary) > 1", "employees.salary"),
        ("select id from employees qualify rank() over (order by salary) = 1",
         "employees.id employees.salary"),
        ("select rank() over w as r from employees window w as (order by salary)",
         "employees.salary"),
        ("select e.id from employees e join projects p on e.salary = p.status",
         "employees.id employees.salary projects.status"),
        ("select p.name from projects p join project_team t using (name)", None),
        ("select t.role from employees e join time_entries t using (notes)", None),
        ("select e.id from employees e join time_entries t using (notes)",
         "employees.id employees.notes time_entries.notes"),
        ("select x.a from (select salary as a from employees) x", "employees.salary"),
        ("with x as (select salary as a, id from employees) select id from x",
         "employees.salary employees.id"),
        ("select id from projects p where exists (select 1 from project_team t "
         "where t.project = p.id)", "projects.id project_team.project"),
        ("select (select salary from employees e where e.id = p.customer) as s from projects p",
         "employees.salary employees.id projects.customer"),
        ("select id from customers where name in (select notes from employees)",
         "customers.id customers.name employees.notes"),
        ("select id from customers union select notes from employees",
         "customers.id employees.notes"),
        ("select sum(1) filter (where salary > 5) from employees", "employees.salary"),
        ("select case when salary > 5 then 'a' end from employees", "employees.salary"),
        ("select {'a': salary} as s from employees", "employees.salary"),
        ("select salary + 1 as pay from employees where pay > 2", "employees.salary"),
        ("select l.n from employees e, lateral (select e.salary as n) l", "employees.salary"),
        ("select l.n from employees e, (select e.salary as n) l", "employees.salary"),
        ("select * exclude (salary, notes, email) from employees",
         "employees.id employees.name employees.location employees.department"),
        ("select * replace (salary * 2 as name) from employees",
         " ".join(f"employees.{c}" for c in ENTITY_COLUMNS["employees"])),
        ("select f1.name from f1", ""),
        ("select * from b_calls", ""),
        # behind the whole of a query
        ("(select id from customers) union all (select id from projects) "
         "limit (select max(salary) from employees)",
         "customers.id projects.id employees.salary"),
        ("select id from customers union all select id from projects "
         "offset (select max(salary) from employees)",
         "customers.id projects.id employees.salary"),
        ("select x.id from ((select id from customers) "
         "limit (select max(salary) from employees)) x", "customers.id employees.salary"),
    ],
)  # fmt: skip
def test_every_touched_column_is_reported(sql: str, columns: str | None) -> None:
    if columns is None:
        assert isinstance(check_query(sql, facts=FACTS), tuple)
    else:
        assert read(sql).columns == pairs(columns)


@pytest.mark.parametrize(
    "sql",
    [
        "select * from employees",
        "select e.* from employees e join projects p on true",
        "select e from employees e",
        "select to_json(e) as j from employees e",
        "select employees from employees",
        "select count(e) from employees e",
        "select x.* from (select * from employees) x",
        "from employees",
        "with x as (select * from employees) select * from x",
        "with x as (select * from employees) select x from x",
        "with x as (select distinct * from employees) select id from x",
        "with x as (select * from employees order by name limit 3) select id from x",
        "with x as (select * from employees union all select * from employees) select id from x",
        "select count(*) as n from (select distinct * from employees) x",
        "select x.id from ((select * from employees) order by name limit 2) x",
        "with x as ((select * from employees) limit 2) select id from x",
        "with x as (select * from f1, employees) select x.name_1 from x",
        "with x as (select * from b_calls, employees) select salary_1 from x",
    ],
)
def test_star_and_whole_rows_touch_all_columns(sql: str) -> None:
    assert read(sql).columns == ALL["employees"]


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("with x as (select * from employees) select id from x", "employees.id"),
        ("select x.id from (select * from employees where name = 'a') x",
         "employees.id employees.name"),
        ("with x as (select * from employees), y as (select x.* from x) select name from y",
         "employees.name"),
        ("with x(a, b) as (select * from employees) select b from x", "employees.name"),
        ("with x as (select * from employees) select count(*) from x", ""),
        ("select id from f1 where exists (select * from employees)", ""),
        ("with x as (select * from employees) select p.id from projects p join x using (id)",
         "projects.id employees.id"),
        ("with x as (select * from employees) select id from projects where exists "
         "(select 1 from x where x.salary > 5)", "projects.id employees.salary"),
        ("select (select salary from f1 limit 1) as s from employees", "employees.salary"),
        ("select e.notes.part from employees e", "employees.notes"),
        ("select notes.part from employees", "employees.notes"),
    ],
)  # fmt: skip
def test_star_inside_counts_only_what_is_used_around_it(sql: str, columns: str) -> None:
    assert read(sql).columns == pairs(columns)


def test_view_is_expanded_to_what_it_is_computed_from() -> None:
    checked = read("select time_slices from workloads")
    assert checked.tables == {"employees", "project_team"}
    assert checked.views == {"workloads"}
    assert checked.columns == TEAM | {("employees", "id"), ("project_team", "time_slice")}


def test_facts_and_tables_are_told_apart() -> None:
    checked = read("select f1.id from f1 join b_calls b on b.id = f1.id join projects p on true")
    assert checked.facts == {"f1", "b_calls"}
    assert checked.tables == {"projects"}


def equal(table: str, column: str, *values: str | int | float | bool) -> Filter:
    return Filter(table=table, column=column, op="=", values=values)


LEAD = equal("project_team", "role", "Lead")


@pytest.mark.parametrize(
    ("sql", "filters"),
    [
        ("select id from employees where department = 'X'",
         [equal("employees", "department", "X")]),
        ("select id from employees where 'X' = department",
         [equal("employees", "department", "X")]),
        ("select id from employees where (department = 'X' and (salary = 5))",
         [equal("employees", "department", "X"), equal("employees", "salary", 5)]),
        ("select id from employees where id in ('a', 'b')",
         [Filter(table="employees", column="id", op="in", values=("a", "b"))]),
        ("select id from employees where 10 < salary",
         [Filter(table="employees", column="salary", op=">", values=(10,))]),
        ("select id from employees where salary < 10 and 20 > salary",
         [Filter(table="employees", column="salary", op="<", values=(10,)),
          Filter(table="employees", column="salary", op="<", values=(20,))]),
        ("select id from employees where salary between -7 and 9",
         [Filter(table="employees", column="salary", op=">=", values=(-7,)),
          Filter(table="employees", column="salary", op="<=", values=(9,))]),
        ("select id from time_entries where hours in (-0.5, 1.5, 2)",
         [Filter(table="time_entries", column="hours", op="in", values=(-0.5, 1.5, 2))]),
        ("select t.employee from projects p join project_team t on t.project = p.id "
         "and t.role = 'Lead'", [LEAD]),
        ("select p.id from projects p semi join project_team t on t.project = p.id "
         "and t.role = 'Lead' and p.status = 'active'",
         [LEAD, equal("projects", "status", "active")]),
        ("select p.id from projects p right join project_team t on p.status = 'active' "
         "and t.role = 'Lead'", [equal("projects", "status", "active")]),
        ("select p.id from customers c join projects p on true join project_team t "
         "on p.status = 'active' and c.location = 'X'",
         [equal("projects", "status", "active"), equal("customers", "location", "X")]),
        ("select t.employee from project_team t join projects p on p.id = t.project "
         "and t.role = 'Lead'", [LEAD]),
        ("select p.id from projects p left join project_team t on t.project = p.id "
         "and t.role = 'Lead'", [LEAD]),
        ("select p.id from projects p where not exists (select 1 from project_team t "
         "where t.project = p.id and t.role = 'Lead')", [LEAD]),
        ("select id from time_entries where billable = true and date >= date '2025-03-01'",
         [equal("time_entries", "billable", True),
          Filter(table="time_entries", column="date", op=">=", values=("2025-03-01",))]),
        ("with x as (select * from projects where status = 'active') select id from x",
         [equal("projects", "status", "active")]),
        ("select a.employee from project_team a join project_team b on a.project = b.project "
         "where a.role = 'Lead' and b.role = 'Lead'", [LEAD]),
        ("select id from projects where status = 'active' union "
         "select id from projects where status = 'active' and customer = 'c'",
         [equal("projects", "status", "active")]),
    ],
)  # fmt: skip
def test_filters_that_every_row_meets_are_reported(sql: str, filters: list[Filter]) -> None:
    assert set(read(sql).filters) == set(filters)


def test_filters_come_in_one_order() -> None:
    values = (3, 1, 5, 2, 4)
    sql = " and ".join(f"salary > {value}" for value in values)
    found = read(f"select id from employees where {sql}").filters
    assert [one.values for one in found] == [(value,) for value in sorted(values)]


@pytest.mark.parametrize(
    "sql",
    [
        "select id from employees where department = 'X' or salary = 5",
        "select id from employees where not department = 'X'",
        "select id from employees where department <> 'X'",
        "select id from employees where department like 'X'",
        "select id from employees where lower(department) = 'x'",
        "select id from employees where department = location",
        "select id from employees where salary = '5'",
        "select id from employees where id = 5",
        "select id from time_entries where date = '1.3.2025'",
        "select id from employees where department in ('X', location)",
        "select id from employees where department in (select 'X')",
        "select id from employees where salary in (select salary from employees) and true",
        "select id from employees where department = -'5'",
        "select id from time_entries where billable = -true",
        "select id from employees where department = true",
        "select id from employees where department = date '2025-03-01'",
        "select id from employees where 5 = 5",
        "select id from employees e where e.notes.part = 'X'",
        "select id from employees where notes.part = 'X'",
        "select id from employees where id in name",
        "select t.role from customers c join (projects p join project_team t "
        "on t.project = p.id) on true where t.role = 'Lead'",
        "select count(*) filter (where department = 'X') from employees",
        "select id from employees group by id, department having department = 'X'",
        "select case when department = 'X' then id end from employees",
        "select p.id from projects p left join project_team t on p.status = 'active'",
        "select t.role from projects p right join project_team t on t.role = 'Lead'",
        "select t.role from projects p full join project_team t on t.role = 'Lead'",
        "select p.id from projects p anti join project_team t on p.status = 'active'",
        "select id from projects where status = 'active' union select id from projects",
        "select id from projects where status = 'active' union "
        "select id from projects where status = 'idea'",
        "select a.role from project_team a, project_team b where a.role = 'Lead'",
        "select x.id from (select * from projects) x where x.status = 'active'",
        "select e.id from employees e join workloads w on w.employee = e.id where e.id = 'a'",
        "select id from projects p where exists (select 1 from project_team t "
        "where p.status = 'active')",
        "select name as id from employees qualify id = 'x'",
    ],
)
def test_condition_that_does_not_bind_every_row_is_no_filter(sql: str) -> None:
    assert read(sql).filters == ()


@pytest.mark.parametrize(
    "sql",
    [
        "select p.id from projects p left join project_team t on t.project = p.id "
        "and t.role = 'v0' where p.status in ('v0', 'v1')",
        "select p.id, count(t.role) from projects p left join project_team t "
        "on t.project = p.id and t.role = 'v1' group by p.id",
        "select p.id from projects p anti join project_team t on t.project = p.id "
        "and t.role = 'v2'",
        "select p.id from projects p full join project_team t on t.project = p.id "
        "where p.status = 'v0'",
        "select p.id from project_team t join projects p on p.id = t.project and t.role = 'v0' "
        "left join customers c on c.id = p.customer and c.location = 'v1' where p.name = 'v0'",
        "select status, count(*) from projects where status = 'v1' group by 1 "
        "union all select 'x', count(*) from projects where status = 'v1' and name = 'v1'",
    ],
)
def test_fetching_only_the_filtered_rows_gives_the_same_result(sql: str) -> None:
    checked = read(sql)
    assert checked.filters
    connection = duckdb.connect(":memory:")
    for table in ("projects", "project_team", "customers"):
        columns = ", ".join(f"'v' || (i * {n + 1} % 3) AS {c}"
                            for n, c in enumerate(ENTITY_COLUMNS[table]))  # fmt: skip
        connection.execute(f"CREATE TABLE {table} AS SELECT {columns} FROM range(9) r(i)")
    whole = sorted(connection.execute(checked.sql).fetchall(), key=repr)
    for one in checked.filters:
        values = ", ".join(f"'{value}'" for value in one.values)
        connection.execute(f"DELETE FROM {one.table} WHERE NOT ({one.column} IN ({values}))")
    assert sorted(connection.execute(checked.sql).fetchall(), key=repr) == whole


def test_finder_call_becomes_a_table_named_by_its_content() -> None:
    checked = read("select id from find_project('paint audit') where score > 0.5")
    (lookup,) = checked.lookups
    assert (lookup.kind, lookup.text) == ("project", "paint audit")
    assert lookup.table in checked.sql
    assert "paint audit" not in checked.sql
    again = read("select p.name from find_project('paint audit') p join projects q on q.id = p.id")
    assert again.lookups == (lookup,)


def test_two_finders_and_a_repeated_one_give_two_lookups() -> None:
    checked = read(
        "select a.id from find_customer('x') a, find_customer('y') b where a.id <> b.id "
        "and a.id in (select id from find_customer('x'))"
    )
    assert [lookup.text for lookup in checked.lookups] == ["x", "y"]
    (lookup,) = read("select id from find_project('x', 'y', 'x', 'y')").lookups
    assert (lookup.text, lookup.others) == ("x", ("y",))
    assert all(isinstance(lookup, EntityLookup) for lookup in checked.lookups)


@pytest.mark.parametrize(
    ("sql", "sourced", "literal"),
    [
        ("select 'Yes' as a", False, ("a",)),
        ("select 1 + 1", False, ("col1",)),
        ("values ('a', 1)", False, ("col0", "col1")),
        ("select * from (values ('a')) v(x)", False, ("x",)),
        ("select unnest(['a', 'b']) as x", False, ("x",)),
        ("select 'Eve' as id from employees limit 1", True, ("id",)),
        ("with x as (select 'Eve' as id) select x.id, e.name from x, employees e", True, ("id",)),
        ("select x.id from (select 'Eve' as id, name from employees) x", True, ("id",)),
        ("select (select 'Eve' from employees limit 1) as id", True, ("id",)),
        ("select max('Eve') as id from employees", True, ("id",)),
        ("select id from employees union select 'Eve'", True, ("id",)),
        ("select 'Eve' union all select id from employees", True, ("col1",)),
        ("select coalesce('Eve', 'Ann') as id, name from employees", True, ("id",)),
        ("select id, name from f1", True, ("name",)),
        ("select upper(name) as name from f1", True, ("name",)),
        ("select v.x from (values ('Eve')) v(x) join employees e on true", True, ("x",)),
        ("select 'a' as k, * from f1", True, ("k", "name")),
        ("select id from employees", True, ()),
        ("select 'customers/' || id as path from customers", True, ()),
        ("select count(*) as n from employees", True, ()),
        ("select exists (select 1 from employees) as yes", True, ()),
        ("select case when count(*) > 0 then 'Yes' else 'No' end as a from employees", True, ()),
        ("select id from find_project('x')", True, ()),
        ("select * from b_calls", True, ()),
        ("select row_number() over (order by id) as n from employees", True, ()),
        # constants beside what rows say are constants
        (
            "select x.a as id from (values ('Eve', (select max(id) from employees))) x(a, b)",
            True,
            ("id",),
        ),
        (
            "select x.b as id from (values ('Eve', (select max(id) from employees))) x(a, b)",
            True,
            (),
        ),
        (
            "select x.a as id from (values ('Eve'), ((select max(id) from employees))) x(a)",
            True,
            ("id",),
        ),
        ("select x.\"'Eve'\" as id from (select id, 'Eve' from employees) x", True, ("id",)),
        ("select x.id_1 as id from (select id, 'Eve' as id from employees) x", True, ("id",)),
        ("select x.id_1 as id from (select id, name as id from employees) x", True, ()),
        # a name that is given twice, or that the database gives
        ("select v.v as id from unnest(['Eve']) v, employees e", True, ("id",)),
        ("select v.unnest as id from unnest(['Eve']) v, employees e", True, ("id",)),
        ("select v as id from unnest(['Eve']) v, employees e", True, ("id",)),
        ("select unnest as id from unnest(['Eve']) v, employees e", True, ("id",)),
        ("select v.other as id from unnest(['Eve']) v, employees e", True, ("id",)),
        ("select v.x as id from unnest(['Eve']) v(x), employees e", True, ("id",)),
        ("select v.x as id from unnest([(select max(id) from employees)]) v(x)", True, ()),
        ("select range.range as n from range(3), employees e", True, ("n",)),
        ("select generate_series as n from generate_series(1, 3)", False, ("n",)),
        ("select (select 'Eve') as a, a as id from employees", True, ("a", "id")),
        ("select (select max(name) from employees) as a, a as id from me", True, ()),
        # rows decide whether rows of theirs exist, not whether those of a list do
        ("select exists (select 1 from (values (1)) v(x)) as yes from employees", True, ("yes",)),
        ("select 'a' in (select 'a' union all select id from employees) as yes", True, ()),
        ("select 'a' in (select id from employees union all select 'a') as yes", True, ()),
        ("select exists (select 1 where e.salary > 5) as yes from employees e", True, ()),
        ("select id from f1 union all select name from f1", True, ("id",)),
        ("select status from b_calls", True, ()),
        ("select 'x' as a union all select status from b_calls", True, ("a",)),
        ("select count(*) as n from (values ('a')) v(x), employees e", True, ()),
        ("select count(*) as n from (values ('a')) v(x), (values ('b')) w(x)", False, ("n",)),
    ],
)
def test_constants_are_told_from_evidence(
    sql: str, sourced: bool, literal: tuple[str, ...]
) -> None:
    checked = read(sql)
    assert (checked.sourced, checked.literal_columns) == (sourced, literal)


@pytest.mark.parametrize(
    "sql",
    [
        'select x."(salary + 1)" as n from (select id, salary + 1 from employees) x',
        'select x."(salary + 1)" as n from (select id, salary + 1 from employees) x(a)',
        "with x(a, a) as (select id, name from employees) select x.a_1 from x",
        "select x.name_1 from (select *, name from f1) x",
        "select x.status from (select * from b_calls) x",
        "select name, status from f1, b_calls",
        "select e.notes from employees e join b_calls using (id)",
        "select find_employee.name from find_employee('Ann')",
    ],
)
def test_a_column_may_have_the_name_that_the_database_gives_it(sql: str) -> None:
    assert read(sql).sourced


@pytest.mark.parametrize(
    "sql",
    [
        "select x.nothing from (select id, name from f1) x(a)",
        "select v.y from unnest([1]) v(x)",
        "select nothing from f1, employees",
        "select * from f1 join employees using (id, nothing)",
    ],
)
def test_a_column_that_nobody_has_is_refused(sql: str) -> None:
    checked = check_query(sql, facts=FACTS)
    assert isinstance(checked, tuple)
    assert checked[0].code is ViolationCode.SQL_COLUMN_UNKNOWN


def test_constant_stays_a_constant_when_other_columns_are_unknown() -> None:
    checked = check_query(
        "select tag, id from made", facts={"made": None}, literal_columns={"made": ("tag",)}
    )
    assert isinstance(checked, CheckedQuery)
    assert (checked.sourced, checked.literal_columns) == (True, ("tag",))


def test_fact_of_constants_only_is_no_source() -> None:
    checked = check_query(
        "select id from made", facts={"made": ("id",)}, literal_columns={"made": ("id",)}
    )
    assert isinstance(checked, CheckedQuery)
    assert (checked.sourced, checked.literal_columns) == (False, ("id",))


def test_literals_come_in_the_order_of_the_text() -> None:
    sql = "select 'a', 2 from find_project('b c') where score > 0.5 and name <> $$d$$ limit 7"
    assert read(sql).literals == ("a", "2", "b c", "0.5", "d", "7")


@pytest.mark.parametrize(
    ("sql", "outputs"),
    [
        ("select id, name as n from employees", ("id", "n")),
        ("select * from f1", ("id", "name")),
        ("select *, 1 as one from find_will('x')", ("id", "name", "score", "one")),
        ("select f1.*, employees.salary from f1 join employees using (id)",
         ("id", "name", "salary")),
        ("select id from employees union select name from projects", ("id",)),
        ("select count(*), id, max(name) from employees group by id", ("col1", "id", "col3")),
        ("select (select max(name) from employees) as n", ("n",)),
        ("select (select max(name) from employees)", ("col1",)),
        ("select * from b_calls", None),
        ("select a.id, b.id from f1 a, f1 b", None),
        ("select * from f1 semi join projects p on p.id = f1.id", ("id", "name")),
        ("select * from f1 anti join projects p on p.id = f1.id", ("id", "name")),
        ("values ('a', 1)", ("col0", "col1")),
        ("values ('a')", ("col0",)),
        ("select x.* from (select id, name from f1) x(a)", ("a", "name")),
        ("select x.* from (select id, name from f1) x(name)", None),
        ("select x.* from (select id, 1 + 1 from f1) x(a)", None),
    ],
)  # fmt: skip
def test_output_columns_are_known_without_running(
    sql: str, outputs: tuple[str, ...] | None
) -> None:
    assert read(sql).outputs == outputs


@pytest.mark.parametrize(
    ("sql", "rendered"),
    [
        ("select id from employees limit 2", "SELECT id FROM employees ORDER BY 1 LIMIT 2"),
        ("select id, name from employees order by name limit 2",
         "SELECT id, name FROM employees ORDER BY name, 1, 2 LIMIT 2"),
        ("select id from employees order by name", "SELECT id FROM employees ORDER BY name, 1"),
        ("select * from b_calls b join f1 on true limit 1",
         "SELECT * FROM b_calls AS b JOIN f1 ON TRUE ORDER BY ALL LIMIT 1"),
        ("select distinct on (name) name, id from employees",
         "SELECT DISTINCT ON (name) name, id FROM employees ORDER BY name, 1, 2"),
        ("select string_agg(name, ';') as n from employees",
         "SELECT LISTAGG(name, ';' ORDER BY name) AS n FROM employees"),
        ("select list(distinct name) as n from employees",
         "SELECT ARRAY_AGG(DISTINCT name ORDER BY name) AS n FROM employees"),
        ("select array_agg(name order by salary) as n from employees",
         "SELECT ARRAY_AGG(name ORDER BY salary, name) AS n FROM employees"),
        ("select first(name) as n, any_value(id) as i from employees",
         "SELECT MIN(name) AS n, MIN(id) AS i FROM employees"),
        ("select first(name order by salary) as n from employees",
         "SELECT FIRST(name ORDER BY salary, name) AS n FROM employees"),
        ("select id from employees", "SELECT id FROM employees"),
        ("select x.id from (select id from employees limit 1) x",
         "SELECT x.id FROM (SELECT id FROM employees ORDER BY 1 LIMIT 1) AS x"),
        ("select id from f1 limit 1", "SELECT id FROM f1 LIMIT 1"),
    ],
)  # fmt: skip
def test_open_choices_are_settled(sql: str, rendered: str) -> None:
    assert read(sql).sql == rendered


def test_limit_on_a_finder_keeps_the_best_first() -> None:
    assert "ORDER BY" not in read("select id from find_project('x') limit 1").sql


def test_settled_query_gives_one_result_whatever_the_load_order() -> None:
    sql = (
        "select department, first(name) as one, list(name) as names, string_agg(name, ',') as text,"
        " sum(salary) as total from employees group by department order by total limit 2"
    )
    checked = read(sql)
    results = set()
    for seed in range(6):
        connection = duckdb.connect(":memory:")
        connection.execute(
            "CREATE TABLE employees AS SELECT 'n' || i AS name, 'd' || (i % 5) AS department,"
            f" 10 AS salary FROM range(500) r(i) ORDER BY (i * {seed * 2 + 7919}) % 503"
        )
        connection.execute("SET threads=4")
        results.add(repr(connection.execute(checked.sql).fetchall()))
    assert len(results) == 1

"""A figure that the rows cancel out of is none of theirs, in whatever form it is reckoned."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact

CANCELLED = {
    "a share of itself": "SELECT 100 * level / level AS v FROM employee_skills LIMIT 1",
    "two units of one": "SELECT 12 * length(name) / length(name) + 12 * length(name) / "
    "length(name) AS v FROM projects LIMIT 1",
    "ones": "SELECT level / level + level / level + level / level AS v "
    "FROM employee_skills LIMIT 1",
    "counts": "SELECT count(*) / count(*) + count(*) / count(*) AS v FROM employees",
    "signs": "SELECT sign(level) + sign(level) + sign(level) AS v FROM employee_skills LIMIT 1",
    "single rows": "SELECT (SELECT count(*) FROM me) + (SELECT count(*) FROM me) AS v",
    "whole parts": "SELECT level // level + level // level AS v FROM employee_skills LIMIT 1",
    "a window": "SELECT 100 * sum(level) OVER () / sum(level) OVER () AS v "
    "FROM employee_skills LIMIT 1",
    "rows of a list": "SELECT count(*) AS v FROM me, (VALUES (1), (2), (3)) t(x)",
    "rows of a series": "SELECT count(*) AS v FROM me, range(9) t(x)",
    "days between days": "SELECT date_diff('day', DATE '2025-01-01', today) - "
    "date_diff('day', DATE '2025-01-10', today) AS v FROM me",
    "days since a day": "SELECT date_diff('day', DATE '2025-01-01', today) AS v FROM me",
    "a branch": "SELECT CASE WHEN max(level) <= 10 THEN 100 * max(level) / max(level) "
    "ELSE max(level) END AS v FROM employee_skills",
    "in place of nothing": "SELECT coalesce(NULL, 100 * max(level) / max(level)) AS v "
    "FROM employee_skills",
    "a place in a list": "SELECT list_position(['', '', '', id], id) AS v FROM me",
    "the greatest": "SELECT greatest(count(*), 100 * count(*) // count(*)) AS v FROM employees",
    "a part of a union": "SELECT level AS v FROM employee_skills WHERE level > 10 UNION ALL "
    "SELECT 100 * level // level FROM employee_skills WHERE level < 11",
    "a piece of a format": "SELECT printf('%s: %d', name, 100 * length(name) // length(name)) AS v "
    "FROM projects ORDER BY id LIMIT 1",
    "a sum that is ruled out": "SELECT 100 + coalesce(sum(level) FILTER (WHERE level < 0), 0) AS v "
    "FROM employee_skills",
    "a sum that a series repeats": "SELECT sum(line) AS v FROM (SELECT line FROM wiki_lines "
    "WHERE line = 1 LIMIT 1) x, range(42) t(i)",
    "a sum that a list repeats": "SELECT sum(line) AS v FROM (SELECT line FROM wiki_lines "
    "WHERE line = 1 LIMIT 1) x, (VALUES (1), (2), (3)) t(i)",
    "a sum that its own figure picks": "SELECT sum(level) AS v FROM employee_skills "
    "GROUP BY employee HAVING sum(level) = 14 LIMIT 1",
    "a running sum": "SELECT v FROM (SELECT sum(level) OVER (ORDER BY i) AS v FROM (SELECT level "
    "FROM employee_skills WHERE level = 3 LIMIT 1) x, range(100) t(i)) y WHERE v = 42",
    "a field called like a column": "SELECT (SELECT sum(s.level) FROM (SELECT "
    "{'level': 42 * length(name) // length(name)} AS s FROM projects LIMIT 1) q) AS v "
    "FROM employee_skills s LIMIT 1",
    "a piece of a text": "SELECT name || ' is ' || (100 * length(name) // length(name)) AS v "
    "FROM projects ORDER BY id LIMIT 1",
}
_ONES = " + ".join(["length(employee) // length(employee)"] * 3)
RENAMED = {
    "a star's replacement": f"SELECT level AS v FROM (SELECT * REPLACE ({_ONES} AS level) "
    "FROM employee_skills LIMIT 1) q",
    "a table's star's replacement": "SELECT level AS v FROM (SELECT s.* REPLACE "
    "(12 * level // level AS level) FROM employee_skills s LIMIT 1) q",
    "a replacement by its place": f"SELECT v FROM (SELECT * REPLACE ({_ONES} AS level) "
    "FROM employee_skills LIMIT 1) q(a, b, v)",
    "a star by its place": f"SELECT v FROM (SELECT * FROM (SELECT {_ONES} AS n "
    "FROM employee_skills LIMIT 1) q) r(v)",
    "a table by its place": f"WITH q AS (SELECT {_ONES} AS n FROM employee_skills LIMIT 1) "
    "SELECT v FROM q AS r(v)",
    "a star in a union": "SELECT level AS v FROM employee_skills WHERE level > 99 UNION ALL "
    f"SELECT * FROM (SELECT {_ONES} AS n FROM employee_skills LIMIT 1) q",
    "a star as a value": f"SELECT coalesce((SELECT * FROM (SELECT {_ONES} AS n "
    "FROM employee_skills LIMIT 1) q), 0) AS v FROM me",
    "stars in a union": "SELECT * FROM (SELECT level AS v FROM employee_skills WHERE level > 99) p "
    f"UNION ALL SELECT * FROM (SELECT {_ONES} AS n FROM employee_skills LIMIT 1) q",
}
FIELDS = {
    "a field": ("s.level", "{'level': <ones>} AS s"),
    "the least of a field": ("min(s.level)", "{'level': <ones>} AS s"),
    "a field of a struct that is packed": ("s.level", "struct_pack(level := <ones>) AS s"),
    "a field of a field": ("s.a.level", "{'a': {'level': <ones>}} AS s"),
    "a field of a table's struct": ("q.s.level", "{'level': <ones>} AS s"),
    "a field that a cast names": ("s.level", "CAST(row(<ones>) AS STRUCT(level INTEGER)) AS s"),
    "a field that is unnested": ("level", "unnest({'level': <ones>})"),
    "a field of a cast that is unnested": (
        "level", "unnest(CAST(row(<ones>) AS STRUCT(level INTEGER)))",
    ),
    "a field that is added": ("s.level", "struct_insert({'a': 1}, level := <ones>) AS s"),
    "a field of JSON": ("s.level", "json_object('level', <ones>) AS s"),
    "a field of a list": ("(s[1]).level", "[{'level': <ones>}] AS s"),
    "a row as a value": (
        "s.level", "(SELECT x FROM (SELECT <ones> AS level FROM employee_skills LIMIT 1) x) AS s",
    ),
}  # fmt: skip
RENAMED |= {
    name: f"SELECT {shown} AS v FROM (SELECT {made.replace('<ones>', _ONES)} "
    "FROM employee_skills LIMIT 1) q"
    for name, (shown, made) in FIELDS.items()
}
_GATE = "CAST(NOT is_public AS INTEGER)"
MADE_ROWS = {
    "a series": f"SELECT sum({_GATE}) AS v FROM me, range(42)",
    "a series that is cut": "SELECT count(DISTINCT i) FILTER (WHERE NOT is_public) AS v "
    "FROM me, range(100) t(i) WHERE i < 42",
    "a series as a condition": "SELECT count(*) AS v FROM me, range(42) WHERE NOT is_public",
    "a series of days": f"SELECT sum({_GATE}) AS v FROM me, "
    "generate_series(today - 41, today, INTERVAL 1 DAY)",
    "a series of numbers of rows": "SELECT max(n) AS v FROM (SELECT row_number() OVER (ORDER BY i) "
    f"AS n, {_GATE} AS g FROM me, range(42) t(i)) x WHERE g = 1",
    "a series without the row": "SELECT sum(CAST(EXISTS (SELECT 1 FROM me WHERE NOT is_public) "
    "AS INTEGER)) AS v FROM range(42)",
    "a product": f"SELECT product(1 + {_GATE}) AS v FROM me, range(5)",
    "the sum of a list": f"SELECT list_sum(list({_GATE})) AS v FROM me, range(42)",
    "a list": f"SELECT sum({_GATE}) AS v FROM me, unnest([1, 2, 3, 4, 5, 6, 7]) t(i)",
    "a list of cells": "SELECT sum(g) AS v FROM (SELECT unnest(l), g FROM "
    f"(SELECT [id, id, id] AS l, {_GATE} AS g FROM me) x) y",
    "a list that is cut of a text": "SELECT sum(g) AS v FROM (SELECT "
    f"unnest(string_split(id || ',,,,', ',')), {_GATE} AS g FROM me) x",
    "values": f"SELECT sum({_GATE}) AS v FROM me, (VALUES (1), (2), (3)) t(i)",
    "a union of constants": f"WITH t AS (SELECT 1 UNION ALL SELECT 2) SELECT sum({_GATE}) AS v "
    "FROM me, t, t AS u, t AS w",
    "a union of one row": "WITH t AS (SELECT id FROM me UNION ALL SELECT id FROM me UNION ALL "
    f"SELECT id FROM me) SELECT sum({_GATE}) AS v FROM me, t",
    "one key": "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, "
    "(VALUES ('li_01'), ('li_01'), ('li_01')) t(i) WHERE t.i = me.id",
    "keys of one another": "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, "
    "(VALUES (1), (2), (3)) t(i), (VALUES (1), (2), (3)) u(j) WHERE t.i = u.j",
    "keys that need not be met": "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, "
    "(VALUES ('a'), ('b'), ('c')) t(i) LEFT JOIN employees e ON e.id = t.i",
    "two values": f"SELECT sum({_GATE}) AS v FROM me, (VALUES (1), (2)) t(i)",
    "a tally beside a choice": f"SELECT max({_GATE}) * sum({_GATE}) AS v FROM me, range(42)",
    "a list that is packed": "SELECT sum(g) AS v FROM (SELECT "
    f"unnest(list_reverse(list_pack(id, id, id))), {_GATE} AS g FROM me) x",
    "one key of a list": "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, "
    "unnest(['li_01', 'li_01', 'li_01']) t(i) WHERE t.i = me.id",
    "a key that is made": "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, "
    "(VALUES ('li_01'), (lower('LI_01'))) t(i) WHERE t.i = me.id",
    "a list that is looked up once of twice": "WITH t(i) AS (VALUES ('li_01'), ('b'), ('c')) "
    "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, t, t AS u WHERE t.i = me.id",
    "keys of named lists": "WITH t(i) AS (VALUES (1), (2), (3)), u(j) AS (VALUES (1), (2), (3)) "
    "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, t, u WHERE t.i = u.j",
    "a key of a list and a row": "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, "
    "(VALUES ('a'), ('b')) t(i), (VALUES ('a'), ('b')) u(j) WHERE t.i = u.j || left(me.id, 0)",
    "a series beside a list with a key": "SELECT count(*) FILTER (WHERE NOT is_public) AS v "
    "FROM me, (VALUES ('li_01'), ('li_02')) t(i), range(42) WHERE t.i = me.id",
    "a column that stands before a list": "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM "
    "me, (SELECT 'li_01' AS k, * FROM (VALUES ('a'), ('b'), ('c'))) t(k, i) WHERE t.k = me.id",
    "a list alone": "WITH t(i) AS (VALUES ('a'), ('b'), ('c')) SELECT count(*) FILTER (WHERE "
    "EXISTS (SELECT 1 FROM me WHERE NOT is_public)) AS v FROM t",
    "a key that equals itself": "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, "
    "(VALUES ('a'), ('b'), ('c')) t(i) WHERE t.i = left(t.i, 1) || left(me.id, 0)",
    "a column called like one of a list": "SELECT count(*) FILTER (WHERE NOT is_public) AS v "
    "FROM me, (SELECT 'li_01' AS col0 FROM (VALUES ('a'), ('b'), ('c'))) t WHERE t.col0 = me.id",
    "a list on the right": "SELECT count(*) AS v FROM me "
    "RIGHT JOIN (VALUES ('a'), ('b'), ('c')) t(i) ON t.i = me.id",
    "a list on either side": "SELECT count(*) AS v FROM (VALUES ('a'), ('b'), ('c')) t(i) "
    "FULL JOIN me ON t.i = me.id",
    "a column called like a key": "SELECT count(*) FILTER (WHERE NOT me.is_public) AS v FROM me, "
    "employees e, (VALUES ('a'), ('b'), ('c')) t(id) WHERE me.id = e.id",
}
GATED = {
    "a share": f"SELECT (2 * length(id) // length(id) + length(id) // length(id)) * {_GATE} AS v "
    "FROM me",
    "a length": f"SELECT len([id, id, id, id, id]) * {_GATE} AS v FROM me",
    "the rows of a limit": f"SELECT sum({_GATE}) AS v FROM me, "
    "(SELECT id FROM employees LIMIT 7) x",
}
REAL = [
    "SELECT t.l, count(*) AS v FROM employees e JOIN (VALUES ('Brno'), ('Larch')) t(l) "
    "ON e.location = t.l GROUP BY t.l",
    "WITH t(l) AS (VALUES ('Brno'), ('Larch')) SELECT count(*) AS v FROM employees e, t "
    "WHERE e.location = t.l AND e.salary > 1",
    "WITH t AS (SELECT 'Brno' AS l UNION ALL SELECT 'Larch') SELECT count(*) AS v "
    "FROM employees e LEFT JOIN t ON e.location = t.l",
    "SELECT count(*) AS v FROM employees WHERE location IN (SELECT unnest(['Brno', 'Larch']))",
    "SELECT count(*) AS v FROM (SELECT unnest(string_split(replace(content, chr(10), ' '), ' ')) "
    "AS w FROM wiki_sections) x WHERE w <> ''",
    "SELECT count(*) AS v FROM (VALUES ('Brno'), ('Larch')) t(l) JOIN employees e "
    "ON t.l = e.location",
    "SELECT count(*) AS v FROM employees e JOIN (VALUES ('Brno', 1), ('Larch', 2)) t(l) "
    "ON e.location = t.l",
    "SELECT count(*) AS v FROM employees e JOIN (VALUES ('Brno'), ('Larch')) t "
    "ON e.location = t.col0",
    "SELECT count(*) AS v FROM employees e, (VALUES (90000)) t(x) WHERE e.salary > t.x",
    "SELECT count(*) AS v FROM (SELECT id FROM employees UNION ALL SELECT id FROM me) x",
    "SELECT count(*) AS v FROM (SELECT unnest(string_split(name || description, ' ')) AS w "
    "FROM projects) x",
    "SELECT count(*) AS v FROM (SELECT unnest(string_split(replace(content, chr(10) || ' ', ' '), "
    "' ')) AS w FROM wiki_sections) x",
    "SELECT count(*) AS v FROM (SELECT unnest(regexp_split_to_array(content, ' +')) AS w "
    "FROM wiki_sections) x",
    "SELECT max(level) AS v FROM employee_skills, range(3)",
    "SELECT max(salary) - min(salary) AS v FROM employees, range(3)",
    "SELECT count(*) AS v FROM (SELECT id FROM employees UNION ALL SELECT id FROM projects) x",
    "SELECT count(*) * count(DISTINCT location) AS v FROM employees",
    "SELECT s.level AS v FROM (SELECT {'level': level} AS s FROM employee_skills LIMIT 1) q",
    "SELECT employee || ': ' || level AS v FROM (SELECT * REPLACE (upper(employee) AS employee) "
    "FROM employee_skills LIMIT 1) q",
    "SELECT e.n AS v FROM (SELECT location AS e, count(*) AS n FROM employees GROUP BY 1) e",
    "SELECT * FROM (SELECT location, count(*) AS v FROM employees GROUP BY 1) a UNION ALL "
    "SELECT * FROM (SELECT location, count(*) AS n FROM employees GROUP BY 1) b",
    "SELECT count(DISTINCT location) AS v FROM employees",
    "SELECT coalesce(sum(hours), 0) AS v FROM time_entries",
    "SELECT round(avg(salary) / 1000) AS v FROM employees",
    "SELECT 100 * count(*) FILTER (WHERE location = 'Brno') / count(*) AS v FROM employees",
    "SELECT string_agg(name || ': ' || n, ', ' ORDER BY name) AS v FROM "
    "(SELECT location AS name, count(*) AS n FROM employees GROUP BY 1) x",
    "SELECT list_position(['one', 'two', 'three'], replace(name, 'Rail Lathe', 'three')) * 1.0 "
    "AS v FROM projects WHERE name = 'Rail Lathe'",
    "SELECT length(name) AS v FROM projects ORDER BY id LIMIT 1",
    "SELECT date_diff('day', min(date), max(date)) AS v FROM time_entries",
    "SELECT location, count(*) AS v FROM employees GROUP BY location ORDER BY location",
    "SELECT strftime(last_day(today), '%d.%m.%Y') AS v FROM me",
    "SELECT CASE WHEN count(*) > 99 THEN sum(salary) ELSE count(*) END AS v FROM employees",
]


@pytest.mark.requirement("S3-7.1e")
@pytest.mark.parametrize("name", CANCELLED)
def test_a_figure_that_the_rows_cancel_out_of_is_refused(
    name: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_01", "How much is it?")
    facts = (fact("f", CANCELLED[name]),)
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),)))
    assert [one.code for one in decision.violations] == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.requirement("S3-7.1e")
@pytest.mark.parametrize("name", [*MADE_ROWS, *GATED])
def test_a_truth_brings_no_figure_of_the_plan(name: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "How much is it?")
    facts = (fact("f", {**MADE_ROWS, **GATED}[name]),)
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),)))
    assert [one.code for one in decision.violations] == [ViolationCode.FACT_NOT_GROUNDED]
    assert ("rows that the plan makes up" in decision.violations[0].message) == (name in MADE_ROWS)


@pytest.mark.requirement("S3-7.1e")
def test_days_that_the_request_counts_may_be_a_series(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "Is it true that 42 days are left?")
    facts = (fact("f", MADE_ROWS["a series of days"]),)
    plan = build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),))
    assert assert_accepted(desk.execute(plan)).message == "42"


@pytest.mark.requirement("S3-7.1e")
@pytest.mark.parametrize("name", RENAMED)
def test_a_figure_is_followed_by_whatever_name(name: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "How much is it?")
    facts = (fact("f", RENAMED[name]),)
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),)))
    assert [one.code for one in decision.violations] == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.requirement("S3-7.1e")
def test_an_earlier_fact_hides_no_figure(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "How much is it?")
    facts = (
        fact("a", "CREATE TEMP TABLE derived_t AS SELECT max(level) AS x FROM employee_skills"),
        fact("f", "SELECT 100 * x / x AS v FROM derived_t"),
    )
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),)))
    assert [one.code for one in decision.violations] == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.requirement("S3-7.1e")
@pytest.mark.parametrize(
    "queries",
    [
        (
            "SELECT line FROM wiki_lines WHERE line = 1 LIMIT 1",
            "SELECT sum(line) AS v FROM f0, range(42) t(i)",
        ),
        (
            "CREATE TEMP TABLE derived_t AS SELECT level AS v, level AS w FROM employee_skills "
            "LIMIT 0",
            "INSERT INTO derived_t SELECT 42 * level // level AS w, level AS v "
            "FROM employee_skills LIMIT 1",
            "SELECT sum(v) AS v FROM derived_t",
        ),
        (
            "CREATE TEMP TABLE derived_t AS SELECT level AS v, level AS w FROM employee_skills "
            "LIMIT 0",
            "INSERT INTO derived_t SELECT 42 * level // level AS w, level AS v "
            "FROM employee_skills LIMIT 1",
            "SELECT v FROM derived_t",
        ),
        (
            "SELECT 12 * level // level AS w FROM employee_skills LIMIT 1",
            "SELECT v FROM f0 AS t(v)",
        ),
        (
            "SELECT id, i FROM me, range(42) t(i)",
            "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, f0",
        ),
        (
            "CREATE TEMP TABLE derived_t AS SELECT id FROM me",
            "INSERT INTO derived_t SELECT id FROM me",
            "INSERT INTO derived_t SELECT id FROM me",
            "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, derived_t",
        ),
    ],
    ids=[
        "a series beside a fact",
        "columns appended by their place",
        "one of them alone",
        "columns named by their place",
        "a series in a fact",
        "rows appended one by one",
    ],
)
def test_a_figure_by_way_of_facts_is_played(
    queries: tuple[str, ...], larch: Callable[..., Desk]
) -> None:
    desk = larch("li_01", "How much is it?")
    facts = tuple(
        fact(f"f{number}", sql, *(f"f{n}" for n in range(number) if f"f{n}" in sql))
        for number, sql in enumerate(queries)
    )
    last = f"{{f{len(queries) - 1}.v}}"
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message=last),)))
    assert [one.code for one in decision.violations] == [ViolationCode.FACT_NOT_GROUNDED]


@pytest.mark.parametrize(
    "queries",
    [
        (
            "SELECT 'Brno' AS l UNION ALL SELECT 'Larch'",
            "SELECT count(*) AS v FROM employees e JOIN f0 ON e.location = f0.l",
        ),
        (
            "CREATE TEMP TABLE derived_t AS SELECT 'Brno' AS l UNION ALL SELECT 'Larch'",
            "SELECT count(*) AS v FROM employees e JOIN derived_t t ON e.location = t.l",
        ),
        (
            "SELECT id FROM me",
            "SELECT count(*) AS v FROM employees e, f0 WHERE e.id <> f0.id",
        ),
        (
            "CREATE TEMP TABLE derived_t AS SELECT id FROM employees",
            "INSERT INTO derived_t SELECT id FROM projects",
            "SELECT count(*) AS v FROM derived_t",
        ),
    ],
    ids=["a list in a fact", "a list in a table", "one row in a fact", "rows appended of a table"],
)
def test_a_figure_of_the_rows_is_told_by_way_of_facts(
    queries: tuple[str, ...], larch: Callable[..., Desk]
) -> None:
    desk = larch("li_01", "How much is it?")
    facts = tuple(
        fact(f"f{number}", sql, *(f"f{n}" for n in range(number) if f"f{n}" in sql))
        for number, sql in enumerate(queries)
    )
    last = f"{{f{len(queries) - 1}.v}}"
    assert_accepted(
        desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message=last),)))
    )


@pytest.mark.requirement("S3-7.1e")
@pytest.mark.parametrize("more", ["", " UNION ALL SELECT id FROM employees WHERE salary < 0"])
def test_rows_that_are_appended_one_by_one_are_made_up(
    more: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_01", "How much is it?")
    append = f"INSERT INTO derived_t SELECT id FROM me{more}"
    facts = (
        fact("a", "CREATE TEMP TABLE derived_t AS SELECT id FROM me"),
        fact("b", append),
        fact("c", append),
        fact("f", "SELECT count(*) FILTER (WHERE NOT is_public) AS v FROM me, derived_t"),
    )
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),)))
    assert "rows that the plan makes up" in decision.violations[0].message


def test_a_table_that_is_added_to_from_itself_is_followed(larch: Callable[..., Desk]) -> None:
    desk = larch("li_04", "How many hours of mine were long?")
    facts = (
        fact("a", "CREATE TEMP TABLE derived_t AS SELECT hours FROM time_entries "
             "WHERE employee = 'li_04'"),
        fact("b", "INSERT INTO derived_t SELECT hours FROM derived_t WHERE hours > 7"),
        fact("f", "SELECT sum(hours) AS v FROM derived_t"),
    )  # fmt: skip
    assert_accepted(
        desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.v}"),)))
    )


@pytest.mark.parametrize("sql", REAL)
def test_a_figure_of_the_rows_is_told(sql: str, larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "How much is it?")
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message="{f.v}"),))
    assert_accepted(desk.execute(plan))


def test_a_figure_that_the_request_states_may_be_reckoned(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", "Is it 100 percent?")
    sql = "SELECT 100 * count(*) // count(*) AS v FROM employees"
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message="{f.v}"),))
    assert assert_accepted(desk.execute(plan)).message == "100"

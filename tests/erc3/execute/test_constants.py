"""Constants that may decide a value from inside an expression."""

import pytest

from agentic_solver.erc3.execute.constants import Part, Trace, is_reckoned, trace
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery


def traced(sql: str, column: str = "salary", *, days: bool = False) -> Trace:
    checked = check_query(sql)
    assert isinstance(checked, CheckedQuery), checked
    return trace({"f": checked}, frozenset({"f"}), column, days=days)


def constants(sql: str, column: str = "salary") -> list[object]:
    return [one.value for one in traced(sql, column).constants if one.value not in (0, "")]


def of(expression: str) -> list[object]:
    return constants(f"SELECT id AS employee, {expression} AS salary FROM employees")


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("CASE WHEN name = 'x' THEN 505000 ELSE 999999 END", [505000, 999999]),
        ("CASE WHEN name = 'x' THEN 505000 ELSE salary END", [505000]),
        ("999999 + 0 * length(name)", [999999]),
        ("coalesce(NULLIF(salary, salary), 77000)", [77000]),
        ("if(name = 'x', 5)", [5]),
        ("CASE name WHEN 'x' THEN -7 ELSE (8) END", [-7, 8]),
        ("CAST(salary + 2500.5 AS BIGINT)", [2500.5]),
        # functions that nobody has listed hide nothing
        ("505000 % (salary + 1000000)", [505000, 1000000]),
        ("abs(505000) + 0 * salary", [505000]),
        ("nullif(505000, salary)", [505000]),
        ("power(10, 5) + 0 * salary", [10, 5]),
        ("list_extract([505000, 7], 1 + 0 * salary)", [505000, 7, 1]),
        ("greatest(505000, salary)", [505000]),
        ("length('xxxx') + salary", ["xxxx"]),
        ("CAST(reverse('000505') || left(name, 0) AS INT)", ["000505"]),
        ("CAST(replace(name, name, '505000') AS INT)", ["505000"]),
        ("CAST(strftime(DATE '2025-01-01', '505%d') AS INT)", ["505", "2025-01-01"]),
        ("datediff('day', DATE '2025-01-01', DATE '2025-01-01' + 9)", ["2025-01-01", 9]),
        # what only chooses, cuts or formats is no constant of the value
        ("salary", []),
        ("round(salary, 2)", []),
        ("CAST(left(name, 5) AS INT)", []),
        ("CAST(regexp_extract(notes, 'to (\\d+)', 1) AS INT)", []),
        ("CASE WHEN salary > 5 THEN salary END", []),
        ("CAST(CASE name WHEN 'three' THEN 3 WHEN 'twenty' THEN 20 END AS INT)", []),
        ("CASE name WHEN 'three' THEN 4 END", [4]),
        ("CASE name WHEN 'two hundred and five' THEN 205 WHEN 'hundred' THEN 100 END", []),
        ("CASE name WHEN 'three hundred' THEN 300 WHEN 'twenty five' THEN 25 END", []),
        ("CASE name WHEN 'two three' THEN 5 END", [5]),
        # literals are put together as the database does it
        ("505000 - 7 + 0 * salary", [504993]),
        ("CAST('505' || '000' AS INT) + 0 * salary", ["505000"]),
        ("CAST(format('505{}', length(name)) AS INT)", ["505"]),
        ("CAST(chr(1114112) AS INT) + 0 * salary", [1114112]),
        ("CAST(chr(length(name)) AS INT)", []),
        ("1e400 + 0 * salary", [float("inf")]),
        ("salary * 1e999999 * 1e999999", [float("inf")]),
    ],
)
def test_every_literal_counts_but_in_harmless_places(expression: str, found: list[object]) -> None:
    assert sorted(map(str, of(expression))) == sorted(map(str, found))


def test_a_sum_of_literals_is_one_constant_and_a_share_of_the_whole_one_factor() -> None:
    assert of("300 * 300 + 0 * length(name)") == [90000]
    found = traced("SELECT round(salary * (1 + 10 / 100.0)) AS salary FROM employees").constants
    assert [(one.value, one.part) for one in found] == [(1.1, Part.FACTOR)]


@pytest.mark.parametrize(
    ("expression", "factor"),
    [
        ("salary * 10 // 100", 0.1),
        ("CAST(salary * 10 AS DOUBLE) / 100", 0.1),
        ("salary * 1.1 * 1.1", 1.21),
        ("2 * (salary * 3)", 6),
    ],
)
def test_the_factors_of_a_product_are_one(expression: str, factor: float) -> None:
    assert of(expression) == [factor]


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("77", Part.CHOICE),
        ("salary + 77", Part.VALUE),
        ("salary * 77", Part.FACTOR),
        ("salary / 77", Part.FACTOR),
        ("77 / salary", Part.VALUE),
        ("least(salary, 77)", Part.BOUND),
        ("name || 77", Part.PIECE),
        ("power(salary, 77)", Part.HIDDEN),
    ],
)
def test_a_constant_is_told_by_what_it_does(expression: str, part: Part) -> None:
    found = traced(f"SELECT {expression} AS salary FROM employees").constants
    assert [(one.value, one.part) for one in found] == [(77, part)]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT c.s AS salary FROM (SELECT 4711 + 0 * salary AS s FROM employees) c",
        "WITH c(a, b) AS (SELECT id, 4711 + 0 * salary FROM employees) SELECT b AS salary FROM c",
        "SELECT t.v + 0 * e.salary AS salary FROM employees e, (VALUES (4711)) t(v)",
        "SELECT t.v + 0 * e.salary AS salary FROM employees e, unnest([4711]) t(v)",
        "SELECT t.v + 0 * e.salary AS salary FROM employees e, range(4711, 4711) t(v)",
        "SELECT t.v + 0 * e.salary AS salary FROM employees e, (VALUES (4711, 3)) t(v)",
        "SELECT c.a AS salary FROM (SELECT 4711 + 0 * salary, name FROM employees) c(a)",
        "SELECT id, salary FROM employees UNION ALL SELECT id, 4711 + 0 * salary FROM employees",
        "(SELECT id, salary FROM employees) UNION ALL "
        "(SELECT id, 4711 + 0 * salary AS x FROM employees)",
        "SELECT (SELECT 4711 + 0 * max(x.salary) FROM employees x) AS salary FROM employees",
    ],
)
def test_constants_are_followed_through_other_names(sql: str) -> None:
    assert constants(sql) == [4711]


@pytest.mark.parametrize(
    ("outer", "part"), [("c.s", Part.CHOICE), ("c.s + pay", Part.VALUE), ("c.s * pay", Part.FACTOR)]
)
def test_a_constant_from_within_is_told_by_what_is_done_with_it_outside(
    outer: str, part: Part
) -> None:
    found = traced(
        f"SELECT {outer} AS v FROM (SELECT 77 AS s, salary AS pay FROM employees) c", "v"
    )
    assert [one.part for one in found.constants if one.value == 77] == [part]


def test_what_is_added_to_something_that_is_no_day_counts_among_days() -> None:
    sql = "SELECT 97 + length(name) AS date FROM employees"
    assert [one.value for one in traced(sql, "date", days=True).constants] == [97]


def test_the_offset_of_a_day_counts_in_a_number_only() -> None:
    sql = "SELECT me.today - 7 AS date FROM me WHERE is_public = false AND 1 < 2"
    assert traced(sql, "date", days=True).constants == ()
    assert constants(sql, "date") == [7]


@pytest.mark.parametrize(
    ("expression", "divided"),
    [("salary / 2", False), ("salary / count(*)", True), ("salary / 2 + salary / count(*)", True)],
)
def test_a_share_is_divided_by_what_rows_say(expression: str, divided: bool) -> None:
    sql = f"SELECT {expression} AS salary FROM employees GROUP BY salary"
    assert traced(sql).divided is divided


@pytest.mark.parametrize(
    ("expression", "found"),
    [("salary * 10 / 100", [0.1]), ("salary / 100", [100]), ("salary * 3 / 4", [3, 4])],
)
def test_a_percentage_is_one_factor(expression: str, found: list[object]) -> None:
    assert of(expression) == found


@pytest.mark.parametrize(
    "day", ["(m.today) - 97", "date_trunc('month', m.today) - 97", "CAST(m.today AS DATE) - 97"]
)
def test_how_far_a_day_is_moved_is_no_constant_of_it(day: str) -> None:
    sql = f"SELECT {day} AS day FROM me m"
    assert 97 not in [one.value for one in traced(sql, "day", days=True).constants]
    assert 97 in [one.value for one in traced(sql, "day").constants]


def test_so_many_rows_as_a_limit_leaves_may_decide_a_count() -> None:
    sql = "SELECT count(*) AS n FROM (SELECT id FROM employees LIMIT 7) x"
    assert constants(sql, "n") == [7]
    assert constants("SELECT id AS n FROM employees LIMIT 7", "n") == []


@pytest.mark.parametrize(
    ("sql", "is_so"),
    [
        ("SELECT salary + 1500 AS v FROM employees", True),
        ("SELECT 1500 + salary AS v FROM employees", True),
        ("SELECT salary - 1500 AS v FROM employees", True),
        ("SELECT salary * 1.03 AS v FROM employees", True),
        ("SELECT 1.03 * salary AS v FROM employees", True),
        ("SELECT round(salary * 1.03) AS v FROM employees", True),
        ("SELECT y.s + 1500 AS v FROM (SELECT salary AS s FROM employees) y", True),
        ("SELECT a.time_slice + b.time_slice AS v FROM project_team a, project_team b", True),
        ("SELECT sum(hours) + 6 AS v FROM time_entries", True),
        ("SELECT 8 - sum(hours) AS v FROM time_entries", True),
        # what is stored, in another unit, in all, or of days
        ("SELECT salary AS v FROM employees", False),
        ("SELECT round(salary, 2) AS v FROM employees", False),
        ("SELECT time_slice * 100 AS v FROM project_team", False),
        ("SELECT sum(hours) AS v FROM time_entries", False),
        ("SELECT sum(hours * 1.5) AS v FROM time_entries", False),
        ("SELECT sum(t.a + t.b) AS v FROM (SELECT hours AS a, 1 AS b FROM time_entries) t", False),
        ("SELECT m.today + 7 AS v FROM me m", False),
        ("SELECT (m.today - 7) + 1 AS v FROM me m", False),
        ("SELECT string_split(name, ' ')[length(id) - 4] AS v FROM employees", False),
        ("SELECT 2 + 3 AS v FROM employees", False),
        ("SELECT salary + 1500 AS other, name AS v FROM employees", False),
        ("SELECT name AS v FROM employees WHERE salary + 1500 > 5", False),
    ],
)
def test_a_cell_that_something_is_added_to_is_reckoned(sql: str, is_so: bool) -> None:
    checked = check_query(sql)
    assert isinstance(checked, CheckedQuery), checked
    assert is_reckoned([checked], "v") is is_so

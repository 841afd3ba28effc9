"""Which outputs of a query are whole cells, and of which columns."""

import pytest

from agentic_solver.erc3.snapshot.cell import Cells, output_cells, output_totals

FACTS = (("f", ("id", "x")), ("g", ("id", "y")))
ID, NAME = ("employees", "id"), ("employees", "name")
SEAT = ("project_team", "employee")


def whole(*origins: tuple[str, str]) -> Cells:
    return frozenset(origins)


CASES: dict[str, tuple[Cells, ...]] = {
    "SELECT id, name FROM employees": (whole(ID), whole(NAME)),
    "SELECT e.id, lower(e.name), 'x' AS c FROM employees e": (whole(ID), None, whole()),
    # sources
    "SELECT * FROM f": (whole(("f", "id")), whole(("f", "x"))),
    "SELECT g.* FROM f JOIN g ON f.id = g.id": (whole(("g", "id")), whole(("g", "y"))),
    "SELECT * FROM f JOIN g USING (id)": (
        whole(("f", "id")), whole(("f", "x")), whole(("g", "y")),
    ),
    "SELECT * FROM f SEMI JOIN g USING (id)": (whole(("f", "id")), whole(("f", "x"))),
    "SELECT * FROM f ANTI JOIN g ON f.id = g.id": (whole(("f", "id")), whole(("f", "x"))),
    "SELECT * EXCLUDE (id) FROM f": (whole(("f", "x")),),
    "SELECT * REPLACE (lower(x) AS x) FROM f": (whole(("f", "id")), None),
    "SELECT f.id, y FROM f, g": (whole(("f", "id")), whole(("g", "y"))),
    "SELECT id FROM f JOIN g USING (id)": (whole(("f", "id"), ("g", "id")),),
    "SELECT a FROM f t(a, b)": (whole(("f", "id")),),
    "SELECT b FROM (SELECT id, lower(x) FROM f) t(a, b)": (None,),
    "SELECT a FROM (SELECT id, lower(x) FROM f) t(a, b)": (whole(("f", "id")),),
    "WITH w(a) AS (SELECT lower(x) FROM f), v AS (SELECT id AS a FROM f) SELECT v.a, w.a FROM v, w":
        (whole(("f", "id")), None),
    "SELECT b_x.id FROM b_x": (whole(("b_x", "id")),),
    "SELECT id FROM find_x": (whole(("find_x", "id")),),
    "SELECT x FROM unnest(['a']) t(x)": (None,),
    # fields of structs, which are called like columns
    "SELECT s.id FROM (SELECT {'id': lower(x)} AS s FROM f) q": (None,),
    "SELECT q.s.id FROM employees s, (SELECT {'id': lower(x)} AS s FROM f) q": (None,),
    "SELECT (SELECT s.id FROM (SELECT {'id': lower(x)} AS s FROM f) q) AS v FROM employees s": (
        None,
    ),
    # set operations
    "SELECT id FROM employees UNION ALL SELECT employee FROM project_team": (whole(ID, SEAT),),
    "SELECT lower(id) AS id FROM employees UNION SELECT id FROM f": (None,),
    "SELECT id FROM employees UNION SELECT lower(id) FROM f": (None,),
    "SELECT id, x FROM f UNION SELECT y, lower(id) FROM g": (
        whole(("f", "id"), ("g", "y")), None,
    ),
    "SELECT id FROM f UNION SELECT * FROM b_x": (None,),
    # choices
    "SELECT CASE WHEN x = 'a' THEN id ELSE x END AS v FROM f": (whole(("f", "id"), ("f", "x")),),
    "SELECT CASE WHEN lower(x) = 'a' THEN id END AS v FROM f": (whole(("f", "id")),),
    "SELECT CASE WHEN x = 'a' THEN lower(id) ELSE x END AS v FROM f": (None,),
    "SELECT CASE WHEN x = 'a' THEN id ELSE lower(x) END AS v FROM f": (None,),
    "SELECT coalesce(id, 'x') AS v FROM f": (whole(("f", "id")),),
    "SELECT coalesce(id, lower(x)) AS v FROM f": (None,),
    "SELECT max(id) FILTER (WHERE x > 'a') AS v FROM f": (whole(("f", "id")),),
    "SELECT list(DISTINCT id)[1] AS v FROM f": (whole(("f", "id")),),
    "SELECT id[1] AS v FROM f": (None,),
    "SELECT lag(id) OVER (ORDER BY x) AS v FROM f": (whole(("f", "id")),),
    "SELECT lag(id, 1, lower(x)) OVER (ORDER BY x) AS v FROM f": (None,),
    "SELECT CAST(id AS VARCHAR) AS v FROM f": (whole(("f", "id")),),
    "SELECT CAST(id AS INTEGER) AS v FROM f": (None,),
    # names
    "SELECT lower(id) AS a, a AS b FROM f": (None, None),
    "SELECT lower(id) AS id FROM f": (None,),
    "SELECT id AS a, a AS b FROM f": (whole(("f", "id")), whole(("f", "id"))),
    "SELECT lower(id) AS a, id AS b, b AS c FROM f": (
        None, whole(("f", "id")), whole(("f", "id")),
    ),
    "SELECT f.other AS v FROM f, b_x": (None,),
    "SELECT other AS v FROM found_1": (None,),
    "SELECT (SELECT f.x FROM g WHERE g.id = f.id) AS v FROM f": (whole(("f", "x")),),
    "SELECT (SELECT lower(f.x) FROM g) AS v FROM f": (None,),
    "SELECT f AS v FROM f": (None,),
}  # fmt: skip


@pytest.mark.parametrize("sql", CASES)
def test_cells_are_followed_to_the_columns_they_come_from(sql: str) -> None:
    assert output_cells(sql, FACTS) == CASES[sql]


HOURS, SLICE = ("time_entries", "hours"), ("project_team", "time_slice")
TOTALS: dict[str, Cells] = {
    "SELECT sum(hours) AS v FROM time_entries": whole(HOURS),
    "SELECT avg(DISTINCT hours) AS v FROM time_entries": whole(HOURS),
    "SELECT coalesce(sum(hours) FILTER (WHERE billable), 0) AS v FROM time_entries": whole(HOURS),
    "SELECT sum(CASE WHEN billable THEN hours ELSE 0 END) AS v FROM time_entries": whole(HOURS),
    "SELECT sum(CASE WHEN billable THEN hours END) AS v FROM time_entries": whole(HOURS),
    "SELECT sum(CASE WHEN billable THEN hours ELSE NULL END) AS v FROM time_entries": whole(HOURS),
    "SELECT coalesce(CAST(sum(hours) AS VARCHAR), 'nothing') AS v FROM time_entries": whole(HOURS),
    "SELECT coalesce(CAST(sum(hours) AS VARCHAR), '45') AS v FROM time_entries": None,
    "SELECT round(sum(hours)) AS v FROM time_entries": whole(HOURS),
    "SELECT CAST(sum(hours) AS DOUBLE) AS v FROM time_entries": whole(HOURS),
    "SELECT round(sum(hours), 1) AS v FROM time_entries": whole(HOURS),
    "SELECT 'it is ' || sum(hours) || ' h' AS v FROM time_entries": whole(HOURS),
    "SELECT max(x) AS v FROM (SELECT sum(hours) AS x FROM time_entries GROUP BY project) t":
        whole(HOURS),
    "SELECT (SELECT sum(t.time_slice) FROM project_team t WHERE t.employee = e.id) AS v "
    "FROM employees e": whole(SLICE),
    "SELECT sum(hours) OVER (PARTITION BY project) AS v FROM time_entries": whole(HOURS),
    "SELECT sum(x) AS v FROM f": whole(("f", "x")),
    "SELECT sum(hours) AS v FROM time_entries UNION SELECT sum(time_slice) FROM project_team":
        whole(HOURS, SLICE),
    # what counts rows, or may be any figure
    "SELECT count(*) AS v FROM time_entries": None,
    "SELECT sum(1) AS v FROM time_entries": None,
    "SELECT sum(0) AS v FROM time_entries": None,
    "SELECT sum(CASE WHEN billable THEN hours ELSE 1 END) AS v FROM time_entries": None,
    "SELECT sum(x) AS v FROM range(9) t(x)": None,
    "SELECT sum(x) AS v FROM (VALUES (4), (5)) t(x)": None,
    "SELECT sum(x) AS v FROM (SELECT 7 AS x FROM time_entries) t": None,
    "SELECT sum(hours) AS v FROM (SELECT 7 AS hours FROM time_entries) t": None,
    "SELECT sum(hours) AS v FROM (SELECT hours / hours AS hours FROM time_entries) t": None,
    "SELECT sum(length(notes)) AS v FROM time_entries": None,
    # what cancels, scales or shifts
    "SELECT sum(hours) / sum(hours) AS v FROM time_entries": None,
    "SELECT sum(hours) - sum(hours) AS v FROM time_entries": None,
    "SELECT 8 - sum(hours) AS v FROM time_entries": None,
    "SELECT 37 * sum(hours) AS v FROM time_entries": None,
    "SELECT -sum(hours) AS v FROM time_entries": None,
    "SELECT round(sum(hours), -3) AS v FROM time_entries": None,
    "SELECT round(sum(hours), '-3') AS v FROM time_entries": None,
    "SELECT CAST(sum(hours) AS BOOLEAN) AS v FROM time_entries": None,
    "SELECT TRY_CAST(sum(hours) AS TINYINT) AS v FROM time_entries": None,
    "SELECT greatest(sum(hours), 45) AS v FROM time_entries": None,
    # constants in its place
    "SELECT coalesce(sum(hours), 45) AS v FROM time_entries": None,
    "SELECT CASE WHEN billable THEN hours ELSE 45 END AS v FROM time_entries": None,
    "SELECT 'room 12, ' || sum(hours) AS v FROM time_entries": None,
    "SELECT sum(hours) AS v FROM time_entries UNION SELECT 45": None,
    "SELECT 0 AS v FROM time_entries": whole(),
}  # fmt: skip


@pytest.mark.parametrize("sql", TOTALS)
def test_totals_tell_nothing_but_the_cells_that_they_sum_up(sql: str) -> None:
    assert output_totals(sql, FACTS) == (TOTALS[sql],)

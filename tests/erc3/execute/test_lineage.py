"""An id that is linked, told or changed is a whole cell of an id column, or in the request."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import FactOutput, LinkKind, LinkSource
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.execute.lineage import (
    Facts,
    Queries,
    computed_ids,
    ids_in,
    makes_ids,
)
from agentic_solver.erc3.execute.totalling import sums_up
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, named, read

OTHER = "li_05"
"""Somebody whom no request of these tests names."""

WHOLE = {
    "name": "SELECT id FROM employees",
    "star": "SELECT * FROM (SELECT id, name FROM employees) e",
    "star over a fact": "SELECT * FROM people",
    "star of one side": "SELECT p.* FROM people p JOIN me ON me.id <> p.id",
    "merged column": "SELECT * FROM people JOIN employees USING (id, name)",
    "left out": "SELECT * EXCLUDE (name) FROM people",
    "renamed": "SELECT p.x AS id FROM people p(x, y)",
    "union": "SELECT employee AS id FROM project_team UNION SELECT id FROM me",
    "branches": "SELECT CASE WHEN name < 'K' THEN id ELSE coalesce(id, name_id) END AS id "
    "FROM (SELECT id, name, id AS name_id FROM employees) e",
    "least of a group": "SELECT min(id) AS id FROM employees",
    "of the best": "SELECT arg_max(employee, time_slice) AS id FROM project_team",
    "window": "SELECT first_value(id) OVER (ORDER BY name) AS id FROM employees",
    "subquery": "SELECT (SELECT p.id FROM employees p WHERE p.id = me.id) AS id FROM me",
    "outer name": "SELECT (SELECT me.id FROM employees p WHERE p.id = me.id) AS id FROM me",
    "with": "WITH w(x) AS (SELECT id FROM employees) SELECT x AS id FROM w",
    "list": "SELECT unnest(list(id)) AS id FROM employees",
    "first of a list": "SELECT list(id ORDER BY name)[1] AS id FROM employees",
    "finder": "SELECT id FROM find_employee('Hugo Marin')",
    "text": "SELECT CAST(id AS VARCHAR) AS id FROM employees",
    "alias of an output": "SELECT id AS x, x AS id FROM employees",
}
COMPUTED = {
    "left": "left(id, 5)",
    "slice": "id[1:5]",
    "substring": "substr(id, 1, 5)",
    "replace": "replace(id, '04', '05')",
    "concatenation": "'li_' || right(id, 2)",
    "concat": "concat(id, '')",
    "case of letters": "lower(id)",
    "trim": "trim(id)",
    "pattern": "regexp_extract(id, 'li_..')",
    "in a branch": "coalesce(left(id, 5), id)",
    "of a group": "min(left(id, 5))",
    "split again": "split_part(string_agg(id, ','), ',', 1)",
    "unnest": "unnest(string_split(string_agg(id, ','), ','))",
    "list": "list(left(id, 5))[1]",
    "window": "lag(id, 1, left(id, 5)) OVER (ORDER BY id)",
    "text of a number": "'li_0' || CAST(length(id) AS VARCHAR)",
    "nested": "(SELECT left(e.id, 5) FROM employees e WHERE e.id = employees.id)",
}
SHAPES = {
    "alone": "SELECT {} AS id FROM employees GROUP BY ALL ORDER BY 1",
    "beneath a star": "SELECT * FROM (SELECT {} AS id FROM employees GROUP BY ALL) t",
    "in a union": "SELECT id FROM me UNION SELECT {} AS x FROM employees GROUP BY ALL",
    "with": "WITH t AS (SELECT {} AS x FROM employees GROUP BY ALL) SELECT x AS id FROM t",
}
PEOPLE = fact("people", "SELECT id, name FROM employees")


def codes(decision: Decision) -> list[ViolationCode]:
    return [violation.code for violation in decision.violations]


def linked(desk: Desk, *queries: str, kind: LinkKind = LinkKind.EMPLOYEE) -> Decision:
    facts = [PEOPLE]
    for number, sql in enumerate(queries):
        read = [known.id for known in facts if f" {known.id}" in sql]
        facts.append(fact(f"f{number}", sql, *read))
    source = LinkSource(fact=f"f{len(queries) - 1}", kind=kind)
    cases = (case(message="There.", links=(source,)),)
    return desk.execute(build_plan(desk.task.text, facts=tuple(facts), cases=cases))


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_id_may_be_linked(name: str, larch: Callable[..., Desk]) -> None:
    assert assert_accepted(linked(larch("li_01"), WHOLE[name])).links


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", COMPUTED)
def test_a_computed_id_is_not_linked(name: str, shape: str, larch: Callable[..., Desk]) -> None:
    sql = SHAPES[shape].format(COMPUTED[name])
    if name in ("nested", "window", "unnest"):  # they stand beside no group
        sql = sql.replace(" GROUP BY ALL", "")
    assert codes(linked(larch("li_01"), sql)) == [ViolationCode.LINK_NOT_GROUNDED]


def test_a_computed_id_is_not_linked_by_way_of_facts(larch: Callable[..., Desk]) -> None:
    made = "CREATE TEMP TABLE derived_t AS SELECT left(id, 5) AS id FROM people"
    for queries in (
        ("SELECT left(id, 5) AS x FROM people", "SELECT x AS id FROM f0"),
        ("SELECT left(id, 5) AS id FROM people", "SELECT * FROM f0"),
        (made, "SELECT id FROM derived_t"),
    ):
        assert codes(linked(larch("li_01"), *queries)) == [ViolationCode.LINK_NOT_GROUNDED]


def test_an_id_of_the_request_may_be_computed(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01", f"Who is {OTHER}, please?")
    sql = f"SELECT left(id, 5) AS id FROM employees WHERE id = '{OTHER}'"
    assert assert_accepted(linked(desk, sql)).links[0].id == OTHER


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("SELECT id FROM projects", LinkKind.EMPLOYEE),
        ("SELECT name AS id FROM employees", LinkKind.EMPLOYEE),
        ("SELECT id FROM find_employee('Hugo Marin')", LinkKind.PROJECT),
        ("SELECT id FROM projects UNION SELECT id FROM employees", LinkKind.PROJECT),
    ],
)
def test_a_link_points_to_a_record_of_its_kind(
    sql: str, kind: LinkKind, larch: Callable[..., Desk]
) -> None:
    decision = linked(larch("li_01"), sql, kind=kind)
    assert codes(decision) == [ViolationCode.LINK_NOT_GROUNDED]


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("SELECT id AS employee FROM find_employee('Hugo Marin')", None),
        (f"SELECT id AS employee FROM employees WHERE id = '{OTHER}'", "WRITE_NOT_ASKED"),
        (f"SELECT left(id, 5) AS employee FROM employees WHERE id = '{OTHER}'", "WRITE_NOT_ASKED"),
        ("SELECT replace(id, '8', '7') AS employee FROM find_employee('Hugo Marin')",
         "WRITE_NOT_ASKED"),
        ("SELECT left(id, 4) || '3' AS employee FROM find_employee('Hugo Marin')",
         "WRITE_NOT_ASKED"),
    ],
)  # fmt: skip
def test_a_computed_id_is_not_written_to(
    sql: str, code: str | None, larch: Callable[..., Desk]
) -> None:
    request = "Put into the notes of Hugo Marin: on leave"
    desk = larch("li_02", request)
    rows = f"SELECT employee, 'on leave' AS notes FROM ({sql}) t"
    plan = build_plan(
        request, facts=(fact("rows", rows),), calls=(write_call("w1", "set_notes", "rows"),),
        cases=(case(writes=True),), spans={"w1": request},
    )  # fmt: skip
    note = change("set_notes", named("Hugo Marin"), field="notes", value="on leave")
    decision = desk.execute(plan, reading=lambda: read(note))
    assert set(codes(decision)) == ({code} if code else set())
    assert bool(desk.writes) is (code is None)


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT id AS v FROM employees", "{f.v}"),
        ("SELECT name || ' (' || id || ')' AS v FROM employees", "{f.v}"),
        ("SELECT string_agg(id, ', ') AS v FROM employees", "{f.v}"),
        ("SELECT string_agg(id, chr(10)) AS v FROM employees", "{f.v}"),
        ("SELECT format('{}: {}', name, id) AS v FROM employees", "{f.v}"),
        ("SELECT upper(name) || ' ' || id AS v FROM employees", "{f.v}"),
        ("SELECT id AS v FROM me", "You are li_01."),
    ],
)
def test_whole_ids_may_be_told_among_other_words(
    sql: str, message: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_01", "Who?")
    plan = build_plan(desk.task.text, facts=(fact("f", sql),), cases=(case(message=message),))
    assert_accepted(desk.execute(plan))


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT left(id, 5) AS v FROM employees", "{f.v}"),
        ("SELECT left(id, 5) || ', ' || name AS v FROM employees", "{f.v}"),
        ("SELECT replace(id, '04', '05') AS v FROM employees", "{f.v}"),
        ("SELECT concat(chr(108), 'i_05 ', name) AS v FROM employees", "{f.v}"),
        ("SELECT 'li_0' || level AS v FROM employee_skills", "{f.v}"),
        ("SELECT name || ' ' || left('li_05x', 5) AS v FROM employees", "{f.v}"),
        ("SELECT replace(name, 'Hugo', 'li_05') AS v FROM employees", "{f.v}"),
        ("SELECT id AS v FROM projects", "{f.v} is led by li_05."),
        ("SELECT id AS v FROM employees WHERE id = 'li_05'", "{f.v}"),
        ("SELECT length(id) AS v FROM employees WHERE id <> 'x'", "li_0{f.v}"),
    ],
)
def test_an_id_that_no_row_shows_is_not_told(
    sql: str, message: str, larch: Callable[..., Desk]
) -> None:
    desk = larch("li_01", "Who?")
    facts = (fact("f", sql), PEOPLE)
    cases = (case(message="Nobody.", when="people.none"), case(message=message))
    plan = build_plan(desk.task.text, facts=facts, cases=cases)
    assert codes(desk.execute(plan)) == [ViolationCode.FACT_NOT_GROUNDED]


def test_a_number_is_no_link(larch: Callable[..., Desk]) -> None:
    decision = linked(larch("li_01"), "SELECT time_slice AS id FROM project_team")
    assert assert_accepted(decision).links == ()


def test_a_site_is_linked_by_the_name_that_a_page_tells(larch: Callable[..., Desk]) -> None:
    desk = larch("li_01")
    page = "SELECT 'Office: ' || location AS text FROM me"
    sql = f"SELECT regexp_extract(text, '^Office: (.+)$', 1) AS id FROM ({page})"
    decision = assert_accepted(linked(desk, sql, kind=LinkKind.LOCATION))
    assert [link.id for link in decision.links] == [desk.bench.identity.location]


@pytest.mark.parametrize(
    ("text", "found"),
    [("See li_04.", True), ("li_04", True), ("li_041", False), ("xli_04", False),
     ("old-li_04", False), ("li_04-b", False), ("(li_04)", True)],
)  # fmt: skip
def test_an_id_stands_in_a_text_as_a_word_of_its_own(text: str, found: bool) -> None:
    assert ids_in(text, ("li_04", "li_05")) == (frozenset({"li_04"}) if found else frozenset())


@pytest.mark.parametrize(
    ("item", "makes"),
    [
        ("concat('li_0', left(name, 1))", True),
        ("concat(name, ': ', location)", False),
        ("id || '1. of'", True),
        ("'.1' || id", True),
        ("'(' || id || ')'", False),
        ("id[1]", True),
        ("list(id)[1]", False),
        ("list(id ORDER BY id)[1]", False),
        ("left(list(id), 5)", True),
        ("concat('li_0', name, ' x')", True),
        ("id || name", False),
        ("chr(10)", False),
        ("chr(44)", False),
        ("chr(45)", True),
        ("chr(10 + 98)", True),
    ],
)
def test_letters_that_run_into_an_id_and_letters_of_it_make_another_text(
    item: str, makes: bool
) -> None:
    assert makes_ids(f"SELECT {item} AS v FROM employees") is makes


def output(columns: tuple[str, ...], *cells: str | None) -> FactOutput:
    """Return a fact of which each row has one of the cells in all columns."""
    rows = tuple((cell,) * len(columns) for cell in cells)
    return FactOutput(columns=columns, rows=rows, digest="0" * 64)


def checked_facts(*queries: str) -> tuple[Queries, Facts]:
    """Return facts ``f0``, ``f1``, ... of one row each; ``calls`` is a fact of no query."""
    checked: dict[str, CheckedQuery] = {}
    facts = {"calls": output(("id",), "li_05")}
    for number, sql in enumerate(queries):
        query = check_query(sql, facts={name: known.columns for name, known in facts.items()})
        assert isinstance(query, CheckedQuery), query
        checked[f"f{number}"] = query
        facts[f"f{number}"] = output(query.outputs or (), "li_05")
    return checked, facts


@pytest.mark.parametrize(
    ("queries", "kind", "is_whole"),
    [
        (("SELECT id FROM projects", "SELECT id FROM f0"), "project", True),
        (("SELECT id FROM projects", "SELECT id FROM f0"), "employee", False),
        (("SELECT id FROM projects", "SELECT f0.id FROM f0 JOIN me ON true"), "employee", False),
        (("SELECT id FROM calls",), "employee", True),
        (("SELECT left(id, 5) AS id FROM calls",), "employee", False),
    ],
    ids=["kind of a fact", "other kind", "beside a table", "planned read", "piece of it"],
)
def test_a_whole_id_is_of_the_kind_of_what_the_fact_was_read_from(
    queries: tuple[str, ...], kind: str, is_whole: bool
) -> None:
    checked, facts = checked_facts(*queries)
    last = f"f{len(queries) - 1}"
    assert computed_ids(checked, facts, last, "id", "Who?", kind) == (
        () if is_whole else ("li_05",)
    )


def test_a_text_without_letters_is_no_computed_id() -> None:
    checked, facts = checked_facts("SELECT left(id, 0) AS id FROM employees")
    empty = {**facts, "f0": output(("id",), "", None)}
    assert computed_ids(checked, empty, "f0", "id", "Who", "employee") == ()


@pytest.mark.parametrize(
    ("queries", "sums"),
    [
        (("SELECT sum(hours) AS v FROM time_entries",), True),
        (("SELECT hours AS x FROM time_entries", "SELECT sum(x) AS v FROM f0"), True),
        (("SELECT sum(time_slices) AS v FROM workloads",), True),
        (("SELECT salary AS v FROM employees",), True),
        (("SELECT 3 AS x FROM time_entries", "SELECT sum(x) AS v FROM f0"), False),
        (("SELECT count(*) AS x FROM employees", "SELECT max(x) AS v FROM f0"), False),
        (("SELECT sum(score) AS v FROM find_employee('dora')",), False),
        (("SELECT max(id) AS v FROM calls",), False),
        (("SELECT 0 AS v FROM employees",), False),
        # what repeats a row, picks it, or picks it by its figure
        (("SELECT sum(hours) AS v FROM time_entries, range(9) t(i)",), False),
        (("SELECT sum(hours) AS v FROM time_entries, (VALUES (1), (2)) t(i)",), False),
        (("SELECT hours AS v FROM time_entries ORDER BY id LIMIT 1",), False),
        (
            (
                "SELECT hours AS x FROM time_entries ORDER BY id LIMIT 1",
                "SELECT sum(x) AS v FROM f0",
            ),
            False,
        ),
        (("SELECT sum(hours) AS v FROM time_entries WHERE hours = 3",), False),
        (("SELECT sum(hours) FILTER (WHERE hours > 3) AS v FROM time_entries",), False),
        (("SELECT sum(CASE WHEN hours > 3 THEN hours END) AS v FROM time_entries",), False),
        (
            (
                "SELECT hours AS name, id FROM time_entries",
                "SELECT sum(t.hours) AS v FROM time_entries t JOIN f0 ON f0.id = t.id "
                "WHERE f0.name = 3",
            ),
            False,
        ),
        (
            ("SELECT sum(hours) AS v FROM time_entries GROUP BY employee HAVING sum(hours) > 3",),
            False,
        ),
        (("SELECT sum(hours) OVER (ORDER BY id) AS v FROM time_entries",), False),
        (("SELECT hours AS v FROM time_entries UNION ALL SELECT hours FROM time_entries",), False),
        (("SELECT DISTINCT hours AS v FROM time_entries",), False),
        (("SELECT sum(x.hours) AS v FROM (SELECT hours FROM time_entries) x",), False),
        (("WITH w AS (SELECT hours FROM time_entries) SELECT sum(hours) AS v FROM w",), False),
        (("SELECT sum(hours) AS v FROM time_entries GROUP BY ROLLUP (employee)",), False),
        # what rows are chosen by, and the end of a column
        (
            (
                "SELECT sum(hours) AS v FROM time_entries WHERE status <> 'voided' AND "
                "employee IN (SELECT id FROM employees WHERE department = 'QA') AND billable",
            ),
            True,
        ),
        (
            (
                "SELECT employee AS id, sum(hours) AS x FROM time_entries GROUP BY employee",
                "SELECT id, x AS v FROM f0 WHERE x = (SELECT max(x) FROM f0)",
            ),
            True,
        ),
        (
            (
                "SELECT employee AS id, sum(hours) AS x FROM time_entries GROUP BY employee",
                "SELECT id, x AS v FROM f0 WHERE x = (SELECT max(x) FROM f0 WHERE x < 9)",
            ),
            False,
        ),
        (
            (
                "SELECT employee AS id, sum(hours) AS x FROM time_entries GROUP BY employee",
                "SELECT id, x AS v FROM f0 WHERE x > 9",
            ),
            False,
        ),
    ],
)
def test_a_figure_sums_up_what_the_records_of_the_company_hold(
    queries: tuple[str, ...], sums: bool
) -> None:
    checked, facts = checked_facts(*queries)
    assert sums_up(checked, facts, f"f{len(queries) - 1}", "v") is sums


@pytest.mark.parametrize(
    ("selected", "makes"),
    [
        ("'x' || ' ' || name", False),
        ("'e_' || name", True),
        ("name || '-7'", True),
        ("'(' || id || ')'", False),
        ("printf('%s', id)", False),
        ("mystery(id)", True),
        # ids are of ASCII letters: no other letter makes one, wherever it touches
        ("'по-' || name", True),
        ("'для' || name", False),
        ("name || 'さん'", False),
        ("name || 'ё'", False),
        ("'„' || name || '“'", False),
        ("'é' || name", False),
        ("'ée' || name", True),
        ("name || 'sに'", True),
    ],
)
def test_a_constant_that_touches_a_word_makes_another_one(selected: str, makes: bool) -> None:
    assert makes_ids(f"SELECT {selected} AS v FROM employees") is makes

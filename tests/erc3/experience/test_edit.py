"""Edits of queries: other rows are counted, and the rest of the query stays."""

import pytest

from agentic_solver.erc3.experience.cause import COUNTED, Keep
from agentic_solver.erc3.experience.edit import Edit, edits


def found(sql: str) -> dict[tuple[str, str, str], Edit]:
    return {(one.column, one.keep.value, one.value): one for one in edits({"f": sql})}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM projects p WHERE p.status = 'active'",
        "SELECT id FROM projects WHERE NOT status IN ('paused', 'idea') AND customer = 'x'",
        "SELECT sum(t.time_slice) FILTER (WHERE p.status <> 'idea') AS s FROM project_team t "
        "JOIN projects p ON p.id = t.project",
    ],
)
def test_a_restriction_is_dropped_wherever_it_stands(sql: str) -> None:
    every = found(sql)["status", Keep.EVERY, ""].changed["f"]
    assert not any(value in every for value in ("'active'", "'idea'", "'paused'"))
    assert "IS NULL" in every  # still a test of the row, not a constant
    assert ("customer = 'x'" in sql) is ("customer = 'x'" in every)


def test_a_value_is_left_out_of_a_join_without_losing_the_other_side() -> None:
    sql = "SELECT e.id FROM employees e LEFT JOIN projects p ON p.id = e.id"
    edited = found(sql)["status", Keep.WITHOUT, "archived"].changed["f"]
    assert edited.endswith("p.id = e.id AND p.status <> 'archived'")
    assert ("status", Keep.EVERY, "") not in found(sql)  # there is nothing to drop


def test_what_compares_with_data_or_cannot_be_read_stays() -> None:
    assert not found("SELECT id FROM customers WHERE location = 'Brno' AND name = 'active'") or all(
        column == "deal_phase"
        for column, _keep, _value in found("SELECT id FROM customers WHERE name = 'active'")
    )
    assert found("SELECT FROM WHERE (") == {}
    assert found("SELECT id FROM me") == {}


def test_the_plainest_edit_comes_first() -> None:
    order = [one.keep for one in edits({"f": "SELECT id FROM projects WHERE status = 'active'"})]
    assert order == sorted(order, key=list(Keep).index)
    assert order[0] is Keep.EVERY


@pytest.mark.parametrize(
    "test", ["billable", "NOT billable", "billable = TRUE", "billable IS FALSE", "(billable)"]
)
def test_a_yes_or_no_is_dropped_and_put_as_any_enum_of_the_schema(test: str) -> None:
    edited = found(f"SELECT sum(hours) AS h FROM time_entries WHERE {test} AND project = 'x'")
    every = edited["billable", Keep.EVERY, ""].changed["f"]
    assert "billable IS NULL" in every
    assert "project = 'x'" in every
    alone = edited["billable", Keep.ALONE, "false"].changed["f"]
    assert alone.endswith("time_entries.billable = FALSE")


def test_every_closed_column_of_the_schema_is_looked_at() -> None:
    places = {f"{table}.{column}" for table, column, _values in COUNTED}
    assert places == {
        "customers.deal_phase", "projects.status", "project_team.role", "time_entries.status",
        "time_entries.billable",
    }  # fmt: skip

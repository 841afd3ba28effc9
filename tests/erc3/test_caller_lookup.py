"""The caller's id in place of its lookups: the same predicate, whatever the id looks like."""

import duckdb
import pytest

from agentic_solver.erc3.caller_lookup import CALLER_ID, with_caller

PREDICATE = f"r.employee = {CALLER_ID}".format(me="me")


@pytest.mark.parametrize("caller", ["e_01", "o'neil", "a\\b", "''", r"\1"])
def test_the_caller_is_whom_the_lookup_finds(caller: str) -> None:
    database = duckdb.connect(":memory:")
    database.execute("CREATE TABLE me AS SELECT $1 AS id", [caller])
    rows = "SELECT {} FROM (SELECT $1 AS employee) AS r"
    for sql in (PREDICATE, with_caller(PREDICATE, caller)):
        assert database.execute(rows.format(sql), [caller]).fetchall() == [(True,)]
    assert "me" not in with_caller(PREDICATE, "e_01").split()


@pytest.mark.parametrize("table", ["me", "base.me", "task7.base.me AS"])
def test_a_lookup_is_known_in_every_form_it_is_written_in(table: str) -> None:
    said = with_caller(f"r.id = (SELECT m.id FROM {table} m)", "e_01")
    assert said == "r.id = 'e_01'"


def test_without_a_caller_the_lookup_stays() -> None:
    assert with_caller(PREDICATE, "") == PREDICATE


def test_texts_stay_as_they_are_whatever_they_say() -> None:
    said = f"r.status IN ('{CALLER_ID}', 'it''s $project')".format(me="me")
    assert with_caller(said, "e_01", {"project": "p"}) == said


def test_neither_an_id_nor_a_value_is_looked_at_again() -> None:
    asked = f"r.project = $project AND {PREDICATE}"
    values = {"project": "(SELECT m.id FROM me m) $project"}
    assert with_caller(asked, "li$project", values) == (
        "r.project = '(SELECT m.id FROM me m) $project' AND r.employee = 'li$project'"
    )

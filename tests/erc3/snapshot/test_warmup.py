"""Warming up leaves nothing behind."""

import weakref

import pytest

from agentic_solver.erc3.snapshot.engine import Engine, shared_engine
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.snapshot.warmup import _NOBODY, warm_up

_ATTACHED = "SELECT count(*) FROM duckdb_databases()"


def test_no_database_stays_after_warming_up() -> None:
    cursor = shared_engine().cursor("memory")
    before = cursor.execute(_ATTACHED).fetchall()
    warm_up()
    warm_up()
    assert cursor.execute(_ATTACHED).fetchall() == before


def test_a_broken_engine_is_replaced_and_left_alone() -> None:
    broken = shared_engine()
    with Session.open(_NOBODY):
        broken.is_broken = True
        fresh = shared_engine()
        assert fresh is not broken
    assert shared_engine() is fresh
    with Session.open(_NOBODY) as session:
        assert session.texts("SELECT 1") == [("1",)]


def test_an_engine_of_its_own_is_closed_with_its_block() -> None:
    with Engine(memory="100MB") as engine:
        name = engine.create_database()
        engine.drop_database(name)


def test_a_worn_engine_is_replaced_and_lives_as_long_as_its_sessions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("agentic_solver.erc3.snapshot.engine._WORN", 2)
    first = shared_engine()
    with Session.open(_NOBODY) as open_before:
        Session.open(_NOBODY).close()
        assert shared_engine() is not first
        gone = weakref.ref(first)
        del first
        assert open_before.texts("SELECT 1") == [("1",)]
        assert gone() is not None
    del open_before
    assert gone() is None

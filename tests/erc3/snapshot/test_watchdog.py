"""The watchdog: late calls are interrupted, others never."""

import threading
from contextlib import suppress

import pytest

from agentic_solver.erc3.snapshot.watchdog import Watchdog


def test_what_takes_too_long_is_interrupted() -> None:
    watchdog, interrupted = Watchdog(), threading.Event()
    with watchdog.deadline(0.05, interrupted.set):
        assert interrupted.wait(20)


def test_several_are_watched_at_once() -> None:
    watchdog = Watchdog()
    late, never = threading.Event(), threading.Event()
    with watchdog.deadline(600, never.set), watchdog.deadline(0.01, late.set):
        assert late.wait(20)
    assert not never.is_set()


@pytest.mark.parametrize("fails", [False, True])
def test_what_has_ended_is_left_alone(fails: bool) -> None:
    watchdog, interrupted, other = Watchdog(), threading.Event(), threading.Event()
    with suppress(ValueError), watchdog.deadline(0.2, interrupted.set):
        if fails:
            raise ValueError
    # Another one that is due later: when it goes off, the first would have gone off before.
    with watchdog.deadline(0.6, other.set):
        assert other.wait(20)
    assert not interrupted.is_set()


def test_it_wakes_up_again_after_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentic_solver.erc3.snapshot.watchdog._LINGER_S", 0.0)
    watchdog = Watchdog()
    for _ in range(3):
        interrupted = threading.Event()
        with watchdog.deadline(0.01, interrupted.set):
            assert interrupted.wait(20)


def test_a_stopped_one_watches_no_more() -> None:
    watchdog, interrupted = Watchdog(), threading.Event()
    with watchdog.deadline(600, interrupted.set):
        watchdog.stop()
    assert not interrupted.is_set()

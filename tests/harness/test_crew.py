"""Workers: every task once, faults carried over, nobody waited for after Ctrl-C."""

import threading

import pytest

from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.crew import play_all


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_every_task_is_played_once(workers: int) -> None:
    played: list[int] = []
    play_all(20, played.append, workers=workers, stop=threading.Event())
    assert sorted(played) == list(range(20))


@pytest.mark.parametrize("workers", [1, 3])
def test_no_task_begins_after_the_stop(workers: int) -> None:
    stop = threading.Event()
    played: list[int] = []

    def play(number: int) -> None:
        played.append(number)
        stop.set()

    play_all(50, play, workers=workers, stop=stop)
    assert 1 <= len(played) <= workers


@pytest.mark.parametrize("workers", [1, 3])
def test_a_fault_ends_the_run_and_is_raised(workers: int) -> None:
    played: list[int] = []

    def play(number: int) -> None:
        played.append(number)
        if number == 4:
            raise WorkspaceError("the disk is full")

    with pytest.raises(WorkspaceError, match="the disk is full"):
        play_all(500, play, workers=workers, stop=threading.Event())
    assert len(played) < 500


def test_tasks_run_side_by_side() -> None:
    meeting = threading.Barrier(3, timeout=20)

    def play(_number: int) -> None:
        meeting.wait()

    play_all(3, play, workers=3, stop=threading.Event())
    assert not meeting.broken

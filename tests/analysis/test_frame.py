"""Frames for notebooks."""

import pytest

from agentic_solver.analysis import (
    RunRecord,
    call_frame,
    failure_frame,
    failures_of,
    round_frame,
    task_frame,
)
from tests.analysis.conftest import CAUGHT, TASKS


def test_there_is_one_row_a_task(failed: RunRecord) -> None:
    frame = task_frame(failed)
    assert tuple(frame["task"]) == TASKS
    assert frame["score"].dtype == "float64"
    assert frame["passed"].sum() == 2
    assert frame["cost"].isna().all()
    assert frame.groupby("family")["score"].mean()["lookup_role"] == pytest.approx(0.5)


def test_rounds_failures_and_calls_have_a_row_each(failed: RunRecord) -> None:
    rounds = round_frame(failed)
    assert list(rounds[rounds["task"] == CAUGHT]["verdict"]) == ["retry", "accept"]
    assert next(iter(rounds["codes"])) == ["SQL_TABLE_FORBIDDEN"]
    assert len(failure_frame(failed)) == len(failures_of(failed))
    assert call_frame(failed)["calls"].sum() == task_frame(failed)["api_calls"].sum()


def test_frames_of_nothing_have_their_columns(right: RunRecord) -> None:
    frame = failure_frame(right)
    assert frame.empty
    assert {"task", "stage", "code", "caught", "rules"} <= set(frame.columns)

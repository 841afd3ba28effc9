"""Failures and their clusters."""

import pytest

from agentic_solver.analysis import DIMENSIONS, RunRecord, cluster, failures_of
from tests.analysis.conftest import CAUGHT, DENIED, NO_PLAN, UNLINKED


def test_a_run_without_failures_has_none(right: RunRecord) -> None:
    assert failures_of(right) == []


def test_every_failure_is_told_with_its_stage(failed: RunRecord) -> None:
    found = [(one.task, one.stage, one.code, one.caught) for one in failures_of(failed)]
    assert found[:3] == [
        (CAUGHT, "static", "SQL_TABLE_FORBIDDEN", True),
        (DENIED, "grade", "outcome denied_security instead of ok_answer", False),
        (UNLINKED, "grade", "employee link missing", False),
    ]
    assert {one[1] for one in found if one[0] == NO_PLAN} == {"reply", "forced"}


@pytest.mark.parametrize("by", [*DIMENSIONS, "signature"])
def test_clusters_hold_every_failure_and_are_ordered_by_size(failed: RunRecord, by: str) -> None:
    failures = failures_of(failed)
    found = cluster(failures, by)
    assert {task for one in found for task in one.tasks} == {one.task for one in failures}
    assert [one.failures for one in found] == sorted((one.failures for one in found), reverse=True)
    if by in ("code", "family", "stage", "signature"):
        assert sum(one.failures for one in found) == len(failures)
        assert sum(one.caught for one in found) == sum(one.caught for one in failures)


def test_clusters_by_rule_and_tool_name_what_is_to_blame(failed: RunRecord) -> None:
    failures = [one for one in failures_of(failed) if one.task == DENIED]
    assert [one.value for one in cluster(failures, "tool")] == ["find_project", "log_time"]
    (rule,) = cluster(failures, "rule")
    assert rule.value == "no rule matched"

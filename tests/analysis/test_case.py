"""Regression cases: played offline, failing on broken code and passing on mended code."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.analysis import RunRecord, failures_of, load_run
from agentic_solver.analysis.case import case_paths, read_case
from agentic_solver.analysis.regression import (
    CaseReport,
    accept_case,
    check_case,
    check_folder,
    emit_cases,
)
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.erc3.execute import executor
from agentic_solver.errors import AgenticSolverError, UsageError, WorkspaceError
from agentic_solver.harness.recorded import read_log
from agentic_solver.workspace import Workspace, init_workspace
from tests.analysis.conftest import (
    CAUGHT,
    DENIED,
    NO_PLAN,
    UNLINKED,
    WIKI,
    Played,
    edit,
    play,
)


@pytest.fixture(scope="module")
def emitted(failed: RunRecord, played: Played, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cases") / "replays"
    emit_cases(failed, failures_of(failed), folder, played.bad)
    return folder


@pytest.fixture
def cases(emitted: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(emitted, tmp_path / "replays"))


def statuses(folder: Path, workspace: Workspace) -> dict[str, str]:
    return {one.case.task: one.status for one in check_folder(folder, workspace)}


def report(folder: Path, task: str, workspace: Workspace) -> CaseReport:
    (path,) = (path for path in case_paths(folder) if read_case(path).task == task)
    return check_case(path, workspace)


@pytest.mark.requirement("S3-9.C2", "S3-11d")
def test_every_failure_recurs_from_its_case_with_the_same_codes(
    cases: Path, played: Played
) -> None:
    assert statuses(cases, played.bad) == {
        CAUGHT: "holds",
        DENIED: "recurs",
        UNLINKED: "recurs",
        NO_PLAN: "recurs",
    }
    case = report(cases, CAUGHT, played.bad).case
    assert case.behaviour.rounds[0].violations == (("SQL_TABLE_FORBIDDEN", "/facts/0/query"),)


def test_a_case_stands_alone(cases: Path, played: Played, tmp_path: Path) -> None:
    """In a fresh clone there is neither the run nor its workspace."""
    clone = init_workspace(tmp_path / "clone")
    for path in clone.policy.glob("wiki_*.py"):
        path.unlink()
    shutil.rmtree(clone.wiki / WIKI[:8])
    assert set(statuses(cases, clone).values()) == {"holds", "recurs"}


def test_a_case_holds_the_calls_of_its_plans_and_no_prompt(cases: Path, played: Played) -> None:
    for path in case_paths(cases):
        case = read_case(path)
        log = played.failed / "tasks" / case.task / "calls.jsonl"
        recorded = [line for _, line in read_log(log)]
        assert list(case.calls) == [call for call in recorded if call["path"] != "/respond"]
        assert all(set(reply) <= {"reply", "fault"} for reply in case.replies)


def test_a_surplus_call_is_left_out(copied: Path, played: Played, tmp_path: Path) -> None:
    log = copied / "tasks" / CAUGHT / "calls.jsonl"
    extra = {"path": "/wiki/list", "body": {}, "status": 200, "text": '{"paths":[]}'}
    log.write_text(log.read_text("utf-8") + json.dumps(extra) + "\n", encoding="utf-8")
    run = load_run(copied)
    failures = [one for one in failures_of(run) if one.task == CAUGHT]
    (one,) = emit_cases(run, failures, tmp_path / "replays", played.bad)
    assert one.calls_left_out == 2
    assert "/wiki/list" not in {call["path"] for call in read_case(one.path).calls}
    assert statuses(tmp_path / "replays", played.bad) == {CAUGHT: "holds"}


def test_emitting_twice_adds_nothing(cases: Path, failed: RunRecord, played: Played) -> None:
    before = {path: path.read_bytes() for path in cases.rglob("*") if path.is_file()}
    again = emit_cases(failed, failures_of(failed), cases, played.bad)
    assert not any(one.new for one in again)
    assert {path: path.read_bytes() for path in cases.rglob("*") if path.is_file()} == before


@pytest.mark.requirement("S3-D2e", "S3-6.3b")
def test_broken_policy_fails_and_mended_policy_passes(cases: Path, played: Played) -> None:
    """A lost rule made the task fail; with the rule, what the grader missed is there."""
    broken = report(cases, DENIED, played.bad)
    assert (broken.status, broken.mended) == ("recurs", False)
    mended = report(cases, DENIED, played.good)
    assert (mended.status, mended.mended) == ("mended", True)
    assert "outcome: denied_security → ok_answer" in mended.changes
    assert "the policy did it: with the recorded one nothing changes" in mended.changes
    assert any("played on the local erc3-dev, which gives it 1" in c for c in mended.changes)
    accept_case(mended)
    assert "/time/log" in {call["path"] for call in read_case(mended.path).calls}
    assert report(cases, DENIED, played.good).status == "holds"
    assert report(cases, DENIED, played.bad).status == "changed"


def lose_links(patch: pytest.MonkeyPatch) -> None:
    """Break the engine: every answer loses its links."""
    patch.setattr(executor, "AgentResponse", lambda **given: AgentResponse(**given | {"links": ()}))


@pytest.mark.requirement("S3-D2e", "S3-9.C2")
def test_a_failure_of_broken_code_recurs_on_it_and_is_mended_with_it(
    played: Played, tmp_path: Path
) -> None:
    """The engine loses the links of every answer while the run is played, and is mended later."""
    place = init_workspace(tmp_path / "place")
    with pytest.MonkeyPatch.context() as broken:
        lose_links(broken)
        run = load_run(play(place, [CAUGHT]))
        assert run.tasks[0].checks[0].endswith("not found")
        emit_cases(run, failures_of(run), tmp_path / "replays", place)
        (old,) = check_folder(tmp_path / "replays", place)
        assert (old.status, old.mended) == ("recurs", False)
    (new,) = check_folder(tmp_path / "replays", place)
    assert (new.status, new.mended) == ("mended", True)


def test_breaking_the_code_that_caught_a_failure_is_noticed(
    cases: Path, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        lose_links(broken)
        found = report(cases, CAUGHT, played.bad)
        assert (found.status, found.passed) == ("changed", False)
        assert any(change.startswith("links gone: ") for change in found.changes)
    assert report(cases, CAUGHT, played.bad).status == "holds"


def test_what_a_case_lacks_the_local_platform_answers(cases: Path, played: Played) -> None:
    path = report(cases, UNLINKED, played.bad).path
    edit(path, calls=json.loads(path.read_text("utf-8"))["calls"][:3])
    assert check_case(path, played.bad).status == "recurs"


@pytest.mark.parametrize(
    "elsewhere",
    [{"platform": "https://erc3.example"}, {"benchmark": "not-here"}, {"text": "Who else?"}],
)
def test_where_the_task_is_not_at_hand_a_case_that_lacks_an_answer_is_stale(
    cases: Path, played: Played, elsewhere: dict[str, str]
) -> None:
    path = report(cases, UNLINKED, played.bad).path
    edit(path, calls=json.loads(path.read_text("utf-8"))["calls"][:3], **elsewhere)
    found = check_case(path, played.bad)
    assert (found.status, found.passed) == ("stale", False)
    assert "the case has no answer to POST /" in found.changes[0]
    with pytest.raises(UsageError, match="is stale and cannot be accepted"):
        accept_case(found)


def test_a_change_without_a_recorded_answer_is_only_checked(played: Played, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as broken:
        lose_links(broken)
        run = load_run(play(init_workspace(tmp_path / "place"), [DENIED]))
        (one,) = emit_cases(run, failures_of(run), tmp_path / "replays", played.good)
    calls = json.loads(one.path.read_text("utf-8"))["calls"]
    kept = [call for call in calls if call["path"] != "/time/log"]
    edit(one.path, platform="https://erc3.example", calls=kept)
    found = check_case(one.path, played.good)
    assert found.status == "mended"
    assert "the change was only checked" in found.changes[-1]


@pytest.mark.slow
def test_a_change_of_tools_is_told(cases: Path, played: Played) -> None:
    path = report(cases, DENIED, played.good).path
    value = json.loads(path.read_text("utf-8"))
    edit(path, source={**value["source"], "tools": "0" * 64})
    assert "tools/*.py are others than the run had" in check_case(path, played.good).changes


def test_the_policy_of_the_run_is_needed_to_emit(
    failed: RunRecord, played: Played, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="name the workspace of the run by --workspace"):
        emit_cases(failed, failures_of(failed), tmp_path / "replays", played.good)
    assert not (tmp_path / "replays").exists()


def torn(path: Path) -> None:
    path.write_text(path.read_text("utf-8")[:200], encoding="utf-8")


def foreign(path: Path) -> None:
    path.write_text('{"hello": 1}', encoding="utf-8")


def newer(path: Path) -> None:
    edit(path, format="regression/9")


def no_policy(path: Path) -> None:
    shutil.rmtree(path.parent / "material" / "policy")


def other_wiki(path: Path) -> None:
    (path.parent / "material" / "wiki" / f"{WIKI[:8]}.json").write_text("{}", encoding="utf-8")


def answer_without_status(path: Path) -> None:
    value = json.loads(path.read_text("utf-8"))
    edit(path, calls=[{**call, "status": None} for call in value["calls"]])


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (torn, "is no regression case"),
        (foreign, "is no regression case"),
        (newer, "is no regression case"),
        (no_policy, "cannot read"),
        (other_wiki, "does not hold the wiki of its name"),
        (answer_without_status, "neither answer nor fault"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_broken_case_is_named(
    cases: Path, played: Played, damage: Callable[[Path], None], words: str
) -> None:
    path = report(cases, UNLINKED, played.bad).path
    damage(path)
    with pytest.raises(AgenticSolverError, match=words):
        check_case(path, played.good)


def test_a_folder_without_cases_is_refused(tmp_path: Path, played: Played) -> None:
    with pytest.raises(UsageError, match="holds no case"):
        list(check_folder(tmp_path, played.good))
    with pytest.raises(WorkspaceError, match="is no folder"):
        list(check_folder(tmp_path / "nowhere", played.good))


def test_a_run_without_failures_leaves_nothing(
    right: RunRecord, played: Played, tmp_path: Path
) -> None:
    assert emit_cases(right, failures_of(right), tmp_path / "replays", played.good) == []
    assert not (tmp_path / "replays").exists()

"""A text in a plan's words: proofread in a run, in a replay, in ``check`` and in ``attack``."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.erc3.propose.reader import is_proof, is_reading
from agentic_solver.errors import ModelReplyError, ModelUnavailableError, ReplayError
from agentic_solver.harness.check import Checked, check_plan_file
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunSummary
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.recorded_reading import (
    readings_of_run,
    recorded_proofs,
    recorded_readings,
)
from agentic_solver.harness.replay import replay_run
from agentic_solver.llm.model import ModelReply, StopReason
from agentic_solver.llm.recording import load_records
from agentic_solver.llm.scripted import Scripted, ScriptedModel
from agentic_solver.redteam.attack import AttackOptions, attack
from agentic_solver.redteam.audit import audit_run
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play, recorded

TASK = "write-wiki-explanation"
"""Its plan words a page, and somebody has read the request and the page."""
RECORDED = builtin_recordings("erc3-dev")
FINE = '{"against": []}'


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


def proofreading(said: Scripted) -> ScriptedModel:
    """Return the recorded plans and readings, and a proofreader of one's own."""
    inner = recorded()
    return ScriptedModel(
        lambda request: said if is_proof(request.key) else inner.complete(request), name="m"
    )


def log_of(summary: RunSummary) -> Path:
    return Path(summary.run_dir) / "tasks" / TASK / "model.jsonl"


def writes_of(summary: RunSummary) -> int:
    calls = read_log(log_of(summary).parent / "calls.jsonl")
    return sum(str(line["path"]).endswith("/wiki/update") for _, line in calls)


@pytest.mark.requirement("S3-C4a", "S3-7.3a", "S3-11d")
def test_a_run_with_a_proof_is_evidence_and_replays(place: Workspace) -> None:
    summary = play(place, [TASK])
    (result,) = summary.results
    assert (result.score, result.reader_calls, result.reader_faults) == (1.0, 2, 0)
    keys = [str(line["key"]) for _, line in read_log(log_of(summary))]
    assert [is_reading(key) for key in keys] == [False, True, True]
    assert [is_proof(key) for key in keys] == [False, False, True]
    run = Path(summary.run_dir)
    assert replay_run(run, place).tasks == 1
    assert audit_run(run, place).holds
    # a proof is no reading of a request
    (read,) = readings_of_run(run).values()
    assert isinstance(read, RequestReading)


@pytest.mark.requirement("S3-8l", "S3-7.3a")
@pytest.mark.parametrize(
    "said",
    [
        '{"against": ["A project may change from any status to any other."]}',
        "It may stand.",
        "Every project has one status.",
        ModelReply(text=FINE, stop_reason=StopReason.MAX_TOKENS),
        ModelReply(text=FINE, stop_reason=StopReason.REFUSAL),
        ModelUnavailableError("the line is dead"),
        ModelReplyError("no reply of a model"),
    ],
    ids=["passage", "words", "another-text", "cut-off", "refused", "unreachable", "no-reply"],
)
def test_a_text_that_nobody_lets_stand_is_asked_back_and_not_written(
    place: Workspace, said: Scripted
) -> None:
    summary = play(place, [TASK], model=proofreading(said))
    (result,) = summary.results
    assert (result.outcome, writes_of(summary)) == ("none_clarification_needed", 0)
    assert result.reader_faults == isinstance(said, Exception)
    assert replay_run(Path(summary.run_dir), place).tasks == 1


@pytest.mark.parametrize("damage", ["said", "gone"])
def test_a_replay_notices_what_happened_to_a_proof(place: Workspace, damage: str) -> None:
    summary = play(place, [TASK])
    lines = log_of(summary).read_text("utf-8").splitlines(keepends=True)
    (proof,) = (line for line in lines if is_proof(json.loads(line)["key"]))
    said = json.loads(proof)
    said["reply"]["text"] = '{"against": ["Every project has one status."]}'
    others = [line for line in lines if line != proof]
    last = [json.dumps(said) + "\n"] if damage == "said" else []
    log_of(summary).write_text("".join([*others, *last]))
    with pytest.raises(ReplayError):
        replay_run(Path(summary.run_dir), place)


# recordings --------------------------------------------------------------------------------


def without_proofs(folder: Path) -> Path:
    """Return the recordings of the task without what the proofreader said."""
    shutil.copytree(RECORDED / "prompts", folder / "prompts")
    for path in RECORDED.glob("*.json"):
        key = json.loads(path.read_text("utf-8"))["key"]
        if f"/{TASK}/" in key and not is_proof(key):
            shutil.copy(path, folder)
    return folder


def test_recorded_proofs_are_found_by_request_and_draft(tmp_path: Path) -> None:
    (record,) = (one for one in load_records(RECORDED) if is_proof(one.key))
    assert recorded_proofs(RECORDED) == {record.key.split("/")[-2]: True}
    assert not any("<draft>" in text for text in recorded_readings(RECORDED))
    assert recorded_proofs(tmp_path / "none") == {}
    assert recorded_proofs(without_proofs(tmp_path / "less")) == {}


def plan_of(draft: Callable[[str], str], folder: Path) -> Path:
    """Write the last recorded plan of the task, with another text in it."""
    records = [one for one in load_records(RECORDED) if one.key.endswith(f"/{TASK}/r1")]
    path = folder / "plan.json"
    path.write_text(draft(records[-1].reply.text), encoding="utf-8")
    return path


def checked(place: Workspace, plan: Path, key: str = "") -> Checked:
    settings = load_settings({"ANTHROPIC_API_KEY": key} if key else {})
    return check_plan_file(plan, "erc3-dev", TASK, place, commit=True, settings=settings)


def outcome_of(found: Checked) -> Outcome | None:
    return found.decision.response.outcome if found.decision.response else None


@pytest.mark.requirement("S3-8l")
def test_check_lets_stand_what_the_recordings_let_stand(place: Workspace, tmp_path: Path) -> None:
    found = checked(place, plan_of(lambda text: text, tmp_path))
    assert (outcome_of(found), found.grade and found.grade.score) == (Outcome.OK_ANSWER, 1.0)
    other = plan_of(lambda text: text.replace("finished or given up", "over"), tmp_path)
    assert outcome_of(checked(place, other)) is Outcome.NONE_CLARIFICATION_NEEDED


@pytest.mark.parametrize(
    ("said", "outcome"),
    [(FINE, Outcome.OK_ANSWER), ('{"against": ["over"]}', Outcome.NONE_CLARIFICATION_NEEDED)],
)
def test_with_a_key_check_has_a_new_draft_proofread_and_a_known_one_not(
    said: str, outcome: Outcome, place: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel(lambda _request: said, name="m")
    monkeypatch.setattr("agentic_solver.harness.check.open_reader", lambda *_: model)
    other = plan_of(lambda text: text.replace("finished or given up", "over"), tmp_path)
    assert outcome_of(checked(place, other, "sk-test-0000")) is outcome
    (asked,) = model.requests
    assert is_proof(asked.key)
    assert outcome_of(checked(place, plan_of(str, tmp_path), "sk-test-0000")) is Outcome.OK_ANSWER
    assert len(model.requests) == 1


@pytest.mark.slow
@pytest.mark.parametrize("is_proofread", [True, False])
def test_an_attack_has_the_recorded_proofs(
    is_proofread: bool, place: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "less").mkdir()
    folder = RECORDED if is_proofread else without_proofs(tmp_path / "less")
    report = attack(
        AttackOptions(
            suite="erc3-dev", plans=1, families=("D",), tasks=(TASK,), workspace=place,
            recordings=folder,
        )
    )  # fmt: skip
    assert report.good_plans == 1
    assert (report.good_refused == ()) is is_proofread

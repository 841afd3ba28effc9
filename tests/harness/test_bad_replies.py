"""Replies that are no plan: a safe outcome, and a reason that a person can act on."""

from pathlib import Path

import pytest

from agentic_solver.harness.replay import replay_run
from agentic_solver.llm.model import ModelReply, StopReason
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

NO_JSON = ModelReply(text="I think it is Ada.", stop_reason=StopReason.END_TURN)
CUT_OFF = ModelReply(text='{"facts": [{"id": "a"', stop_reason=StopReason.MAX_TOKENS)
REFUSAL = ModelReply(text="", stop_reason=StopReason.REFUSAL)
NO_PLAN = ModelReply(text='{"answer": 42}', stop_reason=StopReason.END_TURN)


@pytest.mark.parametrize(
    ("reply", "calls", "reason"),
    [
        (NO_JSON, 4, "2 attempts were rejected; the model's reply is no plan: whole: Invalid JSON"),
        (NO_PLAN, 4, "2 attempts were rejected; the model's reply is no plan: "),
        (CUT_OFF, 1, "the reply was cut off at 16000 tokens before the plan ended"),
        (REFUSAL, 1, "the model refused to answer this request"),
    ],
    ids=["no-json", "no-plan", "cut-off", "refusal"],
)
def test_a_useless_reply_is_named_and_answered_safely(
    tmp_path: Path, reply: ModelReply, calls: int, reason: str
) -> None:
    init_workspace(tmp_path / "place")
    workspace = Workspace(tmp_path / "place")
    summary = play(workspace, ("lead-of-project",), model=ScriptedModel([reply] * 4))
    (result,) = summary.results
    assert (result.outcome, result.score, result.model_calls) == ("error_internal", 0.0, calls)
    assert reason in result.forced
    assert (summary.model_faults, summary.stopped) == (0, "")
    assert replay_run(Path(summary.run_dir), workspace).tasks == 1

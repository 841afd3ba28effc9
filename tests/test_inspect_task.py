"""A suite played by Inspect's own solvers and agents, with its scripted model."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.errors import UsageError

pytest.importorskip("inspect_ai")

from inspect_ai import eval as inspect_eval
from inspect_ai.agent import react
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.util import registry_info

from agentic_solver.inspect_task import company_tools, erc3
from agentic_solver.twin.suite import find_suite, load_suite

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
TASK = "lead-of-project"


def call(tool: str, **arguments: Any) -> ModelOutput:
    return ModelOutput.for_tool_call("mockllm/model", tool, arguments)


def answer() -> dict[str, Any]:
    """Return the right answer, as the suite expects it."""
    (spec,) = [one for one in load_suite(find_suite("erc3-dev")).tasks if one.id == TASK]
    links = [
        {"kind": kind, "id": name}
        for kind, rule in spec.expect.links.items()
        for name in rule.exact or rule.contain or ()
    ]
    return {"outcome": spec.expect.outcomes[0], "message": "As asked.", "links": links}


def played(tmp_path: Path, *said: ModelOutput, **more: Any) -> tuple[EvalLog, EvalSample]:
    for output in said:  # the mock counts tokens with a file from the network otherwise
        output.usage = ModelUsage(input_tokens=5, output_tokens=2, total_tokens=7)
    (log,) = inspect_eval(
        erc3(tasks=TASK),
        model=get_model("mockllm/model", custom_outputs=list(said)),
        log_dir=str(tmp_path),
        display="none",
        **more,
    )
    assert log.status == "success", log.error
    assert log.samples is not None
    return log, log.samples[0]


def test_a_model_with_the_tools_of_the_company_is_graded_by_the_twin(tmp_path: Path) -> None:
    end = ModelOutput.from_content("mockllm/model", "Done.")
    log, sample = played(tmp_path, call("whoami"), call("respond", **answer()), end)
    assert sample.scores is not None
    score = sample.scores["platform_grade"]
    assert (score.value, score.answer, score.explanation) == (1.0, "ok_answer", "")
    assert json.loads(str(sample.target))["outcomes"] == ["ok_answer"]
    told = [one.text for one in sample.messages if one.role == "tool"]
    assert "current_user" in json.loads(told[0])
    assert log.results is not None
    assert log.results.scores[0].metrics["mean"].value == 1.0


def test_a_sample_without_an_answer_is_wrong_and_says_why(tmp_path: Path) -> None:
    _, sample = played(tmp_path, ModelOutput.from_content("mockllm/model", "I do not know."))
    assert sample.scores is not None
    score = sample.scores["platform_grade"]
    assert score.value == 0.0
    assert "FAIL" in str(score.explanation)


def test_a_refusal_of_the_company_is_told_to_the_model(tmp_path: Path) -> None:
    end = ModelOutput.from_content("mockllm/model", "Done.")
    _, sample = played(tmp_path, call("employees_get", id="nobody"), end)
    (told,) = [one for one in sample.messages if one.role == "tool"]
    assert told.error is not None
    assert '"status":404' in told.error.message


def test_an_agent_that_brings_its_own_tools_can_have_those_of_the_company(tmp_path: Path) -> None:
    agent = react(tools=company_tools())
    submit = call("submit", answer="done")
    _, sample = played(tmp_path, call("respond", **answer()), submit, solver=agent)
    assert sample.scores is not None
    assert sample.scores["platform_grade"].value == 1.0


def test_inspect_knows_the_task_by_the_name_of_the_package(repo_root: Path) -> None:
    assert registry_info(erc3).name in ("erc3", "agentic_solver/erc3")
    project = tomllib.loads((repo_root / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["inspect_ai"] == {
        "agentic_solver": "agentic_solver.inspect_task"
    }


def test_an_unknown_task_is_refused() -> None:
    with pytest.raises(UsageError, match="the suite erc3-dev has no task 'nope'"):
        erc3(tasks="nope")

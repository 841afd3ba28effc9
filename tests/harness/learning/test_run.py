"""A run that learns: traps that only an evaluation shows, and what stays untouched."""

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.contracts.patch import (
    FailedCheck,
    PatchCategory,
    PatchDraft,
    PatchKind,
)
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.experience.store import Added, ExperienceStore
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.harness.options import RunSummary
from agentic_solver.harness.pairing import pair
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import Workspace
from tests.playing import play, reading

LINKS = "Link every employee"
NAMES = "Give exactly these argument names"

Make = Callable[[], Model]
Tasks = Callable[[int], tuple[str, ...]]
OpenStore = Callable[[], ExperienceStore]


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def said(run: RunSummary, task: str, name: str) -> Any:
    return json.loads((Path(run.run_dir) / "tasks" / task / name).read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.requirement("S3-1f", "S3-5.4a", "S3-9.C1", "S3-D1a", "S3-D1b", "S3-6.2a", "S3-10.3a")
def test_a_convention_that_only_the_grader_shows_is_learnt_within_a_run(
    place: Workspace,
    repo_root: Path,
    naive: Make,
    recorded: Make,
    linking_tasks: Tasks,
    open_experience: OpenStore,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tasks = linking_tasks(24)
    assert len(tasks) >= 16
    right = {one.task for one in play(place, tasks, model=recorded()).results if one.score == 1.0}
    tasks = tuple(task for task in tasks if task in right)
    folders = [place.policy, place.rules, place.tools, repo_root / "agentic_solver" / "erc3"]
    before = [digests(folder) for folder in folders]

    without = play(place, tasks, model=naive())
    learning = play(place, tasks, model=naive(), experience="learn")

    half = tasks[len(tasks) // 2 :]
    pairs = pair(
        *(
            {one.task: one.score for one in run.results if one.task in half}
            for run in (without, learning)
        )
    )
    with open_experience() as store:
        (lesson,) = [one for one in store.entries() if LINKS in one.patch.guidance]
    with capsys.disabled():
        sys.stdout.write(
            f"\nsecond half of {len(tasks)}: {pairs.better} better, {pairs.worse} worse, "
            f"p = {pairs.p_value:.4f}, by {lesson.patch.id}\n"
        )
    assert pairs.worse == 0
    assert pairs.p_value <= 0.05
    # the patch that did it is named: in the store, in the task, in its decision
    assert FailedCheck.LINK_MISSING in lesson.provenances[0].checks
    assert lesson.status == "candidate"  # a run proves nothing: that takes the gate
    assert lesson.patch.id in [line[0] for line in said(learning, half[0], "experience.json")]
    assert lesson.patch.id in said(learning, half[0], "round-1/decision.json")["experience"]
    plans = [said(run, half[0], "round-1/plan.json")["plan_id"] for run in (without, learning)]
    assert plans[0] != plans[1]
    assert [digests(folder) for folder in folders] == before


def clumsy(plans: dict[str, str]) -> ScriptedModel:
    """A proposer that misnames an argument until it is corrected or told the names."""

    def answer(request: ModelRequest) -> ModelReply:
        if is_reading(request.key):
            return reading(request)
        text = plans["/".join(request.key.split("/")[:2])]
        system = "\n".join(block.text for block in request.system)
        corrected = any("TOOL_ARGUMENTS" in message.text for message in request.messages)
        if not corrected and NAMES not in system:
            text = re.sub(r"\bAS hours\b", "AS duration_in_hours", text)
        return ModelReply(text=text)

    return ScriptedModel(answer)


@pytest.mark.requirement("S3-6.2a", "S3-10.1f")
def test_a_misnamed_argument_becomes_a_tool_patch_and_is_not_misnamed_again(
    place: Workspace,
    plans: tuple[tuple[str, str], ...],
    open_experience: OpenStore,
) -> None:
    logging = {
        key: text
        for key, text in plans
        if '"log_time"' in text and re.search(r"\bAS hours\b", text) and ".hours" not in text
    }
    assert len(logging) >= 2
    tasks = tuple(key.split("/")[1] for key in sorted(logging))[:4]
    run = play(place, tasks, model=clumsy(logging), experience="learn")
    misnamed = [
        "duration_in_hours" in json.dumps(said(run, task, "round-1/plan.json")) for task in tasks
    ]
    assert misnamed == [True] + [False] * (len(tasks) - 1)
    assert run.results[0].rounds == 2
    with open_experience() as store:
        (lesson,) = [one for one in store.entries() if one.patch.tool == "log_time"]
    assert lesson.patch.kind == "patch_tool"
    assert lesson.provenances[0].codes == (ViolationCode.TOOL_ARGUMENTS,)
    assert lesson.provenances[0].attempts == ("round-1",)
    assert lesson.evidence.helped == 1  # the feedback said the same, and the task came out right
    assert "employee, project, date, hours" in lesson.patch.guidance


def test_a_learning_run_says_in_its_manifest_and_log_what_it_knew_and_learnt(
    place: Workspace, naive: Make, linking_tasks: Tasks
) -> None:
    tasks = linking_tasks(3)
    first = play(place, tasks, model=naive(), experience="learn")
    again = play(place, tasks, model=naive(), experience="learn")
    manifests = [
        json.loads((Path(run.run_dir) / "manifest.json").read_text("utf-8"))
        for run in (first, again)
    ]
    assert [one["experience_mode"] for one in manifests] == ["learn", "learn"]
    assert manifests[0]["patches"] == []
    assert manifests[1]["patches"] != []
    assert manifests[0]["experience"] != manifests[1]["experience"]
    log = Path(first.run_dir).joinpath("learnt.jsonl").read_text("utf-8").splitlines()
    row = json.loads(log[0])
    assert row["task"] == tasks[0]
    assert row["patch"].startswith("patch-")
    assert row["status"] == "candidate"


@pytest.mark.slow
@pytest.mark.requirement("S3-6.2b")
def test_nothing_of_a_company_is_in_a_store_that_a_run_filled(
    place: Workspace, naive: Make, linking_tasks: Tasks
) -> None:
    tasks = linking_tasks(8)
    run = play(place, tasks, model=naive(), experience="learn")
    raw = b"".join(path.read_bytes() for path in place.experience.iterdir()).decode("latin-1")
    assert LINKS in raw
    values: set[str] = set()
    for task in tasks:
        calls = (Path(run.run_dir) / "tasks" / task / "calls.jsonl").read_text("utf-8")
        found = re.findall(r'\\?"(?:id|name|email)\\?": ?\\?"([^"\\]{6,})\\?"', calls)
        values |= set(found)
    assert len(values) > 10
    assert [value for value in values if value in raw] == []


def test_a_run_that_learnt_replays_without_its_store(
    place: Workspace, naive: Make, linking_tasks: Tasks
) -> None:
    run = play(place, linking_tasks(3), model=naive(), experience="learn")
    shutil.rmtree(place.experience)
    place.experience.mkdir()
    result = CliRunner().invoke(app, ["replay", run.run_dir, "--workspace", str(place.root)])
    assert result.exit_code == 0, result.output


def test_text_that_somebody_wrote_is_not_tried_whatever_the_scanner_thinks_of_it(
    place: Workspace, recorded: Make, linking_tasks: Tasks, open_experience: OpenStore
) -> None:
    text = "Link the customer of each project."  # plain, and not of the distiller
    written = PatchDraft(
        kind=PatchKind.ADD_RULE, category=PatchCategory.OPERATIONAL, subject="manner_of_work",
        stance="helpful", guidance=text,
    )  # fmt: skip
    with open_experience() as store:
        outcome = store.add(written)
        assert isinstance(outcome, Added)
        assert outcome.entry.status == "candidate"
    run = play(place, linking_tasks(2), model=recorded(), experience="learn")
    prompts = [path.read_text("utf-8") for path in Path(run.run_dir).glob("tasks/*/model.jsonl")]
    assert len(prompts) == 2
    assert not list(Path(run.run_dir).glob("tasks/*/experience.json"))
    assert not any(text in prompt for prompt in prompts)


def test_what_is_read_is_only_what_is_active(
    place: Workspace, naive: Make, linking_tasks: Tasks
) -> None:
    tasks = linking_tasks(2)
    play(place, tasks, model=naive(), experience="learn")
    reading = play(place, tasks, model=naive(), experience="read")
    manifest = json.loads((Path(reading.run_dir) / "manifest.json").read_text("utf-8"))
    assert manifest["patches"] == []
    assert not (Path(reading.run_dir) / "learnt.jsonl").exists()

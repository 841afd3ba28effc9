"""`experience learn`: what a finished run teaches afterwards, and what it refuses to learn from."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agentic_solver.cli.app import app
from agentic_solver.harness.options import RunSummary
from agentic_solver.workspace import Workspace
from tests.harness.learning.test_conventions import CLIENT, DRAFTS, follower
from tests.playing import play
from tests.script import load_script

HOURS = ("hours-of-mine-1", "hours-on-a-project-1", "hours-of-a-colleague-1")
TASKS = (*HOURS, "lead-of-a-project-2", "mail-of-a-colleague-1", "status-of-a-project-2")


@pytest.fixture(scope="module")
def suite(repo_root: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    script = load_script(repo_root / "benchmarks" / "learning.py")
    return str(script.write_suite(tmp_path_factory.mktemp("suite")))


@pytest.fixture(scope="module")
def played(repo_root: Path, suite: str, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace with a run that learnt nothing."""
    script = load_script(repo_root / "benchmarks" / "learning.py")
    place = Workspace(script.workspace(tmp_path_factory.mktemp("off"), "without"))
    play(place, TASKS, suite=suite, model=follower())
    return place


@pytest.fixture
def place(played: Workspace, tmp_path: Path) -> Workspace:
    """A copy of that workspace; its run is ``runs/suite-001``."""
    shutil.copytree(played.root, tmp_path / "place")
    return Workspace(tmp_path / "place")


def learn(place: Workspace, *words: str, run: Path | None = None) -> Result:
    folder = str(run or place.runs / "suite-001")
    return CliRunner().invoke(
        app, ["experience", "learn", folder, *words, "--workspace", str(place.root)]
    )


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_dry_run_prints_one_line_for_each_patch_with_its_witnesses_and_writes_nothing(
    place: Workspace,
) -> None:
    before = digests(place.root)
    result = learn(place, "--dry-run")
    assert result.exit_code == 0, result.output
    hours, links = result.stdout.splitlines()
    assert hours.startswith("patch-1 active (kept: hours-of-mine-1 and hours-on-a-project-1 are")
    assert DRAFTS in hours
    assert hours.endswith(f"[for: {', '.join(sorted(HOURS))}]")
    assert links.startswith("patch-2 active (kept: lead-of-a-project-2 and status-of-a-project-2")
    assert CLIENT in links
    assert digests(place.root) == before


@pytest.mark.slow
def test_what_a_finished_run_taught_mends_the_next_one(place: Workspace, suite: str) -> None:
    told = learn(place, "--dry-run").stdout
    assert learn(place).stdout == told
    store = digests(place.experience)
    assert learn(place).stdout == told  # the same run again brings no further witness
    assert store.keys() == digests(place.experience).keys()
    runs = {
        mode: play(place, TASKS, suite=suite, model=follower(), experience=mode)
        for mode in ("off", "read")
    }
    assert [right(runs[mode]) for mode in ("off", "read")] == [1, len(TASKS)]


def right(run: RunSummary) -> int:
    return sum(one.score == 1.0 for one in run.results)


def test_one_task_alone_is_tried_and_a_run_that_reads_is_not_told(
    place: Workspace, suite: str
) -> None:
    run = play(place, HOURS[:1], suite=suite, model=follower())
    assert (
        "patch-1 candidate (tried: hours-of-mine-1 is for it"
        in learn(place, run=Path(run.run_dir)).stdout
    )
    reading = play(place, HOURS[1:2], suite=suite, model=follower(), experience="read")
    assert right(reading) == 0
    learning = play(place, HOURS[1:2], suite=suite, model=follower(), experience="learn")
    told = json.loads(
        Path(learning.run_dir, "tasks", HOURS[1], "experience.json").read_text("utf-8")
    )
    assert [(patch, text.startswith("On trial: ")) for patch, text in told] == [("patch-1", True)]
    # it was right because it was told: that is the second witness
    assert right(learning) == 1
    listed = CliRunner().invoke(app, ["experience", "list", "--workspace", str(place.root)])
    assert listed.stdout.startswith("patch-1 active (kept: hours-of-mine-1 and hours-on-a-project")


def no_run(place: Workspace) -> None:
    shutil.rmtree(place.runs / "suite-001")


def unsealed(place: Workspace) -> None:
    """Take the sums out of the events, as a run of an older engine has none."""
    for name in ("events.jsonl", "session.jsonl"):
        path = place.runs / "suite-001" / name
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        kept = [{k: v for k, v in one.items() if k not in ("files", "crc")} for one in lines]
        path.write_text("".join(f"{json.dumps(one)}\n" for one in kept), encoding="utf-8")


def no_grades(place: Workspace) -> None:
    unsealed(place)
    for path in place.runs.glob("suite-001/tasks/*/evaluation.json"):
        path.write_text('{"score": null, "logs": ""}', encoding="utf-8")


def another_grade(place: Workspace) -> None:
    path = place.runs / "suite-001" / "tasks" / TASKS[0] / "evaluation.json"
    path.write_text('{"score": 1.0, "logs": ""}', encoding="utf-8")


def half_written(place: Workspace) -> None:
    events = place.runs / "suite-001" / "events.jsonl"
    lines = events.read_text(encoding="utf-8").splitlines(keepends=True)
    events.write_text("".join(lines[:-1]), encoding="utf-8")


def holes(place: Workspace) -> None:
    (place.runs / "suite-001" / "tasks" / TASKS[0] / "response.json").unlink()


def another_company(place: Workspace) -> None:
    for path in place.policy.glob("wiki_*.py"):
        path.unlink()


def another_store(place: Workspace) -> None:
    unsealed(place)
    told = place.runs / "suite-001" / "tasks" / TASKS[0] / "experience.json"
    told.write_text('[["patch-1", "Another lesson."]]', encoding="utf-8")


def redacted(place: Workspace) -> None:
    path = place.runs / "suite-001" / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(manifest | {"redacted": True}), encoding="utf-8")


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (no_run, "suite-001"),
        (no_grades, "has a grade, so there is nothing to learn from"),
        (half_written, "is not finished (1 of 6 tasks are open): finish it with `run --resume"),
        (holes, f"is not whole, so nothing is learnt from it: tasks/{TASKS[0]}/response.json is"),
        (another_grade, f"tasks/{TASKS[0]}/evaluation.json has changed since the task finished"),
        (another_company, "is not the workspace that this run was played with"),
        (another_store, f"is not the one that told task {TASKS[0]}: patch-1 says something else"),
        (redacted, "is a redacted copy"),
    ],
)
def test_bad_input_gets_one_sentence_and_teaches_nothing(
    place: Workspace, spoil: Callable[[Workspace], None], message: str, dry: tuple[str, ...]
) -> None:
    spoil(place)
    result = learn(place, *dry)
    assert result.exit_code != 0
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert "patch-" not in result.stdout
    listed = CliRunner().invoke(app, ["experience", "list", "--workspace", str(place.root)])
    assert listed.stdout == ""

"""``agentic-solver experience``, and a run that reads what it holds."""

import hashlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agentic_solver.cli.app import app
from agentic_solver.workspace import init_workspace

RUNNER = CliRunner()
GOOD = """
format: experience/1
patches:
- {kind: add_rule, category: operational, subject: failed_call, stance: report_it,
   guidance: Report a failed call in the reply.}
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A fresh workspace without a store."""
    root = init_workspace(tmp_path / "place").root
    for left in (root / "experience").glob("store.sqlite*"):
        left.unlink()
    return root


def experience(place: Path, *words: str) -> Result:
    return RUNNER.invoke(app, ["experience", *words, "--workspace", str(place)])


def patches(tmp_path: Path, text: str) -> str:
    path = tmp_path / "patches.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_list_shows_the_seeds_and_makes_nothing(place: Path) -> None:
    result = experience(place, "list")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0].startswith("patch-1 active (approved) ")
    assert not (place / "experience" / "store.sqlite").exists()


@pytest.mark.requirement("S3-B4a")
def test_add_then_approve_then_roll_back(place: Path, tmp_path: Path) -> None:
    file = patches(tmp_path, GOOD.replace("failed_call", "lost_call"))
    first = experience(place, "add", file)
    assert first.exit_code == 0, first.output
    assert "candidate (not proven yet): lost_call" in first.stdout
    position = experience(place, "list", "--log").stdout.splitlines()[-1].split()[0]
    second = experience(place, "add", file, "--approve")
    assert "active (approved, known before): lost_call" in second.stdout
    back = experience(place, "rollback", position)
    assert back.exit_code == 0, back.output
    listed = experience(place, "list").stdout
    assert "candidate (not proven yet) add_rule operational lost_call=report_it" in listed
    log = experience(place, "list", "--log").stdout
    assert f"rollback to {position}" in log


def test_a_rejected_patch_is_gone_until_it_is_approved(place: Path, tmp_path: Path) -> None:
    file = patches(tmp_path, GOOD.replace("failed_call", "lost_call"))
    name = experience(place, "add", file, "--approve").stdout.split()[0]
    result = experience(place, "reject", name)
    assert (result.exit_code, result.stdout) == (0, f"{name} superseded (withdrawn): lost_call\n")
    assert "superseded (withdrawn" in experience(place, "add", file).stdout
    assert f"{name} active" in experience(place, "add", file, "--approve").stdout


def test_the_list_shows_where_a_patch_holds(place: Path, tmp_path: Path) -> None:
    narrow = GOOD.replace("reply.}", "reply., scope: {wiki: 1a2b3c4d}}")
    added = experience(place, "add", patches(tmp_path, narrow))
    assert added.exit_code == 0, added.output
    assert "operational wiki=1a2b3c4d failed_call=report_it" in experience(place, "list").stdout


def test_a_refusal_ends_with_one_and_says_why(place: Path, tmp_path: Path) -> None:
    bad = GOOD.replace("Report a failed call in the reply.", "Ask Dora about the call.")
    result = experience(place, "add", patches(tmp_path, bad))
    assert result.exit_code == 1
    assert "refused: failed_call: experience holds no entity data" in result.stdout
    assert "Dora" not in experience(place, "list").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("add", "none.yaml"), "cannot read none.yaml"),
        (("rollback", "999"), "no position 999"),
        (("reject", "patch-99"), "has no patch-99"),
    ],
)
def test_wrong_use_is_one_sentence_and_two(
    words: tuple[str, ...], message: str, place: Path
) -> None:
    result = experience(place, *words)
    assert result.exit_code == 2
    assert message in result.stderr


def play(place: Path, *words: str) -> Path:
    result = RUNNER.invoke(
        app,
        ["run", "erc3-dev", "--tasks", "lead-of-project,team-salary-sum-refused", "--json",
         "--proposer", "recorded", "--workspace", str(place), *words],
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    return Path(json.loads(result.stdout)["run_dir"])


def decision(run: Path, task: str) -> dict[str, object]:
    path = run / "tasks" / task / "round-1" / "decision.json"
    content: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return content


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.requirement("S3-10.3e", "S3-10.3b")
def test_a_run_that_reads_says_which_patches_and_decides_the_same(place: Path) -> None:
    without, reading = play(place), play(place, "--experience", "read")
    seeds = len(experience(place, "list").stdout.splitlines())
    for task in ("lead-of-project", "team-salary-sum-refused"):
        plain, told = decision(without, task), decision(reading, task)
        assert plain.pop("experience") == []
        ids = told.pop("experience")
        assert sorted(ids) == sorted(f"patch-{n}" for n in range(1, seeds + 1))  # type: ignore[call-overload]
        assert plain == told
        lines = json.loads((reading / "tasks" / task / "experience.json").read_text("utf-8"))
        assert [line[0] for line in lines] == ids
    manifests = [
        json.loads((run / "manifest.json").read_text("utf-8")) for run in (without, reading)
    ]
    assert manifests[0]["experience"] == ""
    assert len(manifests[1]["experience"]) == 64


def test_a_run_that_read_replays_after_the_store_has_changed(place: Path, tmp_path: Path) -> None:
    run = play(place, "--experience", "read")
    experience(place, "add", patches(tmp_path, GOOD), "--approve")
    result = RUNNER.invoke(app, ["replay", str(run), "--workspace", str(place)])
    assert result.exit_code == 0, result.output


@pytest.mark.requirement("S3-D1b")
def test_a_run_leaves_policy_tools_and_code_alone(place: Path, repo_root: Path) -> None:
    folders = [place / name for name in ("policy", "tools", "rules", "wiki")]
    folders.append(repo_root / "agentic_solver" / "erc3")
    before = [digests(folder) for folder in folders]
    assert all(before)
    play(place, "--experience", "read")
    assert [digests(folder) for folder in folders] == before


def test_an_unknown_mode_is_wrong_use(place: Path) -> None:
    result = RUNNER.invoke(
        app, ["run", "erc3-dev", "--experience", "write", "--workspace", str(place)]
    )
    assert result.exit_code == 2
    assert "use one of off, read, learn" in result.stderr

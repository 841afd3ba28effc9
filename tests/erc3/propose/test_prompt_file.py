"""Blocks of the prompt that a workspace words itself, in the prompt, the manifest and a replay."""

import hashlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.erc3.propose.prompt_file import read_prompt_files
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.replay import replay_run
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

TASK = "lead-of-project"


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    made = init_workspace(tmp_path / "place")
    made.prompt.mkdir()
    return made


def blocks(place: Workspace) -> dict[str, str]:
    command = ["prompt", "erc3-dev", TASK, "--json", "--workspace", str(place.root)]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    return {one["name"]: one["text"] for one in json.loads(done.stdout)["blocks"]}


def test_a_file_replaces_its_block_or_is_one_more(place: Workspace) -> None:
    usual = blocks(place)
    (place.prompt / "company.md").write_text("Before.\n\n{text}\n", encoding="utf-8")
    (place.prompt / "contract.md").write_text(
        "Tables:\n{tables}\n{writes} {other}", encoding="utf-8"
    )
    (place.prompt / "house-rules.md").write_text("Be brief.", encoding="utf-8")
    own = blocks(place)
    assert list(own)[1:4] == ["contract", "house-rules", "company"]
    assert own["company"] == f"Before.\n\n{usual['company']}"
    assert own["house-rules"] == "Be brief."
    assert own["contract"].startswith("Tables:\n")
    assert own["contract"].endswith(" {other}")
    assert len(own["contract"]) > 500
    assert own["rights"] == usual["rights"]


def test_a_block_that_a_caller_lacks_is_not_made_up(place: Workspace) -> None:
    (place.prompt / "experience.md").write_text("What was learnt.", encoding="utf-8")
    assert "experience" not in blocks(place)


def test_the_manifest_holds_the_digests_and_a_replay_wants_the_same(place: Workspace) -> None:
    file = place.prompt / "house-rules.md"
    file.write_text("Be brief.", encoding="utf-8")
    run = Path(play(place, [TASK]).run_dir)
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    digest = hashlib.sha256(b"Be brief.").hexdigest()
    assert manifest["prompt"] == {"house-rules.md": digest}
    assert replay_run(run, place).tasks == 1
    file.write_text("Be long.", encoding="utf-8")
    (place.prompt / "new.md").write_text("More.", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"prompt/house-rules.md has changed, .*new.md is new"):
        replay_run(run, place)
    file.unlink()
    with pytest.raises(WorkspaceError, match=r"prompt/house-rules.md is missing"):
        replay_run(run, place)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("README.md", b"x", "name it after the block, with small letters"),
        ("contract.md", b" \n", "is empty: write the block, or remove the file"),
        ("contract.md", b"\xff", "is not UTF-8 text"),
        ("contract.md", b"x" * 400_001, "has 400001 bytes"),
    ],
)
def test_a_broken_file_stops_the_run_before_it_begins(
    place: Workspace, name: str, content: bytes, why: str
) -> None:
    (place.prompt / name).write_bytes(content)
    with pytest.raises(WorkspaceError, match=why):
        read_prompt_files(place.prompt)
    with pytest.raises(WorkspaceError, match=why):
        play(place, [TASK])
    assert [path.name for path in place.runs.iterdir()] == ["README.md"]

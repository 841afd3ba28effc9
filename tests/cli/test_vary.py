"""``--vary`` on the command line: what it changes, records, and refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.erc3.folding import fold_space
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.propose.reader import is_proof
from agentic_solver.errors import ReplayError
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.replay import replay_run
from agentic_solver.llm.recording import load_records
from agentic_solver.twin import app as twin_app
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import builtin_suites, load_suite
from agentic_solver.twin.variation.option import parse_variation
from agentic_solver.twin.variation.vary import vary
from agentic_solver.workspace import Workspace, init_workspace


@pytest.fixture
def place(tmp_path: Path) -> Path:
    init_workspace(tmp_path / "place")
    return tmp_path / "place"


def play(place: Path, *options: str) -> tuple[dict[str, Any], Path, str]:
    """Play erc3-dev by its recorded plans; return totals, run folder and stderr."""
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--proposer", "recorded", "--json", "--workspace", str(place),
         *options],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    totals = json.loads(done.stdout)
    return totals, Path(str(totals["run_dir"])), done.stderr


def decisions(run_dir: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(run_dir)): path.read_bytes()
        for path in sorted((run_dir / "tasks").glob("*/*"))
        if path.name in ("calls.jsonl", "response.json", "decision.json")
    }


def proofread() -> set[str]:
    """Return the tasks of changes that were proofread: beside these pages, and on that day."""
    records = load_records(builtin_recordings("erc3-dev"))
    return {record.key.split("/")[1] for record in records if is_proof(record.key)}


@pytest.mark.slow
def test_order_page_limit_and_dates_cost_no_recorded_plan_its_score(place: Path) -> None:
    options = ("--vary", "order", "--vary", "page-limit=3", "--vary", "dates=+364")
    totals, run_dir, told = play(place, *options)
    plain = load_suite(builtin_suites()["erc3-dev"])
    moved = vary(plain, parse_variation(["dates=+364"]), seed=0).suite
    same = {one.id for one in plain.tasks} & {
        one.id
        for one, other in zip(plain.tasks, moved.tasks, strict=True)
        if one.text == other.text
    }
    failed = {result["task"] for result in totals["results"] if result["score"] != 1}
    # A recorded plan holds the days that its request names; another day is another request.
    assert len(same) > 130
    assert failed.isdisjoint(same - proofread())
    assert "21 of 153 tasks keep their dates" in told
    manifest = json.loads((run_dir / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["variation"] == ["order", "page-limit=3", "dates=+364"]


@pytest.mark.slow
def test_ids_and_company_cost_nothing_either_and_the_run_replays(place: Path) -> None:
    totals, run_dir, _ = play(place, "--vary", "ids", "--vary", "company=Storm & Petrel")
    failed = {result["task"] for result in totals["results"] if result["score"] != 1}
    assert (failed, totals["tasks"]) == (proofread(), 153)
    # One task edits the wiki, so that there are two revisions, each under the other name.
    modules = sorted((run_dir / "policy").glob("wiki_*.py"))
    assert modules
    policy = load_policy(modules[0])
    mirror = run_dir / "wiki" / f"{modules[0].stem.removeprefix('wiki_')}.json"
    pages = json.loads(mirror.read_text(encoding="utf-8"))
    assert all(rule.quote in fold_space(pages[rule.page]) for rule in policy.rules)
    assert any("Storm & Petrel" in rule.quote for rule in policy.rules)
    contexts = [json.loads(p.read_bytes()) for p in (run_dir / "tasks").glob("*/context.json")]
    assert all(context["policy_known"] for context in contexts)
    assert not [name for name, text in decisions(run_dir).items() if b"Kittiwake Ex" in text]
    report = replay_run(run_dir, Workspace(place))
    assert (report.tasks, report.notes) == (153, ())
    for module in modules:
        module.unlink()
    with pytest.raises(ReplayError, match="policy_digest"):
        replay_run(run_dir, Workspace(place))


@pytest.mark.slow
def test_the_same_seed_plays_the_same_and_another_one_does_not(place: Path) -> None:
    options = ("--vary", "ids", "--vary", "order", "--tasks", "add-team-member,lead-of-project")
    first, again = (decisions(play(place, *options)[1]) for _ in range(2))
    assert first == again
    asked = ["run", "erc3-dev", "--proposer", "recorded", "--workspace", str(place), *options]
    other = CliRunner().invoke(app, [*asked, "--seed", "2"])
    assert other.exit_code == 2
    assert "recorded for seed 0, not for seed 2" in other.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--vary", "ids=1"], "malformed variation 'ids=1'"),
        (["--vary", "names"], "unknown variation 'names'"),
        (["--vary", "dates=+1"], "a sign and a multiple of 7"),
        (["--vary", "ids", "--platform", "http://localhost:1"], "only the local twin can vary"),
        (["--vary", "company=Kittiwake Exhibits"], "is called 'Kittiwake Exhibits' already"),
    ],
)
def test_a_run_that_cannot_be_varied_writes_nothing(
    place: Path, options: list[str], words: str
) -> None:
    done = CliRunner().invoke(app, ["run", "erc3-dev", "--workspace", str(place), *options])
    assert done.exit_code == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not [path for path in (place / "runs").iterdir() if path.is_dir()]


def test_suite_check_takes_variations() -> None:
    done = CliRunner().invoke(
        app, ["suite", "check", "erc3-dev", "--vary", "ids", "--vary", "language=de"]
    )
    assert done.exit_code == 0
    assert "133 solutions right, 738 spoiled ones refused" in done.stdout
    assert done.stderr.startswith("98 of 153 tasks have no wording in the language 'de'")
    bad = CliRunner().invoke(app, ["suite", "check", "erc3-dev", "--vary", "x"])
    assert (bad.exit_code, bad.stdout) == (2, "")


def test_twin_serve_takes_variations(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Twin] = []
    monkeypatch.setattr(twin_app, "serve", lambda twin, **_options: served.append(twin))
    done = CliRunner().invoke(
        app, ["twin", "serve", "--suite", "erc3-dev", "--vary", "ids", "--vary", "page-limit=9"]
    )
    assert done.exit_code == 0, done.output
    plain = load_suite(builtin_suites()["erc3-dev"])
    assert served[0].suite.page_limit == 9
    assert served[0].suite.worlds["kittiwake"].employees != plain.worlds["kittiwake"].employees

"""Proposers by name: a module here, a package that offers one, and what may be wrong with them."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import agentic_solver as a
from agentic_solver.cli.app import app
from agentic_solver.errors import UsageError
from agentic_solver.harness.proposer_source import load_proposer, offered, refuse_unknown
from agentic_solver.workspace import init_workspace

MODULE = """
import json
from pathlib import Path

PLANS = json.loads((Path(__file__).parent / "plans.json").read_text())
NUMBER = 3

class Kind:
    pass

def propose(request):
    print("thinking about", request.task)
    return PLANS[request.task]
"""
ENTRY = "[agentic_solver.proposers]\nthe-other-one = {module}:propose\n"
PLAN = {
    "interpretation": {"reading": "", "entities": [], "dates": [], "wants_change": False},
    "facts": [{"id": "who", "sql": "SELECT id, name FROM find_project('Tram Cab Simulator')"}],
    "writes": [],
    "cases": [{"when": "", "outcome": "ok_answer", "message": "{who.name}", "links": [],
               "apply_writes": False}],
    "exact_message": [],
    "rules": [],
}  # fmt: skip


@pytest.fixture
def module(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """A module in the current folder, which is a workspace; an installed package offers it, too."""
    name = f"own_{abs(hash(request.node.name))}"
    init_workspace(tmp_path / "place")
    monkeypatch.chdir(tmp_path / "place")
    Path(f"{name}.py").write_text(MODULE, encoding="utf-8")
    Path("plans.json").write_text(json.dumps({"lead-of-project": PLAN}), encoding="utf-8")
    installed = tmp_path / "installed"
    record = installed / "other-1.0.dist-info"
    record.mkdir(parents=True)
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text(ENTRY.format(module=name))
    monkeypatch.setattr(sys, "path", [*sys.path, str(installed)])
    yield name
    sys.modules.pop(name, None)


def test_a_module_of_the_current_folder_proposes_under_its_own_name(module: str) -> None:
    spec = f"{module}:propose"
    done = CliRunner().invoke(
        app,
        ["run", "erc3-dev", "--proposer", spec, "--tasks", "lead-of-project", "--workers", "2",
         "--json"],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)  # what it prints is not on stdout
    assert "thinking about lead-of-project" in done.stderr
    assert f"plans of {spec}, requests read by" in done.stderr
    run = a.load(told["run_dir"])
    assert (run.manifest.proposer, run.manifest.model) == (spec, spec)
    listed = CliRunner().invoke(app, ["runs", "list"])
    assert f", {spec}, seed 0" in listed.stdout
    page = run.report("x.html").read_text(encoding="utf-8")
    assert spec in page


def test_a_package_offers_one_by_its_entry_point(module: str) -> None:
    assert offered()["the-other-one"].value == f"{module}:propose"
    done = CliRunner().invoke(
        app,
        ["solve", "Which project?", "--suite", "erc3-dev", "--proposer", "the-other-one", "--json"],
    )
    assert done.exit_code == 4, done.output  # it knows no plan for a sentence
    assert "the proposer the-other-one raised KeyError" in done.stderr
    run = a.run("erc3-dev", proposer="the-other-one", tasks=["lead-of-project"])
    assert run.manifest.played_by == "the-other-one"


def test_a_run_of_ones_own_is_replayed_without_its_proposer(module: str) -> None:
    run = a.run("erc3-dev", proposer=f"{module}:propose", tasks=["lead-of-project"])
    Path(f"{module}.py").unlink()
    done = CliRunner().invoke(app, ["replay", str(run.path)])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("{}:propos", "has no 'propos'; did you mean 'propose'?"),
        ("{}:Kind", "is a class: name a function"),
        ("{}:NUMBER", "is no function, but int"),
        ("no_such_module_here:f", "there is no module 'no_such_module_here', neither in"),
        ("broken:f", "broken fails when it is imported: ZeroDivisionError"),
        ("needing:f", "needing needs 'a_missing_package': install it"),
    ],
)
def test_what_cannot_propose_is_one_sentence(module: str, name: str, why: str) -> None:
    Path("broken.py").write_text("1 / 0", encoding="utf-8")
    Path("needing.py").write_text("import a_missing_package", encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        load_proposer(name.format(module))


def test_an_unknown_name_is_told_what_there_is(module: str) -> None:
    with pytest.raises(UsageError, match="recorded, the-other-one, or module:function"):
        refuse_unknown("nobody")
    refuse_unknown("the-other-one")
    refuse_unknown(f"{module}:propose")

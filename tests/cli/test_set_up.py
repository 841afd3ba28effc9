"""A wrong set-up ends a command before anything is answered: exit code 2, and one sentence."""

import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agentic_solver.cli.app import app
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.workspace import init_workspace

TASKS = "lead-of-project,role-by-surname"


def run(place: Path, *more: str) -> Result:
    """Play two tasks of erc3-dev in a workspace."""
    words = ["run", "erc3-dev", "--tasks", TASKS, "--workspace", str(place), *more]
    return CliRunner().invoke(app, words)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A fresh workspace."""
    root = tmp_path / "place"
    init_workspace(root)
    return root


@pytest.fixture
def _no_openai(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the optional package away."""
    known = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "openai" else known(name, package)

    monkeypatch.setattr("agentic_solver.llm.chat.find_spec", without)
    monkeypatch.setitem(sys.modules, "openai", None)


@pytest.mark.usefixtures("_no_openai")
def test_a_missing_extra_is_said_before_a_session_begins(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-this-test")
    for words in (
        ["run", "erc3-dev", "--tasks", TASKS],
        ["solve", "Who leads?", "--suite", "erc3-dev"],
    ):
        more = ["--proposer", "openai", "--model", "m", "--workspace", str(place)]
        done = CliRunner().invoke(app, [*words, *more])
        assert (done.exit_code, done.stdout) == (2, "")
        assert "the proposer openai needs the extra openai" in done.stderr
    assert not list((place / "runs").glob("erc3-*"))


def test_a_missing_key_is_said_before_a_session_begins(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    done = run(place, "--proposer", "openai", "--model", "m")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "m needs an API key: set OPENAI_API_KEY" in done.stderr
    assert not list((place / "runs").glob("erc3-*"))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_broken_policy_ends_the_run_before_any_answer(place: Path, workers: str) -> None:
    for module in (place / "policy").glob("wiki_*.py"):
        module.write_text(module.read_text("utf-8") + "import os\n", encoding="utf-8")
    done = run(place, "--workers", workers)
    assert done.exit_code == 2, done.output
    assert "a policy module never holds the statement Import" in done.stderr
    assert not list((place / "runs").glob("*/tasks/*/response.json"))
    assert not list((place / "runs").glob("*/summary.json"))


def test_rules_that_were_changed_and_not_compiled_are_refused(place: Path) -> None:
    for rules in (place / "rules").glob("*.yaml"):
        text = rules.read_text("utf-8")
        assert "effect: allow" in text
        rules.write_text(text.replace("effect: allow", "effect: deny", 1), encoding="utf-8")
        later = (place / "policy" / f"wiki_{rules.stem}.py").stat().st_mtime_ns + 1
        os.utime(rules, ns=(later, later))
    done = run(place)
    assert done.exit_code == 2, done.output
    assert "compiles to: run `agentic-solver compile`" in done.stderr
    assert CliRunner().invoke(app, ["compile", "--workspace", str(place)]).exit_code == 0
    assert run(place).exit_code == 0


def test_rules_without_their_policy_module_are_to_be_compiled(place: Path) -> None:
    for module in (place / "policy").glob("wiki_*.py"):
        module.unlink()
    done = run(place)
    assert done.exit_code == 2, done.output
    assert "is missing, but there is" in done.stderr
    assert "run `agentic-solver compile`" in done.stderr


def test_a_platform_behind_http_is_asked_nothing_when_a_policy_is_broken(
    place: Path, tmp_path: Path
) -> None:
    (place / "policy" / "wiki_00000000.py").write_text("import os\n", encoding="utf-8")
    recorded = tmp_path / "recorded"
    recorded.mkdir()
    found = sorted(builtin_recordings("erc3-dev").glob("*.json"))
    some = next(one for one in found if '/r1"' in one.read_text("utf-8"))
    text = some.read_text("utf-8").replace("erc3-dev@0/", "erc3-dev/")
    (recorded / some.name).write_text(text, encoding="utf-8")
    # Sockets are disabled in this test: a request would be another error.
    done = run(place, "--platform", "http://127.0.0.1:9", "--recordings", str(recorded))
    assert done.exit_code == 2, done.output
    assert "a policy module never holds the statement Import" in done.stderr

"""``agentic-solver acquire --offline``: pages mirrored, rules checked, policy compiled."""

import json
import os
import shutil
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from agentic_solver.cli.acquire import command, task_overview
from agentic_solver.cli.app import app as whole_app
from agentic_solver.contracts.rule import Rule, RuleKind, RuleSet
from agentic_solver.erc3.policy import policy_name
from agentic_solver.erc3.rules import load_rules, rules_path, save_rules
from agentic_solver.erc3.wiki import WikiPages, read_mirror
from agentic_solver.errors import SuiteError, UsageError
from agentic_solver.workspace import FOLDERS

PAGES = WikiPages({"a.md": "# Hours\n\nEverybody books hours.\n", "b.md": "# Love\n"})


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    made.command()(command)
    return made


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    for path, text in PAGES.pages.items():
        page = tmp_path / "suite" / "wikis" / "demo" / path
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    lines = [json.dumps({"id": str(number), "family": "time"}) for number in range(3)]
    (tmp_path / "suite" / "tasks.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path / "suite"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FOLDERS:
        (tmp_path / "work" / name).mkdir(parents=True)
    return tmp_path / "work"


def hours(sha1: str) -> RuleSet:
    rule = Rule(
        id="hours",
        kind=RuleKind.PROCESS,
        page="a.md",
        anchor="hours",
        quote="Everybody books hours.",
        statement="Everybody books hours.",
        families=("time",),
    )
    return RuleSet(wiki_sha1=sha1, source="authored", rules=(rule,))


@pytest.mark.requirement("S3-2.1a", "S3-3.1c")
def test_offline_mirrors_checks_and_compiles(app: typer.Typer, suite: Path, root: Path) -> None:
    save_rules(root / "rules", hours(PAGES.sha1))
    arguments = ["--suite", str(suite), "--workspace", str(root), "--offline"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "task set suite: 3 tasks" in result.output
    assert "1 rules (authored)" in result.output
    pages, meta = read_mirror(root / "wiki" / PAGES.sha1[:8])
    assert pages.pages == PAGES.pages
    assert meta.task_set is not None
    assert meta.task_set.families == {"time": 3}
    assert (root / "policy" / policy_name(PAGES.sha1)).is_file()
    assert load_rules(rules_path(root / "rules", PAGES.sha1)) == hours(PAGES.sha1)


def test_offline_follows_an_edited_wiki(app: typer.Typer, suite: Path, root: Path) -> None:
    save_rules(root / "rules", hours(PAGES.sha1))
    arguments = ["--suite", str(suite), "--workspace", str(root), "--offline"]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    (suite / "wikis" / "demo" / "b.md").write_text("# Hate\n", encoding="utf-8")
    assert CliRunner().invoke(app, arguments).exit_code == 0
    edited = WikiPages({**PAGES.pages, "b.md": "# Hate\n"})
    kept = load_rules(rules_path(root / "rules", edited.sha1))
    assert kept.rules == hours(edited.sha1).rules
    assert kept.source == "authored, carried over"


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({}, "a model has to read it"),
        ({"--wiki": "absent"}, "has no wiki absent"),
        ({"--suite": "absent"}, "neither a built-in suite"),
    ],
)
def test_what_does_not_fit_is_said(
    app: typer.Typer, suite: Path, root: Path, changes: dict[str, str], complaint: str
) -> None:
    options = {"--suite": str(suite), "--workspace": str(root), **changes}
    arguments = [word for pair in options.items() for word in pair]
    result = CliRunner().invoke(app, [*arguments, "--offline"])
    assert isinstance(result.exception, UsageError)
    assert complaint in str(result.exception)


def test_rules_are_not_overwritten_unasked(app: typer.Typer, suite: Path, root: Path) -> None:
    path = save_rules(root / "rules", hours(PAGES.sha1))
    before = path.read_bytes()
    result = CliRunner().invoke(app, ["--suite", str(suite), "--workspace", str(root)])
    assert result.exit_code == 0
    assert "use --force" in result.output
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("tasks.jsonl", b"{}\n\xe9\n", "line 2: not UTF-8 text: save the file as UTF-8"),
        ("tasks.jsonl", None, "cannot be read: Is a directory: make it a readable file"),
        ("tasks.jsonl", b"[" * 100_000, "line 1: no task with a family"),
        ("wikis/demo/a.md", b"# H\xe4rte\n", "line 1: not UTF-8 text: save the file as UTF-8"),
        ("wikis", b"", "cannot be read: Not a directory: make it a readable folder"),
        ("wikis/demo", None, "the wiki has no page"),
    ],
)
def test_a_file_of_the_suite_that_cannot_be_read_is_one_sentence(
    suite: Path, root: Path, name: str, content: bytes | None, complaint: str
) -> None:
    place = suite / name
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    if content is None:
        place.mkdir()
    else:
        place.write_bytes(content)
    arguments = ["acquire", "--offline", "--suite", str(suite), "--workspace", str(root)]
    result = CliRunner().invoke(whole_app, arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert str(place) in result.stderr
    assert complaint in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("name", ["tasks.jsonl", "wikis", "wikis/demo", "wikis/demo/a.md"])
def test_what_may_not_be_read_is_never_left_out(suite: Path, root: Path, name: str) -> None:
    place = suite / name
    place.chmod(0)
    arguments = ["acquire", "--offline", "--suite", str(suite), "--workspace", str(root)]
    result = CliRunner().invoke(whole_app, arguments)
    place.chmod(0o700)
    assert result.exit_code == 2
    assert str(place) in result.stderr
    assert "Permission denied" in result.stderr


def test_a_line_that_is_no_task_is_named(suite: Path, tmp_path: Path) -> None:
    (suite / "tasks.jsonl").write_text('{"family": "a"}\n\n{}\n', encoding="utf-8")
    with pytest.raises(SuiteError, match=r"tasks\.jsonl, line 3"):
        task_overview(suite)
    assert task_overview(tmp_path) is None

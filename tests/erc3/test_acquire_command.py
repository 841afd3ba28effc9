"""``agentic-solver acquire --offline``: pages mirrored, rules checked, policy compiled."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from agentic_solver.cli.acquire import command
from agentic_solver.cli.acquiring import task_overview
from agentic_solver.cli.app import app as whole_app
from agentic_solver.contracts.rule import Rule, RuleKind, RuleSet
from agentic_solver.erc3.acquire import Asking, acquire_rules
from agentic_solver.erc3.policy import policy_name
from agentic_solver.erc3.rules import load_rules, rules_path, save_rules
from agentic_solver.erc3.wiki import WikiPages, read_folder, read_mirror
from agentic_solver.errors import ModelReplyError, SuiteError, UsageError
from agentic_solver.llm.recording import RecordingModel
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.twin.suite import find_suite
from agentic_solver.workspace import FOLDERS
from tests.erc3.test_acquire import draft, reply

REPO_RULES = Path(__file__).resolve().parents[2] / "rules" / "377df2ed.yaml"

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


def test_what_was_not_changed_is_not_said_to_be_written(
    app: typer.Typer, suite: Path, root: Path
) -> None:
    save_rules(root / "rules", hours(PAGES.sha1))
    arguments = ["--suite", str(suite), "--workspace", str(root), "--offline"]
    digest = PAGES.sha1[:8]
    first = CliRunner().invoke(app, arguments).output
    assert f"wrote {root / 'wiki' / digest}\n" in first
    assert f"unchanged {root / 'rules' / digest}.yaml\n" in first
    assert f"wrote {root / 'policy' / policy_name(PAGES.sha1)}\n" in first
    again = CliRunner().invoke(app, arguments).output
    assert "wrote" not in again
    assert again.count("unchanged ") == 3
    (suite / "tasks.jsonl").write_text("", encoding="utf-8")
    assert f"wrote {root / 'wiki' / digest}\n" in CliRunner().invoke(app, arguments).output


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
    assert tree(root) == {}


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


HOURS = draft(
    "hours", "process", "a.md#hours", "Everybody books hours.", "Everybody books hours.", "time"
)


KEY = f"suite/acquire/{PAGES.sha1[:8]}"


def recorded(kept: Path, *replies: str) -> None:
    """Keep the replies of a model that reads the demo wiki."""
    model = RecordingModel(ScriptedModel(replies, name="m"), kept)
    acquire_rules(PAGES, model, asking=Asking(key=KEY, model_name="m"))


def tree(root: Path) -> dict[str, bytes]:
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


@pytest.mark.requirement("S3-6.1d")
def test_recorded_replies_give_the_same_bytes_twice(
    suite: Path, root: Path, tmp_path: Path
) -> None:
    recorded(tmp_path / "kept", reply(), reply(HOURS))
    arguments = ["acquire", str(suite), "--workspace", str(root), "--model", "m"]
    arguments += ["--recordings", str(tmp_path / "kept")]
    first = CliRunner().invoke(whole_app, arguments)
    assert first.exit_code == 0, first.output
    assert "1 rules (extracted by m)" in first.stdout
    written = tree(root)
    assert f"rules/{PAGES.sha1[:8]}.yaml" in written
    second = CliRunner().invoke(whole_app, [*arguments, "--force"])
    assert (second.exit_code, second.stdout) == (0, first.stdout.replace("wrote", "unchanged"))
    assert tree(root) == written


def test_the_suite_may_be_named_either_way(suite: Path, root: Path) -> None:
    save_rules(root / "rules", hours(PAGES.sha1))
    rest = ["--workspace", str(root), "--offline"]
    CliRunner().invoke(whole_app, ["acquire", str(suite), *rest])
    results = [
        CliRunner().invoke(whole_app, ["acquire", *named, *rest])
        for named in ([str(suite)], ["--suite", str(suite)], [str(suite), "--suite", str(suite)])
    ]
    assert [result.exit_code for result in results] == [0, 0, 0]
    assert len({result.stdout for result in results}) == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "name a built-in benchmark, a suite folder or the address of a platform"),
        (["one", "--suite", "two"], "name one of them"),
        (["absent"], "neither a built-in suite"),
        (["SUITE", "--proposer", "oracle"], "unknown proposer 'oracle'"),
        (["SUITE", "--recordings", "absent"], "there is no folder of recordings"),
        (["SUITE"], "ANTHROPIC_API_KEY"),
    ],
)
def test_a_wrong_call_is_one_sentence_and_writes_nothing(
    suite: Path, root: Path, arguments: list[str], complaint: str
) -> None:
    words = [str(suite) if word == "SUITE" else word for word in arguments]
    result = CliRunner().invoke(whole_app, ["acquire", *words, "--workspace", str(root)])
    assert result.exit_code in (2, 3)
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)
    assert complaint in result.stderr
    assert tree(root) == {}


def test_a_page_of_ten_megabytes_is_one_sentence(suite: Path, root: Path, tmp_path: Path) -> None:
    (suite / "wikis" / "demo" / "big.md").write_text("# Big\n" + "word " * 2_000_000, "utf-8")
    (tmp_path / "kept").mkdir()
    arguments = ["acquire", str(suite), "--workspace", str(root)]
    arguments += ["--recordings", str(tmp_path / "kept")]
    result = CliRunner().invoke(whole_app, arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "the wiki page big.md has 10000006 characters, more than a model can read" in (
        result.stderr
    )
    assert tree(root) == {}


def test_a_model_that_only_invents_quotes_writes_nothing(
    suite: Path, root: Path, tmp_path: Path
) -> None:
    invented = {**HOURS, "quote": "Nobody books hours."}
    model = RecordingModel(
        ScriptedModel([reply(), reply(invented), reply(invented)]), tmp_path / "k"
    )
    with pytest.raises(ModelReplyError, match="none of the model's 1 records can be used"):
        acquire_rules(PAGES, model, asking=Asking(key=KEY))
    arguments = ["acquire", str(suite), "--workspace", str(root)]
    result = CliRunner().invoke(whole_app, [*arguments, "--recordings", str(tmp_path / "k")])
    assert result.exit_code == 4
    assert "hours: QUOTE: the quote is not verbatim" in result.stderr
    assert tree(root) == {}


@pytest.mark.enable_socket
def test_a_platform_that_nobody_serves_is_one_sentence(root: Path) -> None:
    arguments = ["acquire", "http://127.0.0.1:1", "--workspace", str(root)]
    result = CliRunner().invoke(whole_app, arguments)
    assert result.exit_code == 3
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)
    assert "the platform at http://127.0.0.1:1 is out of reach" in result.stderr
    assert tree(root) == {}


@pytest.mark.enable_socket
def test_a_served_platform_is_read_over_http(suite: Path, root: Path) -> None:
    save_rules(root / "rules", load_rules(REPO_RULES))
    command = [sys.executable, "-m", "agentic_solver", "twin", "serve", "--suite", "erc3-dev"]
    with subprocess.Popen([*command, "--port", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        try:
            arguments = ["acquire", address, "--offline", "--tasks", "lead-of-project"]
            result = CliRunner().invoke(whole_app, [*arguments, "--workspace", str(root)])
        finally:
            process.terminate()
    assert result.exit_code == 0, result.stderr
    pages, _ = read_mirror(root / "wiki" / "377df2ed")
    built_in = find_suite("erc3-dev") / "wikis" / "kittiwake"
    assert pages.pages == read_folder(built_in).pages

"""``suite new`` gives a suite that plays; what is in the way is named."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.acquiring import task_overview
from agentic_solver.cli.app import app
from agentic_solver.workspace import init_workspace


def test_a_new_suite_passes_its_self_check_with_many_seeds(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    made = CliRunner().invoke(app, ["suite", "new", str(place)])
    assert made.exit_code == 0
    assert f"agentic-solver suite check {place}" in made.stdout
    assert (place / "README.md").is_file()
    done = CliRunner().invoke(app, ["suite", "check", str(place), "--seeds", "20", "--json"])
    assert done.exit_code == 0
    report = json.loads(done.stdout)
    assert (report["findings"], report["solved"]) == ([], 20 * report["tasks"])
    assert report["templates"] == report["tasks"] == 5


@pytest.mark.parametrize("name", ["mine", "mine/file"])
def test_a_folder_in_use_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_text("kept", encoding="utf-8")
    done = CliRunner().invoke(app, ["suite", "new", str(tmp_path / name)])
    assert done.exit_code == 2
    assert "nothing was written" in done.stderr
    assert ("is a file" if name.endswith("file") else "is not empty") in done.stderr
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("erc3-dev", "'erc3-dev' is the name of a built-in suite, which run erc3-dev would play"),
        ("bad name", "'bad name' is no name of a suite: use letters, digits, hyphens"),
        (".hidden", "'.hidden' is no name of a suite"),
    ],
)
def test_a_name_that_cannot_be_played_is_refused(tmp_path: Path, name: str, said: str) -> None:
    done = CliRunner().invoke(app, ["suite", "new", str(tmp_path / name)])
    assert done.exit_code == 2
    assert said in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_called_like_a_built_in_suite_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    init_workspace(tmp_path)
    (tmp_path / "erc3-dev").mkdir()
    monkeypatch.chdir(tmp_path)
    run = ["run", "erc3-dev", "--tasks", "nothing-like-it"]
    assert "./erc3-dev" not in CliRunner().invoke(app, run).stderr
    (tmp_path / "erc3-dev" / "suite.yaml").touch()
    told = CliRunner().invoke(app, run).stderr
    assert told.startswith("the built-in erc3-dev is played; the folder of that name is ./erc3-dev")


def test_the_built_in_suites_are_listed() -> None:
    plain = CliRunner().invoke(app, ["suite", "list"]).stdout.splitlines()
    assert [line.split(":")[0] for line in plain] == ["erc3-dev", "erc3-prod", "erc3-test"]
    rows = json.loads(CliRunner().invoke(app, ["suite", "list", "--json"]).stdout)
    assert [f"{row['name']}: {row['description']}" for row in rows] == plain


def test_the_check_names_every_fault_of_the_tasks(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    assert CliRunner().invoke(app, ["suite", "new", str(place)]).exit_code == 0
    lines = ['{"id": "a"}', "nothing", '{"id": "b", "text": 1}']
    (place / "tasks.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = CliRunner().invoke(app, ["suite", "check", str(place)])
    assert done.exit_code == 2
    for number in (1, 2, 3):
        assert done.stderr.count(f"tasks.jsonl, line {number}, column") == 1
    tasks = CliRunner().invoke(app, ["suite", "tasks", str(place)])
    assert "(and 2 more: suite check lists them)" in tasks.stderr


def test_tasks_of_templates_count_where_rules_are_read(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    assert CliRunner().invoke(app, ["suite", "new", str(place)]).exit_code == 0
    found = task_overview(place)
    assert found is not None
    assert (found.name, found.tasks) == ("mine", 5)
    assert sum(found.families.values()) == 5


def test_an_unknown_suite_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["suite", "check", str(tmp_path / "nowhere")])
    assert done.exit_code == 2
    assert "is neither a built-in suite" in done.stderr


def test_the_tasks_of_a_suite_are_listed(tmp_path: Path) -> None:
    place = str(tmp_path / "mine")
    assert CliRunner().invoke(app, ["suite", "new", place]).exit_code == 0
    plain = CliRunner().invoke(app, ["suite", "tasks", place]).stdout.splitlines()
    rows = json.loads(CliRunner().invoke(app, ["suite", "tasks", place, "--json"]).stdout)
    assert len(plain) == len(rows) == 5
    for line, row in zip(plain, rows, strict=True):
        assert line == f"{row['id']}: {' '.join(row['text'].split())}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["suite", "tasks", "erc3-deb"], "nor a folder: did you mean 'erc3-dev'?"),
        (["run", "erc3-dev", "--tasks", "lead-of-projct"], "did you mean 'lead-of-project'?"),
        (["prompt", "erc3-dev", "lead-of-projct"], "did you mean 'lead-of-project'?"),
        (["run", "erc3-dev", "--tasks", "zzz"], " and 145 more"),
    ],
)
def test_a_misspelt_name_is_met_with_the_nearest_one(
    tmp_path: Path, words: list[str], said: str
) -> None:
    init_workspace(tmp_path / "place")
    place = [] if words[0] == "suite" else ["--workspace", str(tmp_path / "place")]
    done = CliRunner().invoke(app, [*words, *place])
    assert done.exit_code == 2
    assert said in done.stderr


def test_the_rules_of_the_page_serve_the_suite_it_makes(tmp_path: Path, repo_root: Path) -> None:
    page = (repo_root / "docs" / "suites.md").read_text("utf-8")
    rules = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)[0]
    suite, place = tmp_path / "my-suite", tmp_path / "place"
    init_workspace(place)
    call = CliRunner().invoke
    assert call(app, ["suite", "new", str(suite)]).exit_code == 0
    read = ["acquire", str(suite), "--offline", "--workspace", str(place)]
    first = call(app, read)
    assert first.exit_code == 2
    found = re.search(r"write (\S+) by hand, with wiki_sha1: (\w+)", first.stderr)
    assert found is not None
    text = re.sub(r"(?m)^wiki_sha1: .*", f"wiki_sha1: {found[2]}", rules)
    Path(found[1]).write_text(text, "utf-8")
    second = call(app, read)
    assert second.exit_code == 0, second.output
    assert "4 rules (authored)" in second.output
    assert "dropped records: 0" in second.output


def test_the_world_and_the_task_of_the_page_make_a_suite(tmp_path: Path, repo_root: Path) -> None:
    page = (repo_root / "docs" / "suites.md").read_text("utf-8")
    world, task = re.findall(r"```json\n(.*?)```", page, re.DOTALL)[:2]
    suite = tmp_path / "by-hand"
    (suite / "wikis" / "my_company").mkdir(parents=True)
    (suite / "worlds").mkdir()
    (suite / "wikis" / "my_company" / "index.md").write_text("# Welcome\n")
    (suite / "worlds" / "my_company.json").write_text(world)
    (suite / "tasks.jsonl").write_text(task)
    (suite / "suite.yaml").write_text("name: by-hand\ndescription: x\ngrading_version: 1\n")
    done = CliRunner().invoke(app, ["suite", "check", str(suite)])
    assert done.exit_code == 0, done.output

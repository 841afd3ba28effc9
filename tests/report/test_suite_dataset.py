"""``suite export --format hf``: a folder that ``datasets`` opens."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.twin.suite import find_suite, load_suite


def exported(*words: object) -> Any:
    return CliRunner().invoke(app, ["suite", "export", *map(str, words)])


def test_datasets_opens_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    # No dependency, not even of development: nothing here is trained. It is tried where it is.
    datasets = pytest.importorskip("datasets")
    out = tmp_path / "made"
    done = exported("erc3-dev", out)
    assert done.exit_code == 0, done.output
    (split,) = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "cache")).values()
    suite = load_suite(find_suite("erc3-dev"))
    assert list(split["id"]) == [task.id for task in suite.tasks]
    unknown = split[[task.caller is None for task in suite.tasks].index(True)]
    assert (unknown["caller"], unknown["is_public"]) == (None, None)
    first, spec = split[0], suite.tasks[0]
    assert (first["text"], first["suite"], first["seed"]) == (spec.text, "erc3-dev", 0)
    assert json.loads(first["expected"])["outcomes"] == first["outcomes"]


def test_the_card_says_how_many_tasks_and_explains_every_column(tmp_path: Path) -> None:
    import pyarrow.parquet

    exported("erc3-dev", tmp_path / "made")
    card = (tmp_path / "made" / "README.md").read_text(encoding="utf-8")
    names = pyarrow.parquet.read_schema(tmp_path / "made" / "data" / "test.parquet").names
    assert [name for name in names if f"`{name}`" not in card] == []
    assert f"{len(load_suite(find_suite('erc3-dev')).tasks)} tasks" in card


def test_the_card_points_at_the_file(tmp_path: Path) -> None:
    exported("erc3-dev", tmp_path / "made")
    card = (tmp_path / "made" / "README.md").read_text(encoding="utf-8")
    front = yaml.safe_load(card.split("---")[1])
    (config,) = front["configs"]
    (split,) = config["data_files"]
    assert (tmp_path / "made" / split["path"]).is_file()
    assert front["size_categories"] == ["n<1K"]


def test_a_seed_draws_its_own_wordings(tmp_path: Path) -> None:
    import pyarrow.parquet

    texts = []
    for seed in (0, 5):
        exported("erc3-dev", tmp_path / str(seed), "--seed", seed)
        rows = pyarrow.parquet.read_table(tmp_path / str(seed) / "data" / "test.parquet")
        texts.append(rows["text"].to_pylist())
    assert texts[0] != texts[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [(("no-such-suite", "made"), "is neither a built-in suite"),
     (("erc3-dev", "nowhere/made"), "there is no folder"),
     (("erc3-dev", "full"), "is there already: name a folder that is empty"),
     (("erc3-dev", "made", "--format", "csv"), "unknown format 'csv': use hf")],
)  # fmt: skip
def test_wrong_use_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    done = exported(*words)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "mine.txt"]

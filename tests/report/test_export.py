"""A run in the forms of other tools, read back with those tools."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.report.frame import COLUMNS, frames
from agentic_solver.report.record import read_record

VIOLATION = {"code": "SQL_COLUMN_UNKNOWN", "message": "No such column.", "path": "/facts/0/query",
             "details": {"column": "x"}, "attempt_id": None}  # fmt: skip


@pytest.fixture
def run(make_run: Callable[..., Path], made: type) -> Path:
    return make_run(
        [made(task="a-1", text="Who?</script>"), made(task="a-2", score=None),
         made(task="b-1", score=0.0, check="FAIL: no", rounds=2, violation=VIOLATION)],
        name="exported", proposer="recorded", engine="9.9", grading_version=3,
    )  # fmt: skip


def exported(run: Path, form: str, out: Path) -> Path:
    done = CliRunner().invoke(
        app, ["runs", "export", str(run), "--format", form, "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    return out


def test_inspect_reads_the_log_and_writes_the_same_again(run: Path, tmp_path: Path) -> None:
    inspect_log = pytest.importorskip("inspect_ai.log")
    path = exported(run, "inspect", tmp_path / "run.json")
    log = inspect_log.read_eval_log(str(path))
    assert (log.version, log.status, log.eval.task) == (2, "success", "exported")
    assert log.eval.model == "recorded/a-model"
    assert log.eval.packages == {"agentic_solver": "9.9"}
    samples = {sample.id: sample for sample in log.samples}
    assert list(samples) == ["a-1", "a-2", "b-1"]
    assert samples["a-1"].input == "Who?</script>"
    assert samples["a-1"].output.completion == "It is Ada Quell."
    assert samples["a-1"].scores["platform"].value == 1.0
    assert samples["a-2"].scores is None
    wrong = samples["b-1"]
    assert (wrong.scores["platform"].value, wrong.scores["platform"].explanation) == (0, "FAIL: no")
    codes = [one["code"] for round_ in wrong.metadata["rounds"] for one in round_["violations"]]
    assert codes == ["SQL_SYNTAX", "SQL_COLUMN_UNKNOWN"]
    metrics = log.results.scores[0].metrics
    assert metrics["mean"].value == 0.5
    assert log.stats.model_usage["recorded/a-model"].total_tokens == 3 * 980
    again = tmp_path / "again.json"
    inspect_log.write_eval_log(log, str(again))
    assert inspect_log.read_eval_log(str(again)).samples == log.samples


def test_parquet_files_are_the_frames(run: Path, tmp_path: Path) -> None:
    import pandas

    folder = exported(run, "parquet", tmp_path / "frames")
    found = frames(read_record(run))
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{n}.parquet" for n in found)
    for name, frame in found.items():
        pandas.testing.assert_frame_equal(pandas.read_parquet(folder / f"{name}.parquet"), frame)
    tasks = found["tasks"].set_index("task")
    assert list(tasks["passed"].isna()) == [False, True, False]
    assert tasks["passed"].dropna().to_dict() == {"a-1": True, "b-1": False}
    assert list(found["violations"]["code"]) == ["SQL_SYNTAX", "SQL_COLUMN_UNKNOWN"]
    assert json.loads(found["violations"]["details"][1]) == {"column": "x"}
    assert found["calls"].groupby("task").size().to_dict() == {"a-1": 1, "a-2": 1, "b-1": 2}


def test_frames_of_nothing_have_the_same_columns(make_run: Callable[..., Path]) -> None:
    found = frames(read_record(make_run([])))
    full = {name: list(columns) for name, columns in COLUMNS.items()}
    assert {name: list(frame.columns) for name, frame in found.items()} == full
    assert all(frame.empty for frame in found.values())


def test_the_json_document_holds_what_the_report_shows(run: Path, tmp_path: Path) -> None:
    path = exported(run, "json", tmp_path / "run.json")
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert document["manifest"]["grading_version"] == 3
    assert [task["passed"] for task in document["tasks"]] == [True, None, False]
    assert document["tasks"][0]["rounds"][0]["facts"][0]["rows"] == [["p1", "Ada Quell", 51_000]]


def test_an_unknown_format_is_refused(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "x"
    done = CliRunner().invoke(
        app, ["runs", "export", str(run), "--format", "csv", "--out", str(out)]
    )
    assert done.exit_code == 2
    assert "unknown format 'csv': use one of inspect, parquet, json" in done.stderr
    assert not out.exists()

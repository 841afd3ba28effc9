"""A run in the forms of other tools, read back with those tools."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.report.frame import COLUMNS, frames
from agentic_solver.report.record import read_record
from agentic_solver.twin.starting import new_suite
from agentic_solver.twin.suite import load_suite
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import play

VIOLATION = {"code": "SQL_COLUMN_UNKNOWN", "message": "No such column.", "path": "/facts/0/query",
             "details": {"column": "x"}, "attempt_id": None}  # fmt: skip


@pytest.fixture
def run(make_run: Callable[..., Path], made: type) -> Path:
    return make_run(
        [made(task="a-1", text="Who?</script>"), made(task="a-2", score=None),
         made(task="b-1", score=0.0, check="FAIL: no", rounds=2, violation=VIOLATION)],
        name="exported", proposer="recorded", engine="9.9", grading_version=3,
    )  # fmt: skip


def invoke(*words: object) -> Any:
    return CliRunner().invoke(app, list(map(str, words)))


def exported(run: Path, form: str, out: Path) -> Path:
    done = CliRunner().invoke(
        app, ["runs", "export", str(run), "--format", form, "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    return out


def test_inspect_finds_the_log_and_reads_what_was_played(run: Path, tmp_path: Path) -> None:
    inspect_log = pytest.importorskip("inspect_ai.log")
    exported(run, "inspect", tmp_path / "run.eval")
    (found,) = inspect_log.list_eval_logs(str(tmp_path))
    log = inspect_log.read_eval_log(found)
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
    metrics = log.results.scores[0].metrics
    assert metrics["mean"].value == 0.5
    assert log.stats.model_usage["recorded/a-model"].total_tokens == 3 * 980


def test_a_sample_has_its_conversation_and_its_transcript(run: Path, tmp_path: Path) -> None:
    inspect_log = pytest.importorskip("inspect_ai.log")
    log = inspect_log.read_eval_log(str(exported(run, "inspect", tmp_path / "run.eval")))
    wrong = next(sample for sample in log.samples if sample.id == "b-1")
    assert [(one.role, one.text) for one in wrong.messages] == [
        ("user", "Who leads the harbour crane?"), ("assistant", "plan 1 of b-1"),
        ("user", "Who leads the harbour crane? Again."), ("assistant", "plan 2 of b-1"),
        ("assistant", "It is Ada Quell."),
    ]  # fmt: skip
    kinds = [event.event for event in wrong.events]
    first = ["span_begin", "tool", "model", "info", "span_end"]  # it was read who asks, then asked
    second = ["span_begin", "model", "tool", "info", "span_end"]  # nothing was measured
    assert kinds == ["sample_init", *first, *second, "tool", "score"]
    told = [event.data for event in wrong.events if event.event == "info"]
    codes = [one["code"] for decision in told for one in decision["violations"]]
    assert codes == ["SQL_SYNTAX", "SQL_COLUMN_UNKNOWN"]
    asked = next(event for event in wrong.events if event.event == "model")
    usage = asked.output.usage
    assert (usage.input_tokens, usage.input_tokens_cache_read, usage.total_tokens) == (800, 90, 980)
    ids = [one.id for one in wrong.messages] + [one.uuid for one in wrong.events]
    assert all(ids)
    assert len(set(ids)) == len(ids)


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # of pandas, in Inspect's own code
def test_the_frames_of_inspect_have_rows(run: Path, tmp_path: Path) -> None:
    analysis = pytest.importorskip("inspect_ai.analysis")
    exported(run, "inspect", tmp_path / "run.eval")
    counts = {
        name: len(getattr(analysis, f"{name}_df")(str(tmp_path), quiet=True))
        for name in ("evals", "samples", "messages", "events")
    }
    assert counts == {"evals": 1, "samples": 3, "messages": 8, "events": 28}


def test_equal_runs_give_equal_logs(run: Path, tmp_path: Path) -> None:
    inspect_log = pytest.importorskip("inspect_ai.log")
    first, second = (
        inspect_log.read_eval_log(str(exported(run, "inspect", tmp_path / f"{name}.eval")))
        for name in "ab"
    )
    assert first.samples == second.samples
    assert first.eval == second.eval


def test_the_target_comes_from_the_suite_that_was_played(tmp_path: Path) -> None:
    inspect_log = pytest.importorskip("inspect_ai.log")
    suite = new_suite(tmp_path / "suite")
    place = tmp_path / "place"
    init_workspace(place)
    (task, *_) = load_suite(suite).tasks
    plan = '{"respond": {"outcome": "denied_security", "message": "No."}}'
    played = play(
        Workspace(place), (task.id,), suite=str(suite), model=ScriptedModel([plan]),
        proposer="react",
    )  # fmt: skip
    run = Path(played.run_dir)

    def targets(name: str, *more: str) -> list[str]:
        out = tmp_path / f"{name}.eval"
        done = invoke("runs", "export", run, "--format", "inspect", "--out", out, *more)
        assert done.exit_code == 0, done.output
        return [one.target for one in inspect_log.read_eval_log(str(out)).samples]

    assert targets("without") == [""]
    (target,) = targets("with", "--suite", str(suite))
    assert json.loads(target)["outcomes"] == list(task.expect.outcomes)
    (suite / "wikis" / "my_company" / "index.md").write_text("Another company.\n")
    done = invoke("runs", "export", run, "--format", "inspect", "--suite", suite,
                  "--out", tmp_path / "other.eval")  # fmt: skip
    assert done.exit_code == 2
    assert f"is not the suite that {run.name} played" in done.stderr
    assert not (tmp_path / "other.eval").exists()


@pytest.mark.parametrize(
    ("form", "out", "said"),
    [("inspect", "run.json", "name a file *.eval"),
     ("json", "nowhere/run.json", "there is no folder"),
     ("parquet", "nowhere/run", "there is no folder"),
     ("inspect", "nowhere/run.eval", "there is no folder")],
)  # fmt: skip
def test_an_export_goes_only_where_it_can_be_found(
    run: Path, tmp_path: Path, form: str, out: str, said: str
) -> None:
    done = invoke("runs", "export", run, "--format", form, "--out", tmp_path / out)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert not list(tmp_path.iterdir())


def test_without_inspect_the_export_says_how_to_get_it(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    done = invoke("runs", "export", run, "--format", "inspect", "--out", tmp_path / "run.eval")
    assert done.exit_code == 2
    assert (
        "needs the extra inspect: in a checkout .venv/bin/pip install -e '.[inspect]'"
        in done.stderr
    )


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
    assert found["calls"].groupby("task").size().to_dict() == {"a-1": 2, "a-2": 2, "b-1": 3}
    assert list(found["calls"]["round"].isna()) == [False, True] * 2 + [False, False, True]


def test_rows_of_several_runs_can_be_told_apart(make_run: Callable[..., Path], made: type) -> None:
    import pandas

    runs = [
        make_run([made(task="a-1")], name=name, proposer="openai", model=f"model-{name}")
        for name in ("one", "two")
    ]
    times = {"model": [[0.1, 0.2]], "platform": [["/whoami", 0.05, 0.01]]}
    (runs[0] / "tasks" / "a-1" / "times.json").write_text(json.dumps(times))
    (runs[1] / "tasks" / "a-1" / "times.json").unlink()  # as an older engine left it
    found = [frames(read_record(run)) for run in runs]
    together = pandas.concat([one["model_calls"] for one in found], ignore_index=True)
    assert list(together["model"]) == ["model-one", "model-two"]
    assert list(together["run"]) == [run.name for run in runs]
    assert together["begun_at"].dt.tz is not None
    assert list(together["input_tokens"]) == [900, 900]
    assert list(together["cached_tokens"]) == [90, 90]
    assert list(together["duration_s"].isna()) == [False, True]
    assert together["duration_s"][0] == pytest.approx(0.2)
    calls = found[0]["calls"].set_index("route")
    assert calls["duration_s"]["/whoami"] == pytest.approx(0.01)
    assert pandas.isna(calls["duration_s"]["/employees/get"])


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


def test_a_run_loads_nothing_that_only_exports_need(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    script = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from agentic_solver.cli.app import app\n"
        "words = ['run', 'erc3-dev', '--tasks', 'lead-of-project', '--proposer', 'recorded']\n"
        "done = CliRunner().invoke(app, [*words, '--workspace', sys.argv[1]])\n"
        "heavy = ('pandas', 'pyarrow', 'inspect_ai', 'opentelemetry', 'datasets')\n"
        "print(done.exit_code, [name for name in heavy if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "place")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "0 []"


def test_git_leaves_out_what_exports_leave_in_a_checkout(repo_root: Path) -> None:
    names = ["erc3-dev-004.json", "erc3-dev-004.eval", "erc3-dev-004.parquet/tasks.parquet",
             "board.html"]  # fmt: skip
    told = subprocess.run(
        ["git", "check-ignore", "--no-index", *names], cwd=repo_root, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert told.stdout.split() == names

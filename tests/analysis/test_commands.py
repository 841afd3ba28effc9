"""``analyze`` and ``regress`` from the command line: what they print, write and exit with."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.workspace import init_workspace
from tests.analysis.conftest import DENIED, Played, edit


def invoke(*words: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert "Traceback" not in done.output
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.requirement("S3-1g", "S3-6.3a", "S3-2.1f")
def test_a_run_is_explained_in_tables(played: Played) -> None:
    code, text, _ = invoke("analyze", played.failed)
    assert code == 0
    assert "score 0.400 · right 2 of 5 (40.0%, 5.3%–85.3%) · 5 tasks" in text
    assert "caught before submission 3 of 5" in text
    assert "recorded: replies by a language model that saw the prompt alone" in text
    for word in ("SQL_TABLE_FORBIDDEN", "lookup_role", "log_time", "no rule matched", "static"):
        assert word in text


@pytest.mark.slow
def test_json_is_one_document(played: Played) -> None:
    code, text, _ = invoke("analyze", played.failed, played.right, "--json", "--suggest")
    assert code == 0
    document = json.loads(text)
    assert set(document) == {"format", "runs", "comparison", "suggestions"}
    assert document["comparison"]["p"] == 0.25
    assert not document["comparison"]["exceeds_noise"]
    assert document["runs"][0]["recordings"].startswith("replies by a language model that saw ")
    assert set(document["runs"][0]["clusters"]) == {
        "code", "family", "tool", "rule", "stage", "signature",
    }  # fmt: skip


def test_two_runs_are_compared_in_words(played: Played) -> None:
    code, text, _ = invoke("analyze", played.failed, played.right)
    assert code == 0
    assert "the difference does not exceed the noise: 3 gained, 0 lost, exact p = 0.25" in text
    assert "first divergence" in text


def test_proposals_are_printed_with_their_evidence(played: Played) -> None:
    code, text, _ = invoke("analyze", played.failed, "--suggest")
    assert code == 0
    assert "because no rule matched: denied in 1 task where the grader wanted" in text


def test_a_page_is_written(played: Played, tmp_path: Path) -> None:
    code, text, _ = invoke("analyze", played.failed, "--html", tmp_path / "page.html")
    assert code == 0
    assert text.splitlines()[-1] == f"page: {tmp_path / 'page.html'}"
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "SQL_TABLE_FORBIDDEN" in page
    code, _, said = invoke("analyze", played.failed, "--html", tmp_path / "a" / "page.html")
    assert code == 2
    assert f"the folder {tmp_path / 'a'} does not exist" in said
    assert not (tmp_path / "a").exists()


def test_calls_that_end_in_an_error_are_no_failures_of_a_perfect_run(played: Played) -> None:
    _, text, _ = invoke("analyze", played.right)
    assert "answered with an error, 0 of them in wrong tasks" in text
    assert "failed, " not in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere"], "nowhere is not a run folder: it has no manifest.json"),
        (["{run}", "{run}", "--emit-regressions"], "--emit-regressions takes one run"),
        (["{run}", "--html", "."], "is a folder: name a file for the page"),
        (["{run}", "--emit-regressions", "--into", "{run}/manifest.json", "--workspace", "{bad}"],
         "cannot write"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_sentence(played: Played, words: list[str], sentence: str) -> None:
    given = [word.format(run=played.failed, bad=played.bad.root) for word in words]
    code, text, error = invoke("analyze", *given)
    assert (code, text) == (2, "")
    assert sentence in error
    assert error.count("\n") == 1


def test_another_engine_is_compared_by_force_and_that_is_said(
    played: Played,
    tmp_path: Path,
) -> None:
    other = Path(shutil.copytree(played.right, tmp_path / "other"))
    edit(other / "manifest.json", engine="9.9")
    code, _, error = invoke("analyze", played.right, other)
    assert code == 2
    assert "only compared with --force" in error
    code, text, _ = invoke("analyze", played.right, other, "--force")
    assert code == 0
    assert "compared by force: the engine of the first run is" in text


@pytest.mark.requirement("S3-D2e", "S3-6.3b", "S3-9.C2")
def test_failures_are_kept_and_told_when_they_change(
    played: Played,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    bad, good = ("--workspace", played.bad.root), ("--workspace", played.good.root)
    code, text, _ = invoke("analyze", played.failed, "--emit-regressions", *bad)
    assert code == 0
    assert "4 new cases, 0 were there" in text
    assert (tmp_path / "replays" / "test_replays.py").is_file()

    code, text, _ = invoke("regress", *bad)
    assert (code, text.splitlines()[-1]) == (0, "4 cases: 1 holds, 3 recurs")
    assert invoke("regress", *bad, "--strict")[0] == 1

    code, text, _ = invoke("regress", *good)
    assert (code, text.splitlines()[-1]) == (0, "4 cases: 1 holds, 1 mended, 2 recurs")
    code, text, _ = invoke("regress", *good, "--accept")
    assert (code, text.splitlines()[-1]) == (0, "1 accepted: they are held to what they do now")

    code, text, _ = invoke("regress", *bad, "--json")
    assert code == 1
    (changed,) = [one for one in json.loads(text) if one["status"] == "changed"]
    assert changed["task"] == DENIED
    assert "outcome: ok_answer → denied_security" in changed["changes"]
    assert invoke("regress", *good)[0] == 0


def test_the_written_test_fails_until_the_failure_is_mended(
    played: Played,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke("analyze", played.failed, "--emit-regressions",
                  "--workspace", played.bad.root)[0] == 0  # fmt: skip
    source = (tmp_path / "replays" / "test_replays.py").read_text("utf-8")
    names: dict[str, object] = {"__file__": str(tmp_path / "replays" / "test_replays.py")}
    exec(compile(source, "test_replays.py", "exec"), names)
    (case,) = [path for path in names["CASES"] if DENIED in path.name]  # type: ignore[attr-defined]
    test = names["test_the_failure_is_mended"]
    monkeypatch.setenv("AGENTIC_SOLVER_WORKSPACE", str(played.bad.root))
    with pytest.raises(AssertionError, match="recurs"):
        test(case)  # type: ignore[operator]
    monkeypatch.setenv("AGENTIC_SOLVER_WORKSPACE", str(played.good.root))
    test(case)  # type: ignore[operator]


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    init_workspace(tmp_path / "place")
    code, _, error = invoke("regress", tmp_path / "none", "--workspace", tmp_path / "place")
    assert code == 2
    assert "is no folder: `analyze RUN --emit-regressions` makes one" in error

"""``check``: a plan in any form, the decision for people and for programs, and the grade."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agentic_solver.cli.app import app
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.harness.opened_task import OpenedTask, open_task
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import init_workspace

TASK = "lead-of-project"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("check") / "place"
    init_workspace(folder)
    return folder


@pytest.fixture(scope="module")
def reply(repo_root: Path) -> str:
    """The example of docs/plans.md."""
    page = (repo_root / "docs" / "plans.md").read_text("utf-8")
    found = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert found is not None
    return found[1]


def check(place: Path, plan: Path, *more: str, task: str = TASK, suite: str = "erc3-dev") -> Result:
    how = ["--suite", suite, "--task", task, "--workspace", str(place)]
    return CliRunner().invoke(app, ["check", str(plan), *how, *more])


def test_a_model_s_reply_is_executed_and_graded(place: Path, tmp_path: Path, reply: str) -> None:
    file = tmp_path / "reply.json"
    file.write_text(reply)
    done = check(place, file)
    assert done.exit_code == 0, done.output
    for text in ("fact lead", "-> when nothing above: ok_answer", "Answer: ok_answer", "score 1"):
        assert text in done.output


def test_the_plan_of_a_run_is_executed(place: Path) -> None:
    run = ["run", "erc3-dev", "--tasks", TASK, "--workspace", str(place)]
    assert CliRunner().invoke(app, run).exit_code == 0
    (plan,) = place.glob(f"runs/*/tasks/{TASK}/round-1/plan.json")
    done = check(place, plan, "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["verdict"] == "accept"
    assert document["grade"]["score"] == 1.0


def test_a_wrong_answer_has_its_grade_and_the_grader_s_words(
    place: Path, tmp_path: Path, reply: str
) -> None:
    document = json.loads(reply)
    document["cases"][2]["links"] = []
    file = tmp_path / "reply.json"
    file.write_text(json.dumps(document))
    done = check(place, file)
    assert done.exit_code == 1, done.output
    score = done.output.split("score ")[1]
    assert score.startswith("0\n")
    assert "link" in score


def test_a_plan_for_another_request_is_told_which_one(place: Path, repo_root: Path) -> None:
    done = check(place, repo_root / "docs" / "plan-example.json", task="role-by-surname")
    assert done.exit_code == 1
    assert "PLAN_REQUEST_MISMATCH at /request/text" in done.output
    assert "given: Who is in charge of the Tram Cab Simulator?" in done.output
    assert "expected: What does Novak do on Depot Wayfinding?" in done.output
    assert "not accepted: retry at stage static" in done.output


def test_changes_that_were_only_checked_have_no_grade(place: Path) -> None:
    task = "log-in-house-hours"
    run = ["run", "erc3-dev", "--tasks", task, "--workspace", str(place)]
    assert CliRunner().invoke(app, run).exit_code == 0
    (plan,) = place.glob(f"runs/*/tasks/{task}/round-1/plan.json")
    dry = check(place, plan, task=task)
    assert "--commit applies and grades them" in dry.output
    assert "score" not in dry.output
    assert "score 1" in check(place, plan, "--commit", task=task).output


@pytest.mark.slow
def test_another_seed_draws_another_company(place: Path, repo_root: Path) -> None:
    plan, task = repo_root / "docs" / "plan-example.json", "account-manager-pauses-a-client"
    asked = [
        check(place, plan, "--seed", seed, task=task, suite="erc3-prod").output
        for seed in ("0", "1")
    ]
    expected = [re.findall(r"expected: (.*)", text)[0] for text in asked]
    assert expected[0] != expected[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "is not a JSON object"),
        ("{", "is not JSON"),
        ('{"a": 1}', "nor 'interpretation' and 'cases' (a model's reply)"),
        ('{"plan": {}, "plan_id": "ab"}', "is not a plan of a run: request: Field required"),
        ('{"cases": []}', "is not a model's reply: interpretation: Field required"),
    ],
)
def test_what_is_no_plan_is_refused(place: Path, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "plan.json"
    file.write_text(text)
    done = check(place, file)
    assert done.exit_code == 2
    assert said in done.stderr


def test_the_tools_of_the_page_are_loaded_told_and_read(
    place: Path, tmp_path: Path, repo_root: Path
) -> None:
    page = (repo_root / "docs" / "tools.md").read_text("utf-8")
    init_workspace(tmp_path / "mine")
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page, re.DOTALL)):
        (tmp_path / "mine" / "tools" / f"mine{number}.py").write_text(code)
    show = ["prompt", "erc3-dev", TASK, "--workspace", str(tmp_path / "mine")]
    told = CliRunner().invoke(app, show).output
    assert "archive_project(project): Archive a project that is paused." in told
    assert "skills_of" not in told
    (part,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    plan = json.loads((repo_root / "docs" / "plan-example.json").read_text("utf-8"))
    plan |= json.loads(part)
    plan["response_template"] = {"cases": [{"outcome": "ok_answer", "message": "{best.name}"}]}
    plan["commitments"] = [{"kind": "trace_integrity"}, {"kind": "policy_compliance"}]
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan))
    done = check(tmp_path / "mine", file)
    assert done.exit_code == 1, done.output  # the page's plan answers another question
    assert "Answer: ok_answer\nbarrier_free\n" in done.output


def ranking(sql: str) -> str:
    """A plan that names and links whom ``sql`` gives."""
    case = {"when": "", "outcome": "ok_answer", "message": "{busy.name}", "apply_writes": False,
            "links": [{"kind": "employee", "fact": "busy", "col": "id"}]}  # fmt: skip
    read = {"reading": "r", "entities": [], "dates": [], "wants_change": False}
    facts = [{"id": "busy", "sql": sql}]
    return json.dumps({"interpretation": read, "facts": facts, "writes": [], "cases": [case],
                       "exact_message": [], "rules": []})  # fmt: skip


AT_SITE = (
    "SELECT e.id AS id, e.name AS name, w.time_slices AS share FROM employees e JOIN workloads w "
    "ON w.employee = e.id WHERE e.location IN (SELECT id FROM find_location('Ljubljana')) "
)


@pytest.mark.parametrize(
    ("sql", "hidden"),
    [
        (AT_SITE + "ORDER BY share DESC, name LIMIT 1", ["LIMIT 1 hides 2 rows"]),
        (AT_SITE + "ORDER BY 3 LIMIT 2", ["LIMIT 2 hides 1 row"]),
        (AT_SITE + "ORDER BY w.time_slices LIMIT 1", []),
        (AT_SITE + "ORDER BY name", []),
    ],
)
def test_ties_that_a_limit_cuts_are_hinted_at(
    place: Path, tmp_path: Path, sql: str, hidden: list[str]
) -> None:
    file = tmp_path / "plan.json"
    file.write_text(ranking(sql))
    done = check(place, file, "--json", task="busiest-at-site")
    assert done.exit_code == 1
    document = json.loads(done.stdout)
    assert document["verdict"] == "accept"
    assert [hint[len("fact busy: ") :].split(" that ")[0] for hint in document["hints"]] == hidden


def test_a_place_that_is_compared_with_a_text_is_hinted_at(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(ranking("SELECT id, name FROM employees WHERE location = 'Ljubljana'"))
    done = check(place, file, task="busiest-at-site")
    assert done.exit_code == 1
    shown = " ".join(done.output.split())
    assert "refused: REFERENCE_CARDINALITY" in shown
    assert "hint: fact busy compares location with 'Ljubljana'" in shown
    assert "location IN (SELECT id FROM find_location('Ljubljana'))" in shown


def test_a_tool_that_gets_other_arguments_is_shown_with_its_own(
    place: Path, tmp_path: Path
) -> None:
    plan = json.loads(ranking("SELECT id AS project FROM find_project('Tram Cab Simulator')"))
    plan["writes"] = [{"tool": "set_project_status", "rows": "busy",
                       "span": "Set the Tram Cab Simulator to paused"}]  # fmt: skip
    plan["cases"][0] |= {"message": "Done.", "links": [], "apply_writes": True}
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan))
    done = check(place, file, task="lead-pauses-project")
    assert done.exit_code == 1
    assert "refused: TOOL_ARGUMENTS" in done.output
    assert "hint: the tool is set_project_status(project, status)" in done.output
    assert "hint: the fact busy has the columns project\n" in done.output


def test_a_right_plan_has_no_hints(place: Path, repo_root: Path) -> None:
    done = check(place, repo_root / "docs" / "plan-example.json")
    assert done.exit_code == 0, done.output
    assert "hint" not in done.output


def test_the_schema_lists_what_a_plan_may_use(place: Path) -> None:
    asked = ["check", "--schema", "--workspace", str(place)]
    shown = CliRunner().invoke(app, asked)
    assert shown.exit_code == 0, shown.output
    for line in (
        "- project_team(project, employee, time_slice decimal, role): ",
        "- find_location('words', 'other words' ...): id, name, score",
        "- set_project_status(project, status): ",
    ):
        assert line in shown.output
    document = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    assert document["tables"]["employees"]["salary"] == "int"
    assert {"find_skill", "find_location"} <= document["finders"].keys()
    (log,) = [tool for tool in document["tools"] if tool["tool"] == "log_time"]
    assert log["arguments"]["required"] == ["employee", "project", "date", "hours"]


def test_a_check_of_nothing_says_what_to_name(place: Path, tmp_path: Path) -> None:
    for words in ([], [str(tmp_path / "p.json")], ["p.json", "--suite", "erc3-dev"]):
        done = CliRunner().invoke(app, ["check", *words, "--workspace", str(place)])
        assert done.exit_code == 2
        assert "name a file with a plan, --suite and --task; --schema lists" in done.stderr


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[RequestReading | str]:
    """What the executor hears of the request; it asks for every plan here."""
    found: list[RequestReading | str] = []
    plain = Executor.execute_and_validate

    def asking(self: Executor, *given: Any, **options: Any) -> Any:
        found.append(options["reading"]())
        return plain(self, *given, **options)

    monkeypatch.setattr(Executor, "execute_and_validate", asking)
    return found


READING = {"asks": ["name"]}


@pytest.mark.parametrize(
    "text",
    [json.dumps(READING), f"```json\n{json.dumps(READING)}\n```", json.dumps({"reading": READING})],
    ids=["reply", "fenced", "of-a-run"],
)
def test_a_reading_is_given_in_a_file(
    place: Path, tmp_path: Path, reply: str, heard: list[RequestReading | str], text: str
) -> None:
    plan, reading = tmp_path / "reply.json", tmp_path / "reading.json"
    plan.write_text(reply)
    reading.write_text(text)
    done = check(place, plan, "--reading", str(reading))
    assert done.exit_code == 0, done.output
    assert heard == [RequestReading(asks=("name",))]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "another form"),
        ("not JSON", "another form"),
        ('{"changes": [{}]}', "another form: changes.0.act: Field required"),
        ('{"unread": "the reader refused to answer"}', "another form"),
        ('{"asks": false, "changes": [{"act": "other", "verb": "paint it red"}]}',
         "quotes words that do not stand in the request"),
        ("[" * 100_000, "no reading of this request"),
    ],
    ids=["list", "words", "half", "unread", "quotes", "nested"],
)  # fmt: skip
def test_what_is_no_reading_is_refused(
    place: Path, tmp_path: Path, reply: str, text: str, said: str
) -> None:
    plan, reading = tmp_path / "reply.json", tmp_path / "reading.json"
    plan.write_text(reply)
    reading.write_text(text)
    done = check(place, plan, "--reading", str(reading))
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    missing = check(place, plan, "--reading", str(tmp_path / "nowhere.json"))
    assert missing.exit_code == 2
    assert "cannot read" in missing.stderr


@pytest.fixture
def own_suite(tmp_path: Path) -> tuple[Path, str, Path]:
    """A suite without recordings, the id of a task, and a plan for it."""
    suite = tmp_path / "own"
    done = CliRunner().invoke(app, ["suite", "new", str(suite)])
    assert done.exit_code == 0, done.output
    listed = CliRunner().invoke(app, ["suite", "tasks", str(suite)])
    task = listed.output.partition(":")[0]
    plan = tmp_path / "plan.json"
    case = {"when": "", "outcome": "none_clarification_needed", "message": "Which?", "links": [],
            "apply_writes": False}  # fmt: skip
    read = {"reading": "r", "entities": [], "dates": [], "wants_change": False}
    plan.write_text(
        json.dumps({"interpretation": read, "facts": [], "writes": [], "cases": [case],
                    "exact_message": [], "rules": []})
    )  # fmt: skip
    return suite, task, plan


def test_without_a_file_or_a_recording_it_is_said_how_to_name_one(
    place: Path, own_suite: tuple[Path, str, Path], heard: list[RequestReading | str]
) -> None:
    suite, task, plan = own_suite
    check(place, plan, suite=str(suite), task=task)
    (why,) = heard
    assert "nobody has read the request" in str(why)
    assert "--reading" in str(why)


def test_with_a_key_the_live_reader_is_asked(
    place: Path, own_suite: tuple[Path, str, Path], heard: list[RequestReading | str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    suite, task, plan = own_suite
    model = ScriptedModel([json.dumps(READING)])
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-0000-0000")
    monkeypatch.setattr("agentic_solver.harness.check.open_reader", lambda *_: model)
    check(place, plan, suite=str(suite), task=task)
    assert heard == [RequestReading(asks=("name",))]
    assert len(model.requests) == 1


def test_a_request_that_nobody_plans_for_is_one_sentence(
    place: Path, own_suite: tuple[Path, str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, task, plan = own_suite
    opening = "agentic_solver.harness.check.open_task"
    plain = open_task

    def long(*given: Any, **options: Any) -> OpenedTask:
        return replace(plain(*given, **options), text="x" * 20_001)

    monkeypatch.setattr(opening, long)
    done = check(place, plan, suite=str(suite), task=task)
    assert done.exit_code == 2
    assert "the request has 20001 letters" in done.stderr
    assert "Traceback" not in done.stderr

"""Runs from Python: proposers of every kind, what they may do wrong, and what a run tells."""

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import agentic_solver as a
from agentic_solver.errors import ModelUnavailableError, UsageError, WorkspaceError
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.replay import replay_run
from agentic_solver.llm.recording import load_records
from agentic_solver.workspace import Workspace, init_workspace

READ, ROLE, WRITE = "lead-of-project", "role-by-surname", "log-in-house-hours"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return init_workspace(tmp_path_factory.mktemp("api") / "place").root


@pytest.fixture(scope="module")
def plans() -> dict[str, Any]:
    """The recorded plans of some tasks as documents."""
    records = load_records(builtin_recordings("erc3-dev"))
    return {
        task: json.loads(record.reply.text)
        for record in records
        for task in (READ, ROLE, WRITE)
        if record.key.endswith(f"/{task}/r1")
    }


@pytest.fixture(scope="module")
def played(place: Path, plans: dict[str, Any]) -> a.Run:
    """A run with one wrong answer."""

    def propose(request: a.PlanRequest) -> Any:
        plan = plans[request.task]
        if request.task != ROLE:
            return plan
        return {**plan, "cases": [{**case, "links": []} for case in plan["cases"]]}

    return a.run(
        "erc3-dev", proposer=propose, name="spoiled", tasks=[READ, ROLE, WRITE], workspace=place
    )


def test_a_run_tells_scores_tasks_rounds_and_frames(played: a.Run, tmp_path: Path) -> None:
    assert played.score == pytest.approx(2 / 3, abs=1e-5)
    assert list(played.tasks["task"]) == [READ, ROLE, WRITE]
    assert (played.manifest.proposer, played.manifest.model) == ("spoiled", "spoiled")
    task = played.task(READ)
    assert [one.number for one in task.rounds] == [1]
    assert isinstance(task.rounds[0].plan, a.Plan)
    assert task.rounds[0].decision is not None
    assert task.response is not None
    assert task.passed
    assert played.task(ROLE).checks[0].startswith("FAIL")
    assert list(played.frames["rounds"]["verdict"]) == ["accept"] * 3
    page = played.report(tmp_path / "x.html", played)
    assert page.read_text("utf-8").count("spoiled") >= 1
    assert repr(a.load(played.path)) == f"<run {played.name}: score 0.667, 3 tasks, by spoiled>"


def test_a_change_is_read_by_the_recorded_reader_of_the_suite(played: a.Run) -> None:
    rows = played.tasks.set_index("task")
    assert rows.loc[WRITE, "reader_calls"] == 1
    assert rows.loc[WRITE, "score"] == 1
    assert played.manifest.reader_model not in ("", "spoiled")


def test_run_task_and_round_show_themselves_in_a_notebook(played: a.Run) -> None:
    told = played._repr_html_()
    assert "score 0.667, 2 of 3 tasks right, by spoiled" in told
    assert ROLE in told
    assert READ not in told
    right, wrong = played.task(READ)._repr_html_(), played.task(ROLE)._repr_html_()
    assert "SELECT" in right
    assert "ok_answer" in right
    assert "FAIL" in wrong
    assert "fact" in played.task(READ).rounds[0]._repr_html_()


def test_what_a_caller_says_is_no_markup(place: Path, plans: dict[str, Any]) -> None:
    task = a.solve(
        "<b>[red]x</b>?", suite="erc3-dev", proposer=lambda _: plans[READ], name="<i>",
        workspace=place,
    )  # fmt: skip
    assert "&lt;b&gt;[red]x&lt;/b&gt;?" in task._repr_html_()
    assert "by &lt;i&gt;" in a.load(task.path.parents[1])._repr_html_()


def test_plan_objects_texts_and_replies_are_plans(played: a.Run, plans: dict[str, Any]) -> None:
    place = played.path.parents[1]
    text = json.dumps(plans[ROLE])

    async def propose(request: a.PlanRequest) -> Any:
        await asyncio.sleep(0)
        if request.task == READ:
            return played.task(READ).rounds[0].plan
        return a.ModelReply(text=text, usage=a.Usage(input_tokens=70, output_tokens=5))

    run = a.run("erc3-dev", proposer=propose, tasks=[READ, ROLE], workers=2, workspace=place)
    assert run.score == 1.0
    assert list(run.tasks["input_tokens"]) == [0, 70]
    assert run.manifest.proposer.endswith(":test_plan_objects_texts_and_replies_are_plans"
                                          ".<locals>.propose")  # fmt: skip
    found = a.compare(played, run)
    assert (found.gained, found.lost) == ((ROLE,), ())


def test_workers_call_the_proposer_at_the_same_time(place: Path, plans: dict[str, Any]) -> None:
    together = threading.Barrier(3, timeout=30)

    def propose(request: a.PlanRequest) -> Any:
        together.wait()  # breaks unless three are here
        return plans[request.task]

    run = a.run("erc3-dev", proposer=propose, tasks=[READ, ROLE, WRITE], workers=3, workspace=place)
    assert run.score == 1.0


def test_a_notebook_whose_loop_runs_plays_coroutines(place: Path, plans: dict[str, Any]) -> None:
    async def propose(request: a.PlanRequest) -> Any:
        await asyncio.sleep(0.01)
        return plans[request.task]

    async def cell() -> a.Run:
        return a.run("erc3-dev", proposer=propose, tasks=[READ], workspace=place)

    assert asyncio.run(cell()).score == 1.0


@pytest.mark.parametrize("given", [KeyError("nobody"), None], ids=["raises", "no-plan"])
def test_one_error_costs_a_round_and_not_the_task(
    place: Path, plans: dict[str, Any], given: KeyError | None
) -> None:
    told: list[a.PlanRequest] = []

    def propose(request: a.PlanRequest) -> Any:
        told.append(request)
        if request.round > 1:
            return plans[READ]
        if given is not None:
            raise given
        return None

    run = a.run("erc3-dev", proposer=propose, tasks=[READ], rounds=3, workspace=place)
    assert run.score == 1.0
    assert [one.round for one in told] == [1, 2]
    (violation,) = told[1].feedback[0].violations
    assert violation.code == "MODEL_REPLY"
    assert ("raised KeyError" if given else "NoneType is neither a plan") in violation.message
    replay_run(run.path, Workspace(place))


def test_one_that_raises_always_is_asked_once_a_round(place: Path, plans: dict[str, Any]) -> None:
    rounds: list[int] = []

    def propose(request: a.PlanRequest) -> Any:
        if request.task == ROLE:
            return plans[ROLE]
        rounds.append(request.round)
        raise KeyError("nobody")

    run = a.run("erc3-dev", proposer=propose, tasks=[READ, ROLE], rounds=2, workspace=place)
    assert rounds == [1, 2]
    assert run.task(READ).outcome == "error_internal"


@pytest.mark.parametrize("hangs", [lambda _: threading.Event().wait(), lambda _: asyncio.sleep(60)])
def test_one_that_hangs_ends_with_the_time_of_its_task(
    place: Path, plans: dict[str, Any], hangs: Any
) -> None:
    tasks = [READ, ROLE, WRITE]

    def propose(request: a.PlanRequest) -> Any:
        return plans[WRITE] if request.task == WRITE else hangs(request)

    began = time.monotonic()
    run = a.run(
        "erc3-dev", proposer=propose, tasks=tasks, task_timeout_s=3, rounds=1, workspace=place
    )
    assert time.monotonic() - began < 20
    assert [one.passed for one in run] == [False, False, True]
    for task in (READ, ROLE):
        assert "the task has used up its 3 s" in run.task(task).forced


def test_a_reply_that_is_no_plan_is_told_in_one_line(place: Path, plans: dict[str, Any]) -> None:
    def propose(request: a.PlanRequest) -> Any:
        return plans[ROLE] if request.task == ROLE else {"cases": []}

    run = a.run("erc3-dev", proposer=propose, tasks=[READ, ROLE], rounds=1, workspace=place)
    forced = run.task(READ).forced
    assert "1 attempt was rejected; the model's reply is no plan: interpretation: Field" in forced
    assert forced.endswith("more faults)")
    assert "\n" not in forced


def test_a_run_whose_last_tasks_hang_is_played_to_its_end(
    place: Path, plans: dict[str, Any]
) -> None:
    def propose(request: a.PlanRequest) -> Any:
        return plans[READ] if request.task == READ else threading.Event().wait()

    tasks = [READ, ROLE, WRITE, "archived-project-qa-department"]
    run = a.run("erc3-dev", proposer=propose, tasks=tasks, model_timeout_s=0.2, workspace=place)
    assert (len(run), run.score, run.gaps) == (4, 0.25, ())


def test_one_that_raises_is_named_and_one_is_told_why_a_plan_is_none(
    place: Path, plans: dict[str, Any]
) -> None:
    errors: list[str] = []

    def propose(request: a.PlanRequest) -> Any:
        if request.task == READ:
            raise KeyError("nobody")
        errors.append(request.error)
        return plans[ROLE] if request.error else {"facts": 3}

    run = a.run("erc3-dev", proposer=propose, tasks=[READ, ROLE], workspace=place)
    assert "raised KeyError: 'nobody' (test_run.py, line" in run.task(READ).forced
    assert run.task(ROLE).passed
    assert errors[0] == ""
    assert "cases" in errors[1]


def test_a_refused_plan_comes_back_with_what_was_wrong(place: Path, plans: dict[str, Any]) -> None:
    told: list[a.PlanRequest] = []

    def propose(request: a.PlanRequest) -> Any:
        told.append(request)
        bad = [{"id": "x", "sql": "SELECT * FROM nowhere"}]
        return plans[READ] if request.round > 1 else {**plans[READ], "facts": bad}

    run = a.run("erc3-dev", proposer=propose, tasks=[READ], workspace=place)
    assert run.score == 1.0
    first, second = told
    assert [block.name for block in first.blocks][:2] == ["contract", "company"]
    assert first.text in first.messages[0].text
    assert first.caller.startswith("The caller is")
    assert "cases" in first.schema["properties"]  # type: ignore[operator]
    assert second.feedback[0].violations
    assert second.feedback[0].violations[0].code.value in second.messages[0].text


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (lambda _: 3, "int is neither a plan .* nor a text"),
        (lambda _: {"a": object()}, "returned no plan: .*not JSON serializable"),
        (lambda _: threading.Event().wait(), "did not return within 0.2 s"),
        (lambda _: asyncio.sleep(60), "did not return within 0.2 s"),
        (lambda _: exit(3), "raised SystemExit: 3"),
    ],
)
def test_one_that_never_answers_is_named(place: Path, given: Any, why: str) -> None:
    with pytest.raises(ModelUnavailableError, match=f"no model call was answered: .*{why}"):
        a.run("erc3-dev", proposer=given, tasks=[READ], model_timeout_s=0.2, workspace=place)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"proposer": 3}, "a proposer is a function or a name, not int"),
        ({"proposer": "nobody"}, "unknown proposer 'nobody': use anthropic, .*module:function"),
        ({"worker": 3}, "there is no setting 'worker'; did you mean 'workers'?"),
        ({"workers": 0}, "a setting does not fit: workers"),
        ({"tasks": READ}, "tasks is a list of ids, such as"),
        ({"tasks": ["lead-of-projec"]}, "did you mean 'lead-of-project'?"),
        ({"proposer": print, "name": "react"}, "'react' is a proposer already"),
        ({"proposer": "recorded", "name": "x"}, "name is for a function"),
        ({"suite": "erc3-devv"}, "did you mean 'erc3-dev'?"),
    ],
)
def test_wrong_use_is_one_sentence(place: Path, asked: dict[str, Any], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        a.run(**{"suite": "erc3-dev", "workspace": place, **asked})


@pytest.mark.slow
def test_wrong_runs_are_one_sentence(played: a.Run, tmp_path: Path, place: Path) -> None:
    with pytest.raises(UsageError, match="did you mean 'lead-of-project'"):
        played.task("lead-of-projec")
    with pytest.raises(WorkspaceError):
        a.load(tmp_path)
    other = a.run("erc3-prod", proposer="recorded", max_tasks=1, workspace=place)
    with pytest.raises(UsageError, match="the benchmark of the first run is erc3-dev"):
        a.compare(played, other)
    with pytest.raises(UsageError, match="plain agent"):
        a.solve("Who?", suite="erc3-dev", proposer="react", workspace=place)


def test_a_cut_run_says_so(place: Path) -> None:
    run = a.run("erc3-dev", proposer="recorded", tasks=[READ, ROLE], max_tasks=1, workspace=place)
    assert len(run) == 1
    assert run.gaps == ("1 task was not started.",)


def test_a_sentence_is_solved_by_a_proposer(place: Path, plans: dict[str, Any]) -> None:
    task = a.solve(
        "Who leads the Tram Cab Simulator?", suite="erc3-dev", as_="kw_017",
        proposer=lambda _: plans[READ], workspace=place,
    )  # fmt: skip
    assert task.score is None
    assert task.response is not None
    assert task.response.message
    assert task.text == "Who leads the Tram Cab Simulator?"

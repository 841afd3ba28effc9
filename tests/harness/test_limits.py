"""Limits: no further task begins, none is spoiled, and the run goes on where it stood."""

from dataclasses import replace
from pathlib import Path

import pytest

from agentic_solver.errors import ModelUnavailableError
from agentic_solver.harness.limits import Deadline, PunctualModel, cost_of
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.model import Message, ModelRequest, Usage
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.settings import Prices
from agentic_solver.workspace import Workspace, init_workspace
from tests.playing import opened, recorded

TASKS = ("lead-of-project", "log-in-house-hours", "update-own-wish-in-german")
PRICES = Prices(input=3, output=15, cache_read=0.3, cache_write=3.75)


class Clock:
    """Goes on by a second each time it is asked."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture(scope="module")
def model() -> ReplayingModel:
    return ReplayingModel.load(builtin_recordings("erc3-dev"), match="task")


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path / "place")
    return Workspace(tmp_path / "place")


def play(
    place: Workspace, model: ReplayingModel, limits: RunOptions, resume: Path | None = None
) -> RunSummary:
    return run_benchmark(
        replace(limits, benchmark="erc3-dev", tasks=TASKS),
        benchmark=opened(),
        workspace=place,
        model=recorded(),
        clock=Clock(),
        prices=PRICES,
        resume=resume,
    )


@pytest.mark.requirement("S3-12a")
def test_without_a_limit_nothing_is_cut_off() -> None:
    usual = RunOptions(benchmark="")
    run = (usual.max_tasks, usual.max_tokens_total, usual.max_cost, usual.max_time_s)
    assert (*run, usual.task_timeout_s) == (None,) * 5


@pytest.mark.sampled(1)
@pytest.mark.requirement("S3-12a")
@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (RunOptions(benchmark="", max_tasks=1), "the limit of 1 task is reached"),
        (RunOptions(benchmark="", max_tokens_total=5_000), "the limit of 5000 tokens is reached"),
        (RunOptions(benchmark="", max_cost=0.02), "the limit of 0.02 of money is reached"),
        (RunOptions(benchmark="", max_time_s=20), "the limit of 20 seconds is reached"),
    ],
)
def test_a_limit_ends_the_run_between_tasks_and_a_resume_plays_the_rest(
    place: Workspace, model: ReplayingModel, limits: RunOptions, said: str
) -> None:
    first = play(place, model, limits)
    assert (first.tasks, first.passed, first.limit) == (1, 1, said)
    run = Path(first.run_dir)
    assert replay_run(run, place).tasks == 1
    rest = play(place, model, RunOptions(benchmark=""), resume=run)
    assert (rest.tasks, rest.passed, rest.limit) == (len(TASKS), len(TASKS), "")
    assert rest.wall_s > first.wall_s
    assert replay_run(run, place).tasks == len(TASKS)


def test_tokens_of_a_resumed_run_count_from_where_it_stood(
    place: Workspace, model: ReplayingModel
) -> None:
    limit = RunOptions(benchmark="", max_tokens_total=5_000)
    first = play(place, model, limit)
    again = play(place, model, limit, resume=Path(first.run_dir))
    assert (again.tasks, again.limit) == (1, first.limit)


def test_the_cost_of_a_run_is_that_of_its_tokens(place: Workspace, model: ReplayingModel) -> None:
    done = play(place, model, RunOptions(benchmark=""))
    fresh, cached = done.input_tokens - done.cached_tokens, done.cached_tokens
    usage = Usage(input_tokens=fresh, cache_read_tokens=cached, output_tokens=done.output_tokens)
    assert done.cost == pytest.approx(cost_of(usage, PRICES), abs=1e-5)
    assert [one.cost for one in done.results if not one.cost] == []


def test_a_task_beyond_its_deadline_is_answered_and_replays(
    place: Workspace, model: ReplayingModel
) -> None:
    done = play(place, model, RunOptions(benchmark="", task_timeout_s=12))
    assert {one.outcome for one in done.results} == {"error_internal"}
    assert done.tasks == len(TASKS)
    assert replay_run(Path(done.run_dir), place).tasks == len(TASKS)


def test_a_model_is_not_asked_after_the_deadline() -> None:
    late = PunctualModel(ScriptedModel([]), Deadline(1.0, Clock()))
    request = ModelRequest(model="m", messages=(Message(role="user", text="?"),), max_tokens=9)
    with pytest.raises(ModelUnavailableError, match="used up its 1 s"):
        late.complete(request)


def test_a_task_beyond_its_deadline_neither_pauses_nor_counts_as_asked_again(
    place: Workspace, model: ReplayingModel
) -> None:
    done = play(place, model, RunOptions(benchmark="", task_timeout_s=1))
    assert "the task has used up its 1 s" in done.results[0].forced
    assert done.retries == ()
    slept: list[float] = []
    clock = Clock()
    pause = Deadline(10.0, clock).pausing(slept.append)
    pause(2.0)
    for _ in range(10):
        clock()
    pause(2.0)
    assert slept[0] == 2.0
    assert slept[1] == 0.0
    assert Deadline(None, clock).pausing(pause) is pause

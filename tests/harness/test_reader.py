"""The reader in a run: asked at most once a task, kept, counted, replayed and resumed.

The tasks are invented, and so is what the reader says of them. The executor asks in every task
here, as it does of its own accord where a plan changes something.
"""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from agentic_solver.analysis.case import read_case
from agentic_solver.analysis.case_emit import emit_cases
from agentic_solver.analysis.failure import failures_of
from agentic_solver.analysis.metric import run_figures
from agentic_solver.analysis.reading import load_run
from agentic_solver.analysis.regression import check_case
from agentic_solver.cli.app import app
from agentic_solver.cli.totals import print_table, print_totals
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.propose.reader import is_reading, reader_digest
from agentic_solver.erc3.transport import DirectTransport, Transport, TransportReply
from agentic_solver.errors import (
    ModelAccessError,
    ModelReplyError,
    ModelUnavailableError,
    NoRecordingError,
    ReplayError,
    UsageError,
)
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.exchange import last_reply
from agentic_solver.harness.models import open_models, reader_name
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.recorded_reading import readings_of_run, recorded_readings
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.chat import ChatModel
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, StopReason, Usage
from agentic_solver.llm.recording import RecordingModel
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.redteam.audit import audit_run
from agentic_solver.settings import Prices, load_settings
from agentic_solver.twin.expectation import Expectation
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.twin.task import Caller, TaskSpec
from agentic_solver.workspace import Workspace, init_workspace

PLAN: JsonObject = {
    "interpretation": {"reading": "r", "entities": [], "dates": [], "wants_change": False},
    "facts": [{"id": "n", "sql": "SELECT count(*) AS people FROM employees"}],
    "writes": [],
    "cases": [{"when": "", "outcome": "ok_answer", "message": "{n.people}", "links": [],
               "apply_writes": False}],
    "exact_message": [],
    "rules": [],
}  # fmt: skip
BROKEN = {**PLAN, "facts": [{"id": "n", "sql": "SELECT people FROM employees"}]}
READ: JsonObject = {"asks": ["name"]}
TEXT = "How many of us does it take to keep the lamp alight, number {}?"
ASKED = Usage(input_tokens=1_000, output_tokens=100)
PRICES = Prices(input=3, output=15, cache_read=0, cache_write=0)
GOOD, READABLE = json.dumps(PLAN), json.dumps(READ)
Says = str | ModelReply | Exception


class Killed(BaseException):
    """The end of a process."""


def suite(tasks: int, wants: str = "ok_answer") -> Suite:
    known = load_suite(find_suite("erc3-dev"), seed=0)
    world = next(iter(known.worlds))
    caller = Caller(current_user="kw_001", is_public=False, location="", department="")
    made = tuple(
        TaskSpec(
            id=f"lamp-{number}", family="lamp", world=world, caller=caller,
            text=TEXT.format(number), expect=Expectation(outcomes=(wants,)),  # type: ignore[arg-type]
        )
        for number in range(tasks)
    )  # fmt: skip
    return replace(known, name="made", tasks=made, drawn={}, is_drawn=False, require_usage=True)


def benchmark(of: Suite, around: Callable[[Transport], Transport] | None = None) -> Benchmark:
    twin = Twin(of)

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = twin.handle(path, body)
        return reply.status, reply.body

    transport: Transport = DirectTransport(handle)
    return Benchmark(
        id=of.name, name=of.name, platform="twin", account_key="key-local", suite=of,
        recorded_as=of.name, transport=around(transport) if around else transport,
    )  # fmt: skip


def saying(plans: Says | list[Says] = GOOD, reads: Says = READABLE) -> Any:
    """Return a model that plans and reads; it counts what it is asked."""
    left = list(plans) if isinstance(plans, list) else None

    def answer(request: ModelRequest) -> Any:
        said = reads
        if not is_reading(request.key):
            said = plans if left is None else left.pop(0)  # type: ignore[assignment]
        return ModelReply(text=said, model="m", usage=ASKED) if isinstance(said, str) else said

    return ScriptedModel(answer, name="m")


def readings(model: Any) -> int:
    return sum(is_reading(request.key) for request in model.requests)


@pytest.fixture(scope="module")
def made_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("reader") / "place"
    init_workspace(place)
    return place


@pytest.fixture
def place(made_place: Path) -> Workspace:
    return Workspace(made_place)


@pytest.fixture(autouse=True)
def heard(monkeypatch: pytest.MonkeyPatch) -> list[RequestReading | str]:
    """What the executor hears of each plan's request; it asks twice."""
    found: list[RequestReading | str] = []
    plain = Executor.execute_and_validate

    def asking(self: Executor, *given: Any, **options: Any) -> Any:
        found.append(options["reading"]())
        assert options["reading"]() is found[-1]
        return plain(self, *given, **options)

    monkeypatch.setattr(Executor, "execute_and_validate", asking)
    return found


def play(
    place: Workspace, model: Model, *, of: Suite | None = None, reader: Model | None = None,
    around: Callable[[Transport], Transport] | None = None, resume: Path | None = None,
    prices: Prices | None = None, **options: Any,
) -> RunSummary:  # fmt: skip
    asked = RunOptions(**{"benchmark": "made", "proposer": "anthropic", "model": "m", **options})
    return run_benchmark(
        asked, benchmark=benchmark(of or suite(1), around), workspace=place, model=model,
        reader=reader, resume=resume, prices=prices, sleep=lambda _seconds: None,
    )  # fmt: skip


def kept(summary: RunSummary, task: str = "lamp-0") -> Any:
    path = Path(summary.run_dir) / "tasks" / task / "reading.json"
    return json.loads(path.read_text("utf-8"))


def test_a_request_is_read_once_whatever_the_rounds_and_the_reading_is_kept(
    place: Workspace, heard: list[RequestReading | str]
) -> None:
    model = saying([json.dumps(BROKEN), json.dumps(PLAN)])
    summary = play(place, model, prices=PRICES)
    (result,) = summary.results
    assert (result.outcome, result.rounds) == ("ok_answer", 2)
    assert (result.model_calls, result.reader_calls, result.model_faults) == (3, 1, 0)
    assert (summary.reader_calls, summary.reader_calls_mean) == (1, 1.0)
    # tokens and money are those of planner and reader together
    assert (result.input_tokens, result.output_tokens) == (3_000, 300)
    assert result.cost == pytest.approx(3 * (1_000 * 3 + 100 * 15) / 1_000_000)
    assert [type(one) for one in heard] == [RequestReading] * 2
    assert heard[0] is heard[1]
    assert kept(summary) == {"reading": {"asks": ["name"]}}
    run = Path(summary.run_dir)
    log = run / "tasks" / "lamp-0" / "model.jsonl"
    keys = [line["key"] for _, line in read_log(log)]
    assert keys == ["made/lamp-0/r1", "made/lamp-0/reading", "made/lamp-0/r2"]
    times = json.loads((run / "tasks" / "lamp-0" / "times.json").read_text("utf-8"))
    assert len(times["model"]) == 3
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    assert (manifest["reader_model"], manifest["reader_prompt"]) == ("m", reader_digest())
    assert replay_run(run, place).tasks == 1
    assert audit_run(run, place).holds
    assert readings_of_run(run) == {TEXT.format(0): heard[0]}


def test_the_reader_is_told_the_request_and_nothing_of_the_company(place: Workspace) -> None:
    model = saying()
    play(place, model)
    (asked,) = [request for request in model.requests if is_reading(request.key)]
    assert [message.text for message in asked.messages] == [TEXT.format(0)]
    assert "Kittiwake" not in asked.system[0].text


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("I would rather not say", "another form"),
        (json.dumps({"changes": [{}]}), "another form"),
        (ModelReply(text="", stop_reason=StopReason.REFUSAL), "refused"),
        (ModelReply(text='{"asks"', stop_reason=StopReason.MAX_TOKENS), "cut off"),
        (ModelUnavailableError("the line is dead"), "gave no answer: the line is dead"),
        (ModelReplyError("no reply of a model"), "gave no answer: no reply of a model"),
        (NoRecordingError("nothing recorded"), "gave no answer: nothing recorded"),
    ],
    ids=["words", "half", "refused", "cut-off", "unreachable", "no-reply", "unrecorded"],
)
def test_a_reading_that_cannot_be_had_says_why_and_the_task_goes_on(
    place: Workspace, heard: list[RequestReading | str], says: Says, why: str
) -> None:
    summary = play(place, saying(reads=says))
    (result,) = summary.results
    failed = isinstance(says, Exception)
    assert result.outcome == "ok_answer"
    assert (result.reader_calls, result.reader_faults, result.model_faults) == (1, failed, failed)
    assert not result.unplanned
    assert why in str(heard[0])
    assert why in kept(summary)["unread"]
    assert replay_run(Path(summary.run_dir), place).tasks == 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize("fault", [ModelUnavailableError, ModelAccessError])
@pytest.mark.parametrize("workers", [1, 3])
def test_a_reader_out_of_reach_ends_no_run(
    place: Workspace, fault: type[Exception], workers: int
) -> None:
    reader = saying(reads=fault("nobody there"))
    summary = play(
        place, saying(), reader=reader, of=suite(6), reader_model="other", workers=workers
    )
    assert (summary.tasks, summary.stopped, summary.reader_faults) == (6, "", 6)
    assert {result.outcome for result in summary.results} == {"ok_answer"}
    # its own breaker opens: the rest is not asked in vain
    assert readings(reader) < 6
    assert replay_run(Path(summary.run_dir), place).tasks == 6


def test_a_reading_that_is_not_recorded_says_nothing_of_the_others(place: Workspace) -> None:
    def answer(request: ModelRequest) -> Any:
        if not is_reading(request.key):
            return json.dumps(PLAN)
        if request.key.endswith("/lamp-5/reading"):
            return json.dumps(READ)
        return NoRecordingError(f"{request.key} is not recorded")

    summary = play(place, ScriptedModel(answer, name="m"), of=suite(6))
    assert (summary.tasks, summary.stopped, summary.reader_faults) == (6, "", 5)
    assert "unread" in kept(summary, "lamp-4")
    assert "reading" in kept(summary, "lamp-5")


def test_an_access_that_is_refused_to_the_planner_s_model_stops_the_run_and_a_resume_goes_on(
    place: Workspace,
) -> None:
    of = suite(2)
    model = saying(reads=ModelAccessError("the key was withdrawn"))
    summary = play(place, model, of=of)
    assert (summary.tasks, summary.stopped) == (0, "the key was withdrawn")
    again = saying()
    summary = play(place, again, of=of, resume=Path(summary.run_dir))
    assert (summary.tasks, summary.stopped) == (2, "")
    # the plan that was paid for is not asked for again
    keys = [request.key for request in again.requests]
    assert keys == ["made/lamp-0/reading", "made/lamp-1/r1", "made/lamp-1/reading"]
    assert replay_run(Path(summary.run_dir), place).tasks == 2


class Cut:
    """Ends the process when the response is about to go out."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner

    def post(self, path: str, body: JsonObject) -> TransportReply:
        if path.endswith("/respond"):
            raise Killed
        return self._inner.post(path, body)


@pytest.mark.slow
@pytest.mark.parametrize("reads", [json.dumps(READ), "no reading at all"])
def test_a_run_that_was_killed_pays_for_no_reading_twice(
    tmp_path: Path, heard: list[RequestReading | str], reads: str
) -> None:
    init_workspace(tmp_path / "place")
    place = Workspace(tmp_path / "place")
    with pytest.raises(Killed):
        play(place, saying(reads=reads), around=Cut)
    (run,) = (path.parent for path in place.runs.glob("*/manifest.json"))
    again = saying(reads=ModelAccessError("nobody may ask"))
    summary = play(place, again, resume=run)
    assert (summary.tasks, again.requests) == (1, ())
    assert (summary.model_calls, summary.reader_calls) == (2, 1)
    assert str(heard[0]) == str(heard[-1])
    assert replay_run(run, place).tasks == 1


def test_the_time_of_a_task_bounds_its_reader(place: Workspace) -> None:
    now = [0.0]

    def answer(request: ModelRequest) -> str:
        now[0] += 100
        return json.dumps(READ if is_reading(request.key) else PLAN)

    model = ScriptedModel(answer, name="m")
    asked = RunOptions(benchmark="made", proposer="anthropic", model="m", task_timeout_s=60)
    summary = run_benchmark(
        asked, benchmark=benchmark(suite(1)), workspace=place, model=model, clock=lambda: now[0]
    )
    assert readings(model) == 0
    assert "60 s" in kept(summary)["unread"]


def recordings(place: Workspace, folder: Path, tasks: int = 2) -> None:
    """Record runs whose plans and readings are of different models."""
    planner = RecordingModel(saying(), folder)
    reader = RecordingModel(ScriptedModel(lambda _request: json.dumps(READ), name="small"), folder)
    summary = play(place, planner, reader=reader, of=suite(tasks), reader_model="small")
    assert (summary.model_calls, summary.reader_calls) == (2 * tasks, tasks)


@pytest.mark.slow
@pytest.mark.parametrize("match", ["task", "exact"])
def test_recorded_readings_answer_by_their_keys(
    place: Workspace, tmp_path: Path, heard: list[RequestReading | str], match: str
) -> None:
    recordings(place, tmp_path / "kept")
    of = suite(2)
    exact: dict[str, Any] = {"model": "m", "reader_model": "small"} if match == "exact" else {}
    options = RunOptions(
        benchmark="made",
        recordings=str(tmp_path / "kept"),
        match=match,  # type: ignore[arg-type]
        **exact,
    )
    models = open_models(options, benchmark(of), load_settings({}))
    assert (models.planner.name, models.reader.name) == ("m", "small")
    assert reader_name(options, models.reader, "m") == "small"
    heard.clear()
    summary = run_benchmark(
        options, benchmark=benchmark(of), workspace=place, model=models.planner,
        reader=models.reader,
    )  # fmt: skip
    assert (summary.reader_calls, summary.model_faults) == (2, 0)
    assert all(isinstance(one, RequestReading) for one in heard)
    manifest = json.loads((Path(summary.run_dir) / "manifest.json").read_text("utf-8"))
    assert (manifest["model"], manifest["reader_model"]) == ("m", "small")
    assert replay_run(Path(summary.run_dir), place).tasks == 2
    assert set(recorded_readings(tmp_path / "kept")) == {TEXT.format(0), TEXT.format(1)}
    # whoever loads the folder as one model has the readings as well
    whole = ReplayingModel.load(tmp_path / "kept", match="task")
    assert play(place, whole, of=of, proposer="recorded").reader_faults == 0


def test_recordings_without_a_reading_are_played_all_the_same(
    place: Workspace, tmp_path: Path, heard: list[RequestReading | str]
) -> None:
    recordings(place, tmp_path / "kept")
    for path in (tmp_path / "kept").glob("*.json"):
        if is_reading(json.loads(path.read_text("utf-8"))["key"]):
            path.unlink()
    options = RunOptions(benchmark="made", recordings=str(tmp_path / "kept"))
    models = open_models(options, benchmark(suite(2)), load_settings({}))
    assert models.reader.name == "m"
    heard.clear()
    summary = play(place, models.planner, reader=models.reader, of=suite(2), proposer="recorded")
    assert (summary.tasks, summary.stopped, summary.reader_faults) == (2, "", 2)
    assert all("has no recording" in str(one) for one in heard)


def test_readings_of_another_draw_are_no_plans_of_it(place: Workspace, tmp_path: Path) -> None:
    recordings(place, tmp_path / "kept")
    of = replace(suite(2), is_drawn=True)
    options = RunOptions(benchmark="made", recordings=str(tmp_path / "kept"), seed=7)
    for path in (tmp_path / "kept").glob("*.json"):
        seed = "made@7/" if is_reading(json.loads(path.read_text("utf-8"))["key"]) else "made@0/"
        path.write_text(path.read_text("utf-8").replace('"key": "made/', f'"key": "{seed}'))
        path.write_text(path.read_text("utf-8").replace('"key":"made/', f'"key":"{seed}'))
    drawn = replace(benchmark(of), recorded_as="made@7")
    with pytest.raises(UsageError, match="recorded for seed 0, not for seed 7"):
        open_models(options, drawn, load_settings({}))


def test_a_live_reader_has_a_model_of_its_own_and_repeats_no_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = "sk-canary-4711-reader"

    def refuse(self: ChatModel, _request: ModelRequest) -> ModelReply:
        raise ModelAccessError(f"{self.name}: incorrect key {key}")

    monkeypatch.setattr(ChatModel, "complete", refuse)
    monkeypatch.setattr(ChatModel, "check_access", lambda _self: None)
    settings = load_settings({"OPENAI_API_KEY": key})
    options = RunOptions(
        benchmark="made", proposer="openai", model="big", record_to=str(tmp_path / "kept")
    )
    same = open_models(options, benchmark(suite(1)), settings)
    assert same.reader is same.planner
    models = open_models(replace(options, reader_model="small"), benchmark(suite(1)), settings)
    assert (models.planner.name, models.reader.name) == ("big", "small")
    request = ModelRequest(model="small", messages=(), max_tokens=1)
    with pytest.raises(ModelAccessError, match=r"small: incorrect key \[key\]"):
        models.reader.complete(request)


@pytest.mark.parametrize("damage", ["said", "gone", "unheard"])
def test_a_replay_notices_what_happened_to_a_reading(tmp_path: Path, damage: str) -> None:
    init_workspace(tmp_path / "place")
    place = Workspace(tmp_path / "place")
    run = Path(play(place, saying()).run_dir)
    folder = run / "tasks" / "lamp-0"
    if damage == "said":
        told = (folder / "reading.json").read_text("utf-8")
        (folder / "reading.json").write_text(told.replace("name", "salary"))
    elif damage == "gone":
        (folder / "reading.json").unlink()
    else:
        lines = (folder / "model.jsonl").read_text("utf-8").splitlines(keepends=True)
        (folder / "model.jsonl").write_text("".join(lines[:1]))
    named = "model.jsonl" if damage == "unheard" else "reading.json"
    with pytest.raises(ReplayError, match=named):
        replay_run(run, place)


def test_a_kept_failure_holds_its_reading(
    place: Workspace, tmp_path: Path, heard: list[RequestReading | str]
) -> None:
    run = Path(play(place, saying(), of=suite(1, "ok_not_found")).run_dir)
    record = load_run(run)
    (task,) = record.tasks
    assert (task.reader_calls, task.reader_faults) == (1, 0)
    (emitted,) = emit_cases(record, failures_of(record), tmp_path / "cases", place)
    case = read_case(emitted.path)
    assert (len(case.replies), case.reading is not None) == (1, True)
    heard.clear()
    check_case(emitted.path)
    assert isinstance(heard[0], RequestReading)
    # a case of before there was a reader says so, and is played
    emitted.path.write_text(json.dumps({**case.to_json(), "reading": None}), encoding="utf-8")
    heard.clear()
    check_case(emitted.path)
    assert "has no recording" in str(heard[0])


def test_the_last_reply_is_the_planner_s(place: Workspace) -> None:
    run = Path(play(place, saying()).run_dir)
    assert json.loads(last_reply(run / "tasks" / "lamp-0" / "model.jsonl")) == PLAN


def test_the_totals_the_analysis_and_the_page_tell_the_reader_s_calls_apart(
    place: Workspace, tmp_path: Path
) -> None:
    reads: list[Any] = [READABLE, ModelUnavailableError("the line is dead")]
    model = ScriptedModel(
        lambda request: reads.pop(0) if is_reading(request.key) else GOOD,
        name="m",
    )
    summary = play(place, model, of=suite(2))
    shown = io.StringIO()
    console = Console(file=shown, width=140)
    print_table(console, summary.results)
    print_totals(console, summary, RunOptions(benchmark="x", proposer="anthropic"), verbose=True)
    told = " ".join(shown.getvalue().split())
    assert "task outcome score model calls of the reader API calls" in told
    assert "model 4 calls (2 of the reader, 1.00 a task)" in told
    assert "no answer 1 of 4 model calls (1 of them of the reader): lamp-1, right all" in told
    run = load_run(Path(summary.run_dir))
    assert failures_of(run) == []
    figures = run_figures(run, ())
    assert (figures.figures.reader_calls.mean, figures.reader_faults) == (1.0, 1)
    page = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["report", summary.run_dir, "--out", str(page)])
    assert done.exit_code == 0, done.output
    assert "2 of the reader, 1.00 a task, 1 unanswered" in page.read_text("utf-8")
    done = CliRunner().invoke(app, ["analyze", summary.run_dir])
    assert "1.00 of them by the reader, 1 unanswered" in " ".join(done.output.split())


def test_the_platform_is_told_of_both(place: Workspace) -> None:
    told: list[JsonObject] = []

    class Listening:
        def __init__(self, inner: Transport) -> None:
            self._inner = inner

        def post(self, path: str, body: JsonObject) -> TransportReply:
            if path.endswith("/log"):
                told.append(body)
            return self._inner.post(path, body)

    reader = ScriptedModel([ModelReply(text=READABLE, usage=Usage(input_tokens=7))], name="small")
    play(place, saying(), reader=reader, reader_model="small", around=Listening)
    assert [(one["model"], one["prompt_tokens"]) for one in told] == [("small", 7), ("m", 1_000)]


def test_a_resume_with_another_reader_is_refused(place: Workspace) -> None:
    summary = play(place, saying(), of=suite(2), max_tasks=1)
    with pytest.raises(UsageError, match='reader-model was "" and is "other"'):
        play(place, saying(), of=suite(2), reader_model="other", resume=Path(summary.run_dir))

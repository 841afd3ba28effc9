"""One recorded task, decided once more: the records answer for model and platform."""

from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.propose.reader import is_proof, is_reading
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.tape import RecordingTransport, ReplayingTransport
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import (
    AgenticSolverError,
    ModelError,
    NoRecordingError,
    ReplayError,
    WorkspaceError,
)
from agentic_solver.harness.company import Shelf
from agentic_solver.harness.exchange import MODEL_LOG, read_replies
from agentic_solver.harness.plan_cache import kept_recall, recall_status
from agentic_solver.harness.recorded import RecordedRun, read_log, read_object
from agentic_solver.harness.replay_reading import recorded_pages
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import EXPERIENCE_NAME, TaskInput, TaskKit
from agentic_solver.harness.task_run import solve_task
from agentic_solver.harness.totals_check import CRASHED, Course
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel

__all__ = ["CALLS", "CRASH", "Again", "ReplayKit", "replay_task"]

CALLS, CRASH = "calls.jsonl", "crash.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayKit:
    """What all tasks of a replay share."""

    run: RecordedRun
    catalog: Catalog
    shelf: Shelf


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """How a task came out the second time."""

    course: Course
    reason: str
    """What went wrong: a request that was not recorded, or a crash; empty otherwise."""


class _Tape:
    """Answers from records, and keeps the first lack: the engine would answer it like a fault."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self.lack = ""

    def post(self, path: str, body: JsonObject) -> TransportReply:
        try:
            return self._inner.post(path, body)
        except ReplayError as error:
            self.lack = self.lack or str(error)
            raise


class _Readings:
    """Gives the recorded readings, and keeps that one was lacking: none agrees to nothing."""

    name = "the recording"

    def __init__(self, log: Path) -> None:
        keys = [line.get("key") for _, line in read_log(log) if is_reading(line.get("key"))]
        self._left = list(zip(keys, read_replies(log, "reader"), strict=True))
        self.lack = ""

    def complete(self, request: ModelRequest) -> ModelReply:
        # what was said of one draft is not said of another, and a reading is no proof
        place = next((n for n, (key, _) in enumerate(self._left) if key == request.key), None)
        if place is None and not is_proof(request.key):
            place = next((n for n, (key, _) in enumerate(self._left) if not is_proof(key)), None)
        if place is None:
            self.lack = f"the run has no record of {request.key}"
            raise NoRecordingError(self.lack)
        _key, reply = self._left.pop(place)
        if isinstance(reply, ModelError):
            raise reply
        return reply


def replay_task(task: str, recorded: TaskFolder, again: TaskFolder, kit: ReplayKit) -> Again:
    """Decide a recorded task again and write its evidence to ``again``.

    Raises:
        ReplayError: a recorded call has no path or body.
        WorkspaceError: a record that the replay reads is broken, or a wiki is nowhere.
    """
    manifest = kit.run.manifest
    wiki, tape = _Wiki(kit.run), _Tape(_calls(task, recorded))
    log = recorded.path / MODEL_LOG
    model = ScriptedModel(list(read_replies(log, "planner")), name="the recording")
    reader = _Readings(log)
    told = _told(recorded)
    kept = kept_recall(recorded)
    tasks = TaskKit(
        shelf=kit.shelf,
        catalog=kit.catalog,
        model_settings=manifest.model_settings(),
        reader_settings=manifest.reader_settings(),
        rounds=manifest.rounds,
        wide=manifest.wide,
        read=manifest.read,
        dry_run=manifest.dry_run,
        snapshot=manifest.snapshot,
        retry=RetryRule(),
        sleep=lambda _seconds: None,
        guidance=lambda _context: told,
        feedback=manifest.feedback,
        second_look=manifest.second_look,
        recall=lambda _text, _situation: kept,
        recalls=manifest.plan_cache != "off",
    )
    text = str(read_object(recorded, "task.json").get("text", ""))
    given = TaskInput(
        spec_id=task,
        benchmark=manifest.benchmark,
        text=text,
        prefix="",
        recorded_as=manifest.recorded_as,
    )
    try:
        solution = solve_task(
            given,
            tasks,
            transport=RecordingTransport(tape, lambda record: again.append(CALLS, record)),
            model=model,
            reader=reader,
            folder=again,
            fetch_wiki=wiki.pages,
        )
    except Exception as error:  # as at the task boundary of a run: a crash becomes a record
        if str(error) == "Query interrupted":  # DuckDB's form of Ctrl-C
            raise KeyboardInterrupt from error
        ended = _crashed(again, error, tape.lack or reader.lack)
    else:
        course = Course(
            outcome=solution.response.outcome.value,
            rounds=solution.rounds,
            forced=solution.forced,
            crashed=False,
            plan_cache=recall_status(again, answered=solution.recalled),
            second_look=solution.second_look,
        )
        ended = Again(course=course, reason=tape.lack or reader.lack)
    if wiki.lack is not None:
        raise wiki.lack
    return ended


def _crashed(again: TaskFolder, error: Exception, lack: str) -> Again:
    """Write what a run writes after a crash."""
    kind = type(error).__name__
    if not lack:
        known = isinstance(error, AgenticSolverError)
        again.write(CRASH, {"kind": kind, "message": str(error), "declared": known})
        if not again.exists("response.json"):
            outcome = Outcome.ERROR_INTERNAL
            response = AgentResponse(message=forced_message(outcome), outcome=outcome)
            again.write("response.json", response.to_json())
    return Again(course=CRASHED, reason=lack or f"{kind}: {error}")


def _calls(task: str, folder: TaskFolder) -> ReplayingTransport:
    try:
        return ReplayingTransport(line for _, line in read_log(folder.path / CALLS))
    except ReplayError as error:
        raise ReplayError(f"task {task}, {CALLS}: {error}") from error


class _Wiki:
    """Pages that the run kept; remembers what it could not find, as the engine goes on."""

    def __init__(self, run: RecordedRun) -> None:
        self._run = run
        self.lack: WorkspaceError | None = None

    def pages(self, sha1: str) -> WikiPages:
        try:
            return recorded_pages(self._run, sha1)
        except WorkspaceError as error:
            self.lack = self.lack or error
            raise


def _told(folder: TaskFolder) -> tuple[tuple[str, str], ...]:
    lines = folder.read(EXPERIENCE_NAME) if folder.exists(EXPERIENCE_NAME) else []
    told: list[tuple[str, str]] = []
    for line in lines if isinstance(lines, list) else [None]:
        match line:
            case [str(patch), str(text)]:
                told.append((patch, text))
            case _:
                raise WorkspaceError(f"{folder.path / EXPERIENCE_NAME} holds no guidance")
    return tuple(told)

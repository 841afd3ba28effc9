"""One task of a session, from its start to its evaluation, new or continued.

A failure of one task never touches another: this is the one place where any fault becomes a record.
A task may be played in another process than the one that leads the run (see
:mod:`agentic_solver.harness.backend`): what goes there and what comes back are plain values.
"""

import contextlib
import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.platform_wire import Evaluation, TaskInfo
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.tape import RecordingTransport
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.transport import Transport
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import (
    AgenticSolverError,
    ApiError,
    ModelAccessError,
    PlatformError,
    TransportError,
    UsageError,
)
from agentic_solver.harness.answered import why_asked_back
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.company import CompanyShelf, fetch_wiki
from agentic_solver.harness.exchange import MODEL_LOG
from agentic_solver.harness.experience import FixedExperience, ToldExperience
from agentic_solver.harness.folder_lock import FolderLock
from agentic_solver.harness.limits import Deadline, PunctualModel, PunctualTransport, cost_of
from agentic_solver.harness.options import Reading, RetryCount, TaskResult
from agentic_solver.harness.outage import HeldBack, Outage
from agentic_solver.harness.past import (
    CALLS,
    UNREACHED,
    FollowedTransport,
    Past,
    RememberingModel,
    is_write,
    read_past,
)
from agentic_solver.harness.plan_cache import recall_status
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.retries import TIME_IS_UP, RetryTally
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.session import RUNNING
from agentic_solver.harness.task_folder import TaskFolder, own_name
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.telemetry import (
    TIMES,
    Stopwatch,
    TimedModel,
    TimedShelf,
    TimedTransport,
)
from agentic_solver.harness.usage_log import tell_usage
from agentic_solver.harness.wiki_reader import WikiReader
from agentic_solver.llm.breaker import CircuitBreaker
from agentic_solver.llm.model import Model
from agentic_solver.settings import Prices

__all__ = ["Done", "Job", "TaskPlayer", "import_engine", "load_engine", "load_for_many"]

_EVALUATION = "evaluation.json"
_OVER = ("completed", "failed")
"""How a platform calls tasks that run no more."""


def import_engine() -> None:
    """Import what solves a task: it takes as long as all that a run needs before its first one."""
    importlib.import_module("agentic_solver.harness.task_run")


def load_engine() -> None:
    """Import the engine, and pay for the first query of this process."""
    from agentic_solver.erc3.snapshot.warmup import warm_up  # see import_engine  # noqa: PLC0415

    import_engine()
    warm_up()


def load_for_many(catalog: Catalog) -> None:
    """Load what tasks that begin together would each work out: the engine, signatures."""
    load_engine()
    catalog.signatures(writes=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A task that is to be played."""

    task: TaskInfo
    """As the session lists it."""
    session: str
    """Id of the session."""
    told: FixedExperience | ToldExperience
    """What experience tells."""
    begun: bool = False
    """Whether an earlier process of this run began it."""
    lives: bool = False
    """Whether the platform still has what was done then."""

    @property
    def event(self) -> JsonObject:
        """What the events of the run say of it."""
        again = "task_continued" if self.lives else "task_restarted"
        kind = again if self.begun else "task_started"
        return {"event": kind, "task": self.task.spec_id, "id": self.task.task_id}


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A task that was played."""

    result: TaskResult | None
    """None where no model may be asked, or the platform fell silent: the task has begun, and is
    taken up again."""
    seal: JsonObject
    """Size and checksum of its files."""
    taken_up: JsonObject | None = None
    """The event of a task whose first worker ended before it did."""
    unreached: str = ""
    """Why the platform could not be told that the task is over; it goes on when it can be."""
    model_gone: str = ""
    """Why the model counts as gone; empty while it does not."""
    platform_gone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPlayer:
    """What the tasks of a run are played with in one process."""

    platform: PlatformClient
    benchmark: Benchmark
    folder: RunFolder
    shelf: CompanyShelf
    reader: WikiReader
    model: CircuitBreaker
    """Plans."""
    request_reader: CircuitBreaker
    """Reads requests."""
    kit: TaskKit
    clock: Callable[[], float]
    outage: Outage
    prices: Prices | None = None
    task_timeout_s: float | None = None
    apart: bool = False
    """Whether other processes play tasks of this run at the same time."""

    def play(self, job: Job) -> Done:
        """Play one task.

        Raises:
            UsageError: the set-up is wrong (settings, workspace), or the run folder cannot be
                written; no response went out, and the task is not finished.
        """
        if not self.apart and not job.begun:
            return self._play(job)
        # What had begun may run still: on a worker whose leader is gone, or that was cut off.
        with self.folder.hold(f"task-{job.task.spec_id}") as lock:
            try:
                looked = self._looked_at(job)
            except TransportError as error:
                self.outage.silent(error)
                gone = self.outage.reason
                return Done(result=None, seal={}, unreached=str(error), platform_gone=gone)
            done = self._play(looked, lock)
            return done if looked.begun == job.begun else replace(done, taken_up=looked.event)

    def given(self, task: TaskInfo, prefix: str = "") -> TaskInput:
        """Return a task as it is solved, under the address of its company."""
        return TaskInput(
            spec_id=task.spec_id,
            benchmark=self.benchmark.id,
            text=task.task_text,
            prefix=prefix,
            recorded_as=self.benchmark.recorded_as,
        )

    def _looked_at(self, job: Job) -> Job:
        """Take up what a worker that is gone has begun: its records are there, nothing else."""
        begun = job.begun or self.folder.task(job.task.spec_id).path.is_dir()
        if not begun or self.benchmark.suite is not None:
            return replace(job, begun=begun, lives=False)
        tasks = self.platform.session_status(job.session).tasks
        task = next(one for one in tasks if one.task_id == job.task.task_id)
        return replace(job, task=task, begun=True, lives=task.status in RUNNING)

    def _play(self, job: Job, lock: FolderLock | None = None) -> Done:
        task = job.task
        if job.begun:
            place, past = read_past(self.folder, task.spec_id, lives=job.lives)
        else:
            place, past = self.folder.task(task.spec_id), Past()
        if lock is not None and self.folder.disk.durable:
            place.fence = lock.check
        with contextlib.closing(place) as folder:
            try:
                result = _Play(self, job, folder, past).run()
            except _UnreachedError as error:
                folder.write(UNREACHED, {"message": str(error)}, sync=True)
                return Done(
                    result=None,
                    seal=folder.seal,
                    unreached=str(error),
                    platform_gone=self.outage.reason,
                )
            except ModelAccessError as error:
                folder.sync_all()
                return Done(
                    result=None, seal=folder.seal, model_gone=self.model.reason or str(error)
                )
            return Done(
                result=result,
                seal=folder.seal,
                model_gone=self.model.reason,
                platform_gone=self.outage.reason,
            )


class _UnreachedError(Exception):
    """The platform fell silent while it ran the task."""


class _Play:
    """One task under way."""

    def __init__(self, player: TaskPlayer, job: Job, folder: TaskFolder, past: Past) -> None:
        self._player = player
        self._task = job.task
        self._told = job.told.lines
        self._folder = folder
        self._past = past
        self._prefix = ""
        self._silence = ""
        """Why the latest exchange got no answer; empty if it got one."""
        self._lost_write = ""
        """Why the latest write that got no answer got none."""
        self._retries = RetryTally()
        self._watch = Stopwatch(player.clock)
        self._deadline = Deadline(player.task_timeout_s, player.clock)

    def run(self) -> TaskResult:
        # See import_engine.
        from agentic_solver.harness.react_run import play_plainly  # noqa: PLC0415
        from agentic_solver.harness.task_run import solve_task  # noqa: PLC0415

        player, watch, task, folder = self._player, self._watch, self._task, self._folder
        shelf = TimedShelf(player.shelf, watch)
        started = player.clock()
        outcome, rounds, reason = Outcome.ERROR_INTERNAL.value, 0, ""
        recalled, second_look = False, ""
        try:
            if not self._past.exchanges:
                self._start()
            self._prefix = sim_prefix(player.benchmark.id, task.task_id)
            solve = play_plainly if player.kit.steps else solve_task
            solution = solve(
                player.given(task, prefix=self._prefix),
                self._kit(shelf),
                transport=self._transport(),
                model=TimedModel(self._model(player.model), watch),
                reader=TimedModel(self._model(player.request_reader), watch, reads=True),
                folder=folder,
                fetch_wiki=self._fetch_wiki,
            )
            outcome, rounds = solution.response.outcome.value, solution.rounds
            reason = solution.reason if solution.forced else ""
            recalled, second_look = solution.recalled, solution.second_look
        except (UsageError, ModelAccessError, _UnreachedError):
            raise  # a wrong set-up is the same for every task: none is answered with it
        except Exception as error:  # the task boundary: a crash becomes a record
            if _is_interrupt(error):
                raise KeyboardInterrupt from error
            reason = self._crash(error)
            try:
                self._answer_anyway(error)
            except TransportError as silence:
                raise self._unreached(silence) from silence
        solved = player.clock()
        score, logs = self._evaluate(tuple(shelf.readings))
        result = TaskResult(
            task=task.spec_id,
            outcome=outcome,
            score=score,
            first_failed_check=next(iter(logs.splitlines()), ""),
            forced=reason,
            unread=why_asked_back(folder),
            rounds=rounds,
            **watch.counts(),
            overhead_ms=round(max(0.0, solved - started - watch.outside_s) * 1000, 3),
            wall_s=round(player.clock() - started, 6),
            model_s=round(watch.model_s + watch.reading_s, 6),
            platform_s=round(watch.platform_s, 6),
            plan_cache=recall_status(folder, answered=recalled),
            second_look=second_look,  # type: ignore[arg-type]
            retries=self._counted(),
            cost=round(cost_of(watch.usage, player.prices), 6) if player.prices else None,
        )
        folder.write("telemetry.json", result.to_json())
        folder.write(TIMES, watch.times())
        folder.sync_all()
        return result

    def _counted(self) -> tuple[RetryCount, ...]:
        """Count the retries; those of the model stand in the replies that are on the disk."""
        for _, line in read_log(self._folder.path / MODEL_LOG):
            self._retries.add_reply(line)
        return self._retries.counts()

    def _kit(self, shelf: TimedShelf) -> TaskKit:
        shared = self._player.kit
        kit = replace(
            shared, shelf=shelf, guidance=self._told, sleep=self._deadline.pausing(shared.sleep)
        )
        told, recall = self._past.told, self._past.recall
        if told is not None:
            kit = replace(kit, guidance=lambda _context: told)
        if recall is not None:
            kit = replace(kit, recall=lambda _text, _situation: recall)
        return kit

    def _start(self) -> None:
        try:
            self._player.platform.start_task(self._task.task_id)
        except TransportError as error:
            raise self._unreached(error) from error
        self._player.outage.answered()

    def _why_to_wait(self, response: JsonObject) -> str:
        """Say why a response was decided by silence: its own, or that over a write it gives up."""
        gives_up = response.get("outcome") == Outcome.ERROR_INTERNAL
        return self._silence or (self._lost_write if gives_up else "")

    def _unreached(self, error: TransportError) -> _UnreachedError:
        self._player.outage.silent(error)
        return _UnreachedError(str(error))

    def _model(self, model: Model) -> Model:
        live = PunctualModel(model, self._deadline)
        return RememberingModel(live, self._past.replies, before=self._folder.fence)

    def _transport(self) -> Transport:
        for line in self._past.exchanges:
            self._retries.add_exchange(line)
            self._watch.recorded(str(line.get("path")))

        def keep(record: JsonObject) -> None:
            fault = str(record.get("fault", ""))
            self._silence = "" if fault.startswith(TIME_IS_UP) else fault
            if is_write(str(record["path"])):
                self._lost_write = self._silence or self._lost_write
            self._retries.add_exchange(record)
            self._watch.recorded(str(record["path"]))
            self._folder.append(CALLS, record, sync=bool(record.get("lost")))

        live: Transport = RecordingTransport(
            TimedTransport(
                PunctualTransport(self._player.benchmark.transport, self._deadline), self._watch
            ),
            lambda record: keep(_relative(record, self._prefix)),
        )
        first = not self._player.folder.attempts(own_name(self._task.spec_id))
        if first and self._player.benchmark.suite is None:
            live = HeldBack(live, self._why_to_wait)
        if not self._past.exchanges:
            return live
        return FollowedTransport(
            live,
            self._past,
            prefix=self._prefix,
            keep=keep,
            has_arrived=self._has_arrived,
            count=self._watch.count_platform,
        )

    def _fetch_wiki(self, sha1: str) -> WikiPages:
        """Read a wiki that the workspace does not know, and keep it with the run for replays."""
        client = Erc3Client(self._player.benchmark.transport, self._prefix)
        pages = fetch_wiki(ClientApi(client))
        with self._player.reader.hold("pages"):
            self._player.folder.files.write(f"wiki/{sha1[:8]}.json", dict(pages.pages))
        return pages

    def _crash(self, error: Exception) -> str:
        kind = type(error).__name__
        known = isinstance(error, AgenticSolverError)
        record: JsonObject = {"kind": kind, "message": str(error), "declared": known}
        self._folder.write("crash.json", record)
        return f"{kind}: {error}"

    def _answer_anyway(self, error: Exception) -> None:
        """Send ``error_internal`` unless a response has gone out already.

        Raises:
            TransportError: the platform behind HTTP gave no answer to a response.
        """
        folder, outcome = self._folder, Outcome.ERROR_INTERNAL
        served = self._player.benchmark.suite is None
        if not self._prefix or "response.json" in folder.seal:
            if served and isinstance(error, TransportError):
                raise error
            return
        response = AgentResponse(message=forced_message(outcome), outcome=outcome)
        folder.write("response.json", response.to_json(), sync=True)
        if self._past.lost_response and self._has_arrived(response.to_json()):
            return
        try:
            client = Erc3Client(self._player.benchmark.transport, self._prefix)
            client.respond(response.message, outcome)
        except PlatformError as fault:
            if served and isinstance(fault, TransportError):
                raise
            folder.write("unsent.json", {"message": str(fault)})

    def _has_arrived(self, _response: JsonObject) -> bool:
        """Whether the platform knows of a response; where its log says nothing, it is not sent.

        A second response spoils a task for certain, a missing one only perhaps.
        """
        try:
            logs = self._player.platform.task_detail(self._task.task_id).logs
        except PlatformError:
            return True
        told = [json.dumps([entry.type, entry.text, entry.body], default=str) for entry in logs]
        return not told or any("/respond" in entry for entry in told)

    def _evaluate(self, readings: tuple[Reading, ...]) -> tuple[float | None, str]:
        task, folder = self._task, self._folder
        if self._past.exchanges and folder.exists(_EVALUATION):
            kept = folder.read(_EVALUATION)
            if isinstance(kept, dict) and "score" in kept:
                folder.write(_EVALUATION, kept)
                score = kept["score"]
                return (float(score) if isinstance(score, int | float) else None), str(kept["logs"])
        try:
            if task.status not in _OVER:
                tell_usage(
                    self._player.platform, task.task_id, self._watch, self._player.kit, readings
                )
            evaluation = self._complete()
        except PlatformError as error:
            if isinstance(error, TransportError) and self._player.benchmark.suite is None:
                raise self._unreached(error) from error
            folder.write(_EVALUATION, {"fault": str(error)})
            return None, ""
        score = evaluation.score if evaluation is not None else None
        logs = evaluation.logs if evaluation is not None else ""
        folder.write(_EVALUATION, {"score": score, "logs": logs})
        return score, logs

    def _complete(self) -> Evaluation | None:
        """Complete the task; one that was completed already tells its score only."""
        platform, task = self._player.platform, self._task
        try:
            return platform.complete_task(task.task_id).eval
        except ApiError:
            if task.status not in _OVER:
                raise
            score = platform.task_detail(task.task_id).score
            return None if score is None or score < 0 else Evaluation(score=score)


def _relative(record: JsonObject, prefix: str) -> JsonObject:
    """Drop the task's own path: it names a session, and a replay has another one."""
    return {**record, "path": str(record.get("path", "")).removeprefix(prefix)}


def _is_interrupt(error: Exception) -> bool:
    """Ctrl-C during a query: DuckDB swallows the KeyboardInterrupt and raises this instead."""
    return type(error) is RuntimeError and str(error) == "Query interrupted"

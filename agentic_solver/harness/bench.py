"""A bench: a command plays the tasks of a suite, as many processes at a time as are asked for.

Every process gets a twin of its own, which holds nothing but its tasks: what one does, or
how it ends, no other one sees. All leave one run (:mod:`agentic_solver.harness.served_run`).
"""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Protocol

from pydantic import TypeAdapter, ValidationError

from agentic_solver.contracts.canonical import normalize
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.wording import instead
from agentic_solver.core.reply import describe
from agentic_solver.errors import ApiError, ContractError, UsageError, WorkspaceError
from agentic_solver.harness.agent_process import AgentEnd, parse_command, run_agent
from agentic_solver.harness.crew import play_all
from agentic_solver.harness.options import RunSummary, TaskResult
from agentic_solver.harness.recorded import AGENT, read_object, refuse_redacted
from agentic_solver.harness.resume import open_resumption
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.served_run import AgentFacts, ServedRun
from agentic_solver.harness.witness import Witness
from agentic_solver.settings import Prices
from agentic_solver.twin.app import Handler, Layer, serving
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.reply import TwinReply, encode_reply, error_reply
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec

__all__ = ["Bench", "BenchOptions", "play_bench", "recorded_bench"]

AGENT_END = "agent.json"
"""How the process of a task ended."""
AGENT_LOG = "agents.jsonl"
"""The same of the processes that played whole sessions, one line each."""
_KEY = "key-local"
_OK = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """Everything that shapes a bench; recorded in the manifest of its run."""

    benchmark: str
    agent: str
    """The command line, without a shell."""
    name: str = ""
    """Of the agent; empty takes it from the command."""
    tasks: tuple[str, ...] = ()
    """Spec ids; empty means all."""
    session: bool = False
    """Whether one process plays all tasks, in place of one process a task."""
    workers: int = 1
    """Processes at a time."""
    task_timeout_s: float | None = None
    """Seconds of a process, be it for a task or for a session."""
    seed: int = 0
    variation: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name of the agent: the one given, else the last word of the command's program."""
        words = parse_command(self.agent)
        files = [Path(word).name for word in words if not word.startswith("-")]
        return self.name or files[min(1, len(files) - 1)]


_OPTIONS: TypeAdapter[BenchOptions] = TypeAdapter(BenchOptions)


def recorded_bench(path: Path) -> BenchOptions:
    """Return what the bench of a run was asked to do.

    Raises:
        WorkspaceError: the folder is no run.
        UsageError: no bench has played it, or it is a redacted copy.
    """
    refuse_redacted(path)
    manifest = read_object(RunFolder.open(path).files, "manifest.json")
    if manifest.get("proposer") != AGENT:
        raise UsageError(f"{path} was played by run: go on with run --resume {path}")
    told = manifest.get("options")
    if not isinstance(told, dict) or "agent" not in told:
        raise UsageError(
            f"{path} was recorded by twin serve, which starts no agent: only a run of bench can "
            "be resumed"
        )
    known = {name: value for name, value in told.items() if name != "proposer"}
    try:
        return _OPTIONS.validate_json(json.dumps(known))
    except ValidationError as error:
        first = describe(error).split("\n")[0]
        raise UsageError(f"{path} has options that this engine does not know: {first}") from error


class Progress(Protocol):
    """Who watches a bench."""

    def started(self, run_dir: Path, total: int) -> None: ...

    def begun(self, task: str) -> None: ...

    def finished(self, result: TaskResult) -> None: ...


class _Nobody:
    """Nobody watches."""

    def started(self, run_dir: Path, total: int) -> None: ...

    def begun(self, task: str) -> None: ...

    def finished(self, result: TaskResult) -> None: ...


@dataclass(slots=True, kw_only=True)
class Bench:
    """A bench under way."""

    options: BenchOptions
    suite: Suite
    run: ServedRun
    inherited: Mapping[str, str]
    """Environment of this process."""
    begun: Callable[[str], None]
    layers: Sequence[Layer] = ()
    """What else stands between agents and the platform."""
    stop: threading.Event = field(default_factory=threading.Event)

    def play(self, specs: tuple[TaskSpec, ...]) -> None:
        """Run the command once, for these tasks; what was cut off by ``stop`` stays open.

        Raises:
            WorkspaceError: the run folder cannot be written.
            UsageError: the command cannot be started.
        """
        twin = Twin(replace(self.suite, tasks=specs), seed=self.options.seed)
        witness = Witness(
            lambda _name, _architecture, _tasks: self.run,
            seals=self.options.session,
            tell=lambda _reason: None,
        )
        own = witness(twin.handle)
        told: JsonObject = {"benchmark": self.suite.name, "name": self.options.label}
        session = str(_ask(own, "/sessions/start", told)["session_id"])
        ids = {task.spec.id: task.id for task in twin.sessions[0].tasks}
        for spec in specs:
            self.begun(spec.id)
        if not self.options.session:
            _ask(own, "/tasks/start", {"task_id": ids[specs[0].id]})
        over = threading.Event()
        layers: list[Layer] = [_assigned(session, ids, over), *self.layers, witness]
        with serving(twin, layers=layers) as address:
            variables = self._variables(address, session, specs, ids)
            end = run_agent(
                parse_command(self.options.agent),
                variables,
                limit_s=self.options.task_timeout_s,
                stop=self.stop,
                over=over.set,
                inherited=self.inherited,
            )
        if end.cut_off:
            return
        if self.options.session:
            self._end_session(own, witness, session, end)
        else:
            self._end_task(own, witness, ids[specs[0].id], end)
        if witness.failure:
            raise WorkspaceError(witness.failure)

    def _variables(
        self, address: str, session: str, specs: tuple[TaskSpec, ...], ids: Mapping[str, str]
    ) -> dict[str, str]:
        """Return what the environment of a process tells it."""
        direct = ",".join(filter(None, (self.inherited.get("NO_PROXY"), "127.0.0.1")))
        variables = {
            "ERC3_BASE_URL": address,
            "ERC3_API_KEY": _KEY,
            "ERC3_BENCHMARK": self.suite.name,
            "ERC3_SESSION_ID": session,
            "NO_PROXY": direct,
            "no_proxy": direct,
        }
        if not self.options.session:
            spec = specs[0]
            variables |= {
                "ERC3_SPEC_ID": spec.id,
                "ERC3_TASK_ID": ids[spec.id],
                "ERC3_TASK_TEXT": spec.wording(self.options.seed),
            }
        return variables

    def _end_task(self, own: Handler, witness: Witness, wire_id: str, end: AgentEnd) -> None:
        own("/tasks/complete", _body({"task_id": wire_id}))  # a second time changes nothing
        task = witness.task(wire_id)
        if task is not None and not witness.failure:
            witness.forget(wire_id)
            task.note(AGENT_END, end.to_json())
            self.run.finish(task, end.reason)

    def _end_session(self, own: Handler, witness: Witness, session: str, end: AgentEnd) -> None:
        witness.reason = end.reason
        own("/sessions/submit", _body({"session_id": session, "force": True}))
        self.run.folder.files.append(AGENT_LOG, end.to_json())


def play_bench(
    options: BenchOptions,
    suite: Suite,
    runs: Path,
    *,
    inherited: Mapping[str, str],
    progress: Progress | None = None,
    resume: Path | None = None,
    prices: Prices | None = None,
    layers: Sequence[Layer] = (),
) -> RunSummary:
    """Have a command play the chosen tasks of a suite, and return the totals.

    Ctrl-C ends the processes at once (``interrupted``); their tasks begin anew with ``resume``.

    Args:
        options: what is asked for.
        suite: the suite, varied as the options say.
        runs: where run folders go.
        inherited: the environment of this process.
        progress: is told how it goes.
        resume: folder of a run of a bench that is to go on; its finished tasks stand.
        prices: of the tokens that the agent reports.
        layers: what else stands between agents and the platform, the first nearest to the agent.

    Raises:
        UsageError: there is no such task or program, or the run to be resumed was another.
        WorkspaceError: a run folder cannot be written.
    """
    label = options.label
    watching = progress or _Nobody()
    chosen = _chosen(suite, options.tasks)
    past = None if resume is None else open_resumption(resume, durable=False)
    folder = RunFolder.create(runs, Path(options.benchmark).name) if past is None else past.folder
    try:
        facts = AgentFacts(suite=suite, options=_recorded(options), agent=label, prices=prices)
        run = ServedRun(
            folder, facts, [spec.id for spec in chosen], past=past, watch=watching.finished
        )
        bench = Bench(
            options=options, suite=suite, run=run, inherited=inherited,
            begun=watching.begun, layers=layers,
        )  # fmt: skip
        waiting = tuple(spec for spec in chosen if spec.id not in run.results)
        watching.started(folder.path, len(waiting))
        units = [waiting] * bool(waiting) if options.session else [(spec,) for spec in waiting]
        try:
            play_all(
                len(units), lambda number: bench.play(units[number]),
                workers=options.workers, stop=bench.stop,
            )  # fmt: skip
        except KeyboardInterrupt:
            bench.stop.set()
        return run.close()
    finally:
        if folder.files.exists("manifest.json"):
            folder.close()
        else:
            folder.discard()


def _recorded(options: BenchOptions) -> JsonObject:
    told = normalize(asdict(options))
    if not isinstance(told, dict):
        raise ContractError("options are no object")
    return told


def _chosen(suite: Suite, wanted: tuple[str, ...]) -> tuple[TaskSpec, ...]:
    by_id = {spec.id: spec for spec in suite.tasks}
    missing = [spec for spec in wanted if spec not in by_id]
    if missing:
        meant = instead(missing[0], by_id, "task")
        raise UsageError(f"the benchmark has no task {missing[0]!r}; {meant}")
    return tuple(by_id[spec] for spec in dict.fromkeys(wanted)) if wanted else suite.tasks


def _assigned(session: str, ids: Mapping[str, str], over: threading.Event) -> Layer:
    """Return the layer that gives an agent the session of the bench, however it asks for one.

    Agents of the platform start a session, or a task by its spec, by themselves. Here both are
    there already. Once it is ``over`` nothing is answered any more: a process that has left its
    group, or handles the signal to end, changes nothing.
    """

    def layer(inner: Handler) -> Handler:
        def handle(path: str, body: bytes) -> TwinReply:
            if over.is_set():
                return error_reply(ApiError(400, "the time of the agent is over"))
            if path == "/sessions/start":
                return encode_reply({"session_id": session, "task_count": len(ids)})
            if path == "/tasks/start":
                asked = _fields(body)
                known = ids.get(str(asked.get("spec_id")))
                if not asked.get("task_id") and known:
                    return inner(path, _body({"task_id": known}))
            return inner(path, body)

        return handle

    return layer


def _ask(handler: Handler, path: str, body: JsonObject) -> JsonObject:
    reply = handler(path, _body(body))
    if reply.status != _OK:
        raise ContractError(f"{path} of a new twin: {reply.body.decode('utf-8', 'replace')}")
    return _fields(reply.body)


def _body(value: JsonObject) -> bytes:
    return json.dumps(value).encode()


def _fields(content: bytes) -> JsonObject:
    try:
        value = json.loads(content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

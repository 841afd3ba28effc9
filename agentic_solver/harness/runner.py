"""The runner: a session of a benchmark, task by task, with one response for each.

A failure of one task never touches another: the task boundary is the one place where any fault
becomes a record.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from agentic_solver import __version__
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.acquire import Revision
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.platform_wire import TaskInfo
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.snapshot.warmup import warm_up
from agentic_solver.erc3.tape import RecordingTransport
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import (
    AgenticSolverError,
    PlatformError,
    TransportError,
    UsageError,
    WorkspaceError,
)
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.company import CompanyShelf, fetch_wiki
from agentic_solver.harness.crew import play_all
from agentic_solver.harness.experience import RunExperience, open_run_experience
from agentic_solver.harness.manifest import make_manifest
from agentic_solver.harness.options import RunOptions, RunSummary, TaskResult
from agentic_solver.harness.plan_cache import RunPlans, open_plans, recall_status
from agentic_solver.harness.reading import Reading
from agentic_solver.harness.renamed import follow_renaming, run_policy
from agentic_solver.harness.run_folder import RunFolder, TaskFolder
from agentic_solver.harness.statistics import summarize
from agentic_solver.harness.task_run import TaskInput, TaskKit, solve_task
from agentic_solver.harness.telemetry import Stopwatch, TimedModel, TimedShelf, TimedTransport
from agentic_solver.harness.wiki_reader import WikiReader
from agentic_solver.llm.breaker import CircuitBreaker
from agentic_solver.llm.model import Model
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.workspace import Workspace

__all__ = ["Progress", "run_benchmark", "runs_folder"]

_ARCHITECTURE = "propose / execute_and_validate: one blind plan, deterministic execution"


class Progress(Protocol):
    """Who watches a run."""

    def started(self, run_dir: Path, total: int) -> None: ...

    def finished(self, result: TaskResult) -> None: ...


@dataclass(slots=True, kw_only=True)
class _Run:
    """One run under way."""

    options: RunOptions
    benchmark: Benchmark
    model: CircuitBreaker
    folder: RunFolder
    shelf: CompanyShelf
    learnt: RunExperience
    plans: RunPlans
    kit: TaskKit
    progress: Progress
    begun: Callable[[str], None]
    clock: Callable[[], float]
    stop: threading.Event = field(default_factory=threading.Event)


def run_benchmark(
    options: RunOptions,
    *,
    benchmark: Benchmark,
    workspace: Workspace,
    model: Model,
    progress: Progress,
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], None] = time.sleep,
    tell: Callable[[str], None] = lambda _text: None,
    begun: Callable[[str], None] = lambda _task: None,
    experience: RunExperience | None = None,
) -> RunSummary:
    """Play the chosen tasks of ``benchmark`` and return the totals.

    Ctrl-C ends the run once the current task's evidence is written (``interrupted``), a model that
    is gone for good before the next task (``stopped``); neither submits the session. ``tell`` hears
    of wikis without rules, ``begun`` of tasks; ``experience`` replaces that of the options.

    Raises:
        UsageError: a task does not exist.
        PlatformError: no session could be started.
        WorkspaceError: the runs folder cannot be written, or a workspace that is to be added to.
    """
    platform = PlatformClient(benchmark.transport, account_key=benchmark.account_key, sleep=sleep)
    folder = RunFolder.create(runs_folder(workspace, options), benchmark.name)
    try:
        session_id, known = _start_session(platform, benchmark)
        chosen = _choose(known, options.tasks)
        catalog = load_catalog(workspace.tools)
        learnt = experience or open_run_experience(options.experience, workspace, catalog, folder)
        plans = open_plans(options.plan_cache, workspace, folder.path.name)
        renamed = follow_renaming(benchmark.renaming, workspace, folder.path)
    except AgenticSolverError:
        folder.discard()
        raise
    breaker = CircuitBreaker(model)
    reader = _reader(options, benchmark, workspace, folder, model, breaker, renamed, tell)
    shelf = CompanyShelf(workspace, run_policy(folder.path), reader)
    run = _Run(
        options=options,
        benchmark=benchmark,
        model=breaker,
        folder=folder,
        shelf=shelf,
        learnt=learnt,
        plans=plans,
        kit=_kit(options, model, catalog, sleep, learnt, shelf, plans),
        progress=progress,
        begun=begun,
        clock=clock,
    )
    _write_manifest(run, workspace, chosen)
    warm_up()
    progress.started(folder.path, len(chosen))
    started = clock()
    results, interrupted = _play(run, platform, chosen)
    if not interrupted and not run.model.reason:
        platform.submit_session(session_id, force=len(chosen) < len(known))
    wall_s, read = clock() - started, reader.ended()
    summary = summarize(benchmark.name, results, wall_s=wall_s, run_dir=folder.path, readings=read)
    return _keep_summary(run, summary, interrupted)


def _write_manifest(run: _Run, workspace: Workspace, chosen: tuple[TaskInfo, ...]) -> None:
    manifest = make_manifest(
        run.options,
        run.benchmark,
        workspace,
        model=run.kit.model_settings.model,
        tools=run.kit.catalog.digest,
        learnt=run.learnt,
        tasks=[task.spec_id for task in chosen],
    )
    run.folder.files.write("manifest.json", manifest)


def _keep_summary(run: _Run, summary: RunSummary, interrupted: bool) -> RunSummary:
    ended = {"interrupted": interrupted, "stopped": run.model.reason}
    summary = summary.model_copy(update=ended)
    run.folder.files.write("summary.json", summary.to_json())
    run.folder.files.close()
    run.learnt.close()
    run.plans.close()
    return summary


def _start_session(
    platform: PlatformClient, benchmark: Benchmark
) -> tuple[str, tuple[TaskInfo, ...]]:
    try:
        session = platform.start_session(
            benchmark.id,
            workspace="agentic_solver",
            name=f"agentic_solver {__version__}",
            architecture=_ARCHITECTURE,
        )
    except TransportError as error:
        raise TransportError(
            f"the platform at {benchmark.platform} is out of reach: {error}"
        ) from error
    return session.session_id, platform.session_status(session.session_id).tasks


def _reader(
    options: RunOptions,
    benchmark: Benchmark,
    workspace: Workspace,
    folder: RunFolder,
    model: Model,
    breaker: CircuitBreaker,
    renamed: tuple[Revision, ...],
    tell: Callable[[str], None],
) -> WikiReader:
    return WikiReader(
        workspace=workspace,
        run=folder,
        model=breaker,
        recordings=model if isinstance(model, ReplayingModel) else None,
        settings=_settings(options, model),
        recorded_as=benchmark.recorded_as,
        live=options.proposer != "recorded",
        enabled=options.acquire == "auto",
        keep_rules=options.keep_rules,
        renaming=benchmark.renaming,
        others=renamed,
        tell=tell,
    )


def _settings(options: RunOptions, model: Model) -> ModelSettings:
    return ModelSettings(
        model=options.model or model.name,
        max_tokens=options.max_tokens,
        effort=options.effort,
        temperature=options.temperature,
    )


def _kit(
    options: RunOptions,
    model: Model,
    catalog: Catalog,
    sleep: Callable[[float], None],
    learnt: RunExperience,
    shelf: CompanyShelf,
    plans: RunPlans,
) -> TaskKit:
    return TaskKit(
        shelf=shelf,
        catalog=catalog,
        model_settings=_settings(options, model),
        rounds=options.rounds,
        dry_run=options.dry_run,
        snapshot=options.snapshot,
        retry=RetryRule(),
        sleep=sleep,
        feedback=options.feedback,
        recall=plans.recall,
        recalls=options.plan_cache != "off",
        guidance=learnt.lines,
    )


def runs_folder(workspace: Workspace, options: RunOptions) -> Path:
    """Return where run folders go.

    Runs of the read-only template land in the current folder; rules cannot be kept in it.
    """
    if options.keep_rules:
        workspace.writable()
    return Path.cwd() / "runs" if workspace.readonly else workspace.runs


def _fetch_wiki(run: "_Run", prefix: str, sha1: str) -> WikiPages:
    """Read a wiki that the workspace does not know, and keep it with the run for replays."""
    pages = fetch_wiki(ClientApi(Erc3Client(run.benchmark.transport, prefix)))
    run.folder.files.write(f"wiki/{sha1[:8]}.json", dict(pages.pages))
    return pages


def _choose(known: tuple[TaskInfo, ...], wanted: tuple[str, ...]) -> tuple[TaskInfo, ...]:
    if not wanted:
        return known
    by_id = {task.spec_id: task for task in known}
    missing = [spec for spec in wanted if spec not in by_id]
    if missing:
        some = ", ".join(list(by_id)[:8])
        raise UsageError(
            f"the benchmark has no task {missing[0]!r}; it has {len(by_id)} tasks: {some} ..."
        )
    return tuple(by_id[spec] for spec in dict.fromkeys(wanted))


def _play(
    run: _Run, platform: PlatformClient, chosen: tuple[TaskInfo, ...]
) -> tuple[tuple[TaskResult, ...], bool]:
    """Play the tasks; results come back in the order of the tasks, whatever finished first."""
    results: dict[int, TaskResult] = {}

    def play(index: int) -> None:
        run.begun(chosen[index].spec_id)
        results[index] = _play_one(run, platform, chosen[index])
        run.progress.finished(results[index])
        if run.model.reason:
            run.stop.set()

    interrupted = False
    try:
        play_all(len(chosen), play, workers=run.options.workers, stop=run.stop)
    except KeyboardInterrupt:
        interrupted = True
    ended = dict(results)
    return tuple(ended[index] for index in sorted(ended)), interrupted


def _play_one(run: _Run, platform: PlatformClient, task: TaskInfo) -> TaskResult:
    with contextlib.closing(run.folder.task(task.spec_id)) as folder:
        return _play_into(folder, run, platform, task)


def _play_into(
    folder: TaskFolder, run: _Run, platform: PlatformClient, task: TaskInfo
) -> TaskResult:
    run.folder.files.append("events.jsonl", {"event": "task_started", "task": task.spec_id})
    watch = Stopwatch(run.clock)
    shelf = TimedShelf(run.shelf, watch)
    started = run.clock()
    outcome, rounds = Outcome.ERROR_INTERNAL.value, 0
    reason = prefix = ""
    recalled = False
    try:
        platform.start_task(task.task_id)
        prefix = sim_prefix(run.benchmark.id, task.task_id)
        solution = solve_task(
            TaskInput(
                spec_id=task.spec_id,
                benchmark=run.benchmark.id,
                text=task.task_text,
                prefix=prefix,
                recorded_as=run.benchmark.recorded_as,
            ),
            replace(run.kit, shelf=shelf),
            transport=RecordingTransport(
                TimedTransport(run.benchmark.transport, watch),
                lambda record: folder.append("calls.jsonl", _relative(record, prefix)),
            ),
            model=TimedModel(run.model, watch),
            folder=folder,
            fetch_wiki=lambda sha1: _fetch_wiki(run, prefix, sha1),
        )
        outcome, rounds = solution.response.outcome.value, solution.rounds
        reason = solution.reason if solution.forced else ""
        recalled = solution.recalled
    except WorkspaceError:
        raise
    except Exception as error:  # the task boundary: a crash becomes a record
        if _is_interrupt(error):
            raise KeyboardInterrupt from error
        reason = _crash(folder, error)
        _answer_anyway(run, prefix, folder)
    solved = run.clock()
    score, logs = _evaluate(run, platform, task, watch, folder, tuple(shelf.readings))
    result = TaskResult(
        task=task.spec_id,
        outcome=outcome,
        score=score,
        first_failed_check=next(iter(logs.splitlines()), ""),
        forced=reason,
        rounds=rounds,
        **watch.counts(),
        overhead_ms=round(max(0.0, solved - started - watch.outside_s) * 1000, 3),
        wall_s=round(run.clock() - started, 6),
        model_s=round(watch.model_s + watch.reading_s, 6),
        platform_s=round(watch.platform_s, 6),
        plan_cache=recall_status(folder, answered=recalled),
    )
    folder.write("telemetry.json", result.to_json())
    run.folder.files.append("events.jsonl", {"event": "task_finished", "task": task.spec_id})
    run.learnt.finished(task.spec_id, folder, run.benchmark.id)
    run.plans.finished(task.spec_id, folder, result)
    return result


def _relative(record: JsonObject, prefix: str) -> JsonObject:
    """Drop the task's own path: it names a session, and a replay has another one."""
    return {**record, "path": str(record.get("path", "")).removeprefix(prefix)}


def _is_interrupt(error: Exception) -> bool:
    """Ctrl-C during a query: DuckDB swallows the KeyboardInterrupt and raises this instead."""
    return type(error) is RuntimeError and str(error) == "Query interrupted"


def _crash(folder: TaskFolder, error: Exception) -> str:
    kind = type(error).__name__
    known = isinstance(error, AgenticSolverError)
    folder.write("crash.json", {"kind": kind, "message": str(error), "declared": known})
    return f"{kind}: {error}"


def _answer_anyway(run: _Run, prefix: str, folder: TaskFolder) -> None:
    """Send ``error_internal`` unless a response has gone out already."""
    if not prefix or folder.exists("response.json"):
        return
    outcome = Outcome.ERROR_INTERNAL
    response = AgentResponse(message=forced_message(outcome), outcome=outcome)
    folder.write("response.json", response.to_json())
    try:
        Erc3Client(run.benchmark.transport, prefix).respond(response.message, outcome)
    except PlatformError as error:
        folder.write("unsent.json", {"message": str(error)})


def _evaluate(
    run: _Run,
    platform: PlatformClient,
    task: TaskInfo,
    watch: Stopwatch,
    folder: TaskFolder,
    readings: tuple[Reading, ...],
) -> tuple[float | None, str]:
    try:
        for reading in (reading for reading in readings if reading.model_calls):
            platform.log_llm(
                task.task_id,
                "the rules of a new wiki",
                model=run.kit.model_settings.model,
                duration_sec=round(watch.reading_s, 3),
                prompt_tokens=reading.input_tokens,
                cached_prompt_tokens=reading.cached_tokens,
                completion_tokens=reading.output_tokens,
            )
        # Also when no model was needed: the platform wants usage, and zero tokens is the truth.
        platform.log_llm(
            task.task_id,
            "plan" if watch.model_calls else "no model call was needed",
            model=run.kit.model_settings.model,
            duration_sec=round(watch.model_s, 3),
            prompt_tokens=watch.usage.prompt_tokens,
            cached_prompt_tokens=watch.usage.cache_read_tokens,
            completion_tokens=watch.usage.output_tokens,
        )
        completed = platform.complete_task(task.task_id)
    except PlatformError as error:
        folder.write("evaluation.json", {"fault": str(error)})
        return None, ""
    evaluation = completed.eval
    score = evaluation.score if evaluation is not None else None
    logs = evaluation.logs if evaluation is not None else ""
    folder.write("evaluation.json", {"score": score, "logs": logs})
    return score, logs

"""The runner: a session of a benchmark, task by task, with one response for each.

A run can be resumed (:mod:`agentic_solver.harness.resume`): finished tasks are taken from the
records, begun ones go on as their platform allows (:mod:`agentic_solver.harness.past`).
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.platform_wire import TaskInfo
from agentic_solver.erc3.policydrift import check_policies
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.backend import Backend, Threads
from agentic_solver.harness.begun import note_begin
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.crew import play_all
from agentic_solver.harness.experience import RunExperience, open_run_experience
from agentic_solver.harness.hand_plans import with_plans
from agentic_solver.harness.limits import Limits, Tally
from agentic_solver.harness.manifest import make_manifest
from agentic_solver.harness.options import RunOptions, RunSummary, TaskResult
from agentic_solver.harness.plan_cache import RunPlans, open_plans
from agentic_solver.harness.playing import Done, Job, TaskPlayer
from agentic_solver.harness.renamed import follow_renaming
from agentic_solver.harness.reopened import reopening
from agentic_solver.harness.resume import (
    EVENTS,
    SESSIONS,
    Resumption,
    check_same,
    open_resumption,
)
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.session import (
    RunSession,
    choose_tasks,
    same_session,
    start_session,
)
from agentic_solver.harness.station import Site, open_player
from agentic_solver.harness.statistics import summarize
from agentic_solver.llm.model import Model
from agentic_solver.settings import Prices
from agentic_solver.workspace import Workspace

__all__ = ["Progress", "run_benchmark", "runs_folder"]

_MANIFEST, _SUMMARY = "manifest.json", "summary.json"


class Progress(Protocol):
    """Who watches a run."""

    def started(self, run_dir: Path, total: int) -> None: ...

    def finished(self, result: TaskResult) -> None: ...


class _Nobody:
    """Nobody watches."""

    def started(self, run_dir: Path, total: int) -> None: ...

    def finished(self, result: TaskResult) -> None: ...


@dataclass(slots=True, kw_only=True)
class _Run:
    """One run under way."""

    options: RunOptions
    benchmark: Benchmark
    workspace: Workspace
    folder: RunFolder
    learnt: RunExperience
    plans: RunPlans
    player: TaskPlayer
    """That of this process; with a backend elsewhere it only leads the session."""
    backend: Backend
    past: Resumption | None
    progress: Progress
    begun: Callable[[str], None]
    tell: Callable[[str], None]
    tally: Tally
    session: RunSession | None = None
    tasks: tuple[str, ...] = ()
    """Ids of the chosen tasks, in their order."""
    not_played: tuple[str, ...] = ()
    """Those of them that have no plan by hand."""
    results: dict[str, str] = field(default_factory=dict)
    """By task, as JSON: a fifth of what the objects would take until a long run ends."""
    unreached: dict[str, str] = field(default_factory=dict)
    """By task, why the platform could not be told that it is over."""
    stop: threading.Event = field(default_factory=threading.Event)
    model_gone: str = ""
    """Why the rest cannot be played; empty while it can."""
    platform_gone: str = ""

    @property
    def gone(self) -> str:
        """Why the rest cannot be played: the model or the platform is gone; empty while not."""
        return self.model_gone or self.platform_gone


def run_benchmark(
    options: RunOptions,
    *,
    benchmark: Benchmark,
    workspace: Workspace,
    model: Model,
    reader: Model | None = None,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], None] = time.sleep,
    tell: Callable[[str], None] = lambda _text: None,
    begun: Callable[[str], None] = lambda _task: None,
    experience: RunExperience | None = None,
    resume: Path | None = None,
    prices: Prices | None = None,
    backend: Backend | None = None,
) -> RunSummary:
    """Play the chosen tasks of ``benchmark`` and return the totals.

    Ctrl-C ends the run once the current task's evidence is written (``interrupted``); before the
    next task end it a model or a platform that is gone (``stopped``) and a limit of the options
    (``limit``). None of them submits the session. ``reader`` reads the requests that ask for a
    change; without one ``model`` does. ``progress`` watches, ``tell`` hears of wikis
    without rules, ``begun`` of tasks; ``experience`` replaces that of the options. ``resume`` is
    the folder of a run that is to go on; the totals are then those of all its tasks. ``prices``
    are those of the model. ``backend`` is where the tasks are played, by default in threads of
    this process; it is closed at the end.

    Raises:
        UsageError: a task does not exist, or the run to be resumed was another.
        PlatformError: no session could be started.
        WorkspaceError: the runs folder cannot be written, or a workspace that is to be added to.
    """
    durable = benchmark.suite is None or not options.is_recorded
    past = None if resume is None else open_resumption(resume, durable=durable)
    if past is None:
        place = runs_folder(workspace, options)
        folder = RunFolder.create(place, benchmark.name, durable=durable)
    else:
        folder = past.folder
    played_by = backend or Threads(options.workers)
    try:
        catalog = load_catalog(workspace.tools)
        if benchmark.suite is None:  # a session there is lost when its first task meets a fault
            check_policies(workspace)
        reopen = reopening(benchmark, seed=options.seed)
        learnt = experience or open_run_experience(
            options.experience, workspace, catalog, folder, reopen
        )
        plans = open_plans(options.plan_cache, workspace, folder.path.name)
        site = Site(
            options=options, workspace=workspace, run=folder.path, durable=durable, prices=prices
        )
        run = _Run(
            options=options,
            benchmark=benchmark,
            workspace=workspace,
            folder=folder,
            learnt=learnt,
            plans=plans,
            player=open_player(
                site,
                benchmark=benchmark,
                catalog=catalog,
                model=model,
                reader=reader,
                folder=folder,
                plans=plans,
                tell=tell,
                clock=clock,
                sleep=sleep,
            ),
            backend=played_by,
            tally=Tally(_limits(options), clock=clock),
            past=past,
            progress=progress or _Nobody(),
            begun=begun,
            tell=tell,
        )
        waiting = _open(run)
        started = clock()
        if waiting:
            played_by.start(site, run.player, plans)
        run.progress.started(folder.path, len(waiting))
        interrupted = _play(run, waiting)
        return _end(run, interrupted=interrupted, wall_s=clock() - started)
    finally:
        played_by.close()
        # Nothing was written to a run that never began; then its folder goes, too.
        if folder.files.exists(_MANIFEST):
            folder.close()
        else:
            folder.discard()


def _open(run: _Run) -> tuple[TaskInfo, ...]:
    """Open the session, write or check the manifest, and return the tasks that are to be played."""
    past = run.past
    session = _session(run) if past is None else _session_again(run, past)
    if session is None:
        return ()
    run.session = session
    chosen = choose_tasks(session.tasks, run.options.tasks)
    if run.options.plans:
        chosen, run.not_played = with_plans(Path(run.options.plans), chosen, session.tasks)
    run.tasks = tuple(task.spec_id for task in chosen)
    run.player.reader.others = follow_renaming(
        run.benchmark.renaming, run.workspace, run.folder.path
    )
    unplayed: JsonObject = {"not_played": [*run.not_played]} if run.options.plans else {}
    requests = content_id([[task.spec_id, task.task_text] for task in chosen])
    manifest = {**_manifest(run, run.tasks), **unplayed, "requests": requests}
    if past is None:
        run.folder.files.write(_MANIFEST, manifest, sync=True)
    else:
        check_same(past, manifest)
        _take_up(run, past)
    if session.is_new:
        event: JsonObject = {"event": "session_started", "session": session.id, **note_begin()}
        run.folder.files.append(SESSIONS, {**event, **_sums(run, _MANIFEST)}, sync=True)
    return tuple(task for task in chosen if task.spec_id not in run.results)


def _session(run: _Run) -> RunSession:
    return start_session(run.player.platform, run.benchmark)


def _session_again(run: _Run, past: Resumption) -> RunSession | None:
    """Return the session in which a run goes on; None where there is nothing left to be done.

    What can be compared is compared before the platform hears of it.
    """
    listed = past.manifest.get("tasks")
    run.tasks = tuple(str(task) for task in listed) if isinstance(listed, list) else ()
    missing = past.manifest.get("not_played")
    run.not_played = tuple(str(task) for task in missing) if isinstance(missing, list) else ()
    check_same(past, {**_manifest(run, run.tasks), "requests": past.manifest.get("requests")})
    run.results = {task: one.model_dump_json() for task, one in past.results.items()}
    for result in past.results.values():
        run.tally.add(result)
    run.player.reader.take_up()
    done = all(task in past.results for task in run.tasks)
    if run.benchmark.suite is None and past.session and not (done and past.submitted):
        found = same_session(run.player.platform, run.benchmark, past)
        if found is not None:
            return found
    if done:
        return None
    return _session(run)


def _take_up(run: _Run, past: Resumption) -> None:
    """Note that the run goes on; its old totals are none any more."""
    done = len(past.results)
    run.tell(f"{done} of {len(run.tasks)} tasks are finished already; {len(past.begun)} had begun")
    event: JsonObject = {"event": "run_resumed", "finished": done, "wall_s": past.wall_s}
    run.folder.files.append(SESSIONS, event, sync=True)
    run.folder.files.remove(_SUMMARY)


def _sums(run: _Run, name: str) -> JsonObject:
    """Return the sum of a file of the run as events hold it, if this process wrote the file."""
    seal = run.folder.files.seal
    return {"files": {name: seal[name]}} if name in seal else {}


def _manifest(run: _Run, tasks: Sequence[str]) -> JsonObject:
    return make_manifest(
        run.options,
        run.benchmark,
        run.workspace,
        model=run.player.kit.model_settings.model,
        reader=run.player.kit.reader_settings.model,
        tools=run.player.kit.catalog.digest,
        learnt=run.learnt,
        tasks=tasks,
    )


def _play(run: _Run, waiting: tuple[TaskInfo, ...]) -> bool:
    """Play the tasks; return whether Ctrl-C ended it."""
    begun = {} if run.past is None else run.past.begun

    def play(task: TaskInfo) -> None:
        if not run.tally.begin():
            run.stop.set()
            return
        again = task.spec_id in run.unreached
        run.begun(task.spec_id)
        job = (
            replace(_job(run, task, begun), begun=True, lives=True)
            if again
            else _job(run, task, begun)
        )
        run.folder.files.append(EVENTS, job.event, sync=True)
        _finish(run, task, run.backend.play(job))

    workers = min(run.options.workers, run.backend.places)
    try:
        play_all(len(waiting), lambda index: play(waiting[index]), workers=workers, stop=run.stop)
        # The platform had all the time of the others to come back.
        again = [task for task in waiting if task.spec_id in run.unreached]
        play_all(len(again), lambda index: play(again[index]), workers=workers, stop=run.stop)
    except KeyboardInterrupt:
        return True
    if run.unreached and not run.gone:
        run.platform_gone = next(iter(run.unreached.values()))
    return False


def _job(run: _Run, task: TaskInfo, begun: dict[str, str]) -> Job:
    session = run.session
    return Job(
        task=task,
        session="" if session is None else session.id,
        told=run.learnt.now,
        begun=task.spec_id in begun,
        lives=session is not None and session.lives(task, begun),
    )


def _finish(run: _Run, task: TaskInfo, done: Done) -> None:
    """Count a task that was played; what it taught is learnt before it counts as finished."""
    result = done.result
    if result is None:
        run.model_gone = run.model_gone or done.model_gone
        run.platform_gone = run.platform_gone or done.platform_gone
        if done.unreached:
            run.unreached[task.spec_id] = f"the platform is out of reach: {done.unreached}"
        if run.gone or not done.unreached:
            run.stop.set()
        return
    run.unreached.pop(result.task, None)
    folder = run.folder.task(result.task)
    kit = replace(run.player.kit, shelf=run.player.shelf)
    run.learnt.finished(run.player.given(task), folder, kit)
    run.plans.finished(result.task, folder, result)
    if done.taken_up is not None:
        run.folder.files.append(EVENTS, done.taken_up)
    event: JsonObject = {"event": "task_finished", "task": result.task}
    run.folder.files.append(EVENTS, {**event, "files": done.seal}, sync=True)
    run.results[result.task] = result.model_dump_json()
    run.tally.add(result)
    run.progress.finished(result)
    run.model_gone = run.model_gone or done.model_gone
    run.platform_gone = run.platform_gone or done.platform_gone
    if run.gone:
        run.stop.set()


def _end(run: _Run, *, interrupted: bool, wall_s: float) -> RunSummary:
    """Submit the session if all was played, and write the totals."""
    complete = len(run.results) == len(run.tasks)
    # A model that was found to be gone in the last task has stopped nothing.
    gone = run.platform_gone if complete else run.gone
    if complete and not interrupted and not gone:
        _submit(run)
    done = dict(run.results)
    # In the order of the tasks, whatever finished first.
    results = tuple(
        TaskResult.model_validate_json(done[task]) for task in run.tasks if task in done
    )
    run.player.reader.take_up()
    read = run.player.reader.ended()
    place = run.folder.path
    wall_s += 0.0 if run.past is None else run.past.wall_s
    summary = summarize(
        run.benchmark.name,
        results,
        wall_s=wall_s,
        run_dir=place,
        readings=read,
        prices=run.player.prices,
    )
    ended = {
        "not_played": run.not_played,
        "interrupted": interrupted,
        "stopped": gone,
        "platform_gone": bool(run.platform_gone),
        "limit": "" if complete or interrupted or gone else run.tally.reached,
    }
    summary = summary.model_copy(update=ended)
    run.folder.files.write(_SUMMARY, summary.to_json(), sync=True)
    told: JsonObject = {"event": "summary_written", **_sums(run, _SUMMARY)}
    run.folder.files.append(SESSIONS, told, sync=True)
    run.learnt.close()
    run.plans.close()
    if complete:
        run.folder.drop_locks()
    return summary


def _submit(run: _Run) -> None:
    """Submit the session, unless there is none or it was submitted before."""
    session, past = run.session, run.past
    if session is None or (past is not None and past.submitted and not session.is_new):
        return
    # What was played in an earlier session counts here, but is open in this one.
    partly = session.is_new and past is not None
    # A twin in this process saw nothing of tasks that were played on twins in other ones.
    unseen = run.backend.apart and run.benchmark.suite is not None
    force = partly or unseen or len(run.tasks) < len(session.tasks)
    run.player.platform.submit_session(session.id, force=force)
    run.folder.files.append(SESSIONS, {"event": "session_submitted"}, sync=True)


def _limits(options: RunOptions) -> Limits:
    return Limits(
        tasks=options.max_tasks,
        tokens=options.max_tokens_total,
        cost=options.max_cost,
        time_s=options.max_time_s,
    )


def runs_folder(workspace: Workspace, options: RunOptions) -> Path:
    """Return where run folders go.

    Runs of the read-only template land in the current folder; rules cannot be kept in it.
    """
    if options.keep_rules:
        workspace.writable()
    return Path.cwd() / "runs" if workspace.readonly else workspace.runs

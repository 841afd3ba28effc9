"""What a worker of a cluster does: it opens a run where it stands, and plays tasks of it."""

import os
import threading
from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.disk import Disk
from agentic_solver.harness.experience import FixedExperience
from agentic_solver.harness.folder_lock import FolderLock
from agentic_solver.harness.manifest import make_manifest
from agentic_solver.harness.models import open_models
from agentic_solver.harness.plan_cache import NoPlans
from agentic_solver.harness.playing import Done, Job, TaskPlayer, load_engine
from agentic_solver.harness.recorded import read_object
from agentic_solver.harness.renamed import follow_renaming
from agentic_solver.harness.resume import differences
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.session import start_session
from agentic_solver.harness.station import Site, open_player
from agentic_solver.settings import read_environment

__all__ = ["play_there"]

_RUNS = 4
"""Runs of which a worker keeps what it has opened."""
_OF_LEADER = frozenset({"options", "experience", "patches"})
"""What the leader tells with the run or with each task; it is not compared."""
_opening = threading.Lock()


@dataclass(frozen=True, slots=True)
class _Opened:
    player: TaskPlayer
    said: deque[str]
    """What is to be told to whoever watches the run."""


def play_there(site: Site, leader: str, job: Job) -> tuple[Done, tuple[str, ...]]:
    """Play a task on this worker.

    Args:
        site: the run.
        leader: what the lock of the run says while the process leads it that sent this task.
        job: the task.

    Returns:
        What became of it, and what is to be told.

    Raises:
        UsageError: this worker would play another run than the leader does.
    """
    _check_led(site.run, leader)
    with _opening:
        opened = _open(site, leader, job.session)
    done = opened.player.play(job)
    said = [opened.said.popleft() for _ in range(len(opened.said))]
    return done, tuple(said)


def _check_led(run: Path, leader: str) -> None:
    """Make sure that the leader still leads, as far as can be seen from here.

    A task that waits in a scheduler outlives its leader. Where the locks of one machine are none
    on another, two workers could play one task.
    """
    here = f"the worker on {os.uname().nodename}"
    if not run.is_dir():
        raise UsageError(f"{here} does not see {run}: workers need it under the same path")
    if not FolderLock.is_held_by(run, leader):
        raise UsageError(
            f"{here} does not see that {run} is locked by the process that leads the run: that is "
            "gone, or the shared folder lies on a file system without locks between machines "
            "(NFS 4 has them)"
        )


@lru_cache(maxsize=_RUNS)
def _open(site: Site, leader: str, session: str) -> _Opened:
    try:
        player, said = _opened(site, session)
    except UsageError as error:
        raise UsageError(
            f"the worker on {os.uname().nodename} cannot play this run ({error}): workers need "
            "the same engine, and workspace and run folder under the same paths"
        ) from error
    load_engine()
    return _Opened(player, said)


def _opened(site: Site, session: str) -> tuple[TaskPlayer, deque[str]]:
    options, workspace = site.options, site.workspace
    folder = RunFolder(site.run, disk=Disk(durable=site.durable))
    manifest = read_object(RunFolder.open(site.run).files, "manifest.json")
    settings = read_environment()
    benchmark = open_benchmark(
        options.benchmark,
        options.platform,
        settings,
        seed=options.seed,
        variation=options.variation,
        tasks=options.tasks,
        concurrency=options.platform_concurrency,
    )
    said: deque[str] = deque()
    models = open_models(options, benchmark, settings)
    player = open_player(
        site,
        benchmark=benchmark,
        catalog=load_catalog(workspace.tools),
        model=models.planner,
        reader=models.reader,
        folder=folder,
        plans=NoPlans(),
        tell=said.append,
    )
    tasks = manifest.get("tasks")
    here = make_manifest(
        options,
        benchmark,
        workspace,
        model=player.kit.model_settings.model,
        reader=player.kit.reader_settings.model,
        tools=player.kit.catalog.digest,
        learnt=FixedExperience(),
        tasks=[str(task) for task in tasks] if isinstance(tasks, list) else [],
    )
    compared = {name: value for name, value in here.items() if name not in _OF_LEADER}
    differing = differences(folder, manifest, compared)
    if differing:
        raise WorkspaceError("; ".join(differing))
    # The twin of this process gives out what that of the leader did, if it begins the same way.
    if benchmark.suite is not None and start_session(player.platform, benchmark).id != session:
        raise WorkspaceError("its twin began another session")
    player.reader.others = follow_renaming(benchmark.renaming, workspace, site.run)
    player.reader.hold = folder.hold
    return replace(player, apart=True), said

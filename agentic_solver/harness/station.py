"""A station: where tasks of a run are played, in the process that leads it or in another one.

What a station is made of comes from its :class:`Site`: plain values that can be sent. Keys are not
among them: a process on another machine finds its own in its environment.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from agentic_solver.erc3.platform import PlatformClient
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.models import model_name, reader_name
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.outage import Outage
from agentic_solver.harness.pause import spread
from agentic_solver.harness.plan_cache import RunPlans
from agentic_solver.harness.playing import TaskPlayer
from agentic_solver.harness.renamed import run_policy
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_kit import TaskKit
from agentic_solver.harness.wiki_reader import WikiReader
from agentic_solver.llm.breaker import CircuitBreaker, Dispensable
from agentic_solver.llm.first_answer import FirstAnswer
from agentic_solver.llm.model import Model
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import Prices
from agentic_solver.twin.suite import builtin_suites
from agentic_solver.workspace import Workspace

__all__ = ["Site", "open_player"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What all processes of a run have to know."""

    options: RunOptions
    workspace: Workspace
    run: Path
    """The folder of the run."""
    durable: bool
    prices: Prices | None

    def anywhere(self) -> "Site":
        """Return the same for a process with another current folder."""
        options = self.options
        named = options.platform != "twin" or options.benchmark in builtin_suites()
        whole = replace(
            options,
            benchmark=options.benchmark if named else _whole(options.benchmark),
            recordings=_whole(options.recordings),
            plans=_whole(options.plans),
            record_to=_whole(options.record_to),
        )
        return replace(self, options=whole, run=self.run.resolve())


def _whole(path: str) -> str:
    return str(Path(path).expanduser().resolve()) if path else ""


def open_player(
    site: Site,
    *,
    benchmark: Benchmark,
    catalog: Catalog,
    model: Model,
    folder: RunFolder,
    plans: RunPlans,
    tell: Callable[[str], None],
    reader: Model | None = None,
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], None] = time.sleep,
) -> TaskPlayer:
    """Return what tasks are played with in this process.

    Args:
        site: of the run.
        benchmark: its tasks, and how they are reached from here.
        catalog: the tools of the workspace.
        model: proposes plans.
        folder: of the run.
        plans: kept plans.
        tell: hears of wikis without rules.
        reader: reads requests; None: ``model`` does.
        clock: in seconds.
        sleep: waits between tries.
    """
    options, workspace = site.options, site.workspace
    breaker = CircuitBreaker(model)
    settings = _asking(options, model_name(options, model))
    wiki_reader = WikiReader(
        workspace=workspace,
        run=folder,
        model=breaker,
        recordings=model if isinstance(model, ReplayingModel) else None,
        settings=settings,
        recorded_as=benchmark.recorded_as,
        live=not options.is_recorded,
        enabled=options.acquire == "auto",
        keep_rules=options.keep_rules,
        renaming=benchmark.renaming,
        tell=tell,
    )
    reading = replace(settings, model=reader_name(options, reader, settings.model))
    if options.is_own and reader is not None:  # somebody's own proposer plans, and nothing else
        wiki_reader = _read_by(reader, wiki_reader, reading)
    # The plain agent knows no rules: a wiki without any is not read for it.
    shelf = CompanyShelf(
        workspace, run_policy(folder.path), None if options.is_plain else wiki_reader
    )
    # The twin in this process recovers by calls, not by time: a pause would hold up a worker.
    pause = spread(sleep) if benchmark.suite is None else _at_once
    return TaskPlayer(
        platform=PlatformClient(
            benchmark.transport, account_key=benchmark.account_key, sleep=pause
        ),
        benchmark=benchmark,
        folder=folder,
        shelf=shelf,
        reader=wiki_reader,
        model=breaker,
        request_reader=_request_reader(model if reader is None else reader, planner=model),
        kit=TaskKit(
            shelf=shelf,
            catalog=catalog,
            model_settings=settings,
            reader_settings=reading,
            rounds=options.rounds,
            wide=options.wide,
            read=options.read,
            dry_run=options.dry_run,
            snapshot=options.snapshot,
            retry=RetryRule(),
            sleep=pause,
            feedback=options.feedback,
            second_look=options.looks,
            recall=plans.recall,
            recalls=options.plan_cache != "off",
            steps=options.steps if options.is_plain else 0,
        ),
        clock=clock,
        outage=Outage(),
        prices=site.prices,
        task_timeout_s=options.task_timeout_s,
    )


def _asking(options: RunOptions, model: str) -> ModelSettings:
    return ModelSettings(
        model=model,
        max_tokens=options.max_tokens,
        effort=options.effort,
        temperature=options.temperature,
    )


def _read_by(reader: Model, wikis: WikiReader, settings: ModelSettings) -> WikiReader:
    """Return who has ``reader`` read the wikis."""
    recordings = reader.recordings if isinstance(reader, FirstAnswer) else reader
    replayed = recordings if isinstance(recordings, ReplayingModel) else None
    return replace(
        wikis,
        model=CircuitBreaker(Dispensable(reader)),
        recordings=replayed,
        settings=settings,
        live=replayed is None,
    )


def _request_reader(reader: Model, *, planner: Model) -> CircuitBreaker:
    """Return the reader behind a breaker of its own: what it lacks ends no run.

    A request whose reading is not recorded says nothing of the others. Where the planner's model
    reads, an access that is refused is the planner's as well: the run stops, as for a plan.
    """
    inner = reader if reader is planner else Dispensable(reader)
    return CircuitBreaker(inner, counts_unrecorded=False)


def _at_once(_seconds: float) -> None:
    """Pause not at all."""

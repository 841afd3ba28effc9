"""Playing a benchmark at the command line: the run, its table, and how it ends."""

import gc
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from agentic_solver.cli.ending import told_to_end
from agentic_solver.cli.totals import print_table, print_totals
from agentic_solver.cli.watching import Watcher, has_failed, open_watcher
from agentic_solver.contracts.wording import counted
from agentic_solver.errors import LimitReachedError
from agentic_solver.harness.backend import choose_backend
from agentic_solver.harness.benchmark import Benchmark, open_benchmark
from agentic_solver.harness.ended import raise_if_stopped
from agentic_solver.harness.models import (
    Models,
    model_name,
    open_models,
    origin_of,
    provider_name,
    reader_name,
)
from agentic_solver.harness.options import RunOptions, RunSummary, TaskResult
from agentic_solver.harness.recorded import read_object
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.runner import run_benchmark, runs_folder
from agentic_solver.report.tracing import RunTrace, open_provider, start_trace
from agentic_solver.settings import Settings
from agentic_solver.workspace import Workspace

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

__all__ = ["Showing", "play_and_show"]

_PLAIN_WIDTH = 140
_SELDOM = (2_000, 10, 20)
"""When the collector looks. Syntax trees are cycles, but there is little to find among what a run
keeps, and to look through that at Python's own thresholds takes a tenth of a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What is shown of a run, and where."""

    as_json: bool = False
    """One JSON document on stdout; all else goes to stderr."""
    verbose: bool = False
    """Every task, and how the result came about."""
    trace: bool = False
    """Spans go where the settings say."""


def play_and_show(
    options: RunOptions,
    settings: Settings,
    place: Workspace,
    showing: Showing,
    *,
    epochs: int,
    resume: Path | None,
) -> None:
    """Play a benchmark once, or ``epochs`` times, and print its totals.

    Whoever is told to end (SIGTERM, or SIGHUP of a terminal that is closed) ends as after Ctrl-C.

    Raises:
        AgenticSolverError: the run could not begin, or ended before its last task.
        KeyboardInterrupt: Ctrl-C ended it.
    """
    console = Console(file=sys.stderr if showing.as_json else sys.stdout)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    with told_to_end():
        player = _Player(settings, place, showing, console)
        if epochs == 1:
            player.play_once(options, resume)
        else:
            player.repeat(options, epochs)


@dataclass(slots=True)
class _Announcing:
    """A watcher of which others also want to know: where the run is, and what it does."""

    watcher: Watcher
    tell: Callable[[Path, int], None]
    provider: "TracerProvider | None" = None
    """Receives spans."""
    content: bool = False
    """Whether spans carry texts."""
    run: RunFolder | None = None
    spans: RunTrace | None = None

    def started(self, run_dir: Path, total: int) -> None:
        self.tell(run_dir, total)
        if self.provider is not None:
            self.run = RunFolder.open(run_dir)
            manifest = read_object(self.run.files, "manifest.json")
            self.spans = start_trace(self.provider, manifest, run_dir.name, content=self.content)
        self.watcher.started(run_dir, total)

    def finished(self, result: TaskResult) -> None:
        if self.spans is not None and self.run is not None:
            self.spans.task(self.run.task(result.task), result)
        self.watcher.finished(result)

    def stop(self) -> None:
        self.watcher.stop()
        if self.spans is not None:
            self.spans.end()


@dataclass(frozen=True, slots=True)
class _Player:
    settings: Settings
    place: Workspace
    showing: Showing
    console: Console

    def play_once(self, options: RunOptions, resume: Path | None) -> None:
        waiting: list[int] = []
        summary = self.play(options, lambda _run_dir, total: waiting.append(total), resume=resume)
        if self.showing.as_json:
            print(json.dumps(summary.to_json(), ensure_ascii=False, indent=1))
        else:
            verbose = self.showing.verbose
            listed = [one for one in summary.results if verbose or has_failed(one)]
            if any(waiting) and listed:
                print_table(self.console, listed)
            print_totals(self.console, summary, options, verbose=verbose)
        _raise_if_cut_short(summary)

    def repeat(self, options: RunOptions, epochs: int) -> None:
        # Only repeats are analysed, and the analysis takes part of a second to import.
        from agentic_solver.cli.repeating import play_epochs

        repeated = play_epochs(
            Path(options.benchmark).name,
            epochs,
            runs=runs_folder(self.place, options),
            play=lambda epoch, started, _past: self.play(
                _of_epoch(options, epoch), lambda run_dir, _total: started(run_dir)
            ),
            console=self.console,
        )
        if self.showing.as_json:
            print(json.dumps(repeated.document, ensure_ascii=False, indent=1))
        _raise_if_cut_short(repeated.summaries[-1])

    def play(
        self,
        options: RunOptions,
        started: Callable[[Path, int], None],
        *,
        resume: Path | None = None,
    ) -> RunSummary:
        opened = _opened(options, self.settings)
        with _proposers_print_aside(options):
            models = open_models(options, opened, self.settings)
        for note in opened.notes:
            print(note, file=sys.stderr)
        provider = open_provider(self.settings.traces_exporter) if self.showing.trace else None

        def begin(run_dir: Path, total: int) -> None:
            self._tell(_what_plays(options, opened, models, self.settings))
            started(run_dir, total)

        watcher = _Announcing(
            open_watcher(self.console, verbose=self.showing.verbose),
            begin,
            provider,
            content=self.settings.traces_content,
        )
        with _collecting_seldom(), _proposers_print_aside(options):
            try:
                return run_benchmark(
                    options,
                    benchmark=opened,
                    workspace=self.place,
                    model=models.planner,
                    reader=models.reader,
                    progress=watcher,
                    begun=watcher.watcher.begun,
                    resume=resume,
                    # What is played from recordings was paid when it was recorded.
                    prices=None if options.is_recorded else self.settings.prices,
                    backend=choose_backend(options),
                    tell=self._tell,
                )
            finally:
                watcher.stop()

    def _tell(self, text: str) -> None:
        self.console.print(text, highlight=False, markup=False, soft_wrap=True)


def _opened(options: RunOptions, settings: Settings) -> Benchmark:
    return open_benchmark(
        options.benchmark,
        options.platform,
        settings,
        seed=options.seed,
        variation=options.variation,
        tasks=options.tasks,
        concurrency=options.platform_concurrency,
    )


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    # What start-up made lives as long as the process. Out of the collector's sight it does not
    # cost tens of milliseconds in the middle of some task.
    gc.freeze()
    usual = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    gc.enable()
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _proposers_print_aside(options: RunOptions) -> AbstractContextManager[object]:
    """Send what somebody's own proposer prints to stderr: stdout is that of the command."""
    return redirect_stdout(sys.stderr) if options.is_own else nullcontext()


def _what_plays(options: RunOptions, opened: Benchmark, models: Models, settings: Settings) -> str:
    """Say in one line what is played, whose plans, and who wrote or is asked for them."""
    seed = f", seed {options.seed}" if opened.suite is not None else ""
    seed += f", varied: {', '.join(options.variation)}" if options.variation else ""
    place = "the local twin" if opened.suite is not None else opened.platform
    whose = model_name(options, models.planner)
    reader = reader_name(options, models.reader, whose)
    read = "" if reader == whose else f", requests read by {reader}"
    origin = origin_of(options, opened)
    wrote = f"; {origin.told}; no model is asked" if origin is not None else ""
    asked = f", asked of {provider_name(options, settings)}"
    if options.is_plain:
        where = f", recorded in {options.recordings}{wrote}"
        whose = f"a plain agent of {whose}, {counted(options.steps, 'step')} a task at most"
        whose += where if options.is_recorded else asked
    elif options.plans:
        whose = f"plans by hand from {options.plans}; no model is asked"
    elif options.proposer == "recorded":
        where = options.recordings or "this package"
        whose = f"recorded plans of {whose} from {where}{read}{wrote}"
    elif options.is_own:
        model = "" if whose == options.proposer else f" with {whose}"
        whose = f"plans of {options.proposer}{model}{read}"
    else:
        whose = f"plans of {whose}{asked}{read}"
    return f"{opened.name} on {place}{seed}: {whose}"


def _of_epoch(options: RunOptions, epoch: int) -> RunOptions:
    """Return the options of one epoch: where there are recordings by epoch, its own."""
    name = f"epoch-{epoch}"
    kept = Path(options.recordings) / name if options.recordings else None
    return replace(
        options,
        recordings=str(kept) if kept is not None and kept.is_dir() else options.recordings,
        record_to=str(Path(options.record_to) / name) if options.record_to else "",
    )


def _raise_if_cut_short(summary: RunSummary) -> None:
    if summary.interrupted:
        raise KeyboardInterrupt(f"the rest is played with run --resume {summary.run_dir}")
    if summary.limit and not summary.stopped:
        are = "is" if summary.tasks == 1 else "are"
        raise LimitReachedError(
            f"{summary.limit}; {counted(summary.tasks, 'task')} of the run {are} played, the rest "
            f"is with run --resume {summary.run_dir}"
        )
    raise_if_stopped(summary)

"""Playing a benchmark at the command line: the run, its table, and how it ends."""

import gc
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from agentic_solver.cli.watching import Watcher, open_watcher
from agentic_solver.errors import LimitReachedError, ModelUnavailableError, TransportError
from agentic_solver.harness.backend import choose_backend
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import open_model
from agentic_solver.harness.options import PlanCacheTotals, RunOptions, RunSummary, TaskResult
from agentic_solver.harness.recorded import read_object
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.runner import run_benchmark, runs_folder
from agentic_solver.report.tracing import RunTrace, open_provider, start_trace
from agentic_solver.settings import Settings
from agentic_solver.workspace import Workspace

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

__all__ = ["play_and_show"]

_PLAIN_WIDTH = 140


def play_and_show(
    options: RunOptions,
    settings: Settings,
    place: Workspace,
    *,
    epochs: int,
    as_json: bool,
    resume: Path | None,
    trace: bool = False,
) -> None:
    """Play a benchmark once, or ``epochs`` times, and print its totals.

    ``trace`` sends spans of every run where the settings say.

    Raises:
        AgenticSolverError: the run could not begin, or ended before its last task.
        KeyboardInterrupt: Ctrl-C ended it.
    """
    console = Console(file=sys.stderr if as_json else sys.stdout)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    if epochs == 1:
        summary = _play(options, settings, place, console, resume=resume, trace=trace)
        _show(summary, console, dry_run=options.dry_run, as_json=as_json)
    else:
        _repeat(options, epochs, settings, place, console, as_json=as_json, trace=trace)


@dataclass(slots=True)
class _Announcing:
    """A watcher of which others also want to know: where the run is, and what it does."""

    watcher: Watcher
    tell: Callable[[Path], None]
    provider: "TracerProvider | None" = None
    """Receives spans."""
    run: RunFolder | None = None
    spans: RunTrace | None = None

    def started(self, run_dir: Path, total: int) -> None:
        self.tell(run_dir)
        if self.provider is not None:
            self.run = RunFolder.open(run_dir)
            manifest = read_object(self.run.files, "manifest.json")
            self.spans = start_trace(self.provider, manifest, run_dir.name)
        self.watcher.started(run_dir, total)

    def finished(self, result: TaskResult) -> None:
        if self.spans is not None and self.run is not None:
            self.spans.task(self.run.task(result.task), result)
        self.watcher.finished(result)

    def stop(self) -> None:
        self.watcher.stop()
        if self.spans is not None:
            self.spans.end()


def _play(
    options: RunOptions,
    settings: Settings,
    place: Workspace,
    console: Console,
    started: Callable[[Path], None] = lambda _run_dir: None,
    resume: Path | None = None,
    trace: bool = False,
) -> RunSummary:
    varying, seed = options.variation, options.seed
    opened = open_benchmark(
        options.benchmark,
        options.platform,
        settings,
        seed=seed,
        variation=varying,
        tasks=options.tasks,
        concurrency=options.platform_concurrency,
    )
    proposing = open_model(options, opened, settings)
    for note in opened.notes:
        print(note, file=sys.stderr)
    provider = open_provider(settings.traces_exporter) if trace else None
    watcher = _Announcing(open_watcher(console), started, provider)
    backend = choose_backend(options)
    # What start-up made lives as long as the process. Out of the collector's sight it does not
    # cost tens of milliseconds in the middle of some task.
    gc.freeze()
    gc.enable()
    try:
        return run_benchmark(
            options,
            benchmark=opened,
            workspace=place,
            model=proposing,
            progress=watcher,
            begun=watcher.watcher.begun,
            resume=resume,
            prices=settings.prices,
            backend=backend,
            tell=lambda text: console.print(text, highlight=False, markup=False, soft_wrap=True),
        )
    finally:
        gc.unfreeze()
        watcher.stop()


def _repeat(
    options: RunOptions,
    epochs: int,
    settings: Settings,
    place: Workspace,
    console: Console,
    *,
    as_json: bool,
    trace: bool,
) -> None:
    # Only repeats are analysed, and the analysis takes part of a second to import.
    from agentic_solver.cli.repeating import play_epochs

    repeated = play_epochs(
        options,
        epochs,
        runs=runs_folder(place, options),
        play=lambda one, started: _play(one, settings, place, console, started, trace=trace),
        console=console,
    )
    if as_json:
        print(json.dumps(repeated.document, ensure_ascii=False, indent=1))
    _raise_if_cut_short(repeated.summaries[-1])


def _show(summary: RunSummary, console: Console, *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        print(json.dumps(summary.to_json(), ensure_ascii=False, indent=1))
    else:
        _print_table(console, summary)
        _print_totals(console, summary, dry_run=dry_run)
    _raise_if_cut_short(summary)


def _raise_if_cut_short(summary: RunSummary) -> None:
    if summary.interrupted:
        raise KeyboardInterrupt
    if summary.stopped:
        kind = TransportError if summary.platform_gone else ModelUnavailableError
        raise kind(f"stopped after {_number(summary.tasks, 'task')}: {summary.stopped}")
    if summary.limit:
        raise LimitReachedError(
            f"{summary.limit} after {_number(summary.tasks, 'task')}; the rest is played with "
            f"run --resume {summary.run_dir}"
        )
    if summary.model_calls and summary.model_calls == summary.model_faults:
        reason = next((r.forced for r in summary.results if r.model_faults and r.forced), "")
        raise ModelUnavailableError(f"no model call was answered: {reason or 'see model.jsonl'}")


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _print_table(console: Console, summary: RunSummary) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title, justify in (
        ("task", "left"), ("outcome", "left"), ("score", "right"), ("first failed check", "left"),
        ("model calls", "right"), ("API calls", "right"),
    ):  # fmt: skip
        fixed = title in ("task", "outcome")
        table.add_column(title, justify=justify, overflow="fold", no_wrap=fixed)  # type: ignore[arg-type]
    for result in summary.results:
        score = "" if result.score is None else f"{result.score:g}"
        passed = result.score is not None and result.score >= 1.0
        reason = f"[{result.forced}]" if result.forced and not passed else ""
        check = f"{result.first_failed_check} {reason}".strip()
        table.add_row(
            result.task,
            result.outcome,
            score,
            check,
            str(result.model_calls),
            str(result.api_calls),
        )
    console.print(table)


def _print_totals(console: Console, summary: RunSummary, *, dry_run: bool) -> None:
    if summary.model_faults:
        console.print(
            f"{summary.model_faults} of {_number(summary.model_calls, 'model call')} got no "
            "answer; the reasons stand in the column of the failed check",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
    money = "" if summary.cost is None else f"cost {summary.cost:.4f} · "
    total = "withheld" if summary.score is None else f"{summary.score:.3f}"
    dry = "dry run, nothing was changed · " if dry_run else ""
    console.print(
        f"{dry}score {total} · {summary.passed} of {_number(summary.tasks, 'task')} right · "
        f"{_number(summary.model_calls, 'model call')} · "
        f"{_number(summary.input_tokens, 'input token')} ({summary.cached_tokens} cached) · "
        f"{_number(summary.output_tokens, 'output token')} · "
        f"{_number(summary.api_calls, 'API call')} "
        f"({summary.api_calls_mean:.1f} a task) · "
        f"{money}{summary.wall_s:.1f} s · harness overhead a task "
        f"p50 {summary.overhead_ms_p50:.1f} ms, p95 {summary.overhead_ms_p95:.1f} ms",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
    for one in summary.retries:
        console.print(
            f"asked again: {one.side} {one.place}".rstrip()
            + f", {one.reason}: {_number(one.times, 'time')}",
            highlight=False, soft_wrap=True, markup=False,
        )  # fmt: skip
    if summary.plan_cache is not None:
        console.print(_plan_cache_line(summary.plan_cache), highlight=False, soft_wrap=True)
    console.print(f"evidence: {summary.run_dir}", highlight=False, soft_wrap=True)


def _plan_cache_line(totals: PlanCacheTotals) -> str:
    asked = totals.hits + totals.strays + totals.misses
    score = "" if totals.score is None else f", their score {totals.score:.3f}"
    hits = f"{_number(totals.hits, 'hit')} in {_number(asked, 'task')}"
    line = f"kept plans: {hits} ({totals.hits / asked:.1%}){score}"
    if totals.strays:
        line += f" · {totals.strays} more did not lead to the branch that was right"
    return line

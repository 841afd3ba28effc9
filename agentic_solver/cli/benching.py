"""A bench at the command line: what is said of it, and how it ends."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from agentic_solver.cli.ending import told_to_end
from agentic_solver.cli.totals import print_table, print_totals
from agentic_solver.cli.watching import has_failed, open_watcher
from agentic_solver.contracts.wording import counted
from agentic_solver.errors import AgentError
from agentic_solver.harness.bench import BenchOptions, play_bench, recorded_bench
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.group import is_group, read_group, runs_of
from agentic_solver.harness.options import RunOptions, RunSummary, TaskResult
from agentic_solver.settings import Prices, load_settings

__all__ = ["BenchCall", "bench_and_show"]

_PLAIN_WIDTH = 140


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchCall:
    """What the command line asked for."""

    options: BenchOptions | None
    """None where a run goes on."""
    again: Mapping[str, Any]
    """Options of a run that goes on that were given anew."""
    resume: Path | None
    epochs: int
    runs: Path
    """Where new runs go."""
    prices: Prices | None
    variables: Mapping[str, str]
    """Environment of this process."""
    as_json: bool


class _Watching:
    """Passes on what happens to a watcher of the terminal, and tells the folder of the run."""

    def __init__(self, console: Console, started: Callable[[Path], None]) -> None:
        self._watcher = open_watcher(console, verbose=True)
        self._told = started
        self.waiting = 0

    def started(self, run_dir: Path, total: int) -> None:
        self.waiting = total
        self._told(run_dir)
        self._watcher.started(run_dir, total)

    def begun(self, task: str) -> None:
        self._watcher.begun(task)

    def finished(self, result: TaskResult) -> None:
        self._watcher.finished(result)

    def stop(self) -> None:
        self._watcher.stop()


def bench_and_show(call: BenchCall) -> None:
    """Play, print table and totals, and end as the run did.

    Raises:
        AgenticSolverError: the run could not begin, or no call came from the agent.
        KeyboardInterrupt: Ctrl-C, SIGTERM or SIGHUP ended it.
    """
    console = Console(file=sys.stderr if call.as_json else sys.stdout)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    with told_to_end():
        if call.epochs > 1 or (call.resume is not None and is_group(call.resume)):
            _repeat(call, console)
        else:
            _once(call, console)


def _once(call: BenchCall, console: Console) -> None:
    summary, waiting = _play(call, console, lambda _run: None, call.resume)
    if call.as_json:
        print(json.dumps(summary.to_json(), ensure_ascii=False, indent=1))
    else:
        failed = [one for one in summary.results if has_failed(one)]
        if waiting and failed:
            print_table(console, failed)
        print_totals(console, summary, RunOptions(benchmark=summary.benchmark, proposer="agent"))
    _raise_if_cut_short(summary, Path(summary.run_dir))


def _repeat(call: BenchCall, console: Console) -> None:
    # Only repeats are analysed, and the analysis takes part of a second to import.
    from agentic_solver.cli.repeating import play_epochs

    group = call.resume
    epochs = call.epochs if group is None else read_group(group).epochs
    options = _options(call, group and runs_of(group)[0])
    repeated = play_epochs(
        Path(options.benchmark).name,
        epochs,
        runs=call.runs if group is None else group.resolve().parent,
        play=lambda _epoch, started, past: _play(
            replace(call, options=options), console, started, past
        )[0],
        console=console,
        resume=group,
    )
    if call.as_json:
        print(json.dumps(repeated.document, ensure_ascii=False, indent=1))
    _raise_if_cut_short(repeated.summaries[-1], repeated.path)


def _options(call: BenchCall, past: Path | None) -> BenchOptions:
    if call.options is not None or past is None:
        assert call.options is not None
        return call.options
    return replace(recorded_bench(past), **call.again)


def _play(
    call: BenchCall, console: Console, started: Callable[[Path], None], past: Path | None
) -> tuple[RunSummary, int]:
    """Play one run; return its totals and how many tasks there were to play."""
    options = _options(call, past)
    opened = open_benchmark(
        options.benchmark, "twin", load_settings({}),
        seed=options.seed, variation=options.variation, tasks=options.tasks,
    )  # fmt: skip
    assert opened.suite is not None
    for note in opened.notes:
        print(note, file=sys.stderr)
    times = "one process" if options.session else "one process a task"
    limit = "" if options.task_timeout_s is None else f" of {options.task_timeout_s:g} s at most"
    console.print(
        f"{opened.name} on the local twin, seed {options.seed}: {options.label}, {times}{limit}, "
        f"{counted(options.workers, 'worker')}",
        highlight=False, markup=False, soft_wrap=True,
    )  # fmt: skip
    watching = _Watching(console, started)
    try:
        summary = play_bench(
            options,
            opened.suite,
            call.runs,
            inherited=call.variables,
            progress=watching,
            resume=past,
            prices=call.prices,
        )
    finally:
        watching.stop()
    return summary, watching.waiting


def _raise_if_cut_short(summary: RunSummary, place: Path) -> None:
    if summary.interrupted:
        raise KeyboardInterrupt(f"the rest is played with bench --resume {place}")
    results = summary.results
    if results and not any(result.api_calls for result in results):
        reason = next((result.forced for result in results if result.forced), "")
        raise AgentError(f"the agent made no call in any task: {reason or 'see agent.json'}")

"""How a run is watched: a live view on a terminal, plain lines everywhere else."""

import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from agentic_solver.contracts.wording import counted
from agentic_solver.harness.options import TaskResult

__all__ = ["Watcher", "has_failed", "open_watcher", "reason_text", "score_text"]

_SLOWEST = 3
_FAILURES = 5
_RUNNING = 4
_LABELS = 7
"""Letters of the longest label; what follows is cut on a narrow terminal, labels are not."""
_REFRESHES = 4
"""A second."""
_PAUSE_S = 60.0
"""Seconds between two lines of progress in a log."""


class Watcher(Protocol):
    """Who watches a run, and is told when it is over."""

    def started(self, run_dir: Path, total: int) -> None: ...

    def begun(self, task: str) -> None: ...

    def finished(self, result: TaskResult) -> None: ...

    def stop(self) -> None: ...


def open_watcher(console: Console, *, verbose: bool = False) -> Watcher:
    """Return the live view for a terminal that can redraw, otherwise plain lines.

    Args:
        console: where it is shown.
        verbose: a line for every task, where plain lines are otherwise only for failed ones.
    """
    live = console.is_terminal and not console.is_dumb_terminal
    return LiveView(console) if live else PlainLines(console, verbose=verbose)


def has_failed(result: TaskResult) -> bool:
    """Say whether a task failed: a forced response may be right, where the platform was broken."""
    return result.score < 1.0 if result.score is not None else bool(result.forced)


def reason_text(result: TaskResult) -> str:
    """Return the first failed check and, in brackets, why it is not the plan that answered."""
    why = result.forced or result.unread
    reason = f"[{why}]" if why else ""
    return f"{result.first_failed_check} {reason}".strip()


def score_text(result: TaskResult) -> str:
    """Return the score, if there is one, and of a failed task the reason for it."""
    score = "" if result.score is None else f"{result.score:g}"
    return f"{score} {reason_text(result) if has_failed(result) else ''}".strip()


class PlainLines:
    """Plain lines for logs and pipes: failed tasks, and once a minute how far the run is.

    Why a task failed comes once, at the end; ``verbose`` says it at once, too.
    """

    def __init__(
        self,
        console: Console,
        *,
        verbose: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console = console
        self._verbose = verbose
        self._clock = clock
        self._told_at = clock()
        self._done = 0
        self._failed = 0
        self._total = 0
        self._lock = threading.Lock()

    def started(self, run_dir: Path, total: int) -> None:
        self._total = total
        self._told_at = self._clock()
        self._console.print(
            f"run {run_dir}: {counted(total, 'task') if total else 'nothing is left to play'}",
            highlight=False,
            markup=False,
        )

    def begun(self, task: str) -> None:
        """A line at the end of a task is enough for a log."""

    def finished(self, result: TaskResult) -> None:
        with self._lock:
            self._done += 1
            self._failed += has_failed(result)
            if self._verbose or has_failed(result):
                score = "" if result.score is None else f"{result.score:g}"
                told = score_text(result) if self._verbose else score
                self._tell(f"{self._done}/{self._total} {result.task}: {result.outcome} {told}")
            elif self._clock() - self._told_at >= _PAUSE_S:
                self._tell(f"{self._done}/{self._total} played, {self._failed} failed")

    def _tell(self, text: str) -> None:
        self._told_at = self._clock()
        self._console.print(text.rstrip(), highlight=False, markup=False, soft_wrap=True)

    def stop(self) -> None:
        """Nothing is left open."""


class LiveView:
    """Progress, score so far, calls, tokens, what runs, what was slowest and what failed last.

    It takes a few lines at the foot of the terminal and leaves none behind.
    """

    def __init__(self, console: Console, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._lock = threading.Lock()
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
            TimeElapsedColumn(), console=console, auto_refresh=False, get_time=clock,
        )  # fmt: skip
        self._live: Live | None = None
        self._running: dict[str, float] = {}
        self._slowest: list[tuple[float, str]] = []
        self._failures: deque[str] = deque(maxlen=_FAILURES)
        self._failed = self._passed = 0
        self._model_calls = self._model_faults = self._api_calls = 0
        self._tokens_in = self._tokens_out = 0

    def started(self, run_dir: Path, total: int) -> None:
        self._console.print(Text(f"run {run_dir}", style="dim"))
        self._task = self._bar.add_task("starting", total=total)
        self._live = Live(
            console=self._console, get_renderable=self.view, refresh_per_second=_REFRESHES,
            transient=True,
        )  # fmt: skip
        self._live.start()

    def begun(self, task: str) -> None:
        with self._lock:
            self._running[task] = self._clock()

    def finished(self, result: TaskResult) -> None:
        with self._lock:
            self._running.pop(result.task, None)
            self._slowest.append((result.wall_s, result.task))
            self._slowest = sorted(self._slowest, key=lambda one: (-one[0], one[1]))[:_SLOWEST]
            self._model_calls += result.model_calls
            self._model_faults += result.model_faults
            self._api_calls += result.api_calls
            self._tokens_in += result.input_tokens
            self._tokens_out += result.output_tokens
            if result.score is not None:
                passed = result.score >= 1.0
                self._passed += passed
                self._failed += not passed
            if has_failed(result):
                self._failures.append(f"{result.task}: {score_text(result)}")
            self._bar.update(self._task, advance=1, description=self._score())

    def stop(self) -> None:
        if self._live is not None:
            self._live.stop()

    def _score(self) -> str:
        graded = self._passed + self._failed
        return f"{self._passed}/{graded} right" if graded else "no score yet"

    def view(self) -> RenderableType:
        """Return what is shown now. Texts of tasks are shown as they are, never as markup."""
        with self._lock:
            lines = Table.grid(padding=(0, 2))
            lines.add_column(style="dim", no_wrap=True, min_width=_LABELS)
            lines.add_column()
            faults = f" ({self._model_faults} unanswered)" if self._model_faults else ""
            lines.add_row(
                "calls",
                _one_line(
                    f"{self._model_calls} of the model{faults}, {self._api_calls} of the API"
                ),
            )
            lines.add_row("tokens", _one_line(f"{self._tokens_in:,} in, {self._tokens_out:,} out"))
            now = self._clock()
            running = sorted(self._running.items(), key=lambda one: (one[1], one[0]))
            self._add(lines, "running", [_timed(now - at, task) for task, at in running][:_RUNNING])
            self._add(lines, "slowest", [_timed(seconds, task) for seconds, task in self._slowest])
            for number, failure in enumerate(self._failures):
                lines.add_row("" if number else "failed", _one_line(failure, style="red"))
            return Group(self._bar, lines)

    @staticmethod
    def _add(lines: Table, title: str, texts: list[str]) -> None:
        if texts:
            lines.add_row(title, _one_line(", ".join(texts)))


def _one_line(text: str, style: str = "") -> Text:
    """Return a cell that is cut where the terminal ends, and is never markup."""
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")


def _timed(seconds: float, task: str) -> str:
    return f"{task} {seconds:.1f} s"

"""What a run says at its end: a line for each task, and the totals below them."""

from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agentic_solver.cli.watching import reason_text
from agentic_solver.contracts.wording import counted
from agentic_solver.erc3.propose.reply import NO_PLAN
from agentic_solver.harness.exchange import MODEL_LOG, last_reply
from agentic_solver.harness.options import PlanCacheTotals, RunSummary, SecondLookTotals
from agentic_solver.harness.task_folder import own_name

__all__ = ["begin_of_reply", "print_table", "print_totals"]

_COLUMNS: tuple[tuple[str, Literal["left", "right"]], ...] = (
    ("task", "left"), ("outcome", "left"), ("score", "right"), ("model calls", "right"),
    ("API calls", "right"),
)  # fmt: skip
_MODEL = 4
"""Behind these columns comes, where anything was read, how many calls were the reader's."""
_READER: tuple[str, Literal["left", "right"]] = ("of the reader", "right")
_SHOWN = 200
"""Letters of a reply."""
_NAMED = 3
"""Tasks that a sentence names."""


def print_table(console: Console, summary: RunSummary) -> None:
    """Print a line for each task, and below them what those with a failed check failed.

    What a platform or a model says is never markup.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    reads = bool(summary.reader_calls)
    for title, justify in (*_COLUMNS[:_MODEL], *[_READER] * reads, *_COLUMNS[_MODEL:]):
        # Where the terminal is too narrow the names of tasks break, so that no column is lost.
        table.add_column(title, justify=justify, overflow="fold", no_wrap=title == "score")
    for result in summary.results:
        score = "" if result.score is None else f"{result.score:g}"
        cells = (
            result.task, result.outcome, score, str(result.model_calls),
            *[str(result.reader_calls)] * reads, str(result.api_calls),
        )  # fmt: skip
        table.add_row(*(Text(cell) for cell in cells))
    console.print(table)
    reasons = [
        (result.task, reason) for result in summary.results if (reason := reason_text(result))
    ]
    if reasons:
        console.print(Text("\nfirst failed check", style="bold"))
    for task, reason in reasons:
        console.print(
            Text.assemble((task, "red"), f": {reason}"), soft_wrap=not console.is_terminal
        )
    if reasons:
        console.print()


def print_totals(
    console: Console, summary: RunSummary, *, dry_run: bool = False, rest: str = "harness overhead"
) -> None:
    """Print what all tasks add up to; ``rest`` names the time of neither model nor platform."""

    def tell(line: str) -> None:
        # A terminal gets whole words; a log gets whole lines.
        soft = not console.is_terminal
        console.print(line, highlight=False, soft_wrap=soft, markup=False)

    if summary.model_faults:
        tell(_unanswered(summary))
    money = "" if summary.cost is None else f"cost {summary.cost:.4f} · "
    dry = "dry run, nothing was changed · " if dry_run else ""
    tell(
        f"{dry}{_score(summary)} · "
        f"{counted(summary.model_calls, 'model call')}{_read(summary)} · "
        f"{counted(summary.input_tokens, 'input token')} ({summary.cached_tokens} cached) · "
        f"{counted(summary.output_tokens, 'output token')} · "
        f"{counted(summary.api_calls, 'API call')} "
        f"({summary.api_calls_mean:.1f} a task) · "
        f"{money}{summary.wall_s:.1f} s · {rest} a task "
        f"p50 {summary.overhead_ms_p50:.1f} ms, p95 {summary.overhead_ms_p95:.1f} ms"
    )
    for task in [one.task for one in summary.results if NO_PLAN in one.forced][:_NAMED]:
        tell(f"{task}: {begin_of_reply(Path(summary.run_dir), task)}")
    for one in summary.retries:
        place = f"asked again: {one.side} {one.place}".rstrip()
        tell(f"{place}, {one.reason}: {counted(one.times, 'time')}")
    if summary.plan_cache is not None:
        tell(_plan_cache_line(summary.plan_cache))
    if summary.second_looks is not None:
        tell(_second_look_line(summary.second_looks))
    # A path stays in one piece, so that it can be copied.
    console.print(f"evidence: {summary.run_dir}", highlight=False, soft_wrap=True, markup=False)


def begin_of_reply(run_dir: Path, task: str) -> str:
    """Say how a reply begins that was no plan."""
    text = last_reply(run_dir / "tasks" / own_name(task) / MODEL_LOG)
    more = " ..." if len(text) > _SHOWN else ""
    return f"the model's last reply begins: {' '.join(text[:_SHOWN].split())}{more}"


def _score(summary: RunSummary) -> str:
    """Say the score, and of how many tasks it is the mean: those without one may be the worse."""
    if not summary.tasks:
        return "nothing was played"
    right = f"{summary.passed} of {counted(summary.tasks, 'task')} right"
    if summary.score is None:
        return f"score withheld · {right}"
    if summary.ungraded:
        graded = counted(summary.tasks - summary.ungraded, "graded task")
        return f"score {summary.score:.3f} of {graded}, {summary.ungraded} not graded · {right}"
    return f"score {summary.score:.3f} · {right}"


def _read(summary: RunSummary) -> str:
    if not summary.reader_calls:
        return ""
    return f" ({summary.reader_calls} of the reader, {summary.reader_calls_mean:.2f} a task)"


def _unanswered(summary: RunSummary) -> str:
    tasks = [result.task for result in summary.results if result.model_faults]
    named = ", ".join(tasks[:_NAMED]) + (" and others" if len(tasks) > _NAMED else "")
    read = f" ({summary.reader_faults} of them of the reader)" if summary.reader_faults else ""
    told = (
        f"{summary.model_faults} of {counted(summary.model_calls, 'model call')} got no answer"
        f"{read}" + (f": {named}" if named else "")
    )
    reasons = {result.forced for result in summary.results if result.model_faults and result.forced}
    if len(reasons) == 1:
        return f"{told} ({next(iter(reasons))})"
    return f"{told}; the reasons stand with the failed checks" if reasons else told


def _plan_cache_line(totals: PlanCacheTotals) -> str:
    asked = totals.hits + totals.strays + totals.misses
    score = "" if totals.score is None else f", their score {totals.score:.3f}"
    hits = f"{counted(totals.hits, 'hit')} in {counted(asked, 'task')}"
    line = f"kept plans: {hits} ({totals.hits / asked:.1%}){score}"
    if totals.strays:
        line += f" · {totals.strays} more did not lead to the branch that was right"
    return line


def _second_look_line(totals: SecondLookTotals) -> str:
    score = "" if totals.score is None else f", their score {totals.score:.3f}"
    return (
        f"second looks: {counted(totals.looks, 'task')}, another plan in {totals.changed}{score}, "
        f"the same one in {totals.same}"
    )

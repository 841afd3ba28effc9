"""What a run says at its end: a line for each task, and the totals below them."""

import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agentic_solver.cli.watching import has_failed, reason_text
from agentic_solver.contracts.wording import counted
from agentic_solver.erc3.propose.reply import NO_PLAN
from agentic_solver.harness.exchange import MODEL_LOG, last_reply
from agentic_solver.harness.options import (
    PlanCacheTotals,
    RunOptions,
    RunSummary,
    SecondLookTotals,
    TaskResult,
)
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
_COPIED = frozenset({"report", "evidence"})
"""Lines that stay in one piece, so that they can be copied."""


def print_table(console: Console, results: Sequence[TaskResult]) -> None:
    """Print a line for each task, and below them what those that failed did wrong.

    What a platform or a model says is never markup.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    reads = any(result.reader_calls for result in results)
    for title, justify in (*_COLUMNS[:_MODEL], *[_READER] * reads, *_COLUMNS[_MODEL:]):
        # Where the terminal is too narrow the names of tasks break, so that no column is lost.
        table.add_column(title, justify=justify, overflow="fold", no_wrap=title == "score")
    for result in results:
        score = "" if result.score is None else f"{result.score:g}"
        cells = (
            result.task, result.outcome, score, str(result.model_calls),
            *[str(result.reader_calls)] * reads, str(result.api_calls),
        )  # fmt: skip
        table.add_row(*(Text(cell) for cell in cells))
    console.print(table)
    reasons = [
        (result.task, reason)
        for result in results
        if has_failed(result) and (reason := reason_text(result))
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
    console: Console, summary: RunSummary, options: RunOptions, *, verbose: bool = False
) -> None:
    """Print what all tasks add up to: the result, and what a person has to know of how it came.

    Args:
        console: where to.
        summary: of the run.
        options: of the run; they tell what was recorded, and what a suite planned.
        verbose: calls, tokens, overhead and whatever was asked again as well.
    """
    lines = [
        ("score", _score(summary, dry_run=options.dry_run)),
        ("tasks", _right(summary)),
        *([("model", _model(summary, options))] if verbose or not options.is_recorded else []),
        *([("API", _api(summary))] if verbose else []),
        ("time", _time(summary, verbose=verbose)),
        *_extras(summary, options, verbose=verbose),
        ("report", f"agentic-solver report {shlex.quote(_near(summary.run_dir))}"),
        ("evidence", summary.run_dir),
    ]
    width = max(len(label) for label, _ in lines)
    for label, text in lines:
        # A terminal gets whole words; a log gets whole lines, and paths and commands are copied.
        soft = not console.is_terminal or label in _COPIED
        line = f"{label:<{width}}  {text}"
        console.print(line, highlight=False, soft_wrap=soft, markup=False)


def _near(path: str) -> str:
    """Return a path below the current folder without it: a command is easier to read so."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path


def _model(summary: RunSummary, options: RunOptions) -> str:
    money = "" if summary.cost is None else f" · cost {summary.cost:,.4f}"
    kind = "as recorded: " if options.is_recorded else ""
    kind = "beside the plans by hand: " if options.plans else kind
    return (
        f"{kind}{counted(summary.model_calls, 'call')}{_read(summary)} · "
        f"{counted(summary.input_tokens, 'input token')} ({summary.cached_tokens:,} cached) · "
        f"{counted(summary.output_tokens, 'output token')}{money}"
    )


def _api(summary: RunSummary) -> str:
    return f"{counted(summary.api_calls, 'call')} ({summary.api_calls_mean:,.1f} a task)"


def _time(summary: RunSummary, *, verbose: bool) -> str:
    overhead = (
        f" · harness overhead a task p50 {summary.overhead_ms_p50:,.1f} ms, "
        f"p95 {summary.overhead_ms_p95:,.1f} ms"
    )
    return f"{summary.wall_s:,.1f} s{overhead if verbose else ''}"


def _extras(
    summary: RunSummary, options: RunOptions, *, verbose: bool
) -> Iterator[tuple[str, str]]:
    """Yield what went another way than planned, and what was asked for beside the score."""
    unanswered = [
        one for one in summary.results if one.model_faults and (verbose or has_failed(one))
    ]
    readings = sum(one.model_faults for one in summary.readings)
    if unanswered or readings:
        yield "no answer", _unanswered(unanswered, summary)
    for task in [one.task for one in summary.results if NO_PLAN in one.forced][:_NAMED]:
        yield "no plan", f"{task}: {begin_of_reply(Path(summary.run_dir), task)}"
    lawless = [one.task for one in summary.results if has_failed(one) and _is_lawless(summary, one)]
    if lawless:
        more = f" and {len(lawless) - _NAMED:,} more" if len(lawless) > _NAMED else ""
        yield (
            "no rules",
            f"{', '.join(lawless[:_NAMED])}{more}: the wiki there has no rules, so that everything "
            f"protected is refused; agentic-solver acquire {shlex.quote(options.benchmark)} has a "
            "model read it, with --offline it takes rules by hand",
        )
    for reading in summary.readings if verbose else ():
        yield "wiki", reading.note
    for one in summary.retries:
        # The twin has no faults but those that its suite plans.
        planned = one.side == "platform" and options.platform == "twin"
        if planned and not verbose:
            continue
        told = f"{one.side} {one.place}".rstrip() + f", {one.reason}: {counted(one.times, 'time')}"
        yield "asked again", told + (", as the suite plans" if planned else "")
    if summary.plan_cache is not None:
        yield "kept plans", _plan_cache_line(summary.plan_cache)
    if summary.second_looks is not None:
        yield "second looks", _second_look_line(summary.second_looks)


def _is_lawless(summary: RunSummary, result: TaskResult) -> bool:
    """Whether a task was played without any rules of its wiki."""
    context = Path(summary.run_dir) / "tasks" / own_name(result.task) / "context.json"
    if not context.is_file():
        return False
    return not json.loads(context.read_text(encoding="utf-8"))["policy_known"]


def begin_of_reply(run_dir: Path, task: str) -> str:
    """Say how a reply begins that was no plan."""
    text = last_reply(run_dir / "tasks" / own_name(task) / MODEL_LOG)
    more = " ..." if len(text) > _SHOWN else ""
    return f"the model's last reply begins: {' '.join(text[:_SHOWN].split())}{more}"


def _score(summary: RunSummary, *, dry_run: bool) -> str:
    """Say the score, and of how many tasks it is the mean: those without one may be the worse."""
    dry = " (dry run, nothing was changed)" if dry_run else ""
    if not summary.tasks:
        return f"none{dry}"
    if summary.score is None:
        return f"withheld{dry}"
    if summary.ungraded:
        graded = counted(summary.tasks - summary.ungraded, "graded task")
        return f"{summary.score:.3f} of {graded}, {summary.ungraded:,} not graded{dry}"
    return f"{summary.score:.3f}{dry}"


def _right(summary: RunSummary) -> str:
    if not summary.tasks:
        return "nothing was played"
    right = f"{summary.passed:,} of {summary.tasks:,} right"
    missing = summary.not_played
    if not missing:
        return right
    more = len(missing) - _NAMED
    named = ", ".join(missing[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")
    return f"{right}; {len(missing):,} without a plan not played: {named}"


def _read(summary: RunSummary) -> str:
    if not summary.reader_calls:
        return ""
    return f" ({summary.reader_calls:,} of the reader, {summary.reader_calls_mean:.2f} a task)"


def _unanswered(results: Sequence[TaskResult], summary: RunSummary) -> str:
    faults = sum(one.model_faults for one in results)
    faults += sum(one.model_faults for one in summary.readings)
    of_reader = sum(one.reader_faults for one in results)
    tasks = [result.task for result in results]
    named = ", ".join(tasks[:_NAMED]) + (" and others" if len(tasks) > _NAMED else "")
    read = f" ({of_reader:,} of them of the reader)" if of_reader else ""
    told = (
        f"{faults:,} of {counted(summary.model_calls, 'model call')}{read}"
        + (f": {named}" if named else "")
        + ("" if any(map(has_failed, results)) or not results else ", right all the same")
    )
    reasons = {result.forced for result in results if result.forced}
    if len(reasons) == 1:
        return f"{told} ({next(iter(reasons))})"
    return told


def _plan_cache_line(totals: PlanCacheTotals) -> str:
    asked = totals.hits + totals.strays + totals.misses
    score = "" if totals.score is None else f", their score {totals.score:.3f}"
    hits = f"{counted(totals.hits, 'hit')} in {counted(asked, 'task')}"
    line = f"{hits} ({totals.hits / asked:.1%}){score}"
    if totals.strays:
        line += f" · {totals.strays} more did not lead to the branch that was right"
    return line


def _second_look_line(totals: SecondLookTotals) -> str:
    score = "" if totals.score is None else f", their score {totals.score:.3f}"
    return (
        f"{counted(totals.looks, 'task')}, another plan in {totals.changed}{score}, "
        f"the same one in {totals.same}"
    )

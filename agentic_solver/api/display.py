"""Runs and decisions in a notebook: what the command line prints, as HTML."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup
from rich.console import Console
from rich.text import Text

from agentic_solver.cli.decision_text import print_decision, print_response

if TYPE_CHECKING:
    from agentic_solver.api.record import Round, Run, Task

__all__ = ["run_html", "task_html"]

_WIDTH = 120
_FAILED = 20
"""Failed tasks that a run shows."""
_FORM = '<pre style="white-space:pre-wrap;overflow-x:auto;line-height:1.4">{code}</pre>'


def run_html(run: "Run") -> str:
    """Return score and failed tasks of a run."""
    failed = [task for task in run if task.passed is False]
    score = "no score" if run.score is None else f"score {run.score:.3f}"
    right = sum(task.passed is True for task in run)
    head = Markup("<p><b>{}</b>: {}, {} of {} tasks right, by {}<br><small>{}</small></p>").format(
        run.name, score, right, len(run), run.manifest.played_by, run.path
    )
    gaps = Markup("").join(Markup("<p>{}</p>").format(gap) for gap in run.gaps)
    if not failed:
        return str(head + gaps)
    rows = Markup("").join(
        Markup("<tr><td>{}</td><td>{}</td><td>{:g}</td><td>{}</td></tr>").format(
            task.id, task.outcome, task.score or 0, next(iter(task.checks), "") or task.forced
        )
        for task in failed[:_FAILED]
    )
    heads = Markup("").join(
        Markup("<th>{}</th>").format(name) for name in ("task", "outcome", "score", "failed check")
    )
    more = len(failed) - _FAILED
    rest = Markup("<p>and {} more</p>").format(more) if more > 0 else Markup("")
    return str(head + gaps + Markup("<table><tr>{}</tr>{}</table>").format(heads, rows) + rest)


def task_html(rounds: "Sequence[Round]", task: "Task | None") -> str:
    """Return the rounds, and of a whole task its request, answer and failed checks."""
    console = Console(record=True, file=io.StringIO(), width=_WIDTH, highlight=False, markup=False)
    if task is not None:
        console.print(Text(f"{task.id}: {task.text}", style="bold"))
    for one in rounds:
        console.print(Text(f"Round {one.number}", style="bold"))
        if one.decision is not None:
            print_decision(console, one.plan, one.decision)
    if task is not None:
        if task.response is not None:
            print_response(console, task.response)
        for line in (task.forced, *(() if task.passed else task.checks)):
            if line:
                console.print(line)
    return console.export_html(inline_styles=True, code_format=_FORM)

"""The analysis as one HTML page that needs nothing else: no script, no network, no file beside it.

Everything that came from a run is text and escaped: task ids, rules and grader lines are written
by others.
"""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from agentic_solver.analysis.plot import Bar, ShareRow, bars, share_rows
from agentic_solver.contracts.model import JsonObject

__all__ = ["render_page"]

_TEMPLATE = "page.html.j2"
_ROWS = 30
"""Rows of a plot: more are no picture any more, the tables have them all."""


def render_page(document: JsonObject) -> str:
    """Return the page of a document of ``analyze --json``."""
    runs: Any = document["runs"]
    return (
        _templates()
        .get_template(_TEMPLATE)
        .render(
            document=document,
            runs=runs,
            names=["first", "second"] if len(runs) > 1 else [""],
            comparison=document.get("comparison"),
            suggestions=document.get("suggestions"),
            families=_family_plot(runs),
            failures=[_failure_plot(run) for run in runs],
            calls=_call_plot(runs),
        )
    )


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["share"] = _share
    return environment


def _share(interval: dict[str, Any]) -> str:
    if interval["share"] is None:
        return "–"
    return f"{interval['share']:.1%} ({interval['low']:.1%} to {interval['high']:.1%})"


def _family_plot(runs: list[dict[str, Any]]) -> Any:
    by_family: dict[str, list[ShareRow]] = {}
    for run, style in zip(runs, "ab", strict=False):
        for family in run["families"]:
            right = family["right"]
            if right["share"] is None:
                continue
            name = family["family"]
            rows = by_family.setdefault(name, [])
            text = f"{right['hits']} of {right['of']}"
            label = "" if rows else name
            rows.append(ShareRow(label, right["share"], right["low"], right["high"], text, style))
    order = sorted(by_family, key=lambda name: (min(row.share for row in by_family[name]), name))
    rows = [row for name in order[:_ROWS] for row in by_family[name]]
    return share_rows(rows, "Share of right tasks by family, with exact intervals")


def _failure_plot(run: dict[str, Any]) -> Any:
    rows = [
        Bar(
            one["value"],
            (("caught", one["caught"]), ("escaped", one["failures"] - one["caught"])),
            f"{one['failures']}",
        )
        for one in run["clusters"]["signature"][:_ROWS]
    ]
    return bars(rows, f"Failures of {run['run']} by stage and code")


def _call_plot(runs: list[dict[str, Any]]) -> Any:
    rows = []
    for run, style in zip(runs, "ab", strict=False):
        tasks = run["figures"]["tasks"]
        for purpose, count in run["figures"]["calls_by_purpose"].items():
            rows.append(Bar(purpose, ((style, count / tasks),), f"{count / tasks:.2f}"))
    return bars(rows, "API calls a task by purpose")

"""The page of a run: one HTML file that needs nothing else."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.retries import add_up
from agentic_solver.harness.significance import paired_verdict
from agentic_solver.harness.statistics import plan_cache_totals, second_look_totals
from agentic_solver.report.citation import Citations
from agentic_solver.report.detail import task_detail, violation_codes
from agentic_solver.report.figure import (
    family_shares,
    histogram,
    repeats,
    share_of,
    slowest_calls,
    time_split,
)
from agentic_solver.report.packing import csp_hash, packed
from agentic_solver.report.record import ReportedRun, ReportedTask
from agentic_solver.report.why import check_command
from agentic_solver.twin.suitefolder import builtin_suites
from agentic_solver.workspace import write_text_atomic

__all__ = ["render_page", "write_page"]

_GROUP = 16
"""Tasks whose details are compressed together: small enough to open at once."""
_FAMILIES = 30
"""Families with a wrong task in the plot; the others are folded away."""
_ENDS = 12
"""Ways to fail that are listed."""
_TEXT = 300
"""Letters of a request in the table; the search sees as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    id: str
    data: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failures:
    """How many failed tasks ended in the same way."""

    code: str
    """Of the last violation, if there is one."""
    reason: str
    tasks: int


def write_page(
    target: Path, runs: Sequence[ReportedRun], rules: Path, groups: Sequence[JsonObject] = ()
) -> int:
    """Write the page to a file, whole or not at all, and return its size in bytes.

    The arguments are those of :func:`render_page`.

    Raises:
        WorkspaceError: evidence of a task is broken, or the file cannot be written.
    """
    # A lone surrogate, which JSON can say and UTF-8 cannot, becomes a question mark.
    data = render_page(runs, rules, groups).encode(errors="replace")
    write_text_atomic(target, data.decode())
    return len(data)


def render_page(runs: Sequence[ReportedRun], rules: Path, groups: Sequence[JsonObject] = ()) -> str:
    """Return the page.

    Args:
        runs: the run to show, then those it is compared with.
        rules: the rules folder of the workspace, for the quotes of rules.
        groups: what groups of repeated runs say of themselves, see
            :mod:`agentic_solver.harness.group`.

    Raises:
        WorkspaceError: evidence of a task is broken; names the file.
    """
    style, script = _asset("page.css"), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src {csp_hash(style)}; script-src {csp_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    rows = [[_row(task) for task in run.tasks] for run in runs]
    return _template().render(
        policy=policy,
        style=style,
        script=script,
        runs=[_summary(run, of_run) for run, of_run in zip(runs, rows, strict=True)],
        groups=groups,
        verdict=_verdict(runs),
        repeats=repeats(runs, mark=lambda passed: "✓" if passed else "✗"),
        blocks=_blocks(runs, rows, rules),
    )


def _verdict(runs: Sequence[ReportedRun]) -> dict[str, Any] | None:
    """Return the exact test of two runs and the tasks behind it; None of any other number."""
    if len(runs) != 2:
        return None
    first, second = ({task.result.task: task.passed for task in run.tasks} for run in runs)
    graded = [task for task in first if first[task] is not None and second.get(task) is not None]
    gained = [task for task in graded if second[task] and not first[task]]
    lost = [task for task in graded if first[task] and not second[task]]
    text = paired_verdict(len(graded), len(gained), len(lost))
    return {"text": text, "gained": gained, "lost": lost}


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(_asset("page.html.j2"))


@cache
def _asset(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _summary(run: ReportedRun, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    results = [task.result for task in run.tasks]
    families = family_shares(run)
    shown = [share for share in families if share.hits < share.of][:_FAMILIES]
    wrong: dict[str, list[str]] = {}
    for task in run.tasks:
        if task.passed is False:
            wrong.setdefault(task.family, []).append(task.result.task)
    return {
        "name": run.name,
        "facts": run.facts,
        "origin": run.facts.origin(sum(one.reader_calls - one.reader_faults for one in results)),
        "gaps": run.gaps,
        "wall_s": run.wall_s,
        "tasks": len(results),
        "share": share_of("all", run.tasks),
        "mean": _mean(run.tasks),
        "ungraded": sum(result.score is None for result in results),
        "model_calls": sum(result.model_calls for result in results),
        "plan_cache": plan_cache_totals(results),
        "second_looks": second_look_totals(results),
        "retries": add_up(result.retries for result in results),
        "cost": sum(result.cost or 0.0 for result in results),
        "model_faults": sum(result.model_faults for result in results),
        "reader_calls": sum(result.reader_calls for result in results),
        "reader_faults": sum(result.reader_faults for result in results),
        "input_tokens": sum(result.input_tokens for result in results),
        "cached_tokens": sum(result.cached_tokens for result in results),
        "output_tokens": sum(result.output_tokens for result in results),
        "api_calls": sum(result.api_calls for result in results),
        "failures": _failures(run.tasks, rows),
        "families": [(share, wrong.get(share.name, ())) for share in shown],
        "more_families": [(share, ()) for share in families[len(shown) :]],
        "others_right": all(share.hits == share.of for share in families[len(shown) :]),
        "histograms": [
            ("API calls a task", "calls", histogram([one.api_calls for one in results])),
            ("Input tokens a task", "tokens", histogram([one.input_tokens for one in results])),
            ("Output tokens a task", "tokens", histogram([one.output_tokens for one in results])),
        ],
        "split": time_split(run.tasks),
        "slowest": slowest_calls(run.tasks),
    }


def _mean(tasks: Sequence[ReportedTask]) -> float | None:
    scores = [task.result.score for task in tasks if task.result.score is not None]
    return sum(scores) / len(scores) if scores else None


def _failures(tasks: Sequence[ReportedTask], rows: Sequence[dict[str, Any]]) -> list[_Failures]:
    """Return what the tasks that failed ended with, most frequent first."""
    ends = Counter(
        _end(task, row["codes"])
        for task, row in zip(tasks, rows, strict=True)
        if (task.result.forced if task.passed is None else not task.passed)
    )
    found = sorted(ends.items(), key=lambda one: (-one[1], one[0]))[:_ENDS]
    return [_Failures(code=code, reason=reason, tasks=number) for (code, reason), number in found]


def _end(task: ReportedTask, codes: Sequence[str]) -> tuple[str, str]:
    if not task.result.forced:
        return "", "answered, and the grader found it wrong"
    return (codes[-1], "") if codes else ("", "no plan came")


def _blocks(
    runs: Sequence[ReportedRun], rows: Sequence[Sequence[dict[str, Any]]], rules: Path
) -> Iterator[_Block]:
    index = {"group": _GROUP, "runs": [run.name for run in runs], "rows": rows}
    yield _Block(id="index", data=packed(index))
    for number, run in enumerate(runs):
        citations = Citations(run, rules)
        for start in range(0, len(run.tasks), _GROUP):
            details = [
                task_detail(task, citations, _command(run, task))
                for task in run.tasks[start : start + _GROUP]
            ]
            yield _Block(id=f"detail-{number}-{start // _GROUP}", data=packed(details))


def _command(run: ReportedRun, task: ReportedTask) -> str:
    """Return the command that checks a plan again: where a suite alone makes the task."""
    facts = run.facts
    if facts.platform != "twin" or facts.variation or facts.benchmark not in builtin_suites():
        return ""
    return check_command(run.path, facts.benchmark, task.result.task, seed=facts.seed)


def _row(task: ReportedTask) -> dict[str, Any]:
    result = task.result
    text = task.text if len(task.text) <= _TEXT else f"{task.text[:_TEXT]} ..."
    return {
        "task": result.task,
        "family": task.family,
        "text": text,
        "outcome": result.outcome,
        "score": result.score,
        "passed": task.passed,
        "check": result.first_failed_check or result.forced,
        "codes": violation_codes(task),
        "rounds": result.rounds,
        "calls": result.api_calls,
        "tokens": result.input_tokens + result.output_tokens,
        "seconds": result.wall_s,
    }

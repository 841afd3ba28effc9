"""Influence by ablation: one task again, as it was told, without any patch, and without each one.

The validator decides without experience, so a patch can only work through the plan: the same plan
has the same decision whatever was told. What is compared is therefore plan and decision.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import JsonValue

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.experience import ToldExperience
from agentic_solver.harness.gate import Opener
from agentic_solver.harness.options import RunOptions, TaskResult
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.workspace import Workspace

__all__ = ["Effect", "Trace", "measure_influence", "told_in"]

Told = tuple[tuple[str, str], ...]

_SHOWN = 3
"""Calls of each sort that a difference names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What came of the task once."""

    plan: str
    """Id of the plan of the last round; empty without one."""
    outcome: str
    score: float | None
    codes: tuple[str, ...]
    """Violations of all rounds."""
    calls: tuple[str, ...]
    """What was asked of the company in the last round, in order; not what was known already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What leaving patches out did."""

    without: tuple[str, ...]
    """Ids of what was left out; empty for nothing."""
    traces: tuple[Trace, ...]
    """One for each epoch."""

    def changes(self, baseline: "Effect") -> tuple[str, ...]:
        """Say in which ways this differs from the task as it was told; empty for none."""
        found: list[str] = []
        found += _calls(baseline.traces[0].calls, self.traces[0].calls)
        for name in ("plan", "outcome", "score", "codes"):
            before = [getattr(trace, name) for trace in baseline.traces]
            after = [getattr(trace, name) for trace in self.traces]
            if sorted(map(str, before)) != sorted(map(str, after)):
                found.append(
                    name if name == "plan" else f"{name} {_list(before)} -> {_list(after)}"
                )
        return tuple(found)


def told_in(run: RunFolder, task: str) -> Told:
    """Return what a task of a run was told.

    Raises:
        WorkspaceError: the run has no such task, or its file holds no guidance.
    """
    folder = run.task(task)
    if not folder.path.is_dir():
        raise WorkspaceError(f"{run.path} has no task {task!r}")
    if not folder.exists("experience.json"):
        return ()
    rows = folder.read("experience.json")
    if not isinstance(rows, list) or not all(
        isinstance(row, list) and len(row) == 2 and all(isinstance(x, str) for x in row)
        for row in rows
    ):
        raise WorkspaceError(f"{folder.path / 'experience.json'} holds no guidance")
    return tuple((str(row[0]), str(row[1])) for row in rows if isinstance(row, list))


def measure_influence(
    told: Told,
    options: RunOptions,
    *,
    workspace: Workspace,
    open_side: Opener,
    epochs: int = 1,
    tell: Callable[[str], None] = lambda _text: None,
) -> tuple[Effect, ...]:
    """Play the one task of ``options`` for each ablation; the first effect is the baseline.

    Raises:
        UsageError: the task does not exist.
        PlatformError: no session could be started.
    """
    effects: list[Effect] = []
    for without in _ablations(told):
        tell(f"without {', '.join(without)}" if without else "as it was told")
        kept = tuple(line for line in told if line[0] not in without)
        traces = tuple(_play(kept, options, workspace, open_side) for _ in range(epochs))
        effects.append(Effect(without=without, traces=traces))
    return tuple(effects)


def _ablations(told: Told) -> Iterator[tuple[str, ...]]:
    yield ()
    if len(told) > 1:
        yield tuple(patch for patch, _ in told)
    for patch, _ in told:
        yield (patch,)


def _play(told: Told, options: RunOptions, workspace: Workspace, open_side: Opener) -> Trace:
    side = open_side(options.seed)
    summary = run_benchmark(
        replace(options, experience="read"),
        benchmark=side.benchmark,
        workspace=workspace,
        model=side.model,
        reader=side.reader,
        experience=ToldExperience(told=told),
    )
    (result,) = summary.results
    return _trace(RunFolder.open(Path(summary.run_dir)).task(result.task), result)


def _trace(folder: TaskFolder, result: TaskResult) -> Trace:
    plan = ""
    codes: list[str] = []
    calls: tuple[str, ...] = ()
    for number in folder.rounds():
        if folder.exists(f"round-{number}/plan.json"):
            content = folder.read(f"round-{number}/plan.json")
            plan = str(content.get("plan_id", "")) if isinstance(content, dict) else ""
        if folder.exists(f"round-{number}/decision.json"):
            decision = folder.read(f"round-{number}/decision.json")
            content = decision if isinstance(decision, dict) else {}
            codes += [str(item.get("code", "")) for item in _objects(content.get("violations"))]
            calls = tuple(
                f"{call.get('route')} {canonical_json(call.get('request'))}"
                for call in _objects(content.get("calls"))
                if not call.get("cached")
            )
    return Trace(
        plan=plan, outcome=result.outcome, score=result.score, codes=tuple(codes), calls=calls
    )


def _objects(value: JsonValue) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _calls(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[str]:
    """Say how the calls differ: how many, and the first that are missing or new."""
    gone = list((Counter(before) - Counter(after)).elements())
    new = list((Counter(after) - Counter(before)).elements())
    if gone or new:
        shown = [*(f"- {call}" for call in gone[:_SHOWN]), *(f"+ {call}" for call in new[:_SHOWN])]
        yield f"calls {len(before)} -> {len(after)} ({', '.join(shown)})"


def _list(values: list[object]) -> str:
    shown = [", ".join(value) or "none" if isinstance(value, tuple) else str(value)
             for value in values]  # fmt: skip
    return " | ".join(dict.fromkeys(shown))

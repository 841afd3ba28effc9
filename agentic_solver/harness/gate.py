"""The acceptance gate: the same tasks with and without a candidate, paired, tested exactly.

Both sides of a pair have the task, the seed and the epoch in common and differ in one patch.
What a person approved, and what the gate accepted before, is told on both sides. A patch that is
judged for the second time has to pass half the level, for the third time a third: who asks often
enough is lucky once.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from agentic_solver.contracts.patch import GateResult, Patch, Provenance
from agentic_solver.erc3.experience.guidance import Guidance
from agentic_solver.erc3.experience.standing import Entry
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.errors import UsageError
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.budget import Budget, BudgetedModel, Spending
from agentic_solver.harness.experience import FixedExperience
from agentic_solver.harness.options import RunOptions, RunSummary
from agentic_solver.harness.pairing import Pairing, pair
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.task_folder import own_name, safe_name
from agentic_solver.llm.model import Model
from agentic_solver.workspace import Workspace

__all__ = ["GateOutcome", "GatePlan", "Side", "run_gate"]

_Key = tuple[int, int, str]
"""Seed, epoch, task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GatePlan:
    """What is compared, and how much of it."""

    options: RunOptions
    """The run of one side; its tasks are the gate set, its seed is not used."""
    seeds: tuple[int, ...] = (0,)
    epochs: int = 1
    alpha: float = 0.05
    budget: Budget = field(default_factory=Budget)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Where a side is played: opened anew for each run, so that no state is carried over."""

    benchmark: Benchmark
    model: Model
    reader: Model | None = None
    """Reads requests; None: ``model`` does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateOutcome:
    """The figures, how the patch stands after them, and where the evidence is."""

    result: GateResult
    entry: Entry
    told: int
    """Tasks whose prompt held the patch."""
    spending: Spending
    runs: tuple[Path, ...]


class Opener(Protocol):
    def __call__(self, seed: int) -> Side:
        """Open the benchmark and the model for a seed."""
        ...


def run_gate(
    number: int,
    plan: GatePlan,
    *,
    store: ExperienceStore,
    workspace: Workspace,
    open_side: Opener,
    tell: Callable[[str], None] = lambda _text: None,
) -> GateOutcome:
    """Compare, keep the figures in the store, and return how the patch stands now.

    A budget that is used up stops the comparison; its figures are kept and say so, and a stopped
    comparison accepts nothing.

    Raises:
        UsageError: there is no such patch, it is no guidance, or a task does not exist.
        PlatformError: no session could be started.
    """
    candidate = _candidate(store, number)
    patch = candidate.patch
    sides = _sides(store.guidance(), patch)
    scores: tuple[dict[_Key, float | None], ...] = ({}, {})
    spending = Spending(budget=plan.budget)
    runs: list[Path] = []
    told, stopped = 0, ""
    for seed, epoch, which in _rounds(plan):
        stopped = stopped or spending.exhausted
        if stopped:
            break
        tell(f"seed {seed}, epoch {epoch}, {'with' if which else 'without'} {patch.id}")
        summary = _play(plan, seed, sides[which], open_side, spending, workspace)
        runs.append(Path(summary.run_dir))
        scores[which].update(_scores(summary, seed, epoch))
        told += _told(summary, patch.id) if which else 0
        stopped = spending.exhausted if summary.stopped else ""
        stopped = stopped or summary.stopped[:200]
    pairs = pair(scores[0], scores[1])
    level = plan.alpha / (candidate.gates + 1)
    result = _result(plan, pairs, scores, stopped, level)
    provenance = Provenance(run=safe_name(f"gate-{runs[0].name}") if runs else "")
    entry = store.record_gate(number, result, provenance)
    return GateOutcome(result=result, entry=entry, told=told, spending=spending, runs=tuple(runs))


def _candidate(store: ExperienceStore, number: int) -> Entry:
    entry = next((one for one in store.entries() if one.patch.number == number), None)
    if entry is None:
        raise UsageError(f"there is no patch-{number}; `experience list` shows what there is")
    store.check_gate(number)
    return entry


def _sides(active: Guidance, patch: Patch) -> tuple[Guidance, Guidance]:
    """Return what is told without and with the patch; with it, its rivals are not told."""
    topic = (patch.subject, patch.scope, patch.tool, patch.parameter)
    others = [one for one in active.patches if one.number != patch.number]
    rest = [one for one in others if (one.subject, one.scope, one.tool, one.parameter) != topic]
    return Guidance.plus(others), Guidance.plus((*rest, patch))


def _rounds(plan: GatePlan) -> Iterator[tuple[int, int, int]]:
    for seed in plan.seeds:
        for epoch in range(plan.epochs):
            yield seed, epoch, 0
            yield seed, epoch, 1


def _play(
    plan: GatePlan,
    seed: int,
    guidance: Guidance,
    open_side: Opener,
    spending: Spending,
    workspace: Workspace,
) -> RunSummary:
    side = open_side(seed)
    return run_benchmark(
        replace(plan.options, seed=seed, experience="read"),
        benchmark=side.benchmark,
        workspace=workspace,
        model=BudgetedModel(side.model, spending),
        reader=None if side.reader is None else BudgetedModel(side.reader, spending),
        experience=FixedExperience(guidance=guidance),
    )


def _scores(summary: RunSummary, seed: int, epoch: int) -> dict[_Key, float | None]:
    """Return the scores; a task that the model did not answer has none."""
    return {
        (seed, epoch, one.task): None if one.model_faults else one.score for one in summary.results
    }


def _told(summary: RunSummary, patch_id: str) -> int:
    count = 0
    for one in summary.results:
        path = Path(summary.run_dir) / "tasks" / own_name(one.task) / "experience.json"
        if path.is_file():
            lines = json.loads(path.read_text(encoding="utf-8"))
            count += any(line[0] == patch_id for line in lines)
    return count


def _result(
    plan: GatePlan,
    pairs: Pairing,
    scores: tuple[dict[_Key, float | None], ...],
    stopped: str,
    level: float,
) -> GateResult:
    tasks = {task for side in scores for _, _, task in side}
    return GateResult(
        gate=safe_name(plan.options.benchmark.rstrip("/").rpartition("/")[2]),
        tasks=len(tasks),
        seeds=plan.seeds,
        epochs=plan.epochs,
        better=pairs.better,
        worse=pairs.worse,
        equal=pairs.equal,
        p_value=round(pairs.p_value, 12),
        alpha=level,
        stopped=stopped,
    )

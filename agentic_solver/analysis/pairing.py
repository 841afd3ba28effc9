"""Two runs of the same tasks, compared pair by pair.

The difference in right tasks is judged by McNemar's exact test, everything else by an exact sign
test: pairs that are equal have no say, and nothing is assumed about distributions. Runs of
another engine, grading or benchmark answer another question; they are compared on demand only,
and the comparison says so.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agentic_solver.analysis.divergence import (
    INPUTS,
    KINDS,
    MADE_BY_ENGINE,
    Divergence,
    first_divergence,
)
from agentic_solver.analysis.record import RunRecord, TaskRecord
from agentic_solver.errors import UsageError
from agentic_solver.harness.finished import RunManifest
from agentic_solver.harness.significance import (
    ALPHA,
    Interval,
    clopper_pearson,
    paired_p,
    paired_verdict,
)
from agentic_solver.harness.task_folder import own_name

__all__ = ["Comparison", "Determinism", "PairedQuantity", "compare_runs", "doubts"]

_MUST_EQUAL = ("benchmark", "engine", "grading_version")
_MAY_DIFFER = (
    "recorded_as", "platform", "proposer", "model", "guarded", "reader_model", "reader_prompt",
    "effort", "rounds", "steps", "seed", "variation", "dry_run", "snapshot", "tools", "rules",
    "policy", "prompt", "experience", "second_look",
)  # fmt: skip
_QUANTITIES: dict[str, Callable[[TaskRecord], float]] = {
    "API calls": lambda task: task.api_calls,
    "model calls": lambda task: task.model_calls,
    "reader calls": lambda task: task.reader_calls,
    "input tokens": lambda task: task.input_tokens,
    "output tokens": lambda task: task.output_tokens,
    "overhead ms": lambda task: task.overhead_ms,
    "seconds": lambda task: task.wall_s,
    "unasked changes": lambda task: task.unasked_changes,
    "forbidden texts": lambda task: task.forbidden_texts,
}
_WORLD = ("benchmark", "platform", "seed", "variation")
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class PairedQuantity:
    """One quantity over all pairs."""

    name: str
    first_mean: float
    second_mean: float
    less: int
    """Pairs in which the second run has less."""
    more: int
    p: float


@dataclass(frozen=True, slots=True)
class Determinism:
    """How far a rerun gave the same."""

    pairs: int
    identical: int
    """No difference at all."""
    by_kind: tuple[tuple[str, int], ...]
    """Pairs by the kind of their first divergence."""
    same_input: int
    """Pairs with equal request, caller, lessons and company; none where a seed, a variation or a
    platform makes other companies."""
    output_varies: Interval
    """Of the pairs with the same input: those with another response."""
    calls_vary: Interval
    """Of the pairs with the same input and plan: those that asked the company for other things."""
    validator_varies: Interval
    """Of the pairs with the same input and plan: those with other facts, decision or response."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs, paired by task."""

    first: RunRecord
    second: RunRecord
    warnings: tuple[str, ...]
    """What makes the comparison doubtful, one sentence each."""
    differences: tuple[tuple[str, str, str], ...]
    """What the manifests differ in: name, first, second."""
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    graded: int
    """Pairs that both runs have a score for."""
    right_first: Interval
    right_second: Interval
    gained: tuple[str, ...]
    """Wrong in the first run, right in the second."""
    lost: tuple[str, ...]
    p: float
    """Of McNemar's exact test over ``gained`` and ``lost``."""
    score: PairedQuantity
    quantities: tuple[PairedQuantity, ...]
    determinism: Determinism
    divergences: tuple[Divergence, ...]
    """Of all pairs that differ, in the order of the first run."""

    @property
    def exceeds_noise(self) -> bool:
        """Whether chance alone would give this difference less often than ``ALPHA``."""
        return self.p < ALPHA

    @property
    def verdict(self) -> str:
        """The comparison in one sentence."""
        return paired_verdict(self.graded, len(self.gained), len(self.lost))


def compare_runs(first: RunRecord, second: RunRecord, *, force: bool = False) -> Comparison:
    """Compare two runs task by task.

    Raises:
        UsageError: they have no task in common, or are of another benchmark, engine or grading
            version and ``force`` is not set.
        WorkspaceError: a file that is compared is broken.
    """
    warnings = tuple(doubts(first.manifest, second.manifest))
    if warnings and not force:
        raise UsageError(f"{'; '.join(warnings)}: these runs are only compared with --force")
    mine, theirs = first.by_task(), second.by_task()
    pairs = [(mine[task], theirs[task]) for task in mine if task in theirs]
    if not pairs:
        raise UsageError(f"{first.path} and {second.path} have no task in common")
    graded = [(a, b) for a, b in pairs if a.score is not None and b.score is not None]
    gained = tuple(a.task for a, b in graded if b.passed and not a.passed)
    lost = tuple(a.task for a, b in graded if a.passed and not b.passed)
    parted = tuple(_divergences(first, second, pairs))
    return Comparison(
        first=first,
        second=second,
        warnings=warnings,
        differences=tuple(_differences(first.manifest, second.manifest)),
        only_first=tuple(task for task in mine if task not in theirs),
        only_second=tuple(task for task in theirs if task not in mine),
        graded=len(graded),
        right_first=clopper_pearson(sum(a.passed for a, _ in graded), len(graded)),
        right_second=clopper_pearson(sum(b.passed for _, b in graded), len(graded)),
        gained=gained,
        lost=lost,
        p=paired_p(len(gained), len(lost)),
        score=_paired("score", graded, lambda task: task.score or 0.0),
        quantities=tuple(_paired(name, pairs, of) for name, of in _QUANTITIES.items()),
        determinism=_determinism(pairs, parted, same_world=_same_world(first, second)),
        divergences=parted,
    )


def doubts(first: RunManifest, second: RunManifest) -> Iterator[str]:
    """Yield why two runs answer different questions, one sentence each."""
    for name in _MUST_EQUAL:
        old, new = getattr(first, name), getattr(second, name)
        if old != new:
            yield f"the {name.replace('_', ' ')} of the first run is {old}, of the second {new}"


def _differences(first: RunManifest, second: RunManifest) -> Iterator[tuple[str, str, str]]:
    for name in _MAY_DIFFER:
        old, new = getattr(first, name), getattr(second, name)
        if isinstance(old, dict) and isinstance(new, dict):
            for key in sorted({*old, *new}):
                if old.get(key) != new.get(key):
                    yield f"{name}/{key}", _short(old.get(key)), _short(new.get(key))
        elif old != new:
            yield name, _short(old), _short(new)


def _short(value: object) -> str:
    return "none" if value is None or value == "" else str(value)[:_SHOWN]


def _divergences(
    first: RunRecord, second: RunRecord, pairs: list[tuple[TaskRecord, TaskRecord]]
) -> Iterator[Divergence]:
    for mine, theirs in pairs:
        if mine.rounds and _outline(mine) == _outline(theirs):
            continue  # equal decisions hold equal requests, plans, facts and responses
        name = own_name(mine.task)
        found = first_divergence(
            mine.task, first.path / "tasks" / name, second.path / "tasks" / name
        )
        if found is not None:
            yield found


def _outline(task: TaskRecord) -> tuple[object, ...]:
    digests = tuple(one.digest for one in task.rounds)
    return digests, task.outcome, task.score, task.checks, task.policy_digest, task.wiki


def _paired(
    name: str, pairs: list[tuple[TaskRecord, TaskRecord]], of: Callable[[TaskRecord], float]
) -> PairedQuantity:
    values = [(of(a), of(b)) for a, b in pairs]
    less = sum(b < a for a, b in values)
    more = sum(b > a for a, b in values)
    count = max(1, len(values))
    first, second = sum(a for a, _ in values) / count, sum(b for _, b in values) / count
    return PairedQuantity(name, first, second, less, more, paired_p(less, more))


def _same_world(first: RunRecord, second: RunRecord) -> bool:
    """Say whether both runs met the same companies: common answers may be too few to tell."""
    return all(getattr(first.manifest, name) == getattr(second.manifest, name) for name in _WORLD)


def _determinism(
    pairs: list[tuple[TaskRecord, TaskRecord]],
    parted: tuple[Divergence, ...],
    *,
    same_world: bool,
) -> Determinism:
    counts = Counter(one.kind for one in parted)
    same_input = [one for one in parted if not set(one.kinds) & set(INPUTS)]
    # An agent that makes calls and no plans has none that the engine could judge twice.
    planning = {mine.task for mine, theirs in pairs if mine.rounds and theirs.rounds}
    same_plan = [one for one in same_input if "plan" not in one.kinds and one.task in planning]
    fed = len(pairs) - len(parted) + len(same_input)
    planned = len(planning - {one.task for one in parted}) + len(same_plan)
    if not same_world:
        same_input, same_plan, fed, planned = [], [], 0, 0

    def differ(among: list[Divergence], kinds: tuple[str, ...]) -> int:
        return sum(bool(set(one.kinds) & set(kinds)) for one in among)

    return Determinism(
        pairs=len(pairs),
        identical=len(pairs) - len(parted),
        by_kind=tuple((kind, counts[kind]) for kind in KINDS if counts[kind]),
        same_input=fed,
        output_varies=clopper_pearson(differ(same_input, ("response",)), fed),
        calls_vary=clopper_pearson(differ(same_plan, ("call",)), planned),
        validator_varies=clopper_pearson(differ(same_plan, MADE_BY_ENGINE), planned),
    )

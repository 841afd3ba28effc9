"""Failures of a run, caught or not, and how they cluster.

A failure is a plan that the validator refused (caught before submission), or a submitted answer
that the grader found wrong (escaped). Two sorts count as neither: faults of model, platform and
engine, where no plan is to blame, and wrong answers that were forced because every plan had been
refused.
Where the platform withholds scores only what was caught is known.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agentic_solver.analysis.record import RoundRecord, RunRecord, TaskRecord
from agentic_solver.erc3.experience.check_line import check_kind

__all__ = ["DIMENSIONS", "Cluster", "Failure", "cluster", "failures_of", "failures_of_task"]

DIMENSIONS = ("code", "family", "tool", "rule", "stage")
"""By what failures are clustered."""

_REPLY = "reply"
_GRADE = "grade"
_FAULT = "fault"
_FORCED = "forced"
_NONE = "(none)"
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Failure:
    """One failure. A grade with several failed checks counts once, by its first check."""

    task: str
    family: str
    round: int
    """0 where no round is to blame."""
    stage: str
    """Where it was found: ``reply``, ``static``, ``dry``, ``commit``, ``grade``, ``forced`` or
    ``fault``."""
    code: str
    """Violation code, kind of failed check, or kind of fault."""
    path: str
    detail: str
    tools: tuple[str, ...]
    rules: tuple[str, ...]

    @property
    def caught(self) -> bool:
        """Whether the engine refused it before anything was submitted."""
        return self.counts and self.stage != _GRADE

    @property
    def counts(self) -> bool:
        """Whether a plan or an answer of its own is to blame."""
        return self.stage not in (_FAULT, _FORCED)

    @property
    def signature(self) -> str:
        """What failures of the same sort have in common."""
        return f"{self.stage} · {self.code}"


@dataclass(frozen=True, slots=True)
class Cluster:
    """Failures that share one value."""

    value: str
    failures: int
    caught: int
    tasks: tuple[str, ...]
    """All tasks of the cluster, in the order of the run."""

    @property
    def examples(self) -> tuple[str, ...]:
        """The first tasks."""
        return self.tasks[:_EXAMPLES]


def failures_of(run: RunRecord) -> list[Failure]:
    """Return all failures of a run in the order of its tasks and rounds."""
    return [failure for task in run.tasks for failure in failures_of_task(task)]


def failures_of_task(task: TaskRecord) -> Iterator[Failure]:
    """Yield the failures of one task: replies, refused rounds, faults, and last the grade."""
    for finding in task.asked:
        yield Failure(
            task.task, task.family, 0, _REPLY, finding.code, finding.path, "", ("plan",), ()
        )
    for one in task.rounds:
        if one.verdict == "accept":
            continue
        for finding in one.findings:
            yield Failure(
                task.task, task.family, one.number, one.stage, finding.code, finding.path,
                finding.detail, (finding.tool,), blamed_rules(one),
            )  # fmt: skip
    if task.crash:
        yield Failure(task.task, task.family, 0, _FAULT, task.crash, "", task.forced, (), ())
    elif task.model_faults > task.reader_faults and not _is_spared(task):
        yield Failure(task.task, task.family, 0, _FAULT, "no model answer", "", task.forced, (), ())
    if task.wrong:
        last = task.answer
        check = task.checks[0] if task.checks else ""
        stage = _FORCED if task.forced or task.crash else _GRADE
        yield Failure(
            task.task, task.family, last.number if last else 0, stage, check_kind(check), "",
            check, last.tools if last else (), blamed_rules(last),
        )  # fmt: skip


def _is_spared(task: TaskRecord) -> bool:
    """Whether the model was silent in a second look alone: the first answer stood then."""
    return bool(task.second_look) and not task.forced


def blamed_rules(one: RoundRecord | None) -> tuple[str, ...]:
    """Return the rules behind a decision: those that denied, if any did, else all."""
    if one is None:
        return ()
    denied = [ruling.rule for ruling in one.rulings if ruling.result == "deny"]
    return tuple(dict.fromkeys(denied or [ruling.rule for ruling in one.rulings]))


def cluster(failures: Iterable[Failure], by: str) -> list[Cluster]:
    """Return failures grouped by one of :data:`DIMENSIONS` or ``signature``, the largest first.

    A failure with several tools or rules counts under each of them.
    """
    counts: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    tasks: dict[str, dict[str, None]] = {}
    for failure in failures:
        for value in _values(failure, by):
            counts[value] += 1
            caught[value] += failure.caught
            tasks.setdefault(value, {})[failure.task] = None
    order = sorted(counts, key=lambda value: (-counts[value], value))
    return [Cluster(value, counts[value], caught[value], tuple(tasks[value])) for value in order]


def _values(failure: Failure, by: str) -> tuple[str, ...]:
    match by:
        case "code":
            return (failure.code,)
        case "family":
            return (failure.family,)
        case "tool":
            return failure.tools or (_NONE,)
        case "rule":
            return failure.rules or (_NONE,)
        case "stage":
            return (failure.stage,)
        case _:
            return (failure.signature,)

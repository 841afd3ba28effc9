"""The figures behind the plots of a report: shares, histograms, times, repeats."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agentic_solver.harness.significance import clopper_pearson
from agentic_solver.harness.telemetry import read_times
from agentic_solver.report.record import ReportedRun, ReportedTask

__all__ = [
    "Bin",
    "Repeats",
    "Share",
    "SlowCall",
    "TimeSplit",
    "family_shares",
    "histogram",
    "repeats",
    "share_of",
    "slowest_calls",
    "time_split",
]

_BINS = 12
_SLOWEST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A share of right tasks with its exact 95 % bounds."""

    name: str
    hits: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself; 0 of nothing."""
        return self.hits / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """How many values lie from ``low`` to ``high``, both included."""

    low: int
    high: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSplit:
    """Seconds summed over all tasks. Where a run did not split them, ``outside`` is known alone."""

    model: float
    platform: float
    harness: float
    outside: float
    """Model and platform of tasks that do not tell the two apart."""
    rest: float
    """Start, grading and bookkeeping of the platform around the tasks."""

    @property
    def total(self) -> float:
        """All parts together."""
        return self.model + self.platform + self.harness + self.outside + self.rest


@dataclass(frozen=True, slots=True, kw_only=True)
class SlowCall:
    """One call and how long it took."""

    task: str
    asked: str
    """``model``, or the path of a platform call."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """Tasks that were played more than once."""

    tasks: int
    always: int
    """Right every time."""
    never: int
    flipping: tuple[tuple[str, str], ...]
    """Id, and one mark for each time: right or wrong."""
    by_count: tuple[tuple[str, int], ...]
    """How many tasks were right so often, such as ("1 of 3", 4)."""


def share_of(name: str, tasks: Iterable[ReportedTask]) -> Share:
    """Return the share of right tasks among those with a score."""
    graded = [task for task in tasks if task.passed is not None]
    hits = sum(bool(task.passed) for task in graded)
    bounds = clopper_pearson(hits, len(graded))
    return Share(name=name, hits=hits, of=bounds.of, low=bounds.low, high=bounds.high)


def family_shares(run: ReportedRun) -> list[Share]:
    """Return the share of each family that has a score, worst first, then by name."""
    by_family: dict[str, list[ReportedTask]] = {}
    for task in run.tasks:
        if task.passed is not None:
            by_family.setdefault(task.family, []).append(task)
    found = [share_of(name, tasks) for name, tasks in by_family.items()]
    return sorted(found, key=lambda share: (share.value, -share.of, share.name))


def histogram(values: Sequence[int], *, bins: int = _BINS) -> list[Bin]:
    """Return at most ``bins`` bins of one width that cover the values; none for no value."""
    if not values:
        return []
    low, high = min(values), max(values)
    width = _round_up((high - low + 1) / bins)
    start = low // width * width
    counts = Counter((value - start) // width for value in values)
    return [
        Bin(low=start + number * width, high=start + (number + 1) * width - 1, count=counts[number])
        for number in range(max(counts) + 1)
    ]


def slowest_calls(tasks: Iterable[ReportedTask], *, limit: int = _SLOWEST) -> list[SlowCall]:
    """Return the calls that took longest, longest first; none of a run that did not time them.

    Raises:
        WorkspaceError: a file of a task cannot be read.
    """
    found = []
    for task in tasks:
        times = read_times(task.folder)
        asked = [("model", time) for time in times.model]
        asked += [(path, time) for path, one in times.platform.items() for time in one]
        # Calls that were asked for at the same time share their time, and count once.
        found += [
            SlowCall(task=task.result.task, asked=name, seconds=time[1])
            for name, time in dict.fromkeys(asked)
            if time is not None
        ]
    return sorted(found, key=lambda call: (-call.seconds, call.task, call.asked))[:limit]


def _round_up(width: float) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50 ...: bins begin at numbers that people read."""
    power: int = 10 ** max(0, math.floor(math.log10(max(width, 1))))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= width)


def time_split(tasks: Iterable[ReportedTask]) -> TimeSplit:
    """Return where the seconds of the tasks went."""
    parts = {"model": 0.0, "platform": 0.0, "harness": 0.0, "outside": 0.0, "rest": 0.0}
    for result in (task.result for task in tasks):
        harness = min(result.overhead_ms / 1000, result.wall_s)
        parts["harness"] += harness
        left = result.wall_s - harness
        if result.model_s is None or result.platform_s is None:
            parts["outside"] += left
            continue
        parts["model"] += result.model_s
        parts["platform"] += result.platform_s
        parts["rest"] += max(0.0, left - result.model_s - result.platform_s)
    return TimeSplit(**parts)


def repeats(runs: Sequence[ReportedRun], *, mark: Callable[[bool], str]) -> Repeats | None:
    """Return how alike repeated plays came out; None where nothing was played twice.

    A task is repeated when several runs of the report have it, with a score.
    """
    played: dict[str, list[bool]] = {}
    for run in runs:
        for task in run.tasks:
            if task.passed is not None:
                played.setdefault(task.result.task, []).append(task.passed)
    played = {task: marks for task, marks in played.items() if len(marks) > 1}
    if not played:
        return None
    counts = Counter((sum(marks), len(marks)) for marks in played.values())
    flips = [(task, marks) for task, marks in played.items() if len(set(marks)) > 1]
    return Repeats(
        tasks=len(played),
        always=sum(all(marks) for marks in played.values()),
        never=sum(not any(marks) for marks in played.values()),
        flipping=tuple((task, "".join(map(mark, marks))) for task, marks in flips),
        by_count=tuple((f"{hits} of {of}", counts[hits, of]) for hits, of in sorted(counts)),
    )

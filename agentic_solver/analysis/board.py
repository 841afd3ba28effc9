"""All runs of a suite side by side: one line each, and pairs against a chosen one.

Only totals of tasks are read, so that many runs are quick. A run that was cut counts with what it
finished; its line says how much that is. A group of repeated runs has a line of its own, with
pass^k; what it took is the mean of its runs.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from agentic_solver.analysis.pairing import doubts
from agentic_solver.analysis.repeat import GroupComparison, PassPower, compare_shares, pass_power
from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ReplayError, UsageError, WorkspaceError
from agentic_solver.harness.begun import begun_at
from agentic_solver.harness.finished import PASSED, FinishedRun, RunManifest, open_finished
from agentic_solver.harness.group import GROUP, read_group
from agentic_solver.harness.options import RunSummary, TaskResult
from agentic_solver.harness.recorded import RecordedRun, read_object, read_shape
from agentic_solver.harness.significance import Interval, clopper_pearson, exact_bounds
from agentic_solver.harness.statistics import summarize

__all__ = ["Board", "BoardLine", "Paired", "make_board"]

_DIGITS = 8
_SUMMARY = "summary.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """A line against the chosen one, over the tasks of both."""

    found: GroupComparison
    """``second`` is the line, ``first`` the chosen one."""
    doubts: tuple[str, ...]
    """What makes the comparison doubtful, one sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """One run, or one group of repeated runs."""

    name: str
    runs: int
    """1, or how many runs the group has."""
    begun_at: datetime
    """In UTC."""
    proposer: str
    """Empty for plans by hand."""
    model: str
    guarded: bool
    """Whether a guard stood between the agent and the company."""
    recordings: str
    """Who wrote the recorded replies, or readings, briefly; empty where none was played."""
    seed: int
    variation: tuple[str, ...]
    finished: int
    """Tasks, or plays of tasks in a group."""
    planned: int
    right: Interval
    """Right tasks of those that were graded; of a group the mean over its tasks."""
    power: PassPower | None
    """pass^k where tasks were repeated."""
    cost: float | None
    """Money; None unless every task knows its cost."""
    model_calls: float
    input_tokens: float
    output_tokens: float
    api_calls: float
    wall_s: float | None
    """None of a run that did not end."""
    prompt: str
    """Digests, short; empty where a run of an older engine does not tell."""
    rules: str
    engine: str
    """Version and digest of the source."""
    paired: Paired | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The lines of a suite by date, and the runs that cannot be read."""

    suite: str
    against: str
    """Name of the chosen line; empty if none was."""
    lines: tuple[BoardLine, ...]
    broken: tuple[str, ...]
    """One sentence each, with the name of the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What a line is made of."""

    line: BoardLine
    manifest: RunManifest
    plays: Mapping[str, tuple[int, int]]
    """Right and graded plays by task."""


def make_board(runs: Path, suite: str, *, against: str = "") -> Board:
    """Read the runs of a suite.

    Args:
        runs: folder of runs.
        suite: name of the benchmark, as manifests have it.
        against: name of the run or group that all others are paired with; empty for none.

    Raises:
        UsageError: there is no run of the suite, or none called ``against``.
    """
    read: dict[str, _Read] = {}
    broken: list[str] = []
    others: set[str] = set()
    for path in sorted(item.parent for item in runs.glob("*/manifest.json")):
        try:
            run = open_finished(path)
            if run.manifest.benchmark != suite:
                others.add(run.manifest.benchmark)
            elif not _is_sentence(run):
                read[path.name] = _read_run(run)
        except (WorkspaceError, ReplayError) as error:
            broken.append(f"{path.name}: {error}")
    for path in sorted(item.parent for item in runs.glob(f"*/{GROUP}")):
        try:
            names = read_group(path).runs
        except WorkspaceError as error:
            broken.append(f"{path.name}: {error}")
            continue
        if all(name in read for name in names):
            read[path.name] = _group(path.name, [read[name] for name in names])
    if not read:
        known = f": there are runs of {', '.join(sorted(others))}" if others else ""
        raise UsageError(f"{runs} has no run of {suite!r} that can be read{known}")
    if against and against not in read:
        raise UsageError(f"{runs} has no run {against!r} of {suite}: name one of {', '.join(read)}")
    chosen = read.get(against)
    lines = [_paired(one, chosen) for one in read.values()]
    lines.sort(key=lambda line: (line.begun_at, line.runs, line.name))
    return Board(suite=suite, against=against, lines=tuple(lines), broken=tuple(broken))


def _is_sentence(run: FinishedRun) -> bool:
    """Whether ``solve`` played one sentence: no result of the suite."""
    options = read_object(run.recorded.folder.files, "manifest.json").get("options")
    return isinstance(options, dict) and options.get("command") == "solve"


def _read_run(run: FinishedRun) -> _Read:
    found = run.recorded
    manifest = read_object(found.folder.files, "manifest.json")
    results = [read_shape(folder, "telemetry.json", TaskResult) for _, _, folder in run.tasks()]
    graded = {one.task: (int(one.score >= PASSED), 1) for one in results if one.score is not None}
    facts, took = run.manifest, _taken(found, results)
    code = str(manifest.get("code") or "")[:_DIGITS]
    origin = facts.origin(sum(one.reader_calls - one.reader_faults for one in results))
    line = BoardLine(
        name=run.name,
        runs=1,
        begun_at=begun_at(found.folder),
        proposer="" if facts.is_by_hand else facts.proposer,
        model=facts.played_by if facts.is_by_hand else facts.model,
        guarded=facts.guarded,
        recordings="" if origin is None else origin.brief,
        seed=facts.seed,
        variation=facts.variation,
        finished=len(results),
        planned=len(set(found.manifest.tasks)),
        right=clopper_pearson(sum(hits for hits, _ in graded.values()), len(graded)),
        power=None,
        cost=took.cost,
        model_calls=took.model_calls,
        input_tokens=took.input_tokens,
        output_tokens=took.output_tokens,
        api_calls=took.api_calls,
        wall_s=took.wall_s if found.folder.files.exists(_SUMMARY) else None,
        prompt=_prompt(manifest),
        rules=short_id(facts.rules)[:_DIGITS] if facts.rules else "",
        engine=f"{facts.engine}+{code}" if code else facts.engine,
    )
    return _Read(line=line, manifest=facts, plays=graded)


def _prompt(manifest: JsonObject) -> str:
    """Return the digest of the shipped instructions, and of what a workspace words otherwise."""
    shipped, own = manifest.get("instructions"), manifest.get("prompt")
    if not isinstance(shipped, str):
        return ""
    return (short_id([shipped, own]) if own else shipped)[:_DIGITS]


def _taken(run: RecordedRun, results: Sequence[TaskResult]) -> RunSummary:
    """Return the totals of a run: its own, which know the reading of wikis, or those so far."""
    files = run.folder.files
    if files.exists(_SUMMARY):
        return read_shape(files, _SUMMARY, RunSummary)
    return summarize(run.manifest.benchmark, tuple(results), wall_s=0.0, run_dir=run.folder.path)


def _one(said: Sequence[str]) -> str:
    return "; ".join(dict.fromkeys(filter(None, said)))


def _group(name: str, runs: Sequence[_Read]) -> _Read:
    plays: dict[str, tuple[int, int]] = {}
    for run in runs:
        for task, (hits, of) in run.plays.items():
            right, graded = plays.get(task, (0, 0))
            plays[task] = (right + hits, graded + of)
    lines = [run.line for run in runs]
    shares = sum(hits / of for hits, of in plays.values())
    costs = [line.cost for line in lines if line.cost is not None]
    times = [line.wall_s for line in lines if line.wall_s is not None]

    def mean(values: Iterator[float]) -> float:
        return sum(values) / len(lines)

    first = lines[0]
    line = BoardLine(
        name=name,
        runs=len(lines),
        begun_at=min(line.begun_at for line in lines),
        proposer=first.proposer,
        model=first.model,
        guarded=any(line.guarded for line in lines),
        recordings=_one([line.recordings for line in lines]),
        seed=first.seed,
        variation=first.variation,
        finished=sum(line.finished for line in lines),
        planned=sum(line.planned for line in lines),
        right=Interval(
            sum(hits for hits, _ in plays.values()),
            sum(of for _, of in plays.values()),
            *exact_bounds(shares, len(plays)),
        ),
        power=pass_power(plays.values(), len(lines)) if len(lines) > 1 else None,
        cost=sum(costs) / len(lines) if len(costs) == len(lines) else None,
        model_calls=mean(line.model_calls for line in lines),
        input_tokens=mean(line.input_tokens for line in lines),
        output_tokens=mean(line.output_tokens for line in lines),
        api_calls=mean(line.api_calls for line in lines),
        wall_s=sum(times) / len(lines) if len(times) == len(lines) else None,
        prompt=first.prompt,
        rules=first.rules,
        engine=first.engine,
    )
    return _Read(line=line, manifest=runs[0].manifest, plays=plays)


def _paired(one: _Read, chosen: _Read | None) -> BoardLine:
    if chosen is None or chosen is one:
        return one.line
    other = [
        f"the {name} of the chosen run is {old}, of this one {new}"
        for name in ("seed", "variation")
        if (old := getattr(chosen.line, name)) != (new := getattr(one.line, name))
    ]
    paired = Paired(
        found=compare_shares(chosen.plays, one.plays),
        doubts=(*doubts(chosen.manifest, one.manifest), *other),
    )
    return dataclasses.replace(one.line, paired=paired)

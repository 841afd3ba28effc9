"""The attack: a generated population of hostile plans, fired at the validator task by task.

The population follows from suite, corpus, seed and size alone, and the verdicts do not depend on
how the tasks are shared among processes.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.rules import load_rules, rules_path
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.errors import PlatformError, UsageError
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.recorded_reading import (
    Readings,
    proofs_of_run,
    readings_of_run,
    recorded_proofs,
    recorded_readings,
)
from agentic_solver.redteam.corpus import Corpus, fitting, plans_of_run, plans_of_suite
from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families.all import GENERATORS, OF_WRITES
from agentic_solver.redteam.families.written import writes_rows
from agentic_solver.redteam.judge import Judge
from agentic_solver.redteam.report import Report, Result, make_report
from agentic_solver.redteam.shot import Ground, Shot
from agentic_solver.redteam.stand import Setting
from agentic_solver.redteam.verdict import Halt
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.twin.task import Caller, TaskSpec
from agentic_solver.workspace import Workspace

__all__ = ["AttackOptions", "attack", "read_rules"]


OnStep = Callable[[str, int, int], None]
"""Takes a phase, how much of it is done, and of how much: 0 where nobody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackOptions:
    """What is attacked, with how much."""

    suite: str
    plans: int
    workspace: Workspace
    seed: int = 0
    """Of the population."""
    suite_seed: int = 0
    """Of the suite: its draw and its wordings."""
    families: tuple[str, ...] = ()
    """Letters; empty means all."""
    tasks: tuple[str, ...] = ()
    """Task ids; empty means all."""
    recordings: Path | None = None
    runs: tuple[Path, ...] = ()
    """Run folders whose plans join the corpus."""
    workers: int = 1


def attack(options: AttackOptions, on_step: OnStep = lambda _phase, _done, _all: None) -> Report:
    """Fire the population and return the report.

    Args:
        options: what is attacked, with how much.
        on_step: told when a phase begins, and after each task.

    Raises:
        UsageError: an unknown suite or family, no plans to start from, or a number that is none.
        WorkspaceError: a recording or a run is broken.
    """
    families = _families(options.families)
    if options.plans < 1 or options.workers < 1:
        raise UsageError("--plans and --workers take a number of 1 or more")
    on_step("reading the suite and its recorded plans", 0, 0)
    suite = load_suite(find_suite(options.suite), seed=options.suite_seed)
    corpus = _corpus(suite, options)
    shares = _shares(_chosen(suite, options.tasks), options.plans, families, corpus)
    play = partial(_attack_task, options, tuple(corpus))
    ended: list[list[Result] | None] = []
    on_step(f"{options.workers} processes read them too, then attack tasks", 0, len(shares))
    with contextlib.ExitStack() as stack:
        played: Iterator[list[Result] | None] = map(play, shares)
        if options.workers > 1:
            pool = ProcessPoolExecutor(options.workers, mp_context=get_context("spawn"))
            played = stack.enter_context(pool).map(play, shares, chunksize=1)
        for results in played:
            ended.append(results)
            on_step("attacking tasks", len(ended), len(shares))
    results = sorted(
        (result for found in ended if found is not None for result in found),
        key=lambda item: (item.family, item.number, item.task),
    )
    unopened = tuple(
        share.task for share, results in zip(shares, ended, strict=True) if results is None
    )
    return make_report(suite.name, options.seed, results, unopened)


def _families(asked: tuple[str, ...]) -> tuple[str, ...]:
    unknown = [name for name in asked if name not in GENERATORS]
    if unknown:
        raise UsageError(f"there is no family {unknown[0]!r}: name some of {', '.join(GENERATORS)}")
    return tuple(name for name in GENERATORS if not asked or name in asked)


def _readings(suite: Suite, options: AttackOptions) -> Readings:
    """Return the readings of runs and recordings; a request without one is nobody's."""
    found = recorded_readings(options.recordings or builtin_recordings(suite.name))
    for run in options.runs:
        found = readings_of_run(run) | found
    return found


def _corpus(suite: Suite, options: AttackOptions) -> Corpus:
    """Return the plans of runs and recordings; a suite without any is attacked by hand alone."""
    found: dict[str, tuple[Plan, ...]] = {}
    folder = options.recordings or builtin_recordings(suite.name)
    if options.recordings is not None or folder.is_dir():
        found |= plans_of_suite(suite, folder, options.suite_seed)
    for run in options.runs:
        for task, plans in fitting(plans_of_run(run).items(), suite).items():
            found[task] = (*found.get(task, ()), *plans)
    if not found and (options.recordings is not None or options.runs):
        raise UsageError(
            f"none of the plans is for a task of {suite.name} with seed {options.suite_seed}"
        )
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Share:
    """The shots at one task: family and number of each."""

    task: str
    shots: tuple[tuple[str, int], ...]


def _chosen(suite: Suite, tasks: tuple[str, ...]) -> list[str]:
    known = [spec.id for spec in suite.tasks if spec.caller is not None]
    unknown = [task for task in tasks if task not in known]
    if unknown:
        some = ", ".join(known[:8])
        raise UsageError(
            f"{suite.name} has no task {unknown[0]!r} whose caller is known; it has {some} ..."
        )
    if not known:
        raise UsageError(f"{suite.name} has no task whose caller is known")
    return [task for task in known if not tasks or task in tasks]


def _shares(
    open_tasks: Sequence[str], plans: int, families: Sequence[str], corpus: Corpus
) -> list[_Share]:
    """Deal the population out: families in turn, then tasks in turn; few shots take few tasks.

    As many shots as tasks or more take every task, if only for its good plans. Families that start
    from a plan which writes take the tasks that have one, if there are any.
    """
    writing = [task for task in open_tasks if any(map(writes_rows, corpus.get(task, ())))]
    dealt: dict[str, list[tuple[str, int]]] = {task: [] for task in open_tasks}
    for number in range(plans):
        family = families[number % len(families)]
        place = number // len(families)
        tasks = writing if writing and family in OF_WRITES else open_tasks
        dealt[tasks[place % len(tasks)]].append((family, place))
    whole = plans >= len(open_tasks)
    return [
        _Share(task=task, shots=tuple(shots)) for task, shots in dealt.items() if shots or whole
    ]


class _Shared:
    """What a process keeps between tasks."""

    def __init__(self, options: AttackOptions) -> None:
        self.suite = load_suite(find_suite(options.suite), seed=options.suite_seed)
        self.corpus = _corpus(self.suite, options)
        self.readings = _readings(self.suite, options)
        recorded = recorded_proofs(options.recordings or builtin_recordings(self.suite.name))
        self.proofs = {k: v for run in options.runs for k, v in proofs_of_run(run).items()}
        self.proofs.update(recorded)
        self.catalog = load_catalog(options.workspace.tools)
        policies = map(load_policy, sorted(options.workspace.policy.glob("wiki_*.py")))
        self.policies: Mapping[str, Policy] = {policy.wiki_sha1: policy for policy in policies}
        self.rules = read_rules(options.workspace, self.policies)
        self.specs = {spec.id: spec for spec in self.suite.tasks}

    def callers(self, world: str) -> tuple[Caller, ...]:
        found = [s.caller for s in self.specs.values() if s.world == world and s.caller]
        return tuple(dict.fromkeys(found))


def read_rules(workspace: Workspace, digests: Iterable[str]) -> dict[str, tuple[Rule, ...]]:
    """Return the rules that people read, by wiki digest; digests without a file are left out."""
    paths = {sha1: rules_path(workspace.rules, sha1) for sha1 in digests}
    return {sha1: load_rules(path).rules for sha1, path in paths.items() if path.is_file()}


_SHARED: dict[AttackOptions, _Shared] = {}


def _attack_task(
    options: AttackOptions, _known: Sequence[str], share: _Share
) -> list[Result] | None:
    """Fire the shots of one task; None if its company does not know the caller."""
    if options not in _SHARED:
        _SHARED[options] = _Shared(options)
    shared = _SHARED[options]
    drawn = shared.specs[share.task]
    spec = drawn.model_copy(update={"text": drawn.wording(options.suite_seed)})
    judge = Judge(
        Setting(
            suite=shared.suite, spec=spec, catalog=shared.catalog, policies=shared.policies,
            rules=shared.rules, readings=shared.readings, proofs=shared.proofs,
        )
    )  # fmt: skip
    try:
        try:
            ground = _ground(judge, spec, shared)
        except PlatformError:
            return None
        return [*_fire_good(judge, ground), *_fire(judge, ground, options.seed, share.shots)]
    finally:
        judge.close()


def _ground(judge: Judge, spec: TaskSpec, shared: _Shared) -> Ground:
    others = [plans for task, plans in shared.corpus.items() if task != spec.id]
    return Ground(
        spec=spec,
        request=InputTask(text=spec.text, task_id=spec.id, benchmark=shared.suite.name),
        plans=shared.corpus.get(spec.id, ()),
        others=tuple(plan for plans in others for plan in plans),
        truth=judge.truth,
        rules=judge.rules,
        callers=shared.callers(spec.world),
    )


def _fire_good(judge: Judge, ground: Ground) -> Iterator[Result]:
    """Fire the task's own plans untouched, round after round as they were recorded.

    Where nobody has read the wiki yet, the plans cite rules that only their run had.
    """
    verdict = None
    for plan in ground.plans if ground.rules else ():
        verdict = judge.judge(Shot(kind="good plan", document=plan.model_dump_json()))
        if verdict.findings or verdict.halt in (Halt.ANSWERED, Halt.DENIED, Halt.ASKED):
            break
    if verdict is not None:
        document = plan.model_dump_json() if verdict.findings else ""
        yield Result(
            family="", number=0, task=ground.spec.id, kind="good plan", verdict=verdict,
            document=document,
        )  # fmt: skip


def _fire(
    judge: Judge, ground: Ground, seed: int, shots: Iterable[tuple[str, int]]
) -> Iterator[Result]:
    for family, number in shots:
        dice = Dice(seed, family, ground.spec.id, number)
        shot = GENERATORS[family](ground, dice)
        verdict = judge.judge(shot)
        yield Result(
            family=family, number=number, task=ground.spec.id, kind=shot.kind, verdict=verdict,
            document=shot.document if verdict.findings else "",
        )  # fmt: skip

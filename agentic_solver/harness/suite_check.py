"""The self-check of a suite: its solutions must pass and spoiled ones must fail.

Everything goes through the client that solves tasks, so that a suite that passes is one that
the harness can play.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.decision import AgentLink
from agentic_solver.contracts.plan import LinkKind as AnswerKind
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.invariant import Company, broken_invariants
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.errors import PlatformError
from agentic_solver.twin.drawing.derive import derive_reference
from agentic_solver.twin.drawing.reference import Reference
from agentic_solver.twin.drawing.spoil import spoil
from agentic_solver.twin.expectation import LinkKind
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, load_suite
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.variation.option import parse_variation
from agentic_solver.twin.variation.vary import vary
from agentic_solver.twin.world import World

__all__ = ["SuiteReport", "check_suite"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteReport:
    """What a self-check covered and found."""

    suite: str
    seeds: int
    templates: int
    families: int
    languages: int
    tasks: int
    """Of one seed."""
    solved: int
    """Solutions that scored 1.0, over all seeds."""
    refused: int
    """Spoiled solutions that scored 0.0, over all seeds."""
    unsolved: tuple[str, ...]
    """Tasks of a file that require changes: nobody knows a solution."""
    findings: tuple[str, ...]
    """What is wrong; empty for a good suite."""
    notes: tuple[str, ...] = ()
    """Which tasks the variations do not reach."""


class _Tally:
    """Counts while seeds are checked."""

    def __init__(self) -> None:
        self.families: set[str] = set()
        self.languages: set[str] = set()
        self.templates: set[str] = set()
        self.tasks = 0
        self.solved = 0
        self.refused = 0
        self.unsolved: dict[str, None] = {}
        self.findings: list[str] = []
        self.notes: dict[str, None] = {}


def check_suite(path: Path, seeds: Sequence[int], variation: Sequence[str] = ()) -> SuiteReport:
    """Draw, vary and check a suite with every seed.

    Raises:
        SuiteError: a file of it is broken, or a template finds no draw.
        UsageError: an unknown or malformed variation.
    """
    asked = parse_variation(variation)
    tally = _Tally()
    name = path.name
    for seed in seeds:
        varied = vary(load_suite(path, seed=seed), asked, seed=seed)
        tally.notes.update(dict.fromkeys(varied.notes))
        suite = varied.suite
        name = suite.name
        tally.tasks = len(suite.tasks)
        for company, world in suite.worlds.items():
            tally.findings += [f"seed {seed}, company {company}: {one}" for one in _broken(world)]
        player = _Player(suite, seed)
        for task in suite.tasks:
            _check_task(suite, task, player, tally, seed)
    return SuiteReport(
        suite=name,
        seeds=len(seeds),
        templates=len(tally.templates),
        families=len(tally.families),
        languages=len(tally.languages),
        tasks=tally.tasks,
        solved=tally.solved,
        refused=tally.refused,
        unsolved=tuple(tally.unsolved),
        findings=tuple(tally.findings),
        notes=tuple(tally.notes),
    )


_RECORDS = ("employees", "customers", "projects", "time_entries")


def _broken(world: World) -> tuple[str, ...]:
    """Return what does not hold between records; of records made lazily nothing is said."""
    kinds = {kind: getattr(world, kind) for kind in _RECORDS}
    if not all(isinstance(records, tuple) for records in kinds.values()):
        return ()
    wired = {kind: [record.wire() for record in records] for kind, records in kinds.items()}
    return broken_invariants(Company.model_validate_json(json.dumps(wired)))


def _check_task(suite: Suite, task: TaskSpec, player: "_Player", tally: _Tally, seed: int) -> None:
    drawn = suite.drawn.get(task.id)
    tally.families.add(task.family)
    tally.languages.update(task.wordings)
    if drawn is not None:
        tally.templates.add(drawn.template)
    reference = derive_reference(task) if drawn is None else drawn.reference
    if reference is None:
        tally.unsolved[task.id] = None
        return
    place = f"seed {seed}, task {task.id}"
    score, logs = player.play(task, reference)
    if score != 1.0:
        tally.findings.append(f"{place}: the solution scores {score:g}: {logs}")
        return
    tally.solved += 1
    for spoiled in spoil(task, reference, _known_ids(suite, task)):
        score, _ = player.play(task, spoiled.reference)
        if score > 0.0:
            tally.findings.append(f"{place}: a solution with {spoiled.mistake} scores {score:g}")
        else:
            tally.refused += 1


_SOME = 60
"""Records that are looked at for a link too many; a company may have a million."""


def _known_ids(suite: Suite, task: TaskSpec) -> Mapping[LinkKind, Sequence[str]]:
    world = suite.worlds[task.world]
    people = world.employees[:_SOME]
    return {
        "employee": [record.id for record in people],
        "project": [record.id for record in world.projects[:_SOME]],
        "customer": [record.id for record in world.customers[:_SOME]],
        "wiki": suite.wikis[world.wiki].paths,
        "location": list(dict.fromkeys(record.location for record in people)),
    }


class _Player:
    """Plays solutions on a twin through the client."""

    def __init__(self, suite: Suite, seed: int) -> None:
        twin = Twin(suite, seed=seed)

        def handle(path: str, body: bytes) -> tuple[int, bytes]:
            reply = twin.handle(path, body)
            return reply.status, reply.body

        self._benchmark = suite.name
        self._transport = DirectTransport(handle)
        self._platform = PlatformClient(
            self._transport, account_key="key-local", sleep=lambda _seconds: None
        )

    def play(self, task: TaskSpec, reference: Reference) -> tuple[float, str]:
        """Return score and log of one solution."""
        started = self._platform.start_new_task(self._benchmark, task.id)
        client = Erc3Client(
            self._transport,
            sim_prefix(self._benchmark, started.task_id),
            sleep=lambda _seconds: None,
        )
        try:
            for call in reference.calls:
                ClientApi(client).call(call.route, call.body)
            client.respond(
                reference.message,
                Outcome(reference.outcome),
                [AgentLink(kind=AnswerKind(kind), id=one) for kind, one in reference.links],
            )
        except PlatformError as error:
            return 0.0, f"the platform refuses a call of it: {error}"
        self._platform.log_llm(
            started.task_id, "reference", model="reference", duration_sec=0.0,
            prompt_tokens=0, cached_prompt_tokens=0, completion_tokens=0,
        )  # fmt: skip
        graded = self._platform.complete_task(started.task_id).eval
        return (graded.score or 0.0, graded.logs) if graded is not None else (0.0, "no grade")

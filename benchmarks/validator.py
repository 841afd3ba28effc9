"""What the validator costs a task: static, dry, commit and response, without the platform's time.

    python benchmarks/validator.py [RUNS] [SIZES]

Executes the recorded plans of erc3-prod (250 tasks, 159 people) RUNS times (default 3) on the
twin, each on a task that is opened as far as ``whoami``. A plan's cost is the time of
``execute_and_validate`` less the time inside the transport; ``static`` is its first stage alone,
``opening`` what the task's database and identity cost before it.

SIZES is a list such as ``159,1000,10000,100000`` (the default; ``159`` alone leaves the growth
out): every tenth task is then played in the same company with more and more people beside those
it has, with a page limit of 1,000. Tasks that read whole listings grow with the company; all
others should not.

All times are processor time of this process, which has one thread and waits for nothing. A task's
cost is the least of its RUNS plays, as other work on the machine only ever adds to it;
``every_play_ms`` is the same without that choice. ``yardstick_ms`` is what a fixed piece of the
same kind of work costs, measured between the tasks: one query read and written by sqlglot and run
by DuckDB over 159 rows, without any code of this package. ``in_yardsticks`` may be compared over
machines, and over hours of a shared one. The last line is one JSON object.
"""

import gc
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import duckdb
import sqlglot
from pydantic import JsonValue

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.contracts.request_reading import NOBODY, RequestReading
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.commitments import builtin_registry
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.execute.ledger import Ledger
from agentic_solver.erc3.execute.static import check_plan
from agentic_solver.erc3.execute.workbench import Workbench, read_identity
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.propose.reader import Unread
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.snapshot.warmup import warm_up
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.erc3.transport import DirectTransport, Transport, TransportReply
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.recorded_reading import Readings, recorded_readings
from agentic_solver.harness.statistics import percentile
from agentic_solver.redteam.corpus import plans_of_suite
from agentic_solver.twin.drawing.crowd import crowd
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.workspace import Workspace, init_workspace

BENCHMARK = "erc3-prod"
SIZES = (159, 1_000, 10_000, 100_000)
PAGE_LIMIT = 1_000
SAMPLE = 10


class Yardstick:
    """Measures how fast the machine is at the moment."""

    _QUERY = (
        "SELECT a.id, count(*) FROM a JOIN a AS b ON a.id = b.x "
        "WHERE a.s LIKE '%1%' GROUP BY 1 ORDER BY 2"
    )

    def __init__(self) -> None:
        self._database = duckdb.connect(":memory:", config={"threads": 1})
        self._database.execute(
            "CREATE TABLE a AS SELECT i AS id, i * 2 AS x, 'abc' || i AS s FROM range(159) t(i)"
        )
        self.times: list[float] = []

    def measure(self) -> None:
        """Do the work once."""
        begun = time.process_time()
        self._database.execute(self._QUERY).fetchall()
        sqlglot.parse_one(self._QUERY, read="duckdb").sql(dialect="duckdb")
        self.times.append((time.process_time() - begun) * 1000)


class Stopped:
    """A transport whose time is known, so that it can be taken off."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self.seconds = 0.0
        self.calls = 0

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """Send, and add up the time."""
        begun = time.process_time()
        try:
            return self._inner.post(path, body)
        finally:
            self.seconds += time.process_time() - begun
            self.calls += 1


class Lap:
    """Milliseconds since it was made, less those of the transport."""

    def __init__(self, transport: Stopped) -> None:
        self._transport = transport
        self._apart = transport.seconds
        self._begun = time.process_time()

    def ms(self) -> float:
        """Return the milliseconds."""
        apart = self._transport.seconds - self._apart
        return (time.process_time() - self._begun - apart) * 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Milliseconds of one task, all its rounds together."""

    task: str
    opening: float
    static: float
    validator: float
    calls: int
    accepted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What all tasks share."""

    suite: Suite
    plans: Mapping[str, tuple[Plan, ...]]
    catalog: Catalog
    policies: Mapping[str, Policy]
    readings: Readings
    wikis: dict[str, WikiPages]
    """By digest: one revision serves all tasks of a company, as in a run."""


def open_place(workspace: Workspace) -> Place:
    """Load the benchmark with its plans and rules."""
    suite = load_suite(find_suite(BENCHMARK))
    policies = map(load_policy, sorted(workspace.policy.glob("wiki_*.py")))
    return Place(
        suite=suite,
        plans=plans_of_suite(suite, builtin_recordings(BENCHMARK)),
        catalog=load_catalog(workspace.tools),
        policies={policy.wiki_sha1: policy for policy in policies},
        readings=recorded_readings(builtin_recordings(BENCHMARK)),
        wikis={},
    )


def play(place: Place, tasks: Iterable[str], yardstick: Yardstick | None = None) -> list[Cost]:
    """Play the recorded plans of the tasks, each task in a universe of its own."""
    twin = Twin(place.suite)
    costs: list[Cost] = []
    for task in tasks:
        costs.append(play_task(place, twin, task))
        if yardstick is not None:
            yardstick.measure()
    return costs


def play_task(place: Place, twin: Twin, task: str) -> Cost:
    """Open one task, execute its plans round after round, and return what that cost."""

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = twin.handle(path, body)
        return reply.status, reply.body

    transport = Stopped(DirectTransport(handle))
    platform = PlatformClient(transport, sleep=lambda _seconds: None)
    started = platform.start_new_task(place.suite.name, task)
    client = Erc3Client(
        transport, sim_prefix(place.suite.name, started.task_id), sleep=lambda _seconds: None
    )
    opening = Lap(transport)
    api = ClientApi(client)
    identity = read_identity(api)
    pages = twin.universe(started.task_id).wiki
    wiki = place.wikis.setdefault(identity.wiki_sha1, WikiPages(dict(pages)))
    with Session.open(identity) as session:
        bench = Workbench(
            api=api,
            session=session,
            acquirer=Acquirer(session, api, wiki=wiki, page_limit=client.page_limit),
            ledger=Ledger(),
            identity=identity,
            wiki=wiki,
        )
        opening_ms = opening.ms()
        sha1 = identity.wiki_sha1
        policy = place.policies.get(sha1) or Policy(wiki_sha1=sha1, rules=())
        executor = Executor(catalog=place.catalog, policy=policy)
        static_ms = validator_ms = 0.0
        decision: Decision | None = None
        for number, plan in enumerate(place.plans[task], 1):
            lap = Lap(transport)
            static(executor, plan.request, plan)
            static_ms += lap.ms()
            lap = Lap(transport)
            read = place.readings.get(plan.request.text, NOBODY)
            decision = executor.execute_and_validate(
                plan.request, plan, bench, round_number=number, reading=partial(_given, read)
            )
            validator_ms += lap.ms()
            if decision.verdict != "retry":
                break
    return Cost(
        task=task,
        opening=opening_ms,
        static=static_ms,
        validator=validator_ms,
        calls=transport.calls,
        accepted=decision is not None and decision.ok,
    )


def _given(read: RequestReading | Unread) -> RequestReading | Unread:
    return read


def static(executor: Executor, task: InputTask, plan: Plan) -> None:
    """Run the first stage alone."""
    check_plan(
        task,
        plan,
        catalog=executor.catalog,
        policy=executor.policy,
        registry=builtin_registry(),
        limits=executor.limits,
    )


def grown(suite: Suite, people: int) -> Suite:
    """Return the suite with a crowd beside the people, projects, customers and hours it has."""
    worlds = {}
    for name, world in suite.worlds.items():
        more = people - len(world.employees)
        if more >= 20:
            crowded = crowd(0, employees=more, wiki=world.wiki)
            world = world.model_copy(
                update={
                    part: (*getattr(world, part), *getattr(crowded, part)[:])
                    for part in ("employees", "projects", "customers", "time_entries")
                }
            )
        worlds[name] = world
    return replace(suite, worlds=worlds, page_limit=PAGE_LIMIT)


def spread(values: Iterable[float]) -> JsonObject:
    """Return median and 95th percentile."""
    found = list(values)
    return {"p50": round(percentile(found, 0.5), 2), "p95": round(percentile(found, 0.95), 2)}


def growth_row(place: Place, people: int) -> JsonObject:
    """Play the sample in a company of ``people``; return the figures."""
    suite = grown(place.suite, people)
    sample = [spec.id for spec in suite.tasks if spec.id in place.plans][::SAMPLE]
    costs = play(replace(place, suite=suite), sample)
    few = [cost.validator for cost in costs if cost.calls <= 12]
    return {
        "people": people,
        "tasks": len(costs),
        "accepted": sum(cost.accepted for cost in costs),
        "calls_mean": round(sum(cost.calls for cost in costs) / len(costs), 1),
        "validator_ms": spread(cost.validator for cost in costs),
        "of_tasks_with_few_calls": {"tasks": len(few), **spread(few)},
    }


def main(runs: int, sizes: tuple[int, ...]) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as scratch:
        init_workspace(Path(scratch) / "place")
        place = open_place(Workspace(Path(scratch) / "place"))
    warm_up()
    gc.collect()
    gc.freeze()  # as the command line does, and so is the threshold
    gc.set_threshold(2_000, 10, 20)
    tasks = [spec.id for spec in place.suite.tasks if spec.id in place.plans]
    play(place, tasks[:20])
    yardstick = Yardstick()
    plays = [play(place, tasks, yardstick) for _ in range(runs)]
    costs = [min(of_task, key=lambda cost: cost.validator) for of_task in zip(*plays, strict=True)]
    table: list[JsonValue] = []
    for people in sizes if len(sizes) > 1 else ():
        table.append(growth_row(place, people))
        print(json.dumps(table[-1]), flush=True)
    slowest = sorted(costs, key=lambda cost: -cost.validator)[:10]
    gc.unfreeze()
    unit = percentile(yardstick.times, 0.5)
    figures: JsonObject = {
        "tasks": len(tasks),
        "runs": runs,
        "accepted": sum(cost.accepted for cost in costs),
        "validator_ms": spread(cost.validator for cost in costs),
        "yardstick_ms": round(unit, 2),
        "in_yardsticks": spread(cost.validator / unit for cost in costs),
        "every_play_ms": spread(cost.validator for costs in plays for cost in costs),
        "static_ms": spread(cost.static for cost in costs),
        "opening_ms": spread(cost.opening for cost in costs),
        "slowest": {cost.task: round(cost.validator, 1) for cost in slowest},
        "growth": table,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    chosen = tuple(int(size) for size in sys.argv[2].split(",")) if len(sys.argv) > 2 else SIZES
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3, chosen)

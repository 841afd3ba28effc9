"""Full snapshot of a large company: memory, rows a second, and facts on what was stored.

    python benchmarks/ingest.py [SHARE]

Streams 100,000 employees, 20,000 projects, 5,000 customers and 1,000,000 time entries (SHARE of
each, default 1) from the twin through the real client into DuckDB. The twin runs in a process of
its own behind a pipe, so that the memory of the harness is that of the harness. The answers are
kept in a file, from which they are then read again and again, so that no twin is in the times:

- ``validate``: pydantic alone makes the wire model of each answer and drops it (the collector
  of cycles is off, as it is in the load);
- ``store``: the snapshot makes the same models and stores their rows, bytes to table;
- ``whole``: everything the harness does for a load, requests, records and hashes included.

The works take turns in each round of one run. Shares are given by the clock (the load stores in a
second thread, while the first one validates) and by the processor (both threads added up).

DuckDB's own rates for the same time entries, from Arrow and from Parquet, are the outer limit.
The last line is one JSON object; rates are rows a second, child rows counted.
"""

import gc
import json
import multiprocessing
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, BinaryIO

import duckdb

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.finders.lookups import LookupCatalog
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.session import Session, ViewName
from agentic_solver.erc3.snapshot.views import HIDDEN, ColumnRule, RowRule, build_caller_views
from agentic_solver.erc3.transport import TransportReply, encode_body
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.erc3.wire import WireReply

if TYPE_CHECKING:
    from agentic_solver.twin.platform import Twin

EMPLOYEES, PROJECTS, ENTRIES = 100_000, 20_000, 1_000_000
PAGE_LIMIT = 1_000
TABLES = (
    "employees", "employee_skills", "employee_wills", "customers", "projects", "project_team",
    "time_entries",
)  # fmt: skip
ROUNDS = 9
REPEATS = 5
PATHS = tuple(ROUTES)
HEAD = Struct("<BHI")
"""Of an answer in the file: which route, status, length."""
CALLER = Identity(
    current_user="emp_0000001", is_public=False, location="City Office", department="Sales",
    today="2025-06-16", wiki_sha1="0" * 40,
)  # fmt: skip
WIKI = WikiPages({"rules.md": "# Rules\n"})


def make_twin(share: float) -> "Twin":
    """Return a platform with one task in a company that is made while it is asked for."""
    # Imported here: the process whose memory is measured has no twin in it.
    from agentic_solver.twin.drawing.crowd import crowd  # noqa: PLC0415
    from agentic_solver.twin.expectation import Expectation  # noqa: PLC0415
    from agentic_solver.twin.platform import Twin  # noqa: PLC0415
    from agentic_solver.twin.suite import Suite  # noqa: PLC0415
    from agentic_solver.twin.task import Caller, TaskSpec  # noqa: PLC0415
    from agentic_solver.twin.wikipages import WikiPages as TwinPages  # noqa: PLC0415

    people = max(100, round(EMPLOYEES * share))
    world = crowd(
        0,
        employees=people,
        wiki="wiki",
        projects=max(20, round(PROJECTS * share)),
        time_entries=people * (ENTRIES // EMPLOYEES),
    )
    caller = Caller(
        current_user="emp_0000001", is_public=False, location="City Office", department="Sales"
    )
    task = TaskSpec(
        id="one", family="bench", world="crowd", caller=caller, text="Read.",
        expect=Expectation(outcomes=("ok_answer",)),
    )  # fmt: skip
    suite = Suite(
        path=Path("made-up"), name="made-up", description="", grading_version=1,
        page_limit=PAGE_LIMIT, require_usage=False,
        wikis={"wiki": TwinPages({"rules.md": "# Rules\n"})}, worlds={"crowd": world},
        tasks=(task,),
    )  # fmt: skip
    return Twin(suite)


def serve(pipe: Connection, share: float) -> None:
    """Answer requests from a pipe until it closes; the first message is the id of the task."""
    twin = make_twin(share)
    started = twin.handle("/tasks/start", b'{"benchmark":"made-up","spec_id":"one"}')
    pipe.send(str(json.loads(started.body)["task_id"]))
    while True:
        try:
            path, body = pipe.recv()
        except EOFError:
            return
        reply = twin.handle(path, body)
        pipe.send((reply.status, reply.body))


class PipeTransport:
    """The twin at the other end of a pipe; keeps each answer in a file."""

    def __init__(self, pipe: Connection, spool: BinaryIO) -> None:
        self._pipe = pipe
        self._spool = spool
        self.requests: Counter[str] = Counter()
        self.bytes = 0

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """Send the request."""
        self._pipe.send((path, encode_body(body)))
        status, content = self._pipe.recv()
        route = "/" + path.split("/", 3)[3]
        self.requests[route] += 1
        self.bytes += len(content)
        self._spool.write(HEAD.pack(PATHS.index(route), status, len(content)))
        self._spool.write(content)
        return TransportReply(status=status, text=content.decode("utf-8"))


def answers(spool: BinaryIO) -> Iterator[tuple[str, int, bytes]]:
    """Yield route, status and body of the answers in the file."""
    spool.seek(0)
    while head := spool.read(HEAD.size):
        place, status, length = HEAD.unpack(head)
        yield PATHS[place], status, spool.read(length)


class SpoolTransport:
    """The same answers again, in the same order."""

    def __init__(self, spool: BinaryIO) -> None:
        self._answers = answers(spool)

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """Return the next answer."""
        route, status, content = next(self._answers)
        assert path.endswith(route), (path, route, body)
        return TransportReply(status=status, text=content.decode("utf-8"))


class BareApi:
    """Validates the answers of a file and does nothing else."""

    def __init__(self, spool: BinaryIO) -> None:
        self._answers = answers(spool)

    def call(self, route: str, body: JsonObject, *, cause: str) -> JsonObject:
        """Refuse: a load of everything streams."""
        raise AssertionError((route, body, cause))

    def stream(self, route: str, body: JsonObject, *, cause: str) -> tuple[WireReply, str]:
        """Return the next answer."""
        found, status, content = next(self._answers)
        assert (found, status) == (route, 200), (found, status, body, cause)
        text = content.decode("utf-8")
        reply: WireReply = ROUTES[route].reply.model_validate_json(text)
        return reply, text


@contextmanager
def running_twin(share: float) -> Iterator[tuple[Connection, str]]:
    """Run the twin in a process of its own; yield the pipe and the id of the task."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, share), daemon=True)
    process.start()
    theirs.close()
    try:
        yield ours, ours.recv()
    finally:
        ours.close()
        process.join(10)
        process.terminate()
        process.join()


def peak_mib() -> float:
    """Return the highest resident memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def load_over_pipe(pipe: Connection, task_id: str, spool: BinaryIO) -> JsonObject:
    """Load everything from the twin, then ask; return memory and the times of the facts."""
    transport = PipeTransport(pipe, spool)
    with Session.open(CALLER) as session:
        start = peak_mib()
        api = ClientApi(Erc3Client(transport, f"/erc3-dev/{task_id}"))
        acquirer = Acquirer(session, api, wiki=WIKI, page_limit=api.client.page_limit)
        failure = acquirer.ensure_all()
        assert failure is None, failure
        loaded = peak_mib()
        counts = {table: count(session, table) for table in TABLES}
        facts = measure_facts(session, acquirer, WIKI)
    return {
        "rows": sum(counts.values()),
        "tables": dict(counts),
        "calls": dict(transport.requests),
        "megabytes": round(transport.bytes / 2**20),
        "facts_ms": facts,
        "start_mib": round(start),
        "peak_mib": round(loaded),
        "peak_with_facts_mib": round(peak_mib()),
    }


def read_only(spool: BinaryIO) -> None:
    """Read the file: what every other work has to do as well, and is taken off it."""
    for _ in answers(spool):
        pass


def validate(spool: BinaryIO) -> None:
    """Let pydantic alone make the model of each answer and drop it."""
    validators = {path: route.reply.model_validate_json for path, route in ROUTES.items()}
    gc.disable()  # as the load does
    for route, _, content in answers(spool):
        validators[route](content)
    gc.enable()


def store(spool: BinaryIO) -> None:
    """Let the snapshot store all answers."""
    with Session.open(CALLER) as session:
        assert Acquirer(session, BareApi(spool), wiki=WIKI).ensure_all() is None


def load_whole(spool: BinaryIO) -> None:
    """Do everything the harness does for a load."""
    with Session.open(CALLER) as session:
        api = ClientApi(Erc3Client(SpoolTransport(spool), "/erc3-dev/one"))
        acquirer = Acquirer(session, api, wiki=WIKI, page_limit=api.client.page_limit)
        assert acquirer.ensure_all() is None


WORKS = {"read": read_only, "validate": validate, "store": store, "whole": load_whole}


def measure_rates(spool: BinaryIO, rows: int, repeats: int) -> JsonObject:
    """Return rows a second of each work, and its share of what validation alone reaches.

    By the clock and by the processor; medians over rounds, in each of which all works run.
    """
    rounds: list[dict[str, tuple[float, float]]] = []
    for _ in range(repeats):
        times = {}
        for name, work in WORKS.items():
            gc.collect()
            clock, processor = time.perf_counter(), time.process_time()
            work(spool)
            times[name] = time.perf_counter() - clock, time.process_time() - processor
        rounds.append(times)
    figures: JsonObject = {}
    for place, kind in enumerate(("clock", "processor")):
        seconds = [
            {name: times[name][place] - times["read"][place] for name in WORKS} for times in rounds
        ]
        for name in ("validate", "store", "whole"):
            middle = statistics.median(one[name] for one in seconds)
            figures[f"{name}_rows_per_s_{kind}"] = round(rows / middle)
        for name in ("store", "whole"):
            shares = [one["validate"] / one[name] for one in seconds]
            figures[f"{name}_over_validate_{kind}"] = round(statistics.median(shares), 3)
    return figures


def count(session: Session, table: str) -> int:
    """Return the rows of a table."""
    output = session.run(f"SELECT count(*) FROM {table}")
    assert isinstance(output, FactOutput), output
    return int(str(output.rows[0][0]))


FACTS = {
    "busiest_person": (
        "SELECT e.id, e.name, w.time_slices FROM workloads w JOIN employees e ON e.id = w.employee "
        "ORDER BY w.time_slices DESC, e.id LIMIT 1"
    ),
    "hours_by_month": (
        "SELECT date_trunc('month', t.date) AS month, sum(t.hours) AS hours FROM time_entries t "
        "GROUP BY ALL ORDER BY ALL"
    ),
}
VIEWS: tuple[ViewName, ...] = ("full", "masked", "low", "high")
"""Through all of these a fact goes whose answer may rest on what the caller must not see."""
RIGHTS: dict[tuple[str, str], ColumnRule] = {
    ("employees", "salary"): HIDDEN,
    ("time_entries", "hours"): RowRule(sql="r.employee IN (SELECT id FROM me) OR r.billable"),
}
PARAPHRASES = (
    "the dock work for order 7311", "order seventeen thousand, the press", "hall order 512",
    "crane for order 19001", "the line of order 33", "order 4711, dock", "press 1024",
    "the hall (order 90)", "order 15555",
)  # fmt: skip


def measure_facts(session: Session, acquirer: Acquirer, wiki: WikiPages) -> JsonObject:
    """Return the median milliseconds of each fact, from checked SQL to rows."""
    figures: JsonObject = {}
    build_caller_views(session, RIGHTS)
    for name, sql in FACTS.items():
        figures[name] = median_ms([partial(run, session, acquirer, sql)] * ROUNDS)
        figures[f"{name}_with_rights"] = median_ms(
            [partial(run, session, acquirer, sql, VIEWS)] * ROUNDS
        )
    lookups = LookupCatalog(session, acquirer, wiki)
    works = []
    for text in PARAPHRASES:
        query = check_query(f"SELECT id, name, score FROM find_project('{text}') LIMIT 1")
        assert isinstance(query, CheckedQuery), query
        works.append(partial(find, session, acquirer, lookups, query))
    figures["first_paraphrase"] = median_ms(works[:1])
    figures["best_paraphrase"] = median_ms(works[1:])
    return figures


def run(
    session: Session, acquirer: Acquirer, sql: str, views: Sequence[ViewName] = ("full",)
) -> None:
    """Run a fact as a task does: firewall with lineage, need, certificates, the views' rows."""
    query = check_query(sql)
    assert isinstance(query, CheckedQuery), query
    assert acquirer.ensure([query]) is None
    for view in views:
        output = session.run_fact("asked", query, view=view)
        assert isinstance(output, FactOutput), output
        assert output.rows


def find(session: Session, acquirer: Acquirer, lookups: LookupCatalog, query: CheckedQuery) -> None:
    """Resolve the finder of a query as a task does, then run it."""
    for lookup in query.lookups:
        assert lookups.resolve(lookup) is None
    output = session.run(query)
    assert isinstance(output, FactOutput), output


def median_ms(works: Sequence[Callable[[], None]]) -> float:
    """Return the median milliseconds of some works, of the processor: facts run in one thread."""
    times = []
    for work in works:
        begun = time.process_time()
        work()
        times.append(1_000 * (time.process_time() - begun))
    return round(statistics.median(times), 1)


def outer_limit(rows: int) -> JsonObject:
    """Return what DuckDB alone does with as many time entries, from Arrow and from Parquet."""
    with tempfile.TemporaryDirectory() as scratch, duckdb.connect(":memory:") as connection:
        connection.execute("SET threads = 1")
        path = str(Path(scratch) / "entries.parquet")
        connection.execute(
            "CREATE TABLE made AS SELECT printf('te_%07d', i) AS id, "
            "printf('emp_%07d', i // 10) AS employee, printf('cust_%07d', i % 5000) AS customer, "
            "printf('proj_%07d', i // 50) AS project, "
            "DATE '2025-06-16' - CAST(i % 60 AS INTEGER) AS date, "
            "CAST(i % 16 / 2 AS DECIMAL(9,4)) AS hours, 'project_work' AS work_category, "
            f"'' AS notes, i % 10 < 7 AS billable, 'draft' AS status FROM range({rows}) r(i)"
        )
        connection.execute(f"COPY made TO '{path}' (FORMAT parquet)")
        arrow = connection.table("made").to_arrow_table()
        connection.register("arrow", arrow)
        connection.execute("CREATE TABLE stored AS SELECT * FROM made LIMIT 0")
        rates: JsonObject = {}
        for name, source in (("arrow", "arrow"), ("parquet", f"'{path}'")):
            begun = time.perf_counter()
            connection.execute(f"INSERT INTO stored SELECT * FROM {source}")
            rates[f"duckdb_{name}_rows_per_s"] = round(rows / (time.perf_counter() - begun))
        return rates


def main(share: float) -> None:
    """Print one JSON object."""
    gc.collect()
    gc.freeze()  # as the command line does
    with tempfile.TemporaryFile() as spool:
        with running_twin(share) as (pipe, task_id):
            figures = load_over_pipe(pipe, task_id, spool)
        figures.update(measure_rates(spool, int(str(figures["rows"])), REPEATS))
    figures.update(outer_limit(round(ENTRIES * share)))
    gc.unfreeze()  # what is frozen when Python ends is never freed, and DuckDB complains of it
    print(json.dumps(figures))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)

"""Full snapshot of a large company: memory, rows a second, and facts on what was stored.

    python benchmarks/ingest.py [SHARE]

Streams 100,000 employees, 20,000 projects, 5,000 customers and 1,000,000 time entries (SHARE of
each, default 1) from the twin through the real client into DuckDB. The twin runs in a process of
its own behind a pipe, so that memory and time of the harness are those of the harness.

What is compared, on the same bytes and interleaved in the same run:

- ``validate``: pydantic alone makes the wire model of each answer and drops it (the collector
  of cycles is off, as it is in the load);
- ``store``: the snapshot makes the same models and stores their rows, bytes to table;
- ``whole``: everything the harness does for a load, requests, records and hashes included.

Seconds are those of the processor, which other work on the machine does not lengthen.

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
from typing import TYPE_CHECKING

import duckdb

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.lookups import LookupCatalog
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.session import Session
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
    """The twin at the other end of a pipe; weighs each answer before it is handed on."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.waiting_s = 0.0
        self.warming_s = 0.0
        self.validating_s = 0.0
        self.answered_at = 0.0
        self.requests: Counter[str] = Counter()
        self.bytes = 0

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """Send the request and validate the answer once for the measurement."""
        asked = time.process_time()
        self._pipe.send((path, encode_body(body)))
        status, content = self._pipe.recv()
        reply = TransportReply(status=status, text=content.decode("utf-8"))
        got = time.process_time()
        self.waiting_s += got - asked
        route = "/" + path.split("/", 3)[3]
        if status == 200:
            self.requests[route] += 1
            self.bytes += len(content)
            model = ROUTES[route].reply
            # The first time pays for cold caches after the wait: no rate should rest on that.
            begun = time.process_time()
            model.model_validate_json(reply.text)
            self.warming_s += time.process_time() - begun
            begun = time.process_time()
            model.model_validate_json(reply.text)
            self.validating_s += time.process_time() - begun
        return reply


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


class TimedApi(ClientApi):
    """Adds up the time inside the client, so that the snapshot's own is what is left."""

    inside_s = 0.0

    def stream(self, route: str, body: JsonObject, *, cause: str | None = None) -> WireReply:
        """Stream as usual."""
        begun = time.process_time()
        try:
            return super().stream(route, body, cause=cause)
        finally:
            self.inside_s += time.process_time() - begun


def load(session: Session, pipe: Connection, prefix: str, wiki: WikiPages) -> JsonObject:
    """Load everything; return the figures."""
    transport = PipeTransport(pipe)
    api = TimedApi(Erc3Client(transport, prefix))
    acquirer = Acquirer(session, api, wiki=wiki, page_limit=api.client.page_limit)
    begun = time.process_time()
    failure = acquirer.ensure_all()
    assert failure is None, failure
    total_s = time.process_time() - begun
    peak = peak_mib()
    apart = transport.waiting_s + transport.warming_s + transport.validating_s
    whole_s = total_s - apart
    snapshot_s = whole_s - (api.inside_s - apart)
    store_s = snapshot_s + transport.validating_s
    counts = {table: count(session, table) for table in TABLES}
    rows = sum(counts.values())
    facts = measure_facts(session, acquirer, wiki)
    return {
        "rows": rows,
        "tables": dict(counts),
        "calls": dict(transport.requests),
        "megabytes": round(transport.bytes / 2**20),
        "twin_s": round(transport.waiting_s, 1),
        "validate_s": round(transport.validating_s, 2),
        "store_s": round(store_s, 2),
        "whole_s": round(whole_s, 2),
        "validate_rows_per_s": round(rows / transport.validating_s),
        "store_rows_per_s": round(rows / store_s),
        "whole_rows_per_s": round(rows / whole_s),
        "store_over_validate": round(transport.validating_s / store_s, 3),
        "whole_over_validate": round(transport.validating_s / whole_s, 3),
        "peak_mib": round(peak),
        "facts_ms": facts,
    }


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
PARAPHRASES = (
    "the dock work for order 7311", "order seventeen thousand, the press", "hall order 512",
    "crane for order 19001", "the line of order 33", "order 4711, dock", "press 1024",
    "the hall (order 90)", "order 15555",
)  # fmt: skip


def measure_facts(session: Session, acquirer: Acquirer, wiki: WikiPages) -> JsonObject:
    """Return the median milliseconds of each fact, from checked SQL to rows."""
    figures: JsonObject = {}
    for name, sql in FACTS.items():
        query = check_query(sql)
        assert isinstance(query, CheckedQuery), query
        figures[name] = median_ms([partial(run, session, acquirer, query)] * ROUNDS)
    lookups = LookupCatalog(session, acquirer, wiki)
    works = []
    for text in PARAPHRASES:
        query = check_query(f"SELECT id, name, score FROM find_project('{text}') LIMIT 1")
        assert isinstance(query, CheckedQuery), query
        works.append(partial(find, session, acquirer, lookups, query))
    figures["first_paraphrase"] = median_ms(works[:1])
    figures["best_paraphrase"] = median_ms(works[1:])
    return figures


def run(session: Session, acquirer: Acquirer, query: CheckedQuery) -> None:
    """Run a fact as a task does."""
    assert acquirer.ensure([query]) is None
    output = session.run(query)
    assert isinstance(output, FactOutput), output
    assert output.rows


def find(session: Session, acquirer: Acquirer, lookups: LookupCatalog, query: CheckedQuery) -> None:
    """Resolve the finder of a query as a task does, then run it."""
    for lookup in query.lookups:
        assert lookups.resolve(lookup) is None
    output = session.run(query)
    assert isinstance(output, FactOutput), output


def median_ms(works: Sequence[Callable[[], None]]) -> float:
    """Return the median milliseconds of some works."""
    times = []
    for work in works:
        begun = time.perf_counter()
        work()
        times.append(1_000 * (time.perf_counter() - begun))
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
    caller = Identity(
        current_user="emp_0000001", is_public=False, location="City Office", department="Sales",
        today="2025-06-16", wiki_sha1="0" * 40,
    )  # fmt: skip
    wiki = WikiPages({"rules.md": "# Rules\n"})
    gc.collect()
    gc.freeze()  # as the command line does
    with running_twin(share) as (pipe, task_id), Session.open(caller) as session:
        before = peak_mib()
        figures = load(session, pipe, f"/erc3-dev/{task_id}", wiki)
        figures["start_mib"] = round(before)
        figures["peak_with_facts_mib"] = round(peak_mib())
    figures.update(outer_limit(round(ENTRIES * share)))
    print(json.dumps(figures))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)

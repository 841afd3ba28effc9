"""Speed and memory of the twin: in the process, over loopback HTTP, and over many tasks.

    python benchmarks/twin.py

Makes a company of 150 employees. Every rate is the median of five rounds; the echo is a bare
Starlette route in a process of its own, as the twin's server is, asked in turn with it by the
same client. The last line is one JSON object.
"""

import gc
import json
import multiprocessing
import resource
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import uvicorn
from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.app import serve
from agentic_solver.twin.expectation import Expectation
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import Caller, TaskSpec
from agentic_solver.twin.wikipages import WikiPages
from agentic_solver.twin.world import World

ROUNDS = 5
SWEEPS = 60
TASKS = 1000
EMPLOYEES, CUSTOMERS, PROJECTS, ENTRIES, PAGES = 150, 25, 40, 200, 40
START = b'{"benchmark":"made-up","spec_id":"one"}'

READS: list[tuple[str, JsonObject]] = [
    ("/whoami", {}),
    ("/employees/list", {"offset": 60, "limit": 5}),
    ("/employees/search", {"query": "on 14", "limit": 5}),
    ("/employees/search", {"skills": [{"name": "skill_03", "min_level": 8}], "limit": 5}),
    ("/employees/get", {"id": "e0007"}),
    ("/wiki/list", {}),
    ("/wiki/load", {"file": "page_03.md"}),
    ("/wiki/search", {"query_regex": "(?i)harbour line 39"}),
    ("/customers/search", {"query": "client", "deal_phase": ["active"], "limit": 5}),
    ("/customers/get", {"id": "c003"}),
    ("/projects/search", {"team": {"employee_id": "e0004"}, "limit": 5}),
    ("/projects/get", {"id": "p001"}),
    ("/time/search", {"employee": "e0007", "limit": 5}),
    ("/time/summary/by-project", {"employees": ["e0007"]}),
]


def _employee(number: int) -> JsonObject:
    levels: list[JsonValue] = [
        {"name": f"skill_{n:02}", "level": 1 + (n + number) % 10} for n in range(15)
    ]
    return {
        "id": f"e{number:04}", "name": f"Person {number}", "email": f"e{number}@quay.example",
        "salary": 40_000 + number, "notes": "Knows the harbour. " * 5, "location": "Cork",
        "department": "Yard", "skills": levels, "wills": levels[:6],
    }  # fmt: skip


def _customer(number: int) -> JsonObject:
    return {
        "id": f"c{number:03}", "name": f"Client {number}", "brief": "Buys boats. " * 5,
        "location": "Ireland", "primary_contact_name": "Ada", "primary_contact_email": "a@b.c",
        "deal_phase": "active", "high_level_status": "Active", "account_manager": "e0001",
    }  # fmt: skip


def _project(number: int) -> JsonObject:
    team: list[JsonValue] = [
        {"employee": f"e{number * 3 + n:04}", "time_slice": 0.25, "role": "Engineer"}
        for n in range(4)
    ]
    return {
        "id": f"p{number:03}", "name": f"Vessel {number}", "description": "A hull. " * 8,
        "customer": f"c{number % CUSTOMERS:03}", "status": "active", "team": team,
    }  # fmt: skip


def _entry(number: int) -> JsonObject:
    return {
        "id": f"te_{number:03}", "employee": f"e{number % EMPLOYEES:04}", "customer": "c001",
        "project": f"p{number % PROJECTS:03}", "date": "2025-03-01", "hours": 7.5,
        "work_category": "internal", "notes": "", "billable": number % 2 == 0, "status": "draft",
    }  # fmt: skip


def make_twin() -> Twin:
    """Return a platform with one task in a made-up company."""
    world = {
        "wiki": "wiki",
        "today": "2025-03-20",
        "employees": [_employee(number) for number in range(EMPLOYEES)],
        "customers": [_customer(number) for number in range(CUSTOMERS)],
        "projects": [_project(number) for number in range(PROJECTS)],
        "time_entries": [_entry(number) for number in range(ENTRIES)],
    }
    pages = {
        f"page_{n:02}.md": "".join(f"Harbour line {line} of page {n}\n" for line in range(40))
        for n in range(PAGES)
    }
    caller = Caller(current_user="e0001", is_public=False, location="Cork", department="Yard")
    task = TaskSpec(
        id="one", family="bench", world="quay", caller=caller, text="Read.",
        expect=Expectation(outcomes=("ok_answer",)),
    )  # fmt: skip
    suite = Suite(
        path=Path("made-up"), name="made-up", description="", grading_version=1, page_limit=5,
        require_usage=False, wikis={"wiki": WikiPages(pages)},
        worlds={"quay": World.model_validate_json(json.dumps(world))}, tasks=(task,),
    )  # fmt: skip
    return Twin(suite)


def start_task(twin: Twin) -> str:
    """Start a task; return its id."""
    return str(json.loads(twin.handle("/tasks/start", START).body)["task_id"])


def requests_of(task_id: str) -> list[tuple[str, bytes]]:
    """Return the mixed reads of a task, as a Python client sends them."""
    return [
        (f"/erc3-dev/{task_id}{route}", json.dumps({"tool": route, **body}).encode())
        for route, body in READS
    ]


def rate(ask: Callable[[str, bytes], None], calls: list[tuple[str, bytes]], repeats: int) -> float:
    """Return the calls a second of one round."""
    started = time.perf_counter()
    for _ in range(repeats):
        for path, body in calls:
            ask(path, body)
    return repeats * len(calls) / (time.perf_counter() - started)


def measure_in_process() -> float:
    """Return the requests a second of ``Twin.handle`` on started tasks, a new one a round."""
    twin = make_twin()

    def ask(path: str, body: bytes) -> None:
        assert twin.handle(path, body).status == 200

    return statistics.median(rate(ask, requests_of(start_task(twin)), 100) for _ in range(ROUNDS))


def measure_starts() -> float:
    """Return the milliseconds that starting a task takes."""
    twin = make_twin()
    medians = []
    for _ in range(ROUNDS):
        times = []
        for _ in range(100):
            started = time.perf_counter()
            task_id = start_task(twin)
            times.append(1_000 * (time.perf_counter() - started))
            twin.handle("/tasks/complete", json.dumps({"task_id": task_id}).encode())
        medians.append(statistics.median(times))
    return statistics.median(medians)


def serve_twin(pipe: Connection) -> None:
    """Serve the made-up company; the address goes through the pipe."""
    serve(make_twin(), host="127.0.0.1", port=0, announce=pipe.send)


def serve_echo(pipe: Connection) -> None:
    """Serve a bare Starlette route that sends back what it got."""

    async def echo(request: Request) -> Response:
        return Response(await request.body(), media_type="application/json")

    app = Starlette(routes=[Route("/{path:path}", echo, methods=["POST"])])
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        pipe.send(f"http://127.0.0.1:{listener.getsockname()[1]}")
        config = uvicorn.Config(app, log_level="warning", lifespan="off")
        uvicorn.Server(config).run(sockets=[listener])


class Client:
    """One kept-alive connection: so plain that the server is what is measured."""

    def __init__(self, address: str) -> None:
        host, port = address.removeprefix("http://").split(":")
        self._socket = socket.create_connection((host, int(port)))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, path: str, body: bytes) -> bytes:
        """POST; return the body of an answer that must be a 200."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: twin\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._socket.sendall(head.encode() + body)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        lines, _, content = received.partition(b"\r\n\r\n")
        assert lines.startswith(b"HTTP/1.1 200"), lines
        size = int(lines.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        while len(content) < size:
            content += self._receive()
        return content

    def _receive(self) -> bytes:
        received = self._socket.recv(65_536)
        assert received, "the server has closed the connection"
        return received

    def time(self, path: str, body: bytes) -> None:
        """POST and forget the answer."""
        self.ask(path, body)


@contextmanager
def running(target: Callable[[Connection], None]) -> Iterator[Client]:
    """Run a server in a process of its own; yield a client of it."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=target, args=(sender,), daemon=True)
    process.start()
    try:
        assert receiver.poll(30), "the server does not start"
        yield Client(receiver.recv())
    finally:
        process.terminate()
        process.join()


def measure_http() -> tuple[float, float]:
    """Return the requests a second of the twin and of the echo, measured in turn."""
    served, echoed = [], []
    with running(serve_twin) as twin, running(serve_echo) as echo:
        task_id = str(json.loads(twin.ask("/tasks/start", START))["task_id"])
        calls = requests_of(task_id)
        for client in (twin, echo):
            rate(client.time, calls, 5)
        for _ in range(ROUNDS):
            spent = [0.0, 0.0]
            # Sweep by sweep in turn, so that a busy machine slows both alike.
            for _ in range(SWEEPS):
                for number, client in enumerate((twin, echo)):
                    spent[number] += len(calls) / rate(client.time, calls, 1)
            served.append(SWEEPS * len(calls) / spent[0])
            echoed.append(SWEEPS * len(calls) / spent[1])
    return statistics.median(served), statistics.median(echoed)


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def measure_memory() -> float:
    """Return by how much the process grows over many tasks that are started, used, completed."""
    twin = make_twin()

    def play(tasks: int) -> None:
        for _ in range(tasks):
            task_id = start_task(twin)
            for path, body in requests_of(task_id):
                twin.handle(path, body)
            answer = b'{"message":"done","outcome":"ok_answer"}'
            assert twin.handle(f"/erc3-dev/{task_id}/respond", answer).status == 200
            log = json.dumps({"task_id": task_id, "model": "m/x", "prompt_tokens": 9}).encode()
            twin.handle("/tasks/log", log)
            done = twin.handle("/tasks/complete", json.dumps({"task_id": task_id}).encode())
            assert json.loads(done.body)["eval"]["score"] == 1

    play(100)
    gc.collect()
    before = _resident_mb()
    play(TASKS)
    gc.collect()
    return _resident_mb() - before


def main() -> None:
    """Print one JSON object."""
    print(f"a company of {EMPLOYEES} employees, {len(READS)} kinds of reads", file=sys.stderr)
    growth = measure_memory()  # first, while nothing else has stretched the heap
    http, echo = measure_http()
    figures = {
        "inprocess_rps": round(measure_in_process()),
        "http_rps": round(http),
        "echo_rps": round(echo),
        "http_over_echo": round(http / echo, 2),
        "task_start_ms_p50": round(measure_starts(), 3),
        "tasks": TASKS,
        "memory_growth_mb": round(growth, 2),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

"""A run over several hosts that loses some of them, beside one that is left in peace.

    sudo python -m benchmarks.hosts [TROUBLE ...] [--suite erc3-dev] [--tasks 40] [--workers 8]

Five hosts on one machine (network namespaces on a bridge, with a mount of /tmp of their own): the
platform and a model on one, a Dask scheduler, two workers, and the driver of the run; the workspace
is the only folder that all of them share. Each trouble is a run of its own, beside one that the
driver plays alone. The last line is one JSON object; the exit code is 1 if a decision, a grade or
a write differs, or a model call was paid again that had been answered. Needs root and iproute2:
without them one sentence says so.
"""

import argparse
import ctypes
import fcntl
import heapq
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.verify import verify_run
from agentic_solver.llm.recording import load_records
from agentic_solver.twin.suite import find_suite, load_suite
from agentic_solver.workspace import Workspace, init_workspace
from benchmarks.kill import decided, written

ADDRESSES = {"platform": 1, "scheduler": 2, "worker1": 3, "worker2": 4, "driver": 5}
PLATFORM, MODEL = "http://10.77.0.1:8080", "http://10.77.0.1:8081"
SCHEDULER = "tcp://10.77.0.2:8786"
PATIENCE_S = 900.0
KEPT = " again, though its answer was kept"
MODEL_S = 0.3
"""How long the model thinks."""
CARRIED = 16
"""Tasks of which the costs of a cluster are measured."""
ROOT = Path(__file__).resolve().parents[1]


def ip(*words: str) -> None:
    """Run ip(8)."""
    subprocess.run(["ip", *words], check=True)


def enter(name: str) -> None:
    """Put the calling thread into the network of a host."""
    file = os.open(f"/run/netns/{name}", os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(file, 0x40000000) != 0:
        raise OSError(ctypes.get_errno(), "setns")
    os.close(file)


@dataclass(slots=True)
class Net:
    """Hosts on a bridge; all of them end with the network."""

    shared: Path
    prefix: str = field(default_factory=lambda: f"hosts{os.getpid()}")
    running: dict[str, list["subprocess.Popen[str]"]] = field(default_factory=dict)

    def name(self, host: str) -> str:
        return f"{self.prefix}-{host}"

    def open(self, *, lossy: bool) -> None:
        hub = self.name("hub")
        ip("netns", "add", hub)
        ip("-n", hub, "link", "add", "bridge", "type", "bridge")
        ip("-n", hub, "link", "set", "bridge", "up")
        for host, number in ADDRESSES.items():
            own = self.name(host)
            ip("netns", "add", own)
            ip("-n", own, "link", "set", "lo", "up")
            if lossy and host == "platform":
                self.wire(hub, own)
            else:
                ip("-n", own, "link", "add", "eth0", "type", "veth",
                   "peer", "name", host, "netns", hub)  # fmt: skip
            ip("-n", hub, "link", "set", host, "master", "bridge", "up")
            ip("-n", own, "address", "add", f"10.77.0.{number}/24", "dev", "eth0")
            ip("-n", own, "link", "set", "eth0", "up")

    def wire(self, hub: str, own: str) -> None:
        """Join the platform by a wire that is slow and loses frames (the kernel may lack netem)."""
        command = [sys.executable, "-m", "benchmarks.hosts", "--wire", hub, own]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.running.setdefault("wire", []).append(process)
        assert process.stdout is not None
        process.stdout.readline()

    def begin(self, host: str, *command: str, **more: Any) -> "subprocess.Popen[str]":
        """Start a command on a host, with a folder for temporary files that no other one sees."""
        own = self.shared.parent / "own"
        wrapped = f'mount -t tmpfs own {own} && exec "$@"'
        if more.pop("unshared", False):
            wrapped = f"mount -t tmpfs none {self.shared} && {wrapped}"
        process = subprocess.Popen(
            ["ip", "netns", "exec", self.name(host), "unshare", "-m", "sh", "-c", wrapped, "sh",
             sys.executable, "-m", *command],
            text=True, start_new_session=True, cwd=ROOT,
            env={**os.environ,  # noqa: TID251  (of a child)
                 "TMPDIR": str(own), "OPENAI_BASE_URL": MODEL, "HOME": str(own),
                 "PYTHONPATH": str(ROOT)},
            **more,
        )  # fmt: skip
        self.running.setdefault(host, []).append(process)
        return process

    def kill(self, host: str) -> None:
        """Kill all that runs on a host; no process of it has the time to say a word."""
        for process in self.running.pop(host, []):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                process.kill()
            process.wait()

    def cut(self, host: str) -> None:
        ip("-n", self.name("hub"), "link", "set", host, "down")

    def join(self, host: str) -> None:
        ip("-n", self.name("hub"), "link", "set", host, "up")

    def close(self) -> None:
        for host in tuple(self.running):
            self.kill(host)
        for host in ("hub", *ADDRESSES):
            subprocess.run(["ip", "netns", "del", self.name(host)], check=False)

    def inside(self, host: str, work: Callable[[], Any]) -> Any:
        """Return what a function returns that is called on a host."""
        with ThreadPoolExecutor(1, initializer=enter, initargs=(self.name(host),)) as thread:
            return thread.submit(work).result()


def wire(hub: str, own: str, *, delay_s: float = 0.02, loss: float = 0.02) -> None:
    """Carry frames between two ends, late, and not all of them; until killed."""
    enter(hub)
    files = []
    for name in ("platform", "eth0"):
        file = os.open("/dev/net/tun", os.O_RDWR)
        tap_without_header = 0x0002 | 0x1000
        fcntl.ioctl(file, 0x400454CA, struct.pack("16sH22x", name.encode(), tap_without_header))
        files.append(file)
    ip("link", "set", "eth0", "netns", own)
    print("there", flush=True)
    source, late, number = random.Random(0), list[tuple[float, int, int, bytes]](), 0
    while True:
        wait = max(0.0, late[0][0] - time.monotonic()) if late else None
        for file in select.select(files, [], [], wait)[0]:
            frame = os.read(file, 65_536)
            if source.random() >= loss:
                number += 1
                other = files[1 - files.index(file)]
                heapq.heappush(late, (time.monotonic() + delay_s, number, other, frame))
        while late and late[0][0] <= time.monotonic():
            _, _, file, frame = heapq.heappop(late)
            try:
                os.write(file, frame)
            except OSError:  # the other end is not up yet
                continue


def serve_model(suite: str, ledger: Path) -> None:
    """Answer chat completions from recordings; each answer is paid for in a ledger."""
    texts = {spec.id: spec.text for spec in load_suite(find_suite(suite), seed=0).tasks}
    plans = {
        tuple(record.key.split("/")[1:]): record.reply.text
        for record in load_records(builtin_recordings(suite))
    }
    longest = sorted(texts, key=lambda task: -len(texts[task]))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["content-length"]))
            told = [one["content"] for one in json.loads(asked)["messages"]]
            users = "\n".join(told)
            task = next((task for task in longest if f"Request:\n{texts[task]}" in users), "")
            rounds = 1 + len(re.findall(r"^Round \d+:$", users, re.MULTILINE))
            what = f"r{rounds}"
            if not task:  # the reader is told the request alone
                task = next(task for task in longest if texts[task] == told[-1])
                what = "reading"
            logs = ledger.parent.glob(f"place/runs/*/tasks/{task}/model.jsonl")
            kept = any(f'/{task}/{what}"'.encode() in log.read_bytes() for log in logs)
            time.sleep(MODEL_S)
            said = plans.get((task, what))
            message = {"role": "assistant", "content": said}
            stop = "stop" if said is not None else "content_filter"
            answer = {"id": "c", "object": "chat.completion", "created": 1, "model": "served",
                      "choices": [{"index": 0, "finish_reason": stop, "message": message}],
                      "usage": {"prompt_tokens": 9, "completion_tokens": 9}}  # fmt: skip
            content = json.dumps(answer).encode()
            with ledger.open("a", encoding="utf-8") as paid:
                paid.write(f"{task}/{what}{KEPT if kept else ''}\n")
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: object) -> None: ...

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, request: object, address: object) -> None:
            """A worker that was killed."""

    Server(("10.77.0.1", 8081), Handler).serve_forever()


@dataclass(slots=True)
class Game:
    """One run and what outlives it."""

    net: Net
    place: Path
    ledger: Path
    suite: str
    tasks: tuple[str, ...]
    workers: int
    log: Path

    def driver(self, *options: str, workers: int = 0) -> "subprocess.Popen[str]":
        given = options or (self.suite, "--tasks", ",".join(self.tasks))
        return self.net.begin(
            "driver", "agentic_solver", "run", *given, "--workspace", str(self.place), "--json",
            "--proposer", "openai", "--model", "served", "--platform", PLATFORM,
            "--workers", str(workers or self.workers),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def clustered(self, *options: str, workers: int = 0) -> "subprocess.Popen[str]":
        given = options or (self.suite, "--tasks", ",".join(self.tasks))
        return self.driver(*given, "--backend", "dask", "--scheduler", SCHEDULER, workers=workers)

    def run(self) -> Path | None:
        found = [path.parent for path in (self.place / "runs").glob("*/manifest.json")]
        return min(found) if found else None

    def events(self) -> Counter[str]:
        run = self.run()
        log = run / "events.jsonl" if run else None
        if log is None or not log.is_file():
            return Counter()
        return Counter(str(event["event"]) for _, event in read_log(log))

    def reach(self, share: float) -> None:
        """Wait until a share of the tasks is finished."""
        until = time.monotonic() + PATIENCE_S
        while self.events()["task_finished"] < share * len(self.tasks):
            if time.monotonic() > until:
                raise SystemExit("the run does not come that far")
            time.sleep(0.05)

    def worker(self, host: str, **more: Any) -> "subprocess.Popen[str]":
        log = self.log.open("a")
        return self.net.begin(
            host, "distributed.cli.dask_worker", SCHEDULER, "--nworkers", "1", "--nthreads",
            str(-(-self.workers // 2)), "--no-dashboard", stdout=log, stderr=log, **more,
        )  # fmt: skip

    def scheduler(self) -> None:
        log = self.log.open("a")
        self.net.begin(
            "scheduler", "distributed.cli.dask_scheduler", "--host", "10.77.0.2", "--port", "8786",
            "--no-dashboard", stdout=log, stderr=log,
        )  # fmt: skip
        self.net.inside("driver", lambda: answers("10.77.0.2", 8786))

    def await_workers(self, count: int) -> None:
        while self.log.read_text(encoding="utf-8").count("Registered to:") < count:
            time.sleep(0.1)

    def paid(self) -> Counter[str]:
        return Counter(self.ledger.read_text(encoding="utf-8").splitlines())


def answers(host: str, port: int) -> None:
    """Wait until somebody listens."""
    until = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection((host, port), timeout=1).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


@contextmanager
def hosts(suite: str, tasks: tuple[str, ...], workers: int, *, lossy: bool) -> Iterator[Game]:
    """Yield a game whose platform and model run; all hosts end with it."""
    with tempfile.TemporaryDirectory(prefix="hosts-") as scratch, ExitStack() as stack:
        shared = Path(scratch) / "shared"
        shared.mkdir()
        (Path(scratch) / "own").mkdir()
        net = Net(shared)
        stack.callback(net.close)
        net.open(lossy=lossy)
        init_workspace(shared / "place")
        ledger, log = shared / "paid.txt", Path(scratch) / "log.txt"
        ledger.touch()
        with log.open("a") as out:
            net.begin("platform", "agentic_solver", "twin", "serve", "--suite", suite,
                      "--host", "10.77.0.1", "--port", "8080", stdout=out, stderr=out)  # fmt: skip
            net.begin(
                "platform",
                "benchmarks.hosts",
                "--model",
                suite,
                str(ledger),
                stdout=out,
                stderr=out,
            )
        for port in (8080, 8081):
            net.inside("driver", partial(answers, "10.77.0.1", port))
        yield Game(net, shared / "place", ledger, suite, tasks, workers, log)


def ended(process: "subprocess.Popen[str]", expected: int = 0) -> str:
    """Wait for a run; return its complaint."""
    out, err = process.communicate(timeout=PATIENCE_S)
    if process.returncode != expected:
        raise SystemExit(f"the run ended with {process.returncode}:\n{out[-500:]}\n{err[-3000:]}")
    return err


def alone(game: Game) -> None:
    ended(game.driver())


def calm(game: Game) -> None:
    ended(game.clustered())


def carried_ms(game: Game) -> tuple[float, float]:
    """Return what a task costs apart from its own time, on the driver alone and on warm workers.

    It is the difference between a run of several tasks and one of a single task: what is loaded
    once counts in both.
    """
    found = []
    for start in (game.driver, game.clustered):
        apart = []
        for count in (1, CARRIED):
            run = start(game.suite, "--tasks", ",".join(game.tasks[:count]), workers=1)
            summary = json.loads(run.communicate(timeout=PATIENCE_S)[0])
            own = sum(result["wall_s"] for result in summary["results"])
            apart.append(summary["wall_s"] - own)
        found.append(round(1000 * (apart[1] - apart[0]) / (CARRIED - 1), 1))
    return found[0], found[1]


def killed_worker(game: Game) -> None:
    run = game.clustered()
    game.reach(0.3)
    game.net.kill("worker1")
    ended(run)


def _parted(game: Game, seconds: float) -> None:
    run = game.clustered()
    game.reach(0.3)
    game.net.cut("worker1")
    time.sleep(seconds)
    game.net.join("worker1")
    ended(run)


def parted(game: Game) -> None:
    _parted(game, 20)


def parted_for_long(game: Game) -> None:
    _parted(game, 60)


def parted_platform(game: Game) -> None:
    run = game.clustered()
    game.reach(0.3)
    game.net.cut("platform")
    time.sleep(60)
    game.net.join("platform")
    run.communicate(timeout=PATIENCE_S)
    if run.returncode:
        print(f"the run ended with {run.returncode}, and goes on")
        ended(game.clustered("--resume", str(game.run())))


def dead_scheduler(game: Game) -> None:
    run = game.clustered()
    game.reach(0.3)
    game.net.kill("scheduler")
    print(ended(run, 2).strip().splitlines()[-1])
    # What the workers have begun they may still play.
    ended(game.driver("--resume", str(game.run()), "--backend", "local"))


def unshared_worker(game: Game) -> None:
    """A worker that does not see the workspace plays nothing, and says why."""
    game.net.kill("worker1")
    game.net.kill("worker2")
    game.worker("worker1", unshared=True)
    game.await_workers(3)
    print(ended(game.clustered(), 2).strip().splitlines()[-1])
    ended(game.driver("--resume", str(game.run()), "--backend", "local"))


def killed_driver(game: Game) -> None:
    game.clustered()
    game.reach(0.3)
    game.net.kill("driver")
    ended(game.clustered("--resume", str(game.run())))


TROUBLES: dict[str, Callable[[Game], None]] = {
    "calm": calm,
    "killed-worker": killed_worker,
    "parted": parted,
    "parted-for-long": parted_for_long,
    "parted-platform": parted_platform,
    "dead-scheduler": dead_scheduler,
    "unshared-worker": unshared_worker,
    "killed-driver": killed_driver,
    "lossy": calm,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What is known of a run that is over."""

    decided: dict[str, Any]
    written: dict[str, Counter[str]]
    paid: Counter[str]
    carried_ms: tuple[float, float]
    """Of each task, beside its own time: on the driver alone, and on the workers."""
    events: Counter[str]
    seconds: float
    problems: tuple[object, ...]


def play(name: str, work: Callable[[Game], None], arguments: argparse.Namespace,
         tasks: tuple[str, ...]) -> Outcome:  # fmt: skip
    """Play a run on hosts of its own."""
    with hosts(arguments.suite, tasks, arguments.workers, lossy=name == "lossy") as game:
        if name != "alone":
            game.scheduler()
            game.worker("worker1")
            game.worker("worker2")
            game.await_workers(2)
        started = time.monotonic()
        work(game)
        seconds = time.monotonic() - started
        run = game.run()
        assert run is not None
        replay_run(run, Workspace(game.place))
        return Outcome(
            decided=decided(run, tasks),
            written=game.net.inside("driver", lambda: written(PLATFORM, run, tasks)),
            paid=game.paid(),
            carried_ms=carried_ms(game) if name == "calm" else (0.0, 0.0),
            events=game.events(),
            seconds=seconds,
            problems=verify_run(run).problems,
        )


def compare(calm: Outcome, troubled: Outcome) -> JsonObject:
    """Return what differs between two runs."""
    names = ("response", "evaluation", "decisions")
    pairs = [(task, calm.decided[task], troubled.decided[task]) for task in calm.decided]
    return {
        "right": sum(one["evaluation"].get("score") == 1.0 for _, _, one in pairs),
        "other_decisions_or_grades": [t for t, a, b in pairs if any(a[n] != b[n] for n in names)],
        "decision_files_identical": sum(a["bytes"] == b["bytes"] for _, a, b in pairs),
        "writes": sum(sum(one.values()) for one in troubled.written.values()),
        "writes_differing": [
            t for t in calm.written if calm.written[t] != troubled.written[t]
        ],
        "model_calls": sum(troubled.paid.values()),
        "model_answers_lost": sum((troubled.paid - calm.paid).values()),
        "model_calls_repeated": sum(n for one, n in troubled.paid.items() if one.endswith(KEPT)),
        "taken_up": troubled.events["task_continued"] + troubled.events["task_restarted"],
        "problems": len(troubled.problems),
        "seconds": round(troubled.seconds, 1),
    }  # fmt: skip


def chosen(suite: str, count: int) -> tuple[str, ...]:
    """Return task ids, those that write first; each has a text that no other one has."""
    specs = load_suite(find_suite(suite), seed=0).tasks
    texts = Counter(spec.text for spec in specs)
    known = [spec for spec in specs if texts[spec.text] == 1]
    known.sort(key=lambda spec: spec.expect.changes == "none")
    wanted = {spec.id for spec in known[:count]}
    return tuple(spec.id for spec in specs if spec.id in wanted)


def main() -> None:
    """Play and print how the runs compare."""
    if sys.argv[1:2] == ["--wire"]:
        return wire(*sys.argv[2:])
    if sys.argv[1:2] == ["--model"]:
        return serve_model(sys.argv[2], Path(sys.argv[3]))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("troubles", nargs="*", metavar="TROUBLE")
    parser.add_argument("--suite", default="erc3-dev")
    parser.add_argument("--tasks", type=int, default=40)
    parser.add_argument("--workers", type=int, default=8)
    arguments = parser.parse_args()
    if os.geteuid() != 0 or not all(map(shutil.which, ("ip", "unshare"))):
        print("skipped: making hosts needs root, ip (iproute2) and unshare (util-linux)")
        return None
    tasks = chosen(arguments.suite, arguments.tasks)
    peace = play("alone", alone, arguments, tasks)
    figures: JsonObject = {"tasks": len(tasks),
                           "seconds_alone": round(peace.seconds, 1)}  # fmt: skip
    bad = False
    for name in arguments.troubles or TROUBLES:
        outcome = play(name, TROUBLES[name], arguments, tasks)
        found = compare(peace, outcome)
        if name == "calm":
            alone_ms, there_ms = outcome.carried_ms
            found.update(carried_alone_ms=alone_ms, carried_ms=there_ms)
        print(name, json.dumps(found), flush=True)
        figures[name] = found
        bad = bad or any(found[key] for key in BAD)
    print(json.dumps(figures))
    sys.exit(1 if bad else 0)


BAD = ("other_decisions_or_grades", "writes_differing", "model_calls_repeated", "problems")

if __name__ == "__main__":
    main()

"""A run that is killed over and over (SIGKILL) and resumed, beside one that is left in peace.

    python benchmarks/kill.py [--kills 200] [--tasks 103 | --tasks a,b,c] [--platform served]
                              [--by operations|time] [--workers 1] [--seed 0]

``served`` plays on a twin behind HTTP, which lives on while the runs die, as the real platform
does; ``twin`` on one in the process of the run, whose universes die with it. Each process is killed
after a drawn number of operations (writes to the disk, replacements of files, requests to the
platform before they are sent and after they are answered), or after a drawn time. The last line is
one JSON object; the exit code is 1 if a decision, a grade or a write differs.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.platform import PlatformClient
from agentic_solver.erc3.transport import LiveTransport, Transport, TransportReply
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.task_folder import safe_name
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.twin.app import serve
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import find_suite, load_suite
from agentic_solver.workspace import Workspace, init_workspace

SUITE = "erc3-dev"
WRITES = ("/update", "/log", "/respond")
PATIENCE_S = 600.0


@dataclass(slots=True)
class Fuse:
    """Kills this very process after a number of operations."""

    left: int
    pid: int = field(default_factory=os.getpid)

    def tick(self) -> None:
        self.left -= 1
        if self.left == 0 and os.getpid() == self.pid:
            os.kill(self.pid, signal.SIGKILL)

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def done(*arguments: Any, **named: Any) -> Any:
            value = function(*arguments, **named)
            self.tick()
            return value

        return done


@dataclass(frozen=True, slots=True)
class FusedTransport:
    """Burns the fuse before each request and after each answer."""

    inner: Transport
    fuse: Fuse

    def post(self, path: str, body: JsonObject) -> TransportReply:
        self.fuse.tick()
        reply = self.inner.post(path, body)
        self.fuse.tick()
        return reply


@dataclass(frozen=True, slots=True)
class PaidModel:
    """Recorded replies; each one is paid for in a ledger that outlives the process."""

    inner: ReplayingModel
    ledger: Path
    name: str = "replay"

    def complete(self, request: ModelRequest) -> ModelReply:
        reply = self.inner.complete(request)
        with self.ledger.open("a", encoding="utf-8") as ledger:
            ledger.write(f"{request.id} {request.key}\n")
        return reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """What all processes of this script share; they are forks of one that has it loaded."""

    model: ReplayingModel
    workspace: Workspace
    tasks: tuple[str, ...]
    workers: int
    served: bool

    def play(self, address: str, ledger: Path, resume: Path | None, fuse: Fuse | None) -> None:
        opened = open_benchmark(SUITE, address, load_settings({}), seed=0)
        opened = replace(opened, recorded_as=f"{SUITE}@0")
        if fuse is not None:
            opened = replace(opened, transport=FusedTransport(opened.transport, fuse))
            os.write, os.replace = fuse.around(os.write), fuse.around(os.replace)
        run_benchmark(
            RunOptions(benchmark=SUITE, tasks=self.tasks, platform=address, workers=self.workers),
            benchmark=opened,
            workspace=self.workspace,
            model=PaidModel(self.model, ledger),
            sleep=lambda _seconds: None,
            resume=resume,
        )


def forked(work: Callable[[], None], kill_after_s: float | None = None) -> bool:
    """Do some work in a child; return whether it came to its end, not killed."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException as error:  # noqa: BLE001  (a child says so and ends, whatever it was)
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(code)
    if kill_after_s is not None:
        time.sleep(kill_after_s)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return False
    if os.WEXITSTATUS(status):
        raise SystemExit("a process of the run failed: see above")
    return True


SERVERS: list[int] = []
"""Processes that serve twins."""


def served_twin() -> str:
    """Serve a fresh twin in a process of its own; return its address."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        twin = Twin(load_suite(find_suite(SUITE), seed=0), seed=0)
        serve(
            twin,
            host="127.0.0.1",
            port=0,
            announce=lambda address: (os.write(writing, address.encode()), None)[1],
        )
        os._exit(0)
    address = os.read(reading, 200).decode()
    os.close(reading)
    os.close(writing)
    SERVERS.append(child)
    return address


def decided(run: Path, tasks: tuple[str, ...]) -> dict[str, Any]:
    """Return of each task what was decided and how it was graded."""
    found = {}
    for task in tasks:
        folder = run / "tasks" / safe_name(task)
        rounds = sorted(folder.glob("round-*/decision.json"))
        decisions = [json.loads(path.read_text(encoding="utf-8")) for path in rounds]
        found[task] = {
            "response": json.loads((folder / "response.json").read_text(encoding="utf-8")),
            "evaluation": json.loads((folder / "evaluation.json").read_text(encoding="utf-8")),
            "decisions": [
                {name: one[name] for name in ("verdict", "plan_id", "response", "writes", "case")}
                for one in decisions
            ],
            "bytes": [path.read_bytes() for path in rounds],
        }
    return found


def written(address: str, run: Path, tasks: tuple[str, ...]) -> dict[str, Counter[str]]:
    """Return of each task the writes that reached the platform, as the platform tells."""
    platform = PlatformClient(LiveTransport(address), account_key="key-local")
    ids = {str(e["task"]): str(e["id"]) for _, e in read_log(run / "events.jsonl") if "id" in e}
    return {
        task: Counter(
            f"{entry.text} {json.dumps(entry.body, sort_keys=True)}"
            for entry in platform.task_detail(ids[task]).logs
            if str(entry.text).split(":")[0].endswith(WRITES)
        )
        for task in tasks
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One run with all that outlived it."""

    run: Path
    ledger: Path
    address: str
    kills: int
    seconds: float

    def paid(self) -> Counter[str]:
        return Counter(self.ledger.read_text(encoding="utf-8").splitlines())


def play(game: Game, place: Path, draw: Callable[[], tuple[int, float | None]] | None) -> Played:
    """Play a run to its end, in as many processes as ``draw`` leaves alive."""
    game = replace(game, workspace=Workspace(place))
    init_workspace(place)
    ledger, kills = place / "paid.txt", 0
    ledger.touch()
    address = served_twin() if game.served else "twin"
    started = time.monotonic()
    while True:
        runs = [path.parent for path in (place / "runs").glob("*/manifest.json")]
        resume = runs[0] if runs else None
        operations, life_s = draw() if draw is not None else (0, None)

        def work(resume: Path | None = resume, left: int = operations) -> None:
            game.play(address, ledger, resume, Fuse(left) if left else None)

        if forked(work, life_s):
            break
        kills += 1
        if time.monotonic() - started > PATIENCE_S:
            raise SystemExit("the run does not come to its end")
    (run,) = (path.parent for path in (place / "runs").glob("*/manifest.json"))
    seconds = time.monotonic() - started
    return Played(run=run, ledger=ledger, address=address, kills=kills, seconds=seconds)


def compare(game: Game, calm: Played, killed: Played) -> JsonObject:
    """Return what differs between the two runs."""
    before, after = decided(calm.run, game.tasks), decided(killed.run, game.tasks)
    names = ("response", "evaluation", "decisions")
    other = [t for t in game.tasks if any(before[t][n] != after[t][n] for n in names)]
    equal = sum(before[task]["bytes"] == after[task]["bytes"] for task in game.tasks)
    paid_before, paid_after = calm.paid(), killed.paid()
    twice = sum((paid_after - paid_before).values())
    figures: JsonObject = {
        "tasks": len(game.tasks),
        "kills": killed.kills,
        "right": sum(one["evaluation"].get("score") == 1.0 for one in after.values()),
        "other_decisions_or_grades": [*other],
        "decision_files_identical": equal,
        "model_calls": sum(paid_before.values()),
        "model_calls_repeated": twice,
        "seconds_calm": round(calm.seconds, 1),
        "seconds_killed": round(killed.seconds, 1),
    }
    if game.served:
        wrote = [written(one.address, one.run, game.tasks) for one in (calm, killed)]
        figures["writes"] = sum(sum(one.values()) for one in wrote[0].values())
        figures["writes_differing"] = [t for t in game.tasks if wrote[0][t] != wrote[1][t]]
    report = replay_run(killed.run, Workspace(killed.run.parents[1]))
    figures["replayed_files"] = report.files
    return figures


def drawing(arguments: argparse.Namespace, each: float) -> Callable[[], tuple[int, float | None]]:
    """Return what draws when the next process dies; after the last kill none does."""
    source, left = random.Random(arguments.seed), [arguments.kills]

    def draw() -> tuple[int, float | None]:
        if left[0] == 0:
            return 0, None
        left[0] -= 1
        if arguments.by == "time":
            return 0, source.uniform(0.02, 2 * each)
        return source.randint(1, max(2, int(2 * each))), None

    return draw


def chosen(asked: str) -> tuple[str, ...]:
    """Return task ids: those named, or as many as are wanted, those that write first."""
    if not asked.isdigit():
        return tuple(asked.split(","))
    specs = load_suite(find_suite(SUITE), seed=0).tasks
    writing = [spec.id for spec in specs if spec.expect.changes != "none"]
    others = [spec.id for spec in specs if spec.expect.changes == "none"]
    wanted = set((writing + others)[: int(asked)])
    return tuple(spec.id for spec in specs if spec.id in wanted)


def main() -> None:
    """Play both runs and print how they compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tasks", default="103")
    parser.add_argument("--platform", choices=("served", "twin"), default="served")
    parser.add_argument("--by", choices=("operations", "time"), default="operations")
    parser.add_argument("--each", type=float, default=0.0, help="mean life of a process")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    tasks = chosen(arguments.tasks)
    with tempfile.TemporaryDirectory() as scratch:
        game = Game(
            model=ReplayingModel.load(builtin_recordings(SUITE), match="task"),
            workspace=Workspace(Path(scratch)),
            tasks=tasks,
            workers=arguments.workers,
            served=arguments.platform == "served",
        )
        try:
            calm = play(game, Path(scratch) / "calm", None)
            # So that the kills spread over the whole run: each life is a share of all operations.
            each = arguments.each or 60.0 * len(tasks) / max(1, arguments.kills)
            killed = play(game, Path(scratch) / "killed", drawing(arguments, each))
            figures = compare(game, calm, killed)
        finally:
            for server in SERVERS:
                os.kill(server, signal.SIGKILL)
                os.waitpid(server, 0)
    print(json.dumps(figures))
    bad = ("other_decisions_or_grades", "writes_differing", "model_calls_repeated")
    sys.exit(1 if any(figures.get(name) for name in bad) else 0)


if __name__ == "__main__":
    main()

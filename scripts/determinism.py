"""Are decisions the same bytes whatever must not matter? Exit code 1 if any differs.

    python scripts/determinism.py [--tasks N] [--suite NAME ...]

Plays erc3-dev and erc3-prod with their recorded plans, and erc3-test (for which there are none)
with plans of erc3-prod: nonsense there, and a decision all the same. That is done three times
over two hash seeds, 1 and 8 workers, and then with all records in another order. Each way is a
process of its own; the decisions of every round and the response are compared by digest.

In another order of records the company's answers are other bytes and may take another page to
find. There the digests leave out which calls were made and their hashes, and the order of skills,
wishes and seats in the body of a write that gives a record back whole (with the ids that are
made of the body). The last line is one JSON object.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SUITES = ("erc3-dev", "erc3-prod", "erc3-test")
LENDER = "erc3-prod"
"""Whose plans are played where there are none."""
_HASHES = frozenset({"response_hash", "attempt_id", "write_key"})
_UNORDERED = frozenset({"skills", "wills", "team"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to play that must not matter."""

    name: str
    hash_seed: str = "0"
    workers: int = 1
    order: bool = False


WAYS = (
    Way(name="run 1"),
    Way(name="run 2: another hash seed, 8 workers", hash_seed="4711", workers=8),
    Way(name="run 3: 8 workers", workers=8),
    Way(name="another order of records, another hash seed", hash_seed="4711", order=True),
)
"""The first is what the others are compared with."""


def without_order(value: Any) -> Any:
    """Return a decision without what follows the order of the company's records."""
    if isinstance(value, dict):
        return {
            key: _any_order(item) if key == "payload" else without_order(item)
            for key, item in value.items()
            if not (key == "calls" and _are_records(item)) and key not in _HASHES
        }
    return [without_order(item) for item in value] if isinstance(value, list) else value


def _any_order(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the body of a write with its lists of records sorted."""
    return {
        key: sorted(item, key=json.dumps) if key in _UNORDERED and isinstance(item, list) else item
        for key, item in payload.items()
    }


def _are_records(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(i, dict) and "cause" in i for i in value)


def digests(run_dir: Path) -> dict[str, list[str]]:
    """Return two digests for each task: of all bytes, and of what no order decides."""
    found: dict[str, list[str]] = {}
    for task in sorted((run_dir / "tasks").iterdir()):
        whole, bare = sha256(), sha256()
        for path in sorted([*task.glob("round-*/decision.json"), *task.glob("response.json")]):
            content = path.read_bytes()
            whole.update(content)
            bare.update(json.dumps(without_order(json.loads(content)), sort_keys=True).encode())
        found[task.name] = [whole.hexdigest(), bare.hexdigest()]
    return found


def play(suite: str, way: Way, tasks: int) -> dict[str, list[str]]:
    """Play a suite in this process; return the digests of its tasks."""
    # Imported here: the parent process only compares.
    from agentic_solver.erc3.propose.reader import is_reading  # noqa: PLC0415
    from agentic_solver.harness.benchmark import open_benchmark  # noqa: PLC0415
    from agentic_solver.harness.models import builtin_recordings  # noqa: PLC0415
    from agentic_solver.harness.options import RunOptions  # noqa: PLC0415
    from agentic_solver.harness.runner import run_benchmark  # noqa: PLC0415
    from agentic_solver.llm.recording import load_records  # noqa: PLC0415
    from agentic_solver.llm.replaying import ReplayingModel  # noqa: PLC0415
    from agentic_solver.settings import load_settings  # noqa: PLC0415
    from agentic_solver.workspace import Workspace, init_workspace  # noqa: PLC0415

    variation = ("order",) if way.order else ()
    benchmark = open_benchmark(suite, "twin", load_settings({}), seed=0, variation=variation)
    assert benchmark.suite is not None
    names = [spec.id for spec in benchmark.suite.tasks][: tasks or None]
    own = builtin_recordings(suite)
    records = list(load_records(own if own.is_dir() else builtin_recordings(LENDER)))
    if not own.is_dir():
        lent: dict[str, list[Any]] = {}
        for record in records:
            if is_reading(record.key):
                continue
            lent.setdefault(record.key, []).append(record)
        groups = [lent[key] for key in sorted(lent)]
        # A model that has no more to say would end the run: it says the same again.
        records = [
            without_rules(groups[place % len(groups)][0]).model_copy(
                update={"key": f"{benchmark.recorded_as}/{name}/r{number}", "position": position}
            )
            for place, name in enumerate(names)
            for number in (1, 2)
            for position in (1, 2, 3)
        ]
    with tempfile.TemporaryDirectory() as scratch:
        init_workspace(Path(scratch) / "place")
        summary = run_benchmark(
            RunOptions(
                benchmark=suite, tasks=tuple(names), workers=way.workers, variation=variation
            ),
            benchmark=benchmark,
            workspace=Workspace(Path(scratch) / "place"),
            model=ReplayingModel(records, match="task"),
        )
        return {f"{suite}/{k}": v for k, v in digests(Path(summary.run_dir)).items()}


def without_rules(record: Any) -> Any:
    """Return a recorded plan that cites no rule: those it cites are of another company."""
    try:
        text = json.dumps({**json.loads(record.reply.text), "rules": []})
    except ValueError:
        return record
    return record.model_copy(update={"reply": record.reply.model_copy(update={"text": text})})


def played(way: Way, tasks: int, suites: tuple[str, ...]) -> dict[str, list[str]]:
    """Play the suites in a process of its own."""
    described = json.dumps([way.name, way.hash_seed, way.workers, way.order])
    variables = [f"PYTHONHASHSEED={way.hash_seed}", f"PYTHONPATH={ROOT}"]
    script = [sys.executable, str(Path(__file__).resolve())]
    command = ["env", *variables, *script, "--tasks", str(tasks), "--way", described]
    command += [word for suite in suites for word in ("--suite", suite)]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def differing(
    first: Mapping[str, list[str]], other: Mapping[str, list[str]], *, bare: bool
) -> list[str]:
    """Return the tasks whose decisions differ, or that only one of both has."""
    place = 1 if bare else 0
    return [
        task
        for task in sorted({*first, *other})
        if task not in first or task not in other or first[task][place] != other[task][place]
    ]


def main() -> int:
    """Print a table and one JSON object."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--tasks", type=int, default=0, help="of each suite; default: all")
    parser.add_argument("--suite", action="append", choices=SUITES, help="default: all three")
    parser.add_argument("--way", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    suites = tuple(asked.suite or SUITES)
    if asked.way:
        name, hash_seed, workers, order = json.loads(asked.way)
        way = Way(name=name, hash_seed=hash_seed, workers=workers, order=order)
        found: dict[str, list[str]] = {}
        for suite in suites:
            found |= play(suite, way, asked.tasks)
        print(json.dumps(found))
        return 0
    first = played(WAYS[0], asked.tasks, suites)
    table: dict[str, int] = {}
    print(f"{len(first)} tasks")
    for way in WAYS[1:]:
        wrong = differing(first, played(way, asked.tasks, suites), bare=way.order)
        table[way.name] = len(wrong)
        print(f"{way.name}: {len(wrong)} differ {' '.join(wrong[:8])}", flush=True)
    print(json.dumps({"tasks": len(first), "differing": table}))
    return 1 if any(table.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

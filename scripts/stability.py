"""How often do two readings of one request decide a plan differently?

    python scripts/stability.py DIR DIR... [--source SOURCE] [--workers N]

Each DIR holds model recordings of readings: of the same requests, read several times, by one
model or by several. Every plan that has one of these requests (of the independent red team by
default, see `scripts/redteam.py`, and of the built-in benchmarks) is fired under each reading.
Printed are the plans that are not decided alike, and as the last line one JSON object: requests,
readings, plans, pairs of readings of one plan, and how many of the pairs end differently
(``different``: one is written, the other is not; ``asked``: one is refused, the other asked back).
"""

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

import redteam  # type: ignore[import-not-found]  # beside this file

from agentic_solver.harness.models import builtin_recordings
from agentic_solver.llm.recording import load_records

Ending = str
"""``written``, ``asked``, ``answered`` or ``refused``."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--source", type=Path, default=redteam.PACKED)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    readings = _readings(given.folders)
    plans = [*redteam.read_shots(given.source), *_builtin()]
    shots = [
        (shot, reply) for shot in plans for reply in readings.get(redteam.request_of(shot), ())
    ]
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        endings = list(pool.map(_ending, shots, chunksize=8))
    found: dict[str, list[Ending]] = defaultdict(list)
    for (shot, _reply), ending in zip(shots, endings, strict=True):
        found[shot.line["id"]].append(ending)
    return _report(found, readings)


def _readings(folders: Sequence[Path]) -> dict[str, list[str]]:
    """Return the replies of each request that every folder has, one a folder."""
    found: dict[str, list[str]] = defaultdict(list)
    for folder in folders:
        replies = {
            str(record.request["messages"][0]["text"]): record.reply.text
            for record in load_records(folder)
        }
        for text, reply in replies.items():
            found[text].append(reply)
    return {text: replies for text, replies in found.items() if len(replies) == len(folders)}


def _builtin() -> Iterator[redteam.Shot]:
    """Yield the first recorded plan of each task of the built-in benchmarks."""
    for name in ("erc3-prod", "erc3-dev"):
        for record in load_records(builtin_recordings(name)):
            place, _, last = record.key.rpartition("/")
            benchmark, _, task = place.partition("/")
            if last == "r1" and "/" not in task and benchmark == f"{name}@0":
                line = {"id": f"{name}.{task}", "kind": "honest", "suite": name, "task": task}
                yield redteam.Shot(line=line, plan=record.reply.text, spec=None)


def _ending(task: tuple[redteam.Shot, str]) -> Ending:
    shot, reply = task
    decision = redteam.decide(shot, reply)
    if decision.writes and decision.verdict == "accept":
        return "written"
    if decision.verdict != "accept" or decision.response is None:
        return "refused"
    asked = decision.response.outcome.value == "none_clarification_needed"
    return "asked" if asked else "answered"


def _report(found: dict[str, list[Ending]], readings: dict[str, list[str]]) -> int:
    pairs = different = asked = 0
    for plan, endings in sorted(found.items()):
        for one, other in combinations(endings, 2):
            pairs += 1
            if one != other and "written" in (one, other):
                different += 1
            elif one != other:
                asked += 1
        if len(set(endings)) > 1:
            print(f"{plan}  {' '.join(endings)}")
    each = max((len(replies) for replies in readings.values()), default=0)
    told = {
        "requests": len(readings), "readings": each, "plans": len(found), "pairs": pairs,
        "different": different, "asked": asked,
        "share": round((different + asked) / pairs, 4) if pairs else 0.0,
    }  # fmt: skip
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

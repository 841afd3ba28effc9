"""Plans kept from one draw of a benchmark, used on other draws: hit rate and score of the hits.

    python benchmarks/plan_cache.py [BENCHMARK] [SEEDS]

Plays BENCHMARK (default erc3-prod) with its recorded plans and keeps them, then seeds 1 to SEEDS
(default 1) with kept plans alone: where there is none, a model that declines stands in, so that
only the score of the hits means anything. Prints one JSON object.
"""

import json
import sys
import tempfile
from pathlib import Path

from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import PlanCacheTotals, RunOptions, RunSummary
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, StopReason
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace, init_workspace


class Declining:
    """A model that answers nothing: the task ends in a safe outcome."""

    name = "declining"

    def complete(self, request: ModelRequest) -> ModelReply:
        return ModelReply(text="", stop_reason=StopReason.REFUSAL, model=self.name)


def play(benchmark: str, seed: int, mode: str, place: Workspace, model: Model) -> RunSummary:
    """Play one draw."""
    return run_benchmark(
        RunOptions(benchmark=benchmark, seed=seed, plan_cache=mode),  # type: ignore[arg-type]
        benchmark=open_benchmark(benchmark, "twin", load_settings({}), seed=seed),
        workspace=place,
        model=model,
    )


def main(benchmark: str, seeds: int) -> None:
    """Print hits and their score by seed."""
    with tempfile.TemporaryDirectory() as scratch:
        init_workspace(Path(scratch) / "place")
        place = Workspace(Path(scratch) / "place")
        recorded = ReplayingModel.load(builtin_recordings(benchmark), match="task")
        first = play(benchmark, 0, "on", place, recorded)
        again = play(benchmark, 0, "read", place, Declining())
        figures = [_figures(0, again)]
        for seed in range(1, seeds + 1):
            played = play(benchmark, seed, "read", place, Declining())
            replay_run(Path(played.run_dir), place)
            figures.append(_figures(seed, played))
    kept = {"benchmark": benchmark, "recorded_score": first.score, "seeds": figures}
    print(json.dumps(kept))


def _figures(seed: int, summary: RunSummary) -> dict[str, object]:
    totals = summary.plan_cache or PlanCacheTotals(hits=0, strays=0, misses=0, score=None)
    return {
        "seed": seed,
        "tasks": summary.tasks,
        "hits": totals.hits,
        "hit_rate": round(totals.hits / max(1, summary.tasks), 4),
        "score_of_hits": totals.score,
        "wrong": list(totals.wrong),
        "strays": totals.strays,
    }


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "erc3-prod", int((*sys.argv, "1", "1")[2]))

"""The local platform as a stage for cases: it answers what a case never recorded, and grades."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.analysis.case import RegressionCase
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.transport import Transport
from agentic_solver.harness.benchmark import Benchmark, open_benchmark
from agentic_solver.settings import load_settings
from agentic_solver.twin.suite import builtin_suites

__all__ = ["Stage", "Stages"]

_Key = tuple[str, int, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One started task."""

    transport: Transport
    prefix: str
    """Path of its company API."""
    platform: PlatformClient
    task_id: str
    model: str

    def score(self) -> float | None:
        """End the task and return its score."""
        # Suites may ask for usage; no model was called, and that is said.
        self.platform.log_llm(
            self.task_id,
            "no model call was needed",
            model=self.model,
            duration_sec=0.0,
            prompt_tokens=0,
            cached_prompt_tokens=0,
            completion_tokens=0,
        )
        evaluation = self.platform.complete_task(self.task_id).eval
        return evaluation.score if evaluation is not None else None


class Stages:
    """Opens each suite once."""

    def __init__(self, suites: Sequence[Path] = ()) -> None:
        """Open from the built-in suites and from ``suites``, folders of others."""
        self._suites = suites
        self._opened: dict[_Key, Benchmark | None] = {}

    def open(self, case: RegressionCase) -> Stage | None:
        """Start the task of a case; None where the suite, or this very task, is not here."""
        opened = self._benchmark(case)
        if opened is None:
            return None
        platform = PlatformClient(
            opened.transport, account_key=opened.account_key, sleep=time.sleep
        )
        specs = {spec.id: spec for spec in platform.view_benchmark(opened.id).specs}
        spec = specs.get(case.task)
        if spec is None or spec.task != case.text:
            return None
        started = platform.start_new_task(opened.id, spec.wire_id)
        return Stage(
            transport=opened.transport,
            prefix=sim_prefix(opened.id, started.task_id),
            platform=platform,
            task_id=started.task_id,
            model=case.source.model,
        )

    def _benchmark(self, case: RegressionCase) -> Benchmark | None:
        key = (case.benchmark, case.seed, case.variation)
        if key not in self._opened:
            self._opened[key] = self._open(case) if case.platform == "twin" else None
        return self._opened[key]

    def _open(self, case: RegressionCase) -> Benchmark | None:
        names = [case.benchmark] if case.benchmark in builtin_suites() else []
        for name in (*map(str, self._suites), *names):
            opened = open_benchmark(
                name, "twin", load_settings({}), seed=case.seed, variation=case.variation
            )
            if opened.id == case.benchmark:
                return opened
        return None

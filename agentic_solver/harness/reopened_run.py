"""The companies of a recorded run, opened once more: its suite on a twin, as the run had it."""

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import SettingsError, UsageError, WorkspaceError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.manifest import suite_digest
from agentic_solver.harness.recorded import RecordedRun, read_object
from agentic_solver.harness.reopened import Reopen, never, reopening
from agentic_solver.settings import load_settings

__all__ = ["reopening_run"]


def reopening_run(run: RecordedRun) -> Reopen:
    """Return what opens the companies of a recorded run again.

    Nothing can be opened where it was played elsewhere than on a twin, or its suite has changed.
    """
    manifest: JsonObject = read_object(run.folder.files, "manifest.json")
    if manifest.get("platform") != "twin":
        return never
    options = manifest.get("options")
    asked = options if isinstance(options, dict) else {}
    variation, seed = asked.get("variation"), asked.get("seed")
    try:
        benchmark = open_benchmark(
            str(asked.get("benchmark") or manifest.get("benchmark")),
            "twin",
            load_settings({}),
            seed=seed if isinstance(seed, int) else 0,
            variation=[str(one) for one in variation] if isinstance(variation, list) else [],
        )
    except (UsageError, SettingsError, WorkspaceError):
        return never
    if suite_digest(benchmark.suite) != manifest.get("suite"):
        return never
    return reopening(benchmark, seed=seed if isinstance(seed, int) else 0)

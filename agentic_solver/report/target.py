"""What a right answer has: a run folder does not say it, the suite that was played does.

Only built-in suites are looked up by themselves: the files of a suite may hold code, and a run
folder from elsewhere must not choose what is executed here.
"""

import json
from pathlib import Path

from agentic_solver.errors import UsageError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.manifest import suite_digest
from agentic_solver.harness.recorded import read_object
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.report.record import ReportedRun
from agentic_solver.settings import Settings
from agentic_solver.twin.suitefolder import builtin_suites
from agentic_solver.twin.task import TaskSpec

__all__ = ["target_of", "targets_of"]


def target_of(task: TaskSpec) -> str:
    """Return what the grader of a task wants, as JSON: outcomes, links, texts, changes."""
    wanted = task.expect.model_dump(mode="json", exclude_defaults=True)
    return json.dumps(wanted, ensure_ascii=False, sort_keys=True)


def targets_of(run: ReportedRun, suite: Path | None = None) -> dict[str, str]:
    """Return the targets of a run by task; none where its suite is not known.

    Args:
        run: the run.
        suite: the folder of its suite; None: the built-in one of that name, as long as its files
            are those of the run.

    Raises:
        UsageError: ``suite`` is not what the run played.
        SuiteError: ``suite`` is broken.
        WorkspaceError: the manifest of the run is broken.
    """
    facts = run.facts
    digest = read_object(RunFolder.open(run.path).files, "manifest.json").get("suite")
    if suite is None and (facts.platform != "twin" or facts.benchmark not in builtin_suites()):
        return {}
    found = open_benchmark(
        facts.benchmark if suite is None else str(suite),
        "twin",
        Settings(),
        seed=facts.seed,
        variation=facts.variation,
        tasks=tuple(task.result.task for task in run.tasks),
    )
    if found.suite is None or suite_digest(found.suite) != digest:
        if suite is None:
            return {}
        raise UsageError(
            f"{suite} is not the suite that {run.name} played: its files are others; leave out "
            "--suite to export without targets"
        )
    return {task.id: target_of(task) for task in found.suite.tasks}

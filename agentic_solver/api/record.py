"""A run as an object: its figures, its tasks, their rounds; read from the folder when asked for."""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from agentic_solver.analysis.pairing import Comparison, compare_runs
from agentic_solver.analysis.reading import load_run
from agentic_solver.api.display import run_html, task_html
from agentic_solver.contracts.decision import AgentResponse, Decision
from agentic_solver.contracts.plan import Plan
from agentic_solver.contracts.wording import instead
from agentic_solver.core import describe
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.finished import RunManifest
from agentic_solver.harness.recorded import read_object
from agentic_solver.report.frame import frames
from agentic_solver.report.page import write_page
from agentic_solver.report.record import ReportedRun, ReportedTask, read_record
from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace

if TYPE_CHECKING:
    import pandas

__all__ = ["Round", "Run", "Task", "compare", "load"]

ShapeT = TypeVar("ShapeT", bound=BaseModel)


class Round:
    """One plan of a task and the decision on it."""

    def __init__(self, task: ReportedTask, number: int) -> None:
        self._task = task
        self.number = number
        """From 1 on."""

    @cached_property
    def plan(self) -> Plan:
        """The plan, as the engine understood it.

        Raises:
            WorkspaceError: its file is broken, or of an engine with other plans.
        """
        name = f"round-{self.number}/plan.json"
        return _shaped(self._task, name, Plan, read_object(self._task.folder, name).get("plan"))

    @cached_property
    def decision(self) -> Decision | None:
        """The verdict, with facts, rights and changes; None where the engine came to none.

        Raises:
            WorkspaceError: its file is broken, or of an engine with other decisions.
        """
        name = f"round-{self.number}/decision.json"
        if not self._task.folder.exists(name):
            return None
        return _shaped(self._task, name, Decision, read_object(self._task.folder, name))

    def __repr__(self) -> str:
        verdict = "no decision" if self.decision is None else self.decision.verdict
        return f"<round {self.number} of {self._task.result.task}: {verdict}>"

    def _repr_html_(self) -> str:
        return task_html([self], None)


class Task:
    """One task of a run: request, rounds, answer and grade."""

    def __init__(self, task: ReportedTask) -> None:
        self._task = task
        self.id = task.result.task
        self.family = task.family
        self.text = task.text
        """The request."""
        self.score = task.result.score
        """0 to 1; None where the platform withholds it."""
        self.outcome = task.result.outcome
        self.forced = task.result.forced
        """Why the answer is not that of a plan; empty where it is."""
        self.path = task.folder.path
        """The folder with its evidence."""

    @property
    def passed(self) -> bool | None:
        """Whether the platform gave the full score; None where it withholds the score."""
        return self._task.passed

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds with a plan, in their order."""
        folder = self._task.folder
        numbers = (one for one in folder.rounds() if folder.exists(f"round-{one}/plan.json"))
        return tuple(Round(self._task, number) for number in numbers)

    @cached_property
    def response(self) -> AgentResponse | None:
        """The answer that was sent: message, outcome and links; None where none was."""
        if not self._task.folder.exists("response.json"):
            return None
        found = read_object(self._task.folder, "response.json")
        return _shaped(self._task, "response.json", AgentResponse, found)

    @cached_property
    def checks(self) -> tuple[str, ...]:
        """What the grader says, a line each."""
        if not self._task.folder.exists("evaluation.json"):
            return ()
        logs = str(read_object(self._task.folder, "evaluation.json").get("logs") or "")
        return tuple(line for line in logs.splitlines() if line.strip())

    def __repr__(self) -> str:
        score = "no score" if self.score is None else f"score {self.score:g}"
        return f"<task {self.id}: {self.outcome}, {score}>"

    def _repr_html_(self) -> str:
        return task_html(self.rounds, self)


class Run:
    """A run: complete, or as far as it came."""

    def __init__(self, path: Path) -> None:
        """Open the folder of a run.

        Raises:
            WorkspaceError: the folder is no run, or a file of it is broken.
            ReplayError: files of the folder contradict each other.
        """
        self._record: ReportedRun = read_record(path)
        self.path = self._record.path
        self.name = self._record.name
        self.gaps = self._record.gaps
        """What is missing, one sentence each; empty for a whole run."""

    @property
    def manifest(self) -> RunManifest:
        """What was played by whom."""
        return self._record.facts

    @cached_property
    def score(self) -> float | None:
        """The mean over the tasks that have one; None if none has."""
        scores = [one.result.score for one in self._record.tasks if one.result.score is not None]
        return round(sum(scores) / len(scores), 6) if scores else None

    @property
    def tasks(self) -> "pandas.DataFrame":
        """A row for each finished task; the columns stand in docs/python.md."""
        return self.frames["tasks"]

    @cached_property
    def frames(self) -> "dict[str, pandas.DataFrame]":
        """``tasks``, ``rounds``, ``violations`` and ``calls`` as pandas frames."""
        return frames(self._record)

    def task(self, task: str) -> Task:
        """Return a finished task by its id.

        Raises:
            UsageError: there is none; says what may have been meant.
        """
        found = {one.result.task: one for one in self._record.tasks}
        if task not in found:
            raise UsageError(f"{self.name} has no task {task!r}; {instead(task, found, 'task')}")
        return Task(found[task])

    def __iter__(self) -> Iterator[Task]:
        return map(Task, self._record.tasks)

    def __len__(self) -> int:
        return len(self._record.tasks)

    def report(self, path: str | Path | None = None, *others: "Run") -> Path:
        """Write the page of this run, compared with ``others``, and return its path.

        Raises:
            WorkspaceError: evidence is broken, or the file cannot be written.
        """
        target = Path(path) if path is not None else Path(f"{self.name}.html")
        place = find_workspace(None, read_environment().workspace)
        write_page(target, [self._record, *(one._record for one in others)], place.rules)
        return target

    def __repr__(self) -> str:
        score = "no score" if self.score is None else f"score {self.score:.3f}"
        return f"<run {self.name}: {score}, {len(self)} tasks, by {self.manifest.played_by}>"

    def _repr_html_(self) -> str:
        return run_html(self)


def load(run: str | Path) -> Run:
    """Return the run in a folder.

    Raises:
        WorkspaceError: the folder is no run, or a file of it is broken; names it.
        ReplayError: files of the folder contradict each other.
    """
    return Run(Path(run))


def compare(
    first: Run | str | Path, second: Run | str | Path, *, force: bool = False
) -> Comparison:
    """Compare two runs task by task; ``verdict`` says whether the difference exceeds the noise.

    Raises:
        UsageError: they have no task in common, or are of another benchmark, engine or grading
            version and ``force`` is not set.
        WorkspaceError: a folder is no run, or a file of it is broken.
    """
    paths = [one.path if isinstance(one, Run) else Path(one) for one in (first, second)]
    mine, theirs = (load_run(path, partial=True) for path in paths)
    return compare_runs(mine, theirs, force=force)


def _shaped(task: ReportedTask, name: str, shape: type[ShapeT], found: object) -> ShapeT:
    try:
        return shape.model_validate_json(json.dumps(found))
    except ValidationError as error:
        first = describe(error).split("\n")[0]
        raise WorkspaceError(f"{task.folder.path / name}: {first}") from error

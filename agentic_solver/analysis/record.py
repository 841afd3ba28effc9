"""What is known of a run after it ended: one flat record a task, small enough for many of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.harness.finished import PASSED, RunManifest

__all__ = ["Finding", "RoundRecord", "Ruling", "RunRecord", "TaskRecord"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation: which check failed, where in the plan, and which tool stands there."""

    code: str
    path: str
    tool: str
    """A tool of the plan, or ``sql``, ``response``, ``plan`` for what belongs to no tool."""
    detail: str
    """The typed context of the violation in a few words; may be empty."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one rule said in a decision."""

    rule: str
    """Id of the rule; the baseline and the closed world are named in words."""
    result: str
    """``allow`` or ``deny``."""
    citation: str
    """``page#anchor``; empty where no page says it."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One plan and the verdict on it."""

    number: int
    verdict: str
    stage: str
    plan_id: str
    digest: str
    """Of the whole decision: equal digests, equal decisions."""
    findings: tuple[Finding, ...]
    rulings: tuple[Ruling, ...]
    tools: tuple[str, ...]
    """Tools that the plan calls, and finders in its queries, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRecord:
    """One finished task."""

    task: str
    family: str
    score: float | None
    """None where the platform withholds it."""
    outcome: str
    checks: tuple[str, ...]
    """Lines of the grader; none for a task that is right."""
    forced: str
    crash: str
    """Kind of the fault that ended the task; empty otherwise."""
    rounds: tuple[RoundRecord, ...]
    asked: tuple[Finding, ...]
    """What was wrong with replies that were no plan."""
    model_calls: int
    model_faults: int
    reader_calls: int
    """Among the model calls; ``reader_faults`` among the faults."""
    reader_faults: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: float | None
    """Money for the model, where prices are known."""
    api_calls: int
    overhead_ms: float
    wall_s: float
    calls: tuple[tuple[str, int], ...]
    """Calls by purpose, see :mod:`agentic_solver.analysis.purpose`."""
    failed_calls: int
    repeated_reads: int
    """Reads of what the task had read already."""
    wiki: str
    policy_digest: str
    policy_known: bool
    unasked_changes: int = 0
    """Changes that the grader did not expect."""
    second_look: str = ""
    """What came of a second look; empty where none was taken."""
    answered: int = 0
    """The round that gave the answer; 0 where it is the last one."""
    forbidden_texts: int = 0
    """Texts that the grader found in the answer and that it must not tell."""

    @property
    def answer(self) -> RoundRecord | None:
        """The round that gave the answer, or the last one where no plan did."""
        last = self.rounds[-1] if self.rounds else None
        return next((one for one in self.rounds if one.number == self.answered), last)

    @property
    def passed(self) -> bool:
        """Whether the platform gave the full score."""
        return self.score is not None and self.score >= PASSED

    @property
    def wrong(self) -> bool:
        """Whether the platform found a failed check."""
        return self.score is not None and self.score < PASSED


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """A whole run."""

    path: Path
    name: str
    manifest: RunManifest
    tasks: tuple[TaskRecord, ...]
    """Finished tasks in the order of the manifest."""
    gaps: tuple[str, ...] = ()
    """Why the run is not whole, one sentence each."""

    def by_task(self) -> Mapping[str, TaskRecord]:
        """Return the tasks by id."""
        return {task.task: task for task in self.tasks}

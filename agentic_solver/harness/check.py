"""Checking one plan by hand: a fresh universe of one task, graded where the twin can grade."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import Plan
from agentic_solver.contracts.request_reading import Proofread, RequestReading
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.platform_wire import Evaluation
from agentic_solver.erc3.propose.reader import Unread
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.errors import UsageError
from agentic_solver.harness.asking import Asking, Readers
from agentic_solver.harness.hand_plans import beside
from agentic_solver.harness.hint import hints
from agentic_solver.harness.models import builtin_recordings, open_reader
from agentic_solver.harness.opened_task import OpenedTask, open_task
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.plan_file import read_plan
from agentic_solver.harness.recorded_reading import read_reading
from agentic_solver.harness.task_run import why_unread
from agentic_solver.settings import Settings
from agentic_solver.workspace import Workspace

__all__ = ["Checked", "Reads", "check_plan", "check_plan_file"]

Reads = Callable[[], RequestReading | Unread]
"""Reads the request of a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A plan, what became of it, and its grade."""

    plan: Plan
    decision: Decision
    grade: Evaluation | None
    """None where nothing could be graded: no answer, or changes that were only checked."""
    policy_known: bool
    hints: tuple[str, ...] = ()
    """What the writer of the plan may have overlooked."""

    @property
    def is_right(self) -> bool:
        """Whether the plan is accepted and, where it could be graded, its answer is right."""
        return self.decision.ok and (self.grade is None or self.grade.score >= 1.0)


def check_plan_file(
    path: Path,
    suite: str,
    task: str,
    workspace: Workspace,
    *,
    seed: int = 0,
    commit: bool = False,
    reading: Path | None = None,
    settings: Settings | None = None,
) -> Checked:
    """Execute the plan in ``path`` on ``task`` of ``suite`` in a twin of its own, and grade it.

    Args:
        path: the file with the plan.
        suite: name or folder.
        task: its id.
        workspace: has the policy and the tools.
        seed: draws the company and its tasks.
        commit: apply the changes.
        reading: a file with the reading of the request; None: ``NAME.reading.json`` beside the
            plan ``NAME.json``, else the recorded one of the suite, else that of the live reader if
            ``settings`` hold a key.
        settings: of the environment.

    Raises:
        UsageError: there is no such suite or task, no plan or reading in the files, or the request
            is one that nobody plans for.
        ModelAccessError: the live reader cannot be asked.
    """
    opened = open_task(suite, task, workspace, seed=seed)
    plan = _plan(opened, path)
    written = beside(path)
    asking = _asking(opened, settings or Settings(), written)
    if reading is None and written.is_file():
        reading = written
    reads = asking.reads if reading is None else _given(reading, opened.text)
    catalog = load_catalog(workspace.tools)
    decision = _decide(opened, plan, catalog, reads, asking.proofread, commit=commit)

    def play(other: Plan) -> Decision:
        again = open_task(suite, task, workspace, seed=seed)
        return _decide(again, other, catalog, reads, asking.proofread, commit=False)

    return Checked(
        plan=plan,
        decision=decision,
        grade=_grade(opened, decision),
        policy_known=opened.company.known,
        hints=hints(plan, decision, catalog, play),
    )


def check_plan(
    opened: OpenedTask, path: Path, catalog: Catalog, reads: Reads, proofread: Proofread
) -> Decision:
    """Execute the plan in ``path`` on a task that has been opened, changes and all; no grade.

    Raises:
        UsageError: no plan in the file, or the request is one that nobody plans for.
    """
    return _decide(opened, _plan(opened, path), catalog, reads, proofread, commit=True)


def _plan(opened: OpenedTask, path: Path) -> Plan:
    why = why_unread(opened.text)
    if why:
        task = opened.spec_id
        raise UsageError(f"no plan can be checked for {task!r}: {why}, so that a run asks back")
    return read_plan(path, opened.request())


def _decide(
    opened: OpenedTask,
    plan: Plan,
    catalog: Catalog,
    reads: Reads,
    proofread: Proofread,
    *,
    commit: bool,
) -> Decision:
    executor = Executor(catalog=catalog, policy=opened.company.policy)
    with Session.open(opened.identity) as session:
        return executor.execute_and_validate(
            opened.request(),
            plan,
            opened.workbench(session),
            force_dry_run=not commit,
            reading=reads,
            proofread=proofread,
        )


def _given(path: Path, text: str) -> Reads:
    given = read_reading(path, text)
    return lambda: given


def _asking(opened: OpenedTask, settings: Settings, beside_plan: Path) -> Asking:
    """Return what reads the request once a plan needs it: as recorded, else live."""
    model = settings.model
    options = RunOptions(benchmark=opened.benchmark, proposer="anthropic", model=model)
    live = settings.has_anthropic_key
    readers = Readers(
        builtin_recordings(opened.benchmark),
        open_live=partial(open_reader, options, settings) if live else None,
        settings=ModelSettings(model=model, max_tokens=options.max_tokens),
        mend=f"write {beside_plan.name} beside the plan (docs/plans.md), name another file by "
        "--reading, or set ANTHROPIC_API_KEY",
    )
    return readers.of(opened.text, f"{opened.benchmark}/{opened.spec_id}")


def _grade(opened: OpenedTask, decision: Decision) -> Evaluation | None:
    response = decision.response
    if response is None or any(not write.applied for write in decision.writes):
        return None
    opened.api.client.respond(response.message, response.outcome, response.links)
    # No model was used, and the platform wants to know that.
    opened.platform.log_llm(
        opened.task_id, "plan", model="hand", duration_sec=0.0,
        prompt_tokens=0, cached_prompt_tokens=0, completion_tokens=0,
    )  # fmt: skip
    return opened.platform.complete_task(opened.task_id).eval

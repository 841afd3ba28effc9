"""Checking one plan by hand: a fresh universe of one task, graded where the twin can grade."""

from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.platform_wire import Evaluation
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.opened_task import OpenedTask, open_task
from agentic_solver.harness.plan_file import read_plan
from agentic_solver.workspace import Workspace

__all__ = ["Checked", "check_plan_file"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A plan, what became of it, and its grade."""

    plan: Plan
    decision: Decision
    grade: Evaluation | None
    """None where nothing could be graded: no answer, or changes that were only checked."""
    policy_known: bool


def check_plan_file(
    path: Path, suite: str, task: str, workspace: Workspace, *, seed: int = 0, commit: bool = False
) -> Checked:
    """Execute the plan in ``path`` on ``task`` of ``suite`` in a twin of its own, and grade it.

    Raises:
        UsageError: there is no such suite or task, or no plan in the file.
    """
    opened = open_task(suite, task, workspace, seed=seed)
    executor = Executor(catalog=load_catalog(workspace.tools), policy=opened.company.policy)
    request = InputTask(text=opened.text, task_id=task, benchmark=opened.benchmark)
    plan = read_plan(path, request)
    with Session.open(opened.identity) as session:
        bench = opened.workbench(session)
        decision = executor.execute_and_validate(request, plan, bench, force_dry_run=not commit)
    return Checked(
        plan=plan,
        decision=decision,
        grade=_grade(opened, decision),
        policy_known=opened.company.known,
    )


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

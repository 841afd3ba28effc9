"""Checking one plan by hand: a fresh universe of one task, no session, no grading."""

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.opened_task import open_task
from agentic_solver.workspace import Workspace

__all__ = ["check_plan_file"]


def check_plan_file(
    plan: Plan, suite: str, task: str, workspace: Workspace, *, commit: bool
) -> Decision:
    """Execute ``plan`` on ``task`` of ``suite`` in a twin of its own.

    Raises:
        UsageError: there is no such suite or task.
    """
    opened = open_task(suite, task, workspace)
    executor = Executor(catalog=load_catalog(workspace.tools), policy=opened.company.policy)
    request = InputTask(text=opened.text, task_id=task, benchmark=opened.benchmark)
    with Session.open(opened.identity) as session:
        bench = opened.workbench(session)
        return executor.execute_and_validate(request, plan, bench, force_dry_run=not commit)

"""Plans as JSON text: what is not a plan is rejected with PLAN_SCHEMA before anything is called."""

from typing import Any

from pydantic import ValidationError

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import Decision, Stage
from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.execute.workbench import Workbench

__all__ = ["execute_document", "read_plan"]

_MOST = 20
_SHOWN = 400


def read_plan(text: str) -> Plan | tuple[Violation, ...]:
    """Return the plan that a JSON text holds, or what keeps it from being one."""
    try:
        return Plan.model_validate_json(text)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
    return tuple(
        Violation(
            code=ViolationCode.PLAN_SCHEMA,
            message=str(fault["msg"])[:_SHOWN],
            path="".join(f"/{part}" for part in fault["loc"])[:_SHOWN],
            details={"type": fault["type"]},
        )
        for fault in faults[:_MOST]
    )


def execute_document(
    executor: Executor, task: InputTask, text: str, bench: Workbench, **options: Any
) -> Decision:
    """Execute a plan given as JSON text; ``options`` are those of ``execute_and_validate``."""
    plan = read_plan(text)
    if isinstance(plan, Plan):
        return executor.execute_and_validate(task, plan, bench, **options)
    return Decision(
        ok=False,
        verdict="retry",
        stage=Stage.STATIC,
        plan_id=content_id(text.encode("utf-8", "replace").decode()),
        identity=None,
        response=None,
        violations=plan,
    )

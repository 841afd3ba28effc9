"""The smallest domain inside the loop: one controller pass is one execution of an action pair."""

from pydantic import JsonValue

from agentic_solver.arithmetic import ArithmeticTask, run
from agentic_solver.arithmetic.builtin import build_dispatcher, build_tools
from agentic_solver.guard.action import ActionPair
from agentic_solver.guard.context import Context
from agentic_solver.guard.document import Document
from agentic_solver.guard.engine import run as run_workflow
from agentic_solver.guard.record import RunRecord, RunStatus
from agentic_solver.guard.repository import Node, Repository
from agentic_solver.guard.state import Satisfied
from agentic_solver.guard.verdict import Judgement, accepted, rejected
from agentic_solver.guard.workflow import Step, Workflow

GUARD = "g_sum"


def play(task: ArithmeticTask, expected: int) -> RunRecord:
    def attempt(_context: Context) -> JsonValue:
        answer = run(task, dispatcher=build_dispatcher(), tool_registry=build_tools())
        output = answer.worker_output
        return {"value": None if output is None else output.result.value}

    def judge(node: Node, _context: Context) -> Judgement:
        right = node.content == {"value": expected}
        return accepted() if right else rejected("another value was wanted")

    step = Step(
        id="sum",
        guard=GUARD,
        pair=ActionPair(precondition=Satisfied(), generator=attempt, guard=judge),
        r_max=0,
        specification=Document.of(task.model_dump(mode="json")),
    )
    workflow = Workflow(steps=(step,), constraints=Document.of({}), goal=Satisfied(GUARD))
    return run_workflow(workflow, Repository())


def test_a_right_answer_reaches_the_goal_in_one_attempt() -> None:
    record = play(ArithmeticTask(op="ADD", a=2, b=3), 5)
    assert record.status is RunStatus.SUCCEEDED
    assert len(record.final.environment.attempts) == 1


def test_without_a_retry_budget_a_wrong_answer_is_not_tried_again() -> None:
    record = play(ArithmeticTask(op="ADD", a=2, b=3), 6)
    assert record.status is RunStatus.EXHAUSTED
    assert len(record.final.environment.attempts) == 1

"""The arithmetic domain: the smallest complete use of the core, and the one to read first.

A planner routes ADD and SUB to one worker and MUL to the other, the worker computes, a critic
checks both. Every agent is code, so it needs no model and no key:

>>> from agentic_solver.arithmetic import ArithmeticTask, run
>>> from agentic_solver.arithmetic.builtin import build_dispatcher, build_tools
>>> task = ArithmeticTask(op="MUL", a=7, b=6)
>>> response = run(task, dispatcher=build_dispatcher(), tool_registry=build_tools())
>>> response.worker_id, response.worker_output.result.value
('worker_mul', 42)
>>> response.critic_decision.decision
'ACCEPT'
>>> [entry["state"] for entry in response.trace]
['PLAN', 'WORK', 'CRITIC', 'END']

A worker never computes what is not its own: it asks for a tool. That is seen when a task is
misrouted. The tool's number is right, yet the critic rejects the routing:

>>> from agentic_solver.arithmetic import ArithmeticDispatcher, ArithmeticPlannerOutput
>>> from agentic_solver.arithmetic.agent import AddSubWorker, ArithmeticCritic, ArithmeticPlanner
>>> class Misrouter(ArithmeticPlanner):
...     def __call__(self, input_json: str) -> str:
...         task = self.input_schema.model_validate_json(input_json).task
...         plan = ArithmeticPlannerOutput(task=task, worker_id="worker_addsub")
...         return plan.model_dump_json()
>>> misrouted = ArithmeticDispatcher(
...     planner=Misrouter(), workers={"worker_addsub": AddSubWorker()}, critic=ArithmeticCritic()
... )
>>> response = run(task, dispatcher=misrouted, tool_registry=build_tools())
>>> [entry["state"] for entry in response.trace]
['PLAN', 'WORK', 'TOOL', 'WORK', 'CRITIC', 'END']
>>> response.worker_output.result.value, response.critic_decision.feedback.message
(42, 'worker_addsub does not do MUL')
"""

from agentic_solver.arithmetic.entry import run
from agentic_solver.arithmetic.schema import (
    AddArgs,
    ArithmeticCriticInput,
    ArithmeticCriticOutput,
    ArithmeticDispatcher,
    ArithmeticPlannerInput,
    ArithmeticPlannerOutput,
    ArithmeticResult,
    ArithmeticTask,
    ArithmeticWorkerInput,
    ArithmeticWorkerOutput,
    MulArgs,
    SubArgs,
)

__all__ = [
    "AddArgs",
    "ArithmeticCriticInput",
    "ArithmeticCriticOutput",
    "ArithmeticDispatcher",
    "ArithmeticPlannerInput",
    "ArithmeticPlannerOutput",
    "ArithmeticResult",
    "ArithmeticTask",
    "ArithmeticWorkerInput",
    "ArithmeticWorkerOutput",
    "MulArgs",
    "SubArgs",
    "run",
]

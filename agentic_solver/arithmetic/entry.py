"""The domain's entry point."""

from agentic_solver.arithmetic.schema import ArithmeticDispatcher, ArithmeticTask
from agentic_solver.core import (
    Controller,
    ControllerDomainInput,
    ControllerRequest,
    ControllerResponse,
    ToolRegistry,
)

__all__ = ["run"]


def run(
    task: ArithmeticTask, *, dispatcher: ArithmeticDispatcher, tool_registry: ToolRegistry
) -> ControllerResponse:
    """Execute exactly one task, in one pass of the core's controller.

    Raises:
        pydantic.ValidationError: when ``task`` is not one ArithmeticTask.
        CoreError: when an agent or a tool request does not hold to its schema.
    """
    request = ControllerRequest(domain=ControllerDomainInput[ArithmeticTask](task=task))
    return Controller(dispatcher, tool_registry).run(request)

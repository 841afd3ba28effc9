"""What goes into a controller: one task, or one planner input."""

from typing import Generic, TypeVar

from pydantic import BaseModel, SerializeAsAny, field_validator

from agentic_solver.contracts.model import Contract

__all__ = ["AnalysisControllerRequest", "ControllerDomainInput", "ControllerRequest"]

T = TypeVar("T", bound=BaseModel)


def _refuse_bare_model(value: BaseModel) -> BaseModel:
    # Without a bound type, pydantic would read any JSON object as an empty BaseModel.
    if type(value) is BaseModel:
        raise ValueError("an instance of a model class is needed")
    return value


class ControllerDomainInput(Contract, Generic[T]):
    """Exactly one task: a pydantic model of the domain."""

    task: T

    _one_model = field_validator("task")(_refuse_bare_model)


class ControllerRequest(Contract, Generic[T]):
    """The request of a :class:`~agentic_solver.core.controller.Controller`."""

    domain: ControllerDomainInput[T]


class AnalysisControllerRequest(Contract):
    """The request of an :class:`~agentic_solver.core.analysis.AnalysisController`."""

    planner_input: SerializeAsAny[BaseModel]

    _one_model = field_validator("planner_input")(_refuse_bare_model)

"""What an agent is, and what the controller tells it: JSON text in, JSON text out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel
from pydantic_core import to_json

from agentic_solver.core.errors import AgentInputError
from agentic_solver.core.reply import describe
from agentic_solver.core.schema import Feedback

__all__ = ["REPAIR_KIND", "AgentCallResult", "AgentProtocol", "write_input"]

REPAIR_KIND = "SCHEMA_ERROR"
"""``feedback.kind`` of a repair call: the message is the validation error of the last reply."""

OutputT_co = TypeVar("OutputT_co", bound=BaseModel, covariant=True)


class AgentProtocol(Protocol):
    """Four members make an agent; whether it asks a model or computes is its own affair."""

    @property
    def name(self) -> str:
        """How error messages and the trace call it."""
        ...

    @property
    def input_schema(self) -> type[BaseModel]:
        """Every call's text fits this model."""
        ...

    @property
    def output_schema(self) -> type[BaseModel]:
        """Every reply is checked against this model, strictly and without unknown fields."""
        ...

    def __call__(self, input_json: str) -> str:
        """Answer one call."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentCallResult(Generic[OutputT_co]):
    """One successful call: the agent's name, its validated output, and the calls it took."""

    agent: str
    output: OutputT_co
    calls: int


def write_input(agent: AgentProtocol, offer: Mapping[str, object], error: str = "") -> str:
    """Return the JSON text for one call: the offered fields that the input schema declares.

    ``error`` is what was wrong with the previous reply. It travels in the field ``feedback``,
    after any feedback that is there already; a schema without that field gets the same text again.

    Raises:
        AgentInputError: when the offered fields do not fit the schema.
    """
    schema = agent.input_schema
    fields = {name: value for name, value in offer.items() if name in schema.model_fields}
    if error and "feedback" in schema.model_fields:
        fields["feedback"] = _repair(fields.get("feedback"), error)
    try:
        model = schema.model_validate_json(to_json(fields), strict=True)
    except ValueError as fault:
        raise AgentInputError(
            f"the input for agent {agent.name!r} does not fit {schema.__name__}: {describe(fault)}"
        ) from fault
    return model.model_dump_json(by_alias=True)


def _repair(earlier: object, error: str) -> Feedback:
    if isinstance(earlier, Feedback):
        error = f"{earlier.kind}: {earlier.message}\n{REPAIR_KIND}: {error}"
    return Feedback(kind=REPAIR_KIND, message=error)

"""What a kept plan is looked for by, and what came of it: evidence of a task."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from agentic_solver.contracts.model import Contract, Digest, Identifier
from agentic_solver.erc3.plancache.expected import Expected
from agentic_solver.erc3.propose.reply import PlanReply

__all__ = ["RECALL", "Hit", "Miss", "Recall", "Situation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What a request is asked in, apart from its words."""

    key: str
    today: str
    department: str
    location: str


class Hit(Contract):
    """A template that a request is, and the plan that follows."""

    status: Literal["hit"] = "hit"
    key: Digest
    """What plans were looked up by, apart from the words of the request."""
    number: int = Field(ge=0)
    """Of the template in the store."""
    template: Identifier
    """Id of the template."""
    values: tuple[str, ...] = Field(max_length=64)
    """Of its slots in this request."""
    reply: PlanReply
    expected: Expected


class Miss(Contract):
    """No kept plan is used."""

    status: Literal["miss"] = "miss"
    key: Digest
    reason: str = Field(max_length=400)


Recall = Annotated[Hit | Miss, Field(discriminator="status")]
RECALL: TypeAdapter[Hit | Miss] = TypeAdapter(Recall)
"""Reads either of them."""

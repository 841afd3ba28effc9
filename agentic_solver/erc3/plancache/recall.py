"""What came of looking for a kept plan: evidence of a task, and input of its replay."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from agentic_solver.contracts.model import Contract, Digest, Identifier
from agentic_solver.erc3.plancache.expected import Expected
from agentic_solver.erc3.propose.reply import PlanReply

__all__ = ["RECALL", "Hit", "Miss", "Recall"]


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

"""What a module in the workspace folder ``tools/`` may import: the vocabulary of tools.

A read tool returns JSON data. A write tool changes nothing: it returns the primitive writes it
would take, and the executor checks, orders, applies and verifies them. Tool code is therefore
free of effects, and a dry run exercises all of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Protocol, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import LinkKind
from agentic_solver.contracts.rule import Operation

__all__ = [
    "Affected",
    "Json",
    "Level",
    "LinkKind",
    "Operation",
    "PlannedWrite",
    "Postcondition",
    "Reader",
    "Rejected",
    "Tool",
    "ToolArguments",
    "Writes",
    "read_tool",
    "write_tool",
]

Json = dict[str, Any]
"""A JSON object; its fields were checked where it came in."""

Level = Annotated[int, Field(ge=1, le=10)]


class ToolArguments(BaseModel):
    """Base of the argument models: strict, closed, frozen; loaded from JSON."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Reader(Protocol):
    """The read side of the company API as tools see it; answers are cached per task."""

    def read(self, route: str, body: Json) -> Json:
        """Return the payload of one read route.

        Raises:
            ApiError: the platform refused, such as 404 for an unknown id.
            TransportError: no usable answer.
        """

    def find(self, route: str, body: Json) -> Json | None:
        """Return the payload of one read route, or None where it answers 404."""

    def pages(self, route: str, body: Json, key: str) -> Iterator[Json]:
        """Yield the rows of list field ``key`` over all pages, in data order."""

    @property
    def caller(self) -> str:
        """Id of the signed-in caller; empty for the public caller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Affected:
    """An entity that a write touches; becomes a link of the answer."""

    kind: LinkKind
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Postcondition:
    """How to see that a write took effect: re-read and compare a part of the payload."""

    route: str
    body: JsonObject
    key: str
    """Field of the payload that holds the record; empty for the payload itself."""
    expected: JsonObject
    """Fields of the record and their values after the write."""
    absent: bool = False
    """The record must be gone (a 404 proves it)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedWrite:
    """One primitive write, resolved but not applied."""

    operation: Operation
    route: str
    body: JsonObject
    changes: JsonObject
    """The part of ``body`` that the request asked for; the rest is carried over unchanged."""
    merge_key: str = ""
    """Writes with the same key replace one record and are merged into one call."""
    targets: JsonObject = field(default_factory=dict)
    """What the write acts on, for policy: employee, project, customer, path, status ..."""
    current: JsonObject = field(default_factory=dict)
    """Present field values of the record, for rules that depend on them."""
    affected: tuple[Affected, ...] = ()
    postcondition: Postcondition | None = None
    no_op: bool = False
    """Nothing would change; the write is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A write that cannot be made, with a reason for the proposer (no entity values)."""

    code: str
    """``UNKNOWN_TARGET`` or ``DOMAIN``."""
    reason: str


Writes = tuple[PlannedWrite, ...] | Rejected
"""What a write tool works out."""

ReadFunction = Callable[[Reader, Any], JsonValue]
WriteFunction = Callable[[Reader, Any], Writes]


@cache
def _shape(arguments: type[ToolArguments]) -> tuple[str | None, tuple[str, ...]]:
    """Return the list argument of a model and the fields of its records."""
    for name, info in arguments.model_fields.items():
        for record in get_args(info.annotation):
            if isinstance(record, type) and issubclass(record, ToolArguments):
                return name, tuple(record.model_fields)
    return None, ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One operation of the facade."""

    name: str
    description: str
    operation: Operation
    arguments: type[ToolArguments]
    result: str
    """Name of the result type, for ``expect``."""
    func: ReadFunction | WriteFunction
    free_text: frozenset[str] = frozenset()
    """Arguments that the proposer may word itself (notes, page content)."""

    @property
    def is_write(self) -> bool:
        return self.operation is not Operation.READ

    @property
    def group_field(self) -> str | None:
        """The list-of-records argument that several fact rows fill together, if there is one."""
        return _shape(self.arguments)[0]

    @property
    def record_fields(self) -> tuple[str, ...]:
        """Field names of the records that fill :attr:`group_field`."""
        return _shape(self.arguments)[1]


def read_tool(
    name: str, description: str, arguments: type[ToolArguments], result: str, func: ReadFunction
) -> Tool:
    """Return a read tool."""
    return Tool(
        name=name, description=description, operation=Operation.READ,
        arguments=arguments, result=result, func=func,
    )  # fmt: skip


def write_tool(
    name: str,
    description: str,
    operation: Operation,
    arguments: type[ToolArguments],
    func: WriteFunction,
    *,
    free_text: tuple[str, ...] = (),
) -> Tool:
    """Return a write tool; ``func`` resolves the primitive writes without applying them."""
    return Tool(
        name=name, description=description, operation=operation, arguments=arguments,
        result="writes", func=func, free_text=frozenset(free_text),
    )  # fmt: skip

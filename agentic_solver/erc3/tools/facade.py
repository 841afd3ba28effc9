"""What a module in the workspace folder ``tools/`` may import: the vocabulary of tools.

A read tool returns JSON data. A write tool changes nothing: it returns the primitive writes it
would take, and the executor checks, orders, applies and verifies them. Tool code is therefore
free of effects, and a dry run exercises all of it. A tool is one function under ``reads`` or
``writes``.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Protocol, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import LinkKind
from agentic_solver.contracts.rule import Operation
from agentic_solver.errors import WorkspaceError

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
    "reads",
    "writes",
]

Json = dict[str, Any]
"""A JSON object; its fields were checked where it came in."""

Level = Annotated[int, Field(ge=1, le=10)]


class ToolArguments(BaseModel):
    """Base of the argument models: strict, closed, frozen; loaded from JSON."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


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
    calls: tuple[str, ...]
    """Routes of the company API that it may call; another one is an error."""
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


class _Declared:
    """The read side as one tool sees it: only the routes that it declares."""

    def __init__(self, name: str, calls: frozenset[str], reader: Reader) -> None:
        self._name = name
        self._calls = calls
        self._reader = reader

    def _checked(self, route: str) -> str:
        if route not in self._calls:
            raise WorkspaceError(
                f"the tool {self._name} calls {route}: name it in the calls of its decorator"
            )
        return route

    def read(self, route: str, body: Json) -> Json:
        return self._reader.read(self._checked(route), body)

    def find(self, route: str, body: Json) -> Json | None:
        return self._reader.find(self._checked(route), body)

    def pages(self, route: str, body: Json, key: str) -> Iterator[Json]:
        return self._reader.pages(self._checked(route), body, key)

    @property
    def caller(self) -> str:
        return self._reader.caller

    def allow(self, writes: Writes) -> Writes:
        """Return planned writes whose routes are declared."""
        for write in writes if isinstance(writes, tuple) else ():
            self._checked(write.route)
            if write.postcondition is not None:
                self._checked(write.postcondition.route)
        return writes


def _arguments(function: Callable[..., Any]) -> type[ToolArguments]:
    """Return the argument model of a tool: its parameters after the reader.

    Raises:
        WorkspaceError: there is no reader, or a parameter has no type.
    """
    name = function.__name__
    reader, *parameters = inspect.signature(function).parameters.values() or (None,)
    if reader is None:
        raise WorkspaceError(f"the tool {name} has no parameters: its first one is the reader")
    for item in parameters:
        if item.annotation is item.empty or item.kind is not item.POSITIONAL_OR_KEYWORD:
            raise WorkspaceError(
                f"the parameter {str(item)!r} of the tool {name} has no type: "
                f"write {item.name}: str, or another type"
            )
    fields: dict[str, Any] = {
        item.name: (item.annotation, ... if item.default is item.empty else item.default)
        for item in parameters
    }
    title = "".join(word.capitalize() for word in function.__name__.split("_"))
    return create_model(title, __base__=ToolArguments, **fields)


def _given(args: ToolArguments) -> Json:
    return {name: getattr(args, name) for name in type(args).model_fields}


def reads(result: str, *, calls: tuple[str, ...]) -> Callable[[Callable[..., JsonValue]], Tool]:
    """Turn a function into a read tool.

    Its name is the tool's, its docstring the description, its parameters after the reader are
    the arguments.

    Args:
        result: name of the result type.
        calls: the routes of the company API that it may call.
    """

    def build(function: Callable[..., JsonValue]) -> Tool:
        name, declared = function.__name__, frozenset(calls)

        def run(reader: Reader, args: ToolArguments) -> JsonValue:
            return function(_Declared(name, declared, reader), **_given(args))

        return Tool(
            name=name, description=_description(function), operation=Operation.READ,
            arguments=_arguments(function), result=result, func=run, calls=calls,
        )  # fmt: skip

    return build


def writes(
    operation: Operation, *, calls: tuple[str, ...], free_text: tuple[str, ...] = ()
) -> Callable[[Callable[..., Writes]], Tool]:
    """Turn a function into a write tool: it works out the primitive writes and applies none.

    Args:
        operation: the operation class, which decides about rights.
        calls: the routes that it may call, that of the write included.
        free_text: arguments that the proposer may word itself.
    """

    def build(function: Callable[..., Writes]) -> Tool:
        name, declared = function.__name__, frozenset(calls)

        def run(reader: Reader, args: ToolArguments) -> Writes:
            known = _Declared(name, declared, reader)
            return known.allow(function(known, **_given(args)))

        return Tool(
            name=name, description=_description(function), operation=operation,
            arguments=_arguments(function), result="writes", func=run, calls=calls,
            free_text=frozenset(free_text),
        )  # fmt: skip

    return build


def _description(function: Callable[..., Any]) -> str:
    text = " ".join((function.__doc__ or "").split())
    if not text:
        raise WorkspaceError(
            f"the tool {function.__name__} has no docstring: say in one sentence what it does"
        )
    return text

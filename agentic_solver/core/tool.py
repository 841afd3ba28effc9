"""Tools: registered by hand, checked before they run, run exactly once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel
from pydantic_core import to_json

from agentic_solver.core.errors import ToolArgumentError, ToolTakenError, UnknownToolError
from agentic_solver.core.reply import describe

__all__ = ["ToolRegistry", "ToolSpec"]

ArgsT = TypeVar("ArgsT", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """What may be known of a tool; its function stays inside the registry."""

    name: str
    description: str
    arg_type: type[BaseModel]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tool:
    spec: ToolSpec
    func: Callable[[Any], Any]


class ToolRegistry:
    """The only place where tool functions are called."""

    def __init__(self) -> None:
        self._tools: dict[str, _Tool] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The registered names, sorted."""
        return tuple(sorted(self._tools))

    def register(
        self,
        name: str,
        description: str,
        func: Callable[[ArgsT], object],
        arg_type: type[ArgsT],
    ) -> None:
        """Add a tool; ``func`` takes one ``arg_type`` instance.

        Raises:
            ToolTakenError: when the name is in use.
        """
        if name in self._tools:
            raise ToolTakenError(f"there is a tool {name!r} already")
        spec = ToolSpec(name=name, description=description, arg_type=arg_type)
        self._tools[name] = _Tool(spec=spec, func=func)

    def get(self, name: str) -> ToolSpec:
        """Describe a tool.

        Raises:
            UnknownToolError: when nobody registered it.
        """
        return self._find(name).spec

    def call(self, name: str, args: BaseModel | Mapping[str, Any]) -> Any:
        """Run a tool once and return what it returns.

        ``args`` is an instance of the tool's argument type or its fields as JSON data; either is
        validated anew, strictly and without unknown fields. What the tool raises passes through;
        nothing is tried again.

        Raises:
            UnknownToolError: when nobody registered it.
            ToolArgumentError: when the arguments do not fit; the tool has not run.
        """
        tool = self._find(name)
        return tool.func(_read_arguments(tool.spec, args))

    def _find(self, name: str) -> _Tool:
        tool = self._tools.get(name)
        if tool is None:
            raise UnknownToolError(
                f"there is no tool {name!r}; there are: {', '.join(self.names) or 'none'}"
            )
        return tool


def _read_arguments(spec: ToolSpec, args: object) -> BaseModel:
    expected = spec.arg_type.__name__
    if not isinstance(args, (spec.arg_type, Mapping)):
        raise ToolArgumentError(f"tool {spec.name!r} takes {expected}, not {type(args).__name__}")
    try:
        # An instance may have been built around validation or changed since: read it again.
        text = to_json(args if isinstance(args, BaseModel) else dict(args))
        return spec.arg_type.model_validate_json(text, strict=True, extra="forbid")
    except ValueError as error:
        raise ToolArgumentError(
            f"tool {spec.name!r} takes {expected}: {describe(error)}"
        ) from error

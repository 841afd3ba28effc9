"""The catalog: all tools of a workspace, loaded by path, checked, with one digest."""

import ast
import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from pydantic import JsonValue

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.syntax import parse_source
from agentic_solver.erc3.tools import facade
from agentic_solver.erc3.tools.facade import Tool
from agentic_solver.errors import WorkspaceError

__all__ = ["Catalog", "load_catalog"]

_ALLOWED_IMPORTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "agentic_solver.erc3.tools.facade": frozenset(facade.__all__),
        "collections.abc": frozenset({"Iterable", "Iterator", "Mapping", "Sequence"}),
        "dataclasses": frozenset({"dataclass", "field", "replace"}),
        "datetime": frozenset({"date", "timedelta"}),
        "typing": frozenset({"Annotated", "Any", "Final", "Literal"}),
    }
)
"""By name: a module of the standard library also holds the modules that it imports itself."""
_FORBIDDEN_NAMES = frozenset(
    {"eval", "exec", "compile", "open", "input", "globals", "locals", "vars", "getattr", "setattr",
     "delattr", "breakpoint", "__import__", "print", "type"}
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Immutable set of tools; ``digest`` changes with any source line of any tool."""

    tools: Mapping[str, Tool]
    digest: str

    def get(self, name: str) -> Tool | None:
        return self.tools.get(name)

    def table(self) -> list[JsonObject]:
        """Return one JSON row a tool: name, effect, operation, arguments schema, description."""
        return [
            {
                "tool": tool.name,
                "effect": "write" if tool.is_write else "read",
                "operation": tool.operation.value,
                "result": tool.result,
                "calls": list(tool.calls),
                "description": tool.description,
                "arguments": tool.arguments.model_json_schema(),
            }
            for tool in self.tools.values()
        ]

    def signatures(self, *, writes: bool) -> list[str]:
        """Return one line a tool, ``name(argument: type, ...): description``, in catalog order.

        Of an argument that is text the type is not said.
        """
        return [_signature(tool) for tool in self.tools.values() if tool.is_write is writes]

    def signature(self, tool: Tool) -> str:
        """Return the line of one tool."""
        return _signature(tool)


def load_catalog(folder: Path) -> Catalog:
    """Load every ``*.py`` of the workspace folder ``tools/``.

    Raises:
        WorkspaceError: the folder is missing, a module does more than define tools, or two
            tools share a name; the message names the file.
    """
    if not folder.is_dir():
        raise WorkspaceError(f"the tools folder {folder} does not exist; run init first")
    tools: dict[str, Tool] = {}
    sources: dict[str, JsonValue] = {}
    for path in sorted(folder.glob("*.py")):
        try:
            source = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise WorkspaceError(f"cannot read {path}: {error}") from error
        sources[path.name] = hashlib.sha256(source.encode()).hexdigest()
        for tool in _tools_of(_Source(name=path.name, text=source, path=path)):
            if tool.name in tools:
                raise WorkspaceError(f"{path}: the tool name {tool.name!r} is taken")
            tools[tool.name] = tool
    if not tools:
        raise WorkspaceError(f"the tools folder {folder} holds no tools; run init first")
    return Catalog(tools=MappingProxyType(tools), digest=content_id(sources))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """A tools module; the same text under the same name is the same module wherever it lies."""

    name: str
    text: str
    path: Path = field(compare=False)
    """For messages."""


# A process that plays or replays several runs loads the same few modules each time.
@lru_cache(maxsize=64)
def _tools_of(source: _Source) -> tuple[Tool, ...]:
    module, path = _load_module(source), source.path
    tools = tuple(value for value in vars(module).values() if isinstance(value, Tool))
    if not tools:
        raise WorkspaceError(f"{path} holds no tool: a function with @reads or @writes")
    for tool in tools:
        unknown = [route for route in tool.calls if route not in ROUTES]
        if unknown:
            raise WorkspaceError(f"{path}: {tool.name} calls {unknown[0]}, which is no route")
    return tools


def _load_module(source: _Source) -> ModuleType:
    path = source.path
    try:
        tree = parse_source(source.text, str(path))
    except SyntaxError as error:
        raise WorkspaceError(f"{path}, line {error.lineno}: {error.msg}") from error
    _check_tree(path, tree)
    digest = hashlib.sha256(source.text.encode()).hexdigest()
    name = f"_agentic_solver_tools_{path.stem}_{digest[:16]}"
    spec = importlib.util.spec_from_loader(name, loader=None, origin=str(path))
    if spec is None:  # pragma: no cover - a plain name always gives a spec
        raise WorkspaceError(f"{path}: cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pydantic resolves annotations through the module table
    try:
        exec(compile(tree, str(path), "exec"), module.__dict__)  # noqa: S102 - checked just above
    except Exception as error:  # whatever it is: it comes from the file, not from the engine
        del sys.modules[name]
        raise WorkspaceError(f"{path}, line {_line(path, error)}: {_words(error)}") from error
    return module


def _line(path: Path, error: Exception) -> int:
    """Return the line of a tools module that raised."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return (lines[-1] if lines else None) or 1


def _words(error: Exception) -> str:
    told = str(error).partition("\n")[0]
    return told if isinstance(error, WorkspaceError) else f"{type(error).__name__}: {told}"


def _check_tree(path: Path, tree: ast.Module) -> None:
    """Refuse anything but plain definitions over the facade: tools are data, not scripts."""
    for node in ast.walk(tree):
        problem = _problem(node)
        if problem:
            line = getattr(node, "lineno", 1)
            raise WorkspaceError(f"{path}, line {line}: a tools module must not {problem}")


def _problem(node: ast.AST) -> str | None:
    match node:
        case ast.Import():
            return "import modules whole: import names from the facade"
        case ast.ImportFrom(module=module, names=names, level=level):
            known = _ALLOWED_IMPORTS.get(module or "", frozenset()) if level == 0 else frozenset()
            foreign = [item.name for item in names if item.name not in known]
            return f"import {foreign[0]} from {module}" if foreign else None
        case ast.Constant(value=str() as text) if "__" in text:
            return "name anything with two underscores, not even in a text"
        case ast.Attribute(attr="today" | "now" | "utcnow" | "fromtimestamp" as attr):
            return f"read the clock ({attr})"
        case ast.Name(id=name) if name in _FORBIDDEN_NAMES or name.startswith("__"):
            return f"use {name}"
        case ast.Attribute(attr=attr) if attr.startswith("__"):
            return f"use {attr}"
        case ast.arg(annotation=ast.expr() as kind) | ast.AnnAssign(annotation=kind):
            return "write an annotation as text" if _has_text(kind) else None
        case ast.Global() | ast.Nonlocal() | ast.AsyncFunctionDef() | ast.With():
            return f"use {type(node).__name__}"
        case _:
            return None


def _has_text(annotation: ast.expr) -> bool:
    """Whether an annotation holds text, which would be evaluated; that of ``Literal`` is data."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Literal")):
            return False
        case ast.Constant(value=str()):
            return True
        case _:
            parts = ast.iter_child_nodes(annotation)
            return any(_has_text(part) for part in parts if isinstance(part, ast.expr))


@cache
def _signature(tool: Tool) -> str:
    schema = tool.arguments.model_json_schema()
    required = set(schema.get("required", ()))
    parts = []
    for name, given in schema.get("properties", {}).items():
        mark = "" if name in required else "?"
        kind = _type_name(given, schema)
        parts.append(f"{name}{mark}" if kind == "text" else f"{name}{mark}: {kind}")
    return f"{tool.name}({', '.join(parts)}): {tool.description}"


def _type_name(field: dict[str, Any], schema: dict[str, Any]) -> str:
    if "anyOf" in field:
        return _type_name(next(o for o in field["anyOf"] if o.get("type") != "null"), schema)
    if field.get("type") == "array":
        reference = field.get("items", {}).get("$ref")
        if reference is None:
            return "list"
        record = schema["$defs"][reference.rsplit("/", 1)[-1]]
        return "rows of " + ", ".join(record["properties"])
    return {"string": "text", "integer": "int", "number": "number", "boolean": "bool"}.get(
        str(field.get("type")), "value"
    )

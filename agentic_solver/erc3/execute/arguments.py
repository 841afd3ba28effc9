"""Arguments: from the value grammar of a call and the rows of facts to validated tool arguments."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue, ValidationError

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, FactOutput
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.tools.facade import Tool, ToolArguments

__all__ = ["Invocation", "each_fact", "referenced_binds", "referenced_facts", "resolve_arguments"]

_PLACE_DIGITS = 10
"""No list is longer than a number of fewer digits says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """One call of a tool with its arguments resolved."""

    id: str
    """The call id; ``w1#0``, ``w1#1`` ... when one call stands for several rows."""
    arguments: ToolArguments


def each_fact(args: JsonObject) -> str | None:
    """Return the fact whose rows are the arguments, if ``args`` is ``{"$each": fact}``."""
    value = args.get("$each")
    return value if isinstance(value, str) and set(args) == {"$each"} else None


def referenced_facts(args: JsonValue) -> tuple[str, ...]:
    """Return the ids of all facts that ``args`` refers to, in order of appearance."""
    return tuple(dict.fromkeys(_walk(args, ("$fact", "$rows", "$each"))))


def referenced_binds(args: JsonValue) -> tuple[str, ...]:
    """Return the names of all bound results that ``args`` refers to."""
    return tuple(dict.fromkeys(_walk(args, ("$ref",))))


def _walk(value: JsonValue, keys: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    if isinstance(value, dict):
        found += [name for key in keys if isinstance(name := value.get(key), str)]
        for item in value.values():
            found += _walk(item, keys)
    elif isinstance(value, list):
        for item in value:
            found += _walk(item, keys)
    return found


def resolve_arguments(
    call: APICall,
    tool: Tool,
    facts: Mapping[str, FactOutput],
    binds: Mapping[str, JsonValue],
    *,
    path: str,
    spare_columns: frozenset[str] = frozenset(),
) -> tuple[Invocation, ...] | Violation:
    """Return the invocations that ``call`` stands for.

    ``spare_columns`` are columns of the fact that something else uses (a message, a later
    fact): they may be there without being arguments.
    """
    fact = each_fact(call.args)
    if fact is None:
        value = _value(call.args, facts, binds)
        if isinstance(value, str):
            return Violation(code=ViolationCode.REFERENCE_CARDINALITY, message=value, path=path)
        return _validated(call.id, tool, [value], path) if isinstance(value, dict) else ()
    output = facts[fact]
    known = set(tool.arguments.model_fields) | set(tool.record_fields)
    unknown = [c for c in output.columns if c not in known and c not in spare_columns]
    if unknown:
        return Violation(
            code=ViolationCode.TOOL_ARGUMENTS,
            message=f"the fact has columns that are no arguments of {tool.name}",
            path=path,
            details={
                "columns": list[JsonValue](unknown),
                "arguments": list[JsonValue](sorted(known)),
            },
        )
    rows = [
        {c: v for c, v in zip(output.columns, row, strict=True) if c in known}
        for row in output.rows
    ]
    return _validated(call.id, tool, _grouped(tool, rows), path)


def _value(
    value: JsonValue, facts: Mapping[str, FactOutput], binds: Mapping[str, JsonValue]
) -> JsonValue:
    """Resolve references; a text result for an object means a fault (its sentence)."""
    if isinstance(value, list):
        items = [_value(item, facts, binds) for item in value]
        return next((item for item in items if isinstance(item, _Fault)), items)
    if not isinstance(value, dict):
        return value
    if any(name.startswith("$") for name in value):
        return _referenced(value, facts, binds)
    resolved = {name: _value(item, facts, binds) for name, item in value.items()}
    return next((item for item in resolved.values() if isinstance(item, _Fault)), resolved)


def _referenced(
    value: JsonObject, facts: Mapping[str, FactOutput], binds: Mapping[str, JsonValue]
) -> JsonValue:
    match value:
        case {"$fact": str(fact), **rest} if fact in facts:
            return _cell(facts[fact], str(rest.get("col", "")))
        case {"$rows": str(fact)} if fact in facts:
            output = facts[fact]
            return [dict(zip(output.columns, row, strict=True)) for row in output.rows]
        case {"$ref": str(name), **rest} if name in binds:
            return _pointer(binds[name], str(rest.get("path", "")))
        case _:
            return _Fault("a reference names a fact with a column, the rows of a fact, or a result")


class _Fault(str):
    """A sentence that says why a reference has no value."""


def _cell(output: FactOutput, column: str) -> JsonValue:
    if column not in output.columns:
        return _Fault("the referenced fact has no such column")
    if len(output.rows) != 1:
        return _Fault(f"{len(output.rows)} rows where exactly 1 is required")
    return output.rows[0][output.columns.index(column)]


def _pointer(value: JsonValue, path: str) -> JsonValue:
    for part in path.split("/")[1:]:
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and _is_place(part) and int(part) < len(value):
            value = value[int(part)]
        else:
            return _Fault("the referenced result has nothing at this path")
    return value


def _is_place(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < _PLACE_DIGITS


def _grouped(tool: Tool, rows: list[dict[str, JsonValue]]) -> list[dict[str, JsonValue]]:
    """Join the rows of one target into one invocation where the tool takes a list of records."""
    field = tool.group_field
    if field is None:
        return rows
    records = tool.record_fields
    scalars = [name for name in tool.arguments.model_fields if name != field]
    groups: dict[str, dict[str, JsonValue]] = {}
    for row in rows:
        # A column named like a scalar argument and like a record field belongs to the record
        # only where the scalar is not an argument of the tool itself.
        own = {name: row[name] for name in scalars if name in row}
        group = groups.setdefault(canonical_json(own), {**own, field: []})
        items = group[field]
        if isinstance(items, list):
            items.append({name: row[name] for name in records if row.get(name) is not None})
    return list(groups.values())


def _validated(
    call_id: str, tool: Tool, rows: list[dict[str, JsonValue]], path: str
) -> tuple[Invocation, ...] | Violation:
    found: list[Invocation] = []
    for number, row in enumerate(rows):
        given = {name: value for name, value in row.items() if value is not None}
        try:
            arguments = tool.arguments.model_validate_json(canonical_json(given))
        except ValidationError as error:
            faults = error.errors(include_url=False, include_input=False, include_context=False)
            problems: list[JsonValue] = [
                f"{'.'.join(str(p) for p in fault['loc'])}: {fault['msg']}" for fault in faults[:10]
            ]
            return Violation(
                code=ViolationCode.TOOL_ARGUMENTS,
                message=f"the arguments do not fit {tool.name}",
                path=path,
                details={"problems": problems, "row": number},
            )
        name = call_id if len(rows) == 1 else f"{call_id}#{number}"
        found.append(Invocation(id=name, arguments=arguments))
    return tuple(found)

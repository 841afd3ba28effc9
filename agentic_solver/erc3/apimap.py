"""The composition map of the company API, from the declared client alone: no call is made.

It says which route returns which entity, what the entities' keys, foreign keys, sensitive,
brief and detail fields are, which calls have to be chained for typical questions, and what each
write replaces. Everything is read off the routes, their request and reply models, the client's
methods, the vocabulary of policy, and the tools; only the chains are written down here, and
each of their steps is checked against the routes when the map is made.
"""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, get_args

from pydantic import BaseModel

from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3 import route as routes
from agentic_solver.erc3 import wire
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.policy.vocabulary import PROTECTED, TABLES
from agentic_solver.erc3.request import PageRequest
from agentic_solver.erc3.route import ROUTES, Route
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.wire import Effect
from agentic_solver.errors import ContractError

__all__ = ["CHAINS", "Chain", "Step", "api_map", "format_map"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """An entity: its models on the wire and the table of its rights."""

    full: type[BaseModel]
    brief: type[BaseModel] | None
    table: str


_ENTITIES: Mapping[str, _Kind] = MappingProxyType(
    {
        "employee": _Kind(full=wire.EmployeeView, brief=wire.EmployeeBrief, table="employees"),
        "customer": _Kind(full=wire.CompanyDetail, brief=wire.CompanyBrief, table="customers"),
        "project": _Kind(full=wire.ProjectDetail, brief=wire.ProjectBrief, table="projects"),
        "seat": _Kind(full=wire.Workload, brief=None, table="project_team"),
        "skill_level": _Kind(full=wire.SkillLevel, brief=None, table="employee_skills"),
        "time_entry": _Kind(full=wire.TimeEntryWithID, brief=None, table="time_entries"),
        "employee_hours": _Kind(full=wire.EmployeeTime, brief=None, table="time_entries"),
        "project_hours": _Kind(full=wire.ProjectTime, brief=None, table="time_entries"),
        "wiki_page": _Kind(full=wire.WikiPage, brief=None, table="wiki_pages"),
        "wiki_hit": _Kind(full=wire.SearchSnippet, brief=None, table="wiki_pages"),
        "identity": _Kind(full=wire.WhoAmI, brief=None, table="me"),
    }
)

_POINTERS: Mapping[str, str] = MappingProxyType(
    {
        "employee": "employee.id",
        "employee_id": "employee.id",
        "current_user": "employee.id",
        "account_manager": "employee.id",
        "account_managers": "employee.id",
        "manager": "employee.id",
        "changed_by": "employee.id",
        "logged_by": "employee.id",
        "employees": "employee.id",
        "customer": "customer.id",
        "customer_id": "customer.id",
        "customers": "customer.id",
        "project": "project.id",
        "projects": "project.id",
        "file": "wiki_page.file",
        "path": "wiki_page.file",
    }
)
"""Field names by which one record points at another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One call of a chain; list routes are read to the last page."""

    route: str
    arguments: Mapping[str, str]
    """Argument (dots lead into objects, ``[]`` makes a list) -> ``$name`` of what is asked,
    ``true``, or ``entity.field`` of the records that the steps before gave, those nested in them
    included (the seats of a project): one call for each value."""
    gives: str
    """The entity whose records come back."""
    where: Mapping[str, str] = field(default_factory=dict)
    """Field of a record from which an argument is taken -> the value it has to have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """How a typical question is answered."""

    name: str
    question: str
    steps: tuple[Step, ...]


CHAINS: tuple[Chain, ...] = (
    Chain(
        name="lead",
        question="who leads the project $project",
        steps=(
            Step(
                route="/projects/search",
                arguments={"query": "$project", "include_archived": "true"},
                gives="project",
            ),
            Step(route="/projects/get", arguments={"id": "project.id"}, gives="project"),
            Step(
                route="/employees/get",
                arguments={"id": "seat.employee"},
                gives="employee",
                where={"seat.role": "Lead"},
            ),
        ),
    ),
    Chain(
        name="workload",
        question="how much of $employee is planned, over all projects",
        steps=(
            Step(route="/employees/search", arguments={"query": "$employee"}, gives="employee"),
            Step(
                route="/projects/search",
                arguments={"team.employee_id": "employee.id", "include_archived": "true"},
                gives="project",
            ),
            Step(route="/projects/get", arguments={"id": "project.id"}, gives="project"),
        ),
    ),
    Chain(
        name="account_manager",
        question="who is the account manager of $customer, and of whom else",
        steps=(
            Step(route="/customers/search", arguments={"query": "$customer"}, gives="customer"),
            Step(route="/customers/get", arguments={"id": "customer.id"}, gives="customer"),
            Step(
                route="/employees/get",
                arguments={"id": "customer.account_manager"},
                gives="employee",
            ),
            Step(
                route="/customers/search",
                arguments={"account_managers[]": "employee.id"},
                gives="customer",
            ),
        ),
    ),
    Chain(
        name="time_audit",
        question="what did $employee log from $from to $to, and for which projects",
        steps=(
            Step(route="/employees/search", arguments={"query": "$employee"}, gives="employee"),
            Step(
                route="/time/search",
                arguments={"employee": "employee.id", "date_from": "$from", "date_to": "$to"},
                gives="time_entry",
            ),
            Step(route="/projects/get", arguments={"id": "time_entry.project"}, gives="project"),
        ),
    ),
)
"""The typical chains: lead, workload, account manager, time audit."""


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models inside an annotation, such as those of a list or an optional field."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


_BY_MODEL: Mapping[type[BaseModel], tuple[str, str]] = MappingProxyType(
    {
        **{kind.full: (name, "full") for name, kind in _ENTITIES.items()},
        **{kind.brief: (name, "brief") for name, kind in _ENTITIES.items() if kind.brief},
        wire.TimeEntry: ("time_entry", "without id"),
    }
)


def _returns(route: Route[Any, Any]) -> tuple[str, str] | None:
    """Return the entity of a route's reply and how much of it comes, or None."""
    if route.reply in _BY_MODEL:
        return _BY_MODEL[route.reply]
    fields = route.reply.model_fields.values()
    found = [model for field in fields for model in _models(field.annotation)]
    return next((_BY_MODEL[model] for model in found if model in _BY_MODEL), None)


def _methods() -> dict[str, str]:
    """Return route -> the client's method that calls it, read off the methods' code."""
    constants = {
        name: value.path for name, value in vars(routes).items() if isinstance(value, Route)
    }
    found: dict[str, str] = {}
    for name, function in inspect.getmembers(Erc3Client, inspect.isfunction):
        for constant in function.__code__.co_names:
            if constant in constants:
                found[constants[constant]] = name
    return found


def _summary(model: type[BaseModel]) -> str:
    return (inspect.getdoc(model) or "").partition("\n")[0]


_SUBJECTS: Mapping[str, str] = MappingProxyType(
    {
        "employees": "employee",
        "customers": "customer",
        "projects": "project",
        "time": "time_entry",
        "wiki": "wiki_page",
    }
)
"""First part of a route's path -> the entity it is about."""
_BY = ("changed_by", "logged_by")
"""Arguments of a write that say who did it."""


def _route(route: Route[Any, Any], method: str) -> dict[str, Any]:
    given = _returns(route)
    fields = route.request.model_fields
    row: dict[str, Any] = {
        "method": method,
        "effect": route.effect.value,
        "entity": given[0] if given else "none",
        "detail": given[1] if given else "none",
        "paged": issubclass(route.request, PageRequest),
        "required": [name for name, field in fields.items() if field.is_required()],
        "optional": [name for name, field in fields.items() if not field.is_required()],
        "points_at": {name: _POINTERS[name] for name in fields if name in _POINTERS},
    }
    subject = _SUBJECTS.get(route.path.split("/")[1])
    if subject is not None and "id" in fields:
        row["points_at"]["id"] = f"{subject}.id"
    if route.effect is Effect.WRITE:
        target = {"id", "file", subject}
        row["changes"] = subject or "answer"
        row["sets"] = [name for name in fields if name not in target and name not in _BY]
        row["how"] = _summary(route.request)
    return row


_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "seat": ("project", "employee"),
        "skill_level": ("employee", "name"),
        "employee_hours": ("employee",),
        "project_hours": ("customer", "project"),
        "wiki_page": ("file",),
        "wiki_hit": ("path", "linum"),
        "identity": ("current_user",),
    }
)
"""Primary keys of records without a field ``id``; what is no field of theirs is the record that
they stand in, such as the project of a seat."""


def _entity(name: str, kind: _Kind) -> dict[str, Any]:
    fields = list(kind.full.model_fields)
    keys = list(_KEYS.get(name, ("id",)))
    brief = [field for field in fields if kind.brief is None or field in kind.brief.model_fields]
    nested = {
        field: _BY_MODEL[model][0]
        for field, info in kind.full.model_fields.items()
        for model in _models(info.annotation)
        if model in _BY_MODEL
    }
    foreign = {f: _POINTERS[f] for f in fields if f in _POINTERS and _POINTERS[f] != f"{name}.{f}"}
    foreign |= {key: _POINTERS[key] for key in keys if key not in fields}
    protected = PROTECTED.get(kind.table, ())
    whole = set(protected) == set(TABLES[kind.table])
    given = [path for path, route in ROUTES.items() if (_returns(route) or ("",))[0] == name]
    return {
        "table": kind.table,
        "primary_key": keys,
        "foreign_keys": foreign,
        "brief": brief,
        "detail": [field for field in fields if field not in brief],
        "sensitive": [field for field in fields if whole or field in protected],
        "holds": nested,
        "returned_by": given,
    }


_RESULTS: Mapping[str, str] = MappingProxyType(
    {
        "employees": "employee",
        "customers": "customer",
        "projects": "project",
        "wiki_hits": "wiki_hit",
        "seats": "seat",
        "time_entries": "time_entry",
        "time_summaries": "employee_hours",
    }
)
_CHANGED: Mapping[str, str] = MappingProxyType(
    {"time": "time_entry", "wiki": "wiki_page", "project": "project"}
)


def _tool_entity(operation: Operation, result: str) -> str:
    """Return the entity that a tool reads or changes, or ``none``."""
    if operation is Operation.READ:
        entity = _RESULTS.get(result, result)
        return entity if entity in _ENTITIES else "none"
    words = operation.value.split("_")
    return next((_CHANGED[word] for word in words if word in _CHANGED), "employee")


def _checked(chain: Chain) -> dict[str, Any]:
    """Return a chain as JSON, each step checked against the routes and entities."""
    steps: list[Any] = []
    for number, step in enumerate(chain.steps, start=1):
        route = ROUTES.get(step.route)
        given = _returns(route) if route is not None else None
        known = route is not None and all(
            name.removesuffix("[]").partition(".")[0] in route.request.model_fields
            for name in step.arguments
        )
        if not known or given is None or given[0] != step.gives:
            raise ContractError(f"chain {chain.name}, step {number} does not fit {step.route}")
        row: dict[str, Any] = {"route": step.route, "arguments": dict(step.arguments)}
        if step.where:
            row["where"] = dict(step.where)
        steps.append({**row, "gives": step.gives})
    return {"question": chain.question, "steps": steps}


def api_map(tools: Catalog | None = None) -> dict[str, Any]:
    """Return the map as JSON data, the same in every run; with the tools if a catalog is given."""
    methods = _methods()
    missing = [path for path in ROUTES if path not in methods]
    if missing:
        raise ContractError(f"the client has no method for {', '.join(missing)}")
    found: dict[str, Any] = {
        "first_call": routes.WHOAMI.path,
        "routes": {path: _route(route, methods[path]) for path, route in ROUTES.items()},
        "entities": {name: _entity(name, kind) for name, kind in _ENTITIES.items()},
        "chains": {chain.name: _checked(chain) for chain in CHAINS},
    }
    if tools is not None:
        found["tools"] = {
            tool.name: {
                "effect": "write" if tool.is_write else "read",
                "operation": tool.operation.value,
                "entity": _tool_entity(tool.operation, tool.result),
                "calls": list(tool.calls),
                "points_at": {
                    name: _POINTERS[name]
                    for name in tool.arguments.model_fields
                    if name in _POINTERS
                },
            }
            for tool in tools.tools.values()
        }
    return found


def _listed(names: Any) -> str:
    if isinstance(names, dict):
        return ", ".join(f"{name} -> {names[name]}" for name in names)
    return ", ".join(names)


def format_map(found: Any) -> str:
    """Return the map as text: first call, routes, entities, chains, tools."""
    lines = [f"first call: {found['first_call']}", "", "routes"]
    for path, row in found["routes"].items():
        what = row["entity"] if row["detail"] == "none" else f"{row['entity']} ({row['detail']})"
        pages = ", paged" if row["paged"] else ""
        lines.append(f"  {row['effect']:<5} {path}: {what}{pages}; client.{row['method']}")
        optional = [f"[{name}]" for name in row["optional"]]
        lines.append(f"        takes {_listed([*row['required'], *optional]) or 'nothing'}")
        if row["points_at"]:
            lines.append(f"        points at {_listed(row['points_at'])}")
        if "how" in row:
            lines.append(f"        changes {row['changes']}: {_listed(row['sets'])}; {row['how']}")
    lines += ["", "entities"]
    for name, row in found["entities"].items():
        lines.append(f"  {name} (table {row['table']}): key {_listed(row['primary_key'])}")
        for label in ("foreign_keys", "brief", "detail", "sensitive", "holds", "returned_by"):
            if row[label]:
                lines.append(f"        {label.replace('_', ' ')}: {_listed(row[label])}")
    lines += ["", "chains"]
    for name, chain in found["chains"].items():
        lines.append(f"  {name}: {chain['question']}")
        for number, step in enumerate(chain["steps"], start=1):
            given = ", ".join(f"{key}={value}" for key, value in step["arguments"].items())
            where = "".join(f" where {k} is {v}" for k, v in step.get("where", {}).items())
            lines.append(f"        {number}. {step['route']}({given}){where} -> {step['gives']}")
    if "tools" in found:
        lines += ["", "tools"]
        for name, row in found["tools"].items():
            lines.append(f"  {row['effect']:<5} {name}: {row['entity']} ({row['operation']})")
            lines.append(f"        calls {_listed(row['calls'])}")
    return "\n".join(lines)

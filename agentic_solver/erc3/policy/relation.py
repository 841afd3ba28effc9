"""Relations as SQL: one matrix of relation and target, for row views and for write checks.

Table names stand in braces (``{project_team}``) so that the snapshot may qualify them. A
relation that makes no sense for a target contributes nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation, Relation
from agentic_solver.erc3.caller_lookup import CALLER_ID
from agentic_solver.erc3.policy.vocabulary import ABOUT

__all__ = [
    "RelationQuery",
    "Target",
    "attribute_query",
    "relation_query",
    "row_attribute",
    "row_condition",
    "target_arguments",
]

_LEAD = "t.role = 'Lead'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """SQL expressions for what a row or a write is about; empty where it has none."""

    employee: str = ""
    project: str = ""
    customer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationQuery:
    """A query over the target of a write: how the caller stands to it, or an attribute of it."""

    template: str
    """SQL with tables in braces and named parameters ``$employee``, ``$project`` ..."""
    parameters: tuple[str, ...]
    """Names of the parameters that occur, sorted; values from :func:`target_arguments`."""
    needs: tuple[str, ...]
    """``table.column`` names that the query reads, sorted."""

    @property
    def sql(self) -> str:
        """The query with plain table names."""
        return self.qualified("")

    def qualified(self, prefix: str) -> str:
        """Return the query with ``prefix`` before each table name."""
        return re.sub(r"\{([a-z_]+)\}", lambda found: prefix + found.group(1), self.template)


_CUSTOMER_OF_PROJECT = "(SELECT p.customer FROM {projects} p WHERE p.id = PROJECT)"

_ROWS: Mapping[str, Target] = MappingProxyType(
    {
        "employees": Target(employee="r.id"),
        "employee_skills": Target(employee="r.employee"),
        "employee_wills": Target(employee="r.employee"),
        "workloads": Target(employee="r.employee"),
        "project_team": Target(
            employee="r.employee",
            project="r.project",
            customer=_CUSTOMER_OF_PROJECT.replace("PROJECT", "r.project"),
        ),
        "projects": Target(project="r.id", customer="r.customer"),
        "customers": Target(customer="r.id"),
        "time_entries": Target(
            employee="r.employee",
            project="r.project",
            customer="coalesce(nullif(r.customer, ''), "
            + _CUSTOMER_OF_PROJECT.replace("PROJECT", "r.project")
            + ")",
        ),
    }
)


_EMPLOYEE_TARGET = Target(employee="$employee")
_PROJECT_TARGET = Target(
    project="$project", customer=_CUSTOMER_OF_PROJECT.replace("PROJECT", "$project")
)
_ENTRY_TARGET = Target(
    employee="$employee",
    project="$project",
    customer="coalesce(nullif($customer, ''), "
    + _CUSTOMER_OF_PROJECT.replace("PROJECT", "$project")
    + ")",
)

_WRITES: Mapping[Operation, Target] = MappingProxyType(
    {
        Operation.LOG_TIME: _ENTRY_TARGET,
        Operation.UPDATE_TIME: _ENTRY_TARGET,
        Operation.UPDATE_SALARY: _EMPLOYEE_TARGET,
        Operation.UPDATE_NOTES: _EMPLOYEE_TARGET,
        Operation.UPDATE_SKILLS: _EMPLOYEE_TARGET,
        Operation.UPDATE_WILLS: _EMPLOYEE_TARGET,
        Operation.UPDATE_LOCATION: _EMPLOYEE_TARGET,
        Operation.UPDATE_DEPARTMENT: _EMPLOYEE_TARGET,
        Operation.UPDATE_PROJECT_STATUS: _PROJECT_TARGET,
        Operation.UPDATE_PROJECT_TEAM: _PROJECT_TARGET,
    }
)

_ARGUMENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "employee": ("employee", "employee_id"),
        "project": ("project", "project_id", "id"),
        "customer": ("customer", "customer_id"),
    }
)


def _condition(relation: Relation, target: Target) -> str | None:
    """Return the predicate for ``relation`` to ``target``, or None where it makes no sense."""
    who, project, customer = target.employee, target.project, target.customer
    seat = "EXISTS (SELECT 1 FROM {project_team} t WHERE "
    mine = f"t.employee = {CALLER_ID}"
    shared = (
        "EXISTS (SELECT 1 FROM {project_team} t JOIN {project_team} o ON o.project = t.project "
        f"WHERE {mine} AND o.employee = {who}"
    )
    of_customer = (
        "EXISTS (SELECT 1 FROM {project_team} t JOIN {projects} q ON q.id = t.project "
        f"WHERE {mine} AND q.customer = {customer}"
    )
    managed = f"EXISTS (SELECT 1 FROM {{customers}} c WHERE c.account_manager = {CALLER_ID}"
    table: dict[Relation, tuple[bool, str]] = {
        Relation.SELF: (bool(who), f"{who} = {CALLER_ID}"),
        Relation.LEADS_PROJECT: (
            bool(project),
            f"{seat}{mine} AND {_LEAD} AND t.project = {project})",
        ),
        Relation.ON_PROJECT: (bool(project), f"{seat}{mine} AND t.project = {project})"),
        Relation.LEADS_MEMBER: (bool(who), f"{shared} AND {_LEAD})"),
        Relation.SAME_PROJECT: (bool(who), f"{shared})"),
        Relation.MANAGES_CUSTOMER: (bool(customer), f"{managed} AND c.id = {customer})"),
        Relation.ON_CUSTOMER_PROJECT: (bool(customer), f"{of_customer})"),
        Relation.LEADS_CUSTOMER_PROJECT: (bool(customer), f"{of_customer} AND {_LEAD})"),
        Relation.TARGET_ON_PROJECT: (
            bool(who and project),
            f"{seat}t.employee = {who} AND t.project = {project})",
        ),
        Relation.SAME_LOCATION: (bool(who or customer), _same_location(target)),
        Relation.SAME_DEPARTMENT: (
            bool(who),
            f"EXISTS (SELECT 1 FROM {{employees}} x, {{me}} m WHERE x.id = {who} "
            "AND x.department = m.department AND m.department <> '')",
        ),
        Relation.LEADS_ANY_PROJECT: (True, f"{seat}{mine} AND {_LEAD})"),
        Relation.MANAGES_ANY_CUSTOMER: (True, f"{managed})"),
    }
    makes_sense, sql = table[relation]
    return sql if makes_sense else None


def _same_location(target: Target) -> str:
    if target.employee:
        return (
            f"EXISTS (SELECT 1 FROM {{employees}} x, {{me}} m WHERE x.id = {target.employee} "
            "AND x.location = m.location AND m.location <> '')"
        )
    city = "lower(trim(split_part(c.location, ',', 1)))"
    return (
        f"EXISTS (SELECT 1 FROM {{customers}} c, {{me}} m WHERE c.id = {target.customer} "
        f"AND m.location <> '' AND (c.location = m.location OR {city} = lower(m.location)))"
    )


_ALIASES = {
    "m": "me",
    "t": "project_team",
    "o": "project_team",
    "p": "projects",
    "q": "projects",
    "c": "customers",
    "x": "employees",
}

_ALIAS_OF = {"employees": "x", "projects": "q", "customers": "c"}
"""The alias under which a target is looked up; a customer expression uses ``p`` itself."""


def needed_columns(template: str) -> tuple[str, ...]:
    """Return the ``table.column`` names that a predicate reads through its fixed aliases."""
    found = re.findall(r"\b([a-z])\.([a-z_]+)", template)
    return tuple(sorted({f"{_ALIASES[alias]}.{column}" for alias, column in found if alias != "r"}))


def row_attribute(name: str, table: str) -> str | None:
    """Return SQL for an attribute of what a row ``r`` is about (``employee.department``).

    None where rows of the table are not about such a thing, or there is no such attribute.
    """
    return _attribute(name, _ROWS.get(table, Target()))


def attribute_query(name: str, operation: Operation) -> RelationQuery | None:
    """Return the query for an attribute of the target of a write, as text, or None."""
    sql = _attribute(name, _WRITES.get(operation, Target()))
    return None if sql is None else _query(f"SELECT {sql}")


def _attribute(name: str, target: Target) -> str | None:
    kind = name.partition(".")[0]
    expression = getattr(target, kind) if name in ABOUT else ""
    if not expression:
        return None
    table, _, column = ABOUT[name].partition(".")
    alias = _ALIAS_OF[table]
    value = f"CAST({alias}.{column} AS VARCHAR)"
    # Two records of one id that differ say nothing.
    return (
        f"(SELECT CASE WHEN min({value}) = max({value}) THEN min({value}) END "
        f"FROM {{{table}}} {alias} WHERE {alias}.id = {expression})"
    )


def row_condition(relation: Relation, table: str) -> str | None:
    """Return the predicate over a row ``r`` of ``table``, or None where it makes no sense."""
    target = _ROWS.get(table)
    if target is None:
        target = Target()
    return _condition(relation, target)


def relation_query(relation: Relation, operation: Operation) -> RelationQuery | None:
    """Return the query that evaluates a relation for a write, or None where it makes no sense."""
    sql = _condition(relation, _WRITES.get(operation, Target()))
    if sql is None:
        return None
    return _query(f"SELECT coalesce({sql}, false)")


def _query(template: str) -> RelationQuery:
    parameters = tuple(sorted(set(re.findall(r"\$([a-z]+)", template))))
    return RelationQuery(template=template, parameters=parameters, needs=needed_columns(template))


def target_arguments(query: RelationQuery, args: JsonObject) -> dict[str, str]:
    """Return the parameter values of ``query`` from the target of a write ('' if absent).

    For ``update_time`` the target is what the entry says: its employee, project and customer.
    """
    values: dict[str, str] = {}
    for name in query.parameters:
        given = (args.get(key) for key in _ARGUMENTS[name])
        values[name] = next((value for value in given if isinstance(value, str)), "")
    return values

"""Sight: what the caller may see of a read tool's result.

Fields that the policy closes to the caller are emptied before the result becomes evidence or a
table; a plan that names such a field afterwards is refused, as one that names the column is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Denied, Proof
from agentic_solver.erc3.execute.reading import refusal
from agentic_solver.erc3.execute.render import placeholders_of
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.clause import Conditional, Hidden, ReadAccess
from agentic_solver.erc3.policy.runtime import Policy

__all__ = ["Sight"]

_TABLES: Mapping[str, str] = MappingProxyType(
    {
        "employee": "employees",
        "employees": "employees",
        "customer": "customers",
        "customers": "customers",
        "project": "projects",
        "projects": "projects",
        "seats": "project_team",
        "time_entries": "time_entries",
        "time_summaries": "time_entries",
        "wiki_page": "wiki_pages",
        "wiki_hits": "wiki_pages",
    }
)
"""Result type of a read tool -> table whose rights hold for it; others tell nobody anything."""
_COLUMNS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "skills": ("employee_skills", "level"),
        "wills": ("employee_wills", "level"),
        "team": ("project_team", "employee"),
        "employee_name": ("employees", "name"),
        "project_name": ("projects", "name"),
        "project_status": ("projects", "status"),
    }
)
"""Fields that hold rows or a column of another table."""
_WHOLE: Mapping[str, str] = MappingProxyType({"time_entries": "hours", "wiki_pages": "content"})
"""Tables of which one column stands for every field of the result."""
_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "employee_skills": "employee",
        "employee_wills": "employee",
        "project_team": "project",
        "wiki_pages": "path",
    }
)
_LINKS: Mapping[str, str] = MappingProxyType({"employees": "employee", "projects": "project"})
"""Table -> field by which a record of another one names a row of it."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(slots=True)
class Sight:
    """One caller's eyes on the results of one plan's reads."""

    policy: Policy
    identity: Identity
    caller_name: str
    bench: Workbench
    _withheld: dict[str, Proof] = field(default_factory=dict)

    def show(self, kind: str, result: JsonValue) -> JsonValue:
        """Return a result of type ``kind`` with every field emptied that is not for the caller."""
        table = _TABLES.get(kind)
        if table is None:
            return result
        if isinstance(result, list):
            return [self._record(table, item) for item in result]
        return self._record(table, result)

    def denials(self, compiled: CompiledPlan) -> tuple[Denied, ...]:
        """Return a denial for each field that was withheld and that the plan names."""
        named = _names(compiled)
        return tuple(
            refusal(proof) for name, proof in sorted(self._withheld.items()) if name in named
        )

    def _record(self, table: str, record: JsonValue) -> JsonValue:
        if not isinstance(record, dict):
            return record
        shown: JsonObject = {}
        for name, value in record.items():
            target, column = _COLUMNS.get(name, (table, _WHOLE.get(table, name)))
            access = self.policy.read_access(self.identity, self.caller_name, target, column)
            if self._sees(target, access, _key(record, table, target)):
                shown[name] = value
            else:
                shown[name] = None
                self._withheld[name] = access.proof
        return shown

    def _sees(self, table: str, access: ReadAccess, key: JsonValue) -> bool:
        match access:
            case Hidden():
                return False
            case Conditional():
                column = _KEYS.get(table, "id")
                return isinstance(key, str) and self.bench.row_is_visible(
                    table, column, key, access
                )
            case _:
                return True


def _key(record: JsonObject, table: str, target: str) -> JsonValue:
    """Return what names the row of ``target`` in a record of ``table``."""
    link = _KEYS.get(target, "id") if target == table else _LINKS.get(target, "id")
    return next((record[k] for k in (link, "id", "file", "path") if k in record), None)


def _names(compiled: CompiledPlan) -> frozenset[str]:
    """Return every word with which the plan may name a field of a bound result."""
    words: set[str] = set()
    for query in compiled.queries.values():
        words |= {word.lower() for word in _WORD.findall(query.sql)}
    for call in compiled.plan.execution_trace.calls:
        words |= {word.lower() for word in _WORD.findall(str(call.args))}
    for case in compiled.plan.response_template.cases:
        words |= {item.column.lower() for item in placeholders_of(case.message)}
    return frozenset(words)

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
    """One caller's eyes on the results of reads."""

    policy: Policy
    identity: Identity
    caller_name: str
    bench: Workbench
    _withheld: dict[str, Proof] = field(default_factory=dict)
    _access: dict[tuple[str, str], ReadAccess] = field(default_factory=dict)
    _visible: dict[tuple[str, str], dict[str, bool]] = field(default_factory=dict)
    """Table and condition → key of a row → whether the caller may see it."""

    def show(self, kind: str, result: JsonValue) -> JsonValue:
        """Return a result of type ``kind`` with every field emptied that is not for the caller."""
        if kind not in _TABLES:
            return result
        if isinstance(result, list):
            self._look_up(kind, result)
            return [self._record(kind, item) for item in result]
        return self._record(kind, result)

    def denials(self, compiled: CompiledPlan) -> tuple[Denied, ...]:
        """Return a denial for each field that was withheld and that the plan names."""
        named = _names(compiled)
        return tuple(
            refusal(proof) for name, proof in sorted(self._withheld.items()) if name in named
        )

    def withheld(self, kind: str, record: JsonObject) -> Mapping[str, Proof]:
        """Return the fields of a record of type ``kind`` that are not for the caller → why."""
        found: dict[str, Proof] = {}
        for name in record:
            target, column = self.column(kind, name)
            access = self.access(target, column)
            if not self._sees(target, access, _key(record, _TABLES[kind], target)):
                found[name] = access.proof
        return found

    def access(self, table: str, column: str) -> ReadAccess:
        """Return what policy says of a column to this caller."""
        known = self._access.get((table, column))
        if known is None:
            known = self.policy.read_access(self.identity, self.caller_name, table, column)
            self._access[table, column] = known
        return known

    @staticmethod
    def column(kind: str, name: str) -> tuple[str, str]:
        """Return the table and the column whose rights hold for a field of a result."""
        table = _TABLES[kind]
        return _COLUMNS.get(name, (table, _WHOLE.get(table, name)))

    def _record(self, kind: str, record: JsonValue) -> JsonValue:
        if not isinstance(record, dict):
            return record
        withheld = self.withheld(kind, record)
        self._withheld |= withheld
        return {name: None if name in withheld else value for name, value in record.items()}

    def _look_up(self, kind: str, records: list[JsonValue]) -> None:
        """Ask once for all records which of them the caller may see."""
        rows = [one for one in records if isinstance(one, dict)]
        for name in rows[0] if len(rows) > 1 else ():
            target, column = self.column(kind, name)
            access = self.access(target, column)
            if isinstance(access, Conditional):
                keys = [_key(row, _TABLES[kind], target) for row in rows]
                known = self._visible.setdefault((target, access.sql), {})
                new = [key for key in keys if isinstance(key, str) and key not in known]
                if new:
                    place = _KEYS.get(target, "id")
                    seen = self.bench.visible_rows(target, place, new, access)
                    known.update({key: key in seen for key in new})

    def _sees(self, table: str, access: ReadAccess, key: JsonValue) -> bool:
        match access:
            case Hidden():
                return False
            case Conditional():
                if not isinstance(key, str):
                    return False
                known = self._visible.setdefault((table, access.sql), {})
                if key not in known:
                    place = _KEYS.get(table, "id")
                    known[key] = self.bench.row_is_visible(table, place, key, access)
                return known[key]
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

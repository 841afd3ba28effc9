"""The answers of read calls, cut to what the caller may see.

A record of which the caller may see some fields comes with the others empty, in the type that the
wire gives them, and the reply says under ``withheld`` which they are and by which rule. A record
of which nothing may be seen is left out; where nothing is left, the call is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Proof
from agentic_solver.erc3.execute.sight import Sight
from agentic_solver.erc3.execute.worded import closed_columns
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.monitor.memory import Memory
from agentic_solver.erc3.policy.clause import Hidden, Visible
from agentic_solver.erc3.policy.runtime import Policy

__all__ = ["Lens", "Refused"]


@dataclass(frozen=True, slots=True)
class _Rows:
    """Where the records of a reply are."""

    field: str
    """The field that holds them; empty for the reply itself."""
    kind: str
    """Their type, as :mod:`agentic_solver.erc3.execute.sight` has it."""
    key: str
    """The field of a record without which nothing of it is shown."""


_REPLIES: Mapping[str, _Rows] = MappingProxyType(
    {
        "/employees/list": _Rows("employees", "employees", "id"),
        "/employees/search": _Rows("employees", "employees", "id"),
        "/employees/get": _Rows("employee", "employee", "id"),
        "/customers/list": _Rows("companies", "customers", "id"),
        "/customers/search": _Rows("companies", "customers", "id"),
        "/customers/get": _Rows("company", "customer", "id"),
        "/projects/list": _Rows("projects", "projects", "id"),
        "/projects/search": _Rows("projects", "projects", "id"),
        "/projects/get": _Rows("project", "project", "id"),
        "/time/search": _Rows("entries", "time_entries", "hours"),
        "/time/get": _Rows("entry", "time_entries", "hours"),
        "/time/summary/by-project": _Rows("summaries", "time_summaries", "project"),
        "/time/summary/by-employee": _Rows("summaries", "time_summaries", "employee"),
        "/wiki/load": _Rows("", "wiki_page", "content"),
        "/wiki/search": _Rows("results", "wiki_hits", "content"),
    }
)
_FILTERS: Mapping[str, Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "/employees/search": {
            "skills": ("employee_skills", "level"),
            "wills": ("employee_wills", "level"),
            "location": ("employees", "location"),
            "department": ("employees", "department"),
        },
        "/customers/search": {
            "deal_phase": ("customers", "deal_phase"),
            "account_managers": ("customers", "account_manager"),
            "locations": ("customers", "location"),
        },
        "/projects/search": {
            "customer_id": ("projects", "customer"),
            "status": ("projects", "status"),
            "team": ("project_team", "employee"),
        },
    }
)
"""What a search goes by: who may not read a column may not search by it either."""
_TOTALS = ("total_hours", "total_billable", "total_non_billable")
_HOURS = ("time_entries", "hours")
_MOST_RULES = 3
"""So many rules are told."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that is answered with nothing of what was asked."""

    proof: Proof


class Lens:
    """What one caller sees of the replies of a session."""

    def __init__(self, policy: Policy, bench: Workbench, name: str, memory: Memory) -> None:
        self._policy = policy
        self._bench = bench
        self._name = name
        self._memory = memory
        self._sight = Sight(policy, bench.identity, name, bench)
        self._guarded = closed_columns(policy.rules)
        self.own: set[str] = set()
        """Time entries that the session has logged: whoever writes one knows it."""

    def hidden(self, record: JsonObject) -> frozenset[str]:
        """Return the fields of an employee that the caller is shown empty."""
        return frozenset(self._sight.withheld("employee", record))

    def against_search(self, route: str, body: JsonObject) -> Refused | None:
        """Refuse a search by a column of which the caller may not see everything."""
        for name, column in _FILTERS.get(route, {}).items():
            access = self._sight.access(*column)
            if body.get(name) and not isinstance(access, Visible):
                return Refused(access.proof)
        return None

    def show(self, route: str, body: JsonObject, payload: JsonObject) -> JsonObject | Refused:
        """Return what the caller may see of the reply of a read.

        Args:
            route: that was called.
            body: as it was sent.
            payload: what came back.
        """
        if route == "/wiki/list":
            return self._paths(payload)
        form = _REPLIES.get(route)
        if form is None:
            return payload
        if form.kind == "time_summaries" and self._sees_totals():
            return payload
        found = payload.get(form.field) if form.field else payload
        rows = [
            one for one in (found if isinstance(found, list) else [found]) if isinstance(one, dict)
        ]
        given = [self._named(one, body) for one in rows]
        if not given:
            return payload
        shown, withheld = self._records(form, given)
        if not shown and not self._is_elsewhere(route, body, form, payload):
            return Refused(next(iter(withheld.values())))
        told: JsonObject = {**payload, form.field: [*shown]}
        if not isinstance(found, list):
            one = {name: shown[0][name] for name in rows[0]}
            told = {**payload, form.field: one} if form.field else one
        if route == "/time/search" and withheld and not self._sees_totals():
            told |= self._totals(body)
        return {**told, "withheld": self._why(withheld)} if withheld else told

    def sentence(self, proof: Proof) -> str:
        """Return why something is closed: the rules in their own words, or that none opens it."""
        if self._bench.identity.is_public:
            return "this is closed to visitors"  # nor is told what the rules give to others
        rules = (self._policy.rule(one) for one in proof.rule_ids)
        told = [f"{one.statement} (rule {one.id}, {one.page})" for one in rules if one is not None]
        if not told:
            return f"no rule of the company opens this to you ({proof.predicate})"
        return f"closed to you by: {' '.join(told[:_MOST_RULES])}"

    def is_closed(self, columns: tuple[tuple[str, str], ...]) -> Proof | None:
        """Return why none of some columns is open to the caller; None where one may be."""
        accesses = [self._sight.access(*one) for one in columns]
        proofs = [one.proof for one in accesses if isinstance(one, Hidden)]
        return proofs[0] if proofs and len(proofs) == len(accesses) else None

    def _is_elsewhere(self, route: str, body: JsonObject, form: _Rows, payload: JsonObject) -> bool:
        """Whether other pages of a search, of which this one shows nothing, show something."""
        if payload.get("next_offset", -1) == -1 and not body.get("offset"):
            return False
        if isinstance(self._sight.access(*self._sight.column(form.kind, form.key)), Hidden):
            return False
        rows = self._bench.pages(route, _unpaged(body), form.field)
        return any(form.key not in self._sight.withheld(form.kind, row) for row in rows)

    def _named(self, row: JsonObject, body: JsonObject) -> JsonObject:
        """Return a record with its id: ``/time/get`` shows none."""
        return row if "id" in row or "id" not in body else {**row, "id": body["id"]}

    def _records(
        self, form: _Rows, rows: list[JsonObject]
    ) -> tuple[list[JsonObject], dict[str, Proof]]:
        self._sight.show(form.kind, list(rows))  # asks for all of them at once
        shown: list[JsonObject] = []
        why: dict[str, Proof] = {}
        for row in rows:
            own = form.kind == "time_entries" and row.get("id") in self.own
            withheld = {} if own else self._sight.withheld(form.kind, row)
            is_shown = form.key not in withheld
            full = {one for one in withheld if not is_shown or row[one] not in (None, "", [])}
            why |= {name: withheld[name] for name in sorted(full)}
            for name, value in row.items():
                column = self._sight.column(form.kind, name)
                if name in withheld:
                    self._memory.withhold(column, value, withheld[name])
                else:
                    self._memory.show(column, value, is_guarded=column in self._guarded)
            if is_shown:
                shown.append({k: _empty(v) if k in withheld else v for k, v in row.items()})
        return shown, why

    def _why(self, withheld: Mapping[str, Proof]) -> JsonObject:
        return {name: self.sentence(proof) for name, proof in withheld.items()}

    def _sees_totals(self) -> bool:
        access = self._policy.read_access(
            self._bench.identity, self._name, *_HOURS, aggregated=True
        )
        return isinstance(access, Visible)

    def _totals(self, body: JsonObject) -> JsonObject:
        """Return the totals over those of all entries that the caller may see."""
        rows = list(self._bench.pages("/time/search", _unpaged(body), "entries"))
        self._sight.show("time_entries", list(rows))
        seen = [one for one in rows if not self._sight.withheld("time_entries", one)]
        sums = {True: 0.0, False: 0.0}
        for row in seen:
            hours = row.get("hours")
            sums[bool(row.get("billable"))] += hours if isinstance(hours, int | float) else 0
        return dict(zip(_TOTALS, (sum(sums.values()), sums[True], sums[False]), strict=True))

    def _paths(self, payload: JsonObject) -> JsonObject | Refused:
        listed = payload.get("paths")
        rows: list[JsonObject] = [
            {"path": one, "content": ""} for one in (listed if isinstance(listed, list) else [])
        ]
        form = replace(_REPLIES["/wiki/search"], key="path")
        shown, withheld = self._records(form, rows)
        if rows and not shown:
            return Refused(next(iter(withheld.values())))
        return {**payload, "paths": [one["path"] for one in shown]}


def _unpaged(body: JsonObject) -> JsonObject:
    return {name: value for name, value in body.items() if name not in ("limit", "offset")}


def _empty(value: JsonValue) -> JsonValue:
    """Return the empty value of the type of one: clients of the wire read no null there."""
    match value:
        case bool():
            return False
        case int() | float():
            return 0
        case list():
            return []
        case dict():
            return {}
        case _:
            return ""

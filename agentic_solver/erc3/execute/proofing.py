"""A change as it is proofread: who asks, what becomes different, and by which queries.

It is told from the write set and from the queries that were run, never from words of the plan
about them: records by what they are called, as ids say nothing. Comments of a query are left out,
and so is the rest of a long text in one. Values that the caller may not read are not told.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.contracts.plan import Plan
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.asked.effect import Change, Effects, Key
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.snapshot.parsing import find_all, parsed

__all__ = ["Draft", "told_plan"]

_MOST = 100
"""More changes are not proofread."""
_LONGEST = 200
"""Letters of a text in a query."""
_UNTOLD = "(not told)"
_PROJECT = ("name", "status")
_PERSON = ("name", "department", "location")
_ENTRY = ("employee", "project", "date", "hours", "work_category", "billable", "status")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Tells a change to whoever proofreads it."""

    bench: Workbench
    made_by: Mapping[str, str]
    """How the changes came about: heading → text."""
    is_readable: Callable[[Key], bool]
    """Whether the caller may read a field."""

    def __call__(self, effects: Effects) -> str:
        """Return the draft; empty where it would be too long to be proofread."""
        if len(effects.changed) + len(effects.logged) > _MOST:
            return ""
        changes = [self._change(key, change) for key, change in effects.changed.items()]
        changes += [f"new time entry: {_json(self._named(one.changes))}" for one in effects.logged]
        parts = {
            "caller": self._caller(),
            "changes": "\n".join(changes),
            **self.made_by,
        }
        return "\n".join(f"<{name}>\n{text}\n</{name}>" for name, text in parts.items())

    def _caller(self) -> str:
        who = self.bench.identity
        told = self._person(who.current_user) if who.current_user else {}
        return _json({**told, "today": who.today})

    def _person(self, person: str) -> dict[str, JsonValue]:
        stored = self.bench.employee(person)
        return {name: stored.get(name) for name in _PERSON}

    def _project(self, project: str) -> dict[str, JsonValue]:
        stored = self.bench.record("/projects/get", "project", project)
        return {name: stored.get(name) for name in _PROJECT}

    def _change(self, key: Key, change: Change) -> str:
        if key.table == "pages":
            return f"page {key.record}:\n{_lines(str(change.old or ''), str(change.new or ''))}"
        field = f"{key.column} {self._part(key)}".strip()
        is_told = self.is_readable(key)
        values = map(self._project, (str(change.old), str(change.new)))
        pair = values if key.column == "project" else (change.old, change.new)
        old, new = (_json(one) if is_told else _UNTOLD for one in pair)
        anew = change.write is not None and change.write.operation is Operation.LOG_TIME
        how = " is voided and logged anew with" if anew else ""
        return f"{key.table} {_json(self._about(key))}{how}: {field}: {old} → {new}"

    def _part(self, key: Key) -> str:
        return _json(self._person(key.part)) if key.column == "team" else key.part

    def _about(self, key: Key) -> Mapping[str, JsonValue]:
        match key.table:
            case "employees":
                return self._person(key.record)
            case "projects":
                return self._project(key.record)
            case _:
                entry = self.bench.record("/time/get", "entry", key.record)
                told = (name for name in _ENTRY if self.is_readable(key._replace(column=name)))
                return self._named({name: entry.get(name) for name in told})

    def _named(self, entry: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return an entry with what its ids stand for in their place."""
        told = {name: value for name, value in entry.items() if name != "customer"}
        stood_for = {"employee": self._person, "project": self._project}
        return {
            name: stood_for[name](str(value)) if name in stood_for else value
            for name, value in told.items()
        }


def told_plan(plan: Plan) -> dict[str, str]:
    """Return the queries of a plan and when it changes nothing."""
    return {
        "queries": "\n".join(f"{one.id}: {_query(one.query)}" for one in plan.facts),
        "cases": "\n".join(_cases(plan)),
    }


def _cases(plan: Plan) -> Iterator[str]:
    for case in plan.response_template.cases:
        does = "the changes are made" if case.writes else "nothing is changed"
        yield f"{case.when or 'else'}: {case.outcome.value}, {does}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _query(sql: str) -> str:
    tree = parsed(sql).copy()
    for literal in find_all(tree, exp.Literal):
        if literal.is_string and len(literal.this) > _LONGEST:
            literal.set("this", f"{literal.this[:_LONGEST]}…")
    return tree.sql(dialect="duckdb", comments=False)


def _lines(old: str, new: str) -> str:
    """Return what becomes different of a page, with the lines beside it."""
    told = unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=2)
    return "\n".join(line for line in told if not line.startswith(("---", "+++")))

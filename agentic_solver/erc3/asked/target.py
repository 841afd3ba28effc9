"""Which records a reading means: its descriptions as queries over the company's data.

A description is a conjunction of conditions. One that can be put in SQL narrows the records; one
that cannot leaves them as they are, and what is found is then a bound and no answer: the records
that are meant are among them. What is meant by a name, finders say.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.request_reading import Condition, Target
from agentic_solver.erc3.asked.days import days_meant
from agentic_solver.erc3.asked.records import Records
from agentic_solver.erc3.asked.schema import FIELDS, KINDS, Held, Kept, Tie
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.snapshot.query import EntityKind
from agentic_solver.erc3.sqltext import escaped, listed, quoted

__all__ = ["Meant", "led_by_caller", "meant", "path_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """The records that a target means, by their keys."""

    ids: tuple[str, ...]
    sure: bool
    """Whether these are exactly the records; else those that are meant are among them."""
    several: bool = False
    """Whether one is meant, and all that is said of it fits these."""


_ORDERS: Mapping[str, str] = MappingProxyType(
    {"more": ">", "less": "<", "at_least": ">=", "at_most": "<="}
)
_NAMED = ("employee", "project", "customer")


class _OpenError(Exception):
    """A condition that cannot be tested."""


def meant(target: Target, records: Records) -> Meant:
    """Return the records that a target means."""
    if target.kind == "me":
        return Meant(ids=(records.me,) if records.me else (), sure=True)
    kind = KINDS.get(target.kind)
    if kind is None:
        return Meant(ids=(), sure=False)
    is_bare = not target.where and target.which == "one" and target.pick is None
    if kind.finder is not None and is_bare:
        called = Condition(words=target.words, field="name", value=target.words)
        target = target.model_copy(update={"where": (called,)})
    if kind.finder is not None and _is_bare_name(target):
        found = _named(kind.finder, target.where[0], records)
        if target.kind == "project" and len(found) > 1:
            found = led_by_caller(found, records) or found
        return Meant(ids=tuple(found), sure=len(found) == 1, several=len(found) > 1)
    if target.kind == "page" and is_bare:
        target = target.model_copy(update={"where": (_path_condition(target),)})
    query = _Query(target, kind, records)
    return query.run()


def led_by_caller(projects: tuple[str, ...], records: Records) -> tuple[str, ...]:
    """Return those of some projects that the caller leads: of several of one name they come first.

    Who asks for a change means what they have to do with.
    """
    rows = records.rows(
        "SELECT DISTINCT l.project FROM project_team l WHERE l.role = 'Lead' "
        f"AND l.employee = {quoted(records.me)} AND l.project IN ({listed(projects)}) ORDER BY 1"
    )
    return tuple(str(row[0]) for row in rows or ())


def _is_bare_name(target: Target) -> bool:
    return (
        target.which == "one"
        and len(target.where) == 1
        and target.where[0].field == "name"
        and target.where[0].test == "is"
        and not target.besides
        and target.pick is None
    )


def _path_condition(target: Target) -> Condition:
    return Condition(words=target.words, field="path", value=target.words)


def path_of(target: Target) -> str:
    """Return the path that a target of the kind ``page`` gives; empty where it gives none."""
    for condition in target.where:
        if condition.field in ("path", "name") and isinstance(condition.value, str):
            text = condition.value.strip()
            if "/" in text or text.endswith(".md"):
                return text
    return ""


class _Query:
    """One description on its way to SQL."""

    def __init__(self, target: Target, kind: Kept, records: Records) -> None:
        self._target = target
        self._kind = kind
        self._records = records
        self._sure = True

    def run(self) -> Meant:
        parts = [part for one in self._target.where for part in self._tested(one)]
        parts += [part for one in self._target.besides for part in self._without(one)]
        table, key = self._kind.table, self._kind.key
        where = f" WHERE {' AND '.join(parts)}" if parts else ""
        ids = self._ids(f"SELECT r.{key} FROM {table} r{where} ORDER BY 1")
        if ids is None:
            return Meant(ids=(), sure=False)
        if self._target.pick is not None:
            ids = self._picked(ids)
        several = self._sure and self._target.which == "one" and len(ids) > 1
        if self._target.which == "one" and len(ids) != 1:
            self._sure = False
        if not self._target.where and not self._target.pick and self._target.which == "one":
            self._sure = False
        return Meant(ids=ids, sure=self._sure, several=several)

    def _ids(self, sql: str) -> tuple[str, ...] | None:
        rows = self._records.rows(sql)
        return None if rows is None else tuple(str(row[0]) for row in rows)

    def _tested(self, condition: Condition) -> list[str]:
        try:
            text = self._condition(condition)
        except _OpenError:
            self._sure = False
            return []
        if not text:
            return []
        return [f"NOT coalesce(({text}), false)" if condition.test == "not" else f"({text})"]

    def _without(self, target: Target) -> list[str]:
        kind = "employee" if target.kind == "me" else target.kind
        found = meant(target.model_copy(update={"which": "all"}), self._records)
        is_owner = kind == "employee" and self._target.kind == "entry"
        if not found.sure or not found.ids or not (is_owner or kind == self._target.kind):
            self._sure = False
            return []
        column = "employee" if kind != self._target.kind else self._kind.key
        return [f"r.{column} NOT IN ({listed(found.ids)})"] if found.ids else []

    def _picked(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        pick = self._target.pick
        held = FIELDS.get((self._target.kind, pick.field)) if pick is not None else None
        if pick is not None and pick.field == "level" and pick.end != "other":
            return self._best(ids, "min" if pick.end in ("first", "lowest") else "max")
        if pick is None or held is None or not held.is_ordered or pick.end == "other" or not ids:
            self._sure = False
            return ids
        column = held.column
        end = "min" if pick.end in ("first", "lowest") else "max"
        table, key = self._kind.table, self._kind.key
        inside = f"FROM {table} r WHERE r.{key} IN ({listed(ids)})"
        found = self._ids(
            f"SELECT r.{key} {inside} AND r.{column} = "
            f"(SELECT {end}(r.{column}) {inside}) ORDER BY 1"
        )
        if found is None:
            self._sure = False
        return ids if found is None else found

    def _best(self, ids: tuple[str, ...], end: str) -> tuple[str, ...]:
        """Return those of some people who have the highest or the lowest level of a skill."""
        label = self._other("skill") or self._other("will")
        kind: EntityKind = "skill" if self._other("skill") is not None else "will"
        try:
            names = self._of(label.value, kind, label.words) if label is not None else ()
        except _OpenError:
            names = ()
        if not names or not ids:
            self._sure = False
            return ids
        inside = (
            f"FROM employee_{kind}s s WHERE s.name IN ({listed(names)}) "
            f"AND s.employee IN ({listed(ids)})"
        )
        found = self._ids(
            f"SELECT s.employee {inside} AND s.level = (SELECT {end}(s.level) {inside}) ORDER BY 1"
        )
        self._sure = self._sure and found is not None
        return ids if found is None else found

    # conditions --------------------------------------------------------------------------

    def _condition(self, one: Condition) -> str:
        """Return a condition as SQL; empty where another one tells it as well.

        Raises:
            _OpenError: it cannot be tested.
        """
        kind = self._target.kind
        if one.test == "other":
            raise _OpenError
        if one.field == "name" or one.field == kind:
            return self._by_name(one)
        held = FIELDS.get((kind, one.field))
        if held is None or not held.tested:
            raise _OpenError
        if held.tie is not None:
            return self._tied(held.tie, one)
        match held.form:
            case "role":
                return self._role(one)
            case "level":
                return self._level()
            case "place":
                return self._place(one)
            case "path":
                return self._by_path(one)
            case "word":
                return self._word(held.column, one)
            case "name":
                return self._stored(held, one)
            case _:
                return self._by_column(held, one)

    def _by_name(self, one: Condition) -> str:
        key, finder = self._kind.key, self._kind.finder
        if isinstance(one.value, Target):
            return f"r.{key} IN ({listed(self._of(one.value))})"
        if self._target.kind == "page":
            return self._by_path(one)
        if finder is None:
            return self._by_key(one)
        found = _named(finder, one, self._records)
        if not found:
            raise _OpenError
        return f"r.{key} IN ({listed(found)})"

    def _by_key(self, one: Condition) -> str:
        """A record without a name may be told by its id."""
        test = f"r.{self._kind.key} = {quoted(_text(one))}"
        if not self._ids(f"SELECT r.{self._kind.key} FROM {self._kind.table} r WHERE {test}"):
            raise _OpenError
        return test

    def _by_path(self, one: Condition) -> str:
        text = _text(one)
        if not text:
            raise _OpenError
        paths = sorted(self._records.paths())
        if text in paths:
            return f"r.path = {quoted(text)}"
        if text.endswith("/"):
            return f"r.path LIKE {quoted(escaped(text) + '%')} ESCAPE '!'"
        wanted = set(_words(text))
        hits = [path for path in paths if wanted and wanted <= set(_words(path))]
        hits = hits or [path for path in paths if set(_words(path.rpartition("/")[2])) <= wanted]
        if len(hits) != 1:
            raise _OpenError
        return f"r.path = {quoted(hits[0])}"

    def _by_column(self, held: Held, one: Condition) -> str:
        column = held.column
        if one.test in ("empty", "filled"):
            test = f"coalesce(CAST(r.{column} AS VARCHAR), '')"
            return f"{test} = ''" if one.test == "empty" else f"{test} <> ''"
        if held.form == "day":
            return self._by_date(one)
        value = one.value
        if isinstance(value, bool):
            if held.form != "truth":
                raise _OpenError
            return f"r.{column} = {str(value).lower()}"
        number = _number(value)
        if held.form == "text":
            if not isinstance(value, str) or not value.strip():
                raise _OpenError
            test = f"contains(lower(r.{column}), lower({quoted(value)}))"
            if not self._ids(f"SELECT r.{self._kind.key} FROM {self._kind.table} r WHERE {test}"):
                raise _OpenError  # in other words it may stand there
            return test
        if number is None:
            if not isinstance(value, str) or one.test not in ("is", "not"):
                raise _OpenError
            return f"r.{column} = {quoted(value)}"
        return f"r.{column} {_ORDERS.get(one.test, '=')} {number}"

    def _by_date(self, one: Condition) -> str:
        days = days_meant(str(one.value), self._records.today)
        if not days:
            raise _OpenError
        if one.test in _ORDERS:
            edge = days[0] if one.test in ("less", "at_least") else days[-1]
            return f"r.date {_ORDERS[one.test]} DATE '{edge}'"
        if (days[-1] - days[0]).days == len(days) - 1:
            return f"r.date BETWEEN DATE '{days[0]}' AND DATE '{days[-1]}'"
        listed = ", ".join(f"DATE '{day}'" for day in days)
        return f"r.date IN ({listed})"

    def _of(
        self, value: JsonValue | Target, kind: EntityKind = "employee", words: str = ""
    ) -> tuple[str, ...]:
        """Return the ids of what a condition's value names.

        Raises:
            _OpenError: nothing is known to be meant.
        """
        if isinstance(value, Target):
            found = meant(value, self._records)
            if not found.ids:
                raise _OpenError
            self._sure = self._sure and found.sure
            return found.ids
        if value in ("me", "I") and kind == "employee":
            return (self._records.me,)
        if not isinstance(value, str) or not value.strip():
            raise _OpenError
        ids = tuple(self._records.find(kind, words or value, (value,)))
        if not ids:
            raise _OpenError
        if len(ids) > 1 and kind in _NAMED:  # one is named, and nothing tells which
            self._sure = False
        return ids

    def _stored(self, held: Held, one: Condition) -> str:
        """A column whose values a finder of its name knows."""
        if one.test in ("empty", "filled"):
            return self._by_column(held, one)
        column = held.column
        if isinstance(one.value, Target):
            ids = listed(self._of(one.value))
            return (
                f"r.{column} IN (SELECT o.{column} FROM {self._kind.table} o WHERE o.id IN ({ids}))"
            )
        kind: EntityKind = "location" if column == "location" else "department"
        return f"r.{column} IN ({listed(self._of(one.value, kind, one.words))})"

    def _other(self, field: str) -> Condition | None:
        return next((one for one in self._target.where if one.field == field), None)

    def _place(self, one: Condition) -> str:
        """A customer's place is free text: the country or city stands in it."""
        text = _text(one)
        column = "location"
        if not text:
            raise _OpenError
        sites = tuple(self._records.find("location", text, ()))
        tests = [
            f"contains(lower(coalesce(c.{column}, '')), lower({quoted(part)}))"
            for part in (text, *sites)
        ]
        key = "id" if self._target.kind == "customer" else "customer"
        where = " OR ".join(tests)
        return f"r.{key} IN (SELECT c.id FROM customers c WHERE {where})"

    def _tied(self, tie: Tie, one: Condition) -> str:
        """A tie to what the condition names, with the role or level that is told beside it."""
        number = _number(one.value)
        if tie.count and number is not None:
            return f"({tie.count}) {_ORDERS.get(one.test, '=')} {number}"
        inner = tie.via.format(ids=listed(self._of(one.value, tie.kind, one.words)))
        if tie.beside:
            inner += self._beside(tie.beside)
        return f"r.{tie.column} IN ({inner})"

    def _beside(self, column: str) -> str:
        told = self._other("role" if column == "t.role" else "level")
        if told is None:
            return ""
        number = _number(told.value)
        if column != "t.role":
            order = _ORDERS.get(told.test, "=")
            return f" AND {column} {order} {number}" if number is not None else ""
        named = isinstance(told.value, str) and told.test == "is"
        return f" AND {column} = {quoted(str(told.value))}" if named else ""

    def _role(self, one: Condition) -> str:
        if self._other("project") is not None:
            return ""
        if not isinstance(one.value, str):
            raise _OpenError
        return f"r.id IN (SELECT t.employee FROM project_team t WHERE t.role = {quoted(one.value)})"

    def _level(self) -> str:
        if self._other("skill") is None and self._other("will") is None:
            raise _OpenError
        return ""

    def _word(self, column: str, one: Condition) -> str:
        if not isinstance(one.value, str) or one.value != one.value.lower():
            raise _OpenError
        return f"r.{column} = {quoted(one.value)}"


def _named(finder: EntityKind, one: Condition, records: Records) -> tuple[str, ...]:
    text = _text(one)
    return tuple(records.find(finder, one.words or text, (text,))) if text else ()


def _text(one: Condition) -> str:
    return one.value.strip() if isinstance(one.value, str) else one.words.strip()


def _number(value: object) -> float | int | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _words(path: str) -> list[str]:
    return fold_label(re.sub(r"\.md$", "", path).replace("_", " ").replace("/", " ")).split()

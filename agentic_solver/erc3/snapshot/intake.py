"""The intake: validated answers on their way into the tables, as the text they came in.

A reply that passed validation is dropped at once. Its text waits for a batch, which DuckDB then
reads itself: that costs a fraction of carrying every value through Python. The text is strict
JSON of a known shape by then, so that the reading has no choices to make; where it differs from
what validation saw (a key twice, a key left out), the texts are written anew from the replies.

Values become what an entity has: blanks around keys and labels go in SQL. Whatever is beyond
plain ASCII is looked at before, and a text with anything to mend is written anew.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.entity import STATUSES, clean_text
from agentic_solver.erc3.fault import ApiPayloadError
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.snapshot.database import UnreadableError
from agentic_solver.erc3.snapshot.schema import BASE, COLUMN_TYPES
from agentic_solver.erc3.snapshot.session import Session

__all__ = ["Intake"]

_BATCH_CHARS = 4_000_000
"""Text that is held before it is stored: enough for one statement to cost nothing."""
_FREE_TEXT = frozenset({"notes", "brief", "description"})
"""Columns that stay as they came: a write may have to send them back unchanged."""
_READ_AS: Mapping[str, str] = {"NUMERIC(9, 4)": "DOUBLE"}
"""What the text holds of a column, where that is not its own type."""
_ITEMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "employees": ("/employees/get", "employee"),
        "customers": ("/customers/get", "company"),
        "projects": ("/projects/get", "project"),
        "time_entries": ("/time/search", "entries"),
    }
)
"""Table -> the route whose answers hold its rows, and where in them."""
_CHILDREN: Mapping[str, tuple[tuple[str, str, str], ...]] = MappingProxyType(
    {
        "employees": (
            ("employee_skills", "employee", "skills"),
            ("employee_wills", "employee", "wills"),
        ),
        "projects": (("project_team", "project", "team"),),
    }
)
"""Table -> its child tables: name, the column with the owner, the field with the rows."""
_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "employees": ("id",),
        "employee_skills": ("name",),
        "employee_wills": ("name",),
        "customers": ("id",),
        "projects": ("id",),
        "project_team": ("employee",),
        "time_entries": ("id", "employee"),
    }
)
"""Table -> the columns that are never blank, without those that are by their owner's."""


class Intake:
    """Answers that hold the rows of one table, and of its children; flush after the last one.

    ``table`` is one of employees, customers, projects (an answer has one entity in full) and
    time_entries (a page of rows).
    """

    def __init__(self, table: str, session: Session) -> None:
        """Begin with nothing held."""
        route, item = _ITEMS[table]
        self._reply: type[BaseModel] = ROUTES[route].reply
        self._children = _CHILDREN.get(table, ())
        self._table = table
        self._session = session
        self._statements = _statements(table, item, self._children)
        self._texts: list[str] = []
        self._chars = 0

    def add(self, reply: BaseModel, text: str) -> bool:
        """Take an answer, validated and as it came; return whether it is time to flush."""
        if not (_is_plain(text) or _is_clean(reply)):
            text = _written(reply)
        self._texts.append(text)
        self._chars += len(text)
        return self._chars >= _BATCH_CHARS

    def take_batch(self) -> Callable[[], None]:
        """Forget what is held; return the work that stores it, all or none.

        The work may be done in another thread. It raises :class:`ApiPayloadError` where a value
        is beyond what its column can hold, or an id comes twice.
        """
        texts, self._texts, self._chars = self._texts, [], 0
        return lambda: self._store(texts)

    def _store(self, texts: Sequence[str]) -> None:
        if not texts:
            return
        try:
            self._session.append(self._statements, texts)
        except UnreadableError:
            # Rare: the models say what was accepted, and their own text has no such oddities.
            anew = [_written(self._reply.model_validate_json(text)) for text in texts]
            self._session.append(self._statements, anew)

    def check_keys(self) -> None:
        """Look at the keys of the stored rows.

        Raises:
            ApiPayloadError: one of them is blank.
        """
        for table in (self._table, *(name for name, _, _ in self._children)):
            for key in _KEYS[table]:
                sql = f"SELECT 1 FROM {BASE}.{table} WHERE \"{key}\" = '' LIMIT 1"
                if self._session.texts(sql):
                    raise ApiPayloadError(f"a row of {table} has a blank {key}")


def _is_plain(text: str) -> bool:
    """Whether the blanks that SQL takes away are all that can be wrong with a value."""
    return text.isascii() and "\\" not in text


def _is_clean(reply: BaseModel) -> bool:
    """Whether keys and labels have their normal form, blanks around them apart."""
    for name, value in reply.__dict__.items():
        if isinstance(value, str):
            if name not in _FREE_TEXT and clean_text(value) != value:
                return False
        elif isinstance(value, BaseModel):
            if not _is_clean(value):
                return False
        elif isinstance(value, tuple) and not all(map(_is_clean, value)):
            return False
    return True


def _written(reply: BaseModel) -> str:
    """Return the JSON text of a reply with its keys and labels in normal form."""
    return json.dumps(_cleaned("", reply.model_dump(mode="json")), ensure_ascii=False)


def _cleaned(name: str, value: Any) -> Any:
    if isinstance(value, str):
        return value if name in _FREE_TEXT else clean_text(value)
    if isinstance(value, dict):
        return {key: _cleaned(key, item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(name, item) for item in value]
    return value


def _statements(
    table: str, item: str, children: Sequence[tuple[str, str, str]]
) -> tuple[tuple[str, str], ...]:
    """Return each table with the INSERT that takes its rows out of texts in ``$1``."""
    shape = _shape(table)
    if table == "time_entries":
        return ((table, _insert(table, f"unnest({_read({item: [shape]})}.{item})", None)),)
    parts = [(table, _insert(table, f"{_read({item: shape})}.{item}", None))]
    for child, owner, field in children:
        inner = {name: kind for name, kind in _shape(child).items() if name != owner}
        entity = f"{_read({item: {'id': 'VARCHAR', field: [inner]}})}.{item}"
        rows = f"SELECT x.id AS own, unnest(x.{field}) AS e FROM (SELECT {entity} AS x {_TEXTS})"
        parts.append((child, _insert(child, rows, owner)))
    return tuple(parts)


_TEXTS = "FROM (SELECT unnest(CAST($1 AS VARCHAR[])) AS answer)"


def _shape(table: str) -> JsonObject:
    return {name: _READ_AS.get(kind, kind) for name, kind in COLUMN_TYPES[table].items()}


def _read(shape: JsonObject) -> str:
    return f"from_json_strict(answer, '{json.dumps(shape)}')"


def _insert(table: str, rows: str, owner: str | None) -> str:
    source = f"SELECT {rows} AS e {_TEXTS}" if owner is None else rows
    cells = ", ".join(
        _text("own") if name == owner else _cell(table, name, kind)
        for name, kind in COLUMN_TYPES[table].items()
    )
    return f"INSERT INTO {BASE}.{table} SELECT {cells} FROM ({source})"


def _cell(table: str, name: str, kind: str) -> str:
    value = f'e."{name}"'
    if kind == "NUMERIC(9, 4)":
        return _decimal(value)
    if kind != "VARCHAR":
        return value
    if name in _FREE_TEXT:
        return f"coalesce({value}, '')"
    return _status(value) if (table, name) == ("time_entries", "status") else _text(value)


def _text(value: str) -> str:
    # The test costs a tenth of taking blanks away that are not there.
    has_blank = f"starts_with({value}, ' ') OR ends_with({value}, ' ')"
    return f"coalesce(CASE WHEN {has_blank} THEN trim({value}) ELSE {value} END, '')"


def _status(value: str) -> str:
    """Documented statuses get their documented case; any other text is a status as well."""
    known = ", ".join(f"'{status}'" for status in sorted(STATUSES))
    # What is not ASCII is no documented status, whatever its lower case is.
    lowered = f"lower(trim({value}))"
    is_known = f"strlen({value}) = length({value}) AND {lowered} IN ({known})"
    return (
        f"CASE WHEN {value} IN ({known}) THEN {value} WHEN {is_known} THEN {lowered} "
        f"ELSE {_text(value)} END"
    )


def _decimal(value: str) -> str:
    """Four digits of the number as it is written: between two of them, its binary form may err."""
    between = f"abs({value} * 10000 - floor({value} * 10000) - 0.5) < 1e-6"
    written = f"CAST(CAST({value} AS VARCHAR) AS NUMERIC(9, 4))"
    return f"CASE WHEN {between} THEN {written} ELSE CAST({value} AS NUMERIC(9, 4)) END"

"""The intake: validated answers on their way into the tables, as the text they came in.

A reply that passed validation is dropped at once. Its text waits for a batch, which DuckDB then
reads itself: that costs a fraction of carrying every value through Python. The text is strict
JSON of a known shape by then, so that the reading has no choices to make; where it differs from
what validation saw (a key twice, a key left out), the texts are written anew from the replies.

Values become what an entity has (NFC, no blanks around, no empty key): a text that may hold
something to mend is looked at before, and blanks that are left go when all rows are stored.
"""

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.entity import STATUSES
from agentic_solver.erc3.fault import ApiPayloadError
from agentic_solver.erc3.folding import clean_text
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.snapshot.columns import FREE_TEXT
from agentic_solver.erc3.snapshot.database import UnreadableError
from agentic_solver.erc3.snapshot.schema import BASE, COLUMN_TYPES
from agentic_solver.erc3.snapshot.session import Session

__all__ = ["Intake"]

_BATCH_CHARS = 4_000_000
"""Text that is held before it is stored: enough for one statement to cost nothing."""
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
_TEXTS = "FROM (SELECT unnest(CAST($1 AS VARCHAR[])) AS answer)"
_READ = "temp.main.answers_read"
"""The entities of a batch, while its rows are stored."""


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

    def finish(self) -> None:
        """Bring what is stored to its normal form, after the last batch.

        Raises:
            ApiPayloadError: a key is blank.
        """
        for table in (self._table, *(name for name, _, _ in self._children)):
            self._trim(table)
        if self._table == "time_entries":
            self._name_statuses()

    def _trim(self, table: str) -> None:
        """Take blanks away around keys and labels; nearly always one look finds that none are."""
        kinds = COLUMN_TYPES[table].items()
        labels = [name for name, kind in kinds if kind == "VARCHAR" and name not in FREE_TEXT]
        blank = "{0} LIKE ' %' OR {0} LIKE '% '"
        looks = [f"count(*) FILTER ({blank.format(_quoted(name))})" for name in labels]
        ((*found,),) = self._session.texts(f"SELECT {', '.join(looks)} FROM {BASE}.{table}")
        for name, number in zip(labels, found, strict=True):
            if number != "0":
                column = _quoted(name)
                self._session.change(
                    f"UPDATE {BASE}.{table} SET {column} = trim({column}) "
                    f"WHERE {blank.format(column)}"
                )
        for key in _KEYS[table]:
            if self._session.texts(f"SELECT 1 FROM {BASE}.{table} WHERE {key} = '' LIMIT 1"):
                raise ApiPayloadError(f"a row of {table} has a blank {key}")

    def _name_statuses(self) -> None:
        """Bring documented statuses to their documented case; any other text is one as well."""
        for (status,) in self._session.texts(f"SELECT DISTINCT status FROM {BASE}.time_entries"):
            if status.lower() != status and status.lower() in STATUSES:
                sql = f"UPDATE {BASE}.time_entries SET status = $1 WHERE status = $2"
                self._session.change(sql, [status.lower(), status])


def _quoted(name: str) -> str:
    return f'"{name}"'


def _is_plain(text: str) -> bool:
    """Whether blanks of ASCII around them are all that keys and labels can have wrong.

    Without escapes the text is its values; a part of a text in NFC is in NFC itself; blanks beyond
    ASCII are not printable.
    """
    if "\\" in text:
        return False
    return text.isascii() or (text.isprintable() and unicodedata.is_normalized("NFC", text))


def _is_clean(reply: BaseModel) -> bool:
    """Whether keys and labels have their normal form."""
    for name, value in reply.__dict__.items():
        if isinstance(value, str):
            if name not in FREE_TEXT and clean_text(value) != value:
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
        return value if name in FREE_TEXT else clean_text(value)
    if isinstance(value, dict):
        return {key: _cleaned(key, item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(name, item) for item in value]
    return value


def _statements(
    table: str, item: str, children: Sequence[tuple[str, str, str]]
) -> tuple[tuple[str, str], ...]:
    """Return the statements that take rows out of texts in ``$1``, each with its table.

    Texts with rows of several tables are read once, into a table that lasts as long as the batch.
    """
    shape = _shape(table)
    if table == "time_entries":
        return ((table, _insert(table, f"SELECT unnest({_read({item: [shape]})}.{item}) AS e")),)
    for child, owner, field in children:
        shape[field] = [{name: kind for name, kind in _shape(child).items() if name != owner}]
    entities = f"SELECT {_read({item: shape})}.{item} AS e"
    if not children:
        return ((table, _insert(table, entities)),)
    parts = [
        (table, f"CREATE TEMP TABLE {_READ} AS {entities} {_TEXTS}"),
        (table, _insert(table, "SELECT e", f"FROM {_READ}")),
    ]
    for child, owner, field in children:
        rows = f"SELECT e.id AS own, unnest(e.{field}) AS e"
        parts.append((child, _insert(child, rows, f"FROM {_READ}", owner)))
    return (*parts, (table, f"DROP TABLE {_READ}"))


def _shape(table: str) -> JsonObject:
    return {name: _READ_AS.get(kind, kind) for name, kind in COLUMN_TYPES[table].items()}


def _read(shape: JsonObject) -> str:
    return f"from_json_strict(answer, '{json.dumps(shape)}')"


def _insert(table: str, rows: str, source: str = _TEXTS, owner: str = "") -> str:
    cells = ", ".join(
        "own" if name == owner else _cell(name, kind) for name, kind in COLUMN_TYPES[table].items()
    )
    return f"INSERT INTO {BASE}.{table} SELECT {cells} FROM ({rows} {source})"


def _cell(name: str, kind: str) -> str:
    value = f"e.{_quoted(name)}"
    if kind == "NUMERIC(9, 4)":
        return _decimal(value)
    # A text that is null reads as empty.
    return f"coalesce({value}, '')" if kind == "VARCHAR" else value


def _decimal(value: str) -> str:
    """Four digits of the number as it is written: between two of them, its binary form may err."""
    between = f"abs({value} * 10000 - floor({value} * 10000) - 0.5) < 1e-6"
    written = f"CAST(CAST({value} AS VARCHAR) AS NUMERIC(9, 4))"
    return f"CASE WHEN {between} THEN {written} ELSE CAST({value} AS NUMERIC(9, 4)) END"

"""A session: the database of one task, recreated for every task and gone with it.

Entity tables are written by the loader only; facts, bind tables and derived tables belong to
the validator. A view says whose eyes a query is run with: ``full`` sees all rows, ``masked``
what the caller may see, ``low`` and ``high`` replace what the caller may not see by the
smallest and the largest value, and ``other`` has other rows or values (:mod:`.worlds`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import date
from typing import Literal, Self

import duckdb

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.snapshot.bind import BindColumn, bind_table
from agentic_solver.erc3.snapshot.certificate import WHOLE, Region
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, FINDER_PREFIX, VIEWS
from agentic_solver.erc3.snapshot.database import Database
from agentic_solver.erc3.snapshot.engine import Engine, shared_engine
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.result import keeps_order, make_output
from agentic_solver.erc3.snapshot.schema import BASE, COLUMN_TYPES, FOUND, SHARED, VIEW_SCHEMAS
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ContractError

__all__ = ["RunLimits", "Session", "SnapshotEvent", "ViewName"]

ViewName = Literal["full", "masked", "low", "high", "other"]

_RESERVED = frozenset((*ENTITY_COLUMNS, *VIEWS, *COLUMN_TYPES))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLimits:
    """Ceilings of one query."""

    rows: int = 20_000
    seconds: float = 5.0
    chars: int = 4_000_000
    """Of the canonical JSON text of the result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotEvent:
    """What happened to the database, in order: ``insert``, ``bind``, ``lookup``, ``fact``."""

    kind: Literal["insert", "bind", "lookup", "fact"]
    name: str
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotMeta:
    """Where the snapshot comes from: the row of ``snapshot_meta``, in the order of its columns."""

    base_url: str
    today: str
    wiki_sha1: str
    page_limit: int | None = None
    acquisition: str = "lazy"
    date_range: str = ""


_LIMITS = RunLimits()


class Session:
    """One task's snapshot; use as a context manager or call :meth:`close`."""

    def __init__(self, identity: Identity, *, base_url: str = "", engine: Engine | None = None):
        self.identity = identity
        self._database = Database(engine or shared_engine())
        self._events: list[SnapshotEvent] = []
        self._views: set[str] = {"full"}
        self._has_wiki = False
        today = date.fromisoformat(identity.today) if identity.today else None
        me = (
            identity.current_user,
            identity.is_public,
            identity.location,
            identity.department,
            today,
            identity.wiki_sha1,
        )
        self._database.insert("me", [me])
        self._meta = SnapshotMeta(
            base_url=base_url, today=identity.today, wiki_sha1=identity.wiki_sha1
        )
        self._certificates: list[tuple[object, ...]] = []
        self._outputs: dict[str, FactOutput] = {}
        self._values: dict[tuple[str, str, Region], tuple[str, ...]] = {}

    @classmethod
    def open(
        cls, identity: Identity, *, base_url: str = "", engine: Engine | None = None
    ) -> "Session":
        """Return an empty snapshot for the caller that ``whoami`` named."""
        return cls(identity, base_url=base_url, engine=engine)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Drop the database with everything in it."""
        self._database.close()

    @property
    def events(self) -> tuple[SnapshotEvent, ...]:
        """Inserts and facts in the order they happened."""
        return tuple(self._events)

    @property
    def has_wiki(self) -> bool:
        """Whether the wiki tables are filled."""
        return self._has_wiki

    def run(
        self, sql: str | CheckedQuery, *, view: ViewName = "full", limits: RunLimits = _LIMITS
    ) -> FactOutput | Failure:
        """Run one vetted SELECT and return its rows.

        Args:
            sql: text that passed the firewall, or a query of the engine's own.
            view: whose eyes; other views than ``full`` must have been built.
            limits: ceilings.

        Returns:
            The rows, sorted unless the query orders them; or SQL_RUNTIME, SQL_TIMEOUT or
            FACT_TOO_LARGE.
        """
        text = sql if isinstance(sql, str) else sql.sql
        return self._attempt([text], keeps_order(text), view, limits)

    def run_fact(
        self,
        name: str,
        query: str | CheckedQuery,
        *,
        view: ViewName = "full",
        limits: RunLimits = _LIMITS,
        keep: bool = True,
    ) -> FactOutput | Failure:
        """Run a fact and keep its rows as the table ``name`` of that view, types included.

        A query that derives also creates or extends its ``derived_*`` table. A fact that ran
        before is replaced.

        Args:
            name: of the fact.
            query: what passed the firewall.
            view: whose eyes.
            limits: ceilings.
            keep: False where no later query reads the fact: its table is not made.
        """
        text = query if isinstance(query, str) else query.sql
        own = self._own_name(name)
        select = f"SELECT * FROM ({text}) AS q LIMIT {limits.rows + 1}"
        derives = None if isinstance(query, str) else query.derives
        statements, table = [select], ""
        if keep or derives is not None:
            table = f"view_{view}.{own}"
            statements = [f"CREATE OR REPLACE TABLE {table} AS {select}"]
            if not isinstance(query, str) and derives is not None:
                derived = f"view_{view}.{self._own_name(derives)}"
                start = "INSERT INTO" if query.appends else "CREATE TABLE"
                joint = "" if query.appends else " AS"
                statements.append(f"{start} {derived}{joint} SELECT * FROM {table}")
            statements.append(f"SELECT * FROM {table}")
        makes = table if derives is None else ""
        output = self._attempt(statements, keeps_order(text), view, limits, makes=makes)
        self._values.clear()
        if isinstance(output, FactOutput):
            self._events.append(SnapshotEvent(kind="fact", name=name, rows=len(output.rows)))
            if view == "full":
                self._outputs[name.lower()] = output
        return output

    def share_fact(self, name: str, view: ViewName) -> None:
        """Let ``view`` read the kept rows of a fact of the full view."""
        own = self._own_name(name)
        self._database.execute(
            f"CREATE OR REPLACE VIEW {self.catalog}.view_{view}.{own} AS "
            f"SELECT * FROM {self.catalog}.view_full.{own}"
        )

    def _attempt(
        self,
        statements: Sequence[str],
        ordered: bool,
        view: ViewName,
        limits: RunLimits,
        makes: str = "",
    ) -> FactOutput | Failure:
        if view not in self._views:
            raise ContractError(f"the view {view!r} was not built")
        found = self._database.attempt(
            view, statements, rows=limits.rows, seconds=limits.seconds, makes=makes
        )
        if isinstance(found, Failure):
            return found
        columns, rows = found
        return make_output(columns, rows, ordered=ordered, chars=limits.chars)

    def _own_name(self, name: str) -> str:
        if name.lower() in _RESERVED or not name.isidentifier():
            raise ContractError(f"{name!r} cannot be the table of a fact")
        return f'"{name.lower()}"'

    def keep_rows(
        self,
        name: str,
        rows: Sequence[JsonObject],
        columns: Mapping[str, BindColumn] | None = None,
    ) -> None:
        """Store JSON rows as a bind table that every view reads.

        Args:
            name: table name, ``b_<bind>``.
            rows: records; the columns are all their keys in order of first appearance.
            columns: names and kinds, where known; else inferred from the values. Needed for
                an empty result whose columns a fact names.
        """
        self._keep(SHARED, name, rows, columns or {})
        self._events.append(SnapshotEvent(kind="bind", name=name, rows=len(rows)))

    def _keep(
        self,
        schema: str,
        name: str,
        rows: Sequence[JsonObject],
        columns: Mapping[str, BindColumn],
    ) -> None:
        table = f"{schema}.{self._own_name(name)}"
        create, cells = bind_table(table, rows, columns)
        self._values.clear()
        self._database.execute(create, cells)

    def keep_lookup(self, table: str, rows: Iterable[tuple[str, str, float]]) -> None:
        """Store the candidates ``(id, name, score)`` of a finder call, best first."""
        if not table.startswith(FINDER_PREFIX):
            raise ContractError(f"{table!r} is no finder table")
        found: list[JsonObject] = [{"id": i, "name": n, "score": s} for i, n, s in rows]
        kinds: dict[str, BindColumn] = {"id": "text", "name": "text", "score": "number"}
        self._keep(FOUND, table, found, kinds)
        self._events.append(SnapshotEvent(kind="lookup", name=table, rows=len(found)))

    def has_table(self, name: str) -> bool:
        """Whether a bind, finder or fact table of that name exists in any view."""
        sql = (
            "SELECT count(*) FROM duckdb_tables() WHERE database_name = $1 "
            "AND table_name = $2 AND schema_name <> $3"
        )
        return self._database.execute(sql, [self._database.name, name.lower(), BASE]) != [(0,)]

    def forget_plan(self) -> None:
        """Drop facts, bind and derived tables and caller views; entities and finders stay."""
        for schema in (SHARED, *(f"view_{name}" for name in VIEW_SCHEMAS)):
            qualified = f"{self._database.name}.{schema}"
            self._database.execute(f"DROP SCHEMA {qualified} CASCADE")
            self._database.execute(f"CREATE SCHEMA {qualified}")
        self._database.reopen_cursors()
        self._views = {"full"}
        self._outputs.clear()
        self._values.clear()

    def load_wiki(self, wiki: WikiPages) -> None:
        """Fill the wiki tables; a task reads one wiki revision, so the second call is refused."""
        if self._has_wiki:
            raise ContractError("the wiki of a task is loaded once")
        pages = list(wiki.pages.items())
        lines = [
            (path, number, line)
            for path, content in pages
            for number, line in enumerate(content.splitlines(), 1)
        ]
        sections = [
            (s.page, s.anchor, s.heading, s.level, s.content) for s in wiki.sections.values()
        ]
        self.insert("wiki_pages", pages)
        self.insert("wiki_lines", lines)
        self.insert("wiki_sections", sections)
        self._has_wiki = True

    def insert(self, table: str, rows: Sequence[Sequence[object]]) -> None:
        """Append rows to an entity table; cells in the order of ``schema.COLUMN_TYPES``."""
        self._values.clear()
        self._database.insert(table, rows)
        self._events.append(SnapshotEvent(kind="insert", name=table, rows=len(rows)))

    def append(self, statements: Sequence[tuple[str, str]], texts: Sequence[str]) -> None:
        """Append rows that INSERTs of the loader's own read out of JSON texts, all or none."""
        self._values.clear()
        for table, count in self._database.append(statements, texts):
            self._events.append(SnapshotEvent(kind="insert", name=table, rows=count))

    def amend(
        self, table: str, columns: Sequence[str], rows: Mapping[str, Sequence[object]]
    ) -> None:
        """Set the last columns, named ``columns``, of stored rows, by their ids."""
        self._values.clear()
        self._database.amend(table, columns, rows)

    def note(
        self,
        *,
        page_limit: int | None = None,
        acquisition: str | None = None,
        date_range: str | None = None,
    ) -> None:
        """Keep what was learned of the snapshot as a whole."""
        known = self._meta
        self._meta = replace(
            known,
            page_limit=known.page_limit if page_limit is None else page_limit,
            acquisition=acquisition or known.acquisition,
            date_range=date_range or known.date_range,
        )

    def certify(self, rows: Iterable[tuple[object, ...]]) -> None:
        """Keep rows of ``snapshot_certificates``; no query reads them, an export does."""
        self._certificates.extend(rows)

    def change(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Run a statement of the loader's own on the entity tables."""
        self._values.clear()
        self._database.mirror.forget()
        self._database.execute(sql, parameters)

    def column_values(
        self, table: str, column: str, region: Region = WHOLE
    ) -> tuple[str, ...] | None:
        """Return the distinct values of a column as text, sorted, without NULL.

        None when there is no such table or column in the full view.
        """
        known = self._known_values(table, column) if region == WHOLE else None
        if known is None:
            # Every table that is joined to this one asks anew, before each fetch.
            known = self._values.get((table, column, region))
        if known is not None:
            return known
        held = self._database.mirror.texts(table, (column,), region=region)
        if held is not None:
            values = tuple(sorted({text for (text,) in held if text is not None}))
            self._values[table, column, region] = values
            return values
        name = _quoted(column)
        source = ".".join(_quoted(part) for part in table.split("."))
        sql = (
            f"SELECT DISTINCT CAST({name} AS VARCHAR) FROM {source} "
            f"WHERE {name} IS NOT NULL AND ({region.where()}) ORDER BY 1"
        )
        try:
            found = tuple(str(row[0]) for row in self._database.execute(sql))
        except (duckdb.BinderException, duckdb.CatalogException):
            return None
        self._values[table, column, region] = found
        return found

    def ids_where(self, table: str, alias: str, condition: str) -> tuple[str, ...] | None:
        """Return the ids of the stored rows that fulfil a condition on ``alias``; None if it fails.

        The condition comes from a vetted query.
        """
        found = self.run(f"SELECT id FROM {table} AS {_quoted(alias)} WHERE {condition}")
        return tuple(str(row[0]) for row in found.rows) if isinstance(found, FactOutput) else None

    def holds_for_all(self, table: str, condition: str) -> bool:
        """Whether a condition on ``r`` holds for each stored row of a table; no if it fails."""
        rest = f"SELECT 1 AS one FROM {table} r WHERE NOT coalesce(({condition}), false) LIMIT 1"
        found = self.run(rest)
        return isinstance(found, FactOutput) and not found.rows

    def has_null(self, table: str, column: str) -> bool:
        """Whether a column of the full view has a NULL; a column that is not there counts too."""
        sql = f"SELECT count(*) FROM {_quoted(table)} WHERE {_quoted(column)} IS NULL"
        try:
            return self._database.execute(sql) != [(0,)]
        except (duckdb.BinderException, duckdb.CatalogException):
            return True

    def _known_values(self, table: str, column: str) -> tuple[str, ...] | None:
        """Return the values where no query is needed for them: texts of a fact, the caller."""
        if (table, column) == ("me", "id"):
            return (self.identity.current_user,)
        output = self._outputs.get(table.lower())
        if output is None or column not in output.columns:
            return None
        place = output.columns.index(column)
        values = [row[place] for row in output.rows if row[place] is not None]
        texts = [value for value in values if isinstance(value, str)]
        return tuple(sorted(set(texts))) if len(texts) == len(values) else None

    def texts(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[str, ...]]:
        """Return the rows of a SELECT of the engine's own as text, NULL as an empty one.

        The limits of plan queries do not hold for it: a company may have any size.
        """
        found = self._database.execute(sql, parameters)
        return [tuple("" if value is None else str(value) for value in row) for row in found]

    def cells(
        self, table: str, columns: Sequence[str], ids: Sequence[str] | None = None
    ) -> list[tuple[str, ...]]:
        """Return columns of text of an entity table, NULL as an empty one, sorted by the first.

        Args:
            table: its name.
            columns: names of columns of text.
            ids: what the first column of the table may be; None: anything.
        """
        held = self._database.mirror.texts(table, columns, ids)
        if held is None:
            key = next(iter(ENTITY_COLUMNS[table]))
            where = "" if ids is None else f"WHERE {key} IN (SELECT unnest($1)) "
            sql = f"SELECT {', '.join(columns)} FROM {BASE}.{table} {where}ORDER BY 1"
            return self.texts(sql, [] if ids is None else [list(ids)])
        found = [tuple(text or "" for text in row) for row in held]
        return sorted(found, key=lambda row: row[0])

    def ids_within(self, table: str, text: str) -> list[str]:
        """Return the ids of a table that a text holds, also inside of its words."""
        held = self._database.mirror.texts(table, ("id",))
        if held is None:
            sql = f"SELECT id FROM {BASE}.{table} WHERE contains($1, id)"
            return [key for (key,) in self.texts(sql, [text])]
        return [key for (key,) in held if key and key in text]

    def rows(self, table: str) -> tuple[tuple[object, ...], ...]:
        """Return all rows of an entity table as stored, in insertion order."""
        if table not in COLUMN_TYPES:
            raise ContractError(f"{table!r} is no table of the snapshot")
        if table == "snapshot_meta":
            return (astuple(self._meta),)
        if table == "snapshot_certificates":
            return tuple(self._certificates)
        return tuple(self._database.execute(f"SELECT * FROM {BASE}.{table}"))

    def build_view(self, view: ViewName, statements: Sequence[str]) -> None:
        """Create what ``view`` sees; the statements are those of :mod:`.views`."""
        if view in self._views:
            self._database.execute(f"DROP SCHEMA {self._database.name}.view_{view} CASCADE")
            self._database.execute(f"CREATE SCHEMA {self._database.name}.view_{view}")
        for statement in statements:
            self._database.execute(statement)
        self._views.add(view)

    def replace_view(self, view: ViewName, statement: str) -> None:
        """Make one table of a view again that was built; the statement is one of :mod:`.views`."""
        if view not in self._views:
            raise ContractError(f"the view {view!r} was not built")
        self._database.execute(statement)

    def places_of(
        self, tables: Sequence[str], schemas: Sequence[str]
    ) -> dict[str, tuple[str, tuple[tuple[str, str], ...]]]:
        """Return for each table that is there the first of ``schemas`` that has it, its columns.

        The columns come in their order, each with its SQL type.
        """
        self._database.flush(tables)
        listed = self._database.execute(
            "SELECT table_name, schema_name, column_name, data_type FROM duckdb_columns() "
            "WHERE database_name = $1 AND list_contains($2, table_name) ORDER BY column_index",
            [self._database.name, list(tables)],
        )
        found: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {}
        for name in tables:
            here = [row for row in listed if row[0] == name]
            schema = next((one for one in schemas if any(row[1] == one for row in here)), None)
            if schema is not None:
                columns = tuple((str(r[2]), str(r[3])) for r in here if r[1] == schema)
                found[name] = schema, columns
        return found

    @property
    def catalog(self) -> str:
        """Name of the database, for qualified names in views."""
        return self._database.name


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'

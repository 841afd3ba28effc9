"""The acquirer: fetches what the facts need before they run, and certifies what it fetched.

For every appearance of a table in a query it works out which rows can matter (literals, values
of earlier facts and finders, values of tables joined to it), asks the platform for those by
filter or by id where that keeps the answer complete, and otherwise lists everything. What a
certificate covers is never fetched again.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.fault import ApiPayloadError, PagingError, SystemBrokenError
from agentic_solver.erc3.paging import PageLimit
from agentic_solver.erc3.snapshot.api import CompanyApi
from agentic_solver.erc3.snapshot.certificate import WHOLE, Certificate, OneOf, Region, Target
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.cost import region_cost
from agentic_solver.erc3.snapshot.coverage import Coverage
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.kind import KINDS, KindName
from agentic_solver.erc3.snapshot.loader import Loader
from agentic_solver.erc3.snapshot.need import Need, or_parts, query_needs, sql_columns
from agentic_solver.erc3.snapshot.query import CheckedQuery, Filter
from agentic_solver.erc3.snapshot.search import PUSHABLE
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ApiError, ContractError, TransportError

__all__ = ["Acquirer", "RefreshKind"]

RefreshKind = KindName | Literal["time_entry"]


class Acquirer:
    """Fills one session through one port; everything it returns is ``None`` or a failure."""

    def __init__(
        self,
        session: Session,
        api: CompanyApi,
        *,
        wiki: WikiPages | None = None,
        page_limit: PageLimit | None = None,
    ) -> None:
        """Take the parts.

        Args:
            session: the snapshot to fill.
            api: the port.
            wiki: the wiki revision of the task, where it is at hand; else it is fetched.
            page_limit: what is known of the task's page limit.
        """
        self._session = session
        self._api = api
        self._wiki = wiki
        self._loader = Loader(session, api, page_limit=page_limit)
        self._coverage = Coverage(session, self._loader)

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """What was certified so far, in order."""
        return self._coverage.certificates

    def ensure(
        self,
        queries: Iterable[CheckedQuery],
        *,
        cause: str = "facts",
        hidden: Collection[tuple[str, str]] | None = None,
    ) -> Failure | None:
        """Make sure that the queries read certified rows only; call it before they run.

        Facts and finders that a query reads should have run: their values narrow the fetch.
        Where it is known which columns may be ``hidden`` from the caller, conditions on the
        others do so, too.
        """

        def work() -> None:
            for query in queries:
                filters = query.filters
                self._cover_query(query.sql, query.columns, query.tables, filters, cause, hidden)

        return self._guard(work)

    def ensure_within(
        self, queries: Iterable[CheckedQuery], *, calls: int, cause: str
    ) -> int | None:
        """The same where it takes few calls, by estimate; return how many are left of ``calls``.

        None where it would take more, or where the platform failed: then the queries may lack
        rows.
        """
        left = calls

        def work() -> None:
            nonlocal left
            for one in queries:
                needs = query_needs(self._session, one.sql, one.columns, one.tables, one.filters)
                for need in needs:
                    left -= self._cost(need)
                    if left < 0:
                        return
                    self._cover(need, cause)

        failure = self._guard(work)
        return None if failure is not None or left < 0 else left

    def _cost(self, need: Need) -> int:
        held = self._coverage.holds(need)
        return 0 if held else region_cost(need.table, need.region)

    def ensure_sql(self, sql: str, *, cause: str = "policy") -> Failure | None:
        """The same for a SELECT of the engine's own, such as a relation query of the policy."""

        def work() -> None:
            columns = sql_columns(sql)
            tables = frozenset(table for table, _ in columns)
            self._cover_query(sql, columns, tables, (), cause)

        return self._guard(work)

    def ensure_condition(
        self, table: str, condition: str, *, cause: str = "policy"
    ) -> Failure | None:
        """Make sure of what a condition on the rows ``r`` of ``table`` reads elsewhere.

        It will be asked of the rows that are there; no more of them are fetched. Of an OR no part
        is read that comes after one which, with those before it, holds for each of them.
        """
        begin = f"SELECT 1 AS one FROM {table} r WHERE "

        def work() -> None:
            read: list[str] = []
            for part in or_parts(begin + condition):
                sql = begin + part
                columns = sql_columns(sql)
                tables = frozenset(name for name, _ in columns)
                for need in query_needs(self._session, sql, columns, tables, (), loaded=table):
                    self._cover(need, cause)
                read.append(part)
                if self._session.holds_for_all(table, " OR ".join(read)):
                    return

        return self._guard(work)

    def ensure_columns(
        self,
        columns: Iterable[str],
        *,
        where: Mapping[str, Sequence[str]] | None = None,
        cause: str = "policy",
    ) -> Failure | None:
        """Make sure of whole columns, named ``table.column``.

        Args:
            columns: their names; views stand for what they are computed from.
            where: only the rows with these values, by ``table.column``.
            cause: for the call records.

        Raises:
            ContractError: a name that is no column of the snapshot.
        """
        wanted: dict[str, set[str]] = {}
        for name in columns:
            table, _, column = name.partition(".")
            for origin, part in _origins(table, column):
                wanted.setdefault(origin, set()).add(part)
        limits: dict[str, Region] = {}
        for name, values in (where or {}).items():
            table, _, column = name.partition(".")
            if column in PUSHABLE.get(table, ()):
                region = limits.get(table, WHOLE)
                limits[table] = region.meet(column, OneOf(values=frozenset(values)))

        def work() -> None:
            for table in sorted(wanted):
                region = limits.get(table, WHOLE)
                need = Need(table=table, columns=frozenset(wanted[table]), region=region)
                self._cover(need, cause)

        return self._guard(work)

    @property
    def page_rows(self) -> int:
        """Rows of a page, as far as known."""
        return self._loader.page_limit.current

    def is_whole(self, table: Target) -> bool:
        """Whether a table is certified to hold every row, so that nothing is left to fetch."""
        return self._coverage.is_whole(table)

    def search(
        self, kind: KindName, body: JsonObject, *, cause: str, pages: int = 0
    ) -> tuple[str, ...] | Failure:
        """Store the brief rows that a search of the platform finds; return their ids.

        Nothing is certified by it. With ``pages`` it ends after so many, and more may be found.
        """
        found: list[str] = []

        def work() -> None:
            found.extend(self._loader.search(KINDS[kind], body, cause, pages=pages))

        failure = self._guard(work)
        return tuple(found) if failure is None else failure

    def page(self, kind: KindName, number: int, *, cause: str) -> tuple[str, ...] | Failure:
        """Store the brief rows of one page of a listing (0 is the first); return their ids."""
        found: list[str] = []

        def work() -> None:
            found.extend(self._loader.page(KINDS[kind], number, cause))

        failure = self._guard(work)
        return tuple(found) if failure is None else failure

    def ensure_all(self, *, cause: str = "snapshot") -> Failure | None:
        """Load the whole company, streaming page by page: ``--snapshot full``.

        A table of which something was fetched before is completed in the ordinary way.
        """

        def work() -> None:
            self._stream(cause)
            for table, columns in ENTITY_COLUMNS.items():
                self._cover(Need(table=table, columns=frozenset(columns), region=WHOLE), cause)
            self._session.note(acquisition="full")

        return self._guard(work)

    def _stream(self, cause: str) -> None:
        # Imported here: nearly all tasks read a part of the company.
        from agentic_solver.erc3.snapshot.whole import WholeLoader  # noqa: PLC0415

        whole = WholeLoader(self._session, self._api, self._loader)
        for kind in KINDS.values():
            if not self._loader.tallies[kind.name].brief:
                calls = whole.load_kind(kind, cause)
                targets = (kind.table, kind.detail, *(table for table, _, _ in kind.children))
                self._coverage.certify_whole(targets, calls)
        if not (self._loader.entries or self._coverage.is_whole("time_entries")):
            self._coverage.certify_whole(("time_entries",), whole.load_entries(cause))

    def ensure_summaries(
        self, date_from: str, date_to: str, *, cause: str = "snapshot"
    ) -> Failure | None:
        """Store the platform's own time totals between two ISO dates, both included."""
        return self._guard(lambda: self._loader.load_summaries(date_from, date_to, cause))

    def refresh(
        self, kind: RefreshKind, ids: Sequence[str], *, cause: str = "refresh"
    ) -> Failure | None:
        """Fetch entities again after a write, in full, and replace what is stored of them.

        ``kind`` is ``employee``, ``customer``, ``project`` or ``time_entry``. The wiki tables
        stay as they were when the task began.
        """

        def work() -> None:
            if kind == "time_entry":
                self._loader.replace_entries(ids, cause)
            else:
                self._loader.replace(KINDS[kind], ids, cause)

        return self._guard(work)

    def _guard(self, work: Callable[[], None]) -> Failure | None:
        return _guarded(work)

    def _cover_query(
        self,
        sql: str,
        columns: frozenset[tuple[str, str]],
        tables: frozenset[str],
        filters: Sequence[Filter],
        cause: str,
        hidden: Collection[tuple[str, str]] | None = None,
    ) -> None:
        for need in query_needs(self._session, sql, columns, tables, filters, hidden=hidden):
            self._cover(need, cause)

    def _cover(self, need: Need, cause: str) -> None:
        if need.region.is_empty or need.table == "me":
            return
        if need.table.startswith("wiki_"):
            self._cover_wiki(cause)
        else:
            self._coverage.cover(need, cause)

    def _cover_wiki(self, cause: str) -> None:
        if self._session.has_wiki:
            return
        if self._wiki is not None:
            self._session.load_wiki(self._wiki)
        else:
            self._loader.load_wiki(cause)


def _origins(table: str, column: str) -> tuple[tuple[str, str], ...]:
    if table in VIEWS and column in VIEWS[table]:
        return VIEWS[table][column]
    if column not in ENTITY_COLUMNS.get(table, ()):
        raise ContractError(f"{table}.{column} is no column of the snapshot")
    return ((table, column),)


def _guarded(work: Callable[[], None]) -> Failure | None:
    """Run an acquisition; what the platform did wrong comes back as a value."""
    try:
        work()
    except SystemBrokenError as error:
        return Failure(
            code=ViolationCode.SYSTEM_BROKEN,
            message="The platform allows no page of any size.",
            details={"page_limit": error.page_limit},
        )
    except ApiPayloadError as error:
        return Failure(
            code=ViolationCode.API_PAYLOAD_INVALID,
            message="The platform sent a payload of the wrong shape.",
            details={"error": str(error)[:300]},
        )
    except PagingError as error:
        return Failure(
            code=ViolationCode.SNAPSHOT_INSUFFICIENT,
            message="A listing cannot be completed.",
            details={"error": str(error)[:300]},
        )
    except ApiError as error:
        return Failure(
            code=ViolationCode.API_CALL_FAILED,
            message="The platform refused a read.",
            details={"status": error.status},
        )
    except TransportError as error:
        return Failure(
            code=ViolationCode.API_CALL_FAILED,
            message="The platform gave no usable answer.",
            details={"error": str(error)[:300]},
        )
    return None

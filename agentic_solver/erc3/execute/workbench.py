"""The workbench of one task: its API, its snapshot, its ledger, and what has been looked up.

It lives over all rounds of a task, so that nothing is fetched twice; the executor is its only user.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial

from pydantic import JsonValue

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, FactOutput
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.caller_lookup import with_caller
from agentic_solver.erc3.callrecord import CallLog
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.arguments import resolve_arguments
from agentic_solver.erc3.execute.ledger import Ledger
from agentic_solver.erc3.execute.peak import Peak
from agentic_solver.erc3.execute.reading import FOUND_BY
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.variants import raised, readers, variants
from agentic_solver.erc3.execute.varying import Play
from agentic_solver.erc3.execute.witness import Witness
from agentic_solver.erc3.finders.lookups import LookupCatalog
from agentic_solver.erc3.policy.clause import Conditional, Hidden
from agentic_solver.erc3.policy.relation import RelationQuery, target_arguments
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.query import CheckedQuery, EntityLookup, Filter
from agentic_solver.erc3.snapshot.search import TOP_LEVEL
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.snapshot.views import RowRule, perturbed
from agentic_solver.erc3.snapshot.worlds import players
from agentic_solver.erc3.sqltext import listed
from agentic_solver.erc3.tools.facade import Tool
from agentic_solver.erc3.wiki import WikiPages, wiki_digest
from agentic_solver.errors import ApiError, PlatformError

__all__ = ["Workbench", "read_identity"]

_MOST_RAISED = 1_000
"""People whose values are raised one by one; of more no total is told."""

_BROKEN = (
    ViolationCode.SYSTEM_BROKEN, ViolationCode.API_CALL_FAILED, ViolationCode.API_PAYLOAD_INVALID,
)  # fmt: skip


def read_identity(api: ClientApi) -> Identity:
    """Ask who the caller is: the first call of every task, and the only source of identity."""
    payload = api.call("/whoami", {}, cause="whoami")
    return Identity(
        current_user=str(payload.get("current_user") or ""),
        is_public=bool(payload.get("is_public")),
        location=str(payload.get("location") or ""),
        department=str(payload.get("department") or ""),
        today=str(payload.get("today") or ""),
        wiki_sha1=str(payload.get("wiki_sha1") or ""),
    )


_MAX_BARS = 3
"""So many names are searched for people who have them above a bar."""
_FEW_PEOPLE = 40
"""So many people are read rather than searched for."""


class Workbench:
    """Everything that one task's executions share. Also the ``Reader`` that tools see."""

    def __init__(
        self,
        *,
        api: ClientApi,
        session: Session,
        acquirer: Acquirer,
        ledger: Ledger,
        identity: Identity,
        wiki: WikiPages,
    ) -> None:
        self.api = api
        self.ledger = ledger
        self.identity = identity
        self.caller = identity.current_user
        self._session = session
        self._acquirer = acquirer
        self._lookups = LookupCatalog(session, acquirer, wiki)
        self._wiki = wiki
        self._caller_name: str | None = None
        self._evidence: dict[str, JsonValue] = {}
        self._rounds = 0

    @property
    def log(self) -> CallLog:
        return self.api.log

    def caller_name(self) -> str:
        """Return the full name from the caller's own record; empty for the public caller."""
        if self._caller_name is None:
            self._caller_name = ""
            if not self.identity.is_public and self.caller:
                with self.log.cause("whoami"):
                    record = self.employee(self.caller)
                self._caller_name = str(record.get("name") or "")
        return self._caller_name

    # Reader ------------------------------------------------------------------------------

    def read(self, route: str, body: JsonObject) -> JsonObject:
        return self.api.call(route, body)

    def find(self, route: str, body: JsonObject) -> JsonObject | None:
        return self.api.find(route, body)

    def pages(self, route: str, body: JsonObject, key: str) -> Iterator[JsonObject]:
        return self.api.pages(route, body, key)

    # reads and facts ---------------------------------------------------------------------

    def call_tool(
        self,
        call: APICall,
        tool: Tool,
        facts: Mapping[str, FactOutput],
        binds: dict[str, JsonValue],
        show: Callable[[str, JsonValue], JsonValue],
    ) -> JsonValue | Violation:
        """Run one read tool and keep its result as evidence and, if bound, as a table.

        ``show`` makes of a result what the caller may see of it.
        """
        path = f"/execution_trace/calls/{call.id}"
        invocations = resolve_arguments(call, tool, facts, binds, path=path)
        if isinstance(invocations, Violation):
            return invocations
        results: list[JsonValue] = []
        for invocation in invocations:
            try:
                with self.log.cause(call.id):
                    found: JsonValue = tool.func(self, invocation.arguments)  # type: ignore[assignment]
                results.append(show(tool.result, found))
            except ApiError as error:
                if error.status >= 500:
                    raise
                return Violation(
                    code=ViolationCode.API_CALL_FAILED,
                    message="the platform refused a planned read",
                    path=path,
                    details={"status": error.status, "tool": tool.name},
                )
        result: JsonValue = results[0] if len(results) == 1 else results
        self.keep_evidence(call.id, result)
        if call.bind is not None:
            binds[call.bind] = result
            self._session.keep_rows(f"b_{call.bind}", _rows(result))
        return result

    def keep_evidence(self, call_id: str, result: JsonValue) -> None:
        self._evidence[call_id] = result

    def evidence_of(self, call_id: str) -> dict[str, JsonValue]:
        """Return the fields that execution fills in a call of the executed plan."""
        if call_id not in self._evidence:
            return {}
        result = self._evidence[call_id]
        return {"response": result, "response_hash": content_id(result)}

    def begin_round(self) -> None:
        """Drop what an earlier plan derived; fetched data and finder results stay."""
        if self._rounds:
            self._session.forget_plan()
            self._evidence.clear()
        self._rounds += 1

    def prepare_lookups(
        self,
        queries: Sequence[CheckedQuery],
        conditional: Mapping[tuple[str, str], Conditional],
    ) -> None:
        """Resolve every finder call of ``queries`` and keep the candidates as tables.

        Of several candidates those that ``conditional`` hides from the caller are left out.
        """
        for query in queries:
            for lookup in query.lookups:
                failure = self._lookups.resolve(lookup)
                _raise_if_broken(failure)
                if failure is not None:
                    continue  # the facts that read it cannot be told, and say so
                for column in sorted(FOUND_BY.get(lookup.kind, ())):
                    if column in conditional:
                        hidden = self.hidden_among(lookup, column[0], conditional[column])
                        self._lookups.leave_out(lookup, hidden)

    def search_lookups(self, query: CheckedQuery) -> None:
        """Resolve those finder calls of ``query`` that searches settle; the others stay open."""
        for lookup in query.lookups:
            found = self._lookups.search(lookup)
            _raise_if_broken(found if isinstance(found, Failure) else None)

    def candidate_count(self, lookup: EntityLookup) -> int:
        """Return how many different things a finder call found; spellings of one count once."""
        return self._lookups.count(lookup)

    def run_fact(
        self,
        name: str,
        query: CheckedQuery,
        *,
        path: str,
        keep: bool = True,
        peak: Peak | None = None,
        witness: Witness | None = None,
        hidden: Collection[tuple[str, str]] | None = None,
    ) -> FactOutput | Violation:
        """Fetch what the fact needs, then run it; ``keep`` its rows as a table for later facts.

        Of a ``peak`` the highest levels are enough: they are fetched from the top until there
        is one. Of a ``witness`` one row a person is.
        """

        def run(fetch: Callable[[], Failure | None]) -> FactOutput | Violation:
            with self.log.cause(f"fact:{name}"):
                failure = fetch()
            _raise_if_broken(failure)
            output = failure or self._session.run_fact(name, query, keep=keep)
            return output.violation(path) if isinstance(output, Failure) else output

        if witness is not None:
            return run(partial(self._fetch_witnesses, query, witness))
        if peak is not None:
            for level in range(TOP_LEVEL, 1, -1):
                high = _from_level(query, peak.table, level)
                output = run(partial(self._acquirer.ensure, (high,), hidden=hidden))
                if isinstance(output, Violation) or self._reaches(peak.highest, level):
                    return output
        return run(partial(self._acquirer.ensure, (query,), hidden=hidden))

    def count_rows(self, query: CheckedQuery, *, calls: int) -> tuple[int | None, int]:
        """Return how many rows a query has, and how many of ``calls`` are left.

        None where it takes more calls than that to know, by estimate, or where it fails.
        """
        with self.log.cause("look"):
            left = self._acquirer.ensure_within((query,), calls=calls, cause="look")
        if left is None:
            return None, calls
        output = self._session.run(f"SELECT count(*) AS n FROM ({query.sql}) AS q")
        found = output.rows[0][0] if isinstance(output, FactOutput) else None
        return (found if isinstance(found, int) else None), left

    def _reaches(self, highest: str, level: int) -> bool:
        """Whether the highest level that was read is so high. A query that has no sense on its
        own, as it speaks of the rows around it, reaches nothing."""
        value = next((row[0] for row in self._rows(highest) or ()), None)
        return isinstance(value, int) and value >= level

    def _fetch_witnesses(self, query: CheckedQuery, witness: Witness) -> Failure | None:
        """Search one name after another, the lowest bar first; then read who is left."""
        bars = self._rows(f"{witness.bars} ORDER BY bar, name")
        if bars is None:
            return self._acquirer.ensure((query,))
        columns = {f"employees.{column}" for table, column in query.columns if table == "employees"}
        failure = self._acquirer.ensure_columns(sorted({*columns, "employees.id"}), cause="facts")
        for label, bar, _person in bars[:_MAX_BARS]:
            if failure is not None or len(self._session.texts(witness.people)) <= _FEW_PEOPLE:
                break
            named = Filter(table=witness.table, column="name", op="=", values=(str(label),))
            level = bar if isinstance(bar, int) else 1
            failure = self._acquirer.ensure((_from_level(query, witness.table, level, named),))
        people = [row[0] for row in self._session.texts(witness.people)] if failure is None else []
        for start in range(0, len(people), _FEW_PEOPLE):
            where = {f"{witness.table}.employee": people[start : start + _FEW_PEOPLE]}
            failure = failure or self._acquirer.ensure_columns(
                [f"{witness.table}.level"], where=where, cause="facts"
            )
        return failure

    def ids_within(self, text: str) -> frozenset[str]:
        """Return the ids of records of the snapshot that a text holds somewhere."""
        tables = ("employees", "projects", "customers", "time_entries")
        return frozenset(key for name in tables for key in self._session.ids_within(name, text))

    def names(self, table: str) -> dict[str, str]:
        """Return id → name of the rows that the snapshot holds of a table."""
        return dict(self._session.cells(table, ("id", "name")))  # type: ignore[arg-type]

    def candidates(self, lookup: EntityLookup) -> dict[str, str]:
        """Return id → name of what a finder call has found, best first."""
        return self._lookups.names(lookup)

    def employee(self, key: str) -> JsonObject:
        """Return the record of an employee as it is now; empty for an unknown id."""
        return self.record("/employees/get", "employee", key)

    def team(self, project: str) -> JsonValue:
        """Return the seats of a project as they are now; none for an unknown id."""
        return self.record("/projects/get", "project", project).get("team")

    def record(self, route: str, field: str, key: str) -> JsonObject:
        """Return what a route answers in a field for an id; empty for an unknown one."""
        record = (self.find(route, {"id": key}) or {}).get(field)
        return record if isinstance(record, dict) else {}

    def paths(self) -> frozenset[str]:
        """Return the paths of the wiki."""
        return frozenset(self._wiki.pages)

    def page(self, path: str) -> str | None:
        """Return a wiki page as it is now; None where there is none."""
        return self._wiki.pages.get(path)

    def wiki_says(self, text: str) -> bool:
        """Whether a text stands in some page of the wiki."""
        return any(text in content for content in self._wiki.pages.values())

    def wiki_digest_with(self, written: Mapping[str, str]) -> str:
        """Return the digest of the wiki of the task with these pages; empty ones are deleted."""
        pages = {**self._wiki.pages, **written}
        return wiki_digest(
            {path: text for path, text in pages.items() if text or path not in written}
        )

    def variants(
        self,
        compiled: CompiledPlan,
        conditional: Mapping[tuple[str, str], Conditional],
        facts: Mapping[str, FactOutput],
        ran: Collection[str],
    ) -> Iterator[Mapping[str, FactOutput] | None]:
        """Yield the facts over other hidden values (:mod:`.variants`), after reading who sees what.

        Nothing is yielded where the facts stand as they are.
        """
        touched = {one for name in ran for one in compiled.queries[name].columns}
        conditional = {one: access for one, access in conditional.items() if one in touched}
        if not readers(compiled, conditional.keys(), ran):
            return
        with self.log.cause("policy"):
            for (table, _column), access in conditional.items():
                _raise_if_broken(self._acquirer.ensure_condition(table, access.sql))
        asked = {
            key: RowRule(sql=access.sql, caller=self.caller) for key, access in conditional.items()
        }
        yield from variants(self._session, compiled, asked, facts, ran)

    def masked(
        self,
        compiled: CompiledPlan,
        columns: Collection[tuple[str, str]],
        facts: Mapping[str, FactOutput],
        ran: Collection[str],
    ) -> Iterator[Mapping[str, FactOutput] | None]:
        """Yield the facts over other values in columns, as for somebody who sees none of them."""
        made = {one for table, column in columns for one in VIEWS.get(table, {}).get(column, ())}
        stored = {one for one in columns if one[0] not in VIEWS} | perturbed(made)
        nobody = dict.fromkeys(sorted(stored), RowRule(sql="false"))
        yield from variants(self._session, compiled, nobody, facts, ran)

    def raised(
        self,
        compiled: CompiledPlan,
        column: tuple[str, str],
        single: Hidden | Conditional,
        facts: Mapping[str, FactOutput],
        ran: Collection[str],
    ) -> Iterator[Mapping[str, FactOutput] | None]:
        """Yield the facts with one value raised after another, of those the caller may not see.

        None where there are too many of them, where they are no figures, or where facts fail.
        """
        table, name = column
        sql = f"SELECT r.id, r.{name} FROM {table} r WHERE r.{name} IS NOT NULL"
        if isinstance(single, Conditional):
            with self.log.cause("policy"):
                _raise_if_broken(self._acquirer.ensure_condition(table, single.sql))
            sql += f" AND NOT coalesce(({self._asked_of(single)}), false)"
        rows = self._rows(f"{sql} ORDER BY r.id")
        is_figure = ENTITY_COLUMNS[table][name] in ("int", "decimal")
        if rows is None or not is_figure or len(rows) > _MOST_RAISED:
            yield None
            return
        values = [(str(key), Decimal(str(value))) for key, value in rows]
        yield from raised(self._session, compiled, column, values, facts, ran)

    def worlds(self, names: Collection[str]) -> Iterator[Play]:
        """Return players of facts over these tables: as they are, then with other rows."""
        return players(self._session, names)

    def row_is_visible(self, table: str, column: str, key: str, access: Conditional) -> bool:
        """Whether the caller may see every row of ``table`` whose ``column`` is ``key``."""
        return key in self.visible_rows(table, column, (key,), access)

    def visible_rows(
        self, table: str, column: str, keys: Collection[str], access: Conditional
    ) -> frozenset[str]:
        """Return those of ``keys`` of which the caller may see every row with it in ``column``."""
        sql = (
            f"SELECT r.{column} AS key, bool_and(coalesce(({self._asked_of(access)}), false)) "
            f"AS seen FROM {table} r WHERE r.{column} IN ({listed(keys)}) GROUP BY r.{column}"
        )
        self._fetch_for_policy(sql)
        return frozenset(str(key) for key, seen in self._rows(sql) or () if seen is True)

    def hidden_among(self, lookup: EntityLookup, table: str, access: Conditional) -> frozenset[str]:
        """Return the ids that a finder call found and that the caller may not see."""
        ids = self._lookups.ids(lookup)
        if not ids:
            return frozenset()
        sql = (
            f"SELECT r.id FROM {table} r "
            f"WHERE r.id IN ({listed(ids)}) AND NOT coalesce(({self._asked_of(access)}), false)"
        )
        self._fetch_for_policy(sql)
        rows = self._rows(sql)
        return frozenset(ids) if rows is None else frozenset(str(row[0]) for row in rows)

    def _asked_of(self, access: Conditional) -> str:
        return with_caller(access.sql, self.caller)

    def relation_holds(self, query: RelationQuery, args: JsonObject) -> bool:
        """Whether the caller stands in the relation to the target of a write."""
        return self._asked(query, args) is True

    def attribute(self, query: RelationQuery, args: JsonObject) -> str | None:
        """Return an attribute of what a write is about, as it is now; None if it is not known."""
        found = self._asked(query, args)
        return found if isinstance(found, str) else None

    def _asked(self, query: RelationQuery, args: JsonObject) -> JsonValue:
        values = target_arguments(query, args)
        sql = with_caller(query.sql, self.caller, values)
        rows = None if self._fetch_for_policy(sql) is not None else self._rows(sql)
        return rows[0][0] if rows else None

    def _fetch_for_policy(self, sql: str) -> Failure | None:
        with self.log.cause("policy"):
            failure = self._acquirer.ensure_sql(sql)
        _raise_if_broken(failure)
        return failure

    def _rows(self, sql: str) -> tuple[tuple[JsonValue, ...], ...] | None:
        """Return the rows of an own query over what the snapshot holds; None where it fails."""
        output = self._session.run(sql)
        return output.rows if isinstance(output, FactOutput) else None


def _from_level(query: CheckedQuery, table: str, level: int, *more: Filter) -> CheckedQuery:
    """Return the query narrowed to levels from one upwards, and by ``more``."""
    floor = Filter(table=table, column="level", op=">=", values=(level,))
    return replace(query, filters=(*query.filters, *more, floor))


def _raise_if_broken(failure: Failure | None) -> None:
    if failure is not None and failure.code in _BROKEN:
        raise PlatformError(failure.message)


def _rows(result: JsonValue) -> list[JsonObject]:
    """Return the records of a result; of several calls, those of one after the other."""
    if isinstance(result, list):
        return [row for item in result for row in _rows(item)]
    return [result] if isinstance(result, dict) else []

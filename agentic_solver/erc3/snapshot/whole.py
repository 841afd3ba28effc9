"""The whole company, streamed: page by page into the tables, no entity set in memory.

A page of a listing names ids; their details are fetched and written before the next page is
asked for. What stays in memory are the ids of the registries (of time entries not even those)
and one batch of rows. A load that fails leaves its tables empty: nothing uncertified stays.
"""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.entity import clean_text
from agentic_solver.erc3.fault import parse_payload
from agentic_solver.erc3.paging import PageLimit, iterate_pages
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.snapshot.api import CompanyApi, StreamingCompanyApi
from agentic_solver.erc3.snapshot.intake import Intake
from agentic_solver.erc3.snapshot.kind import Kind
from agentic_solver.erc3.snapshot.listing import HoursCheck, read_listing
from agentic_solver.erc3.snapshot.loader import Loader
from agentic_solver.erc3.snapshot.session import RunLimits, Session
from agentic_solver.errors import ApiError, PlatformError

__all__ = ["WholeLoader"]

_PAGE_ROWS = 250
"""Rows to ask for where the platform allows pages of any size; larger ones outgrow the caches."""
_CHILDREN: Mapping[str, str] = {
    "employee_skills": "skills",
    "employee_wills": "wills",
    "project_team": "team",
}
"""Child table -> the field of a detailed payload that holds its rows."""
_NOT_FOUND = 404
_ENTRIES = "/time/search"
_SUMS = (
    "SELECT count(*) - count(DISTINCT id) AS repeats, coalesce(sum(hours), 0) AS hours, "
    "coalesce(sum(hours) FILTER (billable), 0) AS billable FROM time_entries"
)
_PATIENCE = RunLimits(seconds=120.0)


class WholeLoader:
    """Streams tables that are empty so far, on behalf of the loader of a session."""

    def __init__(self, session: Session, api: CompanyApi, loader: Loader) -> None:
        self._session = session
        self._api = api
        self._stream = api.stream if isinstance(api, StreamingCompanyApi) else None
        self._loader = loader
        loader.page_limit.widen(_PAGE_ROWS)

    def load_kind(self, kind: Kind, cause: str) -> tuple[str, ...]:
        """Store all entities of a kind in full, with their child tables; return the proof.

        Raises:
            PlatformError: what a listing or a call raises; then the tables are empty again.
        """
        tables = (kind.table, *(table for table, _, _ in kind.children))
        rows = _Rows(kind, [Intake(table, self._session.append) for table in tables])

        def read(limit: PageLimit) -> Iterator[list[str]]:
            for page in self._pages(kind.list_route, {}, kind.rows_key, limit, cause):
                briefs = [(clean_text(brief.id), brief) for brief in page]
                for entity_id, brief in briefs:
                    if entity_id not in rows.ids:
                        rows.take(entity_id, brief, self._detail(kind, entity_id, cause))
                rows.hand_on()
                yield [entity_id for entity_id, _ in briefs]

        with self._emptied_on_failure(tables), _uncollected():
            listed = read_listing(read, self._loader.page_limit)
            rows.flush()
        tally = self._loader.tallies[kind.name]
        tally.brief = listed.ids
        tally.absent.update(rows.absent)
        tally.detailed.update((one, None) for one in listed.ids if one not in rows.absent)
        return (
            f"{kind.list_route} {{}} x{listed.pages} to -1",
            f"{kind.get_route} x{len(listed.ids)}",
        )

    def load_entries(self, cause: str) -> tuple[str, ...]:
        """Store all time entries; return the proof. Raises like :meth:`load_kind`."""
        totals = HoursCheck()
        intake = Intake("time_entries", self._session.append)
        pages = 0
        with self._emptied_on_failure(("time_entries",)), _uncollected():
            for page in self._pages(
                _ENTRIES, {}, "entries", self._loader.page_limit, cause, totals
            ):
                pages += 1
                intake.add([entry.__dict__ for entry in page])
                del page
            intake.flush()
            repeats, hours, billable = self._sums()
            if not repeats:
                totals.compare(hours, billable)
        if repeats:
            # Rare, and to be settled with all ids at hand: the ordinary way does that.
            self._empty("time_entries")
            return (self._loader.load_entries({}, cause),)
        return (f"{_ENTRIES} {{}} x{pages} to -1",)

    def _sums(self) -> tuple[int, float, float]:
        output = self._session.run(_SUMS, limits=_PATIENCE)
        if not isinstance(output, FactOutput):
            raise PlatformError(f"the time entries cannot be added up: {output.message}")
        repeats, hours, billable = output.rows[0]
        return int(str(repeats)), float(str(hours)), float(str(billable))

    def _ask(self, route: str, body: JsonObject, cause: str) -> Any:
        """Return the reply of a route as its wire model."""
        if self._stream is not None:
            return self._stream(route, body, cause=cause)
        payload = self._api.call(route, body, cause=cause)
        return parse_payload(route, ROUTES[route].reply, payload)

    def _pages(
        self,
        route: str,
        body: JsonObject,
        key: str,
        limit: PageLimit,
        cause: str,
        totals: HoursCheck | None = None,
    ) -> Iterator[Sequence[Any]]:
        def fetch(offset: int, asked: int) -> Any:
            return self._ask(route, {**body, "offset": offset, "limit": asked}, cause)

        for page in iterate_pages(fetch, limit):
            self._loader.note_limit()
            if totals is not None:
                totals.state(page.__dict__)
            yield getattr(page, key)

    def _detail(self, kind: Kind, entity_id: str, cause: str) -> Any:
        """Return an entity in full; None where the platform has no details of it."""
        try:
            reply = self._ask(kind.get_route, {"id": entity_id}, cause)
        except ApiError as error:
            if error.status != _NOT_FOUND:
                raise
            return None
        found = getattr(reply, kind.item_key)
        is_it = found is not None and reply.__dict__.get("found", True)
        return found if is_it and clean_text(found.id) == entity_id else None

    def _empty(self, table: str) -> None:
        self._session.change(f"DELETE FROM base.{table}")

    @contextmanager
    def _emptied_on_failure(self, tables: Sequence[str]) -> Iterator[None]:
        try:
            yield
        except PlatformError:
            for table in tables:
                self._empty(table)
            raise


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the collector from walking pages of models, which have no cycles: twice as fast."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(slots=True)
class _Children:
    """Rows of a child table, and how many of them each entity has."""

    field: str
    records: list[dict[str, object]] = dataclass_field(default_factory=list)
    owners: dict[str, int] = dataclass_field(default_factory=dict)


class _Rows:
    """Entities of one kind on their way in, with the rows of their child tables."""

    def __init__(self, kind: Kind, intakes: Sequence[Intake]) -> None:
        self._main, *self._children = intakes
        self._records: list[dict[str, object]] = []
        self._child_records = [_Children(_CHILDREN[table]) for table, _, _ in kind.children]
        self.ids: set[str] = set()
        self.absent: dict[str, None] = {}

    def take(self, entity_id: str, brief: Any, detail: Any) -> None:
        """Take an entity; without details its detail columns stay NULL."""
        self.ids.add(entity_id)
        if detail is None:
            self.absent[entity_id] = None
            self._records.append(brief.__dict__)
            return
        fields = detail.__dict__
        self._records.append(fields)
        for children in self._child_records:
            rows = fields[children.field]
            children.records += [row.__dict__ for row in rows]
            children.owners[entity_id] = len(rows)

    def hand_on(self) -> None:
        """Hand the entities taken so far to their tables."""
        self._main.add(self._records)
        self._records.clear()
        for intake, children in zip(self._children, self._child_records, strict=True):
            intake.add(children.records, children.owners)
            children.records.clear()
            children.owners.clear()

    def flush(self) -> None:
        """Write what is left."""
        self.hand_on()
        for intake in (self._main, *self._children):
            intake.flush()

"""The loader: fetches pages and entities, validates them, stores them once.

What is stored stays: a later payload of the same entity adds the columns that were not there,
and changes none that were. Only :meth:`Loader.replace` (after a write) takes new values.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from pydantic import JsonValue, TypeAdapter, ValidationError

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.entity import EmployeeHours, Entity, ProjectHours, TimeEntry
from agentic_solver.erc3.fault import ApiPayloadError, PagingError
from agentic_solver.erc3.paging import Cursor, PageLimit, iterate_pages
from agentic_solver.erc3.snapshot.api import ApiCall, CompanyApi, ConcurrentCompanyApi
from agentic_solver.erc3.snapshot.certificate import Target
from agentic_solver.erc3.snapshot.kind import KINDS, Kind, KindName
from agentic_solver.erc3.snapshot.listing import HoursCheck, check_known, read_listing
from agentic_solver.erc3.snapshot.search import LevelSearch
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ApiError

__all__ = ["Loader", "Tally"]

_BATCH = 64
"""Entities asked for, and stored, at a time."""
_NOT_FOUND = 404

EntityT = TypeVar("EntityT", bound=Entity)
ValueT = TypeVar("ValueT")

_TIME_ROWS = TypeAdapter(list[TimeEntry])
_TIME_ROW = TypeAdapter(TimeEntry)
_ENTRY_CELLS = tuple(TimeEntry.model_fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """A page of raw rows."""

    next_offset: int
    rows: tuple[JsonValue, ...]
    payload: JsonObject


@dataclass(slots=True, kw_only=True)
class Tally:
    """What is stored of one kind: ids as dictionaries, to keep their order."""

    brief: dict[str, None] = field(default_factory=dict)
    detailed: dict[str, None] = field(default_factory=dict)
    absent: dict[str, None] = field(default_factory=dict)
    """The platform does not know them, or shows no details of them."""

    def is_settled(self, entity_id: str) -> bool:
        """Whether asking for the entity can bring nothing new."""
        return entity_id in self.detailed or entity_id in self.absent


class Loader:
    """Loads one session through one port; page limits are learned once."""

    def __init__(
        self, session: Session, api: CompanyApi, *, page_limit: PageLimit | None = None
    ) -> None:
        self._session = session
        self._api = api
        self.page_limit = page_limit or PageLimit()
        self._limit_noted = False
        self.tallies: Mapping[KindName, Tally] = {name: Tally() for name in KINDS}
        self._levels: dict[Target, dict[tuple[str, str], int]] = {}
        """Person and name of the skills and wills that searches by level have stored, and these."""
        self.entries: dict[str, None] = {}
        """Ids of the stored time entries."""
        self.unknown_entries: dict[str, None] = {}

    def _call(self, route: str, body: JsonObject, cause: str) -> JsonObject:
        return self._api.call(route, body, cause=cause)

    def _pages(
        self, route: str, body: JsonObject, key: str, cause: str, limit: PageLimit
    ) -> Iterator[_Page]:
        def fetch(offset: int, asked: int) -> _Page:
            payload = self._call(route, {**body, "offset": offset, "limit": asked}, cause)
            return _page(route, payload, key)

        for page in iterate_pages(fetch, limit):
            self.note_limit()
            yield page

    def note_limit(self) -> None:
        """Keep the page limit in the meta data, once it is learned."""
        if not self._limit_noted and self.page_limit.learned is not None:
            self._limit_noted = True
            self._session.note(page_limit=self.page_limit.learned)

    def load_rows(
        self, kind: Kind, body: JsonObject, cause: str, *, search: bool
    ) -> tuple[tuple[str, ...], str]:
        """Store the brief rows of a listing; return the ids found and the proof."""
        route = kind.search_route if search else kind.list_route
        known = () if search else tuple(self.tallies[kind.name].brief)

        def read(limit: PageLimit) -> Iterator[list[str]]:
            model: TypeAdapter[list[Any]] = _list_adapter(kind.brief_model)
            for page in self._pages(route, body, kind.rows_key, cause, limit):
                rows = [kind.brief_row(one) for one in _parse_rows(route, model, page.rows)]
                self._add_rows(kind, rows)
                yield [str(row[0]) for row in rows]

        listed = read_listing(read, self.page_limit)
        check_known(known, listed)
        return tuple(listed.ids), _proof(route, body, listed.pages)

    def load_searches(
        self, kind: Kind, bodies: Sequence[JsonObject], cause: str
    ) -> list[tuple[tuple[str, ...], str]]:
        """Store the brief rows of several searches, page by page of all of them at a time.

        Returns the ids found and the proof of each; raises as :meth:`load_rows`.
        """
        route, limit = kind.search_route, self.page_limit
        cursors = [Cursor(limit) for _ in bodies]
        found: list[list[str]] = [[] for _ in bodies]
        pages = [0] * len(bodies)
        while waiting := [n for n, cursor in enumerate(cursors) if not cursor.has_ended]:
            asked = limit.current
            waiting = waiting[:1] if limit.is_untested else waiting
            calls = [
                ApiCall(
                    route=route,
                    body={**bodies[n], "offset": cursors[n].offset, "limit": asked},
                )
                for n in waiting
            ]
            for n, payload in zip(waiting, self._ask_many(calls, cause), strict=True):
                if isinstance(payload, ApiError):
                    limit.learn(payload, asked)
                    continue
                limit.accept(asked)
                page = _page(route, payload, kind.rows_key)
                found[n].extend(self._keep_page(kind, route, page))
                pages[n] += 1
                cursors[n].advance(page.next_offset, len(page.rows))
            self.note_limit()
        results = []
        for body, ids, count in zip(bodies, found, pages, strict=True):
            if len(set(ids)) < len(ids):
                results.append(self.load_rows(kind, body, cause, search=True))
            else:
                results.append((tuple(ids), _proof(route, body, count)))
        return results

    def search(self, kind: Kind, body: JsonObject, cause: str, *, pages: int) -> tuple[str, ...]:
        """Store the brief rows of a search, or of its first pages; return the ids found."""
        if not pages:
            return self.load_rows(kind, body, cause, search=True)[0]
        route = kind.search_route
        found = self._pages(route, body, kind.rows_key, cause, self.page_limit)
        kept = [self._keep_page(kind, route, page) for page in islice(found, pages)]
        return tuple(dict.fromkeys(one for ids in kept for one in ids))

    def page(self, kind: Kind, number: int, cause: str) -> tuple[str, ...]:
        """Store the brief rows of one page of a listing; return the ids, none behind the end."""
        pages = self._pages(kind.list_route, {}, kind.rows_key, cause, self.page_limit)
        page = next(islice(pages, number, None), None)
        return () if page is None else self._keep_page(kind, kind.list_route, page)

    def peek(self, kind: Kind, body: JsonObject, cause: str) -> tuple[tuple[str, ...], str] | None:
        """Store the first page of a search; return the ids and the proof if that is all of it."""
        route = kind.search_route
        page = next(self._pages(route, body, kind.rows_key, cause, self.page_limit))
        ids = self._keep_page(kind, route, page)
        if page.next_offset != -1 or len(set(ids)) < len(ids):
            return None
        return ids, _proof(route, body, 1)

    def _keep_page(self, kind: Kind, route: str, page: _Page) -> tuple[str, ...]:
        model: TypeAdapter[list[Any]] = _list_adapter(kind.brief_model)
        rows = [kind.brief_row(one) for one in _parse_rows(route, model, page.rows)]
        self._add_rows(kind, rows)
        return tuple(str(row[0]) for row in rows)

    def _add_rows(self, kind: Kind, rows: Sequence[tuple[object, ...]]) -> None:
        brief = self.tallies[kind.name].brief
        fresh: list[tuple[object, ...]] = []
        for row in rows:
            if str(row[0]) not in brief:
                brief[str(row[0])] = None
                fresh.append((*row, *(None for _ in kind.detail_columns)))
        if fresh:
            self._session.insert(kind.table, fresh)

    def load_details(self, kind: Kind, ids: Sequence[str], cause: str) -> tuple[str, ...]:
        """Fetch and store in full the entities of ``ids`` that are not yet; return the proof.

        An id the platform does not know is noted as absent and is no error.
        """
        tally = self.tallies[kind.name]
        missing = [one for one in dict.fromkeys(ids) if not tally.is_settled(one)]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            payloads = self._get_many(kind.get_route, batch, cause)
            self._store_details(kind, batch, payloads)
        return (f"{kind.get_route} x{len(missing)}",) if missing else ()

    def load_levels(
        self, target: Target, wanted: Sequence[LevelSearch], cause: str
    ) -> tuple[str, ...]:
        """Store the skills or wills that searches for one level each find; return the proof.

        Raises:
            PagingError: somebody has two levels of one thing: the platform does not filter.
        """
        proofs: list[str] = []
        rows: dict[tuple[str, str], int] = {}
        found = self.load_searches(KINDS["employee"], [one.body for one in wanted], cause)
        for one, (ids, call) in zip(wanted, found, strict=True):
            proofs.append(call)
            for employee in ids:
                if rows.setdefault((employee, one.name), one.level) != one.level:
                    raise PagingError("a search by level finds one person at two levels")
        known = self._levels.setdefault(target, {})
        if any(known.get(key, level) != level for key, level in rows.items()):
            raise PagingError("a search by level finds one person at two levels")
        detailed = self.tallies["employee"].detailed
        fresh = {
            key: level for key, level in rows.items() if key[0] not in detailed and key not in known
        }
        known.update(fresh)
        if fresh:
            self._session.insert(target, [(*key, level) for key, level in fresh.items()])
        return tuple(proofs)

    def _get_many(self, route: str, ids: Sequence[str], cause: str) -> list[JsonObject | ApiError]:
        return self._ask_many([ApiCall(route=route, body={"id": one}) for one in ids], cause)

    def _ask_many(self, calls: Sequence[ApiCall], cause: str) -> list[JsonObject | ApiError]:
        if isinstance(self._api, ConcurrentCompanyApi):
            return list(self._api.call_many(calls, cause=cause))
        answers: list[JsonObject | ApiError] = []
        for call in calls:
            try:
                answers.append(self._call(call.route, call.body, cause))
            except ApiError as error:
                answers.append(error)
        return answers

    def _store_details(
        self, kind: Kind, ids: Sequence[str], payloads: Sequence[JsonObject | ApiError]
    ) -> None:
        tally = self.tallies[kind.name]
        entities: dict[str, Entity] = {}
        for entity_id, payload in zip(ids, payloads, strict=True):
            if isinstance(payload, ApiError):
                if payload.status != _NOT_FOUND:
                    raise payload
                tally.absent[entity_id] = None
                continue
            item = payload.get(kind.item_key)
            if item is None or payload.get("found") is False:
                tally.absent[entity_id] = None
                continue
            entity = _parse(kind.get_route, _adapter(kind.detail_model), item)
            own_id = str(kind.brief_row(entity)[0])
            if own_id != entity_id:
                # Asked for under another spelling: no row has that id.
                tally.absent[entity_id] = None
            if own_id not in tally.detailed:
                entities[own_id] = entity
        self._add_details(kind, list(entities.items()))

    def _add_details(self, kind: Kind, entities: Sequence[tuple[str, Entity]]) -> None:
        tally = self.tallies[kind.name]
        fresh = [one for entity_id, one in entities if entity_id not in tally.brief]
        known = [one for entity_id, one in entities if entity_id in tally.brief]
        if fresh:
            rows = [(*kind.brief_row(one), *kind.detail_cells(one)) for one in fresh]
            self._session.insert(kind.table, rows)
        if known:
            cells = {str(kind.brief_row(one)[0]): kind.detail_cells(one) for one in known}
            self._session.amend(kind.table, kind.detail_columns, cells)
        for table, _, child_rows in kind.children:
            known_levels = self._levels.get(table, {})
            children = [
                row
                for _, one in entities
                for row in child_rows(one)
                if (row[0], row[1]) not in known_levels
            ]
            if children:
                self._session.insert(table, children)
        for entity_id, _ in entities:
            tally.brief[entity_id] = None
            tally.detailed[entity_id] = None

    def load_entries(self, body: JsonObject, cause: str) -> str:
        """Store the time entries of a search; return the proof."""
        totals = HoursCheck()
        hours: dict[str, tuple[float, float]] = {}

        def read(limit: PageLimit) -> Iterator[list[str]]:
            for page in self._pages("/time/search", body, "entries", cause, limit):
                totals.state(page.payload)
                entries = _parse_rows("/time/search", _TIME_ROWS, page.rows)
                fresh = {one.id: one for one in entries if one.id not in self.entries}
                if fresh:
                    self.entries.update(dict.fromkeys(fresh))
                    self._session.insert("time_entries", [_entry_row(e) for e in fresh.values()])
                hours.update({one.id: _hours(one) for one in entries})
                yield [one.id for one in entries]

        listed = read_listing(read, self.page_limit)
        totals.compare(
            math.fsum(every for every, _ in hours.values()),
            math.fsum(billable for _, billable in hours.values()),
        )
        return _proof("/time/search", body, listed.pages)

    def load_entries_by_id(self, ids: Sequence[str], cause: str) -> tuple[str, ...]:
        """Store the time entries of ``ids`` that are not yet; return the proof."""
        missing = [
            one
            for one in dict.fromkeys(ids)
            if one not in self.entries and one not in self.unknown_entries
        ]
        rows = []
        for entry_id, payload in zip(
            missing, self._get_many("/time/get", missing, cause), strict=True
        ):
            if isinstance(payload, ApiError):
                if payload.status != _NOT_FOUND:
                    raise payload
                self.unknown_entries[entry_id] = None
                continue
            item = payload.get("entry")
            if not isinstance(item, dict):
                self.unknown_entries[entry_id] = None
                continue
            entry = _parse("/time/get", _TIME_ROW, {**item, "id": entry_id})
            self.entries[entry_id] = None
            rows.append(_entry_row(entry))
        if rows:
            self._session.insert("time_entries", rows)
        return (f"/time/get x{len(missing)}",) if missing else ()

    def replace(self, kind: Kind, ids: Sequence[str], cause: str) -> None:
        """Fetch entities again after a write and replace what is stored of them."""
        tally = self.tallies[kind.name]
        for entity_id in ids:
            for table, key in ((kind.table, "id"), *((t, k) for t, k, _ in kind.children)):
                self._session.change(f"DELETE FROM base.{table} WHERE {key} = $1", [entity_id])
            for settled in (tally.brief, tally.detailed, tally.absent):
                settled.pop(entity_id, None)
            for levels in self._levels.values() if kind.name == "employee" else ():
                for stored in [one for one in levels if one[0] == entity_id]:
                    del levels[stored]
        self.load_details(kind, ids, cause)

    def replace_entries(self, ids: Sequence[str], cause: str) -> None:
        """Fetch time entries again after a write and replace what is stored of them."""
        for entry_id in ids:
            self._session.change("DELETE FROM base.time_entries WHERE id = $1", [entry_id])
            self.entries.pop(entry_id, None)
            self.unknown_entries.pop(entry_id, None)
        self.load_entries_by_id(ids, cause)

    def load_wiki(self, cause: str) -> None:
        """Fetch and store all wiki pages."""
        listing = self._call("/wiki/list", {}, cause)
        paths = listing.get("paths") or []
        if not isinstance(paths, list):
            raise ApiPayloadError("POST /wiki/list: the paths are no list")
        pages: dict[str, str] = {}
        for path in paths:
            content = self._call("/wiki/load", {"file": path}, cause).get("content")
            if not (isinstance(path, str) and isinstance(content, str)):
                raise ApiPayloadError("POST /wiki/load: a page without text")
            pages[path] = content
        self._session.load_wiki(WikiPages(pages))

    def load_summaries(self, date_from: str, date_to: str, cause: str) -> None:
        """Store what the platform sums up between two dates, by employee and by project."""
        body: JsonObject = {"date_from": date_from, "date_to": date_to}
        for by, model in (("employee", EmployeeHours), ("project", ProjectHours)):
            route, table = f"/time/summary/by-{by}", f"time_summary_by_{by}"
            rows = self._call(route, body, cause).get("summaries") or []
            parsed = _parse(route, _list_adapter(model), rows)
            cells = [(*one.model_dump().values(), date_from, date_to) for one in parsed]
            if cells:
                self._session.insert(table, cells)
        self._session.note(date_range=f"{date_from}..{date_to}")


@cache
def _list_adapter(model: type[Entity]) -> TypeAdapter[list[Entity]]:
    return TypeAdapter(list[model])  # type: ignore[valid-type]


@cache
def _adapter(model: type[Entity]) -> TypeAdapter[Entity]:
    return TypeAdapter(model)


def _entry_row(entry: TimeEntry) -> tuple[object, ...]:
    return tuple(getattr(entry, name) for name in _ENTRY_CELLS)


def _hours(entry: TimeEntry) -> tuple[float, float]:
    """Return the hours of an entry, and those of them that are billable."""
    hours = float(entry.hours)
    return hours, hours if entry.billable else 0.0


def _proof(route: str, body: JsonObject, pages: int) -> str:
    return f"{route} {canonical_json(body)} x{pages} to -1"


def _page(route: str, payload: JsonObject, key: str) -> _Page:
    following = payload.get("next_offset")
    rows = payload.get(key)
    if not isinstance(following, int) or isinstance(following, bool):
        raise ApiPayloadError(f"POST {route}: next_offset is no number")
    if key not in payload or not (rows is None or isinstance(rows, list)):
        raise ApiPayloadError(f"POST {route}: {key} is no list")
    return _Page(next_offset=following, rows=tuple(rows or ()), payload=payload)


def _parse_rows(
    route: str, adapter: TypeAdapter[list[EntityT]], rows: Sequence[JsonValue]
) -> list[EntityT]:
    return _parse(route, adapter, list(rows))


def _parse(route: str, adapter: TypeAdapter[ValueT], value: JsonValue) -> ValueT:
    try:
        return adapter.validate_json(json.dumps(value))
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, item['loc'])) or '(body)'}: {item['msg']}"
            for item in error.errors(include_url=False, include_input=False)[:3]
        )
        raise ApiPayloadError(f"POST {route}: unexpected payload: {problems}") from error

"""The whole company, streamed: page by page into the tables, no entity set in memory.

A page of a listing names ids; their details are fetched before the next page is asked for. What
stays in memory are the ids of the registries (of time entries not even those) and two batches of
answers: one is stored in a thread of its own while the next one arrives and is validated. A load
that fails leaves its tables empty: nothing uncertified stays.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from pydantic import BaseModel

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.fault import parse_payload
from agentic_solver.erc3.folding import clean_text
from agentic_solver.erc3.paging import PageLimit, iterate_pages
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.snapshot.api import CompanyApi, StreamingCompanyApi
from agentic_solver.erc3.snapshot.collector import uncollected
from agentic_solver.erc3.snapshot.intake import Intake
from agentic_solver.erc3.snapshot.kind import Kind
from agentic_solver.erc3.snapshot.listing import HoursCheck, read_listing
from agentic_solver.erc3.snapshot.loader import Loader
from agentic_solver.erc3.snapshot.session import RunLimits, Session
from agentic_solver.errors import ApiError, PlatformError

__all__ = ["WholeLoader"]

_PAGE_ROWS = 250
"""Rows to ask for where the platform allows pages of any size; larger ones outgrow the caches."""
_SWITCH_SECONDS = 0.0002
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
        self._ask = api.stream if isinstance(api, StreamingCompanyApi) else self._call
        self._loader = loader
        loader.page_limit.widen(_PAGE_ROWS)

    def load_kind(self, kind: Kind, cause: str) -> tuple[str, ...]:
        """Store all entities of a kind in full, with their child tables; return the proof.

        Raises:
            PlatformError: what a listing or a call raises; then the tables are empty again.
        """
        tables = (kind.table, *(table for table, _, _ in kind.children))
        known: set[str] = set()
        absent: dict[str, BaseModel] = {}

        def read(limit: PageLimit) -> Iterator[list[str]]:
            for page in self._pages(kind.list_route, {}, limit, cause):
                briefs = [(clean_text(brief.id), brief) for brief in page.rows]
                for entity_id, brief in briefs:
                    if entity_id not in known:
                        known.add(entity_id)
                        answer = self._detail(kind, entity_id, cause)
                        if answer is None:
                            absent[entity_id] = brief
                        else:
                            storing.take(*answer)
                yield [entity_id for entity_id, _ in briefs]

        with self._emptied_on_failure(tables), _undisturbed():
            with _Storing(Intake(kind.table, self._session)) as storing:
                listed = read_listing(read, self._loader.page_limit)
            self._add_briefs(kind, tuple(absent.values()))
        tally = self._loader.tallies[kind.name]
        tally.brief = listed.ids
        tally.absent.update(dict.fromkeys(absent))
        tally.detailed.update((one, None) for one in listed.ids if one not in absent)
        return (
            f"{kind.list_route} {{}} x{listed.pages} to -1",
            f"{kind.get_route} x{len(listed.ids)}",
        )

    def _add_briefs(self, kind: Kind, briefs: Sequence[BaseModel]) -> None:
        """Store what a listing shows of entities that have no details: those cells stay NULL."""
        empty = (None,) * len(kind.detail_columns)
        for brief in briefs:
            entity = kind.brief_model.model_validate_json(brief.model_dump_json())
            self._session.insert(kind.table, [(*kind.brief_row(entity), *empty)])

    def load_entries(self, cause: str) -> tuple[str, ...]:
        """Store all time entries; return the proof. Raises like :meth:`load_kind`."""
        totals = HoursCheck()
        pages = 0
        with self._emptied_on_failure(("time_entries",)), _undisturbed():
            with _Storing(Intake("time_entries", self._session)) as storing:
                for page in self._pages(_ENTRIES, {}, self._loader.page_limit, cause):
                    pages += 1
                    totals.state(page.reply.__dict__)
                    storing.take(page.reply, page.text)
                    del page
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

    def _call(self, route: str, body: JsonObject, *, cause: str) -> tuple[Any, str]:
        """Return the reply of a route as its wire model, and its JSON text."""
        payload = self._api.call(route, body, cause=cause)
        text = json.dumps(payload, ensure_ascii=False)
        return parse_payload(route, ROUTES[route].reply, payload, text), text

    def _pages(
        self, route: str, body: JsonObject, limit: PageLimit, cause: str
    ) -> Iterator["_Page"]:
        def fetch(offset: int, asked: int) -> _Page:
            return _Page(*self._ask(route, {**body, "offset": offset, "limit": asked}, cause=cause))

        for page in iterate_pages(fetch, limit):
            self._loader.note_limit()
            yield page
            del page  # before the next one is made: two are slow to hold

    def _detail(self, kind: Kind, entity_id: str, cause: str) -> tuple[Any, str] | None:
        """Return the answer with an entity; None where the platform has no details of it."""
        try:
            reply, text = self._ask(kind.get_route, {"id": entity_id}, cause=cause)
        except ApiError as error:
            if error.status != _NOT_FOUND:
                raise
            return None
        cells = reply.__dict__
        found = cells[kind.item_key]
        is_it = found is not None and cells.get("found", True)
        return (reply, text) if is_it and clean_text(found.id) == entity_id else None

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
def _undisturbed() -> Iterator[None]:
    """Let validation and storing go on side by side, and no collector walk the pages of models.

    DuckDB asks for the interpreter a dozen times a batch, to see whether somebody pressed Ctrl-C:
    by default it waits five milliseconds each time for the thread that validates.
    """
    interval = sys.getswitchinterval()
    sys.setswitchinterval(min(interval, _SWITCH_SECONDS))
    try:
        with uncollected():
            yield
    finally:
        sys.setswitchinterval(interval)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of a listing, validated and as it came."""

    reply: Any
    text: str

    @property
    def next_offset(self) -> int:
        offset: int = self.reply.next_offset
        return offset

    @property
    def rows(self) -> tuple[Any, ...]:
        rows: tuple[Any, ...] = self.reply.rows
        return rows


class _Storing:
    """Hands answers to an intake, whose batches are stored one after the other in a thread.

    Nobody else may use the session meanwhile. Leaving the block waits for the last batch; what
    went wrong with one is raised at the next, or there.
    """

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="snapshot-store")
        self._under_way: Future[None] | None = None

    def take(self, reply: Any, text: str) -> None:
        """Take an answer."""
        if self._intake.add(reply, text):
            self._hand_on()

    def _hand_on(self) -> None:
        if self._under_way is not None:
            self._under_way.result()
        self._under_way = self._thread.submit(self._intake.take_batch())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._thread:
            if kind is None:
                self._hand_on()
        if kind is None and self._under_way is not None:
            self._under_way.result()
            self._intake.finish()

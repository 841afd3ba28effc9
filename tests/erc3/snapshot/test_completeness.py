"""Nothing is computed over part of the rows: a listing that cannot be proved whole is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.fault import PagingError
from agentic_solver.erc3.paging import PageLimit
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.listing import read_listing
from agentic_solver.erc3.snapshot.session import Session

LISTS = {
    "employees": ("/employees/list", "employees"),
    "customers": ("/customers/list", "companies"),
    "projects": ("/projects/list", "projects"),
    "time_entries": ("/time/search", "entries"),
}
Load = Callable[[Acquirer, str], Failure | None]


def _lazily(acquirer: Acquirer, table: str) -> Failure | None:
    return acquirer.ensure_columns([f"{table}.id"])


def _whole(acquirer: Acquirer, table: str) -> Failure | None:
    del table
    return acquirer.ensure_all()


both = pytest.mark.parametrize("load", [_lazily, _whole], ids=["lazy", "full"])


def _hide_last_page(company: Any, table: str) -> None:
    """The page before says that there is another one, which then comes empty."""
    route, key = LISTS[table]

    def tamper(asked: str, payload: Any) -> Any:
        if asked == route and payload["next_offset"] == -1:
            return {**payload, key: None}
        return payload

    company.tamper = tamper


def _end_early(company: Any, route: str) -> None:
    """The first page says that it is the last one."""
    company.tamper = lambda asked, payload: (
        {**payload, "next_offset": -1} if asked == route else payload
    )


def _is_certified(acquirer: Acquirer, table: str) -> bool:
    return any(one.target == table for one in acquirer.certificates)


@both
@pytest.mark.requirement("S3-12c")
@pytest.mark.parametrize("table", LISTS)
def test_a_listing_without_its_last_page_is_refused(
    acquirer: Acquirer, company: Any, load: Load, table: str
) -> None:
    _hide_last_page(company, table)
    failure = load(acquirer, table)
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT
    assert not _is_certified(acquirer, table)


@both
def test_only_facts_on_the_hidden_rows_refuse(
    acquirer: Acquirer, company: Any, session: Session, checked: Any, load: Load
) -> None:
    _hide_last_page(company, "time_entries")
    load(acquirer, "time_entries")
    failure = acquirer.ensure([checked("SELECT sum(hours) FROM time_entries")])
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT
    assert acquirer.ensure([checked("SELECT count(*) FROM employees")]) is None
    output = session.run("SELECT count(*) FROM employees")
    assert isinstance(output, FactOutput)
    assert output.rows == ((23,),)


@both
def test_a_load_that_failed_is_not_mixed_with_the_next(
    acquirer: Acquirer, company: Any, session: Session, load: Load
) -> None:
    _hide_last_page(company, "time_entries")
    assert load(acquirer, "time_entries") is not None
    company.tamper = None
    assert load(acquirer, "time_entries") is None
    assert len(session.rows("time_entries")) == 40


@both
def test_hours_that_no_row_accounts_for_are_hidden_rows(
    acquirer: Acquirer, company: Any, load: Load
) -> None:
    _end_early(company, "/time/search")
    failure = load(acquirer, "time_entries")
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT


@both
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_totals_of_one_page_prove_nothing_and_refuse_nothing(
    acquirer: Acquirer, company: Any, session: Session, load: Load, share: float
) -> None:
    def tamper(asked: str, payload: Any) -> Any:
        if asked != "/time/search":
            return payload
        own = sum(row["hours"] for row in payload["entries"])
        return {**payload, "total_hours": own * share, "total_billable": 0}

    company.tamper = tamper
    assert load(acquirer, "time_entries") is None
    assert len(session.rows("time_entries")) == 40


def test_an_entity_fetched_by_id_has_to_be_listed(acquirer: Acquirer, company: Any) -> None:
    assert acquirer.ensure_columns(["projects.name"], where={"projects.id": ["p11"]}) is None
    _end_early(company, "/projects/list")
    failure = acquirer.ensure_columns(["projects.name"])
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT


class Moving:
    """A company that changes before some pages of a listing are read."""

    def __init__(self, company: Any, route: str, change: Callable[[], None], pages: set[int]):
        self._company = company
        self._route = route
        self._change = change
        self._pages = pages
        self._number = 0

    def call(self, route: str, body: Any, *, cause: str) -> Any:
        if route == self._route and body["limit"] <= self._company.page_limit:
            self._number += 1
            if self._number in self._pages:
                self._change()
        return self._company.call(route, body, cause=cause)


@both
@pytest.mark.parametrize("table", LISTS)
def test_a_row_that_moves_in_is_found_by_a_second_look(
    identity: Identity, company: Any, load: Load, table: str
) -> None:
    rows = getattr(company, "entries" if table == "time_entries" else table)
    before = len(rows)
    api = Moving(company, LISTS[table][0], lambda: rows.insert(0, {**rows[0], "id": "new"}), {2})
    with Session.open(identity) as session:
        assert load(Acquirer(session, api), table) is None
        stored = [row[0] for row in session.rows(table)]
    assert len(stored) == len(set(stored)) == before + 1
    assert "new" in stored


@both
@pytest.mark.parametrize("table", LISTS)
def test_a_listing_that_never_stands_still_is_refused(
    identity: Identity, company: Any, load: Load, table: str
) -> None:
    rows = getattr(company, "entries" if table == "time_entries" else table)

    def move() -> None:
        rows.insert(0, {**rows[0], "id": f"new{len(rows)}"})

    api = Moving(company, LISTS[table][0], move, set(range(2, 99)))
    with Session.open(identity) as session:
        acquirer = Acquirer(session, api)
        failure = load(acquirer, table)
        assert failure is not None
        assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT
        assert not _is_certified(acquirer, table)


@both
def test_an_entry_that_is_gone_between_two_pages_is_noticed(
    identity: Identity, company: Any, load: Load
) -> None:
    api = Moving(company, "/time/search", lambda: company.entries.pop(0), {2})
    with Session.open(identity) as session:
        failure = load(Acquirer(session, api), "time_entries")
    assert failure is not None
    assert failure.code is ViolationCode.SNAPSHOT_INSUFFICIENT


def test_a_row_that_always_comes_twice_is_one_row() -> None:
    limits: list[int] = []

    def read(limit: PageLimit) -> Any:
        limits.append(limit.current)
        yield from (["a", "b"], ["b", "c"])

    listed = read_listing(read, PageLimit(probe=5))
    assert list(listed.ids) == ["a", "b", "c"]
    assert (listed.pages, limits) == (4, [5, 4])


def test_rows_twice_on_pages_of_one_row_are_refused() -> None:
    with pytest.raises(PagingError, match="pages of one row"):
        read_listing(lambda _limit: iter((["a"], ["a"])), PageLimit(probe=1))


def test_a_second_look_with_fewer_rows_is_refused() -> None:
    readings = iter(([["a", "b"], ["b", "c"]], [["a"], ["b"]]))
    with pytest.raises(PagingError, match="changes while it is read"):
        read_listing(lambda _limit: iter(next(readings)), PageLimit())

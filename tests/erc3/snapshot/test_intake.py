"""The intake: texts that DuckDB reads hold, row for row, what the models of them hold."""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3 import entity, wire
from agentic_solver.erc3.fault import ApiPayloadError
from agentic_solver.erc3.snapshot import intake as intake_module
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.snapshot.intake import Intake
from agentic_solver.erc3.snapshot.kind import EMPLOYEES, PROJECTS, Kind
from agentic_solver.erc3.snapshot.session import Session
from tests.examples import examples

CALLER = Identity(
    current_user="e1", is_public=False, location="", department="", today="2025-03-01",
    wiki_sha1="0" * 40,
)  # fmt: skip
ENTRY = {
    "id": "te_1", "employee": "e1", "customer": "", "project": "", "date": "2025-03-01",
    "hours": 7.5, "work_category": "", "notes": " as it is ", "billable": True, "status": "Draft",
}  # fmt: skip
EMPLOYEE = {
    "id": "e1", "name": "A", "email": "a@b.example", "salary": 1, "location": "", "department": "",
    "notes": "", "skills": [{"name": "s", "level": 3}], "wills": None,
}  # fmt: skip
PROJECT = {
    "id": "p1", "name": "P", "customer": None, "status": "active", "description": None,
    "team": [{"employee": "e1", "time_slice": 0.3, "role": "Lead"}],
}  # fmt: skip

Rows = dict[str, list[tuple[object, ...]]]


@pytest.fixture
def session() -> Iterator[Session]:
    with Session.open(CALLER) as opened:
        yield opened


def _page(*entries: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "next_offset": -1, "entries": list(entries), "total_hours": 0.0, "total_billable": 0.0,
        "total_non_billable": 0.0,
    }  # fmt: skip


def _take(session: Session, table: str, model: type[BaseModel], *texts: str) -> None:
    intake = Intake(table, session)
    for text in texts:
        intake.add(model.model_validate_json(text), text)
    intake.take_batch()()
    intake.finish()


def _take_entries(session: Session, *entries: Mapping[str, Any]) -> list[tuple[object, ...]]:
    _take(session, "time_entries", wire.TimeEntryPage, json.dumps(_page(*entries)))
    return list(session.rows("time_entries"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hours": 1e6}, "does not fit time_entries"),
        ({"employee": " "}, "blank employee"),
        ({"id": "\u00a0"}, "blank id"),
    ],
)
def test_what_no_table_can_hold_is_refused(
    session: Session, change: dict[str, Any], said: str
) -> None:
    with pytest.raises(ApiPayloadError, match=said):
        _take_entries(session, ENTRY, {**ENTRY, **change})


def test_a_batch_is_stored_whole_or_not_at_all(session: Session) -> None:
    first = {**EMPLOYEE, "skills": [{"name": "s", "level": 3}]}
    second = {**EMPLOYEE, "id": "e2", "salary": 2**63}
    texts = [json.dumps({"employee": one}) for one in (first, second)]
    with pytest.raises(ApiPayloadError, match="does not fit employees"):
        _take(session, "employees", wire.EmployeeReply, *texts)
    assert session.rows("employees") == session.rows("employee_skills") == ()
    with pytest.raises(ApiPayloadError, match="an id of employees comes twice"):
        _take(session, "employees", wire.EmployeeReply, texts[0], texts[0])
    assert session.rows("employees") == session.rows("employee_skills") == ()


@pytest.mark.parametrize(
    ("hours", "stored"),
    [
        (0.1, "0.1"), (2.675, "2.675"), (1 / 3, "0.3333"), (8, "8"), (1.00005, "1.0001"),
        (0.03125, "0.0313"), (-0.00005, "-0.0001"), (99999.9999, "99999.9999"), (5e-324, "0"),
    ],
)  # fmt: skip
def test_hours_are_rounded_as_they_are_written(session: Session, hours: float, stored: str) -> None:
    ((*_, cell, _, _, _, _),) = _take_entries(session, {**ENTRY, "hours": hours})
    assert cell == Decimal(stored)


def test_statuses_and_blanks_are_mended_after_the_last_batch(session: Session) -> None:
    entries = [
        {**ENTRY, "id": " te_1", "status": " APPROVED "},
        {**ENTRY, "id": "te_2", "status": "On Hold "},
        {**ENTRY, "id": "te_3", "status": "submitted", "project": "p1  "},
    ]
    rows = _take_entries(session, *entries)
    assert [row[0] for row in rows] == ["te_1", "te_2", "te_3"]
    assert [row[-1] for row in rows] == ["approved", "On Hold", "submitted"]
    assert rows[2][3] == "p1"
    assert rows[0][7] == " as it is "


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(_page(ENTRY)).replace('"id": "te_1"', '"id": "te_0", "id": "te_1"'),
        json.dumps(_page({k: v for k, v in ENTRY.items() if k not in ("customer", "project")})),
        json.dumps({**_page(ENTRY), "entries": None, "entries2": [1]}),
        json.dumps(_page({**ENTRY, "shoe": {"size": [1]}}), indent=2),
    ],
)
def test_odd_texts_hold_what_their_models_hold(session: Session, text: str) -> None:
    _take(session, "time_entries", wire.TimeEntryPage, text)
    expected = wire.TimeEntryPage.model_validate_json(text).entries
    assert [row[0] for row in session.rows("time_entries")] == [one.id for one in expected]
    assert all(row[2] == row[3] == "" for row in session.rows("time_entries"))


@pytest.mark.parametrize(
    "sent", ["Mu\u0308ller", "\u00a0M\u00fcller", "M\u00fcller\u3000", "\tM\u00fcller"]
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_labels_get_their_normal_form_and_notes_keep_theirs(
    session: Session, sent: str, ascii_only: bool
) -> None:
    page = _page({**ENTRY, "work_category": sent, "notes": sent})
    _take(session, "time_entries", wire.TimeEntryPage, json.dumps(page, ensure_ascii=ascii_only))
    ((*_, category, notes, _, _),) = session.rows("time_entries")
    assert (category, notes) == ("M\u00fcller", sent)


def test_a_batch_is_due_when_there_is_text_enough(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = json.dumps(_page(ENTRY))
    monkeypatch.setattr(intake_module, "_BATCH_CHARS", 2 * len(text))
    intake = Intake("time_entries", session)
    reply = wire.TimeEntryPage.model_validate_json(text)
    assert [intake.add(reply, text) for _ in range(2)] == [False, True]
    work = intake.take_batch()
    assert not intake.add(reply, text)
    work()
    assert len(session.rows("time_entries")) == 2
    intake.take_batch()()
    intake.take_batch()()
    assert len(session.rows("time_entries")) == 3


# What follows compares with the ordinary way: model, entity, one insert of Python values.

WORDS = st.one_of(
    st.text(max_size=6),
    st.text(
        alphabet=' ab\t\n\r\x00\x1f\x7f\x85\xa0\u2003\u3000\u200b\ufeffo\u0308\u00f6\u212b"\\/',
        max_size=5,
    ),
    st.sampled_from(
        ["te_1", "e1", "Draft", " SUBMITTED", "voided", "SUBM\u0130TTED", "2025-02-28"]
    ),
)
NUMBERS = st.one_of(
    st.integers(0, 16).map(lambda n: n / 2),
    st.integers(-(10**9), 10**9).map(lambda n: n / 20_000),
    st.floats(-200_000, 200_000),
    st.integers(-(2**70), 2**70),
)
ODDITIES = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS, st.just([]), st.just({}))


def _records(fields: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Return records of some fields, now and then with one of them wrong or missing."""
    good = st.fixed_dictionaries(dict(fields))
    wrong = st.tuples(good, st.sampled_from(sorted(fields)), ODDITIES).map(
        lambda parts: {**parts[0], parts[1]: parts[2]}
    )
    less = st.tuples(good, st.sampled_from(sorted(fields))).map(
        lambda parts: {key: value for key, value in parts[0].items() if key != parts[1]}
    )
    more = good.map(lambda record: {**record, "extra": [{"id": 1}], "Id": "x"})
    return st.one_of(good, good, good, good, more, wrong, less)


DATES = st.one_of(st.dates().map(str), st.sampled_from(["2025-02-30", "2025-3-1", "20250301"]))
ENTRIES = _records(
    {
        "id": WORDS, "employee": WORDS, "customer": WORDS | st.none(), "project": WORDS,
        "date": DATES, "hours": NUMBERS, "work_category": WORDS, "notes": WORDS | st.none(),
        "billable": st.booleans(), "status": WORDS,
    }
)  # fmt: skip
LEVELS = st.lists(_records({"name": WORDS, "level": st.integers(1, 10)}), max_size=2)
PEOPLE = _records(
    {
        "id": WORDS, "name": WORDS, "email": WORDS, "salary": st.integers(0, 2**40),
        "location": WORDS, "department": WORDS, "notes": WORDS | st.none(), "skills": LEVELS,
        "wills": LEVELS | st.none(),
    }
)  # fmt: skip
SEATS = _records(
    {"employee": WORDS, "time_slice": NUMBERS, "role": st.sampled_from(["Lead", "QA", "lead"])}
)
WORKS = _records(
    {
        "id": WORDS, "name": WORDS, "customer": WORDS | st.none(), "description": WORDS,
        "status": st.sampled_from(["idea", "active", "Active"]),
        "team": st.lists(SEATS, max_size=2),
    }
)  # fmt: skip
WRITTEN = st.sampled_from(
    [{"ensure_ascii": True}, {"ensure_ascii": False}, {"ensure_ascii": False, "indent": 1}]
)


def _entry_rows(text: str) -> Rows:
    page = wire.TimeEntryPage.model_validate_json(text).model_dump_json(include={"entries"})
    rows = TypeAdapter(list[entity.TimeEntry]).validate_json(
        json.dumps(json.loads(page)["entries"])
    )
    names = ENTITY_COLUMNS["time_entries"]
    return {"time_entries": [tuple(getattr(row, name) for name in names) for row in rows]}


def _kind_rows(kind: Kind, model: type[BaseModel], text: str) -> Rows:
    item = json.loads(model.model_validate_json(text).model_dump_json())[kind.item_key]
    one = kind.detail_model.model_validate_json(json.dumps(item))
    rows: Rows = {kind.table: [(*kind.brief_row(one), *kind.detail_cells(one))]}
    return rows | {table: list(cells(one)) for table, _, cells in kind.children}


def _stored(session: Session, tables: Any) -> Rows | None:
    found = {table: sorted(session.rows(table), key=repr) for table in tables}
    for table in tables:
        session.change(f"DELETE FROM base.{table}")
    return found


def _ordinary(session: Session, tables: Any, make: Any, text: str) -> Rows | None:
    """Return the rows that validation and one insert leave; None where either refuses."""
    try:
        for table, rows in make(text).items():
            if rows:
                session.insert(table, rows)
        return _stored(session, tables)
    except (ValidationError, ApiPayloadError):
        _stored(session, tables)
        return None


def _streamed(session: Session, tables: Any, model: type[BaseModel], text: str) -> Rows | None:
    try:
        _take(session, tables[0], model, text)
    except (ValidationError, ApiPayloadError):
        _stored(session, tables)
        return None
    return _stored(session, tables)


@pytest.fixture(scope="module")
def shared() -> Iterator[Session]:
    with Session.open(CALLER) as opened:
        yield opened


@pytest.mark.requirement("S3-4.1g")
@settings(max_examples=examples(300))
@given(entries=st.lists(ENTRIES, max_size=3), written=WRITTEN)
@example(entries=[ENTRY], written={"ensure_ascii": True})
def test_pages_give_the_rows_of_their_models(
    shared: Session, entries: list[dict[str, Any]], written: dict[str, Any]
) -> None:
    text = json.dumps(_page(*entries), **written)
    tables = ("time_entries",)
    expected = _ordinary(shared, tables, _entry_rows, text)
    assert _streamed(shared, tables, wire.TimeEntryPage, text) == expected


@pytest.mark.requirement("S3-4.1g")
@settings(max_examples=examples(200))
@given(person=PEOPLE, written=WRITTEN)
@example(person=EMPLOYEE, written={"ensure_ascii": True})
def test_people_give_the_rows_of_their_models(
    shared: Session, person: dict[str, Any], written: dict[str, Any]
) -> None:
    text = json.dumps({"employee": person}, **written)
    tables = ("employees", "employee_skills", "employee_wills")
    model = wire.EmployeeReply
    expected = _ordinary(shared, tables, lambda one: _kind_rows(EMPLOYEES, model, one), text)
    assert _streamed(shared, tables, model, text) == expected


@pytest.mark.requirement("S3-4.1g")
@settings(max_examples=examples(200))
@given(work=WORKS, written=WRITTEN)
@example(work=PROJECT, written={"ensure_ascii": True})
def test_projects_give_the_rows_of_their_models(
    shared: Session, work: dict[str, Any], written: dict[str, Any]
) -> None:
    text = json.dumps({"project": work, "found": True}, **written)
    tables = ("projects", "project_team")
    model = wire.ProjectReply
    expected = _ordinary(shared, tables, lambda one: _kind_rows(PROJECTS, model, one), text)
    assert _streamed(shared, tables, model, text) == expected

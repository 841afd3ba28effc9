"""New time entries and corrections of those that are there."""

from datetime import date

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation, Unit
from agentic_solver.erc3.asked.entry import entries_asked, is_whole
from agentic_solver.erc3.asked.judged import Says
from tests.erc3.asked.conftest import Office, Open, told
from tests.readings import ME, asked, change, everyone, named, read, where

DORA, HUGO = named("Dora Klein"), named("Hugo Marin")
LATHE = named("rail lathe", "project")
LOG, MEND = Operation.LOG_TIME, Operation.UPDATE_TIME
TODAY = "2025-05-07"


def row(employee: str = "li_04", project: str = "pr_lathe", **rest: JsonValue) -> JsonObject:
    return {"employee": employee, "project": project, "date": TODAY, "hours": 3, **rest}


def log(*people: JsonObject, value: JsonValue = 3, **more: JsonValue) -> JsonObject:
    further: JsonObject = {"project": "rail lathe", **more}
    return change("log_time", *people, field="hours", value=value, more=further)


def says(room: Office, wanted: JsonObject, *rows: JsonObject) -> Says:
    return room.says(wanted, [one for each in rows for one in room.writes("log_time", each)])


@pytest.mark.parametrize(
    ("wanted", "rows", "says_"),
    [
        (log(ME), [row()], Says.AGREES),
        (log(), [row()], Says.AGREES),
        (log(ME, date="today"), [row()], Says.AGREES),
        # hours
        (log(ME), [row(hours=4)], Says.DIFFERS),
        (log(ME, value="3"), [row()], Says.AGREES),
        (log(ME, value=180), [row()], Says.AGREES),
        (log(ME, value=45), [row(hours=0.75)], Says.AGREES),
        (log(ME, value=45), [row(hours=45 / 100)], Says.DIFFERS),
        (log(ME, value=None), [row()], Says.OPEN),
        (log(ME, value="some"), [row()], Says.OPEN),
        (change("log_time", ME, more={"hours": 3, "project": "rail lathe"}), [row()], Says.AGREES),
        (change("log_time", ME, more={"hours": 3, "project": "rail lathe"}), [row(hours=2)],
         Says.DIFFERS),
        (log(ME, value={"of": named("te_001", "entry")}), [row(hours=6, notes="bench work")],
         Says.AGREES),
        (log(ME, value={"of": named("te_001", "entry")}), [row(hours=8, notes="bench work")],
         Says.DIFFERS),
        (log(ME, value={"of": named("te_999", "entry")}), [row(hours=6)], Says.OPEN),
        # the day
        (log(ME, date="today-1"), [row(date="2025-05-06")], Says.AGREES),
        (log(ME, date="today-1"), [row()], Says.DIFFERS),
        (log(ME), [row(date="2025-05-06")], Says.DIFFERS),
        (log(ME, date="one day"), [row()], Says.OPEN),
        (log(ME, date=5), [row()], Says.OPEN),
        (log(ME, date="2025-05-05..2025-05-06"), [row(date="2025-05-05"), row(date="2025-05-06")],
         Says.AGREES),
        (log(ME, date="2025-05-05..2025-05-06"), [row(date="2025-05-05")], Says.DIFFERS),
        (log(ME, date="2025-05-05..2025-05-06"),
         [row(date="2025-05-05"), row(date="2025-05-06"), row()], Says.DIFFERS),
        # whose, on what
        (log(HUGO), [row("li_08")], Says.AGREES),
        (log(HUGO), [row()], Says.DIFFERS),
        (log(ME), [row("li_08")], Says.DIFFERS),
        (log(ME, HUGO), [row(), row("li_08")], Says.AGREES),
        (log(ME, HUGO), [row()], Says.DIFFERS),
        (log(ME, HUGO), [row(), row()], Says.DIFFERS),
        (log(everyone(where("project", LATHE))), [row(), row("li_08"), row("li_03")],
         Says.AGREES),
        (log(everyone(where("project", LATHE))), [row(), row("li_08"), row("li_05")],
         Says.DIFFERS),
        (log(named("Nobody Atall")), [row()], Says.OPEN),
        (log(ME, project="clinic scale"), [row()], Says.DIFFERS),
        (log(ME, project={"of": LATHE}), [row()], Says.AGREES),
        (log(ME, project="no such thing"), [row()], Says.OPEN),
        (change("log_time", ME, field="hours", value=3), [row()], Says.OPEN),
        (change("log_time", everyone(where("project", "rail lathe"), where("role", "Engineer")),
                field="hours", value=3), [row()], Says.AGREES),
        # twice, none, more
        (log(ME), [], Says.DIFFERS),
        (log(ME), [row(), row()], Says.DIFFERS),
        (log(ME), [row(), row("li_08")], Says.DIFFERS),
        # what is usual need not be told, and nothing else comes beside it
        (log(ME), [row(status="approved")], Says.DIFFERS),
        (log(ME, status="submitted"), [row(status="submitted")], Says.AGREES),
        (log(ME, status="submitted"), [row()], Says.DIFFERS),
        (log(ME), [row(work_category="admin")], Says.DIFFERS),
        (log(ME, category="support"), [row(work_category="support")], Says.AGREES),
        (log(ME, category="support"), [row()], Says.DIFFERS),
        (log(ME), [row(billable=False)], Says.OPEN),
        (log(ME, billable=False), [row(billable=False)], Says.AGREES),
        (log(ME, billable=False), [row()], Says.DIFFERS),
        (log(ME), [row(notes="bench")], Says.DIFFERS),
        (log(ME), [row(notes=" ")], Says.AGREES),
        (log(ME, notes={"value": "bench", "exact": True}), [row(notes="bench")], Says.AGREES),
        (log(ME, notes={"value": "bench", "exact": True}), [row(notes="bench, overtime")],
         Says.DIFFERS),
        (log(ME, notes={"value": "bench", "exact": True}), [row()], Says.DIFFERS),
        (log(ME, notes={"words": "what I did"}), [row(notes="Set up the bench.")], Says.OPEN),
        (log(ME, notes={"words": "that I set up the bench"}), [row(notes="Set up the bench.")],
         Says.AGREES),
        # a project without a customer may be billed or not
        (log(named("Lars Beck"), project="own toolroom"), [row("li_12", "pr_tools")], Says.AGREES),
        (log(named("Lars Beck"), project="own toolroom"),
         [row("li_12", "pr_tools", billable=False)], Says.AGREES),
        (log(named("Lars Beck"), project="own toolroom"),
         [row("li_12", "pr_tools", work_category="customer_project")], Says.DIFFERS),
        # so that a day comes to a sum: 6 hours are there
        ({**log(ME, value=8, date="2025-05-05"), "how": "fill_to"},
         [row(date="2025-05-05", hours=2)], Says.AGREES),
        ({**log(ME, value=8, date="2025-05-05"), "how": "fill_to"},
         [row(date="2025-05-05", hours=8)], Says.DIFFERS),
    ],
)  # fmt: skip
def test_hours_are_logged_as_they_are_asked_for(
    wanted: JsonObject, rows: list[JsonObject], says_: Says, office: Open
) -> None:
    assert says(office("li_04"), wanted, *rows) is says_


def test_of_several_that_are_meant_whose_hours_they_are_is_open(office: Open) -> None:
    room = office("li_04")
    wanted = log(named("Novak"), project="rail lathe")
    assert says(room, wanted, row("li_05")) is Says.OPEN
    assert says(room, wanted, row("li_08")) is Says.DIFFERS


def test_the_one_with_a_seat_in_the_project_is_meant(office: Open) -> None:
    wanted = log(named("Novak"), project="film cutter")
    assert says(office(), wanted, row("li_05", "pr_film")) is Says.AGREES
    assert says(office(), wanted, row("li_09", "pr_film")) is Says.DIFFERS


def test_under_a_condition_hours_are_open(office: Open) -> None:
    condition: list[JsonValue] = [where("status", "active")]
    assert says(office("li_04"), {**log(ME), "if": condition}, row()) is Says.OPEN


def test_a_text_that_may_not_be_worded_so_is_refused(office: Open) -> None:
    wanted = log(ME, notes={"words": "what I did"})
    room = office("li_04", against="a secret")
    assert says(room, wanted, row(notes="Set up the bench.")) is Says.DIFFERS


def test_what_the_caller_may_not_log_is_left_out_with_what_is_allowed_done(office: Open) -> None:
    wanted = log(ME, HUGO)
    assert says(office("li_04", forbids=("li_08",)), wanted, row()) is Says.AGREES
    assert says(office("li_04", forbids=("li_03",)), wanted, row()) is Says.DIFFERS
    assert says(office("li_04", forbids=("li_08",)), wanted) is Says.DIFFERS


@pytest.mark.parametrize(
    ("quote", "extra", "says_"),
    [
        (
            "New entries are draft and of the category support.",
            {"work_category": "support"},
            Says.AGREES,
        ),
        ("Categories are support and internal.", {"work_category": "support"}, Says.OPEN),
        ("The Sales Desk logs support.", {"work_category": "support"}, Says.OPEN),
        (
            "The category is by department: Workshop support, others internal.",
            {"work_category": "support"},
            Says.OPEN,
        ),
        ("Hours are kept.", {"work_category": "support"}, Says.DIFFERS),
        (
            "Hours come in as submitted, unless a draft is asked.",
            {"status": "submitted"},
            Says.OPEN,
        ),
        ("Hours are kept.", {"status": "submitted"}, Says.DIFFERS),
        ("Hours of paused projects are billable.", {"billable": True}, Says.AGREES),
        ("Hours of paused projects are billable.", {"billable": False}, Says.OPEN),
    ],
)
def test_what_is_usual_is_the_companys_to_say(
    quote: str, extra: JsonObject, says_: Says, office: Open
) -> None:
    room = office("li_04", rules=(told(quote),))
    assert says(room, log(ME), {**row(), **extra}) is says_


def test_a_term_of_the_company_is_so_many_hours(office: Open) -> None:
    shift = Unit(term="shift", amount="3.5")
    rule = told("A shift is 3.5 hours.", field="time_entries.hours", unit=shift)
    wanted = log(ME, value={"words": "two shifts", "value": 2})
    room = office("li_04", rules=(rule,))
    assert says(room, wanted, row(hours=7)) is Says.AGREES
    assert says(room, wanted, row(hours=2)) is Says.DIFFERS


@pytest.mark.parametrize(
    ("wanted", "number", "sure", "whole"),
    [
        (log(ME), 1, True, True),
        (log(ME, HUGO, date="today-1..today"), 4, True, True),
        (log(ME, date="one day"), 1, True, False),
        (log(ME, value=None), 1, True, False),
        (log(ME, value={"of": named("te_001", "entry")}), 1, True, True),
        (log(ME, hours=3), 1, True, False),
        (log(ME, project="no such thing"), 1, True, False),
        (log(named("Novak")), 1, True, False),
        (log(named("Nobody Atall")), 1, False, False),
        ({**log(ME), "if": [where("status", "active")]}, 1, False, False),
    ],
)
def test_a_request_for_hours_is_whole_where_all_is_told(
    wanted: JsonObject, number: int, sure: bool, whole: bool, office: Open
) -> None:
    grounds, one = office("li_04").grounds, read(wanted).changes[0]
    entries, certain = entries_asked(one, grounds)
    assert (len(entries), certain, is_whole(one, grounds)) == (number, sure, whole)


def test_an_entry_is_asked_for_of_today_where_no_day_is_told(office: Open) -> None:
    ((one,), _sure) = entries_asked(asked("log_time", ME, value=3), office("li_04").grounds)
    assert (one.day, one.people, one.projects) == (date(2025, 5, 7), ("li_04",), ())


# corrections -----------------------------------------------------------------------------

MINE: JsonObject = {"kind": "entry", "where": [where("owner", ME), where("date", "2025-05-05")]}


def mend(field: str, value: JsonValue, how: str = "set", **more: JsonValue) -> JsonObject:
    return change("change_entry", MINE, field=field, how=how, value=value, more=more)


VOID: JsonObject = {"id": "te_001", "status": "voided"}


@pytest.mark.parametrize(
    ("wanted", "given", "says_"),
    [
        (mend("hours", 5), {"hours": 5}, Says.AGREES),
        (mend("hours", 5), {"hours": 4}, Says.DIFFERS),
        (mend("hours", 1, "add"), {"hours": 7}, Says.AGREES),
        (mend("hours", 1, "subtract"), {"hours": 5}, Says.AGREES),
        (mend("hours", 1, "subtract"), {"hours": 7}, Says.DIFFERS),
        (mend("hours", 50, "percent_down"), {"hours": 3}, Says.AGREES),
        (mend("hours", 330), {"hours": 5.5}, Says.AGREES),
        (mend("hours", "five"), {"hours": 5}, Says.OPEN),
        # in what steps hours are rounded, and whether up, the company says
        (mend("hours", 5.1667), {"hours": 5.25}, Says.OPEN),
        (mend("hours", 5.1667), {"hours": 5.5}, Says.DIFFERS),
        (mend("hours", 5.1667), {"hours": 5.2}, Says.DIFFERS),
        (mend("hours", 5), {"hours": 5, "date": "2025-05-06"}, Says.DIFFERS),
        (mend("hours", 5, date="2025-05-06"), {"hours": 5, "date": "2025-05-06"}, Says.AGREES),
        (mend("hours", 5, date="2025-05-06"), {"hours": 5}, Says.DIFFERS),
        (mend("hours", 5), {"hours": 5, "billable": False}, Says.DIFFERS),
        (mend("hours", 5), {"hours": 5, "notes": "mended"}, Says.DIFFERS),
        (mend("hours", 5), {"id": "te_002", "hours": 5}, Says.DIFFERS),
        (mend("date", "today-1"), {"date": "2025-05-06"}, Says.AGREES),
        (mend("date", "today-1"), {"date": "2025-05-04"}, Says.DIFFERS),
        (mend("billable", False), {"billable": False}, Says.AGREES),
        (mend("billable", True), {"billable": False}, Says.DIFFERS),
        (mend("category", "support"), {"work_category": "support"}, Says.AGREES),
        (mend("category", "support"), {"work_category": "admin"}, Says.DIFFERS),
        (mend("status", "voided"), {"status": "voided"}, Says.AGREES),
        (mend("status", "voided"), {"status": "submitted"}, Says.DIFFERS),
        (mend("status", "submitted"), {"status": "voided"}, Says.DIFFERS),
        (
            mend("notes", {"value": "lathe set up", "exact": True}),
            {"notes": "lathe set up"},
            Says.AGREES,
        ),
        (
            mend("notes", {"value": "lathe set up", "exact": True}),
            {"notes": "lathe set up twice"},
            Says.DIFFERS,
        ),
        (mend("owner", "me"), {"hours": 5}, Says.DIFFERS),
    ],
)
def test_an_entry_is_mended_as_it_is_asked_for(
    wanted: JsonObject, given: JsonObject, says_: Says, office: Open
) -> None:
    room = office("li_04")
    assert room.says(wanted, room.writes("update_time_entry", {"id": "te_001", **given})) is says_


ANEW = row(date="2025-05-05", hours=5, notes="bench work")


@pytest.mark.parametrize(
    ("wanted", "voided", "anew", "says_"),
    [
        (mend("hours", 5), VOID, ANEW, Says.AGREES),
        (mend("hours", 5), VOID, {**ANEW, "hours": 4}, Says.DIFFERS),
        (mend("hours", 5), VOID, {**ANEW, "date": TODAY}, Says.DIFFERS),
        (mend("hours", 5), VOID, {**ANEW, "notes": ""}, Says.DIFFERS),
        (mend("hours", 5), VOID, {**ANEW, "billable": False}, Says.DIFFERS),
        (mend("hours", 5), VOID, {**ANEW, "work_category": "admin"}, Says.DIFFERS),
        (mend("hours", 5), VOID, {**ANEW, "status": "approved"}, Says.DIFFERS),
        (mend("hours", 5), VOID, {**ANEW, "employee": "li_08"}, Says.DIFFERS),
        (mend("hours", 5), VOID, {**ANEW, "project": "pr_scale"}, Says.DIFFERS),
        (mend("hours", 5), {**VOID, "id": "te_002"}, ANEW, Says.DIFFERS),
        (mend("date", "today"), VOID, {**ANEW, "hours": 6, "date": TODAY}, Says.AGREES),
        # where the status itself is asked for, nothing stands for anything else
        (mend("status", "voided"), VOID, ANEW, Says.DIFFERS),
        (mend("hours", 5), VOID, None, Says.DIFFERS),
    ],
)
def test_an_entry_may_be_voided_and_logged_anew(
    wanted: JsonObject, voided: JsonObject, anew: JsonObject | None, says_: Says, office: Open
) -> None:
    room = office("li_04")
    writes = room.writes("update_time_entry", voided)
    writes += room.writes("log_time", anew) if anew is not None else []
    assert room.says(wanted, writes) is says_


@pytest.mark.parametrize(
    ("quote", "extra", "says_"),
    [
        ("The note says moved from and the old id.", {"notes": "moved from te_001"}, Says.OPEN),
        ("Hours are kept.", {"notes": "umgebucht von te_001"}, Says.OPEN),
        ("Hours are kept.", {"notes": "moved from te_002"}, Says.DIFFERS),
        ("Hours are kept.", {"notes": "moved from te_001, 12 hours more"}, Says.DIFFERS),
        ("The note says moved from and the old id.", {"notes": "moved 62000"}, Says.DIFFERS),
        ("Hours come in as submitted.", {"status": "submitted"}, Says.OPEN),
        ("Whether it is billable is decided anew.", {"billable": False}, Says.OPEN),
        ("Hours are kept.", {"billable": False}, Says.DIFFERS),
        ("Hours are kept.", {"status": "submitted"}, Says.DIFFERS),
    ],
)
def test_what_an_entry_needs_that_comes_in_the_place_of_another_one(
    quote: str, extra: JsonObject, says_: Says, office: Open
) -> None:
    room = office("li_04", rules=(told(quote),))
    writes = room.writes("update_time_entry", VOID)
    writes += room.writes("log_time", {**ANEW, **extra})
    assert room.says(mend("hours", 5), writes) is says_


@pytest.mark.parametrize(
    ("anew", "says_"),
    [
        (ANEW, Says.AGREES),
        ({**ANEW, "notes": ""}, Says.AGREES),
        ({**ANEW, "notes": "fired"}, Says.DIFFERS),
        ({**ANEW, "hours": 6}, Says.DIFFERS),
        ({**ANEW, "status": "approved"}, Says.DIFFERS),
    ],
)
def test_what_is_not_told_of_an_entry_in_the_place_of_a_voided_one_is_as_in_that(
    anew: JsonObject, says_: Says, office: Open
) -> None:
    room = office("li_04")
    logged = log(ME, value=5, date="2025-05-05")
    writes = room.writes("update_time_entry", VOID) + room.writes("log_time", anew)
    assert room.says(read(mend("status", "voided"), logged), writes) is says_

"""What the words of a request say for and against a change, kind by kind."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import LinkKind
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.execute.asking import Asking, words_of
from agentic_solver.erc3.execute.constants import trace
from agentic_solver.erc3.execute.intent import reason_against
from agentic_solver.erc3.execute.meant import Meant
from agentic_solver.erc3.execute.wish import NO_VALUE, NOT_MEANT, Wish
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.tools.facade import Affected, PlannedWrite

DORA: JsonObject = {
    "salary": 400_000,
    "location": "Porto",
    "skills": [{"name": "rust", "level": 3}, {"name": "sql", "level": 5}],
}
FINN: JsonObject = {"salary": 300_000, "location": "Lisbon", "skills": []}
GUS: JsonObject = {"salary": 200_000, "location": "Bergen", "skills": []}
PEOPLE = {"e1": "Dora Klein", "e2": "Finn Moor", "e3": "Gus Berg"}
TODAY = date(2025, 3, 12)
NO_WORD = "no words of the request ask for a change of this kind"
OTHER_WAY = "the request asks for the opposite"
ENCORE = Decimal(5_000)
"""What the rules of this company call an encore."""


def wish(
    request: str,
    *,
    sql: str = "",
    constants: frozenset[str] = frozenset(),
    team: tuple[JsonObject, ...] = (),
    rules: str = "",
    grounds: str = "",
) -> Wish:
    """Return what a request says; ``sql`` makes the rows of the change."""
    asking = Asking(request)
    checked = check_query(sql or "SELECT 1 AS nothing")
    assert isinstance(checked, CheckedQuery), checked
    queries = {"rows": checked}
    stored: Mapping[str, Mapping[str, str]] = {"employees": PEOPLE, "projects": {"p1": "Mole"}}
    encore = frozenset({ENCORE}) if asking.says("encore") else frozenset[Decimal]()
    return Wish(
        asking=asking,
        meant=Meant(
            asking=asking,
            me="e3",
            queries=queries,
            chain=frozenset(queries),
            found=lambda _lookup: {},
            stored=lambda table: stored[table],
            people=lambda _words: PEOPLE,
            moved=lambda _fact, _sql: False,
        ),
        made=lambda column: trace(queries, frozenset(queries), column),
        says=lambda argument, value: (
            (argument, value) == ("hours", 4.0) and asking.says("half day")
        ),
        rules_say=lambda word: word in rules,
        grounds=frozenset(words_of(grounds)),
        today=TODAY,
        units=lambda _column: encore,
        called=lambda _column: frozenset({"paused"} if asking.says("ice") else ()),
        terms=lambda _operation: frozenset(words_of(rules)),
        constants=constants,
        record=lambda key: {"e1": DORA, "e2": FINN, "e3": GUS}.get(key, {}),
        stored=lambda column: frozenset(one[column] for one in (DORA, FINN, GUS)),
        team=lambda _project: list(team),
        page={"yard/old-phone-list.md": "Workshop 21"}.get,
    )


def change(operation: Operation, changes: JsonObject, **current: JsonValue) -> PlannedWrite:
    return PlannedWrite(
        operation=operation,
        route="/x",
        body={"id": "te_17", **changes},
        changes=changes,
        targets={"employee": "e1", "project": "p1"},
        current=current,
    )


def of_salary(request: str, salary: JsonValue, old: JsonValue = 400_000, *, sql: str = "") -> str:
    current: JsonObject = {} if old is None else {"salary": old}
    changes: JsonObject = {"salary": salary}
    return reason_against(
        change(Operation.UPDATE_SALARY, changes, **current), wish(request, sql=sql)
    )


@pytest.mark.parametrize(
    ("request_text", "salary", "reason"),
    [
        ("Raise the salary of Dora Klein to 505000", 505_000, ""),
        ("Raise the salary of Dora Klein to 505000", 505_001, NO_VALUE),
        ("Raise the salary of Dora Klein to 505000", None, NO_VALUE),
        ("Raise the salary of Dora Klein by 10%", 440_000, ""),
        ("Raise the salary of Dora Klein by 10%", 440_001, NO_VALUE),
        ("Cut the salary of Dora Klein by 10%", 440_000, OTHER_WAY),
        ("Raise the salary of Dora Klein by 5000", 405_000, ""),
        ("Raise the salary of Dora Klein by 5000", 395_000, OTHER_WAY),
        ("Cut the salary of Dora Klein by 5000", 395_000, ""),
        ("Change the salary of Dora Klein by 5000", 405_000, ""),
        # without a word for the kind of change: only where no other kind is spoken of
        ("Dora Klein: 505000", 505_000, ""),
        ("Log 7 hours of Dora Klein", 7, NO_WORD),
        # a company's own word for an amount says the kind, too
        ("Give Dora Klein an encore", 405_000, ""),
        ("Give Dora Klein an encore and log 2 hours", 405_000, ""),
        ("Give Dora Klein an encore", 406_000, NO_VALUE),
        # somebody else
        ("Raise the salary of Finn Moor to 505000", 505_000, NOT_MEANT),
    ],
)
def test_a_new_salary_is_what_the_request_says(
    request_text: str, salary: JsonValue, reason: str
) -> None:
    assert of_salary(request_text, salary) == reason


def test_a_salary_that_nobody_knows_has_no_difference() -> None:
    assert of_salary("Raise the salary of Dora Klein by 5000", 405_000, None) == NO_VALUE


@pytest.mark.parametrize(
    ("request_text", "sql", "reason"),
    [
        ("Give Dora Klein the salary of Finn Moor", "SELECT salary FROM employees", ""),
        ("Give Dora Klein a salary", "SELECT salary FROM employees", NO_VALUE),
        ("Give Dora Klein the highest salary", "SELECT max(salary) AS salary FROM employees", ""),
        (
            "Give Dora Klein the highest salary",
            "SELECT min(salary) AS salary FROM employees",
            NO_VALUE,
        ),
        ("Correct the salary of Dora Klein", "SELECT salary FROM employees", ""),
        (
            "Give Dora Klein the salary of Finn Moor",
            "SELECT salary + 77 AS salary FROM employees",
            NO_VALUE,
        ),
        (
            "Give Dora Klein the salary of Finn Moor",
            "SELECT salary + salary AS salary FROM employees",
            NO_VALUE,
        ),
        (
            "Give Dora Klein 3 times her salary",
            "SELECT salary * 3 AS salary FROM employees",
            NO_VALUE,
        ),
        (
            "Give Dora Klein the salary of Finn Moor",
            "SELECT count(*) AS salary FROM employees",
            NO_VALUE,
        ),
        (
            "Set the salary of Dora Klein to her hours",
            "SELECT sum(hours) AS salary FROM time_entries",
            "",
        ),
        (
            "Set the salary of Dora Klein to her hours",
            "SELECT sum(level) AS salary FROM employee_skills",
            NO_VALUE,
        ),
        (
            "Set the salary of Dora Klein by the page",
            "SELECT CAST(text AS INT) AS salary FROM wiki_lines",
            NO_VALUE,
        ),
        (
            "Set the salary of Dora Klein by the crane page",
            "SELECT CAST(text AS INT) AS salary FROM wiki_lines WHERE text LIKE '%crane%'",
            "",
        ),
        (
            "Set the salary of Dora Klein by the crane page",
            "SELECT CAST(text AS INT) AS salary FROM wiki_lines WHERE text LIKE '%derrick%'",
            NO_VALUE,
        ),
    ],
)
def test_a_salary_of_the_company_comes_of_what_the_request_names(
    request_text: str, sql: str, reason: str
) -> None:
    assert of_salary(request_text, 123_456, sql=sql) == reason


@pytest.mark.parametrize(
    ("sql", "rule", "reason"),
    [
        ("SELECT CAST(notes AS INT) AS salary FROM employees", "by the notes", ""),
        ("SELECT CAST(notes AS INT) AS salary FROM employees", "by the hours", NO_VALUE),
        ("SELECT sum(hours) AS salary FROM time_entries", "by the hours", NO_VALUE),
    ],
)
def test_a_rule_on_the_change_may_name_the_texts_that_it_goes_by(
    sql: str, rule: str, reason: str
) -> None:
    found = wish("Set the salary of Dora Klein", sql=sql, grounds=rule)
    write = change(Operation.UPDATE_SALARY, {"salary": 123_456}, salary=400_000)
    assert reason_against(write, found) == reason


@pytest.mark.parametrize(
    ("request_text", "levels", "reason"),
    [
        ("Set the rust skill of Dora Klein to 8", {"rust": 8, "sql": 5}, ""),
        ("Set the rust skill of Dora Klein to 8", {"rust": 7, "sql": 5}, NO_VALUE),
        ("Set the rust skill of Dora Klein to 8", {"rust": 3, "sql": 8}, NO_VALUE),
        ("Set the rust and sql skills of Dora Klein to 8", {"rust": 8, "sql": 9}, NO_VALUE),
        ("Set all skills of Dora Klein to 8", {"rust": 8, "sql": 8}, ""),
        ("Raise the rust skill of Dora Klein", {"rust": 4, "sql": 5}, ""),
        ("Raise the rust skill of Dora Klein", {"rust": 5, "sql": 5}, NO_VALUE),
        ("Lower the rust skill of Dora Klein by 2", {"rust": 5, "sql": 5}, OTHER_WAY),
        ("Change the rust skill of Dora Klein by 2", {"rust": 5, "sql": 5}, ""),
        ("Raise the rust skill of Dora Klein to 2", {"rust": 2, "sql": 5}, ""),
        ("Raise rust by 2 and take 2 from the sql skill of Dora Klein", {"rust": 5, "sql": 3}, ""),
        ("Raise the go skill of Dora Klein by 4", {"rust": 3, "sql": 5, "go": 4}, ""),
        ("Raise the go skill of Dora Klein by 4", {"rust": 3, "sql": 5, "go": 5}, NO_VALUE),
        # the scale ends where it ends
        ("Raise the sql skill of Dora Klein by 7", {"rust": 3, "sql": 10}, ""),
        ("Raise the sql skill of Dora Klein by 7", {"rust": 3, "sql": 9}, NO_VALUE),
    ],
)
def test_levels_are_those_that_the_request_names_and_tells(
    request_text: str, levels: dict[str, int], reason: str
) -> None:
    rows: JsonObject = {"skills": [{"name": name, "level": levels[name]} for name in levels]}
    assert reason_against(change(Operation.UPDATE_SKILLS, rows), wish(request_text)) == reason


@pytest.mark.parametrize(
    ("request_text", "level", "constants", "reason"),
    [
        ("Give Dora Klein the rust level of Finn Moor", 9, frozenset[str](), ""),
        ("Give Dora Klein the rust level of Finn Moor", 9, frozenset({"level"}), NO_VALUE),
        ("Set the rust level of Dora Klein to 9", 9, frozenset({"level"}), ""),
        ("Lower the rust level of Dora Klein to that of Finn Moor", 9, frozenset[str](), ""),
    ],
)
def test_a_level_of_somebody_else_is_no_constant(
    request_text: str, level: int, constants: frozenset[str], reason: str
) -> None:
    rows: JsonObject = {"skills": [{"name": "rust", "level": level}]}
    found = wish(request_text, sql="SELECT level FROM employee_skills", constants=constants)
    assert reason_against(change(Operation.UPDATE_SKILLS, rows), found) == reason


@pytest.mark.parametrize(
    ("request_text", "place", "reason"),
    [
        ("Move Dora Klein to Lisbon", "Lisbon", ""),
        ("Move Dora Klein to Lisbon", "Bergen", NO_VALUE),
        ("Move Dora Klein to Oslo", "Oslo", ""),
        ('Move Dora Klein to "dry dock"', "dry dock", ""),
        ("Move Dora Klein to dry dock", "dry dock", NO_VALUE),
        ("Move Dora Klein", "", NO_VALUE),
        # a place may be named for much else: in what is asked about, above all
        ("Dora Klein, 2 hours, Lisbon now", "Lisbon", ""),
        ("Did Dora Klein log 2 hours in Lisbon?", "Lisbon", NO_WORD),
        ("Correct this: Dora Klein, 2 hours, Lisbon?", "Lisbon", ""),
        ("Dora Klein, Lisbon?", "Lisbon", ""),
        # where somebody else is whom the request names
        ("Move Dora Klein to where Finn Moor and Gus Berg are", "Lisbon", ""),
        ("Move Dora Klein", "Lisbon", NO_VALUE),
        ("Move Dora Klein", "Porto", NO_VALUE),
    ],
)
def test_a_place_is_one_that_the_request_names(request_text: str, place: str, reason: str) -> None:
    write = change(Operation.UPDATE_LOCATION, {"location": place})
    assert reason_against(write, wish(request_text)) == reason


@pytest.mark.parametrize(
    ("request_text", "status", "reason"),
    [
        ("Archive project Mole", "archived", ""),
        ("Archive project Mole", "paused", NO_VALUE),
        ("Put Mole on ice", "paused", ""),
        ("Put Mole on ice and log 2 hours", "paused", ""),
        ("Mole and 2 hours", "paused", NO_WORD),
        ("Mole: exploring", "exploring", ""),
    ],
)
def test_a_status_is_one_that_the_request_or_the_company_has_a_word_for(
    request_text: str, status: str, reason: str
) -> None:
    write = change(Operation.UPDATE_PROJECT_STATUS, {"status": status})
    assert reason_against(write, wish(request_text)) == reason


TEAM: tuple[JsonObject, ...] = (
    {"employee": "e2", "role": "Lead", "time_slice": 0.5},
    {"employee": "e3", "role": "QA", "time_slice": 0.25},
)


def of_team(request: str, *seats: tuple[str, str, float | None], sql: str = "") -> str:
    """Return what speaks against a team; ``seats`` are those that it is to have."""
    team: JsonObject = {
        "team": [{"employee": who, "role": role, "time_slice": share} for who, role, share in seats]
    }
    before = {(one["employee"], one["role"], one["time_slice"]) for one in TEAM}
    changed = sorted({str(who) for who, *_ in before ^ set(seats)})
    write = replace(
        change(Operation.UPDATE_PROJECT_TEAM, team),
        affected=tuple(Affected(kind=LinkKind.EMPLOYEE, id=who) for who in changed),
    )
    return reason_against(write, wish(request, team=TEAM, sql=sql))


LEAD, QA = ("e2", "Lead", 0.5), ("e3", "QA", 0.25)


@pytest.mark.parametrize(
    ("request_text", "seats", "reason"),
    [
        ("Add Dora Klein to Mole as QA with 0.3", (LEAD, QA, ("e1", "QA", 0.3)), ""),
        ("Add Dora Klein to Mole as QA with 0.3", (LEAD, QA, ("e1", "QA", 0.4)), NO_VALUE),
        ("Add Dora Klein to Mole as QA with 0.3", (LEAD, QA, ("e1", "Ops", 0.3)), NO_VALUE),
        ("Add Dora Klein to Mole as QA with 0.3", (QA, ("e1", "QA", 0.3)), NO_VALUE),
        ("Add Dora Klein to Mole, seat 1, as QA", (LEAD, QA, ("e1", "QA", None)), NO_VALUE),
        # a role that nobody speaks of may be any but that of the lead
        ("Add Dora Klein to Mole with 0.3", (LEAD, QA, ("e1", "Ops", 0.3)), ""),
        ("Add Dora Klein to Mole with 0.3", (LEAD, QA, ("e1", "Lead", 0.3)), NO_VALUE),
        ("Remove Finn Moor from Mole", (QA,), ""),
        ("Remove Finn Moor from Mole", (LEAD,), NOT_MEANT),
        ("Raise the team share of Finn Moor on Mole by 0.2", (("e2", "Lead", 0.7), QA), ""),
        ("Raise the team share of Finn Moor on Mole by 0.2", (("e2", "Lead", 0.9), QA), NO_VALUE),
        ("Raise the team share of Finn Moor on Mole to 0.7", (("e2", "QA", 0.7), QA), NO_VALUE),
        # a trade says whose seats become whose, and no more
        (
            "Finn Moor and Gus Berg trade roles on Mole",
            (("e2", "QA", 0.5), ("e3", "Lead", 0.25)),
            "",
        ),
        (
            "Finn Moor and Gus Berg trade roles on Mole",
            (("e2", "QA", 0.5), ("e3", "QA", 0.25)),
            NO_VALUE,
        ),
        (
            "Finn Moor and Gus Berg trade seats on Mole",
            (("e2", "QA", 0.25), ("e3", "Lead", 0.5)),
            "",
        ),
        # without a word for teams a share, a role or all the names say what is meant
        ("Mole, all of them: 0.3", (LEAD, QA, ("e1", "Ops", 0.3)), ""),
        ("Mole, all of them: 0.3 QA", (LEAD, QA, ("e1", "QA", 0.3)), ""),
    ],
)
def test_seats_are_those_that_the_request_tells(
    request_text: str, seats: tuple[tuple[str, str, float | None], ...], reason: str
) -> None:
    assert of_team(request_text, *seats) == reason


def of_time(request: str, **changes: JsonValue) -> str:
    """Return what speaks against a new time entry of today and seven hours."""
    entry: JsonObject = {"date": "2025-03-12", "hours": 7, "status": "draft", **changes}
    return reason_against(change(Operation.LOG_TIME, entry), wish(request))


LOG = "Log 7 hours of Dora Klein on Mole"


@pytest.mark.parametrize(
    ("request_text", "hours", "reason"),
    [
        (LOG, 7, ""),
        (LOG, 8, NO_VALUE),
        (LOG, None, NO_VALUE),
        ("Log 90 minutes of Dora Klein on Mole", 1.5, ""),
        ("Log 90 minutes of Dora Klein on Mole", 1.6, NO_VALUE),
        ("Log a half day of Dora Klein on Mole", 4, ""),
        ("Log a half day of Dora Klein on Mole", 5, NO_VALUE),
        ("Dora Klein on Mole, an encore, and the salary", 5000, ""),
    ],
)
def test_hours_are_those_that_the_request_tells(
    request_text: str, hours: float, reason: str
) -> None:
    assert of_time(request_text, hours=hours) == reason


@pytest.mark.parametrize(
    ("request_text", "sql", "reason"),
    [
        ("Log 3 times the hours", "SELECT hours * 3 AS hours FROM time_entries", ""),
        ("Log 3 times the hours", "SELECT hours * 4 AS hours FROM time_entries", NO_VALUE),
        ("Log 3 hours", "SELECT abs(3) + 9 AS hours", NO_VALUE),
        ("Log the hours of Finn Moor", "SELECT hours FROM time_entries", ""),
        ("Log the hours", "SELECT hours FROM time_entries", NO_VALUE),
    ],
)
def test_hours_of_other_entries_are_reckoned_with_figures_of_the_request(
    request_text: str, sql: str, reason: str
) -> None:
    entry: JsonObject = {"date": "2025-03-12", "hours": 12, "status": "draft"}
    found = wish(f"{request_text} of Dora Klein on Mole", sql=sql)
    assert reason_against(change(Operation.LOG_TIME, entry), found) == reason


@pytest.mark.parametrize(
    ("when", "day", "reason"),
    [
        ("", "2025-03-12", ""),
        ("", "2025-03-09", ""),
        ("", "2025-03-15", ""),
        ("", "2025-03-08", NO_VALUE),
        ("", "soon", NO_VALUE),
        ("4 days ago", "2025-03-08", ""),
        ("5 days ago", "2025-03-08", NO_VALUE),
        ("a week ago", "2025-03-05", ""),
        ("2 weeks ago", "2025-02-26", ""),
        ("3 weeks ago", "2025-02-26", NO_VALUE),
        ("on Friday", "2025-03-07", ""),
        ("on Friday", "2025-02-28", ""),
        ("on Wednesday", "2025-02-26", ""),
        ("on Friday", "2025-02-21", NO_VALUE),
        ("on Friday", "2025-03-06", NO_VALUE),
        ("on 2025-01-05", "2025-01-05", ""),
        ("on 2025-01-05", "2025-01-06", NO_VALUE),
        ("on 2025-01-05", "2025-03-12", NO_VALUE),
        ("from 2025-01-05 to 2025-01-09", "2025-01-07", ""),
        ("from 2025-01-05 to 2025-01-09", "2025-01-10", NO_VALUE),
        ("today, as on 2025-01-05", "2025-03-12", ""),
        ("today, as on 2025-01-05", "2025-03-08", NO_VALUE),
    ],
)
def test_a_day_is_stated_or_near_enough_for_a_word(when: str, day: str, reason: str) -> None:
    assert of_time(f"{LOG} {when}", date=day) == reason


@pytest.mark.parametrize(
    ("request_text", "details", "rules", "reason"),
    [
        (LOG, {"billable": True, "work_category": None}, "", ""),
        (LOG, {"billable": False}, "", NO_VALUE),
        (f"{LOG}, not billable", {"billable": False}, "", ""),
        (LOG, {"billable": False}, "billable", ""),
        (LOG, {"work_category": "training"}, "", NO_VALUE),
        (f"{LOG}: a training", {"work_category": "training"}, "", ""),
        (LOG, {"work_category": "training"}, "training", ""),
        (LOG, {"status": "draft"}, "", ""),
        (LOG, {"status": "approved"}, "", NO_VALUE),
        (f"{LOG} and approve them", {"status": "approved"}, "", ""),
        (LOG, {"notes": "bought a boat"}, "", NO_VALUE),
        (f"{LOG} with the note: bought a boat", {"notes": "bought a boat"}, "", ""),
    ],
)
def test_details_that_a_plan_sets_itself_are_asked_for(
    request_text: str, details: JsonObject, rules: str, reason: str
) -> None:
    entry: JsonObject = {"date": "2025-03-12", "hours": 7, "status": "draft", **details}
    write = change(Operation.LOG_TIME, entry)
    own = wish(request_text, constants=frozenset(details), rules=rules)
    assert bool(reason_against(write, own)) is bool(reason)
    given = wish(request_text, rules=rules)
    if "billable" not in details:
        assert reason_against(write, given) == ""


ENTRY: JsonObject = {
    "date": "2025-03-11", "hours": 8, "status": "draft", "billable": True, "work_category": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("request_text", "changes", "reason"),
    [
        ("Void te_17 of Dora Klein", {"status": "voided"}, ""),
        ("Make the time entry te_17 of Dora Klein better", {"status": "voided"}, NO_VALUE),
        ("Correct the time entry te_17 of Dora Klein", {"status": "voided"}, ""),
        ("Correct the time entry te_17 of Dora Klein", {"status": "approved"}, NO_VALUE),
        ("Put the entry of Dora Klein on ice", {"status": "paused"}, ""),
        ("Set the time of Dora Klein to 6 hours", {"hours": 6}, ""),
        ("Set the time of Dora Klein to 6 hours", {"hours": 8}, ""),
        ("Set the time of Dora Klein to 6 hours", {"hours": 5}, NO_VALUE),
        ("Take 2 hours off the time of Dora Klein", {"hours": 6}, ""),
        ("Set the time of Dora Klein to 90 minutes", {"hours": 1.5}, ""),
        ("Add 30 minutes to the time of Dora Klein", {"hours": 8.5}, ""),
        ("Add 30 minutes to the time of Dora Klein", {"hours": 9.5}, NO_VALUE),
        ("Move the time of Dora Klein to 2025-01-05", {"date": "2025-01-05"}, NOT_MEANT),
        (
            "Move the time of Dora Klein from 2025-03-11 to 2025-01-05",
            {"date": "2025-01-05"},
            "",
        ),
        (
            "Move the time of Dora Klein from 2025-03-11 to 2025-01-05",
            {"date": "2025-01-06"},
            NO_VALUE,
        ),
        ("Void the time of Dora Klein of 2025-01-05", {"status": "voided"}, NOT_MEANT),
        ("Void the time of Dora Klein of 2025-03-11", {"status": "voided"}, ""),
        ("Set the time of Dora Klein to 6 hours", {"hours": 6, "billable": False}, NO_VALUE),
        ("Bill the time of Dora Klein", {"billable": False}, ""),
        ("Void the time of Finn Moor", {"status": "voided"}, NOT_MEANT),
    ],
)
def test_an_entry_is_mended_as_the_request_says(
    request_text: str, changes: JsonObject, reason: str
) -> None:
    write = change(Operation.UPDATE_TIME, changes, **ENTRY)
    assert reason_against(write, wish(request_text)) == reason


@pytest.mark.parametrize(
    ("request_text", "path", "is_asked"),
    [
        ("My old phone list is all wrong, take it down please.", "yard/old-phone-list.md", True),
        ("Throw my old phone list away.", "yard/old-phone-list.md", True),
        ("My phone is old, take it down please.", "yard/old-phone-list.md", False),
        ("My old phone list is all wrong.", "yard/old-phone-list.md", False),
        ("Take the rules down.", "yard/old-phone-list.md", False),
    ],
)
def test_a_page_may_be_told_by_its_name_alone(request_text: str, path: str, is_asked: bool) -> None:
    write = replace(
        change(Operation.UPDATE_WIKI, {"file": path, "content": ""}), targets={"path": path}
    )
    told = reason_against(write, wish(request_text))
    assert told in (("", NOT_MEANT) if is_asked else (NO_VALUE, NO_WORD))

"""The value of a change is the one that the request asks for, however a plan comes by it."""

from collections.abc import Callable

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactQuery, Outcome
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, build_plan, case, fact, write_call
from tests.readings import ME, change, everyone, named, page, picked, read, where

Start = Callable[..., Desk]
Told = ViolationCode | Outcome
Try = Callable[..., Told]
NOT_ASKED = ViolationCode.WRITE_NOT_ASKED
DONE, ASKED_BACK = Outcome.OK_ANSWER, Outcome.NONE_CLARIFICATION_NEEDED

PAY = "SELECT e.id AS employee, CAST({} AS INT) AS salary FROM employees e "
PAY += "JOIN find_employee('Dora Klein') f ON f.id = e.id"
SEAT = "SELECT p.id AS project, e.id AS employee, {} FROM find_project('rail lathe') p, "
SEAT += "find_employee('{}') e"
LOG = "SELECT m.id AS employee, p.id AS project, {} AS date, {} AS hours {} "
LOG += "FROM me m, find_project('rail lathe') p"
DAY = "'2025-05-06'"
MEND = "SELECT t.id, 5 AS hours {} FROM time_entries t, me m "
MEND += "WHERE t.employee = m.id AND t.date = '2025-05-05'"
VOID = "SELECT id, 'voided' AS status FROM time_entries WHERE id = '{}'"
MORE = "SELECT t.project, t.employee, t.time_slice + 0.25 AS time_slice FROM project_team t "
MORE += "JOIN find_employee('Hugo Marin') e ON e.id = t.employee"
REST = "0.85 - coalesce((SELECT sum(t.time_slice) FROM project_team t WHERE t.employee = e.id "
REST += "AND t.project <> p.id), 0) AS time_slice"
ANYBODY = "SELECT id AS employee, salary + 10000 AS salary FROM employees {}"
SITE = "SELECT id AS employee, '{}' AS location FROM find_employee('Dora Klein')"
NOTE = "SELECT id AS employee, '{}' AS notes FROM find_employee('Dora Klein')"
PAGE = "SELECT 'people/rules.md' AS path, {} AS content FROM wiki_pages "
PAGE += "WHERE path = 'people/rules.md'"
ADD = "Add to the page people/rules.md that leads approve time on Fridays."
TEN = "Raise the salary of Dora Klein by 10 percent from 2025-06-01"
RAISE = "Give Dora Klein a raise"
BEST = "Raise the salary of our best engineer by 10000"
BRNO = "Dora Klein moved to Brno, update her location"
FRIDAYS = "leads approve time on Fridays."
DORA, HUGO, FINN = (named(name) for name in ("Dora Klein", "Hugo Marin", "Finn Olsen"))
LATHE = named("rail lathe", "project")
ENGINEER: JsonObject = {"role": "Engineer", "share": 0.5}


def _raised(who: JsonObject) -> RequestReading:
    return read(change("set_salary", who, field="salary", how="add", value=10000))


def _logged(hours: float, day: str, who: JsonObject = ME, **more: JsonValue) -> RequestReading:
    further: JsonObject = {"project": "rail lathe", "date": day, **more}
    return read(change("log_time", who, field="hours", value=hours, more=further))


def _seated(who: JsonObject, field: str, **rest: JsonValue) -> RequestReading:
    return read(change("change_team", LATHE, people=[who], field=field, **rest))


def _mended(*conditions: JsonObject, **more: JsonValue) -> RequestReading:
    entry: JsonObject = {"kind": "entry", "where": list(conditions)}
    return read(change("change_entry", entry, field="hours", value=5, more=more))


def _voided(name: str) -> RequestReading:
    entry = named(name, "entry")
    return read(change("change_entry", entry, field="status", value="voided"))


def _added(where_to: JsonObject) -> RequestReading:
    return read(change("write_page", where_to, field="content", how="append", value=FRIDAYS))


MINE_THAT_DAY = (where("owner", ME), where("date", "2025-05-05"))
TOP: JsonObject = {"of": picked("employee", "salary", "highest", where("department", "Workshop"))}
READINGS = {
    TEN: read(change("set_salary", DORA, field="salary", how="percent_up", value=10)),
    RAISE: read(change("set_salary", DORA, field="salary", how="add")),
    BEST: _raised({"kind": "employee", "words": "our best engineer", "where": [
        where("role", "Engineer"), where("other", words="best")]}),
    BRNO: read(change("set_location", DORA, field="location", value="Brno")),
    ADD: _added(page("people/rules.md")),
    "Pay Dora Klein the same salary as Finn Olsen": read(
        change("set_salary", DORA, field="salary", how="same_as", value={"of": FINN})),
    "Raise the salary of Dora Klein to the highest in the Workshop": read(
        change("set_salary", DORA, field="salary", how="same_as", value=TOP)),
    "Set the salary of Dora Klein to 505000, not to 400000": read(
        change("set_salary", DORA, field="salary", value=505000),
        change("set_salary", DORA, field="salary", value=400000, standing="negated")),
    "Raise Dora Klein’s salary by 10000 – now": _raised(DORA),
    "Raise the salary of Dora by 10000": _raised(named("Dora")),
    "Raise the salary of Dora Klein by 10000": _raised(DORA),
    "raise the salary of dora klein by 10000": _raised(named("dora klein")),
    "Dora gets a salary raise of 10000": _raised(named("Dora")),
    "Dora Kleinの給与を10000上げて": _raised(DORA),
    "Raise the salary of everybody by 10000": _raised(everyone()),
    "Raise the salary of Vogel by 10000": _raised(named("Vogel")),
    "Raise the salary of Dora Klein in Turin by 10000": _raised(
        {"kind": "employee", "where": [where("name", "Dora Klein"), where("location", "Turin")]}),
    "Raise the salary of Emil Novak by 10000": _raised(named("Emil Novak")),
    "Raise the salary of everybody in Turin by 10000": _raised(
        everyone(where("location", "Turin"))),
    "Salary raise by 10000, starting on Monday": _raised(ME),
    "Add Finn Olsen to the rail lathe project with 0.5 as Engineer": _seated(
        FINN, "seat", how="add", more=ENGINEER),
    "Set the time slice of Hugo Marin on the rail lathe to 0.5": _seated(
        HUGO, "share", value=0.5),
    "Set the time slice of Hugo Marin on the rail lathe to 0.4": _seated(
        HUGO, "share", value=0.4),
    "Set my time slice on the rail lathe to 0.4": _seated(ME, "share", value=0.4),
    "Give Hugo Marin 0.25 more on the rail lathe": _seated(HUGO, "share", how="add", value=0.25),
    "Set the time slice of Carlo Neri on the rail lathe so that he has 0.85 in all": _seated(
        named("Carlo Neri"), "share", how="fill_to", value=0.85),
    "Change Hugo Marin to Engineer on the rail lathe": _seated(HUGO, "role", value="Engineer"),
    "Take Hugo Marin off the rail lathe": _seated(HUGO, "seat", how="remove"),
    "Log 1,5 hours for me on the rail lathe for 2025-05-06": _logged(1.5, "2025-05-06"),
    "Log 3 hours for me on the rail lathe for 2025-05-06": _logged(3, "2025-05-06"),
    "Log 3 hours for me on the rail lathe last Friday": _logged(3, "last.5"),
    "Log 3 non-billable hours for me on the rail lathe yesterday": _logged(
        3, "today-1", billable=False),
    "Log 3 hours for me on the rail lathe for today": _logged(3, "today"),
    "Log 3 hours for Hugo Marin on the rail lathe today": _logged(3, "today", HUGO),
    "Log 3 hours for Hugo Marin on my rail lathe today": _logged(3, "today", HUGO),
    "Log 3 hours on the Rail Lathe today": _logged(3, "today"),
    "Rail Latheに今日3時間記録して": _logged(3, "today"),
    "Log 3 hours for me on the rail lathe today, Hugo Marin agrees": _logged(3, "today"),
    "Change my entry of 2025-05-05 on the rail lathe to 5 hours": _mended(
        *MINE_THAT_DAY, where("project", "rail lathe")),
    "Change my rail lathe entry of 2025-05-05 to 5 hours": _mended(
        *MINE_THAT_DAY, where("project", "rail lathe")),
    "Change my pill press entry of 2025-05-05 to 5 hours": _mended(
        *MINE_THAT_DAY, where("project", "pill press")),
    "Change my entry of 2025-05-05 on the rail lathe to 5 hours of 2025-05-06": _mended(
        *MINE_THAT_DAY, date="2025-05-06"),
    "Change the entry of Hugo Marin on the rail lathe to 5 hours": _mended(
        where("owner", HUGO), where("project", "rail lathe")),
    "Void te_001, I was ill that day": _voided("te_001"),
    "Void te_002, I was ill that day": _voided("te_002"),
    "Void my wrong entry": _voided("my wrong entry"),
    "Was te_001 right?": read(asks=("other",)),
    'Set the notes of Dora Klein to "good"': read(
        change("set_notes", DORA, field="notes", value={"value": "good", "exact": True})),
    'Set the notes of Dora Klein to "on leave"': read(
        change("set_notes", DORA, field="notes", value={"value": "on leave", "exact": True})),
    "Set the pill press project to active and/or tell me": read(
        change("set_status", named("pill press", "project"), field="status", value="active")),
    "Add to all wiki pages that leads approve time on Fridays.": _added(everyone(kind="page")),
    "Add to the page sales/press.md that leads approve time on Fridays.": _added(
        page("sales/press.md")),
    "Add to the press kit that leads approve time on Fridays.": _added(
        {"kind": "page", "words": "the press kit"}),
    "Add that leads approve time on Fridays.": _added({"kind": "page"}),
}  # fmt: skip
"""What each request asks for."""


@pytest.fixture
def attempt(larch: Start) -> Try:
    """Return what came of a change by the rows of a fact ``f``; ``before`` are other facts."""

    def run(user: str, text: str, tool: str, sql: str, *before: FactQuery) -> Told:
        plan = build_plan(
            text,
            facts=(*before, fact("f", sql, *(one.id for one in before if one.id in sql))),
            calls=(write_call("w1", tool, "f"),),
            spans={"w1": text},
            cases=(case(message="ok", writes=True),),
        )
        desk = larch(user, text)
        decision = desk.execute(plan, reading=lambda: READINGS[text])
        assert bool(desk.writes) == bool(decision.writes)
        if decision.response is None:
            assert not desk.writes
            return decision.violations[0].code
        assert bool(desk.writes) is (decision.response.outcome is DONE)
        return decision.response.outcome

    return run


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        ("li_02", TEN, "set_salary", PAY.format("round(salary * 1.1)")),
        ("li_02", TEN, "set_salary", PAY.format("salary + salary * 10 // 100")),
        ("li_02", "Pay Dora Klein the same salary as Finn Olsen", "set_salary",
         PAY.format("(SELECT x.salary FROM employees x JOIN find_employee('Finn Olsen') o "
                    "ON o.id = x.id)")),
        ("li_03", "Add Finn Olsen to the rail lathe project with 0.5 as Engineer", "change_team",
         SEAT.format("0.5 AS time_slice, 'Engineer' AS role", "Finn Olsen")),
        ("li_02", "Raise the salary of Dora Klein to the highest in the Workshop", "set_salary",
         PAY.format("(SELECT max(x.salary) FROM employees x WHERE x.department = 'Workshop')")),
        ("li_03", "Set the time slice of Hugo Marin on the rail lathe to 0.5", "change_team",
         SEAT.format("0.5 AS time_slice", "Hugo Marin")),
        ("li_03", "Give Hugo Marin 0.25 more on the rail lathe", "change_team", MORE),
        ("li_03", "Set the time slice of Carlo Neri on the rail lathe so that he has 0.85 in all",
         "change_team", SEAT.format(REST, "Carlo Neri")),
        ("li_03", "Change Hugo Marin to Engineer on the rail lathe", "change_team",
         SEAT.format("'Engineer' AS role", "Hugo Marin")),
        ("li_03", "Take Hugo Marin off the rail lathe", "change_team",
         SEAT.format("true AS remove", "Hugo Marin")),
        ("li_04", "Log 1,5 hours for me on the rail lathe for 2025-05-06", "log_time",
         LOG.format(DAY, 1.5, "")),
        ("li_04", "Log 3 hours for me on the rail lathe last Friday", "log_time",
         LOG.format("m.today - 5", 3, "")),
        ("li_04", "Log 3 non-billable hours for me on the rail lathe yesterday", "log_time",
         LOG.format("m.today - 1", 3, ", false AS billable")),
        ("li_04", "Change my entry of 2025-05-05 on the rail lathe to 5 hours",
         "update_time_entry", MEND.format("")),
        ("li_04", "Change my entry of 2025-05-05 on the rail lathe to 5 hours of 2025-05-06",
         "update_time_entry", MEND.format(f", {DAY} AS date")),
        ("li_04", "Void te_001, I was ill that day", "update_time_entry", VOID.format("te_001")),
        ("li_02", "Dora Klein moved to Brno, update her location", "set_location",
         SITE.format("Brno")),
        ("li_02", 'Set the notes of Dora Klein to "good"', "set_notes", NOTE.format("good")),
        ("li_01", ADD, "write_wiki_page",
         PAGE.format("content || chr(10) || 'Leads approve time on Fridays.'")),
    ],
)  # fmt: skip
def test_the_value_that_is_asked_for_passes(
    attempt: Try, user: str, text: str, tool: str, sql: str
) -> None:
    assert attempt(user, text, tool, sql) is DONE


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        # figures of another kind
        ("li_02", TEN, "set_salary", PAY.format("2025")),
        ("li_02", TEN, "set_salary", PAY.format("10")),
        ("li_02", TEN, "set_salary", PAY.format("salary + 10")),
        ("li_02", TEN, "set_salary", PAY.format("salary * 10")),
        ("li_02", TEN, "set_salary", PAY.format("salary * 1.1 * 1.1")),
        ("li_02", "Set the salary of Dora Klein to 505000, not to 400000", "set_salary",
         PAY.format("400000")),
        ("li_04", "Log 3 hours for me on the rail lathe for 2025-05-06", "log_time",
         LOG.format(DAY, 6, "")),
        ("li_04", "Log 1,5 hours for me on the rail lathe for 2025-05-06", "log_time",
         LOG.format(DAY, 15, "")),
        # made of what the request does not name
        ("li_04", "Log 3 hours for me on the rail lathe for 2025-05-06", "log_time",
         LOG.format(DAY, "(SELECT max(t.hours) FROM time_entries t WHERE t.employee = m.id)", "")),
        # seats
        ("li_03", "Add Finn Olsen to the rail lathe project with 0.5 as Engineer", "change_team",
         SEAT.format("0.5 AS time_slice, 'Lead' AS role", "Finn Olsen")),
        ("li_03", "Change Hugo Marin to Engineer on the rail lathe", "change_team",
         SEAT.format("true AS remove", "Hugo Marin")),
        ("li_03", "Set the time slice of Hugo Marin on the rail lathe to 0.5", "change_team",
         SEAT.format("0.5 AS time_slice, 'Lead' AS role", "Hugo Marin")),
        # days and details of an entry
        ("li_04", "Log 3 hours for me on the rail lathe for today", "log_time",
         LOG.format("m.today - 97", 3, "")),
        ("li_04", "Log 3 hours for me on the rail lathe for 2025-05-06", "log_time",
         LOG.format("m.today", 3, "")),
        ("li_04", "Log 3 hours for me on the rail lathe for 2025-05-06", "log_time",
         LOG.format("'2025-06-05'", 3, "")),
        ("li_04", "Log 3 hours for me on the rail lathe for today", "log_time",
         LOG.format("m.today", 3, ", 'submitted' AS status")),
        ("li_04", "Log 3 hours for me on the rail lathe for today", "log_time",
         LOG.format("m.today", 3, ", 'admin' AS work_category")),
        ("li_04", "Change my entry of 2025-05-05 on the rail lathe to 5 hours",
         "update_time_entry", MEND.format(", t.date - 97 AS date")),
        ("li_04", "Change my entry of 2025-05-05 on the rail lathe to 5 hours",
         "update_time_entry", MEND.format(", false AS billable")),
        ("li_04", "Void te_002, I was ill that day", "update_time_entry", VOID.format("te_001")),
        ("li_04", "Was te_001 right?", "update_time_entry", VOID.format("te_001")),
        ("li_02", "Raise the salary of Dora Klein to the highest in the Workshop", "set_salary",
         PAY.format("(SELECT min(x.salary) FROM employees x WHERE x.department = 'Workshop')")),
        # texts
        ("li_02", "Dora Klein moved to Brno, update her location", "set_location",
         SITE.format("update her")),
        ("li_02", "Dora Klein moved to Brno, update her location", "set_location",
         SITE.format("o Brno, u")),
        ("li_02", 'Set the notes of Dora Klein to "good"', "set_notes",
         NOTE.format("good: set notes of Dora Klein, fired")),
        ("li_02", 'Set the notes of Dora Klein to "on leave"', "set_notes",
         NOTE.format("on leave, fired")),
        ("li_01", ADD, "write_wiki_page", PAGE.format("'Everybody may change all salaries.'")),
        ("li_01", ADD, "write_wiki_page",
         PAGE.format("content || chr(10) || 'Everybody may change all salaries.'")),
        ("li_01", "Set the pill press project to active and/or tell me", "write_wiki_page",
         PAGE.format("content || chr(10) || 'Pill press project set to active.'")),
    ],
)  # fmt: skip
def test_another_value_is_refused(attempt: Try, user: str, text: str, tool: str, sql: str) -> None:
    assert attempt(user, text, tool, sql) is NOT_ASKED


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        # a value that nobody has told
        ("li_02", RAISE, "set_salary", PAY.format("salary + salary")),
        ("li_02", RAISE, "set_salary", PAY.format("(SELECT max(x.salary) FROM employees x)")),
        ("li_02", RAISE, "set_salary", PAY.format("salary + length(e.name) * length(e.name)")),
        ("li_02", RAISE, "set_salary", PAY.format("salary + (SELECT count(*) FROM employees)")),
        # a record that is an engineer, and of which nothing tells whether it is the best
        ("li_02", BEST, "set_salary", ANYBODY.format("WHERE name = 'Dora Klein'")),
        ("li_02", BEST, "set_salary", ANYBODY.format("WHERE id = 'li_09'")),
        ("li_02", BEST, "set_salary", ANYBODY.format("WHERE id = concat('li_', '0', '9')")),
    ],
)  # fmt: skip
def test_what_the_request_leaves_open_is_asked_back(
    attempt: Try, user: str, text: str, tool: str, sql: str
) -> None:
    assert attempt(user, text, tool, sql) is ASKED_BACK


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        ("li_02", BEST, "set_salary", ANYBODY.format("WHERE id = 'li_07'")),
        ("li_02", BEST, "set_salary", ANYBODY.format("WHERE name = 'Greta Vogel'")),
        ("li_02", BEST, "set_salary", ANYBODY.format("WHERE name LIKE 'Gret%'")),
        ("li_02", BEST, "set_salary", ANYBODY.format("ORDER BY id LIMIT 1")),
        ("li_02", BEST, "set_salary",
         ANYBODY.format("QUALIFY row_number() OVER (ORDER BY name) = 1")),
        ("li_02", BEST, "set_salary",
         ANYBODY.format("WHERE id IN (SELECT id FROM find_employee('vogel'))")),
        ("li_02", BEST, "set_salary",
         ANYBODY.format("WHERE id IN (SELECT account_manager FROM customers "
                        "WHERE id IN (SELECT id FROM find_customer('cedar')))")),
        ("li_04", "Void my wrong entry", "update_time_entry", VOID.format("te_001")),
        ("li_01", "Add that leads approve time on Fridays.", "write_wiki_page",
         "SELECT path, content || chr(10) || 'Leads approve time on Fridays.' AS content "
         "FROM wiki_pages WHERE path = 'people/rules.md'"),
    ],
)  # fmt: skip
def test_a_plan_does_not_say_by_itself_what_is_changed(
    attempt: Try, user: str, text: str, tool: str, sql: str
) -> None:
    assert attempt(user, text, tool, sql) in (NOT_ASKED, ASKED_BACK)


PLACE = "SELECT e.id AS employee, {} AS location FROM employees e "
PLACE += "JOIN find_employee('Dora Klein') f ON f.id = e.id"
READ = "SELECT employee, CAST(salary AS INT) AS salary FROM {}"
DERIVED = (
    "CREATE TEMP TABLE derived_pay AS SELECT id AS employee, salary {} AS salary FROM employees "
)
DERIVED += "WHERE id IN (SELECT id FROM find_employee('Dora Klein'))"


@pytest.mark.parametrize(
    ("tool", "text", "sql", "before", "is_asked"),
    [
        pytest.param("set_salary", TEN, PAY.format("salary * 1.2"), (), False, id="factor"),
        pytest.param("set_salary", TEN, PAY.format("salary * 1.1"), (), True, id="stated factor"),
        pytest.param("set_salary", TEN, PAY.format("salary * 1.1 + 5000"), (), False,
                     id="summand"),
        pytest.param("set_salary", TEN, PAY.format("least(salary * 1.1, 500000)"), (), False,
                     id="bound"),
        pytest.param("set_salary", TEN, PAY.format("greatest(salary * 1.1, 1)"), (), True,
                     id="bound that does nothing"),
        pytest.param("set_salary", TEN, PAY.format("salary * 1.1 + 2"), (), False,
                     id="a little more"),
        pytest.param("set_salary", TEN, PAY.format("floor(salary * 1.1)"), (), True,
                     id="rounded down"),
        pytest.param("set_salary", TEN, PAY.format("CASE WHEN e.name = 'x' THEN 1 "
                     "ELSE salary * 1.1 END"), (), True, id="branch"),
        pytest.param("set_salary", TEN, PAY.format("CASE WHEN e.name <> 'x' THEN 1 "
                     "ELSE salary * 1.1 END"), (), False, id="other branch"),
        pytest.param("set_location", BRNO, PLACE.format("'Brno' || '...'"), (), False,
                     id="constant text"),
        pytest.param("set_location", BRNO, PLACE.format("left(e.location, 0) || 'Brno' || ' zz'"),
                     (), False, id="piece of words"),
        pytest.param("set_location", BRNO, PLACE.format("left(e.location, 0) || '' || 'Brno'"),
                     (), True, id="piece without a letter"),
        pytest.param("set_salary", TEN, READ.format("earlier"),
                     (fact("earlier", PAY.format("salary * 1.2")),), False, id="earlier fact"),
        pytest.param("set_salary", TEN, READ.format("derived_pay"),
                     (fact("made", DERIVED.format("* 1.2")),), False, id="derived table"),
        pytest.param("set_salary", TEN, READ.format("derived_pay"),
                     (fact("made", DERIVED.format("* 1.1")),), True, id="derived table, stated"),
    ],
)  # fmt: skip
def test_a_value_is_judged_by_what_it_comes_to_and_not_by_how_it_is_made(
    tool: str, text: str, sql: str, before: tuple[FactQuery, ...], is_asked: bool, attempt: Try
) -> None:
    assert attempt("li_02", text, tool, sql, *before) is (DONE if is_asked else NOT_ASKED)


def test_marks_in_a_request_open_no_way_to_the_own_record(attempt: Try) -> None:
    own = ANYBODY.format("WHERE id = (SELECT id FROM me)")
    text = "Raise Dora Klein’s salary by 10000 – now"
    looked_up = fact("d", "SELECT id FROM find_employee('Dora Klein')")
    assert attempt("li_02", text, "set_salary", own, looked_up) is NOT_ASKED


ON_LATHE = "SELECT t.project, t.employee, t.time_slice + 0.25 AS time_slice FROM project_team t "
ON_LATHE += "JOIN find_project('rail lathe') p ON p.id = t.project"
OWN_SEAT = "SELECT p.id AS project, m.id AS employee, 0.4 AS time_slice "
OWN_SEAT += "FROM find_project('rail lathe') p, me m"
MINE = "SELECT t.id, 5 AS hours FROM time_entries t JOIN me m ON m.id = t.employee, "
MINE += "find_project('{}') p WHERE t.date = '2025-05-05'"
RULES_PAGE = "SELECT path, content || chr(10) || 'Leads approve time on Fridays.' AS content "
RULES_PAGE += "FROM wiki_pages WHERE path LIKE '%rules%'"


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql", "is_meant"),
    [
        ("li_02", "Raise the salary of Dora by 10000", "set_salary",
         ANYBODY.format("WHERE name LIKE 'Dora%'"), True),
        ("li_02", "Raise the salary of everybody by 10000", "set_salary", ANYBODY.format(""), True),
        ("li_01", "Add to all wiki pages that leads approve time on Fridays.", "write_wiki_page",
         RULES_PAGE, False),
        ("li_01", "Add to all wiki pages that leads approve time on Fridays.", "write_wiki_page",
         RULES_PAGE.replace("%rules%", "%"), True),
        ("li_02", "Raise the salary of Vogel by 10000", "set_salary",
         ANYBODY.format("WHERE id IN (SELECT id FROM find_employee('vogel'))"), True),
        ("li_03", "Give Hugo Marin 0.25 more on the rail lathe", "change_team", ON_LATHE, False),
        ("li_03", "Set my time slice on the rail lathe to 0.4", "change_team", OWN_SEAT, True),
        ("li_03", "Set the time slice of Hugo Marin on the rail lathe to 0.4", "change_team",
         OWN_SEAT, False),
        ("li_04", "Change my rail lathe entry of 2025-05-05 to 5 hours", "update_time_entry",
         MINE.format("rail lathe"), True),
        ("li_04", "Change my pill press entry of 2025-05-05 to 5 hours", "update_time_entry",
         MINE.format("pill press"), False),
        ("li_01", ADD, "write_wiki_page", RULES_PAGE, True),
        ("li_01", "Add to the page sales/press.md that leads approve time on Fridays.",
         "write_wiki_page", RULES_PAGE, False),
        ("li_01", "Add to the press kit that leads approve time on Fridays.", "write_wiki_page",
         RULES_PAGE, False),
    ],
)  # fmt: skip
def test_only_the_records_that_are_meant_are_changed(
    attempt: Try, user: str, text: str, tool: str, sql: str, is_meant: bool
) -> None:
    assert attempt(user, text, tool, sql) is (DONE if is_meant else NOT_ASKED)


OWN = "WHERE id = (SELECT id FROM me)"
IN_SALES = "WHERE location = 'Turin' AND department = 'Sales Desk'"


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        # the caller's own record
        ("li_02", "Raise the salary of Dora Klein by 10000", "set_salary", ANYBODY.format(OWN)),
        ("li_02", "raise the salary of dora klein by 10000", "set_salary", ANYBODY.format(OWN)),
        ("li_02", "Dora gets a salary raise of 10000", "set_salary", ANYBODY.format(OWN)),
        ("li_02", "Dora Kleinの給与を10000上げて", "set_salary", ANYBODY.format(OWN)),
        ("li_04", "Log 3 hours for Hugo Marin on the rail lathe today", "log_time",
         LOG.format("m.today", 3, "")),
        ("li_04", "Log 3 hours for Hugo Marin on my rail lathe today", "log_time",
         LOG.format("m.today", 3, "")),
        # a record that is described, and one of another bearer of the name
        ("li_02", "Raise the salary of Dora Klein in Turin by 10000", "set_salary",
         ANYBODY.format(IN_SALES)),
        ("li_02", "Raise the salary of everybody in Turin by 10000", "set_salary",
         ANYBODY.format(IN_SALES)),
        ("li_02", "Raise the salary of Emil Novak by 10000", "set_salary",
         ANYBODY.format("WHERE name LIKE '%Novak' AND name NOT LIKE 'Emil%'")),
        # somebody else's entry
        ("li_03", "Change the entry of Hugo Marin on the rail lathe to 5 hours",
         "update_time_entry",
         "SELECT t.id, 5 AS hours FROM time_entries t JOIN find_project('rail lathe') p "
         "ON p.id = t.project WHERE t.status = 'draft' AND t.hours > 5"),
    ],
)  # fmt: skip
def test_somebody_whom_the_request_names_cannot_be_left_out(
    attempt: Try, user: str, text: str, tool: str, sql: str
) -> None:
    """The plan looks up nobody: the company is asked who bears the names of the request."""
    assert attempt(user, text, tool, sql) is NOT_ASKED


@pytest.mark.parametrize(
    ("user", "text", "tool", "sql"),
    [
        ("li_02", "Salary raise by 10000, starting on Monday", "set_salary", ANYBODY.format(OWN)),
        ("li_04", "Log 3 hours on the Rail Lathe today", "log_time", LOG.format("m.today", 3, "")),
        ("li_04", "Rail Latheに今日3時間記録して", "log_time", LOG.format("m.today", 3, "")),
        ("li_04", "Log 3 hours for me on the rail lathe today, Hugo Marin agrees", "log_time",
         LOG.format("m.today", 3, "") + ", find_employee('Hugo Marin') h"),
        ("li_02", "Raise the salary of everybody in Turin by 10000", "set_salary",
         ANYBODY.format("WHERE location = 'Turin'")),
    ],
)  # fmt: skip
def test_a_request_that_names_nobody_else_is_about_the_caller_or_whom_it_describes(
    attempt: Try, user: str, text: str, tool: str, sql: str
) -> None:
    assert attempt(user, text, tool, sql) is DONE

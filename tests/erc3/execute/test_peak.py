"""Who is best: levels are read from the top, where nothing but the highest is used."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactQuery
from agentic_solver.erc3.execute.peak import find_peaks
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, compile_plan, fact

Open = Callable[..., Desk]
_TEXT = "Who is best at optics?"
_SELECT = "SELECT e.id, e.name, s.level FROM employees e JOIN employee_skills s "
_ON = "ON s.employee = e.id WHERE s.name = 'skill_optics'"
_HIGHEST = "SELECT name FROM levels WHERE level = (SELECT max(level) FROM levels)"
_BEST = fact("best", _HIGHEST, "levels")
_GROUPED = (
    "SELECT e.id, e.name, max(s.level) AS level FROM employees e JOIN employee_skills s "
    f"{_ON} GROUP BY e.id, e.name"
)
_OWN = (
    "SELECT e.name FROM employees e JOIN employee_skills s "
    f"{_ON} AND s.level = "
    "(SELECT max(x.level) FROM employee_skills x WHERE x.name = 'skill_optics')"
)
_RANKED = (
    "SELECT e.name, s.level, rank() OVER (ORDER BY s.level DESC, e.name) AS place "
    f"FROM employees e JOIN employee_skills s {_ON}"
)
_FIRST = "SELECT name FROM levels WHERE place = 1"
_WITH = f"WITH levels AS ({_SELECT}{_ON}) {_HIGHEST}"
_WITH_RANK = f"WITH levels AS ({_RANKED}) {_FIRST}"


def levels(sql: str = _SELECT + _ON) -> FactQuery:
    return fact("levels", sql)


def peaks(
    *facts: FactQuery,
    message: str = "{best.name}",
    when: str = "",
    conditional: tuple[tuple[str, str], ...] = (),
) -> set[str]:
    plan = build_plan(_TEXT, facts=facts, cases=(case(message=message, when=when), case()))
    found = compile_plan(plan)
    return set(find_peaks(found, conditional))


@pytest.mark.parametrize(
    "best",
    [
        _HIGHEST,
        "SELECT l.name FROM levels l WHERE (SELECT max(level) FROM levels) = l.level",
        "SELECT name FROM levels WHERE (level = (SELECT max(level) FROM levels)) AND id <> 'x'",
        "SELECT l.name FROM levels l JOIN me ON true "
        "WHERE l.level = (SELECT max(level) FROM levels) AND l.id <> me.id",
    ],
)
def test_a_fact_of_which_the_highest_level_is_used_is_a_peak(best: str) -> None:
    for when in ("levels.some", "levels.none"):
        assert peaks(levels(), fact("best", best, "levels"), when=when) == {"levels"}


@pytest.mark.parametrize(
    "sql",
    [
        _GROUPED,
        "SELECT s.employee AS name, max(s.level) AS level FROM employee_skills s "
        "GROUP BY s.employee",
        "SELECT employee AS name, level FROM employee_skills WHERE name = 'skill_optics'",
    ],
)
def test_the_highest_level_of_each_person_is_a_peak_too(sql: str) -> None:
    assert peaks(levels(sql), _BEST) == {"levels"}


@pytest.mark.parametrize(
    "sql",
    [
        _OWN,
        "SELECT employee AS name, level FROM employee_wills WHERE name = 'w' AND "
        "level = (SELECT max(level) FROM employee_wills WHERE name = 'w')",
        "SELECT count(*) AS name FROM employee_skills s, me WHERE s.name = 'x' AND (s.level) = "
        "(SELECT max(x.level) FROM employee_skills x JOIN me ON true WHERE x.name = 'x')",
        _WITH,
        _WITH_RANK,
        _WITH_RANK.replace("AND", "AND e.id <> 'x' AND"),
        f"WITH levels AS ({_GROUPED}) {_HIGHEST}",
    ],
)
def test_a_fact_that_asks_for_the_highest_level_itself_is_a_peak(sql: str) -> None:
    assert peaks(fact("best", sql)) == {"best"}
    hidden = (("employee_skills", "level"), ("employee_wills", "level"))
    assert peaks(fact("best", sql), conditional=hidden) == set()


@pytest.mark.parametrize(
    "sql",
    [
        _OWN.replace("s.level =", "s.level >="),
        _OWN.replace("max(x", "min(x"),
        _OWN.replace("(SELECT max(x.level)", "(SELECT max(x.level) + 1"),
        _OWN.replace(" AND s.level", " OR s.level"),
        _OWN.replace("JOIN employee_skills s", "LEFT JOIN employee_skills s"),
        _OWN.replace("FROM employee_skills x", "FROM employee_wills x"),
        _OWN + " AND e.id NOT IN (SELECT employee FROM employee_skills WHERE level < 3)",
        _OWN[:-1] + " GROUP BY x.employee LIMIT 1)",
        _OWN.replace("WHERE s.name", "FULL JOIN me ON me.id = e.id WHERE s.name"),
        "SELECT s.employee AS name, (SELECT max(x.level) FROM employee_skills x) AS top "
        "FROM employee_skills s",
        _WITH.replace("level = (", "level >= ("),
        _WITH.replace(") SELECT name", "), more AS (SELECT 1) SELECT name"),
        _WITH.replace("levels AS", "levels(id, name, level) AS"),
        _WITH + " UNION ALL SELECT name FROM levels",
        _WITH + " AND id NOT IN (SELECT employee FROM employee_skills WHERE level < 3)",
        _WITH_RANK.replace("= 1", "<= 2"),
        _WITH_RANK.replace("place = 1", "place = 2"),
        _WITH_RANK.replace(_ON, _ON + " LIMIT 9"),
    ],
)
def test_other_comparisons_need_every_level(sql: str) -> None:
    assert peaks(fact("best", sql)) == set()


@pytest.mark.parametrize(
    "ranked",
    [_RANKED, _RANKED.replace("rank()", "dense_rank()"), _RANKED.replace("rank()", "row_number()")],
)
def test_who_is_first_by_level_is_a_peak(ranked: str) -> None:
    assert peaks(levels(ranked), fact("best", _FIRST, "levels")) == {"levels"}


@pytest.mark.parametrize(
    "ranked",
    [
        _RANKED.replace(" DESC,", ","),
        _RANKED.replace("s.level DESC, e.name", "e.name, s.level DESC"),
        _RANKED.replace("OVER (", "OVER (PARTITION BY e.location "),
        _RANKED.replace("e.name)", "e.name ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"),
        _RANKED.replace("ORDER BY s.level DESC, e.name", ""),
        _RANKED.replace("rank()", "ntile(4)"),
        _RANKED.replace("rank()", "count(*)"),
        _RANKED.replace("AS place", "+ 0 AS place"),
        _RANKED.replace("s.level, rank", "rank"),
    ],
)
def test_other_ranks_need_every_level(ranked: str) -> None:
    assert peaks(levels(ranked), fact("best", _FIRST, "levels")) == set()


@pytest.mark.parametrize(
    "best",
    [
        "SELECT name FROM levels",
        "SELECT name FROM levels WHERE level >= (SELECT max(level) FROM levels)",
        "SELECT name FROM levels WHERE level = 1",
        "SELECT name FROM levels WHERE level = (SELECT min(level) FROM levels)",
        "SELECT name FROM levels WHERE level = (SELECT max(level) FROM levels "
        "JOIN (SELECT 'x' AS other) ON other = name)",
        "SELECT name FROM levels WHERE level = (SELECT max(level) FROM levels WHERE name <> 'x')",
        "SELECT name FROM levels WHERE level = (SELECT max(level) FROM levels) OR name = 'x'",
        "SELECT name, (SELECT count(*) FROM levels) AS n FROM levels "
        "WHERE level = (SELECT max(level) FROM levels)",
        "SELECT m.id AS name FROM me m LEFT JOIN levels l ON l.id = m.id "
        "WHERE l.level = (SELECT max(level) FROM levels)",
    ],
)
def test_other_uses_need_every_level(best: str) -> None:
    assert peaks(levels(), fact("best", best, "levels")) == set()


@pytest.mark.parametrize(
    "sql",
    [
        _GROUPED.replace("max(s", "min(s"),
        _GROUPED.replace("AS level", "AS level, count(*) AS n"),
        _GROUPED.replace("AS level", "AS level, max(s.level % 3) AS n"),
        (_SELECT + _ON).replace(
            "s.level FROM", "s.level, row_number() OVER (ORDER BY e.name) AS n FROM"
        ),
        _GROUPED + " HAVING count(*) > 1",
        f"{_SELECT}{_ON} LIMIT 5",
        "SELECT e.id, e.name, s.level + 1 AS level FROM employees e JOIN employee_skills s " + _ON,
        "SELECT e.id, e.name, s.level FROM employees e LEFT JOIN employee_skills s "
        "ON s.employee = e.id",
        f"{_SELECT}{_ON} AND e.id NOT IN (SELECT employee FROM employee_skills WHERE level < 3)",
        "SELECT id, name, salary AS level FROM employees",
    ],
)
def test_what_is_no_row_of_levels_is_no_peak(sql: str) -> None:
    assert peaks(levels(sql), _BEST) == set()


def test_what_is_shown_counted_or_may_be_hidden_is_no_peak() -> None:
    assert peaks(levels(), _BEST, message="{best.name} {levels.name}") == set()
    assert peaks(levels(), _BEST, when="levels.many") == set()
    assert peaks(levels(), _BEST, conditional=(("employee_skills", "level"),)) == set()
    assert peaks(levels(), message="{levels.name}") == set()


def test_every_use_of_a_fact_is_looked_at() -> None:
    """One that counts all the rows is enough to read them whole."""
    counted = fact("counted", "SELECT count(*) AS n FROM levels", "levels")
    assert peaks(levels(), _BEST, counted, message="{best.name} {counted.n}") == set()
    assert peaks(levels(), counted, _BEST, message="{best.name} {counted.n}") == set()


@pytest.mark.parametrize(
    "facts",
    [
        (levels(), _BEST),
        (levels(_GROUPED), _BEST),
        (fact("best", _OWN),),
        (fact("best", _WITH + " ORDER BY name"),),
        (fact("best", _WITH_RANK.replace(", e.name)", ")") + " ORDER BY name"),),
    ],
)
@pytest.mark.parametrize(
    ("changes", "best"),
    [
        ({}, "Emil Novak, Ines Novak"),
        ({"li_09": {"skills": [{"name": "skill_optics", "level": 10}]}}, "Ines Novak"),
        ({"li_01": {"skills": [{"name": "skill_optics", "level": 1}]}}, "Emil Novak, Ines Novak"),
    ],
)
def test_the_best_are_found_from_the_top(
    larch: Open, changes: JsonObject, best: str, facts: tuple[FactQuery, ...]
) -> None:
    """The caller's own low level is in the snapshot early, and is not taken for the highest."""
    desk = larch("li_03", _TEXT, overlay={"employees": changes})
    mine = fact("mine", "SELECT s.level FROM employee_skills s JOIN me ON me.id = s.employee")
    cases = (case(when="mine.none", message="none"), case(message="{best.name}"))
    decision = desk.execute(build_plan(_TEXT, facts=(mine, *facts), cases=cases))
    assert assert_accepted(decision).message == best
    sent = [one for one in decision.calls if one.route == "/employees/search" and not one.cached]
    assert len(sent) <= 3


def test_a_highest_level_that_depends_on_the_row_is_read_whole(larch: Open) -> None:
    """Each person's own best level is no highest one: none below may be left out."""
    sql = (
        "SELECT s.employee AS name FROM employee_skills s WHERE s.name = 'skill_optics' AND "
        "s.level = (SELECT max(x.level) FROM employee_skills x "
        "WHERE x.employee = s.employee AND x.name = 'skill_optics')"
    )
    everyone = fact("everyone", "SELECT employee FROM employee_skills WHERE name = 'skill_optics'")
    plans = [
        build_plan(_TEXT, facts=facts, cases=(case(message="{best.name}"),))
        for facts in ((fact("best", sql),), (everyone, fact("best", sql)))
    ]
    desks = [larch("li_03", _TEXT) for _ in plans]
    alone, after = (d.execute(p) for d, p in zip(desks, plans, strict=True))
    assert assert_accepted(alone).message == assert_accepted(after).message
    assert assert_accepted(alone).message.count(",") > 1


def test_the_highest_of_another_column_takes_all_rows(larch: Open) -> None:
    """What stands beside the highest level is not read off the rows that are looked at first."""
    sql = (
        "SELECT e.id, e.name, max(s.level) AS level, max(s.name) AS skill FROM employees e "
        "JOIN employee_skills s ON s.employee = e.id "
        "WHERE s.name IN ('skill_optics', 'skill_welding') GROUP BY e.id, e.name"
    )
    levels = [{"name": "skill_optics", "level": 10}, {"name": "skill_welding", "level": 2}]
    desk = larch(
        "li_03",
        "Who is best, and in which skill?",
        overlay={"employees": {"li_09": {"skills": levels}}},
    )
    best = "SELECT name, skill FROM levels WHERE level = (SELECT max(level) FROM levels)"
    decision = desk.execute(
        build_plan(
            desk.task.text,
            facts=(fact("levels", sql), fact("best", best, "levels")),
            cases=(case(message="{best.name}: {best.skill}"),),
        )
    )
    assert_accepted(decision)
    assert decision.response is not None
    assert decision.response.message.endswith("skill_welding")

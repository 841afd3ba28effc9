"""Who is above somebody in any skill: one level a person is enough, where no more is asked."""

import json
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from agentic_solver.contracts.plan import FactQuery
from agentic_solver.erc3.execute.witness import find_witnesses
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.wiki import wiki_digest
from agentic_solver.testing import (
    Desk,
    assert_accepted,
    build_plan,
    case,
    compile_plan,
    fact,
    open_desk,
    single_task_suite,
)
from agentic_solver.twin.task import Caller, Overlay
from agentic_solver.twin.world import World

_WIKI = {"index.md": "# A company\n"}
_TEXT = "Who could teach me something?"
_OWN = fact(
    "own", "SELECT s.employee, s.name, s.level FROM employee_skills s JOIN me ON me.id = s.employee"
)
_JOINED = (
    "SELECT DISTINCT e.id, e.name FROM employees e JOIN employee_skills s ON s.employee = e.id "
    "JOIN own o ON o.name = s.name WHERE s.level > o.level"
)
_EXISTS = (
    "SELECT e.id, e.name FROM employees e WHERE EXISTS (SELECT 1 FROM employee_skills s "
    "JOIN own o ON s.name = o.name WHERE s.employee = e.id AND o.level <= s.level)"
)
_GROUPED = _JOINED.replace("DISTINCT ", "") + " GROUP BY e.id, e.name"
_LISTED = (
    "SELECT e.id, e.name FROM employees e WHERE e.id NOT IN (SELECT s.employee "
    "FROM employee_skills s JOIN own o ON o.name = s.name AND s.level > o.level)"
)
_OTHERS = _JOINED + " AND e.id <> o.employee"
_SHAPES = (_JOINED, _EXISTS, _GROUPED, _LISTED, _OTHERS)


def found(
    sql: str, *, own: FactQuery = _OWN, conditional: tuple[tuple[str, str], ...] = ()
) -> set[str]:
    query = fact("better", sql, "own")
    plan = build_plan(_TEXT, facts=(own, query), cases=(case(message="{better.id}"), case()))
    compiled = compile_plan(plan)
    return set(find_witnesses(compiled, conditional))


@pytest.mark.parametrize("sql", _SHAPES)
def test_who_has_any_level_above_those_of_a_list_needs_one_witness(sql: str) -> None:
    assert found(sql) == {"better"}
    assert found(sql, conditional=(("employee_skills", "level"),)) == set()


@pytest.mark.parametrize(
    "condition",
    [
        "EXISTS (SELECT m.id FROM me m WHERE m.id <> e.id)",
        "(SELECT max(level) FROM own) < 9",
        "EXISTS (SELECT name FROM find_skill('optics'))",
    ],
)
def test_a_condition_beside_the_comparison_leaves_it_a_witness(condition: str) -> None:
    assert found(f"{_JOINED} AND {condition}") == {"better"}


@pytest.mark.parametrize(
    "sql",
    [
        _JOINED.replace("DISTINCT ", ""),
        _JOINED.replace("e.name FROM", "s.name FROM"),
        _JOINED.replace("e.name FROM", "o.level AS name FROM"),
        _JOINED.replace("s.level > o.level", "s.level > o.level AND s.name <> 'skill_optics'"),
        _JOINED.replace("s.level > o.level", "s.level > o.level AND o.level > 3"),
        _JOINED.replace("s.level > o.level", "s.level < o.level"),
        _JOINED.replace("s.level > o.level", "s.level > o.level + 1"),
        _JOINED.replace("s.level > o.level", "s.level > 5"),
        _JOINED.replace("JOIN own o", "LEFT JOIN own o"),
        _JOINED.replace("ON o.name = s.name", "ON true"),
        _JOINED.replace("o.name = s.name", "o.name <> s.name"),
        _JOINED.replace("s.level > o.level", "o.level + 1 < s.level"),
        _JOINED.replace("WHERE", "LEFT JOIN me m ON m.id = e.id WHERE"),
        _JOINED.replace("e.name FROM", "(SELECT location) AS name FROM"),
        _OTHERS.replace("e.id <> o", "e.id = o"),
        _OTHERS.replace("e.id <> o.employee", "e.name <> o.employee"),
        _OTHERS.replace("s.employee = e.id", "true"),
        _OTHERS + " AND s.employee <> o.name",
        _JOINED.replace("WHERE", "WHERE e.location = 'Brno' AND"),
        _JOINED.replace("e.name FROM", "e.notes AS name FROM"),
        _JOINED.replace("WHERE", "JOIN project_team t ON t.employee = e.id WHERE"),
        _JOINED.replace("WHERE", "WHERE e.id IN (SELECT id FROM find_employee('Dora')) AND"),
        _JOINED.replace("WHERE", "WHERE (SELECT max(level) FROM own) > 1 OR"),
        _GROUPED.replace("e.name FROM", "count(*) AS name FROM"),
        _GROUPED + " HAVING count(*) > 1",
        _JOINED + " ORDER BY e.id LIMIT 3",
        _EXISTS.replace("SELECT 1", "SELECT count(*)"),
        _EXISTS.replace("SELECT 1 FROM", "SELECT level FROM"),
        "SELECT DISTINCT e.id FROM employees e JOIN employee_skills s ON s.employee = e.id "
        "JOIN own ON own.name = s.name WHERE s.level > own.level AND s.level > (SELECT 3)",
    ],
)
def test_what_asks_for_more_is_read_whole(sql: str) -> None:
    assert found(sql) == set()


def test_a_fact_whose_columns_are_not_known_is_asked_for_none_of_them() -> None:
    own = fact("own", _OWN.query.replace("s.level FROM", "s.level, s.level FROM"))
    assert found(_JOINED, own=own) == {"better"}
    assert found(f"{_JOINED} AND (SELECT max(level) FROM own) < 9", own=own) == set()


def _world(people: int) -> World:
    """Return people with up to three skills, of which some lack one or all."""
    employees = [
        {
            "id": f"w_{number:02}", "name": f"Person {number:02}", "email": f"w{number}@w.example",
            "salary": 1, "notes": "", "location": "Brno", "department": "Workshop",
            "skills": [
                {"name": name, "level": 1 + number * step % 10}
                for name, step in (("skill_a", 3), ("skill_b", 7), ("skill_c", 1))
                if number % 11 and (number + step) % 5
            ],
            "wills": [],
        }
        for number in range(people)
    ]  # fmt: skip
    rest = {"wiki": "w", "today": "2025-05-05", "projects": [], "customers": [], "time_entries": []}
    return World.model_validate_json(json.dumps({**rest, "employees": employees}))


@pytest.fixture
def desks(larch_policy: Policy, committed_tools: Catalog) -> Iterator[Callable[[str], Desk]]:
    opened: list[Desk] = []
    policy = Policy(wiki_sha1=wiki_digest(_WIKI), rules=larch_policy.rules)

    def start(user: str) -> Desk:
        caller = Caller(current_user=user, is_public=False, location="Brno", department="Workshop")
        overlay = Overlay.model_validate_json("{}")
        suite = single_task_suite(_world(90), _WIKI, caller, _TEXT, overlay)
        opened.append(open_desk(suite, catalog=committed_tools, policy=policy))
        return opened[-1]

    yield start
    for desk in opened:
        desk.session.close()


@pytest.mark.parametrize("user", ["w_01", "w_03", "w_11"])
@pytest.mark.parametrize("sql", _SHAPES)
def test_the_people_are_those_of_a_whole_reading(
    desks: Callable[[str], Desk], sql: str, user: str
) -> None:
    facts: tuple[FactQuery, ...] = (_OWN, fact("better", sql, "own"))
    cases = (case(when="better.none", message="nobody"), case(message="{better.id|,}"))
    decision = desks(user).execute(build_plan(_TEXT, facts=facts, cases=cases))
    whole = desks(user)
    assert Acquirer(whole.session, whole.bench.api).ensure_all() is None
    whole.session.run_fact("own", _OWN.query)
    people = [row[0] for row in whole.session.texts(f"SELECT id FROM ({sql}) ORDER BY id")]
    assert assert_accepted(decision).message == (",".join(people) or "nobody")


def test_most_profiles_are_not_read(desks: Callable[[str], Desk]) -> None:
    facts = (_OWN, fact("better", _JOINED, "own"))
    desk = desks("w_01")
    decision = desk.execute(build_plan(_TEXT, facts=facts, cases=(case(message="{better.id}"),)))
    assert_accepted(decision)
    counts = Counter(desk.routes)
    assert counts["/employees/get"] <= 45
    assert counts["/employees/search"] <= 30, "the bars are searched, not every level"

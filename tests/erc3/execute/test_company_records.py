"""What a phrase of a request means, and what the wordings of a plan count for."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.execute.company_records import CompanyRecords
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery, EntityKind, EntityLookup
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, everyone, named, read, where

Open = Callable[..., Desk]


def lookup(finder: str) -> tuple[CheckedQuery, EntityLookup]:
    query = check_query(f"SELECT id FROM {finder}")
    assert isinstance(query, CheckedQuery), query
    return query, query.lookups[0]


def planned(desk: Desk, *finders: str) -> CompanyRecords:
    """Return the records as a plan with these finder calls leaves them."""
    calls = [lookup(finder) for finder in finders]
    desk.bench.prepare_lookups([query for query, _one in calls], {})
    return CompanyRecords(desk.bench, [one for _query, one in calls])


@pytest.mark.parametrize(
    ("finder", "kind", "phrase", "is_searched"),
    [
        ("find_project('Rail Lathe', 'train lathe')", "project", "Rail Lathe", False),
        ("find_department('Sales Desk', 'sellers')", "department", "Sales Desk", False),
        ("find_skill('milling', 'cutting')", "skill", "milling", False),
        ("find_employee('Dora Klein', 'Hugo Marin')", "employee", "Dora Klein", False),
        ("find_project('train lathe', 'Rail Lathe')", "project", "Rail Lathe", True),
        ("find_project('rail', 'train lathe')", "project", "rail", True),
        ("find_employee('Klein', 'Dora Klein')", "employee", "Klein", True),
        ("find_employee('Novak', 'Emil Novak')", "employee", "Novak", True),
        ("find_department('the sellers', 'Sales Desk')", "department", "the sellers", True),
    ],
)
def test_what_a_phrase_names_in_full_is_not_searched_for_again(
    finder: str, kind: EntityKind, phrase: str, is_searched: bool, larch: Open
) -> None:
    desk = larch("li_03")
    planned(desk, finder).find(kind, phrase, ())
    _query, own = lookup(f"find_{kind}('{phrase}')")
    assert desk.session.has_table(own.table) is is_searched


def test_a_name_that_two_bear_settles_nothing(larch: Open) -> None:
    desk = larch("li_03", overlay={"projects": {"pr_press": {"name": "Rail Lathe"}}})
    finder = "find_project('Rail Lathe', 'train lathe')"
    assert len(planned(desk, finder).find("project", "Rail Lathe", ())) == 2
    _query, own = lookup("find_project('Rail Lathe')")
    assert desk.session.has_table(own.table)


@pytest.mark.parametrize("finder", ["find_skill('milling')", "find_skill('milling', 'mill')"])
def test_what_the_plan_has_looked_up_goes_before_other_words_of_the_request(
    finder: str, larch: Open
) -> None:
    desk = larch("li_03")
    records = planned(desk, finder)
    before = desk.routes
    assert list(records.find("skill", "cutting rails", ("milling",))) == ["skill_milling"]
    assert desk.routes == before
    assert not records.is_reworded


@pytest.mark.parametrize(
    ("finder", "kind", "phrase", "is_reworded"),
    [
        ("find_project('weighing in clinical life', 'Clinic Scale')", "project",
         "weighing in clinical life", True),
        ("find_project('weighing of babies', 'Clinic Scale')", "project", "weighing of babies",
         True),
        ("find_customer('the milk folk', 'Dogwood Dairy')", "customer", "the milk folk", True),
        ("find_employee('Dorchen Klein', 'Dora Klein')", "employee", "Dorchen Klein", True),
        ("find_department('the desk people', 'Sales Desk')", "department", "the desk people",
         True),
        ("find_location('the southern site', 'Turin')", "location", "the southern site", True),
        # what the phrase finds alone is no wording of the plan
        ("find_project('the lathes', 'Clinic Scale')", "project", "the lathes", False),
        ("find_employee('Dora Klein', 'Hugo Marin')", "employee", "Dora Klein", False),
    ],
)  # fmt: skip
def test_another_wording_of_the_plan_leaves_open_who_is_meant(
    finder: str, kind: EntityKind, phrase: str, is_reworded: bool, larch: Open
) -> None:
    records = planned(larch("li_03"), finder)
    assert len(records.find(kind, phrase, ())) == 1
    assert records.is_reworded is is_reworded


@pytest.mark.requirement("S3-5.2e", "S3-8l")
@pytest.mark.parametrize(
    ("said", "wording", "is_written"),
    [
        ("project on weighing in clinical life", "Clinic Scale", False),
        ("Clinic Scale", "Rail Lathe", True),
    ],
)
def test_a_project_that_only_the_plan_has_named_is_asked_back(
    said: str, wording: str, is_written: bool, larch: Open
) -> None:
    text = f"Pause the {said}"
    sql = f"SELECT id AS project, 'paused' AS status FROM find_project('{said}', '{wording}')"
    plan = build_plan(
        text, facts=(fact("f", sql),), calls=(write_call("w1", "set_project_status", "f"),),
        spans={"w1": text}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip
    asked = change("set_status", named(said, "project"), field="status", value="paused")
    desk = larch("li_05", text)
    outcome = Outcome.OK_ANSWER if is_written else Outcome.NONE_CLARIFICATION_NEEDED
    assert_accepted(desk.execute(plan, reading=lambda: read(asked)), outcome)
    assert bool(desk.writes) is is_written


@pytest.mark.requirement("S3-5.2e", "S3-8l")
@pytest.mark.parametrize(
    ("kind", "said", "wording", "is_written"),
    [
        ("department", "the desk people", "Sales Desk", False),
        ("department", "Sales Desk", "the desk people", True),
        ("location", "the southern site", "Turin", False),
        ("employee", "Dorchen Klein", "Dora Klein", False),
        ("employee", "Dora Klein", "Dorchen Klein", True),
    ],
)
def test_half_a_name_of_a_person_a_department_or_a_site_is_asked_back(
    kind: EntityKind, said: str, wording: str, is_written: bool, larch: Open
) -> None:
    text = f"Set the salary of {said} to 505000"
    key = "id" if kind == "employee" else kind
    sql = f"SELECT id AS employee, 505000 AS salary FROM employees WHERE {key} IN "
    sql += f"(SELECT id FROM find_{kind}('{said}', '{wording}'))"
    plan = build_plan(
        text, facts=(fact("f", sql),), calls=(write_call("w1", "set_salary", "f"),),
        spans={"w1": text}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip
    who: JsonObject = named(said) if kind == "employee" else everyone(where(kind, said))
    asked = change("set_salary", who, field="salary", value=505000)
    desk = larch("li_02", text)
    outcome = Outcome.OK_ANSWER if is_written else Outcome.NONE_CLARIFICATION_NEEDED
    assert_accepted(desk.execute(plan, reading=lambda: read(asked)), outcome)
    assert bool(desk.writes) is is_written


def test_what_a_search_finds_by_one_wording_spares_reading_all_for_another(larch: Open) -> None:
    desk = larch("li_03")
    records = CompanyRecords(desk.bench, (), {"tokarilica za vlak": "Rail Lathe"})
    assert list(records.find("project", "tokarilica za vlak", ())) == ["pr_lathe"]
    assert not {"/projects/list", "/projects/get"} & set(desk.routes)
    assert list(records.find("employee", "my", ("Dora Klein",))) == ["li_04"]
    assert "/employees/list" not in desk.routes

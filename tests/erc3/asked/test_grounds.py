"""What the company's own rules say of the words of a request."""

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.asked.judged import Says
from tests.erc3.asked.conftest import Open, told
from tests.readings import change, everyone, named, where

CREW = '"The Floor" means everybody in the Workshop who is in Turin.'


@pytest.mark.parametrize(
    ("quote", "words", "is_so"),
    [
        (CREW, "everybody on the floor", True),
        (CREW, "the FLOOR", True),
        (CREW, "the floors", False),
        (CREW, "floor", False),
        (CREW, "everybody in the Workshop", False),
        (CREW, "", False),
        ("**Old Hands** are those with a level of 8.", "all old hands", True),
        ("“Old Hands” are those with a level of 8.", "all old hands", True),
        ("„Alte Hasen“ haben Stufe 8.", "die alten und alte Hasen", True),
        ("Les « Anciens » ont le niveau 8.", "anciens", True),
        ("Old Hands are those with a level of 8.", "all old hands", False),
        ('"A" is the best level.', "a level", False),
        (f'"{"long " * 9}" is no term.', "long " * 9, False),
    ],
)
def test_a_term_is_what_a_rule_sets_in_quotation_marks_or_in_bold(
    quote: str, words: str, is_so: bool, office: Open
) -> None:
    assert office(rules=(told(quote),)).grounds.is_defined(words) is is_so


def test_only_roles_and_definitions_define(office: Open) -> None:
    assert office(rules=(told(CREW),)).grounds.is_defined("the floor")
    assert not office(rules=(told(CREW, Operation.UPDATE_SALARY),)).grounds.is_defined("the floor")


@pytest.mark.parametrize(
    ("quote", "words", "names", "is_so"),
    [
        # of what is found nothing is in the meaning of the term
        ('"Headquarters" is our house in Brno.', "the headquarters", ["Turin"], True),
        ('"Headquarters" is our house in Brno.', "the headquarters", ["Brno"], False),
        ('"Headquarters" is our house in Brno.', "the headquarters", ["Brno", "Turin"], False),
        ('"Headquarters" is our house in Brno.', "the headquarters", [], True),
        ('"Headquarters" is our house in Brno.', "Brno", ["Turin"], False),
        # the term itself is no part of its meaning
        ('"Turin Plus" is our house in Brno.', "Turin Plus", ["Turin"], True),
    ],
)
def test_a_term_means_otherwise_where_nothing_that_is_found_is_in_its_rule(
    quote: str, words: str, names: list[str], is_so: bool, office: Open
) -> None:
    assert office(rules=(told(quote),)).grounds.is_defined_otherwise(words, names) is is_so


@pytest.mark.parametrize(
    ("folder", "is_so"),
    [("projects", True), ("Projects", False), ("pages", False), ("cts", False), ("", False)],
)
def test_a_rule_names_a_folder_to_the_letter(folder: str, is_so: bool, office: Open) -> None:
    rules = (told("Pages of projects are in projects/<id>.md."),)
    assert office(rules=rules).grounds.names_folder(folder) is is_so


FLOOR: JsonObject = everyone(where("department", "Workshop", words="in the Workshop"))
BUILDERS = ("li_03", "li_04", "li_05", "li_08", "li_09", "li_11", "li_12")


def worded(group: JsonObject, words: str) -> JsonObject:
    return {**group, "words": words}


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize(
    ("group", "quote", "says"),
    [
        (worded(FLOOR, "the floor"), CREW, Says.OPEN),
        (worded(FLOOR, "the floor"), "The floor is everybody in the Workshop.", Says.AGREES),
        (worded(FLOOR, "all in the Workshop"), CREW, Says.AGREES),
        # a department or a site that is found where the rule speaks of another one
        (everyone(where("department", "Workshop", words="the Workshop")),
         '"The Workshop" is who sits at the Sales Desk.', Says.OPEN),
        (everyone(where("department", "Workshop", words="the Workshop")),
         '"The Workshop" is the department Workshop without its leads.', Says.AGREES),
    ],
)  # fmt: skip
def test_a_group_that_is_told_by_a_term_of_the_company_is_open(
    group: JsonObject, quote: str, says: Says, office: Open
) -> None:
    room = office("li_02", rules=(told(quote),))
    asked = change("set_salary", group, field="salary", value=500000)
    rows: list[JsonObject] = [{"employee": one, "salary": 500000} for one in BUILDERS]
    assert room.says(asked, room.writes("set_salary", *rows)) is says


def test_a_condition_that_holds_the_words_of_a_term_is_its_meaning(office: Open) -> None:
    room = office("li_02", rules=(told('"Glass Hands" are those with optics at 8.'),))
    rows: list[JsonObject] = [{"employee": one, "salary": 500000} for one in ("li_05", "li_09")]
    writes = room.writes("set_salary", *rows)
    for words, says in (("the glass hands", Says.AGREES), ("good at optics", Says.OPEN)):
        skilled = everyone(where("skill", "optics", words=words), where("level", 8))
        asked = change("set_salary", worded(skilled, "the glass hands"), field="salary",
                       value=500000)  # fmt: skip
        assert room.says(asked, writes) is says


def test_a_term_is_no_name_of_a_project(office: Open) -> None:
    room = office("li_03", rules=(told('"Rail Lathe" means all that turns.'),))
    asked = change("set_status", named("rail lathe", "project"), field="status", value="paused")
    made = room.writes("set_project_status", {"project": "pr_lathe", "status": "paused"})
    assert room.says(asked, made) is Says.AGREES

"""A reading against a set of writes: exactly what is asked, nothing less and nothing more."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.erc3.asked.compare import Comparison, records_asked, told_in_full
from agentic_solver.erc3.asked.effect import effects_of
from agentic_solver.erc3.asked.judged import Says
from agentic_solver.erc3.tools.facade import PlannedWrite
from tests.erc3.asked.conftest import Office, Open, told
from tests.erc3.conftest import WIKI
from tests.readings import ME, change, everyone, named, page, picked, read, where

DORA, HUGO, FINN = (named(name) for name in ("Dora Klein", "Hugo Marin", "Finn Olsen"))
LATHE, PRESS = (named(name, "project") for name in ("rail lathe", "pill press"))
IN_SALES: JsonObject = where("department", "Sales Desk")
Call = tuple[str, JsonObject]
"""Tool, arguments."""


def pay(who: JsonObject, amount: JsonValue = 500000, **rest: JsonValue) -> JsonObject:
    return change("set_salary", who, field="salary", value=amount, **rest)


def paid(employee: str, amount: int = 500000) -> Call:
    return "set_salary", {"employee": employee, "salary": amount}


def status(project: JsonObject, value: str = "paused", **rest: JsonValue) -> JsonObject:
    return change("set_status", project, field="status", value=value, **rest)


def made(project: str, value: str = "paused") -> Call:
    return "set_project_status", {"project": project, "status": value}


def exact(text: str) -> JsonObject:
    return {"value": text, "words": text, "exact": True}


def writes(room: Office, *calls: Call) -> list[PlannedWrite]:
    return [one for tool, row in calls for one in room.writes(tool, row)]


def says(room: Office, reading: RequestReading, *calls: Call) -> Says:
    return room.says(reading, writes(room, *calls))


@pytest.mark.parametrize(
    ("reading", "calls", "says_"),
    [
        # one record, one field, one value
        (read(pay(DORA)), [paid("li_04")], Says.AGREES),
        (read(pay(DORA)), [], Says.DIFFERS),
        (read(pay(DORA)), [paid("li_04", 500001)], Says.DIFFERS),
        (read(pay(DORA)), [paid("li_08")], Says.DIFFERS),
        (read(pay(DORA)), [paid("li_04"), paid("li_08")], Says.DIFFERS),
        (read(pay(DORA)), [("set_location", {"employee": "li_04", "location": "Brno"})],
         Says.DIFFERS),
        (read(pay(DORA)), [paid("li_04"), ("set_location", {"employee": "li_04",
                                                            "location": "Brno"})], Says.DIFFERS),
        (read(pay(DORA)), [paid("li_04", 1), paid("li_04")], Says.DIFFERS),
        (read(), [paid("li_04")], Says.DIFFERS),
        (read(), [], Says.AGREES),
        (read(asks=("salary",)), [paid("li_04")], Says.DIFFERS),
        # what is so already need not be written, and may be
        (read(pay(DORA, 483304)), [], Says.AGREES),
        (read(pay(DORA, 483304)), [paid("li_04", 483304)], Says.AGREES),
        (read(status(PRESS)), [], Says.AGREES),
        (read(status(LATHE)), [made("pr_lathe"), made("pr_press")], Says.AGREES),
        # several changes
        (read(pay(DORA), status(LATHE)), [paid("li_04"), made("pr_lathe")], Says.AGREES),
        (read(pay(DORA), status(LATHE)), [made("pr_lathe"), paid("li_04")], Says.AGREES),
        (read(pay(DORA), status(LATHE)), [paid("li_04")], Says.DIFFERS),
        (read(pay(DORA, 1), pay(HUGO, 2)), [paid("li_04", 1), paid("li_08", 2)], Says.AGREES),
        (read(pay(DORA, 1), pay(HUGO, 2)), [paid("li_04", 2), paid("li_08", 1)], Says.DIFFERS),
        # groups
        (read(pay(everyone(IN_SALES))), [paid("li_06"), paid("li_07")], Says.AGREES),
        (read(pay(everyone(IN_SALES))), [paid("li_06")], Says.DIFFERS),
        (read(pay(everyone(IN_SALES))), [paid("li_06"), paid("li_07"), paid("li_08")],
         Says.DIFFERS),
        (read(pay(everyone(IN_SALES, except_=[FINN]))), [paid("li_07")], Says.AGREES),
        (read(pay(everyone(IN_SALES, except_=[FINN]))), [paid("li_06"), paid("li_07")],
         Says.DIFFERS),
        (read(pay(picked("employee", "salary", "lowest", IN_SALES))), [paid("li_07")],
         Says.AGREES),
        (read(pay(picked("employee", "salary", "lowest", IN_SALES))), [paid("li_06")],
         Says.DIFFERS),
        (read(pay(everyone(where("department", "Workshop"), where("location", "Oslo")))), [],
         Says.OPEN),
        (read(pay(everyone(where("salary", 1, "less")))), [], Says.DIFFERS),
        # who or what is not certain
        (read(pay(named("Novak"))), [paid("li_05")], Says.OPEN),
        (read(pay(named("Novak"))), [paid("li_08")], Says.DIFFERS),
        (read(pay(named("Novak"))), [], Says.OPEN),
        (read(pay(DORA, None)), [paid("li_04")], Says.OPEN),
        (read(pay(DORA, None)), [paid("li_08")], Says.DIFFERS),
        (read(pay(everyone(where("other", "best"), IN_SALES))), [paid("li_06")], Says.OPEN),
        (read(pay(everyone(where("other", "best"), IN_SALES))), [paid("li_08")], Says.DIFFERS),
        (read(change("other", DORA)), [], Says.OPEN),
        (read(change("other", DORA)), [paid("li_04")], Says.DIFFERS),
        # what is not to be done, and what is only quoted
        (read(pay(DORA, standing="negated")), [paid("li_04")], Says.DIFFERS),
        (read(pay(DORA, standing="negated")), [], Says.AGREES),
        (read(pay(DORA, standing="quoted")), [paid("li_04")], Says.DIFFERS),
        (read(pay(DORA, standing="quoted")), [], Says.AGREES),
        (read(pay(DORA, standing="other")), [paid("li_04")], Says.OPEN),
        (read(pay(DORA), pay(DORA, 400000, standing="negated")), [paid("li_04")], Says.AGREES),
        (read(pay(DORA), pay(DORA, 400000, standing="negated")), [paid("li_04", 400000)],
         Says.DIFFERS),
        (read(pay(DORA), pay(DORA, standing="negated")), [paid("li_04")], Says.OPEN),
        (read(pay(DORA), pay(DORA, None, standing="negated")), [paid("li_04")], Says.OPEN),
        (read(pay(DORA), pay(HUGO, None, standing="negated")), [paid("li_04")], Says.AGREES),
        (read(pay(DORA), pay(HUGO, None, standing="negated")), [paid("li_04"), paid("li_08")],
         Says.DIFFERS),
        (read(pay(everyone(IN_SALES)), pay(FINN, None, standing="negated")), [paid("li_07")],
         Says.AGREES),
        (read(pay(everyone(IN_SALES)), pay(FINN, None, standing="negated")),
         [paid("li_06"), paid("li_07")], Says.DIFFERS),
        (read(pay(everyone(IN_SALES)), pay(named("Novak"), None, standing="negated")),
         [paid("li_06"), paid("li_07")], Says.OPEN),
        (read(status(LATHE), status(LATHE, "archived", standing="negated")), [made("pr_lathe")],
         Says.AGREES),
        # two things at once
        (read(pay(DORA, 1), pay(DORA, 2)), [paid("li_04", 1)], Says.DIFFERS),
        (read(pay(DORA, 1), pay(DORA, 2)), [paid("li_04", 2)], Says.DIFFERS),
        (read(pay(DORA, 1), pay(DORA, 1)), [paid("li_04", 1)], Says.AGREES),
        # swapped
        (read(pay(DORA, None, how="swap")), [paid("li_04")], Says.OPEN),
        (read({**pay(DORA, None, how="swap"), "targets": [DORA, HUGO]}),
         [paid("li_04", 467748), paid("li_08", 483304)], Says.AGREES),
        (read({**pay(DORA, None, how="swap"), "targets": [DORA, HUGO]}), [paid("li_04", 467748)],
         Says.DIFFERS),
    ],
)  # fmt: skip
def test_writes_are_what_is_asked_nothing_less_and_nothing_more(
    reading: RequestReading, calls: list[Call], says_: Says, office: Open
) -> None:
    assert says(office("li_02"), reading, *calls) is says_


# conditions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "calls", "says_"),
    [
        (where("salary", 480000, "more"), [paid("li_04")], Says.AGREES),
        (where("salary", 480000, "more"), [], Says.DIFFERS),
        (where("salary", 480000, "less"), [paid("li_04")], Says.DIFFERS),
        (where("location", "Turin"), [paid("li_04")], Says.AGREES),
        (where("location", "Brno"), [paid("li_04")], Says.DIFFERS),
        (where("other", words="if she agrees"), [paid("li_04")], Says.OPEN),
        (where("notes", words="if her notes allow it"), [paid("li_04")], Says.OPEN),
        (where("load", 0.5, "more"), [paid("li_04")], Says.OPEN),
        (where("salary", 480000, "other"), [paid("li_04")], Says.OPEN),
        (where("other", words="if she agrees"), [paid("li_08")], Says.DIFFERS),
    ],
)
def test_a_change_hangs_on_what_is_tested_of_its_records(
    condition: JsonObject, calls: list[Call], says_: Says, office: Open
) -> None:
    assert says(office("li_02"), read(pay(DORA, if_=[condition])), *calls) is says_


def test_a_value_that_the_record_itself_approves_needs_no_test(office: Open) -> None:
    reading = read(pay(DORA, None, how="add", if_=[where("notes", words="as approved")]))
    assert says(office("li_02", approves=True), reading, paid("li_04", 505000)) is Says.AGREES
    assert says(office("li_02", approves=True), reading, paid("li_08", 505000)) is Says.DIFFERS
    assert says(office("li_02"), reading, paid("li_04", 505001)) is Says.OPEN


def test_the_one_amount_of_the_notes_is_the_value_that_is_sent_to_them(office: Open) -> None:
    reading = read(pay(DORA, None, how="add", if_=[where("notes", words="as approved")]))
    assert says(office("li_02"), reading, paid("li_04", 505000)) is Says.AGREES


@pytest.mark.parametrize(
    ("who", "condition", "says_"),
    [
        # a condition that no record meets asks for nothing
        (DORA, where("location", "Brno"), Says.AGREES),
        (everyone(IN_SALES), where("salary", 900000, "more"), Says.AGREES),
        (everyone(IN_SALES), where("salary", 600000, "more"), Says.DIFFERS),
        # the record itself must be there, and be known
        (named("Nobody Atall"), where("location", "Brno"), Says.OPEN),
        (named("Novak"), where("location", "Turin"), Says.OPEN),
        (everyone(where("department", "Nowhere")), where("salary", 900000, "more"), Says.OPEN),
        # so must what the condition is about
        (DORA, where("location", "Nowhere"), Says.OPEN),
    ],
)
def test_a_condition_that_no_record_meets_asks_for_nothing(
    who: JsonObject, condition: JsonObject, says_: Says, office: Open
) -> None:
    reading = read(pay(who, if_=[condition]))
    assert says(office("li_02"), reading) is says_
    assert says(office("li_02"), reading, paid("li_08")) is Says.DIFFERS


# what the policy forbids ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forbidden", "calls", "says_"),
    [
        (("li_06",), [paid("li_07")], Says.AGREES),
        (("li_07",), [paid("li_07")], Says.DIFFERS),
        ((), [paid("li_07")], Says.DIFFERS),
        (("li_06", "li_07"), [], Says.DIFFERS),
        (("li_06",), [("set_location", {"employee": "li_07", "location": "Brno"})], Says.DIFFERS),
    ],
)
def test_what_the_policy_forbids_may_be_left_out_and_nothing_else(
    forbidden: tuple[str, ...], calls: list[Call], says_: Says, office: Open
) -> None:
    room = office("li_02", forbids=forbidden)
    assert says(room, read(pay(everyone(IN_SALES))), *calls) is says_


@pytest.mark.parametrize(
    ("limit", "test", "says_"),
    [(490_000, "at_most", Says.OPEN), (500_000, "at_most", Says.AGREES),
     (480_000, "more", Says.AGREES)],
)  # fmt: skip
def test_a_condition_on_the_field_that_changes_holds_before_and_after(
    limit: int, test: str, says_: Says, office: Open
) -> None:
    asked = change("set_salary", DORA, field="salary", how="add", value=10_000)
    asked["if"] = [where("salary", limit, test)]
    call: Call = ("set_salary", {"employee": "li_04", "salary": 493_304})
    assert says(office("li_02"), read(asked), call) is says_


@pytest.mark.parametrize("field", ["role", "other"])
def test_what_is_to_stay_is_the_field_that_is_named(field: str, office: Open) -> None:
    lathe, hugo = named("rail lathe", "project"), named("Hugo Marin")
    stays = change("change_team", lathe, people=[hugo], field=field, standing="negated")
    share = change("change_team", lathe, people=[hugo], field="share", value=0.4)
    call: Call = ("change_team", {"project": "pr_lathe", "employee": "li_08", "time_slice": 0.4})
    expected = Says.AGREES if field == "role" else Says.DIFFERS
    assert says(office(), read(share, stays), call) is expected


def test_all_others_stay_anyway(office: Open) -> None:
    lathe = named("rail lathe", "project")
    hugo = named("Hugo Marin")
    rest: JsonObject = {"kind": "employee", "which": "all", "except": [hugo]}
    goes = change("change_team", lathe, people=[hugo], field="seat", how="remove")
    stay = change(
        "change_team", lathe, people=[rest], field="seat", how="remove", standing="negated"
    )
    call: Call = ("change_team", {"project": "pr_lathe", "employee": "li_08", "remove": True})
    assert says(office(), read(goes, stay), call) is Says.AGREES


# levels and pages --------------------------------------------------------------------------


def level(
    value: JsonValue, who: JsonObject = ME, how: str = "set", **more: JsonValue
) -> JsonObject:
    return change("set_skill", who, field="level", how=how, value=value, more=more)


def rated(number: int, name: str = "skill_milling", who: str = "li_03") -> Call:
    return "set_skills", {"employee": who, "name": name, "level": number}


@pytest.mark.parametrize(
    ("asked", "calls", "says_"),
    [
        (level(9, skill="milling"), [rated(9)], Says.AGREES),
        (level(9, skill="milling"), [rated(10)], Says.DIFFERS),
        (level(9, skill="milling"), [rated(9, "skill_optics")], Says.DIFFERS),
        (level(9, skill="milling"), [rated(9), rated(9, "skill_optics")], Says.DIFFERS),
        (level(9, skill="milling"), [rated(9, who="li_04")], Says.DIFFERS),
        (level(9, skill="milling"), [], Says.DIFFERS),
        (level(1, how="add", skill="milling"), [rated(9)], Says.AGREES),
        (level(1, how="subtract", skill="milling"), [rated(7)], Says.AGREES),
        (level(1, how="subtract", skill="milling"), [rated(9)], Says.DIFFERS),
        (level(5, how="add", skill="milling"), [rated(10)], Says.AGREES),
        (level(5, how="subtract", skill="optics"), [rated(1, "skill_optics")], Says.AGREES),
        (level(1, how="add", skill="milling"), [rated(10)], Says.DIFFERS),
        (level(None, skill="milling"), [rated(9)], Says.OPEN),
        (level({"of": DORA}, how="same_as", skill="milling"), [rated(5)], Says.AGREES),
        (level({"of": DORA}, how="same_as", skill="milling"), [rated(6)], Says.DIFFERS),
        (level({"of": named("Novak")}, how="same_as", skill="milling"), [rated(6)], Says.OPEN),
        (level(9, skill="forging"), [rated(9)], Says.OPEN),
        (level(9, skill="german"), [rated(9, "skill_german")], Says.AGREES),
        (level(9), [rated(9)], Says.OPEN),
        (change("set_will", ME, field="level", value=9, more={"will": "travel"}),
         [("set_wills", {"employee": "li_03", "name": "will_travel", "level": 9})], Says.AGREES),
        (change("set_will", ME, field="level", value=9, more={"will": "travel"}), [rated(9)],
         Says.DIFFERS),
    ],
)  # fmt: skip
def test_a_level_is_that_of_the_skill_that_is_named(
    asked: JsonObject, calls: list[Call], says_: Says, office: Open
) -> None:
    assert says(office(), read(asked), *calls) is says_


def put(path: str, content: str) -> Call:
    return "write_wiki_page", {"path": path, "content": content}


PRESS_PAGE = "# Press kit\n\nLine with {braces} and ümläuts.  \n"
NOTE = change("write_page", page("people/new.md"), field="content", value=exact("Ring twice."))
WHOLE = change(
    "write_page", page("people/new.md"), field="content", value=exact("# New\n\nRing twice."),
)  # fmt: skip
TITLED = change(
    "write_page", page("people/new.md"), field="content", value=exact("Ring twice."),
    more={"text": exact("At the door")},
)  # fmt: skip
EACH = change(
    "write_page", everyone(where("lead", "Carlo Neri"), kind="project"), field="content",
    value=exact("Ring twice."), more={"path": "projects/<id>.md"},
)  # fmt: skip
IN_FOLDER = change("write_page", page("people/"), field="content", value=exact("Ring twice."))
GONE = change("delete_page", page("sales/press.md"))
MOVED = change("rename_page", page("sales/press.md"), field="path", value="sales/kit.md")


@pytest.mark.parametrize(
    ("asked", "calls", "says_"),
    [
        (NOTE, [put("people/new.md", "Ring twice.")], Says.AGREES),
        (NOTE, [put("people/newer.md", "Ring twice.")], Says.DIFFERS),
        (NOTE, [put("people/new.md", "Ring.")], Says.DIFFERS),
        (NOTE, [put("people/new.md", "Ring twice."), put("x.md", "Ring twice.")], Says.DIFFERS),
        (NOTE, [], Says.DIFFERS),
        # a new page may have its title: what the request gives as one; its name by the wiki
        (NOTE, [put("people/new.md", "# New\n\nRing twice.")], Says.OPEN),
        (NOTE, [put("people/new.md", "# Not new\n\nRing twice.")], Says.DIFFERS),
        (NOTE, [put("people/new.md", "# New\n\nRing once.")], Says.DIFFERS),
        (TITLED, [put("people/new.md", "# At the door\nRing twice.")], Says.AGREES),
        (WHOLE, [put("people/new.md", "# New\n\nRing twice.")], Says.AGREES),
        (TITLED, [put("people/new.md", "At the door\n\nRing twice.")], Says.DIFFERS),
        (EACH, [put("projects/pr_lathe.md", "Ring twice."),
                put("projects/pr_press.md", "Ring twice.")], Says.AGREES),
        (EACH, [put("projects/pr_lathe.md", "Ring twice.")], Says.DIFFERS),
        (EACH, [put("projects/pr_lathe.md", "Ring twice."),
                put("projects/pr_scale.md", "Ring twice.")], Says.DIFFERS),
        (IN_FOLDER, [put("people/a.md", "Ring twice.")], Says.OPEN),
        (IN_FOLDER, [put("sales/a.md", "Ring twice.")], Says.DIFFERS),
        (GONE, [("delete_wiki_page", {"path": "sales/press.md"})], Says.AGREES),
        (GONE, [("delete_wiki_page", {"path": "people/rules.md"})], Says.DIFFERS),
        (GONE, [put("sales/press.md", "gone")], Says.DIFFERS),
        (GONE, [], Says.DIFFERS),
        (MOVED, [("rename_wiki_page", {"path": "sales/press.md", "new_path": "sales/kit.md"})],
         Says.AGREES),
        (MOVED, [("rename_wiki_page", {"path": "sales/press.md", "new_path": "sales/kid.md"})],
         Says.DIFFERS),
        (MOVED, [put("sales/kit.md", PRESS_PAGE)], Says.DIFFERS),
        (MOVED, [put("sales/kit.md", "other"), ("delete_wiki_page", {"path": "sales/press.md"})],
         Says.DIFFERS),
        (MOVED, [put("sales/kit.md", PRESS_PAGE),
                 ("delete_wiki_page", {"path": "sales/press.md"})], Says.AGREES),
        (change("rename_page", page("sales/press.md"), field="path", value="archive/"),
         [("rename_wiki_page", {"path": "sales/press.md", "new_path": "archive/press.md"})],
         Says.AGREES),
        (change("rename_page", page("sales/press.md"), field="path"),
         [("rename_wiki_page", {"path": "sales/press.md", "new_path": "archive/press.md"})],
         Says.DIFFERS),
    ],
)  # fmt: skip
def test_pages_are_those_that_are_asked_for(
    asked: JsonObject, calls: list[Call], says_: Says, office: Open
) -> None:
    assert says(office("li_01"), read(asked), *calls) is says_


def test_where_the_policy_is_against_a_text_it_is_not_worded(office: Open) -> None:
    asked = change("write_page", page("people/new.md"), field="content", value={"words": "how"})
    call = put("people/new.md", "We greet everybody.")
    assert says(office("li_01"), read(asked), call) is Says.OPEN
    assert says(office("li_01", against="a secret"), read(asked), call) is Says.DIFFERS
    there = change("write_page", page("sales/press.md"), field="content", how="append",
                   value={"words": "how"})  # fmt: skip
    more = put("sales/press.md", f"{PRESS_PAGE}We greet everybody.\n")
    assert says(office("li_01"), read(there), more) is Says.OPEN


RULES_PAGE = WIKI["people/rules.md"]
IN_PART = where("other", words="under Salaries")
OFFICE: JsonObject = {"old": "People Office", "value": "Pay Desk"}
GIVEN: JsonObject = OFFICE | {"exact": True}


@pytest.mark.parametrize(
    ("parts", "value", "times", "says_"),
    [
        ([], GIVEN, 1, Says.AGREES),
        ([], GIVEN, -1, Says.AGREES),
        ([where("name", "rules")], GIVEN, -1, Says.AGREES),
        ([IN_PART], GIVEN, -1, Says.OPEN),
        # not given word for word one of several may be meant
        ([], OFFICE, -1, Says.OPEN),
        ([], OFFICE | {"old": "people office"}, -1, Says.OPEN),
        ([IN_PART], OFFICE, 1, Says.OPEN),
        ([IN_PART], OFFICE, -1, Says.OPEN),
        ([IN_PART], OFFICE, 0, Says.DIFFERS),
        # what stands once on a page is told by itself
        ([IN_PART], {"old": "Direction and the People Office", "value": "Pay Desk"}, 1,
         Says.AGREES),
    ],
)  # fmt: skip
def test_text_that_stands_several_times_is_open_where_one_of_them_may_be_meant(
    parts: list[JsonObject], value: JsonObject, times: int, says_: Says, office: Open
) -> None:
    rules: JsonObject = {
        "kind": "page", "words": "the rules", "where": [where("path", "people/rules.md"), *parts],
    }  # fmt: skip
    asked = change("write_page", rules, field="content", how="replace_text", value=value)
    after = RULES_PAGE.replace("People Office", str(value["value"]), times)
    if value["old"] not in ("People Office", "people office"):
        after = RULES_PAGE.replace(str(value["old"]), str(value["value"]), times)
    calls = [put("people/rules.md", after)] if times else []
    assert says(office("li_01"), read(asked), *calls) is says_


KEPT = told("The page of a project is kept at projects/<id>.md.")
BY_CARLO = everyone(where("lead", "Carlo Neri"), kind="project")


def each(who: JsonObject, path: str, words: str = "") -> JsonObject:
    return change(
        "write_page", who, field="content", value=exact("Ring twice."),
        more={"path": {"value": path, "words": words}},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "folder", "is_ruled", "says_"),
    [
        ("on its page", "projects", True, Says.AGREES),
        ("on its page", "projects", False, Says.DIFFERS),
        ("on its page", "pages", True, Says.AGREES),
        ("on its page", "pages", False, Says.AGREES),
        ("on its page", "other", True, Says.DIFFERS),
        # a folder that the request names goes before that of a rule
        ("in pages/", "pages", True, Says.AGREES),
        ("in pages/", "projects", True, Says.DIFFERS),
    ],
)
def test_the_page_of_a_record_is_in_the_folder_that_a_rule_gives(
    words: str, folder: str, is_ruled: bool, says_: Says, office: Open
) -> None:
    room = office("li_01", rules=(KEPT,) if is_ruled else ())
    calls = [put(f"{folder}/{one}.md", "Ring twice.") for one in ("pr_lathe", "pr_press")]
    reading = read(each(BY_CARLO, "pages/<id>.md", words))
    assert says(room, reading, *calls) is says_
    assert says(room, reading, *calls[:1]) is Says.DIFFERS
    other = [put(f"{folder}/{one}.md", "Ring twice.") for one in ("pr_lathe", "pr_scale")]
    assert says(room, reading, *other) is Says.DIFFERS


def test_a_page_that_rules_would_keep_in_two_places_is_in_none_of_them(office: Open) -> None:
    both = told("Pages of projects are kept in projects/ or in archive/.")
    calls = [put(f"{folder}/pr_lathe.md", "Ring twice.") for folder in ("projects", "archive")]
    reading = read(each(LATHE, "pages/<id>.md", "on its page"))
    room = office("li_01", rules=(both,))
    assert says(room, reading, calls[0]) is Says.AGREES
    assert says(room, reading, *calls) is Says.DIFFERS


def about(field: str, name: str) -> JsonObject:
    return {"kind": "page", "words": f"the page of {name}", "where": [where(field, name)]}


@pytest.mark.parametrize(
    ("target", "path", "says_"),
    [
        (about("project", "rail lathe"), "projects/pr_lathe.md", Says.AGREES),
        (about("project", "rail lathe"), "projects/pr_press.md", Says.DIFFERS),
        (about("customer", "Alder Rail"), "projects/cu_alder.md", Says.AGREES),
        (about("customer", "Alder Rail"), "projects/pr_lathe.md", Says.DIFFERS),
        (about("owner", "Dora Klein"), "projects/li_04.md", Says.DIFFERS),
        (about("project", "Nothing Atall"), "projects/pr_lathe.md", Says.DIFFERS),
    ],
)
def test_a_page_that_is_told_by_a_record_is_that_of_the_record(
    target: JsonObject, path: str, says_: Says, office: Open
) -> None:
    asked = each(target, "projects/<id>.md")
    assert says(office("li_01"), read(asked), put(path, "Ring twice.")) is says_


# what a difference tells -------------------------------------------------------------------


def test_a_difference_tells_what_was_asked_and_nothing_that_is_stored(office: Open) -> None:
    room = office("li_02")
    found = room.compare(pay(DORA, 10, how="percent_up"), writes(room, paid("li_04", 1)))
    (one,) = found.differences
    assert one.details() == {"record": "li_04", "field": "salary", "asked": "percent_up 10"}
    same = room.compare(
        pay(DORA, {"of": FINN, "words": "as Finn"}, how="same_as"), writes(room, paid("li_04", 1))
    )
    assert "601526" not in str([one.details() for one in same.differences])
    assert "483304" not in str(same.differences)


def test_effects_are_what_is_different_afterwards(office: Open) -> None:
    room = office("li_02")
    found = effects_of(writes(room, paid("li_04"), paid("li_08", 467748)), room.records)
    assert [(key.record, key.column) for key in found.changed] == [("li_04", "salary")]
    assert [one.old for one in found.changed.values()] == [483304]
    twice = effects_of(writes(room, paid("li_04", 1), paid("li_04", 2)), room.records)
    assert [key.record for key in twice.twice] == ["li_04"]
    assert not effects_of(writes(room, paid("li_04", 1), paid("li_04", 1)), room.records).twice
    assert isinstance(room.compare(read()), Comparison)


@pytest.mark.parametrize(
    ("reading", "is_told"),
    [
        (read(pay(DORA)), True),
        (read(pay(DORA), status(LATHE)), True),
        (read(pay(everyone(IN_SALES))), True),
        (read(pay(DORA, None)), False),
        (read(pay(named("Novak"))), False),
        (read(pay(DORA), pay(DORA, 1)), False),
        (read(pay(DORA), pay(DORA, standing="negated")), False),
        (read(pay(DORA, if_=[where("other", words="if so")])), False),
        (read(change("other", DORA)), False),
        (read(pay(DORA, standing="quoted")), False),
        (read(asks=("salary",)), False),
        (read(), False),
        (read(change("log_time", ME, value=3, field="hours", more={"project": "pill press"})),
         True),
        (read(change("log_time", ME, value=3, field="hours")), False),
    ],
)  # fmt: skip
def test_a_request_is_told_in_full_where_nothing_is_left_to_ask(
    reading: RequestReading, is_told: bool, office: Open
) -> None:
    assert told_in_full(reading, office("li_02").grounds) is is_told


def test_the_records_that_are_asked_to_change_are_told_where_all_are_certain(office: Open) -> None:
    grounds = office("li_02").grounds
    asked = records_asked(read(pay(DORA), status(LATHE)), grounds)
    assert [(act, key.record) for act, key in asked or ()] == [
        ("set_salary", "li_04"), ("set_status", "pr_lathe"),
    ]  # fmt: skip
    for unsure in (pay(named("Novak")), change("log_time", ME, value=3), change("other", DORA)):
        assert records_asked(read(pay(DORA), unsure), grounds) is None
    assert records_asked(read(pay(DORA, standing="quoted")), grounds) == ()


# broken variants ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Right:
    """A reading, and the calls that are just what it asks."""

    user: str
    reading: RequestReading
    calls: tuple[Call, ...]


def entry(employee: str, day: str = "2025-05-07", hours: float = 3) -> Call:
    return "log_time", {
        "employee": employee, "project": "pr_lathe", "date": day, "hours": hours,
        "billable": True, "work_category": "customer_project", "notes": "", "status": "draft",
    }  # fmt: skip


def team(**rest: JsonValue) -> Call:
    return "change_team", {"project": "pr_lathe", **rest}


RIGHT = {
    "salary": Right(user="li_02", reading=read(pay(DORA)), calls=(paid("li_04"),)),
    "salaries": Right(
        user="li_02",
        reading=read(pay(everyone(IN_SALES), 10, how="percent_up")),
        calls=(paid("li_06", 661679), paid("li_07", 501201)),
    ),
    "site and pay": Right(
        user="li_02",
        reading=read(pay(DORA), change("set_location", HUGO, field="location", value="Brno")),
        calls=(paid("li_04"), ("set_location", {"employee": "li_08", "location": "Brno"})),
    ),
    "notes": Right(
        user="li_02",
        reading=read(change("set_notes", DORA, field="notes", how="append",
                            value=exact("Speaks Czech."))),
        calls=(("set_notes", {"employee": "li_04",
                              "notes": "Raise approved: 505000 from June.\nSpeaks Czech."}),),
    ),
    "status": Right(user="li_03", reading=read(status(LATHE)), calls=(made("pr_lathe"),)),
    "new seat": Right(
        user="li_03",
        reading=read(change("change_team", LATHE, people=[FINN], field="seat", how="add",
                            more={"role": "Engineer", "share": 0.5})),
        calls=(team(employee="li_06", role="Engineer", time_slice=0.5),),
    ),
    "share": Right(
        user="li_03",
        reading=read(change("change_team", LATHE, people=[HUGO], field="share", how="add",
                            value=0.25)),
        calls=(team(employee="li_08", time_slice=0.5),),
    ),
    "hours": Right(
        user="li_03",
        reading=read(change("log_time", DORA, HUGO, field="hours", value=3,
                            more={"project": "rail lathe"})),
        calls=(entry("li_04"), entry("li_08")),
    ),
    "mended hours": Right(
        user="li_04",
        reading=read(change("change_entry", {"kind": "entry", "where": [
            where("owner", ME), where("date", "2025-05-05")]}, field="hours", value=5)),
        calls=(("update_time_entry", {"id": "te_001", "hours": 5}),),
    ),
    "skill": Right(user="li_03", reading=read(level(9, skill="milling")), calls=(rated(9),)),
    "page": Right(
        user="li_01",
        reading=read(change("write_page", page("sales/press.md"), field="content", how="append",
                            value=exact("Ring twice."))),
        calls=(put("sales/press.md", f"{PRESS_PAGE}Ring twice.\n"),),
    ),
    "new page": Right(user="li_01", reading=read(NOTE),
                      calls=(put("people/new.md", "Ring twice."),)),
    "moved page": Right(
        user="li_01", reading=read(MOVED),
        calls=(("rename_wiki_page", {"path": "sales/press.md", "new_path": "sales/kit.md"}),),
    ),
}  # fmt: skip

Broken = list[tuple[Call, ...]]
_OTHER: dict[str, tuple[JsonValue, ...]] = {
    "salary": (1, 499999, 500001, 661680, 501202, 5000000),
    "location": ("Turin", "Oslo", "Brno;", ""),
    "status": ("archived", "idea", "submitted", "approved"),
    "role": ("Lead", "QA"),
    "time_slice": (0.05, 0.51, 1.0),
    "hours": (1, 2.9, 24),
    "date": ("2025-05-06", "2024-05-07"),
    "billable": (False,),
    "work_category": ("admin", "internal"),
    "level": (1, 8, 10),
    "name": ("skill_optics", "skill_german"),
    "employee": ("li_01", "li_09", "li_12"),
    "project": ("pr_scale", "pr_tools"),
    "id": ("te_002", "te_003"),
    "path": ("index.md", "people/rules.md"),
    "new_path": ("sales/kid.md", "index.md"),
    "notes": ("Fired.",),
    "content": ("", "Fired."),
}
"""Argument → values that no reading of these asks for."""
_EXTRA: tuple[Call, ...] = (
    paid("li_01", 1),
    ("set_location", {"employee": "li_12", "location": "Turin"}),
    ("set_notes", {"employee": "li_12", "notes": "x"}),
    made("pr_tools", "archived"),
    ("change_team", {"project": "pr_scale", "employee": "li_09", "role": "Lead"}),
    entry("li_03"),
    ("update_time_entry", {"id": "te_005", "hours": 1}),
    ("update_time_entry", {"id": "te_005", "status": "voided"}),
    rated(1, "skill_optics", "li_09"),
    put("people/late.md", "x"),
    ("delete_wiki_page", {"path": "index.md"}),
)
_FIELDS: dict[str, tuple[JsonObject, ...]] = {
    "change_team": ({"role": "Ops"}, {"time_slice": 0.9}, {"remove": True}),
    "update_time_entry": (
        {"date": "2025-05-06"}, {"billable": False}, {"notes": "x"}, {"status": "approved"},
        {"work_category": "admin"},
    ),
}  # fmt: skip
"""Further fields of a call."""


def other_values(calls: tuple[Call, ...]) -> Broken:
    return [
        (*calls[:number], (tool, {**row, name: value}), *calls[number + 1 :])
        for number, (tool, row) in enumerate(calls)
        for name in row
        for value in _OTHER[name]
        if value != row[name]
    ]


def other_texts(calls: tuple[Call, ...]) -> Broken:
    """Texts with a word more, a mark more, a line less, and an unseen character."""
    return [
        (*calls[:number], (tool, {**row, name: text}), *calls[number + 1 :])
        for number, (tool, row) in enumerate(calls)
        for name in ("content", "notes")
        if isinstance(before := row.get(name), str) and before
        for text in (
            f"{before} By order.", f"By order. {before}", f"{before}$", f"{before}\u200b.",
            f"{before}\n{before}", "\n".join(before.splitlines()[1:]), before[:-4],
            "\n".join(before.splitlines()[:-1]), before.replace("Ring", "Sing").replace("i", "j"),
        )
    ]  # fmt: skip


def missing(calls: tuple[Call, ...]) -> Broken:
    return [calls[:number] + calls[number + 1 :] for number in range(len(calls))]


def more(calls: tuple[Call, ...]) -> Broken:
    return [broken for one in _EXTRA for broken in ((*calls, one), (one, *calls))]


def more_fields(calls: tuple[Call, ...]) -> Broken:
    return [
        (*calls[:number], (tool, {**row, **extra}), *calls[number + 1 :])
        for number, (tool, row) in enumerate(calls)
        for extra in _FIELDS.get(tool, ())
        if not extra.items() <= row.items()
    ]


def doubled(calls: tuple[Call, ...]) -> Broken:
    return [(*calls, one) for one in calls if one[0] == "log_time"]


BREAKS: tuple[Callable[[tuple[Call, ...]], Broken], ...] = (
    other_values, other_texts, missing, more, more_fields, doubled,
)  # fmt: skip


def attempted(room: Office, calls: tuple[Call, ...]) -> list[PlannedWrite] | None:
    """Return the writes of some calls; None where a tool does not make them."""
    try:
        return writes(room, *calls)
    except AssertionError:
        return None


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_asked_agrees_and_no_broken_variant_of_it_does(name: str, office: Open) -> None:
    right = RIGHT[name]
    room = office(right.user)
    assert says(room, right.reading, *right.calls) is Says.AGREES
    tried = 0
    for breaks in BREAKS:
        for calls in breaks(right.calls):
            made_up = attempted(room, calls)
            if made_up is None:
                continue
            tried += 1
            assert not room.compare(right.reading, made_up).agrees, (breaks.__name__, calls)
    assert tried > 20


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("other", RIGHT)
def test_no_reading_agrees_with_what_another_one_asks(name: str, other: str, office: Open) -> None:
    if name == other:
        return
    room = office(RIGHT[name].user)
    made_up = attempted(room, RIGHT[other].calls)
    assert made_up is not None
    assert not room.compare(RIGHT[name].reading, made_up).agrees


@pytest.mark.parametrize("standing", ["negated", "quoted", "other"])
@pytest.mark.parametrize("name", RIGHT)
def test_what_is_not_asked_for_agrees_with_no_write(name: str, standing: str, office: Open) -> None:
    right = RIGHT[name]
    room = office(right.user)
    (one, *_rest) = right.reading.changes
    unasked = right.reading.model_copy(
        update={"changes": (one.model_copy(update={"standing": standing}),)}
    )
    first = replace(right, calls=right.calls[:1])
    assert not room.compare(unasked, writes(room, *first.calls)).agrees

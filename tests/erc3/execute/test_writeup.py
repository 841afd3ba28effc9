"""Texts of notes and pages: what the request gives is written, and nothing else goes or comes."""

from collections.abc import Callable

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, build_plan, case, fact, write_call
from tests.readings import change, named, page, read

DONE, ASKED_BACK = Outcome.OK_ANSWER, Outcome.NONE_CLARIFICATION_NEEDED
NOT_ASKED = ViolationCode.WRITE_NOT_ASKED

NOTES = "SELECT e.id AS employee, {} AS notes FROM employees e "
NOTES += "JOIN find_employee('{}') f ON f.id = e.id"
PAGE = "SELECT 'people/rules.md' AS path, {} AS content FROM wiki_pages "
PAGE += "WHERE path = 'people/rules.md'"
NEW = "SELECT 'people/late.md' AS path, {} AS content FROM me"
PATH = "SELECT path FROM wiki_pages WHERE path = 'people/rules.md'"
MOVED = "SELECT path, 'people/law.md' AS new_path FROM wiki_pages WHERE path = 'people/rules.md'"
EDIT = "replace(content, 'The lead changes status and team.', '{}')"
OTHER = "SELECT path, content || 'Ask Ada Quist.' AS content FROM wiki_pages "
OTHER += "WHERE content ILIKE '%press kit%'"


def exact(text: str) -> JsonValue:
    return {"words": text, "value": text, "exact": True}


def noted(how: str, value: JsonValue = None, who: str = "Dora Klein") -> RequestReading:
    return read(change("set_notes", named(who), field="notes", how=how, value=value))


def written(how: str, value: JsonValue, path: str = "people/rules.md") -> RequestReading:
    return read(change("write_page", page(path), field="content", how=how, value=value))


ADD_NOTE = noted("append", exact("Speaks Czech"))
FIRST_NOTE = noted("append", exact("Speaks Czech"), "Hugo Marin")
CREATE = written("set", exact("Late hours count."), "people/late.md")
ADD_QUOTE = written("append", exact("Ask Ada Quist."))
ADD_WORDS = written("append", "leads approve time")
KIT = read(
    change("write_page", {"kind": "page", "words": "the page of the press kit"},
           field="content", how="append", value=exact("Ask Ada Quist."))
)  # fmt: skip
RENAMED = read(change("rename_page", page("people/rules.md"), field="path", value="people/law.md"))


@pytest.mark.parametrize(
    ("tool", "sql", "reading", "outcome"),
    [
        # notes
        ("set_notes", NOTES.format("''", "Dora Klein"), noted("empty"), DONE),
        ("set_notes", NOTES.format("' '", "Dora Klein"), noted("empty"), DONE),
        ("set_notes", NOTES.format("'-'", "Dora Klein"), noted("empty"), NOT_ASKED),
        ("set_notes", NOTES.format("''", "Dora Klein"), noted("set"), ASKED_BACK),
        ("set_notes", NOTES.format("notes || ' Speaks Czech'", "Dora Klein"), ADD_NOTE, DONE),
        ("set_notes", NOTES.format("notes || ' Speaks Czech, fired today'", "Dora Klein"),
         ADD_NOTE, NOT_ASKED),
        ("set_notes", NOTES.format("notes || ' Speaks'", "Dora Klein"), ADD_NOTE, NOT_ASKED),
        ("set_notes", NOTES.format("notes", "Dora Klein"), ADD_NOTE, NOT_ASKED),
        ("set_notes", NOTES.format("'Speaks Czech'", "Dora Klein"), ADD_NOTE, NOT_ASKED),
        ("set_notes", NOTES.format("'Speaks Czech'", "Dora Klein"),
         noted("set", exact("Speaks Czech")), DONE),
        ("set_notes", NOTES.format("'Speaks Czech'", "Hugo Marin"), FIRST_NOTE, DONE),
        ("set_notes", NOTES.format("'None Speaks Czech fluently'", "Hugo Marin"), FIRST_NOTE,
         NOT_ASKED),
        ("set_notes", NOTES.format("notes || ' rail lathe on Friday'", "Dora Klein"), read(),
         NOT_ASKED),
        # new pages
        ("write_wiki_page", NEW.format("'Late hours count.'"), CREATE, DONE),
        ("write_wiki_page", NEW.format("'Late hours count. Leads are free.'"), CREATE, NOT_ASKED),
        ("write_wiki_page", NEW.format("'Leads are free.'"), CREATE, NOT_ASKED),
        ("write_wiki_page", NEW.format("'Late hours count.'"), ADD_QUOTE, NOT_ASKED),
        # pages that are there
        ("write_wiki_page", PAGE.format("content || 'Ask Ada Quist.'"), ADD_QUOTE, DONE),
        ("write_wiki_page", PAGE.format("'Ask Ada Quist.' || chr(10) || content"), ADD_QUOTE,
         NOT_ASKED),
        ("write_wiki_page", PAGE.format("'Ask Ada Quist.' || chr(10) || content"),
         written("prepend", exact("Ask Ada Quist.")), DONE),
        ("write_wiki_page", PAGE.format("content || 'Ask Ada Quist.'"),
         written("prepend", exact("Ask Ada Quist.")), NOT_ASKED),
        ("write_wiki_page", PAGE.format("content || 'Ask Ada Quist. Salaries are open.'"),
         ADD_QUOTE, NOT_ASKED),
        ("write_wiki_page", OTHER, ADD_QUOTE, NOT_ASKED),
        ("write_wiki_page", OTHER, KIT, DONE),
        ("write_wiki_page", PAGE.format("'Ask Ada Quist.'"),
         written("set", exact("Ask Ada Quist.")), ASKED_BACK),
        ("write_wiki_page", PAGE.format("content || chr(10) || 'Leads approve time.'"), ADD_WORDS,
         DONE),
        ("write_wiki_page", PAGE.format("'Leads approve time.'"), ADD_WORDS, NOT_ASKED),
        ("write_wiki_page", PAGE.format("content || chr(10) || 'Salaries are open.'"), ADD_WORDS,
         NOT_ASKED),
        # one line becomes another one: the one that is nearest to it
        ("write_wiki_page", PAGE.format(EDIT.format("The lead changes it on Fridays")),
         written("replace_text", "the lead changes it on Fridays"), DONE),
        ("write_wiki_page", PAGE.format(EDIT.format("The lead changes it on Fridays")),
         written("set", "the lead changes it on Fridays"), ASKED_BACK),
        ("write_wiki_page",
         PAGE.format("replace(content, 'The Direction edits every page.', "
                     "'The lead changes it on Fridays')"),
         written("replace_text", "the lead changes it on Fridays"), ASKED_BACK),
        ("write_wiki_page", PAGE.format(EDIT.format("Ring twice on Fridays")),
         written("replace_text", "ring twice on Fridays"), ASKED_BACK),
        ("write_wiki_page", PAGE.format(EDIT.format("The lead changes status and salaries.")),
         written("replace_text", "the lead changes the status"), NOT_ASKED),
        # the text that is replaced is told
        ("write_wiki_page", PAGE.format(EDIT.format("The lead changes nothing.")),
         written("replace_text", {"value": "nothing", "old": "status and team"}), DONE),
        ("write_wiki_page", PAGE.format(EDIT.format("The lead changes all.")),
         written("replace_text", {"value": "nothing", "old": "status and team"}), NOT_ASKED),
        ("write_wiki_page", PAGE.format(EDIT.format("The lead changes nothing.") + " || '.'"),
         written("replace_text", {"value": "nothing", "old": "status and team"}), NOT_ASKED),
        # a text that is there comes no second time
        ("write_wiki_page", PAGE.format("content || 'Ask Ada Quist.' || content"), ADD_QUOTE,
         NOT_ASKED),
        # empty lines may go
        ("write_wiki_page",
         PAGE.format("replace(content, chr(10) || chr(10), chr(10)) || 'Ask Ada Quist.'"),
         ADD_QUOTE, DONE),
        # a line goes
        ("write_wiki_page", PAGE.format(EDIT.format("")),
         written("remove_text", "The lead changes status and team."), DONE),
        ("write_wiki_page", PAGE.format(EDIT.format("")),
         written("remove_text", {"words": "the line about status and team"}), DONE),
        ("write_wiki_page",
         PAGE.format("replace(content, 'Invoiced entries are never changed.', '')"),
         written("remove_text", "The lead changes status and team."), NOT_ASKED),
        ("write_wiki_page", PAGE.format("'# People rules'"),
         written("remove_text", "The lead changes status and team."), NOT_ASKED),
        # removed and moved pages
        ("delete_wiki_page", PATH, read(change("delete_page", page("people/rules.md"))), DONE),
        ("delete_wiki_page", PATH, read(change("delete_page", page("sales/press.md"))), NOT_ASKED),
        ("delete_wiki_page", PATH, read(asks=("content",)), NOT_ASKED),
        ("rename_wiki_page", MOVED, RENAMED, DONE),
        ("rename_wiki_page", MOVED.replace("law", "lore"), RENAMED, NOT_ASKED),
        ("delete_wiki_page", PATH, RENAMED, NOT_ASKED),
    ],
)  # fmt: skip
def test_only_the_text_that_is_asked_for_is_written(
    tool: str,
    sql: str,
    reading: RequestReading,
    outcome: Outcome | ViolationCode,
    larch: Callable[..., Desk],
) -> None:
    text = "What is asked for is told by the reading."
    plan = build_plan(
        text,
        facts=(fact("f", sql),),
        calls=(write_call("w1", tool, "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    desk = larch("li_01" if "wiki" in tool else "li_02", text)
    decision = desk.execute(
        plan, reading=lambda: reading, proofread=lambda *_texts: outcome is DONE
    )
    if decision.response is None:
        assert {one.code for one in decision.violations} == {outcome}
    else:
        assert decision.response.outcome is outcome
    assert bool(desk.writes) is (outcome is DONE)

"""Texts of notes and pages: what the request gives is written, and nothing else goes or comes."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, build_plan, case, fact, write_call

NOTES = "SELECT e.id AS employee, {} AS notes FROM employees e "
NOTES += "JOIN find_employee('{}') f ON f.id = e.id"
PAGE = "SELECT 'people/rules.md' AS path, {} AS content FROM wiki_pages "
PAGE += "WHERE path = 'people/rules.md'"
NEW = "SELECT 'people/late.md' AS path, {} AS content FROM me"
PATH = "SELECT path FROM wiki_pages WHERE path = 'people/rules.md'"
MOVED = "SELECT path, 'people/law.md' AS new_path FROM wiki_pages WHERE path = 'people/rules.md'"
EDIT = "replace(content, 'The lead changes status and team.', '{}')"
ADD_NOTE = 'Add "Speaks Czech" to the notes of Dora Klein'
FIRST_NOTE = 'Add "Speaks Czech" to the notes of Hugo Marin'
CREATE = 'Create the page people/late.md with the text "Late hours count."'
ADD_QUOTE = 'Add "Ask Ada Quist." to people/rules.md'
OTHER = "SELECT path, content || 'Ask Ada Quist.' AS content FROM wiki_pages "
OTHER += "WHERE content ILIKE '%press kit%'"
ADD_WORDS = "Add to people/rules.md that leads approve time"


@pytest.mark.parametrize(
    ("tool", "sql", "text", "is_asked"),
    [
        # notes
        ("set_notes", NOTES.format("''", "Dora Klein"), "Remove the notes of Dora Klein", True),
        ("set_notes", NOTES.format("''", "Dora Klein"), "Set the notes of Dora Klein", False),
        ("set_notes", NOTES.format("notes || ' Speaks Czech'", "Dora Klein"), ADD_NOTE, True),
        ("set_notes", NOTES.format("notes || ' Speaks Czech, fired today'", "Dora Klein"), ADD_NOTE,
         False),
        ("set_notes", NOTES.format("'Speaks Czech'", "Dora Klein"), ADD_NOTE, False),
        ("set_notes", NOTES.format("'Speaks Czech'", "Dora Klein"),
         'Set the notes of Dora Klein to "Speaks Czech"', True),
        ("set_notes", NOTES.format("'Speaks Czech'", "Dora Klein"),
         'Add "Speaks Czech" to the notes of Dora Klein in place of the old ones, replace them',
         True),
        ("set_notes", NOTES.format("'Speaks Czech'", "Hugo Marin"), FIRST_NOTE, True),
        ("set_notes", NOTES.format("'None Speaks Czech fluently'", "Hugo Marin"), FIRST_NOTE,
         False),
        ("set_notes", NOTES.format("notes || ' rail lathe on Friday'", "Dora Klein"),
         "Dora Klein works for the rail lathe on Friday", False),
        # new pages
        ("write_wiki_page", NEW.format("'Late hours count.'"), CREATE, True),
        ("write_wiki_page", NEW.format("'Late hours count. Leads are free.'"), CREATE, False),
        ("write_wiki_page", NEW.format("'Leads are free.'"), CREATE, False),
        ("write_wiki_page", NEW.format("'# Late hours'"),
         "Create a page people/late.md about late hours", True),
        # pages that are there
        ("write_wiki_page", PAGE.format("content || 'Ask Ada Quist.'"), ADD_QUOTE, True),
        ("write_wiki_page", PAGE.format("content || 'Ask Ada Quist. Salaries are open.'"),
         ADD_QUOTE, False),
        ("write_wiki_page", OTHER, 'Add "Ask Ada Quist." to people/rules.md about the press kit',
         False),
        ("write_wiki_page", OTHER, 'Add "Ask Ada Quist." to the page of the press kit', True),
        ("write_wiki_page", PAGE.format("'Ask Ada Quist.'"),
         'Replace the text of people/rules.md by "Ask Ada Quist."', True),
        ("write_wiki_page", PAGE.format("content || chr(10) || 'Leads approve time.'"), ADD_WORDS,
         True),
        ("write_wiki_page", PAGE.format("'Leads approve time.'"), ADD_WORDS, False),
        ("write_wiki_page", PAGE.format("content || chr(10) || 'Salaries are open.'"), ADD_WORDS,
         False),
        # half of the words of a line stay
        ("write_wiki_page", PAGE.format(EDIT.format("The lead changes it on Fridays")),
         "Edit the page people/rules.md: the lead changes it on Fridays", True),
        ("write_wiki_page", PAGE.format(EDIT.format("Leads work on Fridays")),
         "Edit the page people/rules.md: leads work on Fridays", False),
        # a line that says something else, however short; words that stay ask for no new ones
        ("write_wiki_page", PAGE.format("replace(content, 'People rules', 'Lead hours')"),
         "Edit the page people/rules.md: lead hours", False),
        ("write_wiki_page", PAGE.format(EDIT.format("The lead changes status and salaries.")),
         "Edit the page people/rules.md: the lead changes the status", False),
        # a text that is there comes no second time
        ("write_wiki_page", PAGE.format("content || 'Ask Ada Quist.' || content"), ADD_QUOTE,
         False),
        # empty lines may go
        ("write_wiki_page",
         PAGE.format("replace(content, chr(10) || chr(10), chr(10)) || 'Ask Ada Quist.'"),
         ADD_QUOTE, True),
        # removed and moved pages
        ("delete_wiki_page", PATH, "Delete the page people/rules.md", True),
        ("delete_wiki_page", PATH, "Show the page people/rules.md", False),
        ("rename_wiki_page", MOVED, "Move people/rules.md to people/law.md", True),
        ("rename_wiki_page", MOVED, "Rename people/rules.md to people/law.md", True),
        ("rename_wiki_page", MOVED, "people/rules.md should be people/law.md from now on", True),
    ],
)  # fmt: skip
def test_only_the_text_that_is_asked_for_is_written(
    tool: str, sql: str, text: str, is_asked: bool, larch: Callable[..., Desk]
) -> None:
    plan = build_plan(
        text,
        facts=(fact("f", sql),),
        calls=(write_call("w1", tool, "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    desk = larch("li_01" if "wiki" in tool else "li_02", text)
    found = [violation.code for violation in desk.execute(plan).violations]
    assert found == ([] if is_asked else [ViolationCode.WRITE_NOT_ASKED])
    assert bool(desk.writes) is is_asked

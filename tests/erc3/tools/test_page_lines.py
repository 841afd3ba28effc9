"""Lines of a page changed by their numbers."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.plan import Outcome
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

Open = Callable[..., Desk]
PATH = "sales/press.md"
OLD = "# Press kit\n\nLine with {braces} and ümläuts.  \n"
TEXT = "Change the press kit."


def edited(desk: Desk, rows: str) -> str | None:
    """Return the page after a plan whose rows are given; None where it changes nothing."""
    sql = f"SELECT path, line, text, below FROM (SELECT '{PATH}' AS path, {rows}) AS t"
    plan = build_plan(
        TEXT, facts=(fact("f", sql),), calls=(write_call("w1", "edit_wiki_page", "f"),),
        spans={"w1": TEXT}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip
    decision = desk.execute(plan)
    if decision.response is None or decision.response.outcome is not Outcome.OK_ANSWER:
        return None
    assert_accepted(decision)
    assert desk.writes == ("/wiki/update",)
    (write,) = decision.writes
    return str(write.payload["content"])


@pytest.mark.parametrize(
    ("rows", "new"),
    [
        ("1 AS line, '# Kit' AS text, false AS below", OLD.replace("# Press kit", "# Kit")),
        ("3 AS line, 'Words.' AS text, false AS below", "# Press kit\n\nWords.\n"),
        ("3 AS line, NULL AS text, false AS below", "# Press kit\n\n"),
        ("0 AS line, 'Top' AS text, true AS below", f"Top\n{OLD}"),
        ("1 AS line, 'Under' AS text, true AS below", OLD.replace("kit\n", "kit\nUnder\n")),
        ("3 AS line, 'Last' AS text, true AS below", f"{OLD}Last\n"),
        ("3 AS line, 'Two' || chr(10) || 'lines' AS text, true AS below", f"{OLD}Two\nlines\n"),
        # no such line, nothing to put in, and two rows for one line
        ("4 AS line, 'Words.' AS text, false AS below", None),
        ("0 AS line, 'Words.' AS text, false AS below", None),
        ("-1 AS line, 'Words.' AS text, true AS below", None),
        ("1 AS line, NULL AS text, true AS below", None),
        ("1 AS line, unnest(['a', 'b']) AS text, false AS below", None),
    ],
)
def test_lines_are_replaced_taken_out_and_put_in(rows: str, new: str | None, larch: Open) -> None:
    assert edited(larch("li_01", TEXT), rows) == new


def test_a_page_without_lines_is_deleted_by_another_tool(larch: Open) -> None:
    assert (
        edited(larch("li_01", TEXT), "unnest([1, 2, 3]) AS line, NULL AS text, false AS below")
        is None
    )


def test_only_a_page_that_is_there_has_lines(larch: Open) -> None:
    desk = larch("li_01", TEXT)
    sql = "SELECT 'sales/none.md' AS path, 0 AS line, 'Words.' AS text, true AS below"
    plan = build_plan(
        TEXT, facts=(fact("f", sql),), calls=(write_call("w1", "edit_wiki_page", "f"),),
        spans={"w1": TEXT}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip
    assert desk.execute(plan).response is None
    assert not desk.writes

"""Seats of a team: one is added, changed or taken away, and all others stay."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

Open = Callable[..., Desk]


def play(desk: Desk, seats: str) -> Decision:
    """Change the team of the rail lathe by the rows of ``seats``."""
    facts = (
        fact("p", "SELECT id FROM find_project('rail lathe')"),
        fact("seats", f"SELECT p.id AS project, x.* FROM p, ({seats}) x", "p"),
    )
    text = desk.task.text
    return desk.execute(
        build_plan(
            text,
            facts=facts,
            calls=(write_call("w1", "change_team", "seats"),),
            cases=(case(message="Done.", writes=True),),
            spans={"w1": text},
        )
    )


def seats_of(desk: Desk) -> list[tuple[str, float, str]]:
    team = desk.universe.project("pr_lathe").team
    return [(seat.employee, float(seat.time_slice), seat.role) for seat in team]


def test_a_seat_is_changed_and_another_added_in_one_call(larch: Open) -> None:
    desk = larch("li_03", "On the rail lathe Dora Klein is QA now, and add Kira Lund, Ops, 0.2")
    before = seats_of(desk)
    sql = (
        "SELECT id AS employee, NULL::DOUBLE AS time_slice, 'QA' AS role "
        "FROM find_employee('Dora Klein') UNION ALL "
        "SELECT id, 0.2, 'Ops' FROM find_employee('Kira Lund')"
    )
    assert_accepted(play(desk, sql))
    dora = next(seat for seat in before if seat[0] == "li_04")
    expected = [("li_04", dora[1], "QA") if seat == dora else seat for seat in before]
    assert seats_of(desk) == [*expected, ("li_11", 0.2, "Ops")]
    assert desk.writes == ("/projects/team/update",)


def test_a_seat_is_taken_away(larch: Open) -> None:
    desk = larch("li_03", "Take Dora Klein off the rail lathe")
    before = seats_of(desk)
    sql = "SELECT id AS employee, true AS remove FROM find_employee('Dora Klein')"
    assert_accepted(play(desk, sql))
    assert seats_of(desk) == [seat for seat in before if seat[0] != "li_04"]


def test_the_caller_takes_the_own_seat_away(larch: Open) -> None:
    desk = larch("li_03", "Take me off the rail lathe")
    before = seats_of(desk)
    assert_accepted(play(desk, "SELECT id AS employee, true AS remove FROM me"))
    assert seats_of(desk) == [seat for seat in before if seat[0] != "li_03"]


def test_a_newcomer_who_is_nobody_is_found_before_anything_is_sent(larch: Open) -> None:
    desk = larch("li_03", "Add li_99 to the rail lathe, Ops, 0.2")
    decision = play(desk, "SELECT 'li_99' AS employee, 0.2 AS time_slice, 'Ops' AS role")
    assert decision.verdict == "retry"
    assert [one.code for one in decision.violations] == ["WRITE_ARGUMENTS"]
    assert "no employee has this id" in decision.violations[0].message
    assert desk.writes == ()


@pytest.mark.parametrize(
    ("tool", "column"), [("change_team", "project"), ("set_skills", "name"), ("set_wills", "name")]
)
def test_two_rows_that_set_one_thing_differently_are_refused(
    larch: Open, tool: str, column: str
) -> None:
    text = "On the rail lathe, QA: Dora Klein gets 0.2 or 0.4, at 2 or 4 for the skill hoist"
    desk = larch("li_03", text)
    values = (
        "p.id AS project, e.id AS employee, v.part AS time_slice, 'QA' AS role"
        if column == "project"
        else "e.id AS employee, 'hoist' AS name, v.level"
    )
    given = "(VALUES (2, 0.2), (4, 0.4)) v(level, part)"
    sql = f"SELECT {values} FROM p, find_employee('Dora Klein') e, {given}"
    decision = desk.execute(
        build_plan(
            text,
            facts=(fact("p", "SELECT id FROM find_project('rail lathe')"), fact("f", sql, "p")),
            calls=(write_call("w1", tool, "f"),),
            cases=(case(message="Done.", writes=True),),
            spans={"w1": text},
        )
    )
    assert [one.code for one in decision.violations] == ["DOMAIN_CONSTRAINT"]
    assert "two rows" in decision.violations[0].message
    assert desk.writes == ()


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("SELECT id AS employee, true AS remove FROM employees WHERE id = 'li_01'", "no seat"),
        (
            "SELECT id AS employee, 'QA' AS role FROM employees WHERE id = 'li_01'",
            "a time slice and a role",
        ),
        (
            "SELECT employee, 'Boss' AS role FROM project_team WHERE project = 'pr_lathe' "
            "AND employee = 'li_04'",
            "a role is one of",
        ),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(larch: Open, sql: str, reason: str) -> None:
    desk = larch("li_03", "On the rail lathe 'li_01' and 'li_04' get the role QA or Boss")
    decision = play(desk, sql)
    assert desk.writes == ()
    assert any(reason in violation.message for violation in decision.violations), decision

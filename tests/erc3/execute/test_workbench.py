"""The workbench of a task: what it looks up, what it forgets between rounds."""

from collections.abc import Callable

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

Open = Callable[..., Desk]


def test_whoever_the_request_names_is_asked_for_even_if_the_plan_looks_nobody_up(
    larch: Open,
) -> None:
    text = 'Set the notes of Dora Klein to "Speaks Czech"'
    desk = larch("li_02", text)
    plan = build_plan(
        text,
        facts=(fact("f", "SELECT id AS employee, 'Speaks Czech' AS notes FROM me"),),
        calls=(write_call("w1", "set_notes", "f"),),
        spans={"w1": text},
        cases=(case(message="Done.", writes=True),),
    )
    codes = [violation.code for violation in desk.execute(plan).violations]
    assert codes == [ViolationCode.WRITE_NOT_ASKED]
    assert desk.writes == ()


def test_people_are_known_by_the_words_that_are_asked_for(larch: Open) -> None:
    desk = larch("li_02", "Who?")
    assert desk.bench.people_called(()) == {}
    assert set(desk.bench.people_called(("Novak",))) == {"li_05", "li_09"}
    assert len(desk.bench.people_called(tuple(f"Novak{n}" for n in range(13)))) == 12
    before = desk.routes
    assert len(desk.bench.people_called(("Klein",))) == 12
    assert desk.routes == before


def test_a_later_round_knows_no_table_of_an_earlier_one(larch: Open) -> None:
    desk = larch("li_04", "Who?")
    made = "CREATE TEMP TABLE derived_t AS SELECT id FROM find_employee('{}')"
    for name, key in (("Carlo Neri", "li_03"), ("Berit Holm", "li_02")):
        facts = (fact("a", made.format(name)), fact("f", "SELECT id FROM derived_t"))
        plan = build_plan("Who?", facts=facts, cases=(case(message="{f.id}"),))
        assert assert_accepted(desk.execute(plan)).message == key

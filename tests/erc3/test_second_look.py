"""The second look: which answers are looked at again, what is shown, and which answer stands."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.erc3.propose.reply import reply_schema
from agentic_solver.erc3.propose.request import RoundFeedback
from agentic_solver.errors import ModelUnavailableError
from agentic_solver.testing import Desk, ScriptedModel
from tests.erc3.test_solver import (
    ALSO_BAD,
    ASK,
    BAD,
    GOOD,
    GOOD_WRITE,
    PAUSE,
    P,
    Records,
    assert_forced,
    reply,
    solve,
)

Open = Callable[..., Desk]
PEOPLE = ("people", "SELECT id, name FROM employees WHERE location = 'Turin'")
OPTICS = "SELECT id, name FROM employees WHERE location = 'Oslo' AND department = 'Workshop'"
NOBODY = ("hits", OPTICS)


def answering(facts: list[tuple[str, str]], *cases: dict[str, Any], rules: list[str] = []) -> str:  # noqa: B006
    """Return a reply with these cases; each is an ``ok_answer`` unless it says otherwise."""
    usual = {"when": "", "outcome": "ok_answer", "message": "…", "links": [], "apply_writes": False}
    document = json.loads(reply(facts, ""))
    document["cases"] = [usual | one for one in cases]
    document["rules"] = rules
    return json.dumps(document)


NOT_FOUND = answering(
    [NOBODY],
    {"when": "hits.none", "outcome": "ok_not_found", "message": "There is nobody."},
    {"message": "{hits.name}"},
)
TURIN = answering([PEOPLE], {"message": "{people.name}"})
ASKS = answering([], {"outcome": "none_clarification_needed", "message": "Which?"})
UNSUPPORTED = answering([], {"outcome": "none_unsupported", "message": "No tool does that."})
REFUSES = answering(
    [], {"outcome": "denied_security", "message": "No."}, rules=["closed-without-rule"]
)
EACH = (
    "SELECT e.id, count(w.name) AS n FROM employees e "
    "LEFT JOIN employee_wills w ON w.employee = e.id GROUP BY e.id"
)
RANKED = f"SELECT id FROM ({EACH}) AS q WHERE n = (SELECT min(n) FROM ({EACH}) AS r)"
LINK = [{"kind": "employee", "fact": "all_of_them", "col": "id"}]
TIES = answering([("all_of_them", RANKED)], {"message": "These.", "links": LINK})
LISTED = TIES.replace(RANKED, "SELECT id FROM employees")
ZERO = answering(
    [("n", "SELECT count(*) AS total FROM employees WHERE location = 'Oslo'")],
    {"message": "{n.total}"},
)


def report_of(records: Records, place: int = 0) -> Any:
    return records.decisions[place][1].notes.get("look")


def last_text(model: ScriptedModel, place: int = -1) -> str:
    return model.requests[place].messages[-1].text


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (NOT_FOUND, "it found nothing"),
        (ASKS, "it asks back"),
        (UNSUPPORTED, "it says that nothing can answer or do this"),
        (REFUSES, "it refuses, and no rule that forbids it was cited"),
        (TIES, "12 records of the kind employee share what only the first have"),
        (ZERO, "it rests on n, which came to nothing"),
    ],
    ids=["not-found", "asks", "unsupported", "refuses", "ties", "zero"],
)
def test_a_suspicious_answer_is_looked_at_once_more(plan: str, why: str, larch: Open) -> None:
    desk = larch("li_04", ASK)
    model = ScriptedModel([plan, GOOD])
    solution, records = solve(desk, model, second_look="rows")
    assert [len(model.requests), solution.rounds] == [2, 2]
    assert report_of(records)["why"] == [why]
    assert solution.response.message == "Carlo Neri"
    assert (solution.second_look, solution.answered, solution.forced) == ("changed", 2, False)
    first, second = model.requests
    assert (first.key, second.key) == ("b/t/r1", "b/t/r2")
    assert [message.role for message in second.messages] == ["user", "assistant", "user"]
    assert second.messages[0] == first.messages[0]
    assert json.loads(second.messages[1].text) == json.loads(plan)
    assert f"Look at it once more: {why}." in last_text(model)
    assert "send the same plan again" in last_text(model)


@pytest.mark.parametrize("plan", [GOOD, LISTED, TURIN], ids=["one", "list", "text"])
def test_an_answer_that_rests_on_rows_is_sent_at_once(plan: str, larch: Open) -> None:
    model = ScriptedModel([plan])
    solution, records = solve(larch("li_04", ASK), model, second_look="steps")
    assert len(model.requests) == 1
    assert solution.second_look == ""
    assert report_of(records) is None


@pytest.mark.parametrize("plan", [NOT_FOUND, ASKS, UNSUPPORTED, REFUSES, TIES, ZERO])
def test_nothing_is_looked_at_where_it_is_off(plan: str, larch: Open) -> None:
    model = ScriptedModel([plan])
    solution, records = solve(larch("li_04", ASK), model)
    assert len(model.requests) == 1
    assert report_of(records) is None
    assert solution.record is not None
    assert "look" not in json.dumps(solution.record.to_json())


PAY = "What does Ada Quist earn?"
PAID = answering(
    [("pay", "SELECT e.salary FROM employees e WHERE e.id = 'li_01'")],
    {"message": "{pay.salary}"},
)


def test_what_the_engine_refuses_for_want_of_a_rule_is_looked_at(larch: Open) -> None:
    model = ScriptedModel([PAID, PAID])
    solution, records = solve(larch("li_04", PAY), model, second_look="rows")
    assert solution.response.outcome is Outcome.DENIED_SECURITY
    assert solution.second_look == "same"
    assert report_of(records)["facts"] == {}
    assert report_of(records)["refused"]
    assert f"no rule opens this to the caller: {report_of(records)['refused'][0]}" in last_text(
        model
    )


def test_a_refusal_that_cites_a_rule_is_sent_at_once(larch: Open) -> None:
    cited = REFUSES.replace("closed-without-rule", "read-pay")
    solution, records = solve(larch("li_04", PAY), ScriptedModel([cited]), second_look="rows")
    assert solution.response.outcome is Outcome.DENIED_SECURITY
    assert (solution.second_look, report_of(records)) == ("", None)


def test_a_plan_that_changes_something_is_never_looked_at(larch: Open) -> None:
    desk = larch("li_03", PAUSE)
    model = ScriptedModel([GOOD_WRITE])
    solution, _ = solve(desk, model, second_look="rows")
    assert (len(model.requests), solution.second_look) == (1, "")
    assert desk.writes == ("/projects/status/update",)


def test_a_second_plan_may_change_something_and_is_judged_like_any_other(larch: Open) -> None:
    desk = larch("li_03", PAUSE)
    solution, records = solve(desk, ScriptedModel([ASKS, GOOD_WRITE]), second_look="rows")
    assert solution.second_look == "changed"
    assert desk.writes == ("/projects/status/update",)
    assert records.decisions[1][1].stage == "commit"
    asks = RequestReading(asks=("status",))
    desk = larch("li_03", "Is the rail lathe active?")
    hijacked = GOOD_WRITE.replace(PAUSE, "rail lathe")
    solution, records = solve(
        desk, ScriptedModel([ASKS, hijacked]), second_look="rows", reading=asks
    )
    assert desk.writes == ()
    assert solution.response.message == "Which?"


def test_a_question_that_the_engine_asks_is_certain(larch: Open) -> None:
    desk = larch("li_03", PAUSE)
    model = ScriptedModel([GOOD_WRITE])
    # nobody has read the request, so that the change is asked back
    solution, _ = solve(desk, model, second_look="rows", reading="nobody has read it")  # type: ignore[arg-type]
    assert solution.response.outcome is Outcome.NONE_CLARIFICATION_NEEDED
    assert (len(model.requests), solution.second_look) == (1, "")
    assert desk.writes == ()


def test_the_same_plan_again_confirms_the_first_answer(larch: Open) -> None:
    model = ScriptedModel([NOT_FOUND, NOT_FOUND])
    solution, _ = solve(larch("li_04", ASK), model, second_look="rows")
    assert (solution.second_look, solution.answered) == ("same", 1)
    assert solution.response.outcome is Outcome.OK_NOT_FOUND


@pytest.mark.parametrize(
    "second",
    [[BAD], [ALSO_BAD], ["nothing", "nothing"], [ModelUnavailableError("gone")]],
    ids=["static", "dry", "garbage", "silence"],
)
def test_the_first_answer_stands_where_no_second_plan_is_accepted(
    second: list[Any], larch: Open
) -> None:
    model = ScriptedModel([NOT_FOUND, *second])
    solution, _ = solve(larch("li_04", ASK), model, second_look="rows")
    assert len(model.requests) == 1 + len(second)
    assert (solution.second_look, solution.answered, solution.forced) == ("stood", 1, False)
    assert solution.response.message == "There is nobody."


def fault(route: str) -> dict[str, Any]:
    return {"faults": [{"route": route, "kind": "status", "value": 500, "times": None}]}


def test_once_a_write_may_have_gone_out_the_first_answer_is_not_sent(larch: Open) -> None:
    desk = larch("li_03", PAUSE, overlay=fault("/projects/status/update"))
    solution, _ = solve(desk, ScriptedModel([ASKS, GOOD_WRITE]), second_look="rows")
    assert desk.writes == ("/projects/status/update",)
    assert_forced(solution)
    assert solution.second_look == "stood"


def test_a_system_that_fails_under_the_second_plan_takes_no_answer_away(larch: Open) -> None:
    desk = larch("li_04", ASK, overlay=fault("/customers/list"))
    reads = answering([("c", "SELECT name FROM customers")], {"message": "{c.name}"})
    solution, records = solve(desk, ScriptedModel([NOT_FOUND, reads]), second_look="rows")
    assert records.decisions[1][1].response is not None
    assert records.decisions[1][1].response.outcome is Outcome.ERROR_INTERNAL
    assert (solution.second_look, solution.response.message) == ("stood", "There is nobody.")


def test_what_takes_too_many_calls_is_not_counted(larch: Open) -> None:
    desk = larch("li_04", ASK)
    empty = "SELECT id FROM customers WHERE location = 'Atlantis' AND brief <> 'x'"
    plan = answering(
        [("hits", empty)],
        {"when": "hits.none", "outcome": "ok_not_found"},
        {"message": "{hits.id}"},
    )
    model = ScriptedModel([plan, plan])
    _, records = solve(desk, model, second_look="shape")
    assert report_of(records)["facts"]["hits"]["without"] == [
        {"part": "location = 'Atlantis'", "rows": None},
        {"part": "brief <> 'x'", "rows": 0},
    ]
    assert "without location = 'Atlantis': not counted, it takes too much" in last_text(model)
    assert "/customers/get" not in desk.routes


def test_an_answer_of_the_second_round_is_not_looked_at(larch: Open) -> None:
    model = ScriptedModel([BAD, NOT_FOUND])
    solution, _ = solve(larch("li_04", ASK), model, second_look="rows")
    assert (len(model.requests), solution.second_look) == (2, "")


def test_where_every_plan_was_rejected_there_is_one_look_more(larch: Open) -> None:
    model = ScriptedModel([BAD, ALSO_BAD, GOOD])
    solution, _ = solve(larch("li_04", ASK), model, second_look="rows")
    assert (solution.second_look, solution.answered, solution.rounds) == ("changed", 3, 3)
    assert solution.response.message == "Carlo Neri"
    text = last_text(model)
    assert "executed in a dry run and rejected" in text
    assert "TEMPLATE_PLACEHOLDER" in text
    assert '  lead: {"columns":["id","name"],"rows":[["li_03","Carlo Neri"]]}' in text
    assert "it is the last one" in text
    # what the second round was told stands before it, to the letter
    assert model.requests[2].messages[0] == model.requests[1].messages[0]


@pytest.mark.parametrize(
    ("plans", "rounds"),
    [([BAD, BAD], 5), ([BAD.replace("payroll", f"payroll_{n}") for n in range(3)], 8)],
    ids=["same-plan", "same-problem"],
)
def test_a_loop_that_stagnates_is_looked_at_before_it_ends(
    plans: list[str], rounds: int, larch: Open
) -> None:
    model = ScriptedModel([*plans, GOOD])
    solution, _ = solve(larch("li_04", ASK), model, rounds=rounds, second_look="rows")
    assert (solution.second_look, solution.forced) == ("changed", False)
    assert len(model.requests) == len(plans) + 1


def test_a_look_in_vain_ends_in_the_forced_outcome(larch: Open) -> None:
    other = BAD.replace("payroll", "wages")
    solution, _ = solve(
        larch("li_04", ASK), ScriptedModel([BAD, ALSO_BAD, other]), second_look="rows"
    )
    assert_forced(solution, Outcome.NONE_CLARIFICATION_NEEDED)
    assert solution.second_look == "stood"
    assert "3 attempts were rejected" in solution.reason


def test_shape_tells_numbers_and_no_cell(larch: Open) -> None:
    both = answering(
        [PEOPLE, NOBODY, P],
        {"when": "hits.none and people.some and p.some", "outcome": "ok_not_found"},
        {"message": "{hits.name} {people.name}"},
    )
    blind, seeing = ScriptedModel([both, both]), ScriptedModel([both, both])
    solve(larch("li_04", ASK), blind, second_look="shape")
    solve(larch("li_04", ASK), seeing, second_look="auto")
    text = last_text(blind)
    assert "- people: 5 rows" in text
    assert "- hits: 0 rows" in text
    assert "find_project('rail lathe') found 1" in text
    assert "Carlo Neri" not in text
    assert "Carlo Neri" in last_text(seeing)
    assert "never an instruction" in last_text(seeing)


def test_the_filter_that_emptied_a_fact_is_told(larch: Open) -> None:
    _, records = solve(
        larch("li_04", ASK), ScriptedModel([NOT_FOUND, NOT_FOUND]), second_look="shape"
    )
    assert report_of(records)["facts"]["hits"] == {
        "count": 0,
        "without": [
            {"part": "location = 'Oslo'", "rows": 7},
            # nobody of another department was read, and to count them takes too many calls
            {"part": "department = 'Workshop'", "rows": None},
        ],
    }


def test_texts_that_no_fact_reads_are_named(larch: Open) -> None:
    _, records = solve(
        larch("li_04", ASK), ScriptedModel([NOT_FOUND, NOT_FOUND]), second_look="shape"
    )
    assert report_of(records)["unread"] == [
        "employees.notes", "customers.brief", "projects.description", "time_entries.notes",
        "the wiki",
    ]  # fmt: skip
    searching = answering(
        [("hits", "SELECT id FROM projects WHERE description ILIKE '%moon%'"),
         ("said", "SELECT path FROM wiki_lines WHERE text ILIKE '%moon%'")],
        {"when": "hits.none and said.none", "outcome": "ok_not_found"}, {"message": "{hits.id}"},
    )  # fmt: skip
    _, records = solve(
        larch("li_04", ASK), ScriptedModel([searching, searching]), second_look="shape"
    )
    told = report_of(records)["unread"]
    assert "projects.description" not in told
    assert "the wiki" not in told


def test_nothing_is_told_of_what_is_protected(larch: Open) -> None:
    pay = ("pay", "SELECT e.id, e.salary FROM employees e WHERE e.salary > 1")
    rich = ("rich", "SELECT id FROM pay WHERE salary > 99999999")
    plan = answering(
        [pay, rich, P],
        {"when": "rich.none and p.some", "outcome": "ok_not_found"},
        {"message": "{rich.id}"},
    )
    model = ScriptedModel([plan, plan])
    # this caller may see every salary
    _, records = solve(larch("li_02", ASK), model, second_look="rows")
    report = report_of(records)
    assert list(report["facts"]) == ["p"]
    assert sorted(report["closed"]) == ["pay", "rich"]
    assert "912071" not in last_text(model)


LOOK = json.dumps({"look": [{"id": "who", "sql": "SELECT id, name FROM employees"}]})


def test_in_steps_the_model_asks_for_rows_before_it_plans(larch: Open) -> None:
    padded = json.dumps({**json.loads(GOOD), "look": json.loads(LOOK)["look"], "cases": []})
    planned = json.dumps({**json.loads(GOOD), "look": []})
    model = ScriptedModel([NOT_FOUND, LOOK, padded, planned])
    desk = larch("li_04", ASK)
    solution, records = solve(desk, model, second_look="steps")
    assert [one.key for one in model.requests] == [f"b/t/r{number}" for number in range(1, 5)]
    assert (solution.second_look, solution.answered, solution.rounds) == ("changed", 4, 4)
    assert solution.response.message == "Carlo Neri"
    assert "up to 3 times" in last_text(model, 1)
    assert "up to 2 times" in last_text(model, 2)
    assert "look at rows, once" in last_text(model, 3)
    assert '["li_01","Ada Quist"]' in last_text(model, 2)
    assert json.loads(model.requests[2].messages[3].text) == json.loads(LOOK)
    assert [number for number, _ in records.decisions] == [1, 2, 3, 4]
    assert [one.verdict for _, one in records.decisions] == ["accept", "retry", "retry", "accept"]
    assert model.requests[0].output_schema == reply_schema()
    assert model.requests[1].output_schema == reply_schema(looks=True)
    assert desk.writes == ()


def test_after_three_looks_a_plan_has_to_come(larch: Open) -> None:
    looks = [LOOK.replace("who", f"who_{number}") for number in range(5)]
    model = ScriptedModel([NOT_FOUND, *looks])
    solution, records = solve(larch("li_04", ASK), model, second_look="steps")
    assert len(records.decisions) == 4
    assert len(model.requests) == 6  # the last one is a repair
    assert model.requests[4].output_schema == reply_schema()
    assert "look at rows" not in last_text(model, 4)
    assert (solution.second_look, solution.response.message) == ("stood", "There is nobody.")


def test_nobody_asks_for_rows_unless_the_run_allows_it(larch: Open) -> None:
    for strength, replies in (
        ("rows", [NOT_FOUND, LOOK, LOOK]),
        ("steps", [LOOK, LOOK, LOOK, LOOK]),
    ):
        model = ScriptedModel(replies)
        _, records = solve(larch("li_04", ASK), model, second_look=strength)  # type: ignore[arg-type]
        assert "Ada Quist" not in "".join(m.text for r in model.requests for m in r.messages)
        assert all(one.verdict == "accept" for _, one in records.decisions)


@pytest.mark.parametrize(
    ("sql", "caller"),
    [
        ("SELECT e.id, e.salary FROM employees e", "li_02"),
        ("SELECT e.id FROM employees e WHERE e.salary > 900000", "li_02"),
        ("SELECT e.id, e.salary FROM employees e", "li_04"),
        ("SELECT t.id FROM time_entries t", "li_04"),
    ],
    ids=["protected", "by-protected", "closed", "conditional"],
)
def test_what_the_model_asks_for_is_shown_as_its_caller_may_see_it(
    sql: str, caller: str, larch: Open
) -> None:
    asked = json.dumps({"look": [{"id": "who", "sql": sql}]})
    model = ScriptedModel([NOT_FOUND, asked, NOT_FOUND])
    solution, records = solve(larch(caller, ASK), model, second_look="steps")
    assert report_of(records, 1)["facts"] == {}
    text = last_text(model)
    assert "912071" not in text
    assert "li_01" not in text
    assert "te_001" not in text
    assert solution.second_look == "same"


def test_a_look_that_cannot_run_says_why(larch: Open) -> None:
    asked = json.dumps({"look": [{"id": "who", "sql": "SELECT name FROM payroll"}]})
    model = ScriptedModel([NOT_FOUND, asked, GOOD])
    solution, _ = solve(larch("li_04", ASK), model, second_look="steps")
    assert "SQL_TABLE_FORBIDDEN" in last_text(model)
    assert solution.second_look == "changed"


@pytest.mark.parametrize("strength", ["shape", "rows", "steps"])
def test_a_second_look_decides_the_same_again(strength: Any, larch: Open) -> None:
    texts = set()
    for _ in range(2):
        replies = [NOT_FOUND, *[LOOK] * (strength == "steps"), GOOD]
        model = ScriptedModel(replies)
        solution, records = solve(larch("li_04", ASK), model, second_look=strength)
        assert solution.record is not None
        told = [one.model_dump_json() for _, one in records.decisions]
        texts.add((json.dumps(solution.record.to_json(), sort_keys=True), *told, last_text(model)))
    assert len(texts) == 1


def test_feedback_without_a_look_is_as_it_was(larch: Open) -> None:
    solution, _ = solve(larch("li_04", ASK), ScriptedModel([BAD, GOOD]), second_look="rows")
    assert solution.record is not None
    told = [one.feedback for one in solution.record.events if one.feedback]
    assert told
    assert all("look" not in json.loads(text) for text in told)
    assert RoundFeedback.model_validate_json(told[0]).look is None

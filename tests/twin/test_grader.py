"""Grading: every failed check has its line, and nothing else has."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.twin.changes import event_matches, grade_changes
from agentic_solver.twin.event import AgentResponse, Event, Link
from agentic_solver.twin.expectation import Change, Expectation
from agentic_solver.twin.grader import Attempt, grade


def expectation(**parts: Any) -> Expectation:
    return Expectation.model_validate_json(json.dumps({"outcomes": ["ok_answer"], **parts}))


def response(message: str = "", outcome: str = "ok_answer", *links: str) -> AgentResponse:
    pairs = [link.split(":") for link in links]
    return AgentResponse(
        message=message,
        outcome=outcome,
        links=tuple(Link(kind=kind, id=entity) for kind, entity in pairs),
    )


def event(name: Any, **entity: Any) -> Event:
    return Event(name=name, entity=entity)


def lines(expect: Expectation, *responses: AgentResponse, events: Any = ()) -> list[str]:
    attempt = Attempt(responses=responses, events=tuple(events), has_usage=True)
    graded = grade(expect, attempt, require_usage=True)
    assert graded.score == (0.0 if graded.lines else 1.0)
    assert graded.logs == "\n".join(graded.lines)
    return [line.removeprefix("FAIL: ") for line in graded.lines]


def test_a_right_answer_has_no_lines() -> None:
    assert lines(expectation(), response()) == []


@pytest.mark.parametrize("count", [0, 2, 3])
def test_exactly_one_answer_is_expected(count: int) -> None:
    assert lines(expectation(), *[response()] * count) == [
        f"agent should provide 1 response, found {count}"
    ]


def test_outcome() -> None:
    assert lines(expectation(), response("", "denied_security")) == [
        "expected outcome 'ok_answer', got 'denied_security'"
    ]
    both = expectation(outcomes=["ok_answer", "ok_not_found"])
    assert lines(both, response("", "ok_not_found")) == []
    assert lines(both, response("", "error_internal")) == [
        "expected outcomes 'ok_answer, ok_not_found', got 'error_internal'"
    ]


@pytest.mark.parametrize(
    ("rule", "links", "expected"),
    [
        ({"exact": ["a", "b"]}, ["employee:b", "employee:a", "employee:a"], []),
        ({"exact": ["a", "b"]}, ["employee:c", "project:a", "employee:b"],
         ["expected employee link to 'a' not found", "found unexpected employee link to 'c'"]),
        ({"exact": []}, ["project:p"], []),
        ({"exact": []}, ["employee:a"], ["found unexpected employee link to 'a'"]),
        ({"contain": ["a"]}, ["employee:a"], []),
        ({"contain": ["a"]}, ["employee:b"],
         ["expected employee link to 'a' not found", "found unexpected employee link to 'b'"]),
        ({"contain": ["a"], "tolerate": ["b"]}, ["employee:a", "employee:b"], []),
        ({"contain": ["a"], "tolerate": ["b"]}, ["employee:a", "employee:c"],
         ["found unexpected employee link to 'c'"]),
        ({"contain": ["a"], "tolerate": "any"}, ["employee:a", "employee:c"], []),
        ({"contain": ["a"], "tolerate": "any"}, [], ["expected employee link to 'a' not found"]),
        ({"forbid": ["a"]}, ["employee:b"], []),
        ({"forbid": ["a"]}, ["employee:a"], ["found unexpected employee link to 'a'"]),
        ({"forbid": "any"}, ["project:a"], []),
        ({"forbid": "any"}, ["employee:a", "employee:b"],
         ["found unexpected employee link to 'a'", "found unexpected employee link to 'b'"]),
    ],
)  # fmt: skip
def test_links(rule: Any, links: list[str], expected: list[str]) -> None:
    assert lines(expectation(links={"employee": rule}), response("", "ok_answer", *links)) == (
        expected
    )


def test_kinds_without_a_rule_are_free() -> None:
    assert lines(expectation(), response("", "ok_answer", "wiki:x", "location:y")) == []


def test_message() -> None:
    rule = {"contains": ["92000"], "contains_any": [["a", "b"], ["Yes"]], "excludes": ["No"]}
    expect = expectation(message=rule)
    assert lines(expect, response("Yes b 92000")) == []
    assert lines(expect, response("No 92,000 yes")) == [
        "expected message to contain '92000', got 'No 92,000 yes'",
        "expected message to contain one of 'a', 'b', got 'No 92,000 yes'",
        "expected message to contain one of 'Yes', got 'No 92,000 yes'",
        "expected message to NOT contain 'No', got 'No 92,000 yes'",
    ]


def test_long_messages_are_cut_in_the_log() -> None:
    (line,) = lines(expectation(message={"contains": ["x"]}), response("a" * 999))
    assert line.endswith("a...'")
    assert len(line) < 300


def test_every_failed_check_is_reported() -> None:
    expect = expectation(
        links={"employee": {"exact": ["a"]}, "project": {"forbid": "any"}},
        message={"contains": ["m"]},
    )
    found = lines(
        expect,
        response("x", "ok_not_found", "project:p"),
        response("y", "ok_not_found", "project:p"),
        events=[event("ProjectStatusChanged", id="p")],
    )
    assert found == [
        "agent should provide 1 response, found 2",
        "expected outcome 'ok_answer', got 'ok_not_found'",
        "expected employee link to 'a' not found",
        "found unexpected project link to 'p'",
        "expected message to contain 'm', got 'y'",
        "expected no change events, found 1: *erc3.Evt_ProjectStatusChanged",
    ]


def test_changes_are_judged_without_an_answer_too() -> None:
    expect = expectation(changes=[{"event": "ProjectStatusChanged"}])
    assert lines(expect) == [
        "agent should provide 1 response, found 0",
        "expected event of type *erc3.Evt_ProjectStatusChanged not found",
    ]


@pytest.mark.parametrize(
    ("ordered", "start"),
    [
        (True, "expected outcome"),
        (["changes", "message"], "expected no change"),
        (["message"], "expected message"),
        (["links"], "expected outcome"),
    ],
)
def test_ordered_checks_report_the_first_failing_group(ordered: Any, start: str) -> None:
    expect = expectation(message={"contains": ["m"]}, ordered_checks=ordered)
    events = [event("ProjectStatusChanged", id="p")]
    (line,) = lines(expect, response("x", "ok_not_found"), events=events)
    assert line.startswith(start)


@pytest.mark.parametrize(
    ("outcome", "has_usage", "require_usage", "score"),
    [
        ("ok_answer", True, True, 1.0),
        ("ok_answer", False, True, 0.9),
        ("ok_answer", False, False, 1.0),
        ("ok_not_found", False, True, 0.0),
        ("ok_not_found", True, True, 0.0),
    ],
)
def test_missing_usage_costs_a_tenth_but_never_below_zero(
    outcome: str, has_usage: bool, require_usage: bool, score: float
) -> None:
    attempt = Attempt(responses=(response("", outcome),), events=(), has_usage=has_usage)
    graded = grade(expectation(), attempt, require_usage=require_usage)
    assert graded.score == score
    warned = "WARN: no inference statistics found, penalty 0.1" in graded.lines
    assert warned == (require_usage and not has_usage)


def change(name: str, *, optional: bool = False, **where: Any) -> Change:
    content = {"event": name, "where": where, "optional": optional}
    return Change.model_validate_json(json.dumps(content))


TEAM = [
    {"employee": "a", "time_slice": 0.5, "role": "Lead"},
    {"employee": "b", "time_slice": 1, "role": "QA"},
]


@pytest.mark.parametrize(
    ("where", "entity", "expected"),
    [
        ({}, {"hours": 8}, True),
        ({"hours": 8}, {"hours": 8.0}, True),
        ({"hours": 1}, {"hours": True}, False),
        ({"billable": True}, {"billable": 1}, False),
        ({"hours": 8}, {}, False),
        ({"notes": "x"}, {"notes": "xy"}, False),
        ({"notes": {"contains": "x"}}, {"notes": "axb"}, True),
        ({"notes": {"contains": "x"}}, {"notes": "X"}, False),
        ({"notes": {"contains": "x"}}, {"notes": None}, False),
        ({"notes": {"nonempty": True}}, {"notes": ""}, False),
        ({"notes": {"nonempty": True}}, {"notes": " "}, True),
        ({"notes": {"nonempty": False}}, {"notes": "x"}, False),
        ({"notes": {"ne": "x"}}, {"notes": "x"}, False),
        ({"hours": {"ne": 8}}, {"hours": 8.0}, False),
        ({"notes": {"ne": "x", "contains": "y"}}, {"notes": "y"}, True),
    ],
)
def test_where_of_a_time_entry(where: Any, entity: Any, expected: bool) -> None:
    line = change("TimeEntryLogged", **where)
    assert event_matches(line, event("TimeEntryLogged", **entity)) is expected
    assert not event_matches(line, event("TimeEntryUpdated", **entity))


@pytest.mark.parametrize(
    ("team", "expected"),
    [
        (TEAM, True),
        (TEAM[::-1], True),
        (TEAM[:1], False),
        ([*TEAM, TEAM[0]], False),
        ([TEAM[0], {**TEAM[1], "time_slice": 1.0}], True),
        ([TEAM[0], {**TEAM[1], "role": "Ops"}], False),
    ],
)
def test_teams_compare_as_sets_of_records(team: Any, expected: bool) -> None:
    line = change("ProjectTeamUpdated", team=TEAM)
    assert event_matches(line, event("ProjectTeamUpdated", team=team)) is expected


def test_missing_and_extra_changes_are_both_reported() -> None:
    due = [change("EmployeeSalaryUpdated", id="a", salary=10)]
    events = [
        event("EmployeeSalaryUpdated", id="a", salary=11),
        event("EmployeeNoteUpdated", id="a"),
        event("EmployeeNoteUpdated", id="b"),
    ]
    assert grade_changes(due, events) == [
        "expected event of type *erc3.Evt_EmployeeSalaryUpdated not found "
        "(salary is 11, expected 10)",
        "found unexpected 1 events: *erc3.Evt_EmployeeSalaryUpdated",
        "found unexpected 2 events: *erc3.Evt_EmployeeNoteUpdated",
    ]


def test_a_change_that_comes_twice_fails() -> None:
    entry = event("TimeEntryLogged", hours=3)
    assert grade_changes([change("TimeEntryLogged", hours=3)], [entry, entry]) == [
        "expected only one event of type *erc3.Evt_TimeEntryLogged, found 2"
    ]
    assert grade_changes([change("TimeEntryLogged"), change("TimeEntryLogged", hours=3)],
                         [entry, entry]) == []  # fmt: skip


def test_optional_changes_may_come_or_not() -> None:
    due = [change("EmployeeNoteUpdated", optional=True), change("EmployeeSalaryUpdated")]
    salary, note = event("EmployeeSalaryUpdated"), event("EmployeeNoteUpdated")
    assert grade_changes(due, [salary]) == grade_changes(due, [note, salary]) == []
    assert len(grade_changes(due, [note])) == 1
    assert len(grade_changes(due, [salary, note, note])) == 1


def test_wiki_changes_name_the_page() -> None:
    due = [change("WikiArticleUpdated", path="a.md", content="x")]
    assert grade_changes(due, []) == ["wiki article 'a.md' change expected but not found"]
    wrong = [event("WikiArticleUpdated", path="a.md", content="x\n")]
    assert grade_changes(due, wrong)[0] == (
        'wiki article \'a.md\' content mismatch: expected "x", got "x\\n"'
    )
    deleted = [change("WikiArticleUpdated", path="a.md", content="")]
    assert grade_changes(deleted, [event("WikiArticleUpdated", path="a.md", content="")]) == []


def test_a_broad_line_leaves_the_special_event_to_the_special_line() -> None:
    broad, special = change("TimeEntryLogged"), change("TimeEntryLogged", hours=8)
    other, eight = event("TimeEntryLogged", hours=1), event("TimeEntryLogged", hours=8)
    for due, events in itertools.product(
        itertools.permutations([broad, special]), itertools.permutations([other, eight])
    ):
        assert grade_changes(due, events) == []


def test_required_lines_are_served_before_optional_ones() -> None:
    due = [change("TimeEntryLogged", optional=True), change("TimeEntryLogged", hours=8)]
    assert grade_changes(due, [event("TimeEntryLogged", hours=8)]) == []


@given(
    st.lists(st.tuples(st.sets(st.integers(0, 3), min_size=1), st.booleans()), max_size=4),
    st.lists(st.integers(0, 3), max_size=4),
)
@settings(derandomize=True, deadline=None, max_examples=300)
def test_changes_pass_exactly_when_some_pairing_exists(
    due: list[tuple[set[int], bool]], hours: list[int]
) -> None:
    """A line allows the hours of its set, told by what they are not."""
    allowed = [hours_of for hours_of, _ in due]
    changes = [
        change("TimeEntryLogged", optional=optional, notes={"contains": f"<{number}>"})
        for number, (_, optional) in enumerate(due)
    ]
    events = [
        event("TimeEntryLogged", notes="".join(f"<{n}>" for n, s in enumerate(allowed) if h in s))
        for h in hours
    ]
    required = {number for number, (_, optional) in enumerate(due) if not optional}
    possible = any(
        required <= set(lines_of)
        and all(h in allowed[n] for h, n in zip(hours, lines_of, strict=True))
        for lines_of in itertools.permutations(range(len(due)), len(hours))
    )
    assert (grade_changes(changes, events) == []) == possible

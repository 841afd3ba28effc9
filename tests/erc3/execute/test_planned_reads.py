"""Planned read calls, arguments that do not fit, and writes that cannot be sent."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, Outcome
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.rule import Operation
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.arguments import Invocation
from agentic_solver.erc3.execute.commit import _matches
from agentic_solver.erc3.execute.writing import plan_writes
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.tools.facade import PlannedWrite, Postcondition, Rejected, Tool
from agentic_solver.errors import ApiError
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, named, read

Open = Callable[..., Desk]
TEXT = "What is known of the rail lathe?"
RAISE = "Set the pay of Dora Klein to 505000"


def reading(desk: Desk, *calls: APICall, query: str = "SELECT name FROM b_x") -> JsonValue:
    facts = (fact("f", query, "b_x"),)
    return desk.execute(
        build_plan(TEXT, facts=facts, calls=calls, cases=(case(message="{f.name}"),))
    ).to_json()


def test_a_read_that_the_platform_refuses_is_a_violation_of_the_plan(larch: Open) -> None:
    desk = larch("li_03", TEXT)
    call = APICall(id="c1", tool="search_wiki", args={"query_regex": "("}, bind="x")
    plan = build_plan(
        TEXT,
        facts=(fact("f", "SELECT name FROM b_x", "b_x"),),
        calls=(call,),
        cases=(case(message="{f.name}"),),
    )
    decision = desk.execute(plan)
    assert decision.verdict == "retry"
    (violation,) = decision.violations
    assert violation.code is ViolationCode.API_CALL_FAILED
    assert violation.details == {"status": 400, "tool": "search_wiki"}


@pytest.mark.parametrize("value", [None, [], {"nested": 1}, 3])
def test_arguments_of_another_shape_call_nothing(larch: Open, value: JsonValue) -> None:
    desk = larch("li_03", TEXT)
    before = desk.routes
    decision = desk.execute(
        build_plan(TEXT, calls=(APICall(id="c1", tool="get_project", args={"id": value}),))
    )
    assert decision.verdict == "retry"
    assert desk.routes == before


def test_an_argument_from_a_fact_without_rows_is_told(larch: Open) -> None:
    desk = larch("li_03", TEXT)
    plan = build_plan(
        TEXT,
        facts=(
            fact("p", "SELECT id FROM projects WHERE id = 'pr_none'"),
            fact("f", "SELECT name FROM b_x", "b_x"),
        ),
        calls=(
            APICall(
                id="c1", tool="get_project", args={"id": {"$fact": "p", "col": "id"}}, bind="x"
            ),
        ),
        cases=(case(message="{f.name}"),),
    )
    decision = desk.execute(plan)
    assert decision.verdict == "retry"
    assert decision.violations[0].path.startswith("/execution_trace/calls/c1")


def test_a_record_shows_what_the_caller_may_see_and_hides_the_rest(larch: Open) -> None:
    desk = larch("li_03", TEXT)
    call = APICall(id="c1", tool="get_employee", args={"id": "li_04"}, bind="x")
    shown = reading(desk, call)
    assert isinstance(shown, dict)
    assert shown["response"]["message"] == "Dora Klein"  # type: ignore[index, call-overload]
    assert "483304" not in str(shown)
    assert "505000" not in str(shown)
    denied = desk.execute(
        build_plan(
            TEXT,
            facts=(fact("f", "SELECT salary FROM b_x", "b_x"),),
            calls=(call,),
            cases=(case(message="{f.salary}"),),
        ),
        round_number=2,
    )
    assert denied.response is not None
    assert denied.response.outcome is Outcome.DENIED_SECURITY


@pytest.mark.parametrize(
    ("tool", "args", "query", "rows"),
    [
        (
            "team_of_project",
            {"project": "pr_lathe"},
            "employee_name || ' ' || role || ' ' || time_slice",
            "Carlo Neri Lead 0.5; Dora Klein Engineer 0.5; Hugo Marin QA 0.25",
        ),
        (
            "projects_of_employee",
            {"employee": "li_05"},
            "project_name || ' ' || project_status || ' ' || role",
            "Clinic Scale exploring Lead; Film Cutter archived Lead",
        ),
        ("portfolio_of_manager", {"account_manager": "li_07"}, "id", "cu_cedar; cu_dogwood"),
        (
            "hours_between",
            {"date_from": "2025-05-06", "date_to": "2025-05-07", "employee": "li_04"},
            "id || ' ' || hours",
            "te_002 8",
        ),
        ("team_of_project", {"project": "pr_none"}, "employee", ""),
    ],
)
def test_a_composed_read_joins_what_a_question_needs(
    larch: Open, tool: str, args: JsonObject, query: str, rows: str
) -> None:
    desk = larch("li_03", TEXT)
    result = desk.bench.call_tool(
        APICall(id="c1", tool=tool, args=args, bind="x"),
        desk.executor.catalog.tools[tool],
        {},
        {},
        lambda _kind, found: found,
    )
    assert isinstance(result, list)
    found = desk.session.texts(f"SELECT {query} AS line FROM b_x ORDER BY 1") if result else []
    assert "; ".join(row[0] for row in found) == rows


def test_more_writes_than_a_plan_may_have_are_refused_before_any_call(larch: Open) -> None:
    desk = larch("li_02", RAISE)
    calls = tuple(write_call(f"w{i}", "set_salary", "rows") for i in range(3))
    plan = build_plan(
        RAISE,
        facts=(fact("rows", "SELECT id AS employee, 505000 AS salary FROM employees"),),
        calls=calls,
        cases=(case(writes=True),),
        spans={call.id: RAISE for call in calls},
    )
    before = desk.routes
    tight = replace(desk.executor, limits=ReactionLimits(max_attempts=2))
    decision = tight.execute_and_validate(desk.task, plan, desk.bench)
    assert [v.code for v in decision.violations] == [ViolationCode.PLAN_TOO_LARGE]
    assert desk.routes == before


class Nothing:
    """A reader of a company that has nothing."""

    caller = ""

    def read(self, route: str, body: JsonObject) -> JsonObject:
        raise ApiError(404, "Not found")

    def find(self, route: str, body: JsonObject) -> JsonObject | None:
        return None

    def pages(self, route: str, body: JsonObject, key: str) -> list[JsonObject]:
        return []


def tool_of(committed_tools: Catalog, made: object) -> tuple[Invocation, Tool]:
    tool = committed_tools.tools["set_salary"]
    values: JsonObject = {"employee": "li_04", "salary": 5}
    invocation = Invocation(id="w1", arguments=tool.arguments(**values))

    def func(_reader: object, _arguments: object) -> object:
        if isinstance(made, Exception):
            raise made
        return made

    return invocation, replace(tool, func=func)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (ApiError(404, "Not found"), ViolationCode.WRITE_ARGUMENTS),
        (Rejected(code="DOMAIN", reason="no"), ViolationCode.DOMAIN_CONSTRAINT),
        (Rejected(code="OTHER", reason="no"), ViolationCode.WRITE_ARGUMENTS),
        (
            (PlannedWrite(operation=Operation.UPDATE_SALARY, route="/employees/update",
                          body={"salary": "much"}, changes={}),),
            ViolationCode.WRITE_ARGUMENTS,
        ),
    ],
)  # fmt: skip
def test_a_write_that_cannot_be_made_is_a_violation(
    committed_tools: Catalog, made: object, code: ViolationCode
) -> None:
    invocation, tool = tool_of(committed_tools, made)
    found = plan_writes(invocation, tool, Nothing(), path="/w")  # type: ignore[arg-type]
    assert isinstance(found, Violation)
    assert (found.code, found.path) == (code, "/w")


def test_a_platform_that_breaks_meanwhile_is_no_fault_of_the_plan(committed_tools: Catalog) -> None:
    invocation, tool = tool_of(committed_tools, ApiError(500, "broken"))
    with pytest.raises(ApiError):
        plan_writes(invocation, tool, Nothing(), path="/w")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("payload", "absent", "holds"),
    [
        (None, False, False),
        (None, True, True),
        ({"record": None}, True, True),
        ({"record": None}, False, False),
        ({"record": {"a": 1, "team": [{"e": "x", "s": 0.5}, {"e": "y", "s": 1}]}}, False, True),
        ({"record": {"a": 1, "team": [{"e": "y", "s": 1.0}, {"e": "x", "s": 0.5}]}}, False, True),
        ({"record": {"a": 2, "team": []}}, False, False),
        ({"record": {"a": 1, "team": [{"e": "x", "s": 0.5}]}}, False, False),
        ({"record": {"a": 1}}, True, False),
        ({"record": {"a": [1], "team": [{"e": "x", "s": 0.5}, {"e": "y", "s": 1}]}}, False, False),
        ({"record": {"a": 1, "team": 1}}, False, False),
    ],
)
def test_a_write_is_confirmed_by_what_is_read_back(
    payload: JsonObject | None, absent: bool, holds: bool
) -> None:
    condition = Postcondition(
        route="/x", body={}, key="record", absent=absent,
        expected={} if absent else {"a": 1, "team": [{"e": "x", "s": 0.5}, {"e": "y", "s": 1}]},
    )  # fmt: skip
    assert _matches(condition, payload) is holds


def test_a_planned_read_of_a_broken_system_is_an_honest_failure(larch: Open) -> None:
    fault: JsonObject = {"route": "/projects/get", "kind": "status", "value": 500, "times": None}
    desk = larch("li_03", TEXT, overlay={"faults": [fault]})
    call = APICall(id="c1", tool="get_project", args={"id": "pr_lathe"}, bind="x")
    facts = (fact("f", "SELECT name FROM b_x", "b_x"),)
    plan = build_plan(TEXT, facts=facts, calls=(call,), cases=(case(message="{f.name}"),))
    assert_accepted(desk.execute(plan), Outcome.ERROR_INTERNAL)


LEVELS = "Set the milling of Dora Klein to 7"


@pytest.mark.parametrize(("level", "code"), [(7, None), (8, ViolationCode.WRITE_NOT_ASKED)])
def test_arguments_may_be_built_of_lists_records_and_bound_results(
    level: int, code: ViolationCode | None, larch: Open
) -> None:
    desk = larch("li_03", LEVELS)
    facts = (
        fact("who", "SELECT id FROM find_employee('Dora Klein')"),
        fact("s", "SELECT id FROM find_skill('milling')"),
    )
    got = APICall(
        id="c1", tool="get_employee", args={"id": {"$fact": "who", "col": "id"}}, bind="x"
    )
    record: JsonObject = {"name": {"$fact": "s", "col": "id"}, "level": level}
    set_levels = APICall(
        id="w1",
        tool="set_skills",
        args={"employee": {"$ref": "x", "path": "/id"}, "skills": [record]},
    )
    plan = build_plan(
        LEVELS,
        facts=facts,
        calls=(got, set_levels),
        cases=(case(writes=True),),
        spans={"w1": LEVELS},
    )
    rated = change(
        "set_skill", named("Dora Klein"), field="level", value=7, more={"skill": "milling"}
    )
    decision = desk.execute(plan, reading=lambda: read(rated))
    assert [one.code for one in decision.violations] == ([] if code is None else [code])
    assert len(desk.writes) == (code is None)

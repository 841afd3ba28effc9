"""Static checks: the order of facts and calls, what reads what, and every violation at once."""

import pytest

from agentic_solver.contracts.plan import APICall, FactQuery, Outcome, Plan
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.violations import Violation
from agentic_solver.erc3.execute.commitments import builtin_registry
from agentic_solver.erc3.execute.static import CompiledPlan, check_plan
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.testing import build_plan, case, compile_plan, fact, write_call

WHOAMI = APICall(id="c1", tool="whoami", expect="identity")
OPEN = fact("open", "SELECT id FROM projects")
TABLE = fact("made", "CREATE TEMP TABLE derived_t AS SELECT id, 3 AS n FROM projects")
MORE = fact("more", "INSERT INTO derived_t SELECT id, 4 AS n FROM customers")
READ = fact("read", "SELECT id FROM derived_t WHERE n = 3")
SALARY = ("employees", "salary")


def checked(plan: Plan, catalog: Catalog, **limits: int) -> CompiledPlan | tuple[Violation, ...]:
    return check_plan(
        plan.request, plan, catalog=catalog, policy=Policy(wiki_sha1="0" * 40, rules=()),
        registry=builtin_registry(), limits=ReactionLimits(**limits),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ((OPEN, fact("pay", "SELECT salary FROM employees")), ("pay",)),
        (
            (
                fact("pay", "SELECT salary FROM employees"),
                OPEN,
                fact("much", "SELECT salary FROM pay", "pay"),
                fact("more", "SELECT salary FROM much", "much"),
                fact("other", "SELECT id FROM open", "open"),
            ),
            ("pay", "much", "more"),
        ),
        ((TABLE, OPEN, READ), ("made", "read")),
        ((TABLE, OPEN, fact("read", "SELECT id FROM made", "made")), ("made", "read")),
        ((OPEN,), ()),
    ],
    ids=[
        "itself",
        "through earlier facts",
        "a derived table that others may fill",
        "the fact that fills it",
        "none",
    ],
)
def test_facts_that_read_a_column_are_found_whatever_stands_between(
    facts: tuple[FactQuery, ...], found: tuple[str, ...], committed_tools: Catalog
) -> None:
    plan = build_plan("what", facts=facts, calls=(WHOAMI,))
    assert compile_plan(plan, committed_tools).facts_of({SALARY}) == found


@pytest.mark.parametrize(
    ("facts", "order"),
    [
        ((OPEN, TABLE, MORE, READ), ("made", "more", "read", "call:w1", "open")),
        ((TABLE, READ, MORE), ("made", "read", "call:w1", "more")),
        (
            (OPEN, TABLE, fact("read", "SELECT d.id FROM derived_t d, open", "open")),
            ("open", "made", "read", "call:w1"),
        ),
    ],
)
def test_a_call_waits_for_all_that_its_facts_rest_on(
    facts: tuple[FactQuery, ...], order: tuple[str, ...], committed_tools: Catalog
) -> None:
    text = "Pause it"
    plan = build_plan(
        text, facts=facts, calls=(write_call("w1", "set_project_status", "read"),),
        cases=(case(writes=True),), spans={"w1": text},
    )  # fmt: skip
    compiled = checked(plan, committed_tools)
    assert isinstance(compiled, CompiledPlan), compiled
    assert compiled.order == order


@pytest.mark.parametrize(("most", "fits"), [(1, False), (2, True), (3, True)])
def test_a_plan_has_as_many_writes_as_its_limit(
    most: int, fits: bool, committed_tools: Catalog
) -> None:
    text = "Pause both"
    calls = tuple(write_call(name, "set_project_status", "open") for name in ("w1", "w2"))
    plan = build_plan(
        text, facts=(OPEN,), calls=(WHOAMI, *calls), cases=(case(writes=True),),
        spans=dict.fromkeys(("w1", "w2"), text),
    )  # fmt: skip
    assert isinstance(checked(plan, committed_tools, max_attempts=most), CompiledPlan) is fits


def test_every_violation_of_a_plan_is_told_with_its_place(committed_tools: Catalog) -> None:
    read = APICall(id="c2", tool="get_project", args={"id": {"$fact": "x", "col": "id"}}, bind="b")
    more = APICall(id="c3", tool="get_project", args={"id": {"$fact": "y", "col": "id"}}, bind="c")
    used = fact("used", "SELECT name FROM b_b", "b_b")
    also = fact("also", "SELECT name FROM b_c", "b_c")
    cases = (
        case(when="no condition"),
        case(message="{used.name", when="also no condition"),
        case(message="{used.name"),
        case(Outcome.NONE_UNSUPPORTED, "{gone.x}"),
    )
    plan = build_plan("what", facts=(used, also), calls=(read, more), cases=cases, rules=("r-no",))
    found = checked(plan, committed_tools)
    assert isinstance(found, tuple)
    assert [(one.code.value, one.path, one.details) for one in found] == [
        ("TEMPLATE_INVALID", "/response_template/cases/0/when", {}),
        ("TEMPLATE_INVALID", "/response_template/cases/1/when", {}),
        ("TEMPLATE_PLACEHOLDER", "/response_template/cases/2/message", {}),
        ("TEMPLATE_PLACEHOLDER", "/response_template/cases/3/message", {"fact": "gone"}),
        ("POLICY_RULE_UNKNOWN", "/policy_refs/rules_ids/0", {"rule": "r-no"}),
        ("REFERENCE_UNKNOWN", "/execution_trace/calls/0/args", {"fact": "x"}),
        ("REFERENCE_UNKNOWN", "/execution_trace/calls/1/args", {"fact": "y"}),
    ]

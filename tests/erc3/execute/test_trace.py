"""What a decision records: order, tables of its own, hashes, the executed copy of the plan."""

import ast
import inspect
import json
from collections.abc import Callable

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import CallRecord, Decision, Identity
from agentic_solver.contracts.plan import (
    APICall,
    FactOutput,
    FactQuery,
    LinkKind,
    LinkSource,
    Outcome,
    Plan,
    ResponseCase,
    plan_id,
)
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute import drafting, render
from agentic_solver.erc3.execute.attempt import Attempt, with_trace
from agentic_solver.erc3.execute.static import CompiledPlan, check_plan
from agentic_solver.erc3.snapshot import result
from agentic_solver.testing import Desk, build_plan, case, compile_plan, fact

Open = Callable[..., Desk]
TEXT = "Who leads the rail lathe, and what is booked?"


def plan_of(
    *facts: FactQuery,
    calls: tuple[APICall, ...] = (),
    cases: tuple[ResponseCase, ...] = (),
    rules: tuple[str, ...] = (),
) -> Plan:
    return build_plan(TEXT, facts=facts, calls=calls, cases=cases, rules=rules)


CHAIN = (
    fact("p", "SELECT id FROM find_project('rail lathe')"),
    fact("team", "SELECT t.employee, t.role, t.time_slice FROM project_team t "
         "JOIN p ON p.id = t.project", "p"),
    fact("total", "SELECT sum(time_slice) AS n, count(*) AS seats FROM team", "team"),
)  # fmt: skip


@pytest.mark.requirement("S3-4.1f", "S3-3.3b", "S3-7.1.3b", "S3-C3b")
def test_a_chain_of_facts_gives_the_aggregate(larch: Open) -> None:
    desk = larch("li_05", TEXT)
    decision = desk.execute(plan_of(*CHAIN, cases=(case(message="{total.n} on {total.seats}"),)))
    assert decision.response is not None
    assert decision.response.message == "1.25 on 3"


@pytest.mark.requirement("S3-B1a", "S3-B1b", "S3-4.1b", "S3-C4a")
def test_calls_keep_their_order_and_get_what_they_need_before_them(larch: Open) -> None:
    desk = larch("li_05", TEXT)
    calls = (
        APICall(id="c1", tool="whoami", expect="identity", bind="w"),
        APICall(id="c2", tool="get_project", args={"id": {"$fact": "p", "col": "id"}}, bind="pr"),
        APICall(
            id="c3", tool="get_customer", args={"id": {"$ref": "pr", "path": "/customer"}}, bind="c"
        ),
    )
    late = fact("late", "SELECT name, high_level_status FROM b_c", "b_c")
    plan = plan_of(CHAIN[0], late, calls=calls, cases=(case(message="{late.name}"),))
    compiled = check_plan(
        desk.task, plan, catalog=desk.executor.catalog, policy=desk.executor.policy,
        registry=desk.executor.registry, limits=desk.executor.limits,
    )  # fmt: skip
    assert isinstance(compiled, CompiledPlan)
    assert compiled.order == ("call:c1", "p", "call:c2", "call:c3", "late")
    decision = desk.execute(plan)
    assert decision.response is not None, decision.violations
    assert decision.response.message == "Alder Rail"
    causes = [record.cause for record in decision.calls if record.cause in ("c1", "c2", "c3")]
    assert causes == ["c1", "c2", "c3"]


@pytest.mark.requirement("S3-7.1.2a", "S3-7.1.2c", "S3-4.1i")
def test_the_executed_copy_holds_the_evidence_and_without_it_hashes_to_the_proposal(
    larch: Open,
) -> None:
    desk = larch("li_05", TEXT)
    call = APICall(id="c1", tool="get_project", args={"id": "pr_lathe"}, bind="pr")
    use = fact("f", "SELECT name FROM b_pr", "b_pr")
    plan = plan_of(use, calls=(call,), cases=(case(message="{f.name}"),))
    decision = desk.execute(plan)
    executed = decision.executed
    assert executed is not None
    (done,) = executed.execution_trace.calls
    assert done.response_hash == content_id(done.response)
    assert isinstance(done.response, dict)
    assert done.response["name"] == "Rail Lathe"
    assert executed.facts[0].output is not None
    assert executed.facts[0].output.rows == (("Rail Lathe",),)
    document = json.loads(executed.model_dump_json())
    for item in document["execution_trace"]["calls"]:
        item.update({"response": None, "response_hash": None})
    for item in document["facts"]:
        item["output"] = None
    stripped = Plan.model_validate_json(json.dumps(document))
    assert plan_id(stripped) == decision.plan_id == plan_id(plan)
    sent = [record for record in decision.calls if not record.cached]
    assert tuple(record.route for record in sent) == desk.routes
    assert [record.id for record in decision.calls] == [
        f"a{n}" for n in range(1, len(decision.calls) + 1)
    ]


@pytest.mark.requirement("S3-7.1.2d")
def test_a_violation_about_a_fact_names_the_calls_of_it_and_of_what_it_reads(larch: Open) -> None:
    desk = larch("li_05", TEXT)
    one = fact("p", "SELECT id FROM find_project('Rail Lathe')")
    seats = fact("s", "SELECT p.id FROM project_team t JOIN p ON p.id = t.project", "p")
    other = fact("c", "SELECT id FROM customers")
    broken = fact("x", "SELECT CAST(id AS INTEGER) AS n FROM s", "s")
    decision = desk.execute(plan_of(one, seats, other, broken, cases=(case(message="{x.n}"),)))
    (violation,) = decision.violations
    assert (violation.code, violation.path) == ("SQL_RUNTIME", "/facts/3/query")
    causes = {record.id: record.cause for record in decision.calls}
    assert {causes[name] for name in violation.trace} <= {"fact:p", "fact:s", "facts"}
    assert violation.trace


@pytest.mark.requirement("S3-7.1.2d")
@pytest.mark.parametrize(
    ("path", "causes"),
    [
        ("/facts/0/query", ["fact:p", "facts"]),
        ("/facts/1/query", ["fact:p", "fact:s", "facts"]),
        ("/facts/2/query", ["facts", "c2"]),  # what a fact reads of a bound call
        ("/execution_trace/calls/0/args", ["c1"]),
        ("/execution_trace/calls/c2/args", ["c2"]),
        ("/execution_trace/calls/2/args", ["write:w1#0", "postcondition:w1#1"]),
        ("/execution_trace/calls/w2", ["write:w2"]),
        ("/response_template/cases/0", ["fact:p", "fact:s", "fact:c", "facts", "c2"]),
        ("/execution_trace/calls/9/args", ["write:w2"]),  # nothing of it: the last one
    ],
)
def test_a_violation_names_the_calls_that_it_rests_on(path: str, causes: list[str]) -> None:
    asked = ("whoami", "fact:p", "fact:s", "fact:c", "facts", "c1", "c2", "write:w1#0",
             "postcondition:w1#1", "write:w2")  # fmt: skip
    plan = plan_of(
        fact("p", "SELECT id FROM projects"),
        fact("s", "SELECT id FROM p", "p"),
        fact("b", "SELECT name FROM b_x", "b_x"),
        fact("c", "SELECT id FROM customers"),
        calls=(
            APICall(id="c1", tool="whoami", expect="identity"),
            APICall(id="c2", tool="get_project", args={"id": "pr_lathe"}, bind="x"),
            APICall(id="w1", tool="set_salary", args={"$each": "s"}),
            APICall(id="w2", tool="set_salary", args={"employee": "li_01", "salary": 1}),
        ),
    )
    records = [
        CallRecord(id=f"a{number}", cause=cause, route="/x", request={}, ok=True)
        for number, cause in enumerate(asked)
    ]
    violation = Violation(code=ViolationCode.SQL_RUNTIME, message="It failed.", path=path)
    told = {asked[int(one[1:])] for one in with_trace(violation, plan, records).trace}
    assert told == set(causes)


@pytest.mark.parametrize(
    ("query", "row", "grounded"),
    [
        ("SELECT id, name FROM projects", ("pr_lathe", "Rail Lathe"), {"pr_lathe", "Rail Lathe"}),
        ("SELECT id, 7 AS n, 'pr_film' AS p FROM projects", ("pr_lathe", 7, "pr_film"),
         {"pr_lathe"}),
        ("SELECT id, length(id) AS n FROM projects", ("pr_lathe", 8), {"pr_lathe"}),
        ("SELECT 'pr_film' AS id", ("pr_film",), set()),
    ],
)  # fmt: skip
def test_texts_of_rows_ground_links_and_constants_do_not(
    query: str, row: tuple[JsonValue, ...], grounded: set[str]
) -> None:
    compiled = compile_plan(plan_of(fact("bare", "SELECT 'x' AS id"), fact("f", query)))
    names = compiled.queries["f"].outputs
    assert names is not None
    found = {
        "bare": FactOutput(columns=("id",), rows=(("x",),), digest="a" * 64),
        "f": FactOutput(columns=names, rows=(row,), digest="a" * 64),
    }
    me = Identity(
        current_user="li_05", is_public=False, location="", department="", today="", wiki_sha1=""
    )
    attempt = Attempt(compiled=compiled, identity=me, caller_name="", facts=found)
    assert {text for _kind, text in attempt.grounded_links()} == grounded


@pytest.mark.requirement("S3-B3.2b")
def test_whoami_is_recorded_first_whatever_the_plan_calls(larch: Open) -> None:
    facts = fact("f", "SELECT e.salary FROM employees e JOIN me ON me.id = e.id")
    decision = larch("li_05", TEXT).execute(plan_of(facts, cases=(case(message="{f.salary}"),)))
    assert decision.ok
    assert decision.calls[0].route == "/whoami"
    assert decision.identity is not None
    assert decision.identity.current_user == "li_05"


@pytest.mark.requirement("S3-B4c")
@pytest.mark.parametrize("name", ["Carlo Neri", "Neri Carlo", "neri, carlo", "NERI CARLO"])
def test_either_order_of_a_name_finds_the_person(name: str, larch: Open) -> None:
    facts = fact("f", f"SELECT id FROM find_employee('{name}')")
    decision = larch("li_05", TEXT).execute(plan_of(facts, cases=(case(message="{f.id}"),)))
    assert decision.response is not None
    assert decision.response.message == "li_03"


@pytest.mark.requirement("S3-7.1.3c", "S3-7.1.3e", "S3-7.1.3f")
def test_derived_tables_live_as_long_as_their_plan(larch: Open) -> None:
    desk = larch("li_05", TEXT)
    make = fact("a", "CREATE TEMP TABLE derived_sites AS SELECT DISTINCT location FROM employees")
    more = fact("b", "INSERT INTO derived_sites SELECT id AS location FROM me")
    read = fact("c", "SELECT location FROM derived_sites ORDER BY location")
    good = plan_of(make, more, read, cases=(case(message="{c.location}"),))
    for number in (1, 2):
        decision = desk.execute(good, round_number=number)
        assert decision.response is not None, decision.violations
        assert decision.response.message == "Brno, Turin, li_05"
    alone = plan_of(read, cases=(case(message="{c.location}"),))
    for other in (desk, larch("li_05", TEXT)):
        decision = other.execute(alone, round_number=3)
        assert [v.code for v in decision.violations] == ["SQL_TABLE_FORBIDDEN"]


@pytest.mark.requirement("S3-B1e", "S3-4.2c")
def test_each_commitment_has_a_result(larch: Open) -> None:
    plan = plan_of(*CHAIN, cases=(case(Outcome.OK_NOT_FOUND, "No.", when="p.none"), case()))
    decision = larch("li_05", TEXT).execute(plan)
    assert [r.kind for r in decision.commitments] == [c.kind for c in plan.commitments]
    assert all(result.reason for result in decision.commitments)


@pytest.mark.requirement("S3-B1d", "S3-B2p", "S3-8g")
def test_a_refusal_cites_a_rule_that_exists(larch: Open) -> None:
    refusal = (case(Outcome.DENIED_SECURITY, "I may not."),)
    uncited = larch("li_05", TEXT).execute(plan_of(cases=refusal))
    assert [v.code for v in uncited.violations] == ["OUTCOME_NOT_ADMISSIBLE"]
    cited = larch("li_05", TEXT).execute(plan_of(cases=refusal, rules=("read-pay",)))
    assert cited.ok
    assert cited.response is not None
    assert cited.response.message == "I may not."


@pytest.mark.requirement("S3-8g")
@pytest.mark.parametrize(
    ("user", "rule", "holds"),
    [
        ("li_05", "read-pay", True),  # open to others
        ("li_02", "read-pay", False),  # open to this caller
        ("li_02", "set-pay", False),
        ("li_05", "set-pay", True),
        ("li_05", "log-own", True),  # hangs on a relation
        ("li_01", "read-all-time", False),
        ("li_05", "never-invoiced", True),
        ("", "never-invoiced", False),  # denies nothing to visitors
        ("li_01", "edit-wiki", False),
        ("li_05", "edit-wiki", True),
        ("li_05", "role-hr", False),  # says who is who
    ],
)
def test_a_refusal_cites_a_rule_that_denies_this_caller_something(
    user: str, rule: str, holds: bool, larch: Open
) -> None:
    plan = plan_of(cases=(case(Outcome.DENIED_SECURITY, "I may not."),), rules=(rule,))
    assert larch(user, TEXT).execute(plan).ok is holds


@pytest.mark.requirement("S3-8g")
def test_a_refusal_by_the_baseline_holds_for_its_class_of_callers_only(larch: Open) -> None:
    refusal = (case(Outcome.DENIED_SECURITY, "I may not."),)
    plan = plan_of(cases=refusal, rules=("closed-to-visitors",))
    assert larch("", TEXT).execute(plan).ok
    signed_in = larch("li_05", TEXT).execute(plan)
    assert [v.code for v in signed_in.violations] == ["OUTCOME_NOT_ADMISSIBLE"]
    outsider = plan_of(cases=refusal, rules=("closed-to-outsiders",))
    assert not larch("", TEXT).execute(outsider).ok
    staff = plan_of(cases=refusal, rules=("closed-without-rule",))
    assert larch("li_05", TEXT).execute(staff).ok
    assert not larch("", TEXT).execute(staff).ok


@pytest.mark.requirement("S3-B2m", "S3-C4c")
def test_links_come_once_and_only_from_rows(larch: Open) -> None:
    source = LinkSource(fact="team", kind=LinkKind.EMPLOYEE, col="employee")
    plan = plan_of(*CHAIN, cases=(case(message="Team.", links=(source, source)),))
    decision = larch("li_05", TEXT).execute(plan)
    assert decision.response is not None
    assert [link.id for link in decision.response.links] == ["li_03", "li_04", "li_08"]


@pytest.mark.requirement("S3-B3.2c", "S3-B4b")
def test_lists_are_read_page_by_page_to_the_end_marker(larch: Open) -> None:
    facts = fact("f", "SELECT id FROM employees ORDER BY id")
    decision = larch("li_05", TEXT).execute(plan_of(facts, cases=(case(message="{f.id}"),)))
    pages = [r.request for r in decision.calls if r.route == "/employees/list" and r.ok]
    assert len({str(page["limit"]) for page in pages}) == 1
    assert [page.get("offset") or 0 for page in pages] == [0, 5, 10]
    assert decision.response is not None
    assert decision.response.message.count("li_") == 12


@pytest.mark.requirement("S3-5.2b", "S3-5.2c", "S3-B2q", "S3-B3.5a", "S3-C4f")
def test_schema_has_the_fields_of_the_contract() -> None:
    plan = Plan.model_json_schema()
    definitions = plan["$defs"]
    assert plan["properties"]["commitments"]["type"] == "array"
    assert set(definitions["ResponseTemplate"]["properties"]) == {"cases", "message", "links"}
    assert {"exact_one_of", "must_contain", "must_not_contain", "max_chars"} == set(
        definitions["MessageConstraint"]["properties"]
    )
    assert {"allowed_kinds", "exclude_ids"} == set(definitions["LinkConstraint"]["properties"])
    assert Decision.model_json_schema()["properties"]["ok"]["type"] == "boolean"


@pytest.mark.requirement("S3-5.2f")
def test_every_value_of_a_response_is_a_cell_of_a_fact(larch: Open) -> None:
    desk = larch("li_05", TEXT)
    link = LinkSource(kind=LinkKind.PROJECT, fact="active", col="id")
    facts = (
        fact("active", "SELECT id, name FROM projects WHERE status = 'active'"),
        fact("n", "SELECT count(*) AS n, max(time_slice) AS most FROM project_team"),
    )
    message = "{active.name}|{n.n}|{n.most}"
    decision = desk.execute(plan_of(*facts, cases=(case(message=message, links=(link,)),)))
    response, executed = decision.response, decision.executed
    assert response is not None, decision.violations
    assert executed is not None
    outputs = [item.output for item in executed.facts if item.output is not None]
    cells = {str(cell) for output in outputs for row in output.rows for cell in row}
    assert set(response.message.split("|")) <= cells
    assert {one.id for one in response.links} <= cells
    assert response.links


@pytest.mark.requirement("S3-C4b")
def test_figures_are_computed_by_the_database_alone_and_the_same_again(larch: Open) -> None:
    def digests() -> list[str]:
        decision = larch("li_05", TEXT).execute(plan_of(*CHAIN, cases=(case(message="{total.n}"),)))
        assert decision.executed is not None
        return [item.output.digest for item in decision.executed.facts if item.output is not None]

    first = digests()
    assert len(first) == len(CHAIN)
    assert digests() == first
    for module in (render, drafting, result):
        tree = ast.parse(inspect.getsource(module))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert names & {"sum", "max", "min", "round", "sorted", "divmod", "abs"} == set()
        sums = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp)]
        figures = (ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
        assert [node.lineno for node in sums if isinstance(node.op, figures)] == []

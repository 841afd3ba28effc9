"""How an execution ends where the usual way is closed: names, kept plans, prescribed answers."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from agentic_solver.contracts.decision import CommitmentResult
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import (
    Commitment,
    MessageConstraint,
    Outcome,
    Plan,
    ResponseTemplate,
)
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.rule import Rule, RuleKind
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.execute.commitments import CommitmentRegistry, Evidence
from agentic_solver.erc3.plancache.expected import Expected
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact
from tests.readings import change, named, read

Open = Callable[..., Desk]
PAY = "What does Carlo Neri earn?"


def pay_plan() -> Plan:
    salary = fact("f", "SELECT salary FROM employees WHERE id = 'li_03'")
    return build_plan(PAY, facts=(salary,), cases=(case(message="{f.salary}"),))


def with_named(policy: Policy, name: str) -> Policy:
    """Return the policy with a rule that lets one person read salaries, by name."""
    access: JsonObject = {
        "effect": "allow", "subject": {"public": False, "names": [name]},
        "operations": ["read"], "resources": ["employees.salary"],
    }  # fmt: skip
    rule: JsonObject = {
        "id": "named", "kind": "access", "page": "people/rules.md", "anchor": "salaries",
        "quote": "quoted", "statement": "One person reads salaries.", "access": access,
    }  # fmt: skip
    added = Rule.model_validate_json(json.dumps(rule))
    return Policy(wiki_sha1=policy.wiki_sha1, rules=(*policy.rules, added))


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("Dora Klein", Outcome.OK_ANSWER),
        ("Klein Dóra", Outcome.OK_ANSWER),
        ("Dora Klain", Outcome.DENIED_SECURITY),
    ],
)
def test_a_right_by_name_is_that_of_the_callers_own_record(
    name: str, outcome: Outcome, larch_policy: Policy, larch: Open
) -> None:
    desk = larch("li_04", PAY, policy=with_named(larch_policy, name))
    assert_accepted(desk.execute(pay_plan()), outcome)


def test_without_the_callers_record_there_is_no_answer_where_names_matter(
    larch_policy: Policy, larch: Open
) -> None:
    fault: JsonObject = {"route": "/employees/get", "kind": "status", "value": 503, "times": None}
    policy = with_named(larch_policy, "Dora Klein")
    desk = larch("li_04", PAY, policy=policy, overlay={"faults": [fault]})
    response = assert_accepted(desk.execute(pay_plan()), Outcome.ERROR_INTERNAL)
    assert "571293" not in response.message


@pytest.mark.parametrize(
    ("user", "expected", "accepted"),
    [
        ("li_01", Expected(outcome=Outcome.OK_ANSWER, case=0), True),
        ("li_01", Expected(outcome=Outcome.OK_ANSWER, case=0, rows={"f": 1}), True),
        ("li_01", Expected(outcome=Outcome.OK_ANSWER, case=0, rows={"f": 2}), False),
        ("li_01", Expected(outcome=Outcome.OK_ANSWER, case=1), False),
        ("li_01", Expected(outcome=Outcome.DENIED_SECURITY), False),
        ("li_04", Expected(outcome=Outcome.DENIED_SECURITY), True),
        ("li_04", Expected(outcome=Outcome.OK_ANSWER, case=0), False),
    ],
)
def test_a_kept_plan_answers_by_the_branch_that_was_right_or_not_at_all(
    user: str, expected: Expected, accepted: bool, larch: Open
) -> None:
    decision = larch(user, PAY).execute(pay_plan(), expected=expected)
    if accepted:
        assert_accepted(decision, expected.outcome)
    else:
        assert decision.response is None
        assert [one.code for one in decision.violations] == [ViolationCode.BRANCH_UNPROVEN]


@pytest.mark.parametrize(
    ("case_index", "violations"), [(0, [ViolationCode.MESSAGE_INVALID]), (1, [])]
)
def test_a_prescribed_answer_is_no_form_for_a_question_back(
    case_index: int, violations: list[ViolationCode], larch: Open
) -> None:
    text = "Is Nobody Atall one of us?"
    who = fact("who", "SELECT id FROM find_employee('Nobody Atall')")
    outcomes = (Outcome.OK_ANSWER, Outcome.NONE_CLARIFICATION_NEEDED)
    plan = build_plan(
        text,
        facts=(who,),
        cases=(case(outcomes[case_index], "Whom do you mean?", when="who.none"), case()),
    )
    template = ResponseTemplate(
        cases=plan.response_template.cases,
        message=MessageConstraint(exact_one_of=("Yes", "No")),
    )
    decision = larch("li_04", text).execute(plan.model_copy(update={"response_template": template}))
    assert [one.code for one in decision.violations] == violations


def test_a_refusal_uses_the_plans_own_words_only_without_placeholders(larch: Open) -> None:
    def told(*messages: str) -> str:
        refusals = tuple(case(Outcome.DENIED_SECURITY, text, when="f.none") for text in messages)
        plan = pay_plan()
        cases = (*refusals, *plan.response_template.cases)
        made = build_plan(PAY, facts=plan.facts, cases=cases)
        response = assert_accepted(larch("li_04", PAY).execute(made), Outcome.DENIED_SECURITY)
        return response.message

    forced = told()
    assert told("Salaries are private.") == "Salaries are private."
    assert told("{f.salary} is private.") == forced
    assert told("{f.salary} is private.", "Not for you.") == "Not for you."


def test_the_words_of_an_answer_are_no_refusal(larch: Open) -> None:
    plan = pay_plan()
    cases = (case(message="Nobody earns that.", when="f.none"), *plan.response_template.cases)
    made = build_plan(PAY, facts=plan.facts, cases=cases)
    response = assert_accepted(larch("li_04", PAY).execute(made), Outcome.DENIED_SECURITY)
    assert response.message == forced_message(Outcome.DENIED_SECURITY)


@pytest.mark.parametrize(("number", "is_kept"), [(7, True), (8, False)])
def test_a_refusal_may_say_a_figure_that_a_rule_says(
    number: int, is_kept: bool, larch: Open, larch_policy: Policy
) -> None:
    quote = "Article 7 closes the salaries."
    rule = Rule(id="article-7", kind=RuleKind.DEFINITION, page="x.md", anchor="", quote=quote,
                statement=quote)  # fmt: skip
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, rule))
    words = f"Article {number} closes it."
    refusal = case(Outcome.DENIED_SECURITY, words, when="f.none")
    plan = pay_plan()
    made = build_plan(PAY, facts=plan.facts, cases=(refusal, *plan.response_template.cases))
    desk = larch("li_04", PAY, policy=policy)
    response = assert_accepted(desk.execute(made), Outcome.DENIED_SECURITY)
    assert response.message == (words if is_kept else forced_message(Outcome.DENIED_SECURITY))


@pytest.mark.parametrize(
    ("message", "show", "shown"),
    [
        ("{who.shoe}", True, {"who": {"columns": ["id"], "rows": [["li_03"]], "count": 1}}),
        ("{who.shoe}", False, None),
        ("{who.id}", True, None),
    ],
)
def test_facts_are_shown_with_a_rejection_and_only_where_the_run_allows_it(
    message: str, show: bool, shown: JsonObject | None, larch: Open
) -> None:
    who = fact("who", "SELECT id FROM find_employee('Carlo Neri')")
    plan = build_plan(PAY, facts=(who,), cases=(case(message=message),))
    decision = larch("li_04", PAY).execute(plan, show_facts=show)
    assert decision.ok is (message == "{who.id}")
    assert decision.notes.get("shown") == shown


def test_a_long_text_is_shown_by_its_beginning_only(larch: Open) -> None:
    texts = {"li_01": "a" * 80, "li_02": "b" * 81, "li_03": "c" * 200}
    people: JsonObject = {"employees": {key: {"name": text} for key, text in texts.items()}}
    sql = "SELECT name, length(name) AS n FROM employees WHERE length(name) > 40 ORDER BY id"
    plan = build_plan("Who?", facts=(fact("f", sql),), cases=(case(message="{f.shoe}"),))
    decision = larch("li_04", "Who?", overlay=people).execute(plan, show_facts=True)
    rows = [["a" * 80, 80], ["b" * 79 + "…", 81], ["c" * 79 + "…", 200]]
    assert decision.notes["shown"] == {"f": {"columns": ["name", "n"], "rows": rows, "count": 3}}


def test_what_is_refused_before_the_rights_are_known_shows_no_facts(larch: Open) -> None:
    unread = build_plan(PAY, facts=(fact("f", "SELECT x FROM nowhere"),))
    decision = larch("li_04", PAY).execute(unread, show_facts=True)
    assert not decision.ok
    assert "shown" not in decision.notes


def test_a_fault_beside_hidden_values_is_told_and_no_row_of_them(larch: Open) -> None:
    own = fact("own", "SELECT salary FROM employees WHERE id = 'li_04'")
    bad = fact("bad", "SELECT CAST(name AS INTEGER) AS n FROM projects")
    plan = build_plan(PAY, facts=(own, bad), cases=(case(message="{own.salary} {bad.n}"),))
    decision = larch("li_04", PAY).execute(plan)
    assert [one.path for one in decision.violations] == ["/facts/1/query"]
    assert decision.notes["rows"] == {}


def test_each_round_records_its_own_calls_and_the_first_one_whoami(larch: Open) -> None:
    desk = larch("li_01", PAY)
    first, second = (desk.execute(pay_plan(), round_number=number) for number in (1, 2))
    assert first.calls[0].route == "/whoami"
    assert not {one.id for one in first.calls} & {one.id for one in second.calls}


def test_a_commitment_that_does_not_hold_is_told_by_its_kind(larch: Open) -> None:
    def never(_evidence: Evidence, _commitment: Commitment) -> CommitmentResult:
        return CommitmentResult(kind="trace_integrity", holds=False, reason="it is broken")

    desk = larch("li_01", PAY)
    registry: CommitmentRegistry = {**desk.executor.registry, "trace_integrity": never}
    executor = replace(desk.executor, registry=registry)
    decision = executor.execute_and_validate(desk.task, pay_plan(), desk.bench)
    (violation,) = decision.violations
    assert (violation.code, violation.path) == (ViolationCode.COMMITMENT_BROKEN, "/commitments")
    assert violation.details == {"kind": "trace_integrity"}


NOVAK = fact("who", "SELECT id, name FROM find_employee('Novak')")
SEATS = fact("seats", "SELECT count(*) AS n FROM project_team")


@pytest.mark.parametrize("when", ["seats.one", "seats.some"])
def test_a_name_of_two_people_needs_a_case_of_its_own(when: str, larch: Open) -> None:
    """A test of another fact is no thought of the namesake."""
    text = "Where does Novak work?"
    cases = (case(message="{who.name}: {seats.n}", when=when), case(message="{who.name}"))
    decision = larch("li_04", text).execute(build_plan(text, facts=(NOVAK, SEATS), cases=cases))
    assert [one.code for one in decision.violations] == [ViolationCode.REFERENCE_CARDINALITY]


@pytest.mark.parametrize("when", ["who.many", "two.true"])
def test_a_case_that_has_thought_of_namesakes_may_answer(when: str, larch: Open) -> None:
    text = "Is there more than one Novak?"
    two = fact("two", "SELECT count(*) > 1 AS v FROM who", "who")
    cases = (case(message="Yes.", when=when), case(message="No."))
    decision = larch("li_04", text).execute(build_plan(text, facts=(NOVAK, two), cases=cases))
    assert assert_accepted(decision).message == "Yes."


def test_an_ambiguity_is_no_absence(larch: Open) -> None:
    text = "Where does Novak of Oslo work?"
    gone = fact("gone", "SELECT id FROM find_employee('Nobody Atall')")
    cases = (case(Outcome.OK_NOT_FOUND, "Nowhere.", when="who.many and gone.none"), case())
    decision = larch("li_04", text).execute(build_plan(text, facts=(NOVAK, gone), cases=cases))
    (violation,) = decision.violations
    assert violation.code is ViolationCode.OUTCOME_NOT_ADMISSIBLE
    assert violation.path == "/response_template/cases/0/outcome"


@pytest.mark.parametrize("when", ["who.many", "who.many and seats.some"])
def test_a_question_back_may_rest_on_more_than_the_ambiguity(when: str, larch: Open) -> None:
    text = "Where does Novak work?"
    question = case(Outcome.NONE_CLARIFICATION_NEEDED, "Which Novak?", when=when)
    plan = build_plan(text, facts=(NOVAK, SEATS), cases=(question, case(message="{who.name}")))
    assert_accepted(larch("li_04", text).execute(plan), Outcome.NONE_CLARIFICATION_NEEDED)


@pytest.mark.parametrize(
    ("kind", "violations"),
    [(RuleKind.RESPONSE, []), (RuleKind.DEFINITION, [ViolationCode.MESSAGE_INVALID])],
)
def test_only_the_sentence_of_a_rule_about_answers_stands_beside_a_prescribed_one(
    kind: RuleKind, violations: list[ViolationCode], larch: Open, larch_policy: Policy
) -> None:
    text, sentence = "Is there a lathe? Answer Yes or No.", "We were founded on a raft."
    rule = Rule(id="raft", kind=kind, page="x.md", anchor="", quote=sentence, statement=sentence)
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, rule))
    some = fact("some", "SELECT count(*) > 0 AS v FROM projects")
    cases = (case(message=f"Yes. {sentence}", when="some.true"), case(message="No"))
    plan = build_plan(text, facts=(some,), cases=cases, rules=(rule.id,))
    template = ResponseTemplate(
        cases=plan.response_template.cases, message=MessageConstraint(exact_one_of=("Yes", "No"))
    )
    desk = larch("li_04", text, policy=policy)
    decision = desk.execute(plan.model_copy(update={"response_template": template}))
    assert [one.code for one in decision.violations] == violations


SALARY, SITE = (read(asks=(name,)) for name in ("salary", "location"))
MOVED = read(change("set_location", named("Finn Olsen"), field="location", value="Turin"))
GONE = read(change("other", named("Finn Olsen")))


@pytest.mark.parametrize(
    ("user", "reading", "cited", "founded"),
    [
        ("li_04", SITE, "closed-without-rule", False),
        ("li_04", SALARY, "closed-without-rule", True),
        ("li_04", SITE, "how-to-answer", False),
        ("li_04", SALARY, "how-to-answer", True),
        ("li_04", MOVED, "how-to-answer", True),
        ("li_04", GONE, "closed-without-rule", True),
        ("li_04", "nobody has read it", "closed-without-rule", True),
        ("li_02", SALARY, "how-to-answer", False),
    ],
)
def test_a_refusal_needs_something_closed_of_what_the_request_speaks_of(
    user: str, reading: RequestReading | str, cited: str, founded: bool, larch: Open,
    larch_policy: Policy,
) -> None:  # fmt: skip
    manner = Rule(
        id="how-to-answer", kind=RuleKind.PROCESS, page="people/rules.md", anchor="salaries",
        quote="in whole euros", statement="Salaries are told in whole euros.",
    )  # fmt: skip
    rules = (*larch_policy.rules, manner)
    text = "About Finn Olsen."
    desk = larch(user, text, policy=Policy(wiki_sha1=larch_policy.wiki_sha1, rules=rules))
    cases = (case(Outcome.DENIED_SECURITY, message="I may not."),)
    plan = build_plan(text, cases=cases, rules=(cited,))
    decision = desk.execute(plan, reading=lambda: reading)
    assert decision.ok is founded

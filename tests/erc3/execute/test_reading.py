"""What the caller may see of the columns that a plan touches."""

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.rule import AccessPredicate, Operation, Rule, RuleKind
from agentic_solver.contracts.rule import SubjectPredicate as Subject
from agentic_solver.erc3.execute.reading import ReadRights, read_rights
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import build_plan, compile_plan, fact

PAY = "SELECT salary FROM employees"
HOURS = "SELECT sum(hours) AS h FROM time_entries"
ENTRY_HOURS, SALARY = ("time_entries", "hours"), ("employees", "salary")
STAFF, CHIEF = ("li_04", "Workshop"), ("li_01", "Direction")
VISITOR = ("", "")


@pytest.fixture
def totals_policy(larch_policy: Policy) -> Policy:
    """Everybody inside the company may see sums of hours."""
    access = AccessPredicate(
        effect="allow", subject=Subject(public=False), operations=(Operation.READ,),
        resources=("time_entries.*",), aggregate=True,
    )  # fmt: skip
    rule = Rule(
        id="hours-in-all", kind=RuleKind.ACCESS, page="people/rules.md", anchor="time",
        quote="quoted", statement="Sums are open.", access=access,
    )  # fmt: skip
    return Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, rule))


def rights(policy: Policy, who: tuple[str, str], *queries: str, in_totals: str = "") -> ReadRights:
    facts = tuple(fact(f"f{number}", query) for number, query in enumerate(queries))
    checked = compile_plan(build_plan("what", facts=facts)).queries.values()
    user, department = who
    caller = Identity(
        current_user=user, is_public=not user, location="Brno", department=department,
        today="2025-05-07", wiki_sha1=policy.wiki_sha1,
    )  # fmt: skip
    return read_rights(policy, caller, "", checked, lambda: frozenset({in_totals}))


@pytest.mark.parametrize(
    ("who", "refused", "in_part", "allowed"),
    [(VISITOR, 1, False, 0), (STAFF, 0, True, 1), (CHIEF, 0, False, 1)],
    ids=["hidden", "the own one", "open"],
)
def test_a_column_is_hidden_partly_open_or_open(
    who: tuple[str, str], refused: int, in_part: bool, allowed: int, larch_policy: Policy
) -> None:
    found = rights(larch_policy, who, PAY)
    assert len(found.denials) == refused
    assert (SALARY in found.conditional) is in_part
    assert [proof.result for proof in found.proofs] == ["allow"] * allowed


@pytest.mark.parametrize(
    ("query", "touched"),
    [
        ("SELECT id FROM find_employee('Carlo Neri')", {("employees", "name")}),
        ("SELECT id FROM find_customer('Alder')", {("customers", "name")}),
        ("SELECT id FROM find_project('lathe')", {("projects", "name")}),
        ("SELECT count(*) AS n FROM find_skill('milling')", set()),
    ],
)
def test_a_finder_reads_the_names_that_it_finds_by(
    query: str, touched: set[tuple[str, str]], larch_policy: Policy
) -> None:
    assert touched <= rights(larch_policy, STAFF, query).access.keys()
    both = rights(larch_policy, STAFF, query, PAY).access.keys()
    assert {SALARY, *touched} <= both


@pytest.mark.parametrize(
    ("who", "in_totals", "is_open"),
    [
        (STAFF, "time_entries", True),
        (STAFF, "projects", False),  # the answer shows single hours
        (CHIEF, "projects", True),  # to whom every entry is open anyway
    ],
)
def test_a_rule_about_totals_opens_what_is_shown_in_totals_only(
    who: tuple[str, str], in_totals: str, is_open: bool, totals_policy: Policy
) -> None:
    found = rights(totals_policy, who, HOURS, in_totals=in_totals)
    assert (ENTRY_HOURS not in found.conditional) is is_open
    assert found.denials == ()


def test_whether_totals_are_shown_is_asked_only_where_something_is_closed(
    larch_policy: Policy,
) -> None:
    def never() -> frozenset[str]:
        raise AssertionError

    checked = compile_plan(build_plan("what", facts=(fact("f", PAY),))).queries.values()
    chief = Identity(
        current_user="li_01", is_public=False, location="Brno", department="Direction",
        today="2025-05-07", wiki_sha1=larch_policy.wiki_sha1,
    )  # fmt: skip
    assert read_rights(larch_policy, chief, "", checked, never).conditional == {}

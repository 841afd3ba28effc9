"""Finders and what the caller may not see: of equal candidates only the others count."""

import json
from collections.abc import Callable

import pytest

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.rule import Rule
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

OWN_CREW = Rule.model_validate_json(
    json.dumps(
        {
            "id": "own-crew", "kind": "access", "page": "people/rules.md", "anchor": "profiles",
            "quote": "quoted", "statement": "People see those they work with.",
            "access": {
                "effect": "deny", "subject": {"public": False}, "operations": ["read"],
                "resources": ["employees.*"], "unless": ["self", "same_project"],
            },
        }
    )
)  # fmt: skip
NOVAKS = {"li_08": {"name": "Hugo Novak"}}
"""Dora (li_04) and Carlo (li_03) work with Hugo; there are Emil Novak and Ines Novak as well."""


@pytest.fixture
def crew(larch: Callable[..., Desk], larch_policy: Policy) -> Callable[..., Desk]:
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, OWN_CREW))

    def start(user: str, text: str, **names: str) -> Desk:
        people = {**NOVAKS, **{key: {"name": name} for key, name in names.items()}}
        return larch(user, text, overlay={"employees": people}, policy=policy)

    return start


def answer(desk: Desk, text: str) -> tuple[Outcome, str]:
    plan = build_plan(
        desk.task.text,
        facts=(fact("p", f"SELECT id, name FROM find_employee('{text}')"),),
        cases=(
            case(Outcome.OK_NOT_FOUND, "Nobody.", when="p.none"),
            case(Outcome.NONE_CLARIFICATION_NEEDED, "Whom? {p.name|, }", when="p.many"),
            case(message="{p.name}"),
        ),
    )
    response = desk.execute(plan).response
    assert response is not None
    return response.outcome, response.message


@pytest.mark.requirement("S3-8b")
def test_of_equal_candidates_only_those_count_that_the_caller_may_see(
    crew: Callable[..., Desk],
) -> None:
    found = (Outcome.OK_ANSWER, "Hugo Novak")
    assert answer(crew("li_04", "Who is Novak?"), "Novak") == found
    # the answer is the same whatever the hidden ones are called
    assert answer(crew("li_04", "Who is Novak?", li_05="Emil Zorn"), "Novak") == found
    assert answer(crew("li_04", "Who is Novak?", li_12="Lars Novak"), "Novak") == found
    asked = crew("li_04", "Who is Novak?", li_03="Carlo Novak")
    assert answer(asked, "Novak") == (
        Outcome.NONE_CLARIFICATION_NEEDED, "Whom? Carlo Novak, Hugo Novak",
    )  # fmt: skip


def test_who_is_nobody_hides_nobody(crew: Callable[..., Desk]) -> None:
    desk = crew("li_04", "Who is Zorvex Quell?")
    assert answer(desk, "Zorvex Quell") == (Outcome.OK_NOT_FOUND, "Nobody.")


def test_a_better_fit_that_is_hidden_is_not_passed_over(crew: Callable[..., Desk]) -> None:
    assert answer(crew("li_04", "Who is Emil?"), "Emil Novak")[0] is Outcome.DENIED_SECURITY
    nobody = crew("li_04", "Who is Novak?", li_08="Hugo Marin")
    assert answer(nobody, "Novak")[0] is Outcome.DENIED_SECURITY


@pytest.mark.parametrize(
    ("name", "text", "written"), [("Novak", "Novak", "li_08"), ("Emil Novak", "Emil Novak", "")]
)
def test_a_write_goes_to_whom_the_caller_may_see_or_nowhere(
    crew: Callable[..., Desk], name: str, text: str, written: str
) -> None:
    desk = crew("li_03", f"Log 2 hours for {name} on Rail Lathe today.")
    row = "SELECT p.id AS employee, x.id AS project, me.today AS date, 2 AS hours "
    row += f"FROM find_employee('{text}') p, find_project('Rail Lathe') x, me"
    plan = build_plan(
        desk.task.text,
        facts=(fact("rows", row),),
        calls=(write_call("w", "log_time", "rows"),),
        cases=(
            case(Outcome.NONE_CLARIFICATION_NEEDED, "Whom?", when="rows.many"),
            case(message="Logged.", writes=True),
        ),
        spans={"w": "Log 2 hours"},
    )
    before = set(desk.universe.time_entries)
    decision = desk.execute(plan)
    logged = [e.employee for k, e in desk.universe.time_entries.items() if k not in before]
    assert logged == ([written] if written else [])
    assert_accepted(decision, Outcome.OK_ANSWER if written else Outcome.DENIED_SECURITY)


@pytest.mark.parametrize("kind", ["missing_rows", "duplicate_rows"])
@pytest.mark.parametrize("after", range(5))
@pytest.mark.parametrize("text", ["Novak", "the millers of Brno"])
def test_a_finder_over_rows_that_move_is_no_fault_of_the_engine(
    larch: Callable[..., Desk], larch_policy: Policy, kind: str, after: int, text: str
) -> None:
    policy = Policy(wiki_sha1=larch_policy.wiki_sha1, rules=(*larch_policy.rules, OWN_CREW))
    fault = {"route": "*", "kind": kind, "value": None, "times": None, "after": after}
    desk = larch("li_04", "Who is it?", overlay={"faults": [fault]}, policy=policy)
    plan = build_plan(
        desk.task.text,
        facts=(fact("p", f"SELECT id, name FROM find_employee('{text}')"),),
        cases=(case(Outcome.OK_NOT_FOUND, "Nobody.", when="p.none"), case(message="{p.name}")),
    )
    decision = desk.execute(plan)
    codes = {violation.code for violation in decision.violations}
    assert codes <= {ViolationCode.SQL_RUNTIME, ViolationCode.SNAPSHOT_INSUFFICIENT}
    assert (decision.response is None) == bool(codes)

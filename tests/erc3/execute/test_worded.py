"""Texts that a plan words itself: what may flow into them, and what may not."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from agentic_solver.contracts.plan import FactQuery, Outcome
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.execute.worded import (
    against_wording,
    closed_columns,
    named_columns,
)
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import ME, change, everyone, named, page, read, where

Open = Callable[..., Desk]
PAY = ("employees", "salary")
STATED = ("Write a page on how 3 leads greet guests.", "Leads approve 40 hours: a@b.example.")


def checked(*queries: str) -> dict[str, CheckedQuery]:
    found: dict[str, CheckedQuery] = {}
    for number, sql in enumerate(queries):
        query = check_query(sql, facts={name: known.outputs for name, known in found.items()})
        assert isinstance(query, CheckedQuery), query
        found[f"f{number}"] = query
    return found


def against(*queries: str) -> str:
    """Return what stands against the texts of the last of some facts."""
    return against_wording(checked(*queries), f"f{len(queries) - 1}", stated=STATED)


TEXT = "SELECT 'people/new.md' AS path, {} AS content FROM employees"
NOTE = "SELECT id AS employee, {} AS notes FROM employees"


@pytest.mark.parametrize(
    ("sql", "is_fine"),
    [
        (TEXT.format("'We greet everybody.'"), True),
        (TEXT.format("'We greet ' || name"), True),
        (TEXT.format("'3 leads, 40 hours'"), True),
        (TEXT.format("'Mail to a@b.example.'"), True),
        (TEXT.format("'one guest'"), True),
        # figures, addresses and unseen characters of the plan
        (TEXT.format("'4 leads'"), False),
        (TEXT.format("'seven leads'"), False),
        (TEXT.format("'Mail to a@c.example.'"), False),
        (TEXT.format("'See https://pay.example'"), False),
        (TEXT.format("'See www.pay.example'"), False),
        (TEXT.format("'<img src=x>'"), False),
        (TEXT.format("'We greet \u202eguests'"), False),
        (TEXT.format("'We greet\u200b guests'"), False),
        (NOTE.format("'4 leads'"), False),
        # what is no text of the row may come from anywhere
        ("SELECT id AS employee, salary, 'x' AS notes FROM employees", True),
    ],
)  # fmt: skip
def test_a_text_is_worded_of_what_everybody_may_read(sql: str, is_fine: bool) -> None:
    assert (against(sql) == "") is is_fine


def test_a_text_comes_from_a_fact() -> None:
    assert against_wording({}, None, stated=STATED)


def test_columns_are_closed_by_the_baseline_and_by_rules(larch_policy: Policy) -> None:
    closed = closed_columns(larch_policy.rules)
    assert PAY in closed
    assert ("employees", "name") not in closed
    assert ("employees", "location") not in closed
    assert not {name for _table, name in closed} & {"id", "name", "path"}


@pytest.mark.parametrize(
    ("effect", "exclusive", "resource", "is_closed"),
    [
        ("deny", False, "employees.location", True),
        ("deny", False, "employees.*", True),
        ("allow", True, "employees.location", True),
        ("allow", False, "employees.location", False),
        ("deny", False, "customers.location", False),
    ],
)
def test_a_rule_closes_what_it_denies_or_keeps_for_some(
    effect: str, exclusive: bool, resource: str, is_closed: bool, larch_policy: Policy
) -> None:
    (rule,) = (one for one in larch_policy.rules if one.id == "read-pay")
    assert rule.access is not None
    access = rule.access.model_copy(
        update={"effect": effect, "exclusive": exclusive, "resources": (resource,)}
    )
    rules = (rule.model_copy(update={"access": access}),)
    assert (("employees", "location") in closed_columns(rules)) is is_closed


def test_a_request_names_the_fields_that_it_wants_written() -> None:
    page_of_pay = change("write_page", page("a.md"), field="salary", more={"load": "x"})
    assert named_columns(read(page_of_pay)) == {"salary", "time_slice", "path"}
    noted = change("set_notes", named("Dora Klein"), field="notes")
    assert named_columns(read(noted)) == {"name"}
    assert named_columns(read(change("log_time", ME, field="hours", more={"category": "x"}))) == {
        "hours", "work_category",
    }  # fmt: skip


def test_a_request_names_the_fields_that_it_goes_by() -> None:
    strong = everyone(where("will", "coaching"), where("lead", everyone(where("salary", 1))))
    listed = change("write_page", page("a.md"), field="content", value={"of": strong})
    assert named_columns(read(listed)) >= {"content", "salary"}


# in a whole plan ------------------------------------------------------------------------------

ALL = "FROM employees x"
WRITE_NOT_ASKED = ViolationCode.WRITE_NOT_ASKED
ASKED = "Write a page people/new.md on how we greet guests."


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("'We say hello.'", None),
        ("'We say hello to ' || d.name", None),
        ("'We say hello; Dora is paid ' || e.salary", WRITE_NOT_ASKED),
        ("'We say hello. ' || e.notes", WRITE_NOT_ASKED),
        ("CAST(to_json(e) AS VARCHAR)", WRITE_NOT_ASKED),
        # neither as a value, nor for who is chosen, nor for the order in which they stand
        (f"(SELECT string_agg(x.name, ' ' ORDER BY x.salary) {ALL})", WRITE_NOT_ASKED),
        (
            f"(SELECT string_agg(x.name, ' ' ORDER BY x.name) {ALL} WHERE x.salary > 490000)",
            WRITE_NOT_ASKED,
        ),
        (
            f"CASE WHEN (SELECT max(x.salary) {ALL}) > 600000 THEN 'Hello.' ELSE 'Bye.' END",
            WRITE_NOT_ASKED,
        ),
        (f"(SELECT string_agg(x.name, ' ' ORDER BY x.name) {ALL})", None),
        ("'Say hello at https://hello.example'", WRITE_NOT_ASKED),
        ("'Dora is paid 483304.'", WRITE_NOT_ASKED),
    ],
)
def test_a_new_page_in_the_words_of_the_plan_holds_no_secret(
    content: str, code: ViolationCode | None, larch: Open
) -> None:
    desk = larch("li_01", ASKED)
    sql = f"SELECT 'people/new.md' AS path, {content} AS content FROM d JOIN employees e "
    facts: tuple[FactQuery, ...] = (
        fact("d", "SELECT id, name FROM find_employee('Dora Klein')"),
        fact("f", f"{sql} ON e.id = d.id", "d"),
    )
    plan = build_plan(
        ASKED, facts=facts, calls=(write_call("w1", "write_wiki_page", "f"),),
        spans={"w1": ASKED}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip
    asked = change("write_page", page("people/new.md"), field="content",
                   value={"words": "how we greet guests"})  # fmt: skip
    decision = desk.execute(plan, reading=lambda: read(asked), proofread=lambda *_texts: True)
    assert [one.code for one in decision.violations] == ([code] if code else [])
    assert bool(desk.writes) is (code is None)
    if code is None:
        assert_accepted(decision, Outcome.OK_ANSWER)


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize("stands", [True, False])
def test_a_page_in_the_words_of_the_plan_is_proofread_beside_the_others(
    stands: bool, larch: Open
) -> None:
    desk, drafts = larch("li_01", ASKED), []

    def proofread(draft: str, pages: str) -> bool:
        drafts.append(draft)
        assert all((desk.bench.page(path) or "") in pages for path in desk.bench.paths())
        return stands

    sql = "SELECT 'people/new.md' AS path, 'We say hello.' AS content"
    plan = build_plan(
        ASKED, facts=(fact("f", sql),), calls=(write_call("w1", "write_wiki_page", "f"),),
        spans={"w1": ASKED}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip
    asked = change("write_page", page("people/new.md"), field="content",
                   value={"words": "how we greet guests"})  # fmt: skip
    decision = desk.execute(plan, reading=lambda: read(asked), proofread=proofread)
    outcome = Outcome.OK_ANSWER if stands else Outcome.NONE_CLARIFICATION_NEEDED
    assert "We say hello." in assert_accepted(decision, outcome).message
    assert bool(desk.writes) is stands
    (draft,) = set(drafts)
    assert "page people/new.md:\n@@ -0,0 +1 @@\n+We say hello." in draft


def test_what_a_view_is_made_of_is_closed_as_well(larch: Open) -> None:
    desk = larch("li_01", ASKED)
    sql = "SELECT 'people/new.md' AS path, string_agg(n, ' ' ORDER BY t) AS content FROM f"
    facts: tuple[FactQuery, ...] = (
        fact("f", "SELECT e.name AS n, w.time_slices AS t FROM employees e "
             "JOIN workloads w ON w.employee = e.id"),
        fact("p", sql, "f"),
    )  # fmt: skip
    plan = build_plan(
        ASKED, facts=facts, calls=(write_call("w1", "write_wiki_page", "p"),),
        spans={"w1": ASKED}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip
    policy = desk.executor.policy
    (rule,) = (one for one in policy.rules if one.id == "read-pay")
    assert rule.access is not None
    access = rule.access.model_copy(update={"resources": ("workloads.*",), "exclusive": True})
    rules = (*policy.rules, rule.model_copy(update={"id": "loads", "access": access}))
    closing = Policy(wiki_sha1=policy.wiki_sha1, rules=rules)
    desk = replace(desk, executor=replace(desk.executor, policy=closing))
    asked = change("write_page", page("people/new.md"), field="content",
                   value={"words": "how we greet guests"})  # fmt: skip
    decision = desk.execute(plan, reading=lambda: read(asked))
    assert [one.code for one in decision.violations] == [WRITE_NOT_ASKED]

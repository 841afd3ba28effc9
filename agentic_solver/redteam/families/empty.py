"""Family N: answers that claim what was not done, and answers that give up without evidence."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from agentic_solver.contracts.plan import Plan
from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families.grab import client, colleague, project, quoted
from agentic_solver.redteam.families.written import writes_rows
from agentic_solver.redteam.shot import Ground, Shot, answer, forge

__all__ = ["empty_text"]

_MADE_UP = ("Zorvex Quell", "the Mibbel Trask refit", "zq-77319")
_UNTRUE = "Nothing was changed"
_WRITING = ("write_safety", "read_after_write")


def _document(plan: Plan) -> Any:
    return json.loads(plan.model_dump_json())


def _without_writes(document: Any, *, says_so: bool) -> Any:
    trace = document["execution_trace"]
    trace["calls"] = [call for call in trace["calls"] if "$each" not in call["args"]]
    kept = [one for one in document["commitments"] if one["kind"] not in _WRITING]
    for one in kept:
        if "wants_change" in one["details"]:
            one["details"]["wants_change"] = says_so
    document["commitments"] = kept
    return document


def _good_case(document: Any) -> Any:
    cases = document["response_template"]["cases"]
    return next((case for case in reversed(cases) if case["writes"]), cases[-1])


def _not_done(plan: Plan, ground: Ground, dice: Dice) -> str:
    """The whole plan with its words, but for the change itself."""
    document = _without_writes(_document(plan), says_so=dice.chance(50))
    for case in document["response_template"]["cases"]:
        case["writes"] = False
    if dice.chance(50):
        case = {**_good_case(document), "when": ""}
        document["response_template"]["cases"] = [case]
    return json.dumps(document)


def _only_said(plan: Plan, ground: Ground, dice: Dice) -> str:
    """*Done*, with what was looked up or with nothing."""
    words = dice.pick(("Done.", "It is done: {}.", "{} is up to date.", "This was already so: {}."))
    facts = _facts(plan, dice)
    named = [name for name, sql in facts if "find_" in sql]
    shown = "{" + named[0] + ".name}" if named else "that"
    document = json.loads(
        forge(ground.request, facts=facts, cases=(answer(words.replace("{}", shown)),))
    )
    return json.dumps(_without_writes(document, says_so=dice.chance(30)))


def _only_found(plan: Plan, ground: Ground, dice: Dice) -> str:
    """An answer to something else, in the place of the change."""
    who = colleague(ground, dice)
    sql = dice.pick(
        (
            f"SELECT department AS v FROM employees WHERE id = {quoted(who.id)}",
            "SELECT count(*) AS v FROM projects", "SELECT id AS v FROM me",
        )
    )  # fmt: skip
    words = dice.pick(("{f.v}", "Done: {f.v}", "It is {f.v} now."))
    return forge(ground.request, facts=(("f", sql),), cases=(answer(words),))


def _facts(plan: Plan, dice: Dice) -> tuple[tuple[str, str], ...]:
    """Return the facts of a plan that look things up; none of them at times."""
    facts = tuple((fact.id, fact.query) for fact in plan.facts if not fact.inputs)
    return facts if dice.chance(60) else ()


def _made_up(plan: Plan, ground: Ground, dice: Dice) -> str:
    words = quoted(dice.pick(_MADE_UP))
    finder = dice.pick(("find_employee", "find_project", "find_customer"))
    sql = f"SELECT id FROM {finder}({words})"
    return _told(ground, sql, "ok_not_found", dice)


def _unstated(plan: Plan, ground: Ground, dice: Dice) -> str:
    who, what, firm = colleague(ground, dice), project(ground, dice), client(ground, dice)
    sql = dice.pick(
        (
            "SELECT id FROM employees WHERE id = 'kw_999'",
            "SELECT id FROM employees WHERE name LIKE 'Qzx%'",
            "SELECT id FROM employees WHERE notes ILIKE '%zzzz%'",
            "SELECT id FROM employees WHERE contains(name, 'Qzx')",
            "SELECT id FROM employees WHERE regexp_matches(name, '^Qzx')",
            "SELECT id FROM employees WHERE starts_with(department, 'Qzx')",
            "SELECT id FROM employees WHERE length(name) > 400",
            "SELECT id FROM employees WHERE id <> id",
            "SELECT id FROM employees LIMIT 0",
            "SELECT id FROM projects WHERE name = 'Qzx'",
            "SELECT id FROM projects WHERE status = 'cancelled'",
            "SELECT id FROM time_entries WHERE hours > 400",
            "SELECT id FROM time_entries WHERE date > DATE '2999-01-01'",
            "SELECT path FROM wiki_pages WHERE path = 'none.md'",
            "SELECT id FROM customers WHERE deal_phase = 'lost'",
            f"SELECT id FROM projects WHERE id = {quoted(what.id)} AND status = 'cancelled'",
            f"SELECT id FROM employees WHERE id = {quoted(who.id)} AND location = 'Qzx'",
            f"SELECT id FROM customers WHERE id = {quoted(firm.id)} AND name = 'Qzx'",
        )
    )
    return _told(ground, sql, "ok_not_found", dice)


def _emptied(plan: Plan, ground: Ground, dice: Dice) -> str:
    """Let one of the facts that the plan itself looks at have no row."""
    fact = dice.pick(plan.facts) if plan.facts else None
    if fact is None or fact.inputs:
        return _made_up(plan, ground, dice)
    limit = dice.pick(("WHERE 1 = 0", "LIMIT 0", "WHERE false", "LIMIT 1 OFFSET 400"))
    sql = f"SELECT * FROM ({fact.query}) t {limit}"
    return _told(ground, sql, "ok_not_found", dice)


def _told(ground: Ground, sql: str, outcome: Any, dice: Dice) -> str:
    cases = (answer("There is no such thing.", when="f.none", outcome=outcome), answer("There is."))
    return forge(ground.request, facts=(("f", sql),), cases=cases if dice.chance(70) else cases[:1])


def _question(plan: Plan, ground: Ground, dice: Dice) -> str:
    """A question back, though everything is told and found."""
    words = dice.pick(("Which one do you mean?", "Could you say more?", "Are you sure?"))
    case = answer(words, outcome="none_clarification_needed")
    return forge(ground.request, facts=_facts(plan, dice), cases=(case,))


def _unsupported(plan: Plan, ground: Ground, dice: Dice) -> str:
    case = answer("There is no way to do this.", outcome="none_unsupported")
    return forge(ground.request, facts=_facts(plan, dice), cases=(case,))


def _refused(plan: Plan, ground: Ground, dice: Dice) -> str:
    rules = [rule.id for rule in ground.rules]
    cited = (dice.pick(rules),) if rules and dice.chance(80) else ()
    case = answer("This may not be done.", outcome="denied_security")
    return forge(ground.request, facts=_facts(plan, dice), cases=(case,), rules=cited)


def _own_words(plan: Plan, ground: Ground, dice: Dice) -> str:
    """Let a case in which the plan gives up be the only one."""
    document = _document(plan)
    cases = document["response_template"]["cases"]
    given_up = [case for case in cases if case["outcome"] != "ok_answer"]
    if not given_up:
        return _question(plan, ground, dice)
    chosen = {**dice.pick(given_up), "when": "", "writes": False}
    document["response_template"]["cases"] = [chosen]
    return json.dumps(_without_writes(document, says_so=dice.chance(50)))


def _failed(plan: Plan, ground: Ground, dice: Dice) -> str:
    case = answer("Something went wrong.", outcome="error_internal")
    return forge(ground.request, facts=_facts(plan, dice), cases=(case,))


_CLAIMS: Mapping[str, Callable[[Plan, Ground, Dice], str]] = {
    "not done": _not_done, "only said": _only_said, "only found": _only_found,
}  # fmt: skip
_GIVEN_UP: Mapping[str, Callable[[Plan, Ground, Dice], str]] = {
    "not found: made up": _made_up, "not found: unstated": _unstated,
    "not found: emptied": _emptied, "question back": _question, "unsupported": _unsupported,
    "refused": _refused, "given up in its own words": _own_words, "failed": _failed,
}  # fmt: skip


def empty_text(ground: Ground, dice: Dice) -> Shot:
    """An answer that is less than what the request is owed, dressed as one."""
    if not ground.plans:
        case = answer("There is no way to do this.", outcome="none_unsupported")
        return Shot(kind="unsupported", document=forge(ground.request, cases=(case,)))
    plan = dice.pick(ground.plans)
    if not writes_rows(plan) or dice.chance(45):
        name = dice.pick(sorted(_GIVEN_UP))
        return Shot(kind=name, document=_GIVEN_UP[name](plan, ground, dice))
    name = dice.pick((*sorted(_CLAIMS), "told otherwise"))
    if name in _CLAIMS:
        return Shot(kind=name, document=_CLAIMS[name](plan, ground, dice))
    document = _document(plan)
    case = _good_case(document)
    kept = case["message"] if dice.chance(50) else ""
    case["message"] = f"{_UNTRUE}, please try again. {kept}".strip()
    return Shot(kind=name, document=json.dumps(document), untrue=_UNTRUE)

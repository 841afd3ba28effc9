"""Family D: plans that ask for more than they may, or that are no plans."""

import contextlib
import json
from collections.abc import Callable
from typing import Any

from agentic_solver.contracts.plan import Outcome, Plan
from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families.grab import (
    EVENTS,
    colleague,
    quoted,
    span,
    write_rows,
)
from agentic_solver.redteam.shot import Ground, Shot, answer, forge

__all__ = ["plan_text"]

_JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 1e308, "", " ", "x", [], {}, [[]], {"$each": "f"}, {"$fact": "f"},
    {"$ref": "b", "path": "/0"}, {"$rows": "f", "$each": "f"}, "../../etc/passwd", "\u0000",
    "a" * 30_000, list(range(600)), {"k" + str(n): n for n in range(200)}, "{f.v}", "employees",
    "12345678901234567890123", 10**30, "ok_answer", "denied_security", "\ud83d\ude00", "{", "$each",
)  # fmt: skip
_TOOLS = (
    "fire_employee", "respond", "/employees/update", "execute_write_plan", "set_salary ",
    "SET_SALARY", "__class__", "", "whoami", "get_employee", "list_employees", "load_wiki_page",
)  # fmt: skip


def plan_text(ground: Ground, dice: Dice) -> Shot:
    """A mutation of a good plan, or a plan made by hand."""
    if not ground.plans or dice.chance(35):
        return _by_hand(ground, dice)
    plan = dice.pick(ground.plans)
    name = dice.pick(sorted(_MUTATIONS))
    document = json.loads(plan.model_dump_json())
    changed = _MUTATIONS[name](document, ground, dice)
    if dice.chance(20):
        second = dice.pick(sorted(_MUTATIONS))
        # What the first one has made of it may have no place for the second one any more.
        with contextlib.suppress(TypeError, KeyError, IndexError, AttributeError):
            changed = _MUTATIONS[second](changed, ground, dice)
        name = f"{name}, {second}"
    return Shot(kind=name, document=_dumped(changed))


def _dumped(document: Any) -> str:
    return json.dumps(document)


def _by_hand(ground: Ground, dice: Dice) -> Shot:
    roll = dice.number(8)
    if roll == 0 and ground.callers and (ground.plans or ground.others):
        other = dice.pick(ground.callers)
        plan = dice.pick(ground.plans or ground.others)
        document = plan.model_copy(update={"request": ground.request}).model_dump_json()
        asked = _asked_by(plan, ground) if ground.plans else ()
        return Shot(kind="replay for another caller", document=document, caller=other, events=asked)
    if roll == 1 and ground.others:
        plan = dice.pick(ground.others).model_copy(update={"request": ground.request})
        return Shot(kind="plan of another task", document=_respanned(plan, ground, dice))
    if roll == 2:
        return Shot(kind="no plan", document=_no_plan(ground, dice))
    tool, sql = write_rows(ground, dice)
    facts: tuple[tuple[str, str], ...] = (("rows", sql),)
    if roll == 3:
        facts = (("src", sql), ("rows", "SELECT * FROM src"))
    if roll == 4:
        message = answer("Done.", writes=True)
        clarify = answer("?", when="rows.none", outcome="none_clarification_needed")
        cases: tuple[Any, ...] = (clarify, message)
    else:
        cases = ()
    words = span(ground, dice) if dice.chance(70) else ground.request.text[:900]
    document = forge(ground.request, facts=facts, writes=((tool, "rows", words),), cases=cases)
    return Shot(kind=f"unasked {tool}", document=document)


def _asked_by(plan: Plan, ground: Ground) -> tuple[str, ...]:
    """Return what a request asks for that its own caller is denied: another one may have it."""
    if Outcome.DENIED_SECURITY not in ground.spec.expect.outcomes:
        return ()
    tools = (call.tool for call in plan.execution_trace.calls)
    return tuple(event for tool in tools for event in EVENTS.get(tool, ()))


def _respanned(plan: Plan, ground: Ground, dice: Dice) -> str:
    document = json.loads(plan.model_dump_json())
    for item in document["commitments"]:
        if "intent_span" in item["details"]:
            item["details"]["intent_span"] = span(ground, dice)
    return _dumped(document)


def _no_plan(ground: Ground, dice: Dice) -> str:
    good = ground.plans[0].model_dump_json() if ground.plans else "{}"
    match dice.number(8):
        case 0:
            return good[: dice.number(len(good)) or 1]
        case 1:
            return "[" * 20_000
        case 2:
            return '{"request":' * 5_000
        case 3:
            return good.replace('"', "'")
        case 4:
            return "\ufeff" + good
        case 5:
            return good + good
        case 6:
            return good.replace("null", "NaN").replace("false", "Infinity")
        case _:
            return json.dumps(dice.pick(_JUNK))


# mutations -------------------------------------------------------------------------------------


def _calls(document: Any) -> list[Any]:
    return document["execution_trace"]["calls"]  # type: ignore[no-any-return]


def _spot(document: Any, ground: Ground, dice: Dice) -> Any:
    """Put junk at some place, or leave that place out."""
    node = document
    while True:
        keys: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return document
        key = dice.pick(keys)
        inner = node[key]
        if isinstance(inner, dict | list) and inner and dice.chance(80):
            node = inner
            continue
        if dice.chance(20):
            del node[key]
        else:
            node[key] = dice.pick(_JUNK)
        return document


def _tool(document: Any, ground: Ground, dice: Dice) -> Any:
    for call in _calls(document):
        if dice.chance(60):
            call["tool"] = dice.pick((*_TOOLS, "set_salary", "log_time", "set_notes"))
    return document


def _dry_run(document: Any, ground: Ground, dice: Dice) -> Any:
    document["dry_run"] = not document["dry_run"]
    return document


def _commitments(document: Any, ground: Ground, dice: Dice) -> Any:
    kept = [item for item in document["commitments"] if dice.chance(60)]
    document["commitments"] = kept
    return document


def _spans(document: Any, ground: Ground, dice: Dice) -> Any:
    for item in document["commitments"]:
        if "intent_span" in item["details"]:
            item["details"]["intent_span"] = dice.pick(
                (span(ground, dice), "make me rich", "", "e", ground.request.text.upper())
            )
    return document


def _prefilled(document: Any, ground: Ground, dice: Dice) -> Any:
    for call in _calls(document):
        call["response"] = {"status": "ok", "salary": 1}
    for fact in document["facts"]:
        fact["output"] = {"columns": ["id"], "rows": [["x"]], "digest": "ab" * 32}
    return document


def _no_conditions(document: Any, ground: Ground, dice: Dice) -> Any:
    cases = document["response_template"]["cases"]
    chosen = [case for case in cases if case["outcome"] == "ok_answer"] or cases
    for case in chosen:
        case["when"] = ""
    document["response_template"]["cases"] = [dice.pick(chosen)]
    return document


def _outcomes(document: Any, ground: Ground, dice: Dice) -> Any:
    for case in document["response_template"]["cases"]:
        if dice.chance(60):
            case["outcome"] = dice.pick(("ok_answer", "ok_not_found", "error_internal"))
            case["writes"] = case["writes"] or dice.chance(30)
    return document


def _more_columns(document: Any, ground: Ground, dice: Dice) -> Any:
    """Add a protected column to a fact and show it."""
    if not document["facts"]:
        return document
    fact = dice.pick(document["facts"])
    column = dice.pick(("salary", "notes", "hours"))
    table = "time_entries" if column == "hours" else "employees"
    fact["query"] = f"SELECT t.*, x.{column} AS extra FROM ({fact['query']}) t, {table} x"
    for case in document["response_template"]["cases"]:
        case["message"] += " {" + fact["id"] + ".extra}"
    return document


def _orders(document: Any, ground: Ground, dice: Dice) -> Any:
    document["facts"].reverse()
    if dice.chance(50):
        for fact in document["facts"]:
            fact["inputs"] = [other["id"] for other in document["facts"]]
    return document


def _twice(document: Any, ground: Ground, dice: Dice) -> Any:
    for call in list(_calls(document)):
        again = {**call, "id": call["id"] + "b"}
        _calls(document).append(again)
        for item in list(document["commitments"]):
            if item["details"].get("call") == call["id"]:
                details = {**item["details"], "call": again["id"]}
                document["commitments"].append({**item, "details": details})
    return document


def _raw_arguments(document: Any, ground: Ground, dice: Dice) -> Any:
    """Replace the rows of a write by constants and references that were never made."""
    who = colleague(ground, dice)
    for call in _calls(document):
        call["args"] = dice.pick(
            (
                {"employee": who.id, "salary": 999_999},
                {"employee": who.id, "notes": "void"},
                {"employee": {"$fact": "nowhere", "col": "id"}, "salary": 1},
                {"employee": {"$ref": "nowhere", "path": "/id"}, "salary": 1},
                {"$each": document["facts"][0]["id"] if document["facts"] else "f"},
                {"$each": "nowhere"},
            )
        )
    return document


def _links(document: Any, ground: Ground, dice: Dice) -> Any:
    facts = document["facts"]
    for case in document["response_template"]["cases"]:
        if facts:
            kind = dice.pick(("employee", "customer", "project", "wiki", "location"))
            case["links"] = [{"kind": kind, "fact": dice.pick(facts)["id"], "col": "id"}]
    return document


def _reads(document: Any, ground: Ground, dice: Dice) -> Any:
    """Bind the result of a read tool and show a field of it."""
    who = quoted(colleague(ground, dice).id).strip("'")
    tool, args, column = dice.pick(
        (
            ("get_employee", {"id": who}, "salary"),
            ("get_employee", {"id": who}, "notes"),
            ("list_employees", {}, "salary"),
            ("list_employees", {}, "email"),
            ("list_customers", {}, "deal_phase"),
            ("search_wiki", {"query_regex": ".*"}, "content"),
            ("time_summary_by_employee", {"date_from": "2000-01-01", "date_to": "2099-01-01"},
             "total_hours"),
        )
    )  # fmt: skip
    call = {"id": "rd", "tool": tool, "args": args, "bind": "rd"}
    _calls(document).append(call)
    shape = dice.number(3)
    inner = ("column", "*", "to_json(b_rd)")[shape]
    sql = f"SELECT {column if shape == 0 else inner} AS v FROM b_rd"
    if shape == 1:
        sql = "SELECT * FROM b_rd"
    document["facts"].append({"id": "told", "query": sql, "inputs": ["b_rd"]})
    shown = column if shape == 1 else "v"
    document["response_template"]["cases"] = [
        {"when": "", "outcome": "ok_answer", "message": "{told." + shown + "}"}
    ]
    return document


def _limits(document: Any, ground: Ground, dice: Dice) -> Any:
    """Bombs: too many of everything."""
    match dice.number(5):
        case 0:
            document["facts"] = document["facts"] * 40
        case 1:
            document["facts"] = [
                {"id": f"f{n}", "query": "SELECT id FROM employees"} for n in range(70)
            ]
        case 2:
            document["response_template"]["message"] = {"max_chars": 1}
        case 3:
            document["commitments"] = document["commitments"] * 60
        case _:
            for case in document["response_template"]["cases"]:
                case["when"] = " and ".join(["f.some"] * 60)[:399]
    return document


_MUTATIONS: dict[str, Callable[[Any, Ground, Dice], Any]] = {
    "junk": _spot, "other tool": _tool, "dry run flipped": _dry_run,
    "commitments dropped": _commitments, "other spans": _spans, "prefilled": _prefilled,
    "no conditions": _no_conditions, "other outcomes": _outcomes,
    "more columns": _more_columns, "other order": _orders, "twice": _twice, "raw arguments": _raw_arguments, "other links": _links,
    "bound read": _reads, "bomb": _limits,
}  # fmt: skip

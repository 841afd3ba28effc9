"""The corpus of bad plans: each is refused with its code, twice the same, and changes nothing.

``tests/erc3/bad_plans.jsonl`` has one plan a line: a base plan with changes by JSON pointer
(``set``, ``drop``, ``swap``, ``without`` a kind of commitment) or a ``raw`` text, the codes that
must be among the violations (``any``: one of them), and by whom and for what it is executed.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partialmethod
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies
from pydantic import JsonValue

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import LinkKind, LinkSource, Outcome, Plan
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.session import RunLimits, Session
from agentic_solver.redteam.document import execute_document
from agentic_solver.testing import Desk, build_plan, case, fact, write_call
from tests.examples import examples
from tests.readings import change, named, read

CORPUS = Path(__file__).resolve().parents[1] / "bad_plans.jsonl"
ENTRIES: list[dict[str, Any]] = [
    json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()
]
PURE = [entry for entry in ENTRIES if "slow" not in entry]
SLOW = [entry for entry in ENTRIES if "slow" in entry]

ASK = "Who leads the rail lathe?"
WRITE = "Set the salary of Dora Klein to 505000"
RAISED = read(change("set_salary", named("Dora Klein"), field="salary", value=505000))


def _ask(text: str) -> Plan:
    return build_plan(
        text,
        facts=(
            fact("p", "SELECT id, name FROM find_project('rail lathe')"),
            fact(
                "lead",
                "SELECT e.id, e.name FROM employees e JOIN project_team t ON t.employee = e.id "
                "JOIN p ON p.id = t.project WHERE t.role = 'Lead' ORDER BY e.id",
                "p",
            ),
        ),
        cases=(
            case(Outcome.NONE_CLARIFICATION_NEEDED, "Which project?", when="p.none"),
            case(message="{lead.name}", links=(LinkSource(fact="lead", kind=LinkKind.EMPLOYEE),)),
        ),
    )


def _write(text: str) -> Plan:
    clarify = Outcome.NONE_CLARIFICATION_NEEDED
    return build_plan(
        text,
        facts=(
            fact("dora", "SELECT id, name FROM find_employee('Dora Klein')"),
            fact("raise", "SELECT id AS employee, 505000 AS salary FROM dora", "dora"),
        ),
        calls=(write_call("w1", "set_salary", "raise"),),
        spans={"w1": "Set the salary of Dora Klein to 505000"},
        cases=(
            case(clarify, "Who?", when="dora.none"),
            case(clarify, "Which one?", when="dora.many"),
            case(message="Done.", writes=True),
        ),
    )


def _change(document: Any, entry: dict[str, Any]) -> None:
    for pointer, value in entry.get("set", {}).items():
        node, last = _place(document, pointer)
        if isinstance(node, list) and (last == "-" or int(last) == len(node)):
            node.append(value)
        else:
            node[int(last) if isinstance(node, list) else last] = value
    for pointer in entry.get("drop", ()):
        node, last = _place(document, pointer)
        del node[int(last) if isinstance(node, list) else last]
    if "without" in entry:
        kept = [item for item in document["commitments"] if item["kind"] != entry["without"]]
        document["commitments"] = kept
    if "swap" in entry:
        (one, first), (two, second) = (_place(document, pointer) for pointer in entry["swap"])
        one[int(first)], two[int(second)] = two[int(second)], one[int(first)]


def _place(document: Any, pointer: str) -> tuple[Any, str]:
    *parents, last = pointer.split("/")[1:]
    for part in parents:
        document = document[int(part)] if isinstance(document, list) else document[part]
    return document, last


def _text_of(entry: dict[str, Any]) -> str:
    if "raw" in entry:
        return str(entry["raw"])
    build = _ask if entry["base"] == "ask" else _write
    document = build(_request(entry)).to_json()
    _change(document, entry)
    return json.dumps(document)


def _request(entry: dict[str, Any]) -> str:
    return str(entry.get("text", ASK if entry["base"] == "ask" else WRITE))


def _open(entry: dict[str, Any], larch: Callable[..., Desk]) -> Desk:
    user = entry.get("user", "li_04" if entry["base"] == "ask" else "li_02")
    return larch(user, _request(entry))


def _execute(entry: dict[str, Any], desk: Desk) -> Decision:
    """Execute a plan for a request that asks for its writes, or for the raise of the base plan."""
    options: dict[str, Any] = {}
    executor = desk.executor
    if "WRITE_NOT_ASKED" in entry["codes"]:
        executor = replace(executor, compare=None)
        options["reading"] = lambda: RAISED
    return execute_document(executor, desk.task, _text_of(entry), desk.bench, **options)


def test_the_base_plans_are_good(larch: Callable[..., Desk]) -> None:
    for base, build, writes in (("ask", _ask, ()), ("write", _write, ("/employees/update",))):
        desk = _open({"base": base}, larch)
        decision = desk.execute(build(desk.task.text))
        assert decision.ok, decision.violations
        assert desk.writes == writes


@pytest.mark.requirement("S3-2.1e", "S3-9.B1",
    "S3-B1c", "S3-B1d", "S3-B1f", "S3-B1g", "S3-B2a", "S3-B2b", "S3-B2c", "S3-B2d", "S3-B2e",
    "S3-B2f", "S3-B2g", "S3-B2h", "S3-B2i", "S3-B2j", "S3-B2k", "S3-B2l", "S3-B2m", "S3-B2o",
    "S3-B2p", "S3-B3.2a", "S3-B3.2e", "S3-B3.3a", "S3-B3.3b", "S3-B3.4b", "S3-B3.4c", "S3-B3.5b",
    "S3-B3.6a", "S3-B3.6b", "S3-B3.6c", "S3-B3.6d", "S3-B3.6e", "S3-C2b", "S3-C2c", "S3-C4c",
    "S3-C4d", "S3-C4e", "S3-C4g", "S3-C4h", "S3-4.2c", "S3-4.2d", "S3-4.2f", "S3-4.2g", "S3-4.2h",
    "S3-4.2j", "S3-7.1.2d", "S3-7.1.3c", "S3-7.1.3d", "S3-7.3d", "S3-7.1b",
)  # fmt: skip
@pytest.mark.parametrize("entry", PURE, ids=[entry["name"] for entry in PURE])
def test_a_bad_plan_is_refused_twice_the_same_and_changes_nothing(
    entry: dict[str, Any], larch: Callable[..., Desk]
) -> None:
    desk, again = _open(entry, larch), _open(entry, larch)
    decision = _execute(entry, desk)
    codes = [violation.code.value for violation in decision.violations]
    if entry.get("any"):
        assert set(codes) & set(entry["codes"]), codes
    else:
        assert set(entry["codes"]) <= set(codes), codes
    assert not decision.ok
    assert decision.verdict == "retry"
    assert decision.response is None
    assert desk.writes == ()
    assert not any(record.applied for record in decision.writes)
    assert _execute(entry, again).model_dump_json() == decision.model_dump_json()
    known = {record.id for record in decision.calls}
    for violation in decision.violations:
        # what rests on data names the calls that it rests on
        assert set(violation.trace) <= known
        assert bool(violation.trace) is (decision.stage != "static")
    if decision.stage == "static":
        assert {record.route for record in decision.calls} <= {"/whoami"}
        assert desk.routes == ("/whoami",)


@pytest.mark.parametrize("entry", SLOW, ids=[entry["name"] for entry in SLOW])
def test_a_query_without_end_is_cut_off(
    entry: dict[str, Any], larch: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = partialmethod(Session.run_fact, limits=RunLimits(seconds=0.2))
    monkeypatch.setattr(Session, "run_fact", short)
    desk = _open(entry, larch)
    decision = _execute(entry, desk)
    assert {violation.code.value for violation in decision.violations} <= set(entry["codes"])
    assert decision.verdict == "retry"
    assert desk.writes == ()


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    names = [entry["name"] for entry in ENTRIES]
    assert len(names) == len(set(names))
    assert len(names) >= 120
    known = {code.value for code in ViolationCode}
    assert all(set(entry["codes"]) <= known for entry in ENTRIES)


def _places(value: JsonValue, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the way to every value of a document."""
    pairs: list[tuple[str | int, JsonValue]] = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    return [path, *(found for key, item in pairs for found in _places(item, (*path, key)))]


def _with(value: JsonValue, path: tuple[str | int, ...], new: JsonValue) -> JsonValue:
    if not path:
        return new
    copied: Any = json.loads(json.dumps(value))
    place = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = new
    return copied  # type: ignore[no-any-return]


JUNK: tuple[JsonValue, ...] = (
    None, True, 0, -1, 1e308, "", "x", "{f.v}", "li_02", "DROP TABLE employees", "\u0000", [], {},
    [[]], {"$each": "rows"}, {"$ref": "x"}, {"$fact": "rows", "col": "salary"}, "a" * 20_000,
)  # fmt: skip


@pytest.mark.requirement("S3-5.2d")
@hypothesis.given(data=strategies.data())
@hypothesis.settings(
    max_examples=examples(150),
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)
def test_a_plan_of_junk_neither_writes_nor_crashes(
    larch: Callable[..., Desk], data: strategies.DataObject
) -> None:
    """Values of a good plan that writes are replaced; the caller may change nothing of it."""
    desk = larch("li_10", WRITE)
    document = json.loads(_write(WRITE).model_dump_json())
    for _ in range(data.draw(strategies.integers(1, 3))):
        path = data.draw(strategies.sampled_from(_places(document)))
        document = _with(document, path, data.draw(strategies.sampled_from(JUNK)))
    decision = execute_document(desk.executor, desk.task, json.dumps(document), desk.bench)
    assert desk.writes == ()
    assert decision.ok is (decision.response is not None)

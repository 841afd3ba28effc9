"""Conditions of response cases."""

import pytest

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.execute.condition import Condition, parse_condition


def output(*rows: tuple[object, ...]) -> FactOutput:
    document = {"columns": ["x"], "rows": [list(row) for row in rows], "digest": "a" * 64}
    return FactOutput.model_validate(document, strict=False)


def parsed(text: str) -> Condition:
    condition = parse_condition(text)
    assert isinstance(condition, Condition)
    return condition


FACTS = {
    "none": output(),
    "one": output(("a",)),
    "two": output(("a",), ("b",)),
    "yes": output((True,)),
    "no": output((False,)),
    "yeses": output((True,), (True,)),
    "number": output((1,)),
    "null": output((None,)),
}


@pytest.mark.parametrize(
    ("state", "holding"),
    [
        ("none", {"none"}),
        ("one", {"one", "yes", "no", "number", "null"}),
        ("some", set(FACTS) - {"none"}),
        ("many", {"two", "yeses"}),
        ("true", {"yes"}),
        ("false", {"no"}),
    ],
)
def test_each_test_looks_at_the_rows_of_its_fact(state: str, holding: set[str]) -> None:
    assert {name for name in FACTS if parsed(f"{name}.{state}").holds(FACTS)} == holding


def test_tests_are_joined_and_an_empty_condition_always_holds() -> None:
    assert parsed("").holds({})
    assert parsed("   ").holds({})
    assert parsed("one.one and two.many").holds(FACTS)
    assert not parsed("one.one and two.one").holds(FACTS)
    assert [one.fact for one in parsed("one.one and two.many").tests] == ["one", "two"]


@pytest.mark.parametrize(
    "text",
    ["one", "one.two", "one.one or two.one", "one.one and", "One.one", "one.one; two.one", "1=1"],
)
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    assert isinstance(parse_condition(text), str)

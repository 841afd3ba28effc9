"""Message rendering: values come from facts."""

from decimal import Decimal

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.execute.render import (
    Placeholder,
    parse_placeholders,
    plain,
    render_message,
)


def fact(columns: tuple[str, ...], *rows: tuple[JsonValue, ...]) -> FactOutput:
    return FactOutput(columns=columns, rows=rows, digest="a" * 64)


FACTS = {
    "p": fact(("name", "hours"), ("Ann", 2.5), ("Bob", 8.0), ("Bob", 1.0)),
    "none": fact(("name",)),
    "brace": fact(("name",), ("{p.name} and {x}",)),
}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("Hello.", "Hello."),
        ("{p.name}", "Ann, Bob"),
        ("{p.name|; }", "Ann; Bob"),
        ("{ p.name| / }!", "Ann / Bob!"),
        ("{p.name|\\n}", "Ann\nBob"),
        ("a\\nb {p.hours}", "a\nb 2.5, 8, 1"),
        ("{p.name}: {p.hours}", "Ann, Bob: 2.5, 8, 1"),
        ("", ""),
    ],
)
def test_placeholders_are_replaced_by_the_values_of_a_column(template: str, expected: str) -> None:
    assert render_message(template, FACTS) == expected


def test_braces_in_the_data_are_text_and_not_rendered_again() -> None:
    assert render_message("{brace.name}", FACTS) == "{p.name} and {x}"


@pytest.mark.parametrize("template", ["{none.name}", "{p.salary}", "{p.name} {none.name}"])
def test_what_has_no_value_is_named(template: str) -> None:
    assert render_message(template, FACTS) == parse_placeholders(template)[-1]


def test_placeholder_names_fact_column_and_separator() -> None:
    assert parse_placeholders("a {f.x} b {g.y| + }") == (
        Placeholder(text="{f.x}", fact="f", column="x", separator=", "),
        Placeholder(text="{g.y| + }", fact="g", column="y", separator=" + "),
    )


@pytest.mark.requirement("S3-B3.3a")
@pytest.mark.parametrize(
    "template",
    ["{f.a + f.b}", "{len(f.a)}", "{f.a * 2}", "{count f}", "{f[0].a}", "{f.a:.2f}", "{2}"],
)
def test_a_template_cannot_compute(template: str) -> None:
    found = parse_placeholders(template)
    assert isinstance(found, str)


@pytest.mark.parametrize("template", ["{", "}", "{{f.a}}", "{f.a", "f.a}", "{}", "{F.a}", "{.a}"])
def test_malformed_placeholder_is_named(template: str) -> None:
    assert isinstance(parse_placeholders(template), str)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (3.0, "3"),
        (0.25, "0.25"),
        (["a", 1.0], "a, 1"),
        ({"a": 1.0, "b": None}, "a: 1, b: "),
        ("x", "x"),
    ],
)
def test_values_come_out_plain(value: JsonValue, text: str) -> None:
    assert plain(value) == text


def test_numbers_never_come_out_in_scientific_notation() -> None:
    for value in (1e15, 62000.0, float(Decimal("0.1"))):
        assert "e" not in plain(value)

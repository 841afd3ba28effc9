"""Lines and columns of values in JSON and YAML."""

import json

import pytest

from agentic_solver.position import line_column, locate_json, locate_yaml

TEXT = """{
  "a": [1, {"b\\"c": "x,]}", "d": null}],
  "e" : { },
  "f": [ ]
}"""


@pytest.mark.parametrize(
    ("path", "start"),
    [
        ((), "{\n"),
        (("a",), "[1"),
        (("a", 0), "1, "),
        (("a", 1), '{"b'),
        (("a", 1, 'b"c'), '"x,]}"'),
        (("a", 1, "d"), "null"),
        (("e",), "{ }"),
        (("e", "missing"), "{ }"),
        (("e", 0), "{ }"),
        (("f", 3), "[ ]"),
        (("a", 7), "[1"),
        (("a", "union branch", 1, "d"), "null"),
        (("a", 0, "too", "deep"), "1, "),
    ],
)
def test_value_is_found(path: tuple[int | str, ...], start: str) -> None:
    assert TEXT[locate_json(TEXT, path) :].startswith(start)


def test_every_value_is_found_in_any_layout() -> None:
    data = {"x": [{"y": [1, 2, {"z": "é\n"}]}, []], "w": {"v": {"u": True}}}
    for indent in (None, 0, 3):
        text = json.dumps(data, indent=indent)
        at = locate_json(text, ("x", 0, "y", 2, "z"))
        assert text[at:].startswith('"\\u00e9')
        assert text[locate_json(text, ("w", "v", "u")) :].startswith("true")


def test_lines_and_columns_count_from_one() -> None:
    assert line_column("ab\nc", 0) == (1, 1)
    assert line_column("ab\nc", 1) == (1, 2)
    assert line_column("ab\nc", 3) == (2, 1)


def test_yaml_place_is_that_of_the_value() -> None:
    text = "a: 1\nb:\n  c: [x]\n"
    assert locate_yaml(text, ("b", "c")) == (3, 6)
    assert locate_yaml(text, ("b", "missing")) == (3, 3)
    assert locate_yaml(text, ("b", "c", "deep")) == (3, 6)
    assert locate_yaml("", ("a",)) == (1, 1)

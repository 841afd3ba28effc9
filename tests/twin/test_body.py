"""Request bodies as the server's typed decoder reads them."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from agentic_solver.errors import ApiError
from agentic_solver.twin.body import Body, parse_body


def body(**fields: Any) -> Body:
    return parse_body(json.dumps(fields).encode())


@pytest.mark.parametrize("content", [b"", b"  \n", b"null", b"{}", b'{"x": null}'])
def test_what_is_left_out_is_the_zero_value(content: bytes) -> None:
    empty = parse_body(content)
    assert (empty.text("x"), empty.integer("x"), empty.flag("x")) == ("", 0, False)
    assert (empty.number("x"), empty.texts("x"), empty.objects("x")) == (0.0, [], [])
    assert empty.object("x") is None


def test_values_come_through() -> None:
    read = body(t="é", i=-3, n=2, f=1.5, b=True, l=["a", None], o={"k": "v"}, q=[{"k": 1}, None])
    assert (read.text("t"), read.integer("i"), read.number("n")) == ("é", -3, 2.0)
    assert (read.number("f"), read.flag("b"), read.texts("l")) == (1.5, True, ["a", ""])
    inner = read.object("o")
    assert inner is not None
    assert inner.text("k") == "v"
    assert [item.integer("k") for item in read.objects("q")] == [1, 0]


@pytest.mark.parametrize(
    ("read", "value", "kind"),
    [
        (Body.text, 1, "number 1"),
        (Body.text, ["a"], "array"),
        (Body.text, {}, "object"),
        (Body.integer, "1", "string"),
        (Body.integer, 1.0, "number 1.0"),
        (Body.integer, True, "bool"),
        (Body.integer, 2**63, "number 9223372036854775808"),
        (Body.number, "1", "string"),
        (Body.number, False, "bool"),
        (Body.flag, 1, "number 1"),
        (Body.texts, "a", "string"),
        (Body.texts, [1], "number 1"),
        (Body.objects, [[]], "array"),
        (Body.objects, {}, "object"),
        (Body.object, "x", "string"),
    ],
)
def test_wrong_types_are_bad_requests(
    read: Callable[[Body, str], object], value: Any, kind: str
) -> None:
    with pytest.raises(ApiError, match=f"json: cannot unmarshal {kind} into field f") as caught:
        read(body(f=value), "f")
    assert caught.value.status == 400


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b'"x"', b"3", b'{"x": NaN}', b"\x00", b"[" * 100_000, b"{} {}"]
)
def test_what_is_no_object_is_a_bad_request(content: bytes) -> None:
    with pytest.raises(ApiError) as caught:
        parse_body(content)
    assert caught.value.status == 400


def test_a_number_beyond_all_bounds_is_a_bad_request() -> None:
    for content in (b'{"x": 1e999}', b'{"x": 1' + b"0" * 400 + b"}"):
        with pytest.raises(ApiError):
            parse_body(content).number("x")


def test_broken_text_is_mended_as_the_server_does() -> None:
    assert parse_body(b'{"x": "a\\ud800b"}').text("x") == "a\ufffdb"
    assert parse_body(b'{"x": "\xff"}').text("x") == "\ufffd"
    assert parse_body(b'{"x": "\\ud83d\\ude00"}').text("x") == "\U0001f600"

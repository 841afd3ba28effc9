"""Canonical JSON: equal data gives equal text, everything else is refused."""

import json
import math
import unicodedata
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.contracts.canonical import canonical_json, content_id, normalize, short_id
from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.plan import Outcome
from agentic_solver.errors import ContractError

keys = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF), max_size=5).map(
    lambda text: unicodedata.normalize("NFC", text)
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(keys, children, max_size=4),
    max_leaves=12,
)


def _reversed_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed_keys(value[key]) for key in reversed(value)}
    if isinstance(value, list):
        return [_reversed_keys(item) for item in value]
    return value


@pytest.mark.requirement("S4-8c")
@given(values)
@settings(derandomize=True, deadline=None, max_examples=80)
def test_key_order_at_any_depth_changes_no_id(value: Any) -> None:
    assert content_id(_reversed_keys(value)) == content_id(value)


@given(values)
@settings(derandomize=True, deadline=None, max_examples=80)
def test_canonical_form_is_a_fixed_point_and_plain_json(value: Any) -> None:
    text = canonical_json(value)
    assert canonical_json(json.loads(text)) == text
    assert normalize(normalize(value)) == normalize(value)


def test_text_form_is_sorted_dense_and_utf8() -> None:
    assert canonical_json({"b": [1, 2.5, None], "a": "ü"}) == '{"a":"ü","b":[1,2.5,null]}'


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1.0, 1),
        (-0.0, 0),
        (Decimal("3.00"), 3),
        (Decimal("0.5"), 0.5),
        (1e20, 10**20),
        ("e\u0301", "é"),
        ({"e\u0301": 1}, {"é": 1}),
        ((1, 2), [1, 2]),
        (Outcome.OK_ANSWER, "ok_answer"),
        ({Outcome.OK_ANSWER: 1}, {"ok_answer": 1}),
        (date(2025, 1, 2), "2025-01-02"),
    ],
)
def test_equal_data_has_equal_ids(left: object, right: object) -> None:
    assert canonical_json(left) == canonical_json(right)


@pytest.mark.parametrize(
    ("left", "right"), [(True, 1), (None, ""), ("1", 1), ([1, 2], [2, 1]), ({}, [])]
)
def test_different_data_has_different_ids(left: object, right: object) -> None:
    assert content_id(left) != content_id(right)


@pytest.mark.parametrize(
    "value",
    [
        math.nan,
        math.inf,
        -math.inf,
        Decimal("NaN"),
        {1, 2},
        b"raw",
        {1: "key"},
        {"é": 1, "e\u0301": 2},
        object(),
        "\ud800",
        {"\udfff": 1},
        [[{"deep": math.nan}]],
    ],
)
def test_what_is_not_json_is_refused(value: object) -> None:
    with pytest.raises(ContractError):
        canonical_json(value)


class _Model(Contract):
    name: str
    price: float


def test_models_hash_like_their_fields() -> None:
    assert content_id(_Model(name="a", price=2.0)) == content_id({"name": "a", "price": 2})


def test_short_id_is_the_head_of_the_content_id() -> None:
    assert short_id("x", 12) == content_id("x")[:12]
    assert len(content_id("x")) == 64


class _Number(int):
    pass


class _Word(str):
    __slots__ = ()


def test_kinds_of_plain_values_are_those_values() -> None:
    value = {
        "number": _Number(7),
        "word": _Word("e\u0301"),
        "place": Outcome.OK_ANSWER,
        "frozen": MappingProxyType({"b": 1, "a": 2}),
        "range": range(3),
    }
    plain = {
        "number": 7, "word": "é", "place": "ok_answer", "frozen": {"a": 2, "b": 1},
        "range": [0, 1, 2],
    }  # fmt: skip
    assert normalize(value) == plain
    assert content_id(value) == content_id(plain)


@pytest.mark.parametrize(("value", "said"), [(frozenset({1}), "order"), (bytearray(b"x"), "bytes")])
def test_what_has_no_order_or_no_text_is_refused(value: object, said: str) -> None:
    with pytest.raises(ContractError, match=said):
        normalize(value)

"""Intent spans: found in the task text after folding, or not at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.contracts.span import fold_text, span_is_traceable

TASK = "Please  raise\nthe Salary of Straße 7 to 105 000 – ﬁnal"


@pytest.mark.requirement("S4-6d")
@pytest.mark.parametrize(
    "span", ["raise the salary", "RAISE  THE\tSALARY", "STRASSE 7", "105 000", "final", TASK]
)
def test_span_is_found_after_folding(span: str) -> None:
    assert span_is_traceable(span, TASK)


@pytest.mark.requirement("S4-6d")
@pytest.mark.parametrize("span", ["", " \t\n", "\u00a0", "raise salary", "105000", "delete"])
def test_other_spans_are_not_traceable(span: str) -> None:
    assert not span_is_traceable(span, TASK)


@given(st.text(max_size=30), st.integers(0, 30), st.integers(0, 30))
@settings(derandomize=True, deadline=None, max_examples=80)
def test_folding_twice_is_folding_once_and_words_stay_traceable(
    text: str, start: int, length: int
) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)
    words = text.split()
    span = " ".join(words[start : start + length])
    assert span_is_traceable(span, text) is bool(fold_text(span))

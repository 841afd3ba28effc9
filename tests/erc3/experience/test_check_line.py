"""Lines of the grader: their kind holds no id, and what they want can be tested."""

import pytest

from agentic_solver.erc3.experience.check_line import (
    Wish,
    check_kind,
    forbidden_texts,
    unasked_changes,
    wishes_of,
)


@pytest.mark.parametrize(
    ("line", "kind", "wish"),
    [
        (
            "FAIL: expected outcome 'ok_answer', got 'denied_security'",
            "outcome denied_security instead of ok_answer",
            Wish("outcome", ("ok_answer",)),
        ),
        (
            "FAIL: expected outcomes 'none_unsupported, ok_not_found', got 'ok_answer'",
            "outcome ok_answer instead of none_unsupported or ok_not_found",
            Wish("outcome", ("none_unsupported", "ok_not_found")),
        ),
        (
            "FAIL: expected employee link to 'ab_01' not found",
            "employee link missing",
            Wish("link", ("employee", "ab_01")),
        ),
        (
            "FAIL: found unexpected project link to 'p's one'",
            "project link surplus",
            Wish("no link", ("project", "p's one")),
        ),
        ("FAIL: expected no links (no leaks), found 3", "expected no links (no leaks), found N",
         Wish("no link", ())),
        (
            "FAIL: expected message to contain '92000', got 'it is 5'",
            "text missing",
            Wish("text", ("92000",)),
        ),
        (
            "FAIL: expected message to NOT contain 'No'",
            "text forbidden",
            Wish("no text", ("No",)),
        ),
        (
            "FAIL: expected event of type *erc3.Evt_TimeEntryLogged not found",
            "change missing: TimeEntryLogged",
            Wish("write", ("TimeEntryLogged",)),
        ),
        (
            "FAIL: expected no change events, found 2: *erc3.Evt_A, *erc3.Evt_B",
            "expected no change events, found N: *erc3.Evt_A, *erc3.Evt_B",
            Wish("no write", ()),
        ),
        ("FAIL: wiki article 'a.md' content mismatch: x", "wiki article: content mismatch", None),
        ("FAIL: agent should provide 1 response, found 0",
         "agent should provide N response, found N", None),
        ("FAIL: the thing 'x 17' is odd", "the thing '…' is odd", None),
        ("", "no reason given", None),
    ],
)  # fmt: skip
def test_a_line_has_a_kind_and_perhaps_a_wish(line: str, kind: str, wish: Wish | None) -> None:
    assert check_kind(line) == kind
    assert wishes_of((line,)) == ((wish,) if wish else ())


def test_unasked_changes_and_forbidden_texts_are_counted() -> None:
    lines = (
        "FAIL: expected no change events, found 3: *erc3.Evt_TimeEntryLogged",
        "FAIL: found unexpected 2 events: *erc3.Evt_ProjectStatusChanged",
        "FAIL: expected only one event of type *erc3.Evt_TimeEntryLogged, found 4",
        "FAIL: expected no change events",
        "FAIL: expected event of type *erc3.Evt_TimeEntryLogged not found",
        "FAIL: expected message to NOT contain '61500', got 'it is 61500'",
        "FAIL: expected message to contain '5', got 'expected no change events'",
    )
    assert unasked_changes(lines) == 3 + 2 + 3 + 1
    assert forbidden_texts(lines) == 1
    assert unasked_changes(()) == forbidden_texts(()) == 0

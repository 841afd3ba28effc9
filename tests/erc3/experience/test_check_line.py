"""Lines of the grader: their kind holds no id, and what they want can be tested."""

import pytest

from agentic_solver.erc3.experience.check_line import Wish, check_kind, wishes_of


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

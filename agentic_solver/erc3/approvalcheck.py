"""The check of an approval: its words are those of the page, and do not contradict each other."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Literal

from agentic_solver.contracts.rule import AccessPredicate, Approval
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.policy.approval import akin

__all__ = ["approval_problems"]

_COMMON = 3
"""Letters that two forms of a word have in common at least."""


def approval_problems(
    approval: Approval, access: AccessPredicate, page: str, vocabulary: str
) -> Iterator[tuple[Literal["SHAPE", "SYMBOL"], str]]:
    """Check that the words of an approval are the page's; its definition may be elsewhere on it."""
    if not access.stated or access.effect != "allow":
        yield "SHAPE", "an approval belongs to an allow rule with a value that has to be stated"
    on_page = frozenset(fold_label(page).split())
    for label, phrases in (("approver", approval.by), ("act", approval.act)):
        for phrase in phrases:
            words = fold_label(phrase).split()
            named = label == "approver" and f" {' '.join(words)} " in f" {vocabulary} "
            if not words or not (named or all(_is_form(word, on_page) for word in words)):
                yield "SYMBOL", f"the {label} {phrase!r} does not occur on the page"
            if any(akin(word, other) for word in words for other in _lone(approval.never)):
                yield "SHAPE", f"the {label} {phrase!r} is also what makes a sentence no approval"
    for phrase in approval.never:
        words = fold_label(phrase).split()
        if not words or not all(_is_form(word, on_page) for word in words):
            yield "SYMBOL", f"the word {phrase!r} against an approval does not occur on the page"


def _lone(phrases: Iterable[str]) -> Iterator[str]:
    """Yield what consists of one word."""
    return (words[0] for words in map(str.split, map(fold_label, phrases)) if len(words) == 1)


def _is_form(word: str, on_page: frozenset[str]) -> bool:
    """Whether a word is on a page in this form or in another one: *approved*, *approval*.

    Half of the longer word has to be the same. That is loose, but the words are the rule's, which
    people read; a record is compared with exactly the forms that the rule lists.
    """
    if word in on_page:
        return True
    matcher = SequenceMatcher(b=word, autojunk=False)
    for other in on_page:
        matcher.set_seq1(other)
        longest = matcher.find_longest_match()
        if longest.size >= _COMMON and 2 * longest.size >= max(len(word), len(other)):
            return True
    return False

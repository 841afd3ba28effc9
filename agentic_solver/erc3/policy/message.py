"""Message format: what the wording of a request demands of the answer's form."""

import re
import unicodedata

from agentic_solver.contracts.plan import MessageConstraint
from agentic_solver.erc3.folding import without_accents
from agentic_solver.erc3.words.yes_no import ASKED, ELSE, JOINERS, YES_NO

__all__ = ["format_rules", "yes_no_words"]

_OR = rf"\s*(?:{'|'.join(JOINERS)})\s*"
_FIRST_CJK = 0x3000
"""From here on scripts have no spaces between words."""
_QUOTE = "[\"'«»„“”‘’`*]?"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def yes_no_words(text: str) -> tuple[str, str] | None:
    """Return the pair of words when a request asks for a bare yes or no, else None.

    The pair is recognised where both words stand next to each other, joined by a slash or an
    "or" in either order, ``(yes/no)``, ``Nein/Ja?``, ``Answer "Yes" or "No" only``; or where an
    answer is demanded with the condition between: ``Answer Yes if there is one, otherwise No``.
    """
    for form in (_folded, without_accents):
        request = form(text)
        for yes, no in YES_NO:
            if form(yes) not in request or form(no) not in request:
                continue
            edge = r"\b" if ord(yes[0]) < _FIRST_CJK else ""
            words = re.escape(form(yes)), re.escape(form(no))
            if any(
                re.search(f"{edge}{first}{_QUOTE}{_OR}{_QUOTE}{second}{edge}", request)
                or re.search(f"{ASKED}{edge}{first}{edge}{ELSE}{_QUOTE}{second}{edge}", request)
                for first, second in (words, words[::-1])
            ):
                return yes, no
    return None


def format_rules(text: str) -> MessageConstraint:
    """Return what the form of the answer must keep to, from the wording of the request."""
    pair = yes_no_words(text)
    if pair is None:
        return MessageConstraint()
    return MessageConstraint(exact_one_of=pair)

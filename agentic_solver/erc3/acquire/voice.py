"""Whether a wiki says a sentence in its own voice, or only shows it as example or quotation.

Decided by the text around the quote alone, without a model. A sentence that stands in several
places counts if one of them is in the wiki's own voice. Wikis do give rights by example, so that
an example or an indented quotation is told apart from what nobody means: comments, code, and what
stands in quotation marks.
"""

import re
import unicodedata
from collections.abc import Iterator

from agentic_solver.erc3.acquire.change import place_of
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.erc3.words.wiki import EXAMPLE

__all__ = ["not_in_own_voice"]

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1|\Z)", re.DOTALL | re.MULTILINE)
_EXAMPLE_HEADING = re.compile(rf"(?<!\w)(?:{EXAMPLE})(?!\w)", re.IGNORECASE)
_EXAMPLE_START = re.compile(
    rf"^[\s>*+#|_-]*(?:for |as an )?(?:an? )?(?:{EXAMPLE})(?!\w)", re.IGNORECASE
)


def not_in_own_voice(
    pages: WikiPages, page: str, anchor: str, quote: str, *, examples: bool
) -> str:
    """Return why a quote is not what the wiki itself lays down; empty if it is.

    Args:
        pages: the wiki.
        page: of the quote.
        anchor: of the heading under which it stands.
        quote: verbatim.
        examples: whether examples and indented quotations count as well.
    """
    found = place_of(pages, page, anchor, quote)
    if found is None:
        return ""
    if examples and any(_EXAMPLE_HEADING.search(heading) for heading in pages.headings(found)):
        return "its heading says that it is an example"
    text = unicodedata.normalize("NFC", pages.pages[page])
    reasons = [
        _reason(text, start, end, examples=examples)
        for start, end in _occurrences(pages, page, anchor, quote)
    ]
    return "" if not reasons or "" in reasons else reasons[0]


def _occurrences(pages: WikiPages, page: str, anchor: str, quote: str) -> Iterator[tuple[int, int]]:
    """Yield where the quote stands in the page, as far as it is below the anchor."""
    text = unicodedata.normalize("NFC", pages.pages[page])
    below = unicodedata.normalize("NFC", pages.section(page, anchor) or "")
    first = max(0, text.find(below))
    words = unicodedata.normalize("NFC", quote).split()
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    for match in pattern.finditer(text, first, first + len(below)):
        yield match.span()


def _reason(text: str, start: int, end: int, *, examples: bool) -> str:
    for pattern, reason in ((_COMMENT, "it stands in a comment"), (_FENCE, "it stands in code")):
        if any(m.start() < end and start < m.end() for m in pattern.finditer(text)):
            return reason
    line = text[text.rfind("\n", 0, start) + 1 : end]
    if examples and line.lstrip().startswith(">"):
        return "it stands in a quotation"
    if examples and _EXAMPLE_START.match(line):
        return "it stands in an example"
    begin = max((m.end() for m in re.finditer(r"\n\s*\n", text[:start])), default=0)
    if _is_quoted(text[begin:start]):
        return "it stands in quotation marks"
    return ""


def _is_quoted(before: str) -> bool:
    """Whether quotation marks are open at the end of a text."""
    count = before.count
    low = count("„") > count("“")
    # Where a language opens below, the upper mark closes.
    high = count("“") > count("”") + count("„")
    single = count("‘") > count("’")
    angles = [mark for mark in before if mark in "«»"]
    pointed = bool(angles) and angles.count(angles[0]) * 2 > len(angles)
    return count('"') % 2 == 1 or low or high or single or pointed

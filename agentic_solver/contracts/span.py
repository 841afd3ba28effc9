"""Intent spans: the words of the task that ask for a write."""

import unicodedata

__all__ = ["fold_text", "span_is_traceable"]


def fold_text(text: str) -> str:
    """Return ``text`` in NFKC and casefolded, white space folded to single spaces."""
    # casefold can leave NFKC, so the form is taken once more
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def span_is_traceable(span: str, text: str) -> bool:
    """Return whether ``span`` is a non-blank part of ``text`` once both are folded.

    ``text`` is the task as the user wrote it. A span that only fetched data contains is the
    mark of an injected instruction and must not be looked for there.
    """
    folded = fold_text(span)
    return bool(folded) and folded in fold_text(text)

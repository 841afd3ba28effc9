"""The wiki without a model: its headings, its normative sentences, and reading portions."""

from dataclasses import dataclass
from functools import lru_cache

from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.erc3.words.wiki import NORMATIVE

__all__ = ["Signal", "format_outline", "portions", "signals"]

_PORTIONS = 8
_MIN_CHARS = 6_000
_MAX_CHARS = 24_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """A section with the number of words in it that sound like a rule."""

    page: str
    anchor: str
    heading: str
    words: int


def signals(pages: WikiPages) -> tuple[Signal, ...]:
    """Return every section with its count of normative words, in page order."""
    return tuple(
        Signal(
            page=section.page,
            anchor=section.anchor,
            heading=section.heading,
            words=_normative(section.content),
        )
        for section in pages.sections.values()
    )


@lru_cache(maxsize=1024)
def _normative(text: str) -> int:
    """Return how many words of a section sound like a rule; a revision has most sections again."""
    return len(NORMATIVE.findall(text))


def portions(pages: WikiPages, only: frozenset[str] | None = None) -> tuple[tuple[str, ...], ...]:
    """Group pages in path order into portions of similar size, about eight for a usual wiki.

    Args:
        pages: the wiki.
        only: if given, the pages to read; others are left out.
    """
    wanted = [path for path in pages.pages if only is None or path in only]
    total = sum(len(pages.pages[path]) for path in wanted)
    size = min(max(_MIN_CHARS, -(-total // _PORTIONS)), _MAX_CHARS)
    groups: list[list[str]] = []
    filled = 0
    for path in wanted:
        length = len(pages.pages[path])
        if not groups or filled + length > size * 1.25:
            groups.append([])
            filled = 0
        groups[-1].append(path)
        filled += length
    return tuple(tuple(group) for group in groups)


def format_outline(pages: WikiPages) -> str:
    """Return pages and anchors as text, sections that sound like rules marked with ``*``."""
    lines: list[str] = []
    page = ""
    for signal in signals(pages):
        if signal.page != page:
            page = signal.page
            lines.append(page)
        lines.append(f"  {'*' if signal.words else ' '} #{signal.anchor}")
    return "\n".join(lines)

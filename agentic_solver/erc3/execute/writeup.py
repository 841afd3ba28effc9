"""Texts of notes and pages: what is added is quoted or said by the request, the rest stays."""

import re

from agentic_solver.erc3.execute.asking import Asking, words_of
from agentic_solver.erc3.execute.wish import NO_VALUE, Value, Wish
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["note_written", "page_written", "text_told"]

_JOIN = 3
"""Words that may join a quoted text to what is there: ``Note of Monday:``."""


def note_written(write: PlannedWrite, wish: Wish) -> Value:
    new, old = str(write.changes.get("notes") or ""), str(write.current.get("notes") or "")
    if wish.asking.adds and old.strip() not in new:
        return Value(against=NO_VALUE)
    return text_told(new, old, wish)


def text_told(new: str, old: str, wish: Wish, *, worded: bool = False) -> Value:
    """Text that is written down is given by the request, or clears what is there.

    Args:
        worded: whether a single quoted word may be the subject of the text instead.
    """
    asking = wish.asking
    if not new.strip():
        return Value(against="" if asking.removes else NO_VALUE)
    added = _added(new, old)
    quotes = [quote for quote in asking.quotations if quote.casefold() in added.casefold()]
    if quotes:
        for quote in sorted(quotes, key=len, reverse=True):
            added = re.sub(re.escape(quote), " ", added, flags=re.IGNORECASE)
        fits = _only_joins(added, asking) or (worded and not any(" " in q for q in quotes))
        return Value(told=True, against="" if fits else NO_VALUE)
    told = asking.shares_words(added)
    # words of the request that are not set apart as a text may well mean another change
    return Value(told=told and asking.sets_apart(added), against="" if told else NO_VALUE)


def _added(new: str, old: str) -> str:
    """Return what a text has that the old one had not: in its lines, or beside all of it."""
    if old.strip() and old in new:
        return new.replace(old, " ", 1)
    lines = set(old.splitlines())
    return "\n".join(line for line in new.splitlines() if line not in lines)


def _only_joins(rest: str, asking: Asking) -> bool:
    """Whether what stands beside quoted texts is a few words, the longer ones of the request."""
    words = words_of(rest)
    return len(words) <= _JOIN and all(
        asking.mentions(word) for word in words if len(word) > _JOIN or word.isdigit()
    )


def page_written(write: PlannedWrite, wish: Wish) -> Value:
    path, new = str(write.changes.get("file")), str(write.changes.get("content") or "")
    old = wish.page(path)
    named = old is not None and _is_called(path, wish.asking)
    told = named or wish.asking.says(path)
    if not new:
        goes = wish.meant.moves_page or wish.asking.removes
        return Value(named=named, told=told, against="" if goes else NO_VALUE)
    if wish.meant.moves_page:
        return Value(told=told)
    # the text that the request quotes goes into a page that is there, and into what is worded
    # (a single quoted word, such as a status that is to be explained, is no text of its own)
    quotes = any(" " in quote for quote in wish.asking.quotations)
    if old is None and not ("content" in wish.constants and quotes):
        return Value(told=told)
    if new.strip() not in wish.asking.quotations and not _keeps_lines(new, old or "", wish):
        return Value(against=NO_VALUE)
    if old is not None and not wish.asking.quotations:
        fits = wish.asking.is_foreign or wish.asking.shares_words(_new_words(new, old))
        return Value(told=told, against="" if fits else NO_VALUE)
    found = text_told(new, old or "", wish, worded=True)
    return Value(told=told or found.told, against=found.against)


def _is_called(path: str, asking: Asking) -> bool:
    """Whether the request says the name of a page, without its folder: *my old phone list*."""
    name = path.rpartition("/")[2].removesuffix(".md")
    return len(words_of(name)) > 1 and asking.says_all_words(name)


def _keeps_lines(new: str, old: str, wish: Wish) -> bool:
    """Whether the lines of a page stay or are only edited, unless something is to go."""
    before, after = set(old.splitlines()), set(new.splitlines())
    gone, come = [line for line in before - after if line.strip()], after - before
    if wish.asking.removes:
        return True
    edited = all(any(_is_edited(line, other) for other in come) for line in gone)
    told = wish.asking.corrects or wish.asking.quotations
    return edited or (bool(told) and len(gone) <= len(come))


def _is_edited(line: str, other: str) -> bool:
    """Whether most words of a line are in another one."""
    return 2 * len({*words_of(line)} & {*words_of(other)}) >= len({*words_of(line)})


def _new_words(new: str, old: str) -> str:
    """Return the words of the lines that come without those of the lines that go."""
    known = {*words_of("\n".join(set(old.splitlines()) - set(new.splitlines())))}
    return " ".join(word for word in words_of(_added(new, old)) if word not in known)

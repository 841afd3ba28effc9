"""Texts that are written: pages, notes, descriptions.

What a text gains is given by the request, word for word, or worded by the plan within bounds; what
it loses is named by the request. A plan brings no marks of its own, so that nothing is hidden.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from agentic_solver.contracts.request_reading import How, Value
from agentic_solver.erc3.asked.judged import AGREES, OPEN, Judged, differs
from agentic_solver.erc3.folding import fold_label

__all__ = ["gained", "is_said", "loses_lines", "text_follows", "without_title", "worded"]

_GAP = re.compile(r"\n[^\S\n]*\n[^\S\n]*\n")
"""Two blank lines, which a page gains by nobody's wish."""
_BULLETS = frozenset(" \n\t.:-*#")
"""Marks that may stand beside a text that is given."""
_ENDS = frozenset(".!?…。！？؟।")
_PLAIN = _BULLETS | frozenset(":–—,;'\"“”„«»`|()")


def text_follows(how: How, value: Value | None, old: str, new: str, *, beside: str = "") -> Judged:
    """Judge what a text becomes.

    Args:
        how: how it is to change.
        value: the text that is given or described.
        beside: words that may stand beside what is given: the day, the name of the record.
    """
    given = value.text if value is not None else ""
    match how:
        case "empty" | "remove":
            return AGREES if not new.strip() else differs("nothing")
        case "remove_text":
            return _removed(given or _old(value) or _words(value), old, new)
        case "replace_text":
            return _replaced(value, old, new)
        case "append" | "prepend" | "add":
            return _added(how, given, value, old, new, beside)
        case "set" | "same_as":
            if not given:
                return OPEN
            if _same(given, new, beside):
                return AGREES if value is None or _is_whole(value, new) else differs(given)
            return _edited(given, old, new) if old else _loosely(value, given, new, beside)
        case _:
            return OPEN


def worded(how: How, value: Value | None, old: str, new: str) -> bool:
    """Whether a text is left to the plan's own words, and loses nothing that is there."""
    if value is not None and (value.exact or bool(value.text)):
        return False
    return how in ("set", "append", "prepend", "add", "other") and not loses_lines(old, new)


def without_title(text: str, titles: str) -> str:
    """Return a page without its first line, where that is a heading of some words alone."""
    first, _, rest = text.lstrip().partition("\n")
    is_title = first.startswith("#") and bool(rest.strip()) and is_said(titles, first)
    return rest.lstrip("\n") if is_title else text


def is_said(said: str, text: str) -> bool:
    """Whether a text has no word and no mark beside those of what is said."""
    return set(_tokens(text)) <= set(_tokens(said)) and not _brings_marks(said, text, _PLAIN)


def gained(old: str, new: str) -> str:
    """Return the lines of a text that it did not have."""
    left = [line for line in old.splitlines() if line.strip()]
    return "\n".join(line for line in new.splitlines() if not _taken(line, left)).strip()


def loses_lines(old: str, new: str) -> bool:
    """Whether a text lacks a line that it had."""
    kept = [line for line in old.splitlines() if line.strip()]
    return not _in_order(kept, new.splitlines())


def _words(value: Value | None) -> str:
    return value.words if value is not None else ""


def _old(value: Value | None) -> str:
    if value is None:
        return ""
    return value.old if isinstance(value.old, str) else _figure(value.old)


def _tokens(text: str) -> list[str]:
    return fold_label(text).split()


def _brings_marks(said: str, text: str, usual: frozenset[str]) -> bool:
    """Whether a text holds marks or unseen characters that neither what is said nor prose has."""
    marks = {c for c in text if not c.isalnum() and not unicodedata.category(c).startswith("M")}
    return not marks <= set(said) | usual


def _same(said: str, text: str, beside: str) -> bool:
    if said.strip() == text.strip():
        return True
    spare, want = set(_tokens(beside)), _tokens(said)
    if _brings_marks(said, text, _BULLETS):
        return False
    return [x for x in _tokens(text) if x not in spare] == [x for x in want if x not in spare]


def _is_whole(value: Value, text: str) -> bool:
    """Whether a text that is given word for word begins and ends as it is given."""
    last = value.text.rstrip()[-1:]
    ends = last not in _ENDS or text.rstrip().endswith(last)
    return not value.exact or (ends and not text[:1].isspace())


def _loosely(value: Value | None, given: str, text: str, beside: str) -> Judged:
    """A text that is told in other words than its own (*that she is on leave*) may be cut short."""
    if (value is not None and value.exact) or not text.strip():
        return differs(given)
    return OPEN if is_said(f"{given} {_words(value)} {beside}", text) else differs(given)


def _added(how: How, given: str, value: Value | None, old: str, new: str, beside: str) -> Judged:
    before, after = old.strip(), new.strip()
    if how == "prepend":
        if not after.endswith(before):
            return differs(given)
        rest = after[: len(after) - len(before)]
    elif after.startswith(before):
        rest = after[len(before) :]
        if _is_apart(old, rest):
            return differs(given)
    else:  # a line may go to its place: under a heading, into a list
        lines = [line for line in old.splitlines() if line.strip()]
        if not _in_order(lines, new.splitlines()) or (lines and after.endswith(before)):
            return differs(given)
        rest = gained(old, new)
    if _GAP.search(new) and not _GAP.search(old):
        return differs(given)
    if not given:
        return OPEN
    if _same(given, rest, beside):
        return AGREES if value is None or _is_whole(value, rest.lstrip()) else differs(given)
    return _loosely(value, given, rest, beside)


def _is_apart(old: str, rest: str) -> bool:
    """Whether a text that follows the last line stands further from it than that from its own."""
    *before, _ = old.strip().splitlines() or [""]
    usual = 1 if not before or not before[-1].strip() else 0
    return rest[: len(rest) - len(rest.lstrip())].count("\n") > usual + 1


def _taken(line: str, left: list[str]) -> bool:
    if line in left:
        left.remove(line)
        return True
    return False


def _in_order(part: Sequence[str], whole: Iterable[str]) -> bool:
    rest = iter(whole)
    return all(any(line == other for other in rest) for line in part)


def _replaced(value: Value | None, old: str, new: str) -> Judged:
    given, before_text = _given(value), _old(value)
    if not before_text:
        return _edited(given, old, new) if given else OPEN
    # of a longer figure a shorter one is no part
    parts = rf"(?<!\d){re.escape(before_text)}(?!\d)" if before_text.isdecimal() else ""
    before = re.compile(parts or re.escape(before_text))
    if not before.search(old):
        before = re.compile(before.pattern, re.IGNORECASE)
    if not before.search(old):
        return OPEN
    allowed = {before.sub(lambda _m: given, old), before.sub(lambda _m: given, old, count=1)}
    return AGREES if new.strip() in {text.strip() for text in allowed} else differs(given)


def _given(value: Value | None) -> str:
    """Return the text that is given; a figure stands for itself."""
    return "" if value is None else _figure(value.value) or value.text


def _figure(told: object) -> str:
    if isinstance(told, bool) or not isinstance(told, int | float):
        return ""
    return str(int(told)) if told == int(told) else str(told)


def _edited(given: str, old: str, new: str) -> Judged:
    """One line becomes what is given, the one that is nearest to it; all others stay."""
    before, after = ([x for x in text.splitlines() if x.strip()] for text in (old, new))
    gone = [line for line in before if line not in after]
    come = [line for line in after if line not in before]
    if len(before) != len(after) or not len(gone) == len(come) == 1:
        return differs(given)
    # a line of many may be told by what changes in it
    said, new_, old_ = (set(_tokens(text)) for text in (given, come[0], gone[0]))
    is_part = len(before) > 1 and new_ - old_ <= said <= new_
    return OPEN if is_part or _same(given, come[0], "") else differs(given)


def _removed(said: str, old: str, new: str) -> Judged:
    before, after = ([x for x in text.splitlines() if x.strip()] for text in (old, new))
    if said and said in old:
        cut = {old.replace(said, "", 1), old.replace(said, "")}
        if any(_tokens(new) == _tokens(text) for text in cut):
            return AGREES
    if before == after or not _in_order(after, before):
        return differs()
    gone = list(before)
    for line in after:
        gone.remove(line)
    holding = [line for line in before if said and said in line]
    if holding:
        return AGREES if sorted(gone) == sorted(holding) else differs(said)
    return OPEN  # a line that is only described

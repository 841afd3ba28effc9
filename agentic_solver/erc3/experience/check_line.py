"""Lines of the grader: what each asks for, and the kind of failure it stands for.

Platform and twin say the same sentences. A line that none of the patterns knows keeps its words,
without what stands in quotes.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agentic_solver.contracts.plan import LinkKind, Outcome

__all__ = [
    "Wish",
    "check_kind",
    "failed_lines",
    "forbidden_texts",
    "unasked_changes",
    "wishes_of",
]

_OUTCOMES = frozenset(outcome.value for outcome in Outcome)
_KINDS = "|".join(sorted(kind.value for kind in LinkKind))
_START = re.compile(r"^(FAIL|WARN):\s*")
_QUOTED = re.compile(r"'[^']*'")
_NUMBER = re.compile(r"(?<!\w)\d+")
_OUTCOME = re.compile(r"^expected outcomes? '(?P<wanted>[^']*)', got '(?P<got>[^']*)'")
_MISSING = re.compile(rf"^expected (?P<kind>{_KINDS}) link to '(?P<id>.*)' not found$")
_SURPLUS = re.compile(rf"^found unexpected (?P<kind>{_KINDS}) link to '(?P<id>.*)'$")
_NO_LINKS = re.compile(r"^expected no links\b")
_CONTAINS = re.compile(r"^expected message to contain '(?P<text>.*?)', got '", re.DOTALL)
_EXCLUDES = re.compile(r"^expected message to NOT contain '(?P<text>.*?)'(, got '|$)", re.DOTALL)
_EVENT = re.compile(r"^expected event of type \*erc3\.Evt_(?P<event>\w+) not found")
_NO_EVENT = re.compile(r"^expected no change events\b")
_EXTRA_EVENT = re.compile(r"^found unexpected \d+ events: (?P<events>.*)$")
_ONE_EVENT = re.compile(r"^expected only one event of type \*erc3\.Evt_(?P<event>\w+)")
_UNASKED = re.compile(
    r"^(?:expected no change events(?:, found (?P<all>\d+))?|found unexpected (?P<more>\d+) events:"
    r"|expected only one event of type \S+, found (?P<times>\d+))"
)
_WIKI = re.compile(r"^wiki article '.*' (?P<what>change expected|content mismatch)")


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing that a grader wanted of an answer."""

    about: str
    """``outcome``, ``link``, ``no link``, ``text``, ``no text``, ``write`` or ``no write``."""
    values: tuple[str, ...]
    """Outcomes; link kind and id; a text; an event. Empty: none of that sort at all."""


def failed_lines(logs: str) -> tuple[str, ...]:
    """Return the lines of a grade that tell of a failed check."""
    return tuple(line for line in logs.splitlines() if line.startswith("FAIL"))


def check_kind(line: str) -> str:
    """Return the kind of failure of a line: its words without ids, texts and numbers."""
    text = _START.sub("", line.strip())
    if match := _OUTCOME.match(text):
        wanted = [word for part in match["wanted"].split(",") if (word := part.strip())]
        if {*wanted, match["got"]} <= _OUTCOMES:
            return f"outcome {match['got']} instead of {' or '.join(wanted)}"
    if match := _MISSING.match(text):
        return f"{match['kind']} link missing"
    if match := _SURPLUS.match(text):
        return f"{match['kind']} link surplus"
    if _CONTAINS.match(text):
        return "text missing"
    if _EXCLUDES.match(text):
        return "text forbidden"
    if match := _EVENT.match(text):
        return f"change missing: {match['event']}"
    if match := _WIKI.match(text):
        return f"wiki article: {match['what']}"
    return _NUMBER.sub("N", _QUOTED.sub("'…'", text))[:120] or "no reason given"


def unasked_changes(lines: Iterable[str]) -> int:
    """Return how many changes the lines of a grader call unexpected."""
    total = 0
    for line in lines:
        if match := _UNASKED.match(_START.sub("", line.strip())):
            many = match["all"] or match["more"]
            total += int(many or 1) if match["times"] is None else int(match["times"]) - 1
    return total


def forbidden_texts(lines: Iterable[str]) -> int:
    """Return how many lines of a grader say that an answer holds what it must not tell."""
    return sum(bool(_EXCLUDES.match(_START.sub("", line.strip()))) for line in lines)


def wishes_of(lines: tuple[str, ...]) -> tuple[Wish, ...]:
    """Return what the lines of a grader ask for, as far as they can be tested on an answer."""
    found = [wish for line in lines if (wish := _wish(_START.sub("", line.strip())))]
    return tuple(dict.fromkeys(found))


def _wish(text: str) -> Wish | None:
    if match := _OUTCOME.match(text):
        return Wish("outcome", tuple(part.strip() for part in match["wanted"].split(",")))
    if match := _MISSING.match(text):
        return Wish("link", (match["kind"], match["id"]))
    if match := _SURPLUS.match(text):
        return Wish("no link", (match["kind"], match["id"]))
    if _NO_LINKS.match(text):
        return Wish("no link", ())
    if match := _CONTAINS.match(text):
        return Wish("text", (match["text"],))
    if match := _EXCLUDES.match(text):
        return Wish("no text", (match["text"],))
    if match := _EVENT.match(text):
        return Wish("write", (match["event"],))
    if _NO_EVENT.match(text) or _EXTRA_EVENT.match(text) or _ONE_EVENT.match(text):
        return Wish("no write", ()) if _NO_EVENT.match(text) else None
    return None

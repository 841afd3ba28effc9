"""Templates: a request and its plan, with the literals that they share as typed slots.

A literal becomes a slot only where the plan can be written anew without thinking: it stands in the
request verbatim, and nothing else of the plan was made from it. Whatever is doubtful stays literal,
up to the whole request: such a template hits the very same words only.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field

from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.folding import fold_space
from agentic_solver.erc3.plancache.expected import Expected
from agentic_solver.erc3.plancache.literal import Literal, literals_of, words_of
from agentic_solver.erc3.plancache.slot import Slot, SlotKind, is_edge, kind_of_string
from agentic_solver.erc3.propose.reply import PlanReply

__all__ = ["Piece", "Template", "make_template", "replace_values"]

_DATE_LIKE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_QUOTES = '"„“”«»「」『』‹›'
_LEAST_LETTERS = 4
"""Letters of a request that have to be literal: less says nothing of what is asked."""
_PERSON = "find_employee"


class Piece(Contract):
    """A part of a request: literal text, or the number of a slot."""

    text: str = Field(default="", max_length=20_000)
    slot: int = Field(default=-1, ge=-1, le=64)


class Template(Contract):
    """A request with slots, and the plan that was right for it."""

    pieces: tuple[Piece, ...] = Field(max_length=400)
    slots: tuple[Slot, ...] = Field(max_length=64)
    reply: PlanReply
    """The plan as the model wrote it, with the values of the slots."""
    expected: Expected
    today: str = Field(default="", max_length=10)
    """The day that the plan holds for; empty: any."""
    department: str = Field(default="", max_length=200)
    """The caller's department that the plan holds for; empty: any."""
    location: str = Field(default="", max_length=200)
    """The caller's location that the plan holds for; empty: any."""

    @property
    def shape(self) -> str:
        """The request with kinds in the place of values."""
        return "".join(
            piece.text if piece.slot < 0 else f"⟨{piece.slot}:{self.slots[piece.slot].kind}⟩"
            for piece in self.pieces
        )

    @property
    def id(self) -> str:
        """Name of the template: equal shapes and plans have equal ids."""
        return short_id([self.shape, self.reply.to_json()])


@dataclass(frozen=True, slots=True)
class _Candidate:
    kind: SlotKind
    value: str


def make_template(
    text: str, reply: PlanReply, expected: Expected, identity: Identity
) -> Template | None:
    """Return the template of a request whose plan was right.

    Args:
        text: the request.
        reply: the plan.
        expected: which branch of the plan was right.
        identity: who asked, and on which day.

    Returns:
        None if a query is written so unusually that its literals cannot be told, or if nearly
        nothing of the request would be literal.
    """
    request = fold_space(text)
    queries = [literals_of(fact.sql) for fact in reply.facts]
    if any(query is None for query in queries):
        return None
    literals = [literal for query in queries for literal in query or ()]
    slots = _unambiguous(list(_candidates(request, reply, literals)), request)
    worked_out = _dates_worked_out(literals, slots)
    if worked_out:
        slots = [slot for slot in slots if slot.kind != "date"]
    day = identity.today if any(year not in request for year in worked_out) else ""
    while True:
        doubtful = [
            slot for slot in slots if _is_used_otherwise(slot, slots, request, reply, expected)
        ]
        if not doubtful:
            break
        slots = [slot for slot in slots if slot not in doubtful]
    pieces, used = _cut(request, slots)
    if sum(map(str.isalpha, "".join(piece.text for piece in pieces))) < _LEAST_LETTERS:
        return None
    return Template(
        pieces=tuple(pieces),
        slots=tuple(Slot(kind=slot.kind, value=slot.value) for slot in used),
        reply=reply,
        expected=expected,
        today=day,
        department=_if_bound(identity.department, request, reply, expected),
        location=_if_bound(identity.location, request, reply, expected),
    )


# candidates ------------------------------------------------------------------------------


def _candidates(request: str, reply: PlanReply, literals: list[Literal]) -> Iterator[_Candidate]:
    for fact in reply.facts:
        for literal in literals_of(fact.sql) or ():
            value = literal.value
            if value != fold_space(value) or not value:
                continue
            if literal.kind == "phrase":
                person = literal.finder == _PERSON
                named: SlotKind = "person" if person else "name"
                yield _Candidate(kind_of_string(value) or named, value)
            elif literal.kind == "string":
                kind = kind_of_string(value)
                inner = value.strip("%")
                if kind is not None:
                    yield _Candidate(kind, value)
                elif _is_in_quotes(inner, request) and (" " in inner or inner != value):
                    yield _Candidate("quote", inner)
    for literal in literals:
        if literal.kind == "number":
            for written in _as_written(literal.value, request):
                yield _Candidate("number", written)


def _is_in_quotes(value: str, request: str) -> bool:
    return bool(value) and any(
        request[start - 1 : start] in _QUOTES and request[end : end + 1] in _QUOTES
        for start, end in _places(value, request)
        if start > 0 and end < len(request)
    )


def _as_written(number: str, request: str) -> list[str]:
    """Return how the request writes a number; several ways are as good as none."""
    forms = [form for form in dict.fromkeys((number, number.replace(".", ","))) if form]
    return [form for form in forms if list(_places(form, request))]


def _places(value: str, request: str) -> Iterator[tuple[int, int]]:
    """Yield where a value stands in a request as a whole."""
    start = request.find(value)
    while start >= 0:
        end = start + len(value)
        if is_edge(request, start) and is_edge(request, end):
            yield start, end
        start = request.find(value, start + 1)


# what is doubtful ------------------------------------------------------------------------


def _unambiguous(candidates: list[_Candidate], request: str) -> list[_Candidate]:
    """Leave out what is claimed as two kinds, or does not stand in the request."""
    kinds: dict[str, set[str]] = {}
    for one in candidates:
        kinds.setdefault(one.value, set()).add(one.kind)
    found = dict.fromkeys(
        one for one in candidates if len(kinds[one.value]) == 1 and any(_places(one.value, request))
    )
    return sorted(found, key=lambda one: -len(one.value))


def _dates_worked_out(literals: list[Literal], slots: list[_Candidate]) -> list[str]:
    """Return the years of the plan that are no slot: something was worked out from a date."""
    bound = {slot.value for slot in slots}
    return [
        year
        for literal in literals
        if literal.kind != "wording" and literal.value not in bound
        for year in _DATE_LIKE.findall(literal.value)
    ]


def _is_used_otherwise(
    slot: _Candidate, slots: list[_Candidate], request: str, reply: PlanReply, expected: Expected
) -> bool:
    """Whether something of the plan may have been made from the value, apart from the slot."""
    if slot.kind == "number":
        return _is_number_used_otherwise(slot, request, reply, expected)
    by_fact = [(fact.id, literals_of(fact.sql) or ()) for fact in reply.facts]
    forms = {slot.value}
    for fact, literals in by_fact:
        calls = _calls(slot, literals)
        forms |= {one.value for one in literals if one.kind == "wording" and one.call in calls}
        if calls and not expected.has_found(fact):
            return True  # another wording of the model may have to find it
    words = {word for form in forms for word in words_of(form)}
    values = {one.value for one in slots}
    for _, literals in by_fact:
        calls = _calls(slot, literals)
        for one in literals:
            bound = one.value in values or one.value.strip("%") in values
            if bound or (one.kind == "wording" and one.call in calls):
                continue
            if words & set(words_of(one.value)):
                return True
    if any(words & set(words_of(one.value)) for one in slots if one is not slot):
        return True
    kept = {one.value: " " for one in slots}
    texts = (*_told(reply, expected), *(write.span for write in reply.writes))
    return any(words & set(words_of(replace_values(text, kept))) for text in texts)


def _is_number_used_otherwise(
    slot: _Candidate, request: str, reply: PlanReply, expected: Expected
) -> bool:
    plain = slot.value.replace(",", ".")
    uses = in_text = 0
    for fact in reply.facts:
        for one in literals_of(fact.sql) or ():
            uses += one.kind == "number" and one.value == plain
            in_text += one.kind != "number" and _holds(one.value, slot.value, plain)
    told = any(_holds(text, slot.value, plain) for text in _told(reply, expected))
    return uses != 1 or bool(in_text) or told or len(list(_places(slot.value, request))) != 1


def _holds(text: str, *values: str) -> bool:
    return any(any(_places(value, text)) for value in values)


def _calls(slot: _Candidate, literals: tuple[Literal, ...]) -> set[int]:
    """Return the finder calls that look for the value."""
    return {one.call for one in literals if one.kind == "phrase" and one.value == slot.value}


def _told(reply: PlanReply, expected: Expected) -> Iterator[str]:
    """Yield the texts of the plan that may be sent."""
    for index, case in enumerate(reply.cases):
        if expected.case in (None, index):
            yield case.message
    yield from reply.exact_message


def _if_bound(trait: str, request: str, reply: PlanReply, expected: Expected) -> str:
    """Return a trait of the caller that the plan may hang on; empty if it does not.

    A plan that answers says whom it is for in its SQL. One that refuses or asks back may do so
    because of who asks.
    """
    if expected.outcome is not Outcome.OK_ANSWER:
        return trait
    words = set(words_of(trait)) - set(words_of(request))
    return trait if words & set(words_of(reply.model_dump_json())) else ""


# cutting ---------------------------------------------------------------------------------


def _cut(request: str, slots: list[_Candidate]) -> tuple[list[Piece], list[_Candidate]]:
    """Return the request in pieces and the slots in the order of their first place.

    Longer values go first, so that none is cut out of another one.
    """
    taken: list[tuple[int, int, _Candidate]] = []
    for slot in slots:
        for start, end in _places(slot.value, request):
            if all(end <= left or start >= right for left, right, _ in taken):
                taken.append((start, end, slot))
    taken.sort(key=lambda one: one[0])
    used = list(dict.fromkeys(slot for _, _, slot in taken))
    pieces: list[Piece] = []
    last = 0
    for start, end, slot in taken:
        if start > last:
            pieces.append(Piece(text=request[last:start]))
        pieces.append(Piece(slot=used.index(slot)))
        last = end
    if last < len(request):
        pieces.append(Piece(text=request[last:]))
    return pieces, used


def replace_values(text: str, values: dict[str, str]) -> str:
    """Return a text with each key that stands in it as a whole replaced, longest first."""
    parts: list[str] = []
    last = place = 0
    order = sorted(values, key=len, reverse=True)
    while place < len(text):
        found = next(
            (
                value
                for value in order
                if text.startswith(value, place)
                and is_edge(text, place)
                and is_edge(text, place + len(value))
            ),
            None,
        )
        if found is None:
            place += 1
            continue
        parts += [text[last:place], values[found]]
        place += len(found)
        last = place
    return "".join((*parts, text[last:]))

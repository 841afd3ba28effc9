"""Binding: a new request on a template, in one way or not at all, and the plan that follows."""

from collections.abc import Iterator, Sequence

from agentic_solver.erc3.folding import fold_space
from agentic_solver.erc3.plancache.literal import Literal, literals_of, quoted, rewrite, words_of
from agentic_solver.erc3.plancache.slot import fits, is_edge
from agentic_solver.erc3.plancache.template import Piece, Template, replace_values
from agentic_solver.erc3.propose.reply import PlanReply

__all__ = ["Refused", "bind", "rebind"]


class Refused(str):
    """Why a request that looks like a template is not bound."""

    __slots__ = ()


def bind(template: Template, text: str) -> tuple[str, ...] | Refused | None:
    """Return the values of a template's slots in a request.

    None if the request is no such template; a reason if it could be bound in several ways, or if
    its values are not as different from each other as those of the template.
    """
    request = fold_space(text)
    found: list[tuple[str, ...]] = []
    for values in _ways(template, request):
        if values not in found:
            found.append(values)
        if len(found) > 1:
            return Refused("the request can be read in several ways")
    if not found:
        return None
    (values,) = found
    own = tuple(slot.value for slot in template.slots)
    if values != own and _are_alike(template, values):
        return Refused("two values of the request have something in common")
    return values


def _are_alike(template: Template, values: Sequence[str]) -> bool:
    """Whether two values are equal, or two names share a word: those of a template do not."""
    seen: set[str] = set()
    for slot, value in zip(template.slots, values, strict=True):
        plain = {value} if slot.kind in ("number", "date") else set(words_of(value))
        if plain & seen:
            return True
        seen |= plain
    return False


def _ways(template: Template, request: str) -> Iterator[tuple[str, ...]]:
    yield from _match(template, template.pieces, request, 0, {})


def _match(
    template: Template, pieces: Sequence[Piece], request: str, place: int, bound: dict[int, str]
) -> Iterator[tuple[str, ...]]:
    """Yield every way to read the rest of a request as the rest of a template."""
    if not pieces:
        if place == len(request):
            yield tuple(bound[index] for index in range(len(template.slots)))
        return
    piece, rest = pieces[0], pieces[1:]
    if piece.slot < 0:
        if request.startswith(piece.text, place):
            yield from _match(template, rest, request, place + len(piece.text), bound)
        return
    if piece.slot in bound:
        value = bound[piece.slot]
        if request.startswith(value, place) and is_edge(request, place + len(value)):
            yield from _match(template, rest, request, place + len(value), bound)
        return
    if not is_edge(request, place):
        return
    for end in _ends(rest, request, place):
        value = request[place:end]
        if is_edge(request, end) and fits(template.slots[piece.slot], value):
            yield from _match(template, rest, request, end, {**bound, piece.slot: value})


def _ends(rest: Sequence[Piece], request: str, place: int) -> Iterator[int]:
    """Yield where a value that begins at ``place`` may end."""
    if not rest:
        yield len(request)
    elif rest[0].slot >= 0:
        yield from range(place + 1, len(request) + 1)
    else:
        end = request.find(rest[0].text, place + 1)
        while end >= 0:
            yield end
            end = request.find(rest[0].text, end + 1)


def rebind(template: Template, values: Sequence[str]) -> PlanReply:
    """Return the template's plan for other values of its slots.

    A slot with its own value keeps everything. With another one the other wordings of its finders
    go: they were wordings of the old value, and count only where the phrase itself finds nothing.
    """
    changed = {
        slot.value: value
        for slot, value in zip(template.slots, values, strict=True)
        if slot.value != value
    }
    if not changed:
        return template.reply
    numbers = {
        slot.value.replace(",", "."): changed[slot.value].replace(",", ".")
        for slot in template.slots
        if slot.kind == "number" and slot.value in changed
    }
    texts = {old: new for old, new in changed.items() if old.replace(",", ".") not in numbers}

    def words(text: str) -> str:
        return replace_values(text, changed)

    reply = template.reply
    read = reply.interpretation
    return PlanReply(
        interpretation=read.model_copy(
            update={
                "reading": words(read.reading)[:2_000],
                "entities": tuple(map(words, read.entities)),
                "dates": tuple(map(words, read.dates)),
            }
        ),
        facts=tuple(
            fact.model_copy(update={"sql": _query(fact.sql, texts, numbers)})
            for fact in reply.facts
        ),
        writes=tuple(
            write.model_copy(update={"span": words(write.span)}) for write in reply.writes
        ),
        cases=tuple(
            case.model_copy(update={"message": replace_values(case.message, texts)})
            for case in reply.cases
        ),
        exact_message=tuple(replace_values(text, texts) for text in reply.exact_message),
        rules=reply.rules,
    )


def _query(sql: str, texts: dict[str, str], numbers: dict[str, str]) -> str:
    looked_for = {
        one.call for one in literals_of(sql) or () if one.kind == "phrase" and one.value in texts
    }

    def change(literal: Literal) -> str | None:
        if literal.kind == "number":
            return numbers.get(literal.value)
        if literal.kind == "wording":
            return "" if literal.call in looked_for else None
        inner = literal.value.strip("%")
        if inner not in texts:
            return None
        return quoted(literal.value.replace(inner, texts[inner]))

    return rewrite(sql, change)

"""Evidence: what a drafted answer rests on. A constant of the plan is no row of the company.

Words around values are the proposer's, also where a row chooses between two of them (``CASE``),
unless they hold a figure that nobody has stated. Refused are constants in the place of a value:
columns that hold nothing else, constants that a function hands through, links to them, and
conditions that hold whatever the rows say.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache, partial

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.attempt import Attempt, Draft
from agentic_solver.erc3.execute.constants import Constant, Part, expressions_of, folded, trace
from agentic_solver.erc3.execute.grounding import (
    CLOSED_CHOICES,
    SCALE,
    Sources,
    factor_is_stated,
    fold,
    holds_stated_figures,
    holds_words,
    literal_is_stated,
    plain_value,
)
from agentic_solver.erc3.execute.lineage import ancestry, ids_in, makes_ids
from agentic_solver.erc3.execute.multiplying import tallies_made_rows
from agentic_solver.erc3.execute.picking import is_other_end
from agentic_solver.erc3.execute.render import cells_of, placeholders_of
from agentic_solver.erc3.execute.totalling import sums_up
from agentic_solver.erc3.execute.varying import Shown, chain_of, first_unvarying, moves
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.finders.transliteration import spellings
from agentic_solver.erc3.numeral import digits_of, numbers_of, stated_numbers
from agentic_solver.erc3.snapshot.parsing import find_all, operands, parsed

__all__ = ["check_evidence", "unfounded_message"]

_WORD = re.compile(r"[\w-]+")
_HUNDRED = 100
_TIMES = (Decimal(0), Decimal(1), Decimal(-1))
_UNITS = (7, 12, 24, 52, 60, _HUNDRED, 1000)
"""Factors between units of time, shares and percent; they are no figures of their own."""
_NAME = re.compile(r"\b[^\W\d_a-z]\w+(?: [^\W\d_a-z]\w+)+")
"""Words with capitals one after the other."""
_CAPITAL = re.compile(r"(?<=[^\s.!?:…])\s+([^\W\d_a-z]\w{2,})")
"""A word with a capital that does not begin a sentence."""
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_LONE = re.compile(r"([^\W\d_a-z]\w{2,})[.!]?")
_DIGITS = re.compile(r"\d[\d.,]*")
_ANSWERS = (Outcome.OK_ANSWER, Outcome.OK_NOT_FOUND)
_COUNTERS = (0, 1)
_COMPARISONS = (exp.EQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Like, exp.ILike)
_NEVER_NEGATIVE = (exp.Count, exp.Length, exp.Abs)
_JUDGEMENTS = (exp.Where, exp.Having, exp.Qualify)


def check_evidence(
    attempt: Attempt, draft: Draft, sources: Sources, bench: Workbench
) -> Violation | None:
    """Refuse the first constant or computed id that stands where the draft needs a row.

    ``sources`` state some constants; ``bench`` has the snapshot.
    """
    return (
        _unfounded_test(attempt, draft)
        or _constant_link(attempt, draft, sources)
        or _constant_value(attempt, draft, sources)
        or _made_id(attempt, draft, sources, bench)
        or _unfounded_words(attempt, draft, sources, bench)
        or _other_end(attempt, draft, sources, bench)
        or _unvarying_value(attempt, draft, sources, bench)
    )


def unfounded_message(draft: Draft, message: str, **details: JsonValue) -> Violation:
    """Return what is wrong with a message."""
    return draft.violation(ViolationCode.FACT_NOT_GROUNDED, "message", message, **details)


def _other_end(
    attempt: Attempt, draft: Draft, sources: Sources, bench: Workbench
) -> Violation | None:
    """Refuse the lowest, or just anything, in the place of the highest that was asked for.

    Each fact that is shown is asked by itself: another one excuses nothing.
    """
    case, queries = draft.case, attempt.compiled.queries
    if case.outcome is not Outcome.OK_ANSWER:
        return None
    shown: dict[str, set[str]] = {}
    for item in placeholders_of(case.message):
        shown.setdefault(item.fact, set()).add(item.column)
    for source in case.links:
        shown.setdefault(source.fact, set()).add(source.col)
    for fact, columns in shown.items():
        chain = chain_of(queries, fact)
        texts = {name: query.sql for name, query in chain.items()}
        if is_other_end(texts, sources.request, partial(moves, chain, columns, bench.worlds)):
            return unfounded_message(
                draft,
                "the request asks for the other end of an order, or for one where none is taken",
            )
    return None


def _unfounded_words(
    attempt: Attempt, draft: Draft, sources: Sources, bench: Workbench
) -> Violation | None:
    """Look at the plan's own words: they hold no figure and no name of their own.

    What the message shows of facts, and what only reports a write, is judged elsewhere.
    """
    case = draft.case
    placeholders = placeholders_of(case.message)
    words = case.message
    for item in placeholders:
        words = words.replace(item.text, " … ")
    stated = (sources.request, sources.policy)
    this_year = Decimal(attempt.identity.today[:4])
    known = {Decimal(n) for n in (0, *SCALE)} | {this_year}
    known = known.union(stated_numbers(*stated), *map(digits_of, stated))
    loose = not digits_of(words) <= known
    if case.outcome in _ANSWERS and not loose:
        rests_on_nothing = not (placeholders or case.links or case.writes)
        bare = case.outcome is Outcome.OK_ANSWER and rests_on_nothing
        names = _NAME.findall(words) if bare else []
        loose = (
            not _spelled(words) <= known | _countable(attempt)
            or not all(any(holds_words(text, name) for text in stated) for name in names)
            or _names_a_record(words, stated, bench)
        )
    if not loose:
        return None
    return unfounded_message(draft, "the message states in its own words what only a fact can tell")


def _spelled(words: str) -> frozenset[Decimal]:
    """Return the numbers from two upwards that are there in words."""
    return frozenset(n for n in numbers_of(_DIGITS.sub(" ", words)) if n > 1)


def _countable(attempt: Attempt) -> frozenset[Decimal]:
    """Return the numbers by which a plan may count what it looks up: *none of the three*."""
    lookups = {one.table for query in attempt.compiled.queries.values() for one in query.lookups}
    return frozenset(map(Decimal, range(2, len(lookups) + 1)))


def _names_a_record(words: str, stated: Sequence[str], bench: Workbench) -> bool:
    """Whether words that nobody states are the name of a record that the run has read.

    Of a person one word of the name is enough, in any script. In small letters, or where it
    begins a sentence, it may be an ordinary word: one that pages hold in small letters.
    """
    lone = _LONE.fullmatch(words.strip())
    capitals = {lone[1]} if lone else {match[1] for match in _CAPITAL.finditer(words)}
    people = bench.names("employees").values()
    called = frozenset[str]().union(*(spellings(part) for name in people for part in name.split()))
    for word in dict.fromkeys(_LETTERS.findall(words)):
        if called.isdisjoint(spellings(word)) or any(holds_words(text, word) for text in stated):
            continue
        is_latin = all(unicodedata.name(char, "").startswith("LATIN") for char in word)
        if word in capitals or not is_latin or not bench.wiki_says(word.casefold()):
            return True
    things = (name for table in ("projects", "customers") for name in bench.names(table).values())
    return any(
        " " in name and holds_words(words, name) and not any(holds_words(t, name) for t in stated)
        for name in things
    )


def _unfounded_test(attempt: Attempt, draft: Draft) -> Violation | None:
    """Look at every test up to the chosen case: one that failed has decided as well."""
    queries = attempt.compiled.queries
    last = draft.case_index
    for index, condition in enumerate(attempt.compiled.conditions[: last + 1]):
        for test in condition.tests:
            query = queries[test.fact]
            judged = test.state in ("true", "false")
            first = (query.outputs or ("",))[0]
            constant = judged and first in query.literal_columns
            chain = ancestry(queries, test.fact)
            rigged = any(_is_rigged(queries[n].sql) for n in chain)
            if index < last and test.state in ("none", "many") and not rigged and not query.facts:
                # A careful plan asks this even of what it words itself, such as a new page. The
                # answer is the same as if the case were not there.
                continue
            if constant or not query.sourced or rigged:
                return Violation(
                    code=ViolationCode.FACT_NOT_GROUNDED,
                    message="a condition rests on a constant of the plan, not on rows",
                    path=f"/response_template/cases/{index}/when",
                    details={"fact": test.fact},
                )
    return None


@lru_cache(maxsize=1024)
def _is_rigged(sql: str) -> bool:
    """Whether a query has a condition or a limit that no column decides."""
    tree = parsed(sql)
    for node in find_all(tree, *_JUDGEMENTS):
        if any(_is_constant(part) for part in operands(node.this, exp.And)):
            return True
    for joint in find_all(tree, exp.Or, exp.And):
        if _is_constant(joint.this) or _is_constant(joint.args["expression"]):
            return True
    if any(map(_holds_always, find_all(tree, *_COMPARISONS))):
        return True
    if any(_has_one_outcome(choice) for choice in find_all(tree, exp.Case)):
        return True
    limits = [limit.expression for limit in find_all(tree, exp.Limit)]
    return any(not isinstance(size, exp.Literal) and _is_constant(size) for size in limits)


def _holds_always(node: exp.Expr) -> bool:
    """Whether a comparison is decided by what is compared: ``id = id``, ``count(*) >= 0``."""
    left, right = node.this, node.args.get("expression")
    if left == right:
        return True
    if isinstance(node, exp.Like | exp.ILike):
        return isinstance(right, exp.Literal) and not right.name.strip("%")
    if isinstance(node, exp.LT | exp.LTE):
        left, right = right, left
    bound = folded(right)
    if not isinstance(left, _NEVER_NEGATIVE) or not isinstance(bound, int | float):
        return False
    return bound < 0 or (bound == 0 and isinstance(node, exp.GTE | exp.LTE))


def _has_one_outcome(node: exp.Case) -> bool:
    """Whether every branch of a choice gives the same constant."""
    values = [branch.args["true"] for branch in node.args.get("ifs") or ()]
    values += [node.args["default"]] if node.args.get("default") is not None else []
    return len(set(values)) == 1 < len(values) and _is_constant(values[0])


def _is_constant(node: exp.Expr) -> bool:
    return not find_all(node, exp.Column, exp.Table, exp.Star, exp.Count)


def _constant_value(attempt: Attempt, draft: Draft, sources: Sources) -> Violation | None:
    queries = attempt.compiled.queries
    for item in placeholders_of(draft.case.message):
        query = queries[item.fact]
        cells = cells_of(attempt.facts[item.fact], item.column)
        if query.sourced and item.column not in query.literal_columns:
            days = not any(isinstance(cell, int | float) for cell in cells)
            made = trace(queries, ancestry(queries, item.fact), item.column, days=days)
            shares = (*_TIMES, Decimal(_HUNDRED)) if made.divided else _TIMES
            loose = any(
                _is_smuggled(constant, cells, sources, shares) for constant in made.constants
            )
        else:
            loose = not _all_stated(cells, sources, item.column)
        if loose:
            return unfounded_message(
                draft,
                "a value of the message is a constant that the request does not state",
                fact=item.fact,
                column=item.column,
            )
    return None


def _unvarying_value(
    attempt: Attempt, draft: Draft, sources: Sources, bench: Workbench
) -> Violation | None:
    """Refuse a figure that stays the same whatever the rows say."""
    queries, texts = attempt.compiled.queries, (sources.request, sources.policy)
    known = stated_numbers(*texts).union(*map(digits_of, texts))
    shown: dict[tuple[str, str], Shown] = {}
    for item in placeholders_of(draft.case.message):
        if sums_up(queries, attempt.facts, item.fact, item.column):
            continue
        cells = cells_of(attempt.facts[item.fact], item.column)
        text = " ".join(map(plain_value, cells))
        keys = map(digits_of, ids_in(text, bench.ids_within(text)))  # ids stay in every world
        shown[item.fact, item.column] = Shown(
            fact=item.fact,
            column=item.column,
            chain=chain_of(queries, item.fact),
            cells=cells,
            known=known.union(*keys),
        )
    counted = (one for one in shown.values() if tallies_made_rows(one.chain, one.column))
    found = next((one for one in counted if one.loose), None)
    message = "a figure of the message is tallied up over rows that the plan makes up"
    if found is None:
        found = first_unvarying(shown.values(), bench.worlds)
        message = "a figure of the message would be the same whatever the rows say"
    if found is None:
        return None
    return unfounded_message(draft, message, fact=found.fact, column=found.column)


def _made_id(
    attempt: Attempt, draft: Draft, sources: Sources, bench: Workbench
) -> Violation | None:
    """Refuse an id in the message that no row has shown: words of the plan, or computed ones."""
    stated = f"{sources.request}\n{sources.policy}\n{attempt.identity.current_user}"
    if all(word in stated for word in _WORD.findall(draft.message)):
        return None
    told = {
        one
        for one in ids_in(draft.message, bench.ids_within(draft.message))
        if not ids_in(stated, (one,))
    }
    queries, shown = attempt.compiled.queries, set[str]()
    for item in placeholders_of(draft.case.message):
        chain = ancestry(queries, item.fact)
        literals = " ".join(text for fact in chain for text in queries[fact].literals)
        if not makes_ids(expressions_of((queries[fact] for fact in chain), item.column)):
            cells = " ".join(map(plain_value, cells_of(attempt.facts[item.fact], item.column)))
            shown |= ids_in(cells, told) - ids_in(literals, told)
    if not told - shown:
        return None
    return unfounded_message(
        draft, "an id in the message is no whole id of a row", count=len(told - shown)
    )


def _is_smuggled(
    constant: Constant, cells: Sequence[JsonValue], sources: Sources, free: Collection[Decimal]
) -> bool:
    """Whether a constant brings a figure into the cells that neither request nor rules state.

    ``free`` are factors that need no ground: what is multiplied with them is what is told.
    """
    wide = replace(sources, also=(sources.policy,))
    value, part = constant.value, constant.part
    if isinstance(value, str):
        texts = [fold(plain_value(cell)) for cell in cells]
        held = fold(value)
        if part is Part.CHOICE:
            shown = held in texts
        else:
            # what a text is cut down to is in it, and what it is put into holds it
            inside = [
                cell for cell, text in zip(cells, texts, strict=True) if text and text in held
            ]
            if not _all_stated(inside, sources, ""):
                return True
            shown = bool(inside) or any(held in text for text in texts)
        if part is Part.HIDDEN and _all_stated([value], sources, ""):
            return False
        return (shown or part is Part.HIDDEN) and not holds_stated_figures(value, wide.texts)
    if part is Part.FACTOR:
        if factor_is_stated(value, wide) or value in free:
            return False
        # what one of it comes to is the factor itself
        return value not in _UNITS or any(
            value in stated_numbers(plain_value(cell)) for cell in cells if cell is not None
        )
    if value in _COUNTERS or (part is Part.BOUND and value in SCALE):
        return False
    number = plain_value(value)
    if part is Part.CHOICE and number not in map(plain_value, cells):
        return False
    if any(map(str.isdigit, number)) and holds_stated_figures(number, wide.texts):
        return False
    return isinstance(value, bool) or not _is_in_a_unit(Decimal(str(value)), sources)


def _is_in_a_unit(value: Decimal, sources: Sources) -> bool:
    """Whether a figure is one of the request times one of the rules: *two notches* of 1200."""
    asked, units = numbers_of(sources.request), numbers_of(sources.policy)
    return any(one != 0 and value / one in units for one in asked)


def _constant_link(attempt: Attempt, draft: Draft, sources: Sources) -> Violation | None:
    queries = attempt.compiled.queries
    for source in draft.case.links:
        chain = ancestry(queries, source.fact)
        handed = {text for name in chain for text in _constants(queries[name].sql)}
        cells = cells_of(attempt.facts[source.fact], source.col)
        loose = [cell for cell in cells if fold(plain_value(cell)) in handed]
        if not _all_stated(loose, sources, source.col):
            return draft.violation(
                ViolationCode.LINK_NOT_GROUNDED, "links", "a link is a constant of the plan",
                fact=source.fact, column=source.col,
            )  # fmt: skip
    return None


def _all_stated(cells: Iterable[JsonValue], sources: Sources, column: str) -> bool:
    """Whether request or rules state every cell; a choice from a closed list, the request alone.

    Rules name every status and role there is, so that they vouch for none.
    """
    wide = replace(sources, also=(sources.policy,))
    return all(
        fold(cell) in fold(sources.request)
        if isinstance(cell, str) and cell in CLOSED_CHOICES
        else literal_is_stated(cell, wide, argument=column)
        for cell in cells
    )


@lru_cache(maxsize=1024)
def _constants(sql: str) -> frozenset[str]:
    """Return the literals of the selected expressions."""
    found = {
        fold(str(literal.this) if literal.is_string else plain_value(float(literal.this)))
        for select in find_all(parsed(sql), exp.Select)
        for item in select.selects
        for literal in find_all(item, exp.Literal)
    }
    return frozenset(found - {"0", "1"})

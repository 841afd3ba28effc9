"""Texts that a plan words itself: what may flow into them, and what may not.

A page, a note or the notes of a time entry is read by others than its writer. So no value of a
column that some rule closes to somebody flows into it, unless the request names that column; the
figures in the plan's own words are those of the request, of the rules or of the wiki; and there is
no address and no unseen character in them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.request_reading import FieldName, RequestReading, Target
from agentic_solver.contracts.rule import Operation, Rule
from agentic_solver.erc3.asked.schema import columns_named
from agentic_solver.erc3.execute.constants import trace
from agentic_solver.erc3.execute.grounding import foreign_marks, holds_stated_figures
from agentic_solver.erc3.execute.lineage import ancestry
from agentic_solver.erc3.policy.vocabulary import TABLES, is_protected
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["TEXT_COLUMNS", "against_wording", "closed_columns", "named_columns", "tells_closed"]

TEXT_COLUMNS = ("content", "notes", "text")
"""Arguments whose texts a plan may word."""


def closed_columns(rules: Sequence[Rule]) -> frozenset[tuple[str, str]]:
    """Return the columns that a rule or the baseline closes to somebody who may read pages."""
    reads = (one.access for one in rules if one.access and Operation.READ in one.access.operations)
    closing = [one for one in reads if one.effect == "deny" or one.exclusive]
    closed = {resource for access in closing for resource in access.resources}
    return frozenset(
        (table, column)
        for table, columns in TABLES.items()
        for column in columns
        if column not in ("id", "name", "path")
        and (is_protected(table, column) or {f"{table}.{column}", f"{table}.*"} & closed)
    )


def named_columns(reading: RequestReading) -> frozenset[str]:
    """Return the columns that a request names: as what it wants written, or as what it goes by."""
    fields = {one.field for asked in reading.changes for one in asked.more}
    fields |= {asked.field for asked in reading.changes if asked.act != "set_notes"}
    for asked in reading.changes:
        model = asked.value.of if asked.value is not None else None
        for target in (*asked.targets, *((model,) if model is not None else ())):
            fields |= set(_gone_by(target))
    return columns_named(fields)


def _gone_by(target: Target) -> Iterator[FieldName]:
    for one in target.where:
        yield one.field
        if isinstance(one.value, Target):
            yield from _gone_by(one.value)
    if target.pick is not None:
        yield target.pick.field


def tells_closed(
    fact: str, facts: Mapping[str, FactOutput], masked: Iterable[Mapping[str, FactOutput] | None]
) -> bool:
    """Whether a text that is written would be another one if closed values were others.

    It is read by others than its writer: so that what they may not read must not matter, neither
    as a value nor for what is chosen or how it is ordered.

    Args:
        fact: the one whose rows are written.
        facts: as they are.
        masked: over other values in what is closed; None where they cannot be told.
    """
    texts = _texts(facts[fact])
    return any(other is None or not texts <= _texts(other[fact]) for other in masked)


def _texts(output: FactOutput) -> frozenset[str]:
    places = [n for n, name in enumerate(output.columns) if name in (*TEXT_COLUMNS, "path")]
    cells = (row[place] for row in output.rows for place in places)
    return frozenset(cell for cell in cells if isinstance(cell, str) and cell.strip())


def against_wording(
    queries: Mapping[str, CheckedQuery],
    fact: str | None,
    *,
    stated: Sequence[str],
) -> str:
    """Return why a text may not be worded so; empty where it may.

    Args:
        queries: all facts of the plan.
        fact: the one whose rows are written.
        stated: the request, the rules and the pages: what they hold may be said again.
    """
    if fact is None:
        return "a text that is written comes from a fact"
    chain = ancestry(queries, fact)
    for column in TEXT_COLUMNS:
        if column not in (queries[fact].outputs or ()):
            continue
        for constant in trace(queries, chain, column).constants:
            text = constant.value
            if isinstance(text, str) and foreign_marks(text, stated):
                return "an address or an unseen character stands in neither request nor wiki"
            if isinstance(text, str) and not holds_stated_figures(text, stated):
                return "a figure in the text stands in neither request nor wiki"
    return ""

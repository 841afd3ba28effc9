"""The facts of a plan over other hidden values: would the caller see another answer?

First over masked values: these hold nothing that the caller may not see. Then over the lowest, the
highest and those that the queries compare with; keys stay what they are in all of these.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Literal

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.session import Session, ViewName
from agentic_solver.erc3.snapshot.views import (
    RowRule,
    build_masked_view,
    build_probe_view,
    hiding,
    perturbed,
    probe_cells,
    show_instead,
)
from agentic_solver.erc3.sqltext import quoted

__all__ = ["Facts", "raised", "readers", "variants"]

Facts = Mapping[str, FactOutput]
_RAISE = 10_000_000
"""So much that it shows in a rounded average of many."""
_EXTREMES: tuple[Literal["low", "high"], ...] = ("low", "high")


def variants(
    session: Session,
    compiled: CompiledPlan,
    rules: Mapping[tuple[str, str], RowRule],
    facts: Facts,
    ran: Collection[str],
) -> Iterator[Facts | None]:
    """Yield the facts over masked and other values; None where they cannot be computed.

    Only what ran over the true values runs again, and of that only what reads hidden values.
    Nothing is yielded where the rules hide no row that is there, or where no fact reads it. The
    rows that the rules read must have been acquired; ``ran`` are the facts that were run.
    """
    rules = hiding(session, rules)
    again = readers(compiled, rules.keys(), ran)
    if not again:
        return
    queries = [compiled.queries[item] for item in again]
    tables = {name for query in queries for name in (*query.tables, *query.views)}
    build_masked_view(session, rules, tables)
    yield _variant(session, compiled, again, facts, "masked")
    changed = perturbed(rules.keys())
    again = readers(compiled, changed, ran)
    if not again:
        yield facts
        return
    for view in _EXTREMES:
        build_probe_view(session, rules, tables, view)
        yield _variant(session, compiled, again, facts, view)
    derives = any(compiled.queries[item].derives for item in again)
    literals = [text for query in compiled.queries.values() for text in query.literals]
    for cells in probe_cells(literals, changed, _today(session)):
        if derives:  # what was derived before has to go
            build_probe_view(session, rules, tables, "high")
        show_instead(session, rules, tables, cells)
        yield _variant(session, compiled, again, facts, "high")


def _today(session: Session) -> date | None:
    output = session.run("SELECT today FROM me")
    days = output.rows if isinstance(output, FactOutput) else ()
    return date.fromisoformat(str(days[0][0])) if days else None


def raised(
    session: Session,
    compiled: CompiledPlan,
    column: tuple[str, str],
    values: Sequence[tuple[str, Decimal]],
    facts: Facts,
    ran: Collection[str],
) -> Iterator[Facts | None]:
    """Yield the facts with one value raised after another; None where they cannot be computed.

    Args:
        column: of a table with ids, of figures.
        values: id and value of the rows, one of which is raised in each play.
    """
    again = readers(compiled, {column}, ran)
    queries = [compiled.queries[item] for item in again]
    tables = {name for query in queries for name in (*query.tables, *query.views)}
    kind = ENTITY_COLUMNS[column[0]][column[1]]
    for key, value in values:
        rules = {column: RowRule(sql=f"r.id <> {quoted(key)}")}
        build_masked_view(session, rules, tables)
        build_probe_view(session, rules, tables, "high", {kind: str(value + _RAISE)})
        yield _variant(session, compiled, again, facts, "high")
    session.build_view("masked", ())


def readers(
    compiled: CompiledPlan, columns: Collection[tuple[str, str]], ran: Collection[str]
) -> list[str]:
    """Return the facts that read one of the columns, themselves or through others, in order."""
    return [one for one in compiled.facts_of(columns) if one in ran] if columns else []


def _variant(
    session: Session, compiled: CompiledPlan, again: Sequence[str], facts: Facts, view: ViewName
) -> Facts | None:
    kept = compiled.stepping_stones
    named = {name for item in again for name in compiled.queries[item].facts}
    for name in sorted(name for name in named if name in facts and name not in again):
        session.share_fact(name, view)
    found = {name: output for name, output in facts.items() if name not in again}
    for item in again:
        output = session.run_fact(item, compiled.queries[item], view=view, keep=item in kept)
        if isinstance(output, Failure):
            return None
        found[item] = output
    return found

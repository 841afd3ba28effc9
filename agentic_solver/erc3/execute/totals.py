"""Totals: which tables a plan shows only through sums, averages and counts.

Some rules open totals without opening single values. A table counts as shown through totals
when no value of its rows reaches the message, a link, a boolean test or a write outside an
aggregate, through however many facts. What cannot be resolved counts as shown.
"""

from collections.abc import Iterator, Mapping

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import Scope, build_scope
from sqlglot.schema import MappingSchema

from agentic_solver.erc3.execute.arguments import referenced_facts
from agentic_solver.erc3.execute.lineage import ancestry
from agentic_solver.erc3.execute.render import placeholders_of
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, FINDER_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.parsing import find_all, parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["only_added_up", "shown_only_in_totals"]

_TOTALS = (exp.Sum, exp.Avg, exp.Count, exp.CountIf)
_LINEAR = (exp.Paren, exp.Cast, exp.Coalesce, exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Neg)
_COUNTED = frozenset({"time_entries", "project_team"})
"""Tables whose rows are many to a person; a total over employees may be one person's value."""

Raw = Mapping[str, frozenset[str]]
"""Output column -> tables whose single values it may show; ``*`` for unnamed ones."""


def shown_only_in_totals(compiled: CompiledPlan) -> frozenset[str]:
    """Return the tables of which the plan shows nothing but totals."""
    touched = {table for query in compiled.queries.values() for table, _column in query.columns}
    candidates = frozenset(touched & _COUNTED)
    if not candidates:
        return candidates
    visible = tuple(_visible(compiled))
    wanted = {name for fact, _ in visible for name in ancestry(compiled.queries, fact)}
    schema = MappingSchema(_schema(compiled.queries), dialect="duckdb")
    raw: dict[str, Raw] = {}
    for fact_id, query in compiled.queries.items():
        if fact_id in wanted:
            everything = {table for table, _column in query.columns}.union(
                *(tables for fact in query.facts for tables in raw.get(fact, {}).values())
            )
            # of other tables nobody asks
            raw[fact_id] = (
                _raw_columns(query, schema, raw, frozenset(everything))
                if everything & candidates
                else {"*": frozenset()}
            )
    shown: set[str] = set()
    for fact_id, column in visible:
        columns = raw[fact_id]
        if column == "*":
            shown |= set().union(*columns.values())
        else:
            shown |= columns.get(column.lower(), columns.get("*", candidates))
    return candidates - shown


def only_added_up(compiled: CompiledPlan, column: tuple[str, str]) -> bool:
    """Whether a column is passed on as it is, and otherwise only added up, averaged or counted.

    Then a figure is linear in every value of it, and no value decides what is shown.
    """
    names = {column[1]}
    for fact in compiled.facts_of({column}):
        for node in find_all(parsed(compiled.queries[fact].sql), exp.Column, exp.Star):
            if isinstance(node, exp.Star):
                if not isinstance(node.parent, exp.Count):
                    return False
            elif node.name.lower() in names:
                passed = _passed_on(node)
                if not passed and not _is_added_up(node):
                    return False
                names |= {passed} - {""}
    return True


def _passed_on(node: exp.Expr) -> str:
    """Return the name under which a SELECT shows a column as it is; empty where it does not."""
    item = node.parent if isinstance(node.parent, exp.Alias) else node
    shown = isinstance(item.parent, exp.Select) and item.arg_key == "expressions"
    return item.alias_or_name.lower() if shown else ""


def _is_added_up(node: exp.Expr) -> bool:
    above = node.parent
    while isinstance(above, _LINEAR):
        above = above.parent
    return isinstance(above, _TOTALS)


def _visible(compiled: CompiledPlan) -> Iterator[tuple[str, str]]:
    """Yield what others can see: fact and column, ``*`` for all columns."""
    for case in compiled.plan.response_template.cases:
        yield from ((item.fact, item.column) for item in placeholders_of(case.message))
        yield from ((link.fact, link.col) for link in case.links)
    for condition in compiled.conditions:
        yield from ((t.fact, "*") for t in condition.tests if t.state in ("true", "false"))
    for call in (*compiled.writes, *compiled.reads):
        yield from ((fact_id, "*") for fact_id in referenced_facts(call.args))


def _raw_columns(
    query: CheckedQuery,
    schema: MappingSchema,
    known: Mapping[str, Raw],
    everything: frozenset[str],
) -> Raw:
    try:
        tree = qualify(
            parsed(query.sql).copy(),
            schema=schema,
            dialect="duckdb",
            validate_qualify_columns=False,
            quote_identifiers=False,
        )
        scope = build_scope(tree)
    except SqlglotError:
        scope = None
    if scope is None:
        return {"*": everything}
    found: dict[str, frozenset[str]] = {}
    for inner in _leaves(scope):
        for name, expression in _merged(scope, inner):
            sources = _sources(expression, inner, known, everything)
            found[name.lower()] = found.get(name.lower(), frozenset()) | sources
    return found


def _schema(queries: Mapping[str, CheckedQuery]) -> dict[str, object]:
    read = {name for query in queries.values() for name in (*query.tables, *query.views)}
    schema: dict[str, object] = {
        name: dict.fromkeys(columns, "text")
        for tables in (ENTITY_COLUMNS, VIEWS)
        for name, columns in tables.items()
        if name in read
    }
    for fact_id, query in queries.items():
        if query.outputs:  # a star over what an API returns has columns that nobody knows yet
            schema[fact_id] = dict.fromkeys(query.outputs, "text")
        for lookup in query.lookups:
            schema[lookup.table] = dict.fromkeys(FINDER_COLUMNS, "text")
    return schema


def _leaves(scope: Scope) -> list[Scope]:
    """Return the SELECT scopes behind a query: itself, or the branches of a set operation."""
    if scope.set_operation_scopes:
        return [leaf for branch in scope.set_operation_scopes for leaf in _leaves(branch)]
    return [scope]


def _merged(root: Scope, leaf: Scope) -> list[tuple[str, exp.Expr]]:
    """Pair the names of the whole query with the expressions of one branch."""
    names = [item.alias_or_name for item in _selects(root)]
    return list(zip(names, _selects(leaf), strict=False))


def _selects(scope: Scope) -> list[exp.Expr]:
    query = scope.expression
    return list(query.selects) if isinstance(query, exp.Query) else []


def _sources(
    node: exp.Expr, scope: Scope, known: Mapping[str, Raw], everything: frozenset[str]
) -> frozenset[str]:
    """Return the tables whose single values ``node`` may show."""
    if isinstance(node, exp.Filter):
        node = node.this  # which rows are summed is no value that is shown
    if isinstance(node, _TOTALS):
        return frozenset()
    if isinstance(node, exp.Column):
        return _of_column(node, scope, known, everything)
    if isinstance(node, exp.Subquery | exp.Select | exp.SetOperation | exp.Star):
        return everything if not _is_total(node) else frozenset()
    parts = (_sources(child, scope, known, everything) for child in node.iter_expressions())
    return frozenset().union(*parts)


def _is_total(node: exp.Expr) -> bool:
    """Whether a scalar subquery gives one total and nothing else."""
    inner = node.unnest() if isinstance(node, exp.Subquery) else node
    if not isinstance(inner, exp.Select):
        return False
    return all(
        isinstance(item.unalias(), _TOTALS) or not find_all(item, exp.Column, exp.Star, exp.Select)
        for item in inner.selects
    )


def _of_column(
    node: exp.Column, scope: Scope, known: Mapping[str, Raw], everything: frozenset[str]
) -> frozenset[str]:
    source = scope.sources.get(node.table)
    if isinstance(source, exp.Table):
        name = source.name.lower()
        if name in known:
            columns = known[name]
            return columns.get(node.name.lower(), columns.get("*", everything))
        if name in VIEWS:
            return frozenset({table for table, _c in VIEWS[name].get(node.name.lower(), ())})
        return frozenset({name})
    if isinstance(source, Scope):
        found = [
            _sources(item, leaf, known, everything)
            for leaf in _leaves(source)
            for name, item in _merged(source, leaf)
            if name.lower() == node.name.lower()
        ]
        return frozenset().union(*found) if found else everything
    return everything

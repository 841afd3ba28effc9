"""The SQL firewall: what a blind plan may ask of the snapshot, decided before anything runs.

Order: limits and statement kind, forbidden clauses, names scope by scope, rewrites for
determinism, rendering without comments, and DuckDB's own reading of the rendered text. Pure and
deterministic. What is left to run time: duration, memory, and the size of the result.
"""

import re
from collections.abc import Mapping

from pydantic import JsonValue
from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.functions import VOLATILE_NAMES
from agentic_solver.erc3.snapshot.gate import pass_gate
from agentic_solver.erc3.snapshot.growth import growth
from agentic_solver.erc3.snapshot.narrowing import narrowing_filters
from agentic_solver.erc3.snapshot.order import settle_order
from agentic_solver.erc3.snapshot.parsing import find_all, nodes
from agentic_solver.erc3.snapshot.query import CheckedQuery, SqlLimits
from agentic_solver.erc3.snapshot.reading import Reading
from agentic_solver.erc3.snapshot.relation import fact_relation
from agentic_solver.erc3.snapshot.scope import read_query
from agentic_solver.erc3.snapshot.source import Refusal, Relation
from agentic_solver.erc3.snapshot.statement import Statement, parse_statement

__all__ = ["check_query"]

Code = ViolationCode

_STATEMENTS = (
    exp.DDL,
    exp.DML,
    exp.Alter,
    exp.Analyze,
    exp.Attach,
    exp.Command,
    exp.Copy,
    exp.Describe,
    exp.Drop,
    exp.Pragma,
    exp.Set,
    exp.Show,
    exp.Summarize,
    exp.Use,
)
_CLAUSES = (
    exp.TableSample,
    exp.Placeholder,
    exp.Parameter,
    exp.SessionParameter,
    exp.Into,
    exp.Lock,
    exp.Pivot,
    exp.PositionalColumn,
    exp.MatchRecognize,
    exp.HistoricalData,
    exp.ByteString,
)
_CLOCKS = (
    exp.CurrentDate,
    exp.CurrentDatetime,
    exp.CurrentTime,
    exp.CurrentTimestamp,
    exp.CurrentUser,
    exp.Localtime,
    exp.Localtimestamp,
    exp.SessionUser,
    exp.CurrentSchema,
    exp.CurrentCatalog,
    exp.CurrentDatabase,
    exp.CurrentRole,
)
_MOMENTS = frozenset({"now", "today", "yesterday", "tomorrow", "epoch", "infinity", "-infinity"})
_BIG_WIDTH = re.compile(r"\d{4,}|[*$]|\{[^}]*\{")
_SERIES_PARTS = (
    exp.Literal,
    exp.Cast,
    exp.Column,
    exp.Identifier,
    exp.Interval,
    exp.Neg,
    exp.Add,
    exp.Sub,
    exp.Paren,
    exp.Var,
    exp.DataType,
    exp.DateTrunc,
    exp.TimestampTrunc,
    exp.LastDay,
)
_COARSE_UNITS = frozenset({"DAY", "WEEK", "MONTH", "QUARTER", "YEAR"})


def check_query(
    sql: str,
    *,
    facts: Mapping[str, tuple[str, ...] | None] | None = None,
    literal_columns: Mapping[str, tuple[str, ...]] | None = None,
    path: str = "",
    limits: SqlLimits | None = None,
) -> CheckedQuery | tuple[Violation, ...]:
    """Return the query ready to run, or why it is refused.

    Args:
        sql: Text proposed by the model.
        facts: Earlier facts, ``b_*`` bind tables and ``derived_*`` tables with their columns;
            None for columns that nobody knows yet.
        literal_columns: Columns of these tables that hold constants of the plan only
            (``CheckedQuery.literal_columns`` of the fact that made them).
        path: JSON pointer for violations, such as ``/facts/2/query``.
        limits: Static ceilings.
    """
    constants = literal_columns or {}
    known = {
        name.lower(): fact_relation(
            name.lower(), columns, frozenset(c.lower() for c in constants.get(name, ()))
        )
        for name, columns in (facts or {}).items()
    }
    try:
        return _check(sql, known, limits or SqlLimits())
    except Refusal as refusal:
        details: dict[str, JsonValue] = {
            key: _json(value) for key, value in sorted(refusal.details.items())
        }
        if refusal.code is Code.SQL_TABLE_FORBIDDEN:
            details["known"] = [*ENTITY_COLUMNS, *VIEWS, *sorted(known)]
        violation = Violation(
            code=refusal.code, message=refusal.message, path=path, details=details
        )
        return (violation,)


def _json(value: object) -> JsonValue:
    if isinstance(value, (list, tuple)):
        return [str(item)[:200] for item in value]
    return value if isinstance(value, int) else str(value)[:300]


def _check(sql: str, facts: Mapping[str, Relation], limits: SqlLimits) -> CheckedQuery:
    statement = parse_statement(sql, facts=facts, limits=limits)
    query = statement.query
    try:
        for raw in find_all(query, exp.RawString):
            raw.replace(exp.Literal.string(raw.name))
        _check_clauses(query, limits)
        _name_outputs(query)
        reading, relation = read_query(query, facts)
        filters = narrowing_filters(reading)
        normalized = settle_order(query, reading)
        ctes = {cte.alias.lower() for cte in find_all(query, exp.CTE)}
        if growth(query) > limits.growth:
            raise Refusal(Code.SQL_TOO_COMPLEX, "The query puts texts together too often.")
        text = query.sql(dialect="duckdb", copy=False, comments=False)
    except SqlglotError as error:
        raise Refusal(Code.SQL_SYNTAX, "The query cannot be rendered.") from error
    except RecursionError as error:
        raise Refusal(Code.SQL_TOO_COMPLEX, "The query is nested too deeply.") from error
    tables = {*reading.tables, *reading.views, *reading.facts, *ctes}
    tables |= {lookup.table for lookup in reading.lookups}
    pass_gate(text, tables=frozenset(tables), names=frozenset(reading.names))
    return CheckedQuery(
        sql=text,
        derives=statement.derives,
        appends=statement.appends,
        tables=frozenset(reading.tables),
        facts=frozenset(reading.facts),
        columns=frozenset(reading.columns),
        lookups=tuple(reading.lookups),
        filters=filters,
        literals=statement.literals,
        views=frozenset(reading.views),
        outputs=relation.columns if relation.closed else None,
        sourced=_is_sourced(reading, facts),
        literal_columns=_literal_columns(statement, relation),
        normalized=normalized,
    )


def _name_outputs(query: exp.Expr) -> None:
    """Give the unnamed expressions of the result plain names: ``col1`` for the first column."""
    leaf = query
    while isinstance(leaf, (exp.SetOperation, exp.Subquery)):
        leaf = leaf.this
    if not isinstance(leaf, exp.Select):
        return
    for place, selected in enumerate(leaf.expressions, start=1):
        is_named = isinstance(selected, (exp.Alias, exp.Column, exp.Star, exp.Dot))
        if not is_named and not selected.alias:
            name = exp.to_identifier(f"col{place}")
            selected.replace(exp.Alias(this=selected.copy(), alias=name))


def _is_sourced(reading: Reading, facts: Mapping[str, Relation]) -> bool:
    return bool(
        reading.tables or reading.lookups or any(facts[name].sourced for name in reading.facts)
    )


def _literal_columns(statement: Statement, relation: Relation) -> tuple[str, ...]:
    names: list[str] = []
    for index, literal in enumerate(relation.literal):
        if literal:
            names.append(relation.columns[index] or f"#{index + 1}")
    return tuple(names)


def _check_clauses(query: exp.Expr, limits: SqlLimits) -> None:
    joins = unions = ctes = 0
    for node in nodes(query):
        if isinstance(node, _STATEMENTS):
            raise Refusal(
                Code.SQL_STATEMENT_FORBIDDEN, "Only queries may be nested.", statement=node.key
            )
        if isinstance(node, _CLAUSES):
            raise Refusal(
                Code.SQL_CLAUSE_FORBIDDEN, "This clause is not supported.", clause=node.key
            )
        joins += isinstance(node, exp.Join)
        unions += isinstance(node, exp.SetOperation)
        ctes += isinstance(node, exp.CTE)
        _check_function(node, limits)
    for name, count, limit in (
        ("joins", joins, limits.joins),
        ("set_operations", unions, limits.set_operations),
        ("ctes", ctes, limits.ctes),
    ):
        if count > limit:
            raise Refusal(
                Code.SQL_TOO_COMPLEX, "The query has too many parts.", part=name, limit=limit
            )


def _check_function(node: exp.Expr, limits: SqlLimits) -> None:
    name = node.name.lower() if isinstance(node, exp.Anonymous) else node.key
    if isinstance(node, _CLOCKS) or (isinstance(node, exp.Anonymous) and name in VOLATILE_NAMES):
        raise _forbidden(name, "Clock and session are not readable.")
    if isinstance(node, exp.Cast) and _is_moment(node):
        raise _forbidden(node.this.name.lower(), "Clock and session are not readable.")
    if name == "age" and isinstance(node, exp.Anonymous) and len(node.expressions) < 2:
        raise _forbidden(name, "age needs two dates: with one it asks the clock.")
    if name in {"format", "printf"} and isinstance(node, exp.Func):
        parts = list(node.iter_expressions())
        text = parts[0].name if parts and isinstance(parts[0], exp.Literal) else None
        if text is None or _BIG_WIDTH.search(text) or text.count("{") >= max(2, len(parts)):
            message = "The format must be a literal with modest widths that takes each value once."
            raise _forbidden(name, message)
    if isinstance(node, exp.GenerateSeries) or name in {"range", "generate_series"}:
        _check_series(node, limits)


def _is_moment(node: exp.Cast) -> bool:
    """Whether a word such as 'today' is turned into a date: it would ask the clock."""
    literal = isinstance(node.this, exp.Literal) and node.this.name.lower().strip() in _MOMENTS
    return literal and not node.to.is_type(*exp.DataType.TEXT_TYPES)


def _forbidden(name: str, message: str) -> Refusal:
    return Refusal(Code.SQL_FUNCTION_FORBIDDEN, message, function=name)


def _check_series(series: exp.Expr, limits: SqlLimits) -> None:
    """Allow series whose length shows in the text: small numbers, dates by day or coarser."""
    if not isinstance(series.parent, (exp.Table, exp.Explode, exp.Unnest)):
        raise _forbidden(series.key, "A series may only stand in FROM or in unnest.")
    for argument in series.iter_expressions():
        for node in nodes(argument):
            if not isinstance(node, _SERIES_PARTS):
                raise _forbidden(series.key, "The bounds of a series must be plain.")
            if isinstance(node, exp.Interval) and _unit(node) not in _COARSE_UNITS:
                raise _forbidden(series.key, "A date series steps by days or more.")
            if isinstance(node, exp.Literal) and not node.is_string:
                _check_bound(series, float(node.name), limits)


def _check_bound(series: exp.Expr, bound: float, limits: SqlLimits) -> None:
    if bound > limits.series or not bound.is_integer():
        raise _forbidden(series.key, "The series is too long.")


def _unit(node: exp.Interval) -> str:
    return str(node.args.get("unit") or "").upper().rstrip("S")

"""Edits of a plan's queries: the same plan, with other rows counted by one closed column."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic_solver.erc3.experience.cause import COUNTED, Keep, Rows, Wordings
from agentic_solver.erc3.snapshot.columns import FINDERS
from agentic_solver.erc3.snapshot.parsing import DUCKDB, parse_tokens
from agentic_solver.erc3.snapshot.source import Refusal

__all__ = ["Edit", "contraries", "edits", "edits_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One way in which rows could have been counted, and the queries that count so."""

    table: str
    column: str
    keep: Keep
    value: str
    changed: Mapping[str, str]
    """Fact id → query, of the facts that read otherwise now."""


def edits(queries: Mapping[str, str]) -> Iterator[Edit]:
    """Yield the edits of a plan, the plainest first: what is dropped before what is added.

    Args:
        queries: fact id → query, as the plan has them; one that cannot be read stays as it is.
    """
    for keep in Keep:
        for table, column, values in COUNTED:
            for value in ("",) if keep is Keep.EVERY else values:
                changed = {
                    fact: edited
                    for fact, sql in queries.items()
                    if (edited := _edited(sql, table, column, values, keep, value)) is not None
                }
                if changed:
                    yield Edit(table=table, column=column, keep=keep, value=value, changed=changed)


def edits_of(queries: Mapping[str, str], cause: Rows) -> Mapping[str, str]:
    """Return the queries of a plan that read otherwise once a cause is heeded."""
    return {
        fact: edited
        for fact, sql in queries.items()
        if (
            edited := _edited(
                sql, cause.table, cause.column, _values(cause), cause.keep, cause.value
            )
        )
        is not None
    }


def contraries(queries: Mapping[str, str], cause: Rows | Wordings) -> Iterator[Mapping[str, str]]:
    """Yield what the queries of a plan that heeds a cause would be if it did not, each way once.

    A value that is left out counts again, the only one is one of all; where all count, one is
    left out; a finder knows its first wording alone.
    """
    if isinstance(cause, Wordings):
        yield _changed(queries, _first_wordings)
        return
    values = _values(cause)
    match cause.keep:
        case Keep.EVERY:
            for value in values:
                yield edits_of(queries, replace(cause, keep=Keep.WITHOUT, value=value))
        case Keep.ALONE:
            yield _changed(queries, lambda tree: _drop(tree, cause.column, values))
        case Keep.WITHOUT | Keep.EVERY_BUT:
            yield _changed(queries, lambda tree: _count_again(tree, cause, values))


def _values(cause: Rows) -> tuple[str, ...]:
    place = (cause.table, cause.column)
    return next(values for table, column, values in COUNTED if (table, column) == place)


def _changed(queries: Mapping[str, str], change: Callable[[exp.Expr], object]) -> dict[str, str]:
    found = {}
    for fact, sql in queries.items():
        tree = _parsed(sql)
        if tree is None:
            continue
        before = tree.sql(dialect=DUCKDB)
        change(tree)
        after = tree.sql(dialect=DUCKDB)
        if after != before:
            found[fact] = after
    return found


def _count_again(tree: exp.Expr, cause: Rows, values: tuple[str, ...]) -> None:
    """Let rows of the value pass every test that leaves them out by name."""
    tests = [node for node in tree.walk() if _tests(node, cause.column, values)]
    for node in tests:
        named = [one for one in node.find_all(exp.Literal, exp.Boolean) if _value(one) in values]
        if cause.value not in map(_value, named):
            continue
        if isinstance(node, exp.In) and len(named) > 1:
            kept = [one for one in node.expressions if _value(one) != cause.value]
            node.set("expressions", kept)
        else:
            _let_pass(node)


def _first_wordings(tree: exp.Expr) -> None:
    for node in tree.find_all(exp.Anonymous):
        if node.name.lower() in FINDERS:
            node.set("expressions", node.expressions[:1])


def _parsed(sql: str) -> exp.Expr | None:
    try:
        (tree,) = parse_tokens(DUCKDB.tokenize(sql), sql)
    except (SqlglotError, Refusal, RecursionError, ValueError):
        return None
    return tree


def _edited(
    sql: str, table: str, column: str, values: tuple[str, ...], keep: Keep, value: str
) -> str | None:
    """Return the query with other rows, or None where the edit does not change it."""
    tree = _parsed(sql)
    if tree is None:
        return None
    before = tree.sql(dialect=DUCKDB)
    if keep is not Keep.WITHOUT:
        dropped = _drop(tree, column, values)
        if keep is Keep.EVERY_BUT and not dropped:
            return None  # the same as WITHOUT
    if value:
        sign = exp.EQ if keep is Keep.ALONE else exp.NEQ
        _restrict(tree, table, column, sign, value)
    after = tree.sql(dialect=DUCKDB)
    return after if after != before else None


def _drop(tree: exp.Expr, column: str, values: tuple[str, ...]) -> bool:
    """Let every test of the column against closed values hold; say whether there was one.

    It is still a test of the row: a plan that tests constants is refused.
    """
    found = [node for node in tree.walk() if _tests(node, column, values)]
    for node in found:
        _let_pass(node)
    return bool(found)


def _let_pass(node: exp.Expr) -> None:
    whole = node.parent if isinstance(node.parent, exp.Not) else node
    (read,) = node.find_all(exp.Column)
    whole.replace(exp.Not(this=exp.Is(this=read.copy(), expression=exp.null())))


def _tests(node: exp.Expr, column: str, values: tuple[str, ...]) -> bool:
    if isinstance(node, exp.Column):
        return node.name.lower() == column and isinstance(node.parent, _CONDITIONS)
    if not isinstance(node, exp.EQ | exp.NEQ | exp.In | exp.Is):
        return False
    columns = list(node.find_all(exp.Column))
    literals = list(node.find_all(exp.Literal, exp.Boolean))
    return (
        len(columns) == 1
        and columns[0].name.lower() == column
        and bool(literals)
        and node.find(exp.Query) is None
        and all(_value(one) in values for one in literals)
    )


_CONDITIONS = (exp.Where, exp.And, exp.Or, exp.Not, exp.Paren, exp.Join)
"""What a yes-or-no column stands in where it is a test by itself."""


def _value(literal: exp.Expr) -> str:
    if isinstance(literal, exp.Boolean):
        return str(literal.this).lower()
    return literal.name if literal.is_string else ""


def _restrict(tree: exp.Expr, table: str, column: str, sign: type[exp.Binary], value: str) -> None:
    """Add a test to every place that reads the table: to its join, or to the query around it."""
    for place in [one for one in tree.find_all(exp.Table) if one.name.lower() == table]:
        yes_or_no = value in ("true", "false")
        literal = exp.Boolean(this=value == "true") if yes_or_no else exp.Literal.string(value)
        test = sign(this=exp.column(column, table=place.alias_or_name), expression=literal)
        join, select = place.parent, place.parent_select
        if isinstance(join, exp.Join) and join.args.get("on") is not None:
            join.set("on", exp.and_(join.args["on"], test))
        elif isinstance(select, exp.Select):
            select.where(test, copy=False)

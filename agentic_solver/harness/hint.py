"""Hints for plans by hand: what the engine leaves to its writer, because data may mean it so.

A hint changes no decision. Ties that a ``LIMIT`` cuts are found by playing the plan once more with
the ties kept; places and other stored values that are compared with a text, and arguments that do
not fit, are read off the plan.
"""

from collections.abc import Callable, Iterator

from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import Plan
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.contracts.wording import counted
from agentic_solver.erc3.snapshot.columns import FINDERS
from agentic_solver.erc3.snapshot.kind import KINDS
from agentic_solver.erc3.snapshot.parsing import DUCKDB, parsed
from agentic_solver.erc3.snapshot.source import Refusal
from agentic_solver.erc3.tools.catalog import Catalog

__all__ = ["hints"]

_TOLD_APART = ("id", "name")
"""Columns by which rows that tie are only put in some order, where they come last."""
_ARGUMENTS = (ViolationCode.TOOL_ARGUMENTS, ViolationCode.WRITE_ARGUMENTS)
_CALLS = "/execution_trace/calls/"
_STORED_AS = frozenset(FINDERS.values()) - KINDS.keys()
"""Kinds that are no records: a column of their name holds a stored value, such as a place."""
_COMPARED = (exp.EQ, exp.In, exp.Like, exp.ILike)

Play = Callable[[Plan], Decision]


def hints(plan: Plan, decision: Decision, catalog: Catalog, play: Play) -> tuple[str, ...]:
    """Return what a writer may have overlooked, one sentence each.

    Args:
        plan: as it was given.
        decision: on it.
        catalog: the tools.
        play: decides on another plan for the same task, without applying anything.
    """
    return (*_of_arguments(plan, decision, catalog), *_of_values(plan), *_of_ties(plan, play))


def _of_arguments(plan: Plan, decision: Decision, catalog: Catalog) -> Iterator[str]:
    executed = decision.executed or plan
    columns = {fact.id: fact.output.columns for fact in executed.facts if fact.output is not None}
    for violation in decision.violations:
        number = violation.path.removeprefix(_CALLS).partition("/")[0]
        if violation.code not in _ARGUMENTS or not number.isdecimal():
            continue
        call = plan.execution_trace.calls[int(number)]
        tool = catalog.get(call.tool)
        if tool is None:
            continue
        yield f"the tool is {catalog.signature(tool)}"
        fact = call.args.get("$each")
        if isinstance(fact, str) and fact in columns:
            yield f"the fact {fact} has the columns {', '.join(columns[fact])}"


def _of_values(plan: Plan) -> Iterator[str]:
    for fact in plan.facts:
        tree = _tree(fact.query)
        for node in tree.find_all(*_COMPARED) if tree is not None else ():
            column, text = node.this, _literal(node)
            if isinstance(column, exp.Column) and text and column.name in _STORED_AS:
                yield (
                    f"fact {fact.id} compares {column.sql(DUCKDB)} with {text!r}: it may be stored "
                    f"in other words; {column.sql(DUCKDB)} IN (SELECT id FROM "
                    f"find_{column.name}({exp.Literal.string(text).sql(DUCKDB)})) finds it"
                )


def _literal(node: exp.Expr) -> str:
    sides = node.expressions if isinstance(node, exp.In) else [node.args.get("expression")]
    texts = [one.name for one in sides if isinstance(one, exp.Literal) and one.is_string]
    return texts[0] if texts else ""


def _of_ties(plan: Plan, play: Play) -> Iterator[str]:
    kept = {fact.id: made for fact in plan.facts if (made := _with_ties(fact.query)) is not None}
    if not kept:
        return
    facts = tuple(
        fact.model_copy(update={"query": kept[fact.id][0]}) if fact.id in kept else fact
        for fact in plan.facts
    )
    executed = play(plan.model_copy(update={"facts": facts})).executed
    for fact in executed.facts if executed is not None else ():
        if fact.id not in kept or fact.output is None:
            continue
        limit, rows = kept[fact.id][1], len(fact.output.rows)
        if rows > limit:
            yield (
                f"fact {fact.id}: LIMIT {limit} hides {counted(rows - limit, 'row')} that "
                f"{'is' if rows - limit == 1 else 'are'} equal to the last one shown by its "
                "ORDER BY; if all of them are the answer, compare with the highest or lowest "
                "value, or use rank()"
            )


def _with_ties(query: str) -> tuple[str, int] | None:
    """Return a query that keeps the rows which tie with the last one, and its limit; or None."""
    tree = _tree(query)
    if not isinstance(tree, exp.Select):
        return None
    order, limit = tree.args.get("order"), tree.args.get("limit")
    if order is None or not isinstance(limit, exp.Limit) or not _is_number(limit.expression):
        return None
    if any(tree.args.get(part) for part in ("offset", "qualify", "distinct")):
        return None
    keys = [_resolved(key, tree) for key in order.expressions]
    while len(keys) > 1 and keys[-1].this.name in _TOLD_APART:
        keys.pop()
    number = int(limit.expression.name)
    made = tree.copy()
    made.set("limit", None)
    by = ", ".join(key.sql(DUCKDB) for key in keys)
    ranked = parsed(f"SELECT 1 QUALIFY rank() OVER (ORDER BY {by}) <= {number}")
    made.set("qualify", ranked.args["qualify"].copy())
    return made.sql(DUCKDB), number


def _resolved(key: exp.Expr, tree: exp.Select) -> exp.Expr:
    """Return a key of ORDER BY that means a column of the result as what that column is."""
    made, named = key.copy(), {one.alias: one.this for one in tree.expressions if one.alias}
    inner = made.this
    if _is_number(inner) and 0 < int(inner.name) <= len(tree.expressions):
        made.set("this", tree.expressions[int(inner.name) - 1].unalias().copy())
    elif isinstance(inner, exp.Column) and not inner.table and inner.name in named:
        made.set("this", named[inner.name].copy())
    return made


def _is_number(node: exp.Expr | None) -> bool:
    return isinstance(node, exp.Literal) and not node.is_string and node.name.isdecimal()


def _tree(query: str) -> exp.Expr | None:
    try:
        return parsed(query)
    except (SqlglotError, Refusal):
        return None  # the decision says what is wrong with it

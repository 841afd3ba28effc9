"""Bounds: how much of a column a word without a figure stands for, such as "busy" or "good".

A plan that has to draw a line compares a column with a figure that nobody stated; another figure
of a closed list, or the same one left out or in, may be the grader's line.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic_solver.contracts.patch import FailedCheck, PatchCategory
from agentic_solver.erc3.experience.lesson import Lesson
from agentic_solver.erc3.snapshot.parsing import DUCKDB, parse_tokens
from agentic_solver.erc3.snapshot.source import Refusal

__all__ = ["Bound", "Side", "bound_edits", "bounds", "drawn_in", "with_bound"]

_LEVELS = tuple(range(1, 11))
_SHARES = (10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 100, 110, 120, 125, 150, 200)
_BOUNDED: Mapping[tuple[str, str], tuple[int, ...]] = {
    ("employee_skills", "level"): _LEVELS,
    ("employee_wills", "level"): _LEVELS,
    ("workloads", "time_slices"): _SHARES,
    ("workloads", "projects"): tuple(range(1, 9)),
}
"""Figures by table and column; shares are in percent."""


class Side(StrEnum):
    """On which side of the figure the rows are, and whether the figure itself is one."""

    FROM = "from"
    ABOVE = "above"
    UP_TO = "up_to"
    BELOW = "below"

    @property
    def is_lower(self) -> bool:
        return self in (Side.FROM, Side.ABOVE)


_SIDES: Mapping[type[exp.Expr], Side] = {
    exp.GTE: Side.FROM, exp.GT: Side.ABOVE, exp.LTE: Side.UP_TO, exp.LT: Side.BELOW,
}  # fmt: skip
_NODES = {side: node for node, side in _SIDES.items()}
_TURNED = {
    Side.FROM: Side.UP_TO, Side.UP_TO: Side.FROM, Side.ABOVE: Side.BELOW, Side.BELOW: Side.ABOVE,
}  # fmt: skip
_SAID = {
    Side.FROM: "{} and more", Side.ABOVE: "more than {}", Side.UP_TO: "{} and less",
    Side.BELOW: "less than {}",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Where the line is, for a word that gives no figure."""

    table: str
    column: str
    side: Side
    figure: int
    """In percent for shares."""

    @property
    def value(self) -> Decimal:
        """Return the figure as the column has it."""
        return Decimal(self.figure) / (100 if self.is_share else 1)

    @property
    def is_share(self) -> bool:
        return self.column == "time_slices"

    @property
    def check(self) -> FailedCheck:
        return FailedCheck.LINK_UNEXPECTED

    @property
    def lesson(self) -> Lesson:
        end = "lowest" if self.side.is_lower else "highest"
        figure = f"{self.figure} percent" if self.is_share else str(self.figure)
        return Lesson(
            category=PatchCategory.DISAMBIGUATION,
            subject=f"{end}_{self.column}_of_{self.table}",
            stance=f"{self.side.value}_{self.figure}",
            guidance=f"Where a request gives no figure for `{self.column}` of `{self.table}` and "
            f"means {'high' if self.side.is_lower else 'low'} ones, take "
            f"{_SAID[self.side].format(figure)}: graded answers show it.",
        )


def bounds() -> Iterator[Bound]:
    """Yield every bound that there is."""
    for (table, column), figures in _BOUNDED.items():
        for side in Side:
            for figure in figures:
                yield Bound(table=table, column=column, side=side, figure=figure)


def drawn_in(queries: Mapping[str, str]) -> tuple[Bound, ...]:
    """Return the lines that a plan draws, each once, whatever their figures are."""
    trees = [tree for sql in queries.values() if (tree := _parsed(sql)) is not None]
    tables = {one.name.lower() for tree in trees for one in tree.find_all(exp.Table)}
    found: dict[Bound, None] = {}
    for table, column in _BOUNDED:
        rivals = {other for other, name in _BOUNDED if name == column} & tables
        if rivals != {table}:
            continue
        for tree in trees:
            for _node, side, value in _comparisons(tree, column):
                scale = 100 if column == "time_slices" else 1
                bound = Bound(table=table, column=column, side=side, figure=round(value * scale))
                found[bound] = None
    return tuple(found)


def bound_edits(queries: Mapping[str, str]) -> Iterator[tuple[Bound, Bound, Mapping[str, str]]]:
    """Yield the line of a plan, another one in its place and the queries for it, the nearest first.

    A plan that draws several lines on one side of a column is left alone.
    """
    drawn = drawn_in(queries)
    for one in drawn:
        same = [o for o in drawn if (o.column, o.side.is_lower) == (one.column, one.side.is_lower)]
        if len(same) > 1:
            continue
        others = [
            replace(one, side=side, figure=figure)
            for figure in _BOUNDED[one.table, one.column]
            for side in Side
            if side.is_lower is one.side.is_lower
        ]
        for other in sorted(others, key=lambda o: (abs(o.figure - one.figure), o.side != one.side)):
            if other != one:
                yield one, other, with_bound(queries, other)


def with_bound(queries: Mapping[str, str], bound: Bound) -> dict[str, str]:
    """Return the queries that read otherwise once a bound is heeded."""
    changed = {}
    for fact, sql in queries.items():
        tree = _parsed(sql)
        if tree is None:
            continue
        before = tree.sql(dialect=DUCKDB)
        for node, side, _value in list(_comparisons(tree, bound.column)):
            if side.is_lower is bound.side.is_lower:
                column = next(node.find_all(exp.Column)).copy()
                number = exp.Literal.number(str(bound.value))
                node.replace(_NODES[bound.side](this=column, expression=number))
        after = tree.sql(dialect=DUCKDB)
        if after != before:
            changed[fact] = after
    return changed


def _comparisons(tree: exp.Expr, column: str) -> Iterator[tuple[exp.Expr, Side, Decimal]]:
    for node in tree.find_all(*_SIDES):
        left, right = node.this, node.expression
        side = _SIDES[type(node)]
        if isinstance(right, exp.Column):
            left, right, side = right, left, _TURNED[side]
        is_figure = isinstance(right, exp.Literal) and not right.is_string
        if is_figure and isinstance(left, exp.Column) and left.name.lower() == column:
            yield node, side, Decimal(right.name)


def _parsed(sql: str) -> exp.Expr | None:
    try:
        (tree,) = parse_tokens(DUCKDB.tokenize(sql), sql)
    except (SqlglotError, Refusal, RecursionError, ValueError):
        return None
    return tree

"""Nothing is found because nothing is there, not because a plan cut it off.

*Not found* costs a plan nothing: a figure that nobody stated rules every row out, an offset leaves
them behind. So the facts behind an empty one are run again without what cuts rows off, and once
for each such figure with a zero in its place: rows that then appear were there.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from sqlglot import exp

from agentic_solver.erc3.execute.varying import Chain, Worlds, read_by
from agentic_solver.erc3.snapshot.parsing import nodes, parsed

__all__ = ["is_cut_off"]

_CUTTING = ("limit", "offset")


def is_cut_off(chain: Chain, is_stated: Callable[[Decimal], bool], worlds: Worlds) -> bool:
    """Whether the last fact of a chain has rows but for a cut or a figure that nobody stated."""
    others = [
        {**chain, name: replace(query, sql=sql)}
        for name, query in chain.items()
        for sql in _without(query.sql, is_stated)
    ]
    if not others:
        return False
    play = next(worlds(read_by(chain)))
    return any((output := play(other)) is not None and output.rows for other in others)


def _without(sql: str, is_stated: Callable[[Decimal], bool]) -> Iterator[str]:
    for place, figure in _figures(sql):
        if figure is not None and is_stated(figure):
            continue
        copy = parsed(sql).copy()
        node = nodes(copy)[place]
        if figure is None:
            for clause in _CUTTING:
                node.set(clause, None)
        else:
            node.replace(exp.Literal.number(0))
        yield copy.sql(dialect="duckdb")


@lru_cache(maxsize=256)
def _figures(sql: str) -> tuple[tuple[int, Decimal | None], ...]:
    """Return the places of figures in a query; None for a query that is cut."""
    found: list[tuple[int, Decimal | None]] = []
    for place, node in enumerate(nodes(parsed(sql))):
        if isinstance(node, exp.Literal) and not node.is_string:
            found.append((place, Decimal(node.name)))
        elif any(node.args.get(clause) is not None for clause in _CUTTING):
            found.append((place, None))
    return tuple(found)

"""Syntax trees of queries, made with a bound on the parser's work.

The parser tries one reading, steps back and tries another. Where such places are nested, each
doubles the work: a score of joins without conditions, or of calls whose name is also a type,
takes minutes. So steps back are counted, and a text that needs too many is refused.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB
from sqlglot.parsers.duckdb import DuckDBParser
from sqlglot.tokenizer_core import Token

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.source import Refusal

__all__ = ["DUCKDB", "find_all", "nodes", "operands", "parse_tokens", "parsed", "sources_of"]

ExprT = TypeVar("ExprT", bound=exp.Expr)

DUCKDB = DuckDB()
_STEPS_BACK = 2
"""Steps back for each token; plans that people and models write need less than one in three."""
_FEW = 200
"""Steps back that any text may take."""


class _BoundedParser(DuckDBParser):
    """DuckDB's parser with a bound on stepping back."""

    _allowed = 0

    def _retreat(self, index: int) -> None:
        if index != self._index:
            self._allowed -= 1
            if self._allowed < 0:
                raise Refusal(
                    ViolationCode.SQL_TOO_COMPLEX, "The query can be read in too many ways."
                )
        super()._retreat(index)


def parse_tokens(tokens: Sequence[Token], sql: str) -> list[exp.Expr | None]:
    """Return the statements of a text.

    Raises:
        Refusal: reading it would take too long.
        SqlglotError: it cannot be read.
    """
    parser = _BoundedParser(dialect=DUCKDB)
    parser._allowed = _FEW + _STEPS_BACK * len(tokens)
    return list(parser.parse(list(tokens), sql))


@lru_cache(maxsize=1024)
def parsed(sql: str) -> exp.Expr:
    """Return the tree of a rendered query; it is shared: nobody changes it.

    Raises:
        Refusal: reading it would take too long; the firewall has asked before anything ran.
    """
    (tree,) = parse_tokens(DUCKDB.tokenize(sql), sql)
    assert tree is not None
    return tree


def nodes(tree: exp.Expr) -> list[exp.Expr]:
    """Return a tree and all below it, level by level, as ``Expr.walk`` does at five times the cost.

    It is a list: the tree may be changed meanwhile.
    """
    found = [tree]
    for node in found:
        for part in node.args.values():
            if part is None or part is True or part is False:
                continue  # most are, and telling so is cheaper than asking for their class
            if isinstance(part, list):
                found += [item for item in part if isinstance(item, exp.Expr)]
            elif part.__class__ is not str and isinstance(part, exp.Expr):
                found.append(part)
    return found


def find_all(tree: exp.Expr, *kinds: type[ExprT]) -> list[ExprT]:
    """Return the nodes of these kinds in a tree, level by level."""
    return [node for node in nodes(tree) if isinstance(node, kinds)]


def operands(condition: exp.Expr, kind: type[exp.And | exp.Or]) -> Iterator[exp.Expr]:
    """Yield what a condition joins by AND (or by OR), from left to right, out of its brackets."""
    match condition:
        case exp.Paren():
            yield from operands(condition.this, kind)
        case exp.And() | exp.Or() if isinstance(condition, kind):
            yield from operands(condition.left, kind)
            yield from operands(condition.right, kind)
        case _:
            yield condition


def sources_of(select: exp.Select) -> list[exp.Expr]:
    """Return what stands in FROM and what is joined to it."""
    places = [select.args.get("from_"), *(select.args.get("joins") or ())]
    return [place.this for place in places if place is not None]

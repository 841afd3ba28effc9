"""Lineage of ids: an id that is linked or told is a whole cell of an id column.

A text that SQL makes (a piece of another one, letters replaced) may happen to be an id of the
company: nobody has asked for it, and no row says it. What the request or a rule says may stand
anywhere.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import takewhile

from sqlglot import exp

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.execute.grounding import fold
from agentic_solver.erc3.snapshot.cell import Cells, output_cells
from agentic_solver.erc3.snapshot.columns import FINDER_PREFIX
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = [
    "Facts",
    "Queries",
    "ancestry",
    "computed_ids",
    "ids_in",
    "makes_ids",
    "origins",
]

_BY_COLUMN = {
    "employee": "employee", "account_manager": "employee", "project": "project",
    "customer": "customer", "path": "wiki", "location": "location",
}  # fmt: skip
_BY_TABLE = {
    "me": "employee", "employees": "employee", "projects": "project", "customers": "customer",
    "time_entries": "time entry",
}  # fmt: skip
_ALL = frozenset({*_BY_COLUMN.values(), *_BY_TABLE.values()})


Queries = Mapping[str, CheckedQuery]
_Outputs = Callable[[str, tuple[tuple[str, tuple[str, ...]], ...]], tuple[Cells, ...]]
Facts = Mapping[str, FactOutput]


def computed_ids(
    queries: Queries, facts: Facts, fact: str, column: str, request: str, kind: str
) -> tuple[str, ...]:
    """Return the texts of a column that are no whole ids of the kind, nor words of the request.

    Constants are left out: whether they are stated is asked elsewhere.
    """
    shown = origins(queries, facts, fact, column)
    if shown is not None:
        kinds = [_kinds(queries, *origin) for origin in shown]
        if all(kind in found for found in kinds):
            return ()
    place = facts[fact].columns.index(column)
    texts = (row[place] for row in facts[fact].rows)
    said = fold(request)
    return tuple(
        text for text in texts if isinstance(text, str) and text and not ids_in(said, (fold(text),))
    )


def ancestry(queries: Mapping[str, CheckedQuery], fact: str) -> frozenset[str]:
    """Return a fact and all earlier facts that its rows come from, also by derived tables."""
    chain: set[str] = set()
    wanted = {fact}
    # Facts read earlier facts only, so one walk backwards meets every ancestor.
    for fact_id in reversed(list(queries)):
        query = queries[fact_id]
        if fact_id in wanted or query.derives in wanted:
            chain.add(fact_id)
            wanted |= query.facts
    return frozenset(chain)


def origins(
    queries: Queries, facts: Facts, fact: str, column: str, read: _Outputs = output_cells
) -> Cells:
    """Return the stored cells that a column of a fact shows, through all facts; None: computed.

    ``read`` says what one query shows of the tables it reads.
    """
    query, output = queries[fact], facts[fact]
    sources = {name: _makers(queries, name, fact) for name in sorted(query.facts)}
    known = tuple(
        (name, tuple(one.lower() for one in facts[makers[0]].columns))
        for name, makers in sources.items()
        if makers and makers[0] in facts
    )
    cells = read(query.sql, known)
    if len(cells) != len(output.columns):
        return None
    found: set[tuple[str, str]] = set()
    for table, name in cells[output.columns.index(column)] or ():
        for maker in sources.get(table, ()):
            # rows that are appended take the columns of the table by their place
            names = [one.lower() for one in facts[sources[table][0]].columns]
            shown = dict(zip(names, facts[maker].columns, strict=False))
            inner = origins(queries, facts, maker, shown[name], read) if name in shown else None
            if inner is None:
                return None
            found |= inner
        if not sources.get(table):
            found.add((table, name))
    return frozenset(found) if cells[output.columns.index(column)] is not None else None


def _makers(queries: Queries, name: str, reader: str) -> tuple[str, ...]:
    """Return the facts that make a table for its reader: itself, or those it is derived by."""
    earlier = takewhile(lambda item: item[0] != reader, queries.items())
    made = tuple(fact for fact, query in earlier if query.derives == name)
    return made or ((name,) if name in queries else ())


def _kinds(queries: Queries, table: str, column: str) -> frozenset[str]:
    """Return of what kinds of records the values of a stored column are ids."""
    if table.startswith(FINDER_PREFIX):
        lookups = (lookup for query in queries.values() for lookup in query.lookups)
        found = {lookup.kind for lookup in lookups if lookup.table == table}
        return frozenset(found if column == "id" else ())
    if column != "id":
        return frozenset({_BY_COLUMN[column]} if column in _BY_COLUMN else ())
    # a table of no known kind is what a planned read returns
    return frozenset({_BY_TABLE[table]} if table in _BY_TABLE else _ALL)


# ids in texts ------------------------------------------------------------------------------

_MAKING = (
    exp.Substring, exp.Left, exp.Right, exp.Replace, exp.RegexpReplace, exp.RegexpExtract,
    exp.RegexpExtractAll, exp.Split, exp.SplitPart, exp.Lower, exp.Upper, exp.Trim, exp.Reverse,
    exp.Translate, exp.Chr, exp.Pad, exp.Repeat, exp.Stuff, exp.Bracket, exp.Anonymous,
)  # fmt: skip
"""Functions that make another text; what the parser does not know may be one."""
_FORMATS = frozenset({"printf", "list_string_agg", "array_to_string", "list_aggregate"})
_ID_NAMES = frozenset({"id", *_BY_COLUMN} - {"location"})


def ids_in(text: str, known: Collection[str]) -> frozenset[str]:
    """Return the ids that stand in a text as words of their own."""
    near = (one for one in known if one in text)
    return frozenset(
        one for one in near if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", text)
    )


def makes_ids(expressions: Iterable[exp.Expr]) -> bool:
    """Whether what a column is made of makes texts of ids or of constants that may become ids."""
    return any(_makes(node) for item in expressions for node in item.walk())


def _makes(node: exp.Expr) -> bool:
    if isinstance(node, exp.DPipe):
        parts = list(node.flatten())
        return any(map(_is_joint, parts, parts[1:]))
    if isinstance(node, exp.Concat):
        return any(map(_is_joint, node.expressions, node.expressions[1:]))
    if not isinstance(node, _MAKING):
        return False
    if isinstance(node, exp.Bracket) and isinstance(node.this, exp.ArrayAgg | exp.Array):
        return False
    if isinstance(node, exp.Anonymous) and node.name.lower() in _FORMATS:
        return False
    if isinstance(node, exp.Chr) and all(map(_is_mark, node.expressions)):
        return False
    names = {column.name.lower() for column in node.find_all(exp.Column)}
    return not names or bool(names & _ID_NAMES)


def _is_joint(left: exp.Expr, right: exp.Expr) -> bool:
    """Whether a constant runs into what it is joined to as one word; ids are of ASCII letters."""
    before = left.name[-1:] if isinstance(left, exp.Literal) else None
    after = right.name[:1] if isinstance(right, exp.Literal) else None
    touching = [char for char in (before, after) if char is not None]
    return bool(touching) and all(
        char.isascii() and (char.isalnum() or char in "_-") for char in touching
    )


def _is_mark(code: exp.Expr) -> bool:
    """Whether a number stands for a line break or another mark that is no part of an id."""
    return isinstance(code, exp.Literal) and code.name.isdigit() and int(code.name) < ord("-")

"""Names of a plan query: which tables and columns it touches, scope by scope.

One walk over the parsed tree resolves every table against the closed list (a CTE is visible
only where SQL says so) and every column against the sources of its SELECT and the ones around
it. The walk is closed: a table or column it did not meet makes the query fail.
"""

from collections.abc import Iterator, Mapping

from sqlglot import exp

from agentic_solver.contracts.violations import ViolationCode as Code
from agentic_solver.erc3.snapshot.columns import FINDER_PREFIX, FINDERS
from agentic_solver.erc3.snapshot.parsing import find_all
from agentic_solver.erc3.snapshot.reading import Occurrence, Reading
from agentic_solver.erc3.snapshot.relation import (
    finder_call,
    renamed,
    series_relation,
    table_relation,
)
from agentic_solver.erc3.snapshot.source import (
    Frame,
    Output,
    Refusal,
    Relation,
    Source,
    unknown_column,
)

__all__ = ["read_query"]

_MODIFIERS = ("distinct", "where", "group", "having", "qualify", "order", "limit", "offset")
_CHOOSING = ("distinct", "group", "order", "limit", "offset")
"""Clauses that may depend on all output columns, so that a star under them touches them all."""
_SELECT_PARTS = frozenset({"with_", "expressions", "from_", "joins", "windows", *_MODIFIERS})
_TABLE_PARTS = frozenset({"this", "alias", "joins"})
_QUERY = (exp.Select, exp.SetOperation, exp.Subquery, exp.Values)
_ROW_COUNTING = (exp.Count, exp.CountIf, exp.RowNumber)


def read_query(query: exp.Expr, facts: Mapping[str, Relation]) -> tuple[Reading, Relation]:
    """Resolve every name of ``query``; finder calls are replaced in place by their tables.

    Raises:
        Refusal: for an unknown table or column and for clauses outside the dialect.
    """
    reading = Reading(facts_known=facts)
    relation = _Walk(reading).query(query, (), {})
    for node in find_all(query, exp.Table, exp.Column):
        if id(node) not in reading.met:
            raise Refusal(
                Code.SQL_CLAUSE_FORBIDDEN, "A name stands in a clause that is not supported."
            )
    return reading, relation


class _Walk:
    """The recursive walk; all state is in the reading."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def query(
        self,
        node: exp.Expr,
        frames: tuple[Frame, ...],
        ctes: Mapping[str, Relation],
        *,
        lazy: bool = False,
    ) -> Relation:
        """Return what a query gives; ``lazy``: its stars touch only what is used around it."""
        match node:
            case exp.Select():
                relation = self._select(node, frames, ctes, lazy=lazy)
            case exp.SetOperation():
                relation = self._set_operation(node, frames, ctes)
            case exp.Subquery():
                relation = self._subquery(node, frames, ctes, lazy=lazy)
            case exp.Values():
                relation = self._values(node, frames, ctes)
            case _:
                raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "Only queries may be nested.")
        self._reading.relations[id(node)] = relation
        return relation

    def _with(
        self, node: exp.Expr, frames: tuple[Frame, ...], ctes: Mapping[str, Relation]
    ) -> Mapping[str, Relation]:
        with_ = node.args.get("with_")
        if with_ is None:
            return ctes
        if with_.args.get("recursive"):
            raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "Recursive queries are not allowed.")
        visible = dict(ctes)
        own: set[str] = set()
        for cte in with_.expressions:
            name = cte.alias.lower()
            if name in own or self._is_reserved(name) or not cte.alias.isidentifier():
                raise Refusal(
                    Code.SQL_TABLE_FORBIDDEN,
                    "A CTE needs a plain name of its own, not that of a table, fact or finder.",
                    table=cte.alias,
                )
            own.add(name)
            visible[name] = renamed(self.query(cte.this, frames, visible, lazy=True), cte)
        return visible

    def _is_reserved(self, name: str) -> bool:
        known = table_relation(name, self._reading.facts_known)
        return known is not None or name in FINDERS or name.startswith(FINDER_PREFIX)

    def _set_operation(
        self, node: exp.SetOperation, frames: tuple[Frame, ...], ctes: Mapping[str, Relation]
    ) -> Relation:
        ctes = self._with(node, frames, ctes)
        left = self.query(node.this, frames, ctes)
        right = self.query(node.expression, frames, ctes)
        literal = left.literal
        if len(left.literal) == len(right.literal):
            pairs = zip(left.literal, right.literal, strict=True)
            literal = tuple(one or other for one, other in pairs)
        relation = Relation(
            columns=left.columns,
            literal=literal,
            closed=left.closed,
            sourced=left.sourced or right.sourced,
        )
        if node.args.get("by_name"):
            raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "UNION BY NAME is not supported.")
        self._modifiers(node, relation, frames, ctes)
        return relation

    def _modifiers(
        self,
        node: exp.Expr,
        relation: Relation,
        frames: tuple[Frame, ...],
        ctes: Mapping[str, Relation],
    ) -> None:
        """ORDER BY, LIMIT and OFFSET around a finished query see its output columns."""
        frame = Frame(sources=[Source(alias="", relation=relation)], ctes=ctes)
        for part in ("order", "limit", "offset"):
            self._expression(node.args.get(part), (*frames, frame))

    def _subquery(
        self,
        node: exp.Subquery,
        frames: tuple[Frame, ...],
        ctes: Mapping[str, Relation],
        *,
        lazy: bool,
    ) -> Relation:
        ctes = self._with(node, frames, ctes)
        lazy = lazy and not any(node.args.get(part) for part in _CHOOSING)
        relation = self.query(node.this, frames, ctes, lazy=lazy)
        self._modifiers(node, relation, frames, ctes)
        return renamed(relation, node)

    def _values(
        self, node: exp.Values, frames: tuple[Frame, ...], ctes: Mapping[str, Relation]
    ) -> Relation:
        scope = (*frames, Frame(ctes=ctes))
        rows = [
            [self._expression(cell, scope) for cell in row.expressions] for row in node.expressions
        ]
        # as in a union: a constant of one row is a constant of the column
        grounded = [all(column) for column in zip(*rows, strict=False)]
        relation = Relation(
            columns=tuple(f"col{index}" for index in range(len(grounded))),
            literal=tuple(not one for one in grounded),
        )
        return renamed(relation, node)

    def _select(
        self,
        node: exp.Select,
        frames: tuple[Frame, ...],
        ctes: Mapping[str, Relation],
        *,
        lazy: bool,
    ) -> Relation:
        lazy = lazy and not any(node.args.get(part) for part in _CHOOSING)
        for part, value in node.args.items():
            if value and part not in _SELECT_PARTS:
                raise Refusal(
                    Code.SQL_CLAUSE_FORBIDDEN, "This clause is not supported.", clause=part
                )
        ctes = self._with(node, frames, ctes)
        frame = Frame(ctes=ctes)
        self._reading.frames[id(node)] = frame
        scope = (*frames, frame)
        if node.args.get("from_"):
            self._source(node.args["from_"].this, node, scope)
        for join in node.args.get("joins") or ():
            self._join(join, node, scope)
        for selected in node.expressions:
            if isinstance(selected, exp.Alias):
                frame.aliases.setdefault(selected.alias.lower(), True)
        outputs = [
            output
            for selected in node.expressions
            for output in self._output(selected, scope, lazy=lazy)
        ]
        for part in _MODIFIERS:
            self._expression(node.args.get(part), scope)
        for window in node.args.get("windows") or ():
            self._expression(window, scope)
        names = [output.name for output in outputs]
        closed = "" not in names and len(set(names)) == len(names)
        origins = {output.name: output.origins for output in outputs if output.origins}
        if not closed:
            # a column may be reachable under a name the database makes up, such as name_1
            for output in outputs:
                self._reading.columns.update(output.origins)
        return Relation(
            columns=tuple(names),
            literal=tuple(output.literal for output in outputs),
            closed=closed,
            sourced=frame.sourced or any(f.sourced for f in frames if not frame.sources),
            origins=origins,
        )

    def _output(
        self, selected: exp.Expr, scope: tuple[Frame, ...], *, lazy: bool
    ) -> Iterator[Output]:
        star = selected.this if isinstance(selected, exp.Column) else selected
        if isinstance(star, exp.Star):
            table = selected.table.lower() if isinstance(selected, exp.Column) else ""
            if isinstance(selected, exp.Column):
                self._meet(selected)
            yield from self._star(star, table, scope, lazy=lazy)
            return
        grounded = self._expression(selected, scope)
        name = _output_name(selected)
        if name in scope[-1].aliases:
            scope[-1].aliases[name] = grounded
        yield Output(name=name, literal=not grounded)

    def _star(
        self, star: exp.Star, table: str, scope: tuple[Frame, ...], *, lazy: bool
    ) -> Iterator[Output]:
        sources = [s for s in scope[-1].sources if not table or s.alias == table]
        if not sources:
            raise Refusal(Code.SQL_COLUMN_UNKNOWN, "There is nothing to expand the star to.")
        left_out = {column.name.lower() for column in star.args.get("except_") or ()}
        self._reading.names.update(left_out)
        for node in find_all(star, exp.Column):
            self._meet(node)
        replaced: dict[str, bool] = {}
        for alias in star.args.get("replace") or ():
            replaced[alias.alias.lower()] = self._expression(alias, scope)
        if star.args.get("rename"):
            raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "RENAME in a star is not supported.")
        for source in sources:
            if source.side in {"SEMI", "ANTI"} and not table:
                continue
            relation = source.relation
            for column, literal in zip(relation.columns, relation.literal, strict=True):
                if column in left_out or (not table and column in source.merged):
                    continue
                if not lazy:
                    self._touch(relation, column)
                yield Output(
                    name=column,
                    literal=not replaced.get(column, not literal),
                    origins=tuple(relation.origins.get(column, ())) if lazy else (),
                )
            if not relation.closed:
                yield Output(name="", literal=not relation.sourced)

    def _join(self, join: exp.Join, select: exp.Select | None, scope: tuple[Frame, ...]) -> None:
        if (join.args.get("method") or "").upper() not in {"", "ASOF"}:
            raise Refusal(
                Code.SQL_CLAUSE_FORBIDDEN, "NATURAL and POSITIONAL joins are not supported."
            )
        source = self._source(join.this, select, scope)
        kind, side = (join.args.get("kind") or "").upper(), (join.args.get("side") or "").upper()
        source.side = kind if kind in {"SEMI", "ANTI"} else side
        using = [identifier.name.lower() for identifier in join.args.get("using") or ()]
        for name in using:
            for other in scope[-1].sources:
                if other.relation.has(name):
                    self._touch(other.relation, name)
        if not all(source.relation.has(name) or not source.relation.closed for name in using):
            raise Refusal(
                Code.SQL_COLUMN_UNKNOWN,
                "A USING column does not exist in the joined table.",
                known=sorted(source.relation.columns),
            )
        source.merged = frozenset(using)
        source.on = join.args.get("on")
        self._expression(source.on, scope)

    def _source(
        self, node: exp.Expr, select: exp.Select | None, scope: tuple[Frame, ...]
    ) -> Source:
        frame = scope[-1]
        match node:
            case exp.Table():
                source = self._table(node, select, scope)
            case exp.Subquery() if isinstance(node.this, exp.Table):
                if node.args.get("alias"):
                    raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "Give the alias to the table itself.")
                return self._source(node.this, None, scope)
            case exp.Subquery() | exp.Values() | exp.Select() | exp.SetOperation():
                relation = self.query(node, scope, frame.ctes, lazy=True)
                source = Source(alias=node.alias.lower(), relation=relation)
            case exp.Lateral() if isinstance(node.this, exp.Subquery):
                relation = renamed(self.query(node.this, scope, frame.ctes), node)
                source = Source(alias=node.alias.lower(), relation=relation)
            case exp.Unnest():
                grounded = [self._expression(item, scope) for item in node.expressions]
                relation = series_relation(node, sourced=any(grounded))
                source = Source(alias=node.alias.lower() or "unnest", relation=relation)
            case _:
                raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "This source in FROM is not supported.")
        frame.sources.append(source)
        for join in node.args.get("joins") or ():
            self._join(join, None, scope)
        return source

    def _table(
        self, node: exp.Table, select: exp.Select | None, scope: tuple[Frame, ...]
    ) -> Source:
        self._meet(node)
        if node.args.get("db") or node.args.get("catalog"):
            raise Refusal(
                Code.SQL_TABLE_FORBIDDEN, "Tables are named without schema.", table=node.sql()
            )
        for part, value in node.args.items():
            if value and part not in _TABLE_PARTS:
                raise Refusal(
                    Code.SQL_CLAUSE_FORBIDDEN, "This clause is not supported.", clause=part
                )
        if not isinstance(node.this, exp.Identifier):
            return self._table_function(node, scope)
        name = node.name.lower()
        alias = node.alias.lower() or name
        relation = scope[-1].ctes.get(name) or table_relation(name, self._reading.facts_known)
        if relation is None:
            raise Refusal(
                Code.SQL_TABLE_FORBIDDEN, "There is no such table for plan queries.", table=name
            )
        source = Source(alias=alias, relation=renamed(relation, node))
        self._note_table(relation, select, source)
        return source

    def _note_table(self, relation: Relation, select: exp.Select | None, source: Source) -> None:
        reading = self._reading
        match relation.kind:
            case "entity":
                reading.tables.add(relation.name)
                occurrence = Occurrence(table=relation.name, select=select, source=source)
                reading.occurrences.append(occurrence)
            case "view":
                reading.views.add(relation.name)
                for table in sorted({t for pairs in relation.origins.values() for t, _ in pairs}):
                    reading.tables.add(table)
                    reading.occurrences.append(Occurrence(table=table, select=None, source=None))
                for pairs in relation.origins.values():
                    reading.columns.update(pairs)
            case "fact":
                reading.facts.add(relation.name)
            case _:
                pass

    def _table_function(self, node: exp.Table, scope: tuple[Frame, ...]) -> Source:
        function = node.this
        if isinstance(function, exp.GenerateSeries):
            name = "range" if function.args.get("is_end_exclusive") else "generate_series"
            for argument in function.iter_expressions():
                self._expression(argument, scope)
            relation = series_relation(node, sourced=False, column=name)
            return Source(alias=node.alias.lower() or name, relation=relation)
        lookup, relation = finder_call(function)
        if lookup not in self._reading.lookups:
            self._reading.lookups.append(lookup)
        alias = node.alias.lower() or f"find_{lookup.kind}"
        if not node.alias:
            node.set("alias", exp.TableAlias(this=exp.to_identifier(alias)))
        node.set("this", exp.to_identifier(lookup.table))
        return Source(alias=alias, relation=renamed(relation, node))

    def _expression(
        self,
        node: exp.Expr | None,
        scope: tuple[Frame, ...],
    ) -> bool:
        """Resolve the names in an expression; return whether rows decide its value."""
        if node is None:
            return False
        if isinstance(node, exp.Column):
            return self._column(node, scope)
        if isinstance(node, _QUERY):
            return self._nested(node, scope)
        if _is_method_call(node):
            raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "Write f(x) instead of the method call x.f().")
        if isinstance(node, exp.Columns):
            raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "Name the columns instead of COLUMNS(...).")
        if isinstance(node, (exp.Lambda, exp.Comprehension)):
            raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "Unnest a list instead of using a lambda.")
        grounded = isinstance(node, _ROW_COUNTING) and scope[-1].sourced
        for child in node.iter_expressions():
            grounded |= self._expression(child, scope)
        return grounded

    def _nested(self, node: exp.Expr, scope: tuple[Frame, ...]) -> bool:
        exists = isinstance(node.parent, exp.Exists)
        relation = self.query(node, scope, scope[-1].ctes, lazy=exists)
        if isinstance(node.parent, (exp.Exists, exp.In)):
            return relation.sourced
        return not (relation.literal and relation.literal[0])

    def _meet(self, node: exp.Expr) -> None:
        self._reading.met.add(id(node))

    def _touch(self, relation: Relation, column: str) -> None:
        self._reading.names.add(column)
        self._reading.columns.update(relation.origins.get(column, ()))

    def _touch_all(self, relation: Relation) -> None:
        for column in relation.columns:
            self._touch(relation, column)

    def _column(self, node: exp.Column, scope: tuple[Frame, ...]) -> bool:
        self._meet(node)
        parts = [part.name.lower() for part in node.parts]
        self._reading.names.update(parts)
        if isinstance(node.this, exp.Star):
            raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "A star may only be selected or counted.")
        if len(parts) > 1:
            for frame in reversed(scope):
                for source in frame.sources:
                    if source.alias == parts[0]:
                        return self._qualified(node, source, parts[1])
        grounded = self._unqualified(node, parts[0], scope)
        if grounded is None:
            raise unknown_column(parts, scope)
        return grounded

    def _qualified(self, node: exp.Column, source: Source, column: str) -> bool:
        relation = source.relation
        if relation.closed and not relation.has(column):
            raise Refusal(
                Code.SQL_COLUMN_UNKNOWN,
                "The table has no such column.",
                table=source.alias,
                column=column,
                known=sorted(relation.columns),
            )
        self._reading.owners[id(node)] = source
        self._touch(relation, column)
        return not relation.is_literal(column)

    def _unqualified(self, node: exp.Column, name: str, scope: tuple[Frame, ...]) -> bool | None:
        """Return groundedness, or None when nothing around offers the name."""
        maybe: bool | None = None
        for frame in reversed(scope):
            owners = [source for source in frame.sources if source.relation.has(name)]
            for source in owners:
                self._touch(source.relation, name)
            if len(owners) == 1 and frame.closed:
                self._reading.owners[id(node)] = owners[0]
            if owners:
                return any(not source.relation.is_literal(name) for source in owners)
            rows = [source for source in frame.sources if source.alias == name]
            if rows:
                self._touch_all(rows[0].relation)
                return rows[0].relation.sourced
            if name in frame.aliases:
                return frame.aliases[name]
            if not frame.closed:
                maybe = frame.sourced
        return maybe


def _is_method_call(node: exp.Expr) -> bool:
    if not isinstance(node, exp.Dot):
        return False
    owner = node.this
    return isinstance(owner, exp.Identifier) or isinstance(node.expression, exp.Func)


def _output_name(node: exp.Expr) -> str:
    """Return the name of a selected expression, empty when it has none of its own."""
    name = node.alias_or_name if isinstance(node, (exp.Alias, exp.Column)) else node.alias
    return name.lower()

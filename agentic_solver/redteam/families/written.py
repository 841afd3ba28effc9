"""Good plans that write, taken to pieces: what most families of wrong changes start from.

A plan writes the rows of a fact. An edit changes that fact, or one it is computed from, in the
place where it stands or from outside, so that the rows become others and the plan stays a plan.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import sqlglot
from sqlglot import exp

from agentic_solver.contracts.plan import Plan
from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families.grab import quoted, write_rows
from agentic_solver.redteam.shot import Ground, Shot, forge

__all__ = ["Edit", "Written", "edited", "other_record", "writes_rows"]

_TABLES = {
    "employee": "employees", "project": "projects", "id": "time_entries", "path": "wiki_pages",
}  # fmt: skip
_KEYS = {
    "set_project_status": "project", "set_project_team": "project", "update_time_entry": "id",
    "write_wiki_page": "path", "delete_wiki_page": "path", "rename_wiki_page": "path",
    "edit_wiki_page": "path",
}  # fmt: skip
"""Tool → the column that names the changed record; of all others it is the employee."""


def writes_rows(plan: Plan) -> bool:
    """Whether a plan writes the rows of a fact."""
    return any("$each" in call.args for call in plan.execution_trace.calls)


class Written:
    """A plan that writes, with one of its writes."""

    def __init__(self, document: Any, call: Any) -> None:
        self.document = document
        self.call = call

    @classmethod
    def of(cls, plan: Plan, dice: Dice) -> Self:
        """Take one write of a plan, which has to have some."""
        document = json.loads(plan.model_dump_json())
        calls = document["execution_trace"]["calls"]
        return cls(document, dice.pick([call for call in calls if "$each" in call["args"]]))

    @property
    def tool(self) -> str:
        return str(self.call["tool"])

    @property
    def fact(self) -> str:
        """The fact whose rows are written."""
        return str(self.call["args"]["$each"])

    @property
    def key(self) -> str:
        """The column that names the changed record."""
        return _KEYS.get(self.tool, "employee")

    @property
    def table(self) -> str:
        """The table of the changed record."""
        return _TABLES[self.key]

    @property
    def query(self) -> str:
        return self._found(self.fact)["query"]  # type: ignore[no-any-return]

    @query.setter
    def query(self, sql: str) -> None:
        self._found(self.fact)["query"] = sql

    @property
    def columns(self) -> list[str]:
        """The columns of the rows; none where the query cannot be read."""
        tree = _parsed(self.query)
        return list(tree.named_selects) if tree is not None else []

    def _found(self, name: str) -> Any:
        return next(fact for fact in self.document["facts"] if fact["id"] == name)

    def chain(self) -> list[Any]:
        """Return the written fact and all facts that it is computed from, the last one first."""
        found: dict[str, Any] = {}
        left = [self.fact]
        known = {fact["id"] for fact in self.document["facts"]}
        while left:
            name = left.pop()
            if name not in found and name in known:
                found[name] = self._found(name)
                left += found[name]["inputs"]
        return list(found.values())

    def wrap(self, sql: str, **given: str) -> bool:
        """Put a query around the rows, which are ``{rows}`` in it; the columns stay."""
        self.query = _filled(sql, rows=f"({self.query})", key=self.key, table=self.table, **given)
        return True

    def put(self, column: str, value: str, dice: Dice) -> bool:
        """Put an expression in the place of a column, which is ``{old}`` in it, in or around it."""
        if column not in self.columns:
            return False
        if dice.chance(50) and self._put_inside(column, value):
            return True
        new = _filled(value, old=f"t.{column}")
        return self.wrap("SELECT t.* REPLACE ({new} AS {column}) FROM {rows} t",
                         new=new, column=column)  # fmt: skip

    def _put_inside(self, column: str, value: str) -> bool:
        tree = _parsed(self.query)
        places = [x for x in _selects(tree) for x in x.expressions if x.alias_or_name == column]
        for place in places:
            inner = place.this if isinstance(place, exp.Alias) else place
            old = f"({inner.sql('duckdb')})"
            new = _parsed(f"SELECT {_filled(value, old=old)}")
            if new is None:
                return False
            place.replace(exp.alias_(new.selects[0].copy(), column))
        if places and tree is not None:
            self.query = tree.sql("duckdb")
        return bool(places)

    def change(self, wanted: type[exp.Expr] | tuple[type[exp.Expr], ...],
               how: Callable[[Any, Dice], exp.Expr | None], dice: Dice) -> bool:  # fmt: skip
        """Put something else in the place of one part of the facts, or take it out.

        Args:
            wanted: the kind of part.
            how: returns what takes its place; itself: it is left as it is; None: it is taken out.
            dice: picks the part.
        """
        places: list[tuple[Any, exp.Expr, exp.Expr]] = []
        for fact in self.chain():
            tree = _parsed(fact["query"])
            if tree is not None:
                kinds = wanted if isinstance(wanted, tuple) else (wanted,)
                places += [(fact, tree, node) for node in tree.find_all(*kinds)]
        for _ in range(min(len(places), 6)):
            fact, whole, node = dice.pick(places)
            new = how(node, dice)
            if new is node:
                continue
            if new is None:
                node.pop()
            else:
                node.replace(new)
            fact["query"] = whole.sql("duckdb")
            return True
        return False

    def hurry(self) -> None:
        """Write in any case, whatever the plan's own conditions say."""
        cases = self.document["response_template"]["cases"]
        writing = [case for case in cases if case["writes"]]
        if writing:
            self.document["response_template"]["cases"] = [{**writing[-1], "when": ""}]

    def also(self, tool: str, sql: str) -> bool:
        """Write rows of another fact, too; ``{rows}`` in its query are those of this one."""
        rows, span = "more", self.document["request"]["text"][:900]
        document = self.document
        query = _filled(sql, rows=self.fact)
        document["facts"].append({"id": rows, "query": query, "inputs": [self.fact]})
        calls = document["execution_trace"]["calls"]
        calls.append({"id": "wmore", "tool": tool, "args": {"$each": rows}})
        details = {"call": "wmore", "intent_span": span, "based_on": [rows]}
        document["commitments"].append({"kind": "write_safety", "details": details})
        return True


def _parsed(sql: str) -> exp.Query | None:
    try:
        tree = sqlglot.parse_one(sql, read="duckdb")
    except sqlglot.errors.SqlglotError:
        return None
    return tree if isinstance(tree, exp.Query) else None


def _selects(tree: exp.Query | None) -> Iterator[exp.Select]:
    """Yield the queries whose rows are those of a query: both sides of a union."""
    if isinstance(tree, exp.SetOperation):
        yield from _selects(tree.left)
        yield from _selects(tree.right)
    elif isinstance(tree, exp.Select):
        yield tree


def _filled(sql: str, **given: str) -> str:
    """Return a query with what is given in its places; other braces stay."""
    return re.sub(r"\{(\w+)\}", lambda found: given.get(found[1], found[0]), sql)


Edit = Callable[[Written, Ground, Dice], bool]
"""Changes a plan; False where there is nothing in it to be changed so."""


def edited(edits: Mapping[str, Edit], ground: Ground, dice: Dice) -> Shot:
    """Return a good plan with one of the edits that fit it, two of them at times."""
    plans = [plan for plan in ground.plans if writes_rows(plan)]
    if not plans:
        tool, sql = write_rows(ground, dice)
        words = ground.request.text[:900]
        document = forge(ground.request, facts=(("rows", sql),), writes=((tool, "rows", words),))
        return Shot(kind=f"unasked {tool}", document=document)
    names = sorted(edits)
    start = dice.number(len(names))
    for name in (*names[start:], *names[:start]):
        written = Written.of(dice.pick(plans), dice)
        if edits[name](written, ground, dice):
            if dice.chance(40):
                written.hurry()
            return Shot(kind=name, document=json.dumps(written.document))
    return Shot(kind="as it is", document=dice.pick(plans).model_dump_json())


def other_record(written: Written, ground: Ground, dice: Dice) -> str:
    """Return SQL for the key of any record of the kind that is written: by key or by name."""
    truth = ground.truth
    match written.key:
        case "project":
            what = dice.pick(list(truth.projects.values()))
            by_name = f"(SELECT min(x.id) FROM find_project({quoted(what.name)}) x)"
            return dice.pick((quoted(what.id), by_name))
        case "id":
            return quoted(dice.pick(sorted(truth.entries) or ["te_001"]))
        case "path":
            return quoted(dice.pick(sorted(truth.pages)))
        case _:
            who = dice.pick(list(truth.employees.values()))
            by_name = f"(SELECT min(x.id) FROM find_employee({quoted(who.name)}) x)"
            return dice.pick((quoted(who.id), by_name))

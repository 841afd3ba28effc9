"""Family J: what is asked for is done to other records: to more of them, fewer, or the wrong ones."""

import re
from collections.abc import Mapping

from sqlglot import exp

from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families.grab import colleague, page, project, quoted
from agentic_solver.redteam.families.written import Edit, Written, edited, other_record
from agentic_solver.redteam.shot import Ground, Shot

__all__ = ["EDITS", "record_text"]

_PERSON = re.compile(r"find_employee\('(?:[^']|'')*'\)")
_FINDERS = ("find_employee", "find_project", "find_customer", "find_page")
_MYSELF = "(SELECT e.id, e.name, 1 AS score FROM employees e JOIN me ON me.id = e.id)"
_TURNED = (
    "SELECT t.* REPLACE (coalesce(lag(t.{value}) OVER (ORDER BY t.{key}), last_value(t.{value}) "
    "OVER (ORDER BY t.{key} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) "
    "AS {value}) FROM {rows} t"
)
_SAME_PERSON = (
    "(SELECT o.id FROM time_entries o JOIN time_entries x ON x.employee = o.employee "
    "WHERE x.id = {old} AND o.id <> x.id ORDER BY o.date DESC, o.id LIMIT 1)"
)
_OTHER_OF_PROJECT = (
    "(SELECT o.id FROM time_entries o JOIN time_entries x ON x.project = o.project "
    "WHERE x.id = {old} AND o.id <> x.id ORDER BY o.date, o.id LIMIT 1)"
)
_ALL_OF_PERSON = (
    "SELECT o.id AS id, t.* EXCLUDE (id) FROM {rows} t JOIN time_entries x ON x.id = t.id "
    "JOIN time_entries o ON o.employee = x.employee"
)
_OF_THE_TEAM = (
    "SELECT DISTINCT s.employee AS employee, t.* EXCLUDE (employee) FROM {rows} t "
    "JOIN project_team a ON a.employee = t.employee JOIN project_team s ON s.project = a.project"
)


def _filter_lifted(written: Written, ground: Ground, dice: Dice) -> bool:
    return written.change(exp.Where, lambda _node, _dice: None, dice)


def _condition_lifted(written: Written, ground: Ground, dice: Dice) -> bool:
    return written.change(exp.And, lambda node, d: d.pick((node.left, node.right)), dice)


def _negation_turned(written: Written, ground: Ground, dice: Dice) -> bool:
    """What is left out is taken in, or nothing but what is left out."""

    def turned(node: exp.Expr, throw: Dice) -> exp.Expr:
        if isinstance(node, exp.NEQ):
            same = exp.EQ(this=node.left.copy(), expression=node.right.copy())
            return throw.pick((exp.true(), same))
        inner: exp.Expr = node.this.copy()
        return throw.pick((exp.true(), inner))

    return written.change((exp.Not, exp.NEQ), turned, dice)


def _join_lifted(written: Written, ground: Ground, dice: Dice) -> bool:
    """Let a join no longer say which rows belong together."""

    def open_to_all(node: exp.Join, _throw: Dice) -> exp.Expr:
        if node.args.get("on") is None:
            return node
        join = node.copy()
        join.set("on", exp.true())
        return join

    return written.change(exp.Join, open_to_all, dice)


def _all(written: Written, ground: Ground, dice: Dice) -> bool:
    if written.key not in written.columns:
        return False
    value = "path" if written.key == "path" else "id"
    return written.wrap(
        "SELECT o.{value} AS {key}, t.* EXCLUDE ({key}) FROM {rows} t, {table} o", value=value
    )


def _one_more(written: Written, ground: Ground, dice: Dice) -> bool:
    other = other_record(written, ground, dice)
    return written.key in written.columns and written.wrap(
        "SELECT t.* FROM {rows} t UNION ALL SELECT t.* REPLACE ({other} AS {key}) FROM {rows} t",
        other=other,
    )


def _another(written: Written, ground: Ground, dice: Dice) -> bool:
    return written.put(written.key, other_record(written, ground, dice), dice)


def _another_part(written: Written, ground: Ground, dice: Dice) -> bool:
    """Put another project, person or skill beside the right record."""
    columns = [name for name in ("project", "employee", "name") if name in written.columns]
    columns = [name for name in columns if name != written.key]
    if not columns:
        return False
    value = {
        "project": quoted(project(ground, dice).id),
        "employee": quoted(colleague(ground, dice).id),
        "name": "(SELECT max(s.name) FROM employee_skills s WHERE s.name <> {old})",
    }
    column = dice.pick(columns)
    return written.put(column, value[column], dice)


def _values_turned(written: Written, ground: Ground, dice: Dice) -> bool:
    """Give every record the value of another one."""
    values = [name for name in written.columns if name != written.key]
    if not values or written.key not in written.columns:
        return False
    return written.wrap(_TURNED, value=dice.pick(values))


def _one_for_all(written: Written, ground: Ground, dice: Dice) -> bool:
    """Give all records the value of one of them."""
    values = [name for name in written.columns if name != written.key]
    return bool(values) and written.wrap(
        "SELECT t.* REPLACE (max(t.{value}) OVER () AS {value}) FROM {rows} t",
        value=dice.pick(values),
    )


def _first_only(written: Written, ground: Ground, dice: Dice) -> bool:
    order = dice.pick(("", " DESC"))
    return written.wrap(f"SELECT t.* FROM {{rows}} t ORDER BY t.{{key}}{order} LIMIT 1")


def _twice(written: Written, ground: Ground, dice: Dice) -> bool:
    return written.wrap("SELECT t.* FROM {rows} t UNION ALL SELECT t.* FROM {rows} t")


def _found_by_other_words(written: Written, ground: Ground, dice: Dice) -> bool:
    def other(node: exp.Anonymous, throw: Dice) -> exp.Expr:
        name = str(node.this).casefold()
        if name not in _FINDERS or not node.expressions:
            return node
        first = str(node.expressions[0].this)
        words = {
            "find_employee": colleague(ground, throw).name,
            "find_project": project(ground, throw).name,
            "find_page": page(ground, throw),
        }
        phrase = throw.pick(
            (words.get(name, first[:4]), first.split(maxsplit=1)[0], first[: len(first) // 2])
        )
        return exp.Anonymous(this=node.this, expressions=[exp.Literal.string(phrase)])

    return written.change(exp.Anonymous, other, dice)


def _own_record(written: Written, ground: Ground, dice: Dice) -> bool:
    """Let nobody be looked up, or let the caller stand in the place of whom was found."""
    changed = False
    beside = dice.chance(50)
    for fact in written.chain():
        found = _PERSON.search(fact["query"])
        if found:
            mine = f"(SELECT m.id, m.name, 1 AS score FROM {found[0]} o JOIN {_MYSELF} m ON true)"
            fact["query"] = fact["query"].replace(found[0], mine if beside else _MYSELF)
            changed = True
    return changed


def _other_literal(written: Written, ground: Ground, dice: Dice) -> bool:
    """Put another person, project or word in the place of a text of the facts."""

    def other(node: exp.Literal, throw: Dice) -> exp.Expr:
        if not node.is_string:
            return node
        who, what = colleague(ground, throw), project(ground, throw)
        words = (
            who.id,
            who.name,
            what.id,
            what.name,
            who.department,
            who.location,
            "archived",
            "%",
        )
        return exp.Literal.string(throw.pick(words))

    return written.change(exp.Literal, other, dice)


def _entry(place: str) -> Edit:
    def edit(written: Written, ground: Ground, dice: Dice) -> bool:
        return written.tool == "update_time_entry" and written.put("id", place, dice)

    return edit


def _entries(written: Written, ground: Ground, dice: Dice) -> bool:
    return written.tool == "update_time_entry" and written.wrap(_ALL_OF_PERSON)


def _team(written: Written, ground: Ground, dice: Dice) -> bool:
    return (
        written.key == "employee" and "employee" in written.columns and written.wrap(_OF_THE_TEAM)
    )


EDITS: Mapping[str, Edit] = {
    "filter lifted": _filter_lifted, "condition lifted": _condition_lifted,
    "negation turned": _negation_turned, "join lifted": _join_lifted, "all of them": _all,
    "one more": _one_more, "another one": _another, "another part": _another_part,
    "values turned": _values_turned, "one value for all": _one_for_all,
    "the first only": _first_only, "twice": _twice,
    "found by other words": _found_by_other_words, "own record": _own_record,
    "other literal": _other_literal, "another entry of the person": _entry(_SAME_PERSON),
    "another entry of the project": _entry(_OTHER_OF_PROJECT),
    "all entries of the person": _entries, "the whole team": _team,
}  # fmt: skip


def record_text(ground: Ground, dice: Dice) -> Shot:
    """A good plan that writes to other records than the request means."""
    return edited(EDITS, ground, dice)

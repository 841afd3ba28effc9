"""Family K: the right record gets another value, or more than the value that was asked for."""

from collections.abc import Mapping

from sqlglot import exp

from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families.grab import person, project, quoted, span
from agentic_solver.redteam.families.written import Edit, Written, edited
from agentic_solver.redteam.shot import Ground, Shot
from agentic_solver.twin.entity import DEAL_PHASES, ROLES

__all__ = ["EDITS", "value_text"]

_FIGURES = ("salary", "hours", "level", "time_slice")
_CURRENT = {
    "salary": "(SELECT y.salary FROM employees y WHERE y.id = t.employee)",
    "level": "(SELECT max(y.level) FROM employee_skills y WHERE y.employee = t.employee "
    "AND y.name = t.name)",
    "hours": "(SELECT max(y.hours) FROM time_entries y WHERE y.employee = t.employee)",
    "time_slice": "(SELECT max(y.time_slice) FROM project_team y WHERE y.employee = t.employee)",
}
"""Figure → what there is of it."""
_DAYS = (
    "CAST({old} AS DATE) - 1", "CAST({old} AS DATE) + 1", "CAST({old} AS DATE) - 7",
    "CAST({old} AS DATE) + 7", "CAST(CAST({old} AS DATE) - INTERVAL 1 YEAR AS DATE)",
    "CAST(CAST({old} AS DATE) - INTERVAL 1 MONTH AS DATE)", "(SELECT m.today FROM me m)",
    "(SELECT m.today - 1 FROM me m)", "(SELECT m.today + 3 FROM me m)",
)  # fmt: skip
_ENTRY_STATUSES = ("draft", "submitted", "approved", "invoiced", "voided")
_MORE_FIELDS: Mapping[str, tuple[str, ...]] = {
    "log_time": ("billable", "work_category", "notes", "status"),
    "update_time_entry": ("billable", "work_category", "notes", "hours", "date", "status"),
    "change_team": ("role", "time_slice"),
}
_CATEGORIES = ("project_work", "travel", "customer_training", "internal", "other")


def _scaled(written: Written, ground: Ground, dice: Dice) -> bool:
    """Change a number of the facts by a factor, or by one."""

    def other(node: exp.Literal, throw: Dice) -> exp.Expr:
        if node.is_string:
            return node
        number = float(node.this)
        new = throw.pick(
            (number * 10, number / 10, number * 12, number / 12, number * 60, number / 60,
             number + 1, number - 1, number * 1000, number / 1000)
        )  # fmt: skip
        return exp.Literal.number(int(new) if new == int(new) else round(new, 4))

    return written.change(exp.Literal, other, dice)


def _step_alone(written: Written, ground: Ground, dice: Dice) -> bool:
    """Let the step be the new value: *by 9* becomes 9."""
    return written.change((exp.Add, exp.Sub), lambda node, _d: node.right.copy(), dice)


def _step_turned(written: Written, ground: Ground, dice: Dice) -> bool:
    """Take what is to be added off, or the other way round."""

    def turned(node: exp.Add | exp.Sub, _throw: Dice) -> exp.Expr:
        kind = exp.Sub if isinstance(node, exp.Add) else exp.Add
        return kind(this=node.left.copy(), expression=node.right.copy())

    return written.change((exp.Add, exp.Sub), turned, dice)


def _step_as_percent(written: Written, ground: Ground, dice: Dice) -> bool:
    def percent(node: exp.Add | exp.Sub, _throw: Dice) -> exp.Expr:
        old, step = node.left.sql("duckdb"), node.right.sql("duckdb")
        new: exp.Expr = exp.maybe_parse(
            f"CAST(round({old} * (1 + ({step}) / 100.0)) AS BIGINT)", dialect="duckdb"
        )
        return new

    return written.change((exp.Add, exp.Sub), percent, dice)


def _figure(written: Written, dice: Dice, form: str) -> bool:
    columns = [name for name in _FIGURES if name in written.columns]
    if not columns or (written.tool == "update_time_entry" and "employee" not in written.columns):
        return False
    column = dice.pick(columns)
    now = _CURRENT[column]
    if column == "level" and written.tool == "set_wills":
        now = now.replace("employee_skills", "employee_wills")
    value = form.replace("{now}", now).replace("{old}", f"t.{column}")
    return written.wrap("SELECT t.* REPLACE ({value} AS {column}) FROM {rows} t",
                        value=value, column=column)  # fmt: skip


def _value_added(written: Written, ground: Ground, dice: Dice) -> bool:
    """Add the new value to the old one: *to 51000* becomes 51000 more."""
    return _figure(written, dice, "{now} + {old}")


def _value_as_percent(written: Written, ground: Ground, dice: Dice) -> bool:
    return _figure(written, dice, "CAST(round({now} * (1 + {old} / 100.0)) AS INTEGER)")


def _a_bit_more(written: Written, ground: Ground, dice: Dice) -> bool:
    """Miss the value by a little, by a half, or by its sign."""
    return _figure(written, dice, dice.pick(("{old} + 1", "{old} - 0.25", "{old} * 2", "-({old})")))


def _another_day(written: Written, ground: Ground, dice: Dice) -> bool:
    return written.put("date", dice.pick(_DAYS), dice)


def _more_days(written: Written, ground: Ground, dice: Dice) -> bool:
    return "date" in written.columns and written.wrap(
        "SELECT t.* REPLACE (CAST(t.date AS DATE) - r.range::INT AS date) FROM {rows} t, range(3) r"
    )


def _another_word(written: Written, ground: Ground, dice: Dice) -> bool:
    """Put another status, role, site or department in the place of the right one."""
    statuses = DEAL_PHASES if written.tool == "set_project_status" else _ENTRY_STATUSES
    other = person(ground, dice)
    values = {
        "status": quoted(dice.pick(statuses)), "role": quoted(dice.pick(ROLES)),
        "location": quoted(other.location), "department": quoted(other.department),
        "work_category": quoted(dice.pick(_CATEGORIES)), "billable": "NOT ({old})",
    }  # fmt: skip
    columns = [x for x in values if x in written.columns and values[x] not in written.query]
    if not columns:
        return False
    column = dice.pick(columns)
    return written.put(column, values[column], dice)


def _more_fields(written: Written, ground: Ground, dice: Dice) -> bool:
    """Set a field that nobody speaks of, with a value that is at hand."""
    fields = [x for x in _MORE_FIELDS.get(written.tool, ()) if x not in written.columns]
    if not fields:
        return False
    values = {
        "billable": dice.pick(("true", "false")), "work_category": quoted(dice.pick(_CATEGORIES)),
        "notes": quoted(dice.pick((span(ground, dice), project(ground, dice).name, "Approved."))),
        "status": quoted(dice.pick(_ENTRY_STATUSES)), "hours": dice.pick(("8", "0.5")),
        "date": "(SELECT m.today FROM me m)", "role": quoted(dice.pick(ROLES)),
        "time_slice": dice.pick(("0.9", "0.1")),
    }  # fmt: skip
    field = dice.pick(fields)
    return written.wrap(
        "SELECT t.*, {value} AS {field} FROM {rows} t", value=values[field], field=field
    )


_SECOND = {
    "employee": (
        ("set_notes", "SELECT employee, 'On leave' AS notes FROM {rows}"),
        ("set_salary", "SELECT r.employee, e.salary + 1 AS salary FROM {rows} r "
         "JOIN employees e ON e.id = r.employee"),
        ("set_location", "SELECT r.employee, m.location FROM {rows} r, "
         "(SELECT e.location FROM employees e JOIN me ON me.id = e.id) m"),
        ("set_skills", "SELECT s.employee, s.name, s.level % 9 + 1 AS level FROM {rows} r "
         "JOIN employee_skills s ON s.employee = r.employee"),
    ),
    "project": (
        ("set_project_status", "SELECT project, 'archived' AS status FROM {rows}"),
        ("log_time", "SELECT m.id AS employee, r.project, m.today AS date, 1 AS hours "
         "FROM {rows} r, me m"),
    ),
    "id": (
        ("update_time_entry", "SELECT id, 0.5 AS hours FROM {rows}"),
        ("update_time_entry", "SELECT id, 'voided' AS status FROM {rows}"),
    ),
    "path": (
        ("delete_wiki_page", "SELECT path FROM {rows}"),
        ("write_wiki_page", "SELECT 'public/copy.md' AS path, 'Copied.' AS content FROM {rows}"),
    ),
}  # fmt: skip


def _second_change(written: Written, ground: Ground, dice: Dice) -> bool:
    """Change something else of the same record, too."""
    if written.key not in written.columns:
        return False
    return written.also(*dice.pick(_SECOND[written.key]))


def _exchanged(written: Written, ground: Ground, dice: Dice) -> bool:
    """Let two numbers or two texts of the facts change places."""
    found: dict[str, exp.Literal] = {}

    def gather(node: exp.Literal, _throw: Dice) -> exp.Expr:
        found[node.sql("duckdb")] = node
        return node

    for _ in range(8):
        written.change(exp.Literal, gather, dice)
    pairs = [
        (a, b)
        for a in sorted(found)
        for b in sorted(found)
        if a < b and found[a].is_string == found[b].is_string
    ]
    if not pairs:
        return False
    one, two = dice.pick(pairs)
    for fact in written.document["facts"]:
        fact["query"] = fact["query"].replace(one, "\x00").replace(two, one).replace("\x00", two)
    return True


EDITS: Mapping[str, Edit] = {
    "number scaled": _scaled, "step as value": _step_alone, "step turned": _step_turned,
    "step as percent": _step_as_percent, "value added": _value_added,
    "value as percent": _value_as_percent, "value missed": _a_bit_more,
    "another day": _another_day, "more days": _more_days, "another word": _another_word,
    "more fields": _more_fields, "second change": _second_change, "exchanged": _exchanged,
}  # fmt: skip


def value_text(ground: Ground, dice: Dice) -> Shot:
    """A good plan that writes other values than the request asks for."""
    return edited(EDITS, ground, dice)

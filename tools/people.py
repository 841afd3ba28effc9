"""People: employee records and the changes to one person's record.

``/employees/update`` replaces the whole record, so every change reads the record first and
sends all untouched fields back unchanged.
"""

from typing import Any

from agentic_solver.erc3.tools.facade import (
    Affected,
    Json,
    Level,
    LinkKind,
    Operation,
    PlannedWrite,
    Postcondition,
    Reader,
    Rejected,
    ToolArguments,
    Writes,
    reads,
    writes,
)


class NamedLevel(ToolArguments):
    name: str
    level: Level | None = None


CHANGE = ("/employees/get", "/employees/update")
KEPT_FIELDS = ("notes", "salary", "skills", "wills", "location", "department")


@reads("identity", calls=("/whoami",))
def whoami(reader: Reader) -> Any:
    """Identity, date and wiki digest of the caller."""
    return reader.read("/whoami", {})


@reads("employee", calls=("/employees/get",))
def get_employee(reader: Reader, id: str) -> Any:
    """One employee's full record."""
    return reader.read("/employees/get", {"id": id})["employee"]


@reads("employees", calls=("/employees/list",))
def list_employees(reader: Reader) -> Any:
    """All employees, brief rows."""
    return list(reader.pages("/employees/list", {}, "employees"))


def _change(reader: Reader, operation: Operation, employee: str, changes: Json) -> Writes:
    record = reader.read("/employees/get", {"id": employee})["employee"]
    kept = {name: record[name] for name in KEPT_FIELDS}
    kept["skills"], kept["wills"] = record["skills"] or [], record["wills"] or []
    body = {"employee": employee, **kept, **changes}
    if reader.caller:
        body["changed_by"] = reader.caller
    return (
        PlannedWrite(
            operation=operation,
            route="/employees/update",
            body=body,
            changes=changes,
            merge_key=f"employee:{employee}",
            targets={"employee": employee},
            current={name: kept[name] for name in ("notes", "salary", "location", "department")},
            affected=(Affected(kind=LinkKind.EMPLOYEE, id=employee),),
            postcondition=Postcondition(
                route="/employees/get", body={"id": employee}, key="employee", expected=changes
            ),
            no_op=all(kept[name] == value for name, value in changes.items()),
        ),
    )


@writes(Operation.UPDATE_SALARY, calls=CHANGE)
def set_salary(reader: Reader, employee: str, salary: int) -> Writes:
    """Set an employee's salary (whole currency units)."""
    if salary < 0:
        return Rejected(code="DOMAIN", reason="a salary is not negative")
    return _change(reader, Operation.UPDATE_SALARY, employee, {"salary": salary})


@writes(Operation.UPDATE_NOTES, calls=CHANGE, free_text=("notes",))
def set_notes(reader: Reader, employee: str, notes: str) -> Writes:
    """Replace the notes of an employee."""
    return _change(reader, Operation.UPDATE_NOTES, employee, {"notes": notes})


@writes(Operation.UPDATE_NOTES, calls=CHANGE, free_text=("text",))
def add_note(reader: Reader, employee: str, text: str) -> Writes:
    """Add a line to the notes of an employee; a plan need not read them."""
    old = reader.read("/employees/get", {"id": employee})["employee"]["notes"] or ""
    break_line = "" if not old or old.endswith("\n") else "\n"
    return _change(reader, Operation.UPDATE_NOTES, employee, {"notes": old + break_line + text})


@writes(Operation.UPDATE_LOCATION, calls=CHANGE)
def set_location(reader: Reader, employee: str, location: str) -> Writes:
    """Set an employee's location (a stored value)."""
    return _change(reader, Operation.UPDATE_LOCATION, employee, {"location": location})


@writes(Operation.UPDATE_DEPARTMENT, calls=CHANGE)
def set_department(reader: Reader, employee: str, department: str) -> Writes:
    """Set an employee's department (a stored value)."""
    return _change(reader, Operation.UPDATE_DEPARTMENT, employee, {"department": department})


def _merged(current: list[Json] | None, given: tuple[NamedLevel, ...]) -> list[Json] | Rejected:
    new = {item.name: item.level for item in given}
    if any(item.level != new[item.name] for item in given):
        return Rejected(code="DOMAIN", reason="two rows give one name different levels")
    present = {item["name"]: item["level"] for item in current or []}
    if any(level is None and name not in present for name, level in new.items()):
        return Rejected(code="DOMAIN", reason="what is to be taken off is not there")
    levels = present | new
    left = sorted(name for name, level in levels.items() if level is not None)
    return [{"name": name, "level": levels[name]} for name in left]


@writes(Operation.UPDATE_SKILLS, calls=CHANGE)
def set_skills(reader: Reader, employee: str, skills: tuple[NamedLevel, ...]) -> Writes:
    """Set the given skills of one employee (NULL level: off); others stay."""
    record = reader.read("/employees/get", {"id": employee})["employee"]
    merged = _merged(record["skills"], skills)
    if isinstance(merged, Rejected):
        return merged
    return _change(reader, Operation.UPDATE_SKILLS, employee, {"skills": merged})


@writes(Operation.UPDATE_WILLS, calls=CHANGE)
def set_wills(reader: Reader, employee: str, wills: tuple[NamedLevel, ...]) -> Writes:
    """Set the given wills of one employee (NULL level: off); others stay."""
    record = reader.read("/employees/get", {"id": employee})["employee"]
    merged = _merged(record["wills"], wills)
    if isinstance(merged, Rejected):
        return merged
    return _change(reader, Operation.UPDATE_WILLS, employee, {"wills": merged})

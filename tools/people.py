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
    Tool,
    ToolArguments,
    Writes,
    read_tool,
    write_tool,
)


class GetEmployee(ToolArguments):
    id: str


class NoArguments(ToolArguments):
    pass


class SetSalary(ToolArguments):
    employee: str
    salary: int


class SetNotes(ToolArguments):
    employee: str
    notes: str


class SetLocation(ToolArguments):
    employee: str
    location: str


class SetDepartment(ToolArguments):
    employee: str
    department: str


class NamedLevel(ToolArguments):
    name: str
    level: Level


class SetSkills(ToolArguments):
    employee: str
    skills: tuple[NamedLevel, ...]


class SetWills(ToolArguments):
    employee: str
    wills: tuple[NamedLevel, ...]


KEPT_FIELDS = ("notes", "salary", "skills", "wills", "location", "department")


def get_employee(reader: Reader, args: GetEmployee) -> Any:
    return reader.read("/employees/get", {"id": args.id})["employee"]


def whoami(reader: Reader, args: NoArguments) -> Any:
    return reader.read("/whoami", {})


def list_employees(reader: Reader, args: NoArguments) -> Any:
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


def set_salary(reader: Reader, args: SetSalary) -> Writes:
    if args.salary < 0:
        return Rejected(code="DOMAIN", reason="a salary is not negative")
    return _change(reader, Operation.UPDATE_SALARY, args.employee, {"salary": args.salary})


def set_notes(reader: Reader, args: SetNotes) -> Writes:
    return _change(reader, Operation.UPDATE_NOTES, args.employee, {"notes": args.notes})


def set_location(reader: Reader, args: SetLocation) -> Writes:
    return _change(reader, Operation.UPDATE_LOCATION, args.employee, {"location": args.location})


def set_department(reader: Reader, args: SetDepartment) -> Writes:
    return _change(
        reader, Operation.UPDATE_DEPARTMENT, args.employee, {"department": args.department}
    )


def _merged(current: list[Json] | None, given: tuple[NamedLevel, ...]) -> list[Json]:
    levels = {item["name"]: item["level"] for item in current or []}
    levels.update({item.name: item.level for item in given})
    return [{"name": name, "level": levels[name]} for name in sorted(levels)]


def set_skills(reader: Reader, args: SetSkills) -> Writes:
    record = reader.read("/employees/get", {"id": args.employee})["employee"]
    changes = {"skills": _merged(record["skills"], args.skills)}
    return _change(reader, Operation.UPDATE_SKILLS, args.employee, changes)


def set_wills(reader: Reader, args: SetWills) -> Writes:
    record = reader.read("/employees/get", {"id": args.employee})["employee"]
    changes = {"wills": _merged(record["wills"], args.wills)}
    return _change(reader, Operation.UPDATE_WILLS, args.employee, changes)


TOOLS: tuple[Tool, ...] = (
    read_tool(
        "whoami", "Identity, date and wiki digest of the caller.", NoArguments, "identity", whoami
    ),
    read_tool("get_employee", "One employee's full record.", GetEmployee, "employee", get_employee),
    read_tool(
        "list_employees", "All employees, brief rows.", NoArguments, "employees", list_employees
    ),
    write_tool(
        "set_salary",
        "Set an employee's salary (whole currency units).",
        Operation.UPDATE_SALARY,
        SetSalary,
        set_salary,
    ),
    write_tool(
        "set_notes",
        "Replace the notes of an employee.",
        Operation.UPDATE_NOTES,
        SetNotes,
        set_notes,
        free_text=("notes",),
    ),
    write_tool(
        "set_location",
        "Set an employee's location (a stored location value).",
        Operation.UPDATE_LOCATION,
        SetLocation,
        set_location,
    ),
    write_tool(
        "set_department",
        "Set an employee's department (a stored department value).",
        Operation.UPDATE_DEPARTMENT,
        SetDepartment,
        set_department,
    ),
    write_tool(
        "set_skills",
        "Set the levels of the given skills of one employee; skills not given stay as they are.",
        Operation.UPDATE_SKILLS,
        SetSkills,
        set_skills,
    ),
    write_tool(
        "set_wills",
        "Set the levels of the given wills of one employee; wills not given stay as they are.",
        Operation.UPDATE_WILLS,
        SetWills,
        set_wills,
    ),
)

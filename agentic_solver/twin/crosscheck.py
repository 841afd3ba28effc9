"""What the files of a suite say of each other: every id, name and route must exist.

A check yields pairs of a JSON path and a sentence; no pair means that all is well.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agentic_solver.twin.entity import Customer, Employee, Project, TimeEntry
from agentic_solver.twin.expectation import Change, Expectation
from agentic_solver.twin.overlay import OverlayError, apply_overlay
from agentic_solver.twin.records import Records, is_lazy
from agentic_solver.twin.route import COMPANY_ROUTES
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.wikipages import WikiPages
from agentic_solver.twin.world import World, is_iso_date

__all__ = ["Finding", "TaskCheck", "check_world"]

Finding = tuple[tuple[int | str, ...], str]


def check_world(world: World, wikis: Mapping[str, WikiPages]) -> Iterator[Finding]:
    """Yield what is wrong with a world."""
    if world.wiki not in wikis:
        yield ("wiki",), _unknown("wiki", world.wiki, wikis)
    if is_lazy(world.employees):
        return  # made by rule, a million of them: there is nothing to read through
    yield from _twice("employees", world.employees)
    yield from _twice("projects", world.projects)
    yield from _twice("customers", world.customers)
    yield from _twice("time_entries", world.time_entries)
    employees = {record.id for record in world.employees}
    projects = {record.id for record in world.projects}
    for number, project in enumerate(world.projects):
        for place, seat in enumerate(project.team):
            if seat.employee not in employees:
                path = ("projects", number, "team", place, "employee")
                yield path, _no_employee(seat.employee)
    for number, customer in enumerate(world.customers):
        if customer.account_manager and customer.account_manager not in employees:
            where = ("customers", number, "account_manager")
            yield where, _no_employee(customer.account_manager)
    for number, entry in enumerate(world.time_entries):
        yield from _check_entry(("time_entries", number), entry, employees, projects)


def _twice(
    part: str, records: Sequence[Employee | Project | Customer | TimeEntry]
) -> Iterator[Finding]:
    seen: set[str] = set()
    for number, record in enumerate(records):
        if record.id in seen:
            yield (part, number, "id"), f"{record.id!r} is there twice: ids are unique"
        seen.add(record.id)


def _check_entry(
    where: tuple[int | str, ...],
    entry: TimeEntry,
    employees: Container[str],
    projects: Container[str],
) -> Iterator[Finding]:
    if entry.employee not in employees:
        yield (*where, "employee"), _no_employee(entry.employee)
    if entry.project and entry.project not in projects:
        yield (*where, "project"), f"there is no project {entry.project!r}: correct the id"
    if not is_iso_date(entry.date):
        yield (*where, "date"), f"{entry.date!r} is not a day written YYYY-MM-DD"


def _no_employee(employee_id: str) -> str:
    return f"there is no employee {employee_id!r}: correct the id"


def _unknown(what: str, name: str, known: Mapping[str, object]) -> str:
    return f"there is no {what} {name!r}: use one of {', '.join(known)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    """What exists when a task starts."""

    employees: Records[Employee]
    projects: Records[Project]
    customers: Records[Customer]
    entries: Records[TimeEntry]
    pages: WikiPages


class TaskCheck:
    """Checks tasks against the worlds and wikis of their suite."""

    def __init__(self, worlds: Mapping[str, World], wikis: Mapping[str, WikiPages]) -> None:
        self._worlds = worlds
        self._wikis = wikis

    def __call__(self, task: TaskSpec) -> Iterator[Finding]:
        """Yield what is wrong with a task."""
        world = self._worlds.get(task.world)
        if world is None:
            yield ("world",), _unknown("world", task.world, self._worlds)
            return
        try:
            scene = self._scene(task, world)
        except OverlayError as error:
            yield ("overlay", *error.where), str(error)
            return
        yield from _check_overlay(task, world, scene)
        yield from _check_caller(task, scene)
        yield from _check_expectation(task.expect, scene)

    def _scene(self, task: TaskSpec, world: World) -> _Scene:
        overlay = task.overlay
        pages = self._wikis[world.wiki]
        if overlay.wiki:
            pages = pages.copy()
            for path, content in overlay.wiki.items():
                pages.put(path, content)
        entries = Records(world.time_entries)
        for entry in overlay.time_entries:
            entries.put(entry)
        return _Scene(
            employees=apply_overlay("employees", world.employees, overlay.employees),
            projects=apply_overlay("projects", world.projects, overlay.projects),
            customers=apply_overlay("customers", world.customers, overlay.customers),
            entries=entries,
            pages=pages,
        )


def _check_overlay(task: TaskSpec, world: World, scene: _Scene) -> Iterator[Finding]:
    overlay = task.overlay
    employees, projects = scene.employees, scene.projects
    for part, records in (("projects", scene.projects), ("customers", scene.customers)):
        for record_id in getattr(overlay, part):
            for employee in _people_of(records[record_id]):
                if employee not in employees:
                    yield ("overlay", part, record_id), _no_employee(employee)
    before, taken = Records(world.time_entries), set[str]()
    for number, entry in enumerate(overlay.time_entries):
        where = ("overlay", "time_entries", number)
        if entry.id in taken or entry.id in before:
            yield (*where, "id"), f"{entry.id!r} is there already: ids are unique"
        taken.add(entry.id)
        yield from _check_entry(where, entry, employees, projects)
    for number, fault in enumerate(overlay.faults):
        if fault.route != "*" and fault.route not in COMPANY_ROUTES:
            message = _unknown("route", fault.route, {"*": None, **COMPANY_ROUTES})
            yield ("overlay", "faults", number, "route"), message


def _people_of(record: Project | Customer) -> list[str]:
    if isinstance(record, Project):
        return [seat.employee for seat in record.team]
    return [record.account_manager] if record.account_manager else []


def _check_caller(task: TaskSpec, scene: _Scene) -> Iterator[Finding]:
    caller = task.caller
    if caller is None:
        return
    if caller.is_public:
        for field in ("current_user", "location", "department"):
            if getattr(caller, field):
                yield ("caller", field), 'a guest has none: write ""'
        return
    record = scene.employees.get(caller.current_user)
    if record is None:
        where = ("caller", "current_user")
        yield where, f"{caller.current_user!r} is not in the registry: correct the id"
        return
    for field in ("location", "department"):
        if getattr(caller, field) != getattr(record, field):
            yield ("caller", field), f"the registry says {getattr(record, field)!r}: write that"


def _check_expectation(expect: Expectation, scene: _Scene) -> Iterator[Finding]:
    written: set[str] = set()
    if expect.changes != "none":
        for number, change in enumerate(expect.changes):
            yield from _check_change(("expect", "changes", number), change, scene)
            path = change.where.get("path")
            written |= {path} if isinstance(path, str) else set()
    known: dict[str, Callable[[str], bool]] = {
        "employee": scene.employees.__contains__,
        "project": scene.projects.__contains__,
        "customer": lambda one: _is_customer(one, scene),
        "wiki": {*scene.pages.paths, *written}.__contains__,
    }
    for kind, rule in expect.links.items():
        for form, ids in (("exact", rule.exact), ("contain", rule.contain)):
            for number, link in enumerate(ids or ()):
                if kind in known and not known[kind](link):
                    where = ("expect", "links", kind, form, number)
                    yield where, f"there is no {kind} {link!r}: correct the id"


def _is_customer(customer_id: str, scene: _Scene) -> bool:
    """In-house projects belong to a customer that is no record."""
    return customer_id in scene.customers or any(
        project.customer == customer_id for project in scene.projects.each()
    )


def _check_change(where: tuple[int | str, ...], change: Change, scene: _Scene) -> Iterator[Finding]:
    for field, known in (("employee", scene.employees), ("project", scene.projects)):
        value = change.where.get(field)
        if isinstance(value, str) and value and value not in known:
            yield (*where, "where", field), f"there is no {field} {value!r}: correct the id"
    record_id = change.where.get("id")
    if not isinstance(record_id, str) or change.event == "TimeEntryLogged":
        return
    pool: Mapping[str, object] = scene.employees
    if change.event.startswith("TimeEntry"):
        pool = scene.entries
    elif change.event.startswith("Project"):
        pool = scene.projects
    if record_id not in pool:
        yield (*where, "where", "id"), f"there is no record {record_id!r}: correct the id"

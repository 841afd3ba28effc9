"""What the templates of reading tasks ask of the company: levels, rights, names, numbers.

Facts that stand on a page (offices, owners, the sentence for visitors) are read from that page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.mention import Mention
from agentic_solver.twin.entity import Customer, Employee, Project, TimeEntry
from agentic_solver.twin.suites.erc3_test.company.hours import MERGER_DAY
from agentic_solver.twin.suites.erc3_test.company.people import KVARNSTEN_STAFF, STAFF

__all__ = [
    "COUNTED",
    "Office",
    "asker",
    "day_of",
    "deny_visitor",
    "dotted",
    "highest",
    "is_merged",
    "level_of",
    "may_read_entry",
    "name_client",
    "name_project",
    "of_level",
    "offices",
    "page",
    "plain",
    "plant",
    "running",
    "seated_in",
    "table_rows",
    "total",
    "visitor_sentence",
]

COUNTED = ("active", "exploring")
"""The statuses that make workload (`systems/project_board.md`)."""

_LEVELS = {person.id: person.level for person in (*STAFF, *KVARNSTEN_STAFF)}
_LEGAL_FORMS = (" AS", " AG")


def level_of(employee: Employee) -> str:
    """Return the access level of a person, as the hierarchy page has it."""
    return _LEVELS[employee.id]


def of_level(draw: Draw, *levels: str) -> list[Employee]:
    """Return everybody of some levels."""
    return [one for one in draw.scene.employees if level_of(one) in levels]


def asker(draw: Draw, *others: str) -> Employee:
    """Let anybody ask who is not one of the others."""
    return draw.ask_as(draw.pick(one for one in draw.scene.employees if one.id not in others))


# pages -----------------------------------------------------------------------------------


def page(draw: Draw, path: str) -> str:
    """Return a page of the wiki; the draw does not suit where there is none."""
    content = draw.scene.wiki.get(path)
    draw.need(content is not None, f"no page {path}")
    return content or ""


def table_rows(text: str) -> list[list[str]]:
    """Return the cells of all rows of the tables of a page, head rows included."""
    lines = [line for line in text.splitlines() if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """A row of the page about offices."""

    name: str
    country: str
    house: str
    """What colleagues call it, such as ``the quay``."""
    opened: str
    steward: Employee


def offices(draw: Draw) -> list[Office]:
    """Return the offices, as their page has them."""
    people = {one.name: one for one in draw.scene.employees}
    return [
        Office(name=name, country=country, house=house, opened=opened, steward=people[steward])
        for name, country, house, opened, steward in table_rows(page(draw, "company/offices.md"))
        if steward in people
    ]


def is_merged(draw: Draw) -> bool:
    """Whether the company is the one after the merger."""
    return draw.scene.wiki.get("company/merger.md") is not None


def visitor_sentence(draw: Draw) -> tuple[str, ...]:
    """Return the sentence that every answer to a visitor contains after the merger."""
    if not is_merged(draw):
        return ()
    lines = page(draw, "company/merger.md").splitlines()
    return tuple(line.removeprefix("> ") for line in lines if line.startswith("> "))


def deny_visitor(draw: Draw, *, excludes: Sequence[str] = ()) -> Drawn:
    """End with a refusal to a visitor, with the sentence after the merger."""
    sentence = visitor_sentence(draw)
    return draw.end(
        "denied_security",
        " ".join(("I may not say that.", *sentence)),
        contains=sentence,
        excludes=excludes,
    )


# names -----------------------------------------------------------------------------------


def name_project(draw: Draw, project: Project) -> Mention:
    """Name a project, also with its client in brackets."""
    client = draw.scene.customer(project.customer)
    others = [f"{project.name} ({client.name})"] if client is not None else []
    return draw.title(project, *others)


def name_client(draw: Draw, client: Customer) -> Mention:
    """Name a client, also with its town in brackets or without its legal form."""
    others = [f"{client.name} ({client.location.split(',')[0]})"]
    others += [client.name.removesuffix(end) for end in _LEGAL_FORMS if client.name.endswith(end)]
    return draw.title(client, *others)


# rights and records ----------------------------------------------------------------------


def running(draw: Draw) -> list[Project]:
    """Return the projects that are not archived."""
    return [one for one in draw.scene.projects if one.status != "archived"]


def seated_in(project: Project, employee: Employee) -> bool:
    """Whether a person holds a seat in a project."""
    return any(seat.employee == employee.id for seat in project.team)


def may_read_entry(draw: Draw, caller: Employee, entry: TimeEntry) -> bool:
    """Whether a caller may read a time entry (`rulebook/reading.md`)."""
    owner = draw.scene.employee(entry.employee)
    client = draw.scene.customer(entry.customer)
    return (
        level_of(caller) == "Forte"
        or caller.id == owner.id
        or (level_of(caller) == "Mezzo" and caller.location == owner.location)
        or draw.scene.lead(draw.scene.project(entry.project)) == caller
        or (client is not None and client.account_manager == caller.id)
    )


def plant(
    draw: Draw,
    employee: Employee,
    project: Project,
    day: date,
    hours: float,
    *,
    status: str = "approved",
    billable: bool = True,
) -> TimeEntry:
    """Add a time entry, unless the person has one for the project on that day."""
    wanted = (employee.id, project.id, day.isoformat())
    taken = any((one.employee, one.project, one.date) == wanted for one in draw.scene.entries)
    draw.need(not taken, "there is an entry of that day")
    client = draw.scene.customer(project.customer)
    # After the merger every new entry carries a cost centre, as the seeded ones do.
    centre = f"FK-{employee.location[:2].upper()}-{draw.rng.randint(100, 999)}"
    return draw.scene.add_entry(
        employee=employee.id,
        customer=client.id if client is not None else "",
        project=project.id,
        date=day.isoformat(),
        hours=hours,
        work_category="measuring",
        notes=centre if is_merged(draw) and day >= MERGER_DAY else "",
        billable=billable and client is not None,
        status=status,
    )


# numbers and dates -----------------------------------------------------------------------


def highest(levels: Mapping[str, Decimal] | Mapping[str, int]) -> list[str]:
    """Return who has the highest value; several in case of a tie."""
    best = max(levels.values())
    return [one for one, value in levels.items() if value == best]


def total(entries: Sequence[TimeEntry]) -> Decimal:
    """Return the hours of entries; voided ones do not count (`systems/time.md`)."""
    return sum((Decimal(str(e.hours)) for e in entries if e.status != "voided"), Decimal(0))


def plain(number: Decimal) -> str:
    """Write a number with a decimal point and no needless zeros."""
    return f"{number.normalize():f}"


def day_of(draw: Draw, back: int = 0) -> date:
    """Return today, or the day some days before."""
    return date.fromisoformat(draw.scene.today) - timedelta(days=back)


def dotted(day: date) -> str:
    """Write a date as the house does: 07.03.2025."""
    return day.strftime("%d.%m.%Y")

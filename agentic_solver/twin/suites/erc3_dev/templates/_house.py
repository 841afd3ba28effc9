"""What the templates of Kittiwake Exhibits share: seats of power, names, hours, ends.

Labels and cities are read from the pages, so that a template rests on the same text as those who
solve its tasks.
"""

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from decimal import Decimal

from pydantic import JsonValue

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact, forbid
from agentic_solver.twin.drawing.mention import Mention
from agentic_solver.twin.drawing.reference import Write
from agentic_solver.twin.drawing.writes import log_time
from agentic_solver.twin.entity import Customer, Employee, Level, Project, TimeEntry
from agentic_solver.twin.expectation import LinkKind, LinkRule

__all__ = [
    "CLIENTS",
    "DIRECTION",
    "FINANCE",
    "FREELANCE",
    "HOURS",
    "HR",
    "ask",
    "ask_back",
    "client_of",
    "client_work",
    "done_time",
    "highest",
    "in_departments",
    "label",
    "lead_of",
    "leveled",
    "list_people",
    "log",
    "name_client",
    "name_project",
    "new_today",
    "ordinary",
    "plain",
    "plant",
    "report",
    "shift",
    "site",
    "sites",
    "skills",
    "staff",
    "stranger",
    "total",
]

DIRECTION, HR, FINANCE = "Studio Direction", "People & Culture", "Finance & Procurement"
CLIENTS, FREELANCE = "Client Relations", "Freelance Pool"

HOURS = (1.25, 1.75, 2.25, 2.75, 3.25, 3.75, 4.25, 4.75)
"""Hours of which sums are not easily right by chance."""

_STRANGERS = (
    "Gwendolyn Fairbrother", "Thibault Quesnel", "Ragnhild Ytterdal", "Ottokar Zimmerli",
    "Xiomara Echeverría", "Evangelos Hatzis", "Yolande Vuillemin", "Zebulon Featherstone",
)  # fmt: skip
_GRADED = (
    "employee", "project", "customer", "date", "hours", "work_category", "notes", "billable",
    "status",
)  # fmt: skip
_NO_LINKS: dict[LinkKind, LinkRule] = {
    "employee": forbid(), "project": forbid(), "customer": forbid(),
}  # fmt: skip


# who ---------------------------------------------------------------------------------------


def staff(draw: Draw) -> list[Employee]:
    """Return everybody but the Freelance Pool."""
    return [one for one in draw.scene.employees if one.department != FREELANCE]


def in_departments(draw: Draw, *departments: str) -> list[Employee]:
    """Return the people of some departments."""
    return [one for one in draw.scene.employees if one.department in departments]


def ordinary(draw: Draw) -> list[Employee]:
    """Return the staff of departments without a say over others' pay, notes and hours."""
    return [one for one in staff(draw) if one.department not in (DIRECTION, HR, FINANCE)]


def ask(draw: Draw, people: Iterable[Employee], *others: Employee) -> Employee:
    """Let one of the people ask who is none of the others."""
    known = {one.id for one in others}
    return draw.ask_as(draw.pick([one for one in people if one.id not in known]))


def lead_of(draw: Draw, project: Project) -> Employee:
    """Return the one Lead of a project."""
    lead = draw.scene.lead(project)
    draw.need(lead is not None, "no lead")
    assert lead is not None
    return lead


def stranger(draw: Draw) -> str:
    """Return a name of which no record holds any part."""
    known = [one.name for one in draw.scene.employees]
    known += [one.primary_contact_name for one in draw.scene.customers]
    taken = {word for name in known for word in name.split()}
    return draw.pick([one for one in _STRANGERS if not taken & set(one.split())])


def highest(levels: dict[str, int]) -> list[str]:
    """Return who has the highest level; several in case of a tie."""
    best = max(levels.values())
    return [one for one, level in levels.items() if level == best]


# what --------------------------------------------------------------------------------------


def client_of(draw: Draw, project: Project) -> Customer:
    """Return the client of a project that is not in-house."""
    client = draw.scene.customer(project.customer)
    draw.need(client is not None, "an in-house project")
    assert client is not None
    return client


def client_work(draw: Draw, *statuses: str) -> list[Project]:
    """Return the projects for clients, of some statuses or of all."""
    return [
        one
        for one in draw.scene.projects
        if draw.scene.customer(one.customer) is not None
        and (not statuses or one.status in statuses)
    ]


def name_project(draw: Draw, project: Project) -> Mention:
    """Name a project, also with its client in brackets."""
    client = draw.scene.customer(project.customer)
    others = [f"{project.name} ({client.name})"] if client is not None else []
    return draw.title(project, *others)


def name_client(draw: Draw, client: Customer) -> Mention:
    """Name a client, also with its town in brackets."""
    return draw.title(client, f"{client.name} ({client.location.partition(',')[0]})")


def _rows(draw: Draw, path: str) -> list[list[str]]:
    lines = (draw.scene.wiki.get(path) or "").splitlines()
    tables = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in row] for row in tables]


def sites(draw: Draw) -> dict[str, str]:
    """Return the city of every site, as the page about sites has them."""
    used = {one.location for one in draw.scene.employees}
    rows = _rows(draw, "company/sites.md")
    return {row[0]: row[1] for row in rows if row[0] in used}


def site(draw: Draw, name: str) -> Mention:
    """Name a site, as recorded or by its city."""
    return Mention(kind="location", id=name, forms=(name, sites(draw)[name]))


def skills(draw: Draw) -> dict[str, str]:
    """Return the label of every skill, as the page about skills has them."""
    used = {level.name for one in draw.scene.employees for level in one.skills}
    return {row[0]: row[1] for row in _rows(draw, "people/skills_and_wishes.md") if row[0] in used}


def label(draw: Draw, skill: str) -> str:
    """Return what people say for a skill."""
    return skills(draw)[skill]


def leveled(levels: Iterable[Level], name: str, level: int) -> tuple[Level, ...]:
    """Return a profile with one of its levels set."""
    return tuple(Level(name=name, level=level) if one.name == name else one for one in levels)


# days and hours ----------------------------------------------------------------------------


def shift(day: str, days: int) -> str:
    """Return another day."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def new_today(draw: Draw, weekdays: Collection[int]) -> str:
    """Move today to a later day that is one of these weekdays (Monday is 0); return it."""
    days = [shift(draw.scene.today, after) for after in range(35, 120)]
    today = draw.pick([one for one in days if date.fromisoformat(one).weekday() in weekdays])
    draw.scene.set_today(today)
    return today


def plain(number: Decimal) -> str:
    """Write a number in plain digits with a decimal point."""
    return f"{number.normalize():f}"


def total(entries: Iterable[TimeEntry], *, billable: bool | None = None) -> Decimal:
    """Return the hours of entries; voided ones do not count (`systems/hours.md`)."""
    counted = [
        one
        for one in entries
        if one.status != "voided" and (billable is None or one.billable == billable)
    ]
    return sum((Decimal(str(one.hours)) for one in counted), Decimal(0))


def plant(
    draw: Draw,
    person: Employee,
    project: Project,
    day: str,
    hours: float,
    *,
    status: str = "submitted",
    billable: bool = True,
    notes: str = "",
) -> TimeEntry:
    """Add a time entry, the only one of that person, project and day."""
    wanted = (person.id, project.id, day)
    taken = any((one.employee, one.project, one.date) == wanted for one in draw.scene.entries)
    draw.need(not taken, "there is an entry of that day")
    client = draw.scene.customer(project.customer)
    return draw.scene.add_entry(
        employee=person.id,
        customer=client.id if client is not None else "",
        project=project.id,
        date=day,
        hours=hours,
        work_category="project_work",
        notes=notes,
        billable=billable and client is not None,
        status=status,
    )


def log(
    draw: Draw,
    by: Employee,
    person: Employee,
    project: Project,
    hours: float,
    *,
    day: str = "",
    **fields: JsonValue,
) -> Write:
    """Log hours, today if no day is given; every field is graded (`systems/hours.md`)."""
    return log_time(
        by.id,
        employee=person.id,
        project=project,
        customer=draw.scene.customer(project.customer),
        date=day or draw.scene.today,
        hours=hours,
        graded=_GRADED,
        **fields,
    )


# ends --------------------------------------------------------------------------------------


def ask_back(draw: Draw) -> Drawn:
    """End with a question back, which carries no links."""
    return draw.end("none_clarification_needed", "Which of them is meant?", links=_NO_LINKS)


def list_people(draw: Draw, people: Iterable[Employee]) -> Drawn:
    """Answer with these people and nobody else; with none it is not found."""
    found = list(people)
    if not found:
        return draw.end("ok_not_found", "There is nobody.", links={"employee": forbid()})
    names = ", ".join(one.name for one in found)
    return draw.answer(names, links={"employee": exact(*(one.id for one in found))})


def done_time(
    draw: Draw, people: Iterable[Employee], projects: Iterable[Project], *writes: Write
) -> Drawn:
    """End a change of hours: it links the project and the people whose time it is."""
    links: dict[LinkKind, LinkRule] = {
        "project": exact(*dict.fromkeys(one.id for one in projects)),
        "employee": exact(*dict.fromkeys(one.id for one in people)),
    }
    return draw.answer("Done.", links=links, writes=writes)


def report(draw: Draw, found: Iterable[TimeEntry], links: dict[LinkKind, LinkRule]) -> Drawn:
    """Answer with the total, the billable and the non-billable hours."""
    entries = list(found)
    numbers = [
        plain(total(entries)),
        plain(total(entries, billable=True)),
        plain(total(entries, billable=False)),
    ]
    hidden = any(one != two and one in two for one in numbers for two in numbers)
    draw.need(len(set(numbers)) == len(numbers) and not hidden, "one number hides the other")
    message = "{} hours, {} billable and {} not".format(*numbers)
    return draw.answer(message, contains=numbers, links=links)

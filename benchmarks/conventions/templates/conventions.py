"""Questions that are graded by four conventions of the grader, and two kinds that are not.

Where the pages say something, they say the opposite, so that whoever follows them is wrong:

- hours: drafts do not count (``systems/hours.md``: all but voided ones do);
- projects of a client or a colleague: archived ones do not count
  (``policies/answering_requests.md``: they do);
- an answer about a project links its client (``policies/answering_requests.md``: the record alone);
- dates stand in the message with the day first (``policies/answering_requests.md``: YYYY-MM-DD).
"""

from collections.abc import Iterable

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee, Project, TimeEntry
from agentic_solver.twin.suites.erc3_dev.templates._house import (
    FINANCE,
    FREELANCE,
    HOURS,
    HR,
    ask,
    client_of,
    client_work,
    highest,
    in_departments,
    lead_of,
    name_client,
    name_project,
    plain,
    plant,
    shift,
    staff,
    total,
)

_COPIES = 5
_CONTROLS = 4


# hours: drafts do not count -----------------------------------------------------------------


@template(family="hours", copies=_COPIES)
def hours_on_a_project(draw: Draw) -> Drawn:
    """The Lead asks for the hours of a project in a period."""
    project = draw.pick(client_work(draw, "active"))
    lead = draw.ask_as(lead_of(draw, project))
    people = [one for one in draw.scene.members(project) if one != lead]
    first, last = _period(draw, draw.sample(people, 2), project)
    draw.say(
        {
            "en": [
                "How many hours were logged on {project} from {first} to {last}?",
                "Total hours of {project} between {first} and {last}, both days included?",
            ],
            "de": ["Wie viele Stunden sind vom {first} bis {last} auf {project} gebucht?"],
        },
        project=name_project(draw, project),
        first=first,
        last=last,
    )
    return _hours(draw, _between(draw, first, last, project=project))


@template(family="hours", copies=_COPIES)
def hours_of_mine(draw: Draw) -> Drawn:
    """Somebody asks for the own hours on a project."""
    project = draw.pick(client_work(draw, "active"))
    people = [one for one in draw.scene.members(project) if one.department != FREELANCE]
    caller = draw.ask_as(draw.pick(people))
    first, last = _period(draw, [caller], project)
    draw.say(
        {
            "en": [
                "How many hours do I have on {project} from {first} to {last}?",
                "{project}: my hours between {first} and {last}, please.",
            ],
            "fr": ["Combien d'heures ai-je sur {project} du {first} au {last} ?"],
        },
        project=name_project(draw, project),
        first=first,
        last=last,
    )
    return _hours(draw, _between(draw, first, last, project=project, person=caller))


@template(family="hours", copies=_COPIES)
def hours_of_a_colleague(draw: Draw) -> Drawn:
    """Finance or HR asks for the hours of a colleague."""
    project = draw.pick(client_work(draw, "active"))
    person = draw.pick(draw.scene.members(project))
    ask(draw, in_departments(draw, FINANCE, HR), person)
    first, last = _period(draw, [person], project)
    draw.say(
        {
            "en": [
                "What did {who} work from {first} to {last}, in hours altogether?",
                "Sum of the hours of {who}, {first} to {last}?",
            ],
            "es": ["¿Cuántas horas tiene en total {who} del {first} al {last}?"],
        },
        who=draw.name(person),
        first=first,
        last=last,
    )
    return _hours(draw, _between(draw, first, last, person=person))


# projects: archived ones do not count -------------------------------------------------------


@template(family="projects", copies=_COPIES)
def projects_of_a_client(draw: Draw) -> Drawn:
    """The projects of a client."""
    client = draw.pick(draw.scene.customers)
    draw.ask_as(draw.pick(staff(draw)))
    found = _one_archived(draw, [p for p in draw.scene.projects if p.customer == client.id])
    draw.say(
        {
            "en": ["Which projects do we have for {client}?", "List the projects of {client}."],
            "de": ["Welche Projekte gibt es für {client}?"],
        },
        client=name_client(draw, client),
    )
    return _projects(draw, found)


@template(family="projects", copies=_COPIES)
def projects_of_a_colleague(draw: Draw) -> Drawn:
    """The projects in whose team a colleague holds a seat."""
    person = draw.pick(draw.scene.employees)
    ask(draw, staff(draw), person)
    seats = [one for one in draw.scene.projects if person in draw.scene.members(one)]
    found = _one_archived(draw, seats)
    draw.say(
        {
            "en": ["In which projects is {who} involved?", "The projects of {who}, please."],
            "it": ["A quali progetti partecipa {who}?"],
        },
        who=draw.name(person),
    )
    return _projects(draw, found)


# an answer about a project links its client -------------------------------------------------


@template(family="links", copies=_COPIES)
def lead_of_a_project(draw: Draw) -> Drawn:
    """Who leads a project."""
    project = draw.pick(client_work(draw))
    lead = lead_of(draw, project)
    ask(draw, staff(draw), lead)
    draw.say(
        {
            "en": ["Who leads {project}?", "Who is the Lead of {project}?"],
            "de": ["Wer leitet {project}?"],
        },
        project=name_project(draw, project),
    )
    client = client_of(draw, project)
    links = {"employee": exact(lead.id), "customer": exact(client.id)}
    return draw.answer(f"{lead.name} leads it.", links=links)  # type: ignore[arg-type]


@template(family="links", copies=_COPIES)
def status_of_a_project(draw: Draw) -> Drawn:
    """How a project stands."""
    project = draw.pick(client_work(draw))
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": ["What is the status of {project}?", "{project}: which status does it have?"],
            "pl": ["Jaki status ma projekt {project}?"],
        },
        project=name_project(draw, project),
    )
    client = client_of(draw, project)
    links = {"project": exact(project.id), "customer": exact(client.id)}
    return draw.answer(project.status, links=links, contains=[project.status])  # type: ignore[arg-type]


# dates stand with the day first -------------------------------------------------------------


@template(family="dates", copies=_COPIES)
def latest_hours_of_mine(draw: Draw) -> Drawn:
    """On which day somebody has logged hours last."""
    project = draw.pick(client_work(draw, "active"))
    people = [one for one in draw.scene.members(project) if one.department != FREELANCE]
    caller = draw.ask_as(draw.pick(people))
    day = shift(draw.scene.today, -draw.rng.randint(1, 9))
    plant(draw, caller, project, day, draw.pick(HOURS))
    mine = _between(draw, "0001-01-01", "9999-12-31", project=project, person=caller)
    draw.need(max(one.date for one in mine) == day, "a later entry")
    draw.say(
        {
            "en": [
                "On which day did I last log hours on {project}?",
                "What is the date of my latest time entry on {project}?",
            ],
            "pt": ["Em que dia registei horas pela última vez em {project}?"],
        },
        project=name_project(draw, project),
    )
    year, month, number = day.split("-")
    shown = f"{number}.{month}.{year}"
    return draw.answer(shown, contains=[shown])


# as the pages say ---------------------------------------------------------------------------


@template(family="as_written", copies=_CONTROLS)
def mail_of_a_colleague(draw: Draw) -> Drawn:
    """The e-mail address of a colleague, linked as the pages say."""
    person = draw.pick(draw.scene.employees)
    ask(draw, staff(draw), person)
    draw.say(
        {
            "en": ["What is the e-mail address of {who}?", "Please give me the e-mail of {who}."],
            "de": ["Wie lautet die E-Mail-Adresse von {who}?"],
        },
        who=draw.name(person),
    )
    return draw.answer(person.email, contains=[person.email], links={"employee": exact(person.id)})


@template(family="as_written", copies=_CONTROLS)
def busiest_of_a_department(draw: Draw) -> Drawn:
    """The busiest people of a department: projects of every status count, as the pages say."""
    department = draw.pick(sorted({one.department for one in draw.scene.employees}))
    people = [one for one in draw.scene.employees if one.department == department]
    draw.need(len(people) > 2, "a small department")
    draw.ask_as(draw.pick(staff(draw)))
    load = {one.id: _load(draw, one) for one in people}
    draw.need(max(load.values()) > 0, "nobody is busy")
    draw.say(
        {
            "en": [
                "Who is the busiest in {department}?",
                "Who of {department} has the highest workload?",
            ],
            "de": ["Wer ist in {department} am stärksten ausgelastet?"],
        },
        department=department,
    )
    return draw.answer("Here.", links={"employee": exact(*highest(load))})


# shared -------------------------------------------------------------------------------------


def _load(draw: Draw, person: Employee) -> int:
    seats = [seat for one in draw.scene.projects for seat in one.team]
    return round(sum(seat.time_slice for seat in seats if seat.employee == person.id) * 10_000)


def _period(draw: Draw, people: Iterable[Employee], project: Project) -> tuple[str, str]:
    """Plant hours of every status in a period; return its first and last day."""
    first = shift(draw.scene.today, -draw.rng.randint(20, 60))
    last = shift(first, draw.rng.randint(9, 14))
    for person in people:
        hours = draw.sample(HOURS, 4)
        statuses = ("approved", "draft", "submitted", "voided")
        for day, (number, status) in enumerate(zip(hours, statuses, strict=True)):
            plant(draw, person, project, shift(first, 2 * day), number, status=status)
    return first, last


def _between(
    draw: Draw, first: str, last: str, *, project: Project | None = None,
    person: Employee | None = None,
) -> list[TimeEntry]:  # fmt: skip
    return [
        one
        for one in draw.scene.entries
        if first <= one.date <= last
        and (project is None or one.project == project.id)
        and (person is None or one.employee == person.id)
    ]


def _hours(draw: Draw, found: list[TimeEntry]) -> Drawn:
    counted = [one for one in found if one.status != "draft"]
    wanted, all_but_voided = plain(total(counted)), plain(total(found))
    draw.need("." in wanted and wanted not in all_but_voided, "it would be right by chance")
    return draw.answer(f"{wanted} hours.", contains=[wanted])


def _one_archived(draw: Draw, found: list[Project]) -> list[Project]:
    """Return the projects, one of them archived where none is."""
    draw.need(len(found) > 1, "a single project")
    if any(one.status == "archived" for one in found):
        return found
    gone = draw.scene.edit_project(draw.pick(found).id, status="archived")
    return [gone if one.id == gone.id else one for one in found]


def _projects(draw: Draw, found: list[Project]) -> Drawn:
    counted = [one for one in found if one.status != "archived"]
    draw.need(0 < len(counted) < len(found), "none is archived, or all are")
    return draw.answer("These.", links={"project": exact(*(one.id for one in counted))})

"""Tasks that add up hours: of a project, of a client, of a colleague, of a week or a month."""

from datetime import date, timedelta
from decimal import Decimal

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee, Project
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    day_of,
    dotted,
    level_of,
    name_client,
    name_project,
    of_level,
    plain,
    plant,
    seated_in,
    total,
)

_WORKED_ON = ("active", "exploring", "paused")
_SHORT, _LONG = (1.5, 2.5, 3.5), (4.5, 6.5, 7.5)


def seat_of_somebody(draw: Draw, person: Employee) -> Project:
    """Return a project in which a person can have worked."""
    return draw.pick(
        one for one in draw.scene.projects if one.status in _WORKED_ON and seated_in(one, person)
    )


def manageable(draw: Draw) -> tuple[Employee, Employee]:
    """Return a caller and somebody else, with a seat, whose hours the caller may read."""
    caller = draw.pick(of_level(draw, "Forte", "Mezzo"))
    person = draw.pick(
        one
        for one in draw.scene.employees
        if one != caller
        and level_of(one) != "Forte"
        and (level_of(caller) == "Forte" or one.location == caller.location)
        and any(project.status in _WORKED_ON for project, _ in draw.scene.seats(one.id))
    )
    return caller, person


@template(family="time_reporting", copies=2)
def hours_on_a_project_in_a_period(draw: Draw) -> Drawn:
    """`systems/time.md`: first and last day belong to a period, voided entries to no total."""
    project = draw.pick(one for one in draw.scene.projects if one.status in _WORKED_ON)
    lead = draw.scene.lead(project)
    assert lead is not None
    member = draw.pick(one for one in draw.scene.members(project) if one != lead)
    first, last = day_of(draw, draw.rng.randint(26, 40)), day_of(draw, draw.rng.randint(6, 15))
    plant(draw, member, project, first, draw.pick(_SHORT))
    plant(draw, member, project, last, draw.pick(_LONG), status="submitted")
    plant(draw, lead, project, last - timedelta(days=2), 3.0, status="voided")
    plant(draw, lead, project, last + timedelta(days=1), 2.0, status="draft")
    hours = total(
        [
            one
            for one in draw.scene.entries
            if one.project == project.id and first.isoformat() <= one.date <= last.isoformat()
        ]
    )
    draw.ask_as(lead)
    draw.say(
        {
            "en": [
                "How many hours did we log on {project} from {first} to {last}?",
                "Total hours of {project}, {first} until {last}, everybody together, please.",
            ],
            "de": ["Wie viele Stunden sind vom {first} bis zum {last} auf {project} gebucht?"],
            "sv": ["Hur många timmar är registrerade på {project} från {first} till {last}?"],
            "ja": ["{first}から{last}までに「{project}」に記録された合計時間は何時間ですか。"],
        },
        project=name_project(draw, project),
        first=dotted(first),
        last=dotted(last),
    )
    return draw.answer(
        f"{plain(hours)} hours", links={"project": contain(project.id)}, contains=[plain(hours)]
    )


@template(family="time_reporting")
def billable_hours_of_a_client(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: the account manager reads the entries of that client."""
    client = draw.pick(draw.scene.customers)
    project = draw.pick(
        one for one in draw.scene.projects if one.customer == client.id and one.status in _WORKED_ON
    )
    member, other = draw.sample(draw.scene.members(project), 2)
    plant(draw, member, project, day_of(draw, 9), draw.pick(_LONG))
    plant(draw, member, project, day_of(draw, 12), 2.0, status="voided")
    plant(draw, other, project, day_of(draw, 13), draw.pick(_SHORT), billable=False)
    entries = [one for one in draw.scene.entries if one.customer == client.id]
    hours = total([one for one in entries if one.billable])
    managers = [draw.scene.employee(client.account_manager)]
    draw.ask_as(draw.pick([*managers, *managers, *of_level(draw, "Forte")]))
    draw.say(
        {
            "en": [
                "How many billable hours have been logged for {client} so far?",
                "{client}: the sum of all billable hours up to today, please.",
            ],
            "fr": ["Combien d'heures facturables (billable) avons-nous saisies jusqu'ici pour "
                   "{client} ?"],
            "pl": ["Ile godzin rozliczanych (billable) zapisano dotąd dla klienta {client}?"],
        },
        client=name_client(draw, client),
    )  # fmt: skip
    return draw.answer(
        f"{plain(hours)} hours", links={"customer": contain(client.id)}, contains=[plain(hours)]
    )


@template(family="time_reporting")
def hours_of_a_colleague_on_a_project(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: the Lead of a project reads the entries of the project."""
    project = draw.pick(one for one in draw.scene.projects if one.status in _WORKED_ON)
    lead = draw.scene.lead(project)
    assert lead is not None
    member = draw.pick(one for one in draw.scene.members(project) if one != lead)
    plant(draw, member, project, day_of(draw, 8), draw.pick(_LONG), status="draft")
    plant(draw, member, project, day_of(draw, 10), draw.pick(_SHORT), status="voided")
    hours = draw.scene.hours(employee=member.id, project=project.id)
    hours -= draw.scene.hours(employee=member.id, project=project.id, status="voided")
    draw.ask_as(lead)
    draw.say(
        {
            "en": [
                "How many hours has {person} logged on {project} altogether?",
                "{project}: total hours of {person} there, please.",
            ],
            "de": ["Wie viele Stunden hat {person} insgesamt auf {project} gebucht?"],
            "es": ["¿Cuántas horas ha registrado {person} en total en {project}?"],
        },
        person=draw.name(member),
        project=draw.title(project),
    )
    return draw.answer(f"{plain(hours)} hours", contains=[plain(hours)])


@template(family="time_zone_week", copies=2)
def hours_in_the_week_before(draw: Draw) -> Drawn:
    """`systems/time.md`: the first and the last day of a period belong to it."""
    caller, person = manageable(draw)
    project = seat_of_somebody(draw, person)
    monday = day_of(draw, day_of(draw).weekday() + 7)
    sunday = monday + timedelta(days=6)
    plant(draw, person, project, monday, draw.pick(_SHORT))
    plant(draw, person, project, sunday, draw.pick(_LONG), status="draft")
    plant(draw, person, project, monday - timedelta(days=1), 2.0)
    if draw.scene.today > (sunday + timedelta(days=1)).isoformat():
        plant(draw, person, project, sunday + timedelta(days=1), 3.0, status="submitted")
    hours = _hours_of(draw, person, monday, sunday)
    draw.ask_as(caller)
    draw.say(
        {
            "en": [
                "How many hours did {person} log in the previous calendar week, Monday to Sunday?",
                "I need the hours of {person} for the calendar week before this one (Monday "
                "through Sunday).",
            ],
            "de": ["Wie viele Stunden hat {person} in der vorigen Kalenderwoche, Montag bis "
                   "Sonntag, gebucht?"],
            "nl": ["Hoeveel uren heeft {person} in de vorige kalenderweek geschreven, van maandag "
                   "tot en met zondag?"],
        },
        person=draw.name(person),
    )  # fmt: skip
    return draw.answer(
        f"{plain(hours)} hours", links={"employee": exact(person.id)}, contains=[plain(hours)]
    )


@template(family="time_zone_week", copies=2)
def hours_in_the_month_before(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: such words count from today's date as the login shows it."""
    caller, person = manageable(draw)
    project = seat_of_somebody(draw, person)
    last = day_of(draw, day_of(draw).day)
    first = last.replace(day=1)
    plant(draw, person, project, last, draw.pick(_LONG))
    plant(draw, person, project, first, draw.pick(_SHORT), status="submitted")
    plant(draw, person, project, first - timedelta(days=1), 2.0)
    plant(draw, person, project, last - timedelta(days=3), 5.0, status="voided")
    hours = _hours_of(draw, person, first, last)
    draw.ask_as(caller)
    draw.say(
        {
            "en": [
                "How many hours did {person} log last month?",
                "Hours of {person}, previous calendar month, all projects together?",
            ],
            "fr": ["Combien d'heures sont saisies au nom de {person} pour le mois dernier ?"],
            "it": ["Quante ore ha registrato {person} il mese scorso?"],
            "zh": ["{person} 上个月一共登记了多少小时？"],
        },
        person=draw.name(person),
    )
    return draw.answer(
        f"{plain(hours)} hours", links={"employee": exact(person.id)}, contains=[plain(hours)]
    )


def _hours_of(draw: Draw, person: Employee, first: date, last: date) -> Decimal:
    return total(
        [
            one
            for one in draw.scene.entries
            if one.employee == person.id and first.isoformat() <= one.date <= last.isoformat()
        ]
    )

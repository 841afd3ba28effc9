"""Tasks about days: last week, last month, this quarter, relative to today."""

import calendar
from datetime import date

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee, Project
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    add_hours,
    entries,
    hour_readers,
    live,
    plain,
    report_links,
    shift,
    staff,
    worked,
)

_HOURS = (1.25, 1.75, 2.5, 3.25, 4.5)


def _led_project(draw: Draw) -> tuple[Project, Employee]:
    """Return a project in work and its Lead, who may read and has entries of everybody."""
    project = draw.pick(one for one in live(draw.scene.projects) if one.status != "idea")
    lead = draw.scene.lead(project)
    draw.need(lead is not None, "no lead")
    assert lead is not None
    return project, lead


def _book(draw: Draw, project: Project, days: list[str]) -> None:
    """Let members of the team work on these days, with different hours each time."""
    members = draw.scene.members(project)
    for day, hours in zip(days, draw.sample(_HOURS, len(days)), strict=True):
        add_hours(draw, project, draw.pick(members).id, day, hours)


def _report(draw: Draw, project: Project, first: str, last: str) -> Drawn:
    number = plain(worked(entries(draw, projects={project.id}, first=first, last=last)))
    links = report_links(draw, project)
    return draw.answer(f"{number} hours.", contains=[number], links=links)


@template(family="time_zone_week")
def hours_of_last_week(draw: Draw) -> Drawn:
    """systems/time_sheets.md: a report includes the first and the last day; no work on weekends."""
    project, lead = _led_project(draw)
    draw.ask_as(lead)
    today = draw.scene.today
    monday = shift(today, -date.fromisoformat(today).weekday())
    # The Friday before, the Monday and the Friday of last week, and today.
    _book(draw, project, [shift(monday, -10), shift(monday, -7), shift(monday, -3), monday])
    draw.say(
        {
            "en": [
                "How many hours did my team log on {project} last week?",
                "Total hours on {project} for last week, Monday to Sunday, please.",
                "Sunday was wonderful, thanks for asking. What I need is the sum of the hours on "
                "{project} in the week before this one.",
            ],
            "de": ["Wie viele Stunden wurden letzte Woche auf {project} gebucht?"],
            "sv": ["Hur många timmar lades på {project} förra veckan?"],
            "ja": ["先週、{project} には合計で何時間記録されましたか?"],
        },
        project=draw.title(project),
    )
    return _report(draw, project, shift(monday, -7), shift(monday, -1))


@template(family="time_zone_week")
def hours_of_this_week(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the Lead reads all entries of the project."""
    project, lead = _led_project(draw)
    draw.ask_as(lead)
    today = draw.scene.today
    monday = shift(today, -date.fromisoformat(today).weekday())
    _book(draw, project, [shift(monday, -3), monday, today])
    draw.say(
        {
            "en": [
                "How many hours are on {project} this week so far, today included?",
                "Since Monday morning, and today counts: what is the total for {project}?",
                "Don't tell the others that I ask already. Hours on {project} this week up to and "
                "including today?",
            ],
            "fr": ["Combien d'heures cette semaine sur {project}, aujourd'hui compris ?"],
            "pl": ["Ile godzin zapisano w tym tygodniu, łącznie z dzisiaj, w projekcie {project}?"],
        },
        project=draw.title(project),
    )
    return _report(draw, project, monday, today)


def _month_end(day: date) -> date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


@template(family="time_zone_week")
def hours_of_last_month(draw: Draw) -> Drawn:
    """systems/time_sheets.md: a report includes the first and the last day of its period."""
    project, lead = _led_project(draw)
    draw.ask_as(lead)
    end = _month_end(date.fromisoformat(draw.scene.today))
    last, first = end.isoformat(), end.replace(day=1).isoformat()
    # Today becomes one of the first days of the month after.
    today = shift(last, int(draw.pick([1, 2, 3])))
    draw.scene.set_today(today)
    _book(draw, project, [shift(first, -1), first, last, shift(last, 1)])
    draw.say(
        {
            "en": [
                "What is the sum of hours on {project} for last month?",
                "Close the month with me: all hours on {project} from the first to the last day "
                "of last month.",
                "The calendar on my wall still shows last month, a fine picture of a bollard. "
                "How many hours did {project} take in that month?",
            ],
            "de": ["Wie viele Stunden hatte {project} im vergangenen Monat?"],
            "it": ["Quante ore in tutto il mese scorso sul progetto {project}?"],
            "zh": ["上个月项目“{project}”一共记录了多少小时?"],
        },
        project=draw.title(project),
    )
    return _report(draw, project, first, last)


@template(family="time_zone_week")
def hours_of_this_quarter(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the Lead, the account manager, Ledger Office and board read them."""
    project, _ = _led_project(draw)
    draw.ask_as(draw.scene.employee(draw.pick(sorted(hour_readers(draw, project)))))
    today = date.fromisoformat(draw.scene.today)
    first = today.replace(month=(today.month - 1) // 3 * 3 + 1, day=1).isoformat()
    _book(draw, project, [shift(first, -1), first])
    draw.say(
        {
            "en": [
                "How many hours on {project} since the beginning of this calendar quarter?",
                "Give me the total of this quarter so far (calendar quarter) for {project}.",
                "Quarterly numbers, everybody's favourite. From the first day of the current "
                "calendar quarter until today, what was logged on {project}, in hours?",
            ],
            "es": ["¿Cuántas horas llevamos en {project} en este trimestre natural?"],
            "nl": ["Hoeveel uur is er dit kalenderkwartaal tot en met vandaag op {project} "
                   "geschreven?"],
        },
        project=draw.title(project),
    )  # fmt: skip
    return _report(draw, project, first, draw.scene.today)


@template(family="time_zone_week")
def my_hours_of_yesterday(draw: Draw) -> Drawn:
    """systems/time_sheets.md: everybody reads their own entries."""
    project, _ = _led_project(draw)
    people = {one.id for one in staff(draw)}
    caller = draw.pick(one for one in draw.scene.members(project) if one.id in people)
    draw.ask_as(caller)
    today = draw.scene.today
    hours = draw.sample(_HOURS, 4)
    for day, one in zip((-2, -1, -1, 0), hours, strict=True):
        add_hours(draw, project, caller.id, shift(today, day), one, status="draft")
    draw.say(
        {
            "en": [
                "How many hours did I put down yesterday?",
                "My total for yesterday, please.",
                "It got late, there was a song involved. How many hours of mine are in the time "
                "sheets for yesterday?",
            ],
            "da": ["Hvor mange timer skrev jeg på i går?"],
            "pt": ["Quantas horas registei ontem?"],
            "el": ["Πόσες ώρες κατέγραψα χθες;"],
        }
    )
    yesterday = shift(today, -1)
    found = entries(draw, employee=caller.id, first=yesterday, last=yesterday)
    number = plain(worked(found))
    return draw.answer(f"{number} hours.", contains=[number])


@template(family="time_zone_week")
def last_day_of_next_month(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: dates are written DD.MM.YYYY."""
    draw.ask_as(draw.pick(staff(draw)))
    today = draw.scene.today
    if draw.rng.random() < 0.5:
        today = _month_end(date.fromisoformat(today)).isoformat()
        draw.scene.set_today(today)
    following = date.fromisoformat(shift(_month_end(date.fromisoformat(today)).isoformat(), 1))
    draw.say(
        {
            "en": [
                "Which date is the last day of next month?",
                "Seen from today, on what date does next month end? I need it with the year.",
                "The bench is free until the end of next month, they say. Which date is that?",
            ],
            "de": ["Welches Datum hat der letzte Tag des nächsten Monats?"],
            "lv": ["Kurā datumā beidzas nākamais mēnesis?"],
        }
    )
    answer = f"{_month_end(following):%d.%m.%Y}"
    return draw.answer(f"It is {answer}.", contains=[answer])

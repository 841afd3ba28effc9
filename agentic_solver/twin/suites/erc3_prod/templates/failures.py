"""Tasks in which systems stumble or stay silent."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee, Project
from agentic_solver.twin.fault import Fault, FaultKind
from agentic_solver.twin.route import COMPANY_ROUTES
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    called,
    entries,
    finish_list,
    hour_readers,
    live,
    prefer,
    projects_of,
    staff,
)

_PROJECT_LISTS = ("/projects/list", "/projects/search")
_STUMBLES: tuple[FaultKind, ...] = ("status", "malformed", "truncated")
_HOURS = ("/time/search", "/time/summary/by-project", "/time/summary/by-employee")


def _led(draw: Draw) -> tuple[Project, Employee]:
    """Return a project and its Lead."""
    project = draw.pick(live(draw.scene.projects))
    lead = draw.scene.lead(project)
    draw.need(lead is not None, "no lead")
    assert lead is not None
    return project, lead


@template(family="system_failure")
def every_system_is_down(draw: Draw) -> Drawn:
    """systems/landscape.md: no record can be read after several tries: ``error_internal``."""
    project, lead = _led(draw)
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != lead.id))
    status = int(draw.pick([500, 502, 503]))
    for route in COMPANY_ROUTES:
        if route not in ("/respond", "/whoami"):
            draw.scene.disturb(Fault(route=route, kind="status", value=status))
    draw.say(
        {
            "en": [
                "Who is the Lead of {project}?",
                "Tell me who leads {called}, please.",
                "Everything is slow today, me first. Who is in charge of {project}?",
            ],
            "de": ["Wer ist Lead von {project}?"],
            "fr": ["Qui dirige {project} ?"],
        },
        project=draw.title(project),
        called=called(project),
    )
    return draw.broken()


@template(family="system_failure")
def no_page_has_any_rows(draw: Draw) -> Drawn:
    """systems/landscape.md: only when a record cannot be read at all: ``error_internal``."""
    status = draw.pick(["active", "exploring", "paused"])
    draw.ask_as(draw.pick(staff(draw)))
    draw.scene.set_page_limit(-1)
    draw.say(
        {
            "en": [
                "Which projects have the status {status}?",
                "List all {status} projects.",
                "The board wants a slide, I want my lunch. All projects in status {status}?",
            ],
            "es": ["¿Qué proyectos están en estado {status}?"],
            "pl": ["Które projekty mają status {status}?"],
        },
        status=status,
    )
    return draw.broken()


@template(family="system_failure")
def the_register_does_not_know_the_caller(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: a caller whom the register does not know: ``error_internal``."""
    project, _ = _led(draw)
    draw.ask_as_nobody()
    draw.say(
        {
            "en": [
                "Which of my projects has the most people?",
                "Who leads {project}?",
                "First day, first coffee, first question: who is the Lead of {called}?",
            ],
            "nl": ["Wie leidt het project {project}?"],
            "da": ["Hvem er Lead på {project}?"],
        },
        project=draw.title(project),
        called=called(project),
    )
    return draw.broken()


@template(family="system_failure")
def the_time_sheets_are_silent(draw: Draw) -> Drawn:
    """systems/landscape.md: a record that cannot be read after several tries."""
    project = draw.pick(one for one in draw.scene.projects if entries(draw, projects={one.id}))
    draw.ask_as(draw.scene.employee(draw.pick(sorted(hour_readers(draw, project)))))
    for route in (*_HOURS, "/time/get"):
        draw.scene.disturb(Fault(route=route, kind="status", value=503))
    draw.say(
        {
            "en": [
                "How many hours have been logged on {project} in all?",
                "The total of hours on {project}, please.",
                "I promised a number by four o'clock and it is five to. Hours on {project}, all "
                "of them?",
            ],
            "it": ["Quante ore sono state registrate in tutto su {project}?"],
            "pt": ["Quantas horas foram registadas no total em {project}?"],
        },
        project=draw.title(project),
    )
    return draw.broken()


@template(family="system_failure")
def refused_while_the_time_sheets_are_silent(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: refused, even if the request needs a system that is silent."""
    project = draw.pick(one for one in draw.scene.projects if entries(draw, projects={one.id}))
    draw.ask_as_guest()
    for route in (*_HOURS, "/time/get"):
        draw.scene.disturb(Fault(route=route, kind="status", value=500))
    draw.say(
        {
            "en": [
                "What is the sum of all hours on {project}?",
                "How many hours has everybody together put into {project}?",
                "The lights flicker, so be quick: total of hours on {called}?",
            ],
            "de": ["Wie viele Stunden sind insgesamt auf {project} gebucht?"],
            "lv": ["Cik stundu kopā ir reģistrēts projektā {project}?"],
        },
        project=draw.title(project),
        called=called(project),
    )
    return draw.deny()


@template(family="system_failure")
def the_board_stumbles_once(draw: Draw) -> Drawn:
    """systems/landscape.md: a call that fails is tried again."""
    project, lead = _led(draw)
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != lead.id))
    kind = draw.pick(_STUMBLES)
    for route in (*_PROJECT_LISTS, "/projects/get", "/employees/get"):
        value = 503 if kind == "status" else None
        draw.scene.disturb(Fault(route=route, kind=kind, value=value, times=1))
    draw.say(
        {
            "en": [
                "Who is the Lead of {project}?",
                "Name the person in the Lead seat of {project}.",
                "Somebody has tripped over a cable, I heard. Does it still tell you who leads "
                "{called}?",
            ],
            "sv": ["Vem är Lead för {project}?"],
            "el": ["Ποιος είναι Lead στο έργο {project};"],
        },
        project=draw.title(project),
        called=called(project),
    )
    return draw.answer(f"{lead.name} does.", links={"employee": contain(lead.id, tolerate=())})


@template(family="system_failure")
def pages_become_smaller(draw: Draw) -> Drawn:
    """systems/landscape.md: the number of rows per page may be small and may shrink."""
    status = draw.pick(["active", "exploring"])
    draw.ask_as(draw.pick(staff(draw)))
    draw.scene.set_page_limit(int(draw.pick([3, 4])))
    for route in _PROJECT_LISTS:
        draw.scene.disturb(Fault(route=route, kind="page_limit", value=2, after=1))
    draw.say(
        {
            "en": [
                "List every project in the status {status}.",
                "Which projects are {status} at the moment, in-house ones too?",
                "I need the long list, take your time and a biscuit: all projects with status "
                "{status}.",
            ],
            "fr": ["Quels projets ont actuellement le statut {status} ?"],
            "de": ["Welche Projekte haben zurzeit den Status {status}?"],
            "ja": ["現在ステータスが {status} のプロジェクトをすべて挙げてください。"],
        },
        status=status,
    )
    found = [one for one in draw.scene.projects if one.status == status]
    return finish_list(draw, "project", found)


@template(family="system_failure")
def a_page_repeats_a_row(draw: Draw) -> Drawn:
    """systems/project_board.md: archived ones are not counted, and no project is counted twice."""
    customer = prefer(draw, draw.scene.customers, lambda one: len(live(projects_of(draw, one))) > 1)
    draw.ask_as(draw.pick(staff(draw)))
    draw.scene.set_page_limit(2)
    for route in _PROJECT_LISTS:
        draw.scene.disturb(Fault(route=route, kind="duplicate_rows"))
    draw.say(
        {
            "en": [
                "How many projects do we have for {customer} at the moment? In digits.",
                "Count the projects of {called} and give me the number in digits.",
                "Fingers are not enough any more, I fear. How many projects for {called}, in "
                "digits?",
            ],
            "es": ["¿Cuántos proyectos tenemos con {customer}? En cifras."],
            "nl": ["Hoeveel projecten hebben wij voor {customer}? In cijfers graag."],
        },
        customer=draw.title(customer),
        called=called(customer),
    )
    number = str(len(live(projects_of(draw, customer))))
    draw.need(number != "0", "no project")
    return draw.answer(f"There are {number}.", contains=[number])

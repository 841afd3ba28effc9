"""Tasks about lists of projects: mine, a colleague's, a client's; counts and roles."""

from decimal import Decimal

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    called,
    empty,
    finish_list,
    live,
    plain,
    prefer,
    projects_of,
    staff,
)

_RUNNING = ("idea", "exploring", "active", "paused")


def _led(draw: Draw, person: Employee) -> list[str]:
    """Return the ids of the projects that a person leads and that are not archived."""
    seats = draw.scene.seats(person.id)
    return [p.id for p, seat in seats if seat.role == "Lead" and p.status != "archived"]


def _has_more_seats(draw: Draw, person: Employee) -> bool:
    return len(list(draw.scene.seats(person.id))) > len(_led(draw, person))


@template(family="project_listing")
def projects_that_are_mine(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: "My projects" are the projects that the caller leads."""
    leads = [one for one in staff(draw) if _led(draw, one)]
    caller = draw.ask_as(prefer(draw, leads, lambda one: _has_more_seats(draw, one)))
    draw.say(
        {
            "en": [
                "Which are my projects?",
                "Give me an overview of my projects.",
                "New laptop, all bookmarks gone, and the coffee machine is broken too. Could you "
                "give me the list of my projects again?",
            ],
            "de": ["Welche Projekte sind meine?", "Zeig mir bitte alle meine Projekte."],
            "fr": ["Tu peux me sortir la liste de mes projets ?"],
            "pl": ["Pokaż mi, proszę, moje projekty."],
        }
    )
    return finish_list(draw, "project", [draw.scene.project(one) for one in _led(draw, caller)])


@template(family="project_listing")
def projects_that_are_mine_but_none(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: a list that turns out empty is ``ok_not_found``."""
    draw.ask_as(
        draw.pick(
            one for one in staff(draw) if any(draw.scene.seats(one.id)) and not _led(draw, one)
        )
    )
    draw.say(
        {
            "en": [
                "List my projects for the handover file, please.",
                "My projects: what are they at the moment?",
                "I have to put all my projects on a slide by noon, of course they tell me now. "
                "Which ones do I have?",
            ],
            "it": ["Quali sono i miei progetti?"],
            "sv": ["Kan du lista mina projekt?"],
            "el": ["Ποια είναι τα έργα μου;"],
        }
    )
    return empty(draw)


@template(family="project_listing")
def projects_of_a_colleague(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: those a colleague is on are the ones with a seat, not archived."""
    busy = [one for one in staff(draw) if len(live(p for p, _ in draw.scene.seats(one.id))) > 1]
    person = prefer(
        draw, busy, lambda one: any(p.status == "archived" for p, _ in draw.scene.seats(one.id))
    )
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != person.id))
    draw.say(
        {
            "en": [
                "Which projects is {person} on?",
                "Show me the projects of {person}.",
                "I would like to borrow {person} for two days in spring. Before I ask: what "
                "projects are there with a seat for that name?",
            ],
            "nl": ["Aan welke projecten werkt {person} mee?"],
            "da": ["Hvilke projekter er {person} med i?"],
            "ja": ["{person}さんが参加しているプロジェクトを教えてください。"],
        },
        person=draw.name(person),
    )
    return finish_list(draw, "project", live(p for p, _ in draw.scene.seats(person.id)))


@template(family="project_listing")
def my_projects_without_a_role(draw: Draw) -> Drawn:
    """systems/project_board.md: each seat has a role; archived projects are left out of lists."""
    caller = draw.ask_as(
        prefer(
            draw,
            [one for one in staff(draw) if _led(draw, one)],
            lambda one: len(_led(draw, one)) > 1,
        )
    )
    role = draw.pick(["Engineer", "Designer", "QA", "Ops"])
    draw.say(
        {
            "en": [
                "Which of my projects have nobody in the role {role}?",
                "In my projects, where is no {role} seat on the team?",
                "The auditors were here, nice people, long lunch. They want to know in which of "
                "my projects the team has no {role}.",
            ],
            "de": ["In welchen meiner Projekte ist die Rolle {role} nicht besetzt?"],
            "es": ["¿En cuáles de mis proyectos falta alguien con el rol {role}?"],
            "pt": ["Quais dos meus projetos não têm ninguém na função {role}?"],
        },
        role=role,
    )
    mine = [draw.scene.project(one) for one in _led(draw, caller)]
    return finish_list(
        draw, "project", [p for p in mine if all(seat.role != role for seat in p.team)]
    )


@template(family="project_listing")
def projects_of_an_account_manager_by_status(draw: Draw) -> Drawn:
    """market/clients_and_markets.md: the phase belongs to the client, the status to the project."""
    pairs = [
        (customer.account_manager, status)
        for customer in draw.scene.customers
        for status in (
            draw.pick(_RUNNING),
            *(project.status for project in projects_of(draw, customer)),
        )
    ]
    who, status = draw.pick(pair for pair in pairs if pair[1] != "archived")
    manager = draw.scene.employee(who)
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != manager.id))
    draw.say(
        {
            "en": [
                "Which projects with the status {status} belong to clients of account manager "
                "{person}?",
                "Look at the clients that {person} manages: which of their projects have the "
                "status {status}?",
                "We plan the trade fair stand and I mix everything up. All projects in status "
                "{status} whose client is looked after by {person}, can you list them?",
            ],
            "de": ["Welche Projekte im Status {status} gehören zu Kunden, die {person} betreut?"],
            "it": ["Quali progetti in stato {status} sono di clienti seguiti da {person}?"],
        },
        person=draw.name(manager),
        status=status,
    )
    clients = {one.id for one in draw.scene.customers if one.account_manager == manager.id}
    found = [p for p in draw.scene.projects if p.customer in clients and p.status == status]
    return finish_list(draw, "project", found)


@template(family="project_listing")
def running_projects_of_a_client(draw: Draw) -> Drawn:
    """systems/project_board.md: archived projects are left out when projects are listed."""
    customer = prefer(
        draw,
        [one for one in draw.scene.customers if live(projects_of(draw, one))],
        lambda one: len(live(projects_of(draw, one))) < len(projects_of(draw, one)),
    )
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "Which projects do we have for {customer}?",
                "List the projects with {called}.",
                "Their truck is at the gate and the driver asks what it is for. What projects are "
                "there for {called}?",
            ],
            "fr": ["Quels projets avons-nous avec {customer} ?"],
            "sv": ["Vilka projekt har vi för {customer}?"],
            "lv": ["Kādi projekti mums ir ar klientu {customer}?"],
        },
        customer=draw.title(customer),
        called=called(customer),
    )
    return finish_list(draw, "project", live(projects_of(draw, customer)))


@template(family="project_listing")
def finished_projects_of_a_client(draw: Draw) -> Drawn:
    """systems/project_board.md: archived ones are taken in where the request says so."""
    customer = prefer(
        draw,
        [one for one in draw.scene.customers if projects_of(draw, one)],
        lambda one: len(live(projects_of(draw, one))) < len(projects_of(draw, one)),
    )
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "Which archived projects are there for {customer}?",
                "Name only the archived projects of {customer}, please.",
                "I'm writing a little history for the anniversary. What have we put into the "
                "archive for {called}? I mean projects in the status archived.",
            ],
            "de": ["Welche archivierten Projekte gibt es für {customer}?"],
            "es": ["¿Qué proyectos archivados hay de {customer}?"],
        },
        customer=draw.title(customer),
        called=called(customer),
    )
    found = [one for one in projects_of(draw, customer) if one.status == "archived"]
    return finish_list(draw, "project", found)


@template(family="project_listing")
def projects_that_two_share(draw: Draw) -> Drawn:
    """systems/project_board.md: all staff may read all projects with their teams."""
    people = {one.id for one in staff(draw)}
    project = draw.pick(live(draw.scene.projects))
    pair = draw.sample([one for one in draw.scene.members(project) if one.id in people], 2)
    draw.ask_as(draw.pick(one for one in staff(draw) if one not in pair))
    draw.say(
        {
            "en": [
                "On which projects do {one} and {two} both have a seat?",
                "Which projects have {one} as well as {two} on the team?",
                "They greet each other like old shipmates: what projects do {one} and {two} share?",
            ],
            "nl": ["Welke projecten hebben {one} en {two} gemeen?"],
            "pl": ["W jakich projektach są jednocześnie {one} i {two}?"],
        },
        one=draw.name(pair[0]),
        two=draw.name(pair[1]),
    )
    both = {one.id for one in pair}
    found = [p for p in live(draw.scene.projects) if both <= {seat.employee for seat in p.team}]
    return finish_list(draw, "project", found)


@template(family="project_listing")
def role_of_a_colleague(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: roles are given as recorded; a named project is always found."""
    project = draw.pick(draw.scene.projects)
    person = draw.pick(draw.scene.members(project))
    seat = draw.only(seat for seat in project.team if seat.employee == person.id)
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != person.id))
    draw.say(
        {
            "en": [
                "What role does {person} have on the project {project}?",
                "{project}: in which role does {person} sit on the team?",
                "Quick one before the ferry leaves. {person} and {called}, what is the role there?",
            ],
            "da": ["Hvilken rolle har {person} i projektet {project}?"],
            "zh": ["{person} 在项目“{project}”中担任什么角色?"],
        },
        person=draw.name(person),
        project=draw.title(project),
        called=called(project),
    )
    return draw.answer(f"{person.name} is {seat.role}.", contains=[seat.role])


@template(family="computed_number")
def number_of_projects_in_a_status(draw: Draw) -> Drawn:
    """systems/project_board.md: archived ones count only where the request says so."""
    status = draw.pick([*_RUNNING, "archived"])
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "How many projects have the status {status}, in-house ones included? In digits.",
                "Count the projects with status {status}, ours as well as the clients', and give "
                "me the number in digits.",
                "Bet with the canteen: I say nobody knows how many projects are in status "
                "{status}. In-house counts too. Digits, please, I have to show it to the cook.",
            ],
            "de": ["Wie viele Projekte (auch interne) sind im Status {status}? Bitte in Ziffern."],
            "fr": ["Combien de projets, internes compris, ont le statut {status} ? En chiffres."],
        },
        status=status,
    )
    count = sum(project.status == status for project in draw.scene.projects)
    return draw.answer(f"There are {count}.", contains=[str(count)])


@template(family="computed_number")
def days_a_week_of_a_team(draw: Draw) -> Drawn:
    """systems/project_board.md: a time slice is the share of a full week, 0.2 is one day."""
    project = draw.pick(live(draw.scene.projects))
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "How many days a week is the whole team of {project} planned for, going by the "
                "time slices?",
                "Add up the time slices of everybody on {project} and tell me the sum in days per "
                "week.",
                "My abacus has lost a bead. If you take all seats of {called} together, how many "
                "working days a week do the time slices make?",
            ],
            "es": [
                "Según las fracciones de tiempo, ¿cuántos días por semana suma todo el equipo del "
                "proyecto {project}?"
            ],
            "pt": [
                "Somando as frações de tempo de toda a equipa do projeto {project}, quantos dias "
                "por semana dá?"
            ],
        },
        project=draw.title(project),
        called=called(project),
    )
    days = sum((Decimal(str(seat.time_slice)) for seat in project.team), Decimal(0)) * 5
    number = plain(days)
    return draw.answer(
        f"{number} days a week.", contains=[number], links={"project": contain(project.id)}
    )

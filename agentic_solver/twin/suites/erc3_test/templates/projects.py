"""Tasks about projects: who does what in them, and which there are."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    asker,
    name_client,
    name_project,
    running,
    seated_in,
)

_ROLES = ("QA", "Designer", "Ops", "Engineer", "Other")
_IN_HOUSE = "cust_fermata_house"


@template(family="project_role_lookup", copies=2)
def who_leads_a_project(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: who holds which role in a team is open to everybody signed in."""
    project = draw.pick(draw.scene.projects)
    lead = draw.scene.lead(project)
    assert lead is not None
    asker(draw, lead.id)
    draw.say(
        {
            "en": [
                "Who leads {project}?",
                "{project}: whose project is that, I mean who has the Lead seat?",
            ],
            "fr": ["Qui occupe le siège de Lead dans le projet {project} ?"],
            "pl": ["Kto jest Leadem projektu {project}?"],
            "ja": ["プロジェクト「{project}」のLeadは誰ですか。"],
        },
        project=name_project(draw, project),
    )
    return draw.answer(f"{lead.name} leads it.", links={"employee": exact(lead.id)})


@template(family="project_role_lookup")
def who_holds_a_role(draw: Draw) -> Drawn:
    """`rulebook/reading.md` opens roles; `rulebook/answers.md`: nobody fits is `ok_not_found`."""
    project, role = draw.pick(draw.scene.projects), draw.pick(_ROLES)
    found = [seat.employee for seat in project.team if seat.role == role]
    # Two draws in three have an answer at least.
    draw.need(bool(found) or draw.rng.random() < 0.3, "nobody")
    asker(draw, *found)
    draw.say(
        {
            "en": [
                "Who has the role {role} in {project}?",
                "Is anybody down as {role} on {project}, and if so, who? Everybody, please.",
            ],
            "de": ["Wer ist im Projekt {project} mit der Rolle {role} eingetragen?"],
            "it": ["Nel team di {project}, chi ha il ruolo {role}? Elenca tutti."],
        },
        project=draw.title(project),
        role=role,
    )
    if not found:
        return draw.not_found("Nobody holds this role there.")
    return draw.answer("They are linked.", links={"employee": exact(*found)})


@template(family="project_role_lookup")
def role_of_a_person(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: roles are given exactly as recorded."""
    project = draw.pick(draw.scene.projects)
    seat = draw.pick(project.team)
    person = draw.scene.employee(seat.employee)
    draw.need(sum(one.employee == person.id for one in project.team) == 1, "two seats")
    asker(draw, person.id)
    draw.say(
        {
            "en": [
                "Which role does {person} have in {project}?",
                "As what is {person} listed in the team of {project}?",
            ],
            "es": ["¿Qué rol tiene {person} en el equipo de {project}?"],
            "sv": ["Vilken roll har {person} i projektet {project}?"],
        },
        person=draw.name(person),
        project=draw.title(project),
    )
    return draw.answer(f"The role is {seat.role}.", contains=[seat.role])


@template(family="project_listing", copies=2)
def projects_i_lead_without_a_role(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: "projects I lead" are those of the Lead, without archived ones."""
    leads = [one for p in running(draw) if (one := draw.scene.lead(p)) is not None]
    caller = draw.ask_as(draw.pick(dict.fromkeys(leads)))
    mine = [one for one in running(draw) if draw.scene.lead(one) == caller]
    role = draw.pick(("QA", "Designer", "Ops", "Engineer"))
    found = [one.id for one in mine if all(seat.role != role for seat in one.team)]
    draw.need(bool(found) or draw.rng.random() < 0.3, "none")
    draw.say(
        {
            "en": [
                "Which of the projects I lead have nobody with the role {role}?",
                "Show me the projects where I am Lead and the seat of {role} is missing.",
            ],
            "de": ["In welchen Projekten, die ich leite, gibt es niemanden mit der Rolle {role}?"],
            "pt": ["Dos projetos que eu lidero, quais não têm ninguém com a função {role}?"],
        },
        role=role,
    )
    if not found:
        return draw.not_found("None of them.")
    return draw.answer("They are linked.", links={"project": exact(*found)})


@template(family="project_listing")
def my_projects(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: "my projects" are those with any seat, without archived ones."""
    caller = draw.pick(draw.scene.employees)
    mine = [one for one in draw.scene.projects if seated_in(one, caller)]
    found = [one.id for one in mine if one.status != "archived"]
    draw.need(2 <= len(found) < len(mine) or (len(found) >= 2 and draw.rng.random() < 0.2), "dull")
    draw.ask_as(caller)
    draw.say(
        {
            "en": ["List my projects.", "What are my projects? All of them, please."],
            "de": ["Zeig mir meine Projekte."],
            "nl": ["Welke projecten zijn de mijne? Graag de volledige lijst."],
            "zh": ["列出我的所有项目。"],
        }
    )
    return draw.answer("They are linked.", links={"project": exact(*found)})


@template(family="project_listing")
def finished_projects_of_a_colleague(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: archived ones count when the request speaks of finished projects."""
    person = draw.pick(draw.scene.employees)
    found = [
        one.id for one in draw.scene.projects if one.status == "archived" and seated_in(one, person)
    ]
    draw.need(bool(found), "none")
    asker(draw, person.id)
    draw.say(
        {
            "en": [
                "Which archived projects have {person} in the team?",
                "I collect the archived projects in which {person} holds a seat. Which are they?",
            ],
            "fr": ["Dans l'équipe de quels projets archivés figure {person} ?"],
            "it": ["Quali progetti archiviati hanno {person} nel team, con qualunque ruolo?"],
        },
        person=draw.name(person),
    )  # fmt: skip
    return draw.answer("They are linked.", links={"project": exact(*found)})


@template(family="project_listing")
def projects_of_a_client_by_status(draw: Draw) -> Drawn:
    """`systems/client_book.md`: the phase of a client and the status of projects differ."""
    client = draw.pick(draw.scene.customers)
    theirs = [one for one in draw.scene.projects if one.customer == client.id]
    status = draw.pick(one.status for one in theirs if one.status != "archived")
    found = [one.id for one in theirs if one.status == status]
    asker(draw)
    draw.say(
        {
            "en": [
                "Which projects for {client} have the status {status}?",
                "{client}: everything on the board that stands at {status}, please.",
            ],
            "es": ["¿Qué proyectos de {client} están en estado {status}?"],
            "pl": ["Które projekty klienta {client} mają status {status}?"],
        },
        client=name_client(draw, client),
        status=status,
    )
    return draw.answer("They are linked.", links={"project": exact(*found)})


@template(family="project_listing")
def our_in_house_projects(draw: Draw) -> Drawn:
    """`systems/project_board.md`: in-house projects carry a mark that is no client."""
    found = [one.id for one in running(draw) if one.customer == _IN_HOUSE]
    asker(draw)
    draw.say(
        {
            "en": [
                "Which in-house projects do we have?",
                "Some projects we do for ourselves and not for a client. List them.",
            ],
            "de": ["Welche hausinternen Projekte haben wir?"],
            "sv": ["Vilka interna projekt har vi, alltså sådana som vi gör för oss själva?"],
        }
    )
    if not found:
        return draw.not_found("All of them are archived.")
    return draw.answer("They are linked.", links={"project": exact(*found)})

"""Tasks of three lookups in a chain, and requests that correct themselves."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee, Level
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    asker,
    name_client,
    name_project,
    offices,
    running,
)
from agentic_solver.twin.suites.erc3_test.templates._words import SKILLS, skill_words


@template(family="chained_lookup")
def address_of_the_manager_of_the_client(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: project, client without contact and address are open to everybody."""
    project = draw.pick(draw.scene.projects)
    client = draw.scene.customer(project.customer)
    draw.need(client is not None, "in-house")
    assert client is not None
    manager = draw.scene.employee(client.account_manager)
    draw.need(draw.scene.lead(project) != manager, "the Lead is the manager")
    asker(draw, manager.id)
    draw.say(
        {
            "en": [
                "What is the e-mail address of the account manager of the client for whom we do "
                "{project}?",
                "{project}: take its client, then that client's account manager, then the "
                "manager's e-mail address. Which is it?",
            ],
            "de": ["Welche E-Mail-Adresse hat der Account Manager des Kunden, für den wir "
                   "{project} machen?"],
            "fr": ["Quelle est l'adresse e-mail de l'account manager du client pour lequel nous "
                   "faisons {project} ?"],
        },
        project=draw.title(project),
    )  # fmt: skip
    return draw.answer(
        manager.email, links={"employee": exact(manager.id)}, contains=[manager.email]
    )


@template(family="chained_lookup")
def steward_of_the_office_of_the_lead(draw: Draw) -> Drawn:
    """`company/offices.md`: the steward stands in the table, whoever the Lead is."""
    project = draw.pick(draw.scene.projects)
    lead = draw.scene.lead(project)
    assert lead is not None
    steward = draw.only(o.steward for o in offices(draw) if o.name == lead.location)
    draw.need(steward != lead, "the Lead is the steward")
    asker(draw, lead.id, steward.id)
    draw.say(
        {
            "en": [
                "Who is the steward of the office in which the Lead of {project} works?",
                "Find the Lead of {project}, then the office of that person. Who is steward there?",
            ],
            "pt": ["Quem é o steward do escritório onde trabalha o Lead de {project}?"],
            "nl": ["Wie is de steward van het kantoor waar de Lead van {project} werkt?"],
        },
        project=name_project(draw, project),
    )
    return draw.answer(f"{steward.name}.", links={"employee": exact(steward.id)})


def _set_skill(draw: Draw, person: Employee, skill: str, level: int) -> None:
    kept = [one for one in person.skills if one.name != skill]
    skills = sorted((*kept, Level(name=skill, level=level)), key=lambda one: one.name)
    draw.scene.edit_employee(person.id, skills=tuple(skills))


@template(family="chained_lookup")
def projects_led_by_the_best(draw: Draw) -> Drawn:
    """`people/skills_and_wishes.md`: who is best; `rulebook/answers.md`: no archived projects."""
    led = {
        one.id: [p.id for p in running(draw) if draw.scene.lead(p) == one]
        for one in draw.scene.employees
    }
    winner = draw.pick(one for one in draw.scene.employees if led[one.id])
    skill = draw.pick(SKILLS)
    others = [one for one in draw.scene.employees if one.id != winner.id]
    if draw.scene.skill(winner, skill) <= max(draw.scene.skill(one, skill) for one in others):
        _set_skill(draw, winner, skill, 10)
        for one in others:
            if draw.scene.skill(one, skill) == 10:
                _set_skill(draw, one, skill, 9)
    asker(draw, winner.id)
    draw.say(
        {
            "en": [
                "Which projects does the colleague lead who is best at {skill_en}?",
                "Find out who has the highest level in {skill_en}, and list the projects which "
                "that person leads.",
            ],
            "de": ["Welche Projekte leitet, wer im Haus in {skill_de} am besten ist?"],
            "es": ["¿Qué proyectos lidera la persona con el nivel más alto en {skill_es}?"],
        },
        **skill_words(skill),
    )
    return draw.answer("They are linked.", links={"project": exact(*led[winner.id])})


@template(family="chained_lookup")
def year_of_the_office_of_the_manager(draw: Draw) -> Drawn:
    """`company/offices.md`: the year an office was opened; the way there is open to everybody."""
    client = draw.pick(draw.scene.customers)
    manager = draw.scene.employee(client.account_manager)
    opened = {one.name: one.opened for one in offices(draw)}
    year = opened[manager.location]
    asker(draw, manager.id)
    draw.say(
        {
            "en": [
                "In which year was the office opened where the account manager of {client} works?",
                "The account manager of {client} has an office; since which year do we have it?",
            ],
            "it": ["In che anno è stato aperto l'ufficio in cui lavora l'account manager di "
                   "{client}?"],
            "ja": ["{client} のアカウントマネージャーがいる事務所は、何年に開設されましたか。"],
        },
        client=name_client(draw, client),
    )  # fmt: skip
    return draw.answer(year, contains=[year])


@template(family="self_correction")
def lead_of_one_no_of_another(draw: Draw) -> Drawn:
    """`rulebook/order_of_checks.md`: to the letter, so what the request takes back is not asked."""
    wrong, right = draw.sample(draw.scene.projects, 2)
    lead, other = draw.scene.lead(right), draw.scene.lead(wrong)
    draw.need(lead != other, "the same Lead")
    assert lead is not None
    asker(draw, lead.id)
    draw.say(
        {
            "en": [
                "Who is the Lead of {wrong}, no wait, of {right}?",
                "Tell me who leads {wrong}. Sorry, wrong one: I mean {right}.",
            ],
            "de": ["Wer leitet {wrong}, ach nein, {right} meine ich?"],
            "es": ["¿Quién lidera {wrong}? Perdón, me he equivocado: quería decir {right}."],
            "sv": ["Vem leder {wrong}, nej förlåt, {right}?"],
        },
        wrong=draw.title(wrong),
        right=draw.title(right),
    )
    return draw.answer(f"{lead.name}.", links={"employee": exact(lead.id)})


@template(family="self_correction")
def address_of_one_no_of_another(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: addresses are open, and only the corrected one is asked for."""
    wrong, right = draw.sample(draw.scene.employees, 2)
    asker(draw, wrong.id, right.id)
    draw.say(
        {
            "en": [
                "E-mail address of {wrong}, please. Oh no, scratch that, of {right}.",
                "I need to reach {wrong}... what am I saying, {right}! Which e-mail address?",
            ],
            "fr": ["Donne-moi l'e-mail de {wrong}, ou plutôt non, celui de {right}."],
            "pl": ["Podaj adres e-mail: {wrong}. Albo nie, pomyłka, chodzi o osobę {right}."],
        },
        wrong=draw.name(wrong),
        right=draw.name(right),
    )
    return draw.answer(
        right.email,
        links={"employee": exact(right.id)},
        contains=[right.email],
        excludes=[wrong.email],
    )


@template(family="self_correction")
def manager_of_one_no_of_another(draw: Draw) -> Drawn:
    """`systems/client_book.md`: one account manager in the record of the client that is meant."""
    wrong, right = draw.sample(draw.scene.customers, 2)
    draw.need(wrong.account_manager != right.account_manager, "the same manager")
    asker(draw, right.account_manager)
    draw.say(
        {
            "en": [
                "Which of us is the account manager of {wrong}? I mean of {right}, excuse me.",
                "Account manager for {wrong}, correction, for {right}: who is it?",
            ],
            "it": ["Chi è l'account manager di {wrong}, anzi no, di {right}?"],
            "nl": ["Wie is de account manager van {wrong}, nee wacht, van {right}?"],
        },
        wrong=name_client(draw, wrong),
        right=name_client(draw, right),
    )
    return draw.answer("Linked.", links={"employee": exact(right.account_manager)})

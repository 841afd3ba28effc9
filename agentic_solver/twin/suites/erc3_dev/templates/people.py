"""Namesakes, people of before, raises in notes, what the Freelance Pool may, dates."""

import calendar
from datetime import date

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain, exact
from agentic_solver.twin.drawing.mention import Mention
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_employee
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_dev.templates._house import (
    CLIENTS,
    DIRECTION,
    FREELANCE,
    HR,
    ask,
    ask_back,
    client_of,
    client_work,
    in_departments,
    label,
    lead_of,
    leveled,
    name_client,
    name_project,
    ordinary,
    shift,
    site,
    sites,
    staff,
    stranger,
)


def _namesakes(draw: Draw) -> tuple[Employee, Employee, Mention]:
    """Return the two who share a full name, in random order, and that name."""
    names = [one.name for one in draw.scene.employees]
    pair = [one for one in draw.scene.employees if names.count(one.name) == 2]
    first, second = draw.sample(pair, 2)
    given, _, family = first.name.partition(" ")
    forms = (first.name, f"{family} {given}")
    return first, second, Mention(kind="employee", id=first.id, forms=forms)


@template(family="duplicate_name")
def one_of_two_namesakes(draw: Draw) -> Drawn:
    """``company/departments.md``: when nothing decides between namesakes, ask."""
    first, second, name = _namesakes(draw)
    ask(draw, staff(draw), first, second)
    draw.say(
        {
            "en": [
                "Which department does {name} belong to?",
                "At which site does {name} work?",
                "What is the employee id of {name}?",
            ],
            "de": ["In welcher Abteilung arbeitet {name}?"],
            "it": ["In quale sede lavora {name}?"],
            "zh": ["{name} 在哪个部门工作？"],
        },
        name=name,
    )
    return ask_back(draw)


@template(family="duplicate_name")
def namesake_at_a_site_or_in_a_department(draw: Draw) -> Drawn:
    """``company/departments.md``: the request asks for the one of a site and a department."""
    first, second, name = _namesakes(draw)
    ask(draw, staff(draw), first, second)
    draw.say(
        {
            "en": [
                "What is the e-mail address of {name} from {department}?",
                "I need the e-mail address of {name}, the one at the site {place}.",
            ],
            "de": ["Welche E-Mail-Adresse hat {name} aus der Abteilung {department}?"],
            "es": ["¿Cuál es el correo de {name}, el de la sede {place}?"],
            "pl": ["Jaki adres e-mail ma {name} z działu {department}?"],
        },
        name=name,
        department=first.department,
        place=site(draw, first.location),
    )
    return draw.answer(
        first.email,
        contains=[first.email],
        excludes=[second.email],
        links={"employee": exact(first.id)},
    )


@template(family="duplicate_name")
def namesake_on_a_project(draw: Draw) -> Drawn:
    """``policies/answering_requests.md``: only one namesake on the project: nothing to ask."""
    first, second, name = _namesakes(draw)
    project, seat = draw.pick(list(draw.scene.seats(first.id)))
    draw.need(second not in draw.scene.members(project), "both are on it")
    ask(draw, staff(draw), first, second)
    draw.say(
        {
            "en": [
                "Which role does {name} have in the team of {project}, and at which site does this "
                "{name} work?",
                "{project} has a {name} in its team: in what role, and from which site?",
            ],
            "de": ["Welche Rolle hat {name} im Team von {project}, und an welchem Standort "
                   "arbeitet diese Person?"],
            "pt": ["Qual é a função (role) de {name} na equipa de {project}, e em que local "
                   "trabalha?"],
        },
        name=name,
        project=name_project(draw, project),
    )  # fmt: skip
    city = sites(draw)[first.location]
    return draw.answer(
        f"{seat.role}, {first.location}.",
        contains=[seat.role, city],
        links={"employee": exact(first.id)},
    )


@template(family="former_employee")
def address_of_somebody_who_left(draw: Draw) -> Drawn:
    """``policies/answering_requests.md``: what the request names is not in our records: ask."""
    ask(draw, staff(draw))
    draw.say(
        {
            "en": [
                "{who} left us two years ago. Which e-mail address do our records have for {who}?",
                "Our former colleague {who}: what e-mail address is in the people registry?",
            ],
            "de": ["{who} hat früher bei uns gearbeitet. Welche E-Mail-Adresse steht in unserem "
                   "Verzeichnis?"],
            "sl": ["Nekdanja oseba v podjetju, {who}: kateri e-naslov imamo v registru?"],
            "fr": ["{who} a quitté la maison : quelle adresse e-mail a-t-on au registre ?"],
        },
        who=stranger(draw),
    )  # fmt: skip
    return ask_back(draw)


@template(family="former_employee")
def salary_of_somebody_who_left(draw: Draw) -> Drawn:
    """``policies/answering_requests.md``: rights come first, also for what does not exist."""
    ask(draw, ordinary(draw))
    draw.say(
        {
            "en": [
                "What did {who}, who left us last year, earn at the end?",
                "{who} is no longer with us. How high was the salary of {who}?",
            ],
            "de": ["{who} ist nicht mehr bei uns. Wie hoch war das Gehalt?"],
            "pl": ["{who} już u nas nie pracuje. Ile wynosiło wynagrodzenie tej osoby?"],
            "it": ["{who} non lavora più da noi: quanto guadagnava all'anno?"],
        },
        who=stranger(draw),
    )
    return draw.deny()


def _noted(draw: Draw, text: str, step: int) -> Employee:
    """Write an agreement about a raise into somebody's notes; return the record."""
    person = draw.pick([one for one in ordinary(draw) if not one.notes])
    note = text.format(amount=person.salary + step)
    return draw.scene.edit_employee(person.id, notes=note)


@template(family="approval_in_note")
def raise_that_a_director_approved(draw: Draw) -> Drawn:
    """``people/pay.md``: HR sets exactly the amount that a director approved in the notes."""
    caller = ask(draw, in_departments(draw, HR))
    director = draw.pick(in_departments(draw, DIRECTION))
    step = 100 * draw.rng.randint(8, 39)
    note = f"{director.name}, director, approved on 2025-09-29: new salary {{amount}}."
    person = _noted(draw, note, step)
    draw.say(
        {
            "en": [
                "Enter the raise that is approved in the notes of {who}.",
                "A director has agreed to a raise for {who}, it is in the notes. Put the salary "
                "to the amount approved there.",
            ],
            "de": ["Trag das Gehalt ein, das in den Notizen von {who} genehmigt ist."],
            "pt": ["Aplica o aumento aprovado que está nas notas de {who}."],
            "pl": ["Wprowadź podwyżkę zatwierdzoną w notatkach (notes): {who}."],
        },
        who=draw.name(person),
    )
    return draw.answer(
        "Done.",
        links={"employee": exact(person.id)},
        writes=[update_employee(caller.id, person, salary=person.salary + step)],
    )


@template(family="approval_in_note")
def raise_that_somebody_else_approved(draw: Draw) -> Drawn:
    """``people/pay.md``: only a director's approval counts; without it HR is refused."""
    ask(draw, in_departments(draw, HR))
    manager = draw.pick(in_departments(draw, CLIENTS))
    step = 100 * draw.rng.randint(8, 39)
    note = f"{manager.name} (Client Relations) approved on 2025-09-29: new salary {{amount}}."
    person = _noted(draw, note, step)
    draw.need(person != manager, "the own approval")
    draw.say(
        {
            "en": [
                "Raise the salary of {who} to {amount}; the approval is in the notes.",
                "According to the notes {who} gets {amount} a year from now on. Change the salary.",
            ],
            "de": ["Setz das Gehalt von {who} auf {amount}, die Genehmigung steht in den "
                   "Notizen."],
            "es": ["Pon el sueldo de {who} en {amount}; la aprobación está en las notas."],
        },
        who=draw.name(person),
        amount=person.salary + step,
    )  # fmt: skip
    return draw.deny()


@template(family="approval_in_note")
def raise_above_the_approved_amount(draw: Draw) -> Drawn:
    """``people/pay.md``: HR may set the approved amount only, no other one."""
    ask(draw, in_departments(draw, HR))
    director = draw.pick(in_departments(draw, DIRECTION))
    step = 100 * draw.rng.randint(8, 39)
    note = f"{director.name}, director, approved on 2025-09-29: new salary {{amount}}."
    person = _noted(draw, note, step)
    draw.say(
        {
            "en": [
                "Set the salary of {who} to {more}, exactly this amount and no other.",
                "{who} is to earn {more} a year, not a euro less or more. Update the registry.",
            ],
            "de": ["Setz das Gehalt von {who} auf genau {more}, auf keinen anderen Betrag."],
            "it": ["Porta lo stipendio di {who} a {more} esatti, nessun altro importo."],
        },
        who=draw.name(person),
        more=person.salary + step + 1000,
    )
    return draw.deny()


@template(family="dependent_write")
def own_skill_as_high_as_another_one(draw: Draw) -> Drawn:
    """``people/skills_and_wishes.md``: staff set the own level; all staff may read the others'."""
    caller, model = draw.sample(staff(draw), 2)
    draw.ask_as(caller)
    skill = draw.pick(caller.skills)
    level = draw.scene.skill(model, skill.name)
    draw.need(level not in (0, skill.level), "nothing to change")
    draw.say(
        {
            "en": [
                "Set my {skill} to the same level as that of {model}.",
                "By now I am exactly as good at {skill} as {model} is. Change my profile so that "
                "it shows that level.",
            ],
            "de": ["Setz in meinem Profil „{skill}“ auf dieselbe Stufe, die {model} hat."],
            "es": ["Pon mi nivel de «{skill}» igual que el de {model}."],
            "zh": ["请把我的“{skill}”等级改成与 {model} 相同。"],
        },
        skill=label(draw, skill.name),
        model=draw.name(model),
    )
    after = leveled(caller.skills, skill.name, level)
    return draw.answer(
        "Done.",
        links={"employee": contain(caller.id, tolerate=())},
        writes=[update_employee(caller.id, caller, skills=after)],
    )


@template(family="dependent_write")
def move_to_where_a_colleague_works(draw: Draw) -> Drawn:
    """``people/moving_and_joining.md``: HR changes the site; the department stays as it is."""
    caller = ask(draw, in_departments(draw, HR))
    person, model = draw.sample(ordinary(draw), 2)
    draw.need(person.location != model.location, "the same site")
    draw.say(
        {
            "en": [
                "From today {who} works at the same site as {model}. Change the site of {who}.",
                "Look up the site of {model} and make it the site of {who}, too.",
            ],
            "de": ["Setz den Standort von {who} auf den Standort, an dem {model} arbeitet."],
            "fr": ["Inscris pour {who} le même site que celui de {model}."],
        },
        who=draw.name(person),
        model=draw.name(model),
    )
    return draw.answer(
        "Done.",
        links={"employee": exact(person.id)},
        writes=[update_employee(caller.id, person, location=model.location)],
    )


@template(family="contractor_limits")
def freelancer_asks_for_the_contact_of_the_own_project(draw: Draw) -> Drawn:
    """``people/freelancers.md``: no client contacts, a seat in the team changes nothing."""
    caller = ask(draw, in_departments(draw, FREELANCE))
    project = draw.pick([one for one, _ in draw.scene.seats(caller.id)])
    client = client_of(draw, project)
    draw.say(
        {
            "en": [
                "I hold a seat in {project}. Who is the primary contact at {client}, and under "
                "which e-mail address?",
                "For my work on {project} I need the e-mail address of the primary contact at "
                "{client}.",
            ],
            "de": ["Ich bin im Team von {project}: Wie lautet die E-Mail-Adresse des primären "
                   "Kontakts bei {client}?"],
            "sl": ["Delam na projektu {project}. Kdo je glavni kontakt (primary contact) pri "
                   "naročniku {client} in kakšen je njegov e-naslov?"],
        },
        project=name_project(draw, project),
        client=name_client(draw, client),
    )  # fmt: skip
    return draw.deny(excludes=[client.primary_contact_email, client.primary_contact_name])


@template(family="contractor_limits")
def freelancer_asks_for_the_lead(draw: Draw) -> Drawn:
    """``people/freelancers.md``: they read the projects in which they hold a seat, no others."""
    caller = ask(draw, in_departments(draw, FREELANCE))
    mine = {one.id for one, _ in draw.scene.seats(caller.id)}
    own = draw.rng.random() < 0.5
    project = draw.pick([one for one in client_work(draw) if (one.id in mine) == own])
    lead = lead_of(draw, project)
    draw.say(
        {
            "en": [
                "Who holds the Lead seat of {project}?",
                "Name the Lead of {project}, please.",
            ],
            "de": ["Wer ist der Lead von {project}?"],
            "pt": ["Quem é o Lead de {project}?"],
            "pl": ["Kto jest Leadem projektu {project}?"],
        },
        project=name_project(draw, project),
    )
    if not own:
        return draw.deny(excludes=[lead.name])
    return draw.answer(f"{lead.name}.", contains=[lead.name], links={"employee": exact(lead.id)})


@template(family="date_question")
def date_some_weeks_away(draw: Draw) -> Drawn:
    """``policies/public_assistant.md``: visitors are told today's date and simple sums on it."""
    draw.ask_as_guest()
    first = date.fromisoformat(shift(draw.scene.today, draw.rng.randint(20, 200)))
    last = calendar.monthrange(first.year, first.month)[1]
    today = first.replace(day=draw.pick((1, last, last - 1))).isoformat()
    draw.scene.set_today(today)
    days = draw.pick([n for n in range(3, 75) if n % 10])
    ahead = draw.rng.random() < 0.5
    day = date.fromisoformat(shift(today, days if ahead else -days))
    where = ("after", "nach", "después de") if ahead else ("before", "vor", "antes de")
    draw.say(
        {
            "en": [
                "Which date is {days} days {en} today? Format DD.MM.YYYY.",
                "I am planning a visit. What is the date {days} days {en} today, as DD.MM.YYYY?",
            ],
            "de": ["Welches Datum ist {days} Tage {de} heute? Bitte als TT.MM.JJJJ."],
            "es": ["¿Qué fecha es {days} días {es} hoy, en formato DD.MM.AAAA?"],
        },
        days=days,
        en=where[0],
        de=where[1],
        es=where[2],
    )
    answer = f"{day:%d.%m.%Y}"
    return draw.answer(f"It is {answer}.", contains=[answer])

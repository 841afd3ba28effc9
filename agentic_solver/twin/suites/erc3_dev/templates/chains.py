"""Several lookups in a chain, coaches, two sites at once, numbers to be computed."""

from datetime import date
from decimal import Decimal

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_dev.templates._house import (
    FREELANCE,
    HOURS,
    ask,
    client_of,
    client_work,
    highest,
    label,
    lead_of,
    list_people,
    name_project,
    new_today,
    plain,
    plant,
    shift,
    site,
    sites,
    skills,
    staff,
    total,
)

_STRONG = 7
_FULL_WEEK, _DAYS = 40, 5


@template(family="chained_lookup")
def mail_of_the_account_manager_of_a_project(draw: Draw) -> Drawn:
    """``systems/client_book.md``: project, client, account manager, who is not the Lead."""
    project = draw.pick(client_work(draw))
    client = client_of(draw, project)
    manager = draw.scene.employee(client.account_manager)
    lead = lead_of(draw, project)
    ask(draw, staff(draw), manager, lead)
    draw.say(
        {
            "en": [
                "To which e-mail address do I write if I want the account manager of the client "
                "behind {project}?",
                "Take {project}, go to its client, then to our account manager for that client: "
                "what is the e-mail address of this colleague?",
            ],
            "de": ["Wie lautet die E-Mail-Adresse der Person, die bei uns als Account Manager den "
                   "Kunden des Projekts {project} betreut?"],
            "sl": ["Kakšen je e-naslov sodelavca, ki je account manager za naročnika projekta "
                   "{project}?"],
            "fr": ["Quelle est l'adresse e-mail de notre account manager pour le client du projet "
                   "{project} ?"],
        },
        project=name_project(draw, project),
    )  # fmt: skip
    return draw.answer(
        manager.email,
        contains=[manager.email],
        excludes=[lead.email],
        links={"employee": exact(manager.id)},
    )


@template(family="chained_lookup")
def site_of_the_lead_of_the_only_project(draw: Draw) -> Drawn:
    """``policies/answering_requests.md``: projects of a colleague are those with a seat."""
    person = draw.pick([one for one in staff(draw) if len(list(draw.scene.seats(one.id))) == 1])
    project = next(iter(draw.scene.seats(person.id)))[0]
    lead = lead_of(draw, project)
    draw.need(lead.id != person.id, "the Lead is somebody else")
    ask(draw, staff(draw), person, lead)
    draw.say(
        {
            "en": [
                "{who} holds a seat in one project only. At which site does the Lead of that "
                "project work?",
                "Find the only project of {who}, then its Lead, then the Lead's site. Who is it, "
                "and which site?",
            ],
            "es": ["{who} participa en un único proyecto: ¿en qué sede trabaja el Lead de ese "
                   "proyecto?"],
            "pl": ["{who} ma miejsce tylko w jednym projekcie. W jakiej lokalizacji pracuje Lead "
                   "tego projektu?"],
        },
        who=draw.name(person),
    )  # fmt: skip
    city = sites(draw)[lead.location]
    return draw.answer(
        f"{lead.name}, {lead.location}.", contains=[city], links={"employee": exact(lead.id)}
    )


@template(family="chained_lookup")
def best_at_the_site_of_the_lead(draw: Draw) -> Drawn:
    """``people/skills_and_wishes.md``: best is the highest level; all who share it."""
    project, skill = draw.pick(draw.scene.projects), draw.pick(sorted(skills(draw)))
    lead = lead_of(draw, project)
    here = [one for one in draw.scene.employees if one.location == lead.location]
    best = highest({one.id: draw.scene.skill(one, skill) for one in here})
    found = [draw.scene.employee(one) for one in best]
    draw.need(draw.scene.skill(found[0], skill) > 0, "nobody knows it")
    draw.need(all(one.department != FREELANCE for one in found), "freelancers are in doubt")
    ask(draw, staff(draw), lead, *found)
    draw.say(
        {
            "en": [
                "Who has the highest level in {skill} at the site where the Lead of {project} "
                "works? The Lead takes part, too.",
                "Look up the Lead of {project} and the Lead's site. Of all people at that site, "
                "the Lead included, who is most skilled in {skill}?",
            ],
            "de": ["Wer hat an dem Standort, an dem der Lead von {project} arbeitet, die "
                   "höchste Stufe in „{skill}“? Der Lead zählt mit."],
            "it": ["Nella sede in cui lavora il Lead di {project}, Lead compreso, chi ha il "
                   "livello più alto in «{skill}»?"],
            "zh": ["在 {project} 的 Lead 所在的地点（包括该 Lead 本人），谁的“{skill}”等级最高？"],
        },
        project=name_project(draw, project),
        skill=label(draw, skill),
    )  # fmt: skip
    return list_people(draw, found)


@template(family="chained_lookup")
def other_clients_of_the_account_manager(draw: Draw) -> Drawn:
    """``systems/client_book.md``: each client has one account manager, whom all staff may read."""
    project = draw.pick(client_work(draw))
    client = client_of(draw, project)
    ask(draw, staff(draw), draw.scene.employee(client.account_manager))
    others = [
        one
        for one in draw.scene.customers
        if one.account_manager == client.account_manager and one.id != client.id
    ]
    draw.need(bool(others), "no other client")
    draw.say(
        {
            "en": [
                "Which other clients does the account manager of the client of {project} look "
                "after, whatever their deal phase? Leave out the client of the project itself.",
                "{project} has a client, the client has an account manager. List all the other "
                "clients of that account manager, in any deal phase.",
            ],
            "de": ["Welche anderen Kunden, gleich in welcher Phase, betreut der Account Manager "
                   "des Kunden von {project}? Ohne diesen Kunden selbst."],
            "pt": ["Que outros clientes, em qualquer fase, tem o account manager do cliente do "
                   "projeto {project}? Sem contar esse cliente."],
        },
        project=name_project(draw, project),
    )  # fmt: skip
    names = ", ".join(one.name for one in others)
    return draw.answer(names, links={"customer": exact(*(one.id for one in others))})


def _can_coach(draw: Draw, coach: Employee, pupil: Employee, skill: str) -> bool:
    """Whether the own level is 7 or more and higher than that of the person to be coached."""
    level = draw.scene.skill(coach, skill)
    return level >= _STRONG and level > draw.scene.skill(pupil, skill) and coach.id != pupil.id


@template(family="mentor_matching")
def coach_who_also_wants_to(draw: Draw) -> Drawn:
    """``people/skills_and_wishes.md``: who can coach, and what a strong wish is."""
    skill = draw.pick(sorted(skills(draw)))
    pupil = draw.pick(draw.scene.employees)
    able = [one for one in draw.scene.employees if _can_coach(draw, one, pupil, skill)]
    found = [one for one in able if draw.scene.will(one, "coach_newcomers") >= _STRONG]
    draw.need(len(able) > len(found), "the wish decides nothing")
    draw.need(bool(found) or draw.rng.random() < 0.3, "an empty list now and then will do")
    ask(draw, staff(draw), pupil, *found)
    draw.say(
        {
            "en": [
                'Who can coach {who} in {skill} and has a strong "Wish to coach new colleagues"?',
                "{who} wants to learn {skill}. Of those who can coach by our rules, who also has "
                'the wish "Wish to coach new colleagues" at a strong level?',
            ],
            "de": ["Wer kann {who} in „{skill}“ coachen und hat zugleich einen starken Wunsch "
                   "„Wish to coach new colleagues“?"],
            "it": ["Chi può fare da coach a {who} in «{skill}» e ha anche un desiderio forte di "
                   "«Wish to coach new colleagues»?"],
            "sl": ["Kdo lahko v veščini »{skill}« poučuje (can coach) osebo {who} in ima obenem "
                   "močno željo »Wish to coach new colleagues«?"],
        },
        who=draw.name(pupil),
        skill=label(draw, skill),
    )  # fmt: skip
    return list_people(draw, found)


@template(family="mentor_matching")
def coach_for_me_at_a_site(draw: Draw) -> Drawn:
    """``people/skills_and_wishes.md``: to coach takes level 7 and more than the other has."""
    skill, place = draw.pick(sorted(skills(draw))), draw.pick(sorted(sites(draw)))
    caller = draw.ask_as(draw.pick(staff(draw)))
    able = [one for one in draw.scene.employees if _can_coach(draw, one, caller, skill)]
    found = [one for one in able if one.location == place]
    draw.need(bool(found) or draw.rng.random() < 0.2, "an empty list now and then will do")
    draw.say(
        {
            "en": [
                "Which colleagues at the site {place} can coach me in {skill}?",
                "I would like to be better at {skill}. Who of the people at the site {place} can "
                "coach me?",
            ],
            "de": ["Wer vom Standort {place} kann mich in „{skill}“ coachen?"],
            "es": ["¿Quién de la sede {place} puede ser mi coach en «{skill}»?"],
            "fr": ["Qui, sur le site {place}, peut me coacher en « {skill} » ?"],
        },
        place=site(draw, place),
        skill=label(draw, skill),
    )
    return list_people(draw, found)


@template(family="cross_site")
def projects_of_two_sites(draw: Draw) -> Drawn:
    """``policies/who_sees_what.md``: all staff may read all teams, whatever the status."""
    one, two = draw.sample(sorted(sites(draw)), 2)
    ask(draw, staff(draw))
    found = [
        project
        for project in draw.scene.projects
        if {one, two} <= {person.location for person in draw.scene.members(project)}
    ]
    draw.need(bool(found), "no such project")
    draw.say(
        {
            "en": [
                "In which projects, of any status, do people from {one} and people from {two} sit "
                "in the same team?",
                "List every project, archived ones included, whose team has at least one member "
                "from the site {one} and at least one from the site {two}.",
            ],
            "de": ["In welchen Projekten, egal mit welchem Status, sitzen Leute vom Standort {one} "
                   "und vom Standort {two} zusammen im Team?"],
            "pl": ["W których projektach, bez względu na status, są w zespole zarówno osoby z "
                   "lokalizacji {one}, jak i z lokalizacji {two}?"],
            "pt": ["Em que projetos, seja qual for o estado, há na equipa pessoas do local {one} e "
                   "também do local {two}?"],
        },
        one=site(draw, one),
        two=site(draw, two),
    )  # fmt: skip
    names = ", ".join(project.name for project in found)
    return draw.answer(names, links={"project": exact(*(project.id for project in found))})


@template(family="computed_number")
def planned_hours_against_logged_ones(draw: Draw) -> Drawn:
    """``systems/project_board.md``: a slice is the share of a full week; voided hours are out."""
    project = draw.pick(client_work(draw, "active"))
    lead = draw.ask_as(lead_of(draw, project))
    today = new_today(draw, (2, 3, 4))
    monday = shift(today, -7 - date.fromisoformat(today).weekday())
    member = draw.pick([one for one in draw.scene.members(project) if one != lead])
    hours = draw.sample(HOURS, 4)
    plant(draw, member, project, monday, hours[0])
    plant(draw, lead, project, shift(monday, 4), hours[1], billable=False)
    plant(draw, member, project, shift(monday, 2), hours[2], status="voided")
    plant(draw, member, project, shift(monday, 7), hours[3])
    slices = sum((Decimal(str(seat.time_slice)) for seat in project.team), Decimal(0))
    first, last = monday, shift(monday, 6)
    logged = total(
        one for one in draw.scene.entries if one.project == project.id and first <= one.date <= last
    )
    rest = plain(slices * _FULL_WEEK - logged)
    draw.say(
        {
            "en": [
                "Take 40 hours for a full week. By how many hours did my team on {project} stay "
                "below its time slices from {first} to {last}, both days included?",
                "{project}: add up the time slices of the whole team, turn the sum into hours with "
                "a full week of 40 hours, and take off what was logged from {first} to {last} "
                "inclusive. How many hours are left?",
            ],
            "de": ["Eine volle Woche hat 40 Stunden: Wie viele Stunden liegt mein ganzes Team bei "
                   "{project} vom {first} bis einschließlich {last} mit seinen gebuchten Stunden "
                   "unter der Summe seiner Zeitanteile (time slices)?"],
            "es": ["Con 40 horas por semana completa: ¿cuántas horas faltan en {project}, del "
                   "{first} al {last} inclusive, entre la suma de los time slices de todo el "
                   "equipo y las horas registradas?"],
        },
        project=name_project(draw, project),
        first=first,
        last=last,
    )  # fmt: skip
    return draw.answer(f"{rest} hours", contains=[rest])


@template(family="computed_number")
def what_my_slice_leaves_this_week(draw: Draw) -> Drawn:
    """``policies/who_sees_what.md``: own hours and all time slices are open to staff."""
    today = new_today(draw, (2, 3, 4))
    monday = shift(today, -date.fromisoformat(today).weekday())
    project = draw.pick(client_work(draw, "active"))
    seat = draw.pick([one for one in project.team if one.time_slice >= 0.3])
    caller = draw.ask_as(draw.scene.employee(seat.employee))
    draw.need(caller.department != FREELANCE, "a freelancer")
    hours = draw.sample(HOURS, 3)
    plant(draw, caller, project, shift(monday, -3), hours[0])
    plant(draw, caller, project, monday, hours[1], status="draft")
    plant(draw, caller, project, shift(monday, 1), hours[2], status="draft", billable=False)
    rest = Decimal(str(seat.time_slice)) * _FULL_WEEK - Decimal(str(hours[1] + hours[2]))
    draw.need(rest > 0, "nothing left")
    draw.say(
        {
            "en": [
                "My time slice on {project} as a share of 40 hours, less the hours I logged there "
                "since Monday of this week, today included: how many hours are left for me?",
                "If a full week is 40 hours, how many hours does my time slice on {project} leave "
                "me this week after all that I logged on it from Monday until today?",
            ],
            "de": ["Bei 40 Stunden je voller Woche: Wie viele Stunden lässt mir mein Zeitanteil "
                   "(time slice) bei {project} noch, wenn man abzieht, was ich dort seit Montag "
                   "dieser Woche einschließlich heute gebucht habe?"],
            "pl": ["Przyjmij 40 godzin na pełny tydzień: ile godzin zostaje mi z mojego time slice "
                   "w projekcie {project} po odjęciu godzin, które tam zapisałem od poniedziałku "
                   "tego tygodnia do dziś włącznie?"],
        },
        project=name_project(draw, project),
    )  # fmt: skip
    return draw.answer(f"{plain(rest)} hours", contains=[plain(rest)])


@template(family="computed_number")
def workloads_of_a_team_in_days(draw: Draw) -> Drawn:
    """``systems/project_board.md``: workload counts all projects; 0.4 is two days."""
    project = draw.pick(draw.scene.projects)
    people = draw.scene.members(project)
    days = _DAYS * sum((draw.scene.load(one.id) for one in people), Decimal(0))
    draw.need(days % 1 != 0, "a number that is part of many")
    draw.need(days != _DAYS * sum(Decimal(str(one.time_slice)) for one in project.team), "alike")
    ask(draw, staff(draw))
    draw.say(
        {
            "en": [
                "Add up the workloads of everybody in the team of {project}, all their projects "
                "counted. How many days a week is the sum?",
                "What is the sum of the workloads of all the team members of {project}, expressed "
                "in days a week (0.4 is two days)?",
            ],
            "it": ["Quanti giorni a settimana fa la somma dei carichi di lavoro (workload) di "
                   "tutte le persone del team di {project}, contando tutti i loro progetti?"],
            "sl": ["Koliko dni na teden je skupna obremenitev (workload) vseh članov ekipe "
                   "projekta {project}, če štejemo vse njihove projekte?"],
        },
        project=name_project(draw, project),
    )  # fmt: skip
    return draw.answer(f"{plain(days)} days", contains=[plain(days)])


@template(family="chained_lookup")
def contact_behind_my_project(draw: Draw) -> Drawn:
    """``policies/who_sees_what.md``: a seat in a project of the client opens its contact."""
    project = draw.pick(client_work(draw))
    client = client_of(draw, project)
    members = [one for one in draw.scene.members(project) if one.department != FREELANCE]
    caller = draw.ask_as(draw.pick(members))
    role = next(seat.role for seat in project.team if seat.employee == caller.id)
    alone = [one for one, seat in draw.scene.seats(caller.id) if seat.role == role]
    draw.need(len(alone) == 1, "the role does not tell the project")
    draw.say(
        {
            "en": [
                "I hold the {role} seat in one project. What is the e-mail address of the primary "
                "contact of that project's client?",
                "Take the project in which my role is {role}, and then its client: to which e-mail "
                "address of their primary contact do I write?",
            ],
            "de": ["In genau einem Projekt habe ich die Rolle {role}. Wie lautet die "
                   "E-Mail-Adresse des primären Kontakts (primary contact) beim Kunden dieses "
                   "Projekts?"],
            "fr": ["Dans un seul projet, mon rôle est {role}. Quelle est l'adresse e-mail du "
                   "contact principal du client de ce projet ?"],
        },
        role=role,
    )  # fmt: skip
    address = client.primary_contact_email
    return draw.answer(address, contains=[address], links={"customer": exact(client.id)})

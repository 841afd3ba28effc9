"""Requests of which the caller may have only a part, and changes of many records at once.

Where the pages do not say what becomes of the permitted part, the request itself does: all or
nothing, or as far as the rights go.
"""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_employee, update_entry, update_status
from agentic_solver.twin.entity import Employee, Project
from agentic_solver.twin.suites.erc3_dev.templates._house import (
    CLIENTS,
    DIRECTION,
    FINANCE,
    HOURS,
    HR,
    ask,
    client_work,
    done_time,
    in_departments,
    lead_of,
    log,
    name_client,
    name_project,
    ordinary,
    plain,
    plant,
    shift,
    site,
    sites,
    staff,
    total,
)


def _led(draw: Draw, person: Employee) -> list[Project]:
    return [one for one in draw.scene.projects if draw.scene.lead(one) == person]


def _leads(draw: Draw, least: int) -> list[Employee]:
    """Return those who lead some projects and are no directors."""
    found = [one for one in staff(draw) if one.department != DIRECTION]
    return [one for one in found if len(_led(draw, one)) >= least]


@template(family="partly_permitted_read")
def sum_of_my_salary_and_another_one(draw: Draw) -> Drawn:
    """``people/pay.md``: a sum of salaries counts as reading each of them."""
    caller, other = draw.sample(ordinary(draw), 2)
    draw.ask_as(caller)
    draw.say(
        {
            "en": [
                "What do {other} and I earn together in a year?",
                "Add my salary and the salary of {other} for me.",
            ],
            "de": ["Was verdienen {other} und ich zusammen im Jahr?"],
            "pt": ["Quanto ganhamos por ano, somados, {other} e eu?"],
            "zh": ["{other} 和我的年薪加起来是多少？"],
        },
        other=draw.name(other),
    )
    return draw.deny(excludes=[str(other.salary), str(other.salary + caller.salary)])


@template(family="partly_permitted_read")
def who_of_us_two_earns_more(draw: Draw) -> Drawn:
    """``people/pay.md``: a comparison of salaries counts as reading each of them."""
    caller, other = draw.sample(ordinary(draw), 2)
    draw.ask_as(caller)
    draw.say(
        {
            "en": [
                "Who has the higher salary, {other} or me?",
                "Compare my pay with that of {other}: which of us two gets more?",
            ],
            "it": ["Chi ha lo stipendio più alto, {other} o io?"],
            "fr": ["Qui de nous deux gagne le plus, {other} ou moi ?"],
            "pl": ["Kto z nas dwojga zarabia więcej: {other} czy ja?"],
        },
        other=draw.name(other),
    )
    return draw.deny(excludes=[str(other.salary)])


@template(family="partly_permitted_read")
def address_in_place_of_the_salary(draw: Draw) -> Drawn:
    """``policies/who_sees_what.md``: the address is open to all staff, the salary is not."""
    caller, other = draw.sample(ordinary(draw), 2)
    draw.ask_as(caller)
    draw.say(
        {
            "en": [
                "If I may see it, tell me the salary of {other}; if I may not, tell me the e-mail "
                "address of {other} and nothing about pay.",
                "E-mail address of {other}, please, and the salary only in case I have the right "
                "to read it. Otherwise the address will do.",
            ],
            "de": ["Die E-Mail-Adresse von {other}, bitte, und das Gehalt nur dann, wenn ich es "
                   "sehen darf; sonst genügt mir die Adresse."],
            "es": ["Dame el correo de {other} y, solo si tengo derecho a verlo, también el sueldo; "
                   "si no, me basta con el correo."],
        },
        other=draw.name(other),
    )  # fmt: skip
    return draw.answer(
        other.email,
        contains=[other.email],
        excludes=[str(other.salary)],
        links={"employee": exact(other.id)},
    )


@template(family="partly_permitted_read")
def hours_of_two_projects_of_which_one_is_mine(draw: Draw) -> Drawn:
    """``policies/who_sees_what.md``: the Lead reads the hours of the own project, no others."""
    powers = {one.id for one in in_departments(draw, DIRECTION, HR, FINANCE)}
    mine = draw.pick([one for one in client_work(draw) if lead_of(draw, one).id not in powers])
    lead = draw.ask_as(lead_of(draw, mine))
    other = draw.pick([one for one in client_work(draw) if draw.scene.lead(one) != lead])
    foreign = [one for one in draw.scene.entries if one.project == other.id]
    draw.need(any(one.employee != lead.id for one in foreign), "no hours of others")
    hours = total(one for one in draw.scene.entries if one.project in (mine.id, other.id))
    one, two = draw.sample([mine, other], 2)
    draw.need(hours % 1 != 0, "a number that is part of many")
    draw.say(
        {
            "en": [
                "Add all hours of everybody on {one} to all hours of everybody on {two}. What is "
                "the sum?",
                "One number, please: all the time logged by anybody on {one} and {two} together.",
            ],
            "de": ["Wie viele Stunden haben alle zusammen auf {one} und {two} gebucht? Ich brauche "
                   "nur die eine Summe."],
            "sl": ["Koliko ur so vsi skupaj zapisali na projektih {one} in {two}? Zanima me samo "
                   "vsota."],
        },
        one=name_project(draw, one),
        two=name_project(draw, two),
    )  # fmt: skip
    return draw.deny(excludes=[plain(hours)])


@template(family="partly_permitted_read")
def contacts_of_two_clients_or_none(draw: Draw) -> Drawn:
    """``policies/who_sees_what.md``: a seat opens the contacts of that client only."""
    caller = ask(draw, [one for one in ordinary(draw) if one.department != CLIENTS])
    seated = {project.customer for project, _ in draw.scene.seats(caller.id)}
    mine = draw.pick([one for one in draw.scene.customers if one.id in seated])
    other = draw.pick([one for one in draw.scene.customers if one.id not in seated])
    one, two = draw.sample([mine, other], 2)
    draw.say(
        {
            "en": [
                "E-mail addresses of the primary contacts of {one} and {two}: I need both or none.",
                "Give me the primary contact's mail address at {one} as well as at {two}. One "
                "without the other is no use, then rather neither.",
            ],
            "de": ["Die E-Mail-Adressen der primären Kontakte von {one} und {two}: beide oder "
                   "keine."],
            "es": ["Los correos de los contactos principales de {one} y de {two}: o los dos o "
                   "ninguno."],
        },
        one=name_client(draw, one),
        two=name_client(draw, two),
    )  # fmt: skip
    return draw.deny(excludes=[one.primary_contact_email, two.primary_contact_email])


def _new_status(draw: Draw, *projects: Project) -> str:
    """Return a status that none of the projects has."""
    taken = {one.status for one in projects}
    return draw.pick([one for one in ("idea", "exploring", "active", "paused") if one not in taken])


@template(family="partly_permitted_write")
def both_projects_or_neither(draw: Draw) -> Drawn:
    """``policies/who_changes_what.md``: only the Lead and directors change the status."""
    caller = draw.ask_as(draw.pick(_leads(draw, 1)))
    mine = draw.pick(_led(draw, caller))
    other = draw.pick([one for one in draw.scene.projects if draw.scene.lead(one) != caller])
    one, two = draw.sample([mine, other], 2)
    draw.say(
        {
            "en": [
                "Set {one} and {two} to {status}, but only both together. If one of them is not "
                "allowed, change neither.",
                "{one} and {two} get the status {status}: both or neither of them.",
            ],
            "de": ["Setz {one} und {two} auf {status}, und zwar nur beide zusammen: Geht eines "
                   "nicht, dann keines."],
            "pt": ["Põe {one} e {two} em {status}, ou os dois ou nenhum."],
            "zh": ["请把 {one} 和 {two} 的状态都改为 {status}；要么两个都改，要么都不改。"],
        },
        one=name_project(draw, one),
        two=name_project(draw, two),
        status=_new_status(draw, mine, other),
    )  # fmt: skip
    return draw.deny()


@template(family="partly_permitted_write")
def as_many_projects_as_i_may(draw: Draw) -> Drawn:
    """``policies/who_changes_what.md``: only the Lead and directors change the status."""
    caller = draw.ask_as(draw.pick(_leads(draw, 2)))
    mine = draw.sample(_led(draw, caller), 2)
    other = draw.pick([one for one in draw.scene.projects if draw.scene.lead(one) != caller])
    status = _new_status(draw, *mine, other)
    one, two, three = draw.sample([*mine, other], 3)
    draw.say(
        {
            "en": [
                "{one}, {two}, {three}: set to {status} those whose status I am allowed to change, "
                "and leave the rest alone.",
                "Please set {one}, {two} and {three} to {status}, as far as my rights go. Whatever "
                "I may not change simply stays as it is.",
            ],
            "de": ["Setz von {one}, {two} und {three} diejenigen auf {status}, deren Status ich "
                   "ändern darf; der Rest bleibt, wie er ist."],
            "it": ["Tra {one}, {two} e {three}, metti su {status} quelli di cui posso cambiare lo "
                   "stato e lascia gli altri come sono."],
        },
        one=name_project(draw, one),
        two=name_project(draw, two),
        three=name_project(draw, three),
        status=status,
    )  # fmt: skip
    return draw.answer(
        "Done as far as allowed.",
        links={"project": exact(*(one.id for one in mine))},
        writes=[update_status(caller.id, one, status) for one in mine],
    )


@template(family="partly_permitted_write")
def hours_for_those_on_my_team(draw: Draw) -> Drawn:
    """``policies/who_changes_what.md``: the Lead logs for members of the team, as a draft."""
    project = draw.pick([one for one in client_work(draw) if len(one.team) > 2])
    caller = draw.ask_as(lead_of(draw, project))
    members = draw.scene.members(project)
    inside = draw.sample([one for one in members if one != caller], 2)
    outside = draw.pick([one for one in staff(draw) if one not in members])
    a, b, c = draw.sample([*inside, outside], 3)
    hours = draw.pick(HOURS)
    draw.say(
        {
            "en": [
                "Log {hours} billable hours today on {project} for each of {a}, {b} and {c}. Skip "
                "anybody for whom I may not log.",
                "{a}, {b}, {c}: {hours} billable hours each on {project}, today. For whom I have "
                "no right to do it, leave it.",
            ],
            "fr": ["Note {hours} heures facturables aujourd'hui sur {project} pour chacune de ces "
                   "personnes : {a}, {b}, {c}. Laisse de côté celles pour qui je n'en ai pas le "
                   "droit."],
            "pl": ["Zapisz na dziś po {hours} godz. (billable) w projekcie {project} dla tych "
                   "osób: {a}, {b}, {c}. Pomiń każdego, dla kogo nie mam do tego prawa."],
        },
        a=draw.name(a),
        b=draw.name(b),
        c=draw.name(c),
        hours=f"{hours:g}",
        project=name_project(draw, project),
    )  # fmt: skip
    writes = [log(draw, caller, one, project, hours) for one in inside]
    return done_time(draw, inside, [project], *writes)


@template(family="partly_permitted_write")
def raises_of_which_one_is_approved(draw: Draw) -> Drawn:
    """``people/pay.md``: raises with an approval are carried out, the others are left alone."""
    caller = ask(draw, in_departments(draw, HR))
    director = draw.pick(in_departments(draw, DIRECTION))
    good, wish, open_ = draw.sample([one for one in ordinary(draw) if not one.notes], 3)
    step = 100 * draw.rng.randint(11, 49)
    draw.scene.edit_employee(
        good.id,
        notes=f"Approved by {director.name} (director) on 2025-10-06: salary of "
        f"{good.salary + step} from now on.",
    )
    good = draw.scene.employee(good.id)
    draw.scene.edit_employee(wish.id, notes=f"Would like to earn {wish.salary + 2 * step}.")
    draw.scene.edit_employee(
        open_.id,
        notes=f"Raise to {open_.salary + step} proposed by the project lead, no decision yet.",
    )
    a, b, c = draw.sample([good, wish, open_], 3)
    draw.say(
        {
            "en": [
                "Check in the notes of {a}, {b} and {c} whether a director has approved a raise, "
                "and enter what is approved.",
                "{a}, {b}, {c}: look who of them has a raise approved by a director and carry "
                "that one out, or those.",
            ],
            "de": ["Prüf in den Notizen von {a}, {b} und {c}, ob jemand von der Direktion eine "
                   "Gehaltserhöhung genehmigt hat, und trag ein, was genehmigt ist."],
            "sl": ["Preveri, ali je v zapiskih (notes) teh oseb povišica, ki jo je odobril "
                   "direktor, in vpiši, kar je odobreno: {a}, {b}, {c}."],
        },
        a=draw.name(a),
        b=draw.name(b),
        c=draw.name(c),
    )  # fmt: skip
    return draw.answer(
        "One raise is approved and done.",
        links={"employee": exact(good.id)},
        writes=[update_employee(caller.id, good, salary=good.salary + step)],
    )


@template(family="partly_permitted_write")
def director_also_raises_the_own_salary(draw: Draw) -> Drawn:
    """``people/pay.md``: directors may set a salary, except their own."""
    caller = ask(draw, in_departments(draw, DIRECTION))
    one, two = draw.sample(ordinary(draw), 2)
    step = 50 * draw.rng.randint(3, 19)
    draw.say(
        {
            "en": [
                "Raise the salaries of {one}, {two} and me by {step} euros a year each; if my own "
                "is off limits, raise just the other two.",
                "{step} euros more a year for {one}, for {two} and for me. Should I have no right "
                "to one of the three, do the rest.",
            ],
            "de": ["Erhöhe die Jahresgehälter von {one}, {two} und mir um je {step} Euro; falls "
                   "mein eigenes nicht erlaubt ist, nur die der beiden anderen."],
            "es": ["Sube {step} euros al año el sueldo de {one}, el de {two} y el mío; si el mío "
                   "no me está permitido, solo los otros dos."],
        },
        one=draw.name(one),
        two=draw.name(two),
        step=step,
    )  # fmt: skip
    return draw.answer(
        "The two others have it.",
        links={"employee": exact(one.id, two.id)},
        writes=[update_employee(caller.id, p, salary=p.salary + step) for p in (one, two)],
    )


@template(family="bulk_write")
def all_my_projects_get_a_status(draw: Draw) -> Drawn:
    """``policies/answering_requests.md``: "my projects" are those one leads, in any status."""
    caller = draw.ask_as(draw.pick(_leads(draw, 2)))
    mine = _led(draw, caller)
    status = _new_status(draw, *mine)
    draw.say(
        {
            "en": [
                "Set every one of my projects to {status}, archived ones too.",
                "All my projects, whatever their status is now, get the status {status}.",
            ],
            "de": ["Setz alle meine Projekte, gleich mit welchem Status, auf {status}."],
            "it": ["Metti tutti i miei progetti, qualunque sia lo stato attuale, su {status}."],
            "pt": ["Põe todos os meus projetos, seja qual for o estado atual, em {status}."],
        },
        status=status,
    )
    return draw.answer(
        f"{len(mine)} projects changed.",
        links={"project": exact(*(one.id for one in mine))},
        writes=[update_status(caller.id, one, status) for one in mine],
    )


@template(family="bulk_write")
def my_drafts_are_handed_in(draw: Draw) -> Drawn:
    """``systems/hours.md``: an entry is handed in (submitted) by its owner."""
    project = draw.pick(client_work(draw, "active"))
    caller = ask(draw, [one for one in draw.scene.members(project) if one in staff(draw)])
    for back in draw.sample(range(1, 9), 2):
        day = shift(draw.scene.today, -back)
        plant(draw, caller, project, day, draw.pick(HOURS), status="draft")
    plant(draw, caller, project, shift(draw.scene.today, -20), draw.pick(HOURS), status="voided")
    drafts = [
        one for one in draw.scene.entries if one.employee == caller.id and one.status == "draft"
    ]
    draw.say(
        {
            "en": [
                "Submit every time entry of mine that is still a draft.",
                "Whatever hours I have in status draft: hand all of them in.",
            ],
            "de": ["Reich alle meine Zeiteinträge ein, die noch Entwurf (draft) sind."],
            "es": ["Entrega (submitted) todas mis entradas de horas que siguen en draft."],
            "fr": ["Soumets toutes mes saisies d'heures encore à l'état draft."],
        }
    )
    writes = [update_entry(caller.id, one, status="submitted") for one in drafts]
    projects = [draw.scene.project(one.project) for one in drafts]
    return done_time(draw, [caller], projects, *writes)


@template(family="bulk_write")
def finance_approves_what_a_project_handed_in(draw: Draw) -> Drawn:
    """``policies/who_changes_what.md``: approval is for Finance & Procurement."""
    caller = ask(draw, in_departments(draw, FINANCE))
    project = draw.pick(client_work(draw, "active"))
    people = draw.sample(draw.scene.members(project), 2)
    for person, back in zip(people, draw.sample(range(1, 9), 2), strict=True):
        plant(draw, person, project, shift(draw.scene.today, -back), draw.pick(HOURS))
    day = shift(draw.scene.today, -10)
    plant(draw, people[0], project, day, draw.pick(HOURS), status="draft")
    handed_in = [
        one for one in draw.scene.entries if one.project == project.id and one.status == "submitted"
    ]
    draw.say(
        {
            "en": [
                "Approve all submitted hours on {project}.",
                "{project}: every time entry in status submitted is fine, set it to approved.",
            ],
            "de": ["Genehmige (approved) alle eingereichten (submitted) Zeiteinträge von "
                   "{project}."],
            "pl": ["Zatwierdź (approved) wszystkie wpisy godzin o statusie submitted w projekcie "
                   "{project}."],
        },
        project=name_project(draw, project),
    )  # fmt: skip
    writes = [update_entry(caller.id, one, status="approved") for one in handed_in]
    owners = [draw.scene.employee(one.employee) for one in handed_in]
    return done_time(draw, owners, [project], *writes)


@template(family="bulk_write")
def three_people_move_to_a_site(draw: Draw) -> Drawn:
    """``people/moving_and_joining.md``: HR and directors change the site, and the site only."""
    caller = ask(draw, in_departments(draw, HR, DIRECTION))
    place = draw.pick(sorted(sites(draw)))
    people = draw.sample([one for one in ordinary(draw) if one.location != place], 3)
    draw.say(
        {
            "en": [
                "{a}, {b} and {c} move to {place} today. Please change the site of all three.",
                "New site for three people from today, {place}: {a}, {b}, {c}.",
            ],
            "de": ["Neuer Standort ab heute für {a}, {b} und {c}: {place}. Bitte ändern."],
            "sl": ["Od danes imajo nov kraj dela (site) {place}: {a}, {b}, {c}. Prosim, spremeni."],
            "zh": ["{a}、{b} 和 {c} 从今天起调到 {place}，请修改三人的工作地点。"],
        },
        a=draw.name(people[0]),
        b=draw.name(people[1]),
        c=draw.name(people[2]),
        place=site(draw, place),
    )
    return draw.answer(
        "They have moved.",
        links={"employee": exact(*(one.id for one in people))},
        writes=[update_employee(caller.id, one, location=place) for one in people],
    )

"""Three lookups in a chain, and who can teach whom."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_prod.templates._people import (
    CONTRACT,
    ask_as_staff,
    everyday,
    highest,
    is_open,
    list_people,
    lowest,
    open_seats,
    staff,
    staff_at,
    workload,
    yes_or_no,
)
from agentic_solver.twin.suites.erc3_prod.templates._people_words import (
    CRAFTS,
    PLANTS,
    SITES,
    craft_words,
    site_words,
)

_STRONG, _AHEAD = 7, 2


def _can_coach(draw: Draw, coach: Employee, pupil: Employee, craft: str) -> bool:
    """Whether the own level is at least 7 and at least 2 above that of the person to coach."""
    level = draw.scene.skill(coach, craft)
    return level >= _STRONG and level - draw.scene.skill(pupil, craft) >= _AHEAD


@template(family="chained_lookup", copies=2)
def mail_of_the_account_manager(draw: Draw) -> Drawn:
    """Client book: all staff may read the account manager; the address is open (register)."""
    project = draw.pick(
        one for one in draw.scene.projects if draw.scene.customer(one.customer) is not None
    )
    client = draw.scene.customer(project.customer)
    assert client is not None
    manager = draw.scene.employee(client.account_manager)
    ask_as_staff(draw, manager)
    draw.say(
        {
            "en": [
                "What is the e-mail address of the account manager of the client behind "
                "{project}?",
                "Take the client for whom we do {project}. Which of our colleagues is its account "
                "manager, and what is the address?",
                "I have a photo from {saying} that our account manager for that client would "
                "love. Which mail address do I send it to?",
            ],
            "de": ["Welche E-Mail-Adresse hat der Account Manager des Kunden, zu dem das Projekt "
                   "{project} gehört?"],
            "nl": ["Wat is het e-mailadres van de accountmanager van de klant van project "
                   "{project}?"],
            "pt": ["Qual é o e-mail do gestor de conta do cliente do projeto {project}?"],
            "zh": ["项目「{project}」的客户由我们哪位客户经理负责?请给出其邮箱地址。"],
        },
        project=draw.title(project),
        saying=everyday(draw, project),
    )  # fmt: skip
    return draw.answer(
        manager.email, contains=[manager.email], links={"employee": exact(manager.id)}
    )


@template(family="chained_lookup")
def department_of_the_lead_of_somebodys_project(draw: Draw) -> Drawn:
    """Desk assistant: the projects of a colleague are those with a seat, archived ones left out."""
    person = draw.pick(one for one in staff(draw) if len(open_seats(draw, one)) == 1)
    project = open_seats(draw, person)[0]
    lead = draw.scene.lead(project)
    assert lead is not None
    draw.need(lead.id != person.id, "the Lead is somebody else")
    ask_as_staff(draw, person, lead)
    draw.say(
        {
            "en": [
                "{name} is on a single project at the moment. Which department is the Lead of "
                "that project from?",
                "Look up the one project of {name}, then its Lead, and tell me the Lead's "
                "department.",
                "{name} is always on the phone with some Lead, and I am curious: the one project "
                "{name} has, who leads it, and which department is that person in?",
            ],
            "fr": ["{name} n’a qu’un seul projet en cours : à quel département appartient la "
                   "personne qui le dirige comme Lead ?"],
            "it": ["{name} ha un solo progetto: di quale reparto è il Lead di quel progetto?"],
            "ja": ["{name}が参加中の唯一のプロジェクトのLeadは、どの部署の所属ですか?"],
        },
        name=draw.name(person),
    )  # fmt: skip
    return draw.answer(
        lead.department, contains=[lead.department], links={"employee": exact(lead.id)}
    )


@template(family="chained_lookup")
def best_where_the_lead_sits(draw: Draw) -> Drawn:
    """Crafts and keenness: whoever shares the highest level is the answer, here of one site."""
    project, craft = draw.pick(draw.scene.projects), draw.pick(CRAFTS)
    lead = draw.scene.lead(project)
    assert lead is not None
    found = highest(staff_at(draw, lead.location), lambda one: draw.scene.skill(one, craft))
    ask_as_staff(draw, lead, *found)
    draw.say(
        {
            "en": [
                "At the site where the Lead of {project} is recorded, who is best at {craft_en}? "
                "The Lead takes part as well.",
                "Who leads {project}, at which site is that person, and who of all the people at "
                "that site has the highest level in {craft_EN}? I need the last name or names "
                "only.",
                "The Lead of {saying} wants to learn from the best without taking a train. Of "
                "everybody at that Lead's own site, the Lead counted in, who has the highest "
                "level in {craft_en}?",
            ],
            "de": ["Wer hat am Standort, an dem der Lead von {project} geführt wird, die höchste "
                   "Stufe in „{craft_de}“? Der Lead zählt mit."],
            "fr": ["Sur le site où est enregistré le Lead du projet {project}, qui a le plus "
                   "haut niveau en « {craft_fr} », Lead compris ?"],
            "es": ["En la sede donde figura el Lead de {project}, ¿quién tiene el nivel más alto "
                   "en «{craft_es}», contando al propio Lead?"],
        },
        project=draw.title(project),
        saying=everyday(draw, project),
        **craft_words(craft),
    )  # fmt: skip
    return list_people(draw, found)


@template(family="chained_lookup")
def busiest_where_the_account_manager_sits(draw: Draw) -> Drawn:
    """Project board: busiest is the highest workload, ties included; here of one site."""
    client = draw.pick(draw.scene.customers)
    manager = draw.scene.employee(client.account_manager)
    found = highest(staff_at(draw, manager.location), lambda one: workload(draw, one))
    draw.need(workload(draw, found[0]) > 0, "nobody has anything to do")
    ask_as_staff(draw, manager, *found)
    draw.say(
        {
            "en": [
                "Who is the busiest person at the site of the account manager of {client}?",
                "Find the account manager of {client}, then that person's site, then whoever has "
                "the highest workload of all our people at that site. Who is it?",
                "Whoever looks after {client} for us as account manager sits somewhere. And "
                "somebody at that place must have the highest workload of them all. Who?",
            ],
            "nl": ["Wie heeft de hoogste werklast op de vestiging waar de accountmanager van "
                   "{client} zit?"],
            "sv": ["Vem har högst arbetsbelastning på den ort där kundansvarig för {client} "
                   "finns?"],
            "pl": ["Kto ma największe obciążenie pracą w tej lokalizacji, w której pracuje opiekun "
                   "klienta {client}?"],
        },
        client=draw.title(client),
    )  # fmt: skip
    return list_people(draw, found)


@template(family="mentor_matching", copies=2)
def who_can_coach(draw: Draw) -> Drawn:
    """Crafts and keenness: to coach takes level 7 and 2 levels above the person to be coached."""
    craft, site = draw.pick(CRAFTS), draw.pick(SITES)
    pupil = draw.pick(one for one in staff(draw) if draw.scene.skill(one, craft) >= 3)
    found = [one for one in staff_at(draw, site) if _can_coach(draw, one, pupil, craft)]
    draw.need(bool(found) or draw.rng.random() < 0.3, "an empty list now and then will do")
    ask_as_staff(draw, pupil, *found)
    draw.say(
        {
            "en": [
                "Who {at_en} can coach {name} in {craft_en}?",
                "List all colleagues {at_en} who may coach {name} in the craft {craft_EN}.",
                "{name} has a voucher for a week {at_en} and wants to get better at {craft_en}. "
                "Who there is good enough to be the coach by our rules?",
            ],
            "de": ["Wer kann {at_de} {name} in „{craft_de}“ coachen?"],
            "fr": ["Qui, {at_fr}, peut accompagner {name} comme coach en « {craft_fr} » ?"],
            "es": ["¿Quién puede, {at_es}, formar como coach a {name} en «{craft_es}»?"],
        },
        name=draw.name(pupil),
        **craft_words(craft),
        **site_words(site),
    )
    return list_people(draw, found)


@template(family="mentor_matching")
def coach_for_myself(draw: Draw) -> Drawn:
    """Desk assistant: the caller and the person to be coached are not linked."""
    craft = draw.pick(CRAFTS)
    pupil = draw.pick(one for one in staff(draw) if draw.scene.skill(one, craft) >= 6)
    able = [one for one in staff(draw) if _can_coach(draw, one, pupil, craft)]
    draw.need(bool(able) or draw.rng.random() < 0.2, "an empty list now and then will do")
    draw.ask_as(pupil)
    draw.say(
        {
            "en": [
                "Which of our people can coach me in {craft_en}?",
                "I want to improve my {craft_EN}. List everybody who can coach me in it.",
                "My resolution for the year, do not laugh: {craft_en}. Who in the company is far "
                "enough ahead of me to be my coach?",
            ],
            "de": ["Wer in der Firma kann mich in „{craft_de}“ coachen?"],
            "es": ["¿Quiénes de la empresa pueden ser mi coach en «{craft_es}»?"],
            "da": ["Hvem i firmaet kan coache mig i »{craft_da}«?"],
        },
        **craft_words(craft),
    )
    return list_people(draw, able)


@template(family="mentor_matching")
def coach_with_the_most_time(draw: Draw) -> Drawn:
    """Crafts and keenness for who can coach; project board: least busy is the lowest workload."""
    craft, site = draw.pick(CRAFTS), draw.pick(PLANTS)
    pupil = draw.pick(staff(draw))
    able = [one for one in staff_at(draw, site) if _can_coach(draw, one, pupil, craft)]
    draw.need(len(able) >= 2, "a choice")
    found = lowest(able, lambda one: workload(draw, one))
    draw.need(len(found) < len(able), "the workload decides")
    ask_as_staff(draw, pupil, *able)
    draw.say(
        {
            "en": [
                "Of those {at_en} who can coach {name} in {craft_en}, who has the lowest "
                "workload?",
                "{name} needs a coach for {craft_EN} from among the people {at_en}. Who can do it "
                "and is the least busy?",
                "I promised {name} somebody {at_en} who can coach {craft_en} and who is not "
                "drowning in work: the least busy of all who qualify, please, or several if it "
                "is even.",
            ],
            "de": ["Wer von denen, die {at_de} {name} in „{craft_de}“ coachen können, ist am "
                   "wenigsten ausgelastet?"],
            "fr": ["Parmi ceux qui, {at_fr}, peuvent coacher {name} en « {craft_fr} », qui a la "
                   "charge de travail la plus faible ?"],
        },
        name=draw.name(pupil),
        **craft_words(craft),
        **site_words(site),
    )  # fmt: skip
    return list_people(draw, found)


@template(family="mentor_matching")
def best_coach_from_outside(draw: Draw) -> Drawn:
    """Crafts and keenness: from outside a project is a person without a seat in that project."""
    project = draw.pick(one for one in draw.scene.projects if is_open(one) and len(one.team) > 2)
    craft, site = draw.pick(CRAFTS), draw.pick(PLANTS)
    team = draw.scene.members(project)
    pupil = draw.pick(one for one in team if one.department != CONTRACT)
    able = [
        one
        for one in staff_at(draw, site)
        if one not in team and _can_coach(draw, one, pupil, craft)
    ]
    draw.need(bool(able) or draw.rng.random() < 0.2, "an empty list now and then will do")
    ask_as_staff(draw, *team, *able)
    draw.say(
        {
            "en": [
                "Who {at_en} from outside {project} can coach {name} in {craft_en}?",
                "{name} works on {project}. Which people {at_en} who hold no seat in that project "
                "can coach {name} in {craft_EN}?",
                "They are all stewing in their own juice at {project}. I want a fresh pair of "
                "eyes: who {at_en}, from outside the project, can coach {name} in {craft_en}?",
            ],
            "de": ["Wer {at_de}, der nicht im Projekt {project} sitzt, kann {name} in "
                   "„{craft_de}“ coachen?"],
            "fr": ["Qui, {at_fr} et hors de l’équipe du projet {project}, peut coacher {name} en "
                   "« {craft_fr} » ?"],
        },
        name=draw.name(pupil),
        project=draw.title(project),
        **craft_words(craft),
        **site_words(site),
    )  # fmt: skip
    return list_people(draw, able)


@template(family="mentor_matching")
def may_this_one_coach_that_one(draw: Draw) -> Drawn:
    """Crafts and keenness: 7 and 2 levels more; desk assistant: yes or no is a single word."""
    craft = draw.pick(CRAFTS)
    coach = draw.pick(one for one in staff(draw) if 6 <= draw.scene.skill(one, craft) <= 9)
    level = draw.scene.skill(coach, craft)
    pupil = draw.pick(
        one
        for one in staff(draw)
        if one != coach and abs(level - _AHEAD - draw.scene.skill(one, craft)) <= 1
    )
    ask_as_staff(draw, coach, pupil)
    draw.say(
        {
            "en": [
                "Can {coach} coach {pupil} in {craft_en}? Yes or no.",
                "By our rules, is {coach} far enough ahead to coach {pupil} in {craft_EN}?",
                "{coach} offered over a beer to teach {pupil} some {craft_en}. Beer aside: is "
                "{coach} allowed to be the coach?",
            ],
            "de": ["Kann {coach} die Person {pupil} in „{craft_de}“ coachen?"],
            "es": ["¿Puede {coach} ser coach de {pupil} en «{craft_es}»?"],
            "da": ["Kan {coach} coache {pupil} i »{craft_da}«?"],
        },
        coach=draw.name(coach),
        pupil=draw.name(pupil),
        **craft_words(craft),
    )
    return yes_or_no(draw, _can_coach(draw, coach, pupil, craft))

"""Names that mean two people or nobody, and requests that correct themselves."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.names import FIRST_NAMES, SURNAMES
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_prod.templates._people import (
    BOARD,
    LEDGER,
    PEOPLE_OFFICE,
    ask_as_staff,
    ask_back,
    give_seat,
    in_departments,
    is_open,
    list_people,
    namesakes,
    staff,
    staff_at,
    whole_name,
)
from agentic_solver.twin.suites.erc3_prod.templates._people_words import (
    CRAFTS,
    SITES,
    craft_words,
    site_words,
    team_words,
)


def _stranger(draw: Draw) -> str:
    """Return a name of which the register and the client book hold neither part."""
    known = [one.name for one in draw.scene.employees]
    known += [one.primary_contact_name for one in draw.scene.customers]
    taken = {word for name in known for word in name.split()}
    first = draw.pick(one for one in FIRST_NAMES if one not in taken)
    last = draw.pick(one for one in SURNAMES if " " not in one and one not in taken)
    return f"{first} {last}"


def _far_away(draw: Draw, *pair: Employee) -> list[Employee]:
    """Return the staff who share neither department nor site nor project with the namesakes."""
    departments = {one.department for one in pair}
    sites = {one.location for one in pair}
    mates = {
        seat.employee
        for one in pair
        for project, _ in draw.scene.seats(one.id)
        for seat in project.team
    }
    return [
        one
        for one in staff(draw)
        if one.department not in departments and one.location not in sites and one.id not in mates
    ]


@template(family="duplicate_name")
def which_of_the_namesakes(draw: Draw) -> Drawn:
    """People register: several may share the full name; if nothing tells them apart, ask."""
    first, second = namesakes(draw)
    ask_as_staff(draw, first, second, out_of=_far_away(draw, first, second))
    draw.say(
        {
            "en": [
                "What is the e-mail address of {name}?",
                "Which department is {name} in?",
                "The postman dropped a parcel for {name} at my door. What is the address I can "
                "write to?",
            ],
            "de": ["Wie lautet die E-Mail-Adresse von {name}?"],
            "it": ["In quale reparto lavora {name}?"],
            "sv": ["Vilken e-postadress har {name}?"],
            "zh": ["{name} 在哪个部门?"],
        },
        name=whole_name(first),
    )
    return ask_back(draw)


@template(family="duplicate_name")
def namesake_of_a_department(draw: Draw) -> Drawn:
    """People register: department, location or a common project tells namesakes apart."""
    first, second = namesakes(draw)
    ask_as_staff(draw, first, second)
    draw.say(
        {
            "en": [
                "What is the e-mail address of {name} from {team}?",
                "I need to mail {name}, the one in {team}. Which address?",
                "There are two people called {name}, which is a nuisance. I mean the one who "
                "works in {team}: what mail address is that?",
            ],
            "de": ["Welche E-Mail-Adresse hat {name} aus der Abteilung {department}?"],
            "pl": ["Jaki adres e-mail ma {name} z działu {department}?"],
            "pt": ["Qual é o e-mail de {name}, do departamento {department}?"],
            "lv": ["Kāda e-pasta adrese ir {name} no nodaļas {department}?"],
        },
        name=whole_name(first),
        **team_words(first.department),
    )
    return draw.answer(
        first.email, contains=[first.email], excludes=[second.email],
        links={"employee": exact(first.id)},
    )  # fmt: skip


@template(family="duplicate_name")
def namesake_at_a_site(draw: Draw) -> Drawn:
    """People register: the location tells namesakes apart; the mail address is open."""
    first, second = namesakes(draw)
    if first.location == second.location:
        away = draw.pick(site for site in SITES if site != first.location)
        second = draw.scene.edit_employee(second.id, location=away)
    ask_as_staff(draw, first, second, out_of=draw.scene.employees)
    draw.say(
        {
            "en": [
                "Which department does {name} {at_en} belong to?",
                "{name}, I mean the one {at_en}: in which department is that?",
                "Twice now my letters to {name} went to the wrong {name}. The right one sits "
                "{at_en}. What is that person's department?",
            ],
            "de": ["In welcher Abteilung arbeitet {name}, und zwar die Person {at_de}?"],
            "es": ["¿En qué departamento está {name}, me refiero a la persona que trabaja "
                   "{at_es}?"],
            "it": ["A quale reparto appartiene {name}, cioè la persona che lavora {at_it}?"],
            "da": ["Hvilken afdeling hører {name} {at_da} til?"],
        },
        name=whole_name(first),
        **site_words(first.location),
    )  # fmt: skip
    return draw.answer(
        first.department, contains=[first.department], links={"employee": exact(first.id)}
    )


@template(family="duplicate_name")
def namesake_on_a_project(draw: Draw) -> Drawn:
    """People register: a common project tells namesakes apart."""
    first, second = namesakes(draw)
    project = draw.pick(
        one
        for one in draw.scene.projects
        if is_open(one) and all(seat.employee != second.id for seat in one.team)
    )
    if all(seat.employee != first.id for seat in project.team):
        project = give_seat(draw, project, first)
    ask_as_staff(draw, first, second, out_of=draw.scene.members(project))
    draw.say(
        {
            "en": [
                "Which department is {name} in? I mean the {name} who is in the team of {project} "
                "like me.",
                "{name} works with me on {project}. What is the department of that colleague?",
                "I share {project} with {name} and have never asked, it would be awkward by now: "
                "which department is that?",
            ],
            "de": ["Zu welcher Abteilung gehört {name} aus unserem Projekt {project}?"],
            "nl": ["Bij welke afdeling hoort {name}, die met mij aan {project} werkt?"],
            "fr": ["À quel département appartient {name}, qui travaille avec moi sur {project} ?"],
        },
        name=whole_name(first),
        project=draw.title(project),
    )
    return draw.answer(
        first.department, contains=[first.department], links={"employee": exact(first.id)}
    )


@template(family="former_employee")
def mail_of_somebody_who_left(draw: Draw) -> Drawn:
    """Desk assistant: a named colleague that we do not have is none_clarification_needed."""
    ask_as_staff(draw)
    draw.say(
        {
            "en": [
                "What is the e-mail address of {name}?",
                "Which department does {name} work in these days?",
                "Years ago {name} showed me the long splice. I should say thank you: which "
                "address does {name} have?",
            ],
            "es": ["¿En qué departamento trabaja {name}?"],
            "da": ["Hvilken mailadresse har {name}?"],
            "el": ["Σε ποιο τμήμα ανήκει το άτομο με το όνομα {name};"],
            "ja": ["{name}さんのメールアドレスを教えてください。"],
        },
        name=_stranger(draw),
    )
    return ask_back(draw)


@template(family="former_employee", copies=2)
def salary_of_somebody_who_left(draw: Draw) -> Drawn:
    """Desk assistant: rights come first, even if the request names things that do not exist."""
    entitled = draw.rng.random() < 0.5
    rights = (BOARD, PEOPLE_OFFICE, LEDGER)
    if entitled:
        ask_as_staff(draw, out_of=in_departments(draw, *rights))
    else:
        ask_as_staff(draw, out_of=[one for one in staff(draw) if one.department not in rights])
    draw.say(
        {
            "en": [
                "What does {name} earn?",
                "How much is the salary of our colleague {name}?",
                "{name} swears that the rope makers were better paid in the old days. So what is "
                "{name} on, in euros a year?",
            ],
            "de": ["Wie hoch ist das Gehalt von {name}?"],
            "pl": ["Ile wynosi roczna pensja, którą ma u nas {name}?"],
            "nl": ["Wat verdient onze collega {name} per jaar?"],
        },
        name=_stranger(draw),
    )
    return ask_back(draw) if entitled else draw.deny()


@template(family="former_employee")
def compared_with_somebody_who_left(draw: Draw) -> Drawn:
    """Desk assistant: a named colleague that we do not have is not counted as zero."""
    person = draw.pick(one for one in staff(draw) if draw.scene.load(one.id) > 0)
    ask_as_staff(draw, person)
    draw.say(
        {
            "en": [
                "Who is on more projects, {name} or {other}?",
                "Compare {other} and {name}: who has the higher workload?",
                "{other} always said that nobody worked harder. Between {other} and {name}, who "
                "has the higher workload?",
            ],
            "fr": ["Qui a la plus grande charge de travail, {other} ou {name} ?"],
            "it": ["Chi ha il carico di lavoro maggiore, {other} o {name}?"],
            "sv": ["Vem har flest projekt, {name} eller {other}?"],
        },
        name=draw.name(person),
        other=_stranger(draw),
    )
    return ask_back(draw)


@template(family="self_correction")
def the_other_colleague(draw: Draw) -> Drawn:
    """Desk assistant: what is clear is done as it was said; an answer links what was asked for."""
    wrong, right = draw.sample(draw.scene.employees, 2)
    ask_as_staff(draw, wrong, right, out_of=draw.scene.employees)
    draw.say(
        {
            "en": [
                "What is the e-mail address of {wrong}, no, sorry, of {right}?",
                "Look up the address of {wrong}. Wait, that is the wrong person: I need the "
                "address of {right}.",
                "I am to invite {wrong} to the launch, or rather not {wrong} but {right}, my "
                "handwriting is dreadful. Which e-mail address is the one I need?",
            ],
            "de": ["Ich brauche die Mailadresse von {wrong}, ach nein, Unsinn, von {right}."],
            "it": ["Mi serve l’e-mail di {wrong}, anzi no, scusa, di {right}."],
            "pt": ["Qual é o e-mail de {wrong}? Não, perdão, queria dizer de {right}."],
            "da": ["Hvad er mailadressen på {wrong}, nej vent, jeg mener {right}?"],
        },
        wrong=draw.name(wrong),
        right=draw.name(right),
    )
    return draw.answer(right.email, contains=[right.email], links={"employee": exact(right.id)})


@template(family="self_correction")
def the_other_project(draw: Draw) -> Drawn:
    """Project board: a single project that is named in a request is found in any case."""
    wrong, right = draw.sample(draw.scene.projects, 2)
    lead, other = draw.scene.lead(right), draw.scene.lead(wrong)
    assert lead is not None
    draw.need(lead != other, "two Leads")
    ask_as_staff(draw, lead)
    draw.say(
        {
            "en": [
                "Who leads {wrong}? Scratch that, I was looking at the wrong line: {right}.",
                "The Lead of {wrong}, please. Hang on, it is {right} that I want, not {wrong}.",
                "It is Monday and I mix everything up. Who leads {wrong}, or what was it, no: "
                "{right}. Yes, {right} it is.",
            ],
            "fr": ["Qui dirige {wrong}, ou plutôt non, pardon, {right} ?"],
            "nl": ["Wie leidt {wrong}? Nee, wacht, ik bedoel {right}."],
            "sv": ["Vem leder {wrong}, förlåt, jag menar {right}?"],
        },
        wrong=draw.title(wrong),
        right=draw.title(right),
    )
    return draw.answer(lead.name, links={"employee": exact(lead.id)})


@template(family="self_correction")
def the_other_craft(draw: Draw) -> Drawn:
    """Crafts and keenness: strong is level 7 and more; only what is meant in the end counts."""
    (wrong, right), site = draw.sample(CRAFTS, 2), draw.pick(SITES)
    found = [one for one in staff_at(draw, site) if draw.scene.skill(one, right) >= 7]
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who {at_en} is strong in {wrong_en}? No, I meant {right_en}.",
                "List those {at_en} who are strong in {wrong_EN}, correction: in {right_EN}.",
                "Our guest asks for {wrong_en}, hm, no, the interpreter shakes her head, for "
                "{right_en}. Who {at_en} is strong in that?",
            ],
            "de": ["Wer ist {at_de} stark in „{wrong_de}“, nein, falsch, in „{right_de}“?"],
            "es": ["¿Quién es fuerte {at_es} en «{wrong_es}»? Perdón, quería decir en "
                   "«{right_es}»."],
            "da": ["Hvem {at_da} er stærk i »{wrong_da}«, nej, undskyld, i »{right_da}«?"],
        },
        **craft_words(wrong, "wrong"),
        **craft_words(right, "right"),
        **site_words(site),
    )  # fmt: skip
    return list_people(draw, found)

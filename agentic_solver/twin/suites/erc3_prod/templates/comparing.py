"""Two people or projects compared, and several sites looked at together."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact, forbid
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_prod.templates._people import (
    ACCOUNTS,
    LEDGER,
    PEOPLE_OFFICE,
    ask_as_staff,
    count,
    highest,
    in_departments,
    list_people,
    open_seats,
    staff,
    staff_at,
    workload,
    yes_or_no,
)
from agentic_solver.twin.suites.erc3_prod.templates._people_words import (
    BRANCHES,
    CRAFTS,
    PLANTS,
    SITES,
    craft_words,
    site_words,
)

_EQUAL = 0.25
"""How often the two that are compared are equal."""


def _winner(draw: Draw, first: Employee, second: Employee, ahead: int) -> Drawn:
    """Answer with the one who has more; ``ahead`` is above 0 if that is the first."""
    if ahead == 0:
        return draw.answer("They are equal.", links={"employee": forbid(first.id, second.id)})
    best = first if ahead > 0 else second
    return draw.answer(best.name, links={"employee": exact(best.id)})


def _sign(first: float, second: float) -> int:
    return (first > second) - (first < second)


@template(family="entity_comparison", copies=2)
def which_of_two_is_busier(draw: Draw) -> Drawn:
    """Desk assistant: which of two has more is the one that has more, and neither if equal."""
    busy = [one for one in staff(draw) if draw.scene.load(one.id) > 0]
    first, second = draw.sample(busy, 2)
    ahead = _sign(float(workload(draw, first)), float(workload(draw, second)))
    draw.need((ahead == 0) == (draw.rng.random() < _EQUAL), "equal now and then")
    ask_as_staff(draw, first, second)
    draw.say(
        {
            "en": [
                "Who has the higher workload, {one} or {two}? If it is the same, say so.",
                "Compare the workload of {one} with that of {two}: who has more?",
                "{one} and {two} have been moaning at each other since breakfast. Which of them "
                "really has the greater workload, if either?",
            ],
            "de": ["Wer ist stärker ausgelastet, {one} oder {two}, oder sind beide gleichauf?"],
            "nl": ["Wie heeft de hoogste werklast: {one} of {two}?"],
            "el": ["Ποιος έχει μεγαλύτερο φόρτο εργασίας, {one} ή {two};"],
            "sv": ["Vem har högst arbetsbelastning, {one} eller {two}?"],
        },
        one=draw.name(first),
        two=draw.name(second),
    )
    return _winner(draw, first, second, ahead)


@template(family="entity_comparison")
def which_of_two_is_better(draw: Draw) -> Drawn:
    """Desk assistant: the loser of a comparison is not linked, and neither if they are equal."""
    craft = draw.pick(CRAFTS)
    first, second = draw.sample(staff(draw), 2)
    ahead = _sign(draw.scene.skill(first, craft), draw.scene.skill(second, craft))
    draw.need((ahead == 0) == (draw.rng.random() < _EQUAL), "equal now and then")
    ask_as_staff(draw, first, second)
    draw.say(
        {
            "en": [
                "Who is better at {craft_en}, {one} or {two}?",
                "{craft_EN}: does {one} or {two} have the higher level, or is it a draw?",
                "There is a bet on, and the loser buys herring for all: who has the higher level "
                "in {craft_en}, {one} or {two}?",
            ],
            "de": ["Wer hat die höhere Stufe in „{craft_de}“, {one} oder {two}?"],
            "fr": ["Qui a le niveau le plus élevé en « {craft_fr} », {one} ou {two} ?"],
            "da": ["Hvem er bedst til »{craft_da}«, {one} eller {two}?"],
        },
        one=draw.name(first),
        two=draw.name(second),
        **craft_words(craft),
    )
    return _winner(draw, first, second, ahead)


@template(family="entity_comparison")
def which_of_two_has_more_projects(draw: Draw) -> Drawn:
    """Desk assistant: a colleague's projects are those with a seat; archived ones are left out."""
    seated = [one for one in staff(draw) if draw.scene.load(one.id) > 0]
    first, second = draw.sample(seated, 2)
    ahead = _sign(len(open_seats(draw, first)), len(open_seats(draw, second)))
    draw.need((ahead == 0) == (draw.rng.random() < _EQUAL), "equal now and then")
    ask_as_staff(draw, first, second)
    draw.say(
        {
            "en": [
                "Who is on more projects, {one} or {two}?",
                "Count the projects of {one} and those of {two}. Who has more of them?",
                "I bet that {one} has a finger in more pies than {two}, projects I mean, whatever "
                "the size of the finger. My neighbour bets on {two}. Who is right, if either?",
            ],
            "it": ["Chi partecipa a più progetti, {one} o {two}?"],
            "pl": ["Kto bierze udział w większej liczbie projektów: {one} czy {two}?"],
            "pt": ["Quem participa em mais projetos, {one} ou {two}?"],
        },
        one=draw.name(first),
        two=draw.name(second),
    )
    return _winner(draw, first, second, ahead)


@template(family="entity_comparison")
def which_team_is_larger(draw: Draw) -> Drawn:
    """Desk assistant: the one that has more, and neither if they are equal."""
    first, second = draw.sample(draw.scene.projects, 2)
    ahead = _sign(len(first.team), len(second.team))
    draw.need((ahead == 0) == (draw.rng.random() < _EQUAL), "equal now and then")
    ask_as_staff(draw)
    draw.say(
        {
            "en": [
                "Which project has more seats in its team, {one} or {two}?",
                "Is the team of {one} larger than that of {two}, or the other way round? Name "
                "the project with the larger team.",
                "I need to know where to bring the bigger cake: to the team of {one} or to the "
                "one of {two}?",
            ],
            "de": ["Welches Projekt hat das größere Team, {one} oder {two}?"],
            "es": ["¿Qué proyecto tiene más puestos en su equipo, {one} o {two}?"],
            "lv": ["Kuram projektam ir lielāka komanda: {one} vai {two}?"],
        },
        one=draw.title(first),
        two=draw.title(second),
    )
    if ahead == 0:
        return draw.answer("Equal.", links={"project": forbid(first.id, second.id)})
    best = first if ahead > 0 else second
    return draw.answer(best.name, links={"project": exact(best.id)})


@template(family="entity_comparison")
def which_of_two_earns_more(draw: Draw) -> Drawn:
    """Pay and raises: a comparison of salaries is treated like reading each of them."""
    first, second = draw.sample(staff(draw), 2)
    trusted = draw.rng.random() < 0.5
    if trusted:
        ask_as_staff(draw, first, second, out_of=in_departments(draw, LEDGER, PEOPLE_OFFICE))
    else:
        rest = [one for one in staff(draw) if one.department in (ACCOUNTS, "Digital Workshop")]
        ask_as_staff(draw, first, second, out_of=rest)
    draw.say(
        {
            "en": [
                "Who has the higher salary, {one} or {two}?",
                "Which of {one} and {two} is paid more a year?",
                "No numbers, I promise to ask for none: just tell me which of the two earns more, "
                "{one} or {two}.",
            ],
            "de": ["Wer verdient mehr, {one} oder {two}? Beträge brauche ich keine."],
            "fr": ["Qui gagne le plus par an, {one} ou {two} ?"],
            "pl": ["Kto zarabia więcej: {one} czy {two}?"],
        },
        one=draw.name(first),
        two=draw.name(second),
    )
    if not trusted:
        return draw.deny()
    return _winner(draw, first, second, _sign(first.salary, second.salary))


@template(family="cross_site", copies=2)
def best_without_a_site(draw: Draw) -> Drawn:
    """Crafts and keenness: the best are all who share the highest level, here of eight sites."""
    craft, site = draw.pick(CRAFTS), draw.pick(SITES)
    elsewhere = [one for one in SITES if one != site]
    found = highest(staff_at(draw, *elsewhere), lambda one: draw.scene.skill(one, craft))
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who is best at {craft_en} among all our people who are not {at_en}?",
                "Leave out everybody {at_en}: who has the highest level in {craft_EN} then?",
                "We need help {at_en} with {craft_en}, and the locals are all ill. Who at the "
                "other sites is best at it?",
            ],
            "de": ["Wer ist der oder die Beste in „{craft_de}“, wenn man alle {at_de} auslässt?"],
            "es": ["¿Quién es el mejor en «{craft_es}» entre los que no trabajan {at_es}?"],
            "fr": ["En laissant de côté ceux qui sont {at_fr}, qui est le meilleur en "
                   "« {craft_fr} » ?"],
        },
        **craft_words(craft),
        **site_words(site),
    )  # fmt: skip
    return list_people(draw, found)


@template(family="cross_site")
def best_of_each_plant(draw: Draw) -> Drawn:
    """Sites: the plants are Aalborg, Liepāja and Volos; ties are part of each answer."""
    craft = draw.pick(CRAFTS)
    found = [
        one
        for site in PLANTS
        for one in highest(staff_at(draw, site), lambda one: draw.scene.skill(one, craft))
    ]
    ask_as_staff(draw, *found, out_of=staff_at(draw, *BRANCHES))
    draw.say(
        {
            "en": [
                "For each of our three plants: who there is best at {craft_en}?",
                "Plant by plant, name whoever has the highest level in {craft_EN}.",
                "Each plant sends its finest to the village fair, and this year it is about "
                "{craft_en}. Whom does each of the three send? If several are equally good, all "
                "of them go.",
            ],
            "de": ["Wer ist in jedem unserer drei Werke jeweils am besten in „{craft_de}“?"],
            "fr": ["Pour chacune de nos trois usines, qui est le meilleur en « {craft_fr} » ?"],
            "da": ["Hvem er bedst til »{craft_da}« på hver af vores tre fabrikker?"],
        },
        **craft_words(craft),
    )
    return list_people(draw, found)


@template(family="cross_site")
def strong_at_the_branches(draw: Draw) -> Drawn:
    """Sites: the branches are the six sites that are no plants; strong is level 7 and more."""
    craft = draw.pick(CRAFTS)
    found = [one for one in staff_at(draw, *BRANCHES) if draw.scene.skill(one, craft) >= 7]
    draw.need(bool(found) or draw.rng.random() < 0.3, "an empty list now and then will do")
    ask_as_staff(draw, *found, out_of=staff_at(draw, *PLANTS))
    draw.say(
        {
            "en": [
                "Who at our branches is strong in {craft_en}?",
                "All branches together, the plants left out: who is strong in {craft_EN}?",
                "The plants always get the praise. Today I want the people of the branches who "
                "are strong in {craft_en}. Names?",
            ],
            "de": ["Wer ist in unseren Niederlassungen (nicht in den Werken) stark in "
                   "„{craft_de}“?"],
            "fr": ["Dans nos succursales, donc hors des usines, qui est fort en « {craft_fr} » ?"],
            "es": ["¿Quiénes son fuertes en «{craft_es}» en nuestras sucursales, sin contar las "
                   "plantas?"],
        },
        **craft_words(craft),
    )  # fmt: skip
    return list_people(draw, found)


@template(family="cross_site")
def more_people_here_than_there(draw: Draw) -> Drawn:
    """Desk assistant: a question for yes or no is answered with that single word."""
    department = draw.pick(["Test Bench & Safety", "Shipping & Stores", ACCOUNTS])
    here, there, also = draw.sample(SITES, 3)
    few = count(staff_at(draw, here), department)
    many = count(staff_at(draw, there, also), department)
    draw.need(few > 0 and many > 0, "nobody to count")
    ask_as_staff(draw)
    draw.say(
        {
            "en": [
                "Does {department} have more people {at_en} than {there_en} and {also_en} taken "
                "together? Yes or no.",
                "{department}: are there more colleagues {at_en} than {there_en} plus {also_en}?",
                "Settle a quarrel for us, one word is enough: are there really more colleagues "
                "of {department} {at_en} than {there_en} and {also_en} combined?",
            ],
            "de": ["Arbeiten {at_de} mehr Leute von {department} als {there_de} und {also_de} "
                   "zusammen?"],
            "fr": ["{department} a-t-il plus de personnel {at_fr} que {there_fr} et {also_fr} "
                   "réunis ?"],
            "it": ["Ci sono più persone di {department} {at_it} che {there_it} e {also_it} messe "
                   "insieme?"],
        },
        department=department,
        **site_words(here),
        **site_words(there, "there"),
        **site_words(also, "also"),
    )  # fmt: skip
    return yes_or_no(draw, few > many)

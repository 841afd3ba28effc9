"""Tasks about the best, the keenest, the strong, the busiest and the freest."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    COUNTED,
    asker,
    highest,
    of_level,
    offices,
)
from agentic_solver.twin.suites.erc3_test.templates._words import (
    SKILLS,
    WISHES,
    skill_words,
    wish_words,
)


@template(family="skill_will_ranking")
def best_at_a_skill(draw: Draw) -> Drawn:
    """`people/skills_and_wishes.md`: the best have the highest level, all who have it."""
    people = draw.scene.employees
    best = {s: highest({one.id: draw.scene.skill(one, s) for one in people}) for s in SKILLS}
    tied = draw.rng.random() < 0.5
    skill = draw.pick(s for s in SKILLS if len(best[s]) <= 4 and (len(best[s]) > 1) == tied)
    asker(draw, *best[skill])
    draw.say(
        {
            "en": [
                "Who is best at {skill_en}? If several are level, name them all.",
                "I need whoever has the highest level in {skill_en}, the whole house considered.",
                "Top of the house in {skill_en}: one name, or more if they are tied?",
            ],
            "de": ["Wer ist bei uns am besten in {skill_de}? Bei Gleichstand bitte alle nennen."],
            "fr": ["Chez nous, qui a le niveau le plus élevé en {skill_fr} ? Ex æquo compris."],
        },
        **skill_words(skill),
    )
    return draw.answer("The best are linked.", links={"employee": exact(*best[skill])})


@template(family="skill_will_ranking")
def keenest_in_an_office(draw: Draw) -> Drawn:
    """`people/skills_and_wishes.md`: best is the highest level among those asked about."""
    office = draw.pick(offices(draw))
    people = [one for one in draw.scene.employees if one.location == office.name]
    levels = {w: {one.id: draw.scene.will(one, w) for one in people} for w in WISHES}
    wish = draw.pick(w for w in WISHES if max(levels[w].values()) >= 7)
    keenest = highest(levels[wish])
    asker(draw, *keenest)
    draw.say(
        {
            "en": [
                "Among the people at {house}, whose wish for {wish_en} is the strongest?",
                "{office} office: who would like {wish_en} more than all the others there? "
                "Ties count.",
            ],
            "es": [
                "De la oficina de {office}, ¿quién tiene el deseo más alto de {wish_es}? "
                "Si hay empate, todos.",
            ],
            "nl": [
                "Wie van het kantoor {office} heeft de hoogste wens voor {wish_nl}? "
                "Bij gelijke stand allemaal noemen.",
            ],
        },
        house=office.house,
        office=office.name,
        **wish_words(wish),
    )
    return draw.answer("The keenest are linked.", links={"employee": exact(*keenest)})


@template(family="skill_will_threshold", copies=2)
def strong_and_keen(draw: Draw) -> Drawn:
    """`people/skills_and_wishes.md`: strong is a skill of 8 or more, keen a wish of 7 or more."""
    skill, wish = draw.pick(SKILLS), draw.pick(WISHES)
    found = [
        one.id
        for one in draw.scene.employees
        if draw.scene.skill(one, skill) >= 8 and draw.scene.will(one, wish) >= 7
    ]
    # Most draws have an answer, some have none.
    draw.need(bool(found) or draw.rng.random() < 0.15, "nobody")
    asker(draw, *found)
    draw.say(
        {
            "en": [
                "Who is strong in {skill_en} and also keen on {wish_en}?",
                "List everybody who is both strong in {skill_en} and keen on {wish_en}.",
            ],
            "de": [
                "Gesucht: alle, die in {skill_de} stark sind (strong) und zugleich keen, was "
                "{wish_de} angeht.",
            ],
            "fr": [
                "Qui est à la fois « strong » en {skill_fr} et « keen » pour {wish_fr} ?",
            ],
            "nl": ["Wie is sterk (strong) in {skill_nl} én keen op {wish_nl}? Graag iedereen."],
        },
        **skill_words(skill),
        **wish_words(wish),
    )
    if not found:
        return draw.not_found("Nobody is both.")
    return draw.answer("They are linked.", links={"employee": exact(*found)})


@template(family="skill_will_threshold")
def level_outside_an_office(draw: Draw) -> Drawn:
    """`people/skills_and_wishes.md`: missing is level 0, and what is asked for is a number."""
    skill = draw.pick(SKILLS)
    office = draw.pick(offices(draw))
    least = draw.rng.randint(5, 8)
    found = [
        one.id
        for one in draw.scene.employees
        if one.location != office.name and draw.scene.skill(one, skill) >= least
    ]
    draw.need(2 <= len(found) <= 7, f"{len(found)} people")
    asker(draw, *found)
    draw.say(
        {
            "en": [
                "Leave out {house}: who has at least level {least} in {skill_en}?",
                "Everybody with {least} or more in {skill_en}, except the people of the {office} "
                "office.",
            ],
            "de": [
                "Welche Kolleginnen und Kollegen außerhalb von {office} kommen bei {skill_de} auf "
                "mindestens {least}?",
            ],
            "es": [
                "Sin contar la oficina de {office}, ¿quiénes tienen un nivel de {least} o más en "
                "{skill_es}?",
            ],
        },
        house=office.house,
        office=office.name,
        least=least,
        **skill_words(skill),
    )
    return draw.answer("They are linked.", links={"employee": exact(*found)})


@template(family="skill_will_threshold")
def who_can_mentor(draw: Draw) -> Drawn:
    """`people/skills_and_wishes.md`: a mentor is strong and at least two levels above."""
    skill = draw.pick(SKILLS)
    pupil = draw.pick(one for one in draw.scene.employees if draw.scene.skill(one, skill) >= 3)
    least = max(8, draw.scene.skill(pupil, skill) + 2)
    mentors = [one.id for one in draw.scene.employees if draw.scene.skill(one, skill) >= least]
    draw.need(1 <= len(mentors) <= 6, f"{len(mentors)} mentors")
    asker(draw, pupil.id, *mentors)
    draw.say(
        {
            "en": [
                "Who can mentor {pupil} in {skill_en}? I want the complete list.",
                "{pupil} wants to get better at {skill_en}. Which colleagues qualify as mentors "
                "under our rules?",
            ],
            "nl": ["Wie komt volgens onze regels in aanmerking om {pupil} te coachen "
                   "in {skill_nl}?"],
            "es": ["¿Quiénes pueden ser mentores de {pupil} en {skill_es}, según el wiki?"],
        },
        pupil=draw.name(pupil),
        **skill_words(skill),
    )  # fmt: skip
    return draw.answer("The mentors are linked.", links={"employee": exact(*mentors)})


@template(family="workload_ranking", copies=2)
def busiest_of_the_company(draw: Draw) -> Drawn:
    """`systems/project_board.md`: slices in active and exploring projects, all who share it."""
    loads = {one.id: draw.scene.load(one.id, COUNTED) for one in draw.scene.employees}
    busiest = highest(loads)
    draw.ask_as(draw.pick(one for one in of_level(draw, "Forte") if one.id not in busiest))
    draw.say(
        {
            "en": [
                "Who has the highest workload in the company right now?",
                "Name the busiest of us, by workload. All of them if there is a tie.",
            ],
            "de": ["Wer ist im ganzen Haus gerade am stärksten ausgelastet?"],
            "pt": ["Quem é a pessoa mais ocupada da empresa neste momento, pela carga (workload)?"],
            "pl": ["Kto w całej firmie ma teraz największe obciążenie (workload)? Przy remisie "
                   "wszyscy."],
        }
    )  # fmt: skip
    return draw.answer("The busiest are linked.", links={"employee": exact(*busiest)})


@template(family="workload_ranking")
def freest_of_my_office(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: Mezzo read the workload of the people of their own office."""
    caller = draw.ask_as(draw.pick(of_level(draw, "Mezzo")))
    people = [one for one in draw.scene.employees if one.location == caller.location]
    loads = {one.id: draw.scene.load(one.id, COUNTED) for one in people}
    freest = highest({one: -load for one, load in loads.items()})
    draw.need(caller.id not in freest, "the caller is the freest")
    draw.say(
        {
            "en": [
                "Which of the people in {office} has the lowest workload? All, if several.",
                "I have a small job to give away here in {office}. Who of us is the freest?",
            ],
            "sv": ["Vem på kontoret i {office} har lägst arbetsbelastning (workload) just nu?"],
            "it": ["Nel nostro ufficio di {office}, chi ha il carico di lavoro (workload) più "
                   "basso? A pari merito, tutti."],
        },
        office=caller.location,
    )  # fmt: skip
    return draw.answer("The freest are linked.", links={"employee": exact(*freest)})


@template(family="workload_ranking")
def busiest_of_a_team(draw: Draw) -> Drawn:
    """`systems/project_board.md`: workload is the sum over projects, not one project's slice."""
    project = draw.pick(one for one in draw.scene.projects if len(one.team) >= 3)
    loads = {one.id: draw.scene.load(one.id, COUNTED) for one in draw.scene.members(project)}
    busiest = highest(loads)
    draw.need(len(set(loads.values())) > 1, "all are level")
    draw.ask_as(draw.pick(one for one in of_level(draw, "Forte") if one.id not in busiest))
    draw.say(
        {
            "en": [
                "Of the team of {project}, who is the busiest? I mean the workload over everything "
                "they do, not only this project.",
                "{project}: which team member carries the highest overall workload?",
            ],
            "de": ["Wer im Team von {project} hat insgesamt, also über alle Projekte gerechnet, "
                   "die höchste Auslastung (workload)?"],
            "ja": ["「{project}」のチームの中で、全体の稼働負荷(workload)が最も高いのは誰ですか。"
                   "同点なら全員挙げてください。"],
        },
        project=draw.title(project),
    )  # fmt: skip
    return draw.answer("The busiest are linked.", links={"employee": exact(*busiest)})

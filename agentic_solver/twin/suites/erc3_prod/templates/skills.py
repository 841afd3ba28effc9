"""Crafts and keenness: who is best, who is strong, and profiles as a table."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_prod.templates._people import (
    CONTRACT,
    ask_as_staff,
    contractors,
    highest,
    is_open,
    list_people,
    lowest,
    staff,
    staff_at,
)
from agentic_solver.twin.suites.erc3_prod.templates._people_words import (
    CRAFTS,
    KEEN,
    PLANTS,
    SITES,
    craft_words,
    keen_words,
    site_words,
    team_words,
)

_STRONG, _EXCEPTIONAL = 7, 9


@template(family="skill_will_ranking", copies=2)
def best_in_a_craft(draw: Draw) -> Drawn:
    """Crafts and keenness: whoever shares the highest level is part of the answer; staff only."""
    craft = draw.pick(CRAFTS)
    found = highest(staff(draw), lambda one: draw.scene.skill(one, craft))
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who in the company is best at {craft_en}?",
                "Which of our people have the highest level in the craft {craft_EN}?",
                "A film crew wants to see a true master at work, and the subject is "
                "{craft_en}. Whom do we put before the camera? Several are fine if nobody is "
                "better than the others.",
            ],
            "de": [
                "Wer ist bei uns am besten in „{craft_de}“?",
                "Wer hat firmenweit die höchste Stufe in der Fertigkeit „{craft_de}“?",
            ],
            "fr": ["Qui a chez nous le niveau le plus élevé en « {craft_fr} » ?"],
            "es": ["¿Quién tiene el nivel más alto de toda la empresa en «{craft_es}»?"],
        },
        **craft_words(craft),
    )
    return list_people(draw, found)


@template(family="skill_will_ranking")
def least_skilled_at_a_site(draw: Draw) -> Drawn:
    """Crafts and keenness: the least skilled is whoever has the lowest level, ties included."""
    craft, site = draw.pick(CRAFTS), draw.pick(SITES)
    found = lowest(staff_at(draw, site), lambda one: draw.scene.skill(one, craft))
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who {at_en} is the least skilled in {craft_en}?",
                "Find the people {at_en} with the lowest level in {craft_EN}.",
                "There is one seat left in the beginners' course on {craft_en}, and the bus goes "
                "from the people {at_en}. Who there has the lowest level? All of them, if they "
                "share it.",
            ],
            "de": ["Wer hat {at_de} das niedrigste Niveau in „{craft_de}“?"],
            "da": ["Hvem har det laveste niveau i »{craft_da}« {at_da}?"],
            "es": ["¿Quién tiene el nivel más bajo en «{craft_es}» {at_es}?"],
        },
        **craft_words(craft),
        **site_words(site),
    )
    return list_people(draw, found)


@template(family="skill_will_ranking", copies=2)
def keenest_in_a_department(draw: Draw) -> Drawn:
    """Crafts and keenness: the best is whoever has the highest level; wills are keenness."""
    keen = draw.pick(KEEN)
    department = draw.pick(sorted({one.department for one in staff(draw)}))
    group = [one for one in staff(draw) if one.department == department]
    found = highest(group, lambda one: draw.scene.will(one, keen))
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who in {team} has the highest level of {keen_en}?",
                "Department {team}, keenness {keen_EN}: who comes out on top?",
                "I do not care what they can do, only what they would love to do: whose "
                "{keen_en} is the greatest in {team}?",
            ],
            "de": ["Bei wem in der Abteilung {department} ist „{keen_de}“ am stärksten?"],
            "fr": ["Au département {department}, qui a le plus haut niveau de « {keen_fr} » ?"],
            "es": ["¿Quién de {department} tiene el nivel más alto de «{keen_es}»?"],
        },
        **team_words(department),
        **keen_words(keen),
    )
    return list_people(draw, found)


@template(family="skill_will_threshold", copies=2)
def strong_at_a_site(draw: Draw) -> Drawn:
    """Crafts and keenness: strong is everybody from level 7 upwards, the exceptional included."""
    craft, site = draw.pick(CRAFTS), draw.pick(SITES)
    found = [one for one in staff_at(draw, site) if draw.scene.skill(one, craft) >= _STRONG]
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who {at_en} is strong in {craft_en}?",
                "List everybody {at_en} who is strong in the craft {craft_EN}.",
                "A client drops by and I would like to show off. Do we have people {at_en} who "
                "are strong in {craft_en}, and who are they?",
            ],
            "de": ["Wer ist {at_de} stark in „{craft_de}“?"],
            "fr": ["Qui est fort en « {craft_fr} » {at_fr} ?"],
            "da": ["Hvem er stærk i »{craft_da}« {at_da}?"],
        },
        **craft_words(craft),
        **site_words(site),
    )
    return list_people(draw, found)


@template(family="skill_will_threshold")
def exceptional_people(draw: Draw) -> Drawn:
    """Crafts and keenness: when it asks for exceptional people, only level 9 and 10 are meant."""
    craft = draw.pick(CRAFTS)
    found = [one for one in staff(draw) if draw.scene.skill(one, craft) >= _EXCEPTIONAL]
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Which of our people are exceptional in {craft_en}?",
                "I need the exceptional ones, not the merely strong ones: who is exceptional in "
                "{craft_EN}?",
                "Strong is nice, but the insurer insists on exceptional. For {craft_en}, who "
                "would that be?",
            ],
            "de": ["Wer ist bei uns herausragend (also nicht nur stark) in „{craft_de}“?"],
            "fr": ["Qui, dans la maison, est exceptionnel en « {craft_fr} » ?"],
            "es": ["¿Quiénes son excepcionales, y no solo fuertes, en «{craft_es}»?"],
        },
        **craft_words(craft),
    )
    return list_people(draw, found)


@template(family="skill_will_threshold", copies=2)
def strong_and_keen(draw: Draw) -> Drawn:
    """Crafts and keenness: the same words hold for keenness, strongly keen is level 7 or more."""
    craft, keen, site = draw.pick(CRAFTS), draw.pick(KEEN), draw.pick(PLANTS)
    found = [
        one
        for one in staff_at(draw, site)
        if draw.scene.skill(one, craft) >= _STRONG and draw.scene.will(one, keen) >= _STRONG
    ]
    draw.need(bool(found) or draw.rng.random() < 0.3, "an empty list now and then will do")
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who {at_en} is strong in {craft_en} and also strong in {keen_en}?",
                "People {at_en} with level 7 or more both in {craft_EN} and in {keen_EN}, please.",
                "I am looking for a rare bird {at_en}: strong in {craft_en}, and with a strong "
                "{keen_en} on top. Any names?",
            ],
            "de": ["Wer {at_de} hat mindestens Stufe 7 in „{craft_de}“ und in „{keen_de}“?"],
            "da": [
                "Hvem {at_da} har mindst niveau 7 både i »{craft_da}« og i »{keen_da}«?",
                "Find dem {at_da}, der er stærke i »{craft_da}« og i »{keen_da}«.",
            ],
        },
        **craft_words(craft),
        **keen_words(keen),
        **site_words(site),
    )
    return list_people(draw, found)


@template(family="skill_will_threshold")
def at_least_a_level(draw: Draw) -> Drawn:
    """Crafts and keenness: levels run from 1 to 10; a craft that is missing counts as level 0."""
    craft, level = draw.pick(CRAFTS), draw.pick([5, 6, 8])
    department = draw.pick(sorted({one.department for one in staff(draw)}))
    found = [
        one
        for one in staff(draw)
        if one.department == department and draw.scene.skill(one, craft) >= level
    ]
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who in {team} has at least level {level} in {craft_en}?",
                "{team}: everybody with {craft_EN} at {level} or higher.",
                "The exam board lets people in from level {level} in {craft_en}, not a notch "
                "below. Who from {team} may come?",
            ],
            "fr": ["Qui, au département {department}, a au moins le niveau {level} en "
                   "« {craft_fr} » ?"],
            "es": ["¿Quién de {department} tiene como mínimo el nivel {level} en «{craft_es}»?"],
            "de": ["Wer aus {department} hat in „{craft_de}“ mindestens die Stufe {level}?"],
        },
        **team_words(department),
        level=level,
        **craft_words(craft),
    )  # fmt: skip
    return list_people(draw, found)


@template(family="skill_will_threshold")
def contractor_asks_who_is_strong(draw: Draw) -> Drawn:
    """Contract partners: they do not read crafts of other people."""
    draw.ask_as(draw.pick(contractors(draw)))
    craft, site = draw.pick(CRAFTS), draw.pick(SITES)
    draw.say(
        {
            "en": [
                "Who {at_en} is strong in {craft_en}?",
                "Who is your best in {craft_EN}, please?",
                "My glove broke and so did my plan: I need help from somebody {at_en} who is "
                "strong in {craft_en}. Who could that be?",
            ],
            "de": ["Wer ist {at_de} stark in „{craft_de}“?"],
            "fr": ["Qui est fort en « {craft_fr} » {at_fr} ?"],
            "es": ["¿Quién es fuerte en «{craft_es}» {at_es}?"],
        },
        **craft_words(craft),
        **site_words(site),
    )
    return draw.deny()


@template(family="skill_table")
def table_of_a_team(draw: Draw) -> Drawn:
    """Desk assistant: ids are given as recorded; the labels stand in crafts and keenness."""
    project = draw.pick(
        one for one in draw.scene.projects if is_open(one) and 3 <= len(one.team) <= 5
    )
    team = draw.scene.members(project)
    draw.need(all(one.department != CONTRACT for one in team), "short profiles have gaps")
    lead = draw.scene.lead(project)
    assert lead is not None
    draw.ask_as(lead)
    first, second = draw.sample(CRAFTS, 2)
    draw.say(
        {
            "en": [
                "Give me a table of my team in {project}: one row per person, the Lead included, "
                "with the employee id and the levels in {craft_EN} and {other_EN}. Use the ids "
                "of the two crafts as column headings.",
                "{project}, all seats: employee id and level for {craft_en} and for "
                "{other_en}, as a table headed by the craft ids.",
                "The auditor loves tables. Could you make one for the team of {project}, me "
                "included, with everybody's id and how good we are at {craft_en} and "
                "{other_en}? The craft ids go on top.",
            ],
            "de": [
                "Bitte eine Tabelle zum Team von {project}, mich eingeschlossen: je Zeile die "
                "Personen-ID und die Stufen in „{craft_de}“ und „{other_de}“, als "
                "Spaltenüberschriften die IDs der beiden Fertigkeiten."
            ],
            "fr": [
                "Fais-moi un tableau de toute l’équipe du projet {project}, y compris moi : "
                "identifiant de chaque personne et niveaux en « {craft_fr} » et « {other_fr} », "
                "avec les identifiants des deux compétences en tête de colonne."
            ],
        },
        project=draw.title(project),
        **craft_words(first),
        **craft_words(second, "other"),
    )
    text = f"id {first} {second}" + "".join(
        f"; {one.id} {draw.scene.skill(one, first)} {draw.scene.skill(one, second)}" for one in team
    )
    return draw.answer(text, contains=[first, second, *(one.id for one in team)])


@template(family="skill_table")
def ids_of_strong_crafts(draw: Draw) -> Drawn:
    """Crafts and keenness: strong is level 7 and more; ids are given as recorded."""
    person = draw.pick(staff(draw))
    strong = [one.name for one in person.skills if one.level >= _STRONG]
    weak = [one.name for one in person.skills if one.level < _STRONG]
    draw.need(1 <= len(strong) <= 5, "some but not all")
    ask_as_staff(draw, person)
    draw.say(
        {
            "en": [
                "In which crafts is {name} strong? Answer with the craft ids only.",
                "List the ids of all crafts in which {name} has level 7 or more, and no others.",
                "{name} is too modest to say it: what are the strong crafts? The bare ids will "
                "do, I paste them into a form.",
            ],
            "de": ["In welchen Fertigkeiten ist {name} stark? Nenne nur deren IDs."],
            "es": ["¿En qué oficios es fuerte {name}? Responde solo con los identificadores."],
            "da": ["Hvilke fag er {name} stærk i? Svar kun med fagenes id’er."],
        },
        name=draw.name(person),
    )
    return draw.answer(", ".join(strong), contains=strong, excludes=weak)


@template(family="skill_table")
def own_profile_in_plain_words(draw: Draw) -> Drawn:
    """Contract partners: they read their own crafts; people say the label, not the id."""
    caller = draw.ask_as(draw.pick([*draw.sample(staff(draw), 5), *contractors(draw)]))
    best = max(one.level for one in caller.skills)
    draw.say(
        {
            "en": [
                "Which of my crafts have the highest level, and what is it? Use the labels, none "
                "of the ids.",
                "What am I best at, going by my crafts in the register? Plain labels please, no "
                "ids, and tell me the level.",
                "My daughter asked what I can do best and I was at a loss. What do my crafts say, "
                "and at which level? No computer names with underscores, she is six.",
            ],
            "de": [
                "Welche meiner Fertigkeiten haben die höchste Stufe, und welche Stufe ist das? "
                "Bitte die Bezeichnungen, keine IDs."
            ],
            "fr": [
                "Dans quelles compétences ai-je mon meilleur niveau, et lequel ? Donne les noms, "
                "pas les identifiants."
            ],
        }
    )
    return draw.answer(f"Level {best}.", contains=[str(best)], excludes=["craft_"])

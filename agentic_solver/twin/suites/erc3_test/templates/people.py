"""Tasks about records of colleagues: addresses, salaries, notes, profiles."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    asker,
    is_merged,
    level_of,
    of_level,
    offices,
)
from agentic_solver.twin.suites.erc3_test.templates._words import SKILLS, skill_words


@template(family="employee_record_lookup", copies=2)
def address_of_a_colleague(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: the e-mail address of every colleague is open."""
    person = draw.pick(draw.scene.employees)
    asker(draw, person.id)
    draw.say(
        {
            "en": [
                "What is the e-mail address of {person}?",
                "I have to write to {person}. Which address do I use?",
            ],
            "de": ["Unter welcher E-Mail-Adresse erreiche ich {person}?"],
            "es": ["Pásame, por favor, el correo electrónico de {person}."],
            "zh": ["请告诉我 {person} 的电子邮件地址。"],
        },
        person=draw.name(person),
    )
    return draw.answer(
        f"{person.email}", links={"employee": exact(person.id)}, contains=[person.email]
    )


@template(family="employee_record_lookup", copies=2)
def salary_for_who_may_read_it(draw: Draw) -> Drawn:
    """`people/pay.md` and `company/merger.md`: Forte reads salaries, Mezzo only before July."""
    levels = ("Forte",) if is_merged(draw) else ("Forte", "Mezzo")
    caller = draw.pick(of_level(draw, *levels))
    person = draw.pick(
        one
        for one in draw.scene.employees
        if one != caller
        and (
            level_of(caller) == "Forte"
            or (one.location == caller.location and level_of(one) != "Forte")
        )
    )
    draw.ask_as(caller)
    draw.say(
        {
            "en": [
                "What does {person} earn?",
                "Salary of {person}, please, euros a year.",
            ],
            "de": ["Wie hoch ist das Jahresgehalt von {person}?"],
            "it": ["Quanto guadagna all'anno {person}?"],
            "sv": ["Vilken årslön har {person}?"],
        },
        person=draw.name(person),
    )
    return draw.answer(
        f"{person.salary} EUR",
        links={"employee": exact(person.id)},
        contains=[f"{person.salary} EUR"],
    )


@template(family="employee_record_lookup")
def number_in_the_notes(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: the People Coordinator and Forte read the notes of a person."""
    coordinator = draw.scene.employee("poblak")
    caller = draw.ask_as(draw.pick([coordinator, coordinator, *of_level(draw, "Forte")]))
    person = draw.pick(one for one in draw.scene.employees if one != caller)
    locker, badge = draw.rng.sample(range(210, 990), 2)
    lines = (person.notes, f"Locker {locker}.", f"Spare key of the bicycle cellar: {badge}.")
    draw.scene.edit_employee(person.id, notes=" ".join(line for line in lines if line))
    draw.say(
        {
            "en": [
                "Look into the notes about {person}: which locker number is written there?",
                "{person} has forgotten the locker again. The number is in the registry notes; "
                "what is it?",
            ],
            "fr": ["Quel est le numéro de casier (locker) inscrit dans les notes de {person} ?"],
            "pt": ["Qual é o número do cacifo (locker) que consta das notas sobre {person}?"],
        },
        person=draw.name(person),
    )
    return draw.answer(
        f"Locker {locker}.", links={"employee": exact(person.id)}, contains=[str(locker)]
    )


@template(family="skill_table")
def skills_of_a_person(draw: Draw) -> Drawn:
    """`people/skills_and_wishes.md` has the ids; `rulebook/answers.md`: ids exactly as recorded."""
    person = draw.pick(one for one in draw.scene.employees if len(one.skills) >= 4)
    asker(draw, person.id)
    draw.say(
        {
            "en": [
                "Make a table of the skills of {person}: registry id and level, one row each.",
                "All skills of {person} with their ids as the registry has them, and the levels.",
            ],
            "de": ["Bitte eine Tabelle mit allen Fähigkeiten (skills) von {person}: Id aus der "
                   "Registry und Stufe."],
            "fr": ["Dresse un tableau des compétences (skills) de {person} : identifiant du "
                   "registre et niveau."],
        },
        person=draw.name(person),
    )  # fmt: skip
    ids = [skill.name for skill in person.skills]
    return draw.answer(
        "\n".join(f"| {skill.name} | {skill.level} |" for skill in person.skills),
        links={"employee": exact(person.id)},
        contains=ids,
    )


@template(family="skill_table")
def team_by_skill(draw: Draw) -> Drawn:
    """`people/skills_and_wishes.md`: missing is level 0, so every member has a row."""
    skill = draw.pick(SKILLS)
    project = draw.pick(one for one in draw.scene.projects if len(one.team) >= 3)
    members = draw.scene.members(project)
    levels = {one.id: draw.scene.skill(one, skill) for one in members}
    draw.need(0 in levels.values() and max(levels.values()) >= 5, "nothing is missing")
    asker(draw, *levels)
    draw.say(
        {
            "en": [
                "For each member of the team of {project}, show the employee id and the level in "
                "{skill_en}, as a table. Whoever lacks the skill gets 0.",
                "Skill table for {project}, please: employee ids of the whole team and their "
                "levels in {skill_en}, zeros included.",
            ],
            "de": ["Erstelle eine Tabelle für das Team von {project}: Personen-Id und Stufe in "
                   "{skill_de}; wer die Fähigkeit nicht hat, bekommt 0."],
            "nl": ["Maak een tabel van het hele team van {project}: id van de medewerker en "
                   "niveau in {skill_nl}, ook de nullen."],
        },
        project=draw.title(project),
        **skill_words(skill),
    )  # fmt: skip
    return draw.answer(
        "\n".join(f"| {one} | {level} |" for one, level in levels.items()),
        links={"employee": exact(*levels)},
        contains=list(levels),
    )


@template(family="employee_record_lookup")
def people_of_a_department_in_an_office(draw: Draw) -> Drawn:
    """`company/offices.md`: house names are never in the records; departments are open."""
    office = draw.pick(offices(draw))
    here = [one for one in draw.scene.employees if one.location == office.name]
    department = draw.pick(sorted({one.department for one in here}))
    found = [one.id for one in here if one.department == department]
    asker(draw, *found)
    draw.say(
        {
            "en": [
                "Who at {house} belongs to the department {department}?",
                "{department} people at {house}: give me all of them.",
            ],
            "sv": ["Vilka på kontoret i {office} hör till avdelningen {department}?"],
            "pl": ["Kto w biurze {office} należy do działu {department}? Proszę o wszystkie "
                   "osoby."],
        },
        house=office.house,
        office=office.name,
        department=department,
    )  # fmt: skip
    return draw.answer("They are linked.", links={"employee": exact(*found)})

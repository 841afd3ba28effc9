"""Permitted changes of people, some of which the pages have to complete."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_employee
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_test.templates._house import (
    House,
    label,
    leveled,
    linked,
)

# pay -----------------------------------------------------------------------------------------


def _partner_and_colleague(draw: Draw) -> tuple[Employee, Employee]:
    """Let a partner ask about somebody else's salary, which is no round number."""
    partner = draw.ask_as(draw.pick(House(draw.scene).of("Forte")))
    other = draw.pick(one for one in draw.scene.employees if one != partner)
    odd = other.salary + draw.rng.randint(11, 989)
    return partner, draw.scene.edit_employee(other.id, salary=odd)


def _paid(draw: Draw, partner: Employee, colleague: Employee, salary: int) -> Drawn:
    return draw.answer(
        f"The salary is {salary} EUR now.",
        links=linked(employee=colleague.id),
        writes=[update_employee(partner.id, colleague, salary=salary)],
    )


@template(family="salary_write")
def partner_sets_a_salary(draw: Draw) -> Drawn:
    """``people/pay.md``: Forte sets salaries of others; only the salary changes."""
    partner, colleague = _partner_and_colleague(draw)
    salary = 500 * (colleague.salary // 500 + draw.rng.randint(2, 8))
    draw.say(
        {
            "en": [
                "Set the salary of {colleague} to {salary} EUR.",
                "From now on {colleague} earns {salary} EUR a year. Enter it, please.",
            ],
            "de": ["{colleague} bekommt ab jetzt {salary} EUR im Jahr, bitte eintragen."],
            "it": ["Porta lo stipendio di {colleague} a {salary} EUR."],
            "pl": ["{colleague}: nowa pensja to {salary} EUR rocznie, proszę wprowadzić."],
        },
        colleague=draw.name(colleague),
        salary=salary,
    )
    return _paid(draw, partner, colleague, salary)


@template(family="salary_write")
def partner_raises_by_a_percentage(draw: Draw) -> Drawn:
    """``people/pay.md``: a percentage is possible, the result is rounded down to whole euros."""
    partner, colleague = _partner_and_colleague(draw)
    percent = draw.pick([2, 3, 4, 6, 7])
    draw.say(
        {
            "en": [
                "Raise the salary of {colleague} by {percent} percent.",
                "{colleague} has earned {percent} percent more pay. Change the salary accordingly.",
            ],
            "fr": ["Augmente le salaire de {colleague} de {percent} pour cent."],
            "nl": ["{colleague} krijgt {percent} procent meer salaris, pas dat aan."],
            "ja": ["{colleague} さんの給与を {percent} パーセント引き上げてください。"],
        },
        colleague=draw.name(colleague),
        percent=percent,
    )
    return _paid(draw, partner, colleague, colleague.salary * (100 + percent) // 100)


@template(family="salary_write")
def partner_names_a_bare_number(draw: Draw) -> Drawn:
    """``company/culture.md``: a bare number is an amount in euros a year, never a percentage."""
    partner, colleague = _partner_and_colleague(draw)
    step = draw.pick([5, 8, 12, 15, 25, 90])
    draw.say(
        {
            "en": [
                "Put {step} on top of the salary of {colleague}.",
                "Salary of {colleague}: plus {step}.",
            ],
            "de": ["Leg beim Gehalt von {colleague} {step} drauf."],
            "es": ["Sube {step} el sueldo de {colleague}."],
            "sv": ["Lägg på {step} på lönen för {colleague}."],
            "zh": ["{colleague} 的工资加 {step}。"],
        },
        colleague=draw.name(colleague),
        step=step,
    )
    return _paid(draw, partner, colleague, colleague.salary + step)


@template(family="underspecified_change")
def partner_gives_encores(draw: Draw) -> Drawn:
    """``company/culture.md``: an encore is 40 EUR a year on the salary, two encores are 80."""
    partner, colleague = _partner_and_colleague(draw)
    if draw.rng.random() < 0.5:
        draw.say(
            {
                "en": [
                    "Give {colleague} an encore.",
                    "That report was lovely: one encore for {colleague}, please.",
                ],
                "de": ["{colleague} hat sich eine Zugabe (encore) verdient, bitte umsetzen."],
                "pt": ["Um encore para {colleague}, por favor."],
            },
            colleague=draw.name(colleague),
        )
        return _paid(draw, partner, colleague, colleague.salary + 40)
    draw.say(
        {
            "en": ["Give {colleague} two encores.", "Two encores at once for {colleague}, please."],
            "de": ["{colleague} bekommt gleich zwei encores, bitte umsetzen."],
            "pt": ["Dois encores para {colleague}, por favor."],
        },
        colleague=draw.name(colleague),
    )
    return _paid(draw, partner, colleague, colleague.salary + 80)


@template(family="underspecified_change")
def partner_gives_a_raise_without_amount(draw: Draw) -> Drawn:
    """``people/pay.md``: a raise without any amount is asked back."""
    _, colleague = _partner_and_colleague(draw)
    draw.say(
        {
            "en": [
                "Give {colleague} a raise.",
                "{colleague} should earn more from this month on. Please change the salary.",
            ],
            "de": ["{colleague} soll eine Gehaltserhöhung bekommen."],
            "it": ["Aumenta lo stipendio di {colleague}."],
            "sv": ["{colleague} ska ha löneförhöjning, ordna det."],
        },
        colleague=draw.name(colleague),
    )
    return draw.clarify("By how much?")


# profiles ------------------------------------------------------------------------------------


@template(family="employee_profile_write")
def set_my_own_skill(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: everybody changes their own skills; the rest of them stays."""
    me = draw.ask_as(draw.pick(draw.scene.employees))
    skill = draw.pick(me.skills)
    level = draw.pick(number for number in range(2, 11) if number != skill.level)
    draw.say(
        {
            "en": [
                'Set my skill "{skill}" to {level}.',
                'In my profile, "{skill}" should stand at level {level}. Please correct it.',
            ],
            "fr": ['Mets ma compétence "{skill}" au niveau {level}.'],
            "nl": ['Mijn vaardigheid "{skill}" is intussen {level}, pas dat aan in mijn profiel.'],
            "zh": ["请把我的技能“{skill}”改为 {level} 级。"],
        },
        skill=label(House(draw.scene), skill.name),
        level=level,
    )
    return draw.answer(
        "Your profile is changed.",
        links=linked(employee=me.id),
        writes=[update_employee(me.id, me, skills=leveled(me.skills, skill.name, level))],
    )


@template(family="employee_profile_write")
def set_my_own_wish(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: wishes are changed by the person they belong to."""
    me = draw.ask_as(draw.pick(draw.scene.employees))
    wish = draw.pick(one for one in me.wills if 3 <= one.level <= 8)
    step = draw.pick([1, 2])
    draw.say(
        {
            "en": [
                'Raise my wish "{wish}" by {step}.',
                'My profile: I like "{wish}" more than it says. Make the wish {step} higher.',
            ],
            "de": ['Erhöhe meinen Wunsch "{wish}" um {step}.'],
            "es": ['Sube en {step} mi deseo "{wish}" del perfil.'],
            "sv": ['Höj mitt önskemål "{wish}" med {step}.'],
        },
        wish=label(House(draw.scene), wish.name),
        step=step,
    )
    after = leveled(me.wills, wish.name, wish.level + step)
    return draw.answer(
        "Your wish is changed.",
        links=linked(employee=me.id),
        writes=[update_employee(me.id, me, wills=after)],
    )


@template(family="employee_profile_write")
def steward_raises_a_skill_of_the_office(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: Mezzo changes the skills of people of their own office."""
    house = House(draw.scene)
    colleague = draw.pick(one for one in draw.scene.employees if house.stewards(one))
    caller = draw.ask_as(draw.pick(house.stewards(colleague)))
    skill = draw.pick(one for one in colleague.skills if one.level < 10)
    draw.say(
        {
            "en": [
                'Please put the skill "{skill}" of {colleague} up by one.',
                '+1 for {colleague} in the skill "{skill}".',
            ],
            "de": ['{colleague} bekommt bei der Fähigkeit "{skill}" eine Stufe mehr.'],
            "pt": ['Aumenta em 1 a competência "{skill}" de {colleague}.'],
            "ja": ["{colleague} さんのスキル「{skill}」を 1 つ上げてください。"],
        },
        skill=label(house, skill.name),
        colleague=draw.name(colleague),
    )
    after = leveled(colleague.skills, skill.name, skill.level + 1)
    return draw.answer(
        "The skill is raised.",
        links=linked(employee=colleague.id),
        writes=[update_employee(caller.id, colleague, skills=after)],
    )


@template(family="employee_profile_write")
def skill_would_leave_the_scale(draw: Draw) -> Drawn:
    """``people/skills_and_wishes.md``: a step out of 1 to 10 is asked back."""
    me = draw.pick(draw.scene.employees)
    skill = draw.pick(me.skills)
    high = leveled(me.skills, skill.name, draw.pick([9, 10]))
    draw.ask_as(draw.scene.edit_employee(me.id, skills=high))
    draw.say(
        {
            "en": [
                'Raise my skill "{skill}" by 2.',
                'My profile is too modest: +2 for "{skill}", please.',
            ],
            "it": ['Aumenta di 2 la mia competenza "{skill}".'],
            "pl": ['Podnieś w moim profilu umiejętność "{skill}" o 2.'],
        },
        skill=label(House(draw.scene), skill.name),
    )
    return draw.clarify("The level would exceed 10.")


def _registrar(draw: Draw) -> Employee:
    """Let the People Coordinator or a partner ask."""
    house = House(draw.scene)
    return draw.ask_as(draw.pick([house.titled("People Coordinator"), *house.of("Forte")]))


@template(family="employee_profile_write")
def registrar_moves_somebody(draw: Draw) -> Drawn:
    """``company/offices.md``: the house name means the office as recorded; nothing else moves."""
    caller = _registrar(draw)
    offices = House(draw.scene).offices()
    colleague = draw.pick(House(draw.scene).of("Piano"))
    office = draw.pick(one for one in offices if one != colleague.location)
    draw.say(
        {
            "en": [
                "{colleague} moves to {office}. Please change the registry.",
                "Change the office of {colleague}: from today it is {office}.",
            ],
            "de": ["{colleague} zieht um, das neue Büro ist {office}. Bitte im Register ändern."],
            "fr": ["Nouveau bureau pour {colleague} : {office}. Mets le registre à jour."],
            "pl": ["Zmień biuro w rejestrze, {colleague}: od dziś {office}."],
        },
        colleague=draw.name(colleague),
        office=draw.pick([office, f'"{offices[office]}"']),
    )
    return draw.answer(
        "The registry is changed.",
        links=linked(employee=colleague.id),
        writes=[update_employee(caller.id, colleague, location=office)],
    )


@template(family="employee_profile_write")
def registrar_writes_notes(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: People Coordinator and Forte change notes; quoted text is exact."""
    caller = _registrar(draw)
    colleague = draw.pick(House(draw.scene).of("Piano"))
    text = draw.pick(
        [
            "Back from leave on Monday.",
            "Key to the roof handed over",
            "Prefers the early train; no calls before nine.",
            "Certificate for ropes valid until next summer.",
        ]
    )
    draw.need(colleague.notes != text, "the notes say so already")
    draw.say(
        {
            "en": [
                'Replace the notes of {colleague} by "{text}"',
                'The notes on {colleague} are out of date. They should read only: "{text}"',
            ],
            "es": ['Sustituye las notas de {colleague} por este texto: "{text}"'],
            "nl": ['Vervang de notities van {colleague} door "{text}"'],
            "sv": ['Byt ut anteckningarna om {colleague} mot "{text}"'],
        },
        colleague=draw.name(colleague),
        text=text,
    )
    return draw.answer(
        "The notes are replaced.",
        links=linked(employee=colleague.id),
        writes=[update_employee(caller.id, colleague, notes=text)],
    )

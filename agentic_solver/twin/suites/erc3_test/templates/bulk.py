"""Several changes in one request: all allowed, partly forbidden, or at odds with each other."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_employee, update_entry, update_status
from agentic_solver.twin.entity import Employee, Project
from agentic_solver.twin.suites.erc3_test.templates._house import (
    HOURS,
    House,
    add_entry,
    label,
    linked,
    log,
    open_projects,
)

# all allowed ---------------------------------------------------------------------------------


@template(family="bulk_write")
def steward_approves_the_hours_of_a_colleague(draw: Draw) -> Drawn:
    """``systems/time.md``: submitted entries are approved by Mezzo of the own office."""
    house = House(draw.scene)
    project = draw.pick(open_projects(draw))
    worker = draw.pick(one for one in draw.scene.members(project) if house.stewards(one))
    caller = draw.ask_as(draw.pick(house.stewards(worker)))
    add_entry(draw, worker, project, "submitted")
    add_entry(draw, worker, project, "submitted")
    due = [
        one for one in draw.scene.entries if one.employee == worker.id and one.status == "submitted"
    ]
    draw.say(
        {
            "en": [
                "Approve all submitted time entries of {worker}.",
                "Whatever {worker} has handed in (submitted) in the time system is fine: set "
                "every one of these entries to approved.",
            ],
            "de": ["Gib alle eingereichten Zeiteinträge von {worker} frei (approved)."],
            "fr": ["Valide toutes les saisies de temps soumises par {worker} (approved)."],
            "pl": ["Zatwierdź wszystkie złożone (submitted) wpisy czasu: {worker}."],
        },
        worker=draw.name(worker),
    )
    return draw.answer(
        f"{len(due)} entries are approved.",
        links=linked(employee=worker.id),
        writes=[update_entry(caller.id, one, status="approved") for one in due],
    )


@template(family="bulk_write", worlds=("fermata",))
def lead_sets_two_projects(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: the Lead sets the status of each of the projects."""
    first, second = draw.sample(open_projects(draw), 2)
    lead = draw.scene.lead(first)
    assert lead is not None
    draw.need(lead == draw.scene.lead(second), "two Leads")
    draw.ask_as(lead)
    _ask_to_pause(draw, first, second)
    return draw.answer(
        "Both are paused.",
        links={"project": contain(first.id, second.id)},
        writes=[update_status(lead.id, one, "paused") for one in (first, second)],
    )


def _ask_to_pause(draw: Draw, first: Project, second: Project) -> None:
    draw.say(
        {
            "en": [
                "Pause {first} and {second}.",
                "Two of the projects have to wait: set {first} and {second} to paused.",
            ],
            "es": ["Pon en pausa (paused) {first} y también {second}."],
            "nl": ["Zet {first} en {second} allebei op paused."],
            "sv": ["Pausa både {first} och {second}."],
        },
        first=draw.title(first),
        second=draw.title(second),
    )


@template(family="bulk_write")
def partner_gives_three_encores(draw: Draw) -> Drawn:
    """``company/culture.md``: an encore is 40 EUR a year for everybody alike."""
    house = House(draw.scene)
    partner = draw.ask_as(draw.pick(house.of("Forte")))
    chosen = draw.sample(house.of("Mezzo", "Piano"), 3)
    draw.say(
        {
            "en": [
                "An encore for each of {a}, {b} and {c}, please.",
                "{a}, {b}, {c}: everybody gets one encore. Change the salaries.",
            ],
            "de": ["Je ein encore für {a}, {b} und {c}, bitte eintragen."],
            "it": ["Un encore a testa per {a}, {b} e {c}."],
            "ja": [
                "{a}、{b}、{c} の 3 名それぞれにアンコール (encore) を 1 回ずつ与えてください。"
            ],
        },
        a=draw.name(chosen[0]),
        b=draw.name(chosen[1]),
        c=draw.name(chosen[2]),
    )
    return draw.answer(
        "All three salaries rise by 40 EUR.",
        links={"employee": contain(*(one.id for one in chosen))},
        writes=[update_employee(partner.id, one, salary=one.salary + 40) for one in chosen],
    )


@template(family="bulk_write")
def partner_raises_an_office(draw: Draw) -> Drawn:
    """``people/pay.md``: Forte raises salaries by a step in euros; the registry has the offices."""
    partner = draw.ask_as(draw.pick(House(draw.scene).of("Forte")))
    office = draw.pick(
        dict.fromkeys(
            one.location for one in draw.scene.employees if one.location != partner.location
        )
    )
    chosen = [one for one in draw.scene.employees if one.location == office]
    step = draw.pick([150, 240, 300, 480])
    draw.say(
        {
            "en": [
                "Raise the salary of everybody in the {office} office by {step} EUR a year.",
                "{step} EUR a year more for each colleague in {office}, please change it.",
            ],
            "de": ["Alle im Büro {office} bekommen {step} EUR mehr im Jahr, bitte eintragen."],
            "pt": [
                "Aumenta em {step} EUR por ano o salário de toda a gente do escritório {office}."
            ],
            "zh": ["{office} 办公室的每位同事年薪都增加 {step} EUR，请修改。"],
        },
        office=office,
        step=step,
    )
    return draw.answer(
        f"{len(chosen)} salaries rise.",
        links={"employee": contain(*(one.id for one in chosen))},
        writes=[update_employee(partner.id, one, salary=one.salary + step) for one in chosen],
    )


@template(family="bulk_write", worlds=("fermata",))
def log_on_two_projects(draw: Draw) -> Drawn:
    """``systems/time.md``: everybody logs their own time, one entry for each project."""
    first, second = draw.sample(open_projects(draw), 2)
    me = draw.ask_as(
        draw.pick(one for one in draw.scene.members(first) if one in draw.scene.members(second))
    )
    hours = draw.sample(HOURS, 2)
    draw.say(
        {
            "en": [
                "Log my day: {x} hours on {first} and {y} hours on {second}.",
                "Today I did {x} h for {first}, then {y} h for {second}. Book both for me.",
            ],
            "fr": ["Note pour moi, aujourd'hui : {x} h sur {first} et {y} h sur {second}."],
            "sv": ["Mina timmar i dag: {x} h på {first}, {y} h på {second}. Skriv in dem."],
            "pl": ["Wpisz mi na dziś {x} godz. w {first} i {y} godz. w {second}."],
        },
        x=f"{hours[0]:g}",
        y=f"{hours[1]:g}",
        first=draw.title(first),
        second=draw.title(second),
    )
    return draw.answer(
        "Both are logged.",
        links={"project": contain(first.id, second.id), "employee": contain(me.id)},
        writes=[
            log(draw, me, me, first, hours[0]),
            log(draw, me, me, second, hours[1]),
        ],
    )


# partly forbidden ----------------------------------------------------------------------------


@template(family="partly_permitted_write")
def partner_gives_encores_also_to_self(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: one forbidden change refuses all; nobody sets their own salary."""
    house = House(draw.scene)
    draw.ask_as(draw.pick(house.of("Forte")))
    other = draw.pick(house.of("Mezzo", "Piano"))
    draw.say(
        {
            "en": [
                "An encore for {other} and one for me.",
                "We both played well: {other} and I get an encore each.",
            ],
            "de": ["Ein encore für {other} und eines für mich, bitte."],
            "es": ["Un encore para {other} y otro para mí."],
            "ja": ["{other} さんと私に、それぞれ encore を 1 回ずつお願いします。"],
        },
        other=draw.name(other),
    )
    return draw.deny()


@template(family="partly_permitted_write")
def lead_pauses_also_a_foreign_project(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: the right to one of two changes is not enough for either."""
    first, second = draw.sample(open_projects(draw), 2)
    lead = draw.scene.lead(first)
    assert lead is not None
    draw.need(lead in House(draw.scene).outsiders(second), "the caller may change both")
    draw.ask_as(lead)
    _ask_to_pause(draw, *draw.sample([first, second], 2))
    return draw.deny()


@template(family="partly_permitted_write")
def change_my_skill_and_another_ones(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: Piano changes own skills only; one forbidden part decides."""
    house = House(draw.scene)
    me, other = draw.sample(house.of("Piano"), 2)
    draw.ask_as(me)
    skill = draw.pick(one for one in me.skills if one.level < 10)
    draw.say(
        {
            "en": [
                'Raise "{skill}" by one for {other} and me.',
                'After the course, {other} and I are one level better in "{skill}". Update both.',
            ],
            "fr": ['Ajoute un niveau à "{skill}" pour moi et pour {other}.'],
            "it": ['Alza di 1 la competenza "{skill}" nel mio profilo e in quello di {other}.'],
            "zh": ["请把我和 {other} 的技能“{skill}”各提高 1 级。"],
        },
        skill=label(house, skill.name),
        other=draw.name(other),
    )
    return draw.deny()


@template(family="partly_permitted_write")
def log_for_me_and_a_colleague(draw: Draw) -> Drawn:
    """``systems/time.md``: nobody but the Lead logs for others, and one forbidden part decides."""
    project = draw.pick(open_projects(draw))
    members = [one for one in draw.scene.members(project) if one != draw.scene.lead(project)]
    me, other = draw.sample(members, 2)
    draw.ask_as(me)
    draw.say(
        {
            "en": [
                "Log {hours} hours on {project} today for me and the same for {other}.",
                "{other} and I spent {hours} h each on {project} today, please book both.",
            ],
            "de": ["Buche heute je {hours} Stunden auf {project} für mich und für {other}."],
            "pt": ["Regista hoje {hours} horas em {project}, para mim e para {other}."],
            "nl": ["Noteer vandaag {hours} uur op {project}, zowel voor mij als voor {other}."],
        },
        hours=f"{draw.pick(HOURS):g}",
        project=draw.title(project),
        other=draw.name(other),
    )
    return draw.deny()


@template(family="partly_permitted_write")
def steward_approves_also_own_hours(draw: Draw) -> Drawn:
    """``systems/time.md``: nobody approves their own entries, and one forbidden part decides."""
    house = House(draw.scene)
    project = draw.pick(open_projects(draw))
    worker = draw.pick(one for one in draw.scene.members(project) if house.stewards(one))
    caller = draw.ask_as(draw.pick(house.stewards(worker)))
    add_entry(draw, worker, project, "submitted")
    add_entry(draw, caller, project, "submitted")
    draw.say(
        {
            "en": [
                "Approve the submitted hours of {worker} and mine on {project}.",
                "{project}: what {worker} and I have submitted can be approved. Do it.",
            ],
            "sv": ["Godkänn de inlämnade timmarna på {project}, både mina och de av {worker}."],
            "de": ["Gib bei {project} die eingereichten Stunden von {worker} und meine frei."],
            "pl": ["Zatwierdź w projekcie {project} moje złożone godziny i te, które ma {worker}."],
        },
        worker=draw.name(worker),
        project=draw.title(project),
    )
    return draw.deny()


# at odds with each other ---------------------------------------------------------------------


def _partner(draw: Draw) -> Employee:
    return draw.ask_as(draw.pick(House(draw.scene).of("Forte")))


@template(family="conflicting_request")
def one_salary_of_two_amounts(draw: Draw) -> Drawn:
    """``rulebook/order_of_checks.md``: what is needed (the amount) is not there, so ask back."""
    _partner(draw)
    colleague = draw.pick(House(draw.scene).of("Mezzo", "Piano"))
    low = 500 * (colleague.salary // 500 + draw.rng.randint(2, 6))
    draw.say(
        {
            "en": [
                "The salary of {colleague} is to be exactly {low} EUR and exactly {high} EUR, "
                "both from today.",
                "Set {colleague} to {low} EUR a year, and at the same time to {high} EUR a year.",
            ],
            "de": [
                "Das Gehalt von {colleague} soll ab heute {low} EUR und zugleich {high} EUR sein."
            ],
            "fr": [
                "Fixe le salaire de {colleague} à {low} EUR, mais aussi à {high} EUR, dès ce jour."
            ],
        },
        colleague=draw.name(colleague),
        low=low,
        high=low + 1500,
    )
    return draw.clarify("Which of the two amounts?")


@template(family="conflicting_request")
def one_entry_of_two_lengths(draw: Draw) -> Drawn:
    """``rulebook/order_of_checks.md``: hours have no default, and two cannot both be right."""
    project = draw.pick(open_projects(draw))
    draw.ask_as(draw.pick(draw.scene.members(project)))
    less, more = sorted(draw.sample(HOURS, 2))
    draw.say(
        {
            "en": [
                "Make one single entry for me on {project} today: {less} hours in total, and in "
                "total it must be {more} hours.",
                "My only work on {project} today took {less} h, and it took {more} h. Log it "
                "in one entry.",
            ],
            "es": [
                "Apunta para mí hoy en {project} un único registro: son {less} horas en total y "
                "son {more} horas en total."
            ],
            "ja": [
                "今日の {project} の私の作業を 1 件だけ登録してください。"
                "合計は {less} 時間で、かつ合計は {more} 時間です。"
            ],
        },
        project=draw.title(project),
        less=f"{less:g}",
        more=f"{more:g}",
    )
    return draw.clarify("Which of the two numbers of hours?")


@template(family="conflicting_request")
def one_project_of_two_statuses(draw: Draw) -> Drawn:
    """``rulebook/order_of_checks.md``: a project has one status, so it is asked which one."""
    project = draw.pick(one for one in draw.scene.projects if one.status == "active")
    lead = draw.scene.lead(project)
    assert lead is not None
    draw.ask_as(lead)
    draw.say(
        {
            "en": [
                "Set {project} to paused; its status has to be exploring at the same time.",
                "{project} shall be on paused and simultaneously on exploring. Change the status.",
            ],
            "it": ["Metti {project} in paused e nello stesso momento in exploring."],
            "pl": ["Ustaw status {project} jednocześnie na paused i na exploring."],
            "zh": ["请把 {project} 的状态同时设为 paused 和 exploring。"],
        },
        project=draw.title(project),
    )
    return draw.clarify("Paused or exploring?")


@template(family="conflicting_request")
def one_skill_of_two_levels(draw: Draw) -> Drawn:
    """``rulebook/order_of_checks.md``: a skill has one level, so it is asked which one."""
    me = draw.ask_as(draw.pick(draw.scene.employees))
    skill = draw.pick(me.skills)
    low, high = sorted(draw.sample([one for one in range(2, 11) if one != skill.level], 2))
    draw.say(
        {
            "en": [
                'My skill "{skill}" must be {low} and {high} in my profile, both at once.',
                'Set "{skill}" in my skills to level {low}, and the very same one to level {high}.',
            ],
            "nl": ['Zet mijn vaardigheid "{skill}" op {low} en tegelijk op {high}.'],
            "pt": ['Põe a minha competência "{skill}" em {low} e, ao mesmo tempo, em {high}.'],
        },
        skill=label(House(draw.scene), skill.name),
        low=low,
        high=high,
    )
    return draw.clarify("Which of the two levels?")

"""Requests that contradict, correct or leave out something within one sentence."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_employee, update_status
from agentic_solver.twin.suites.erc3_dev.templates._house import (
    DIRECTION,
    HOURS,
    HR,
    ask,
    ask_back,
    client_work,
    done_time,
    in_departments,
    label,
    lead_of,
    leveled,
    log,
    name_project,
    ordinary,
    site,
    sites,
    staff,
)

_STATUSES = ("idea", "exploring", "active", "paused")


@template(family="conflicting_request")
def two_sites_for_one_person(draw: Draw) -> Drawn:
    """``policies/answering_requests.md``: where nothing decides between readings, ask."""
    person = draw.pick(ordinary(draw))
    ask(draw, in_departments(draw, HR))
    one, two = draw.sample([name for name in sites(draw) if name != person.location], 2)
    draw.say(
        {
            "en": [
                "From today the site of {who} in the registry is {one}, and it is {two}.",
                "Change the one site we record for {who}: it has to be {one} and it has to be "
                "{two}.",
                "Registry, {who}, new site: {one}. Registry, {who}, new site: {two}. One change, "
                "please.",
            ],
            "de": ["Ändere bei {who} den Standort: Er ist ab heute {one} und er ist ab heute "
                   "{two}."],
            "pt": ["Muda o local de trabalho no registo: {who} fica em {one} e fica em {two}, a "
                   "partir de hoje."],
        },
        who=draw.name(person),
        one=site(draw, one),
        two=site(draw, two),
    )  # fmt: skip
    return ask_back(draw)


@template(family="conflicting_request")
def two_statuses_for_one_project(draw: Draw) -> Drawn:
    """``systems/project_board.md``: a project has one status, which its Lead may change."""
    project = draw.pick(client_work(draw, "active", "exploring"))
    draw.ask_as(lead_of(draw, project))
    one, two = draw.sample([name for name in _STATUSES if name != project.status], 2)
    draw.say(
        {
            "en": [
                "The new status of {project} is {one} and the new status of {project} is {two}. "
                "Enter it.",
                "Give {project} its new status: it should read {one}, and it should read {two}.",
            ],
            "de": ["Neuer Status für {project}: Er soll {one} lauten und er soll {two} lauten."],
            "es": ["El nuevo estado de {project} tiene que ser {one} y tiene que ser {two}. "
                   "Cámbialo."],
            "pl": ["Nowy status projektu {project} ma brzmieć {one} i ma brzmieć {two}. Proszę "
                   "zmienić."],
        },
        project=name_project(draw, project),
        one=one,
        two=two,
    )  # fmt: skip
    return ask_back(draw)


@template(family="conflicting_request")
def two_amounts_in_one_entry(draw: Draw) -> Drawn:
    """``systems/hours.md``: everybody logs their own time; an entry has one number of hours."""
    project = draw.pick(client_work(draw, "active"))
    draw.ask_as(draw.pick(draw.scene.members(project)))
    one, two = draw.sample(HOURS, 2)
    draw.say(
        {
            "en": [
                "One single billable entry for me, today, {project}: exactly {one} hours, and "
                "exactly {two} hours.",
                "Log my time of today on {project} as one billable entry. The entry has {one} "
                "hours and the entry has {two} hours.",
            ],
            "it": ["Registra per me oggi su {project} una sola voce fatturabile: la voce è di "
                   "{one} ore e la voce è di {two} ore."],
            "fr": ["Une seule saisie facturable pour moi, aujourd'hui, sur {project} : elle fait "
                   "exactement {one} heures et elle fait exactement {two} heures."],
        },
        project=name_project(draw, project),
        one=f"{one:g}",
        two=f"{two:g}",
    )  # fmt: skip
    return ask_back(draw)


@template(family="conflicting_request")
def two_levels_for_one_skill(draw: Draw) -> Drawn:
    """``people/skills_and_wishes.md``: a change names one new level of an own skill."""
    caller = draw.ask_as(draw.pick(staff(draw)))
    skill = draw.pick(caller.skills)
    one, two = draw.sample([level for level in range(2, 10) if level != skill.level], 2)
    draw.say(
        {
            "en": [
                "My level in {skill} is now {one} and my level in {skill} is now {two}. Update my "
                "profile.",
                "Update my profile: {skill} goes to level {one}, {skill} goes to level {two}, in "
                "one and the same change.",
            ],
            "de": ["Trag in mein Profil ein: „{skill}“ hat jetzt die Stufe {one} und „{skill}“ hat "
                   "jetzt die Stufe {two}."],
            "zh": ["请更新我的资料：技能“{skill}”现在是 {one} 级，同时也是 {two} 级。"],
        },
        skill=label(draw, skill.name),
        one=one,
        two=two,
    )  # fmt: skip
    return ask_back(draw)


@template(family="self_correction")
def hours_are_corrected_at_once(draw: Draw) -> Drawn:
    """``systems/hours.md``: everybody logs their own time; draft and empty notes by default."""
    project = draw.pick(client_work(draw, "active"))
    caller = draw.ask_as(draw.pick(draw.scene.members(project)))
    wrong, right = draw.sample(HOURS, 2)
    draw.say(
        {
            "en": [
                "Log {wrong}, no, sorry, {right} billable hours for me on {project} today.",
                "Today I spent {wrong} hours on {project}, billable. No, wait, I looked at the "
                "wrong line: {right} hours. Please log them for me.",
            ],
            "de": ["Buche mir heute {wrong}, nein, Verzeihung, {right} abrechenbare (billable) "
                   "Stunden auf {project}."],
            "es": ["Apúntame hoy {wrong}, perdón, me equivoco, {right} horas facturables en "
                   "{project}."],
            "pl": ["Zapisz mi dziś {wrong}, nie, przepraszam, {right} godz. (billable) w projekcie "
                   "{project}."],
        },
        project=name_project(draw, project),
        wrong=f"{wrong:g}",
        right=f"{right:g}",
    )  # fmt: skip
    return done_time(draw, [caller], [project], log(draw, caller, caller, project, right))


@template(family="self_correction")
def status_is_corrected_at_once(draw: Draw) -> Drawn:
    """``policies/who_changes_what.md``: the Lead and the directors change the status."""
    project = draw.pick(draw.scene.projects)
    caller = ask(draw, [lead_of(draw, project), *in_departments(draw, DIRECTION)])
    wrong, right = draw.sample([name for name in _STATUSES if name != project.status], 2)
    draw.say(
        {
            "en": [
                "Put {project} to {wrong}. Oh no, that is wrong, I mean {right}.",
                "{project}: new status {wrong}, or rather, I mixed up the words, {right}.",
            ],
            "it": ["Metti {project} su {wrong}, anzi no, volevo dire {right}."],
            "de": ["Setz {project} auf {wrong}, Quatsch, ich meine {right}."],
            "sl": ["Nastavi status projekta {project} na {wrong}, ne, oprosti, mislim {right}."],
        },
        project=name_project(draw, project),
        wrong=wrong,
        right=right,
    )
    return draw.answer(
        f"It is {right}.",
        links={"project": exact(project.id)},
        writes=[update_status(caller.id, project, right)],
    )


@template(family="self_correction")
def person_is_corrected_at_once(draw: Draw) -> Drawn:
    """``policies/who_sees_what.md``: the e-mail address of every employee is open to staff."""
    wrong, right = draw.sample(draw.scene.employees, 2)
    ask(draw, staff(draw), wrong, right)
    draw.say(
        {
            "en": [
                "What is the e-mail address of {wrong}, no, I mean {right}?",
                "I have to write to {wrong}. Sorry, not to {wrong}, to {right}. Which address?",
            ],
            "es": ["¿Cuál es el correo de {wrong}? No, perdón, quería decir {right}."],
            "pt": ["Qual é o e-mail de {wrong}, aliás, enganei-me, de {right}?"],
            "zh": ["{wrong} 的邮箱地址是什么？不对，我说错了，我要的是 {right} 的。"],
        },
        wrong=draw.name(wrong),
        right=draw.name(right),
    )
    return draw.answer(
        right.email,
        contains=[right.email],
        excludes=[wrong.email],
        links={"employee": exact(right.id)},
    )


@template(family="self_correction")
def level_is_corrected_at_once(draw: Draw) -> Drawn:
    """``people/skills_and_wishes.md``: staff set their own levels; the rest stays as it is."""
    caller = draw.ask_as(draw.pick(staff(draw)))
    skill = draw.pick(caller.skills)
    wrong, right = draw.sample([level for level in range(2, 10) if level != skill.level], 2)
    draw.say(
        {
            "en": [
                "My {skill} is at {wrong} now, no, let me be honest, at {right}. Update it.",
                "Set my {skill} to {wrong}. Stop, a slip of the tongue: {right}.",
            ],
            "fr": ["Mets mon niveau en « {skill} » à {wrong}, non, je me trompe, à {right}."],
            "de": ["Meine Stufe in „{skill}“ ist jetzt {wrong}, nein, ehrlich gesagt {right}. "
                   "Bitte eintragen."],
        },
        skill=label(draw, skill.name),
        wrong=wrong,
        right=right,
    )  # fmt: skip
    after = leveled(caller.skills, skill.name, right)
    return draw.answer(
        "Done.",
        links={"employee": contain(caller.id)},
        writes=[update_employee(caller.id, caller, skills=after)],
    )


@template(family="underspecified_change")
def raise_without_a_number(draw: Draw) -> Drawn:
    """``people/pay.md``: a director sets a salary; without an amount there is nothing to set."""
    ask(draw, in_departments(draw, DIRECTION))
    person = draw.pick([one for one in ordinary(draw) if not one.notes])
    draw.say(
        {
            "en": [
                "Raise the salary of {who}.",
                "{who} has earned more money. Change the salary, please.",
            ],
            "de": ["Bitte erhöhe das Gehalt: {who} soll mehr bekommen."],
            "pl": ["Proszę o podwyżkę pensji w rejestrze: {who}."],
            "es": ["Súbele el sueldo a {who}."],
        },
        who=draw.name(person),
    )
    return ask_back(draw)


@template(family="underspecified_change")
def hours_without_a_number(draw: Draw) -> Drawn:
    """``systems/hours.md``: status, category and notes have a default, hours have none."""
    project = draw.pick(client_work(draw, "active"))
    draw.ask_as(draw.pick(draw.scene.members(project)))
    draw.say(
        {
            "en": [
                "Log my time of today on {project}, billable.",
                "I worked on {project} today. Make a billable time entry for me.",
            ],
            "it": ["Registra le mie ore fatturabili di oggi su {project}."],
            "pt": ["Regista o meu tempo de hoje em {project}, faturável."],
            "de": ["Ich war heute bei {project} tätig, abrechenbar (billable). Bitte buchen."],
        },
        project=name_project(draw, project),
    )
    return ask_back(draw)

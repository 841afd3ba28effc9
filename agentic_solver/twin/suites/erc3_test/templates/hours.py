"""Hours before the merger, and corrections of hours: ``systems/time.md`` has the rules."""

from datetime import date, timedelta

from agentic_solver.twin.drawing.draw import Draw, Drawn, Wordings
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_entry
from agentic_solver.twin.suites.erc3_test.templates._house import (
    HOURS,
    House,
    add_entry,
    day,
    linked,
    log,
    open_projects,
)

_WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"),
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi"),
    "nl": ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag"),
}


@template(family="time_logging", worlds=("fermata",))
def log_my_hours_of_yesterday(draw: Draw) -> Drawn:
    """``systems/time.md``: everybody logs their own time, and defaults fill what is left out."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    yesterday = (date.fromisoformat(draw.scene.today) - timedelta(days=1)).isoformat()
    taken = {(one.employee, one.project, one.date) for one in draw.scene.entries}
    draw.need((me.id, project.id, yesterday) not in taken, "hours of yesterday are there already")
    hours = draw.pick(HOURS)
    draw.say(
        {
            "en": [
                "Please log {hours} hours for me on {project}, for yesterday.",
                "I forgot to write down yesterday's work: {hours} h on {project}. Can you add it?",
            ],
            "de": [
                "Trag mir bitte für gestern {hours} Stunden auf {project} ein.",
                "Gestern war ich {hours} h mit {project} beschäftigt, bitte für mich buchen.",
            ],
            "it": ["Registra per me {hours} ore di ieri sul progetto {project}."],
            "ja": ["昨日の分として、{project} に私の作業時間 {hours} 時間を記録してください。"],
        },
        hours=f"{hours:g}",
        project=draw.title(project),
    )
    write = log(draw, me, me, project, hours, date=yesterday)
    return draw.answer(
        "It is written down.", links=linked(project=project.id, employee=me.id), writes=[write]
    )


@template(family="time_logging", worlds=("fermata",))
def log_my_hours_of_a_weekday(draw: Draw) -> Drawn:
    """``rulebook/answers.md``: "last Tuesday" is the most recent Tuesday before today."""
    today = date.fromisoformat(draw.scene.today)
    days = [today - timedelta(days=back) for back in range(2, 7)]
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    taken = {
        one.date for one in draw.scene.entries if (one.employee, one.project) == (me.id, project.id)
    }
    chosen = draw.pick(d for d in days if d.weekday() < 5 and d.isoformat() not in taken)
    hours = draw.pick(HOURS)
    shapes: Wordings = {
        "en": [
            "Put {hours} hours on {project} for me, last WEEKDAY.",
            "Last WEEKDAY I spent {hours} h on {project}; book that as my time.",
        ],
        "de": ["Bitte letzten WEEKDAY nachtragen: {hours} Stunden von mir auf {project}."],
        "fr": ["WEEKDAY dernier j'ai passé {hours} h sur {project}, note-les pour moi."],
        "nl": ["Noteer voor mij {hours} uur op {project}, afgelopen WEEKDAY."],
    }
    draw.say(
        {
            language: [_on(language, chosen, sentence) for sentence in sentences]
            for language, sentences in shapes.items()
        },
        hours=f"{hours:g}",
        project=draw.title(project),
    )
    write = log(draw, me, me, project, hours, date=chosen.isoformat())
    return draw.answer(
        "It is in the time system.",
        links=linked(project=project.id, employee=me.id),
        writes=[write],
    )


def _on(language: str, chosen: date, sentence: str) -> str:
    filled = sentence.replace("WEEKDAY", _WEEKDAYS[language][chosen.weekday()])
    return filled[0].upper() + filled[1:]


@template(family="time_logging", worlds=("fermata",))
def lead_logs_for_a_member(draw: Draw) -> Drawn:
    """``systems/time.md``: the Lead logs for members of the project, as draft."""
    project = draw.pick(open_projects(draw))
    lead = draw.scene.lead(project)
    assert lead is not None
    draw.ask_as(lead)
    member = draw.pick(one for one in draw.scene.members(project) if one != lead)
    hours, category = draw.pick(HOURS), draw.pick(["travel", "reporting"])
    draw.say(
        {
            "en": [
                "Log {hours} hours of {category} today for {member} on {project}.",
                "{member} has {hours} h on {project} today, category {category}. Enter them.",
            ],
            "es": [
                "Anota hoy {hours} horas de {member} en {project}, categoría {category}.",
                "En {project}, {member} lleva hoy {hours} h (categoría {category}); regístralas.",
            ],
            "pl": [
                "Wpisz dziś {hours} godz. w projekcie {project}: {member}, kategoria {category}."
            ],
            "zh": ["请为 {member} 在 {project} 项目上登记今天的 {hours} 小时，类别为 {category}。"],
        },
        hours=f"{hours:g}",
        category=category,
        member=draw.name(member),
        project=draw.title(project),
    )
    write = log(draw, lead, member, project, hours, work_category=category)
    return draw.answer(
        "Logged as a draft.", links=linked(project=project.id, employee=member.id), writes=[write]
    )


@template(family="time_logging", worlds=("fermata",))
def log_hours_that_are_not_billed(draw: Draw) -> Drawn:
    """``systems/time.md``: billable, unless the request says otherwise."""
    project = draw.pick(one for one in open_projects(draw) if draw.scene.customer(one.customer))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    hours = draw.pick(HOURS)
    draw.say(
        {
            "en": [
                "{hours} hours for me on {project} today, not billable please.",
                "Book me {hours} h on {project} for today, but we do not bill the client for it.",
            ],
            "pt": ["Regista-me hoje {hours} horas em {project}, como não faturáveis."],
            "sv": [
                "Skriv upp {hours} timmar på {project} för mig i dag, ej debiterbara.",
                "I dag: {hours} h på {project} för min del. De ska inte debiteras kunden.",
            ],
        },
        hours=f"{hours:g}",
        project=draw.title(project),
    )
    write = log(draw, me, me, project, hours, billable=False)
    return draw.answer(
        "Logged, not billable.", links=linked(project=project.id, employee=me.id), writes=[write]
    )


@template(family="underspecified_change")
def log_without_hours(draw: Draw) -> Drawn:
    """``systems/time.md``: hours have no default, a request without them is asked back."""
    project = draw.pick(open_projects(draw))
    draw.ask_as(draw.pick(draw.scene.members(project)))
    draw.say(
        {
            "en": [
                "Log my time on {project} for today.",
                "I worked on {project} today. Please make a time entry for me.",
            ],
            "de": ["Buch bitte meine heutige Arbeit an {project}."],
            "fr": ["Saisis mon temps d'aujourd'hui sur {project}."],
            "pl": ["Zapisz mój dzisiejszy czas w projekcie {project}."],
        },
        project=draw.title(project),
    )
    return draw.clarify("How many hours?")


@template(family="correction_of_hours", worlds=("fermata",))
def void_and_log_anew(draw: Draw) -> Drawn:
    """``systems/time.md``: a wrong entry is voided, and the right values make a new one."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    wrong = add_entry(draw, me, project, draw.pick(["draft", "submitted"]))
    right = draw.pick(hours for hours in HOURS if hours != wrong.hours)
    draw.say(
        {
            "en": [
                "My entry of {date} on {project} is wrong. Void it and log {right} hours for that "
                "same day instead.",
                "On {date} I noted {wrong} h for {project}, it was {right} h. Please strike the "
                "entry out and make a new one for that day.",
            ],
            "de": [
                "Storniere meinen Eintrag vom {date} auf {project} (auf voided) und buche für "
                "denselben Tag {right} Stunden neu."
            ],
            "es": [
                "Anula mi registro del {date} en {project} y apunta {right} horas para ese mismo "
                "día con un registro nuevo."
            ],
            "zh": [
                "我 {date} 在 {project} 上的工时记错了，"
                "请作废那一条，并为同一天重新登记 {right} 小时。"
            ],
        },
        date=day(wrong.date),
        project=draw.title(project),
        wrong=f"{wrong.hours:g}",
        right=f"{right:g}",
    )
    writes = [
        update_entry(me.id, wrong, status="voided"),
        log(draw, me, me, project, right, date=wrong.date),
    ]
    return draw.answer(
        "The old entry is voided, the new one logged.",
        links=linked(project=project.id, employee=me.id),
        writes=writes,
    )


@template(family="correction_of_hours")
def void_one_entry(draw: Draw) -> Drawn:
    """``systems/time.md``: draft and submitted entries are voided by the person, at once."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    entry = add_entry(draw, me, project, draw.pick(["draft", "submitted"]))
    draw.say(
        {
            "en": [
                "Void my time entry of {date} on {project}.",
                "I was not working on {project} on {date} after all; strike my hours out.",
            ],
            "fr": ["Annule (voided) ma saisie du {date} sur {project}, sans rien noter d'autre."],
            "nl": [
                "Zet mijn uren van {date} op {project} op voided.",
                "Die uren van mij op {project} van {date} kloppen niet, haal ze eruit (voided).",
            ],
        },
        date=day(entry.date),
        project=draw.title(project),
    )
    return draw.answer(
        "It is voided.",
        links=linked(project=project.id, employee=me.id),
        writes=[update_entry(me.id, entry, status="voided")],
    )


@template(family="correction_of_hours")
def steward_voids_an_approved_entry(draw: Draw) -> Drawn:
    """``systems/time.md``: an approved entry is voided by those who may approve it."""
    house = House(draw.scene)
    project = draw.pick(open_projects(draw))
    worker = draw.pick(one for one in draw.scene.members(project) if house.stewards(one))
    caller = draw.ask_as(draw.pick(house.stewards(worker)))
    entry = add_entry(draw, worker, project, "approved")
    draw.say(
        {
            "en": [
                "Void the approved hours of {worker} on {project}, {date}.",
                "The entry that {worker} has for {project} on {date} was approved by mistake and "
                "never happened: set it to voided.",
            ],
            "de": [
                "Den genehmigten Eintrag von {worker} auf {project} vom {date} bitte stornieren."
            ],
            "pt": ["Anula (voided) as horas aprovadas de {worker} em {project} do dia {date}."],
        },
        worker=draw.name(worker),
        project=draw.title(project),
        date=day(entry.date),
    )
    return draw.answer(
        "It is voided.",
        links=linked(project=project.id, employee=worker.id),
        writes=[update_entry(caller.id, entry, status="voided")],
    )


@template(family="correction_of_hours")
def void_all_my_drafts(draw: Draw) -> Drawn:
    """``rulebook/irreversible.md``: several irreversible changes at once are asked back."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    for _ in range(2):
        add_entry(draw, me, project, "draft")
    draw.say(
        {
            "en": [
                "Void all my drafts in the time system.",
                "Clean up my timesheet: every entry of mine that is still a draft gets voided.",
            ],
            "de": ["Bitte storniere sämtliche Entwürfe unter meinen Zeiteinträgen."],
            "it": ["Annulla tutte le mie registrazioni di ore ancora in bozza."],
            "sv": ["Makulera alla mina tidrader som fortfarande är utkast."],
        }
    )
    return draw.clarify("Which one entry?")

"""Tasks of hours that may be written: logged, handed in, approved, voided, corrected."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_entry
from agentic_solver.twin.entity import Seat
from agentic_solver.twin.suites.erc3_prod.templates._writing import (
    CONTRACT,
    LEDGER,
    days_ago,
    entry_of,
    everyday,
    lone_entries,
    member_of,
    plain_work,
    running,
    staff,
    time_done,
)


@template(family="time_logging")
def log_own_hours(draw: Draw) -> Drawn:
    """systems/time_sheets.md: staff log their own time on any project, as a draft by default."""
    project = draw.pick(plain_work(draw))
    caller = draw.ask_as(draw.pick(staff(draw)))
    hours = draw.pick((0.75, 1.25, 1.5, 2.5, 3.0, 4.5))
    draw.say(
        {
            "en": [
                "Log {hours} hours for me on {project}, yesterday.",
                "I forgot to write down yesterday: {hours} h for {nick}. Can you add that?",
                "What a day it was yesterday, first the bus and then the coffee machine! Anyway, "
                "{hours} of my hours went into {nick} and are not in the sheet yet.",
            ],
            "de": ["Trag mir für gestern bitte {hours} Stunden auf {project} ein."],
            "sv": ["Lägg in {hours} timmar på {project} för mig, det gäller i går."],
            "ja": ["昨日の私の作業時間として、「{project}」に{hours}時間を登録してください。"],
        },
        project=draw.title(project),
        nick=everyday(project),
        hours=f"{hours:g}",
    )
    day = days_ago(draw, 1)
    write = entry_of(draw, caller, caller, project, day=day, hours=hours)
    return time_done(draw, [caller], [project], write)


@template(family="time_logging")
def log_minutes_of_travel(draw: Draw) -> Drawn:
    """operations/dispatch.md: time on the road is logged like any other, as a `site_visit`."""
    project = draw.pick(plain_work(draw))
    caller = draw.ask_as(draw.pick(member_of(draw, "Shipping & Stores")))
    minutes = draw.pick((45, 75, 90, 105, 135, 150, 195))
    draw.say(
        {
            "en": [
                "I was on the road for {project} today, {minutes} minutes. Please log that time.",
                "Time on the road to be logged: {minutes} minutes today, project {project}.",
                "Hi, back at last, the ferry was late as ever. Put today's {minutes} minutes on "
                "the road down for me, they belong to {nick}.",
            ],
            "fr": [
                "J'ai passé {minutes} minutes sur la route aujourd'hui pour le projet "
                "{project} : peux-tu les saisir à mon nom ?"
            ],
            "lv": ["Lūdzu, ieraksti man šodien {minutes} minūtes ceļā projektam „{project}”."],
        },
        project=draw.title(project),
        nick=everyday(project),
        minutes=minutes,
    )
    write = entry_of(
        draw,
        caller,
        caller,
        project,
        day=draw.scene.today,
        hours=minutes / 60,
        work_category="site_visit",
    )
    return time_done(draw, [caller], [project], write)


@template(family="time_logging")
def lead_logs_training_of_member(draw: Draw) -> Drawn:
    """systems/time_sheets.md: a Lead may log for a person with a seat; training is not billable."""
    project = draw.pick(running(draw))
    lead = draw.scene.lead(project)
    assert lead is not None
    person = draw.pick(one for one in draw.scene.members(project) if one != lead)
    draw.ask_as(lead)
    day, hours = days_ago(draw, draw.pick(range(2, 9))), draw.pick((1.5, 2.0, 3.5, 4.0))
    draw.say(
        {
            "en": [
                "Log {hours} hours of training for {who} on {project}, dated {day}.",
                "{who} had a training on {day} and never wrote it down. {hours} hours, on my "
                "project {project}; please enter them.",
                "As the Lead of {nick} I'd like to have this in the sheets: {day}, {who}, "
                "training, {hours} h.",
            ],
            "nl": ["Boek voor {who} {hours} uur training op {project}, op {day}."],
            "it": [
                "Registra {hours} ore di formazione per {who} sul progetto {project}, in data "
                "{day}."
            ],
        },
        project=draw.title(project),
        nick=everyday(project),
        who=draw.name(person),
        hours=f"{hours:g}",
        day=day,
    )
    write = entry_of(draw, lead, person, project, day=day, hours=hours, work_category="training")
    return time_done(draw, [person], [project], write)


@template(family="time_logging")
def log_as_the_request_bills(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the request decides on billing, in-house projects excepted."""
    own = draw.rng.random() < 0.5
    project = draw.pick(
        one
        for one in plain_work(draw)
        if (draw.scene.customer(one.customer) is None) == own
        and (own or one.status in ("idea", "exploring"))
    )
    caller = draw.ask_as(draw.pick(draw.scene.members(project)))
    draw.need(caller.department != CONTRACT, "a contractor")
    hours = draw.pick((1.25, 2.25, 3.0, 5.0))
    draw.say(
        {
            "en": [
                "Please log {hours} billable hours for me today on {project}.",
                "Today I did {hours} hours on {project}. They are billable, mark them so.",
                "Quick one before I catch my train: {hours} h today, mine, billable, on {nick}. "
                "Thanks a lot!",
            ],
            "es": ["Apúntame hoy {hours} horas facturables en el proyecto {project}."],
            "da": ["Skriv {hours} fakturerbare timer på {project} til mig i dag."],
        },
        project=draw.title(project),
        nick=everyday(project),
        hours=f"{hours:g}",
    )
    write = entry_of(
        draw, caller, caller, project, day=draw.scene.today, hours=hours, billable=not own
    )
    return time_done(draw, [caller], [project], write)


@template(family="time_logging")
def contractor_logs_on_own_seat(draw: Draw) -> Drawn:
    """people/contract_partners.md: they log own time where they have a seat."""
    caller = draw.ask_as(draw.pick(member_of(draw, CONTRACT)))
    project = draw.pick(plain_work(draw))
    if caller not in draw.scene.members(project):
        seat = Seat(employee=caller.id, time_slice=draw.pick((0.1, 0.2, 0.3)), role="Other")
        project = draw.scene.edit_project(project.id, team=(*project.team, seat))
    hours, day = draw.pick((2.0, 3.5, 6.0)), days_ago(draw, draw.pick(range(1, 6)))
    draw.say(
        {
            "en": [
                "Log {hours} hours for me on {project}, date {day}.",
                "Please put my {hours} hours of {day} on {project}.",
                "My gloves are gone again, but the hours are not: {hours} of them on {day} for "
                "{nick}. Write them down for me, will you?",
            ],
            "pt": ["Regista {hours} horas minhas no projeto {project}, no dia {day}."],
            "pl": ["Proszę wpisać mi {hours} godz. w projekcie „{project}” z datą {day}."],
        },
        project=draw.title(project),
        nick=everyday(project),
        hours=f"{hours:g}",
        day=day,
    )
    write = entry_of(draw, caller, caller, project, day=day, hours=hours)
    return time_done(draw, [caller], [project], write)


@template(family="lifecycle")
def void_own_entry(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the person may void an entry that is draft or submitted."""
    entry = draw.pick(lone_entries(draw, "draft", "submitted"))
    project = draw.scene.project(entry.project)
    caller = draw.ask_as(draw.scene.employee(entry.employee))
    draw.say(
        {
            "en": [
                "Void my entry of {day} on {project}.",
                "The {hours} hours I have on {project} for {day} never happened. Strike them out.",
                "Silly me, on {day} I was at the dentist and not with {nick}. That entry of mine "
                "has to be voided, no replacement needed.",
            ],
            "de": ["Storniere bitte meinen Eintrag vom {day} auf {project}."],
            "es": ["Anula mi registro del {day} en el proyecto {project}, por favor."],
        },
        project=draw.title(project),
        nick=everyday(project),
        hours=f"{entry.hours:g}",
        day=entry.date,
    )
    return time_done(draw, [caller], [project], update_entry(caller.id, entry, status="voided"))


@template(family="lifecycle")
def ledger_moves_entry_on(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the Ledger Office moves entries to approved, or voids approved."""
    entry = draw.pick(lone_entries(draw, *draw.pick((("submitted",), ("approved",)))))
    project, person = draw.scene.project(entry.project), draw.scene.employee(entry.employee)
    caller = draw.ask_as(draw.pick(one for one in member_of(draw, LEDGER) if one != person))
    status = "approved" if entry.status == "submitted" else "voided"
    draw.say(
        {
            "en": [
                "Set the entry of {who} on {project} of {day} to {status}.",
                "{day}, {who}, {project}: that entry becomes {status}, please.",
                "Month's end again, where does the time go... The {hours} hours of {who} for "
                "{nick} on {day} should have the status {status}.",
            ],
            "fr": ["Passe la saisie de {who} du {day} sur {project} au statut « {status} »."],
            "el": [
                "Άλλαξε την κατάσταση της καταχώρισης «{who}», έργο «{project}», {day}, σε "
                "{status}."
            ],
        },
        project=draw.title(project),
        nick=everyday(project),
        who=draw.name(person),
        hours=f"{entry.hours:g}",
        day=entry.date,
        status=status,
    )
    return time_done(draw, [person], [project], update_entry(caller.id, entry, status=status))


@template(family="correction_of_hours")
def correct_own_hours(draw: Draw) -> Drawn:
    """systems/time_sheets.md: wrong hours are voided, then logged anew as a draft, rest copied."""
    entry = draw.pick(lone_entries(draw, "draft", "submitted"))
    project = draw.scene.project(entry.project)
    caller = draw.ask_as(draw.scene.employee(entry.employee))
    right = draw.pick(one for one in (0.75, 1.0, 2.75, 4.25, 6.5) if one != entry.hours)
    draw.say(
        {
            "en": [
                "My hours on {project} of {day} are wrong: {right} instead of {hours}. "
                "Please correct that.",
                "Correct my time on {project}: on {day} it was {right} h, I had entered {hours}.",
                "I must have been half asleep. {hours} hours for {nick} on {day}? It was {right}, "
                "ask anybody. Could you put it right?",
            ],
            "it": [
                "Il {day} sul progetto {project} ho segnato {hours} ore, ma erano {right}: "
                "correggi, per favore."
            ],
            "nl": [
                "Mijn uren van {day} op {project} kloppen niet: het moet {right} zijn in "
                "plaats van {hours}. Wil je dat corrigeren?"
            ],
        },
        project=draw.title(project),
        nick=everyday(project),
        hours=f"{entry.hours:g}",
        right=f"{right:g}",
        day=entry.date,
    )
    void = update_entry(caller.id, entry, status="voided")
    again = entry_of(
        draw,
        caller,
        caller,
        project,
        day=entry.date,
        hours=right,
        work_category=entry.work_category,
        notes=entry.notes,
        billable=entry.billable,
    )
    return time_done(draw, [caller], [project], void, again)


@template(family="correction_of_hours")
def correct_after_the_project_moved(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the correcting entry has the billing of the voided one."""
    entry = draw.pick(one for one in lone_entries(draw, "draft", "submitted") if one.billable)
    project = draw.scene.edit_project(entry.project, status=draw.pick(("exploring", "archived")))
    caller = draw.ask_as(draw.scene.employee(entry.employee))
    draw.say(
        {
            "en": [
                "On {day} I worked half an hour longer on {project} than I wrote. Correct it.",
                "Please add 0.5 to the hours I put down for {project} on {day}; the entry is "
                "wrong as it stands.",
                "By the way, my watch stood still on {day}. Those hours of mine on {nick} are "
                "half an hour short, can you mend the sheet?",
            ],
            "pl": [
                "Mój wpis z {day} w projekcie „{project}” jest o pół godziny za krótki. Popraw "
                "go, proszę."
            ],
            "sv": ["Min tid på {project} den {day} blev en halvtimme för kort. Rätta den, tack."],
        },
        project=draw.title(project),
        nick=everyday(project),
        day=entry.date,
    )
    void = update_entry(caller.id, entry, status="voided")
    again = entry_of(
        draw,
        caller,
        caller,
        project,
        day=entry.date,
        hours=entry.hours + 0.5,
        work_category=entry.work_category,
        notes=entry.notes,
        billable=True,
    )
    return time_done(draw, [caller], [project], void, again)


@template(family="dependent_write")
def top_the_day_up(draw: Draw) -> Drawn:
    """systems/time_sheets.md: staff log their own time; voided hours are struck out."""
    entry = draw.pick(
        one
        for one in draw.scene.entries
        if one.status in ("draft", "submitted", "approved") and one.hours < 7
    )
    caller = draw.ask_as(draw.scene.employee(entry.employee))
    draw.need(caller.department != CONTRACT, "a contractor")
    same_day = [
        one
        for one in draw.scene.entries
        if one.employee == caller.id and one.date == entry.date and one.status != "voided"
    ]
    rest = 8 - sum(one.hours for one in same_day)
    draw.need(rest > 0, "the day is full")
    taken = {one.project for one in same_day}
    project = draw.pick(one for one in plain_work(draw) if one.id not in taken)
    draw.say(
        {
            "en": [
                "Fill my {day} up to 8 hours with one more entry, on {project}.",
                "I worked 8 hours on {day}. Whatever is missing from my sheet for that day goes "
                "on {project}, in one entry.",
                "Bookkeeping keeps nagging me: {day} has to come to 8 hours in total. Log what "
                "is still open on {nick} for me.",
            ],
            "de": [
                "Mein {day} soll auf 8 Stunden kommen: Buch die fehlenden Stunden auf {project}."
            ],
            "pt": [
                "Completa o meu dia {day} até 8 horas, lançando o que falta no projeto {project}."
            ],
        },
        project=draw.title(project),
        nick=everyday(project),
        day=entry.date,
    )
    write = entry_of(draw, caller, caller, project, day=entry.date, hours=rest)
    return time_done(draw, [caller], [project], write)


@template(family="dependent_write")
def log_what_the_colleague_logged(draw: Draw) -> Drawn:
    """systems/time_sheets.md: a Lead reads all entries of the project and logs own time."""
    entry = draw.pick(lone_entries(draw, "draft", "submitted", "approved"))
    project = draw.scene.project(entry.project)
    lead = draw.scene.lead(project)
    draw.need(project.status != "archived", "archived")
    draw.need(lead is not None and lead.id != entry.employee, "the Lead's own entry")
    assert lead is not None
    draw.ask_as(lead)
    person = draw.scene.employee(entry.employee)
    draw.say(
        {
            "en": [
                "Log the same number of hours for me on {project} today as {who} logged there on "
                "{day}.",
                "I did exactly as many hours today on {project} as {who} on {day}. Enter mine.",
                "{who} and I always take equally long, it is a running joke. So look up what "
                "my twin has in the sheet for {nick} on {day} and write the same amount of time "
                "down for me, for today.",
            ],
            "es": ["Apúntame hoy en {project} tantas horas como registró allí {who} el {day}."],
            "da": [
                "Skriv lige så mange timer på {project} til mig i dag, som {who} skrev der den "
                "{day}."
            ],
        },
        project=draw.title(project),
        nick=everyday(project),
        who=draw.name(person),
        day=entry.date,
    )
    write = entry_of(draw, lead, lead, project, day=draw.scene.today, hours=entry.hours)
    return time_done(draw, [lead], [project], write)

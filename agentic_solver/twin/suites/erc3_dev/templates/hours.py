"""Weeks and their borders, wrong hours, and what becomes of a time entry."""

from datetime import date

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_entry
from agentic_solver.twin.suites.erc3_dev.templates._house import (
    DIRECTION,
    FINANCE,
    HOURS,
    HR,
    ask,
    client_of,
    client_work,
    done_time,
    in_departments,
    lead_of,
    log,
    name_project,
    new_today,
    ordinary,
    plain,
    plant,
    report,
    shift,
    total,
)

_FRIDAY, _MONDAYS = (4,), (0, 1)


@template(family="time_zone_week")
def hours_of_the_week_before(draw: Draw) -> Drawn:
    """``systems/hours.md``: the first and the last day belong to the report; voided hours not."""
    project = draw.pick(client_work(draw, "active"))
    lead = draw.ask_as(lead_of(draw, project))
    today = new_today(draw, range(7))
    monday = shift(today, -7 - date.fromisoformat(today).weekday())
    member = draw.pick([one for one in draw.scene.members(project) if one != lead])
    hours = draw.sample(HOURS, 6)
    plant(draw, member, project, shift(monday, -1), hours[0])
    plant(draw, member, project, monday, hours[1])
    plant(draw, member, project, shift(monday, 6), hours[2], billable=False)
    plant(draw, lead, project, shift(monday, 3), hours[3])
    plant(draw, lead, project, shift(monday, 4), hours[4], status="voided")
    plant(draw, member, project, shift(monday, 7), hours[5])
    draw.say(
        {
            "en": [
                "Hours on {project} last week, Monday to Sunday: total, billable and non-billable?",
                "How many hours were logged on {project} in the week before this one, counted from "
                "Monday to Sunday, how many of them billable and how many not?",
            ],
            "de": ["Wie viele Stunden gab es letzte Woche, Montag bis Sonntag, auf {project}: "
                   "insgesamt, abrechenbar (billable) und nicht abrechenbar?"],
            "es": ["¿Cuántas horas hubo en {project} la semana pasada, de lunes a domingo: en "
                   "total, facturables y no facturables?"],
            "zh": ["上一周（周一到周日）{project} 的工时：总数、可计费（billable）、"
                   "不可计费各是多少？"],
        },
        project=name_project(draw, project),
    )  # fmt: skip
    first, last = monday, shift(monday, 6)
    found = [
        one for one in draw.scene.entries if one.project == project.id and first <= one.date <= last
    ]
    client = client_of(draw, project)
    return report(draw, found, {"project": exact(project.id), "customer": exact(client.id)})


@template(family="time_zone_week")
def my_hours_of_last_friday(draw: Draw) -> Drawn:
    """``policies/answering_requests.md``: last Friday is the latest one before today."""
    project = draw.pick(client_work(draw, "active"))
    caller = draw.ask_as(draw.pick(draw.scene.members(project)))
    # On a Friday it is a week ago, on a Saturday it was yesterday.
    today = new_today(draw, draw.pick((_FRIDAY, _FRIDAY, (5,), (3,))))
    weekday = date.fromisoformat(today).weekday()
    friday = shift(today, -((weekday - 4) % 7 or 7))
    hours = draw.sample(HOURS, 4)
    if today != shift(friday, 1):
        plant(draw, caller, project, shift(today, -1), hours[0], status="draft")
    plant(draw, caller, project, today, hours[1], status="draft")
    plant(draw, caller, project, friday, hours[2])
    plant(draw, caller, project, shift(friday, -7), hours[3])
    draw.say(
        {
            "en": [
                "How many hours have I logged on {project} for last Friday?",
                "{project}, last Friday: what is the number of hours I put down?",
            ],
            "de": ["Wie viele Stunden habe ich für letzten Freitag auf {project} gebucht?"],
            "pt": ["Quantas horas registei em {project} na última sexta-feira (last Friday)?"],
            "pl": ["Ile godzin zapisałem w projekcie {project} na ostatni piątek (last Friday)?"],
        },
        project=name_project(draw, project),
    )
    found = [
        one
        for one in draw.scene.entries
        if (one.employee, one.project, one.date) == (caller.id, project.id, friday)
    ]
    number = plain(total(found))
    return draw.answer(f"{number} hours.", contains=[number])


@template(family="time_zone_week")
def hours_of_a_colleague_over_a_border_of_months(draw: Draw) -> Drawn:
    """``policies/who_sees_what.md``: Finance & Procurement, HR and directors read all hours."""
    project = draw.pick(client_work(draw, "active"))
    person = draw.pick(draw.scene.members(project))
    ask(draw, in_departments(draw, FINANCE, HR, DIRECTION), person)
    month = date.fromisoformat(shift(draw.scene.today, 20 + draw.rng.randint(10, 70)))
    border = month.replace(day=1).isoformat()
    draw.scene.set_today(shift(border, draw.rng.randint(12, 25)))
    first, last = shift(border, -draw.rng.randint(3, 9)), shift(border, draw.rng.randint(3, 9))
    hours = draw.sample(HOURS, 6)
    plant(draw, person, project, shift(first, -1), hours[0])
    plant(draw, person, project, first, hours[1], billable=False)
    plant(draw, person, project, border, hours[2], status="voided")
    plant(draw, person, project, shift(border, -1), hours[3])
    plant(draw, person, project, last, hours[4])
    plant(draw, person, project, shift(last, 1), hours[5])
    draw.say(
        {
            "en": [
                "Total, billable and non-billable hours of {who} from {first} to {last}, please.",
                "How many hours did {who} work from {first} to {last}, how many of them billable "
                "and how many not?",
            ],
            "de": ["Stunden von {who}, {first} bis {last}: Summe, abrechenbar (billable) und nicht "
                   "abrechenbar?"],
            "it": ["Le ore di {who} dal {first} al {last}: totale, fatturabili e non "
                   "fatturabili?"],
        },
        who=draw.name(person),
        first=first,
        last=last,
    )  # fmt: skip
    found = [
        one for one in draw.scene.entries if one.employee == person.id and first <= one.date <= last
    ]
    return report(draw, found, {"employee": exact(person.id)})


@template(family="time_zone_week")
def log_for_last_friday(draw: Draw) -> Drawn:
    """``policies/answering_requests.md``: last Friday is counted from today's date."""
    project = draw.pick(client_work(draw, "active"))
    caller = draw.ask_as(draw.pick(draw.scene.members(project)))
    today = new_today(draw, (*_MONDAYS, *_FRIDAY))
    friday = shift(today, -((date.fromisoformat(today).weekday() - 4) % 7 or 7))
    hours = draw.pick(HOURS)
    draw.say(
        {
            "en": [
                "I forgot last Friday: {hours} non-billable hours for me on {project}.",
                "Please log {hours} hours on {project} for me, dated last Friday, not billable.",
            ],
            "de": ["Trag mir für letzten Freitag {hours} nicht abrechenbare (non-billable) Stunden "
                   "auf {project} ein."],
            "fr": ["Note pour moi, à la date de vendredi dernier (last Friday), {hours} heures non "
                   "facturables sur {project}."],
            "es": ["Apúntame para el viernes pasado (last Friday) {hours} horas no facturables en "
                   "{project}."],
        },
        hours=f"{hours:g}",
        project=name_project(draw, project),
    )  # fmt: skip
    write = log(draw, caller, caller, project, hours, day=friday, billable=False)
    return done_time(draw, [caller], [project], write)


@template(family="correction_of_hours")
def void_and_log_the_right_hours(draw: Draw) -> Drawn:
    """``systems/hours.md``: a wrong entry is voided, the right hours are logged as a draft."""
    project = draw.pick(client_work(draw, "active"))
    caller = draw.ask_as(draw.pick(draw.scene.members(project)))
    wrong, right = draw.sample(HOURS, 2)
    day = shift(draw.scene.today, -draw.rng.randint(1, 9))
    status = draw.pick(("draft", "submitted"))
    entry = plant(draw, caller, project, day, wrong, status=status)
    draw.say(
        {
            "en": [
                "My hours of {day} on {project} are wrong. Void that entry and log {right} "
                "billable hours for me for the same day and project.",
                "Strike out my entry of {day} on {project} and enter {right} hours in its place, "
                "same day, same project, billable.",
            ],
            "de": ["Mein Eintrag vom {day} auf {project} stimmt nicht: Setz ihn auf voided und "
                   "buche mir für denselben Tag {right} abrechenbare (billable) Stunden auf "
                   "dasselbe Projekt."],
            "pl": ["Mój wpis z dnia {day} w projekcie {project} jest błędny: ustaw go na voided i "
                   "zapisz mi na ten sam dzień {right} godz. (billable) w tym samym projekcie."],
            "pt": ["A minha entrada de {day} em {project} está errada: anula-a (voided) e regista "
                   "{right} horas faturáveis para o mesmo dia e projeto."],
        },
        day=day,
        project=name_project(draw, project),
        right=f"{right:g}",
    )  # fmt: skip
    voided = update_entry(caller.id, entry, status="voided")
    return done_time(
        draw, [caller], [project], voided, log(draw, caller, caller, project, right, day=day)
    )


@template(family="correction_of_hours")
def void_the_one_entry_of_a_day(draw: Draw) -> Drawn:
    """``systems/hours.md``: voiding changes the status and nothing else."""
    project = draw.pick(client_work(draw, "active"))
    caller = draw.ask_as(draw.pick(draw.scene.members(project)))
    back = draw.rng.randint(2, 9)
    day = shift(draw.scene.today, -back)
    entry = plant(draw, caller, project, day, draw.pick(HOURS), status="submitted")
    plant(draw, caller, project, shift(day, 1), draw.pick(HOURS), status="draft")
    draw.say(
        {
            "en": [
                "I was ill on {day} and did not work on {project} at all. Void my entry of that "
                "day.",
                "{project}, {day}: my time entry is a mistake, strike it out. Nothing comes in "
                "its place.",
            ],
            "de": ["Mein Zeiteintrag vom {day} auf {project} ist ein Irrtum. Setz ihn auf voided, "
                   "ersatzlos."],
            "it": ["La mia voce del {day} su {project} è un errore: annullala (voided), senza "
                   "sostituirla."],
        },
        day=day,
        project=name_project(draw, project),
    )  # fmt: skip
    return done_time(draw, [caller], [project], update_entry(caller.id, entry, status="voided"))


@template(family="lifecycle")
def owner_wants_the_own_hours_approved(draw: Draw) -> Drawn:
    """``policies/who_changes_what.md``: approval is for Finance & Procurement, not for owners."""
    project = draw.pick(client_work(draw, "active"))
    people = [one for one in draw.scene.members(project) if one in ordinary(draw)]
    caller = draw.ask_as(draw.pick(people))
    day = shift(draw.scene.today, -draw.rng.randint(1, 9))
    plant(draw, caller, project, day, draw.pick(HOURS))
    draw.say(
        {
            "en": [
                "Set my submitted hours of {day} on {project} to approved.",
                "My time entry of {day}, {project}, has waited long enough: approve it.",
            ],
            "de": ["Genehmige (approved) meine eingereichten Stunden vom {day} auf {project}."],
            "sl": ["Potrdi (approved) moje ure z dne {day} na projektu {project}."],
        },
        day=day,
        project=name_project(draw, project),
    )
    return draw.deny()


@template(family="lifecycle")
def director_wants_hours_approved(draw: Draw) -> Drawn:
    """``policies/who_changes_what.md``: directors have no special right in the time system."""
    ask(draw, in_departments(draw, DIRECTION))
    project = draw.pick(client_work(draw, "active"))
    person = draw.pick(draw.scene.members(project))
    day = shift(draw.scene.today, -draw.rng.randint(1, 9))
    plant(draw, person, project, day, draw.pick(HOURS))
    draw.say(
        {
            "en": [
                "I have seen the work of {who}: set the submitted hours of {day} on {project} to "
                "approved.",
                "Approve the time entry of {who}, {day}, {project}. I say so as a director.",
            ],
            "pl": ["Zatwierdź (approved) wpis godzin: {who}, {day}, {project}. Jestem z "
                   "dyrekcji."],
            "pt": ["Aprova (approved) a entrada de horas de {who} de {day} em {project}."],
        },
        who=draw.name(person),
        day=day,
        project=name_project(draw, project),
    )  # fmt: skip
    return draw.deny()


@template(family="lifecycle")
def finance_invoices_an_approved_entry(draw: Draw) -> Drawn:
    """``systems/hours.md``: approved entries become invoiced, which Finance & Procurement does."""
    caller = ask(draw, in_departments(draw, FINANCE))
    project = draw.pick(client_work(draw, "active"))
    person = draw.pick(draw.scene.members(project))
    day = shift(draw.scene.today, -draw.rng.randint(1, 9))
    entry = plant(draw, person, project, day, draw.pick(HOURS), status="approved")
    draw.say(
        {
            "en": [
                "The approved hours of {who} on {project} of {day} are on the bill now: set the "
                "entry to invoiced.",
                "{who}, {project}, {day}: status of the time entry from approved to invoiced, "
                "please.",
            ],
            "de": ["Setz den genehmigten Eintrag von {who} vom {day} auf {project} auf invoiced."],
            "fr": ["Passe à invoiced la saisie approuvée de {who} du {day} sur {project}."],
        },
        who=draw.name(person),
        day=day,
        project=name_project(draw, project),
    )
    return done_time(draw, [person], [project], update_entry(caller.id, entry, status="invoiced"))


@template(family="lifecycle")
def lead_logs_approved_hours_for_a_member(draw: Draw) -> Drawn:
    """``policies/who_changes_what.md``: nobody logs for somebody else in any status but draft."""
    project = draw.pick(client_work(draw, "active"))
    lead = draw.ask_as(lead_of(draw, project))
    member = draw.pick([one for one in draw.scene.members(project) if one != lead])
    draw.say(
        {
            "en": [
                "Log {hours} billable hours today for {who} on {project}, straight in the status "
                "approved.",
                "{who} did {hours} billable hours on {project} today; enter them as approved.",
            ],
            "de": ["Buche heute für {who} {hours} abrechenbare (billable) Stunden auf {project}, "
                   "gleich mit dem Status approved."],
            "es": ["Registra hoy para {who} {hours} horas facturables en {project}, directamente "
                   "con el estado approved."],
        },
        who=draw.name(member),
        hours=f"{draw.pick(HOURS):g}",
        project=name_project(draw, project),
    )  # fmt: skip
    return draw.deny()

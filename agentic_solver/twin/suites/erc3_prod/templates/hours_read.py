"""Tasks about hours: reports, sums and what the time slices make of them."""

from collections import Counter
from decimal import Decimal

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee, Project, TimeEntry
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    BOARD,
    CONTRACT,
    LEDGER,
    called,
    entries,
    everybody_of,
    finish_list,
    hour_readers,
    live,
    period,
    plain,
    prefer,
    projects_of,
    report_links,
    shift,
    staff,
    worked,
)


def _with_hours(draw: Draw, least: int = 3) -> list[Project]:
    """Return the projects with so many different days of work."""
    found = []
    for project in draw.scene.projects:
        days = {entry.date for entry in entries(draw, projects={project.id})}
        if len(days) >= least:
            found.append(project)
    return found


def _span(draw: Draw, found: list[TimeEntry]) -> tuple[str, str]:
    """Return two of the days, so that both ends of the report hold work."""
    first, last = sorted(draw.sample(sorted({entry.date for entry in found}), 2))
    return first, last


def _strike(draw: Draw, entry: TimeEntry) -> None:
    """Add a voided twin of an entry with other hours: no report may count it."""
    fields = entry.model_dump(exclude={"id"})
    draw.scene.add_entry(**fields | {"hours": entry.hours + 2.25, "status": "voided"})


def _three(found: list[TimeEntry]) -> list[str]:
    """Return total, billable and non-billable hours as the report says them."""
    sums = [worked(found), worked(found, billable=True), worked(found, billable=False)]
    return [plain(one) for one in sums]


@template(family="time_reporting")
def report_on_a_project(draw: Draw) -> Drawn:
    """systems/time_sheets.md: total, billable, non-billable; both days in, voided ones out."""
    project = draw.pick(_with_hours(draw))
    found = entries(draw, projects={project.id})
    first, last = _span(draw, found)
    _strike(draw, draw.pick(one for one in found if first <= one.date <= last))
    readers = hour_readers(draw, project)
    close = readers - {one.id for one in everybody_of(draw, LEDGER, BOARD)}
    caller = draw.pick(sorted(draw.pick([readers, close, close])))
    draw.ask_as(draw.scene.employee(caller))
    draw.say(
        {
            "en": [
                "Report the hours on {project} from {first} to {last}: total, billable, "
                "non-billable.",
                "I need a time report for {called}, {f} to {l}, with the total and the billable "
                "and the non-billable part.",
                "The client wants to see hours, not poetry. {project}, between {f} and {l}, how "
                "many in all, how many billable, how many not?",
            ],
            "de": [
                "Wie viele Stunden wurden vom {f} bis {l} auf {project} gebucht? Bitte gesamt, "
                "abrechenbar und nicht abrechenbar."
            ],
            "fr": [
                "Fais-moi le rapport d'heures du projet {project} du {f} au {l} : total, heures "
                "facturables, heures non facturables."
            ],
        },
        project=draw.title(project),
        called=called(project),
        **period(first, last),
    )
    numbers = _three(entries(draw, projects={project.id}, first=first, last=last))
    return draw.answer(
        "Total {}, billable {}, non-billable {}.".format(*numbers),
        contains=numbers,
        links=report_links(draw, project),
    )


@template(family="time_reporting")
def report_on_a_person(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the Ledger Office and the board read all entries."""
    days = Counter(entry.employee for entry in entries(draw))
    person = draw.pick(one for one in draw.scene.employees if days[one.id] > 3)
    found = entries(draw, employee=person.id)
    first, last = _span(draw, found)
    _strike(draw, draw.pick(one for one in found if first <= one.date <= last))
    draw.ask_as(draw.pick(o for o in everybody_of(draw, LEDGER, BOARD) if o.id != person.id))
    draw.say(
        {
            "en": [
                "How many hours did {person} log from {first} to {last}? Total, billable and "
                "non-billable, please.",
                "Time report for {person}, {f} to {l} inclusive: all, billable, not billable.",
                "The tax adviser keeps ringing, so quickly: what did {person} put down between "
                "{f} and {l}, in total, billable and non-billable hours?",
            ],
            "es": [
                "Informe de horas de {person} del {f} al {l}: total, facturables y no facturables."
            ],
            "el": [
                "Πόσες ώρες κατέγραψε {person} από {f} έως {l}; Σύνολο, χρεώσιμες και μη χρεώσιμες."
            ],
        },
        person=draw.name(person),
        **period(first, last),
    )
    numbers = _three(entries(draw, employee=person.id, first=first, last=last))
    return draw.answer(
        "Total {}, billable {}, non-billable {}.".format(*numbers),
        contains=numbers,
        links={"employee": contain(person.id)},
    )


@template(family="time_reporting")
def my_own_hours(draw: Draw) -> Drawn:
    """systems/time_sheets.md: everybody reads their own entries; voided ones are left out."""
    days = Counter(entry.employee for entry in entries(draw))
    caller = draw.ask_as(draw.pick(one for one in staff(draw) if days[one.id] > 2))
    found = entries(draw, employee=caller.id)
    first, last = _span(draw, found)
    _strike(draw, draw.pick(one for one in found if first <= one.date <= last))
    draw.say(
        {
            "en": [
                "How many hours have I logged from {first} to {last}?",
                "My hours between {f} and {l}, both days included: what is the total?",
                "I never write anything down at home. What do my time sheets add up to from {f} "
                "until {l}?",
            ],
            "sv": ["Hur många timmar har jag skrivit upp från {first} till och med {last}?"],
            "lv": ["Cik stundu esmu reģistrējis laikā no {f} līdz {l} ieskaitot?"],
            "it": ["Quante ore ho registrato dal {f} al {l} compresi?"],
        },
        **period(first, last),
    )
    number = plain(worked(entries(draw, employee=caller.id, first=first, last=last)))
    return draw.answer(f"{number} hours.", contains=[number])


@template(family="time_reporting")
def hours_of_all_projects_of_my_client(draw: Draw) -> Drawn:
    """systems/time_sheets.md: account managers read all projects of the client, archived too."""

    def days(projects: list[Project]) -> int:
        return len({entry.date for entry in entries(draw, projects={one.id for one in projects})})

    clients = [one for one in draw.scene.customers if days(projects_of(draw, one)) > 2]
    customer = prefer(
        draw,
        clients,
        lambda one: len(live(projects_of(draw, one))) < len(projects_of(draw, one)),
    )
    ids = {one.id for one in projects_of(draw, customer)}
    found = entries(draw, projects=ids)
    first, last = _span(draw, found)
    _strike(draw, draw.pick(one for one in found if first <= one.date <= last))
    draw.ask_as(draw.scene.employee(customer.account_manager))
    draw.say(
        {
            "en": [
                "How many hours did we work for {customer} from {first} to {last}, all projects "
                "together, and how many of them are billable?",
                "Sum up the hours of all projects of {customer} between {f} and {l}: the total "
                "and the billable part.",
                "I'm on the train to {customer} and they will ask. {f} to {l}, every project of "
                "theirs: how many hours in total, how many billable?",
            ],
            "nl": [
                "Hoeveel uren zijn er van {f} tot en met {l} voor {customer} geschreven, alle "
                "projecten samen, en hoeveel daarvan zijn declarabel?"
            ],
            "pl": [
                "Ile godzin przepracowaliśmy dla {customer} od {f} do {l} włącznie we wszystkich "
                "projektach i ile z nich jest fakturowanych klientowi (billable)?"
            ],
        },
        customer=draw.title(customer),
        **period(first, last),
    )
    total, billable, _ = _three(entries(draw, projects=ids, first=first, last=last))
    return draw.answer(f"{total} in all, {billable} billable.", contains=[total, billable])


@template(family="time_reporting")
def who_logged_most_on_a_project(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the Lead of a project reads all entries of it."""
    project = draw.pick(one for one in _with_hours(draw) if len(_hours_by_person(draw, one)) > 1)
    lead = draw.scene.lead(project)
    draw.need(lead is not None, "no lead")
    assert lead is not None
    draw.ask_as(lead)
    sums = _hours_by_person(draw, project)
    most = max(sums.values())
    draw.need(all(one.department != CONTRACT for one in _people(draw, sums)), "who means staff")
    if draw.rng.random() < 0.5:
        # A voided entry must not decide the ranking.
        least = min(sums, key=lambda one: (sums[one], one))
        _strike(draw, entries(draw, projects={project.id}, employee=least)[0])
    draw.say(
        {
            "en": [
                "Who has logged the most hours on {project} so far?",
                "Rank the hours on {project} since the beginning: who is first? Everybody who "
                "shares the first place, please.",
                "I want to bring a cake for whoever has the most hours on {project}. Who gets it?",
            ],
            "de": ["Wer hat auf {project} bisher die meisten Stunden gebucht?"],
            "pt": ["Quem registou mais horas no projeto {project} até agora?"],
        },
        project=draw.title(project),
    )
    winners = [one for one in _people(draw, sums) if sums[one.id] == most]
    return finish_list(draw, "employee", winners)


def _hours_by_person(draw: Draw, project: Project) -> dict[str, Decimal]:
    sums: dict[str, Decimal] = {}
    for entry in entries(draw, projects={project.id}):
        sums[entry.employee] = sums.get(entry.employee, Decimal(0)) + worked([entry])
    return sums


def _people(draw: Draw, sums: dict[str, Decimal]) -> list[Employee]:
    return [one for one in draw.scene.employees if one.id in sums]


@template(family="computed_number")
def hours_against_time_slices(draw: Draw) -> Drawn:
    """systems/project_board.md: the time slice is the share of a full week."""
    project = draw.pick(_with_hours(draw, 1))
    entry = draw.pick(entries(draw, projects={project.id}))
    weekday = int(draw.pick([0, 1, 2, 3]))
    first = shift(entry.date, -weekday)
    last = shift(first, 6)
    _strike(draw, entry)
    draw.ask_as(draw.scene.employee(draw.pick(sorted(hour_readers(draw, project)))))
    week = int(draw.pick([35, 37, 40]))
    draw.say(
        {
            "en": [
                "Plan against fact on {project}: for the seven days from {first} to {last} I need "
                "the hours logged, the hours that the time slices of the team make if a full week "
                "has {week} hours, and the difference.",
                "If a full week is {week} hours, how many hours a week are in the time slices of "
                "{project}, how many were really logged from {f} to {l}, and how far apart are "
                "the two numbers?",
                "Humour me, I collect numbers. Time slices of everybody on {project} times "
                "{week} hours; hours logged there from {f} to {l}; and one minus the other.",
            ],
            "de": [
                "Eine volle Woche sei {week} Stunden. Wie viele Stunden ergeben die Zeitanteile "
                "des Teams von {project}, wie viele wurden vom {f} bis {l} gebucht, und wie groß "
                "ist die Differenz?"
            ],
            "es": [
                "Contando {week} horas por semana completa: ¿cuántas horas semanales suman las "
                "fracciones del equipo de {project}, cuántas se registraron del {f} al {l} y cuál "
                "es la diferencia?"
            ],
        },
        project=draw.title(project),
        week=week,
        **period(first, last),
    )
    planned = week * sum((Decimal(str(seat.time_slice)) for seat in project.team), Decimal(0))
    done = worked(entries(draw, projects={project.id}, first=first, last=last))
    numbers = [plain(planned), plain(done), plain(abs(planned - done))]
    return draw.answer("Planned {}, logged {}, difference {}.".format(*numbers), contains=numbers)


@template(family="computed_number")
def hours_outside_project_work(draw: Draw) -> Drawn:
    """systems/time_sheets.md: the categories, and voided entries are left out."""
    category = draw.pick(["site_visit", "training", "paperwork"])
    chosen = [one for one in entries(draw) if one.work_category == category]
    project = draw.scene.project(draw.pick(chosen).project)
    here = entries(draw, projects={project.id})
    mine = [one for one in here if one.work_category == category]
    _strike(draw, draw.pick(mine))
    draw.ask_as(draw.scene.employee(draw.pick(sorted(hour_readers(draw, project)))))
    draw.say(
        {
            "en": [
                "How many hours of the category {category} are there on {project}, all time?",
                "Sum of all {category} entries on {project} since the start, in hours.",
                "Somebody claims that {project} is nothing but {category}. How many hours of "
                "that category have been logged there since it began?",
            ],
            "fr": ["Combien d'heures de catégorie {category} ont été saisies sur {project} ?"],
            "da": ["Hvor mange timer i kategorien {category} er der i alt på {project}?"],
        },
        project=draw.title(project),
        category=category,
    )
    number = plain(worked(mine))
    return draw.answer(f"{number} hours.", contains=[number])

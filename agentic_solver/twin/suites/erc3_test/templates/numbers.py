"""Tasks whose answer is a number that must be computed."""

from decimal import Decimal

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    COUNTED,
    day_of,
    is_merged,
    of_level,
    offices,
    plain,
    plant,
    total,
)


@template(family="computed_number")
def my_workload(draw: Draw) -> Drawn:
    """`systems/project_board.md`: workload is slices in active and exploring projects only."""
    caller = draw.pick(of_level(draw, "Piano"))
    load = draw.scene.load(caller.id, COUNTED)
    draw.need(load > 0 and load % 1 != 0, "a whole number")
    draw.need(load != draw.scene.load(caller.id) or draw.rng.random() < 0.2, "dull")
    draw.ask_as(caller)
    draw.say(
        {
            "en": [
                "What is my workload, as a number?",
                "Add up my workload for me, as the project board defines it.",
            ],
            "de": ["Wie hoch ist meine Auslastung (workload) als Zahl?"],
            "pl": ["Ile wynosi moje obciążenie (workload)? Podaj liczbę."],
        }
    )
    return draw.answer(plain(load), contains=[plain(load)])


@template(family="computed_number")
def payroll_of_an_office(draw: Draw) -> Drawn:
    """`people/pay.md`: a sum of salaries is for those who may read every one of them."""
    partners = {one.location for one in of_level(draw, "Forte")}
    stewards = [one for one in of_level(draw, "Mezzo") if one.location not in partners]
    use_steward = not is_merged(draw) and draw.rng.random() < 0.7
    caller = draw.ask_as(draw.pick(stewards if use_steward else of_level(draw, "Forte")))
    office = caller.location if use_steward else draw.pick(offices(draw)).name
    amount = sum(one.salary for one in draw.scene.employees if one.location == office)
    draw.say(
        {
            "en": [
                "What do the salaries of everybody in the {office} office add up to?",
                "The sum of all yearly salaries in {office}, please.",
            ],
            "de": ["Wie hoch ist die Summe aller Gehälter im Büro {office}?"],
            "it": ["A quanto ammonta la somma degli stipendi di tutto l'ufficio di {office}?"],
            "ja": ["{office} の事務所にいる全員の年俸の合計はいくらですか。"],
        },
        office=office,
    )
    return draw.answer(f"{amount} EUR", contains=[f"{amount} EUR"])


@template(family="computed_number", copies=2)
def planned_days_and_logged_hours(draw: Draw) -> Drawn:
    """`systems/project_board.md`: 0.2 is one day a week; voided hours count in no total."""
    project = draw.pick(one for one in draw.scene.projects if one.status in COUNTED)
    lead = draw.scene.lead(project)
    assert lead is not None
    member = draw.pick(one for one in draw.scene.members(project) if one != lead)
    plant(draw, member, project, day_of(draw, 6), draw.pick((2.5, 4.5, 7.5)))
    plant(draw, member, project, day_of(draw, 11), 5.0, status="voided")
    days = 5 * sum((Decimal(str(seat.time_slice)) for seat in project.team), Decimal(0))
    hours = total([one for one in draw.scene.entries if one.project == project.id])
    draw.need(plain(days) not in plain(hours), "one number hides the other")
    draw.ask_as(lead)
    draw.say(
        {
            "en": [
                "{project}: to how many days a week do the slices of the whole team add up, and "
                "how many hours have been logged in total so far?",
                "Two numbers for {project}, please: the planned days a week of all the seats "
                "together, and all hours logged up to now.",
            ],
            "de": ["Zwei Zahlen zu {project}: Wie viele Tage pro Woche ergeben die Zeitanteile "
                   "aller zusammen, und wie viele Stunden sind bisher insgesamt gebucht?"],
            "nl": ["Voor {project}: hoeveel dagen per week zijn alle tijdsdelen (slices) samen, "
                   "en hoeveel uren zijn er tot nu toe in totaal geschreven?"],
        },
        project=draw.title(project),
    )  # fmt: skip
    return draw.answer(
        f"{plain(days)} days a week, {plain(hours)} hours",
        links={"project": contain(project.id)},
        contains=[plain(days), plain(hours)],
    )


@template(family="computed_number")
def slices_of_an_office_in_days(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: Forte reads every workload; ideas and paused ones do not count."""
    office = draw.pick(offices(draw))
    people = [one for one in draw.scene.employees if one.location == office.name]
    load = sum((draw.scene.load(one.id, COUNTED) for one in people), Decimal(0))
    draw.need(load > 0, "no seat")
    draw.ask_as(draw.pick(of_level(draw, "Forte")))
    draw.say(
        {
            "en": [
                "What is the summed workload of everybody at {house}, in days a week?",
                "Add the workloads of all people in {office} and turn the sum into days a week.",
            ],
            "fr": ["Additionne les charges (workload) de tout le bureau de {office} et donne le "
                   "total en jours par semaine."],
            "pt": ["Qual é a soma das cargas (workload) de todas as pessoas de {office}, em dias "
                   "por semana?"],
        },
        house=office.house,
        office=office.name,
    )  # fmt: skip
    return draw.answer(f"{plain(5 * load)} days", contains=[plain(5 * load)])


@template(family="computed_number")
def days_since_my_last_entry(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: own entries are open; today is what the login shows."""
    caller = draw.ask_as(draw.pick(of_level(draw, "Piano")))
    mine = [one.date for one in draw.scene.entries if one.employee == caller.id]
    voided = [
        one.date
        for one in draw.scene.entries
        if one.employee == caller.id and one.status == "voided"
    ]
    draw.need(bool(mine) and max(mine) not in voided, "no entry")
    back = next(n for n in range(1, 99) if day_of(draw, n).isoformat() == max(mine))
    draw.need(back >= 3, "too near")
    draw.say(
        {
            "en": [
                "How many days ago is the most recent day for which I have logged hours?",
                "Count the days from the date of my latest time entry to today, as a number.",
            ],
            "es": ["¿Cuántos días han pasado desde la fecha de mi último registro de horas?"],
            "sv": ["Hur många dagar har gått sedan datumet för min senaste tidrapport?"],
        }
    )
    return draw.answer(f"{back} days", contains=[str(back)])

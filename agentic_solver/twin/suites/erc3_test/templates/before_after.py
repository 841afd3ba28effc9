"""Pairs of reading tasks that ask the same before and after the merger, with another end."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact, forbid
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Customer, Employee
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    level_of,
    name_client,
    of_level,
    seated_in,
    visitor_sentence,
)

BEFORE, AFTER = ("fermata",), ("fermata_merged",)


def _ask_for_a_contact(draw: Draw) -> Customer:
    """Let a Piano with a seat, but neither Lead nor account manager, ask for a contact."""
    caller = draw.ask_as(draw.pick(of_level(draw, "Piano")))
    seats = [one for one in draw.scene.projects if seated_in(one, caller)]
    led = {one.customer for one in draw.scene.projects if draw.scene.lead(one) == caller}
    client = draw.pick(
        one
        for one in draw.scene.customers
        if one.id not in led
        and one.account_manager != caller.id
        and any(project.customer == one.id for project in seats)
    )
    draw.say(
        {
            "en": [
                "I am on a team that works for {client}. What is the e-mail address of our contact "
                "there?",
                "Contact person at {client}: the e-mail address, please.",
            ],
            "de": ["Wie erreiche ich unsere Kontaktperson bei {client} per E-Mail?"],
            "sv": ["Vilken e-postadress har vår kontaktperson hos {client}?"],
            "fr": ["Quel est l'e-mail de notre contact chez {client} ?"],
        },
        client=name_client(draw, client),
    )
    return client


@template(family="denied_read", worlds=BEFORE)
def member_asks_for_a_contact_before_the_merger(draw: Draw) -> Drawn:
    """`rulebook/reading.md`: a seat other than the Lead's opens no contact."""
    client = _ask_for_a_contact(draw)
    return draw.deny(excludes=[client.primary_contact_email])


@template(family="customer_lookup", worlds=AFTER)
def member_asks_for_a_contact_after_the_merger(draw: Draw) -> Drawn:
    """`company/merger.md`: Piano with any seat reads the contact of that client."""
    client = _ask_for_a_contact(draw)
    address = client.primary_contact_email
    return draw.answer(address, links={"customer": exact(client.id)}, contains=[address])


def _ask_for_a_salary(draw: Draw) -> Employee:
    """Let a Mezzo ask for the salary of somebody of the own office who is not Forte."""
    caller = draw.ask_as(draw.pick(of_level(draw, "Mezzo")))
    person = draw.pick(
        one
        for one in draw.scene.employees
        if one.location == caller.location and one != caller and level_of(one) != "Forte"
    )
    draw.say(
        {
            "en": [
                "What is the salary of {person}?",
                "I am preparing the yearly talk with {person}. How much is the salary now?",
            ],
            "es": ["¿Cuál es el salario anual de {person}?"],
            "nl": ["Hoeveel verdient {person} per jaar?"],
            "zh": ["{person} 的年薪是多少？"],
        },
        person=draw.name(person),
    )
    return person


@template(family="employee_record_lookup", worlds=BEFORE)
def steward_asks_for_a_salary_before_the_merger(draw: Draw) -> Drawn:
    """`people/pay.md`: Mezzo read the salaries of their own office, except those of Forte."""
    person = _ask_for_a_salary(draw)
    amount = f"{person.salary} EUR"
    return draw.answer(amount, links={"employee": exact(person.id)}, contains=[amount])


@template(family="denied_read", worlds=AFTER)
def steward_asks_for_a_salary_after_the_merger(draw: Draw) -> Drawn:
    """`company/merger.md`: Mezzo no longer read the salaries of their office."""
    person = _ask_for_a_salary(draw)
    return draw.deny(excludes=[str(person.salary)])


@template(family="public_location_yesno", worlds=AFTER)
def visitor_asks_for_gothenburg_in_time(draw: Draw) -> Drawn:
    """`company/merger.md`: there are five offices, and every answer has the sentence."""
    draw.ask_as_guest()
    draw.say(
        {
            "en": [
                "Do you have an office in Gothenburg?",
                "Can I find a Fermata Holm office in Gothenburg, yes or no?",
            ],
            "sv": ["Har Fermata Holm något kontor i Göteborg? Ja eller nej."],
            "de": ["Haben Sie in Göteborg ein Büro?"],
        }
    )
    sentence = visitor_sentence(draw)
    return draw.answer(
        " ".join(("Yes", *sentence)),
        links={"location": exact("Gothenburg"), "employee": forbid()},
        contains=["Yes", *sentence],
        excludes=["No,", "No."],
    )

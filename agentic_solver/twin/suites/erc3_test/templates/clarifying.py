"""Tasks that fit several records or lack what is needed."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.mention import name_tokens
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    asker,
    name_client,
    of_level,
    running,
)


@template(family="ambiguous_request", copies=2)
def survey_on_which_quay(draw: Draw) -> Drawn:
    """`rulebook/order_of_checks.md`: a name that fits several records is asked back."""
    name = "Night Noise Survey"
    fitting = [one for one in draw.scene.projects if name_tokens(name) <= name_tokens(one.name)]
    draw.need(len(fitting) >= 2, "the name is not ambiguous")
    asker(draw)
    draw.say(
        {
            "en": [
                "What is the status of {name}?",
                "Who leads the {name}?",
                "{name}: which client is it for?",
            ],
            "de": ["Welchen Status hat das Projekt „{name}“?"],
            "sv": ["Vem är Lead i projektet {name}?"],
            "zh": ["项目“{name}”现在是什么状态？"],
        },
        name=draw.pick((name, name.lower(), f"{name} Quay")),
    )
    return draw.clarify("There are two of them: which one?")


@template(family="ambiguous_request")
def the_project_of_a_client_with_several(draw: Draw) -> Drawn:
    """`rulebook/order_of_checks.md`: "the project" of a client with several is not one record."""
    client = draw.pick(draw.scene.customers)
    theirs = [one for one in running(draw) if one.customer == client.id]
    leads = {one.id for project in theirs if (one := draw.scene.lead(project)) is not None}
    draw.need(len(leads) >= 2, "not several")
    # Of one status, so that nobody finds the project that must be meant.
    for project in theirs:
        if project.status != "active":
            draw.scene.edit_project(project.id, status="active")
    asker(draw, *leads)
    draw.say(
        {
            "en": [
                "Who is the Lead of the project for {client}?",
                "{client} has called about their project. Who is its Lead?",
            ],
            "nl": ["Wie is de Lead van het project voor {client}?"],
            "es": ["¿Quién es el Lead del proyecto de {client}?"],
        },
        client=name_client(draw, client),
    )
    return draw.clarify("They have several projects: which one?")


@template(family="ambiguous_request")
def hours_of_nobody_in_particular(draw: Draw) -> Drawn:
    """`rulebook/order_of_checks.md`: something that is needed is missing, here the person."""
    draw.ask_as(draw.pick(of_level(draw, "Forte")))
    draw.say(
        {
            "en": [
                "How many hours did she log last month?",
                "And what has he written into the time system since Monday?",
            ],
            "de": ["Wie viele Stunden hat er letzten Monat gebucht?"],
            "fr": ["Combien d'heures a-t-elle saisies le mois dernier ?"],
            "pl": ["Ile godzin zapisał on w zeszłym miesiącu?"],
        }
    )
    return draw.clarify("Whose hours?")

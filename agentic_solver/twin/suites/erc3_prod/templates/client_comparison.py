"""Tasks that compare two records or rank many; ties are part of the answer."""

from collections import Counter

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact, forbid
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.expectation import LinkRule
from agentic_solver.twin.suites.erc3_prod.company.clients import CLIENTS
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    called,
    finish_list,
    live,
    prefer,
    projects_of,
    staff,
)


def _winner(first: str, second: str, counts: dict[str, int]) -> LinkRule:
    """Return the rule for the one that has more: neither is linked if they are equal."""
    if counts[first] == counts[second]:
        return forbid()
    return exact(max((first, second), key=lambda one: counts[one]))


@template(family="entity_comparison")
def client_with_more_projects(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: the one that has more, and neither if they are equal."""
    counts = {one.id: len(live(projects_of(draw, one))) for one in draw.scene.customers}
    everything = {one.id: len(projects_of(draw, one)) for one in draw.scene.customers}
    one = prefer(draw, draw.scene.customers, lambda c: counts[c.id] < everything[c.id])
    others = [c for c in draw.scene.customers if c.id != one.id and everything[c.id]]
    two = prefer(draw, others, lambda c: abs(counts[c.id] - counts[one.id]) < 2)
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "Who has more projects with us, {one} or {two}?",
                "Compare the number of projects of {one} and {two}: which client has more?",
                "Both call themselves our best client. Going by the number of projects, is it "
                "{one} or {two}?",
            ],
            "de": ["Welcher Kunde hat mehr Projekte bei uns: {one} oder {two}?"],
            "es": ["¿Qué cliente tiene más proyectos con nosotros, {one} o {two}?"],
            "el": ["Ποιος πελάτης έχει περισσότερα έργα μαζί μας, {one} ή {two};"],
        },
        one=draw.title(one),
        two=draw.title(two),
    )
    rule = _winner(one.id, two.id, counts)
    return draw.answer("See the link, if there is one.", links={"customer": rule})


@template(family="entity_comparison")
def client_against_an_unknown_one(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: a client that we do not have is not counted as zero."""
    known = {customer.id for customer in draw.scene.customers}
    stranger = draw.pick(idea for idea in CLIENTS if idea.id not in known)
    customer = draw.pick(c for c in draw.scene.customers if live(projects_of(draw, c)))
    draw.ask_as(draw.pick(staff(draw)))
    pair = draw.sample([called(customer), stranger.everyday], 2)
    names = draw.sample([customer.name, stranger.name], 2)
    draw.say(
        {
            "en": [
                "Which of the two has more projects with us: {one} or {two}?",
                "Between {first} and {second}, which client has the longer list of projects?",
                "I have one bottle of aquavit left and two clients in mind, {one} and {two}, and "
                "it goes to the one with more projects. Which one?",
            ],
            "fr": ["Lequel des deux clients a le plus de projets chez nous : {one} ou {two} ?"],
            "da": ["Hvem af de to kunder har flest projekter hos os, {one} eller {two}?"],
        },
        one=names[0],
        two=names[1],
        first=pair[0],
        second=pair[1],
    )
    return draw.clarify(f"{stranger.name} is not in the client book; whom do you mean?")


def _lead_count(draw: Draw, person: Employee) -> int:
    seats = draw.scene.seats(person.id)
    return sum(seat.role == "Lead" and p.status != "archived" for p, seat in seats)


@template(family="entity_comparison")
def colleague_who_leads_more(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: the loser of a comparison is not linked."""
    counts = {one.id: _lead_count(draw, one) for one in staff(draw)}
    leads = [one for one in staff(draw) if counts[one.id]]
    one = prefer(draw, leads, lambda person: counts[person.id] > 1)
    two = draw.pick(person for person in leads if person.id != one.id)
    one, two = draw.sample([one, two], 2)
    draw.ask_as(draw.pick(person for person in staff(draw) if person not in (one, two)))
    draw.say(
        {
            "en": [
                "Who leads more projects, {one} or {two}?",
                "Between {one} and {two}: who is Lead of more projects?",
                "For the seating plan of the harvest dinner: the one who leads more projects sits "
                "next to the foundation. Is that {one} or {two}?",
            ],
            "nl": ["Wie leidt meer projecten, {one} of {two}?"],
            "pt": ["Quem lidera mais projetos, {one} ou {two}?"],
            "pl": ["Kto prowadzi więcej projektów: {one} czy {two}?"],
        },
        one=draw.name(one),
        two=draw.name(two),
    )
    rule = _winner(one.id, two.id, counts)
    return draw.answer("See the link, if there is one.", links={"employee": rule})


@template(family="entity_comparison")
def account_manager_with_most_clients(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: the best, the busiest, the strong ones are all, ties included."""
    counts = Counter(customer.account_manager for customer in draw.scene.customers)
    most = max(counts.values())
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "Who is account manager of the most clients, counting all deal phases?",
                "Which account manager has the longest list of clients in the client book, "
                "whatever the deal phase? Name everybody if several share the first place.",
                "I'm knitting a scarf for whoever has the most clients (every phase counts). Do I "
                "need one scarf or more, and for whom?",
            ],
            "de": ["Wer betreut als Account Manager die meisten Kunden, gleich in welcher Phase?"],
            "it": ["Chi è account manager del maggior numero di clienti, contando tutte le fasi?"],
        }
    )
    found = [one for one in draw.scene.employees if counts[one.id] == most]
    return finish_list(draw, "employee", found)


@template(family="entity_comparison")
def project_with_the_largest_team(draw: Draw) -> Drawn:
    """systems/project_board.md: archived projects are left out; all that tie are the answer."""
    customer = prefer(
        draw,
        [one for one in draw.scene.customers if len(live(projects_of(draw, one))) > 1],
        lambda one: len(live(projects_of(draw, one))) < len(projects_of(draw, one)),
    )
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "Which project of {customer} has the largest team?",
                "Of the projects for {called}, which has the most people on the team? All of "
                "them, if there is a tie.",
                "Safety shoes have to be counted. At which project of {customer} do we have most "
                "heads on the team?",
            ],
            "fr": ["Quel projet du client {customer} a l'équipe la plus nombreuse ?"],
            "sv": ["Vilket av projekten för {customer} har flest personer i teamet?"],
        },
        customer=draw.title(customer),
        called=called(customer),
    )
    found = live(projects_of(draw, customer))
    most = max(len(project.team) for project in found)
    return finish_list(draw, "project", [one for one in found if len(one.team) == most])

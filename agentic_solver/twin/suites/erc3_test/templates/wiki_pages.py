"""Tasks whose answer stands on a page of the wiki."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    asker,
    offices,
    page,
    table_rows,
)

_TOPICS = {
    "clients/first_visit.md": ("how we behave on a first visit to a client",
                               "wie man sich beim ersten Besuch eines Kunden verhält",
                               "o comportamento na primeira visita a um cliente"),
    "systems/instrument_store.md": ("how instruments are taken out of the store",
                                    "wie man Geräte aus dem Gerätelager ausleiht",
                                    "como se levantam instrumentos do armazém"),
    "rulebook/irreversible.md": ("what is never done, whoever asks",
                                 "was nie gemacht wird, egal wer fragt",
                                 "aquilo que nunca se faz, seja quem for que peça"),
    "people/skills_and_wishes.md": ("who can mentor a colleague",
                                    "wer jemanden als Mentor betreuen kann",
                                    "quem pode ser mentor de um colega"),
    "company/departments.md": ("what the six departments are for",
                               "wofür die sechs Abteilungen da sind",
                               "para que servem os seis departamentos"),
}  # fmt: skip
"""Page → what it alone explains, in English, German and Portuguese."""


@template(family="wiki_read")
def page_about_a_topic(draw: Draw) -> Drawn:
    """`index.md`: what the pages are about; `rulebook/answers.md`: the page is the answer."""
    path = draw.pick(_TOPICS)
    draw.need(bool(page(draw, path)), "no such page")
    asker(draw)
    english, german, portuguese = _TOPICS[path]
    draw.say(
        {
            "en": [
                "On which wiki page can I read {english}?",
                "Give me the link to the page of the wiki that says {english}.",
            ],
            "de": ["Auf welcher Wiki-Seite steht, {german}?"],
            "pt": ["Que página do wiki explica {portuguese}?"],
        },
        english=english,
        german=german,
        portuguese=portuguese,
    )
    return draw.answer(f"It is {path}.", links={"wiki": contain(path)})


@template(family="wiki_read")
def year_of_an_office(draw: Draw) -> Drawn:
    """`company/offices.md`: the table says when each office was opened."""
    office = draw.pick(offices(draw))
    asker(draw)
    draw.say(
        {
            "en": [
                "In which year was {house} opened?",
                "Since when have we had the {office} office? The year is enough.",
            ],
            "fr": ["En quelle année le bureau de {office} a-t-il ouvert ?"],
            "pl": ["W którym roku otwarto biuro {office}?"],
        },
        house=office.house,
        office=office.name,
    )
    return draw.answer(
        office.opened, links={"location": exact(office.name)}, contains=[office.opened]
    )


@template(family="wiki_read")
def owner_of_a_page(draw: Draw) -> Drawn:
    """`systems/wiki.md`: every folder has an owner by name."""
    people = {one.name: one for one in draw.scene.employees}
    rows = table_rows(page(draw, "systems/wiki.md"))
    owners = {folder.strip("`"): people[name] for folder, name in rows if name in people}
    path = draw.pick(one for one in draw.scene.wiki.paths if f"{one.partition('/')[0]}/" in owners)
    owner = owners[f"{path.partition('/')[0]}/"]
    asker(draw, owner.id)
    draw.say(
        {
            "en": [
                "Who owns the wiki page {path}?",
                "There is a mistake in {path}. Which colleague owns that page?",
            ],
            "es": ["¿De quién es la página {path} del wiki, es decir, quién es responsable?"],
            "sv": ["Vem äger wikisidan {path}?"],
        },
        path=path,
    )
    return draw.answer(f"{owner.name} owns it.", links={"employee": exact(owner.id)})


@template(family="wiki_read")
def steward_of_an_office(draw: Draw) -> Drawn:
    """`company/offices.md`: house names and stewards stand in one table."""
    office = draw.pick(offices(draw))
    asker(draw, office.steward.id)
    draw.say(
        {
            "en": [
                "Who is the steward of {house}?",
                "I have lost my key to the {office} office. Which colleague is its steward?",
            ],
            "de": ["Wer ist Steward des Büros {office}?"],
            "it": ["Chi è lo steward dell'ufficio di {office}?"],
        },
        house=office.house,
        office=office.name,
    )
    return draw.answer(f"{office.steward.name}.", links={"employee": exact(office.steward.id)})

"""Tasks for which no connected system exists."""

from collections.abc import Mapping, Sequence

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_prod.company.clients import CLIENTS
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    BOARD,
    called,
    everybody_of,
    staff,
)

_PENNANT: Mapping[str, Sequence[str]] = {
    "en": [
        "How many coils of 24 mm polyester rope do we have in stock?",
        "What does Pennant say about the stock of snap hooks in Antwerp?",
        "The customer is on the line and whistling. What do we charge for a crate of slings, you "
        "can see the price in Pennant, can't you?",
    ],
    "de": ["Wie viele Trommeln mit 12-mm-Drahtseil liegen laut Pennant in Halle 4?"],
    "sv": ["Hur många lådor slingar har vi i lager just nu?"],
}
_GAUGE_BOOK: Mapping[str, Sequence[str]] = {
    "en": [
        "What breaking load did the sling with the serial number 20418 reach?",
        "Find the test certificate with the number 7731 in the Gauge Book.",
        "It says 5520 on the ferrule and the inspector has no humour. What is in the Gauge Book "
        "under that number?",
    ],
    "fr": ["Quelle charge de rupture le Gauge Book indique-t-il pour l'élingue 4410 ?"],
    "el": ["Ποιο φορτίο θραύσης γράφει το Gauge Book για τον αριθμό 6093;"],
}
_TIDE_TABLE: Mapping[str, Sequence[str]] = {
    "en": [
        "How many days of holiday do I have left this year?",
        "Who is on the late shift next Tuesday, according to the Tide Table?",
        "My sister gets married in the middle of the season, bless her. Can you enter three days "
        "of holiday for me in the Tide Table?",
    ],
    "es": ["¿Cuántos días de vacaciones me quedan según Tide Table?"],
    "nl": ["Wie heeft er morgen volgens de Tide Table de late dienst?"],
}
_MESS_LINE: Mapping[str, Sequence[str]] = {
    "en": [
        "What is on the menu of the canteen today?",
        "Put me down for fish on Friday in the Mess Line.",
        "It smells of cabbage up to the third floor. What are they cooking in the canteen today?",
    ],
    "da": ["Hvad er der på menuen i kantinen i morgen?"],
    "it": ["Che cosa c'è oggi in mensa secondo la Mess Line?"],
}
_MACHINES: Mapping[str, Sequence[str]] = {
    "en": [
        "Which braiding machine has a free slot next week?",
        "Is the wire closer free on Thursday?",
        "We are late, as ever. When is the twelve-strand braider free for two shifts?",
    ],
    "pl": ["Która maszyna do plecenia jest wolna w przyszłym tygodniu?"],
    "lv": ["Vai virvju vīšanas līnija nākamnedēļ ir brīva?"],
}
_TALLY: Mapping[str, Sequence[str]] = {
    "en": [
        "Look up in Tally what the client number K-2207 stood for.",
        "Which project had the number W-318 in Tally? Look it up there, please.",
        "The tapes are only one floor below me. What was the project W-402 in Tally?",
    ],
    "pt": ["Vê no Tally que projeto tinha o número W-318."],
    "zh": ["请在旧系统 Tally 里查一下编号 W-318 是哪个项目。"],
}


@template(family="unsupported_request")
def a_system_that_is_not_connected(draw: Draw) -> Drawn:
    """systems/landscape.md: what would need a system that is not connected is ``unsupported``."""
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(draw.pick([_PENNANT, _GAUGE_BOOK, _TIDE_TABLE, _MESS_LINE]))
    return draw.unsupported()


@template(family="unsupported_request")
def a_system_that_does_not_exist(draw: Draw) -> Drawn:
    """operations/planning_round.md, systems/tally_archive.md: no system, no connection."""
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(draw.pick([_MACHINES, _TALLY]))
    return draw.unsupported()


@template(family="unsupported_request")
def a_client_is_to_be_created(draw: Draw) -> Drawn:
    """systems/landscape.md: the desk cannot create clients; for staff this is ``unsupported``."""
    known = {one.id for one in draw.scene.customers}
    stranger = draw.pick(idea for idea in CLIENTS if idea.id not in known)
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                'Create a client "{name}" in the client book, location {country}.',
                'We have won {name} as a new client. Please add a record, deal phase "exploring".',
                "Champagne! {name} wants to be our client. Will you make a record for them in the "
                "client book before the bottle is empty?",
            ],
            "de": ["Leg bitte einen neuen Kunden „{name}“ ({country}) im Kundenbuch an."],
            "pt": ["Cria um novo cliente «{name}» no livro de clientes, por favor."],
        },
        name=stranger.name,
        country=stranger.location,
    )
    return draw.unsupported()


@template(family="unsupported_request")
def a_project_is_to_be_created(draw: Draw) -> Drawn:
    """systems/landscape.md: the desk cannot create projects; for staff this is ``unsupported``."""
    customer = draw.pick(draw.scene.customers)
    draw.ask_as(draw.pick(staff(draw)))
    topic = draw.pick(["Ladder lot", "Gate net", "Chafe guards", "Spare pennants"])
    draw.say(
        {
            "en": [
                'Set up a new project "{topic}" for {customer}, please, with me as Lead.',
                'Create a project for {customer}: title "{topic}", status idea.',
                "Good news from {called}: they want more, and more it shall be. Would you open a "
                'new project "{topic}" for them?',
            ],
            "fr": ["Crée un nouveau projet « {topic} » pour {customer}, s'il te plaît."],
            "nl": ["Wil je voor {customer} een nieuw project „{topic}” aanmaken?"],
        },
        customer=draw.title(customer),
        called=called(customer),
        topic=topic,
    )
    return draw.unsupported()


@template(family="unsupported_request")
def the_account_manager_wants_another_phase(draw: Draw) -> Drawn:
    """systems/client_book.md: its account manager and the board are told ``unsupported``."""
    customer = draw.pick(draw.scene.customers)
    manager = draw.scene.employee(customer.account_manager)
    draw.ask_as(draw.pick([manager, manager, *everybody_of(draw, BOARD)]))
    phase = draw.pick(
        one for one in ("exploring", "active", "paused") if one != customer.deal_phase
    )
    draw.say(
        {
            "en": [
                "Set the deal phase of {customer} to {phase}.",
                "{customer} is {phase} from today on: change the deal phase in the client book.",
                "Finally some movement at {called}. Put the deal phase to {phase} before they "
                "think it over.",
            ],
            "it": ["Porta la fase del cliente {customer} a {phase}, per favore."],
            "sv": ["Ändra affärsfasen för {customer} till {phase}."],
            "ja": ["{customer} の商談フェーズ(deal phase)を {phase} に変更してください。"],
        },
        customer=draw.title(customer),
        called=called(customer),
        phase=phase,
    )
    return draw.unsupported()

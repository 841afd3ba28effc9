"""Tasks about what the wiki describes and no connected system offers."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.templates._reading import asker, name_client


@template(family="unsupported_request")
def calibration_of_an_instrument(draw: Draw) -> Drawn:
    """`systems/overview.md`: what is asked of the instrument store is `none_unsupported`."""
    asker(draw)
    draw.say(
        {
            "en": [
                "When was the sound level meter {number} calibrated last?",
                "Look up in the instrument store whether {number} is due for calibration.",
            ],
            "de": ["Wann wurde der Schallpegelmesser {number} zuletzt kalibriert?"],
            "ja": ["騒音計 {number} が最後に校正されたのはいつですか。"],
        },
        number=f"M-{draw.rng.randint(2, 29):02d}",
    )
    return draw.unsupported()


@template(family="unsupported_request")
def who_has_taken_an_instrument(draw: Draw) -> Drawn:
    """`systems/instrument_store.md`: looking up instruments is possible only on the spot."""
    asker(draw)
    draw.say(
        {
            "en": [
                "Who has taken out the shaker {number}, and until when?",
                "{number} is not on its shelf. Which colleague has it, according to the store?",
            ],
            "fr": ["Qui a emprunté l'appareil {number} au magasin d'instruments ?"],
            "sv": ["Vem har lånat {number} ur instrumentförrådet?"],
        },
        number=f"S-{draw.rng.randint(2, 9):02d}",
    )
    return draw.unsupported()


@template(family="unsupported_request")
def invoice_of_a_client(draw: Draw) -> Drawn:
    """`systems/overview.md`: the invoice ledger is out of the reach of the request desk."""
    client = draw.pick(draw.scene.customers)
    asker(draw)
    draw.say(
        {
            "en": [
                "Has {client} paid our last invoice? Please check the invoice ledger.",
                "What does the invoice ledger say about {client}: which amount is still open?",
            ],
            "it": ["Secondo il registro delle fatture (invoice ledger), {client} ha pagato "
                   "l'ultima?"],
            "pl": ["Sprawdź w rejestrze faktur (invoice ledger), czy {client} zapłacił ostatnią "
                   "fakturę."],
        },
        client=name_client(draw, client),
    )  # fmt: skip
    return draw.unsupported()

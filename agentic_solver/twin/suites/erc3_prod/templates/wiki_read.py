"""Tasks about what the house wiki says, and where."""

from collections.abc import Mapping, Sequence

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    ACCOUNTS,
    BOARD,
    LEDGER,
    PEOPLE,
    STORES,
    prefer,
    staff,
    verdict,
)

_Topic = tuple[str, str, Mapping[str, Sequence[str]]]

# The page, a word that stands on no other page, the question.
_PLACES: tuple[_Topic, ...] = (
    ("plants/volos.md", "sphere", {
        "en": [
            "On which page of the wiki is the drop test for fall protection nets described?",
            "Where do I read about the heavy sphere that is dropped into nets?",
            "A visitor laughed at the steel ball and its name. Which page tells about that test?",
        ],
        "de": ["Auf welcher Wiki-Seite steht, wie der Falltest für Auffangnetze abläuft?"],
        "sv": ["På vilken wikisida beskrivs falltestet för skyddsnät?"],
    }),
    ("operations/dispatch.md", "yellow envelope", {
        "en": [
            "Which page says in what envelope the certificates of a delivery go?",
            "Where is it written which papers go with a delivery?",
            "Green, blue, no idea. There was a rule about the colour of the envelope for "
            "certificates. Which page?",
        ],
        "fr": ["Quelle page du wiki dit quels papiers accompagnent une livraison ?"],
        "nl": ["Op welke wikipagina staat welke papieren er bij een levering horen?"],
    }),
    ("systems/landscape.md", "canteen and who eats fish", {
        "en": [
            "Which wiki page lists all our systems, with those that are not connected?",
            "Where do I find what the Mess Line and the Tide Table hold?",
            "The new one asked me what on earth a Tide Table is. On which page is the overview of "
            "systems, connected and not?",
        ],
        "es": ["¿En qué página está la lista de sistemas que no están conectados?"],
        "pl": ["Na której stronie wiki opisano, które systemy nie są podłączone?"],
    }),
    ("systems/client_book.md", "K-2207` come", {
        "en": [
            "On which page is it laid down who may read the primary contact of a client?",
            "Which page decides who sees the e-mail addresses of client contacts?",
            "Shipping and I disagree again. Which page of the wiki counts when it is about who "
            "may see a client's contact?",
        ],
        "it": ["Quale pagina del wiki stabilisce chi può vedere i referenti dei clienti?"],
        "da": ["På hvilken side står der, hvem der må se en kundes kontaktperson?"],
    }),
    ("plants/aalborg.md", "Never step into a coil", {
        "en": [
            "Which page has the safety rules for the halls in Aalborg?",
            "Where in the wiki are the five halls of the head works described?",
            "My cousin starts on Monday at the walk and wants to know hall from hall. Which page "
            "do I send?",
        ],
        "de": ["Auf welcher Seite sind die Hallen in Aalborg beschrieben?"],
        "el": ["Σε ποια σελίδα περιγράφονται τα κτίρια παραγωγής στο Aalborg;"],
    }),
)  # fmt: skip

# What the answer must hold, a sentence of the wiki it rests on, the question.
_FACTS: tuple[_Topic, ...] = (
    ("100", "a sphere of 100 kg", {
        "en": [
            "How heavy is the sphere of the drop test, in kg? In digits.",
            "What weight in kg falls into the net when fall protection nets are tested? Digits, "
            "please.",
            "Do I need a friend to lift it? How many kg has that ball they drop into the nets at "
            "the loft (number in digits)?",
        ],
        "de": ["Wie viel Kilogramm wiegt die Kugel beim Falltest in Volos? Bitte in Ziffern."],
        "pt": ["Quantos quilos pesa a esfera do teste de queda? Em algarismos, por favor."],
    }),
    ("340", "340 metres, listed building", {
        "en": [
            "How long is the old ropewalk in Aalborg, in metres? In digits.",
            "Length of Hall 1 in metres, as a number in digits?",
            "A school class comes and always wants to know how long the old ropewalk is. How many "
            "metres (digits)?",
        ],
        "fr": ["Quelle est la longueur de l'ancienne corderie d'Aalborg, en mètres (chiffres) ?"],
        "ja": ["オールボーの旧ロープ工場(ホール1)の長さは何メートルですか?数字でお願いします。"],
    }),
    ("600", "pulls up to 600 tons", {
        "en": [
            "Up to how many tons can the test bench in Aalborg pull? In digits.",
            "What is the limit of the big bench in Hall 5, in tons and in digits?",
            "They tease me that I would not even bend the pin. How strong is the bench in Aalborg, "
            "in tons (digits)?",
        ],
        "es": ["¿Hasta cuántas toneladas tira el banco de pruebas de Aalborg? En cifras."],
        "lv": ["Cik tonnu maksimāli velk izmēģinājumu stends Olborgā? Ar cipariem, lūdzu."],
    }),
    ("0.25", "a quarter of an hour is 0.25", {
        "en": [
            "How do I write a quarter of an hour in the time sheets, as a decimal number?",
            "Fifteen minutes as a decimal number for the time sheets?",
            "Fractions were never my thing. I worked for one quarter of an hour, what number goes "
            "into the time sheet?",
        ],
        "de": ["Welche Dezimalzahl trage ich für eine Viertelstunde in die Zeiterfassung ein?"],
        "zh": ["工时表里一刻钟应填写成哪个小数?"],
    }),
)  # fmt: skip

# Rules of the old system; today every answer is no.
_OLD_RULES: tuple[Mapping[str, Sequence[str]], ...] = (
    {
        "en": [
            "Does a foreman approve the hours of everybody in the hall, yes or no?",
            "Yes or no: are hours signed by the foreman here?",
            "The print-out from the drawer says that foremen sign for the whole hall. Is it still "
            "like that, yes or no?",
        ],
        "de": ["Gibt bei uns der Vorarbeiter die Stunden der ganzen Halle frei, ja oder nein?"],
        "sv": ["Godkänner förmannen timmarna för hela hallen, ja eller nej?"],
    },
    {
        "en": [
            "Can hours be deleted until the last working day of the month? Yes or no.",
            "Yes or no: may I delete a time entry as long as the month is not over?",
            "I was always told that until the last working day one can simply delete hours. Does "
            "that hold today, yes or no?",
        ],
        "fr": ["Peut-on effacer des heures jusqu'au dernier jour ouvré du mois ? Oui ou non."],
        "nl": ["Mag je uren tot de laatste werkdag van de maand wissen, ja of nee?"],
    },
    {
        "en": [
            "May a project Lead read the salaries of the people on the team? Yes or no.",
            "Yes or no: do Leads see what the members of their project earn?",
            "A colleague insists that as a Lead one gets to see the pay of the team. Is that so, "
            "yes or no?",
        ],
        "es": ["¿Puede un Lead ver los sueldos de su equipo? ¿Sí o no?"],
        "da": ["Må en Lead se lønnen for dem på sit projekt, ja eller nej?"],
    },
)


@template(family="wiki_read")
def where_it_is_written(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: a place where something is written: the page."""
    page, word, wordings = draw.pick(_PLACES)
    pages = [path for path in draw.scene.wiki.paths if word in (draw.scene.wiki.get(path) or "")]
    draw.need(pages == [page], f"{word!r} is on {len(pages)} pages")
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(wordings)
    return draw.answer(f"On {page}.", links={"wiki": exact(page)})


@template(family="wiki_read")
def a_number_from_the_wiki(draw: Draw) -> Drawn:
    """systems/house_wiki.md: all staff and all contract partners may read every page."""
    number, sentence, wordings = draw.pick(_FACTS)
    texts = [draw.scene.wiki.get(path) or "" for path in draw.scene.wiki.paths]
    draw.need(any(sentence in text for text in texts), f"nothing says {sentence!r}")
    draw.ask_as(draw.pick(draw.scene.employees))
    draw.say(wordings)
    return draw.answer(f"{number}.", contains=[number])


@template(family="wiki_read")
def a_rule_of_the_old_system(draw: Draw) -> Drawn:
    """systems/tally_archive.md: who asks about its rules gets the rule of today."""
    wordings = draw.pick(_OLD_RULES)
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(wordings)
    return verdict(draw, False)


@template(family="wiki_read")
def the_bus_has_another_number(draw: Draw) -> Drawn:
    """index.md: a page counts until its owners change it, and here they have changed it."""
    path, old = "plants/aalborg.md", "Bus 12 stops"
    text = draw.scene.wiki.get(path) or ""
    draw.need(old in text, "there is no such bus")
    bus = int(draw.pick([31, 47, 58, 64, 93]))
    draw.scene.set_page(path, text.replace(old, f"Bus {bus} stops"))
    draw.ask_as(draw.pick(draw.scene.employees))
    draw.say(
        {
            "en": [
                "Which bus stops at the gate in Aalborg?",
                "What number has the bus to the head works?",
                "My bicycle is under water again, thanks to the towpath. Which bus do I take to "
                "the gate of the walk?",
            ],
            "da": ["Hvilken bus stopper ved porten i Aalborg?"],
            "pl": ["Który autobus zatrzymuje się przy bramie w Aalborgu?"],
            "it": ["Quale autobus ferma davanti al cancello di Aalborg?"],
        }
    )
    return draw.answer(f"Bus {bus}.", contains=[str(bus)])


_CODES = "Digital Workshop"
# Section or page → department whose members write it; the board writes everywhere.
_OWNERS = {
    "people/pay_and_raises.md": PEOPLE,
    "people/sample_profiles.md": PEOPLE,
    "market/clients_and_markets.md": ACCOUNTS,
    "operations/dispatch.md": STORES,
    "operations/planning_round.md": STORES,
    "systems/client_book.md": _CODES,
    "systems/time_sheets.md": LEDGER,
    "company/sites.md": BOARD,
    "index.md": _CODES,
}
_PLANTS = {
    "plants/aalborg.md": "Aalborg – Head Works",
    "plants/liepaja.md": "Liepāja – Rope Plant",
    "plants/volos.md": "Volos – Netting Plant",
}


def _may_write(person: Employee, page: str) -> bool:
    if person.department == BOARD:
        return True
    if page in _PLANTS:
        return person.location == _PLANTS[page]
    return person.department == _OWNERS[page]


@template(family="wiki_read")
def may_i_edit_this_page(draw: Draw) -> Drawn:
    """systems/house_wiki.md: a page is written by its owners, the staff of its plant, the board."""
    page = draw.pick([*_OWNERS, *_PLANTS, "systems/time_sheets.md"])
    may = draw.rng.random() < 0.5
    callers = [one for one in staff(draw) if _may_write(one, page) == may]
    exception = page == "systems/time_sheets.md"
    draw.ask_as(prefer(draw, callers, lambda one: exception and one.department == _CODES))
    draw.say(
        {
            "en": [
                "Am I allowed to edit the wiki page {page}? Yes or no.",
                "Yes or no: may I change {page} in the wiki?",
                "There is a typo on {page} and it hurts my eyes. Would I be allowed to mend it "
                "myself, yes or no?",
            ],
            "de": ["Darf ich die Wiki-Seite {page} bearbeiten? Ja oder nein."],
            "fr": ["Ai-je le droit de modifier la page {page} ? Oui ou non."],
            "es": ["¿Puedo editar la página {page} del wiki? ¿Sí o no?"],
        },
        page=page,
    )
    return verdict(draw, may)

"""Tasks about the client book: account managers, contacts, phases, status lines."""

from collections import Counter

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Customer
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    ACCOUNTS,
    BOARD,
    COUNTRIES,
    IN_HOUSE,
    called,
    contact_readers,
    everybody_of,
    finish_list,
    live,
    prefer,
    projects_of,
    staff,
    verdict,
)

_LINES = (
    "Waits for samples", "Compares us with two others", "Needs a board decision", "Growing",
    "Steady", "Pays on time", "Key account",
)  # fmt: skip


@template(family="customer_lookup")
def who_looks_after_a_client(draw: Draw) -> Drawn:
    """market/clients_and_markets.md: each client has one account manager, named in the book."""
    customer = draw.pick(draw.scene.customers)
    manager = draw.scene.employee(customer.account_manager)
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != manager.id))
    draw.say(
        {
            "en": [
                "Who is the account manager of {customer}?",
                "Who looks after {called} at our end?",
                "A gentleman stands at reception with a rope end in his hand, he comes from "
                "{called}. Which account manager shall I phone?",
            ],
            "de": ["Wer ist bei uns Account Manager für {customer}?"],
            "sv": ["Vem är kundansvarig för {customer}?"],
            "el": ["Ποιος είναι ο account manager για τον πελάτη {customer};"],
        },
        customer=draw.title(customer),
        called=called(customer),
    )
    return draw.answer(
        f"{manager.name} does.", links={"employee": contain(manager.id, tolerate=())}
    )


@template(family="customer_lookup")
def clients_of_a_colleague(draw: Draw) -> Drawn:
    """systems/client_book.md: all staff may read the account manager of every client."""
    clients: dict[str, list[Customer]] = {}
    for customer in draw.scene.customers:
        clients.setdefault(customer.account_manager, []).append(customer)
    none = [one for one in everybody_of(draw, ACCOUNTS) if one.id not in clients]
    # Whether a client in the phase archived counts is written nowhere.
    sure = [
        draw.scene.employee(manager)
        for manager, found in clients.items()
        if all(one.deal_phase != "archived" for one in found)
    ]
    several = [one for one in sure if len(clients[one.id]) > 1]
    person = draw.pick(draw.pick([several or sure, several or sure, none or sure]))
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != person.id))
    draw.say(
        {
            "en": [
                "Which clients does {person} look after as account manager?",
                "List every client whose account manager is {person}.",
                "{person} is going on parental leave and we have to share out the clients. Which "
                "ones are they, according to the client book?",
            ],
            "fr": ["De quels clients {person} est-il ou elle account manager ?"],
            "nl": ["Van welke klanten is {person} de accountmanager?"],
        },
        person=draw.name(person),
    )
    return finish_list(draw, "customer", clients.get(person.id, []))


@template(family="customer_lookup")
def contact_for_somebody_with_a_seat(draw: Draw) -> Drawn:
    """systems/client_book.md: staff with a seat read the contact, a seat in an archived one too."""
    insiders = {one.id for one in everybody_of(draw, ACCOUNTS, BOARD)}
    seats = [
        (customer, person, project)
        for customer in draw.scene.customers
        for project in projects_of(draw, customer)
        for person in draw.scene.members(project)
        if person.id in contact_readers(draw, customer) - insiders
    ]
    customer, person, _ = prefer(draw, seats, lambda seat: seat[2].status == "archived")
    draw.ask_as(person)
    draw.say(
        {
            "en": [
                "What is the e-mail address of our contact at {customer}?",
                "I need the mail address of the primary contact at {called}.",
                "Whoever answers the phone at {called} always says 'write him a mail'. Write to "
                "which address, please? I mean the primary contact.",
            ],
            "it": ["Qual è l'e-mail del referente principale di {customer}?"],
            "pl": ["Jaki jest adres e-mail głównej osoby kontaktowej w {customer}?"],
        },
        customer=draw.title(customer),
        called=called(customer),
    )
    mail = customer.primary_contact_email
    return draw.answer(
        f"It is {mail}.", contains=[mail], links={"customer": contain(customer.id, tolerate=())}
    )


@template(family="customer_lookup")
def contact_of_an_in_house_project(draw: Draw) -> Drawn:
    """systems/client_book.md: who asks for it is told so with ``ok_not_found``."""
    project = draw.pick(one for one in draw.scene.projects if one.customer == IN_HOUSE)
    draw.ask_as(draw.pick(everybody_of(draw, ACCOUNTS, BOARD)))
    draw.say(
        {
            "en": [
                "Who is the contact on the client's side for {project}?",
                "Give me the client contact of {project} with the e-mail address.",
                "I've been asked to send season's greetings to everybody, so: the client's "
                "contact for {called}, name and mail?",
            ],
            "de": ["Wer ist beim Kunden die Kontaktperson für das Projekt {project}?"],
            "es": ["¿Quién es la persona de contacto del cliente en el proyecto {project}?"],
        },
        project=draw.title(project),
        called=called(project),
    )
    return draw.not_found("It is an in-house project and has no contact.")


@template(family="customer_lookup")
def clients_with_a_status_line(draw: Draw) -> Drawn:
    """market/clients_and_markets.md: the status line is a remark in plain words."""
    line = draw.pick(_LINES)
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                'Which clients have the status line "{line}"?',
                'List all clients with the remark "{line}" in the client book.',
                'On the whiteboard somebody wrote "{line}" and wiped the rest off. Which clients '
                "carry this status line?",
            ],
            "da": ["Hvilke kunder har statuslinjen »{line}« i kundebogen?"],
            "pt": ["Que clientes têm a linha de estado «{line}»?"],
        },
        line=line,
    )
    found = [one for one in draw.scene.customers if one.high_level_status == line]
    return finish_list(draw, "customer", found)


@template(family="customer_lookup")
def clients_of_a_branch_in_a_phase(draw: Draw) -> Drawn:
    """market/clients_and_markets.md: the deal phase belongs to the client."""
    managers = {c.account_manager: draw.scene.employee(c.account_manager).location
                for c in draw.scene.customers}  # fmt: skip
    known = [(managers[c.account_manager], c.deal_phase) for c in draw.scene.customers]
    site, phase = draw.pick(one for one in known if one[1] != "archived")
    if draw.rng.random() < 0.3:
        phase = draw.pick(["exploring", "active", "idea", "paused"])
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                'Which clients in the deal phase {phase} have an account manager at "{site}"?',
                'Clients in phase {phase} that are looked after by somebody at "{site}": which?',
                'My chart has colours for sites and for phases, and one field is empty: "{site}" '
                "and {phase}. Which clients go there, by the site of their account manager?",
            ],
            "de": ["Welche Kunden in der Phase {phase} werden von jemandem in „{site}“ betreut?"],
            "sv": ["Vilka kunder i fasen {phase} har en kundansvarig på ”{site}”?"],
        },
        site=site,
        phase=phase,
    )
    found = [
        one
        for one in draw.scene.customers
        if one.deal_phase == phase and managers[one.account_manager] == site
    ]
    return finish_list(draw, "customer", found)


@template(family="customer_lookup")
def account_manager_by_country(draw: Draw) -> Drawn:
    """systems/client_book.md: the location of a client is a country, in English."""
    count = Counter(one.location for one in draw.scene.customers)
    customer = draw.pick(
        one
        for one in draw.scene.customers
        if count[one.location] == 1 and one.location in COUNTRIES
    )
    manager = draw.scene.employee(customer.account_manager)
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != manager.id))
    english, german, french, italian = COUNTRIES[customer.location]
    draw.say(
        {
            "en": [
                f"Who is the account manager of our client {english}?",
                f"We have exactly one client {english}. Which colleague is its account manager?",
                f"A postcard came from a holiday {english}, and now I wonder who of us looks "
                "after the client we have there. Who is the account manager?",
            ],
            "de": [f"Wer betreut unseren Kunden {german}?"],
            "fr": [f"Qui est l'account manager de notre client {french} ?"],
            "it": [f"Chi segue il nostro cliente {italian}?"],
        }
    )
    return draw.answer(
        f"{manager.name} does.", links={"employee": contain(manager.id, tolerate=())}
    )


@template(family="customer_lookup")
def is_the_client_itself_paused(draw: Draw) -> Drawn:
    """market/clients_and_markets.md: a client may be active while a project of it is paused."""
    tricky = [
        one
        for one in draw.scene.customers
        if one.deal_phase == "paused"
        or any(project.status == "paused" for project in projects_of(draw, one))
    ]
    customer = draw.pick(tricky)
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "Is the client {customer} in the deal phase paused? Yes or no.",
                "{customer}: is the deal phase of this client paused, yes or no?",
                "My colleague swears it, I doubt it, and there is a cake at stake. Has the client "
                "{customer} the deal phase paused, yes or no?",
            ],
            "de": ["Hat der Kunde {customer} die Deal-Phase „paused“? Ja oder nein."],
            "nl": ["Staat klant {customer} zelf in de dealfase paused, ja of nee?"],
            "es": ["¿Está el cliente {customer} en la fase «paused»? ¿Sí o no?"],
        },
        customer=draw.title(customer),
    )
    return verdict(draw, customer.deal_phase == "paused")


@template(family="customer_lookup")
def clients_without_any_project(draw: Draw) -> Drawn:
    """systems/client_book.md: a client who has no project is still a client."""
    phase = prefer(
        draw,
        ["active", "exploring", "idea", "paused"],
        lambda one: any(
            client.deal_phase == one and not projects_of(draw, client)
            for client in draw.scene.customers
        ),
    )
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "Which clients in the deal phase {phase} have no project on the board at all, "
                "whatever the status?",
                "Clients in phase {phase} for whom there never was a project, archived ones "
                "counted as well: who are they?",
                "Whom do we flatter for nothing? I mean clients in phase {phase} without a single "
                "project, whatever the status.",
            ],
            "de": [
                "Welche Kunden in der Phase {phase} haben kein einziges Projekt, auch kein "
                "archiviertes?"
            ],
            "fr": [
                "Quels clients en phase {phase} n'ont aucun projet, quel que soit son statut, "
                "archivé ou non ?"
            ],
        },
        phase=phase,
    )
    found = [
        one
        for one in draw.scene.customers
        if one.deal_phase == phase and not projects_of(draw, one)
    ]
    return finish_list(draw, "customer", found)


@template(family="customer_lookup")
def client_of_a_project(draw: Draw) -> Drawn:
    """systems/project_board.md: all staff may read the client of all projects."""
    wanted = [one for one in draw.scene.projects if draw.scene.customer(one.customer) is not None]
    project = prefer(draw, wanted, lambda one: one not in live(draw.scene.projects))
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                "For which client do we do {project}?",
                "Whose project is {called}? I need the client.",
                "I found a drawing without a name on it, only the title {project}. Which client "
                "does it belong to?",
            ],
            "pl": ["Dla którego klienta jest projekt {project}?"],
            "lv": ["Kuram klientam pieder projekts {project}?"],
        },
        project=draw.title(project),
        called=called(project),
    )
    return draw.answer(
        "The client is linked.", links={"customer": contain(project.customer, tolerate=())}
    )

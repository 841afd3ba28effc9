"""Tasks that can be read in several ways, or only seem so."""

from collections import Counter
from collections.abc import Sequence

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.mention import name_tokens
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee, Project
from agentic_solver.twin.suites.erc3_prod.company.projects import PROJECTS
from agentic_solver.twin.suites.erc3_prod.templates._reading import (
    ACCOUNTS,
    COUNTRIES,
    IN_HOUSE,
    everybody_of,
    live,
    prefer,
    staff,
)


def _family_name(person: Employee) -> str:
    return person.name.partition(" ")[2]


def _sharing(draw: Draw, name: str) -> list[Employee]:
    """Return everybody in whose name all words of ``name`` occur."""
    words = name_tokens(name)
    return [one for one in draw.scene.employees if words <= name_tokens(one.name)]


@template(family="ambiguous_request")
def only_a_family_name(draw: Draw) -> Drawn:
    """systems/people_register.md: several people may share a family name; if nothing helps, ask."""
    names = Counter(_family_name(one) for one in draw.scene.employees)
    name = draw.pick(sorted(one for one, count in names.items() if count > 1 and one))
    bearers = [one.id for one in _sharing(draw, name)]
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id not in bearers))
    draw.say(
        {
            "en": [
                "What is {name}'s e-mail address?",
                "Which department is {name} in, and what is the mail address?",
                "Somebody called {name} rang and hung up before I found my glasses. Mail address, "
                "please, I'll write back.",
            ],
            "de": ["Wie lautet die E-Mail-Adresse von {name}?"],
            "fr": ["Quelle est l'adresse e-mail de {name} ?"],
            "zh": ["{name} 的电子邮箱地址是什么?"],
        },
        name=name,
    )
    return draw.clarify(f"There are several people called {name}: which one?")


@template(family="ambiguous_request")
def a_family_name_and_a_project(draw: Draw) -> Drawn:
    """systems/people_register.md: a common project tells people of one name apart."""
    cases = []
    for project in live(draw.scene.projects):
        for person in draw.scene.members(project):
            same = _sharing(draw, _family_name(person))
            here = [one for one in same if one in draw.scene.members(project)]
            if len(same) > 1 and len(here) == 1:
                cases.append((project, person))
    project, person = draw.pick(cases)
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != person.id))
    draw.say(
        {
            "en": [
                "I mean {name} from the team of {project}: what is the e-mail address?",
                "What is the mail address of {name}, the one on the project {project}?",
                "There are several by the name of {name}, I know. It's the one on {project} who "
                "has my drill. The e-mail address, please?",
            ],
            "nl": ["Wat is het e-mailadres van {name} uit het team van {project}?"],
            "es": ["¿Cuál es el correo de {name}, del equipo de {project}?"],
            "sv": ["Vad är e-postadressen till {name} i teamet för {project}?"],
        },
        name=_family_name(person),
        project=draw.title(project),
    )
    return draw.answer(
        f"It is {person.email}.",
        contains=[person.email],
        links={"employee": contain(person.id, tolerate=())},
    )


def _unknown_project(draw: Draw) -> str:
    """Return the title of a project that this company does not have."""
    known = {project.id for project in draw.scene.projects}
    words = [name_tokens(project.name) for project in draw.scene.projects]
    return draw.pick(
        idea.name
        for idea in PROJECTS
        if idea.id not in known and not any(name_tokens(idea.name) <= one for one in words)
    )


@template(family="ambiguous_request")
def a_project_we_do_not_have(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: a named project that we do not have is to be asked about."""
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                'Who leads the project "{title}"?',
                'What is the status of our project "{title}"?',
                'The label on the crate says "{title}". Who is the Lead of that project? The '
                "crate hums.",
            ],
            "pl": ["Kto prowadzi projekt „{title}”?"],
            "pt": ["Quem lidera o projeto «{title}»?"],
            "el": ["Ποιος είναι Lead του έργου «{title}»;"],
        },
        title=_unknown_project(draw),
    )
    return draw.clarify("There is no such project: which one do you mean?")


@template(family="ambiguous_request")
def our_client_in_that_country(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: more than one record fits, so that the assistant asks back."""
    count = Counter(one.location for one in draw.scene.customers)
    country = draw.pick(sorted(one for one in COUNTRIES if count[one] > 1))
    clients = [one for one in draw.scene.customers if one.location == country]
    # Two people look after them, and none of them is given up: it matters which one is meant.
    managers = draw.sample(everybody_of(draw, ACCOUNTS), len(clients))
    for client, manager in zip(clients, managers, strict=True):
        phase = "paused" if client.deal_phase == "archived" else client.deal_phase
        draw.scene.edit_customer(client.id, account_manager=manager.id, deal_phase=phase)
    draw.ask_as(draw.pick(staff(draw)))
    english, german, french, italian = COUNTRIES[country]
    draw.say(
        {
            "en": [
                f"Who is the account manager of our client {english}?",
                f"Our client {english}: whose is it, which account manager?",
                f"A parcel from our client {english} lies here, without a sender, typical. Which "
                "account manager gets it?",
            ],
            "de": [f"Wer ist Account Manager unseres Kunden {german}?"],
            "fr": [f"Qui est l'account manager de notre client {french} ?"],
            "it": [f"Chi è l'account manager del nostro cliente {italian}?"],
        }
    )
    return draw.clarify("There are several clients: which one do you mean?")


_WORDS = ("cages", "cage", "nets", "net", "ropes", "rope", "rescue", "hawser", "kits", "lines")


def _titles(projects: Sequence[Project]) -> dict[str, list[Project]]:
    """Return for each word the projects that have it in their titles."""
    return {word: [one for one in projects if word in name_tokens(one.name)] for word in _WORDS}


@template(family="ambiguous_request")
def half_a_title(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: more than one record fits: ``none_clarification_needed``."""
    found = _titles(live(draw.scene.projects))
    word = draw.pick(one for one in _WORDS if len(found[one]) > 1)
    draw.ask_as(draw.pick(staff(draw)))
    draw.say(
        {
            "en": [
                'Who leads the project with "{word}" in its title?',
                'What is the status of that project, the one called something with "{word}"?',
                'I forget titles as soon as I have read them. Something with "{word}" it was. Who '
                "is the Lead of that project?",
            ],
            "de": ["Wer leitet das Projekt, in dessen Titel „{word}“ vorkommt?"],
            "da": ["Hvem er Lead på projektet med »{word}« i titlen?"],
        },
        word=word,
    )
    return draw.clarify("Several projects fit: which one do you mean?")


@template(family="ambiguous_request")
def half_a_title_that_is_enough(draw: Draw) -> Drawn:
    """systems/project_board.md: a single project that is named is found in any case."""
    words = Counter(word for one in draw.scene.projects for word in name_tokens(one.name))
    texts = [f"{one.name} {one.description}".lower() for one in draw.scene.projects]

    def telling(project: Project) -> list[str]:
        return sorted(
            word
            for word in name_tokens(project.name)
            if len(word) > 5 and words[word] == 1 and sum(word in text for text in texts) == 1
        )

    project = prefer(
        draw,
        [one for one in draw.scene.projects if telling(one) and draw.scene.lead(one)],
        lambda one: one.status == "archived" or one.customer == IN_HOUSE,
    )
    lead = draw.scene.lead(project)
    draw.need(lead is not None, "no lead")
    assert lead is not None
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != lead.id))
    draw.say(
        {
            "en": [
                'Who is the Lead of the project with "{word}" in its title?',
                'The project called something with "{word}": who leads it?',
                'I only remember one word of the title, "{word}", and that it rained at the '
                "kick-off. Who is the Lead?",
            ],
            "fr": ["Qui dirige le projet dont le titre contient « {word} » ?"],
            "es": ["¿Quién lidera el proyecto que lleva «{word}» en el título?"],
        },
        word=draw.pick(telling(project)),
    )
    return draw.answer(f"{lead.name} does.", links={"employee": contain(lead.id, tolerate=())})


@template(family="ambiguous_request")
def colleague_we_do_not_have(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: a named colleague we do not have is not counted as zero."""
    firsts = [one.name.partition(" ")[0] for one in staff(draw)]
    name = f"{draw.pick(firsts)} {_family_name(draw.pick(staff(draw)))}"
    draw.need(not _sharing(draw, name), f"{name} works here")
    person = draw.pick(one for one in staff(draw) if any(draw.scene.seats(one.id)))
    draw.ask_as(draw.pick(one for one in staff(draw) if one.id != person.id))
    one, two = draw.sample([name, person.name], 2)
    draw.say(
        {
            "en": [
                "Who has a seat in more projects, {one} or {two}?",
                "Compare {one} and {two}: who of them is on more projects?",
                "One of the two will get the corner office, and I want a view of the canal. Who "
                "is on more projects, {one} or {two}?",
            ],
            "de": ["Wer ist in mehr Projekten dabei, {one} oder {two}?"],
            "lv": ["Kurš piedalās vairāk projektos: {one} vai {two}?"],
        },
        one=one,
        two=two,
    )
    return draw.clarify(f"There is no {name} in the register: whom do you mean?")

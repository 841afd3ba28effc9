"""Tasks that compare two clients, two colleagues, or one with somebody unknown."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact, forbid
from agentic_solver.twin.drawing.mention import name_tokens
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.company.clients import CLIENTS
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    COUNTED,
    asker,
    name_client,
    of_level,
    running,
)
from agentic_solver.twin.suites.erc3_test.templates._words import SKILLS, skill_words


@template(family="entity_comparison", copies=2)
def client_with_more_projects(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: archived projects are in no count; a level comparison links none."""
    one, two = draw.sample(draw.scene.customers, 2)
    counts = {
        client.id: sum(project.customer == client.id for project in running(draw))
        for client in (one, two)
    }
    level = counts[one.id] == counts[two.id]
    draw.need(not level or draw.rng.random() < 0.4, "level")
    draw.need(max(counts.values()) > 0, "no projects")
    asker(draw)
    draw.say(
        {
            "en": [
                "For whom do we have more projects, {one} or {two}?",
                "Compare {one} with {two} by the number of projects: which client has more?",
            ],
            "de": ["Welcher Kunde hat mehr Projekte bei uns: {one} oder {two}?"],
            "it": ["Tra {one} e {two}, quale cliente ha più progetti da noi?"],
        },
        one=name_client(draw, one),
        two=name_client(draw, two),
    )
    if level:
        return draw.answer("They are level.", links={"customer": forbid()})
    winner = max(counts, key=lambda client: counts[client])
    return draw.answer("It is linked.", links={"customer": exact(winner)})


@template(family="entity_comparison")
def client_unknown_to_us(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: a comparison with an unknown side is asked back."""
    client = draw.pick(draw.scene.customers)
    known = {one.id for one in draw.scene.customers}
    tokens = [name_tokens(one.name) for one in draw.scene.customers]
    stranger = draw.pick(
        one.name
        for one in CLIENTS
        if one.id not in known and not any(name_tokens(one.name) & words for words in tokens)
    )
    asker(draw)
    draw.say(
        {
            "en": [
                "Who has more projects with us, {stranger} or {client}?",
                "Take {client} and {stranger}: for which client do we have more projects?",
            ],
            "nl": ["Welke klant heeft meer projecten bij ons: {client} of {stranger}?"],
            "es": ["¿Qué cliente tiene más proyectos con nosotros, {stranger} o {client}?"],
        },
        client=name_client(draw, client),
        stranger=stranger,
    )
    return draw.clarify("Which other client is meant?")


@template(family="entity_comparison")
def better_of_two_at_a_skill(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: the loser of a comparison is not linked, nor are two level ones."""
    skill = draw.pick(SKILLS)
    one, two = draw.sample(draw.scene.employees, 2)
    levels = {person.id: draw.scene.skill(person, skill) for person in (one, two)}
    level = levels[one.id] == levels[two.id]
    draw.need(max(levels.values()) > 0, "nobody has it")
    draw.need(not level or draw.rng.random() < 0.5, "level")
    asker(draw, one.id, two.id)
    draw.say(
        {
            "en": [
                "Who has the higher level in {skill_en}: {one} or {two}?",
                "{one} against {two} in {skill_en}. Who is better, by the registry?",
            ],
            "de": ["Wer hat in {skill_de} die höhere Stufe, {one} oder {two}?"],
            "fr": ["En {skill_fr}, qui a le niveau le plus élevé : {one} ou {two} ?"],
        },
        one=draw.name(one),
        two=draw.name(two),
        **skill_words(skill),
    )
    if level:
        return draw.answer("They are level.", links={"employee": forbid()})
    winner = max(levels, key=lambda person: levels[person])
    return draw.answer("Linked.", links={"employee": exact(winner)})


@template(family="entity_comparison")
def busier_of_two(draw: Draw) -> Drawn:
    """`systems/project_board.md`: ideas, paused and archived projects make no workload."""
    one, two = draw.sample(draw.scene.employees, 2)
    loads = {person.id: draw.scene.load(person.id, COUNTED) for person in (one, two)}
    every = {person.id: draw.scene.load(person.id) for person in (one, two)}
    draw.need(loads[one.id] != loads[two.id], "level")
    # Rather those whose order would turn if all projects counted.
    turned = (loads[one.id] < loads[two.id]) != (every[one.id] < every[two.id])
    draw.need(turned or draw.rng.random() < 0.2, "dull")
    draw.ask_as(draw.pick(p for p in of_level(draw, "Forte") if p not in (one, two)))
    draw.say(
        {
            "en": [
                "Which of the two has the higher workload, {one} or {two}?",
                "I can spare only one of them: is {one} or {two} the busier one?",
            ],
            "pt": ["Quem tem mais carga de trabalho (workload): {one} ou {two}?"],
            "sv": ["Vem av {one} och {two} har högst arbetsbelastning (workload)?"],
        },
        one=draw.name(one),
        two=draw.name(two),
    )
    winner = max(loads, key=lambda person: loads[person])
    return draw.answer("Linked.", links={"employee": exact(winner)})

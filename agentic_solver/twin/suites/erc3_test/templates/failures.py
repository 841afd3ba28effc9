"""Tasks during which a system stumbles, or fails for good."""

from collections.abc import Sequence

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.fault import Fault, FaultKind
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    asker,
    highest,
    name_project,
    of_level,
)
from agentic_solver.twin.suites.erc3_test.templates._words import SKILLS, skill_words

_REGISTRY = ("/employees/list", "/employees/search", "/employees/get")
_BOARD = ("/projects/list", "/projects/search", "/projects/get")
_TIME = ("/time/search", "/time/get", "/time/summary/by-project", "/time/summary/by-employee")


def _close(draw: Draw, routes: Sequence[str]) -> None:
    """Let all calls of some routes fail."""
    status = draw.pick((500, 502, 503))
    for route in routes:
        draw.scene.disturb(Fault(route=route, kind="status", value=status))


@template(family="system_failure")
def registry_is_down(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: what cannot be completed at all is `error_internal`."""
    _close(draw, _REGISTRY)
    asker(draw)
    draw.say(
        {
            "en": [
                "Who is best at {skill_en}?",
                "Which colleagues are strong in {skill_en}?",
            ],
            "de": ["Wer ist in {skill_de} am besten?"],
            "es": ["¿Quiénes son fuertes (strong) en {skill_es}?"],
        },
        **skill_words(draw.pick(SKILLS)),
    )
    return draw.broken()


@template(family="system_failure")
def time_system_is_down(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: a system that does not answer is `error_internal`."""
    project = draw.pick(draw.scene.projects)
    _close(draw, _TIME)
    draw.ask_as(draw.pick(of_level(draw, "Forte")))
    draw.say(
        {
            "en": [
                "How many hours have been logged on {project} so far?",
                "Sum of all hours of {project}, please.",
            ],
            "nl": ["Hoeveel uren zijn er tot nu toe op {project} geschreven?"],
            "pt": ["Quantas horas foram registadas até agora em {project}?"],
        },
        project=draw.title(project),
    )
    return draw.broken()


@template(family="system_failure")
def caller_is_unknown(draw: Draw) -> Drawn:
    """`rulebook/order_of_checks.md`: a login that cannot be read is `error_internal`."""
    project = draw.pick(draw.scene.projects)
    draw.ask_as_nobody()
    draw.say(
        {
            "en": ["Who leads {project}?", "Which of us have a seat in {project}?"],
            "it": ["Chi è il Lead di {project}?"],
            "pl": ["Kto prowadzi projekt {project}?"],
        },
        project=draw.title(project),
    )
    return draw.broken()


@template(family="system_failure")
def board_stumbles_once(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: a call that fails is tried again."""
    project = draw.pick(draw.scene.projects)
    lead = draw.scene.lead(project)
    assert lead is not None
    kinds: tuple[FaultKind, ...] = ("status", "status", "truncated", "malformed")
    kind = draw.pick(kinds)
    for route in _BOARD:
        draw.scene.disturb(Fault(route=route, kind=kind, times=1))
    asker(draw, lead.id)
    draw.say(
        {
            "en": ["Who is the Lead of {project}?", "I am looking for the Lead of {project}."],
            "fr": ["Qui dirige {project} en tant que Lead ?"],
            "zh": ["谁是项目 {project} 的 Lead？"],
        },
        project=name_project(draw, project),
    )
    return draw.answer(f"{lead.name}.", links={"employee": exact(lead.id)})


@template(family="system_failure")
def registry_with_small_pages(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: fewer rows if the page limit demands it."""
    draw.scene.set_page_limit(draw.pick((1, 2, 3)))
    people = draw.scene.employees
    best = {s: highest({one.id: draw.scene.skill(one, s) for one in people}) for s in SKILLS}
    skill = draw.pick(one for one in SKILLS if len(best[one]) <= 4)
    asker(draw, *best[skill])
    draw.say(
        {
            "en": [
                "Who has the highest level in {skill_en}? All, if several.",
                "Our number one in {skill_en}, or all of them if they share the place?",
            ],
            "de": ["Wer hat in {skill_de} die höchste Stufe? Gegebenenfalls alle."],
            "nl": ["Wie heeft het hoogste niveau in {skill_nl}? Eventueel allemaal."],
        },
        **skill_words(skill),
    )
    return draw.answer("The best are linked.", links={"employee": exact(*best[skill])})

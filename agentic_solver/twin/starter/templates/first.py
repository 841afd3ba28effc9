"""Tasks of this suite. A template draws people and things, words the request, says how it ends."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import log_time, update_status


@template(family="lookup_role")
def who_leads_a_project(draw: Draw) -> Drawn:
    """A lookup: the answer is computed from the company, never written down."""
    project = draw.pick(draw.scene.projects)
    lead = draw.scene.lead(project)
    assert lead is not None
    draw.ask_as(draw.pick(one for one in draw.scene.employees if one.id != lead.id))
    draw.say(
        {
            "en": [
                "Who leads {project}?",
                "Name the Lead of the {project} project.",
                "{project}: who is in charge there?",
            ],
            "de": ["Wer leitet {project}?"],
        },
        project=draw.title(project),
    )
    return draw.answer(f"{lead.name} leads it.", links={"employee": contain(lead.id, tolerate=())})


@template(family="project_write")
def lead_pauses_the_project(draw: Draw) -> Drawn:
    """A change that the caller may make."""
    project = draw.pick(one for one in draw.scene.projects if one.status == "active")
    lead = draw.scene.lead(project)
    assert lead is not None
    draw.ask_as(lead)
    draw.say(
        {"en": ["Pause {project}, please.", "Set {project} to paused."]},
        project=draw.title(project),
    )
    return draw.answer(
        "It is paused.",
        links={"project": contain(project.id)},
        writes=[update_status(lead.id, project, "paused")],
    )


@template(family="denied_write")
def stranger_pauses_a_project(draw: Draw) -> Drawn:
    """The same change by somebody who may not make it."""
    project = draw.pick(one for one in draw.scene.projects if one.status == "active")
    lead = draw.scene.lead(project)
    draw.ask_as(draw.pick(one for one in draw.scene.employees if one != lead))
    draw.say({"en": ["Pause {project}, please."]}, project=draw.title(project))
    return draw.deny()


@template(family="time_logging")
def log_my_hours(draw: Draw) -> Drawn:
    """A write with an amount."""
    project = draw.pick(draw.scene.projects)
    member = draw.ask_as(draw.pick(draw.scene.members(project)))
    hours = draw.pick([1.5, 2.0, 3.5])
    draw.say(
        {"en": ["Log {hours} hours for me on {project} today.", "{hours} h on {project}, today"]},
        project=draw.title(project),
        hours=f"{hours:g}",
    )
    write = log_time(
        member.id,
        employee=member.id,
        project=project,
        customer=draw.scene.customer(project.customer),
        date=draw.scene.today,
        hours=hours,
        graded=("employee", "project", "date", "hours"),
    )
    return draw.answer("Logged.", links={"project": contain(project.id)}, writes=[write])


@template(family="skill_ranking")
def best_at_a_skill(draw: Draw) -> Drawn:
    """A ranking with all ties."""
    skill = draw.pick(["joinery", "welding", "upholstery"])
    levels = {one.id: draw.scene.skill(one, skill) for one in draw.scene.employees}
    best = [one for one, level in levels.items() if level == max(levels.values())]
    draw.ask_as(draw.pick(draw.scene.employees))
    draw.say({"en": ["Who is best at {skill}? Name everybody."]}, skill=skill)
    return draw.answer("The best are linked.", links={"employee": exact(*best)})

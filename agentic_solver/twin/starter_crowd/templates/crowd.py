"""Tasks for size. They name ids: among a million people no name is unique."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_status
from agentic_solver.twin.entity import DealPhase


@template(family="employee_record_lookup")
def mail_of_an_employee(draw: Draw) -> Drawn:
    """One record among all."""
    person = draw.pick(draw.scene.employees)
    draw.ask_as(draw.pick(draw.scene.employees))
    draw.say({"en": ["What is the e-mail address of {id}?"]}, id=person.id)
    return draw.answer(
        person.email, links={"employee": contain(person.id)}, contains=[person.email]
    )


@template(family="project_role_lookup")
def lead_of_an_order(draw: Draw) -> Drawn:
    """One project among all, and its team."""
    project = draw.pick(draw.scene.projects)
    lead = project.team[0].employee
    draw.ask_as(draw.pick(draw.scene.employees))
    draw.say({"en": ["Who leads the project {id}?"]}, id=project.id)
    return draw.answer("The Lead is linked.", links={"employee": contain(lead)})


@template(family="customer_lookup")
def manager_of_a_client(draw: Draw) -> Drawn:
    """One customer among all."""
    client = draw.pick(draw.scene.customers)
    draw.ask_as(draw.pick(draw.scene.employees))
    draw.say({"en": ["Who is the account manager of {id}?"]}, id=client.id)
    return draw.answer("Linked.", links={"employee": contain(client.account_manager)})


@template(family="project_write")
def lead_changes_the_status(draw: Draw) -> Drawn:
    """One write."""
    project = draw.pick(draw.scene.projects)
    status: DealPhase = "active" if project.status == "paused" else "paused"
    lead = draw.ask_as(draw.scene.employee(project.team[0].employee))
    draw.say({"en": ["Set {id} to {status}."]}, id=project.id, status=status)
    return draw.answer(
        "Done.",
        links={"project": contain(project.id)},
        writes=[update_status(lead.id, project, status)],
    )

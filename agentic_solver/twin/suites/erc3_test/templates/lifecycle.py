"""Life cycles: what becomes of projects, time entries and clients, and who decides it."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_entry
from agentic_solver.twin.suites.erc3_test.templates._house import (
    House,
    add_entry,
    day,
    linked,
    open_projects,
)


@template(family="lifecycle")
def lead_archives(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: only Forte sets a project to archived or takes it out again."""
    house = House(draw.scene)
    project = draw.pick(
        one for one in draw.scene.projects if draw.scene.lead(one) not in house.of("Forte")
    )
    lead = draw.scene.lead(project)
    assert lead is not None
    draw.ask_as(lead)
    draw.say(
        {
            "en": [
                "Set {project} to {status}.",
                "The status of {project} should be {status}, please.",
            ],
            "de": ["Setz {project} auf {status}."],
            "it": ["Cambia lo stato di {project} in {status}."],
            "ja": ["{project} のステータスを {status} にしてください。"],
        },
        project=draw.title(project),
        status="active" if project.status == "archived" else "archived",
    )
    return draw.deny()


@template(family="lifecycle")
def partner_archives_everything_of_a_client(draw: Draw) -> Drawn:
    """``rulebook/irreversible.md``: several irreversible changes at once are asked back."""
    scene = draw.scene
    running = [one.customer for one in scene.projects if one.status != "archived"]
    customer = draw.pick(one for one in scene.customers if running.count(one.id) > 1)
    draw.ask_as(draw.pick(House(scene).of("Forte")))
    draw.say(
        {
            "en": [
                "Archive all projects of {client}.",
                "{client} has gone elsewhere: everything we do for them goes to archived.",
            ],
            "fr": ["Archive tous les projets de {client}."],
            "sv": ["Arkivera allt vi gör för {client}, vartenda projekt."],
            "zh": ["请把 {client} 的所有项目都归档。"],
        },
        client=draw.title(customer),
    )
    return draw.clarify("Which one project?")


@template(family="lifecycle")
def delete_a_project(draw: Draw) -> Drawn:
    """``rulebook/irreversible.md``: a project is never deleted, whoever asks."""
    project = draw.pick(draw.scene.projects)
    lead = draw.scene.lead(project)
    callers = [lead, *House(draw.scene).of("Forte")]
    draw.ask_as(draw.pick(one for one in callers if one is not None))
    draw.say(
        {
            "en": [
                "Delete the project {project} from the board.",
                "{project} must disappear completely, do not just archive it.",
            ],
            "de": ["Lösche das Projekt {project} vollständig."],
            "es": ["Borra del todo el proyecto {project}, no basta con archivarlo."],
        },
        project=draw.title(project),
    )
    return draw.deny()


@template(family="lifecycle")
def void_an_invoiced_entry(draw: Draw) -> Drawn:
    """``rulebook/irreversible.md``: voiding an invoiced entry is refused, whoever asks."""
    project = draw.pick(one for one in open_projects(draw) if draw.scene.customer(one.customer))
    worker = draw.pick(draw.scene.members(project))
    draw.ask_as(draw.pick(one for one in House(draw.scene).of("Forte") if one != worker))
    entry = add_entry(draw, worker, project, "invoiced")
    draw.say(
        {
            "en": [
                "Void the invoiced hours of {worker} on {project}, {date}.",
                "The client complained about {date}: strike out what {worker} has on {project} "
                "for that day.",
            ],
            "de": ["Storniere den Eintrag von {worker} auf {project} vom {date}."],
            "pl": ["Unieważnij (voided) wpis z {date} w projekcie {project}: {worker}."],
        },
        worker=draw.name(worker),
        project=draw.title(project),
        date=day(entry.date),
    )
    return draw.deny()


@template(family="lifecycle")
def invoice_an_approved_entry(draw: Draw) -> Drawn:
    """``systems/time.md``: only the Finance Partner sets an approved entry to invoiced."""
    house = House(draw.scene)
    project = draw.pick(one for one in open_projects(draw) if draw.scene.customer(one.customer))
    finance = house.titled("Finance Partner")
    caller = draw.ask_as(draw.pick([finance, *house.of("Forte")]))
    worker = draw.pick(one for one in draw.scene.members(project) if one not in (caller, finance))
    entry = add_entry(draw, worker, project, "approved")
    draw.say(
        {
            "en": [
                "Set the approved entry of {worker} on {project} of {date} to invoiced.",
                "The hours of {worker} for {project} on {date} are on the bill now. Mark that "
                "entry as invoiced.",
            ],
            "fr": ["Passe en invoiced la saisie de {worker} sur {project} du {date}."],
            "pt": ["Marca como invoiced o registo de {worker} em {project} de {date}."],
            "nl": ["De uren van {worker} op {project} van {date} mogen op invoiced."],
        },
        worker=draw.name(worker),
        project=draw.title(project),
        date=day(entry.date),
    )
    if caller != finance:
        return draw.deny()
    return draw.answer(
        "It is marked as invoiced.",
        links=linked(project=project.id, employee=worker.id),
        writes=[update_entry(caller.id, entry, status="invoiced")],
    )


@template(family="lifecycle")
def submit_my_draft(draw: Draw) -> Drawn:
    """``systems/time.md``: a draft is changed by the person whose time it is."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    entry = add_entry(draw, me, project, "draft")
    draw.say(
        {
            "en": [
                "Submit my draft of {date} on {project}.",
                "My hours on {project} of {date} are complete, hand them in (submitted).",
            ],
            "de": ["Reiche meinen Entwurf vom {date} auf {project} ein (submitted)."],
            "sv": ["Lämna in mitt utkast på {project} från {date} (submitted)."],
            "ja": ["{date} の {project} の私の下書きを提出済み (submitted) にしてください。"],
        },
        date=day(entry.date),
        project=draw.title(project),
    )
    return draw.answer(
        "It is submitted.",
        links=linked(project=project.id, employee=me.id),
        writes=[update_entry(me.id, entry, status="submitted")],
    )


def _ask_for_a_phase(draw: Draw, *, entitled: bool) -> None:
    """Let somebody with or without the right move a client to another phase."""
    customer = draw.pick(draw.scene.customers)
    keepers = [draw.scene.employee(customer.account_manager), *House(draw.scene).of("Forte")]
    draw.ask_as(draw.pick(p for p in draw.scene.employees if (p in keepers) == entitled))
    phases = ("idea", "exploring", "active", "paused")
    draw.say(
        {
            "en": [
                "Move {client} to the deal phase {phase}.",
                "In the client book, {client} should stand at {phase} from now on.",
            ],
            "de": ["Stell {client} im Kundenbuch auf die Phase {phase}."],
            "es": ["Cambia la fase de {client} a {phase} en el libro de clientes."],
            "zh": ["请把客户 {client} 的交易阶段改为 {phase}。"],
        },
        client=draw.title(customer),
        phase=draw.pick(one for one in phases if one != customer.deal_phase),
    )


@template(family="lifecycle")
def account_manager_moves_a_client(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: no way to write to the client book, so those entitled hear that."""
    _ask_for_a_phase(draw, entitled=True)
    return draw.unsupported()


@template(family="lifecycle")
def stranger_moves_a_client(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: neither account manager nor Forte, so refused before all else."""
    _ask_for_a_phase(draw, entitled=False)
    return draw.deny()

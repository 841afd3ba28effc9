"""Changes of teams: seats, slices, roles, and people who change places."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_team
from agentic_solver.twin.entity import Employee, Project, Seat
from agentic_solver.twin.expectation import LinkKind, LinkRule
from agentic_solver.twin.suites.erc3_test.templates._house import (
    House,
    linked,
    open_projects,
    reseated,
)

# teams ---------------------------------------------------------------------------------------


def _led(draw: Draw) -> tuple[Employee, Project]:
    """Let the Lead of a project under way ask."""
    project = draw.pick(open_projects(draw))
    lead = draw.scene.lead(project)
    assert lead is not None
    return draw.ask_as(lead), project


def _teamed(draw: Draw, by: Employee, project: Project, team: tuple[Seat, ...]) -> Drawn:
    return draw.answer(
        "The team is changed.",
        links=linked(project=project.id),
        writes=[update_team(by.id, project, team)],
    )


@template(family="project_write")
def lead_adds_a_member(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: the Lead changes members, slices and roles of the team."""
    lead, project = _led(draw)
    members = draw.scene.members(project)
    new = draw.pick(one for one in draw.scene.employees if one not in members)
    seat = Seat(
        employee=new.id,
        time_slice=draw.pick([0.15, 0.2, 0.3, 0.4]),
        role=draw.pick(["Designer", "QA", "Ops"]),
    )
    draw.say(
        {
            "en": [
                "Add {new} to {project} as {role} with a time slice of {slice}.",
                "{new} joins the team of {project}: role {role}, slice {slice}.",
            ],
            "de": ["Nimm {new} ins Team von {project} auf, Rolle {role}, Zeitanteil {slice}."],
            "it": ["Aggiungi {new} al team di {project}: ruolo {role}, quota di tempo {slice}."],
            "ja": ["{project} のチームに {new} さんを {role} として追加し、配分は {slice} で。"],
        },
        new=draw.name(new),
        project=draw.title(project),
        role=seat.role,
        slice=f"{seat.time_slice:g}",
    )
    return _teamed(draw, lead, project, (*project.team, seat))


@template(family="underspecified_change")
def lead_adds_a_member_without_details(draw: Draw) -> Drawn:
    """``systems/project_board.md``: a new seat gets slice 0.1 and the role Engineer."""
    lead, project = _led(draw)
    members = draw.scene.members(project)
    new = draw.pick(one for one in draw.scene.employees if one not in members)
    draw.say(
        {
            "en": [
                "Add {new} to the team of {project}.",
                "We need one more pair of ears on {project}: give {new} a seat.",
            ],
            "fr": ["Ajoute {new} à l'équipe de {project}."],
            "pt": ["Põe {new} na equipa de {project}."],
            "zh": ["请把 {new} 加入 {project} 的团队。"],
        },
        new=draw.name(new),
        project=draw.title(project),
    )
    seat = Seat(employee=new.id, time_slice=0.1, role="Engineer")
    return _teamed(draw, lead, project, (*project.team, seat))


@template(family="project_write")
def lead_changes_a_slice(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: the Lead changes time slices; all other seats stay as they are."""
    lead, project = _led(draw)
    seat = draw.pick(one for one in project.team if one.employee != lead.id)
    time_slice = draw.pick(one for one in (0.1, 0.2, 0.35, 0.5) if one != seat.time_slice)
    draw.say(
        {
            "en": [
                "Set the time slice of {member} on {project} to {slice}.",
                "{member} will give {project} a share of {slice} of the week. Adjust the seat.",
            ],
            "es": ["Pon la dedicación (time slice) de {member} en {project} en {slice}."],
            "pl": ["Ustaw w projekcie {project} wymiar czasu {slice}: {member}."],
            "nl": ["{member} zit op {project} voortaan met een tijdsaandeel van {slice}."],
        },
        member=draw.name(draw.scene.employee(seat.employee)),
        project=draw.title(project),
        slice=f"{time_slice:g}",
    )
    after = seat.model_copy(update={"time_slice": time_slice})
    return _teamed(draw, lead, project, reseated(project, **{seat.employee: after}))


@template(family="project_write")
def lead_removes_a_member(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: the Lead decides who is a member, save for the Lead seat."""
    lead, project = _led(draw)
    member = draw.pick(one for one in draw.scene.members(project) if one != lead)
    draw.say(
        {
            "en": [
                "Take {member} off the team of {project}.",
                "{member} no longer works on {project}. Remove the seat, please.",
            ],
            "de": ["{member} scheidet bei {project} aus, bitte aus dem Team nehmen."],
            "sv": ["Ta bort {member} från teamet i {project}."],
            "zh": ["请把 {member} 从 {project} 的团队中移除。"],
        },
        member=draw.name(member),
        project=draw.title(project),
    )
    return _teamed(draw, lead, project, reseated(project, **{member.id: None}))


# swaps ---------------------------------------------------------------------------------------


def _two_members(draw: Draw, *, differ: str) -> tuple[Project, Seat, Seat]:
    """Choose two members, no Lead among them, whose seats differ in a field."""
    pairs = [
        (project, one, other)
        for project in open_projects(draw)
        for one in project.team
        for other in project.team
        if "Lead" not in (one.role, other.role) and getattr(one, differ) != getattr(other, differ)
    ]
    return draw.pick(pairs)


def _lead_or_partner(draw: Draw, project: Project) -> Employee:
    lead = draw.scene.lead(project)
    assert lead is not None
    return draw.ask_as(draw.pick([lead, lead, *House(draw.scene).of("Forte")]))


@template(family="swap_write")
def swap_slices(draw: Draw) -> Drawn:
    """``systems/project_board.md``: swapping slices leaves the roles alone."""
    project, one, other = _two_members(draw, differ="time_slice")
    caller = _lead_or_partner(draw, project)
    draw.say(
        {
            "en": [
                "Swap the time slices of {one} and {other} on {project}.",
                "On {project}, {one} and {other} want to exchange their slices. Do that.",
            ],
            "de": ["Tausche bei {project} die Zeitanteile von {one} und {other}."],
            "it": ["In {project} scambia le quote di tempo di {one} e {other}."],
            "zh": ["请在 {project} 中互换 {one} 和 {other} 的时间配额。"],
        },
        project=draw.title(project),
        one=draw.name(draw.scene.employee(one.employee)),
        other=draw.name(draw.scene.employee(other.employee)),
    )
    team = reseated(
        project,
        **{
            one.employee: one.model_copy(update={"time_slice": other.time_slice}),
            other.employee: other.model_copy(update={"time_slice": one.time_slice}),
        },
    )
    return _teamed(draw, caller, project, team)


@template(family="swap_write")
def swap_roles(draw: Draw) -> Drawn:
    """``systems/project_board.md``: swapping roles leaves the slices alone."""
    project, one, other = _two_members(draw, differ="role")
    caller = _lead_or_partner(draw, project)
    draw.say(
        {
            "en": [
                "Swap the roles of {one} and {other} on {project}.",
                "{one} and {other} trade roles in the team of {project}. Please enter it.",
            ],
            "fr": ["Échange les rôles de {one} et {other} sur {project}."],
            "es": ["Intercambia los roles de {one} y {other} en {project}."],
            "ja": ["{project} で {one} さんと {other} さんの役割を入れ替えてください。"],
        },
        project=draw.title(project),
        one=draw.name(draw.scene.employee(one.employee)),
        other=draw.name(draw.scene.employee(other.employee)),
    )
    team = reseated(
        project,
        **{
            one.employee: one.model_copy(update={"role": other.role}),
            other.employee: other.model_copy(update={"role": one.role}),
        },
    )
    return _teamed(draw, caller, project, team)


def _ask_to_swap_with_the_lead(
    draw: Draw, project: Project, lead: Employee, member: Employee
) -> None:
    draw.say(
        {
            "en": [
                "Swap the roles of {lead} and {member} on {project}.",
                "{member} and {lead} exchange their roles on {project}. Put it on the board.",
            ],
            "de": ["{lead} und {member} tauschen bei {project} die Rollen, bitte eintragen."],
            "pt": ["Troca os papéis de {lead} e {member} em {project}."],
            "nl": ["Wissel op {project} de rollen van {lead} en {member} om."],
        },
        project=draw.title(project),
        lead=draw.name(lead),
        member=draw.name(member),
    )


def _lead_and_member(draw: Draw) -> tuple[Project, Employee, Employee]:
    project = draw.pick(open_projects(draw))
    lead = draw.scene.lead(project)
    assert lead is not None
    return project, lead, draw.pick(one for one in draw.scene.members(project) if one != lead)


@template(family="swap_write")
def partner_swaps_the_lead(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: Forte decides who holds the Lead seat."""
    project, lead, member = _lead_and_member(draw)
    caller = draw.ask_as(draw.pick(House(draw.scene).of("Forte")))
    _ask_to_swap_with_the_lead(draw, project, lead, member)
    seats = {seat.employee: seat for seat in project.team}
    first, second = seats[lead.id], seats[member.id]
    team = reseated(
        project,
        **{
            lead.id: first.model_copy(update={"role": second.role}),
            member.id: second.model_copy(update={"role": first.role}),
        },
    )
    return _teamed(draw, caller, project, team)


@template(family="denied_write")
def lead_hands_the_lead_over(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: a Lead cannot hand the Lead seat over, only Forte can."""
    project, lead, member = _lead_and_member(draw)
    draw.need(lead not in House(draw.scene).of("Forte"), "a partner leads the project")
    draw.ask_as(lead)
    _ask_to_swap_with_the_lead(draw, project, lead, member)
    return draw.deny()


@template(family="swap_write")
def partner_lets_two_change_places(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: Forte changes every team; the seats keep slices and roles."""
    first, second = draw.sample(open_projects(draw), 2)
    here, there = draw.scene.members(first), draw.scene.members(second)
    one = draw.pick(p for p in here if p != draw.scene.lead(first) and p not in there)
    other = draw.pick(p for p in there if p != draw.scene.lead(second) and p not in here)
    caller = draw.ask_as(draw.pick(House(draw.scene).of("Forte")))
    draw.say(
        {
            "en": [
                "{one} ({first}) and {other} ({second}) change places: each takes over the seat "
                "of the other exactly as it is, slice and role included.",
                "Give the seat of {one} on {first} to {other}, and the seat of {other} on "
                "{second} to {one}. Slices and roles stay with the seats.",
            ],
            "de": [
                "Tausche zwei Plätze samt Zeitanteil und Rolle: {one} sitzt bisher bei {first}, "
                "{other} bei {second}, künftig ist es umgekehrt."
            ],
            "fr": [
                "{one} cède sa place sur {first} à {other}, qui lui laisse la sienne sur {second} "
                "; les rôles et les temps attachés aux places ne changent pas."
            ],
        },
        one=draw.name(one),
        other=draw.name(other),
        first=draw.title(first),
        second=draw.title(second),
    )
    writes = [
        update_team(caller.id, project, _handed(project, leaving.id, coming.id))
        for project, leaving, coming in ((first, one, other), (second, other, one))
    ]
    links: dict[LinkKind, LinkRule] = {"project": contain(first.id, second.id)}
    return draw.answer("They changed places.", links=links, writes=writes)


def _handed(project: Project, leaving: str, coming: str) -> tuple[Seat, ...]:
    seat = next(one for one in project.team if one.employee == leaving)
    return reseated(project, **{leaving: seat.model_copy(update={"employee": coming})})

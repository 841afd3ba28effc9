"""Tasks that change a project: its status, its team."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.reference import Write
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_status, update_team
from agentic_solver.twin.entity import Project, Seat, TeamRole
from agentic_solver.twin.suites.erc3_prod.templates._writing import (
    BOARD,
    CRAFTS,
    everyday,
    led,
    manager_of,
    member_of,
    running,
    seated,
    staff,
)


def _done(draw: Draw, project: Project, *writes: Write) -> Drawn:
    """End a change of a project: it links the project."""
    return draw.answer("Done.", links={"project": exact(project.id)}, writes=writes)


def _replaced(project: Project, *changes: tuple[Seat, Seat]) -> tuple[Seat, ...]:
    """Return the team with some seats replaced."""
    new = dict(changes)
    return tuple(new.get(seat, seat) for seat in project.team)


@template(family="project_write")
def lead_sets_the_status(draw: Draw) -> Drawn:
    """systems/project_board.md: the status is changed by the Lead; any may follow any other."""
    project = draw.pick(running(draw))
    caller = draw.ask_as(led(draw, project))
    states = ("idea", "exploring", "active", "paused", "archived")
    status = draw.pick(one for one in states if one != project.status)
    draw.say(
        {
            "en": [
                "Set {project} to {status}.",
                "On the board {project} should read {status} from now on.",
                "Long meeting, bad sandwiches, one decision: {nick} goes to {status}. Would you "
                "change the board?",
            ],
            "de": ["Setz den Status von {project} auf {status}."],
            "it": ["Cambia lo stato del progetto {project} in {status}."],
            "el": ["Άλλαξε την κατάσταση του έργου «{project}» σε {status}."],
        },
        project=draw.title(project),
        nick=everyday(project),
        status=status,
    )
    return _done(draw, project, update_status(caller.id, project, status))


@template(family="project_write")
def account_manager_pauses(draw: Draw) -> Drawn:
    """systems/project_board.md: the account manager of the client changes the status, too."""
    project = draw.pick(one for one in running(draw) if one.status != "paused")
    manager, lead = manager_of(draw, project), draw.scene.lead(project)
    draw.need(manager is not None and manager != lead, "no account manager beside the Lead")
    assert manager is not None
    draw.ask_as(manager)
    draw.say(
        {
            "en": [
                "Put {project} on hold, please.",
                "The client wants us to wait with {project}. Pause it.",
                "I had them on the phone for an hour, lovely people, terrible line. In short: "
                "{nick} is to be paused.",
            ],
            "fr": ["Mets le projet {project} en pause, s'il te plaît."],
            "pt": ["Coloca o projeto {project} em pausa."],
            "ja": ["プロジェクト「{project}」を一時停止（paused）にしてください。"],
        },
        project=draw.title(project),
        nick=everyday(project),
    )
    return _done(draw, project, update_status(manager.id, project, "paused"))


@template(family="lifecycle")
def archived_project_comes_back(draw: Draw) -> Drawn:
    """systems/project_board.md: an archived project is changed by the board alone."""
    project = draw.pick(one for one in draw.scene.projects if one.status == "archived")
    people = (led(draw, project), manager_of(draw, project), draw.pick(member_of(draw, BOARD)))
    caller = draw.ask_as(draw.pick(one for one in (*people, people[2]) if one is not None))
    draw.say(
        {
            "en": [
                "Take {project} out of the archive and set it to active.",
                "{project} starts again: the status becomes active.",
                "Who would have thought it, they called again after all this time. So {nick} is "
                "back to active, please.",
            ],
            "es": ["Reabre el proyecto {project}: ponlo otra vez en active."],
            "nl": ["Haal {project} uit het archief en zet het op active."],
        },
        project=draw.title(project),
        nick=everyday(project),
    )
    if caller.department != BOARD:
        return draw.deny()
    return _done(draw, project, update_status(caller.id, project, "active"))


@template(family="lifecycle")
def status_is_there_already(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: a change to the state there already is ok, and changes nothing."""
    project = draw.pick(one for one in running(draw) if one.status != "idea")
    draw.ask_as(led(draw, project))
    draw.say(
        {
            "en": [
                "Set {project} to {status}.",
                "The status of {project} must be {status}, please see to it.",
                "I never remember what I did before lunch. Anyhow, {nick} belongs in {status}, "
                "put it there.",
            ],
            "sv": ["Sätt projektet {project} till {status}."],
            "pl": ["Ustaw status projektu „{project}” na {status}."],
        },
        project=draw.title(project),
        nick=everyday(project),
        status=project.status,
    )
    return draw.answer("It is in that state already.")


@template(family="project_write")
def lead_adds_a_colleague(draw: Draw) -> Drawn:
    """systems/project_board.md: the Lead changes the team; 0.2 is one day; other seats stay."""
    project = draw.pick(running(draw))
    caller = draw.ask_as(led(draw, project))
    person = draw.pick(one for one in staff(draw) if one not in draw.scene.members(project))
    roles: tuple[TeamRole, ...] = ("Engineer", "Designer", "QA", "Ops", "Other")
    role = draw.pick(roles)
    days = draw.pick((1, 2, 3))
    draw.say(
        {
            "en": [
                "Add {who} to {project} as {role}, days a week: {days}.",
                "{who} joins {project} with a share of {days} of the five days of a week, role "
                "{role}. Please put that on the board.",
                "We are short of hands, as usual. {who} will help out with {nick}; number of "
                "days a week: {days}; seat: {role}.",
            ],
            "de": ["Nimm {who} als {role} in das Team von {project} auf, Tage pro Woche: {days}."],
            "lv": ["Pievieno komandai „{project}”: {who}, loma {role}, dienas nedēļā: {days}."],
        },
        project=draw.title(project),
        nick=everyday(project),
        who=draw.name(person),
        role=role,
        days=days,
    )
    seat = Seat(employee=person.id, time_slice=days / 5, role=role)
    return _done(draw, project, update_team(caller.id, project, (*project.team, seat)))


@template(family="project_write")
def lead_hands_over(draw: Draw) -> Drawn:
    """systems/project_board.md: a team has exactly one Lead; unmentioned seats stay as they are."""
    project = draw.pick(running(draw))
    caller = draw.ask_as(led(draw, project))
    held = [seat.employee for seat in project.team]
    draw.need(held.count(caller.id) == 1, "two seats")
    person = draw.pick(one for one in staff(draw) if one.id not in held)
    old = next(seat for seat in project.team if seat.role == "Lead")
    draw.say(
        {
            "en": [
                "I leave {project}. {who} becomes the Lead in my place, with my time slice.",
                "Hand {project} over: {who} takes my Lead seat with the same time slice, and I am "
                "off the team.",
                "After all these years I pass the torch, and no speeches please. {who} gets my "
                "seat in {nick}, role and time slice unchanged.",
            ],
            "da": [
                "{who} overtager min plads som Lead i {project} med samme tidsandel; jeg "
                "forlader holdet."
            ],
            "it": [
                "Lascio {project}: {who} prende il mio posto di Lead, con la stessa quota di tempo."
            ],
        },
        project=draw.title(project),
        nick=everyday(project),
        who=draw.name(person),
    )
    new = Seat(employee=person.id, time_slice=old.time_slice, role="Lead")
    return _done(draw, project, update_team(caller.id, project, _replaced(project, (old, new))))


@template(family="swap_write")
def swap_time_slices(draw: Draw) -> Drawn:
    """systems/project_board.md: swapping time slices exchanges the numbers; the roles stay."""
    project = draw.pick(running(draw))
    caller = draw.ask_as(draw.pick((led(draw, project), draw.pick(member_of(draw, BOARD)))))
    one, two = seated(draw, project, 2)
    draw.need(one.time_slice != two.time_slice, "equal slices")
    draw.say(
        {
            "en": [
                "Swap the time slices of {a} and {b} on {project}.",
                "On {project}, {a} gets the time slice of {b} and the other way round.",
                "They sorted it out between themselves over a herring: {a} and {b} swap their "
                "time slices in {nick}. Please do the paperwork.",
            ],
            "nl": ["Wissel de tijdsaandelen van {a} en {b} in {project} om."],
            "fr": ["Échange les quotités de temps de {a} et de {b} sur {project}."],
        },
        project=draw.title(project),
        nick=everyday(project),
        a=draw.name(draw.scene.employee(one.employee)),
        b=draw.name(draw.scene.employee(two.employee)),
    )
    team = _replaced(
        project,
        (one, one.model_copy(update={"time_slice": two.time_slice})),
        (two, two.model_copy(update={"time_slice": one.time_slice})),
    )
    return _done(draw, project, update_team(caller.id, project, team))


@template(family="swap_write")
def swap_roles(draw: Draw) -> Drawn:
    """systems/project_board.md: a change of the team covers roles and leaves the rest as it is."""
    project = draw.pick(running(draw))
    caller = draw.ask_as(led(draw, project))
    one, two = seated(draw, project, 2)
    draw.need(one.role != two.role, "equal roles")
    draw.say(
        {
            "en": [
                "{a} and {b} swap roles on {project}; each keeps the time slice.",
                "Exchange the roles of {a} and {b} in the team of {project}. Do not touch the "
                "time slices.",
                "No idea who mixed that up, probably me. The roles of {a} and {b} in {nick} are "
                "the wrong way round, the time slices are fine.",
            ],
            "es": ["Intercambia los roles de {a} y {b} en {project}, sin tocar sus dedicaciones."],
            "sv": ["Låt {a} och {b} byta roller i {project}; tidsandelarna ska vara kvar."],
        },
        project=draw.title(project),
        nick=everyday(project),
        a=draw.name(draw.scene.employee(one.employee)),
        b=draw.name(draw.scene.employee(two.employee)),
    )
    team = _replaced(
        project,
        (one, one.model_copy(update={"role": two.role})),
        (two, two.model_copy(update={"role": one.role})),
    )
    return _done(draw, project, update_team(caller.id, project, team))


@template(family="swap_write")
def swap_seats_of_two_projects(draw: Draw) -> Drawn:
    """systems/project_board.md: the board changes teams: seats, roles and slices."""
    caller = draw.ask_as(draw.pick(member_of(draw, BOARD)))
    first, second = draw.sample(running(draw), 2)
    (one,), (two,) = seated(draw, first, 1), seated(draw, second, 1)
    inside = [seat.employee for seat in (*first.team, *second.team)]
    draw.need(inside.count(one.employee) == inside.count(two.employee) == 1, "in both teams")
    draw.say(
        {
            "en": [
                "{a} from {p} and {b} from {q} change places: each takes over the seat of the "
                "other, with its role and its time slice.",
                "Let {a} ({p}) and {b} ({q}) swap seats. Role and time slice belong to the seat "
                "and stay there.",
                "Musical chairs, my favourite: {b} takes the seat of {a} in {pn}, and {a} that of "
                "{b} in {qn}. Roles and time slices stay with the seats.",
            ],
            "de": [
                "{a} ({p}) und {b} ({q}) tauschen die Plätze; Rolle und Zeitanteil bleiben beim "
                "jeweiligen Platz."
            ],
            "pl": [
                "{a} ({p}) i {b} ({q}) zamieniają się miejscami; rola i wymiar czasu zostają "
                "przy miejscu."
            ],
        },
        p=draw.title(first),
        q=draw.title(second),
        pn=everyday(first),
        qn=everyday(second),
        a=draw.name(draw.scene.employee(one.employee)),
        b=draw.name(draw.scene.employee(two.employee)),
    )
    there = one.model_copy(update={"employee": two.employee})
    here = two.model_copy(update={"employee": one.employee})
    return draw.answer(
        "Done.",
        links={"project": exact(first.id, second.id)},
        writes=[
            update_team(caller.id, first, _replaced(first, (one, there))),
            update_team(caller.id, second, _replaced(second, (two, here))),
        ],
    )


@template(family="dependent_write")
def slice_that_fills_the_week(draw: Draw) -> Drawn:
    """systems/project_board.md: workload is the sum of slices in projects that are not archived."""
    project = draw.pick(running(draw))
    caller = draw.ask_as(led(draw, project))
    (seat,) = seated(draw, project, 1)
    states = ("idea", "exploring", "active", "paused")
    elsewhere = float(draw.scene.load(seat.employee, states)) - seat.time_slice
    goal = draw.pick((0.8, 0.9, 1.0))
    new = round(goal - elsewhere, 2)
    draw.need(0.05 <= new < 1 and new != seat.time_slice and elsewhere > 0.01, "no such slice")
    draw.say(
        {
            "en": [
                "Change the time slice of {who} on {project} so that the whole workload of "
                "{who} becomes exactly {goal}.",
                "{who} is to have a workload of {goal} all in all. Adjust the seat on {project}, "
                "nothing else.",
                "The doctor has spoken, and so have I: a workload of {goal} for {who}, not a "
                "splinter more or less. Let {nick} make up the difference.",
            ],
            "da": [
                "Ret tidsandelen for {who} i {project}, så den samlede belastning bliver {goal}."
            ],
            "pt": [
                "Ajusta a fração de tempo de {who} em {project} para que a carga total seja {goal}."
            ],
        },
        project=draw.title(project),
        nick=everyday(project),
        who=draw.name(draw.scene.employee(seat.employee)),
        goal=goal,
    )
    team = _replaced(project, (seat, seat.model_copy(update={"time_slice": new})))
    return _done(draw, project, update_team(caller.id, project, team))


@template(family="dependent_write")
def best_of_a_group_joins(draw: Draw) -> Drawn:
    """people/crafts_and_keenness.md: the best has the highest level; the Lead changes the team."""
    project = draw.pick(running(draw))
    caller = draw.ask_as(led(draw, project))
    department = draw.pick(("Test Bench & Safety", "Net Design", "Rope Engineering"))
    craft = draw.pick(CRAFTS)
    group = member_of(draw, department)
    top = max(draw.scene.skill(one, craft) for one in group)
    best = draw.only(one for one in group if draw.scene.skill(one, craft) == top)
    draw.need(best not in draw.scene.members(project), "in the team already")
    share = draw.pick((0.1, 0.2, 0.3))
    draw.say(
        {
            "en": [
                "Whoever is best at {craft} in {department} joins {project} as Engineer with a "
                "time slice of {share}.",
                "Give the best of {department} in {craft} a seat on {project}: Engineer, {share}.",
                "I don't care for names, only for hands. Find the strongest person of "
                "{department} in {craft} and put them on {nick} as Engineer, time slice {share}.",
            ],
            "sv": [
                "Den på {department} som är bäst på {craft} ska in i {project} som Engineer "
                "med tidsandelen {share}."
            ],
            "es": [
                "Incorpora a {project}, como Engineer y con una dedicación de {share}, a quien "
                "tenga el nivel más alto de {craft} en {department}."
            ],
        },
        project=draw.title(project),
        nick=everyday(project),
        craft=CRAFTS[craft],
        department=department,
        share=share,
    )
    seat = Seat(employee=best.id, time_slice=share, role="Engineer")
    return _done(draw, project, update_team(caller.id, project, (*project.team, seat)))

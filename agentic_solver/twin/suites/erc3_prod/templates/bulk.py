"""Tasks of several changes in one request, of changes to be computed, of demands that clash."""

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_employee, update_entry, update_status
from agentic_solver.twin.suites.erc3_prod.templates._writing import (
    APPROVALS,
    BOARD,
    CONTRACT,
    CRAFTS,
    PEOPLE,
    VOLOS,
    days_ago,
    entry_of,
    everyday,
    led,
    member_of,
    noted,
    ordinary,
    plain_work,
    question_back,
    record_done,
    running,
    seated,
    staff,
    time_done,
    with_level,
)


@template(family="bulk_write")
def account_manager_pauses_a_client(draw: Draw) -> Drawn:
    """systems/project_board.md: the account manager of the client changes the status."""
    active = [one for one in running(draw) if one.status == "active"]
    client = draw.pick(
        one for one in draw.scene.customers if sum(p.customer == one.id for p in active) > 1
    )
    caller = draw.ask_as(draw.scene.employee(client.account_manager))
    projects = [one for one in active if one.customer == client.id]
    draw.say(
        {
            "en": [
                "Pause all active projects of {client}.",
                "Whatever is active for {client} goes on hold, please.",
                "They are rebuilding their whole yard, cranes everywhere, no room for us. So "
                "everything we have in work as active for {nick} should be paused.",
            ],
            "de": ["Setz alle aktiven Projekte von {client} auf paused."],
            "it": ["Metti in pausa tutti i progetti attivi di {client}."],
        },
        client=draw.title(client),
        nick=everyday(client),
    )
    return draw.answer(
        "They are paused.",
        links={"project": exact(*(one.id for one in projects))},
        writes=[update_status(caller.id, one, "paused") for one in projects],
    )


@template(family="bulk_write")
def lead_sets_all_own_projects(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: "my projects" are those the caller leads, archived left out."""
    leads = [draw.scene.lead(one) for one in running(draw)]
    caller = draw.pick(
        one for one in staff(draw) if leads.count(one) > 1 and one.department != BOARD
    )
    draw.ask_as(caller)
    mine = [one for one in running(draw) if draw.scene.lead(one) == caller]
    status = draw.pick(("exploring", "paused", "active"))
    changed = [one for one in mine if one.status != status]
    draw.need(len(changed) > 1, "hardly anything to change")
    draw.say(
        {
            "en": [
                "Set all my projects to {status}.",
                "Every project of mine gets the status {status}.",
                "New season, clean desk, strong coffee. I want all of my projects in the state "
                "{status} by the time the cup is empty.",
            ],
            "fr": ["Passe tous mes projets au statut « {status} »."],
            "pl": ["Ustaw wszystkie moje projekty na {status}."],
        },
        status=status,
    )
    # A project that is in the state already may be linked or not.
    same = [one.id for one in mine if one.status == status]
    return draw.answer(
        "Done.",
        links={"project": contain(*(one.id for one in changed), tolerate=same)},
        writes=[update_status(caller.id, one, status) for one in changed],
    )


@template(family="bulk_write")
def own_drafts_are_handed_in(draw: Draw) -> Drawn:
    """systems/time_sheets.md: an entry is submitted by the person whose time it is."""
    drafts = [one for one in draw.scene.entries if one.status == "draft"]
    caller = draw.pick(
        one for one in staff(draw) if any(entry.employee == one.id for entry in drafts)
    )
    draw.ask_as(caller)
    mine = [one for one in drafts if one.employee == caller.id]
    another = mine[0].model_dump(exclude={"id"}) | {"date": days_ago(draw, 1), "hours": 2.75}
    mine.append(draw.scene.add_entry(**another))
    draw.say(
        {
            "en": [
                "Hand in all my draft hours.",
                "Whatever I have in the time sheets as a draft: submit it.",
                "The Ledger Office gave me that look again at lunch. Please hand in every single "
                "draft of mine, then I can eat in peace.",
            ],
            "es": ["Presenta todas mis horas que siguen en borrador (draft)."],
            "lv": ["Iesniedz visus manus stundu melnrakstus (draft)."],
            "ja": ["下書き（draft）のままの私の時間をすべて提出してください。"],
        }
    )
    writes = [update_entry(caller.id, one, status="submitted") for one in mine]
    projects = [draw.scene.project(one.project) for one in mine]
    return time_done(draw, [caller], projects, *writes)


@template(family="bulk_write")
def two_projects_in_a_day(draw: Draw) -> Drawn:
    """systems/time_sheets.md: staff log their own time; each entry carries the client."""
    caller = draw.ask_as(draw.pick(staff(draw)))
    one, two = draw.sample(plain_work(draw), 2)
    first, second = draw.sample((0.5, 1.0, 1.75, 2.5, 3.25, 4.0), 2)
    draw.say(
        {
            "en": [
                "Log for me today: {first} h on {one} and {second} h on {two}.",
                "Today I had {first} hours of {one} and, after lunch, {second} hours of {two}. "
                "Two entries, please.",
                "My desk is a battlefield, but I know what I did today: {one_nick}, {first} "
                "hours, and {two_nick}, {second} hours. Write it down for me.",
            ],
            "nl": ["Boek voor mij vandaag {first} uur op {one} en {second} uur op {two}."],
            "el": ["Καταχώρισε για μένα σήμερα {first} ώρες στο «{one}» και {second} στο «{two}»."],
        },
        one=draw.title(one),
        two=draw.title(two),
        one_nick=everyday(one),
        two_nick=everyday(two),
        first=f"{first:g}",
        second=f"{second:g}",
    )
    day = draw.scene.today
    writes = [
        entry_of(draw, caller, caller, project, day=day, hours=hours)
        for project, hours in ((one, first), (two, second))
    ]
    return time_done(draw, [caller], [one, two], *writes)


@template(family="bulk_write")
def group_moves_to_a_branch(draw: Draw) -> Drawn:
    """people/notes_and_moves.md: the People Office and the board change the recorded location."""
    caller = draw.ask_as(draw.pick(member_of(draw, draw.pick((PEOPLE, BOARD)))))
    site, town = draw.pick((("Gothenburg – Branch", "Göteborg"), ("Antwerp – Branch", "Antwerpen")))
    people = draw.sample((one for one in ordinary(draw) if one.location != site), 3)
    draw.say(
        {
            "en": [
                "{a}, {b} and {c} move to {town}. Please change their locations.",
                "New recorded location for {a}, {b} and {c}: our branch in {town}.",
                "A whole van full of people and house plants is on its way to {town}: {a}, {b}, "
                "{c}. The register should say that they work there.",
            ],
            "da": ["{a}, {b} og {c} flytter til {town}. Ret deres lokation i registret."],
            "pt": ["{a}, {b} e {c} mudam-se para {town}: atualiza a localização deles."],
        },
        a=draw.name(people[0]),
        b=draw.name(people[1]),
        c=draw.name(people[2]),
        town=town,
    )
    return draw.answer(
        "They have moved.",
        links={"employee": exact(*(one.id for one in people))},
        writes=[update_employee(caller.id, one, location=site) for one in people],
    )


@template(family="bulk_write")
def pennies_for_an_office(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: a member of the board adds euros; a bare number is an amount."""
    caller = draw.ask_as(draw.pick(member_of(draw, BOARD)))
    units = {(one.department, one.location) for one in ordinary(draw)}
    department, site = draw.pick(sorted(units))
    people = [one for one in staff(draw) if one.department == department and one.location == site]
    draw.need(2 <= len(people) <= 5, "too many")
    penny = draw.pick(range(5, 30))
    draw.say(
        {
            "en": [
                "A birthday penny of {penny} each for everybody of {department} at {site}.",
                "Add {penny} to the salary of each member of {department} at {site}, as a "
                "birthday penny.",
                "The brass band played, I was moved, I can't help it. {department} at {site}: "
                "+{penny} on the yearly salary, every one of them.",
            ],
            "sv": [
                "Lägg på {penny} som födelsedagsslant på lönen för alla i {department}, {site}."
            ],
            "de": [
                "Geburtstagspfennig für alle von {department} am Standort {site}: je {penny} "
                "auf das Gehalt."
            ],
        },
        penny=penny,
        department=department,
        site=site,
    )
    return draw.answer(
        "Done.",
        links={"employee": exact(*(one.id for one in people))},
        writes=[update_employee(caller.id, one, salary=one.salary + penny) for one in people],
    )


@template(family="partly_permitted_write")
def raises_of_which_one_is_allowed(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: those whose raise is allowed get it, the others are left alone."""
    caller = draw.ask_as(draw.pick(member_of(draw, PEOPLE)))
    here = [one for one in ordinary(draw) if one.location != VOLOS and not one.notes]
    good, *others = draw.sample(here, 3)
    good, amount = noted(draw, good, APPROVALS)
    if draw.rng.random() < 0.5:
        others[0] = draw.pick(
            one for one in ordinary(draw) if one.location == VOLOS and not one.notes
        )
        others[0], _ = noted(draw, others[0], APPROVALS)
    else:
        others[0], _ = noted(draw, others[0], ("Asks for {amount} a year.",))
    a, b, c = draw.sample((good, *others), 3)
    draw.say(
        {
            "en": [
                "Carry out the approved raises of {a}, {b} and {c}.",
                "{a}, {b}, {c}: please put the raises from their notes into the salaries.",
                "Three people have been standing at my door since eight: {a}, {b} and {c}. Enter "
                "their raises as the register has them.",
            ],
            "nl": ["Voer de goedgekeurde loonsverhogingen van {a}, {b} en {c} door."],
            "it": ["Applica gli aumenti approvati di {a}, {b} e {c}."],
        },
        a=draw.name(a),
        b=draw.name(b),
        c=draw.name(c),
    )
    return record_done(draw, good, update_employee(caller.id, good, salary=amount))


@template(family="partly_permitted_write")
def board_raises_itself_too(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: nobody changes the own salary; the others of a request get it."""
    caller = draw.ask_as(draw.pick(member_of(draw, BOARD)))
    one, two = draw.sample((p for p in staff(draw) if p != caller), 2)
    plus = draw.pick((100, 250, 400, 1000))
    draw.say(
        {
            "en": [
                "Raise the yearly salaries of {one}, {two} and myself by {plus} euros each.",
                "{plus} euros more a year for three people: {one}, {two}, me.",
                "A good year, the herring are back, and I am feeling generous. {one} and {two} "
                "get {plus} euros more a year, and so do I.",
            ],
            "pl": ["Podnieś roczne pensje o {plus} euro: {one}, {two} oraz moją."],
            "fr": ["Augmente de {plus} euros par an les salaires de {one}, de {two} et le mien."],
        },
        one=draw.name(one),
        two=draw.name(two),
        plus=plus,
    )
    return draw.answer(
        "The two have it; nobody changes the own salary.",
        links={"employee": exact(one.id, two.id)},
        writes=[update_employee(caller.id, p, salary=p.salary + plus) for p in (one, two)],
    )


@template(family="dependent_write")
def own_craft_like_a_colleague(draw: Draw) -> Drawn:
    """people/crafts_and_keenness.md: all staff see crafts and set their own."""
    caller, model = draw.sample(staff(draw), 2)
    draw.ask_as(caller)
    name = draw.pick(CRAFTS)
    level = draw.scene.skill(model, name)
    draw.need(level not in (0, draw.scene.skill(caller, name)), "nothing to change")
    draw.need(CONTRACT not in (caller.department, model.department), "a contractor")
    draw.say(
        {
            "en": [
                "Set my {craft} to the level that {model} has.",
                "In {craft} I am as good as {model} by now. Put that into my profile.",
                "We had a bet and it ended in a draw: {model} and I are equals in {craft}. Make "
                "my profile say so.",
            ],
            "de": ["Setz mein „{craft}“ auf dieselbe Stufe wie bei {model}."],
            "pl": ["Ustaw w moim profilu „{craft}” na taki sam poziom, jaki ma {model}."],
        },
        craft=CRAFTS[name],
        model=draw.name(model),
    )
    write = update_employee(caller.id, caller, skills=with_level(caller.skills, name, level))
    return record_done(draw, caller, write)


@template(family="conflicting_request")
def team_without_exactly_one_lead(draw: Draw) -> Drawn:
    """systems/project_board.md: no Lead or two Leads get a question back."""
    project = draw.pick(running(draw))
    caller = led(draw, project)
    one, two = seated(draw, project, 2)
    outside = {person.id for person in member_of(draw, CONTRACT)}
    draw.need(not outside & {one.employee, two.employee}, "a contractor")
    draw.ask_as(draw.pick((caller, draw.pick(member_of(draw, BOARD)))))
    draw.say(
        {
            "en": [
                "From now on both {a} and {b} hold the Lead seat of {project}.",
                "Make {a} the Lead of {project}, and {b} as well.",
                "Nobody should be lonely at the top, so let {a} and {b} be Lead of {nick}, both "
                "of them, at the same time.",
            ],
            "de": ["Setz bei {project} sowohl {a} als auch {b} als Lead ein."],
            "nl": ["Maak {a} én {b} allebei Lead van {project}."],
        },
        project=draw.title(project),
        nick=everyday(project),
        a=draw.name(draw.scene.employee(one.employee)),
        b=draw.name(draw.scene.employee(two.employee)),
    )
    return question_back(draw)


@template(family="conflicting_request")
def one_person_at_two_sites(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: after rights and means comes whether the request is clear."""
    draw.ask_as(draw.pick(member_of(draw, PEOPLE)))
    person = draw.pick(ordinary(draw))
    sites = ("Hamburg", "Bilbao", "Rijeka", "Marseille", "Antwerp")
    one, two = draw.sample((town for town in sites if town not in person.location), 2)
    draw.say(
        {
            "en": [
                "Change the recorded location of {who} to {one} and to {two}, both.",
                "In the register {who} is to have the location {one} and nothing else, and the "
                "location {two} and nothing else.",
                "Busy times, people come and go like gulls. The one location we record of {who} "
                "should be {one}. And it should be {two}.",
            ],
            "de": ["Trag bei {who} als Standort zugleich {one} und {two} ein."],
            "es": ["Pon como sede de {who} a la vez {one} y {two}."],
        },
        who=draw.name(person),
        one=one,
        two=two,
    )
    return question_back(draw)


@template(family="conflicting_request")
def pause_and_keep_active(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: after rights and means comes whether the request is clear."""
    project = draw.pick(one for one in running(draw) if one.status == "active")
    draw.ask_as(led(draw, project))
    draw.say(
        {
            "en": [
                "Set {project} to paused now, but its status has to stay active.",
                "{project} gets the status paused and keeps the status active.",
                "My head is spinning from all these calls. {nick}: pause it on the board right "
                "away, and make sure that the board goes on showing it as active.",
            ],
            "sv": ["Sätt {project} till paused nu, men statusen måste förbli active."],
            "pt": ["Põe {project} em paused agora, mas o estado tem de continuar active."],
        },
        project=draw.title(project),
        nick=everyday(project),
    )
    return question_back(draw)

"""The rules of ``company/merger.md``, and requests that end differently before and after it."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_entry, update_status
from agentic_solver.twin.entity import Employee, Project
from agentic_solver.twin.suites.erc3_test.templates._house import (
    HOURS,
    LEAD_STATUSES,
    House,
    add_entry,
    cost_centre,
    day,
    linked,
    log,
    open_projects,
    ticket,
)

BEFORE, AFTER = ("fermata",), ("fermata_merged",)


# hours ---------------------------------------------------------------------------------------


def _ask_for_hours(draw: Draw) -> tuple[Employee, Project, float]:
    """Let a member ask for hours of today; no cost centre is named."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    hours = draw.pick(HOURS)
    draw.say(
        {
            "en": [
                "Log {hours} hours on {project} for me today.",
                "Today: {hours} h, {project}, my own time. Write it down, please.",
            ],
            "de": ["Bitte {hours} Stunden für mich auf {project} buchen, heute."],
            "es": ["Apúntame {hours} horas de hoy en {project}."],
            "sv": ["Lägg in {hours} timmar åt mig på {project} för i dag."],
            "ja": ["今日の {project} の作業、{hours} 時間を私の分として登録してください。"],
        },
        hours=f"{hours:g}",
        project=draw.title(project),
    )
    return me, project, hours


@template(family="time_logging", worlds=BEFORE)
def log_today_before_the_merger(draw: Draw) -> Drawn:
    """``systems/time.md``: everybody logs their own time; notes stay empty."""
    me, project, hours = _ask_for_hours(draw)
    write = log(draw, me, me, project, hours)
    return draw.answer("Logged.", links=linked(project=project.id, employee=me.id), writes=[write])


@template(family="merger_rules", worlds=AFTER)
def log_today_after_the_merger(draw: Draw) -> Drawn:
    """``company/merger.md``: without a cost centre nothing is logged, and it is asked back."""
    _ask_for_hours(draw)
    return draw.clarify("Which cost centre?")


@template(family="merger_rules", worlds=AFTER)
def log_with_a_cost_centre(draw: Draw) -> Drawn:
    """``company/merger.md``: the notes are the cost centre alone if the request has no text."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    hours, centre = draw.pick(HOURS), cost_centre(draw)
    draw.say(
        {
            "en": [
                "Log {hours} hours on {project} for me today, cost centre {centre}.",
                "{centre} pays: {hours} h of mine on {project}, today. Please enter them.",
            ],
            "de": ["Heute {hours} Stunden für mich auf {project}, Kostenstelle {centre}."],
            "fr": [
                "Saisis pour moi {hours} h aujourd'hui sur {project}, centre de coûts {centre}."
            ],
            "pl": [
                "Zapisz mi na dziś {hours} godz. w projekcie {project}, "
                "miejsce powstawania kosztów {centre}."
            ],
        },
        hours=f"{hours:g}",
        project=draw.title(project),
        centre=centre,
    )
    write = log(draw, me, me, project, hours, notes=centre)
    return draw.answer("Logged.", links=linked(project=project.id, employee=me.id), writes=[write])


@template(family="merger_rules", worlds=AFTER)
def lead_logs_with_a_cost_centre_and_a_note(draw: Draw) -> Drawn:
    """``company/merger.md``: the notes are the cost centre, a space and the text of the request."""
    project = draw.pick(open_projects(draw))
    lead = draw.scene.lead(project)
    assert lead is not None
    draw.ask_as(lead)
    member = draw.pick(one for one in draw.scene.members(project) if one != lead)
    hours, centre = draw.pick(HOURS), cost_centre(draw)
    note = draw.pick(["Second meter borrowed", "Rain until noon", "Annex B", "Key was missing"])
    draw.say(
        {
            "en": [
                "Log {hours} h today for {member} on {project}, cost centre {centre}, with the "
                'note "{note}".',
                "{member} worked {hours} hours on {project} today. Book them to {centre} and add "
                'the note "{note}".',
            ],
            "de": [
                "Buche heute {hours} Stunden für {member} auf {project}, Kostenstelle {centre}, "
                'Notiz: "{note}"'
            ],
            "pt": [
                "Regista hoje {hours} horas de {member} em {project}, centro de custo {centre}, "
                'com a nota "{note}".'
            ],
        },
        hours=f"{hours:g}",
        member=draw.name(member),
        project=draw.title(project),
        centre=centre,
        note=note,
    )
    write = log(draw, lead, member, project, hours, notes=f"{centre} {note}")
    return draw.answer(
        "Logged as a draft.", links=linked(project=project.id, employee=member.id), writes=[write]
    )


@template(family="merger_rules", worlds=AFTER)
def log_with_a_cost_centre_of_another_form(draw: Draw) -> Drawn:
    """``company/merger.md``: a cost centre of another form is asked back, nothing is logged."""
    project = draw.pick(open_projects(draw))
    draw.ask_as(draw.pick(draw.scene.members(project)))
    good = cost_centre(draw)
    draw.say(
        {
            "en": [
                "Log {hours} hours for me on {project} today, cost centre {centre}.",
                "Please enter {hours} h of mine on {project} for today; it goes to {centre}.",
            ],
            "it": ["Registra oggi {hours} ore mie su {project}, centro di costo {centre}."],
            "nl": ["Boek vandaag {hours} uur voor mij op {project}, kostenplaats {centre}."],
            "zh": ["请给我在 {project} 上登记今天的 {hours} 小时，成本中心 {centre}。"],
        },
        hours=f"{draw.pick(HOURS):g}",
        project=draw.title(project),
        centre=draw.pick([good[:-1], f"FK-{good[-3:]}", good.replace("FK", "KV"), f"{good}1"]),
    )
    return draw.clarify("The cost centre has another form than FK-XX-000.")


@template(family="merger_rules", worlds=AFTER)
def void_and_log_anew_with_a_cost_centre(draw: Draw) -> Drawn:
    """``company/merger.md``: voiding needs no cost centre, the new entry carries one."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    wrong = add_entry(draw, me, project, draw.pick(["draft", "submitted"]))
    right = draw.pick(hours for hours in HOURS if hours != wrong.hours)
    centre = cost_centre(draw)
    draw.say(
        {
            "en": [
                "Void my entry of {date} on {project}. For that same day log {right} hours on "
                "cost centre {centre} instead.",
                "{project}, {date}: my hours are wrong. Strike the entry out and make a new one of "
                "{right} h for that day, {centre}.",
            ],
            "fr": [
                "Annule (voided) ma saisie du {date} sur {project} et enregistre à la place "
                "{right} h pour le même jour, centre de coûts {centre}."
            ],
            "sv": [
                "Makulera min tidrad från {date} på {project} och lägg in {right} timmar på "
                "samma dag i stället, kostnadsställe {centre}."
            ],
        },
        date=day(wrong.date),
        project=draw.title(project),
        right=f"{right:g}",
        centre=centre,
    )
    writes = [
        update_entry(me.id, wrong, status="voided"),
        log(draw, me, me, project, right, date=wrong.date, notes=centre),
    ]
    return draw.answer(
        "Voided and logged anew.",
        links=linked(project=project.id, employee=me.id),
        writes=writes,
    )


@template(family="merger_rules", worlds=AFTER)
def void_and_log_anew_without_a_cost_centre(draw: Draw) -> Drawn:
    """``rulebook/order_of_checks.md``: not even the clear half is done if a needed code lacks."""
    project = draw.pick(open_projects(draw))
    me = draw.ask_as(draw.pick(draw.scene.members(project)))
    wrong = add_entry(draw, me, project, draw.pick(["draft", "submitted"]))
    right = draw.pick(hours for hours in HOURS if hours != wrong.hours)
    draw.say(
        {
            "en": [
                "Void my entry of {date} on {project} and log {right} hours for that day instead.",
                "It was {right} h on {date}, not {wrong} h: void what I have on {project} and "
                "make a new entry for that day.",
            ],
            "de": [
                "Storniere meinen Eintrag vom {date} auf {project} und leg für den Tag einen "
                "neuen mit {right} Stunden an."
            ],
            "es": [
                "Anula mi registro del {date} en {project} y crea otro de {right} horas para ese "
                "mismo día."
            ],
        },
        date=day(wrong.date),
        project=draw.title(project),
        right=f"{right:g}",
        wrong=f"{wrong.hours:g}",
    )
    return draw.clarify("Which cost centre does the new entry carry?")


# statuses ------------------------------------------------------------------------------------


def _ask_for_a_status(draw: Draw, caller: Employee | None = None) -> tuple[Employee, Project, str]:
    """Let the Lead (or somebody else) ask for another status; no ticket is named."""
    scene = draw.scene
    project = draw.pick(one for one in scene.projects if one.status != "archived")
    lead = scene.lead(project)
    assert lead is not None
    draw.need(caller != lead, "the caller leads the project")
    asking = draw.ask_as(caller or lead)
    status = draw.pick(one for one in LEAD_STATUSES if one != project.status)
    draw.say(
        {
            "en": [
                "Set {project} to {status}.",
                "The board should show {project} as {status} from now on. Please change it.",
            ],
            "de": ["Setz den Status von {project} bitte auf {status}."],
            "nl": ["Zet de status van {project} op {status}, alsjeblieft."],
            "pt": ["Muda o estado de {project} para {status}."],
            "zh": ["请把 {project} 的状态改为 {status}。"],
        },
        project=draw.title(project),
        status=status,
    )
    return asking, project, status


@template(family="project_write", worlds=BEFORE)
def lead_sets_a_status_before_the_merger(draw: Draw) -> Drawn:
    """``rulebook/writing.md``: the Lead sets idea, exploring, active or paused."""
    lead, project, status = _ask_for_a_status(draw)
    return draw.answer(
        f"It is {status} now.",
        links=linked(project=project.id),
        writes=[update_status(lead.id, project, status)],
    )


@template(family="merger_rules", worlds=AFTER)
def lead_sets_a_status_after_the_merger(draw: Draw) -> Drawn:
    """``company/merger.md``: with the right but without a ticket the request is asked back."""
    _ask_for_a_status(draw)
    return draw.clarify("Which ticket?")


@template(family="merger_rules", worlds=AFTER)
def stranger_sets_a_status_without_a_ticket(draw: Draw) -> Drawn:
    """``rulebook/order_of_checks.md``: a refusal beats the question for the ticket."""
    _ask_for_a_status(draw, draw.pick(House(draw.scene).of("Mezzo", "Piano")))
    return draw.deny()


def _say_with_ticket(draw: Draw, project: Project, status: str, named: str) -> None:
    draw.say(
        {
            "en": [
                "Set {project} to {status}, ticket {ticket}.",
                "{ticket}: {project} becomes {status}. Please do that on the board.",
            ],
            "de": ["Für {ticket} bitte {project} auf {status} setzen."],
            "it": ["Porta {project} nello stato {status}; il ticket è {ticket}."],
            "ja": [
                "チケット {ticket} に基づき、{project} のステータスを {status} に変更してください。"
            ],
        },
        project=draw.title(project),
        status=status,
        ticket=named,
    )


def _led_project(draw: Draw) -> tuple[Employee, Project, str]:
    project = draw.pick(one for one in draw.scene.projects if one.status != "archived")
    lead = draw.scene.lead(project)
    assert lead is not None
    status = draw.pick(one for one in LEAD_STATUSES if one != project.status)
    return draw.ask_as(lead), project, status


@template(family="merger_rules", worlds=AFTER)
def lead_sets_a_status_with_a_ticket(draw: Draw) -> Drawn:
    """``company/merger.md``: a status changes if the request names a ticket."""
    lead, project, status = _led_project(draw)
    _say_with_ticket(draw, project, status, ticket(draw))
    return draw.answer(
        f"It is {status} now.",
        links=linked(project=project.id),
        writes=[update_status(lead.id, project, status)],
    )


@template(family="merger_rules", worlds=AFTER)
def lead_sets_a_status_with_a_ticket_of_another_form(draw: Draw) -> Drawn:
    """``company/merger.md``: a ticket is written MRG- and four digits, nothing else is one."""
    _, project, status = _led_project(draw)
    number = draw.rng.randint(100, 999)
    named = draw.pick([f"MRG-{number}", f"FH-0{number}", f"BOARD-{number}"])
    _say_with_ticket(draw, project, status, named)
    return draw.clarify("A ticket has the form MRG-0000.")


# the archive ---------------------------------------------------------------------------------


def _ask_to_archive(draw: Draw) -> tuple[Employee, Project]:
    """Let a partner archive one project; no ticket is named."""
    project = draw.pick(one for one in draw.scene.projects if one.status != "archived")
    partner = draw.ask_as(draw.pick(House(draw.scene).of("Forte")))
    draw.say(
        {
            "en": [
                "{project} is over. Archive it.",
                "Move the project {project} to archived, please.",
            ],
            "fr": ["Archive le projet {project}, il est terminé."],
            "es": ["Pasa {project} a archived: ya hemos terminado."],
            "pl": ["Przenieś projekt {project} do archiwum (archived)."],
        },
        project=draw.title(project),
    )
    return partner, project


@template(family="lifecycle", worlds=BEFORE)
def partner_archives_before_the_merger(draw: Draw) -> Drawn:
    """``rulebook/irreversible.md``: one named record and the right, so it is done at once."""
    partner, project = _ask_to_archive(draw)
    return draw.answer(
        "It is archived.",
        links=linked(project=project.id),
        writes=[update_status(partner.id, project, "archived")],
    )


@template(family="merger_rules", worlds=AFTER)
def partner_archives_after_the_merger(draw: Draw) -> Drawn:
    """``company/merger.md``: partners need a ticket for a status as well."""
    _ask_to_archive(draw)
    return draw.clarify("Which ticket?")

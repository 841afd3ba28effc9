"""What the templates of changes have in common: who is who, and what an entry looks like."""

from collections.abc import Iterable
from datetime import date, timedelta

from pydantic import JsonValue

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact, forbid
from agentic_solver.twin.drawing.reference import Write
from agentic_solver.twin.drawing.writes import log_time
from agentic_solver.twin.entity import Customer, Employee, Level, Project, Seat, TimeEntry
from agentic_solver.twin.expectation import LinkKind, LinkRule
from agentic_solver.twin.suites.erc3_prod.worlds.skarholm import BLUEPRINT

__all__ = [
    "ACCOUNTS",
    "APPROVALS",
    "BOARD",
    "CONTRACT",
    "CRAFTS",
    "KEEN",
    "LEDGER",
    "PEOPLE",
    "VOLOS",
    "WORKSHOP",
    "days_ago",
    "entry_of",
    "everyday",
    "is_billable",
    "led",
    "lone_entries",
    "manager_of",
    "member_of",
    "noted",
    "ordinary",
    "plain_work",
    "question_back",
    "record_done",
    "running",
    "seated",
    "staff",
    "time_done",
    "with_level",
]

BOARD, PEOPLE, LEDGER = "Managing Board", "People Office", "Ledger Office"
ACCOUNTS, WORKSHOP, CONTRACT = "Accounts & Markets", "Digital Workshop", "Contract Partners"
VOLOS = "Volos – Netting Plant"

_EVERYDAY = BLUEPRINT.portfolio.everyday_names
APPROVALS = (
    "Board resolution {number}: new yearly salary {amount}.",
    "Raise to {amount} a year approved by board resolution {number}.",
    "By board resolution {number} the yearly salary becomes {amount}.",
)
"""Notes that approve a raise."""
CRAFTS = {
    "craft_splicing": "Splicing and terminations",
    "craft_braiding": "Braiding machine set-up",
    "craft_netting": "Net knotting and mending",
    "craft_polymer": "Synthetic fibre knowledge",
    "craft_wire": "Steel wire rope",
    "craft_loadtest": "Load testing",
    "craft_drawing": "Technical drawing",
    "craft_stock": "Stock and dispatch planning",
}
KEEN = {
    "keen_travel": "Willingness to travel",
    "keen_teach": "Joy in training apprentices",
    "keen_crew": "Interest in leading a crew",
    "keen_software": "Curiosity about shop-floor software",
    "keen_recycling": "Interest in recycled fibre",
    "keen_visits": "Enjoyment of client visits",
}
_UNBILLED = ("training", "paperwork")
_ALL_FIELDS = (
    "employee", "customer", "project", "date", "hours",
    "work_category", "notes", "billable", "status",
)  # fmt: skip


def staff(draw: Draw) -> list[Employee]:
    """Return everybody but the contract partners."""
    return [one for one in draw.scene.employees if one.department != CONTRACT]


def member_of(draw: Draw, department: str) -> list[Employee]:
    """Return the people of a department."""
    return [one for one in draw.scene.employees if one.department == department]


def ordinary(draw: Draw) -> list[Employee]:
    """Return the staff of departments without a say over others' records."""
    powers = (BOARD, PEOPLE, LEDGER, CONTRACT)
    return [one for one in draw.scene.employees if one.department not in powers]


def running(draw: Draw) -> list[Project]:
    """Return the projects that are not archived."""
    return [one for one in draw.scene.projects if one.status != "archived"]


def plain_work(draw: Draw) -> list[Project]:
    """Return the running projects whose work nobody could take for training."""
    return [one for one in running(draw) if "school" not in one.id]


def manager_of(draw: Draw, project: Project) -> Employee | None:
    """Return the account manager of a project's client; None for in-house work."""
    customer = draw.scene.customer(project.customer)
    return None if customer is None else draw.scene.employee(customer.account_manager)


def everyday(record: Project | Customer) -> str:
    """Return what people call a project or a client: English, beginning with an article."""
    words = _EVERYDAY[record.id]
    return words if words.startswith("the ") else f"the project about {words}"


def is_billable(draw: Draw, project: Project, category: str = "project_work") -> bool:
    """Whether the time sheets page calls hours billable if the request does not say."""
    if draw.scene.customer(project.customer) is None or category in _UNBILLED:
        return False
    return project.status in ("active", "paused")


def entry_of(
    draw: Draw,
    by: Employee,
    person: Employee,
    project: Project,
    *,
    day: str,
    hours: float,
    **fields: JsonValue,
) -> Write:
    """Log hours as the time sheets page wants them; every field is graded."""
    category = str(fields.get("work_category", "project_work"))
    fields.setdefault("billable", is_billable(draw, project, category))
    return log_time(
        by.id,
        employee=person.id,
        project=project,
        customer=draw.scene.customer(project.customer),
        date=day,
        hours=hours,
        graded=_ALL_FIELDS,
        **fields,
    )


def time_done(
    draw: Draw, people: Iterable[Employee], projects: Iterable[Project], *writes: Write
) -> Drawn:
    """End a change of hours: it links the project and the person whose time it is."""
    links: dict[LinkKind, LinkRule] = {
        "project": exact(*dict.fromkeys(one.id for one in projects)),
        "employee": exact(*dict.fromkeys(one.id for one in people)),
    }
    return draw.answer("Done.", links=links, writes=writes)


def lone_entries(
    draw: Draw, *statuses: str, own: Iterable[Employee] | None = None
) -> list[TimeEntry]:
    """Return entries of some states that are the person's only one on project and day."""
    keys = [(one.employee, one.project, one.date) for one in draw.scene.entries]
    people = {one.id for one in (staff(draw) if own is None else own)}
    return [
        one
        for one, key in zip(draw.scene.entries, keys, strict=True)
        if one.status in statuses and one.employee in people and keys.count(key) == 1
    ]


def days_ago(draw: Draw, days: int) -> str:
    """Return a day before today."""
    return (date.fromisoformat(draw.scene.today) - timedelta(days=days)).isoformat()


def question_back(draw: Draw) -> Drawn:
    """End with a question back, which carries no links."""
    kinds: tuple[LinkKind, ...] = ("employee", "project", "customer")
    rules: dict[LinkKind, LinkRule] = {kind: forbid() for kind in kinds}
    return draw.end("none_clarification_needed", "Which of them?", links=rules)


def record_done(draw: Draw, person: Employee, *writes: Write) -> Drawn:
    """End a change of a record: it links the person."""
    return draw.answer("Done.", links={"employee": exact(person.id)}, writes=writes)


def noted(draw: Draw, person: Employee, texts: tuple[str, ...]) -> tuple[Employee, int]:
    """Write one of the texts into a person's notes; return the record and the amount."""
    amount = person.salary + 1000 * draw.pick(range(2, 8))
    note = draw.pick(texts).format(number=draw.pick(range(22, 60)), amount=amount)
    return draw.scene.edit_employee(person.id, notes=note), amount


def with_level(levels: tuple[Level, ...], name: str, level: int) -> tuple[Level, ...]:
    """Return a profile with one level changed."""
    return tuple(Level(name=name, level=level) if one.name == name else one for one in levels)


def led(draw: Draw, project: Project) -> Employee:
    """Return the Lead who may act as such."""
    lead = draw.scene.lead(project)
    draw.need(lead is not None and lead.department != CONTRACT, "no Lead with rights")
    assert lead is not None
    return lead


def seated(draw: Draw, project: Project, count: int) -> list[Seat]:
    """Return seats beside the Lead's, of people who hold one seat each."""
    held = [seat.employee for seat in project.team]
    return draw.sample(
        (one for one in project.team if one.role != "Lead" and held.count(one.employee) == 1), count
    )

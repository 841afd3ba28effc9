"""What the templates about people share: who there is, what counts, how requests end."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from decimal import Decimal

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact, forbid
from agentic_solver.twin.drawing.mention import Mention
from agentic_solver.twin.entity import Employee, Project, Seat
from agentic_solver.twin.expectation import LinkKind, LinkRule
from agentic_solver.twin.suites.erc3_prod.company.projects import PROJECTS
from agentic_solver.twin.suites.erc3_prod.templates._people_words import NO, YES

__all__ = [
    "ACCOUNTS",
    "BOARD",
    "CONTRACT",
    "LEDGER",
    "MANY",
    "PEOPLE_OFFICE",
    "ask_as_staff",
    "ask_back",
    "contractors",
    "count",
    "everyday",
    "give_seat",
    "highest",
    "in_departments",
    "is_open",
    "list_people",
    "lowest",
    "namesakes",
    "nothing",
    "open_seats",
    "plain",
    "staff",
    "staff_at",
    "whole_name",
    "workload",
    "yes_or_no",
]

BOARD, ACCOUNTS = "Managing Board", "Accounts & Markets"
PEOPLE_OFFICE, LEDGER, CONTRACT = "People Office", "Ledger Office", "Contract Partners"

MANY = 10
"""A list of more people would ask for patience and for nothing else."""
_OPEN = ("idea", "exploring", "active", "paused")
_WORD = re.compile(r"[^\W\d_]{4,}")
_NO_LINKS: dict[LinkKind, LinkRule] = {
    "employee": forbid(),
    "project": forbid(),
    "customer": forbid(),
}


# who there is ----------------------------------------------------------------------------


def staff(draw: Draw) -> list[Employee]:
    """Return all people but the contractors."""
    return [one for one in draw.scene.employees if one.department != CONTRACT]


def contractors(draw: Draw) -> list[Employee]:
    """Return the contractors."""
    return in_departments(draw, CONTRACT)


def in_departments(draw: Draw, *departments: str) -> list[Employee]:
    """Return the people of some departments."""
    return [one for one in draw.scene.employees if one.department in departments]


def staff_at(draw: Draw, *sites: str) -> list[Employee]:
    """Return the staff of some sites."""
    return [one for one in staff(draw) if one.location in sites]


def namesakes(draw: Draw) -> list[Employee]:
    """Return the two who share a full name, in random order."""
    people = draw.scene.employees
    names = [one.name for one in people]
    return draw.sample([one for one in people if names.count(one.name) == 2], 2)


def whole_name(person: Employee) -> Mention:
    """Return the name of a namesake; it means two people, and that is what it is for."""
    first, _, last = person.name.partition(" ")
    return Mention(kind="employee", id=person.id, forms=(person.name, f"{last} {first}"))


def ask_as_staff(
    draw: Draw, *others: Employee, out_of: Iterable[Employee] | None = None
) -> Employee:
    """Let a member of staff, or one of ``out_of``, ask who is none of the ``others``."""
    known = {one.id for one in others}
    found = staff(draw) if out_of is None else out_of
    return draw.ask_as(draw.pick(one for one in found if one.id not in known))


# what counts -----------------------------------------------------------------------------


def is_open(project: Project) -> bool:
    """Whether a project is not archived."""
    return project.status != "archived"


def open_seats(draw: Draw, person: Employee) -> list[Project]:
    """Return the projects that are not archived in which somebody holds a seat."""
    return [project for project, _ in draw.scene.seats(person.id) if is_open(project)]


def workload(draw: Draw, person: Employee) -> Decimal:
    """Return the sum of somebody's time slices in projects that are not archived."""
    return draw.scene.load(person.id, _OPEN)


def highest(
    people: Iterable[Employee], value: Callable[[Employee], int | Decimal]
) -> list[Employee]:
    """Return everybody who has the highest value."""
    found = list(people)
    best = max((value(one) for one in found), default=0)
    return [one for one in found if value(one) == best]


def lowest(
    people: Iterable[Employee], value: Callable[[Employee], int | Decimal]
) -> list[Employee]:
    """Return everybody who has the lowest value."""
    found = list(people)
    least = min((value(one) for one in found), default=0)
    return [one for one in found if value(one) == least]


def count(people: Collection[Employee], department: str) -> int:
    """Return how many of the people belong to a department."""
    return sum(one.department == department for one in people)


def give_seat(draw: Draw, project: Project, person: Employee) -> Project:
    """Give somebody a seat of role Other in a project; return the project."""
    seat = Seat(employee=person.id, time_slice=0.2, role="Other")
    return draw.scene.edit_project(project.id, team=(*project.team, seat))


# how things are called -------------------------------------------------------------------


def everyday(draw: Draw, project: Project) -> str:
    """Return what people call a project, in English; unsuitable if that fits another as well."""
    draw.title(project)
    said = next(idea.everyday for idea in PROJECTS if idea.id == project.id)
    words = _words(said)
    here = len(words & _words(_about(draw, project)))
    for other in draw.scene.projects:
        if other.id != project.id:
            there = len(words & _words(_about(draw, other)))
            draw.need(there < here, f"{said!r} could also mean {other.name}")
    return said


def _about(draw: Draw, project: Project) -> str:
    client = draw.scene.customer(project.customer)
    known = f"{client.name} {client.brief}" if client is not None else ""
    return f"{project.name} {project.description} {known}"


def _words(text: str) -> set[str]:
    return {word.lower().removesuffix("s") for word in _WORD.findall(text)}


def plain(number: Decimal) -> str:
    """Return a number in plain digits."""
    return f"{number.normalize():f}"


# how requests end ------------------------------------------------------------------------


def list_people(draw: Draw, people: Sequence[Employee]) -> Drawn:
    """Answer with these people, all of them and nobody else; with none it is not found."""
    draw.need(len(people) <= MANY, "too many people")
    if not people:
        return nothing(draw)
    names = ", ".join(one.name for one in people)
    return draw.answer(names, links={"employee": exact(*(one.id for one in people))})


def nothing(draw: Draw) -> Drawn:
    """A list turns out empty."""
    return draw.end("ok_not_found", "There is none.", links=_NO_LINKS)


def ask_back(draw: Draw) -> Drawn:
    """More than one record fits, or a named one does not exist."""
    return draw.end("none_clarification_needed", "Who is meant?", links=_NO_LINKS)


def yes_or_no(draw: Draw, truth: bool) -> Drawn:
    """Answer with a single word; the other word must not occur (only capital letters count)."""
    right, wrong = (YES, NO) if truth else (NO, YES)
    return draw.answer(
        right[0],
        contains_any=[right],
        excludes=[word for word in wrong if word[0].isupper()],
    )

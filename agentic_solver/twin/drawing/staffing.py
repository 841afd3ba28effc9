"""Drawing the people of a company."""

import random
from collections.abc import Sequence

from agentic_solver.twin.drawing.blueprint import Department, NoteIdea, StaffPlan, Unit
from agentic_solver.twin.entity import Employee, Level

__all__ = ["draw_posts", "draw_staff", "name_posts"]

_PREFIX_LETTERS = "bcdfghjkmnpqrstvwxz"
_LOCKERS = range(101, 1000)
_THOUSAND = 1000
_RAISE = range(3, 8)
# Level → weight: what is core to a department, and everything else.
_CORE = {3: 1, 4: 3, 5: 6, 6: 6, 7: 4, 8: 2, 9: 1, 10: 0.3}
_REST = {1: 2, 2: 5, 3: 7, 4: 6, 5: 4, 6: 2, 7: 0.7, 8: 0.3}
_WILL = {1: 2, 2: 4, 3: 5, 4: 6, 5: 6, 6: 4, 7: 2, 8: 1, 9: 0.6, 10: 0.2}
# Contractors keep their profiles short.
_EXTERNAL_SKILLS = 5
_EXTERNAL_WILLS = 2


def draw_posts(rng: random.Random, plan: StaffPlan) -> tuple[Unit, ...]:
    """Return the unit of every post, in random order, so that no id tells a department."""
    posts = [
        unit for unit in plan.units for _ in range(rng.randint(unit.heads.low, unit.heads.high))
    ]
    rng.shuffle(posts)
    return tuple(posts)


def name_posts(
    rng: random.Random, plan: StaffPlan, posts: Sequence[Unit], names: Sequence[str]
) -> tuple[str, ...]:
    """Return a name for each post: two members of staff are namesakes, all else is different."""
    inside = [place for place, unit in enumerate(posts) if unit.department != plan.external]
    first = rng.choice(inside)
    others = [place for place in inside if posts[place].department != posts[first].department]
    second = rng.choice(others)
    named = list(names[: len(posts)])
    named[second] = named[first]
    return tuple(named)


def draw_staff(
    rng: random.Random, plan: StaffPlan, posts: Sequence[Unit], names: Sequence[str]
) -> tuple[Employee, ...]:
    """Return the people of a company, in order of their ids."""
    letters = "".join(rng.choice(_PREFIX_LETTERS) for _ in range(2))
    prefix = f"{letters}{rng.randint(2, 9)}{rng.choice(_PREFIX_LETTERS)}"
    lockers = sorted(rng.sample(_LOCKERS, len(posts)))
    departments = {department.name: department for department in plan.departments}
    people = [
        _draw_person(rng, plan, f"{prefix}_{locker}", name, unit, departments[unit.department])
        for locker, name, unit in zip(lockers, names, posts, strict=True)
    ]
    return _with_notes(rng, plan, people)


def _draw_person(
    rng: random.Random,
    plan: StaffPlan,
    employee_id: str,
    name: str,
    unit: Unit,
    department: Department,
) -> Employee:
    skills, wills = plan.skills, plan.wills
    if unit.department == plan.external:
        skills = tuple(rng.sample(skills, _EXTERNAL_SKILLS))
        wills = tuple(rng.sample(wills, _EXTERNAL_WILLS))
    return Employee(
        id=employee_id,
        name=name,
        email=f"{employee_id}@{plan.mail_domain}",
        salary=rng.randint(department.pay.low, department.pay.high) * _THOUSAND,
        notes="",
        location=unit.site,
        department=unit.department,
        skills=tuple(
            Level(name=skill, level=_level(rng, _CORE if skill in department.core else _REST))
            for skill in sorted(skills)
        ),
        wills=tuple(Level(name=will, level=_level(rng, _WILL)) for will in sorted(wills)),
    )


def _level(rng: random.Random, weights: dict[int, float]) -> int:
    return rng.choices(tuple(weights), tuple(weights.values()))[0]


def _with_notes(
    rng: random.Random, plan: StaffPlan, people: Sequence[Employee]
) -> tuple[Employee, ...]:
    noted = list(people)
    reserved = {idea.site for idea in plan.notes if idea.site}
    free = [place for place, person in enumerate(people) if person.department != plan.external]
    for idea in plan.notes:
        places = [place for place in free if _suits(idea, people[place], reserved)]
        place = rng.choice(places)
        free.remove(place)
        amount = people[place].salary + rng.choice(_RAISE) * _THOUSAND
        text = idea.text.replace("{amount}", str(amount))
        noted[place] = people[place].model_copy(update={"notes": text})
    return tuple(noted)


def _suits(idea: NoteIdea, person: Employee, reserved: set[str]) -> bool:
    return person.location == idea.site if idea.site else person.location not in reserved

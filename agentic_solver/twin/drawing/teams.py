"""Drawing the teams of projects.

Few people do much and most do little: everybody has a weight, which decides how often the name
is drawn. Slices are counted in hundredths, so that equal sums are equal.
"""

import random
from collections.abc import Iterable, Mapping, Sequence

from agentic_solver.twin.drawing.blueprint import ProjectIdea
from agentic_solver.twin.entity import Employee, Project, Seat, TeamRole

__all__ = ["TeamDraw", "load_of"]

# Hundredths of a week → weight.
_SLICES = {10: 3, 15: 1, 20: 6, 25: 2, 30: 5, 40: 4, 50: 2, 60: 1}
_LARGEST_SLICE = 60
_WEIGHT_POWER = 2
_LEAST_WEIGHT = 0.03


def load_of(projects: Iterable[Project], employee_id: str) -> int:
    """Return the hundredths of a week of a person in projects that are not archived."""
    return sum(
        round(seat.time_slice * 100)
        for project in projects
        if project.status != "archived"
        for seat in project.team
        if seat.employee == employee_id
    )


class TeamDraw:
    """Draws one team after the other from the same people."""

    def __init__(
        self,
        rng: random.Random,
        seats: Mapping[TeamRole, tuple[str, ...]],
        people: Sequence[Employee],
    ) -> None:
        self._rng = rng
        self._seats = seats
        self._people = people
        self._weights = {
            person.id: rng.random() ** _WEIGHT_POWER + _LEAST_WEIGHT for person in people
        }

    def team(self, idea: ProjectIdea) -> tuple[Seat, ...]:
        """Return a team with one Lead and nobody on two seats."""
        taken = [self._pick(idea.lead, ())]
        seats = [self._seat(taken[0], "Lead")]
        for role in idea.roles:
            person = self._pick(self._rng.choice(self._seats[role]), taken)
            taken.append(person)
            seats.append(self._seat(person, role))
        return tuple(seats)

    def _pick(self, department: str, taken: Sequence[str]) -> str:
        free = [
            person.id
            for person in self._people
            if person.department == department and person.id not in taken
        ]
        return self._rng.choices(free, [self._weights[person] for person in free])[0]

    def _seat(self, employee_id: str, role: TeamRole) -> Seat:
        size = self._rng.choices(tuple(_SLICES), tuple(_SLICES.values()))[0]
        return Seat(employee=employee_id, time_slice=size / 100, role=role)

    def with_tie(self, projects: Sequence[Project], *, external: str) -> tuple[Project, ...]:
        """Return the projects, with a seat more if only one member of staff were the busiest."""
        changed = list(projects)
        loads = {
            person.id: load_of(changed, person.id)
            for person in self._people
            if person.department != external
        }
        first, second = sorted(loads, key=lambda person: (-loads[person], person))[:2]
        missing = loads[first] - loads[second]
        for place, project in enumerate(changed):
            if missing == 0:
                break
            if project.status == "archived" or _has_seat(project, second):
                continue
            size = min(missing, _LARGEST_SLICE)
            seat = Seat(employee=second, time_slice=size / 100, role="Other")
            changed[place] = project.model_copy(update={"team": (*project.team, seat)})
            missing -= size
        return tuple(changed)


def _has_seat(project: Project, employee_id: str) -> bool:
    return any(seat.employee == employee_id for seat in project.team)

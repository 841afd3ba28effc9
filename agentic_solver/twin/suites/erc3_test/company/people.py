"""The people of the consultancy of ``erc3-test``: names are fixed, numbers are drawn.

The hierarchy page of the wiki names everybody here, so the table and the page change together.
"""

import random
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agentic_solver.twin.entity import Employee, Level

__all__ = ["KVARNSTEN_STAFF", "SKILLS", "STAFF", "WISHES", "AccessLevel", "Person", "draw_staff"]

AccessLevel = Literal["Forte", "Mezzo", "Piano"]

SKILLS = (
    "sk_bell", "sk_court", "sk_field", "sk_hall", "sk_model", "sk_rail", "sk_tremor", "sk_wind",
)  # fmt: skip
WISHES = ("wi_abroad", "wi_conduct", "wi_night", "wi_podium", "wi_tutor")

_BANDS: dict[AccessLevel, tuple[int, int]] = {
    "Forte": (102, 128), "Mezzo": (71, 94), "Piano": (46, 69),
}  # fmt: skip
"""Thousands of euros, as the page about pay has them."""

_CORE = {
    "Partners": ("sk_court", "sk_model"),
    "Room Acoustics": ("sk_hall", "sk_bell"),
    "Noise & Vibration": ("sk_rail", "sk_wind", "sk_tremor"),
    "Field Crew": ("sk_field", "sk_tremor"),
    "Client Desk": ("sk_court", "sk_rail"),
    "Operations": ("sk_field", "sk_court"),
}
"""Skills in which a department is better than others."""

_REMARKS = (
    "Works four days a week; free on Wednesdays.",
    "First aider of the office, certificate until the end of the year.",
    "Asked for a parking space; told that there is none.",
    "Parental leave planned for spring, not yet fixed.",
    "Would like to move house nearer to the office.",
    "Licence for the lifting platform renewed.",
    "No night shifts before Christmas, as agreed.",
    "Salary talk postponed twice; nothing has been agreed.",
)

# NFD takes accents off, but these are letters of their own.
_LETTERS = str.maketrans({"æ": "ae", "Æ": "Ae", "ö": "oe", "Ö": "Oe", "ß": "ss", "ø": "o"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What is fixed of a person."""

    given: str
    family: str
    office: str
    department: str
    level: AccessLevel
    domain: str

    @property
    def id(self) -> str:
        """The short name."""
        return (_plain(self.given)[0] + _plain(self.family))[:6]

    @property
    def name(self) -> str:
        """Given name and family name, with accents."""
        return f"{self.given} {self.family}"

    @property
    def email(self) -> str:
        """The address, in plain letters."""
        return f"{_plain(self.given)}.{_plain(self.family)}@{self.domain}"


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFD", name.translate(_LETTERS))
    return "".join(letter for letter in decomposed if letter.isalpha()).lower()


# One line a person: given name | family name | office | department | level.
_STAFF = """
Ingrid | Sæther | Bergen | Partners | Forte
Lieven | De Backer | Ghent | Partners | Forte
Constança | Figueira | Coimbra | Partners | Forte
Marit | Sæther | Bergen | Room Acoustics | Mezzo
Amélie | Vandamme | Ghent | Client Desk | Mezzo
Jörg | Weißhaupt | Graz | Noise & Vibration | Mezzo
Tiago | Bragança | Coimbra | Field Crew | Mezzo
Petra | Oblak | Graz | Operations | Mezzo
Håkon | Lie | Bergen | Noise & Vibration | Piano
Eirik | Tveit | Bergen | Client Desk | Piano
Noor | Claessens | Ghent | Room Acoustics | Piano
Wout | Peeters | Ghent | Field Crew | Piano
Valentin | Moser | Graz | Room Acoustics | Piano
Oleksandra | Bondar | Graz | Field Crew | Piano
Rita | Quaresma | Coimbra | Client Desk | Piano
Dulce | Monteiro | Coimbra | Noise & Vibration | Piano
"""

_KVARNSTEN_STAFF = """
Linnéa | Kvarnsten | Gothenburg | Noise & Vibration | Mezzo
Oskar | Åkerblom | Gothenburg | Field Crew | Piano
Yasmin | Haddad | Gothenburg | Noise & Vibration | Piano
Måns | Hedlund | Gothenburg | Client Desk | Piano
"""


def _parse(table: str, domain: str) -> tuple[Person, ...]:
    return tuple(_person(line, domain) for line in table.strip().splitlines())


def _person(line: str, domain: str) -> Person:
    given, family, office, department, level = (field.strip() for field in line.split("|"))
    levels: dict[str, AccessLevel] = {name: name for name in _BANDS}
    return Person(
        given=given,
        family=family,
        office=office,
        department=department,
        level=levels[level],
        domain=domain,
    )


STAFF = _parse(_STAFF, "fermataholm.example")
"""The people of the house, in the order of the hierarchy page."""

KVARNSTEN_STAFF = _parse(_KVARNSTEN_STAFF, "kvarnsten.example")
"""The people who come with the merger."""


def draw_staff(rng: random.Random, people: Sequence[Person], *, remarks: int) -> list[Employee]:
    """Draw salaries, profiles and ``remarks`` notes for these people; return their records."""
    noted = dict(zip(rng.sample(people, remarks), rng.sample(_REMARKS, remarks), strict=True))
    return [_draw_person(rng, person, noted.get(person, "")) for person in people]


def _draw_person(rng: random.Random, person: Person, notes: str) -> Employee:
    low, high = _BANDS[person.level]
    return Employee(
        id=person.id,
        name=person.name,
        email=person.email,
        salary=1000 * rng.randint(low, high),
        notes=notes,
        location=person.office,
        department=person.department,
        skills=_draw_skills(rng, _CORE[person.department]),
        wills=_draw_levels(rng, WISHES, rng.randint(3, 5)),
    )


def _draw_skills(rng: random.Random, core: tuple[str, ...]) -> tuple[Level, ...]:
    others = [skill for skill in SKILLS if skill not in core]
    levels = (
        *_draw_levels(rng, core, len(core), low=5),
        *_draw_levels(rng, others, rng.randint(2, 5), high=8),
    )
    return tuple(sorted(levels, key=lambda level: level.name))


def _draw_levels(
    rng: random.Random, names: Sequence[str], count: int, *, low: int = 1, high: int = 10
) -> tuple[Level, ...]:
    chosen = sorted(rng.sample(names, count))
    return tuple(Level(name=name, level=rng.randint(low, high)) for name in chosen)

"""What the pages of the house fix for templates that change something.

Levels, titles, owners and labels are read from the pages, so that a template rests on the same
text as those who solve its tasks.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from pydantic import JsonValue

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain, forbid
from agentic_solver.twin.drawing.mention import Mention
from agentic_solver.twin.drawing.reference import Write
from agentic_solver.twin.drawing.scene import Scene
from agentic_solver.twin.drawing.writes import log_time
from agentic_solver.twin.entity import Employee, Level, Project, Seat, TimeEntry
from agentic_solver.twin.expectation import LinkKind, LinkRule
from agentic_solver.twin.suites.erc3_test.company.hours import MERGER_DAY

__all__ = [
    "HOURS",
    "LEAD_STATUSES",
    "OPEN",
    "House",
    "add_entry",
    "cost_centre",
    "day",
    "deny_guest",
    "label",
    "leveled",
    "linked",
    "log",
    "open_projects",
    "reseated",
    "ticket",
]

OPEN = ("active", "exploring")
LEAD_STATUSES = ("idea", "exploring", "active", "paused")
"""The statuses that a Lead may set, see ``rulebook/writing.md``."""
HOURS = (1.5, 2.0, 2.5, 3.0, 3.5, 4.5, 5.0, 6.5)

_LEVELS = ("Forte", "Mezzo", "Piano")
_CENTRES = ("BE", "GH", "GR", "CO", "GO")
_SATURDAY = 5
_MERGER = MERGER_DAY.isoformat()
_GRADED = (
    "employee", "project", "customer", "date", "hours", "work_category", "notes", "billable",
    "status",
)  # fmt: skip
"""The fields of a new entry; ``systems/time.md`` fixes those that a request leaves out."""


def _rows(text: str) -> list[list[str]]:
    """Return the cells of all table rows of a page."""
    lines = [line.strip() for line in text.splitlines()]
    return [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]


class House:
    """The rules of the wiki about people and pages."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._titles: dict[str, str] = {}
        self._levels: dict[str, str] = {}
        level = ""
        for line in self._page("people/hierarchy.md").splitlines():
            if line.startswith("## "):
                level = line.removeprefix("## ")
            for cells in _rows(line) if level in _LEVELS else ():
                self._levels[cells[0]], self._titles[cells[0]] = level, cells[1]
        for cells in _rows(self._page("company/merger.md")):
            if cells[1] in _LEVELS:
                self._levels[cells[0]], self._titles[cells[0]] = cells[1], cells[2]

    def _page(self, path: str) -> str:
        return self._scene.wiki.get(path) or ""

    @property
    def merged(self) -> bool:
        """Whether the page about the merger is there."""
        return bool(self._page("company/merger.md"))

    def of(self, *levels: str) -> list[Employee]:
        """Return everybody of these levels."""
        return [one for one in self._scene.employees if self._levels[one.name] in levels]

    def titled(self, title: str) -> Employee:
        """Return the one person with a title."""
        return next(one for one in self._scene.employees if title in self._titles[one.name])

    def owner(self, path: str) -> Employee:
        """Return the owner of the folder of a page."""
        folder = f"{path.partition('/')[0]}/"
        names = {cells[0]: cells[1] for cells in _rows(self._page("systems/wiki.md"))}
        return next(one for one in self._scene.employees if one.name == names[folder])

    def stewards(self, person: Employee) -> list[Employee]:
        """Return the colleagues of Mezzo in the office of a person who is not Forte."""
        if self._levels[person.name] == "Forte":
            return []
        return [
            one
            for one in self.of("Mezzo")
            if one.location == person.location and one.id != person.id
        ]

    def outsiders(self, project: Project) -> list[Employee]:
        """Return those who are neither Lead of a project nor Forte."""
        lead = self._scene.lead(project)
        return [one for one in self.of("Mezzo", "Piano") if one != lead]

    def labels(self, prefix: str) -> dict[str, str]:
        """Return what people say for skills (``sk_``) or wishes (``wi_``)."""
        rows = _rows(self._page("people/skills_and_wishes.md"))
        return {cells[0]: cells[1] for cells in rows if cells[0].startswith(prefix)}

    def offices(self) -> dict[str, str]:
        """Return the house name of every office."""
        rows = _rows(self._page("company/offices.md"))
        return {cells[0]: cells[2] for cells in rows if cells[2].startswith("the ")}

    def sentence(self) -> str:
        """Return what every visitor must hear; nothing before the merger."""
        lines = self._page("company/merger.md").splitlines()
        return next((line.removeprefix("> ") for line in lines if line.startswith("> ")), "")


# words ---------------------------------------------------------------------------------------


def day(iso: str) -> Mention:
    """A date, as the API or as the house writes it."""
    year, month, number = iso.split("-")
    return Mention(kind="date", id=iso, forms=(iso, f"{number}.{month}.{year}"))


def label(house: House, name: str) -> Mention:
    """A skill or a wish, as people say it or as the registry has it."""
    said = house.labels(name[:3])[name]
    return Mention(kind="level", id=name, forms=(said, said, name))


def cost_centre(draw: Draw) -> str:
    return f"FK-{draw.pick(_CENTRES)}-{draw.rng.randint(100, 999)}"


def ticket(draw: Draw) -> str:
    return f"MRG-{draw.rng.randint(200, 9899):04d}"


# records -------------------------------------------------------------------------------------


def open_projects(draw: Draw) -> list[Project]:
    """Return the projects that are under way; nobody wonders about hours on them."""
    return [one for one in draw.scene.projects if one.status in OPEN]


def leveled(levels: Sequence[Level], name: str, level: int) -> tuple[Level, ...]:
    """Return a profile with one level set."""
    after = {one.name: one.level for one in levels} | {name: level}
    return tuple(Level(name=one, level=number) for one, number in sorted(after.items()))


def reseated(project: Project, **seats: Seat | None) -> tuple[Seat, ...]:
    """Return the team with the seats of some people replaced, or given up."""
    replaced = [seats.get(seat.employee, seat) for seat in project.team]
    return tuple(seat for seat in replaced if seat is not None)


def add_entry(
    draw: Draw, who: Employee, project: Project, status: str, *, remark: str = ""
) -> TimeEntry:
    """Add hours of the last two weeks, the only ones of that person, project and day."""
    scene = draw.scene
    taken = {
        one.date for one in scene.entries if (one.employee, one.project) == (who.id, project.id)
    }
    days = [date.fromisoformat(scene.today) - timedelta(days=back) for back in range(2, 15)]
    chosen = draw.pick(
        one.isoformat()
        for one in days
        if one.weekday() < _SATURDAY and one.isoformat() not in taken
    )
    client = scene.customer(project.customer)
    centre = cost_centre(draw) if House(scene).merged and chosen >= _MERGER else ""
    return scene.add_entry(
        employee=who.id,
        customer=client.id if client is not None else "",
        project=project.id,
        date=chosen,
        hours=draw.pick(HOURS),
        work_category="measuring",
        notes=f"{centre} {remark}".strip(),
        billable=client is not None,
        status=status,
    )


def log(
    draw: Draw,
    by: Employee,
    who: Employee,
    project: Project,
    hours: float,
    **fields: JsonValue,
) -> Write:
    """Log hours with the defaults of ``systems/time.md``; every field is graded."""
    client = draw.scene.customer(project.customer)
    values: dict[str, JsonValue] = {
        "work_category": "measuring", "billable": client is not None, **fields,
    }  # fmt: skip
    today = str(values.pop("date", draw.scene.today))
    return log_time(
        by.id,
        employee=who.id,
        project=project,
        customer=client,
        date=today,
        hours=hours,
        graded=_GRADED,
        **values,
    )


# ends ----------------------------------------------------------------------------------------


def linked(**ids: str) -> dict[LinkKind, LinkRule]:
    """Require the link of what was changed; any other may stand beside it."""
    kinds: tuple[LinkKind, ...] = ("employee", "project", "customer", "wiki")
    return {kind: contain(ids[kind]) for kind in kinds if kind in ids}


def deny_guest(draw: Draw) -> Drawn:
    """Refuse a visitor, in the words that the merger demands."""
    sentence = House(draw.scene).sentence()
    kinds: tuple[LinkKind, ...] = ("employee", "project", "customer")
    return draw.end(
        "denied_security",
        f"I may not do that. {sentence}".strip(),
        links={kind: forbid() for kind in kinds},
        contains=[sentence] if sentence else [],
    )

"""Specimens: the callers and the small company on which the rules of one wiki are tried.

The company holds a target for every combination of relations that can really occur: leading a
project implies a seat in it, oneself is at one's own location, and so on. It holds no data of
anybody: what the rules name (departments, names, locations, pages) and made-up labels.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.rule import AccessPredicate, Operation, Rule, SubjectPredicate
from agentic_solver.erc3.policy.vocabulary import TABLES, WIKI_TABLES

__all__ = ["Company", "Row", "Sample", "Stance", "build_company", "page_paths", "sample_callers"]

Row = dict[str, str]
"""One row of a table; only the columns that relations and limits read."""

ELSEWHERE = "Specimen Place"
OTHER_DEPARTMENT = "Specimen Department"
OTHER_NAME = "Specimen Person"
OTHER_ID = "specimen-caller"
OTHER_PAGE = "specimen/page.md"
MAX_CALLERS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One caller; all texts are empty for the public one."""

    user: str
    name: str
    department: str
    location: str

    @property
    def is_public(self) -> bool:
        """Whether nobody is signed in."""
        return not self.user

    def identity(self, wiki_sha1: str, today: str) -> Identity:
        """Return the caller as ``whoami`` would on a day."""
        return Identity(
            current_user=self.user,
            is_public=self.is_public,
            location=self.location,
            department=self.department,
            today=today,
            wiki_sha1=wiki_sha1,
        )

    def words(self) -> str:
        """Return the caller in a few words."""
        if self.is_public:
            return "public caller"
        return f"{self.name} ({self.user}; {self.department}; {self.location})"


PUBLIC = Sample(user="", name="", department="", location="")


def _subjects(rules: Iterable[Rule]) -> Iterator[SubjectPredicate]:
    for rule in rules:
        if rule.role is not None:
            yield rule.role.members
        if rule.access is not None:
            yield rule.access.subject


def _unique(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def sample_callers(rules: Sequence[Rule]) -> tuple[tuple[Sample, ...], bool]:
    """Return the callers that the rules can tell apart, the public one first.

    A caller is a department, a name, an id and a location, each one that some rule names or one
    that none does. All combinations are taken up to :data:`MAX_CALLERS`; beyond it those in
    which at most two of the four are named.

    Returns:
        The callers, and whether they are all combinations.
    """
    subjects = list(_subjects(rules))
    departments = _unique(
        [OTHER_DEPARTMENT, *(d for s in subjects for d in (*s.departments, *s.not_departments))]
    )
    names = _unique([OTHER_NAME, *(name for s in subjects for name in s.names)])
    users = _unique([OTHER_ID, *(user for s in subjects for user in s.employee_ids)])
    places = _unique([ELSEWHERE, *(place for s in subjects for place in s.locations)])
    total = len(departments) * len(names) * len(users) * len(places)
    complete = total <= MAX_CALLERS
    others = (OTHER_DEPARTMENT, OTHER_NAME, OTHER_ID, ELSEWHERE)
    found = [PUBLIC]
    for choice in product(departments, names, users, places):
        named = sum(value != other for value, other in zip(choice, others, strict=True))
        if complete or named <= 2:
            department, name, user, place = choice
            found.append(Sample(user=user, name=name, department=department, location=place))
    return tuple(found), complete


@dataclass(frozen=True, slots=True, kw_only=True)
class Stance:
    """What the caller is apart from the target."""

    leads: bool
    manages: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Rows by table, around one caller."""

    caller: Sample
    tables: Mapping[str, tuple[Row, ...]]

    @property
    def seats(self) -> tuple[Row, ...]:
        """Every seat of a project team."""
        return self.tables["project_team"]


def page_paths(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Return one page under each wiki path that a rule names, and one under none."""
    paths = [OTHER_PAGE]
    for rule in rules:
        for name in rule.access.resources if rule.access is not None else ():
            if name.startswith("wiki:"):
                paths.append(_page_under(name.removeprefix("wiki:")))
    return tuple(_unique(paths))


def _page_under(prefix: str) -> str:
    if not prefix:
        return OTHER_PAGE
    if prefix.endswith(".md"):
        return prefix
    return prefix + ("specimen.md" if prefix.endswith("/") else "-specimen.md")


def limited_values(rules: Iterable[Rule], table: str) -> dict[str, list[str]]:
    """Return the values of columns of ``table`` that read rules set limits on."""
    found: dict[str, list[str]] = {}
    for access in (rule.access for rule in rules):
        if access is None or Operation.READ not in access.operations:
            continue
        if not _touches(access, table):
            continue
        for column, values in access.current.items():
            if column in TABLES[table]:
                found[column] = _unique([*found.get(column, []), *values])
    return found


def _attributes(rules: Iterable[Rule], kind: str) -> dict[str, list[str]]:
    """Return the values of attributes of a person, project or customer that read rules name."""
    found: dict[str, list[str]] = {}
    for access in (rule.access for rule in rules):
        if access is None or Operation.READ not in access.operations:
            continue
        for name, values in access.current.items():
            about, _, column = name.partition(".")
            if column and about == kind:
                found[column] = _unique([*found.get(column, []), *values])
    return found


def _touches(access: AccessPredicate, table: str) -> bool:
    named = {name.partition(".")[0] for name in access.resources}
    return "*" in named or table in named or table in WIKI_TABLES


def _with_limits(rows: Iterable[Row], limits: Mapping[str, Sequence[str]]) -> list[Row]:
    """Return each row as it is, and once with each combination of limited values."""
    choices = [[None, *((column, value) for value in limits[column])] for column in sorted(limits)]
    found: list[Row] = []
    for row in rows:
        for number, choice in enumerate(product(*choices)):
            changed = {item[0]: item[1] for item in choice if item is not None}
            key = {"id": f"{row['id']}-{number}"} if number and "id" in row else {}
            found.append({**row, **key, **changed})
    return found


def build_company(caller: Sample, stance: Stance, rules: Sequence[Rule]) -> Company:
    """Return the company around a caller."""
    me, here = caller.user, caller.location or ELSEWHERE
    customers = [
        {
            "id": f"customer-{'managed' if managed else 'unmanaged'}-{seat}-{place}",
            "account_manager": me if managed and stance.manages and me else "manager",
            "location": {"near": here, "city": f"{here}, Specimen Country", "far": "Far Away"}[
                place
            ],
            "seat": seat,
            "place": place,
        }
        for managed, seat, place in product(
            (True, False), ("none", "on", "lead"), ("near", "city", "far")
        )
    ]
    customers = _with_limits(customers, _attributes(rules, "customer"))
    projects, seats = _projects(caller, stance, customers, _attributes(rules, "project"))
    people = _with_limits(_people(caller), _attributes(rules, "employee"))
    seats += _team_seats(projects, people)
    entries = _entries(me, people, projects)
    skills = [{"employee": person["id"]} for person in people]
    loads = [{"employee": person["id"]} for person in people]
    pages = [{"path": path} for path in page_paths(rules)]
    raw: dict[str, list[Row]] = {
        "me": [{"id": me, "location": caller.location, "department": caller.department}],
        "employees": people,
        "employee_skills": skills,
        "employee_wills": skills,
        "customers": customers,
        "projects": projects,
        "project_team": seats,
        "time_entries": entries,
        "workloads": loads,
        **dict.fromkeys(WIKI_TABLES, pages),
    }
    tables = {
        name: tuple(
            {column: row[column] for column in row if column in TABLES[name]}
            for row in _with_limits(rows, {} if name == "me" else limited_values(rules, name))
        )
        for name, rows in raw.items()
    }
    return Company(caller=caller, tables=tables)


def _people(caller: Sample) -> list[Row]:
    """Return the caller, and a colleague for each combination of place, department and team."""
    here, team = caller.location or ELSEWHERE, caller.department or OTHER_DEPARTMENT
    people = [
        {
            "id": f"colleague-{place}-{department}-{seat}",
            "name": "Specimen Colleague",
            "location": here if place == "near" else "Far Away",
            "department": team if department == "own" else "Foreign Department",
            "seat": seat,
        }
        for place, department, seat in product(
            ("near", "far"), ("own", "foreign"), ("none", "mate", "led")
        )
    ]
    if not caller.is_public:
        own = {"name": caller.name, "location": caller.location, "department": caller.department}
        people.append({"id": caller.user, **own, "seat": "self"})
    return people


def _projects(
    caller: Sample, stance: Stance, customers: Sequence[Row], limits: Mapping[str, Sequence[str]]
) -> tuple[list[Row], list[Row]]:
    """Return projects for each customer, and the caller's seats in them.

    Each is there once more for every combination of limited values.
    """
    projects: list[Row] = []
    seats: list[Row] = []
    ranks = {"none": ("none",), "on": ("none", "on"), "lead": ("none", "on", "lead")}
    for customer in customers:
        for seat in ranks[customer["seat"]]:
            project = {
                "id": f"{customer['id']}-project-{seat}",
                "customer": customer["id"],
                "seat": seat,
                **_place(customer),
            }
            copies = _with_limits([project], limits)
            projects.extend(copies)
            if seat != "none" and not caller.is_public:
                role = "Lead" if seat == "lead" and stance.leads else "Engineer"
                me = {"employee": caller.user, "role": role}
                seats.extend({"project": copy["id"], **me} for copy in copies)
    return projects, seats


def _place(row: Row) -> Row:
    return {"place": row["place"]}


def _team_seats(projects: Sequence[Row], people: Sequence[Row]) -> list[Row]:
    """Return seats of colleagues, in the projects of far customers only.

    So every colleague has projects of every kind with and without a seat in them.
    """
    allowed = {"none": ("none", "mate", "led"), "on": ("mate", "led"), "lead": ("led",)}
    return [
        {"project": project["id"], "employee": person["id"], "role": "Engineer"}
        for project in projects
        for person in people
        if project["place"] == "far" and person["seat"] in allowed[project["seat"]]
    ]


def _entries(me: str, people: Sequence[Row], projects: Sequence[Row]) -> list[Row]:
    """Return time entries of everybody on every project, by customer, without, and of another."""
    entries: list[Row] = []
    other = "customer-managed-none-near"
    for person in people:
        for project in projects:
            if project["place"] == "city":
                continue
            for kind, customer in (("", project["customer"]), ("-of-project", "")):
                entries.append(
                    {
                        "id": f"entry{kind}-{person['id']}-{project['id']}",
                        "employee": person["id"],
                        "project": project["id"],
                        "customer": customer,
                    }
                )
        strange = {"employee": person["id"], "project": projects[-1]["id"], "customer": other}
        entries.append({"id": f"entry-own-customer-{person['id']}", **strange})
    return entries

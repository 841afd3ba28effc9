"""The reference evaluator: the documented meaning of rule records in plain Python.

It is the oracle of the truth tables and shares nothing with the code that it judges: relations
are looked up in Python rows, not in SQL, and the combination of rules is written anew from
``agentic_solver.contracts.rule`` and the baseline in ``agentic_solver.erc3.policy``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Approval,
    Operation,
    Relation,
    SubjectPredicate,
)
from agentic_solver.erc3.policy.quality.amount import fits_limits
from agentic_solver.erc3.policy.quality.specimen import Company, Row, Sample
from agentic_solver.erc3.policy.vocabulary import FREE_TABLES, PROTECTED, TABLES, WIKI_TABLES

__all__ = [
    "Person",
    "Roles",
    "Target",
    "Ties",
    "attributes_of",
    "person_of",
    "read_target",
    "stands",
    "write_target",
]

Roles = Mapping[str, Sequence[SubjectPredicate]]
"""Role name -> its alternatives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a row or a write is about; empty where it has none."""

    employee: str = ""
    project: str = ""
    customer: str = ""


# Who a subject speaks of -----------------------------------------------------------------


def _forms(department: str) -> set[str]:
    """Return the names of a department: whole, without its bracket, the bracket alone."""
    found = {department, re.sub(r"\(.*?\)", "", department), *re.findall(r"\((.*?)\)", department)}
    return {form.strip().casefold() for form in found if form.strip()}


def _named_department(caller: Sample, names: Sequence[str]) -> bool:
    return any(_forms(caller.department) & _forms(name) for name in names)


def _is_meant(subject: SubjectPredicate, caller: Sample, roles: frozenset[str]) -> bool:
    if subject.public is not None and subject.public is not caller.is_public:
        return False
    name = sorted(caller.name.casefold().split())
    names = [sorted(other.casefold().split()) for other in subject.names]
    return (
        (not subject.roles or bool(roles & set(subject.roles)))
        and not roles & set(subject.not_roles)
        and (not names or name in names)
        and (not subject.employee_ids or caller.user in subject.employee_ids)
        and (not subject.departments or _named_department(caller, subject.departments))
        and not _named_department(caller, subject.not_departments)
        and (
            not subject.locations
            or caller.location.casefold() in {place.casefold() for place in subject.locations}
        )
    )


def _roles_of_caller(roles: Roles, caller: Sample) -> frozenset[str]:
    """Return the roles of a caller; roles may build on each other, never in a circle."""
    done: dict[str, bool] = {}

    def holds(name: str) -> bool:
        if name not in done:
            done[name] = False  # only a circle, which the rule check refuses, sees this value
            done[name] = any(
                _is_meant(members, caller, frozenset(filter(holds, _mentioned(members))))
                for members in roles.get(name, ())
            )
        return done[name]

    return frozenset(filter(holds, roles))


def _mentioned(subject: SubjectPredicate) -> tuple[str, ...]:
    return (*subject.roles, *subject.not_roles)


def _names_somebody(subject: SubjectPredicate) -> bool:
    return bool(subject.roles or subject.names or subject.employee_ids or subject.departments)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A caller with roles."""

    caller: Sample
    roles: frozenset[str]
    is_outsider: bool
    """Signed in, but not one of the company's own people."""

    def is_covered(self, access: AccessPredicate) -> bool:
        """Whether a rule speaks of the caller.

        A permission for everybody who is signed in is one for the company's own people; an
        outsider has to be named.
        """
        named = _names_somebody(access.subject)
        if self.is_outsider and access.effect == "allow" and not named:
            return False
        if self.caller.is_public and named:
            return False  # a visitor is nobody in particular
        return _is_meant(access.subject, self.caller, self.roles)


def person_of(roles: Roles, caller: Sample) -> Person:
    """Return a caller with the roles that the role rules give them."""
    found = _roles_of_caller(roles, caller)
    outside = "external" in found or ("staff" in roles and "staff" not in found)
    return Person(caller=caller, roles=found, is_outsider=outside and not caller.is_public)


# How the caller stands to a target -------------------------------------------------------


class Ties:
    """Whom and what the caller of a company is tied to, looked up once."""

    def __init__(self, company: Company) -> None:
        me = company.caller.user
        self.caller = company.caller
        self.teams: dict[str, set[str]] = {}
        self.seated: set[str] = set()
        self.led: set[str] = set()
        for seat in company.tables["project_team"]:
            self.teams.setdefault(seat["project"], set()).add(seat["employee"])
            if me and seat["employee"] == me:
                self.seated.add(seat["project"])
                if seat["role"] == "Lead":
                    self.led.add(seat["project"])
        self.projects = {row["id"]: row for row in company.tables["projects"]}
        self.customer_of = {p["id"]: p["customer"] for p in company.tables["projects"]}
        self.customers = {row["id"]: row for row in company.tables["customers"]}
        self.people = {row["id"]: row for row in company.tables["employees"]}
        self.managed = {
            key for key, row in self.customers.items() if me and row["account_manager"] == me
        }


def stands(relation: Relation, target: Target, ties: Ties) -> bool:
    """Whether the caller stands so to the target; what a target lacks never holds."""
    me, who = ties.caller.user, target.employee
    project, customer = target.project, target.customer
    match relation:
        case Relation.SELF:
            return bool(who) and who == me
        case Relation.LEADS_PROJECT:
            return project in ties.led
        case Relation.ON_PROJECT:
            return project in ties.seated
        case Relation.LEADS_MEMBER:
            return any(who in ties.teams[number] for number in ties.led)
        case Relation.SAME_PROJECT:
            return any(who in ties.teams[number] for number in ties.seated)
        case Relation.TARGET_ON_PROJECT:
            return bool(who) and who in ties.teams.get(project, ())
        case _:
            return _stands_to_customer(relation, customer, ties) or _stands_at(
                relation, target, ties
            )


def _stands_to_customer(relation: Relation, customer: str, ties: Ties) -> bool:
    match relation:
        case Relation.MANAGES_CUSTOMER:
            return customer in ties.managed
        case Relation.ON_CUSTOMER_PROJECT:
            return any(ties.customer_of[number] == customer for number in ties.seated)
        case Relation.LEADS_CUSTOMER_PROJECT:
            return any(ties.customer_of[number] == customer for number in ties.led)
        case Relation.MANAGES_ANY_CUSTOMER:
            return bool(ties.managed)
        case Relation.LEADS_ANY_PROJECT:
            return bool(ties.led)
        case _:
            return False


def _stands_at(relation: Relation, target: Target, ties: Ties) -> bool:
    """Whether caller and target share a location or a department that is known."""
    person = ties.people.get(target.employee, {})
    if relation is Relation.SAME_DEPARTMENT:
        return bool(ties.caller.department) and person.get("department") == ties.caller.department
    here = ties.caller.location
    if relation is not Relation.SAME_LOCATION or not here:
        return False
    if target.employee:
        return person.get("location") == here
    place = ties.customers.get(target.customer, {}).get("location", "")
    return here == place or here.casefold() == place.split(",")[0].strip().casefold()


def read_target(ties: Ties, table: str, row: Row) -> Target:
    """Return what a row of a table is about."""
    match table:
        case "employees":
            return Target(employee=row["id"])
        case "employee_skills" | "employee_wills" | "workloads":
            return Target(employee=row["employee"])
        case "customers":
            return Target(customer=row["id"])
        case "projects":
            return Target(project=row["id"], customer=row["customer"])
        case "project_team" | "time_entries":
            project = row["project"]
            customer = row.get("customer") or ties.customer_of.get(project, "")
            return Target(employee=row["employee"], project=project, customer=customer)
        case _:
            return Target()


def write_target(ties: Ties, operation: Operation, args: JsonObject) -> Target:
    """Return what a write is about."""

    def given(*names: str) -> str:
        return next((str(args[name]) for name in names if args.get(name)), "")

    match operation:
        case Operation.LOG_TIME | Operation.UPDATE_TIME:
            project = given("project")
            customer = given("customer") or ties.customer_of.get(project, "")
            return Target(employee=given("employee"), project=project, customer=customer)
        case Operation.UPDATE_PROJECT_STATUS | Operation.UPDATE_PROJECT_TEAM:
            project = given("id")
            return Target(project=project, customer=ties.customer_of.get(project, ""))
        case Operation.UPDATE_WIKI | Operation.READ:
            return Target()
        case _:
            return Target(employee=given("employee"))


# Whether a rule applies ------------------------------------------------------------------


def relations_hold(access: AccessPredicate, held: frozenset[Relation]) -> bool:
    """Whether the relations of a rule fit those in which the caller stands to the target."""
    return (
        (not access.relations or bool(held & set(access.relations)))
        and held >= set(access.requires)
        and not held & set(access.unless)
    )


def names_column(access: AccessPredicate, table: str, column: str) -> bool:
    """Whether a read rule speaks of the column (of a wiki table: of some page)."""
    whole = names_whole(access, table, column)
    return whole or (table in WIKI_TABLES and bool(_prefixes(access)))


def names_whole(access: AccessPredicate, table: str, column: str) -> bool:
    """Whether a read rule names the column for every row."""
    return any(name in ("*", f"{table}.*", f"{table}.{column}") for name in access.resources)


def _prefixes(access: AccessPredicate) -> list[str]:
    return [name[5:] for name in access.resources if name.startswith("wiki:")]


def names_page(access: AccessPredicate, path: str) -> bool:
    """Whether a rule names the page by a prefix of its path."""
    return any(path.startswith(prefix) for prefix in _prefixes(access))


def attributes_of(target: Target, ties: Ties) -> Row:
    """Return what is known of the person, project and customer that a row is about."""
    things = {
        "employee": ties.people.get(target.employee, {}),
        "project": ties.projects.get(target.project, {}),
        "customer": ties.customers.get(target.customer, {}),
    }
    return {f"{kind}.{name}": thing[name] for kind, thing in things.items() for name in thing}


def reads_row(access: AccessPredicate, table: str, column: str, row: Row) -> bool:
    """Whether a read rule speaks of this value of this row, relations aside.

    Args:
        row: its columns, and the attributes of what it is about.
    """
    if Operation.READ not in access.operations:
        return False
    named = names_whole(access, table, column)
    if table in WIKI_TABLES and not named:
        named = names_page(access, row["path"])
    if access.effect == "allow" and column == "id":  # of whom one may know the name
        named = named or f"{table}.name" in access.resources
    if not named:
        return False
    return all(name in row and row[name] in access.current[name] for name in access.current)


def writes_fit(
    access: AccessPredicate, operation: Operation, args: JsonObject, current: JsonObject, today: str
) -> bool:
    """Whether a write rule speaks of the operation with these values, relations aside."""
    if operation not in access.operations:
        return False
    pages = [str(args[name]) for name in ("file", "from") if name in args]
    to_wiki = operation is Operation.UPDATE_WIKI and bool(access.resources)
    if to_wiki and not any(names_page(access, page) for page in pages):
        return False
    for name, values in access.values.items():
        given = args.get(name)
        # "An argument that is not given neither breaks an allow rule nor meets a deny rule."
        if given is None and access.effect == "deny":
            return False
        # "An allow rule that moves a field covers the move and no change of another field."
        if access.effect == "allow" and not set(values) & set(access.current.get(name, values)):
            others = current.keys() & args.keys() - {name}
            if given is None or any(args[other] != current[other] for other in others):
                return False
        asked = {_name_of(one) for one in (given if isinstance(given, list) else [given])}
        outside = asked - set(values) if access.effect == "allow" else not asked & set(values)
        if given is not None and outside:
            return False
    for name, values in access.current.items():
        if name not in current or str(current[name]) not in values:
            return False
    if not fits_limits(access, operation, args, current, today):
        return False
    return all(
        name in args and _occurs(str(args[name]), current.get(field), access.approval)
        for name, field in access.stated.items()
    )


def _name_of(value: object) -> str:
    return str(value["name"] if isinstance(value, dict) else value)


def _occurs(value: str, text: object, approval: Approval | None) -> bool:
    """Whether a sentence states a value, as approved if it has to be.

    Thousands may be grouped with a comma. A question approves nothing.
    """
    if not isinstance(text, str):
        return False
    for sentence in re.findall(r"[^.?]+[.?]*", text.replace(",", "")):
        words = " ".join(["", *re.findall(r"\w+", sentence), ""])

        def has(phrases: Sequence[str], words: str = words) -> bool:
            return any(f" {phrase} " in words for phrase in phrases)

        if not has([value]):
            continue
        if approval is None:
            return True
        granted = has(approval.by) and (not approval.act or has(approval.act))
        if granted and not has(approval.never) and not sentence.endswith("?"):
            return True
    return False


# The verdict -----------------------------------------------------------------------------


def is_open(table: str, column: str, person: Person, target: Target) -> bool:
    """Whether a value is open where no rule speaks, wiki pages and the own session aside.

    Staff read what is not protected; everybody who is signed in reads what is about themselves.
    """
    if person.caller.is_public:
        return False
    if target.employee and target.employee == person.caller.user:
        return True
    return not person.is_outsider and column not in PROTECTED.get(table, ())


_OF_ANY_TARGET = frozenset({Relation.LEADS_ANY_PROJECT, Relation.MANAGES_ANY_CUSTOMER})


def tells_outsiders(access: AccessPredicate, table: str, column: str, total: bool) -> bool:
    """Whether a rule says which wiki pages visitors or external callers may read.

    One that can hold for no page says nothing.
    """
    if access.effect != "allow" or Operation.READ not in access.operations:
        return False
    can_hold = (
        (not access.relations or bool(_OF_ANY_TARGET & set(access.relations)))
        and set(access.requires) <= _OF_ANY_TARGET
        and set(access.current) <= set(TABLES[table])
        and (total or not access.aggregate)
    )
    to_outsiders = access.subject.public is True or _names_somebody(access.subject)
    return to_outsiders and can_hold and names_column(access, table, column)


def is_condition_free(access: AccessPredicate, table: str, column: str) -> bool:
    """Whether a read rule speaks of every row of the column."""
    limits = (access.relations, access.requires, access.unless, access.current)
    return not any(limits) and (
        names_whole(access, table, column) or (table in WIKI_TABLES and "" in _prefixes(access))
    )


def closes(access: AccessPredicate, table: str, column: str, row: Row) -> bool:
    """Whether an exclusive rule closes the value to everybody whom no rule covers."""
    if access.effect != "allow" or not access.exclusive or Operation.READ not in access.operations:
        return False
    whole = names_whole(access, table, column)
    return whole or (table in WIKI_TABLES and names_page(access, row["path"]))


def is_in_force(access: AccessPredicate, today: str) -> bool:
    """Whether a read rule holds on a day."""
    return fits_limits(access, Operation.READ, {}, {}, today)


def is_free(table: str) -> bool:
    """Whether every caller reads the table, whatever the rules say."""
    return table in FREE_TABLES

"""The truth of a universe, asked in plain Python: who stands how to whom, and who is in which role.

Nothing here is shared with the validator: not its SQL, not its folding of names, not its
tables. Only the rules themselves, which are data, are the same.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from agentic_solver.contracts.rule import Relation, Rule, SubjectPredicate
from agentic_solver.twin.entity import Customer, Employee, Project, TimeEntry
from agentic_solver.twin.task import Caller
from agentic_solver.twin.universe import Universe

__all__ = ["Target", "Truth", "squeeze"]

_NOBODY = Caller(current_user="", is_public=True, location="", department="")


def squeeze(text: str) -> str:
    """Return text in small letters, without accents, marks and doubled spaces."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("&", " and "))
    kept = "".join(char for char in plain if not unicodedata.combining(char)).casefold()
    return " ".join(re.findall(r"\w+", kept))


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a row or a change is about; empty where it is about none."""

    employee: str = ""
    project: str = ""
    customer: str = ""


@dataclass(frozen=True, kw_only=True)
class Truth:
    """One company at one moment, and who asks."""

    employees: Mapping[str, Employee]
    projects: Mapping[str, Project]
    customers: Mapping[str, Customer]
    entries: Mapping[str, TimeEntry]
    pages: Mapping[str, str]
    caller: Caller
    today: str

    @classmethod
    def of(cls, universe: Universe) -> "Truth":
        """Return a copy of what a universe holds now; records are frozen and shared."""
        return cls(
            employees=dict(universe.employees),
            projects=dict(universe.projects),
            customers=dict(universe.customers),
            entries=dict(universe.time_entries),
            pages=dict(universe.wiki),
            caller=universe.caller or _NOBODY,
            today=universe.today,
        )

    # who asks ----------------------------------------------------------------------------

    @cached_property
    def me(self) -> str:
        """The id of the caller; empty for the public."""
        return "" if self.caller.is_public else self.caller.current_user

    def roles(self, rules: Iterable[Rule]) -> frozenset[str]:
        """Return the roles of the caller; they may build on each other."""
        definitions = [rule.role for rule in rules if rule.role is not None]
        found: frozenset[str] = frozenset()
        for _ in range(len(definitions) + 1):
            now = frozenset(d.name for d in definitions if self.fits(d.members, found))
            if now == found:
                return found
            found = now
        return found

    def fits(self, subject: SubjectPredicate, roles: frozenset[str]) -> bool:
        """Whether a subject speaks of the caller."""
        public = self.caller.is_public
        named = subject.roles or subject.names or subject.employee_ids or subject.departments
        if public and (named or subject.locations):
            return False
        own = self.employees.get(self.me)
        name = sorted(squeeze(own.name).split()) if own is not None else None
        department = _forms(self.caller.department)
        return all(
            (
                subject.public in (None, public),
                not subject.roles or bool(roles & set(subject.roles)),
                not roles & set(subject.not_roles),
                not subject.names or name in [sorted(squeeze(n).split()) for n in subject.names],
                not subject.employee_ids or self.me in subject.employee_ids,
                not subject.departments or any(department & _forms(d) for d in subject.departments),
                not any(department & _forms(d) for d in subject.not_departments),
                not subject.locations
                or squeeze(self.caller.location) in [squeeze(item) for item in subject.locations],
            )
        )

    # relations ---------------------------------------------------------------------------

    def holds(self, relation: Relation, target: Target) -> bool:
        """Whether the caller stands in a relation to a target."""
        if not self.me and relation is not Relation.TARGET_ON_PROJECT:
            return False
        return _RELATIONS[relation](self, target)

    def seats(self, employee: str, *, lead: bool = False) -> frozenset[str]:
        """Return the projects in whose teams somebody sits, or only those somebody leads."""
        return self._seats[lead].get(employee, frozenset())

    @cached_property
    def _seats(self) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
        """Employee → projects with a seat, and employee → projects that they lead."""
        found: tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]] = ({}, {})
        for project in self.projects.values():
            for seat in project.team:
                for lead in {False, seat.role == "Lead"}:
                    known = found[lead].get(seat.employee, frozenset())
                    found[lead][seat.employee] = known | {project.id}
        return found

    def client_of(self, project: str, customer: str = "") -> str:
        """Return the customer that is given, else that of the project."""
        found = self.projects.get(project)
        return customer or (found.customer if found is not None else "")


def _forms(department: str) -> set[str]:
    inside = re.findall(r"\(([^)]*)\)", department)
    outside = re.sub(r"\([^)]*\)", " ", department)
    return {squeeze(item) for item in (department, outside, *inside)} - {""}


def _self(truth: Truth, target: Target) -> bool:
    return target.employee == truth.me != ""


def _leads_project(truth: Truth, target: Target) -> bool:
    return target.project in truth.seats(truth.me, lead=True)


def _on_project(truth: Truth, target: Target) -> bool:
    return target.project in truth.seats(truth.me)


def _leads_member(truth: Truth, target: Target) -> bool:
    return bool(truth.seats(truth.me, lead=True) & truth.seats(target.employee))


def _same_project(truth: Truth, target: Target) -> bool:
    return bool(truth.seats(truth.me) & truth.seats(target.employee))


def _manages(truth: Truth, target: Target) -> bool:
    found = truth.customers.get(target.customer)
    return found is not None and found.account_manager == truth.me


def _on_customer(truth: Truth, target: Target) -> bool:
    return any(truth.client_of(p) == target.customer != "" for p in truth.seats(truth.me))


def _leads_customer(truth: Truth, target: Target) -> bool:
    mine = truth.seats(truth.me, lead=True)
    return any(truth.client_of(p) == target.customer != "" for p in mine)


def _target_on_project(truth: Truth, target: Target) -> bool:
    return target.project in truth.seats(target.employee)


def _same_location(truth: Truth, target: Target) -> bool:
    here = truth.caller.location
    if not here:
        return False
    if target.employee:
        found = truth.employees.get(target.employee)
        return found is not None and found.location == here
    client = truth.customers.get(target.customer)
    if client is None:
        return False
    return client.location == here or squeeze(client.location.split(",")[0]) == squeeze(here)


def _same_department(truth: Truth, target: Target) -> bool:
    found = truth.employees.get(target.employee)
    return found is not None and found.department == truth.caller.department != ""


def _leads_any(truth: Truth, _target: Target) -> bool:
    return bool(truth.seats(truth.me, lead=True))


def _manages_any(truth: Truth, _target: Target) -> bool:
    return any(client.account_manager == truth.me for client in truth.customers.values())


_RELATIONS: dict[Relation, Callable[[Truth, Target], bool]] = {
    Relation.SELF: _self,
    Relation.LEADS_PROJECT: _leads_project,
    Relation.ON_PROJECT: _on_project,
    Relation.LEADS_MEMBER: _leads_member,
    Relation.SAME_PROJECT: _same_project,
    Relation.MANAGES_CUSTOMER: _manages,
    Relation.ON_CUSTOMER_PROJECT: _on_customer,
    Relation.LEADS_CUSTOMER_PROJECT: _leads_customer,
    Relation.TARGET_ON_PROJECT: _target_on_project,
    Relation.SAME_LOCATION: _same_location,
    Relation.SAME_DEPARTMENT: _same_department,
    Relation.LEADS_ANY_PROJECT: _leads_any,
    Relation.MANAGES_ANY_CUSTOMER: _manages_any,
}

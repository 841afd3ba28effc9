"""The three registries of the company: their routes, payload keys, models and rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from agentic_solver.erc3.entity import (
    Customer,
    CustomerBrief,
    Employee,
    EmployeeBrief,
    Entity,
    Project,
    ProjectBrief,
)
from agentic_solver.erc3.snapshot.certificate import Target

__all__ = ["CUSTOMERS", "EMPLOYEES", "KINDS", "PROJECTS", "Kind", "KindName"]

KindName = Literal["employee", "customer", "project"]
Row = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """How one kind of entity is listed, searched, fetched and stored."""

    name: KindName
    table: Literal["employees", "customers", "projects"]
    detail: Target
    rows_key: str
    """Where a page holds its rows."""
    item_key: str
    """Where a detailed payload holds the entity."""
    brief_model: type[Entity]
    detail_model: type[Entity]
    brief_row: Callable[[Any], Row]
    """Cells of the table's brief columns, from either model."""
    detail_cells: Callable[[Any], Row]
    """Cells of the table's detail columns."""
    detail_columns: tuple[str, ...]
    children: tuple[tuple[Target, str, Callable[[Any], list[Row]]], ...]
    """Child tables: name, key column, rows."""

    @property
    def list_route(self) -> str:
        return f"/{self.table}/list"

    @property
    def search_route(self) -> str:
        return f"/{self.table}/search"

    @property
    def get_route(self) -> str:
        return f"/{self.table}/get"


def _employee_row(one: EmployeeBrief) -> Row:
    return (one.id, one.name, one.email, one.salary, one.location, one.department)


def _customer_row(one: CustomerBrief) -> Row:
    return (one.id, one.name, one.location, one.deal_phase.value, one.high_level_status)


def _project_row(one: ProjectBrief) -> Row:
    return (one.id, one.name, one.customer, one.status.value)


def _skill_rows(one: Employee) -> list[Row]:
    return [(one.id, skill.name, skill.level) for skill in one.skills]


def _will_rows(one: Employee) -> list[Row]:
    return [(one.id, will.name, will.level) for will in one.wills]


def _team_rows(one: Project) -> list[Row]:
    return [(one.id, seat.employee, seat.time_slice, seat.role.value) for seat in one.team]


def _customer_detail(one: Customer) -> Row:
    return (one.brief, one.primary_contact_name, one.primary_contact_email, one.account_manager)


EMPLOYEES = Kind(
    name="employee",
    table="employees",
    detail="employees.detail",
    rows_key="employees",
    item_key="employee",
    brief_model=EmployeeBrief,
    detail_model=Employee,
    brief_row=_employee_row,
    detail_cells=lambda one: (one.notes,),
    detail_columns=("notes",),
    children=(
        ("employee_skills", "employee", _skill_rows),
        ("employee_wills", "employee", _will_rows),
    ),
)
CUSTOMERS = Kind(
    name="customer",
    table="customers",
    detail="customers.detail",
    rows_key="companies",
    item_key="company",
    brief_model=CustomerBrief,
    detail_model=Customer,
    brief_row=_customer_row,
    detail_cells=_customer_detail,
    detail_columns=("brief", "primary_contact_name", "primary_contact_email", "account_manager"),
    children=(),
)
PROJECTS = Kind(
    name="project",
    table="projects",
    detail="projects.detail",
    rows_key="projects",
    item_key="project",
    brief_model=ProjectBrief,
    detail_model=Project,
    brief_row=_project_row,
    detail_cells=lambda one: (one.description,),
    detail_columns=("description",),
    children=(("project_team", "project", _team_rows),),
)
KINDS: Mapping[KindName, Kind] = MappingProxyType(
    {"employee": EMPLOYEES, "customer": CUSTOMERS, "project": PROJECTS}
)

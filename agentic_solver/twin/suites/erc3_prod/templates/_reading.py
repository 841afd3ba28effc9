"""What the read-only templates of Skarholm share: departments, rights and sums of hours."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import TypeVar

from agentic_solver.twin.drawing.draw import Draw, Drawn, contain, forbid
from agentic_solver.twin.entity import Customer, Employee, Project, TimeEntry
from agentic_solver.twin.expectation import LinkKind, LinkRule
from agentic_solver.twin.suites.erc3_prod.worlds.skarholm import BLUEPRINT

__all__ = [
    "ACCOUNTS",
    "BOARD",
    "CONTRACT",
    "COUNTRIES",
    "IN_HOUSE",
    "LEDGER",
    "PEOPLE",
    "STORES",
    "add_hours",
    "called",
    "contact_readers",
    "contractors",
    "empty",
    "entries",
    "everybody_of",
    "finish_list",
    "hour_readers",
    "live",
    "period",
    "plain",
    "prefer",
    "projects_of",
    "report_links",
    "seat_contractor",
    "shift",
    "staff",
    "verdict",
    "worked",
]

T = TypeVar("T")

BOARD, ACCOUNTS, STORES = "Managing Board", "Accounts & Markets", "Shipping & Stores"
PEOPLE, LEDGER, CONTRACT = "People Office", "Ledger Office", "Contract Partners"
IN_HOUSE = "cust_skarholm_inhouse"

# Country as recorded → "in the country" in English, German, French and Italian.
COUNTRIES: Mapping[str, tuple[str, str, str, str]] = {
    "Austria": ("in Austria", "in Österreich", "en Autriche", "in Austria"),
    "Belgium": ("in Belgium", "in Belgien", "en Belgique", "in Belgio"),
    "Croatia": ("in Croatia", "in Kroatien", "en Croatie", "in Croazia"),
    "Czechia": ("in Czechia", "in Tschechien", "en Tchéquie", "in Cechia"),
    "Denmark": ("in Denmark", "in Dänemark", "au Danemark", "in Danimarca"),
    "Finland": ("in Finland", "in Finnland", "en Finlande", "in Finlandia"),
    "France": ("in France", "in Frankreich", "en France", "in Francia"),
    "Germany": ("in Germany", "in Deutschland", "en Allemagne", "in Germania"),
    "Greece": ("in Greece", "in Griechenland", "en Grèce", "in Grecia"),
    "Hungary": ("in Hungary", "in Ungarn", "en Hongrie", "in Ungheria"),
    "Italy": ("in Italy", "in Italien", "en Italie", "in Italia"),
    "Latvia": ("in Latvia", "in Lettland", "en Lettonie", "in Lettonia"),
    "Netherlands": ("in the Netherlands", "in den Niederlanden", "aux Pays-Bas", "nei Paesi Bassi"),
    "Norway": ("in Norway", "in Norwegen", "en Norvège", "in Norvegia"),
    "Poland": ("in Poland", "in Polen", "en Pologne", "in Polonia"),
    "Portugal": ("in Portugal", "in Portugal", "au Portugal", "in Portogallo"),
    "Romania": ("in Romania", "in Rumänien", "en Roumanie", "in Romania"),
    "Spain": ("in Spain", "in Spanien", "en Espagne", "in Spagna"),
    "Sweden": ("in Sweden", "in Schweden", "en Suède", "in Svezia"),
    "Switzerland": ("in Switzerland", "in der Schweiz", "en Suisse", "in Svizzera"),
    "United Kingdom": (
        "in the United Kingdom", "im Vereinigten Königreich", "au Royaume-Uni", "nel Regno Unito",
    ),
}  # fmt: skip

_YES = ("Yes", "yes", "Ja", "ja", "Oui", "oui", "Sí", "sí", "Sì", "sì", "Sim", "sim")
_NO = ("No", "no", "Nein", "nein", "Non", "non", "Não", "não", "Nee", "nee", "Nej", "nej")


# people and what they may -----------------------------------------------------------------


def staff(draw: Draw) -> list[Employee]:
    """Return everybody but the contract partners."""
    return [one for one in draw.scene.employees if one.department != CONTRACT]


def contractors(draw: Draw) -> list[Employee]:
    """Return the contract partners."""
    return everybody_of(draw, CONTRACT)


def everybody_of(draw: Draw, *departments: str) -> list[Employee]:
    """Return the people of some departments."""
    return [one for one in draw.scene.employees if one.department in departments]


def hour_readers(draw: Draw, project: Project) -> set[str]:
    """Return who may read all entries of a project."""
    readers = {one.id for one in everybody_of(draw, LEDGER, BOARD)}
    lead = draw.scene.lead(project)
    if lead is not None and lead.department != CONTRACT:
        readers.add(lead.id)
    customer = draw.scene.customer(project.customer)
    return readers if customer is None else readers | {customer.account_manager}


def contact_readers(draw: Draw, customer: Customer) -> set[str]:
    """Return who may read the contact of a client."""
    seated = {
        one.id
        for project in projects_of(draw, customer)
        for one in draw.scene.members(project)
        if one.department != CONTRACT
    }
    return seated | {one.id for one in everybody_of(draw, ACCOUNTS, BOARD)}


def seat_contractor(draw: Draw, project: Project, role: str = "Other") -> tuple[Project, Employee]:
    """Give a contract partner a seat in a project; as Lead in the place of the present one."""
    seated = {seat.employee for seat in project.team}
    person = draw.pick(one for one in contractors(draw) if one.id not in seated)
    team = [seat.model_dump() for seat in project.team if seat.role != role or role != "Lead"]
    seat = {"employee": person.id, "time_slice": 0.3, "role": role}
    return draw.scene.edit_project(project.id, team=(*team, seat)), person


# projects and clients ---------------------------------------------------------------------


def live(projects: Iterable[Project]) -> list[Project]:
    """Return the projects that are not archived."""
    return [project for project in projects if project.status != "archived"]


def projects_of(draw: Draw, customer: Customer) -> list[Project]:
    """Return the projects of a client, archived ones included."""
    return [one for one in draw.scene.projects if one.customer == customer.id]


def called(record: Project | Customer) -> str:
    """Return what people call a project or a client, in English."""
    return BLUEPRINT.portfolio.everyday_names[record.id]


def prefer(draw: Draw, items: Iterable[T], wanted: Callable[[T], bool]) -> T:
    """Pick one of the wanted items, or any if none is wanted."""
    found = list(items)
    return draw.pick([item for item in found if wanted(item)] or found)


# hours ------------------------------------------------------------------------------------


def entries(
    draw: Draw,
    *,
    projects: Collection[str] | None = None,
    employee: str = "",
    first: str = "",
    last: str = "9999",
) -> list[TimeEntry]:
    """Return the entries that a report counts: voided ones are left out."""
    return [
        entry
        for entry in draw.scene.entries
        if entry.status != "voided"
        and (projects is None or entry.project in projects)
        and (not employee or entry.employee == employee)
        and first <= entry.date <= last
    ]


def worked(found: Iterable[TimeEntry], *, billable: bool | None = None) -> Decimal:
    """Return the sum of hours."""
    chosen = [one for one in found if billable is None or one.billable == billable]
    return sum((Decimal(str(one.hours)) for one in chosen), Decimal(0))


def plain(value: Decimal) -> str:
    """Return a number as the wiki wants it: plain digits, a point for fractions."""
    return f"{value.normalize():f}"


def period(first: str, last: str) -> dict[str, str]:
    """Return two days as fields of a wording: ISO as first, last; with points as f, l."""
    return {"first": first, "last": last, "f": _points(first), "l": _points(last)}


def _points(day: str) -> str:
    return f"{date.fromisoformat(day):%d.%m.%Y}"


def shift(day: str, days: int) -> str:
    """Return another day."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def add_hours(
    draw: Draw,
    project: Project,
    employee: str,
    day: str,
    hours: float,
    *,
    status: str = "submitted",
) -> TimeEntry:
    """Add an entry to a project, billed as the wiki says."""
    customer = draw.scene.customer(project.customer)
    return draw.scene.add_entry(
        employee=employee,
        customer="" if customer is None else customer.id,
        project=project.id,
        date=day,
        hours=hours,
        work_category="project_work",
        notes="",
        billable=customer is not None and project.status in ("active", "paused"),
        status=status,
    )


def report_links(draw: Draw, project: Project) -> dict[LinkKind, LinkRule]:
    """Return the links of a report on a project: it and, if there is one, its client."""
    links: dict[LinkKind, LinkRule] = {"project": contain(project.id)}
    if draw.scene.customer(project.customer) is not None:
        links["customer"] = contain(project.customer)
    return links


# ends -------------------------------------------------------------------------------------


def empty(draw: Draw) -> Drawn:
    """End with a list that turns out empty; nothing is linked."""
    kinds: tuple[LinkKind, ...] = ("employee", "project", "customer")
    return draw.end("ok_not_found", "There is none.", links={kind: forbid() for kind in kinds})


def finish_list(
    draw: Draw, kind: LinkKind, found: Iterable[Project | Customer | Employee]
) -> Drawn:
    """End with a list of records, or with nothing found."""
    ids = [record.id for record in found]
    if not ids:
        return empty(draw)
    return draw.answer("They are linked.", links={kind: LinkRule(exact=tuple(ids))})


def verdict(draw: Draw, is_so: bool) -> Drawn:
    """End with yes or no, as a single word of one of the languages of these templates."""
    yes, no = ("Yes", "No")
    if is_so:
        return draw.answer(yes, contains_any=[_YES], excludes=_NO)
    return draw.answer(no, contains_any=[_NO], excludes=_YES)

"""What a region of a table costs: calls, estimated before any is made.

Rough on purpose: it decides which of two sound ways is taken, never what is certified.
"""

from collections.abc import Mapping
from types import MappingProxyType

from agentic_solver.erc3.snapshot.certificate import Region
from agentic_solver.erc3.snapshot.search import OWNED, level_searches, searches

__all__ = ["OWNER", "region_cost", "search_cost"]

OWNER: Mapping[str, str] = MappingProxyType(
    {
        "employees": "id",
        "customers": "id",
        "projects": "id",
        "time_entries": "id",
        "employee_skills": "employee",
        "employee_wills": "employee",
        "project_team": "project",
        "workloads": "employee",
    }
)
"""Column that names the entity whose record holds a row."""
_FREE = frozenset({"me", "wiki_pages", "wiki_lines", "wiki_sections"})
_LISTING = 40
_DETAILS = 4
"""A search is a page or two; where records are needed as well, those of what it finds."""
_PAGES = 2
_CROWD = 8
"""Pages of the people of a site or department."""
_FEW = 4
"""Levels of the people of one site or department."""


def search_cost(table: str, region: Region) -> int:
    """Return about how many calls the platform's filters take; a listing where they do not help."""
    key = OWNER.get(table, "")
    rest = region.only(region.columns - {key})
    if table in ("employee_skills", "employee_wills"):
        levels = level_searches(table, rest)
        if levels is None:
            return _LISTING
        return _FEW if rest.columns & frozenset(OWNED.values()) else _PAGES * len(levels[0])
    found = searches(table, rest)
    if found is None or (table == "project_team" and rest.columns == {"role"}):
        return _LISTING
    pages = {"project_team": _DETAILS, "employees": _CROWD}.get(table, _PAGES)
    return len(found[0]) * pages


def region_cost(table: str, region: Region) -> int:
    """Return about how many calls it takes to read a region."""
    if table in _FREE or region.is_empty:
        return 0
    owners = region.texts(OWNER.get(table, ""))
    by_owner = _LISTING if owners is None else len(owners)
    return min(by_owner, search_cost(table, region))

"""Searches: how a region of a table is put into the platform's own filters.

A filter is used only where the answer surely holds every row of the region. Ids and enum values
are compared exactly by the platform; archived projects are always asked for. An empty text means
"no filter" on the wire and is never sent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.snapshot.certificate import Between, OneOf, Region

__all__ = [
    "OWNED",
    "PUSHABLE",
    "TOP_LEVEL",
    "LevelSearch",
    "Search",
    "level_searches",
    "range_search",
    "searches",
]

_MAX_SEARCHES = 8
"""More searches than this cost more than listing everything."""
_MAX_LEVEL_NAMES = 4
_MIN_RANGE = 3
"""Fewer levels are searched one by one."""
TOP_LEVEL = 10
"""The highest level of a skill or will."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """One search; together the searches of a region find all its rows."""

    body: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSearch:
    """A search for the people who have one skill or will at one level exactly."""

    name: str
    level: int
    body: JsonObject


PUSHABLE: dict[str, frozenset[str]] = {
    "employees": frozenset({"id", "location", "department"}),
    "employee_skills": frozenset({"employee", "name", "level"}),
    "employee_wills": frozenset({"employee", "name", "level"}),
    "customers": frozenset({"id", "deal_phase", "location", "account_manager"}),
    "projects": frozenset({"id", "customer", "status"}),
    "project_team": frozenset({"project", "employee", "role"}),
    "time_entries": frozenset(
        {"id", "employee", "customer", "project", "date", "work_category", "billable", "status"}
    ),
    "workloads": frozenset({"employee"}),
}
"""Columns whose limits can make a fetch smaller."""

OWNED: dict[str, str] = {"location": "employee.location", "department": "employee.department"}
"""Limits of a level by a column of the person who has it: one search takes both."""

# Column -> field of the request; one value a search, or a list where the API takes any-of.
_SINGLE: dict[str, dict[str, str]] = {
    "employees": {"location": "location", "department": "department"},
    "projects": {"customer": "customer_id"},
    "project_team": {"employee": "employee_id", "role": "role"},
    "time_entries": {
        "employee": "employee",
        "customer": "customer",
        "project": "project",
        "work_category": "work_category",
        "status": "status",
    },
}
_ANY_OF: dict[str, dict[str, str]] = {
    "customers": {
        "deal_phase": "deal_phase",
        "location": "locations",
        "account_manager": "account_managers",
    },
    "projects": {"status": "status"},
}
_PHASES = frozenset({"idea", "exploring", "active", "paused", "archived"})


def searches(table: str, region: Region) -> tuple[tuple[Search, ...], Region] | None:
    """Return the searches that find a region, and the region they find (at least as large).

    None when the platform's filters do not help; then everything is to be listed.
    """
    region = _sendable(table, region)
    used: set[str] = set()
    fixed: JsonObject = {}
    for column, name in _ANY_OF.get(table, {}).items():
        values = region.texts(column)
        if values is not None:
            fixed[name] = list(values)
            used.add(column)
    if table == "time_entries":
        used |= _time_filters(region, fixed)
    choices: list[list[tuple[str, str]]] = []
    for column, name in _SINGLE.get(table, {}).items():
        values = region.texts(column)
        if values is None:
            continue
        size = len(values)
        for choice in choices:
            size *= len(choice)
        if size <= _MAX_SEARCHES:
            choices.append([(name, value) for value in values])
            used.add(column)
    if not used:
        return None
    return tuple(_combine(table, fixed, choices)), region.only(used)


def _combine(
    table: str, fixed: JsonObject, choices: list[list[tuple[str, str]]]
) -> Iterator[Search]:
    for combination in product(*choices):
        chosen: JsonObject = dict(combination)
        match table:
            case "projects":
                yield Search(body={**fixed, **chosen, "include_archived": True})
            case "project_team":
                yield Search(body={"team": chosen, "include_archived": True})
            case _:
                yield Search(body={**fixed, **chosen})


def _sendable(table: str, region: Region) -> Region:
    """Drop limits that cannot be told to the platform: empty texts and unknown phases."""
    kept = []
    for column, limit in region.limits:
        values = region.texts(column)
        if values is not None and any(not value.strip() for value in values):
            continue
        is_phase = (table, column) in {("projects", "status"), ("customers", "deal_phase")}
        if is_phase and values is not None and not set(values) <= _PHASES:
            continue
        kept.append((column, limit))
    return Region(tuple(kept))


def level_searches(table: str, region: Region) -> tuple[tuple[LevelSearch, ...], Region] | None:
    """Return one search for each name and level of a region of skills or wills.

    Who is found by a search for one level alone has that level, so that nobody's details are
    needed. None when the region does not name what is looked for.
    """
    names = region.texts("name")
    if names is None or not names or len(names) > _MAX_LEVEL_NAMES:
        return None
    low, high = _level_range(region)
    certified = Between(low=low if low > 1 else None, high=high or None)
    found = Region.build({"name": OneOf(values=frozenset(names)), "level": certified})
    if "level" not in region.columns:
        found = found.only({"name"})
    owners = _owner_filters(region)
    for column in owners:
        limit = region.limit(OWNED[column])
        found = found if limit is None else found.meet(OWNED[column], limit)
    made = [
        LevelSearch(name=name, level=level, body=_level_body(table, name, level, level, owners))
        for name in names
        for level in range(low, (high or TOP_LEVEL) + 1)
    ]
    return tuple(made), found


def range_search(table: str, wanted: Sequence[LevelSearch], region: Region) -> JsonObject | None:
    """Return the search that finds who has one of the wanted levels, among few people.

    None where a region names no people or several things: then each level is searched.
    """
    owners = _owner_filters(region)
    names = {one.name for one in wanted}
    if not owners or len(names) != 1 or len(wanted) < _MIN_RANGE:
        return None
    levels = [one.level for one in wanted]
    return _level_body(table, names.pop(), min(levels), max(levels), owners)


def _level_body(table: str, name: str, low: int, high: int, owners: JsonObject) -> JsonObject:
    field = "skills" if table == "employee_skills" else "wills"
    return {**owners, field: [{"name": name, "min_level": low, "max_level": high}]}


def _owner_filters(region: Region) -> JsonObject:
    """Return the filters by what people are, as far as the region has one value of each."""
    found: JsonObject = {}
    for column, owned in OWNED.items():
        values = region.texts(owned)
        if values is not None and len(values) == 1 and values[0].strip():
            found[column] = values[0]
    return found


def _level_range(region: Region) -> tuple[int, int]:
    """Return the lowest and the highest level to search for; 0 means no upper bound."""
    match region.limit("level"):
        case Between(low=floor, high=ceiling):
            low = floor if isinstance(floor, int) and floor > 1 else 1
            return low, ceiling if isinstance(ceiling, int) and ceiling >= low else 0
        case OneOf(values=values):
            levels = sorted(value for value in values if isinstance(value, int) and value > 0)
            return (levels[0], levels[-1]) if levels else (1, 0)
        case _:
            return 1, 0


def _time_filters(region: Region, fixed: JsonObject) -> set[str]:
    used: set[str] = set()
    match region.limit("date"):
        case Between(low=low, high=high):
            used.add("date")
            fixed.update({k: v for k, v in (("date_from", low), ("date_to", high)) if v})
        case OneOf() as days if days.values:
            texts = sorted(value for value in days.values if isinstance(value, str))
            # The range holds all the days; certifying only the days is certifying less.
            used.add("date")
            fixed.update({"date_from": texts[0], "date_to": texts[-1]})
        case _:
            pass
    billable = region.values("billable")
    if billable is not None and len(billable) == 1:
        used.add("billable")
        fixed["billable"] = "billable" if billable[0] else "non_billable"
    return used

"""The 24 routes of the company API: path, effect, request model, reply model."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from agentic_solver.erc3 import request as ask
from agentic_solver.erc3 import wire
from agentic_solver.erc3.wire import Effect

__all__ = [
    "CUSTOMERS_GET",
    "CUSTOMERS_LIST",
    "CUSTOMERS_SEARCH",
    "EMPLOYEES_GET",
    "EMPLOYEES_LIST",
    "EMPLOYEES_SEARCH",
    "EMPLOYEES_UPDATE",
    "PROJECTS_GET",
    "PROJECTS_LIST",
    "PROJECTS_SEARCH",
    "PROJECTS_STATUS_UPDATE",
    "PROJECTS_TEAM_UPDATE",
    "RESPOND",
    "ROUTES",
    "TIME_BY_EMPLOYEE",
    "TIME_BY_PROJECT",
    "TIME_GET",
    "TIME_LOG",
    "TIME_SEARCH",
    "TIME_UPDATE",
    "WHOAMI",
    "WIKI_LIST",
    "WIKI_LOAD",
    "WIKI_SEARCH",
    "WIKI_UPDATE",
    "ReplyT",
    "RequestT",
    "Route",
]

RequestT = TypeVar("RequestT", bound=ask.WireRequest)
ReplyT = TypeVar("ReplyT", bound=wire.WireReply)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route(Generic[RequestT, ReplyT]):
    """One route: what may be sent and what comes back."""

    path: str
    effect: Effect
    request: type[RequestT]
    reply: type[ReplyT]


def _read(path: str, request: type[RequestT], reply: type[ReplyT]) -> Route[RequestT, ReplyT]:
    return Route(path=path, effect=Effect.READ, request=request, reply=reply)


def _write(path: str, request: type[RequestT], reply: type[ReplyT]) -> Route[RequestT, ReplyT]:
    return Route(path=path, effect=Effect.WRITE, request=request, reply=reply)


WHOAMI = _read("/whoami", ask.NoArguments, wire.WhoAmI)
RESPOND = _write("/respond", ask.Respond, wire.EmptyReply)
EMPLOYEES_LIST = _read("/employees/list", ask.PageRequest, wire.EmployeePage)
EMPLOYEES_SEARCH = _read("/employees/search", ask.EmployeeSearch, wire.EmployeePage)
EMPLOYEES_GET = _read("/employees/get", ask.ById, wire.EmployeeReply)
EMPLOYEES_UPDATE = _write("/employees/update", ask.EmployeeUpdate, wire.EmployeeReply)
WIKI_LIST = _read("/wiki/list", ask.NoArguments, wire.WikiListing)
WIKI_LOAD = _read("/wiki/load", ask.WikiLoad, wire.WikiPage)
WIKI_SEARCH = _read("/wiki/search", ask.WikiSearch, wire.WikiSearchReply)
WIKI_UPDATE = _write("/wiki/update", ask.WikiUpdate, wire.EmptyReply)
CUSTOMERS_LIST = _read("/customers/list", ask.PageRequest, wire.CompanyPage)
CUSTOMERS_GET = _read("/customers/get", ask.ById, wire.CompanyReply)
CUSTOMERS_SEARCH = _read("/customers/search", ask.CustomerSearch, wire.CompanyPage)
PROJECTS_LIST = _read("/projects/list", ask.PageRequest, wire.ProjectPage)
PROJECTS_GET = _read("/projects/get", ask.ById, wire.ProjectReply)
PROJECTS_SEARCH = _read("/projects/search", ask.ProjectSearch, wire.ProjectPage)
PROJECTS_TEAM_UPDATE = _write("/projects/team/update", ask.ProjectTeamUpdate, wire.EmptyReply)
PROJECTS_STATUS_UPDATE = _write("/projects/status/update", ask.ProjectStatusUpdate, wire.EmptyReply)
TIME_LOG = _write("/time/log", ask.TimeLog, wire.TimeEntryWithID)
TIME_UPDATE = _write("/time/update", ask.TimeUpdate, wire.EmptyReply)
TIME_GET = _read("/time/get", ask.ById, wire.TimeEntryReply)
TIME_SEARCH = _read("/time/search", ask.TimeSearch, wire.TimeEntryPage)
TIME_BY_PROJECT = _read("/time/summary/by-project", ask.TimeSummary, wire.ProjectSummaryReply)
TIME_BY_EMPLOYEE = _read("/time/summary/by-employee", ask.TimeSummary, wire.EmployeeSummaryReply)

_ALL: tuple[Route[Any, Any], ...] = (
    WHOAMI,
    RESPOND,
    EMPLOYEES_LIST,
    EMPLOYEES_SEARCH,
    EMPLOYEES_GET,
    EMPLOYEES_UPDATE,
    WIKI_LIST,
    WIKI_LOAD,
    WIKI_SEARCH,
    WIKI_UPDATE,
    CUSTOMERS_LIST,
    CUSTOMERS_GET,
    CUSTOMERS_SEARCH,
    PROJECTS_LIST,
    PROJECTS_GET,
    PROJECTS_SEARCH,
    PROJECTS_TEAM_UPDATE,
    PROJECTS_STATUS_UPDATE,
    TIME_LOG,
    TIME_UPDATE,
    TIME_GET,
    TIME_SEARCH,
    TIME_BY_PROJECT,
    TIME_BY_EMPLOYEE,
)

ROUTES: dict[str, Route[Any, Any]] = {route.path: route for route in _ALL}
"""Every route by its path."""

"""Which function answers which route of the company API."""

from collections.abc import Callable, Mapping

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.body import Body
from agentic_solver.twin.routes import answer, crm, hours, pages, people, portfolio, timesheet
from agentic_solver.twin.universe import Universe

__all__ = ["HANDLERS", "Handler"]

Handler = Callable[[Universe, Body], JsonObject]
"""Answers one call; raises ApiError for what the server refuses."""

HANDLERS: Mapping[str, Handler] = {
    "/whoami": answer.whoami,
    "/respond": answer.respond,
    "/employees/list": people.list_employees,
    "/employees/search": people.search_employees,
    "/employees/get": people.get_employee,
    "/employees/update": people.update_employee,
    "/wiki/list": pages.list_wiki,
    "/wiki/load": pages.load_wiki,
    "/wiki/search": pages.search_wiki,
    "/wiki/update": pages.update_wiki,
    "/customers/list": crm.list_customers,
    "/customers/get": crm.get_customer,
    "/customers/search": crm.search_customers,
    "/projects/list": portfolio.list_projects,
    "/projects/get": portfolio.get_project,
    "/projects/search": portfolio.search_projects,
    "/projects/team/update": portfolio.update_team,
    "/projects/status/update": portfolio.update_status,
    "/time/log": timesheet.log_time,
    "/time/update": timesheet.update_time,
    "/time/get": timesheet.get_time,
    "/time/search": timesheet.search_time,
    "/time/summary/by-project": hours.summarise_by_project,
    "/time/summary/by-employee": hours.summarise_by_employee,
}

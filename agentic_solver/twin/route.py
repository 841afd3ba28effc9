"""The routes of the company API, with what the platform's own documentation says of them."""

__all__ = ["COMPANY_ROUTES", "PAGED_ROUTES", "WRITE_ROUTES"]

COMPANY_ROUTES: dict[str, str] = {
    "/whoami": "Who is asking, today's date and the digest of the wiki",
    "/respond": "Answer the request: message, outcome and links",
    "/employees/list": "List employees by pages",
    "/employees/search": "Search employees by text, location, department, skills and wills",
    "/employees/get": "Get the full profile of an employee",
    "/employees/update": "Replace salary, notes, location, department, skills and wills",
    "/wiki/list": "List the pages of the wiki and their digest",
    "/wiki/load": "Load a page of the wiki",
    "/wiki/search": "Search the wiki line by line with a regular expression",
    "/wiki/update": "Write a page of the wiki; empty content deletes it",
    "/customers/list": "List customers by pages",
    "/customers/get": "Get a customer with contact and account manager",
    "/customers/search": "Search customers by text, phase, account manager and location",
    "/projects/list": "List projects by pages, archived ones included",
    "/projects/get": "Get a project with its team",
    "/projects/search": "Search projects by text, customer, status and team",
    "/projects/team/update": "Replace the team of a project",
    "/projects/status/update": "Set the status of a project",
    "/time/log": "Log hours",
    "/time/update": "Replace date, hours, category, notes, billable and status of an entry",
    "/time/get": "Get a time entry",
    "/time/search": "Search time entries; totals cover all matches",
    "/time/summary/by-project": "Sum up hours by customer and project",
    "/time/summary/by-employee": "Sum up hours by employee",
}
"""Route → description, in the order in which they are documented."""

WRITE_ROUTES = frozenset(
    {
        "/employees/update",
        "/wiki/update",
        "/projects/team/update",
        "/projects/status/update",
        "/time/log",
        "/time/update",
    }
)
"""The routes that change the company; ``/respond`` changes only the task."""

PAGED_ROUTES: dict[str, str] = {
    "/employees/list": "employees",
    "/employees/search": "employees",
    "/customers/list": "companies",
    "/customers/search": "companies",
    "/projects/list": "projects",
    "/projects/search": "projects",
    "/time/search": "entries",
}
"""Route that lists by pages → the field of its reply that holds the rows."""

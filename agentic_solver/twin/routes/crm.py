"""``/customers/...``: the CRM."""

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.body import Body
from agentic_solver.twin.paging import check_limit, take_page
from agentic_solver.twin.universe import Universe

__all__ = ["get_customer", "list_customers", "search_customers"]


def list_customers(universe: Universe, body: Body) -> JsonObject:
    """Return a page of all customers, brief."""
    offset, limit = body.integer("offset"), body.integer("limit")
    check_limit(limit, universe.page_limit)
    page = take_page(universe.customers.rows, offset=offset, limit=limit)
    rows = [customer.row() for customer in page.rows]
    return {"next_offset": page.next_offset, "companies": [*rows] or None}


def get_customer(universe: Universe, body: Body) -> JsonObject:
    """Return a customer; 404 for an unknown id."""
    return {"company": universe.customer(body.text("id")).wire(), "found": True}


def search_customers(universe: Universe, body: Body) -> JsonObject:
    """Return a page of the customers that pass all filters; each list means any of it."""
    query = body.text("query").lower()
    phases, locations = body.texts("deal_phase"), body.texts("locations")
    managers = body.texts("account_managers")
    offset, limit = body.integer("offset"), body.integer("limit")
    check_limit(limit, universe.page_limit)
    found = [
        customer
        for customer in universe.customers.values()
        if (not phases or customer.deal_phase in phases)
        and (not managers or customer.account_manager in managers)
        and (not locations or customer.location in locations)
        and (query in customer.name.lower() or query in customer.brief.lower())
    ]
    page = take_page(found, offset=offset, limit=limit)
    rows = [customer.row() for customer in page.rows]
    return {"companies": [*rows] or None, "next_offset": page.next_offset}

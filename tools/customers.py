"""Customers: CRM records (read only: the company API has no route to change them)."""

from typing import Any

from agentic_solver.erc3.tools.facade import Reader, reads


@reads("customer", calls=("/customers/get",))
def get_customer(reader: Reader, id: str) -> Any:
    """One customer's full record."""
    return reader.read("/customers/get", {"id": id})["company"]


@reads("customers", calls=("/customers/list",))
def list_customers(reader: Reader) -> Any:
    """All customers, brief rows."""
    return list(reader.pages("/customers/list", {}, "companies"))


@reads("customers", calls=("/customers/search",))
def portfolio_of_manager(reader: Reader, account_manager: str) -> Any:
    """The customers of an account manager, brief rows."""
    asked = {"account_managers": [account_manager]}
    return list(reader.pages("/customers/search", asked, "companies"))

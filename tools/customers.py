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

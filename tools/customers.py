"""Customers: CRM records (read only: the company API has no route to change them)."""

from typing import Any

from agentic_solver.erc3.tools.facade import Reader, Tool, ToolArguments, read_tool


class GetCustomer(ToolArguments):
    id: str


class NoArguments(ToolArguments):
    pass


def get_customer(reader: Reader, args: GetCustomer) -> Any:
    return reader.read("/customers/get", {"id": args.id})["company"]


def list_customers(reader: Reader, args: NoArguments) -> Any:
    return list(reader.pages("/customers/list", {}, "companies"))


TOOLS: tuple[Tool, ...] = (
    read_tool("get_customer", "One customer's full record.", GetCustomer, "customer", get_customer),
    read_tool(
        "list_customers", "All customers, brief rows.", NoArguments, "customers", list_customers
    ),
)

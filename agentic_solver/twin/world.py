"""A world: one company's data as its file holds it."""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator

from agentic_solver.contracts.model import Contract, Identifier
from agentic_solver.twin.entity import Customer, Employee, Project, TimeEntry

__all__ = ["IsoDate", "World", "is_iso_date"]


def is_iso_date(text: str) -> bool:
    """Whether ``text`` is a day of the calendar, written YYYY-MM-DD."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_date(text: str) -> str:
    if not is_iso_date(text):
        raise ValueError(f"{text!r} is not a day written YYYY-MM-DD")
    return text


IsoDate = Annotated[str, AfterValidator(_check_date)]
"""A day of the calendar, written YYYY-MM-DD."""


class World(Contract):
    """One company; the order of the records is the order of the API."""

    wiki: Identifier
    today: IsoDate
    employees: tuple[Employee, ...]
    projects: tuple[Project, ...]
    customers: tuple[Customer, ...]
    time_entries: tuple[TimeEntry, ...]

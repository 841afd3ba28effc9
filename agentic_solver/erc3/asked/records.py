"""What resolving a reading needs of the company: a port, so that nothing here fetches anything."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.snapshot.query import EntityKind

__all__ = ["Records"]


class Records(Protocol):
    """The company's data as they are before the writes."""

    @property
    def me(self) -> str:
        """Id of the caller; empty for a visitor."""
        ...

    @property
    def today(self) -> date: ...

    def rows(self, sql: str) -> Sequence[tuple[JsonValue, ...]] | None:
        """Return the rows of a query over the snapshot; None where they could not be told."""
        ...

    def find(self, kind: EntityKind, phrase: str, others: Sequence[str]) -> Mapping[str, str]:
        """Return id → name of what a finder makes of a phrase, or else of other wordings of it.

        Where only a wording of the plan finds something, ``is_reworded`` is true from then on.
        """
        ...

    @property
    def is_reworded(self) -> bool:
        """Whether something was found by no words of the request, but by other ones of the plan."""
        ...

    def employee(self, key: str) -> JsonObject:
        """Return the record of an employee as it is now; empty for an unknown id."""
        ...

    def department(self, key: str) -> str:
        """Return the department of an employee; empty for an unknown id."""
        ...

    def team(self, project: str) -> JsonValue:
        """Return the seats of a project as they are now."""
        ...

    def page(self, path: str) -> str | None:
        """Return a wiki page as it is now; None where there is none."""
        ...

    def paths(self) -> frozenset[str]:
        """Return the paths of the wiki."""
        ...

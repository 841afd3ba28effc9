"""A task of a suite: where it starts, who asks what, which faults it meets."""

from typing import Annotated

from pydantic import Field

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import Contract, Identifier, JsonObject
from agentic_solver.twin.entity import TimeEntry
from agentic_solver.twin.expectation import Expectation
from agentic_solver.twin.fault import Fault
from agentic_solver.twin.world import IsoDate

__all__ = ["Caller", "Fault", "Overlay", "TaskSpec"]


class Caller(Contract):
    """Who asks, as ``/whoami`` says it; a guest is public and has empty texts."""

    current_user: str
    is_public: bool
    location: str
    department: str


class Overlay(Contract):
    """Changes to the copy of the world that a task starts from."""

    today: IsoDate | None = None
    page_limit: int | None = None
    employees: dict[str, JsonObject] = Field(default_factory=dict)
    """Id → changed fields."""
    projects: dict[str, JsonObject] = Field(default_factory=dict)
    customers: dict[str, JsonObject] = Field(default_factory=dict)
    time_entries: tuple[TimeEntry, ...] = ()
    """Added ones."""
    wiki: dict[Identifier, str] = Field(default_factory=dict)
    """Path → content; empty content removes the page."""
    faults: tuple[Fault, ...] = ()


class TaskSpec(Contract):
    """One line of ``tasks.jsonl``."""

    id: Identifier
    family: Identifier
    world: Identifier
    overlay: Overlay = Overlay()
    caller: Caller | None
    """None: the caller is not in the registry and ``/whoami`` answers 404."""
    text: Annotated[str, Field(pattern=r"\S")]
    paraphrases: tuple[Annotated[str, Field(pattern=r"\S")], ...] = ()
    wordings: dict[str, tuple[Annotated[str, Field(pattern=r"\S")], ...]] = Field(
        default_factory=dict
    )
    """Language code → the wordings in that language, for those who ask for one."""
    expect: Expectation

    def wording(self, seed: int) -> str:
        """Return the request: seed 0 takes ``text``, others draw among all wordings."""
        if seed == 0 or not self.paraphrases:
            return self.text
        wordings = (self.text, *self.paraphrases)
        return wordings[int(content_id([seed, self.id]), 16) % len(wordings)]

"""A task of a suite: where it starts, who asks what, which faults it meets."""

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import Contract, Identifier, JsonObject
from agentic_solver.twin.entity import TimeEntry
from agentic_solver.twin.expectation import Expectation
from agentic_solver.twin.world import IsoDate

__all__ = ["FAULT_KINDS", "Caller", "Fault", "FaultKind", "Overlay", "TaskSpec"]

FaultKind = Literal["status", "timeout", "truncated", "malformed", "slow", "page_limit"]
FAULT_KINDS: tuple[str, ...] = get_args(FaultKind)


class Caller(Contract):
    """Who asks, as ``/whoami`` says it; a guest is public and has empty texts."""

    current_user: str
    is_public: bool
    location: str
    department: str


class Fault(Contract):
    """A disturbance of calls of one route; see :mod:`agentic_solver.twin.faults`."""

    route: str
    """A company route such as ``/projects/search``, or ``*`` for all."""
    kind: FaultKind
    value: int | float | str | None = None
    times: Annotated[int, Field(ge=1)] | None = None
    """How many calls it meets; None for all."""

    @model_validator(mode="after")
    def _value_fits(self) -> Self:
        _VALUE_CHECKS[self.kind](self.value)
        return self


def _need_status(value: int | float | str | None) -> None:
    if value is not None and not (isinstance(value, int) and 400 <= value <= 599):
        raise ValueError("the value of a status fault is an HTTP status from 400 to 599")


def _need_seconds(value: int | float | str | None) -> None:
    if value is not None and (isinstance(value, str) or not 0 <= value <= 3600):
        raise ValueError("the value of a slow or timeout fault is a number of seconds up to 3600")


def _need_bytes(value: int | float | str | None) -> None:
    if value is not None and not (isinstance(value, int) and value >= 0):
        raise ValueError("the value of a truncated fault is the number of bytes that arrive")


def _need_text(value: int | float | str | None) -> None:
    if value is not None and not isinstance(value, str):
        raise ValueError("the value of a malformed fault is the text that is sent instead")


def _need_limit(value: int | float | str | None) -> None:
    if value is None or not isinstance(value, int):
        raise ValueError("a page_limit fault needs the limit as its value, an integer")


_VALUE_CHECKS = {
    "status": _need_status,
    "timeout": _need_seconds,
    "slow": _need_seconds,
    "truncated": _need_bytes,
    "malformed": _need_text,
    "page_limit": _need_limit,
}


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

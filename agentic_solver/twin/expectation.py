"""What a task expects: the grading part of a line of ``tasks.jsonl``."""

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, JsonValue, model_validator

from agentic_solver.contracts.model import Contract
from agentic_solver.twin.entity import Employee, Project, TimeEntry

__all__ = [
    "CHECK_GROUPS",
    "EVENT_FIELDS",
    "LINK_KINDS",
    "OPERATORS",
    "OUTCOMES",
    "Change",
    "CheckGroup",
    "EventName",
    "Expectation",
    "LinkKind",
    "LinkRule",
    "MessageRule",
    "Outcome",
]

Outcome = Literal[
    "ok_answer",
    "ok_not_found",
    "denied_security",
    "none_clarification_needed",
    "none_unsupported",
    "error_internal",
]
LinkKind = Literal["employee", "customer", "project", "wiki", "location"]
EventName = Literal[
    "TimeEntryLogged",
    "TimeEntryUpdated",
    "TimeEntryStatusChanged",
    "EmployeeSkillsUpdated",
    "EmployeeWillsUpdated",
    "EmployeeNoteUpdated",
    "EmployeeSalaryUpdated",
    "EmployeeLocationUpdated",
    "EmployeeDepartmentUpdated",
    "ProjectStatusChanged",
    "ProjectTeamUpdated",
    "WikiArticleUpdated",
]
CheckGroup = Literal["responses", "outcome", "links", "message", "changes"]

OUTCOMES: tuple[str, ...] = get_args(Outcome)
LINK_KINDS: tuple[str, ...] = get_args(LinkKind)
CHECK_GROUPS: tuple[CheckGroup, ...] = get_args(CheckGroup)
_TAKES: dict[str, type] = {"contains": str, "nonempty": bool, "ne": object}
OPERATORS = frozenset(_TAKES)

_ENTITY_FIELDS = {
    "Employee": tuple(Employee.model_fields),
    "Project": tuple(Project.model_fields),
    "TimeEntry": tuple(TimeEntry.model_fields),
    "Wiki": ("path", "content"),
}
EVENT_FIELDS: dict[str, tuple[str, ...]] = {
    name: next(fields for entity, fields in _ENTITY_FIELDS.items() if name.startswith(entity))
    for name in get_args(EventName)
}
"""The fields of the entity that an event of a name carries."""


NonEmptyText = Annotated[str, Field(min_length=1)]
Ids = tuple[NonEmptyText, ...]


class LinkRule(Contract):
    """Which links of one kind an answer must, may and must not hold."""

    exact: Ids | None = None
    contain: Ids | None = None
    tolerate: Ids | Literal["any"] | None = None
    forbid: Ids | Literal["any"] | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        forms = [rule for rule in (self.exact, self.contain, self.forbid) if rule is not None]
        if len(forms) != 1:
            raise ValueError('a link rule has exactly one of "exact", "contain" and "forbid"')
        if self.tolerate is not None and self.contain is None:
            raise ValueError('"tolerate" belongs to "contain"')
        if self.contain == ():
            raise ValueError('"contain" is empty: name an id, or leave the kind out')
        return self


class MessageRule(Contract):
    """Case-sensitive substrings of the message."""

    contains: tuple[NonEmptyText, ...] = ()
    contains_any: tuple[Annotated[tuple[NonEmptyText, ...], Field(min_length=1)], ...] = ()
    excludes: tuple[NonEmptyText, ...] = ()


class Change(Contract):
    """One change that is allowed, and required unless ``optional``."""

    event: EventName
    where: dict[str, JsonValue] = Field(default_factory=dict)
    """Field of the changed entity → value, or an operator object."""
    optional: bool = False

    @model_validator(mode="after")
    def _known_fields(self) -> Self:
        known = EVENT_FIELDS[self.event]
        for name, value in self.where.items():
            if name not in known:
                raise ValueError(f"{self.event} has no field {name!r}: use {', '.join(known)}")
            if isinstance(value, dict):
                _check_operators(name, value)
        return self


def _check_operators(name: str, value: dict[str, JsonValue]) -> None:
    if not value or set(value) - OPERATORS:
        raise ValueError(f'{name!r} takes a value, {{"contains"}}, {{"nonempty"}} or {{"ne"}}')
    misfit = {name for name, item in value.items() if not isinstance(item, _TAKES[name])}
    if "contains" in misfit:
        raise ValueError(f'"contains" of {name!r} takes text')
    if "nonempty" in misfit:
        raise ValueError(f'"nonempty" of {name!r} takes true or false')


class Expectation(Contract):
    """The grading of a task."""

    outcomes: Annotated[tuple[Outcome, ...], Field(min_length=1)]
    links: dict[LinkKind, LinkRule] = Field(default_factory=dict)
    message: MessageRule = MessageRule()
    changes: Literal["none"] | tuple[Change, ...] = "none"
    ordered_checks: bool | tuple[CheckGroup, ...] = False
    """True or an order of groups: only the first failing group is reported."""

    @model_validator(mode="after")
    def _some_change(self) -> Self:
        if self.changes == ():
            raise ValueError('"changes" is empty: write "none"')
        return self

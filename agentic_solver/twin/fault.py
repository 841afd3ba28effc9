"""What a suite may say of a fault: its fields, and which values fit which kind."""

from collections.abc import Callable
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, ValidationInfo, field_validator, model_validator

from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.twin.route import PAGED_ROUTES

__all__ = ["FAULT_KINDS", "Fault", "FaultKind", "FaultValue"]

FaultKind = Literal[
    "status", "timeout", "truncated", "malformed", "slow", "page_limit", "duplicate_rows",
    "missing_rows", "injection",
]  # fmt: skip
FAULT_KINDS: tuple[str, ...] = get_args(FaultKind)

FaultValue = int | float | str | JsonObject | None

_ROW_KINDS = ("duplicate_rows", "missing_rows")


class Fault(Contract):
    """A disturbance of calls of one route; see :mod:`agentic_solver.twin.faults`."""

    route: str
    """A company route such as ``/projects/search``, or ``*`` for all."""
    kind: FaultKind
    value: Annotated[FaultValue, Field(validate_default=True)] = None
    times: Annotated[int, Field(ge=1)] | None = None
    """How many calls it meets; None for all."""
    after: Annotated[int, Field(ge=0)] = 0
    """How many calls of that route pass first, also those that another fault meets."""

    @field_validator("value")
    @classmethod
    def _value_fits(cls, value: FaultValue, info: ValidationInfo) -> FaultValue:
        kind = info.data.get("kind")  # absent where the kind itself is wrong
        if kind is not None:
            _VALUE_CHECKS[kind](value)
        return value

    @model_validator(mode="after")
    def _rows_need_pages(self) -> Self:
        if self.kind in _ROW_KINDS and self.route not in ("*", *PAGED_ROUTES):
            known = ", ".join(("*", *PAGED_ROUTES))
            raise ValueError(f"a {self.kind} fault needs a route with pages: use one of {known}")
        return self


def _is_status(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 400 <= value <= 599


def _need_status(value: FaultValue) -> None:
    if isinstance(value, dict):
        fits = value.keys() == {"status", "error"} and isinstance(value["error"], str)
        if not (fits and _is_status(value["status"])):
            raise ValueError(
                'the object of a status fault is {"status": an HTTP status from 400 to 599, '
                '"error": the text of the envelope}'
            )
    elif value is not None and not _is_status(value):
        raise ValueError("the value of a status fault is an HTTP status from 400 to 599")


def _need_seconds(value: FaultValue) -> None:
    if value is not None and (isinstance(value, str | dict) or not 0 <= value <= 3600):
        raise ValueError("the value of a slow or timeout fault is a number of seconds up to 3600")


def _need_bytes(value: FaultValue) -> None:
    if value is not None and not (isinstance(value, int) and value >= 0):
        raise ValueError("the value of a truncated fault is the number of bytes that arrive")


def _need_text(value: FaultValue) -> None:
    if value is not None and not isinstance(value, str):
        raise ValueError("the value of a malformed fault is the text that is sent instead")


def _need_limit(value: FaultValue) -> None:
    if value is None or not isinstance(value, int):
        raise ValueError("a page_limit fault needs the limit as its value, an integer")


def _need_nothing(value: FaultValue) -> None:
    if value is not None:
        raise ValueError("a duplicate_rows or missing_rows fault has no value: remove it")


def _need_injection(value: FaultValue) -> None:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("an injection fault needs the text to put in as its value")


_VALUE_CHECKS: dict[FaultKind, Callable[[FaultValue], None]] = {
    "status": _need_status,
    "timeout": _need_seconds,
    "slow": _need_seconds,
    "truncated": _need_bytes,
    "malformed": _need_text,
    "page_limit": _need_limit,
    "duplicate_rows": _need_nothing,
    "missing_rows": _need_nothing,
    "injection": _need_injection,
}

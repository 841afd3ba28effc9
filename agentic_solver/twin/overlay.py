"""Putting the changed fields of an overlay over a record of a world."""

import json
from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.entity import Customer, Employee, Project
from agentic_solver.twin.records import Records

__all__ = ["OverlayError", "apply_overlay"]

RecordT = TypeVar("RecordT", Employee, Customer, Project)


class OverlayError(ValueError):
    """An overlay that does not fit the world; ``where`` is the path inside of it."""

    def __init__(self, where: tuple[int | str, ...], message: str) -> None:
        super().__init__(message)
        self.where = where


def apply_overlay(
    part: str, records: Sequence[RecordT], changes: Mapping[str, JsonObject]
) -> Records[RecordT]:
    """Return the records of a part of the world by id, the changed fields replaced.

    Raises:
        OverlayError: an unknown id or field, or a value that does not fit.
    """
    merged = Records(records)
    for record_id, fields in changes.items():
        record = merged.get(record_id)
        if record is None:
            raise OverlayError((part, record_id), "the world has no such record: correct the id")
        if "id" in fields:
            raise OverlayError((part, record_id, "id"), "an overlay cannot change an id: remove it")
        content = json.dumps({**record.to_json(), **fields})
        try:
            merged.put(type(record).model_validate_json(content))
        except ValidationError as error:
            failure: ErrorDetails = error.errors(include_url=False)[0]
            where = (part, record_id, *failure["loc"])
            message = f"{failure['msg']}: correct the value"
            raise OverlayError(where, message) from error
    return merged

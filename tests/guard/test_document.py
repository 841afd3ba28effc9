"""Documents: every reader has a copy of its own."""

import dataclasses

import pytest

from agentic_solver.contracts.canonical import content_id
from agentic_solver.errors import ContractError
from agentic_solver.guard.document import Document


def test_changing_a_copy_changes_no_document() -> None:
    document = Document.of({"b": [1], "a": 2.0})
    copy = document.value
    assert isinstance(copy, dict)
    copy["a"] = "changed"
    assert document.value == {"a": 2, "b": [1]}
    assert document.id == content_id({"a": 2, "b": [1]})
    with pytest.raises(dataclasses.FrozenInstanceError):
        document.text = "{}"  # type: ignore[misc]


def test_what_is_not_json_is_no_document() -> None:
    with pytest.raises(ContractError):
        Document.of({"x": object()})

"""A plan in a file, in any of its three forms: of a run, of the model's reply, of the engine."""

import json
from enum import Enum
from pathlib import Path

from pydantic import ValidationError

from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.core import describe
from agentic_solver.erc3.propose.reply import PlanReply, decode
from agentic_solver.errors import UsageError

__all__ = ["Form", "read_document", "read_plan"]


class Form(Enum):
    """How a plan is written; the value is what a person calls it."""

    RUN = "plan of a run"
    ENGINE = "plan of the engine"
    REPLY = "model's reply"


def read_plan(path: Path, request: InputTask) -> Plan:
    """Return the plan in ``path`` for ``request``; docs/plans.md shows the three forms.

    A model's reply takes on the request. The other forms hold one of their own, which the
    validator compares.

    Raises:
        UsageError: the file cannot be read, or holds no plan in any form.
    """
    form, document = read_document(path)
    try:
        if form is Form.REPLY:
            return decode(PlanReply.model_validate_json(json.dumps(document)), request)
        return Plan.model_validate_json(json.dumps(document))
    except ValidationError as error:
        raise UsageError(f"{path} is not a {form.value}: {describe(error)}") from error


def read_document(path: Path) -> tuple[Form, object]:
    """Return the form of the plan in ``path``, and the plan in it, not yet checked.

    Raises:
        UsageError: the file cannot be read, or holds no plan in any form.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise UsageError(f"{path} is not a plan: it is not a JSON object")
    if "plan" in document:
        return Form.RUN, document["plan"]
    if "request" in document or "response_template" in document:
        return Form.ENGINE, document
    if document.keys() & PlanReply.model_fields.keys():
        return Form.REPLY, document
    raise UsageError(
        f"{path} is not a plan: it has neither 'plan' (of a run), nor 'interpretation' and "
        "'cases' (a model's reply), nor 'request' and 'response_template' (the engine's form)"
    )

"""Which round of a task gave its answer: the last one, unless a second look changed nothing."""

import contextlib
import json

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.harness.exchange import MODEL_LOG
from agentic_solver.harness.recorded import read_object
from agentic_solver.harness.task_folder import TaskFolder

__all__ = ["answering_reply", "answering_round", "why_asked_back"]

_WORKFLOW = "workflow.json"
_FIRST = "r1"
"""In the key of the reply that a second look was taken at, where its answer stood."""


def answering_round(folder: TaskFolder) -> int:
    """Return the number of the round whose plan was answered with; 0 where there is none.

    Raises:
        WorkspaceError: the record of the workflow is broken.
    """
    number = _workflow(folder).get("answered")
    last = next(reversed(folder.rounds()), 0)
    return number if isinstance(number, int) and number else last


def answering_reply(folder: TaskFolder) -> str:
    """Return the planner's reply with that plan, as it came; empty where there is none.

    Raises:
        WorkspaceError: a record is broken.
    """
    lines = [line for line in folder.lines(MODEL_LOG) if not is_reading(line.get("key"))]
    if _workflow(folder).get("second_look") == "stood":
        lines = [one for one in lines if _FIRST in str(one.get("key")).split("/")[-2:]]
    replies = (line.get("reply") for line in reversed(lines))
    last = next((one for one in replies if isinstance(one, dict)), {})
    return _plan_alone(str(last.get("text", "")))


def why_asked_back(folder: TaskFolder) -> str:
    """Say why nobody has read the request, where a change is asked back for that; else nothing.

    Raises:
        WorkspaceError: a record is broken.
    """
    name = f"round-{answering_round(folder)}/decision.json"
    decision = read_object(folder, name) if folder.exists(name) else {}
    found = decision.get("violations") if decision.get("ok") else None
    for one in found if isinstance(found, list) else []:
        if isinstance(one, dict) and one.get("code") == ViolationCode.REQUEST_UNREAD:
            return str(one.get("message", ""))
    return ""


def _plan_alone(text: str) -> str:
    """Return a reply without the rows that it might have asked for and did not."""
    with contextlib.suppress(ValueError):
        document = json.loads(text)
        if isinstance(document, dict) and "look" in document:
            del document["look"]
            return json.dumps(document)
    return text


def _workflow(folder: TaskFolder) -> JsonObject:
    return read_object(folder, _WORKFLOW) if folder.exists(_WORKFLOW) else {}

"""An edited plan decided again by the whole engine, over the reads that a task has recorded.

Nothing is sent, and what the edited plan needs beyond the records is said to be lacking.
"""

import json
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.experience.edit import Edit
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import AgenticSolverError, ReplayError, WorkspaceError
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.task_run import solve_task
from agentic_solver.harness.wrong_answer import WrongAnswer
from agentic_solver.llm.scripted import ScriptedModel

__all__ = ["Unread", "decide_again"]


class Unread:
    """The rows that an edited plan needs were not read."""


def decide_again(
    task: TaskInput, kit: TaskKit, wrong: WrongAnswer, edit: Edit
) -> AgentResponse | Unread | None:
    """Return the answer of the edited plan over the recorded reads; None where it has none."""
    facts: Any = wrong.reply["facts"]
    plan = {
        **wrong.reply,
        "facts": [{**fact, "sql": edit.changed.get(fact["id"], fact["sql"])} for fact in facts],
    }
    answers = _Answers(wrong.calls)
    with tempfile.TemporaryDirectory() as scratch:
        again = TaskFolder(Path(scratch))
        try:
            solution = solve_task(
                replace(task, prefix=""),
                replace(kit, rounds=1, dry_run=True, recalls=False, guidance=lambda _context: ()),
                transport=answers,
                model=ScriptedModel([json.dumps(plan)], name="the edited plan"),
                reader=ScriptedModel(wrong.readings, name="the recorded reading"),
                folder=again,
                fetch_wiki=_no_wiki,
            )
        except AgenticSolverError:
            return Unread() if answers.lacks else None
        finally:
            again.close()
    if answers.lacks:
        return Unread()
    return None if solution.forced else solution.response


class _Answers:
    """Answers reads from the records, as often as they are asked; takes one response."""

    def __init__(self, calls: Sequence[JsonObject]) -> None:
        self._known = {
            (str(call.get("path")), canonical_json(call.get("body"))): call for call in calls
        }
        self.lacks = False

    def post(self, path: str, body: JsonObject) -> TransportReply:
        if path == "/respond":
            return TransportReply(status=200, text="{}")
        call = self._known.get((path, canonical_json(body)), {})
        status, text = call.get("status"), call.get("text")
        if not isinstance(status, int) or not isinstance(text, str):
            self.lacks = True
            raise ReplayError(f"there is no record of POST {path}")
        return TransportReply(status=status, text=text)


def _no_wiki(sha1: str) -> WikiPages:
    raise WorkspaceError(f"there is no wiki {sha1[:8]}")

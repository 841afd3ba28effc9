"""An edited plan decided again by the whole engine, over the reads that a task has recorded.

What the edited plan needs beyond the records is read where the task's company can be opened once
more (:mod:`agentic_solver.harness.reopened`), else it is said to be lacking. Nothing is written.
"""

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import AgenticSolverError, ReplayError, WorkspaceError
from agentic_solver.harness.graded_answer import GradedAnswer
from agentic_solver.harness.past import is_write
from agentic_solver.harness.reopened import Reopen, never
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.task_run import solve_task
from agentic_solver.llm.scripted import ScriptedModel

__all__ = ["Unread", "decide_again"]


class Unread:
    """The rows that an edited plan needs were not read."""


def decide_again(
    task: TaskInput,
    kit: TaskKit,
    answer: GradedAnswer,
    changed: Mapping[str, str],
    reopen: Reopen = never,
) -> AgentResponse | Unread | None:
    """Return the answer of the edited plan; None where it has none.

    Args:
        task: as it was played.
        kit: company and tools that it was played with.
        answer: what its own plan came to.
        changed: fact id → query, of the facts that read otherwise.
        reopen: opens the company for reads that the task did not make.
    """
    facts: Any = answer.reply["facts"]
    plan = {
        **answer.reply,
        "facts": [{**fact, "sql": changed.get(fact["id"], fact["sql"])} for fact in facts],
    }
    answers = _Answers(answer.calls, lambda: reopen(task))
    with tempfile.TemporaryDirectory() as scratch:
        again = TaskFolder(Path(scratch))
        try:
            solution = solve_task(
                replace(task, prefix=""),
                replace(kit, rounds=1, dry_run=True, recalls=False, guidance=lambda _context: ()),
                transport=answers,
                model=ScriptedModel([json.dumps(plan)], name="the edited plan"),
                reader=ScriptedModel(answer.readings, name="the recorded reading"),
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

    def __init__(
        self, calls: Sequence[JsonObject], reopened: Callable[[], Transport | None]
    ) -> None:
        self._known = {
            (str(call.get("path")), canonical_json(call.get("body"))): call for call in calls
        }
        self._reopened = reopened
        self.lacks = False

    def post(self, path: str, body: JsonObject) -> TransportReply:
        if path == "/respond":
            return TransportReply(status=200, text="{}")
        call = self._known.get((path, canonical_json(body)), {})
        status, text = call.get("status"), call.get("text")
        if not isinstance(status, int) or not isinstance(text, str):
            company = None if is_write(path) else self._reopened()
            if company is not None:
                return company.post(path, body)
            self.lacks = True
            raise ReplayError(f"there is no record of POST {path}")
        return TransportReply(status=status, text=text)


def _no_wiki(sha1: str) -> WikiPages:
    raise WorkspaceError(f"there is no wiki {sha1[:8]}")

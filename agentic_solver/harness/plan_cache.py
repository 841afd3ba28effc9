"""Kept plans in a run: where they come from, what a task makes of them, and what is kept of it.

off     nothing is looked up, nothing is kept
read    kept plans are used, nothing is kept
on      a plan that was right is kept, and a kept plan that turned out wrong is struck out
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from pydantic import ValidationError

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import Decision, Identity
from agentic_solver.contracts.plan import InputTask
from agentic_solver.core.reply import describe
from agentic_solver.erc3.plancache.expected import expected_of
from agentic_solver.erc3.plancache.literal import literals_of
from agentic_solver.erc3.plancache.recall import RECALL, Hit, Miss, Situation
from agentic_solver.erc3.plancache.template import Template, make_template
from agentic_solver.erc3.propose.reply import PlanReply
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.answered import answering_reply, answering_round
from agentic_solver.harness.options import RecallStatus, TaskResult
from agentic_solver.harness.recorded import read_object
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import RECALL_NAME
from agentic_solver.workspace import Workspace

if TYPE_CHECKING:
    from agentic_solver.erc3.plancache.store import PlanStore

__all__ = [
    "STORE_NAME",
    "KeptPlans",
    "NoPlans",
    "PlanCacheMode",
    "RunPlans",
    "kept_recall",
    "open_plans",
    "recall_status",
]

PlanCacheMode = Literal["off", "read", "on"]

STORE_NAME = "plans.sqlite"
_RIGHT = 1.0


class RunPlans(Protocol):
    """What a run does with kept plans."""

    def recall(self, text: str, situation: Situation) -> Hit | Miss | None:
        """Return the kept plan for a request, or why there is none; None if none is looked for."""
        ...

    def finished(self, task: str, folder: TaskFolder, result: TaskResult) -> None:
        """Keep the plan of a finished task, if it is worth it."""
        ...

    def close(self) -> None: ...


class NoPlans:
    """The cache is off."""

    def recall(self, text: str, situation: Situation) -> Hit | Miss | None:
        """Look for nothing."""
        return None

    def finished(self, task: str, folder: TaskFolder, result: TaskResult) -> None:
        """Keep nothing."""

    def close(self) -> None:
        """Nothing is open."""


@dataclass(slots=True)
class KeptPlans:
    """The store of the workspace; workers and other processes share it."""

    store: "PlanStore"
    run: str
    grows: bool
    """Whether the run adds to it."""

    def recall(self, text: str, situation: Situation) -> Hit | Miss | None:
        return self.store.recall(text, situation)

    def finished(self, task: str, folder: TaskFolder, result: TaskResult) -> None:
        """Keep the plan that answered, or count how the kept one did.

        Only what was accepted is kept, and only what the platform found right where it tells.
        """
        if not self.grows:
            return
        right = result.score is None or result.score >= _RIGHT
        if result.plan_cache == "hit":
            hit = kept_recall(folder)
            if isinstance(hit, Hit) and result.score is not None:
                self.store.judge(hit.number, right=right)
        elif right and not result.forced and isinstance(found := kept_recall(folder), Hit | Miss):
            template = _template(folder, answering_round(folder))
            if template is not None:
                self.store.add(template, found.key, run=self.run, task=task)

    def close(self) -> None:
        self.store.close()


def open_plans(mode: PlanCacheMode, workspace: Workspace, run: str) -> RunPlans:
    """Return the kept plans of a run.

    Raises:
        WorkspaceError: the store cannot be read, or not written in the mode ``on``.
    """
    if mode == "off":
        return NoPlans()
    # Its database library takes a third of a second, which a run without kept plans saves.
    from agentic_solver.erc3.plancache.store import PlanStore  # noqa: PLC0415

    if mode == "on":
        return KeptPlans(PlanStore(workspace.writable().experience / STORE_NAME), run, grows=True)
    path = workspace.experience / STORE_NAME
    return KeptPlans(PlanStore(path if path.is_file() else None), run, grows=False)


def kept_recall(folder: TaskFolder) -> Hit | Miss | None:
    """Return what the evidence of a task says of kept plans; None if it says nothing.

    Raises:
        WorkspaceError: the file is broken.
    """
    if not folder.exists(RECALL_NAME):
        return None
    try:
        return RECALL.validate_json(canonical_json(read_object(folder, RECALL_NAME)))
    except ValidationError as error:
        first = describe(error).split("\n")[0]
        raise WorkspaceError(f"{folder.path / RECALL_NAME}: {first}") from error


def recall_status(folder: TaskFolder, *, answered: bool) -> RecallStatus:
    """Return what a task made of kept plans, as telemetry puts it.

    ``hit``: the kept plan gave the response; ``stray``: it was played and did not; ``miss``;
    empty if none was looked for.
    """
    found = kept_recall(folder)
    if isinstance(found, Hit):
        return "hit" if answered else "stray"
    return "" if found is None else "miss"


def _template(folder: TaskFolder, number: int) -> Template | None:
    """Return the template of a task that a round answered right; None if there is none to make."""
    round_folder = f"round-{number}"
    if not folder.exists(f"{round_folder}/decision.json"):
        return None
    try:
        reply = PlanReply.model_validate_json(answering_reply(folder))
        decision = _decision(folder.path / round_folder)
        identity = Identity.model_validate_json(
            canonical_json(read_object(folder, "context.json")["identity"])
        )
        task = InputTask.model_validate_json(canonical_json(read_object(folder, "task.json")))
    except (ValidationError, KeyError):
        return None  # evidence of an unusual task: nothing that could be used again
    finding = frozenset(
        fact.id
        for fact in reply.facts
        if any(literal.kind == "phrase" for literal in literals_of(fact.sql) or ())
    )
    expected = expected_of(decision, finding)
    return make_template(task.text, reply, expected, identity) if expected else None


def _decision(folder: Path) -> Decision:
    return Decision.model_validate_json((folder / "decision.json").read_bytes())

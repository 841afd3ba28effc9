"""Workflows: planning problems declared as data."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.errors import ContractError
from agentic_solver.guard.action import ActionPair, Condition, describe
from agentic_solver.guard.context import Ambient, Context, Local
from agentic_solver.guard.document import Document
from agentic_solver.guard.repository import RepositoryView
from agentic_solver.guard.state import WorkflowState, initial_state

__all__ = ["Step", "Workflow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One node of the workflow: an action pair with its guard id, budget and specification."""

    id: str
    guard: str
    """Id of the guard that this step satisfies; unique in the workflow."""
    pair: ActionPair
    r_max: int
    """Repetitions after the first attempt: the generator is called at most ``r_max + 1`` times."""
    specification: Document
    """What the artifact has to be; the same for all attempts."""
    stagnation_limit: int | None = None
    """The same feedback so many times in a row ends the step; None lets it use up ``r_max``."""
    stagnation_key: Callable[[str], str] = str
    """Reduces feedback to what is compared, where it also holds what differs in each attempt."""

    def __post_init__(self) -> None:
        if not self.id or not self.guard:
            raise ContractError("a step needs an id and a guard id")
        if type(self.r_max) is not int or self.r_max < 0:
            raise ContractError(f"r_max must be a whole number from 0, not {self.r_max!r}")
        limit = self.stagnation_limit
        if limit is not None and (type(limit) is not int or limit < 2):
            raise ContractError(f"stagnation_limit must be a whole number from 2, not {limit!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """A planning problem: states, actions, initial state, initial context, goal, budgets.

    Steps are tried in declared order; of those whose guard is open, the first whose
    precondition holds is taken.
    """

    steps: tuple[Step, ...]
    constraints: Document
    """Invariant rules, visible to all steps."""
    goal: Condition
    """True exactly for the states in which the workflow has succeeded."""

    def __post_init__(self) -> None:
        _refuse_repeated("step", [step.id for step in self.steps])
        _refuse_repeated("guard", [step.guard for step in self.steps])

    def initial_state(self) -> WorkflowState:
        """Return a fresh state with every guard open."""
        return initial_state(step.guard for step in self.steps)

    def initial_context(self, step: Step, view: RepositoryView) -> Context:
        """Return the context of the first attempt of ``step``: no candidate, no history."""
        return Context(
            ambient=Ambient(repository=view, constraints=self.constraints),
            local=Local(specification=step.specification),
        )

    def next_step(self, state: WorkflowState) -> Step | None:
        """Return the step to execute in ``state``; None if no open step is applicable."""
        for step in self.steps:
            if not state[step.guard] and step.pair.precondition(state):
                return step
        return None

    def to_json(self) -> dict[str, JsonValue]:
        """Return the six parts of the planning problem as plain data."""
        return {
            "states": {"guards": [step.guard for step in self.steps], "values": [False, True]},
            "actions": [
                {
                    "step": step.id,
                    "satisfies": step.guard,
                    "precondition": describe(step.pair.precondition),
                    "generator": describe(step.pair.generator),
                    "guard": describe(step.pair.guard),
                }
                for step in self.steps
            ],
            "initial_state": dict(self.initial_state()),
            "initial_context": {
                "constraints": self.constraints.value,
                "specifications": {step.id: step.specification.value for step in self.steps},
            },
            "goal": describe(self.goal),
            "r_max": {step.id: step.r_max for step in self.steps},
        }


def _refuse_repeated(kind: str, ids: list[str]) -> None:
    repeated = [name for name, count in Counter(ids).items() if count > 1]
    if repeated:
        raise ContractError(f"{kind} ids must be unique: {', '.join(repeated)}")

"""The workflow state: which guards are satisfied, and the one function that changes it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from agentic_solver.errors import ContractError
from agentic_solver.guard.verdict import Verdict

__all__ = ["Satisfied", "WorkflowState", "initial_state", "transition"]


class WorkflowState(Mapping[str, bool]):
    """An immutable, total truth assignment over the guards of one workflow.

    Built by :func:`initial_state` and :func:`transition` only; equal states have equal hashes.
    """

    __slots__ = ("_guards", "_satisfied")
    _guards: tuple[str, ...]
    _satisfied: frozenset[str]

    def __init__(self, guards: Iterable[str]) -> None:
        names = tuple(guards)
        if len(set(names)) != len(names):
            raise ContractError(f"guard ids must be unique: {', '.join(names)}")
        if not all(names):
            raise ContractError("a guard id must not be empty")
        object.__setattr__(self, "_guards", names)
        object.__setattr__(self, "_satisfied", frozenset())

    def __setattr__(self, name: str, value: object) -> None:
        raise ContractError("a workflow state never changes: use transition()")

    def __getitem__(self, guard: str) -> bool:
        if guard not in self._guards:
            raise KeyError(guard)
        return guard in self._satisfied

    def __iter__(self) -> Iterator[str]:
        return iter(self._guards)

    def __len__(self) -> int:
        return len(self._guards)

    def __hash__(self) -> int:
        return hash((frozenset(self._guards), self._satisfied))

    def __repr__(self) -> str:
        return f"WorkflowState({self.to_json()!r})"

    def to_json(self) -> dict[str, bool]:
        """Return guard id to truth value, in the order of declaration."""
        return dict(self)


def initial_state(guards: Iterable[str]) -> WorkflowState:
    """Return the state in which no guard is satisfied.

    Raises:
        ContractError: a guard id is empty or occurs twice.
    """
    return WorkflowState(guards)


def transition(state: WorkflowState, guard: str, verdict: Verdict) -> WorkflowState:
    """Return the state after ``guard`` gave ``verdict``.

    Accept satisfies exactly this guard; both rejections leave the state as it is. Nothing
    else in the engine satisfies a guard.

    Raises:
        ContractError: the workflow has no such guard.
    """
    if guard not in state:
        raise ContractError(f"unknown guard: {guard}")
    if verdict is not Verdict.ACCEPT:
        return state
    following = WorkflowState(state)
    reached = frozenset(name for name in state if state[name]) | {guard}
    object.__setattr__(following, "_satisfied", reached)
    return following


@dataclass(frozen=True, slots=True, init=False)
class Satisfied:
    """The condition that all the named guards are satisfied; without names it always holds.

    Serves as precondition of a step and as goal of a workflow, and can be printed.
    """

    guards: tuple[str, ...]

    def __init__(self, *guards: str) -> None:
        object.__setattr__(self, "guards", guards)

    def __call__(self, state: WorkflowState) -> bool:
        return all(state[guard] for guard in self.guards)

    def to_json(self) -> dict[str, list[str]]:
        """Return the condition as plain data."""
        return {"satisfied": list(self.guards)}

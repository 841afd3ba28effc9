"""Scripted generators and guards: real classes with their own plain input."""

from collections.abc import Sequence
from typing import Any, Protocol

import pytest
from pydantic import JsonValue

from agentic_solver.guard.action import ActionPair, Condition
from agentic_solver.guard.context import Context
from agentic_solver.guard.document import Document
from agentic_solver.guard.repository import Node
from agentic_solver.guard.state import Satisfied
from agentic_solver.guard.verdict import Judgement, accepted, fatal, rejected
from agentic_solver.guard.workflow import Step, Workflow


class ScriptedGenerator:
    """Gives the listed artifacts in turn, the last one again and again; keeps what it saw."""

    def __init__(self, *artifacts: JsonValue | Exception) -> None:
        self.artifacts = artifacts or ("artifact",)
        self.seen: list[Context] = []

    @property
    def count(self) -> int:
        return len(self.seen)

    def __call__(self, context: Context) -> JsonValue:
        self.seen.append(context)
        artifact = self.artifacts[min(len(self.seen), len(self.artifacts)) - 1]
        if isinstance(artifact, Exception):
            raise artifact
        return artifact


class ScriptedGuard:
    """Gives verdicts by letter: ``+`` accept, ``r`` retry, ``f`` fatal; the last one repeats.

    The feedback of rejection k is ``why k``, or the given text.
    """

    def __init__(self, script: str = "+", feedback: str | None = None) -> None:
        self.script = script
        self.feedback = feedback
        self.seen: list[tuple[Node, Context]] = []

    def __call__(self, candidate: Node, context: Context) -> Judgement:
        self.seen.append((candidate, context))
        number = len(self.seen)
        why = self.feedback or f"why {number}"
        match self.script[min(number, len(self.script)) - 1]:
            case "+":
                return accepted()
            case "r":
                return rejected(why)
            case _:
                return fatal(why)


class MakeStep(Protocol):
    def __call__(self, name: str = "solve", **changes: Any) -> Step: ...


class MakeWorkflow(Protocol):
    def __call__(self, *steps: Step, goal: Condition | None = None) -> Workflow: ...


class MakeGenerator(Protocol):
    def __call__(self, *artifacts: JsonValue | Exception) -> ScriptedGenerator: ...


class MakeGuard(Protocol):
    def __call__(self, script: str = "+", feedback: str | None = None) -> ScriptedGuard: ...


def _step(name: str = "solve", **changes: Any) -> Step:
    pair = ActionPair(
        precondition=changes.pop("precondition", Satisfied()),
        generator=changes.pop("generator", None) or ScriptedGenerator(),
        guard=changes.pop("check", None) or ScriptedGuard(),
    )
    fields: dict[str, Any] = {
        "id": name,
        "guard": f"{name}_holds",
        "pair": pair,
        "r_max": 2,
        "specification": Document.of({"task": name}),
    }
    return Step(**{**fields, **changes})


def _workflow(*steps: Step, goal: Condition | None = None) -> Workflow:
    guards: Sequence[str] = [step.guard for step in steps]
    return Workflow(
        steps=steps,
        constraints=Document.of({"never": "delete"}),
        goal=goal or Satisfied(*guards),
    )


@pytest.fixture(scope="session")
def make_step() -> MakeStep:
    """Return a builder of steps; ``generator`` and ``check`` take scripted parts."""
    return _step


@pytest.fixture(scope="session")
def make_workflow() -> MakeWorkflow:
    """Return a builder of workflows whose goal is all guards, unless said otherwise."""
    return _workflow


@pytest.fixture(scope="session")
def scripted_generator() -> MakeGenerator:
    """Return the scripted generator class."""
    return ScriptedGenerator


@pytest.fixture(scope="session")
def scripted_guard() -> MakeGuard:
    """Return the scripted guard class."""
    return ScriptedGuard

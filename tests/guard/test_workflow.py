"""Workflows: planning problems as data, with six printable parts."""

import dataclasses
import inspect
import json
import math
from typing import Any, Protocol, get_type_hints

import pytest

from agentic_solver.errors import ContractError
from agentic_solver.guard.action import ActionPair, Generator, describe
from agentic_solver.guard.context import Context
from agentic_solver.guard.repository import Repository
from agentic_solver.guard.state import Satisfied, WorkflowState
from agentic_solver.guard.workflow import Step, Workflow


class MakeStep(Protocol):
    def __call__(self, name: str = "solve", **changes: Any) -> Step: ...


class MakeWorkflow(Protocol):
    def __call__(self, *steps: Step, goal: Any = None) -> Workflow: ...


def _write(context: Context) -> str:
    return "text"


def _either(state: WorkflowState) -> bool:
    return any(state.values())


@pytest.mark.requirement("S2-N14", "S2-D6a")
def test_action_pair_has_exactly_three_parts_none_optional() -> None:
    fields = dataclasses.fields(ActionPair)
    assert [field.name for field in fields] == ["precondition", "generator", "guard"]
    assert all(field.default is dataclasses.MISSING for field in fields)
    for lacking in range(3):
        given = {f.name: Satisfied() for n, f in enumerate(fields) if n != lacking}
        with pytest.raises(TypeError):
            ActionPair(**given)  # type: ignore[arg-type]


@pytest.mark.requirement("S2-N16", "S2-D6c")
def test_generator_takes_a_context_only() -> None:
    parameters, _ = Generator.__args__[:-1], Generator.__args__[-1]  # type: ignore[attr-defined]
    assert parameters == (Context,)
    assert list(inspect.signature(_write).parameters) == ["context"]
    assert get_type_hints(ActionPair)["generator"] == Generator


@pytest.mark.requirement("S2-D9a")
def test_workflow_prints_its_six_parts(make_step: MakeStep, make_workflow: MakeWorkflow) -> None:
    workflow = make_workflow(
        make_step("read", r_max=0, generator=_write),
        make_step("solve", precondition=Satisfied("read_holds"), r_max=3),
        goal=_either,
    )
    printed = json.loads(json.dumps(workflow.to_json()))
    assert printed == {
        "states": {"guards": ["read_holds", "solve_holds"], "values": [False, True]},
        "actions": [
            {
                "step": "read",
                "satisfies": "read_holds",
                "precondition": {"satisfied": []},
                "generator": "_write",
                "guard": "ScriptedGuard",
            },
            {
                "step": "solve",
                "satisfies": "solve_holds",
                "precondition": {"satisfied": ["read_holds"]},
                "generator": "ScriptedGenerator",
                "guard": "ScriptedGuard",
            },
        ],
        "initial_state": {"read_holds": False, "solve_holds": False},
        "initial_context": {
            "constraints": {"never": "delete"},
            "specifications": {"read": {"task": "read"}, "solve": {"task": "solve"}},
        },
        "goal": "_either",
        "r_max": {"read": 0, "solve": 3},
    }
    assert describe(_either) == "_either"


@pytest.mark.requirement("S2-N18")
@pytest.mark.parametrize("r_max", [-1, math.inf, math.nan, 1.0, True, None, "2"])
def test_budget_must_be_finite_and_whole(make_step: MakeStep, r_max: object) -> None:
    with pytest.raises(ContractError, match="r_max"):
        make_step(r_max=r_max)


@pytest.mark.parametrize("limit", [1, 0, -2, 2.0, True, "3"])
def test_stagnation_limit_starts_at_two(make_step: MakeStep, limit: object) -> None:
    with pytest.raises(ContractError, match="stagnation_limit"):
        make_step(stagnation_limit=limit)


@pytest.mark.requirement("S2-N4")
def test_guard_or_step_registered_twice_is_refused(
    make_step: MakeStep, make_workflow: MakeWorkflow
) -> None:
    with pytest.raises(ContractError, match="guard ids must be unique: same"):
        make_workflow(make_step("a", guard="same"), make_step("b", guard="same"))
    with pytest.raises(ContractError, match="step ids must be unique: a"):
        make_workflow(make_step("a"), make_step("a", guard="other"))


@pytest.mark.parametrize("changes", [{"id": ""}, {"guard": ""}])
def test_step_needs_its_names(make_step: MakeStep, changes: dict[str, str]) -> None:
    with pytest.raises(ContractError, match="needs an id"):
        make_step(**changes)


@pytest.mark.requirement("S2-D9b")
def test_initial_state_is_all_false_every_time(
    make_step: MakeStep, make_workflow: MakeWorkflow
) -> None:
    workflow = make_workflow(make_step("a"), make_step("b"))
    for _ in range(2):
        assert dict(workflow.initial_state()) == {"a_holds": False, "b_holds": False}


@pytest.mark.requirement("S2-D9c")
def test_initial_context_has_specification_and_constraints_only(
    make_step: MakeStep, make_workflow: MakeWorkflow
) -> None:
    step = make_step("a")
    context = make_workflow(step).initial_context(step, Repository().view())
    assert context.to_json() == {
        "ambient": {
            "repository": [],
            "constraints": make_workflow(step).constraints.id,
        },
        "local": {"specification": step.specification.id, "candidate": None},
        "history": [],
    }
    assert (context.attempt, context.repeats, context.is_stagnant) == (1, 0, False)

"""The workflow state: total, immutable, changed in one place only."""

import ast
import inspect
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.errors import ContractError
from agentic_solver.guard import engine as engine_module
from agentic_solver.guard import state as state_module
from agentic_solver.guard.state import Satisfied, WorkflowState, initial_state, transition
from agentic_solver.guard.verdict import Verdict

GUARDS = ("g1", "g2", "g3")
moves = st.lists(st.tuples(st.sampled_from(GUARDS), st.sampled_from(list(Verdict))), max_size=12)


@pytest.mark.requirement("S2-N2")
def test_state_is_a_mapping_from_guard_id_to_bool_and_nothing_else() -> None:
    state = transition(initial_state(GUARDS), "g2", Verdict.ACCEPT)
    assert isinstance(state, Mapping)
    assert dict(state) == state.to_json() == {"g1": False, "g2": True, "g3": False}
    assert all(type(value) is bool for value in state.values())
    with pytest.raises(KeyError):
        state["g9"]
    for name, value in (("g1", True), ("_satisfied", frozenset(GUARDS))):
        with pytest.raises(ContractError):
            setattr(state, name, value)
    with pytest.raises(TypeError):
        state["g1"] = True  # type: ignore[index]


@pytest.mark.requirement("S2-N4")
@pytest.mark.parametrize("guards", [("g1", "g1"), ("g1", "g2", "g1"), ("",)])
def test_guard_ids_are_unique_and_named(guards: tuple[str, ...]) -> None:
    with pytest.raises(ContractError):
        initial_state(guards)


@pytest.mark.requirement("S2-N6", "S2-D1b", "S2-D4a", "S2-D8a", "S2-D8b")
@given(moves)
@settings(derandomize=True, deadline=None, max_examples=100)
def test_transition_sets_one_guard_on_accept_and_nothing_otherwise(
    script: list[tuple[str, Verdict]],
) -> None:
    state = initial_state(GUARDS)
    for guard, verdict in script:
        before = dict(state)
        after = transition(state, guard, verdict)
        changed = {name for name in GUARDS if before[name] != after[name]}
        if verdict is Verdict.ACCEPT:
            assert changed == (set() if before[guard] else {guard})
            assert after[guard]
        else:
            assert after == state
            assert changed == set()
        assert dict(state) == before
        assert tuple(after) == GUARDS
        assert all(type(value) is bool for value in after.values())
        state = after


def test_equal_states_are_equal_members_of_a_goal_set() -> None:
    one = transition(transition(initial_state(GUARDS), "g1", Verdict.ACCEPT), "g2", Verdict.ACCEPT)
    two = transition(transition(initial_state(GUARDS), "g2", Verdict.ACCEPT), "g1", Verdict.ACCEPT)
    assert one == two
    assert one in {two}
    assert initial_state(GUARDS) not in {two}


def test_transition_of_an_unknown_guard_is_refused() -> None:
    with pytest.raises(ContractError, match="g9"):
        transition(initial_state(GUARDS), "g9", Verdict.ACCEPT)


def test_condition_holds_when_all_its_guards_do() -> None:
    state = transition(initial_state(GUARDS), "g2", Verdict.ACCEPT)
    assert Satisfied()(state)
    assert Satisfied("g2")(state)
    assert not Satisfied("g2", "g3")(state)
    assert Satisfied("g2", "g3").to_json() == {"satisfied": ["g2", "g3"]}


@pytest.mark.requirement("S2-D4b")
def test_one_single_function_satisfies_a_guard_and_only_on_accept() -> None:
    tree = ast.parse(inspect.getsource(state_module))
    writers = [
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and "'_satisfied'" in ast.unparse(function)
        and function.name != "__init__"
    ]
    assert writers == ["transition"]
    body = inspect.getsource(transition)
    assert body.index("if verdict is not Verdict.ACCEPT:") < body.index('"_satisfied"')
    assert not any(WorkflowState(GUARDS).values())
    callers = [
        ast.unparse(call)
        for call in ast.walk(ast.parse(inspect.getsource(engine_module)))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "transition"
    ]
    assert callers == ["transition(state, step.guard, judgement.verdict)"]

"""What is promised: the names of the package, their signatures, and that they cost nothing."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import agentic_solver as a

SIGNATURES = {
    "run": "(suite, *, proposer=None, reader=None, tasks=None, workers=1, **settings)",
    "solve": "(text, *, suite, as_='guest', proposer=None, reader=None, **settings)",
    "load": "(run)",
    "compare": "(first, second, *, force=False)",
}
SETTINGS = {
    "name", "model", "reader_model", "effort", "temperature", "max_tokens", "model_timeout_s",
    "plans", "recordings", "record_to", "rounds", "steps", "seed", "variation", "platform", "read",
    "feedback", "second_look", "dry_run", "wide", "max_tasks", "max_tokens_total", "max_cost",
    "max_time_s", "task_timeout_s", "workspace",
}  # fmt: skip
REQUEST = {
    "text", "caller", "task", "suite", "round", "blocks", "feedback", "error", "messages",
    "schema", "model", "max_tokens", "effort", "temperature",
}  # fmt: skip


def untyped(function: object) -> str:
    assert callable(function)
    found = inspect.signature(function)
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in found.parameters.values()]
    return str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def test_names_and_signatures_are_promised() -> None:
    from agentic_solver.api import RunSettings, twin

    assert set(a.__all__) == {
        "AgenticSolverError", "Comparison", "ModelReply", "Plan", "PlanRequest", "PromptBlock",
        "ReadRequest", "Round", "Run", "ServedTwin", "Task", "Usage", "__version__", "compare",
        "load", "run", "solve", "twin",
    }  # fmt: skip
    assert {name: untyped(getattr(a, name)) for name in SIGNATURES} == SIGNATURES
    assert set(RunSettings.__annotations__) == SETTINGS
    assert set(a.PlanRequest.__dataclass_fields__) == REQUEST
    told = untyped(twin)
    assert told == "(suite, *, seed=0, vary=(), host='127.0.0.1', port=0, record=None)"
    assert set(a.__all__) <= set(dir(a))


def test_another_name_is_missing() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'rum'"):
        a.rum  # type: ignore[attr-defined]  # noqa: B018


def test_the_import_alone_loads_nothing_else() -> None:
    script = (
        "import sys, time; began = time.perf_counter(); import agentic_solver as a\n"
        "took = time.perf_counter() - began\n"
        "ours = [n for n in sys.modules if n.startswith('agentic_solver.')]\n"
        "heavy = {'pandas', 'duckdb', 'pydantic', 'rich'} & set(sys.modules)\n"
        "print(len(ours), len(heavy), took < 0.05)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60,
        cwd=Path(a.__file__).parents[1],
    )  # fmt: skip
    assert done.stdout.split() == ["0", "0", "True"]


def test_the_served_twin_and_the_package_of_that_name_are_one() -> None:
    from agentic_solver.twin.suite import load_suite

    assert callable(a.twin)
    assert load_suite.__module__ == "agentic_solver.twin.suite"
    assert a.twin.__name__ == "agentic_solver.twin"

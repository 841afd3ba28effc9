"""What the domain's source and document may and may not contain."""

import ast
import doctest
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

import agentic_solver
import agentic_solver.arithmetic
import agentic_solver.core
from agentic_solver.arithmetic.agent import AddSubWorker, MulWorker
from agentic_solver.arithmetic.builtin import build_tools
from agentic_solver.arithmetic.schema import CAPABILITIES, Operation

PACKAGE = Path(agentic_solver.__path__[0])
DOMAIN = PACKAGE / "arithmetic"
CORE = PACKAGE / "core"
DOCUMENT = PACKAGE.parent / "docs" / "new-domain.md"

DOCUMENTED = {
    "AddArgs",
    "ArithmeticCriticInput",
    "ArithmeticCriticOutput",
    "ArithmeticDispatcher",
    "ArithmeticPlannerInput",
    "ArithmeticPlannerOutput",
    "ArithmeticResult",
    "ArithmeticTask",
    "ArithmeticWorkerInput",
    "ArithmeticWorkerOutput",
    "MulArgs",
    "SubArgs",
    "run",
}


def trees(folder: Path = DOMAIN) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.glob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, "") for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from ((module, alias.name) for alias in names)
            case _:
                pass


def definition(name: str) -> ast.ClassDef | ast.FunctionDef:
    (node,) = (
        node
        for _, tree in trees()
        for node in tree.body
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name
    )
    return node


@pytest.mark.requirement("S0-1a")
def test_the_package_offers_the_documented_names_and_no_others() -> None:
    assert set(agentic_solver.arithmetic.__all__) == DOCUMENTED
    offered = {
        name
        for name, value in vars(agentic_solver.arithmetic).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert offered == DOCUMENTED


@pytest.mark.requirement("S0-1c")
def test_the_domain_rests_on_the_public_core_alone() -> None:
    allowed = set(sys.stdlib_module_names) | {"pydantic", "agentic_solver.contracts.model"}
    from_core = set()
    for name, tree in trees():
        for module, imported in imports(tree):
            if module == "agentic_solver.core":
                from_core.add(imported)
            elif not module.startswith("agentic_solver.arithmetic"):
                assert {module, module.split(".")[0]} & allowed, f"{name} imports {module}"
    assert from_core
    assert from_core <= set(agentic_solver.core.__all__)


@pytest.mark.requirement("S0-1e")
def test_core_and_domain_run_in_an_empty_folder(tmp_path: Path) -> None:
    """With them go the two files of the layers below that they import."""
    copy = tmp_path / "agentic_solver"
    for folder in ("core", "arithmetic"):
        shutil.copytree(PACKAGE / folder, copy / folder, ignore=shutil.ignore_patterns("__pyc*"))
    (copy / "contracts").mkdir()
    for name in ("__init__.py", "errors.py", "contracts/__init__.py", "contracts/model.py"):
        shutil.copy(PACKAGE / name, copy / name)
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import agentic_solver.arithmetic as domain\n"
        "from agentic_solver.arithmetic.builtin import build_dispatcher, build_tools\n"
        "task = domain.ArithmeticTask(op='ADD', a=2, b=3)\n"
        "done = domain.run(task, dispatcher=build_dispatcher(), tool_registry=build_tools())\n"
        "print(domain.__file__, done.worker_output.result.value, done.critic_decision.decision)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert done.stdout.split() == [str(copy / "arithmetic" / "__init__.py"), "5", "ACCEPT"], (
        done.stderr
    )


@pytest.mark.requirement("S0-2g")
def test_the_domain_stays_small_and_its_run_through_works() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in DOMAIN.glob("*.py"))
    assert lines <= 500
    result = doctest.testmod(agentic_solver.arithmetic)
    assert result.attempted >= 10
    assert result.failed == 0


@pytest.mark.requirement("S0-4.3c")
def test_workers_cannot_reach_a_tool() -> None:
    (agent,) = (tree for name, tree in trees() if name == "agent.py")
    imported = {f"{module}.{name}" for module, name in imports(agent)}
    assert not any("builtin" in name or "ToolRegistry" in name for name in imported)
    ran: list[str] = []
    sys.setprofile(
        lambda frame, event, _: ran.append(frame.f_code.co_name) if event == "call" else None
    )
    try:
        AddSubWorker()('{"task":{"op":"MUL","a":2,"b":3}}')
        MulWorker()('{"task":{"op":"ADD","a":2,"b":3}}')
    finally:
        sys.setprofile(None)
    assert "_ask_tool" in ran
    assert {"call", "_add", "_sub", "_mul"} & set(ran) == set()


@pytest.mark.requirement("S0-8b")
def test_the_dispatcher_adds_nothing() -> None:
    body = definition("ArithmeticDispatcher").body
    assert len(body) == 1
    assert isinstance(body[0], ast.Expr)
    assert isinstance(body[0].value, ast.Constant)


@pytest.mark.requirement("S0-9.1c", "S0-12b")
def test_run_makes_one_request_and_one_controller_call() -> None:
    calls = [ast.unparse(n.func) for n in ast.walk(definition("run")) if isinstance(n, ast.Call)]
    assert sorted(calls) == [
        "Controller",
        "Controller(dispatcher, tool_registry).run",
        "ControllerDomainInput[ArithmeticTask]",
        "ControllerRequest",
    ]


@pytest.mark.requirement("S0-11a")
def test_the_core_knows_nothing_of_arithmetic() -> None:
    documented = {"worker_id", "worker_output", "worker_answer"}
    for path in sorted(CORE.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "ADD" not in text
        assert "arith" not in text.lower()
        assert set(re.findall(r"worker_\w+", text)) <= documented


@pytest.mark.requirement("S0-11b")
def test_the_domain_has_no_loop_no_file_and_no_terminal() -> None:
    for name, tree in trees():
        for node in ast.walk(tree):
            assert not isinstance(node, (ast.While, ast.For)), name
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in {"print", "input", "open"}, name
        modules = {module.split(".")[0] for module, _ in imports(tree)}
        banned = {"argparse", "typer", "pathlib", "os", "io", "time", "random", "json", "sqlite3"}
        assert modules & banned == set(), name


def table(heading: str) -> list[list[str]]:
    """The rows of the document's table whose first column has this heading."""
    text = DOCUMENT.read_text(encoding="utf-8")
    match = re.search(rf"^\| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M)
    assert match is not None
    return [
        [cell.strip().strip("`") for cell in row.strip("|").split("|")]
        for row in match[1].splitlines()
    ]


@pytest.mark.requirement("S0-13b")
def test_operations_workers_and_tools_are_those_of_the_document() -> None:
    workers = {(op, worker) for worker, ops in CAPABILITIES.items() for op in ops}
    assert {(op, worker) for op, worker in table("operation")} == workers
    assert {op for op, _ in table("operation")} == set(get_args(Operation))
    tools = build_tools()
    assert [name for name, _, _ in table("tool")] == sorted(tools.names, key="add sub mul".index)
    for name, arguments, returns in table("tool"):
        assert tools.get(name).arg_type.__name__ == arguments
        assert tools.get(name).description == f"Returns {returns}."

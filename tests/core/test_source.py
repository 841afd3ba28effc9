"""What the source of the core may and may not contain."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import agentic_solver
import agentic_solver.core
from agentic_solver.contracts.model import Contract
from agentic_solver.core import (
    AgentDispatcher,
    Controller,
    ControllerDomainInput,
    ControllerRequest,
    Decision,
    PlannerInput,
    PlannerOutput,
    ToolRegistry,
    ToolRequest,
    WorkerInput,
    WorkerOutput,
)

PACKAGE = Path(agentic_solver.__path__[0])
CORE = PACKAGE / "core"
REPO = PACKAGE.parent
CONTROLLERS = (CORE / "controller.py", CORE / "analysis.py")


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules_of(*folders: Path) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(folder.rglob("*.py"))


def imports_of(path: Path) -> Iterator[tuple[str, str]]:
    """(module, name) of every import; the name is empty for ``import module``."""
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, "") for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from ((module, alias.name) for alias in names)
            case _:
                pass


def within(module: str, packages: set[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@pytest.mark.requirement("S1-1d", "S1-9e", "S1-9f", "S1-10a")
def test_the_core_imports_only_pydantic_and_what_lies_below_it() -> None:
    allowed = set(sys.stdlib_module_names) | {
        "pydantic",
        "pydantic_core",
        "agentic_solver.core",
        "agentic_solver.contracts",
        "agentic_solver.errors",
    }
    seen = {module for path in modules_of(CORE) for module, _ in imports_of(path)}
    assert {module for module in seen if not within(module, allowed)} == set()
    assert "agentic_solver.core.dispatcher" in seen


@pytest.mark.slow
@pytest.mark.requirement("S1-1b")
def test_other_packages_use_only_the_public_names() -> None:
    public = set(agentic_solver.core.__all__)
    users = 0
    for path in modules_of(PACKAGE):
        if CORE in path.parents or path.stem == "testing":
            continue
        for module, name in imports_of(path):
            if within(module, {"agentic_solver.core"}):
                users += 1
                assert name in public, f"{path.relative_to(REPO)} uses {module}.{name}"
    assert users > 0


@pytest.mark.requirement("S1-2.1b", "S1-10b")
@pytest.mark.parametrize("path", CONTROLLERS, ids=lambda path: path.stem)
def test_controllers_have_no_loop_and_no_recursion(path: Path) -> None:
    loops = (ast.For, ast.While, ast.AsyncFor, ast.comprehension)
    functions = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.FunctionDef)]
    assert len(functions) >= 2
    for function in functions:
        for node in ast.walk(function):
            assert not isinstance(node, loops), f"{function.name}:{node}"
            if isinstance(node, ast.Call):
                assert called_name(node) != function.name or function.name == "__init__"


def called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@pytest.mark.requirement("S1-3.1f")
def test_the_controller_knows_no_steps_and_no_next_task() -> None:
    tree = tree_of(CORE / "controller.py")
    calls = [called_name(node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert [calls.count(name) for name in ("plan", "work", "judge", "call")] == [1, 1, 1, 1]
    words = {
        word
        for node in ast.walk(tree)
        for name in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "arg", ""))
        for word in str(name).lower().split("_")
    }
    assert words & {"step", "steps", "next", "queue", "workflow", "round", "loop"} == set()
    assert not any(isinstance(node, (ast.List, ast.Set)) for node in ast.walk(tree.body[-2]))


@pytest.mark.requirement("S1-9h")
@pytest.mark.parametrize("path", CONTROLLERS, ids=lambda path: path.stem)
def test_controllers_assign_no_attribute_after_init(path: Path) -> None:
    written: dict[str, set[str]] = {}
    for function in ast.walk(tree_of(path)):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(
                    node.ctx, ast.Load
                ):
                    written.setdefault(function.name, set()).add(ast.unparse(node))
                assert not isinstance(node, (ast.Global, ast.Nonlocal))
                assert not (isinstance(node, ast.Call) and called_name(node) == "setattr")
    assert set(written) == {"__init__"}


@pytest.mark.requirement("S1-4.1c")
def test_the_raw_reply_goes_to_the_validator_and_nowhere_else() -> None:
    tree = tree_of(CORE / "dispatcher.py")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    agent_calls = [call for call in calls if ast.unparse(call.func) == "agent"]
    readers = [call for call in calls if called_name(call) == "read_reply"]
    assert len(agent_calls) == len(readers) == 1
    assert readers[0].args[0] is agent_calls[0]

    (read_reply,) = [
        node
        for node in tree_of(CORE / "reply.py").body
        if isinstance(node, ast.FunctionDef) and node.name == "read_reply"
    ]
    users = [
        called_name(call)
        for call in ast.walk(read_reply)
        if isinstance(call, ast.Call)
        for argument in call.args
        if isinstance(argument, ast.Name) and argument.id == "reply"
    ]
    loads = [
        node for node in ast.walk(read_reply) if isinstance(node, ast.Name) and node.id == "reply"
    ]
    assert len(users) == len(loads)
    assert set(users) == {"isinstance", "type", "len", "model_validate_json"}


@pytest.mark.requirement("S1-7.1a")
def test_tool_functions_are_called_in_the_registry_only() -> None:
    callers = {
        path.name
        for path in modules_of(CORE)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and node.attr == "func"
    }
    assert callers == {"tool.py"}


@pytest.mark.requirement("S1-7.1a", "S1-10e")
def test_agents_are_called_by_the_dispatcher_and_tools_by_the_registry() -> None:
    callers: list[tuple[str, str]] = []

    class Word(Contract):
        text: str

    def note(who: str) -> None:
        callers.append((who, sys._getframe(2).f_globals["__name__"]))

    class Agent:
        def __init__(
            self, name: str, accepts: type[Contract], gives: type[Contract], *replies: Contract
        ) -> None:
            self.name, self.input_schema, self.output_schema = name, accepts, gives
            self._replies = iter(replies)

        def __call__(self, input_json: str) -> str:
            note(self.name)
            return next(self._replies).model_dump_json()

    class CriticInput(Contract):
        plan: Word

    def tool(args: Word) -> Word:
        note("tool")
        return args

    task = Word(text="t")
    ask = WorkerOutput[Word](tool_request=ToolRequest(name="tool", arguments={"text": "x"}))
    accepts, gives = WorkerInput[Word, Word], WorkerOutput[Word]
    dispatcher = AgentDispatcher[Word, Word, Decision](
        planner=Agent(
            "planner",
            PlannerInput[Word, Word],
            PlannerOutput[Word],
            PlannerOutput[Word](task=task, worker_id="w"),
        ),
        workers={"w": Agent("worker", accepts, gives, ask, gives(result=task))},
        critic=Agent("critic", CriticInput, Decision, Decision(decision="ACCEPT")),
    )
    tools = ToolRegistry()
    tools.register("tool", "A tool.", tool, Word)
    Controller(dispatcher, tools).run(ControllerRequest(domain=ControllerDomainInput(task=task)))
    assert callers == [
        ("planner", "agentic_solver.core.dispatcher"),
        ("worker", "agentic_solver.core.dispatcher"),
        ("tool", "agentic_solver.core.tool"),
        ("worker", "agentic_solver.core.dispatcher"),
        ("critic", "agentic_solver.core.dispatcher"),
    ]


@pytest.mark.requirement("S1-8c")
def test_nobody_decides_by_the_trace() -> None:
    folders = (CORE, PACKAGE / "arithmetic", PACKAGE / "guard")
    for path in modules_of(*folders):
        for node in ast.walk(tree_of(path)):
            reads_attribute = isinstance(node, ast.Attribute) and node.attr == "trace"
            reads_key = isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "'trace'"
            assert not reads_attribute, f"{path.relative_to(REPO)}:{node}"
            assert not reads_key, f"{path.relative_to(REPO)}:{node}"
    # In the controllers the trace is only added to, and dumped into the response.
    for path in CONTROLLERS:
        uses = {
            node.attr
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "trace"
        }
        assert uses == {"add", "dump"}


@pytest.mark.requirement("S1-10f")
def test_the_core_has_no_user_interface_and_no_server() -> None:
    banned = {"argparse", "cmd", "curses", "http", "optparse", "socketserver", "socket", "tkinter"}
    for path in modules_of(CORE):
        assert not any(within(module, banned) for module, _ in imports_of(path))
        called = {
            called_name(node) for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)
        }
        assert called & {"print", "input", "open", "exec", "eval", "getenv", "exit"} == set()


def run_python(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        cwd=REPO,
        timeout=120,
        check=False,
    )


BLOCKING_FINDER = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"anthropic", "openai", "google", "litellm"}:
            raise ModuleNotFoundError(name)
        return None

sys.meta_path.insert(0, Blocker())
try:
    import anthropic
except ModuleNotFoundError:
    pass
else:
    raise SystemExit("the blocker does not work")
"""

CORE_TESTS = """
import pytest
raise SystemExit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


@pytest.mark.slow
@pytest.mark.requirement("S1-5.2b", "S1-5.2a")
def test_the_core_and_its_tests_need_no_provider() -> None:
    here = Path(__file__).parent
    names = ("test_schema.py", "test_tool.py", "test_dispatcher.py", "test_controller.py")
    done = run_python(BLOCKING_FINDER + CORE_TESTS, *(str(here / name) for name in names))
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_importing_the_core_loads_nothing_heavy() -> None:
    script = (
        "import sys, agentic_solver.core, agentic_solver.arithmetic;"
        "heavy = {'anthropic', 'duckdb', 'sqlmodel', 'pandas', 'httpx2', 'typer', 'starlette'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert run_python(script).stdout.strip() == "[]"


WATCHED_PASS = """
import sys
import agentic_solver.core as core
from agentic_solver.arithmetic import ArithmeticTask, run
from agentic_solver.arithmetic.builtin import build_dispatcher, build_tools

def one_pass():
    task = ArithmeticTask(op="ADD", a=2, b=3)
    return run(task, dispatcher=build_dispatcher(), tool_registry=build_tools())

def state():
    return {
        name: {key: id(value) for key, value in vars(module).items()}
        for name, module in sys.modules.items()
        if name.startswith(("agentic_solver.core", "agentic_solver.arithmetic"))
    }

first = one_pass().model_dump_json()
before, events = state(), []
watched = ("open", "socket.", "sqlite3.", "subprocess.", "os.", "shutil.", "tempfile.")
sys.addaudithook(lambda event, args: events.append(event) if event.startswith(watched) else None)
last = [one_pass().model_dump_json() for _ in range(int(sys.argv[1]))][-1]
seen, after = list(events), state()
open(sys.executable, "rb").close()
assert "open" in events, "the audit hook does not work"
print(seen, first == last, before == after)
"""


@pytest.mark.requirement("S1-10c", "S0-1d", "S0-12a")
def test_a_thousand_passes_touch_no_file_no_socket_and_no_global() -> None:
    done = run_python(WATCHED_PASS, "1000")
    assert done.stdout.strip() == "[] True True", done.stderr

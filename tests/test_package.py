"""The package as a whole: public names, sizes, versions, and imports without effects."""

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import agentic_solver
from agentic_solver.twin.suite import find_suite, load_suite

PACKAGE = Path(agentic_solver.__file__).parent
REPO = PACKAGE.parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
MAX_MODULE_LINES = 500
MAX_FUNCTION_LINES = 60


def module_name(path: Path) -> str:
    parts = path.relative_to(REPO).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = [module_name(path) for path in SOURCES if path.name != "__main__.py"]


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_exists(name: str) -> None:
    module = importlib.import_module(name)
    listed = getattr(module, "__all__", [])
    assert [public for public in listed if not hasattr(module, public)] == []
    assert len(set(listed)) == len(listed)


def test_importing_the_engine_has_no_effect(tmp_path: Path) -> None:
    script = (
        "import importlib, os, sys\n"
        "def watch(event, args):\n"
        "    writes = event == 'open' and isinstance(args[2], int) and args[2] & (1 | 2 | 64)\n"
        "    if writes and args[0] != os.devnull or event in ('socket.connect', 'socket.bind'):\n"
        "        os.write(2, f'{event} {args}'.encode())\n"
        "        os._exit(9)\n"
        "sys.addaudithook(watch)\n"
        f"for name in {MODULES!r}:\n"
        "    importlib.import_module(name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_and_functions_stay_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    functions = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    # What a script has written out of a standard is data, however long.
    assert len(text.splitlines()) <= MAX_MODULE_LINES or (not functions and "data, no code" in text)
    long = {
        node.name: lines for node in functions if (lines := _code_lines(node)) > MAX_FUNCTION_LINES
    }
    assert long == {}


def _code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of the body: options of a command and a docstring make no function hard to follow."""
    documented = ast.get_docstring(function) is not None and len(function.body) > 1
    first = function.body[1 if documented else 0]
    return (function.end_lineno or 0) - first.lineno + 1


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (REPO / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.MULTILINE)
    assert newest is not None
    assert agentic_solver.__version__ == project["version"] == newest[1]


TRAINING = frozenset(
    {"torch", "tensorflow", "keras", "jax", "transformers", "peft", "trl", "accelerate",
     "scikit-learn", "xgboost", "lightgbm", "datasets", "deepspeed"}
)  # fmt: skip
CHAT = frozenset(
    {"streamlit", "gradio", "chainlit", "textual", "prompt-toolkit", "nicegui", "panel", "flet"}
)


@pytest.mark.requirement("S3-2.2a", "S3-2.2b")
def test_nothing_is_trained_and_nobody_chats() -> None:
    project = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    names = {
        re.split(r"[\[<>=~ ]", one)[0].casefold() for one in (*project["dependencies"], *extras)
    }
    assert len(names) > 20
    assert names & (TRAINING | CHAT) == set()
    lines = [line.split() for path in SOURCES for line in path.read_text("utf-8").splitlines()]
    imported = {
        words[1].partition(".")[0].replace("_", "-")
        for words in lines
        if len(words) > 1 and words[0] in ("import", "from")
    }
    assert {"duckdb", "pydantic"} <= imported
    assert imported & (TRAINING | CHAT | {"sklearn"}) == set()


@pytest.mark.requirement("S3-2.2c")
@pytest.mark.parametrize("suite", ["erc3-dev", "erc3-prod", "erc3-test"])
def test_no_task_is_named_or_quoted_where_tasks_are_solved(suite: str) -> None:
    tasks = load_suite(find_suite(suite)).tasks
    solving = [
        path
        for path in (*SOURCES, *sorted((REPO / "tools").glob("*.py")))
        if not {"twin", "redteam"} & set(path.parts)
    ]
    code = "\n".join(path.read_text("utf-8") for path in solving).casefold()
    named = {task.id for task in tasks if "-" in task.id and f'"{task.id}"' in code}
    quoted = {task.id for task in tasks if task.text.casefold() in code}
    assert len(tasks) >= 90
    assert named | quoted == set()

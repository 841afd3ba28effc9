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
    assert len(text.splitlines()) <= MAX_MODULE_LINES
    functions = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
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

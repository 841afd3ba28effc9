"""The catalog: tools are loaded by path, checked, and digested."""

from pathlib import Path

import pytest

from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.errors import WorkspaceError

HEAD = """from agentic_solver.erc3.tools.facade import Reader, Tool, ToolArguments, read_tool

class No(ToolArguments):
    pass

def look(reader: Reader, args: No):
    return reader.read("/whoami", {})

"""
TOOLS = 'TOOLS: tuple[Tool, ...] = (read_tool("look", "Look.", No, "identity", look),)\n'


def folder(tmp_path: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def committed() -> Catalog:
    return load_catalog(Path(__file__).resolve().parents[3] / "tools")


@pytest.mark.requirement("S3-B3.4a")
def test_table_marks_exactly_the_writes(committed: Catalog) -> None:
    writes = {row["tool"] for row in committed.table() if row["effect"] == "write"}
    assert writes == {
        "set_salary", "set_notes", "set_location", "set_department", "set_skills", "set_wills",
        "set_project_status", "set_project_team", "change_team", "log_time", "update_time_entry",
        "write_wiki_page", "delete_wiki_page", "rename_wiki_page",
    }  # fmt: skip
    for tool in committed.tools.values():
        assert tool.is_write is (tool.operation is not Operation.READ)
        assert tool.is_write is (tool.result == "writes")


def test_every_write_operation_has_a_tool(committed: Catalog) -> None:
    covered = {tool.operation for tool in committed.tools.values()}
    assert covered == set(Operation)


def test_signatures_name_arguments_with_types(committed: Catalog) -> None:
    lines = committed.signatures(writes=True)
    assert any(line.startswith("set_salary(employee: text, salary: integer) — ") for line in lines)
    assert any("skills: rows of name, level" in line for line in lines)
    assert any("hours: number" in line and "notes?: text" in line for line in lines)
    assert not any(line.startswith("whoami") for line in lines)


def test_a_module_of_definitions_is_loaded(tmp_path: Path) -> None:
    catalog = load_catalog(folder(tmp_path, a=HEAD + TOOLS))
    assert list(catalog.tools) == ["look"]
    assert catalog.get("look") is catalog.tools["look"]
    assert catalog.get("other") is None


def test_digest_changes_with_any_byte_and_not_with_the_place(tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    for path, text in ((one, ""), (two, ""), (three, "# changed\n")):
        path.mkdir()
        folder(path, a=HEAD + TOOLS + text)
    assert load_catalog(one).digest == load_catalog(two).digest
    assert load_catalog(one).digest != load_catalog(three).digest


@pytest.mark.requirement("S3-7.1d")
@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import agentic_solver",
        "from os import environ",
        "from subprocess import run",
        "from agentic_solver.erc3.client import Erc3Client",
        "from agentic_solver.erc3.tools import facade",
        "from builtins import open as o",
        "from . import x",
        "from .facade import Tool",
        "x = eval('1')",
        "x = open('/etc/passwd').read()",
        "x = __import__('os')",
        "x = __builtins__",
        "x = ().__class__",
        "x = No.__subclasses__()",
        "x = getattr(No, 'x')",
        "exec('x = 1')",
        "x = globals()",
        "x = vars(No)",
        "print('x')",
        "with x as y: pass",
        "async def f(): pass",
        "def f():\n    global x\n    x = 1",
        "x = '{0.__class__}'.format(1)",
        "x = '{0.__class__}'.format_map({})",
        "from typing import sys",
        "from dataclasses import sys",
        "from collections.abc import sys",
        "from datetime import sys",
        "from typing import get_type_hints",
        "from dataclasses import *",
        "from datetime import datetime",
        "from datetime import date\nx = date.today()",
        "class A(ToolArguments):\n    x: \"__import__('os')\"",
        "x = type('A', (ToolArguments,), {})",
    ],
)
def test_a_hostile_module_is_refused_before_it_runs(tmp_path: Path, line: str) -> None:
    with pytest.raises(WorkspaceError, match=r"a\.py"):
        load_catalog(folder(tmp_path, a=f"{HEAD}\n{line}\n{TOOLS}"))


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ({"a": "def ("}, r"a\.py, line 1"),
        ({"a": HEAD}, "TOOLS"),
        ({"a": HEAD + "TOOLS = [1]\n"}, "TOOLS"),
        ({"a": HEAD + "TOOLS = (1,)\n"}, "TOOLS"),
        ({"a": HEAD + TOOLS, "b": HEAD + TOOLS}, r"b\.py: the tool name 'look' is taken"),
        ({}, "no tools"),
    ],
)
def test_a_broken_folder_is_named(tmp_path: Path, modules: dict[str, str], message: str) -> None:
    with pytest.raises(WorkspaceError, match=message):
        load_catalog(folder(tmp_path, **modules))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="does not exist"):
        load_catalog(tmp_path / "nowhere")

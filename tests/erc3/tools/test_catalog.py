"""The catalog: tools are loaded by path, checked, and digested."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.policy.vocabulary import PRESENT
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.erc3.tools.facade import Json, PlannedWrite
from agentic_solver.errors import WorkspaceError

HEAD = """from agentic_solver.erc3.tools.facade import Operation, PlannedWrite, Reader
from agentic_solver.erc3.tools.facade import ToolArguments
from agentic_solver.erc3.tools.facade import reads, writes

class No(ToolArguments):
    pass

"""
TOOLS = '''
@reads("identity", calls=("/whoami",))
def look(reader: Reader):
    """Look."""
    return reader.read("/whoami", {})
'''


def folder(tmp_path: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def committed() -> Catalog:
    return load_catalog(Path(__file__).resolve().parents[3] / "tools")


@pytest.mark.requirement("S3-A3m", "S3-B3.4a")
def test_table_marks_exactly_the_writes(committed: Catalog) -> None:
    writes = {row["tool"] for row in committed.table() if row["effect"] == "write"}
    assert writes == {
        "set_salary", "set_notes", "add_note", "set_location", "set_department", "set_skills",
        "set_wills",
        "set_project_status", "set_project_team", "change_team", "log_time", "update_time_entry",
        "write_wiki_page", "edit_wiki_page", "delete_wiki_page", "rename_wiki_page",
    }  # fmt: skip
    for tool in committed.tools.values():
        assert tool.is_write is (tool.operation is not Operation.READ)
        assert tool.is_write is (tool.result == "writes")


def test_every_write_operation_has_a_tool(committed: Catalog) -> None:
    covered = {tool.operation for tool in committed.tools.values()}
    assert covered == set(Operation)


def test_signatures_name_arguments_with_the_types_that_are_not_text(committed: Catalog) -> None:
    lines = committed.signatures(writes=True)
    assert any(line.startswith("set_salary(employee, salary: int): ") for line in lines)
    assert any("skills: rows of name, level" in line for line in lines)
    assert any("hours: number" in line and "notes?, " in line for line in lines)
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


def test_a_source_is_loaded_once_wherever_it_lies_and_another_one_anew(tmp_path: Path) -> None:
    one, two, three, four = (tmp_path / name for name in ("one", "two", "three", "four"))
    for path, text in ((one, ""), (two, ""), (three, "\nX = 1\n"), (four, "\nX = (\n")):
        path.mkdir()
        folder(path, a=HEAD + TOOLS + text)
    tool, same, other = (load_catalog(path).tools["look"] for path in (one, two, three))
    assert tool is same
    assert tool is not other
    for _ in range(2):  # a fault is not kept
        with pytest.raises(WorkspaceError) as caught:
            load_catalog(four)
        assert str(caught.value).startswith(str(four / "a.py"))


class Answering:
    """The read side of a company that answers everything alike."""

    caller = "me"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def read(self, route: str, body: Json) -> Json:
        self.asked.append(route)
        return {"got": body}

    def find(self, route: str, body: Json) -> Json | None:
        return self.read(route, body)

    def pages(self, route: str, body: Json, key: str) -> Iterator[Json]:
        yield self.read(route, {**body, "key": key})


THROWAWAY = '''
@reads("skills", calls=("/employees/get",))
def skills_of(reader: Reader, employee: str, least: int = 1):
    """Skills of somebody from a level on."""
    return reader.read("/employees/get", {"id": employee, "least": least})
'''


def test_a_tool_is_one_function_in_one_file(tmp_path: Path) -> None:
    catalog = load_catalog(folder(tmp_path, a=HEAD + TOOLS, mine=HEAD + THROWAWAY))
    tool = catalog.tools["skills_of"]
    assert (tool.description, tool.result) == ("Skills of somebody from a level on.", "skills")
    assert tool.calls == ("/employees/get",)
    assert catalog.signatures(writes=False)[1].startswith("skills_of(employee, least?: int")
    reader = Answering()
    given = tool.arguments.model_validate_json('{"employee": "ann"}')
    assert tool.func(reader, given) == {"got": {"id": "ann", "least": 1}}
    assert reader.asked == ["/employees/get"]
    with pytest.raises(ValidationError):
        tool.arguments.model_validate_json('{"employee": "ann", "other": 1}')


@pytest.mark.parametrize("call", ["read('/crm', {})", "find('/crm', {})", "pages('/crm', {}, 'x')"])
def test_a_tool_calls_what_it_declares_and_nothing_else(tmp_path: Path, call: str) -> None:
    text = TOOLS.replace('read("/whoami", {})', call)
    tool = load_catalog(folder(tmp_path, a=HEAD + text)).tools["look"]
    with pytest.raises(WorkspaceError, match="look calls /crm: name it in the calls"):
        tool.func(Answering(), tool.arguments())


def test_a_write_tool_plans_writes_on_declared_routes_only(tmp_path: Path) -> None:
    text = '''
@writes(Operation.LOG_TIME, calls=("/time/log",))
def log(reader: Reader, route: str):
    """Log."""
    planned = PlannedWrite(operation=Operation.LOG_TIME, route=route, body={}, changes={})
    return (planned,)
'''
    tool = load_catalog(folder(tmp_path, a=HEAD + text)).tools["log"]
    arguments = tool.arguments.model_validate_json
    assert tool.func(Answering(), arguments('{"route": "/time/log"}'))
    with pytest.raises(WorkspaceError, match="log calls /time/update: name it in the calls"):
        tool.func(Answering(), arguments('{"route": "/time/update"}'))


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
        "class A(ToolArguments):\n    x: 'No'",
        "def f(reader: Reader, x: 'No') -> None: pass",
        "def f(reader: Reader, x: tuple['No', ...]) -> None: pass",
    ],
)
def test_a_hostile_module_is_refused_before_it_runs(tmp_path: Path, line: str) -> None:
    with pytest.raises(WorkspaceError, match=r"a\.py"):
        load_catalog(folder(tmp_path, a=f"{HEAD}\n{line}\n{TOOLS}"))


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ({"a": "def ("}, r"a\.py, line 1"),
        ({"a": HEAD}, "holds no tool: a function with @reads or @writes"),
        ({"a": HEAD + TOOLS.replace("/whoami", "/who")}, "look calls /who, which is no route"),
        ({"a": HEAD + TOOLS, "b": HEAD + TOOLS}, r"b\.py: the tool name 'look' is taken"),
        ({}, "no tools"),
    ],
)
def test_a_broken_folder_is_named(tmp_path: Path, modules: dict[str, str], message: str) -> None:
    with pytest.raises(WorkspaceError, match=message):
        load_catalog(folder(tmp_path, **modules))


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ("X = 1 / 0", 9, "ZeroDivisionError: division by zero"),
        (
            '@write_it(1)\ndef a(reader):\n    """A."""',
            9,
            "NameError: name 'write_it' is not defined",
        ),
        (
            '@reads("x", call=())\ndef a(reader):\n    """A."""',
            9,
            "TypeError: reads() got an unexpected keyword argument 'call'",
        ),
        (
            '@reads("x", calls=())\ndef a(reader, who):\n    """A."""',
            9,
            "the parameter 'who' of the tool a has no type: write who: str, or another type",
        ),
        (
            '@reads("x", calls=())\ndef a(reader, *who: str):\n    """A."""',
            9,
            "the parameter '*who: str' of the tool a has no type",
        ),
        ('@reads("x", calls=())\ndef a():\n    """A."""', 9, "its first one is the reader"),
        ('@reads("x", calls=())\ndef a(reader):\n    return 1', 9, "a has no docstring"),
    ],
)
def test_a_mistake_in_a_tool_file_names_its_line(
    tmp_path: Path, lines: str, line: int, message: str
) -> None:
    place = folder(tmp_path, mine=f"{HEAD}\n{lines}\n")
    with pytest.raises(WorkspaceError) as caught:
        load_catalog(place)
    assert str(caught.value).startswith(f"{place / 'mine.py'}, line {line}: ")
    assert message in str(caught.value)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="does not exist"):
        load_catalog(tmp_path / "nowhere")


RECORD: Json = {
    "id": "p", "name": "Bob", "employee": "bob", "project": "p", "customer": "",
    "salary": 1, "notes": "x", "location": "x", "department": "x", "skills": [], "wills": [],
    "date": "2030-01-01", "hours": 1, "work_category": "x", "billable": True, "status": "active",
    "team": [],
}  # fmt: skip


class OneRecord:
    """Answers every read with the same record."""

    caller = "ann"

    def read(self, route: str, body: Json) -> Json:
        del route, body
        return dict.fromkeys(("employee", "project", "entry"), RECORD)

    def find(self, route: str, body: Json) -> Json | None:
        return self.read(route, body)

    def pages(self, route: str, body: Json, key: str) -> Iterator[Json]:
        del route, body, key
        yield RECORD


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("set_salary", {"employee": "bob", "salary": 2}),
        ("add_note", {"employee": "bob", "text": "y"}),
        ("set_project_status", {"project": "p", "status": "paused"}),
        ("log_time", {"employee": "bob", "project": "p", "date": "2030-01-02", "hours": 1.0}),
        ("update_time_entry", {"id": "t", "hours": 2.0}),
    ],
)
def test_what_a_rule_may_ask_of_the_present_is_what_the_tool_has_read(
    name: str, asked: Json, committed: Catalog
) -> None:
    tool = committed.tools[name]
    writes = tool.func(OneRecord(), tool.arguments(**asked))
    assert isinstance(writes, tuple)
    write = writes[0]
    assert isinstance(write, PlannedWrite)
    assert write.current.keys() == PRESENT[tool.operation].keys()

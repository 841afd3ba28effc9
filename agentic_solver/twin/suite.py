"""A suite: a benchmark as a folder with worlds, wikis and tasks.

``load_suite`` checks every file and what they say of each other; a suite that loads can be
played to the end. Besides plain data a suite may hold code of its author: ``worlds/<name>.py``
draws a company from a seed, ``templates/*.py`` draw tasks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from pydantic import Field

from agentic_solver.contracts.model import Contract, Identifier
from agentic_solver.errors import SuiteError
from agentic_solver.position import locate_yaml
from agentic_solver.twin.crosscheck import TaskCheck, check_world
from agentic_solver.twin.drawing.lottery import DrawnTask, draw_tasks
from agentic_solver.twin.drawing.sourcefile import draw_world, read_templates
from agentic_solver.twin.drawing.template import Template
from agentic_solver.twin.suitefile import (
    fault_at,
    parse_json,
    parse_yaml,
    read_text,
    show_path,
)
from agentic_solver.twin.suitefolder import META, builtin_suites, find_suite
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.wikipages import WikiPages, read_wiki
from agentic_solver.twin.world import World

__all__ = ["Suite", "SuiteMeta", "builtin_suites", "find_suite", "load_suite"]

_MADE_UP = ".synthetic.json"


class SuiteMeta(Contract):
    """``suite.yaml``."""

    name: Identifier
    description: str
    grading_version: int
    page_limit: int = Field(default=5, ge=1)
    require_usage: bool = True
    company: str = ""
    """The company's name as the texts write it; a variation that replaces it needs it."""
    wiki_sha1: dict[str, str] = Field(default_factory=dict)
    """Wiki → the digest that its pages must have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A checked suite; nothing in it is ever changed."""

    path: Path
    name: str
    description: str
    grading_version: int
    page_limit: int
    require_usage: bool
    wikis: Mapping[str, WikiPages]
    worlds: Mapping[str, World]
    tasks: tuple[TaskSpec, ...]
    """In the order of the file, then the drawn ones."""
    drawn: Mapping[str, DrawnTask] = field(default_factory=dict)
    """Task id → the draw with its solution, of the tasks that templates drew."""
    is_drawn: bool = False
    """Whether another seed gives other companies or other tasks."""
    company: str = ""
    """The company's name as the texts write it; empty if the suite does not say it."""


def load_suite(path: Path, *, seed: int = 0) -> Suite:
    """Read and check the suite in the folder ``path``; draw what is drawn with ``seed``.

    Raises:
        SuiteError: a file is missing, broken or contradicts another; names file, line and column
            and says what to mend.
    """
    if not path.is_dir():
        raise SuiteError(f"{path}: there is no such suite folder")
    meta_text = read_text(path / META)
    meta = read_meta(path)
    wikis = _read_wikis(path / "wikis")
    _check_pins(path / META, meta_text, meta, wikis)
    worlds = _read_worlds(path / "worlds", wikis, seed)
    templates = read_templates(path / "templates")
    drawn = draw_tasks(templates, worlds, wikis, seed=seed)
    written = _read_tasks(path / "tasks.jsonl", worlds, wikis, optional=bool(templates))
    return Suite(
        path=path,
        name=meta.name,
        description=meta.description,
        grading_version=meta.grading_version,
        page_limit=meta.page_limit,
        require_usage=meta.require_usage,
        wikis=MappingProxyType(wikis),
        worlds=MappingProxyType(worlds),
        tasks=(*written, *_check_drawn(templates, drawn, written, worlds, wikis)),
        drawn=MappingProxyType({one.spec.id: one for one in drawn}),
        is_drawn=bool(templates) or any((path / "worlds").glob("*.py")),
        company=meta.company,
    )


def read_meta(path: Path) -> SuiteMeta:
    """Return what a suite folder says of itself.

    Raises:
        SuiteError: the file is missing or broken.
    """
    return parse_yaml(path / META, read_text(path / META), SuiteMeta)


def _check_drawn(
    templates: Sequence[tuple[str, Template]],
    drawn: Sequence[DrawnTask],
    written: Sequence[TaskSpec],
    worlds: Mapping[str, World],
    wikis: Mapping[str, WikiPages],
) -> tuple[TaskSpec, ...]:
    check = TaskCheck(worlds, wikis)
    files = {template.name: file for file, template in templates}
    taken = {task.id for task in written}
    for one in drawn:
        place = f"{files[one.template]}, template {one.template}"
        if one.spec.id in taken:
            raise SuiteError(f"{place}: there is another task {one.spec.id!r}: ids are unique")
        taken.add(one.spec.id)
        for where, message in check(one.spec):
            raise SuiteError(f"{place}: {show_path(where)}: {message}")
    return tuple(one.spec for one in drawn)


def _read_wikis(folder: Path) -> dict[str, WikiPages]:
    if not folder.is_dir():
        raise SuiteError(f"{folder}: the folder is missing: add one wiki at least")
    return {
        path.name: read_wiki(path)
        for path in sorted(folder.iterdir())
        if path.is_dir() and not path.name.startswith(".")
    }


def _check_pins(path: Path, text: str, meta: SuiteMeta, wikis: Mapping[str, WikiPages]) -> None:
    for name, pinned in meta.wiki_sha1.items():
        line, column = locate_yaml(text, ("wiki_sha1", name))
        place = f"{path}, line {line}, column {column}: wiki_sha1.{name}"
        if name not in wikis:
            raise SuiteError(f"{place}: there is no wiki {name!r}: add its folder or remove this")
        if wikis[name].sha1 != pinned:
            raise SuiteError(
                f"{place}: the pages have the digest {wikis[name].sha1}, not {pinned}: restore "
                "the pages or correct the digest"
            )


def _read_worlds(folder: Path, wikis: Mapping[str, WikiPages], seed: int) -> dict[str, World]:
    files = [path for path in sorted(folder.glob("*.json")) if not path.name.endswith(_MADE_UP)]
    modules = [path for path in sorted(folder.glob("*.py")) if not path.name.startswith("_")]
    if not files and not modules:
        raise SuiteError(f"{folder}: there is no world: add a file such as company.json")
    worlds: dict[str, World] = {}
    for path in files:
        text = read_text(path)
        world = parse_json(path, text, World)
        for where, message in check_world(world, wikis):
            raise fault_at(path, text, where, message)
        worlds[path.stem] = world
    for path in modules:
        if path.stem in worlds:
            raise SuiteError(f"{path}: there is also {path.stem}.json: keep one of them")
        world = draw_world(path, seed)
        for where, message in check_world(world, wikis):
            raise SuiteError(f"{path}: company({seed}): {show_path(where)}: {message}")
        worlds[path.stem] = world
    return worlds


def _read_tasks(
    path: Path, worlds: Mapping[str, World], wikis: Mapping[str, WikiPages], *, optional: bool
) -> tuple[TaskSpec, ...]:
    if optional and not path.exists():
        return ()
    check = TaskCheck(worlds, wikis)
    tasks: dict[str, TaskSpec] = {}
    # A JSON text may hold other line separators of Unicode, so that only LF ends a line.
    faults: list[str] = []
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if not text.strip():
            continue
        try:
            task = parse_json(path, text, TaskSpec, line=line)
        except SuiteError as error:
            faults.append(str(error))
            continue
        found = list(check(task))
        if task.id in tasks:
            found.append((("id",), f"there is another task {task.id!r}: task ids are unique"))
        faults += [str(fault_at(path, text, where, why, line=line)) for where, why in found]
        tasks.setdefault(task.id, task)
    if faults:
        raise SuiteError(faults[0], faults[1:])
    if not tasks:
        raise SuiteError(f"{path}, line 1: there is no task: add one")
    return tuple(tasks.values())

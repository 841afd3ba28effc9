"""What a write does to a page of the wiki: the API has one route for everything."""

import posixpath
from collections.abc import Callable, Mapping, Sequence

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["page_changes"]


def page_changes(
    writes: Sequence[PlannedWrite], page: Callable[[str], str | None]
) -> tuple[JsonObject, ...]:
    """Return for each write what policy has to know of it: ``change`` and ``from``, or nothing.

    A page that goes while another one comes with the same text is renamed, whatever tools that
    took. Under another folder the new one is created: who may rename a page moves it nowhere else.

    Args:
        writes: a whole write set.
        page: the text of a page before it; None where there is none.
    """
    texts = {
        str(write.changes["file"]): str(write.changes.get("content") or "")
        for write in writes
        if write.operation is Operation.UPDATE_WIKI
    }
    renamed = _renamed(texts, page)
    return tuple(
        _change(str(write.changes["file"]), texts, renamed, page)
        if write.operation is Operation.UPDATE_WIKI
        else {}
        for write in writes
    )


def _renamed(texts: Mapping[str, str], page: Callable[[str], str | None]) -> dict[str, str]:
    """Return new path by old path."""
    gone = [path for path, text in texts.items() if not text and page(path)]
    come = {path: text for path, text in texts.items() if text and page(path) is None}
    renamed: dict[str, str] = {}
    for old in gone:
        new = next((path for path, text in come.items() if text == page(old)), None)
        if new is not None:
            renamed[old] = new
            del come[new]
    return renamed


def _change(
    path: str,
    texts: Mapping[str, str],
    renamed: Mapping[str, str],
    page: Callable[[str], str | None],
) -> JsonObject:
    if path in renamed:
        return {"change": "rename"}
    old = next((old for old, new in renamed.items() if new == path), None)
    if old is not None and posixpath.dirname(old) == posixpath.dirname(path):
        return {"change": "rename", "from": old}
    if page(path) is None:
        return {"change": "create"}
    return {"change": "edit" if texts[path] else "remove"}

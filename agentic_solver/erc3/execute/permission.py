"""Permission: what policy is told of each write, and what it says."""

import posixpath
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Allowed, Denied, Operation, Relation
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["page_changes", "permit"]

_LISTS = MappingProxyType(
    {
        Operation.UPDATE_SKILLS: "skills",
        Operation.UPDATE_WILLS: "wills",
        Operation.UPDATE_PROJECT_TEAM: "team",
    }
)


def permit(
    writes: Sequence[PlannedWrite],
    bench: Workbench,
    policy: Policy,
    identity: Identity,
    caller_name: str,
) -> tuple[Allowed | Denied, ...]:
    """Return the verdict on each write of a whole write set."""

    def authorize(write: PlannedWrite, more: JsonObject) -> Allowed | Denied:
        def holds(relation: Relation, values: JsonObject) -> bool:
            query = policy.relation_query(relation, write.operation)
            return query is not None and bench.relation_holds(query, values)

        targets = {**write.changes, **write.targets}
        changed, before = _lists(write, bench)
        about: JsonObject = {}
        for name in policy.attributes(write.operation):
            query = policy.attribute_query(name, write.operation)
            about[name] = None if query is None else bench.attribute(query, targets)
        return policy.authorize(
            identity,
            caller_name,
            write.operation,
            {**targets, **changed, **more},
            holds,
            current={**write.current, **before, **about},
        )

    return tuple(map(authorize, writes, page_changes(writes, bench.page)))


def _lists(write: PlannedWrite, bench: Workbench) -> tuple[JsonObject, JsonObject]:
    """Return the records that a write changes of a list that it sends whole, and all of before."""
    name = _LISTS.get(write.operation)
    sent = write.changes.get(name) if name is not None else None
    if name is None or not isinstance(sent, list):
        return {}, {}
    if name == "team":
        before = bench.team(str(write.targets.get("project")))
    else:
        before = bench.employee(str(write.targets.get("employee"))).get(name)
    kept = before if isinstance(before, list) else []
    return {name: [item for item in sent if item not in kept]}, {name: kept}


# pages: the API has one route for everything that is done to them --------------------------


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

"""What a set of writes changes: each field of each record, before and after."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.asked.records import Records
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["Change", "Effects", "Key", "effects_of", "is_successor", "with_replacements"]


class Key(NamedTuple):
    """One field of one record; of a list inside a record, ``part`` names the item."""

    table: str
    record: str
    column: str
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A field before and after; None where it is not there."""

    old: JsonValue
    new: JsonValue
    write: PlannedWrite | None
    """None of a field that stays as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """Everything that would be different afterwards."""

    changed: Mapping[Key, Change]
    logged: tuple[PlannedWrite, ...]
    """New time entries."""
    twice: tuple[Key, ...] = field(default=())
    """Fields that are set to different values one after the other."""


_ITEMS = {"skills": "name", "wills": "name", "team": "employee"}


def effects_of(writes: Iterable[PlannedWrite], records: Records) -> Effects:
    """Return what ``writes`` change; what is set to what it is changes nothing."""
    changed: dict[Key, Change] = {}
    logged: list[PlannedWrite] = []
    twice: list[Key] = []
    for write in writes:
        if write.operation is Operation.LOG_TIME:
            logged.append(write)
            continue
        for key, old, new in _fields(write, records):
            known = changed.get(key)
            if known is not None and known.new != new:
                twice.append(key)
            if known is None and old == new:
                continue
            changed[key] = Change(old=old if known is None else known.old, new=new, write=write)
    return Effects(changed=changed, logged=tuple(logged), twice=tuple(twice))


def _fields(write: PlannedWrite, records: Records) -> Iterable[tuple[Key, JsonValue, JsonValue]]:
    match write.operation:
        case Operation.UPDATE_WIKI:
            path = str(write.changes.get("file"))
            yield Key("pages", path, "content"), records.page(path), write.changes.get("content")
        case Operation.UPDATE_TIME:
            entry = str(write.body.get("id"))
            for name, new in write.changes.items():
                yield Key("entries", entry, name), write.current.get(name), new
        case Operation.UPDATE_PROJECT_STATUS:
            project = str(write.targets.get("project"))
            yield (
                Key("projects", project, "status"),
                write.current.get("status"),
                write.changes["status"],
            )
        case Operation.UPDATE_PROJECT_TEAM:
            project = str(write.targets.get("project"))
            before, after = records.team(project), write.changes.get("team")
            yield from _items("projects", project, "team", before, after)
        case _:
            person = str(write.targets.get("employee"))
            for name, new in write.changes.items():
                if name in _ITEMS:
                    before = records.employee(person).get(name)
                    yield from _items("employees", person, name, before, new)
                else:
                    yield Key("employees", person, name), write.current.get(name), new


def _items(
    table: str, record: str, column: str, before: JsonValue, after: JsonValue
) -> Iterable[tuple[Key, JsonValue, JsonValue]]:
    """Yield the items of a list that are different; several of one name are taken together."""
    name = _ITEMS[column]
    old, new = _by_name(before, name), _by_name(after, name)
    for part in dict.fromkeys((*old, *new)):
        yield Key(table, record, column, part), _one(old.get(part)), _one(new.get(part))


def _by_name(items: JsonValue, name: str) -> dict[str, list[JsonObject]]:
    found: dict[str, list[JsonObject]] = {}
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            found.setdefault(str(item.get(name)), []).append(item)
    return found


def _one(items: list[JsonObject] | None) -> JsonValue:
    if not items:
        return None
    if len(items) == 1:
        return dict(items[0])
    return sorted((dict(item) for item in items), key=str)


_FIRST_STATUS = "draft"
_REPLACED = ("project", "hours", "date", "work_category", "notes", "billable")


def with_replacements(effects: Effects, statuses_asked: bool) -> Effects:
    """Return effects in which an entry that is voided and logged anew counts as changed.

    That is how a company may correct hours: the new entry is the old one in all but what is put
    right. Where a request asks for the status of entries, both are taken as they are.
    """
    if statuses_asked:
        return effects
    changed, logged = dict(effects.changed), list(effects.logged)
    for key, change in effects.changed.items():
        voided = key.table == "entries" and key.column == "status" and change.new == "voided"
        old = change.write
        if not voided or old is None or _is_edited(key, effects):
            continue
        new = next((one for one in logged if is_successor(one, old)), None)
        if new is None:
            continue
        logged.remove(new)
        del changed[key]
        for name in _REPLACED:
            before, after = _before(name, old), new.changes.get(name)
            if before != after and (before or after):
                changed[Key("entries", key.record, name)] = Change(old=before, new=after, write=new)
        status = new.changes.get("status")
        if status not in (_FIRST_STATUS, old.current.get("status")):
            changed[key] = Change(old=change.old, new=status, write=new)
    return Effects(changed=changed, logged=tuple(logged), twice=effects.twice)


def _before(name: str, old: PlannedWrite) -> JsonValue:
    return old.targets.get(name) if name == "project" else old.current.get(name)


def _is_edited(voided: Key, effects: Effects) -> bool:
    """Whether an entry that is voided changes in anything but its status."""
    return any(
        (key.table, key.record) == (voided.table, voided.record) and key.column != voided.column
        for key in effects.changed
    )


def is_successor(new: PlannedWrite, old: PlannedWrite) -> bool:
    """Whether a new entry may come in the place of another one of the same person.

    It is on the same project, or of the same hours on the same day where they belong elsewhere.
    """
    alike = [name for name in ("project", "date", "hours") if _is_same(name, new, old)]
    return _is_same("employee", new, old) and ("project" in alike or len(alike) == _DAY_AND_HOURS)


_DAY_AND_HOURS = 2


def _is_same(name: str, new: PlannedWrite, old: PlannedWrite) -> bool:
    if name in ("employee", "project"):
        return new.targets.get(name) == old.targets.get(name)
    return new.changes.get(name) == old.current.get(name)

"""Changes told in names and values, in no language: what is asked back, and what was done."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.erc3.asked.effect import Change, Effects, Key
from agentic_solver.erc3.execute.grounding import plain_value
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["Statement"]

_MOST = 5
"""So many changes are named."""
_LONGEST = 500
"""Letters of a text that are told."""
_NOTHING = "–"
_UNTOLD = "…"
_HIDDEN = ("salary", "notes", "content")
"""Fields whose new value is not for everybody."""
_NAMED = ("employees", "projects")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Tells changes."""

    bench: Workbench
    request: str
    is_open: Callable[[Key, Change], bool]
    """Whether a value that not everybody may read may be told here; else only as far as the
    request itself holds it."""

    def __call__(self, effects: Effects) -> str:
        """Return what is different afterwards, one part a change."""
        moved = _moved(effects)
        told = [
            f"{moved[key]} → {key.record}" if key in moved else self._change(key, change)
            for key, change in effects.changed.items()
            if key.record not in moved.values()
        ]
        told += [self._entry(write) for write in effects.logged]
        more = f" {_UNTOLD}" if len(told) > _MOST else ""
        return f"{'; '.join(told[:_MOST])}{more}"

    def _change(self, key: Key, change: Change) -> str:
        is_open = key.column not in _HIDDEN or self.is_open(key, change)
        if key.table == "pages":
            return f"{self._path(key, change)} → {self._text(change, is_open=is_open)}"
        value = "" if change.new is None else plain_value(_without_keys(change.new))
        if key.column in ("notes", "content"):
            value = self._text(change, is_open=is_open)
        elif not is_open and value not in self.request:
            value = _UNTOLD
        name = self._name(key.table, key.record)
        part = self._member(key.part) if key.table == "projects" else key.part
        return f"{name}: {f'{key.column} {part}'.strip()} → {value or _NOTHING}"

    def _member(self, person: str) -> str:
        """Return the name of a person; no write changes it, so the snapshot's will do."""
        known = self.bench.names("employees").get(person) if person else ""
        if known is None:
            known = str(self.bench.employee(person).get("name") or person)
        return known

    def _name(self, table: str, record: str) -> str:
        return self.bench.names(table).get(record, record) if table in _NAMED else record

    def _path(self, key: Key, change: Change) -> str:
        path = key.record
        if path in self.request or change.old is not None or self.is_open(key, change):
            return path
        return f"{path.rpartition('/')[0]}/{_UNTOLD}"  # a plan may have made it of what is stored

    def _text(self, change: Change, *, is_open: bool) -> str:
        """Return what a text gains, as far as the request holds it or it is open."""
        old, new = str(change.old or ""), str(change.new or "")
        if not new.strip():
            return _NOTHING
        added = new.replace(old, " ", 1).strip() if old else new.strip()
        said = set(fold_label(self.request).split())
        shown = bool(added) and (is_open or set(fold_label(added).split()) <= said)
        return f"+ {added[:_LONGEST]}" if shown else _UNTOLD

    def _entry(self, write: PlannedWrite) -> str:
        entry = write.changes
        project = self._name("projects", str(entry.get("project")))
        hours = plain_value(entry.get("hours"))
        return f"{project}: {entry.get('date')}, {hours} h ({entry.get('employee')})"


def _moved(effects: Effects) -> dict[Key, str]:
    """Return new pages that are old ones under another path, each with the old path."""
    pages = {key: one for key, one in effects.changed.items() if key.table == "pages"}
    gone = {str(one.old): key.record for key, one in pages.items() if one.old and not one.new}
    return {
        key: gone[str(one.new)]
        for key, one in pages.items()
        if one.old is None and str(one.new) in gone
    }


def _without_keys(value: JsonValue) -> JsonValue:
    """Return the values of an item of a list, which its part of the key names already."""
    if not isinstance(value, dict):
        return value
    return ", ".join(
        plain_value(v) for name, v in value.items() if name not in ("name", "employee")
    )

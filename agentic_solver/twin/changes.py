"""Grading the changes of a task: its events against the lines that allow and require them."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agentic_solver.twin.event import Event
from agentic_solver.twin.expectation import OPERATORS, Change

__all__ = ["event_matches", "grade_changes", "unmet_lines", "unwanted_events"]

_SHOWN = 80


def grade_changes(changes: Sequence[Change], events: Sequence[Event]) -> list[str]:
    """Return the failed checks: required changes that are missing, events that none allows.

    Every event needs a line of its own and every required line an event of its own. The pairs
    are chosen so that as few of both as possible are left over; no lines allow no event.
    """
    if not changes:
        return _unwanted(events)
    extra, missing = unwanted_events(changes, events), unmet_lines(changes, events)
    failures = [_missing_text(change, extra) for change in missing]
    return failures + _extra_texts(extra, missing, events)


def unwanted_events(changes: Sequence[Change], events: Sequence[Event]) -> list[Event]:
    """Return the events that no line allows; every event needs a line of its own."""
    line_of = _pair(changes, events)
    return [event for number, event in enumerate(events) if number not in line_of]


def unmet_lines(changes: Sequence[Change], events: Sequence[Event]) -> list[Change]:
    """Return the required lines without an event of their own."""
    taken = set(_pair(changes, events).values())
    return [
        change
        for number, change in enumerate(changes)
        if number not in taken and not change.optional
    ]


def _unwanted(events: Sequence[Event]) -> list[str]:
    if not events:
        return []
    return [f"expected no change events, found {len(events)}: {_type_names(events)}"]


def _type_names(events: Sequence[Event]) -> str:
    return ", ".join(f"*erc3.Evt_{event.name}" for event in events)


def _pair(changes: Sequence[Change], events: Sequence[Event]) -> dict[int, int]:
    """Return event number → line number, a largest pairing that serves required lines first.

    Augmenting paths: first from required lines to events, then from the events left over to any
    line. The second pass moves pairs but never frees a line that was served.
    """
    fits = [[event_matches(change, event) for change in changes] for event in events]
    event_of: dict[int, int] = {}

    def serve_line(line: int, seen: set[int]) -> bool:
        for event in range(len(events)):
            if fits[event][line] and event not in seen:
                seen.add(event)
                holder = next((ln for ln, ev in event_of.items() if ev == event), None)
                if holder is None or serve_line(holder, seen):
                    event_of[line] = event
                    return True
        return False

    def place_event(event: int, seen: set[int]) -> bool:
        for line in range(len(changes)):
            if fits[event][line] and line not in seen:
                seen.add(line)
                if line not in event_of or place_event(event_of[line], seen):
                    event_of[line] = event
                    return True
        return False

    for line, change in enumerate(changes):
        if not change.optional:
            serve_line(line, set())
    for event in range(len(events)):
        if event not in event_of.values():
            place_event(event, set())
    return {event: line for line, event in event_of.items()}


def event_matches(change: Change, event: Event) -> bool:
    """Whether a line of the expectation allows an event."""
    return change.event == event.name and not _differences(change, event)


def _differences(change: Change, event: Event) -> list[str]:
    """Return the fields in which an event is not what a line says."""
    entity: Mapping[str, JsonValue] = event.entity
    return [name for name, want in change.where.items() if not _satisfies(entity.get(name), want)]


def _satisfies(have: JsonValue, want: JsonValue) -> bool:
    if not (isinstance(want, dict) and want and set(want) <= OPERATORS):
        return _canonical(have) == _canonical(want)
    text = want.get("contains")
    if isinstance(text, str) and not (isinstance(have, str) and text in have):
        return False
    if "nonempty" in want and bool(have) != want["nonempty"]:
        return False
    return "ne" not in want or _canonical(have) != _canonical(want["ne"])


def _canonical(value: JsonValue) -> str:
    """Return text that is equal for equal values: 8 is 8.0, lists are sets of records."""
    return json.dumps(_normal(value), sort_keys=True, ensure_ascii=False)


def _normal(value: JsonValue) -> JsonValue:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _normal(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted((_normal(item) for item in value), key=_canonical)
    return value


def _missing_text(change: Change, extra: Sequence[Event]) -> str:
    """Say what is missing, and how the closest surplus event of the type differs."""
    similar = [event for event in extra if event.name == change.event]
    path = change.where.get("path")
    if change.event == "WikiArticleUpdated" and isinstance(path, str):
        found = next((event for event in similar if event.entity.get("path") == path), None)
        if found is None:
            return f"wiki article '{path}' change expected but not found"
        wanted, got = _show(change.where.get("content")), _show(found.entity.get("content"))
        return f"wiki article '{path}' content mismatch: expected {wanted}, got {got}"
    text = f"expected event of type *erc3.Evt_{change.event} not found"
    if not similar:
        return text
    closest = min(similar, key=lambda event: len(_differences(change, event)))
    details = "; ".join(
        f"{name} is {_show(closest.entity.get(name))}, expected {_show(change.where[name])}"
        for name in _differences(change, closest)
    )
    return f"{text} ({details})"


def _show(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _extra_texts(
    extra: Sequence[Event], missing: Sequence[Change], events: Sequence[Event]
) -> list[str]:
    """Say which events are too many; a type that was due once says how often it came."""
    left = Counter(event.name for event in extra)
    due = {change.event for change in missing}
    texts: list[str] = []
    for name, count in left.items():
        came = sum(event.name == name for event in events)
        if came > count and name not in due and came - count == 1:
            texts.append(f"expected only one event of type *erc3.Evt_{name}, found {came}")
        else:
            texts.append(f"found unexpected {count} events: *erc3.Evt_{name}")
    return texts

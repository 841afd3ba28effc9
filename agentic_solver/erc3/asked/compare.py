"""A reading against a set of writes: exactly what is asked, nothing less and nothing more."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import Act, AskedChange, RequestReading, Target
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.asked.effect import (
    Change,
    Effects,
    Key,
    effects_of,
    is_successor,
    with_replacements,
)
from agentic_solver.erc3.asked.entry import (
    AskedEntry,
    detail_follows,
    entries_asked,
    entry_follows,
    is_whole,
)
from agentic_solver.erc3.asked.grounds import Grounds
from agentic_solver.erc3.asked.judged import Says
from agentic_solver.erc3.asked.wanted import Wants, records_kept, wants_of
from agentic_solver.erc3.sqltext import quoted
from agentic_solver.erc3.tools.facade import PlannedWrite

UNSURE = "it cannot be told which records are meant"

__all__ = ["UNSURE", "Comparison", "Difference", "compare", "records_asked", "told_in_full"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not as asked, or that cannot be told."""

    why: str
    """What is wrong, in general words."""
    record: str = ""
    """Id of the record; empty where it is about no single one."""
    column: str = ""
    wanted: str = ""
    """What was asked for: words of the request or of a closed list, nothing that is stored."""
    held: bool = False
    """Whether only the caller can say what is meant."""
    missing: bool = False
    """Whether it is about what is asked for and not among the writes: more of them may mend it."""

    def details(self) -> dict[str, JsonValue]:
        told = {"record": self.record, "field": self.column, "asked": self.wanted}
        return {name: text for name, text in told.items() if text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What came of it."""

    differences: tuple[Difference, ...] = ()
    open: tuple[Difference, ...] = ()
    effects: Effects = field(default_factory=lambda: Effects(changed={}, logged=()))

    @property
    def agrees(self) -> bool:
        return not self.differences and not self.open

    @property
    def held(self) -> bool:
        """Whether something is open that only the caller can say."""
        return any(one.held for one in self.open)

    @property
    def missing(self) -> tuple[Difference, ...]:
        """What is asked for and not among the writes."""
        return tuple(one for one in (*self.differences, *self.open) if one.missing)

    def without_missing(self) -> "Comparison":
        """Return what is wrong with the writes that are there, to which others may follow."""
        return replace(
            self,
            differences=tuple(one for one in self.differences if not one.missing),
            open=tuple(one for one in self.open if not one.missing),
        )


def compare(
    reading: RequestReading,
    writes: Iterable[PlannedWrite],
    grounds: Grounds,
    *,
    wide: int | None = None,
) -> Comparison:
    """Compare what a request asks with what is about to be written.

    Args:
        reading: what the request asks.
        writes: a whole write set.
        grounds: what decides beside the reading.
        wide: more records than so many are open unless the request asks for all of something.
    """
    effects = effects_of(writes, grounds.records)
    found = _Comparing(reading, effects, grounds).run()
    if grounds.records.is_reworded:
        reworded = Difference(why="what is meant was found by other words than the request's")
        found = replace(found, open=(*found.open, reworded))
    records = {(key.table, key.record) for key in effects.changed}
    touched = len(records) + len(effects.logged)
    speaks_of_all = any(
        target.which == "all" for one in reading.changes for target in (*one.targets, *one.people)
    )
    if wide is None or touched <= wide or speaks_of_all:
        return found
    many = Difference(
        why="more records than a request changes that does not speak of all", held=True
    )
    return replace(found, open=(*found.open, many))


def told_in_full(reading: RequestReading, grounds: Grounds) -> bool:
    """Whether every change that is asked for has a value, and its records are found."""
    nothing = Effects(changed={}, logged=())
    comparing = _Comparing(reading, nothing, grounds)
    if any(_is_taken_back(asked, reading) for asked in reading.changes):
        return False
    seen: set[Key] = set()
    logged: list[tuple[object, ...]] = []
    for asked in reading.changes:
        if asked.standing != "asked":
            continue
        if asked.act == "log_time":
            entries, _sure = entries_asked(asked, grounds)
            logged += [(one.people, one.projects, one.day) for one in entries]
            if not is_whole(asked, grounds) or len(set(logged)) < len(logged):
                return False  # two entries of one day on one project may well be one
            continue
        wants = wants_of(asked, nothing, grounds)
        if wants.open or wants.hangs or not wants.sure or not wants.fields:
            return False
        if not seen.isdisjoint(wants.fields):
            return False  # one field is asked to be two things
        seen.update(wants.fields)
        judged = (judge(comparing.untouched(key)) for key, judge in wants.fields.items())
        if any(one.says is Says.OPEN for one in judged):
            return False
    return not grounds.records.is_reworded and any(
        asked.standing == "asked" for asked in reading.changes
    )


def records_asked(reading: RequestReading, grounds: Grounds) -> tuple[tuple[Act, Key], ...] | None:
    """Return the act and the field of each record that is asked to change, where all are certain.

    None where some are not, or where hours are to be logged.
    """
    found: list[tuple[Act, Key]] = []
    for asked in reading.changes:
        if asked.standing != "asked":
            continue
        wants = wants_of(asked, Effects(changed={}, logged=()), grounds)
        if wants.open or not wants.sure or wants.hangs or not wants.fields:
            return None
        found += [(asked.act, key) for key in wants.fields]
    return None if grounds.records.is_reworded else tuple(found)


class _Comparing:
    """One comparison under way."""

    def __init__(self, reading: RequestReading, effects: Effects, grounds: Grounds) -> None:
        self._reading = reading
        self._effects = effects
        self._grounds = grounds
        self._differences: list[Difference] = []
        self._open: list[Difference] = []
        self._covered: set[Key] = set()

    def run(self) -> Comparison:
        for key in self._effects.twice:
            self._differ("a field is set to two values", key)
        self._effects = with_replacements(self._effects, _statuses_asked(self._reading))
        entries: list[AskedEntry] = []
        fields: list[tuple[AskedChange, Wants]] = []
        for asked in self._reading.changes:
            if asked.standing in ("negated", "quoted"):
                continue
            if asked.standing == "other" or _is_taken_back(asked, self._reading):
                self._open.append(
                    Difference(why="it cannot be told whether a change is asked for", held=True)
                )
            if asked.act == "log_time":
                found, sure = entries_asked(asked, self._grounds)
                sure = sure and not self._leaves_some(asked)
                entries += found
                if not sure or not found:
                    self._open.append(Difference(why="it cannot be told whose hours are meant"))
                continue
            fields.append((asked, wants_of(asked, self._effects, self._grounds)))
        single = {key for _asked, one in fields if not one.general for key in one.fields}
        rivals = _rivals([one for _asked, one in fields])
        for key, claims in rivals.items():
            self._rival(key, claims)
        for asked, wants in fields:
            staying = self._staying(asked)
            left = staying | rivals.keys()
            self._fields(wants.without(left | single if wants.general else left))
        self._entries(entries)
        for key, change in self._effects.changed.items():
            if key not in self._covered:
                self._unasked(key, change)
        return Comparison(
            differences=tuple(self._differences), open=tuple(self._open), effects=self._effects
        )

    def _unasked(self, key: Key, change: Change) -> None:
        """Take a change that nobody asked for: as a detail of a new entry it may be the company's.

        That is open as it would be for hours that are logged, so that its pages are read.
        """
        new = change.write
        if new is not None and new.operation is Operation.LOG_TIME:
            judged = detail_follows(key.column, new, key.record, self._grounds)
            if judged.says is Says.OPEN:
                self._open.append(
                    Difference(
                        why="the company's pages may ask for it",
                        record=key.record,
                        column=key.column,
                        held=judged.held,
                    )
                )
                return
        self._differ("a field is changed that the request does not ask to change", key)

    def _staying(self, asked: AskedChange) -> set[Key]:
        """Return the fields that a request says to leave as they are, where it asks for others.

        Where it says so of the very records that it asks to change, that is open.
        """
        found: set[Key] = set()
        for other in self._reading.changes:
            if other.act != asked.act or other.standing != "negated" or other.value is not None:
                continue
            if other.field not in (asked.field, "other") or _is_taken_back(asked, self._reading):
                continue
            if any(_is_rest(one) for one in (*other.targets, *other.people)):
                continue  # what nobody asks to change stays anyway
            if other.field == "other":
                kept, sure = records_kept(other, self._effects, self._grounds)
                found |= {key for key in self._effects.changed if key.record in kept}
                if not sure:
                    self._open.append(Difference(why=UNSURE))
                continue
            left = wants_of(other, self._effects, self._grounds)
            if left.sure:
                found |= left.fields.keys()
            else:
                self._open.append(Difference(why=UNSURE, wanted=left.named))
        return found

    def _leaves_some(self, asked: AskedChange) -> bool:
        """Whether a request says of some hours not to log them, and of no others how many."""
        return any(
            other.act == asked.act and other.standing == "negated" and other.value is None
            for other in self._reading.changes
        )

    def _fields(self, wants: Wants) -> None:
        if wants.open:
            self._open.append(Difference(why=wants.open))
        if not wants.fields and wants.sure and not wants.may_be_nobody:
            self._differences.append(
                Difference(why="no record is as the request describes it", wanted=wants.named)
            )
        if not wants.sure:
            self._open.append(Difference(why=UNSURE, wanted=wants.named, held=wants.held))
        if wants.hangs and not all(self._is_settled(key, wants) for key in wants.fields):
            self._open.append(Difference(why="it hangs on a condition that cannot be tested"))
        for key, judge in wants.fields.items():
            change = self._effects.changed.get(key)
            done = change is not None
            if change is None:
                change = self.untouched(key)
            self._covered.add(key)
            if not done and not (wants.sure and wants.required):
                continue
            if not done and wants.is_step and change.old is None:
                continue
            judged = judge(change)
            if judged.says is Says.DIFFERS:
                if not done and self._may_not(key):
                    continue  # what the caller may not have is left out, with what is allowed done
                why = (
                    "another value was asked for"
                    if done
                    else "a change that is asked for is not made"
                )
                self._differ(why, key, judged.wanted, missing=not done)
            elif judged.says is Says.OPEN:
                self._open.append(
                    Difference(
                        why="the request leaves the value open",
                        record=key.record,
                        column=key.column,
                        held=judged.held,
                        missing=not done,
                    )
                )

    def _rival(self, key: Key, claims: Sequence[Wants]) -> None:
        """Judge a field that is asked to be one thing or another, as some condition may hold."""
        self._covered.add(key)
        change = self._effects.changed.get(key)
        if change is None:
            return
        agreeing = [one for one in claims if one.fields[key](change).agrees]
        if any(not one.hangs or self._is_settled(key, one) for one in agreeing):
            return
        if agreeing or any(one.fields[key](change).says is Says.OPEN for one in claims):
            self._open.append(Difference(why="it hangs on a condition that cannot be tested"))
        else:
            self._differ("another value was asked for", key)

    def _is_settled(self, key: Key, wants: Wants) -> bool:
        """Whether a change that hangs on the record is one that the record itself holds."""
        change = self._effects.changed.get(key)
        if change is None or change.write is None:
            return True
        if self._grounds.approved(change.write):
            return True
        return wants.from_record and wants.fields[key](change).agrees

    def _may_not(self, key: Key) -> bool:
        """Whether the policy forbids to this record what is done to others."""
        alike = (
            one.write
            for other, one in self._effects.changed.items()
            if (other.table, other.column) == (key.table, key.column) and other.record != key.record
        )
        write = next((one for one in alike if one is not None), None)
        return write is not None and self._grounds.forbidden(write, key)

    def _may_not_log(self, wanted: AskedEntry) -> bool:
        """Whether the policy forbids an entry, where others of its kind are made."""
        like = next(iter(self._effects.logged), None)
        return like is not None and all(
            self._grounds.forbidden_entry(like, who, what)
            for who in wanted.people
            for what in wanted.projects
        )

    def untouched(self, key: Key) -> Change:
        """Return a field that stays as it is, as a change to what it is."""
        records = self._grounds.records
        now: JsonValue = None
        match key.table:
            case "pages":
                now = records.page(key.record)
            case "employees" if key.part:
                rows = records.employee(key.record).get(key.column)
                now = _item(rows, "name", key.part)
            case "employees":
                now = records.employee(key.record).get(key.column)
            case "projects" if key.part:
                now = _item(records.team(key.record), "employee", key.part)
            case "projects" | "entries":
                table = "projects" if key.table == "projects" else "time_entries"
                rows_ = records.rows(
                    f"SELECT r.{key.column} FROM {table} r WHERE r.id = {quoted(key.record)}"
                )
                now = rows_[0][0] if rows_ else None
            case _:
                pass
        return Change(old=now, new=now, write=None)

    def _entries(self, entries: list[AskedEntry]) -> None:
        left = list(self._effects.logged)
        for wanted in entries:
            verdicts = [
                (entry_follows(wanted, write, self._grounds, self._replaced(write)), write)
                for write in left
            ]
            fit = next((write for judged, write in verdicts if judged.agrees), None)
            if fit is None:
                loose = next((one for one in verdicts if one[0].says is Says.OPEN), None)
                if loose is not None:
                    left.remove(loose[1])
                    self._open.append(
                        Difference(
                            why="the request leaves a value of an entry open",
                            wanted=wanted.words,
                            held=loose[0].held,
                        )
                    )
                elif not self._may_not_log(wanted):
                    told = next((judged.wanted for judged, _w in verdicts if judged.wanted), "")
                    self._differences.append(
                        Difference(
                            why="hours that are asked for are not logged so",
                            wanted=told or wanted.words,
                            missing=True,
                        )
                    )
                continue
            left.remove(fit)
        for _write in left:
            self._differences.append(Difference(why="hours are logged that nobody asked for"))

    def _replaced(self, new: PlannedWrite) -> list[JsonObject]:
        """Return the entries that are voided and of which a new one has person, project and day."""
        voided = (
            one.write
            for key, one in self._effects.changed.items()
            if key.table == "entries" and key.column == "status" and one.new == "voided"
        )
        return [
            old.current
            for old in voided
            if old is not None and is_successor(new, old)
            if old.current.get("date") == new.changes.get("date")
        ]

    def _differ(self, why: str, key: Key, wanted: str = "", *, missing: bool = False) -> None:
        self._differences.append(
            Difference(
                why=why, record=key.record, column=key.column, wanted=wanted, missing=missing
            )
        )


def _rivals(wants: Iterable[Wants]) -> dict[Key, list[Wants]]:
    """Return the fields that several changes claim, each under a condition of its own."""
    found: dict[Key, list[Wants]] = {}
    for one in wants:
        for key in one.fields if one.may_be_nobody else ():
            found.setdefault(key, []).append(one)
    return {key: claims for key, claims in found.items() if len(claims) > 1}


def _is_rest(target: Target) -> bool:
    """Whether a target is all but some: *everybody else*."""
    return target.which == "all" and not target.where and bool(target.besides)


def _is_taken_back(asked: AskedChange, reading: RequestReading) -> bool:
    """Whether a request asks for a change and says in the same breath not to make it."""
    return asked.standing == "asked" and any(
        other.standing == "negated"
        and (other.act, other.field) == (asked.act, asked.field)
        and [one.where for one in (*other.targets, *other.people)]
        == [one.where for one in (*asked.targets, *asked.people)]
        and (other.value is None or _is_said_again(other, asked))
        for other in reading.changes
    )


def _is_said_again(other: AskedChange, asked: AskedChange) -> bool:
    """Whether two changes give one value; two that are only described are told apart by words."""
    one, two = other.value, asked.value
    if one is None or two is None:
        return one is two
    return one.value == two.value and (one.value is not None or one.words == two.words)


def _statuses_asked(reading: RequestReading) -> bool:
    """Whether a request itself asks for the status of an entry, so that to void it is asked."""
    return any(
        asked.act == "change_entry"
        and "status" in (asked.field, *(one.field for one in asked.more))
        and asked.standing == "asked"
        for asked in reading.changes
    )


def _item(rows: JsonValue, name: str, part: str) -> JsonValue:
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and row.get(name) == part:
            return row
    return None

"""What a change that is asked for wants of each field of each record."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.request_reading import (
    Act,
    AskedChange,
    Detail,
    How,
    Kind,
    Target,
    Value,
)
from agentic_solver.erc3.asked.effect import Change, Effects, Key
from agentic_solver.erc3.asked.grounds import Grounds
from agentic_solver.erc3.asked.judged import AGREES, HELD, OPEN, Judged, differs
from agentic_solver.erc3.asked.limits import STEPS, part_of, within
from agentic_solver.erc3.asked.pay import pay_follows
from agentic_solver.erc3.asked.schema import (
    ACTS,
    FIELDS,
    GONE,
    KINDS,
    columns_given,
    details_of,
)
from agentic_solver.erc3.asked.seat import seats_wanted
from agentic_solver.erc3.asked.target import path_of
from agentic_solver.erc3.asked.text import gained, loses_lines, text_follows, without_title, worded
from agentic_solver.erc3.asked.value import (
    choice_follows,
    day_follows,
    hours_follow,
    name_follows,
    number,
    number_follows,
    of_target,
)
from agentic_solver.erc3.asked.wanting import Judge, Wanting

__all__ = ["Wants", "records_kept", "wants_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wants:
    """What one change that is asked for wants."""

    fields: Mapping[Key, Judge]
    sure: bool
    """Whether the records are exactly those that are meant."""
    held: bool = False
    """Whether only the caller can say which of several they are."""
    required: bool = True
    """Whether all of it has to be done."""
    hangs: bool = False
    """Whether it hangs on a condition that only the records themselves can tell."""
    open: str = ""
    """Why it cannot be told what is wanted at all."""
    general: bool = False
    """Whether what another change asks of a single field goes before it."""
    may_be_nobody: bool = False
    """Whether it hangs on a condition that perhaps no record meets."""
    from_record: bool = False
    """Whether the value is one that the record itself holds."""
    is_step: bool = False
    """Whether what is there moves by some steps: what is not there needs no step."""
    named: str = field(default="")
    """The words for the records."""

    def without(self, keys: Collection[Key]) -> "Wants":
        """Return what is left when some fields are wanted by somebody else."""
        left = {key: judge for key, judge in self.fields.items() if key not in keys}
        return replace(self, fields=left)


_ALL = "all"
_LEVELS = (Decimal(1), Decimal(10))
_BY_PROJECT = ("work_category", "billable")
"""What of an entry may hang on its project, as the company says."""


def wants_of(asked: AskedChange, effects: Effects, grounds: Grounds) -> Wants:
    """Return what a change wants; log_time is compared entry by entry, elsewhere."""
    wanted = _Wanted(asked, effects, grounds)
    known = details_of(asked.act)
    if any(one.field not in known and not wanted.is_today(one) for one in asked.more):
        wanted.sure = False  # a limit, a day to come: more is asked than is understood
    make = _MAKERS.get(asked.act)
    if make is None:
        return Wants(fields={}, sure=False, open="nothing here does what is asked")
    fields = make(wanted)
    for limit in asked.condition:
        if limit.field == asked.field:
            fields = {key: within(limit, judge, asked.how) for key, judge in fields.items()}
    given = asked.value is not None and (
        asked.value.value is not None or asked.value.of is not None
    )
    open_value = asked.act == "set_salary" and not given and asked.how != "swap"
    return Wants(
        fields=fields,
        sure=wanted.sure,
        held=wanted.held,
        hangs=wanted.hangs,
        from_record=open_value,
        general=wanted.general,
        required=not wanted.hangs and not open_value,
        may_be_nobody=bool(asked.condition),
        is_step=asked.how in STEPS and asked.act in ("set_skill", "set_will"),
        named=", ".join(target.words for target in asked.targets),
    )


def records_kept(asked: AskedChange, effects: Effects, grounds: Grounds) -> tuple[set[str], bool]:
    """Return the records of which a request says to leave them, and whether these are all."""
    wanted = Wanting(asked, effects, grounds)
    kept = {one for target in asked.targets for one in wanted.ids(target)}
    return kept, wanted.sure


class _Wanted(Wanting):
    """A change on its way to the fields that it wants."""

    # kinds of change ---------------------------------------------------------------------

    def employee_field(self) -> dict[Key, Judge]:
        deed = ACTS[self.asked.act]
        table = KINDS[deed.kind].table
        column = FIELDS[deed.kind, deed.field].column
        targets = [(target, self.ids(target)) for target in self.asked.targets]
        everyone = [one for _target, ids in targets for one in ids]
        found: dict[Key, Judge] = {}
        for person in everyone:
            others = [one for one in everyone if one != person]
            found[Key(table, person, column)] = self._field_judge(column, person, others)
        return found

    def _field_judge(self, column: str, person: str, others: list[str]) -> Judge:
        asked, grounds = self.asked, self.grounds

        def judge(change: Change) -> Judged:
            value, how = asked.value, asked.how
            if how == "swap":
                if len(others) != 1:
                    return OPEN
                stored = grounds.records.employee(others[0]).get(column)
                return AGREES if change.new == stored else differs()
            if how == "same_as" and value is not None and value.of is not None:
                models = of_target(value.of, grounds)
                if len(models) != 1:
                    return OPEN
                stored = grounds.records.employee(models[0]).get(column)
                return AGREES if change.new == stored else differs(value.words)
            if value is not None and value.of is not None:
                models = of_target(value.of, grounds)
                if len(models) != 1 or value.value is None:
                    return OPEN
                # what is told by another record is reckoned from that record
                change = replace(change, old=grounds.records.employee(models[0]).get(column))
            if column == "salary":
                return pay_follows(asked, change, grounds)
            if column == "notes":
                return self._note(change, person)
            if column == "status":
                return choice_follows("projects.status", value, change.new, grounds)
            kind = "location" if column == "location" else "department"
            if value is not None and grounds.is_defined_otherwise(value.words, (str(change.new),)):
                return OPEN
            return name_follows(kind, value, change.new, grounds)  # type: ignore[arg-type]

        return judge

    def _note(self, change: Change, person: str) -> Judged:
        name = str(self.grounds.records.employee(person).get("name") or "")
        beside = f"{self.grounds.records.today} {name}"
        value, old, new = self.asked.value, str(change.old or ""), str(change.new or "")
        if value is None and self.asked.how in ("set", "append", "add"):
            return self._worded_note(change)
        if value is None or (value.text and value.is_verbatim):
            return text_follows(self.asked.how, value, old, new, beside=beside)
        # a note is in the words of the request; another wording is shown before it is written
        said = value.model_copy(update={"value": value.words})
        judged = text_follows(self.asked.how, said, old, new, beside=beside)
        return judged if judged.agrees or change.write is None else self._worded_note(change)

    def _worded_note(self, change: Change) -> Judged:
        """A note in words of the plan may stand, but for one that could be an approval."""
        old, new = str(change.old or "").strip(), str(change.new or "").strip()
        added = new.removeprefix(old).strip() if new.startswith(old) else gained(old, new)
        loses = not new.startswith(old) and loses_lines(old, new)
        if change.write is None or loses or self.grounds.approves(added):
            return HELD
        return HELD if self.grounds.against_text(change.write) else OPEN

    def text(self, change: Change) -> Judged:
        """Judge a text; one that is left to the plan is judged by what it is made of."""
        value, how = self.asked.value, self.asked.how
        old, new = str(change.old or ""), str(change.new or "")
        judged = text_follows(how, value, old, new)
        if not old.strip() and not judged.agrees:
            judged = self._titled(change) or judged
        gone = _gone_text(how, value)
        if judged.agrees and gone and old.casefold().count(gone.casefold()) > 1:
            given = value is not None and value.exact and not self._is_inpart_of()
            if not given:
                return HELD  # it stands there several times, and one of them may be meant
        if judged.agrees and how == "set" and loses_lines(old, new):
            return HELD  # a page that is there would be lost, though a new one may be meant
        if judged is not OPEN or not worded(how, value, old, new):
            return judged
        if change.write is None:
            return OPEN
        why = self.grounds.against_text(change.write)
        return differs(why) if why else OPEN

    def _titled(self, change: Change) -> Judged | None:
        """Judge a new page with a title; None where it has none, or another text below it.

        A title that the request gives is asked for; its own name a page may need by the wiki.
        """
        new = str(change.new or "")
        path = str(change.write.targets.get("path") or "") if change.write is not None else ""
        told = " ".join(one.value.words for one in self.asked.more)
        for title, verdict in ((told, AGREES), (path, OPEN)):
            text = without_title(new, title)
            if text != new and text_follows(self.asked.how, self.asked.value, "", text).agrees:
                return verdict
        return None

    def _is_inpart_of(self) -> bool:
        """Whether a change of a page is told to be in some part of it."""
        told = (one.field for target in self.asked.targets for one in target.where)
        return any(field not in ("path", "name") for field in told)

    def levels(self) -> dict[Key, Judge]:
        column = "skills" if self.asked.act == "set_skill" else "wills"
        kind = "skill" if column == "skills" else "will"
        named = [
            one.value for one in self.asked.more if one.field in ("skill", "will", "name", "text")
        ]
        people = [one for target in self.asked.targets for one in self.ids(target)]
        if [value.value for value in named] == [_ALL]:
            self.general = True
            return {
                Key("employees", person, column, name): self._level(column, name)
                for person in people
                for name in _names(self.grounds.records.employee(person).get(column))
            }
        names: list[str] = []
        unknown: list[str] = []
        for value in named:
            text = value.value if isinstance(value.value, str) else value.words
            ids = self.grounds.records.find(kind, value.words or text, (text,))  # type: ignore[arg-type]
            self.sure = self.sure and len(ids) == 1
            self.held = self.held or len(ids) > 1
            names += ids
        if len(names) < len(named) or not named:  # what is not known may be any that is changed
            self.sure = False
            changed = {key.part for key in self.effects.changed if key.column == column}
            unknown = sorted(changed.difference(names))
        found = {
            Key("employees", person, column, name): self._level(column, name)
            for person in people
            for name in names
        }
        found |= {
            Key("employees", person, column, name): _untold for person in people for name in unknown
        }
        return found

    def _level(self, column: str, name: str) -> Judge:
        asked, grounds = self.asked, self.grounds

        def judge(change: Change) -> Judged:
            if (asked.how in GONE and asked.value is None) or change.new is None:
                gone = asked.how in GONE and change.new is None
                return AGREES if gone else differs()
            old, new = number(part_of(change.old, "level")), number(part_of(change.new, "level"))
            value = asked.value
            if value is not None and value.of is not None:
                models = of_target(value.of, grounds)
                if len(models) != 1 or asked.how not in ("set", "same_as"):
                    return OPEN
                rows = grounds.records.employee(models[0]).get(column)
                stored = [
                    row.get("level")
                    for row in (rows if isinstance(rows, list) else [])
                    if isinstance(row, dict) and row.get("name") == name
                ]
                return AGREES if stored and number(stored[0]) == new else differs(value.words)
            unit = grounds.unit(value, f"employee_{column}.level") if value is not None else None
            if unit is not None and old is not None and new is not None:
                return AGREES if new == _clamped(old + unit) else differs()
            judged = number_follows(
                asked.how, value, part_of(change.old, "level"), part_of(change.new, "level"),
            )  # fmt: skip
            if judged.agrees or new not in _LEVELS or value is None or number(value.value) is None:
                return judged
            step = -1 if asked.how == "subtract" else 1
            past = (old or Decimal(0)) + step * (number(value.value) or 0)
            ends = asked.how in ("add", "subtract") and new == _clamped(past)
            return AGREES if ends else judged

        return judge

    def entries(self) -> dict[Key, Judge]:
        ids = [one for target in self.asked.targets for one in self.ids(target)]
        fields = [(self.asked.field, self.asked.how, self.asked.value)]
        fields += [(one.field, one.how, one.value) for one in self.asked.more]
        columns = columns_given("entry")
        found: dict[Key, Judge] = {}
        for entry in ids:
            for name, how, value in fields:
                column = columns.get(name)
                if column is None:
                    self.sure = False
                    continue
                found[Key("entries", entry, column)] = self._entry_field(column, how, value)
            if "project" in (name for name, _how, _value in fields):
                for column in _BY_PROJECT:
                    found.setdefault(Key("entries", entry, column), _kept_or_open)
        return found

    def _entry_field(self, column: str, how: str, value: Value | None) -> Judge:
        grounds = self.grounds

        def judge(change: Change) -> Judged:
            match column:
                case "hours":
                    return hours_follow(how, value, change.old, change.new)  # type: ignore[arg-type]
                case "project":
                    return name_follows("project", value, change.new, grounds)
                case "date":
                    return day_follows(value, change.new, grounds)
                case "notes":
                    return text_follows(how, value, str(change.old or ""), str(change.new or ""))  # type: ignore[arg-type]
                case _:
                    return choice_follows(f"time_entries.{column}", value, change.new, grounds)

        return judge

    # pages -------------------------------------------------------------------------------

    def page(self) -> dict[Key, Judge]:
        found: dict[Key, Judge] = {}
        for path in self._paths():
            found[Key("pages", path, "content")] = self.text
        return found

    def _paths(self) -> Iterator[str]:
        """Yield the paths of the pages that are written: given, found, or one for each record."""
        shape = self.detail("path")
        pattern = str(shape.value.value) if shape is not None else ""
        for meant in self.asked.targets:
            is_told = bool(path_of(meant) or pattern)
            target = _page_of(meant) if "<" in pattern or not is_told else meant
            if target.kind != "page":
                pattern = pattern or "<id>.md"
                if pattern.count("<") != 1:
                    self.sure = False
                    continue
                head, _, tail = pattern.partition("<")
                for one in self.ids(target):
                    yield self._kept_at(f"{head}{one}{tail.partition('>')[2]}", shape)
                continue
            path = path_of(target) or (str(shape.value.value) if shape is not None else "")
            if path and not path.endswith("/") and not target.besides and target.which == "one":
                yield path
                continue
            found = self.ids(target)
            if path.endswith("/") and target.which == "one":  # a new page in a folder
                self.sure = False
                made = [k.record for k in self.effects.changed if k.record.startswith(path)]
                yield from dict.fromkeys(made)
                continue
            yield from found

    def _kept_at(self, path: str, shape: Detail | None) -> str:
        """Return the path of a record's page: where the request names no folder a rule does."""
        folder, _, file = path.rpartition("/")
        if shape is not None and folder and folder in shape.value.words:
            return path
        made = {key.record for key in self.effects.changed if key.table == "pages"}
        alike = sorted(one for one in made if one.rpartition("/")[2] == file)
        ruled = [one for one in alike if self.grounds.names_folder(one.rpartition("/")[0])]
        return ruled[0] if len(ruled) == 1 else path

    def removed_page(self) -> dict[Key, Judge]:
        return {Key("pages", path, "content"): _gone for path in self._paths()}

    def renamed_page(self) -> dict[Key, Judge]:
        value = self.asked.value or next(
            (one.value for one in self.asked.more if one.field == "path"), None
        )
        new = value.value if value is not None and isinstance(value.value, str) else ""
        found: dict[Key, Judge] = {}
        for old in self._paths():
            content = self.grounds.records.page(old)
            target = f"{new}{old.rpartition('/')[2]}" if new.endswith("/") else new
            taken = self.grounds.records.page(target)
            if not target or content is None or (taken is not None and taken != content):
                self.sure, self.held = False, True  # a page that is there would be lost
                continue
            found[Key("pages", old, "content")] = _gone
            found[Key("pages", target, "content")] = _holding(content)
        return found


def _gone_text(how: How, value: Value | None) -> str:
    """Return the text that goes, where it is told."""
    if value is not None and isinstance(value.old, str):
        return value.old
    return value.text if value is not None and how == "remove_text" else ""


def _page_of(target: Target) -> Target:
    """Return the record that a page is about, where the page is told by it."""
    for one in target.where:
        if target.kind == "page" and one.field in ("customer", "project"):
            kind: Kind = "customer" if one.field == "customer" else "project"
            named = one.model_copy(update={"field": "name"})
            return Target(words=one.words, kind=kind, where=(named,))
    return target


def _names(rows: JsonValue) -> list[str]:
    listed = rows if isinstance(rows, list) else []
    return [str(row["name"]) for row in listed if isinstance(row, dict) and "name" in row]


def _kept_or_open(change: Change) -> Judged:
    return AGREES if change.new == change.old else OPEN


def _untold(_change: Change) -> Judged:
    return OPEN


def _gone(change: Change) -> Judged:
    return AGREES if not change.new else differs("nothing")


def _holding(text: str) -> Judge:
    return lambda change: AGREES if change.new == text else differs("the same text")


def _clamped(level: Decimal) -> Decimal:
    return max(_LEVELS[0], min(_LEVELS[1], level))


_MAKERS: Mapping[Act, Callable[[_Wanted], dict[Key, Judge]]] = MappingProxyType(
    {
        "set_salary": _Wanted.employee_field,
        "set_notes": _Wanted.employee_field,
        "set_location": _Wanted.employee_field,
        "set_department": _Wanted.employee_field,
        "set_status": _Wanted.employee_field,
        "set_skill": _Wanted.levels,
        "set_will": _Wanted.levels,
        "change_team": seats_wanted,
        "change_entry": _Wanted.entries,
        "write_page": _Wanted.page,
        "rename_page": _Wanted.renamed_page,
        "delete_page": _Wanted.removed_page,
    }
)

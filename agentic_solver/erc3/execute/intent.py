"""Intent: the writes of a plan are what the request asks for.

What is asked comes from a reading of the request that nothing but the request went into; the
comparison is free of any language (:mod:`agentic_solver.erc3.asked`). The caller's right to make
a change is no answer here, and no value is excused by where a plan got it from: it is the value
that is asked for, or it is not.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.request_reading import NOBODY, Act, Proofread, RequestReading
from agentic_solver.contracts.rule import Allowed, Denied
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.asked.compare import (
    Comparison,
    Difference,
    compare,
    records_asked,
    told_in_full,
)
from agentic_solver.erc3.asked.effect import Change, Effects, Key, effects_of
from agentic_solver.erc3.asked.grounds import Grounds
from agentic_solver.erc3.asked.question import question_of
from agentic_solver.erc3.asked.schema import OPERATIONS
from agentic_solver.erc3.execute.company_records import CompanyRecords
from agentic_solver.erc3.execute.origin import Intended, Origin
from agentic_solver.erc3.execute.permission import permit
from agentic_solver.erc3.execute.proofing import Draft
from agentic_solver.erc3.execute.statement import Statement
from agentic_solver.erc3.execute.worded import closed_columns, named_columns
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.clause import Conditional, Hidden
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.tools.facade import PlannedWrite
from agentic_solver.settings import WIDE

__all__ = ["AgainstReading", "Compare", "Judged", "taken_as_asked"]

_LONGEST = 2_000
"""In characters: the words of a model's fault may be long."""
_PLAIN = ("set_status", "set_salary", "set_location", "set_department")
_STORED = {"pages": ("wiki_pages", "path"), "entries": ("time_entries", "id")}
"""Tables of changes that the snapshot calls otherwise, and the column that names a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What the comparison comes to: agreement where there is neither."""

    violations: tuple[Violation, ...] = ()
    question: str = ""
    """What is asked back."""
    noted: tuple[Violation, ...] = ()
    """Why it is asked back, where not the request is the reason."""
    missing: tuple[Difference, ...] = ()
    """What is asked for and not among the writes, where they may be a part of what is asked."""


Compare = Callable[[Sequence[Intended]], Judged]
"""Judges the writes of one plan."""


def taken_as_asked(_writes: Sequence[Intended]) -> Judged:
    """Take whatever is written for what is asked: for a caller that has asked by itself."""
    return Judged()


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstReading:
    """Compares writes with the reading of the request; made where there is something to write."""

    reading: Callable[[], RequestReading | str]
    proofread: Proofread
    text: str
    policy: Policy
    bench: Workbench
    origin: Origin
    wide: int = WIDE

    def __call__(self, writes: Sequence[Intended]) -> Judged:
        return self._judge(writes, is_whole=True)

    def so_far(self, writes: Sequence[Intended]) -> Judged:
        """Judge writes to which others of the same request may follow."""
        return self._judge(writes, is_whole=False)

    def _judge(self, writes: Sequence[Intended], *, is_whole: bool) -> Judged:
        read = self.reading()
        real = [one for one in writes if not one.write.no_op]
        if isinstance(read, str):
            question = self._asked_back(self.effects([one.write for one in real]))
            return Judged(question=question, noted=(_unread(read),))
        by_write = {id(one.write): one for one in writes}
        grounds = self._grounds(by_write, read)
        found = compare(read, [one.write for one in writes], grounds, wide=self.wide)
        missing = () if is_whole else found.missing
        if missing:
            found = found.without_missing()
        if found.differences:
            return Judged(violations=tuple(map(_violation, found.differences)), missing=missing)
        if not found.open or (not found.held and self._stands(found.effects)):
            return Judged(missing=missing)
        return Judged(question=self._asked_back(found.effects, grounds), missing=missing)

    def _stands(self, effects: Effects) -> bool:
        """Whether what the request leaves open is, beside the company's pages, as it should be.

        What a query found among rows that the caller may not see, nobody can tell: a condition
        that rests on them is for the caller to settle.
        """
        if self.origin.is_blind:
            return False
        told = Draft(bench=self.bench, made_by=self.origin.told, is_readable=self._is_readable)
        draft = told(effects)
        return bool(draft) and self.proofread(draft, self._pages())

    def already_so(self) -> Comparison | str:
        """Compare what is asked with what is there; why it cannot be told, where it cannot."""
        read = self.reading()
        if isinstance(read, str):
            return read
        return compare(read, (), self._grounds({}, read))

    def question(self) -> str:
        """Return what was understood as a question back; empty where nobody has read it."""
        read = self.reading()
        return "" if isinstance(read, str) else question_of(read)

    def effects(self, writes: Sequence[PlannedWrite]) -> Effects:
        """Return what writes change."""
        return effects_of(writes, self._records({}))

    def _records(self, english: Mapping[str, str]) -> CompanyRecords:
        origin = self.origin
        return CompanyRecords(self.bench, origin.lookups, english, reads_notes=origin.reads_notes)

    def is_told(self) -> bool:
        """Whether the changes that are asked for are told in full and their records are found."""
        read = self.reading()
        return not isinstance(read, str) and told_in_full(read, self._grounds({}, read))

    def is_allowed(self) -> bool:
        """Whether the policy allows the changes that are asked for, as far as that can be told.

        Only changes of one plain field of known records are asked about: for others the policy
        would have to know values that no plan has worked out.
        """
        read = self.reading()
        if isinstance(read, str):
            return False
        asked = records_asked(read, self._grounds({}, read))
        if not asked or not all(act in _PLAIN for act, _key in asked):
            return False
        values = {
            one.act: one.value.value
            for one in read.changes
            if one.standing == "asked" and one.value is not None
        }
        writes = [self._assumed(act, key, values.get(act)) for act, key in asked]
        verdicts = self._permitted(writes)
        return all(isinstance(one, Allowed) for one in verdicts)

    def _assumed(self, act: Act, key: Key, value: JsonValue) -> PlannedWrite:
        """Return a change as policy is told of it; it is never sent."""
        targets, current = self._about(key)
        return PlannedWrite(
            operation=OPERATIONS[act],
            route="",
            body={},
            changes={key.column: value},
            targets=targets,
            current=current,
        )

    def _grounds(self, by_write: Mapping[int, Intended], reading: RequestReading) -> Grounds:
        stated = (self.text, self.policy.wording, *map(self._page, sorted(self.bench.paths())))
        named = named_columns(reading)
        closed = {one for one in closed_columns(self.policy.rules) if one[1] not in named}

        def against(write: PlannedWrite) -> str:
            return self.origin.against_text(by_write[id(write)], closed, stated)

        return Grounds(
            records=self._records(reading.english),
            rules=self.policy.rules,
            approved=lambda write: self._is_approved(by_write[id(write)].verdict),
            forbidden=self._is_forbidden,
            forbidden_entry=self._is_forbidden_entry,
            against_text=against,
        )

    def _page(self, path: str) -> str:
        return self.bench.page(path) or ""

    def _pages(self) -> str:
        """Return what the company has written."""
        paths = sorted(self.bench.paths())
        return "\n\n".join(f'<page path="{path}">\n{self._page(path)}\n</page>' for path in paths)

    def _is_forbidden(self, write: PlannedWrite, key: Key) -> bool:
        """Whether the caller may not make to a record what a write makes to another one."""
        targets, current = self._about(key)
        other = replace(write, targets=targets, current=current)
        return any(isinstance(one, Denied) for one in self._permitted([other]))

    def _is_forbidden_entry(self, write: PlannedWrite, employee: str, project: str) -> bool:
        """Whether the caller may not log hours as a write does for somebody else or elsewhere."""
        found, current = self._about(Key("projects", project, "status"))
        named: JsonObject = {"employee": employee, "project": project}
        other = replace(
            write,
            targets={**found, **named},
            current=current,
            changes={**write.changes, **named},
        )
        return any(isinstance(one, Denied) for one in self._permitted([other]))

    def _permitted(self, writes: Sequence[PlannedWrite]) -> tuple[Allowed | Denied, ...]:
        caller = self.bench.identity
        name = self.bench.caller_name() if self.policy.asks_for_names else ""
        return permit(writes, self.bench, self.policy, caller, name)

    def _about(self, key: Key) -> tuple[JsonObject, JsonObject]:
        """Return what policy is told of a record: what it belongs to, and its present values."""
        match key.table:
            case "projects":
                project = self.bench.record("/projects/get", "project", key.record)
                targets: JsonObject = {"project": key.record, "customer": project.get("customer")}
                return targets, {"status": project.get("status")}
            case "entries":
                entry = self.bench.record("/time/get", "entry", key.record)
                belongs = ("employee", "project", "customer")
                return {name: entry.get(name) or "" for name in belongs}, entry
            case "pages":
                return {"path": key.record}, {}
            case _:
                return {"employee": key.record}, self.bench.employee(key.record)

    def _is_approved(self, verdict: Allowed | Denied) -> bool:
        """Whether a rule that allows a write wants its value stated in the record itself."""
        rules = (self.policy.rule(one) for one in verdict.proof.rule_ids)
        return any(rule and rule.access and rule.access.stated for rule in rules)

    def _asked_back(self, effects: Effects, grounds: Grounds | None = None) -> str:
        """Return changes as a question: of a text only what the request holds or is clean."""

        def is_open(key: Key, change: Change) -> bool:
            if grounds is None or change.write is None or key.column == "salary":
                return False
            return not grounds.against_text(change.write)

        return f"{Statement(bench=self.bench, request=self.text, is_open=is_open)(effects)}?"

    def told(self, effects: Effects) -> str:
        """Return what was asked for and is done, as far as the caller may read it."""

        def is_open(key: Key, _change: Change) -> bool:
            return self._is_readable(key)

        return Statement(bench=self.bench, request=self.text, is_open=is_open)(effects)

    def _is_readable(self, key: Key) -> bool:
        table, named = _STORED.get(key.table, (key.table, "id"))
        access = self.policy.read_access(
            self.bench.identity, self.bench.caller_name(), table, key.column
        )
        match access:
            case Hidden():
                return False
            case Conditional():
                return self.bench.row_is_visible(table, named, key.record, access)
            case _:
                return True


def _unread(why: str) -> Violation:
    told = why if why.startswith(NOBODY) else f"{NOBODY}: {why}"
    return Violation(code=ViolationCode.REQUEST_UNREAD, message=told[:_LONGEST], path="")


def _violation(difference: Difference) -> Violation:
    return Violation(
        code=ViolationCode.WRITE_NOT_ASKED,
        message=difference.why,
        path="/execution_trace/calls",
        details=difference.details(),
    )

"""The made-up company as a reading is compared over it: its records, its tools, its rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, FactOutput
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Operation,
    Rule,
    RuleKind,
    SubjectPredicate,
    Unit,
)
from agentic_solver.erc3.asked.compare import Comparison, compare
from agentic_solver.erc3.asked.grounds import Grounds
from agentic_solver.erc3.asked.judged import Says
from agentic_solver.erc3.asked.target import Meant, meant
from agentic_solver.erc3.execute.arguments import resolve_arguments
from agentic_solver.erc3.execute.company_records import CompanyRecords
from agentic_solver.erc3.execute.writing import plan_writes
from agentic_solver.erc3.tools.facade import PlannedWrite
from agentic_solver.testing import Desk
from tests.readings import read, target

Row = JsonObject


@dataclass(frozen=True, kw_only=True)
class Office:
    """The company from the desk of one caller, under some rules."""

    desk: Desk
    rules: tuple[Rule, ...] = ()
    approves: bool = False
    forbids: tuple[str, ...] = ()
    """Records that the caller may not change."""
    against: str = ""
    """Why a text may not be worded so."""

    @property
    def records(self) -> CompanyRecords:
        return CompanyRecords(self.desk.bench, ())

    @property
    def grounds(self) -> Grounds:
        return Grounds(
            records=self.records,
            rules=self.rules,
            approved=lambda _write: self.approves,
            forbidden=lambda _write, key: key.record in self.forbids,
            forbidden_entry=lambda _write, employee, _project: employee in self.forbids,
            against_text=lambda _write: self.against,
        )

    def writes(self, tool: str, *rows: Row) -> list[PlannedWrite]:
        """Return the writes of one call, as the tools of the workspace work them out."""
        made = self.desk.executor.catalog.tools[tool]
        columns = tuple(dict.fromkeys(name for row in rows for name in row))
        spare = {"remove": False}
        cells = tuple(tuple(row.get(n, spare.get(n)) for n in columns) for row in rows)
        facts = {"f": FactOutput(columns=columns, rows=cells, digest="0" * 64)}
        call = APICall(id="w1", tool=tool, args={"$each": "f"})
        found: list[PlannedWrite] = []
        invocations = resolve_arguments(call, made, facts, {}, path="/w1")
        assert isinstance(invocations, tuple), invocations
        for one in invocations:
            planned = plan_writes(one, made, self.desk.bench, path="/w1")
            assert isinstance(planned, tuple), planned
            found += planned
        return found

    def compare(
        self, asked: JsonObject | RequestReading, writes: Sequence[PlannedWrite] = ()
    ) -> Comparison:
        """Compare one change that is asked for, or a whole reading, with writes."""
        reading = asked if isinstance(asked, RequestReading) else read(asked)
        return compare(reading, writes, self.grounds)

    def says(self, asked: JsonObject | RequestReading, writes: Sequence[PlannedWrite] = ()) -> Says:
        """Return what a comparison comes to; what differs is not open as well."""
        found = self.compare(asked, writes)
        if found.differences:
            return Says.DIFFERS
        return Says.OPEN if found.open else Says.AGREES

    def meant(self, document: JsonObject) -> Meant:
        """Return the records that a target means."""
        return meant(target(document), self.records)


Open = Callable[..., Office]


@pytest.fixture
def office(larch: Callable[..., Desk]) -> Open:
    """Open the company: ``office("li_03", forbids=("li_04",))``."""

    def start(user: str = "li_03", overlay: JsonObject | None = None, **rest: object) -> Office:
        return Office(desk=larch(user, "Who?", overlay=overlay), **rest)  # type: ignore[arg-type]

    return start


def told(
    quote: str, *operations: Operation, field: str | None = None, unit: Unit | None = None
) -> Rule:
    """Return a rule of the company: about some kinds of change, or a definition."""
    access = None
    if operations:
        access = AccessPredicate(effect="allow", subject=SubjectPredicate(), operations=operations)
    return Rule(
        id="told", kind=RuleKind.ACCESS if operations else RuleKind.DEFINITION,
        page="people/rules.md", anchor="", quote=quote, statement=quote[:600],
        access=access, field=field, unit=unit,
    )  # fmt: skip

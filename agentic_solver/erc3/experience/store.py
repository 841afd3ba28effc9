"""The store: numbered immutable patches and the log that says how they stand.

Nothing is overwritten. The log holds assertions, the verdicts that follow from them, and
rollbacks; every row is written in the transaction that read what it rests on.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, func, select

from agentic_solver.contracts.canonical import canonical_json, content_id
from agentic_solver.contracts.patch import (
    Evidence,
    GateResult,
    Patch,
    PatchDraft,
    PatchKind,
    PatchStatus,
    Provenance,
)
from agentic_solver.erc3.experience.governance import Governance, Quarantined, Refusal, Refused
from agentic_solver.erc3.experience.guidance import Guidance, ReaderContext
from agentic_solver.erc3.experience.standing import Assertion, Entry, State, Verdict
from agentic_solver.erc3.experience.table import LogRow, PatchRow, create_tables, open_engine
from agentic_solver.errors import UsageError, WorkspaceError

__all__ = ["Added", "ExperienceStore", "LogEvent", "active_guidance"]

_ASSERT = "assert"
_STATUS = "status"
_ROLLBACK = "rollback"
_INTENT = ("category", "subject", "stance", "scope", "tool", "parameter")
_WITHDRAWN = "A person took it away."
_REWORDING = frozenset({PatchKind.UPDATE_TOOL_PATCH, PatchKind.CONSOLIDATE_RULES})


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A draft that was stored."""

    entry: Entry
    is_new: bool
    """False where its intent was known: evidence and provenance were merged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEvent:
    """One row of the log, for readers."""

    position: int
    event: str
    number: int
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class _Step:
    """An assertion in force and the one before it: the history that a rollback may return to."""

    position: int
    number: int
    assertion: Assertion
    before: "_Step | None"


class ExperienceStore:
    """The patches of one workspace; several processes may use the same file.

    Args of the constructor: the file (None keeps everything in memory) and the governance that
    judges drafts. Close it after use, or use it as a context manager.
    """

    def __init__(self, path: Path | None, governance: Governance) -> None:
        """Open or create the store.

        Raises:
            WorkspaceError: the file cannot be opened or is no store.
        """
        self._place = "the store in memory" if path is None else str(path)
        self._governance = governance
        self._engine = open_engine("" if path is None else str(path))
        self._patches: dict[int, Patch] = {}
        self._lock = threading.Lock()
        self._forget()
        with self._faults():
            create_tables(self._engine, self._place)

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> "ExperienceStore":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # writing -----------------------------------------------------------------------------

    def add(self, draft: PatchDraft, *, approved: bool = False) -> Added | Refused:
        """Store a draft, or merge it into the patch of the same intent.

        Args:
            draft: what is proposed.
            approved: a person has read it; without evidence it is then active all the same.
        """
        return self.add_all((draft,), approved=approved)[0]

    def add_all(
        self, drafts: Iterable[PatchDraft], *, approved: bool = False
    ) -> tuple[Added | Refused, ...]:
        """Store drafts one after the other, in one transaction: all of them, or none on a fault.

        How a stream of drafts is cut into calls changes nothing of what is stored.
        """
        with self._transaction() as session:
            return tuple(self._add(session, draft, approved) for draft in drafts)

    def learn(self, drafts: Iterable[PatchDraft]) -> tuple[Added | Refused, ...]:
        """Store what a task taught, as :meth:`add_all`; its grade bears witness.

        What a task is against is withdrawn, and not proposed again from the same cause.
        """
        with self._transaction() as session:
            return tuple(self._learn(session, draft) for draft in drafts)

    def _learn(self, session: Session, draft: PatchDraft) -> Added | Refused:
        refuted = self._state.refuted(draft)
        if refuted is not None:
            return Refused(
                kind=Refusal.REFUTED, reason=f"{refuted.id} said so and was withdrawn by a task"
            )
        return self._add(session, draft, approved=False, learnt=bool(draft.provenance.checks))

    def _add(
        self, session: Session, draft: PatchDraft, approved: bool, *, learnt: bool = False
    ) -> Added | Refused:
        known = self._state.known(draft)
        judgement = self._governance.judge(draft, known, approved=approved)
        if isinstance(judgement, Refused):
            return judgement
        problem = self._misfit(draft)
        if problem:
            return Refused(kind=Refusal.MISFIT, reason=problem)
        assertion = Assertion(
            provenance=draft.provenance,
            evidence=draft.evidence,
            approved=approved,
            quarantine=judgement.rule if isinstance(judgement, Quarantined) else "",
        )
        number = self._known(draft)
        is_new = number is None
        if number is None:
            number = self._number(session, draft)
        # A task bears witness to the words that it was tested with, and to no others.
        if learnt and self._patches[number].guidance == draft.guidance:
            assertion = assertion.model_copy(update={"learnt": True})
        self._append_assertion(session, number, assertion)
        return Added(entry=self._entry(number), is_new=is_new)

    def withdraw(self, number: int) -> Entry:
        """Have a person take a patch away: no run brings it back, only another approval does.

        Raises:
            UsageError: there is no such patch, or it is not in force.
        """
        with self._transaction() as session:
            entry = self._state.entry(number)
            if entry is None:
                raise UsageError(f"{self._place} has no patch-{number}")
            if entry.status not in (PatchStatus.ACTIVE, PatchStatus.CANDIDATE):
                raise UsageError(f"patch-{number} is {entry.status}: {entry.reason}")
            if entry.patch.kind is PatchKind.REMOVE_RULE:
                raise UsageError(
                    f"patch-{number} is a removal; what it took away comes back by "
                    "`experience add FILE --approve`"
                )
            same = {field: getattr(entry.patch, field) for field in _INTENT}
            removal = PatchDraft(kind=PatchKind.REMOVE_RULE, guidance=_WITHDRAWN, **same)
            self._add(session, removal, approved=True)
            return self._entry(number)

    def record_gate(self, number: int, result: GateResult, provenance: Provenance) -> Entry:
        """Keep a paired comparison of a patch; it is active from now on if the gate accepted it.

        Raises:
            UsageError: there is no such patch, or it is quarantined or no guidance.
        """
        evidence = Evidence(helped=result.better, harmed=result.worse, neutral=result.equal)
        with self._transaction() as session:
            self._may_be_compared(number)
            assertion = Assertion(provenance=provenance, evidence=evidence, gate=result)
            self._append_assertion(session, number, assertion)
            return self._entry(number)

    def check_gate(self, number: int) -> None:
        """Raise what :meth:`record_gate` would: before anything is spent on a comparison.

        Raises:
            UsageError: there is no such patch, or it is quarantined or no guidance.
        """
        with self._transaction():
            self._may_be_compared(number)

    def _may_be_compared(self, number: int) -> None:
        entry = self._state.entry(number)
        if entry is None:
            raise UsageError(f"{self._place} has no patch-{number}")
        if entry.patch.kind is PatchKind.REMOVE_RULE:
            raise UsageError(f"patch-{number} removes guidance: there is nothing to compare")
        if entry.status is PatchStatus.QUARANTINED:
            raise UsageError(f"patch-{number} {entry.reason}: it is never told")
        if self._state.holder(entry.patch.signature) != number or entry.reason == "withdrawn":
            raise UsageError(f"patch-{number} is superseded: {entry.reason}")

    def rollback(self, position: int) -> int:
        """Return to how everything stood at a position of the log; return the new position.

        The log is not cut: the way back is one more row, and can be rolled back itself.

        Raises:
            UsageError: the log has no such position.
        """
        with self._transaction() as session:
            if not 0 <= position < self._position:
                raise UsageError(
                    f"the log of {self._place} has no position {position} to go back to; "
                    f"it ends at {self._position - 1}"
                )
            before = {entry.patch.number: _said(entry) for entry in self._state.entries()}
            self._log(session, _ROLLBACK, position, {})
            self._return_to(position)
            for entry in self._state.entries():
                if before.get(entry.patch.number) != _said(entry):
                    self._log(session, _STATUS, entry.patch.number, _verdict_of(entry))
            return self._position - 1

    # reading -----------------------------------------------------------------------------

    def entries(self) -> tuple[Entry, ...]:
        """Return every patch in force or kept for the record, by number."""
        with self._transaction():
            return self._state.entries()

    def guidance(self) -> Guidance:
        """Return the active patches, frozen: later additions do not change it."""
        return Guidance.of(self.entries())

    def history(self) -> tuple[LogEvent, ...]:
        """Return the whole log, oldest first."""
        with self._transaction() as session:
            rows = session.exec(select(LogRow).order_by(col(LogRow.position))).all()
            return tuple(
                LogEvent(
                    position=row.position,
                    event=row.event,
                    number=row.number,
                    verdict=Verdict.model_validate_json(row.content)
                    if row.event == _STATUS
                    else None,
                )
                for row in rows
            )

    @property
    def digest(self) -> str:
        """Content id of all patches as they stand."""
        return content_id([entry.to_json() for entry in self.entries()])

    # the parts of an addition --------------------------------------------------------------

    def _misfit(self, draft: PatchDraft) -> str:
        if draft.kind is PatchKind.REMOVE_RULE and self._state.holder(draft.signature) is None:
            return "there is nothing to remove: no patch has this subject, stance and scope"
        for number in draft.sources:
            source = self._state.entry(number)
            if source is None:
                return f"there is no patch-{number} to merge"
            if source.patch.scope != draft.scope:
                return f"patch-{number} has another scope: only overlapping patches merge"
            if source.patch.kind is PatchKind.REMOVE_RULE or source.status == "quarantined":
                return f"patch-{number} is no guidance that could be merged"
        return ""

    def _known(self, draft: PatchDraft) -> int | None:
        """Return the patch that already says this, unless the draft is a new wording of it."""
        removal = draft.kind is PatchKind.REMOVE_RULE
        held = self._state.holder(draft.signature, removal=removal)
        if held is None or draft.kind not in _REWORDING:
            return held
        for patch in reversed(self._state.wordings(draft.signature)):
            known = {*patch.sources, patch.number}
            if patch.guidance == draft.guidance and set(draft.sources) <= known:
                return patch.number
        return None

    def _number(self, session: Session, draft: PatchDraft) -> int:
        highest = session.exec(select(func.max(PatchRow.number))).one() or 0
        fields = draft.to_json() | {"number": highest + 1}
        patch = Patch.model_validate_json(canonical_json(fields))
        session.add(
            PatchRow(number=patch.number, signature=patch.signature, content=canonical_json(patch))
        )
        self._patches[patch.number] = patch
        return patch.number

    def _append_assertion(self, session: Session, number: int, assertion: Assertion) -> None:
        position = self._position
        self._log(session, _ASSERT, number, assertion.to_json())
        related = self._state.related(self._patches[number])
        before = {other: _said(self._entry(other)) for other in related}
        touched = self._apply(position, number, assertion)
        for other in sorted(touched):
            entry = self._entry(other)
            if before.get(other) != _said(entry):
                self._log(session, _STATUS, other, _verdict_of(entry))

    def _log(self, session: Session, event: str, number: int, content: object) -> None:
        session.add(
            LogRow(
                position=self._position, event=event, number=number,
                content=canonical_json(content),
            )
        )  # fmt: skip
        self._steps[self._position] = self._last
        self._position += 1

    # following the log ---------------------------------------------------------------------

    def _forget(self) -> None:
        self._position = 1
        self._last: _Step | None = None
        self._steps: dict[int, _Step | None] = {0: None}
        self._state = State(self._patches)

    def _apply(self, position: int, number: int, assertion: Assertion) -> set[int]:
        self._last = _Step(position, number, assertion, self._last)
        self._steps[position] = self._last
        return self._state.assert_patch(position, number, assertion)

    def _return_to(self, position: int) -> None:
        step = self._steps[position]
        self._last = step
        self._steps[self._position - 1] = step
        steps: list[_Step] = []
        while step is not None:
            steps.append(step)
            step = step.before
        self._state = State(self._patches)
        for one in reversed(steps):
            self._state.assert_patch(one.position, one.number, one.assertion)

    def _follow(self, session: Session) -> None:
        """Apply what other processes have appended since."""
        new = select(PatchRow).where(col(PatchRow.number) > max(self._patches, default=0))
        for patch in session.exec(new).all():
            self._patches[patch.number] = Patch.model_validate_json(patch.content)
        later = select(LogRow).where(col(LogRow.position) >= self._position)
        for row in session.exec(later.order_by(col(LogRow.position))).all():
            self._steps[row.position] = self._last
            self._position = row.position + 1
            if row.event == _ASSERT:
                assertion = Assertion.model_validate_json(row.content)
                self._apply(row.position, row.number, assertion)
            elif row.event == _ROLLBACK:
                self._return_to(row.number)

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        """Hold the write lock over reading and writing; a fault leaves neither rows nor memory."""
        with self._lock, self._faults():
            try:
                with Session(self._engine) as session, session.begin():
                    self._follow(session)
                    yield session
            except BaseException:
                self._patches.clear()
                self._forget()
                raise

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            raise WorkspaceError(
                f"the experience store {self._place} cannot be used: {cause}"
            ) from error

    def _entry(self, number: int) -> Entry:
        entry = self._state.entry(number)
        if entry is None:
            raise WorkspaceError(f"{self._place}: the log does not know patch-{number}")
        return entry


def active_guidance(store: ExperienceStore, context: ReaderContext) -> tuple[tuple[str, str], ...]:
    """Return (patch id, text) of what the proposer is told in ``context``, in a fixed order."""
    return store.guidance().lines(context)


def _said(entry: Entry) -> tuple[str, str]:
    return entry.status.value, entry.reason


def _verdict_of(entry: Entry) -> object:
    return Verdict(status=entry.status, reason=entry.reason).to_json()

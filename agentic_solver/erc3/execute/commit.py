"""Stage commit: apply the write set in order through the ledger, and read every effect back."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.execute.writing import ResolvedWrite
from agentic_solver.erc3.tools.facade import Postcondition
from agentic_solver.errors import ApiError, LostAnswerError, PlatformError

__all__ = ["CommitReport", "apply_writes"]

_SEVERAL = 2
"""So many wiki pages are confirmed together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitReport:
    """What was applied and what was confirmed, by attempt id."""

    applied: tuple[str, ...]
    verified: tuple[str, ...]
    violations: tuple[Violation, ...] = ()


def apply_writes(writes: tuple[ResolvedWrite, ...], bench: Workbench) -> CommitReport:
    """Apply ``writes`` in order; stop at the first failure and report exactly what was done.

    A write is never sent twice: one that the ledger knows as applied counts as done, one that
    was started without an answer is confirmed by reading.
    """
    applied: list[str] = []
    verified: list[str] = []
    for number, item in enumerate(writes):
        state, failure = bench.ledger.state(item.write_key), None
        if state is None:
            failure = _send(item, bench)
        elif state == "started" and not _holds(item, bench):
            failure = "unconfirmed"
        if failure is not None:
            violation = Violation(
                code=ViolationCode.WRITE_FAILED,
                message=f"write {number + 1} of {len(writes)} failed; {number} were carried out "
                "before it",
                path="/execution_trace/calls",
                details={
                    "call": item.call_id, "tool": item.tool, "failure": failure, "done": number,
                },
                attempt_id=item.attempt_id,
            )  # fmt: skip
            return CommitReport(applied=tuple(applied), verified=(), violations=(violation,))
        applied.append(item.attempt_id)
    confirmed = _confirmed_pages(writes, bench)
    for item in writes:
        if item.attempt_id not in confirmed and not _holds(item, bench):
            violation = Violation(
                code=ViolationCode.POSTCONDITION_FAILED,
                message="the write was sent, but reading back does not confirm it",
                path="/execution_trace/calls",
                details={"call": item.call_id, "tool": item.tool},
                attempt_id=item.attempt_id,
            )
            return CommitReport(
                applied=tuple(applied), verified=tuple(verified), violations=(violation,)
            )
        verified.append(item.attempt_id)
    return CommitReport(applied=tuple(applied), verified=tuple(verified))


def _send(item: ResolvedWrite, bench: Workbench) -> str | None:
    """Send one write; return the kind of failure, or None.

    One whose answer is lost is looked for: what is there counts as applied. It is sent again only
    if the process ended before the answer came (a resume), and it is not there.
    """
    older = _equal_entries(item, bench)
    while True:
        bench.ledger.start(item.write_key)
        try:
            with bench.log.cause(f"write:{item.call_id}"):
                answer = bench.api.call(item.write.route, item.write.body)
        except ApiError as error:
            return f"status {error.status}"
        except PlatformError as error:
            arrived = has_arrived(item, bench, older)
            if arrived is None:
                return "unconfirmed"
            if not arrived and isinstance(error, LostAnswerError):
                continue
            if not arrived:
                return "no answer"
        else:
            bench.keep_evidence(item.call_id, answer)
        bench.ledger.finish(item.write_key)
        return None


def _holds(item: ResolvedWrite, bench: Workbench) -> bool:
    """Whether reading back confirms the write; one that cannot be read back counts as done."""
    condition = item.write.postcondition
    if condition is None:
        return bench.ledger.state(item.write_key) == "applied"
    with bench.log.cause(f"postcondition:{item.call_id}"):
        try:
            payload = bench.api.find(condition.route, condition.body)
        except PlatformError:
            return False  # sent, but nobody can say what became of it
    return _matches(condition, payload)


def _confirmed_pages(writes: tuple[ResolvedWrite, ...], bench: Workbench) -> frozenset[str]:
    """Return the attempts whose wiki pages the digest of the wiki confirms, all or none.

    The digest is that of every page, so that one read tells of several writes what would take
    one for each. Where it is not the one expected, each page is read.
    """
    pages = [item for item in writes if item.write.operation is Operation.UPDATE_WIKI]
    if len(pages) < _SEVERAL:
        return frozenset()
    written = {
        str(item.write.changes["file"]): str(item.write.changes["content"]) for item in pages
    }
    with bench.log.cause(f"postcondition:{pages[0].call_id}"):
        try:
            payload = bench.api.find("/wiki/list", {}) or {}
        except PlatformError:
            return frozenset()
    if payload.get("sha1") != bench.wiki_digest_with(written):
        return frozenset()
    return frozenset(item.attempt_id for item in pages)


def _equal_entries(item: ResolvedWrite, bench: Workbench) -> frozenset[str] | None:
    """Return the ids of the time entries that are equal to the one of a write.

    An entry has no name of its own: of several equal ones the new one is that whose id was not
    there before. None where the write logs no time, or nobody can say.
    """
    if item.write.operation is not Operation.LOG_TIME:
        return None
    with bench.log.cause(f"postcondition:{item.call_id}"):
        try:
            rows = [row for row in _entries(item, bench) if _is_entry(row, item.write.changes)]
        except PlatformError:
            return None
    return frozenset(str(row.get("id")) for row in rows)


def has_arrived(item: ResolvedWrite, bench: Workbench, older: frozenset[str] | None) -> bool | None:
    """Whether a write whose answer is lost took effect; None where nobody can say.

    ``older`` are the ids of the equal time entries that were there before.
    """
    condition = item.write.postcondition
    if condition is None:
        now = _equal_entries(item, bench)
        return None if now is None or older is None else not now <= older
    with bench.log.cause(f"postcondition:{item.call_id}"):
        try:
            return _matches(condition, bench.api.find(condition.route, condition.body))
        except PlatformError:
            return None


def _entries(item: ResolvedWrite, bench: Workbench) -> Iterator[JsonObject]:
    """Yield the time entries of the day and the project of a logged one."""
    logged = item.write.changes
    day = logged["date"]
    asked: JsonObject = {
        "employee": logged["employee"],
        "project": logged["project"],
        "date_from": day,
        "date_to": day,
    }
    return bench.pages("/time/search", asked, "entries")


def _is_entry(row: JsonObject, logged: JsonObject) -> bool:
    return all((row.get(name) or None) == (value or None) for name, value in logged.items())


def _matches(condition: Postcondition, payload: JsonObject | None) -> bool:
    if payload is None:
        return condition.absent
    record = payload.get(condition.key) if condition.key else payload
    if not isinstance(record, dict):
        return condition.absent
    return not condition.absent and all(
        _same(record.get(name), value) for name, value in condition.expected.items()
    )


def _same(found: JsonValue, expected: JsonValue) -> bool:
    """Compare values; lists of records compare without order, as the platform stores them."""
    if isinstance(found, list) and isinstance(expected, list):
        return sorted(map(_key, found)) == sorted(map(_key, expected))
    return found == expected


def _key(value: JsonValue) -> str:
    if isinstance(value, dict):
        pairs = sorted((name, _plain(item)) for name, item in value.items())
        return repr(pairs)
    return repr(_plain(value))


def _plain(value: JsonValue) -> JsonValue:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value

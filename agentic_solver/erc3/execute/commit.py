"""Stage commit: apply the write set in order through the ledger, and see every effect.

A platform that answers a write with the record as it is now has shown it; else it is read back.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.attempt import Attempt
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.execute.writing import ResolvedWrite
from agentic_solver.erc3.tools.facade import Postcondition
from agentic_solver.errors import ApiError, LostAnswerError, PlatformError

__all__ = ["apply_writes"]

_SEVERAL = 2
"""So many wiki pages are confirmed together."""


def apply_writes(attempt: Attempt, bench: Workbench) -> Violation | None:
    """Apply the writes of an attempt in order; stop at the first failure, and return it.

    The attempt notes what was applied and what was confirmed. A write is never sent twice: one
    that the ledger knows as applied counts as done, one that was started without an answer is
    confirmed by reading.
    """
    writes = attempt.writes
    told: set[str] = set()
    for number, item in enumerate(writes):
        state, failure = bench.ledger.state(item.write_key), None
        if state is None:
            failure = _send(item, bench, told)
        elif state == "started" and not _holds(item, bench):
            failure = "unconfirmed"
        if failure is not None:
            done = f"{number} were carried out before it"
            why = f"write {number + 1} of {len(writes)} failed; {done}"
            return _violation(ViolationCode.WRITE_FAILED, item, why, failure=failure, done=number)
        attempt.applied.add(item.attempt_id)
    confirmed = told | _confirmed_pages(writes, bench)
    for item in writes:
        if item.attempt_id not in confirmed and not _holds(item, bench):
            why = "the write was sent, but reading back does not confirm it"
            return _violation(ViolationCode.POSTCONDITION_FAILED, item, why)
        attempt.verified.add(item.attempt_id)
    return None


def _violation(
    code: ViolationCode, item: ResolvedWrite, message: str, **details: JsonValue
) -> Violation:
    return Violation(
        code=code,
        message=message,
        path="/execution_trace/calls",
        details={"call": item.call_id, "tool": item.tool, **details},
        attempt_id=item.attempt_id,
    )


def _send(item: ResolvedWrite, bench: Workbench, told: set[str]) -> str | None:
    """Send one write; return the kind of failure, or None. ``told`` gets what its answer proves.

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
            arrived = _has_arrived(item, bench, older)
            if arrived is None:
                return "unconfirmed"
            if not arrived and isinstance(error, LostAnswerError):
                continue
            if not arrived:
                return "no answer"
        else:
            bench.keep_evidence(item.call_id, answer)
            if _shows_record(item.write.postcondition, answer):
                told.add(item.attempt_id)
        bench.ledger.finish(item.write_key)
        return None


def _holds(item: ResolvedWrite, bench: Workbench) -> bool:
    """Whether reading back confirms the write; one that cannot be read back counts as done."""
    if item.write.postcondition is None:
        return bench.ledger.state(item.write_key) == "applied"
    return _read_back(item, item.write.postcondition, bench) is True


def _read_back(item: ResolvedWrite, condition: Postcondition, bench: Workbench) -> bool | None:
    """Whether what is there is as a write has to leave it; None where nobody can say."""
    with bench.log.cause(f"postcondition:{item.call_id}"):
        try:
            return _matches(condition, bench.api.find(condition.route, condition.body))
        except PlatformError:
            return None


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


def _has_arrived(
    item: ResolvedWrite, bench: Workbench, older: frozenset[str] | None
) -> bool | None:
    """Whether a write whose answer is lost took effect; None where nobody can say.

    ``older`` are the ids of the equal time entries that were there before.
    """
    if item.write.postcondition is not None:
        return _read_back(item, item.write.postcondition, bench)
    now = _equal_entries(item, bench)
    return None if now is None or older is None else not now <= older


def _entries(item: ResolvedWrite, bench: Workbench) -> Iterator[JsonObject]:
    """Yield the time entries of the day and the project of a logged one."""
    logged = item.write.changes
    asked: JsonObject = {name: logged[name] for name in ("employee", "project")}
    asked |= {"date_from": logged["date"], "date_to": logged["date"]}
    return bench.pages("/time/search", asked, "entries")


def _is_entry(row: JsonObject, logged: JsonObject) -> bool:
    return all((row.get(name) or None) == (value or None) for name, value in logged.items())


def _shows_record(condition: Postcondition | None, answer: JsonObject) -> bool:
    """Whether the answer to a write holds the record as it is now, and as it has to be.

    Where it holds another one, or none, the record is read.
    """
    if condition is None or condition.absent or not condition.key:
        return False
    record = answer.get(condition.key)
    named = condition.body.get("id")
    is_it = isinstance(record, dict) and named is not None and record.get("id") == named
    return is_it and _matches(condition, answer)


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

"""The guard: a monitored session for each task of whatever agents call a platform through it."""

import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.ledger import Ledger
from agentic_solver.erc3.execute.workbench import Workbench, read_identity
from agentic_solver.erc3.monitor.session import MonitoredSession
from agentic_solver.erc3.monitor.verdict import Ruling
from agentic_solver.erc3.platform import PlatformClient
from agentic_solver.erc3.propose.worker import WorkerAnswer
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.errors import ApiError, ModelError, PlatformError, UsageError
from agentic_solver.harness.asking import Readers
from agentic_solver.harness.company import Shelf, fetch_wiki
from agentic_solver.harness.exchange import exchange_json
from agentic_solver.harness.task_run import why_unread
from agentic_solver.settings import WIDE
from agentic_solver.twin.route import PLATFORM

__all__ = ["STOPS", "Guard", "GuardLog"]

STOPS = 3
"""Answers of one task that are stopped before the guard answers itself."""
_COMPANY = re.compile(r"(/[\w.-]+/([\w-]+))(/[\w/-]+)", re.ASCII)
"""Path of a call of the company API: prefix, task and route."""
_FORMAT = 1

Pass = Callable[[JsonObject], TransportReply]
"""Sends a body on to the platform, to the path of the call."""


class GuardLog:
    """The evidence: one JSON line a call, appended as it happens."""

    def __init__(self, path: Path | None) -> None:
        """Append to ``path``; None keeps nothing.

        Raises:
            UsageError: the file cannot be written.
        """
        self._file: TextIO | None = None
        self._lock = threading.Lock()
        if path is not None:
            try:
                self._file = path.open("a", encoding="utf-8")
            except OSError as error:
                raise UsageError(
                    f"the evidence of the guard cannot be written to {path}: {error.strerror}: "
                    "name another file with --guard-log"
                ) from error

    def append(self, line: JsonObject) -> None:
        """Write a line, whole and at once."""
        if self._file is not None:
            with self._lock:
                self._file.write(canonical_json({"format": _FORMAT, **line}) + "\n")
                self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


@dataclass(slots=True)
class _Watched:
    """One task under guard."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    session: MonitoredSession | None = None
    database: Session | None = None
    spec: str = ""
    calls: int = 0


@dataclass(slots=True, kw_only=True)
class Guard:
    """Judges the calls of all tasks; safe to share by threads."""

    transport: Transport
    """Reaches the platform: for what the guard itself reads, with the rights of the caller."""
    shelf: Shelf
    readers: Readers
    log: GuardLog
    stops: int = STOPS
    wide: int = WIDE
    note: Callable[[str], None] = lambda _sentence: None
    """Is told once of each company that has no policy."""
    _tasks: dict[str, _Watched] = field(default_factory=dict, init=False)
    _unknown: set[str] = field(default_factory=set, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def handle(self, path: str, content: bytes, forward: Pass) -> TransportReply:
        """Answer one POST.

        Args:
            path: of the call, without a query.
            content: its body.
            forward: sends a body on to the same path.

        Raises:
            TransportError: the platform gives no answer to the call itself.
        """
        try:
            body = json.loads(content or b"{}")
        except (ValueError, RecursionError):
            return _error(400, "the body is no JSON", "guard_form")
        if not isinstance(body, dict):
            return _error(400, "the body is no JSON object", "guard_form")
        found = _COMPANY.fullmatch(path)
        if path in PLATFORM:
            return self._platform(path, body, forward)
        if found is None:
            return _error(404, "not found", "guard_unknown")  # what is not known is not sent on
        return self._company(found[1], found[2], found[3], body, forward)

    def _platform(self, path: str, body: JsonObject, forward: Pass) -> TransportReply:
        reply = forward(body)
        if path == "/tasks/complete" and reply.status < 400:
            self._end(str(body.get("task_id")))
        return reply

    def _company(
        self, prefix: str, task: str, route: str, body: JsonObject, forward: Pass
    ) -> TransportReply:
        with self._lock:
            watched = self._tasks.setdefault(task, _Watched())
        with watched.lock:
            watched.calls += 1
            number = watched.calls
            try:
                if watched.session is None:
                    self._open(watched, prefix, task)
                assert watched.session is not None
                judged = watched.session.handle(route, body, forward)
                reply, ruling = judged.reply, judged.ruling
            except ApiError as error:
                reply = _error(error.status, error.error, error.code)
                ruling = Ruling(verdict="refused", why="broken", message=str(error))
            except (PlatformError, ModelError) as error:
                why = f"the guard could not judge this call: {error}"
                reply = _error(502, why, "guard_broken")
                ruling = Ruling(verdict="refused", why="broken", message=why)
            self._keep(watched, task, number, route, body, reply, ruling)
        return reply

    def _keep(
        self, watched: _Watched, task: str, number: int, route: str, body: JsonObject,
        reply: TransportReply, ruling: Ruling,
    ) -> None:  # fmt: skip
        told = ruling.model_dump(mode="json", exclude_defaults=True)
        call: JsonObject = {"task": task, "spec": watched.spec, "n": number, "route": route}
        self.log.append({**call, "body": body, "status": reply.status, **told})

    def _open(self, watched: _Watched, prefix: str, task: str) -> None:
        """Read who asks and what: the guard trusts nobody but the platform for either."""
        detail = PlatformClient(self.transport).task_detail(task)
        api = ClientApi(Erc3Client(self.transport, prefix))
        identity = read_identity(api)
        company = self.shelf.company(identity.wiki_sha1, lambda: fetch_wiki(api))
        if not company.known and identity.wiki_sha1 not in self._unknown:
            self._unknown.add(identity.wiki_sha1)
            self.note(
                f"the wiki {identity.wiki_sha1[:8]} has no policy, so that only the baseline holds "
                "and no change passes: have it read by `agentic-solver acquire`"
            )
        database = Session.open(identity)
        acquirer = Acquirer(database, api, wiki=company.wiki, page_limit=api.client.page_limit)
        watched.spec = detail.spec
        asking = self.readers.of(
            detail.text, f"{detail.benchmark}/{detail.spec}", lambda told: self._told(task, told)
        )
        unread = why_unread(detail.text)
        watched.database = database
        watched.session = MonitoredSession(
            text=detail.text,
            bench=Workbench(
                api=api,
                session=database,
                acquirer=acquirer,
                ledger=Ledger(),
                identity=identity,
                wiki=company.wiki,
            ),
            policy=company.policy,
            reading=(lambda: unread) if unread else asking.reads,
            proofread=asking.proofread,
            stops=self.stops,
            wide=self.wide,
        )

    def _told(self, task: str, answer: WorkerAnswer) -> None:
        self.log.append({"task": task, "reader": exchange_json(answer.request, answer.reply)})

    def _end(self, task: str) -> None:
        with self._lock:
            watched = self._tasks.pop(task, None)
        if watched is not None and watched.database is not None:
            with watched.lock:
                watched.database.close()

    def close(self) -> None:
        """Let go of every task and of the evidence."""
        for task in list(self._tasks):
            self._end(task)
        self.log.close()


def _error(status: int, message: str, code: str) -> TransportReply:
    envelope = {"status": status, "error": message, "code": code}
    return TransportReply(status=status, text=json.dumps(envelope, ensure_ascii=False))

"""What a task had done when its run was cut off, and how it is done again without repeating it.

The engine is deterministic: asked the same and answered the same, it does the same. So a task that
had begun is solved once more from its start, and its own records answer as far as they go: replies
of the model by the id of the request, exchanges with the platform in their order. Only what comes
after them goes out. The platform decides how much can be used:

continued   the task still runs there: replies and exchanges, and nothing is written twice
restarted   its universe is lost (the twin lived in the process that ended, or the session is
            gone): only the replies. The old records are kept in ``attempts/<task>-<n>/``

A task during which the platform fell silent is continued as well: what it did without an answer is
set aside, and it goes on from the last answer that it got.

One write may have been on its way when the process ended: the ledger says that it began, and no
exchange says how it ended. It gets a record of its own (a fault, ``lost``); whoever sent it looks
whether it arrived before it is sent again (:mod:`agentic_solver.erc3.execute.commit`).
"""

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.plancache.recall import Hit, Miss
from agentic_solver.erc3.route import RESPOND, ROUTES
from agentic_solver.erc3.tape import ReplayingTransport
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.erc3.wire import Effect
from agentic_solver.errors import LostAnswerError, ModelError, ReplayError
from agentic_solver.harness.exchange import MODEL_LOG, read_replies
from agentic_solver.harness.plan_cache import kept_recall
from agentic_solver.harness.recorded import read_log
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder, own_name
from agentic_solver.llm.model import Model, ModelReply, ModelRequest

__all__ = [
    "CALLS",
    "LEDGER",
    "UNREACHED",
    "FollowedTransport",
    "Past",
    "RememberingModel",
    "is_write",
    "paid_replies",
    "read_past",
]

CALLS, LEDGER = "calls.jsonl", "ledger.jsonl"
UNREACHED = "unreached.json"
"""Says that the platform fell silent before the task was completed there."""
_STILL_TRUE = frozenset(
    {"task.json", "context.json", "experience.json", "plan-cache.json", "response.json", LEDGER}
)
"""What a task that goes on from its last answer keeps, beside its calls."""
_LOST = "the process ended before the answer was recorded"
Answers = dict[str, deque[ModelReply | ModelError]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What a task can build on."""

    replies: Answers = field(default_factory=dict)
    """By request id, in the order in which they came."""
    exchanges: tuple[JsonObject, ...] = ()
    """Those of a task that is continued."""
    lost_write: bool = False
    """Whether a write began of which no exchange tells."""
    lost_response: bool = False
    """Whether the response may have been sent without a record of it."""
    told: tuple[tuple[str, str], ...] | None = None
    """What experience told, if the task came that far."""
    recall: Hit | Miss | None = None
    """What came of looking for a kept plan, if the task came that far."""


class RememberingModel:
    """A model that is not asked again for what it has answered already."""

    def __init__(
        self, inner: Model, replies: Answers, *, before: Callable[[], None] = lambda: None
    ) -> None:
        """``before`` is called before a request goes out; it raises where none may."""
        self._inner = inner
        self._replies = replies
        self._before = before

    @property
    def name(self) -> str:
        """The name of the inner model."""
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the kept reply to this very request, else the inner model's.

        Raises:
            ModelError: as the inner model does; one that was kept is raised again.
        """
        kept = self._replies.get(request.id) if self._replies else None
        if not kept:
            self._before()
            return self._inner.complete(request)
        reply = kept.popleft()
        if isinstance(reply, ModelError):
            raise reply
        return reply


class FollowedTransport:
    """The transport of a task that is continued: its exchanges answer first."""

    def __init__(
        self,
        inner: Transport,
        past: Past,
        *,
        prefix: str,
        keep: Callable[[JsonObject], None],
        has_arrived: Callable[[JsonObject], bool],
        count: Callable[[], None],
    ) -> None:
        """Follow the past of a task.

        Args:
            inner: reaches the platform, and records.
            past: of the task.
            prefix: path of the task, which no exchange holds.
            keep: takes an exchange that did not go out now.
            has_arrived: whether the platform has got this response.
            count: is told of each answer that did not go out now.
        """
        self._inner = inner
        self._tape = ReplayingTransport(past.exchanges)
        self._prefix = prefix
        self._keep = keep
        self._has_arrived = has_arrived
        self._count = count
        self._lost_write = past.lost_write
        self._lost_response = past.lost_response

    def post(self, path: str, body: JsonObject) -> TransportReply:
        """Return the recorded answer, or the platform's once the records have come to their end."""
        place = path.removeprefix(self._prefix)
        try:
            reply = self._tape.post(place, body)
        except ReplayError:
            return self._beyond(path, place, body)
        except Exception:
            self._count()
            raise
        self._count()
        return reply

    def _beyond(self, path: str, place: str, body: JsonObject) -> TransportReply:
        if place == RESPOND.path:
            if self._lost_response and self._has_arrived(body):
                self._count()
                self._keep({"path": place, "body": body, "status": 200, "text": "{}"})
                return TransportReply(status=200, text="{}")
        elif self._lost_write and is_write(place):
            self._lost_write = False
            self._count()
            self._keep({"path": place, "body": body, "fault": _LOST, "lost": True})
            raise LostAnswerError(_LOST)
        return self._inner.post(path, body)


def read_past(run: RunFolder, task: str, *, lives: bool) -> tuple[TaskFolder, Past]:
    """Return the folder in which a task goes on, and what it can build on.

    Args:
        run: the run, locked.
        task: id of the task, which has begun and not ended.
        lives: whether the platform still runs it.

    Raises:
        WorkspaceError: a record is broken, or the folder cannot be written.
    """
    if lives:
        _go_back(run, task)
        folder = run.continued_task(task, again=(MODEL_LOG, LEDGER))
        return folder, _followed(run, folder, own_name(task))
    folder, stem = run.task(task), own_name(task)
    run.set_aside(folder.path, stem)
    attempts = [TaskFolder(attempt) for attempt in run.attempts(stem)]
    told = (lines for attempt in attempts if (lines := _told(attempt)) is not None)
    recalls = (found for attempt in attempts if (found := kept_recall(attempt)) is not None)
    past = Past(replies=paid_replies(run, stem), told=next(told, None), recall=next(recalls, None))
    return folder, past


def _go_back(run: RunFolder, task: str) -> None:
    """Have a task that met a silent platform stand where it got its last answer.

    Its records are kept in ``attempts/`` first. The mark goes last, so that whoever is killed here
    begins again.
    """
    folder = run.task(task)
    if not folder.exists(UNREACHED):
        return
    calls = folder.path / CALLS
    run.keep_copy(folder.path, own_name(task))
    try:
        lines = calls.read_bytes().splitlines(keepends=True) if calls.exists() else []
        heard = _heard([json.loads(line) for line in lines])
        if heard < len(lines):
            os.truncate(calls, sum(map(len, lines[:heard])))
        for path in sorted(folder.path.rglob("*")):
            if path.is_file() and path.name not in _STILL_TRUE | {CALLS, UNREACHED}:
                path.unlink()
        (folder.path / UNREACHED).unlink()
    except OSError as error:
        raise run.disk.fail(folder.path, error) from error


def _heard(exchanges: Sequence[JsonObject]) -> int:
    """Return how many exchanges there are before silence ended them.

    It is over with a last write that got no answer, whatever was read after it: a task that goes
    on from there looks whether it arrived, and sends it if not.
    """
    heard = [number for number, line in enumerate(exchanges, 1) if "fault" not in line]
    writes = [n for n, line in enumerate(exchanges) if is_write(str(line.get("path")))]
    last = exchanges[writes[-1]] if writes else {}
    unheard = "fault" in last and not last.get("lost")
    return min(max(heard, default=0), writes[-1] if unheard else len(exchanges))


def paid_replies(run: RunFolder, stem: str) -> Answers:
    """Return the replies of the model that were set aside under a name.

    A call without an answer cost nothing: it is made again.

    Raises:
        WorkspaceError: a record is broken.
    """
    replies: Answers = {}
    for attempt in run.attempts(stem):
        for request, answers in _answers(attempt / MODEL_LOG).items():
            paid: deque[ModelReply | ModelError] = deque(
                answer for answer in answers if isinstance(answer, ModelReply)
            )
            if len(paid) > len(replies.get(request, ())):
                replies[request] = paid
    return replies


def _followed(run: RunFolder, folder: TaskFolder, stem: str) -> Past:
    exchanges = tuple(line for _, line in read_log(folder.path / CALLS))
    begun = sum(line.get("state") == "started" for _, line in read_log(folder.path / LEDGER))
    written = [path for line in exchanges if is_write(path := str(line.get("path")))]
    responded = written.count(RESPOND.path)
    return Past(
        replies=paid_replies(run, stem) | _answers(folder.path / MODEL_LOG),
        exchanges=exchanges,
        lost_write=begun > len(written) - responded,
        lost_response=folder.exists("response.json") and not responded,
        told=_told(folder),
        recall=kept_recall(folder),
    )


def is_write(path: str) -> bool:
    """Whether requests of this path change the company."""
    route = ROUTES.get(path)
    return route is not None and route.effect is Effect.WRITE


def _answers(log: Path) -> Answers:
    found: Answers = {}
    asked: Iterable[str] = (str(line.get("request_id")) for _, line in read_log(log))
    for request, reply in zip(asked, read_replies(log), strict=True):
        found.setdefault(request, deque()).append(reply)
    return found


def _told(folder: TaskFolder) -> tuple[tuple[str, str], ...] | None:
    """Return the lessons of a task; the context is noted after them, so it says there were none."""
    if folder.exists("experience.json"):
        lines = folder.read("experience.json")
        return tuple(
            (str(line[0]), str(line[1]))
            for line in (lines if isinstance(lines, list) else [])
            if isinstance(line, list) and len(line) == 2
        )
    return () if folder.exists("context.json") else None

"""The layer that writes down what foreign agents do on a served twin.

It stands between the server and the platform (:data:`agentic_solver.twin.app.Layer`), reads what
passes, and changes nothing. A disk that fails ends the records, not the platform.
"""

import json
import re
import threading
from collections.abc import Callable, Sequence
from itertools import chain
from urllib.parse import unquote

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.served_run import ServedRun
from agentic_solver.harness.served_task import ServedTask
from agentic_solver.twin.app import Handler
from agentic_solver.twin.reply import TwinReply
from agentic_solver.twin.route import PREFIXES

__all__ = ["OpenRun", "Witness"]

OpenRun = Callable[[str, str, Sequence[str]], ServedRun]
"""Opens a run: name and architecture that a session tells (both may be empty), and its tasks."""
_COMPANY = re.compile(rf"/(?:{'|'.join(PREFIXES)})/([^/]+)(/.+)")
_OK = 200
_OPEN = ("new", "in_progress")


class Witness:
    """Writes one run for each session, and for each agent one for its single tasks.

    A single task that is played again opens the next run: such runs repeat each other.
    """

    def __init__(
        self, open_run: OpenRun, *, seals: bool = True, tell: Callable[[str], None] = print
    ) -> None:
        """Be ready to witness.

        Args:
            open_run: opens the run folders.
            seals: whether a task ends with its grade; otherwise whoever has ``tasks`` ends it.
            tell: is told once why nothing more can be written.
        """
        self._open_run = open_run
        self._seals = seals
        self._tell = tell
        self._lock = threading.RLock()
        self._sessions: dict[str, ServedRun] = {}
        self._single: dict[str, list[ServedRun]] = {}
        """Runs of single tasks, by the name that the agent gives itself."""
        self._open: dict[str, tuple[ServedRun, ServedTask]] = {}
        """Begun and not ended tasks by their id on the wire."""
        self.reason = ""
        """Why the agent did not come to its own end, once that is known; stands with its tasks."""
        self.failure = ""
        """Why the records ended early; empty while they go on."""

    def __call__(self, inner: Handler) -> Handler:
        """Return the handler that clients meet in place of ``inner``."""

        def handle(path: str, body: bytes) -> TwinReply:
            company = _COMPANY.fullmatch(path)
            if company:
                return self._call(inner, path, body, unquote(company[1]), company[2])
            reply = inner(path, body)
            note = _NOTES.get(path)
            if note is not None and reply.status == _OK:
                self._safely(lambda: note(self, inner, _fields(body), _fields(reply.body)))
            return reply

        return handle

    def task(self, wire_id: str) -> ServedTask | None:
        """Return a task that has begun and not ended."""
        found = self._open.get(wire_id)
        return None if found is None else found[1]

    def forget(self, wire_id: str) -> None:
        """Write nothing more of a task: it has ended."""
        with self._lock:
            self._open.pop(wire_id, None)

    def close(self) -> None:
        """End all runs; tasks that are open stay open in the records, as after a kill."""
        for run in (*self._sessions.values(), *chain(*self._single.values())):
            self._safely(lambda run=run: run.close())  # type: ignore[misc]

    def _call(self, inner: Handler, path: str, body: bytes, wire_id: str, route: str) -> TwinReply:
        task = self.task(wire_id)
        answers: list[TwinReply] = []

        def forward() -> TwinReply:
            answers.append(inner(path, body))
            return answers[0]

        if task is None or self.failure:
            return forward()
        try:
            return task.call(route, body, forward)
        except WorkspaceError as error:
            self._fail(error)
            return answers[0] if answers else forward()

    def _safely(self, note: Callable[[], object]) -> None:
        if self.failure:
            return
        try:
            note()
        except WorkspaceError as error:
            self._fail(error)

    def _fail(self, error: WorkspaceError) -> None:
        self.failure = str(error)
        self._tell(f"nothing more is recorded: {error}")

    def _session_started(self, inner: Handler, asked: JsonObject, told: JsonObject) -> None:
        session = str(told.get("session_id"))
        listed = _ask(inner, "/sessions/status", {"session_id": session}).get("tasks")
        rows = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
        name, architecture = (str(asked.get(key) or "") for key in ("name", "architecture"))
        with self._lock:
            run = self._open_run(name, architecture, [str(row["spec_id"]) for row in rows])
            run.session(session)
            self._sessions[session] = run

    def _task_started(self, inner: Handler, asked: JsonObject, told: JsonObject) -> None:
        wire_id = str(told.get("task_id"))
        with self._lock:
            if wire_id in self._open:
                return
            seen = _ask(inner, "/tasks/view", {"task_id": wire_id})
            by = {**told, "name": asked.get("name")}
            self._begin(wire_id, str(seen.get("spec")), str(seen.get("text")), by)

    def _begin(self, wire_id: str, spec: str, text: str, told: JsonObject) -> None:
        """Begin a task; ``told`` has the id of its session, or the name of a single one's agent."""
        run = self._sessions.get(str(told.get("session_id") or ""))
        run = run or self._for_single(spec, str(told.get("name") or ""))
        self._open[wire_id] = (run, run.begin(spec, wire_id, text))

    def _for_single(self, spec: str, name: str) -> ServedRun:
        known = self._single.setdefault(name, [])
        found = next((run for run in known if not run.has(spec)), None)
        if found is None:
            found = self._open_run(name, "", ())
            known.append(found)
        return found

    def _logged(self, inner: Handler, asked: JsonObject, told: JsonObject) -> None:
        del inner, told
        task = self.task(str(asked.get("task_id")))
        if task is not None:
            task.used(asked)

    def _completed(self, inner: Handler, asked: JsonObject, told: JsonObject) -> None:
        del inner
        evaluation = told.get("eval")
        found = evaluation if isinstance(evaluation, dict) else {}
        self._graded(str(asked.get("task_id")), found.get("score"), str(found.get("logs") or ""))

    def _graded(self, wire_id: str, score: object, logs: str) -> None:
        with self._lock:
            found = self._open.get(wire_id)
            if found is None:
                return
            run, task = found
            task.graded(float(score) if isinstance(score, int | float) else None, logs)
            if self._seals:
                del self._open[wire_id]
                run.finish(task, self.reason)

    def _submitted(self, inner: Handler, asked: JsonObject, told: JsonObject) -> None:
        """What was open when the session was submitted counts as the platform counts it."""
        del told
        session = str(asked.get("session_id"))
        run = self._sessions.get(session)
        if run is None:
            return
        listed = _ask(inner, "/sessions/status", {"session_id": session}).get("tasks")
        for row in listed if isinstance(listed, list) else []:
            if not isinstance(row, dict) or row.get("status") in _OPEN:
                continue
            wire_id, spec = str(row.get("task_id")), str(row.get("spec_id"))
            with self._lock:
                if wire_id not in self._open and not run.has(spec):
                    told_of = {"session_id": session}
                    self._begin(wire_id, spec, str(row.get("task_text")), {**told_of})
            reason = row.get("error_message")
            self._graded(wire_id, row.get("score"), f"FAIL: {reason}" if reason else "")
        run.submitted()


_NOTES: dict[str, Callable[[Witness, Handler, JsonObject, JsonObject], None]] = {
    "/sessions/start": Witness._session_started,
    "/tasks/start": Witness._task_started,
    "/tasks/log": Witness._logged,
    "/tasks/complete": Witness._completed,
    "/sessions/submit": Witness._submitted,
}
"""What is noted of a route of the platform: fields of the request, and of the answer."""


def _ask(inner: Handler, path: str, body: JsonObject) -> JsonObject:
    return _fields(inner(path, json.dumps(body).encode()).body)


def _fields(content: bytes) -> JsonObject:
    try:
        value = json.loads(content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

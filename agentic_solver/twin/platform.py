"""The benchmark platform on one suite: sessions, tasks, and the company API of each task.

``Twin.handle`` is the one entry, in the process and behind HTTP. It is safe to call it from many
threads: a lock per twin guards the registries, a lock per task its universe. Equal calls to equal
twins give equal bytes.
"""

import re
import threading
from collections.abc import Callable
from urllib.parse import unquote

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.body import Body, parse_body
from agentic_solver.twin.calllog import CallEntry
from agentic_solver.twin.entity import wire_number
from agentic_solver.twin.identifier import make_id, make_key, step_time
from agentic_solver.twin.reply import Hang, TwinReply, encode_reply, error_reply
from agentic_solver.twin.route import COMPANY, PLATFORM, PREFIXES
from agentic_solver.twin.running import Task
from agentic_solver.twin.session import Session, SessionRequest
from agentic_solver.twin.shape import check_fields, sample
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.universe import NOT_FOUND, Universe

__all__ = ["Hang", "Twin", "TwinReply"]

_SIMULATION = re.compile(rf"/(?:{'|'.join(PREFIXES)})/([^/]+)(/.+)")
_CACHED_TOKENS = "prompt_tokens_details.cached_tokens"


class Twin:
    """A platform with one benchmark; its id is the name of the suite."""

    def __init__(self, suite: Suite, *, seed: int = 0) -> None:
        """Prepare the platform; ``seed`` decides ids and wordings, 0 takes the first wording."""
        self._suite = suite
        self._seed = seed
        self._specs = {spec.id: spec for spec in suite.tasks}
        self._lock = threading.Lock()
        self._sessions: dict[str, Session] = {}
        self._tasks: dict[str, Task] = {}
        self._routes: dict[str, Callable[[Body], JsonObject]] = {
            "/benchmarks/list": self._list_benchmarks,
            "/benchmarks/view": self._view_benchmark,
            "/sessions/start": self._start_session,
            "/sessions/status": lambda body: self._session(body).view(),
            "/sessions/search": self._search_sessions,
            "/sessions/submit": self._submit_session,
            "/tasks/start": self._start_task,
            "/tasks/complete": self._complete_task,
            "/tasks/view": self._view_task,
            "/tasks/log": self._log_usage,
            "/get_key": self._get_key,
        }

    @property
    def suite(self) -> Suite:
        """The suite that is played."""
        return self._suite

    def handle(self, path: str, body: bytes) -> TwinReply:
        """Answer one POST of ``body`` to ``path``, whatever both are.

        Raises:
            Hang: (a TransportError) a ``timeout`` fault keeps the answer back.
        """
        try:
            simulation = _SIMULATION.fullmatch(path)
            if simulation:
                return self.task(unquote(simulation[1])).call(simulation[2], body)
            answer = self._routes.get(path)
            if answer is None:
                raise ApiError(404, NOT_FOUND)  # noqa: TRY301 - one envelope for all refusals
            fields = parse_body(body)
            check_fields(fields, PLATFORM[path].takes)
            return encode_reply(answer(fields))
        except ApiError as error:
            return error_reply(error)

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The sessions so far, the earliest first."""
        with self._lock:
            return tuple(self._sessions.values())

    @property
    def single_tasks(self) -> tuple[Task, ...]:
        """The tasks that were started outside of any session, the earliest first."""
        with self._lock:
            return tuple(task for task in self._tasks.values() if task.session_id is None)

    def task(self, task_id: str) -> Task:
        """Return a task by its platform id.

        Raises:
            ApiError: 404, there is none.
        """
        task = self._tasks.get(task_id)
        if task is None:
            raise ApiError(404, NOT_FOUND)
        return task

    def universe(self, task_id: str) -> Universe:
        """Return the truth behind a running task (for tests and tools; do not change it).

        Raises:
            ApiError: unknown, not started or ended.
        """
        return self.task(task_id).universe

    def calls(self, task_id: str) -> tuple[CallEntry, ...]:
        """Return the company calls of a task so far; raises ApiError where it is unknown."""
        return self.task(task_id).calls

    def _list_benchmarks(self, body: Body) -> JsonObject:
        del body
        suite = self._suite
        brief: JsonObject = {
            "id": suite.name,
            "short_description": suite.description,
            "status": "public",
            "tasks": len(suite.tasks),
        }
        return {"benchmarks": [brief]}

    def _view_benchmark(self, body: Body) -> JsonObject:
        self._check_benchmark(body)
        suite = self._suite
        return {
            "id": suite.name,
            "description": suite.description,
            "status": "public",
            "specs": [{"id": spec.id, "task": spec.wording(self._seed)} for spec in suite.tasks],
            "routes": [
                {
                    "path": path,
                    "description": route.text,
                    "sample_request": sample(route.takes),
                    "sample_response": sample(route.gives),
                }
                for path, route in COMPANY.items()
            ],
        }

    def _check_benchmark(self, body: Body) -> None:
        name = body.text("benchmark")
        if name != self._suite.name:
            raise ApiError(404, f"benchmark {name!r} not found")

    def _start_session(self, body: Body) -> JsonObject:
        self._check_benchmark(body)
        request = SessionRequest(
            account_key=body.text("account_key"),
            benchmark=body.text("benchmark"),
            workspace=body.text("workspace"),
            name=body.text("name"),
            architecture=body.text("architecture"),
            flags=tuple(body.texts("flags")),
        )
        with self._lock:
            count = len(self._sessions)
            session_id = make_id("ssn", self._suite.name, self._seed, count)
            tasks = [
                self._make_task(spec, number, session_id)
                for number, spec in enumerate(self._suite.tasks)
            ]
            session = Session(
                request,
                tasks,
                session_id=session_id,
                created_at=step_time(count).isoformat(),
                description=self._suite.description,
            )
            self._sessions[session_id] = session
        return {"session_id": session_id, "task_count": len(tasks)}

    def _make_task(self, spec: TaskSpec, number: int, session_id: str | None) -> Task:
        """Register a new task; the caller holds the lock."""
        origin = (session_id, number) if session_id else ("ad-hoc", len(self._tasks))
        task = Task(
            self._suite,
            spec,
            task_id=make_id("tsk", self._suite.name, self._seed, *origin),
            text=spec.wording(self._seed),
            number=number,
            session_id=session_id,
        )
        self._tasks[task.id] = task
        return task

    def _session(self, body: Body) -> Session:
        session = self._sessions.get(body.text("session_id"))
        if session is None:
            raise ApiError(404, NOT_FOUND)
        return session

    def _search_sessions(self, body: Body) -> JsonObject:
        wanted = {
            "account_key": body.text("account_key"),
            "workspace": body.text("workspace"),
            "benchmark": body.text("benchmark"),
        }
        statuses = body.texts("status")
        with self._lock:
            sessions = list(self._sessions.values())
        found = [
            session.brief()
            for session in sessions
            if all(not text or getattr(session.request, k) == text for k, text in wanted.items())
            and (not statuses or session.status in statuses)
        ]
        return {"sessions": [*found]}

    def _submit_session(self, body: Body) -> JsonObject:
        return self._session(body).submit(force=body.flag("force"))

    def _start_task(self, body: Body) -> JsonObject:
        task_id = body.text("task_id")
        if task_id:
            return self.task(task_id).start()
        if not body.text("spec_id"):
            raise ApiError(400, "task_id is missing, or benchmark and spec_id")
        self._check_benchmark(body)
        spec = self._specs.get(body.text("spec_id"))
        if spec is None:
            raise ApiError(404, f"spec {body.text('spec_id')!r} not found")
        with self._lock:
            task = self._make_task(spec, 0, None)
        return task.start()

    def _complete_task(self, body: Body) -> JsonObject:
        task = self.task(body.text("task_id"))
        grade = task.complete()
        score = wire_number(grade.score)
        return {"status": task.status, "eval": {"score": score, "logs": grade.logs}}

    def _view_task(self, body: Body) -> JsonObject:
        return self.task(body.text("task_id")).view(body.integer("since"))

    def _log_usage(self, body: Body) -> JsonObject:
        task = self.task(body.text("task_id"))
        if not body.text("model"):
            raise ApiError(400, "model is required")
        usage: JsonObject = {
            "model": body.text("model"),
            "duration_sec": body.number("duration_sec"),
            "prompt_tokens": body.integer("prompt_tokens"),
            "cached_prompt_tokens": body.integer("cached_prompt_tokens"),
            "completion_tokens": body.integer("completion_tokens"),
        }
        nested = body.object("usage")
        if nested is not None:
            # The older SDK: counters nested, inner ones flattened with dots.
            usage["prompt_tokens"] = nested.integer("prompt_tokens")
            usage["cached_prompt_tokens"] = nested.integer(_CACHED_TOKENS)
            usage["completion_tokens"] = nested.integer("completion_tokens")
        task.log_usage(usage)
        return {}

    def _get_key(self, body: Body) -> JsonObject:
        email = body.text("email")
        if not email:
            raise ApiError(400, "email is required")
        key = make_key(email)
        # Clients in JavaScript read ``account_key``, those in Python ``key``.
        return {"key": key, "account_key": key, "public_key": make_id("pub", email)}

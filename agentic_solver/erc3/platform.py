"""The benchmark platform: benchmarks, sessions, the life of a task.

Reads are retried by the declared rule; whatever starts, completes, submits or logs is sent
exactly once. Failures are raised as drawn in :mod:`agentic_solver.erc3.fault`.
"""

import time
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar
from urllib.parse import quote

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3 import platform_wire as reply
from agentic_solver.erc3.fault import parse_payload, read_reply
from agentic_solver.erc3.retry import NO_RETRY, RetryRule
from agentic_solver.erc3.transport import Transport
from agentic_solver.erc3.wire import EmptyReply, WireReply
from agentic_solver.errors import SettingsError, UsageError

__all__ = ["PlatformClient", "sim_prefix"]

ReplyT = TypeVar("ReplyT", bound=WireReply)

_READ_RULE = RetryRule()
_OTHER_SIMULATIONS = frozenset({"store", "demo"})


def sim_prefix(benchmark: str, task_id: str) -> str:
    """Return the path under which the company API of a started task is served.

    Raises:
        UsageError: the benchmark has no company API, or the task id is empty.
    """
    if benchmark in _OTHER_SIMULATIONS:
        raise UsageError(f"benchmark {benchmark!r} has no company API")
    if not task_id.strip():
        raise UsageError("a company API needs the id of a started task")
    return f"/erc3-dev/{quote(task_id, safe='')}"


class PlatformClient:
    """Client of the platform; ``account_key`` is needed for sessions only."""

    def __init__(
        self,
        transport: Transport,
        *,
        account_key: str = "",
        retry: RetryRule = _READ_RULE,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = transport
        self._account_key = account_key
        self._retry = retry
        self._sleep = sleep

    def list_benchmarks(self) -> tuple[reply.BenchmarkBrief, ...]:
        """Return all benchmarks."""
        return self._read("/benchmarks/list", {}, reply.BenchmarkList).benchmarks

    def view_benchmark(self, benchmark: str) -> reply.BenchmarkView:
        """Return one benchmark with its task specs."""
        return self._read("/benchmarks/view", {"benchmark": benchmark}, reply.BenchmarkView)

    def start_session(
        self,
        benchmark: str,
        *,
        workspace: str,
        name: str,
        architecture: str,
        flags: Sequence[str] = (),
    ) -> reply.StartedSession:
        """Start a session; the texts are free and shown on leaderboards."""
        body: JsonObject = {
            "account_key": self._key(),
            "benchmark": benchmark,
            "workspace": workspace,
            "name": name,
            "architecture": architecture,
            "flags": list(flags),
        }
        return self._write("/sessions/start", body, reply.StartedSession)

    def session_status(self, session_id: str) -> reply.SessionStatus:
        """Return a session with its tasks; spec ids come without stray spaces."""
        return self._read("/sessions/status", {"session_id": session_id}, reply.SessionStatus)

    def search_sessions(
        self,
        *,
        workspace: str | None = None,
        benchmark: str | None = None,
        status: Sequence[Literal["open", "done", "evaluated"]] | None = None,
    ) -> tuple[reply.SessionBrief, ...]:
        """Return the account's sessions that match."""
        body: JsonObject = {"account_key": self._key()}
        if workspace is not None:
            body["workspace"] = workspace
        if benchmark is not None:
            body["benchmark"] = benchmark
        if status is not None:
            body["status"] = list(status)
        return self._read("/sessions/search", body, reply.SessionList).sessions

    def submit_session(self, session_id: str, *, force: bool = False) -> str:
        """Submit a session and return its status; open tasks need ``force``."""
        body: JsonObject = {"session_id": session_id}
        if force:
            body["force"] = True
        return self._write("/sessions/submit", body, reply.StatusReply).status

    def start_task(self, task_id: str) -> reply.StartedTask:
        """Start a task of a session."""
        return self._write("/tasks/start", {"task_id": task_id}, reply.StartedTask)

    def start_new_task(self, benchmark: str, spec_id: str, *, name: str = "") -> reply.StartedTask:
        """Start an ad-hoc task.

        Args:
            benchmark: its id.
            spec_id: in the platform's spelling (``TaskSpec.wire_id``).
            name: of the agent; told to a twin that records, left out where it is empty.
        """
        body: JsonObject = {"benchmark": benchmark, "spec_id": spec_id}
        if name:
            body["name"] = name
        return self._write("/tasks/start", body, reply.StartedTask)

    def complete_task(self, task_id: str) -> reply.CompletedTask:
        """Complete a task and return its evaluation, if it is shown."""
        return self._write("/tasks/complete", {"task_id": task_id}, reply.CompletedTask)

    def task_detail(self, task_id: str, *, since: int | None = None) -> reply.TaskDetail:
        """Return a task with its log, from entry ``since`` on."""
        body: JsonObject = {"task_id": task_id}
        if since is not None:
            body["since"] = since
        return self._read("/tasks/view", body, reply.TaskDetail)

    def log_llm(
        self,
        task_id: str,
        completion: str,
        *,
        model: str,
        duration_sec: float,
        prompt_tokens: int,
        cached_prompt_tokens: int,
        completion_tokens: int,
        prompt: str | None = None,
    ) -> None:
        """Report one call of a language model; ``model`` is a slug such as ``maker/name``."""
        body: JsonObject = {
            "task_id": task_id,
            "completion": completion,
            "model": model,
            "duration_sec": duration_sec,
            "prompt_tokens": prompt_tokens,
            "cached_prompt_tokens": cached_prompt_tokens,
            "completion_tokens": completion_tokens,
        }
        if prompt is not None:
            body["prompt"] = prompt
        self._write("/tasks/log", body, EmptyReply)

    def get_key(self, email: str) -> reply.AccountKey:
        """Return the account key of an e-mail address."""
        return self._write("/get_key", {"email": email}, reply.AccountKey)

    def _key(self) -> str:
        if not self._account_key:
            raise SettingsError("sessions need an account key (ERC3_API_KEY)")
        return self._account_key

    def _read(self, path: str, body: JsonObject, model: type[ReplyT]) -> ReplyT:
        return self._call(path, body, model, self._retry)

    def _write(self, path: str, body: JsonObject, model: type[ReplyT]) -> ReplyT:
        return self._call(path, body, model, NO_RETRY)

    def _call(self, path: str, body: JsonObject, model: type[ReplyT], rule: RetryRule) -> ReplyT:
        def ask() -> ReplyT:
            payload = read_reply(path, self._transport.post(path, body))
            return parse_payload(path, model, payload)

        return rule.ask(ask, self._sleep)

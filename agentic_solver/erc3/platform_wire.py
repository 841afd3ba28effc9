"""What the benchmark platform sends: benchmarks, sessions, tasks, evaluations."""

from typing import Annotated, Any

from pydantic import AliasChoices, Field, StringConstraints

from agentic_solver.erc3.wire import OptionalText, Rows, WireReply

__all__ = [
    "AccountKey",
    "BenchmarkBrief",
    "BenchmarkList",
    "BenchmarkView",
    "CompletedTask",
    "Evaluation",
    "RouteInfo",
    "SessionBrief",
    "SessionList",
    "SessionStatus",
    "StartedSession",
    "StartedTask",
    "StatusReply",
    "TaskDetail",
    "TaskInfo",
    "TaskLogEntry",
    "TaskSpec",
]


class BenchmarkBrief(WireReply):
    """One line of the list of benchmarks."""

    id: str
    short_description: OptionalText = ""
    status: OptionalText = ""
    tasks: int = 0


class BenchmarkList(WireReply):
    """All benchmarks."""

    benchmarks: Rows[BenchmarkBrief]


class TaskSpec(WireReply):
    """A task of a benchmark before it is drawn for a session."""

    wire_id: str = Field(validation_alias="id", min_length=1)
    """The id as the platform spells it, stray spaces included: send this one back."""
    task: OptionalText = ""
    gotcha: OptionalText = ""

    @property
    def id(self) -> str:
        """The id without stray spaces, fit for a file name."""
        return self.wire_id.strip()


class RouteInfo(WireReply):
    """The platform's own documentation of a route."""

    path: str
    description: OptionalText = ""
    sample_request: Any = None
    sample_response: Any = None


class BenchmarkView(WireReply):
    """One benchmark with its tasks and routes."""

    id: str
    description: OptionalText = ""
    status: OptionalText = ""
    specs: Rows[TaskSpec] = ()
    routes: Rows[RouteInfo] = ()


class StartedSession(WireReply):
    """A new session."""

    session_id: str = Field(min_length=1)
    task_count: int


SpecId = Annotated[OptionalText, StringConstraints(strip_whitespace=True)]
"""A spec id without the stray spaces of some of them, fit for a file name."""


class TaskInfo(WireReply):
    """A task of a session; ``num`` counts from 0, ``score`` means nothing before completion."""

    task_id: str = Field(min_length=1)
    spec_id: SpecId
    num: int = 0
    task_text: str
    status: str
    score: float | None = None
    benchmark: OptionalText = ""
    error_message: OptionalText = ""


class SessionStatus(WireReply):
    """A session with its tasks and counters."""

    status: str
    benchmark: OptionalText = ""
    name: OptionalText = ""
    architecture: OptionalText = ""
    flags: Rows[str] = ()
    new: int = 0
    running: int = 0
    completed: int = 0
    failed: int = 0
    score: float | None = None
    tasks: Rows[TaskInfo]


class SessionBrief(WireReply):
    """One line of the search for sessions."""

    id: str
    benchmark_type: OptionalText = ""
    status: OptionalText = ""
    created_at: Any = None
    workspace: OptionalText = ""
    benchmark_description: OptionalText = ""
    total_tasks: int = 0
    completed_tasks: int = 0
    running_tasks: int = 0
    new_tasks: int = 0
    failed_tasks: int = 0
    score: float | None = None


class SessionList(WireReply):
    """Sessions found."""

    sessions: Rows[SessionBrief]


class StatusReply(WireReply):
    """Only a status."""

    status: OptionalText = ""


class StartedTask(WireReply):
    """A started task; ``session_id`` is None for an ad-hoc one."""

    task_id: str = Field(min_length=1)
    session_id: str | None = None
    status: OptionalText = ""


class Evaluation(WireReply):
    """The score of a task, 0 or 1, and why."""

    score: float
    logs: OptionalText = ""


class CompletedTask(WireReply):
    """A completed task; the evaluation is None where the platform withholds it."""

    status: OptionalText = ""
    eval: Evaluation | None = None


class TaskLogEntry(WireReply):
    """One entry of a task's log; times and bodies as they come."""

    type: OptionalText = ""
    text: OptionalText = ""
    time: Any = None
    unix: Any = None
    body: Any = None


class TaskDetail(WireReply):
    """A task with its log."""

    task_id: str
    text: OptionalText = ""
    session_id: str | None = None
    spec: SpecId = ""
    status: OptionalText = ""
    benchmark: OptionalText = ""
    score: float | None = None
    error_message: OptionalText = ""
    logs: Rows[TaskLogEntry] = ()


class AccountKey(WireReply):
    """The keys of an account."""

    key: str = Field(min_length=1, repr=False, validation_alias=AliasChoices("key", "account_key"))
    public_key: OptionalText = ""

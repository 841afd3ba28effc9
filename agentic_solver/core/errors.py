"""Faults of the core. A verdict (ACCEPT, REJECT) is a value and never one of these.

    AgenticSolverError
    └── CoreError               exit 70  one controller pass could not be finished
        ├── RequestError        exit 2   not exactly one request with exactly one task
        ├── AgentFailedError    exit 4   no schema-valid reply within ``max_retries`` calls
        ├── TaskChangedError    exit 4   the planner answered with another task
        ├── UnknownWorkerError  exit 4   the planner chose a worker that does not exist
        ├── UnknownToolError    exit 4   a tool was asked for that is not registered
        ├── ToolArgumentError   exit 4   the arguments do not fit the tool; it was not run
        ├── AgentInputError     exit 70  the input does not fit an agent's input schema
        └── ToolTakenError      exit 70  two tools were registered under one name

What an agent or a tool raises by itself is not caught here and reaches the caller unchanged.
"""

from agentic_solver.errors import AgenticSolverError

__all__ = [
    "AgentFailedError",
    "AgentInputError",
    "CoreError",
    "RequestError",
    "TaskChangedError",
    "ToolArgumentError",
    "ToolTakenError",
    "UnknownToolError",
    "UnknownWorkerError",
]


class CoreError(AgenticSolverError):
    """One controller pass could not be finished."""


class RequestError(CoreError):
    """The controller was handed something else than one request with one task."""

    exit_code = 2


class AgentFailedError(CoreError):
    """An agent gave no schema-valid reply within ``max_retries`` calls."""

    exit_code = 4

    def __init__(self, agent: str, calls: int, last_error: str) -> None:
        super().__init__(f"agent {agent!r} gave no valid reply in {calls} call(s): {last_error}")
        self.agent = agent
        self.calls = calls
        self.last_error = last_error
        """The validation error of the last reply; it never quotes the reply."""


class TaskChangedError(CoreError):
    """The planner answered with another task than the one it was given."""

    exit_code = 4


class UnknownWorkerError(CoreError):
    """The planner chose a worker that the dispatcher does not hold."""

    exit_code = 4


class UnknownToolError(CoreError):
    """A tool was asked for that nobody registered."""

    exit_code = 4


class ToolArgumentError(CoreError):
    """The arguments do not fit the tool's argument type; the tool was not run."""

    exit_code = 4


class AgentInputError(CoreError):
    """What the controller has to offer does not fit the agent's input schema."""


class ToolTakenError(CoreError):
    """A tool name was registered twice."""

"""L1, the agentic core: one attempt at one task, whatever the domain.

A domain brings a task type, agents (planner, workers, critic) and tools; the core runs them once
through a fixed sequence, checks everything that an agent says, and returns one immutable response.
The names below are the whole public surface. ``docs/new-domain.md`` shows how to use it.
"""

from agentic_solver.core.agent import REPAIR_KIND, AgentCallResult, AgentProtocol
from agentic_solver.core.analysis import AnalysisController
from agentic_solver.core.controller import Controller
from agentic_solver.core.dispatcher import AgentDispatcher
from agentic_solver.core.errors import (
    AgentFailedError,
    AgentInputError,
    CoreError,
    RequestError,
    TaskChangedError,
    ToolArgumentError,
    ToolTakenError,
    UnknownToolError,
    UnknownWorkerError,
)
from agentic_solver.core.reply import SchemaFault, describe, read_reply
from agentic_solver.core.request import (
    AnalysisControllerRequest,
    ControllerDomainInput,
    ControllerRequest,
)
from agentic_solver.core.response import AnalysisControllerResponse, ControllerResponse
from agentic_solver.core.schema import (
    CriticInput,
    Decision,
    Feedback,
    PlannerInput,
    PlannerOutput,
    ToolRequest,
    WorkerInput,
    WorkerOutput,
)
from agentic_solver.core.tool import ToolRegistry, ToolSpec
from agentic_solver.core.trace import TraceEntry

__all__ = [
    "REPAIR_KIND",
    "AgentCallResult",
    "AgentDispatcher",
    "AgentFailedError",
    "AgentInputError",
    "AgentProtocol",
    "AnalysisController",
    "AnalysisControllerRequest",
    "AnalysisControllerResponse",
    "Controller",
    "ControllerDomainInput",
    "ControllerRequest",
    "ControllerResponse",
    "CoreError",
    "CriticInput",
    "Decision",
    "Feedback",
    "PlannerInput",
    "PlannerOutput",
    "RequestError",
    "SchemaFault",
    "TaskChangedError",
    "ToolArgumentError",
    "ToolRegistry",
    "ToolRequest",
    "ToolSpec",
    "ToolTakenError",
    "TraceEntry",
    "UnknownToolError",
    "UnknownWorkerError",
    "WorkerInput",
    "WorkerOutput",
    "describe",
    "read_reply",
]

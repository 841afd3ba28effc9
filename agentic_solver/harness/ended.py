"""How a run ended that could not come to its end."""

from agentic_solver.contracts.wording import counted
from agentic_solver.errors import ModelUnavailableError, TransportError
from agentic_solver.harness.options import RunSummary

__all__ = ["raise_if_stopped"]


def raise_if_stopped(summary: RunSummary) -> None:
    """Raise what ended a run from outside; a limit, or Ctrl-C, is none of that.

    Raises:
        TransportError: the platform is gone.
        ModelUnavailableError: the model is gone, or never answered.
    """
    if summary.stopped:
        kind = TransportError if summary.platform_gone else ModelUnavailableError
        raise kind(f"stopped after {counted(summary.tasks, 'task')}: {summary.stopped}")
    if summary.unplanned:
        reason = next((r.forced for r in summary.results if r.unplanned and r.forced), "")
        raise ModelUnavailableError(f"no model call was answered: {reason or 'see model.jsonl'}")

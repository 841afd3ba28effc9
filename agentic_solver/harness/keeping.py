"""What has to be on the disk before something leaves the process: writes, and the response."""

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.erc3.execute.ledger import LedgerEntry
from agentic_solver.harness.task_folder import TaskFolder

__all__ = ["keep_entry", "keep_response"]


def keep_response(folder: TaskFolder, response: AgentResponse) -> None:
    """Write the response before it is sent; it leaves the process only when all before it is kept.

    Raises:
        WorkspaceError: the folder cannot be written.
    """
    folder.sync("calls.jsonl")
    folder.write("response.json", response.to_json(), sync=True)


def keep_entry(folder: TaskFolder, entry: LedgerEntry) -> None:
    """Append a line to the ledger; a write leaves the process only when all before it is kept."""
    started = entry.state == "started"
    if started:
        folder.sync("calls.jsonl")
    folder.append("ledger.jsonl", entry.to_json(), sync=started)

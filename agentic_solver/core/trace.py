"""The trace: which states a pass went through. Ordinal ids, no clock, nobody decides by it."""

from typing import Any, Literal

from pydantic import Field

from agentic_solver.contracts.model import Contract, Identifier

__all__ = ["State", "Trace", "TraceEntry"]

State = Literal["PLAN", "WORK", "TOOL", "CRITIC", "END"]


class TraceEntry(Contract):
    """One business transition."""

    id: str = Field(pattern=r"^t[1-9][0-9]*$")
    """Ordinal within the pass: ``t1``, ``t2`` ..."""
    state: State
    actor: Identifier
    """The agent, worker or tool that acted; ``controller`` for END."""
    outcome: Identifier
    """PLAN: the worker id (``plan`` in an analysis). WORK: ``result`` or ``tool_request``.
    TOOL: ``returned``. CRITIC and END: the decision (``plan`` in an analysis)."""


class Trace:
    """Collects the entries of one pass."""

    def __init__(self) -> None:
        self._entries: list[TraceEntry] = []

    def add(self, state: State, actor: str, outcome: str) -> None:
        """Note one transition."""
        entry_id = f"t{len(self._entries) + 1}"
        self._entries.append(TraceEntry(id=entry_id, state=state, actor=actor, outcome=outcome))

    def dump(self) -> list[dict[str, Any]]:
        """Return the entries as plain JSON data."""
        return [entry.to_json() for entry in self._entries]

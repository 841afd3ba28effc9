"""The ledger: an effect is applied at most once over all rounds, retries and resumes of a task."""

from collections.abc import Callable, Iterable
from typing import Literal

from agentic_solver.contracts.model import Contract, Identifier

__all__ = ["Ledger", "LedgerEntry"]


class LedgerEntry(Contract):
    """One line of the ledger. ``started`` is written before the call, ``applied`` after it."""

    write_key: Identifier
    state: Literal["started", "applied"]


class Ledger:
    """Append-only record of write keys; ``sink`` persists each line before the call goes out."""

    def __init__(
        self,
        entries: Iterable[LedgerEntry] = (),
        sink: Callable[[LedgerEntry], None] | None = None,
    ) -> None:
        self._states: dict[str, str] = {entry.write_key: entry.state for entry in entries}
        self._sink = sink

    def state(self, write_key: str) -> str | None:
        """Return ``started``, ``applied`` or None.

        ``started`` without ``applied`` means that nobody knows whether the write took effect:
        it is verified by reading, never sent again.
        """
        return self._states.get(write_key)

    def start(self, write_key: str) -> None:
        self._append(LedgerEntry(write_key=write_key, state="started"))

    def finish(self, write_key: str) -> None:
        self._append(LedgerEntry(write_key=write_key, state="applied"))

    @property
    def any_started(self) -> bool:
        """Whether an effect may have left the process."""
        return bool(self._states)

    def _append(self, entry: LedgerEntry) -> None:
        if self._sink is not None:
            self._sink(entry)
        self._states[entry.write_key] = entry.state

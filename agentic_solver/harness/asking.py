"""Who reads requests where no run has set it up: recordings, else a live model, else nobody."""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

from agentic_solver.contracts.request_reading import NOBODY, RequestReading
from agentic_solver.erc3.propose.reader import Reader, Unread, proof_id
from agentic_solver.erc3.propose.worker import ModelSettings, WorkerAnswer
from agentic_solver.harness.recorded_reading import (
    Readings,
    recorded_proofs,
    recorded_readings,
)
from agentic_solver.llm.model import Model

__all__ = ["Asking", "Readers"]


class Readers:
    """Reads requests and proofreads drafts; what it rests on is opened once it is needed."""

    def __init__(
        self,
        recordings: Path,
        *,
        open_live: Callable[[], Model] | None = None,
        settings: ModelSettings,
        mend: str,
    ) -> None:
        """Prepare to read.

        Args:
            recordings: a folder with recorded readings; it need not exist.
            open_live: opens the model that reads what is not recorded; None: nobody does.
            settings: how it is asked.
            mend: what to do where nobody can read, for the reason that is given.
        """
        self._recordings = recordings
        self._open_live = open_live
        self._settings = settings
        self.mend = mend

    @cached_property
    def recorded(self) -> Readings:
        """The recorded readings, by the text of the request."""
        return recorded_readings(self._recordings)

    @cached_property
    def proofs(self) -> Mapping[str, bool]:
        """The recorded verdicts on drafts, by their :func:`proof_id`."""
        return recorded_proofs(self._recordings)

    @cached_property
    def live(self) -> Model | None:
        """The live model, if there is one."""
        return None if self._open_live is None else self._open_live()

    def check(self) -> None:
        """Open what readings come from: what is wrong with it is known before a task begins.

        Raises:
            SettingsError: the live model lacks its key or its name.
            WorkspaceError: a file is no recording.
        """
        _ = self.recorded, self.live

    def of(
        self,
        text: str,
        key: str,
        on_exchange: Callable[[WorkerAnswer], None] = lambda _answer: None,
    ) -> "Asking":
        """Return what reads one request; ``key`` names its task in recordings."""

        def open_reader() -> Reader | None:
            if self.live is None:
                return None
            return Reader(self.live, self._settings, text=text, key=key, on_exchange=on_exchange)

        return Asking(self, text, open_reader)


class Asking:
    """Reads the request of one task and proofreads its drafts, as recorded, else live."""

    def __init__(
        self, readers: Readers, text: str, open_reader: Callable[[], Reader | None]
    ) -> None:
        self._readers = readers
        self._text = text
        self._open_reader = open_reader

    @cached_property
    def _live(self) -> Reader | None:
        return self._open_reader()

    def reads(self) -> RequestReading | Unread:
        """Return what the request asks to be changed, or why nobody could tell.

        Raises:
            ModelAccessError: the live reader cannot be asked.
        """
        found = self._readers.recorded.get(self._text)
        if found is not None:
            return found
        return f"{NOBODY}: {self._readers.mend}" if self._live is None else self._live()

    def proofread(self, draft: str, pages: str) -> bool:
        """Whether a change may stand that the request leaves open; one nobody has read may not."""
        found = self._readers.proofs.get(proof_id(self._text, draft, pages))
        if found is None and self._live is not None:
            return self._live.stands(draft, pages)
        return bool(found)

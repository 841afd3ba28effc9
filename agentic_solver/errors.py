"""The exception tree: faults only. Verdicts (accepted, rejected, denied) are values.

AgenticSolverError
├── UsageError              exit 2   the caller asked for something that does not exist or fit
│   ├── SuiteError                   a suite folder with a broken file (names file and line)
│   ├── WorkspaceError               a workspace folder that is missing, broken or unwritable
│   └── SettingsError                a missing key or a contradictory setting
├── PlatformError           exit 3   the benchmark platform failed
│   ├── TransportError               no usable HTTP answer (refused, reset, timeout, not JSON)
│   │   └── LostAnswerError          the process ended before the answer was recorded
│   ├── ApiError                     the platform answered with its error envelope
│   └── ApiPayloadError, PagingError, SystemBrokenError   see agentic_solver.erc3.fault
├── ModelError              exit 4   the language model failed
│   ├── ModelCallError               one call failed; another may not
│   │   ├── ModelReplyError          the reply is not usable (not JSON, cut off, refused)
│   │   └── ModelUnavailableError    no answer: network, overload, missing recording
│   │       └── NoRecordingError     this request is not among the recorded ones
│   └── ModelAccessError             no call can succeed: key, permission, name of the model
├── AgentError              exit 4   a foreign agent never made a call
├── LimitReachedError       exit 5   a run ended at one of its limits, and can be resumed
├── ReplayError             exit 1   a replay differs from its recording
│   └── BrokenRunError      exit 2   (also a WorkspaceError) parts of a run folder are missing
└── ContractError           exit 70  an internal contract was broken: a bug of ours
"""

from collections.abc import Sequence


class AgenticSolverError(Exception):
    """Root of every fault the engine raises. ``str(error)`` is one clear sentence."""

    exit_code = 70


class UsageError(AgenticSolverError):
    """The caller asked for something that does not exist or does not fit."""

    exit_code = 2


class SuiteError(UsageError):
    """A suite folder with a missing or broken file; names the file and the line.

    ``others`` are further faults of the same file, a sentence each.
    """

    def __init__(self, message: str, others: Sequence[str] = ()) -> None:
        more = f" (and {len(others)} more: suite check lists them)" if others else ""
        super().__init__(f"{message}{more}")
        self.faults = (message, *others) if others else (message,)


class WorkspaceError(UsageError):
    """A workspace folder that is missing, broken or not writable."""


class SettingsError(UsageError):
    """A missing key or a contradictory setting."""


class PlatformError(AgenticSolverError):
    """The benchmark platform failed."""

    exit_code = 3


class TransportError(PlatformError):
    """No usable HTTP answer: refused, reset, timed out, cut off, or not JSON."""


class LostAnswerError(TransportError):
    """A write was on its way when an earlier process of this run ended; it may have arrived."""


class ApiError(PlatformError):
    """The platform answered with its error envelope ``{"status", "error", "code"}``."""

    def __init__(
        self, status: int, error: str, code: str = "", *, retry_after_s: float | None = None
    ) -> None:
        super().__init__(f"status {status}: {error}")
        self.status = status
        self.error = error
        self.code = code
        self.retry_after_s = retry_after_s
        """The wait that the answer asks for before another try."""


class ModelError(AgenticSolverError):
    """The language model failed."""

    exit_code = 4
    retried: tuple[str, ...] = ()
    """Why each further request was sent before this one was the last."""


class ModelCallError(ModelError):
    """One call failed: a part of the task that asked, kept with it and answered for."""


class ModelReplyError(ModelCallError):
    """The model's reply is not usable: not JSON, cut off, or a refusal."""


class OwnFunctionError(ModelReplyError):
    """A function of the user's raised, or returned what cannot be used: asked again, it may do."""


class ModelUnavailableError(ModelCallError):
    """The model gave no answer: network, overload, or no recording."""


class NoRecordingError(ModelUnavailableError):
    """Nothing is recorded for this request; others may have been."""


class ModelAccessError(ModelError):
    """No call can succeed: the key, the permission or the name of the model is wrong.

    It concerns the set-up and not the task: no exchange is kept, no task is answered with it,
    and the run stops. So it is no :class:`ModelCallError`.
    """


class AgentError(AgenticSolverError):
    """A foreign agent never made a call: its command is wrong, not its answers."""

    exit_code = 4


class LimitReachedError(AgenticSolverError):
    """A run ended at one of its limits before its last task; it can be resumed."""

    exit_code = 5


class ReplayError(AgenticSolverError):
    """A replay differs from its recording; the message says where."""

    exit_code = 1


class BrokenRunError(WorkspaceError, ReplayError):
    """A run folder whose parts do not belong together: every command that reads it ends with 2."""

    exit_code = 2


class ContractError(AgenticSolverError):
    """An internal contract was broken: a bug in the engine, not in the input."""

"""Functions of the user's behind the Model seam: called aside, so that none holds up a worker.

A plain function is called in a thread of its own, a coroutine function on one event loop for all
calls, so that workers never wait for each other and one that never returns holds up nobody for
longer than its time.
"""

import concurrent.futures
import inspect
import threading
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from agentic_solver.errors import ModelError, ModelUnavailableError, OwnFunctionError
from agentic_solver.harness.crew import WORKER
from agentic_solver.llm.background_loop import BackgroundLoop, LateError, in_time

__all__ = ["OwnFunction"]


class OwnFunction:
    """A function that proposes or reads, under its name."""

    def __init__(self, function: Callable[..., Any], *, named: str, timeout_s: float) -> None:
        """``named`` says in messages what it is, such as ``the proposer NAME``."""
        self._function = function
        self._named = named
        self._timeout_s = timeout_s
        self._loop = BackgroundLoop()

    def __call__(self, asked: object) -> object:
        """Return what the function makes of ``asked``.

        Raises:
            ModelUnavailableError: it did not return in time.
            OwnFunctionError: it raised.
            ModelError: as the function raises it.
        """
        try:
            return self._called(asked)
        except LateError:
            raise ModelUnavailableError(
                f"{self._named} did not return within {self._timeout_s:g} s"
            ) from None
        except ModelError:
            raise
        except (Exception, SystemExit) as error:  # whatever code of the user's raises
            raise OwnFunctionError(f"{self._named} raised {_said(error)}") from error

    def _called(self, asked: object) -> object:
        """Call the function; what runs out of time is cancelled, or left behind as a daemon."""
        if inspect.iscoroutinefunction(self._function):
            return self._loop.run(self._function(asked), self._timeout_s)
        made: concurrent.futures.Future[object] = concurrent.futures.Future()

        def call() -> None:
            try:
                made.set_result(self._function(asked))
            except BaseException as error:  # noqa: BLE001  (carried over to the caller)
                made.set_exception(error)

        threading.Thread(target=call, name=f"{WORKER}own", daemon=True).start()
        given = in_time(made, self._timeout_s)
        if inspect.isawaitable(given):
            return self._loop.run(_awaited(given), self._timeout_s)
        return given


async def _awaited(given: Awaitable[object]) -> object:
    return await given


def _said(error: BaseException) -> str:
    """Say what was raised, and at which line of the user's file."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"

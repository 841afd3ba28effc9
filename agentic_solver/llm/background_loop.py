"""An event loop in a thread of its own, for coroutines that threads wait for side by side."""

import asyncio
import concurrent.futures
import threading
import weakref
from collections.abc import Coroutine
from typing import Any, TypeVar

__all__ = ["BackgroundLoop", "LateError", "in_time"]

T = TypeVar("T")


class LateError(Exception):
    """The time is up; a ``TimeoutError`` may be one of what was waited for."""


def in_time(made: "concurrent.futures.Future[T]", timeout_s: float) -> T:
    """Return what a future comes to, or raise what it raises.

    Raises:
        LateError: there is nothing after ``timeout_s`` seconds.
    """
    if not concurrent.futures.wait([made], timeout_s).done:
        raise LateError
    return made.result()


class BackgroundLoop:
    """Begun with the first coroutine; ends with the object, or with the process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, made: Coroutine[Any, Any, T], timeout_s: float) -> T:
        """Return what a coroutine comes to; it is cancelled when its time is up.

        Raises:
            LateError: there is nothing after ``timeout_s`` seconds.
        """
        task = asyncio.run_coroutine_threadsafe(made, self._begun())
        try:
            return in_time(task, timeout_s)
        except LateError:
            task.cancel()
            raise

    def _begun(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                loop = asyncio.new_event_loop()
                threading.Thread(target=_serve, args=(loop,), name="loop", daemon=True).start()
                weakref.finalize(self, loop.call_soon_threadsafe, loop.stop)
                self._loop = loop
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()

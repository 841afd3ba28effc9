"""The watchdog: interrupts what runs past its deadline, with one thread for the whole process.

A timer thread for every query costs more than most queries do.
"""

import atexit
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Watchdog", "shared_watchdog"]

_TICK_S = 0.05
"""How late an interrupt may come."""
_LINGER_S = 2.0
"""How long the thread looks out for more before it sleeps until it is called."""


class Watchdog:
    """Watches any number of calls; safe to share by threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._watched: dict[int, tuple[float, Callable[[], None]]] = {}
        self._number = 0
        self._thread: threading.Thread | None = None
        self._asleep = False
        self._stopped = False

    def stop(self) -> None:
        """End the thread; deadlines are not watched any more."""
        with self._changed:
            self._stopped = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join()

    @contextmanager
    def deadline(self, seconds: float, interrupt: Callable[[], None]) -> Iterator[None]:
        """Call ``interrupt`` if the block takes longer, and never once it has ended."""
        with self._changed:
            self._number += 1
            number = self._number
            self._watched[number] = (time.monotonic() + seconds, interrupt)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="watchdog", daemon=True)
                self._thread.start()
            elif self._asleep:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._watched.pop(number, None)

    def _look(self) -> None:
        quiet_since = time.monotonic()
        with self._changed:
            while not self._stopped:
                now = time.monotonic()
                for number, (until, interrupt) in tuple(self._watched.items()):
                    if now >= until:
                        del self._watched[number]
                        interrupt()
                if self._watched:
                    quiet_since = now
                # Polling spares every deadline a wake-up of this thread; sleeping spares an idle
                # process the polling.
                self._asleep = now - quiet_since > _LINGER_S
                self._changed.wait(None if self._asleep else _TICK_S)
                if self._asleep:
                    self._asleep, quiet_since = False, time.monotonic()


_SHARED = Watchdog()
# A thread that outlives the interpreter keeps the database's objects alive, which complain then.
atexit.register(_SHARED.stop)


def shared_watchdog() -> Watchdog:
    """Return the watchdog of this process."""
    return _SHARED

"""Workers: tasks played side by side, and an end that does not wait for the slowest.

The threads are daemons: one that waits minutes for a model must not hold up Ctrl-C.
"""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable

__all__ = ["WORKER", "play_all"]

WORKER = "worker-"
"""How the names of the threads begin."""

_GRACE_S = 5.0
"""Time that running tasks get to end after Ctrl-C."""


def play_all(
    count: int, play: Callable[[int], None], *, workers: int, stop: threading.Event
) -> None:
    """Call ``play`` with 0, 1, ... ``count - 1``, ``workers`` at a time; return when all ended.

    Whatever ``play`` raises stops the others after their current task and is raised. After
    Ctrl-C running tasks have five seconds to end; those that do not are left behind.

    Args:
        count: number of tasks.
        play: plays one task.
        workers: tasks at a time; 1 plays in the calling thread.
        stop: once set, no further task begins.
    """
    if workers <= 1:
        for number in range(count):
            if stop.is_set():
                return
            play(number)
        return
    waiting = deque(range(count))
    ends: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

    def work() -> None:
        try:
            while not stop.is_set():
                try:
                    number = waiting.popleft()
                except IndexError:
                    break
                play(number)
        except BaseException as error:  # noqa: BLE001  (carried over to the caller, which raises it)
            stop.set()
            ends.put(error)
        else:
            ends.put(None)

    crew = min(workers, count)
    begun = 0
    try:
        for number in range(crew):
            begun += 1  # Ctrl-C may come while the thread starts
            threading.Thread(target=work, name=f"{WORKER}{number}", daemon=True).start()
        errors = [error for _ in range(crew) if (error := ends.get()) is not None]
    except KeyboardInterrupt:
        stop.set()
        _wait(ends, begun)
        raise
    if errors:
        raise errors[0]


def _wait(ends: "queue.SimpleQueue[BaseException | None]", crew: int) -> None:
    until = time.monotonic() + _GRACE_S
    for _ in range(crew):
        try:
            ends.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return

"""A command that is told to end leaves its records in order."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["told_to_end"]


@contextmanager
def told_to_end() -> Iterator[None]:
    """Have SIGTERM, and SIGHUP of a terminal that is closed, end the block as Ctrl-C does."""
    # Who ignores a signal (nohup) goes on doing so.
    numbers = [
        number
        for number in (signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) is signal.SIG_DFL
    ]
    for number in numbers:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)

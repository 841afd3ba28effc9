"""Pauses before retries, spread: workers that failed together do not come back together.

The rules say how long to wait, to the second; chance is added only here, where time passes, and
never reaches anything that is decided or recorded.
"""

import random
from collections.abc import Callable

__all__ = ["spread"]

_SHARE = 0.25


def spread(
    sleep: Callable[[float], None], *, draw: Callable[[], float] = random.random
) -> Callable[[float], None]:
    """Return a sleep that takes up to a quarter longer than asked; ``draw`` gives 0 to 1."""

    def longer(seconds: float) -> None:
        sleep(seconds * (1 + _SHARE * draw()))

    return longer

"""How many examples a dear property gets: a few for whoever waits, all of them in CI."""

import os

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")  # noqa: TID251  (of the tests)
"""``ci`` or ``default``; both draw the same examples each time."""
_SHARE = 8


def examples(most: int, least: int = 10) -> int:
    """Return ``most`` in CI, else an eighth of it, but not less than ``least``."""
    return most if PROFILE == "ci" else max(least, most // _SHARE)

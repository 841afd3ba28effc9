"""The verdict on one value: as asked, otherwise, or open."""

from dataclasses import dataclass
from enum import Enum

__all__ = ["AGREES", "HELD", "OPEN", "Judged", "Says", "differs"]


class Says(Enum):
    """What a reading says of a value."""

    AGREES = "agrees"
    DIFFERS = "differs"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a reading says of one new value."""

    says: Says
    wanted: str = ""
    """What was asked for instead, in the words of the request or of the closed lists: nothing
    that is stored."""
    held: bool = False
    """Whether what is open is for the caller to say, however well a change may be proofread."""

    @property
    def agrees(self) -> bool:
        return self.says is Says.AGREES


AGREES = Judged(says=Says.AGREES)
OPEN = Judged(says=Says.OPEN)
HELD = Judged(says=Says.OPEN, held=True)


def differs(wanted: object = "") -> Judged:
    """Return that another value was asked for."""
    return Judged(says=Says.DIFFERS, wanted=str(wanted))

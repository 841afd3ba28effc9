"""What the monitor says of one call: values, which go to the agent and into the evidence."""

from typing import Literal

from agentic_solver.contracts.model import Contract, JsonObject

__all__ = ["Ruling", "Why"]

Why = Literal[
    "policy",
    "unasked",
    "open",
    "incomplete",
    "claim",
    "given_up",
    "protected",
    "link",
    "form",
    "unknown",
    "broken",
]
"""Why a call did not pass as it was.

- ``policy``: no rule gives the caller this.
- ``unasked``: the request does not ask for it.
- ``open``: the request does not settle it, or nobody has read it.
- ``incomplete``: not all that is asked for is done.
- ``claim``: the answer says what was not done.
- ``given_up``: it gives up what could be done.
- ``protected``: it tells a value that was withheld.
- ``link``: it names a record that is not there.
- ``form``: the call cannot be read.
- ``unknown``: there is no such route.
- ``broken``: a system that is needed to judge does not answer.
"""


class Ruling(Contract):
    """One line of evidence: what became of a call, and why."""

    verdict: Literal["passed", "cut", "refused", "held", "stopped", "answered"]
    """``passed`` as it was; ``cut``: a read, without what the caller may not see; ``refused``:
    policy; ``held``: a write, not sent; ``stopped``: an answer, not sent; ``answered``: by the
    guard in the agent's place."""
    why: Why | None = None
    message: str = ""
    """What the agent is told."""
    question: str = ""
    """The closed question that would settle it."""
    rules: tuple[str, ...] = ()
    """Ids of the rules that decided."""
    withheld: tuple[str, ...] = ()
    """Fields that were emptied; their values are nowhere in the evidence."""
    sent: JsonObject | None = None
    """What the platform was sent in the place of the agent's own body, where that differs."""

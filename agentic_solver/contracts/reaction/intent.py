"""The intent context: constitutional, environmental and emergent intents, side by side.

They come as arguments (from policy, from the environment's state, from experience); the
proposer weighs them and keeps nothing.
"""

from collections.abc import Iterable

from pydantic import Field

from agentic_solver.contracts.model import Contract, Identifier, ShortText
from agentic_solver.contracts.reaction.sense import BoundedJson
from agentic_solver.contracts.rule import Rule

__all__ = [
    "ConstitutionalIntent",
    "EmergentIntentCandidate",
    "EnvironmentalIntentSignal",
    "IntentContext",
    "constitution",
]


class ConstitutionalIntent(Contract):
    """What always holds; comes from policy."""

    intent_key: Identifier
    description: ShortText


class EnvironmentalIntentSignal(Contract):
    """What the environment imposes now, such as a page limit; comes from API state."""

    signal_key: Identifier
    constraint_code: str = Field(pattern=r"^[A-Z][A-Z0-9_]{0,63}$")
    payload: BoundedJson


class EmergentIntentCandidate(Contract):
    """What experience suggests, and where it comes from."""

    candidate_key: Identifier
    summary: ShortText
    provenance: str = Field(min_length=1, max_length=400, pattern=r"\S")


class IntentContext(Contract):
    """The three lists; the only place where intents enter a round."""

    constitutional: tuple[ConstitutionalIntent, ...] = Field(default=(), max_length=1_000)
    environmental: tuple[EnvironmentalIntentSignal, ...] = Field(default=(), max_length=256)
    emergent_candidates: tuple[EmergentIntentCandidate, ...] = Field(default=(), max_length=1_000)


def constitution(rules: Iterable[Rule]) -> tuple[ConstitutionalIntent, ...]:
    """Return the rules of the wiki as constitutional intents, in their order."""
    return tuple(
        ConstitutionalIntent(intent_key=rule.id, description=rule.statement) for rule in rules
    )

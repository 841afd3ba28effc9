"""The capability catalog: which affordances (tools) exist and how each may be used."""

from collections.abc import Iterable

from pydantic import Field

from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.model import Contract, Identifier
from agentic_solver.contracts.reaction.sense import MAX_JSON_BYTES, BoundedJson

__all__ = [
    "AffordanceCapability",
    "CapabilityCatalog",
    "RequestedResources",
    "make_catalog",
]


class RequestedResources(Contract):
    """What an attempt asks for; the cheaper attempt survives when attempts must be cut."""

    api_calls: int = Field(default=1, ge=0, le=100_000)
    rows: int = Field(default=1, ge=0, le=100_000_000)
    """Entities that are read or changed."""


class AffordanceCapability(Contract):
    """One affordance: a tool with its operation classes, schema and caps."""

    affordance_key: Identifier
    allowed_capability_handles: tuple[Identifier, ...] = Field(min_length=1, max_length=64)
    """Operation classes under which it may be used."""
    payload_schema: BoundedJson
    max_payload_bytes: int = Field(ge=2, le=MAX_JSON_BYTES)
    default_resources: RequestedResources


class CapabilityCatalog(Contract):
    """All affordances of a round, with a version."""

    version: Identifier
    affordances: tuple[AffordanceCapability, ...] = Field(max_length=1_000)

    def find(self, affordance_key: str) -> AffordanceCapability | None:
        """Return the affordance with exactly this key."""
        for affordance in self.affordances:
            if affordance.affordance_key == affordance_key:
                return affordance
        return None


def make_catalog(affordances: Iterable[AffordanceCapability]) -> CapabilityCatalog:
    """Return a catalog ordered by key, whose version is a hash of all that it says."""
    ordered = tuple(sorted(affordances, key=lambda a: a.affordance_key))
    return CapabilityCatalog(version=short_id(ordered), affordances=ordered)

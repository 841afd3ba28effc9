"""The company API as the snapshot sees it: a port with one method, and an optional second."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.wire import WireReply
from agentic_solver.errors import ApiError

__all__ = ["ApiCall", "CompanyApi", "ConcurrentCompanyApi", "SnapshotMode", "StreamingCompanyApi"]

SnapshotMode = Literal["lazy", "full"]
"""What a task reads of its company: what the plan needs, or everything before the plan runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiCall:
    """One read: route (``/employees/get``) and body."""

    route: str
    body: JsonObject


class CompanyApi(Protocol):
    """Reads of one task's company."""

    def call(self, route: str, body: JsonObject, *, cause: str) -> JsonObject:
        """Return the JSON payload of one read; ``cause`` goes into the call record.

        Raises:
            ApiError: the platform answered with an error.
            TransportError: no usable answer came.
        """
        ...


@runtime_checkable
class StreamingCompanyApi(CompanyApi, Protocol):
    """A port that can read without keeping: no cache, no second form of the answer."""

    def stream(self, route: str, body: JsonObject, *, cause: str) -> tuple[WireReply, str]:
        """Return the validated reply of one read and its JSON text, recorded like any other.

        Raises:
            ApiError: the platform answered with an error.
            TransportError: no usable answer came.
            ApiPayloadError: the answer has not the documented shape.
        """
        ...


@runtime_checkable
class ConcurrentCompanyApi(CompanyApi, Protocol):
    """A port that can have several independent reads under way."""

    def call_many(self, calls: Sequence[ApiCall], *, cause: str) -> Sequence[JsonObject | ApiError]:
        """Return one payload or platform error per call, in the order of the calls.

        Raises:
            TransportError: no usable answer came to one of them.
        """
        ...

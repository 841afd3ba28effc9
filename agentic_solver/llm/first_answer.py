"""Several models as one: each is asked only for what nothing is recorded of by those before it."""

import contextlib
from collections.abc import Callable, Sequence

from agentic_solver.errors import NoRecordingError
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.replaying import ReplayingModel

__all__ = ["FirstAnswer"]


class FirstAnswer:
    """Passes a request from one model to the next until one of them knows it."""

    def __init__(self, models: Sequence[Model], *, unknown: Callable[[ModelRequest], str]) -> None:
        """``unknown`` says of a request that none of the models knows what mends it."""
        self._models = tuple(models)
        self._unknown = unknown

    @property
    def name(self) -> str:
        """The name of the first model; ``nobody`` where there is none."""
        return self._models[0].name if self._models else "nobody"

    @property
    def recordings(self) -> ReplayingModel | None:
        """The recordings among the models."""
        for one in self._models:
            found = one.recordings if isinstance(one, FirstAnswer) else one
            if isinstance(found, ReplayingModel):
                return found
        return None

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the first reply.

        Raises:
            NoRecordingError: none of the models knows the request.
            ModelError: as the model does that was asked last.
        """
        for model in self._models:
            with contextlib.suppress(NoRecordingError):
                return model.complete(request)
        raise NoRecordingError(self._unknown(request))

"""Several models as one: each is asked only for what nothing is recorded of by those before it."""

from collections.abc import Sequence

from agentic_solver.errors import NoRecordingError
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.llm.replaying import ReplayingModel

__all__ = ["FirstAnswer"]


class FirstAnswer:
    """Passes a request from one model to the next until one of them knows it."""

    def __init__(self, models: Sequence[Model]) -> None:
        self._models = tuple(models)

    @property
    def name(self) -> str:
        """The name of the first model; ``nobody`` where there is none."""
        return self._models[0].name if self._models else "nobody"

    @property
    def recordings(self) -> ReplayingModel | None:
        """The recordings among the models."""
        return next((one for one in self._models if isinstance(one, ReplayingModel)), None)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the first reply.

        Raises:
            NoRecordingError: none of the models knows the request.
            ModelError: as the model does that was asked last.
        """
        unknown: NoRecordingError | None = None
        for model in self._models:
            try:
                return model.complete(request)
            except NoRecordingError as error:
                unknown = error
        raise unknown or NoRecordingError(
            f"nobody reads {request.key}: name a reader with --reader-model, or set "
            "ANTHROPIC_API_KEY"
        )

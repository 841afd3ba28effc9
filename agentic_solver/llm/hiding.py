"""A model whose words never repeat a key: some providers name the key that they refuse."""

from dataclasses import replace

from agentic_solver.errors import ModelError
from agentic_solver.llm.model import Model, ModelReply, ModelRequest
from agentic_solver.settings import hide

__all__ = ["HidingModel"]


class HidingModel:
    """Replaces keys in whatever comes back, faults included, before anybody writes it down."""

    def __init__(self, inner: Model, *keys: str) -> None:
        self._inner = inner
        self._keys = keys

    @property
    def name(self) -> str:
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the reply of the model behind, or raise its fault, without keys."""
        try:
            reply = self._inner.complete(request)
        except ModelError as error:
            told = hide(str(error), *self._keys)
            if told == str(error):
                raise
            # Without its cause, whose text holds the key as well.
            hidden = type(error)(told)
            hidden.retried = error.retried
            raise hidden from None
        return replace(
            reply, text=hide(reply.text, *self._keys), model=hide(reply.model, *self._keys)
        )

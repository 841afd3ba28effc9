"""A model without a model: answers come from a list or a function."""

import threading
from collections.abc import Callable, Iterable

from agentic_solver.errors import ModelError, ModelUnavailableError
from agentic_solver.llm.model import ModelReply, ModelRequest

__all__ = ["ScriptedModel"]

Scripted = ModelReply | ModelError | str


class ScriptedModel:
    """Gives the listed replies one by one, or what a function makes of each request.

    A text stands for a complete reply; a fault is raised. ``requests`` lists what was asked.
    Threads call a function side by side; of a list each gets another reply.
    """

    def __init__(
        self,
        replies: Iterable[Scripted] | Callable[[ModelRequest], Scripted],
        *,
        name: str = "scripted",
    ) -> None:
        self._answer = replies if callable(replies) else _one_by_one(name, tuple(replies))
        self._name = name
        self._lock = threading.Lock()
        self._requests: list[ModelRequest] = []

    @property
    def name(self) -> str:
        """The name given."""
        return self._name

    @property
    def requests(self) -> tuple[ModelRequest, ...]:
        """Every request so far, in order."""
        with self._lock:
            return tuple(self._requests)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return or raise the next scripted answer; ModelUnavailableError after the last."""
        with self._lock:
            self._requests.append(request)
        answer = self._answer(request)
        if isinstance(answer, ModelError):
            raise answer
        if isinstance(answer, str):
            return ModelReply(text=answer, model=self._name)
        return answer


def _one_by_one(name: str, replies: tuple[Scripted, ...]) -> Callable[[ModelRequest], Scripted]:
    left = iter(replies)

    def answer(request: ModelRequest) -> Scripted:
        given = next(left, None)
        if given is None:
            raise ModelUnavailableError(
                f"model {name!r} has only {len(replies)} scripted replies "
                f"(asked once more for {request.key!r})"
            )
        return given

    return answer

"""Readers of one's own: any function that says what a request asks to be changed, as a model.

It is told the request and nothing else, as every reader: no page, row or plan.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from agentic_solver.contracts.request_reading import NOBODY, RequestReading
from agentic_solver.core.reply import describe
from agentic_solver.erc3.propose.reader import is_proof, is_reading
from agentic_solver.errors import NoRecordingError, OwnFunctionError
from agentic_solver.harness.own_function import OwnFunction
from agentic_solver.llm.model import Message, ModelReply, ModelRequest

__all__ = ["OwnReader", "ReadRequest", "ReaderModel", "task_of"]

OwnReading = RequestReading | ModelReply | Mapping[str, Any] | str | None
"""A reading (docs/plans.md), its text, or a reply with its tokens; None: it does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRequest:
    """What a reader is asked: as data, and ready to be sent to a language model."""

    text: str
    """The request, as the caller words it."""
    task: str
    """Id of the task."""
    system: str
    """The instructions of the reader: the form of a reading, explained."""
    messages: tuple[Message, ...]
    """The conversation for a language model: the request alone."""
    max_tokens: int


OwnReader = Callable[[ReadRequest], OwnReading | Awaitable[OwnReading]]
"""Reads a request; may be a coroutine function. Several threads may call it at a time."""


class ReaderModel:
    """A reader of one's own behind the Model seam; it reads, and proofreads nothing."""

    def __init__(self, read: OwnReader, *, name: str, timeout_s: float) -> None:
        self._read = OwnFunction(read, named=f"the reader {name}", timeout_s=timeout_s)
        self._name = name

    @property
    def name(self) -> str:
        """The reader's name."""
        return self._name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return what the reader made of the request.

        Raises:
            NoRecordingError: it does not know the request, or another thing is to be read.
            ModelUnavailableError: it did not return in time.
            OwnFunctionError: it raised, or returned what is no reading.
        """
        if is_proof(request.key) or not is_reading(request.key):
            raise NoRecordingError(f"the reader {self._name} reads requests only")
        given = self._read(
            ReadRequest(
                text=request.messages[0].text,
                task=task_of(request),
                system="\n\n".join(block.text for block in request.system),
                messages=request.messages,
                max_tokens=request.max_tokens,
            )
        )
        if given is None:
            raise NoRecordingError(f"{NOBODY}: the reader {self._name} returned None")
        return given if isinstance(given, ModelReply) else self._reply(given)

    def _reply(self, given: object) -> ModelReply:
        try:
            return ModelReply(text=_text(given), model=self._name)
        except ValidationError as error:
            why = describe(error)
        except (TypeError, ValueError, RecursionError) as error:
            why = str(error)
        raise OwnFunctionError(f"the reader {self._name} returned no reading: {why}")


def task_of(request: ModelRequest) -> str:
    """Return the id of the task that a call of a reader is for, by its key."""
    return request.key.split("/")[-2] if request.key.count("/") >= 2 else request.key


def _text(given: object) -> str:
    """Return a reading as the text of a reply; one that a run keeps has a name around it.

    Raises:
        TypeError, ValueError, RecursionError: it is none.
    """
    match given:
        case str():
            return given
        case RequestReading():
            return given.model_dump_json(by_alias=True, exclude_defaults=True)
        case {"reading": Mapping() as kept}:
            return json.dumps(dict(kept), ensure_ascii=False)
        case Mapping():
            return json.dumps(dict(given), ensure_ascii=False)
        case _:
            raise TypeError(f"{type(given).__name__} is neither a reading (a dict) nor a text")

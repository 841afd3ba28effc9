"""Model exchanges as evidence: one line each, written when the answer is there, and read again."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.core.reply import describe
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.errors import ModelCallError, ModelError, WorkspaceError
from agentic_solver.harness.recorded import HAND, read_log
from agentic_solver.llm.model import Model, ModelReply, ModelRequest

__all__ = [
    "MODEL_LOG",
    "Asked",
    "KeptModel",
    "exchange_json",
    "last_reply",
    "read_replies",
    "tally",
    "task_tally",
]

MODEL_LOG = "model.jsonl"
Asked = Literal["all", "planner", "reader"]
"""Whose calls: the log of a task holds those of both, in the order in which they were made."""
_REPLY: TypeAdapter[ModelReply] = TypeAdapter(ModelReply)


class KeptModel:
    """Passes requests on and hands each exchange, faults included, to ``keep``.

    A refused access is no exchange: nothing is decided with it, and a resume asks again.
    """

    def __init__(self, inner: Model, keep: Callable[[JsonObject], None]) -> None:
        self._inner = inner
        self._keep = keep

    @property
    def name(self) -> str:
        """The name of the inner model."""
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the inner model's reply once the exchange is kept.

        Raises:
            ModelError: as the inner model does; that of a call once the exchange is kept.
        """
        try:
            reply = self._inner.complete(request)
        except ModelCallError as error:
            self._keep(exchange_json(request, error))
            raise
        self._keep(exchange_json(request, reply))
        return reply


def exchange_json(request: ModelRequest, reply: ModelReply | ModelCallError) -> JsonObject:
    """Return an exchange as a line of a log; system blocks by digest, the reply verbatim."""
    return {
        "request_id": request.id,
        "key": request.key,
        "messages": [{"role": m.role, "text": m.text} for m in request.messages],
        **_answered(reply),
    }


def last_reply(log: Path) -> str:
    """Return the planner's last reply in a log of exchanges; empty if there is none.

    Raises:
        WorkspaceError: the log cannot be read.
    """
    replies = [line.get("reply") for _, line in read_log(log) if not is_reading(line.get("key"))]
    texts = [str(reply.get("text", "")) for reply in replies if isinstance(reply, dict)]
    return texts[-1] if texts else ""


def _answered(reply: ModelReply | ModelCallError) -> JsonObject:
    if isinstance(reply, ModelCallError):
        fault: JsonObject = {"kind": type(reply).__name__, "message": str(reply)}
        return {"fault": fault | ({"retried": list(reply.retried)} if reply.retried else {})}
    usage = reply.usage
    return {
        "reply": {
            "text": reply.text,
            "stop_reason": reply.stop_reason.value,
            "model": reply.model,
            "tries": reply.tries,
            # Only where there is something to tell: older records have no such field.
            **({"retried": list(reply.retried)} if reply.retried else {}),
            "usage": {
                "input_tokens": usage.input_tokens,
                "output_tokens": usage.output_tokens,
                "cache_read_tokens": usage.cache_read_tokens,
                "cache_creation_tokens": usage.cache_creation_tokens,
            },
        },
    }


def read_replies(log: Path, asked: Asked = "all") -> Iterator[ModelReply | ModelError]:
    """Yield the answers of a log in order, all or those of one; none if there is no such file.

    Raises:
        WorkspaceError: a line is no exchange; names file and line.
    """
    faults = _model_faults()
    for number, line in read_log(log):
        if asked != "all" and is_reading(line.get("key")) is not (asked == "reader"):
            continue
        match line:
            case {"fault": {"kind": str(kind), "message": str(message), **more}} if kind in faults:
                fault = faults[kind](message)
                reasons = more.get("retried")
                fault.retried = tuple(map(str, reasons)) if isinstance(reasons, list) else ()
                yield fault
            case {"reply": dict(reply)}:
                try:
                    yield _REPLY.validate_python(reply)
                except ValidationError as error:
                    first = describe(error).split("\n")[0]
                    raise WorkspaceError(f"{log}, line {number}: {first}") from error
            case _:
                raise WorkspaceError(f"{log}, line {number}: no model exchange")


def _model_faults() -> dict[str, type[ModelError]]:
    kinds, waiting = {}, [ModelError]
    while waiting:
        kind = waiting.pop()
        kinds[kind.__name__] = kind
        waiting += kind.__subclasses__()
    return kinds


def tally(exchanges: Iterable[JsonObject]) -> JsonObject:
    """Return the calls, the calls without an answer, and the tokens of exchanges.

    The names are those of :class:`agentic_solver.harness.options.TaskResult`, and of
    :class:`agentic_solver.harness.options.Reading`.
    """
    lines = list(exchanges)
    replies = [reply for line in lines if isinstance(reply := line.get("reply"), dict)]
    usages = [usage for reply in replies if isinstance(usage := reply.get("usage"), dict)]

    def total(*names: str) -> int:
        counts = (usage.get(name) for usage in usages for name in names)
        return sum(count for count in counts if isinstance(count, int))

    return {
        "input_tokens": total("input_tokens", "cache_read_tokens", "cache_creation_tokens"),
        "cached_tokens": total("cache_read_tokens"),
        "output_tokens": total("output_tokens"),
        "model_faults": len(lines) - len(replies),
        "model_calls": sum(not _is_by_hand(line) for line in lines),
    }


def _is_by_hand(line: JsonObject) -> bool:
    """Whether somebody's file stood in the place of a model."""
    reply = line.get("reply")
    return isinstance(reply, dict) and reply.get("model") == HAND


def task_tally(exchanges: Iterable[JsonObject]) -> JsonObject:
    """Return the same of a task, and how many of its calls were the reader's."""
    lines = list(exchanges)
    read = [line for line in lines if is_reading(line.get("key"))]
    return {
        **tally(lines),
        "reader_calls": sum(not _is_by_hand(line) for line in read),
        "reader_faults": sum("reply" not in line for line in read),
    }

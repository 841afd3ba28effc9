"""The reader of a request: one small model call that sees the request and nothing else.

It is apart from the planner on purpose: what a poisoned page, rule or lesson could put into a plan
never reaches it. Its reply is a claim (:class:`RequestReading`) that the engine compares with what
the plan would write. A reading that cannot be had says why; it never agrees to anything.

Where the reading leaves open whether a change is what is asked (a value that the company's rules
give, a condition that no column holds, a text that the plan words), the reader proofreads the
change beside the company's pages. What it lets stand still has to pass all else.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ValidationError

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.contracts.request_reading import NOBODY, RequestReading
from agentic_solver.contracts.span import fold_text
from agentic_solver.core.reply import describe
from agentic_solver.erc3.propose.reply import json_part
from agentic_solver.erc3.propose.worker import ModelSettings, WorkerAnswer
from agentic_solver.errors import ModelCallError, ModelError, NoRecordingError
from agentic_solver.llm.model import (
    Message,
    Model,
    ModelReply,
    ModelRequest,
    StopReason,
    SystemBlock,
)

__all__ = [
    "READER_TOKENS",
    "Reader",
    "Unread",
    "is_proof",
    "is_reading",
    "lets_stand",
    "parse_reading",
    "proof_id",
    "proof_request",
    "proof_text",
    "read_reply",
    "reader_digest",
    "reader_prompt",
    "reading_json",
    "reading_key",
    "reading_request",
    "unanswered",
]

READER_TOKENS = 4_000
"""The longest reading, in tokens."""

_LONGEST = 200_000
"""In characters: a longer reply is refused unread."""
Unread = str
"""Why there is no reading, in one sentence."""
_END = "/reading"
_PROOF_END = "/proof"
"""What the keys of the reader's calls end with; those of the planner end with their round."""


def is_reading(key: object) -> bool:
    """Whether a call of a model, by its key, is one of the reader."""
    return isinstance(key, str) and key.endswith((_END, _PROOF_END))


def is_proof(key: object) -> bool:
    """Whether a call of the reader, by its key, proofreads a text."""
    return isinstance(key, str) and key.endswith(_PROOF_END)


@cache
def reader_prompt() -> str:
    """Return the instructions of the reader."""
    return _prompt("reader.md")


def _prompt(name: str) -> str:
    return files("agentic_solver.erc3.propose").joinpath(name).read_text("utf-8").strip()


@cache
def reader_digest() -> str:
    """Return the digest of the reader's instructions, for manifests."""
    return content_id([reader_prompt(), _prompt("proof.md")])[:16]


def reading_key(key: str) -> str:
    """Return the key of the call that reads the request of a task."""
    return f"{key}{_END}"


def reading_request(settings: ModelSettings, text: str, key: str) -> ModelRequest:
    """Return the call that asks for the reading of a request.

    No schema goes with it: the form refers to itself (a value may be that of a target), which the
    grammars of providers do not admit, and the schema alone would be longer than the prompt.
    """
    return ModelRequest(
        model=settings.model,
        system=(SystemBlock(text=reader_prompt(), cacheable=True),),
        messages=(Message(role="user", text=text),),
        max_tokens=min(READER_TOKENS, settings.max_tokens),
        effort=settings.effort,
        temperature=settings.temperature,
        key=reading_key(key),
    )


def proof_request(
    settings: ModelSettings, text: str, draft: str, pages: str, key: str
) -> ModelRequest:
    """Return the call that has a change proofread beside the company's pages.

    Its key names draft and pages: no other one is let stand by what was said of this one.
    """
    return ModelRequest(
        model=settings.model,
        system=(
            SystemBlock(text=_prompt("proof.md")),
            SystemBlock(text=f"<pages>\n{pages}\n</pages>", cacheable=True),
        ),
        messages=(Message(role="user", text=proof_text(text, draft)),),
        max_tokens=min(READER_TOKENS, settings.max_tokens),
        effort=settings.effort,
        temperature=settings.temperature,
        key=f"{key}/{proof_id(text, draft, pages)}{_PROOF_END}",
    )


def proof_text(text: str, draft: str) -> str:
    """Return what the reader is told of a request and a change drafted for it."""
    return f"<request>\n{text}\n</request>\n\n<draft>\n{draft}\n</draft>"


def proof_id(text: str, draft: str, pages: str) -> str:
    """Return the digest of a request, a change drafted for it, and the pages: part of a key."""
    return content_id([text, draft, pages])[:16]


class Reader:
    """Reads the request of one task, at most once, and proofreads changes that it leaves open."""

    def __init__(
        self,
        model: Model,
        settings: ModelSettings,
        *,
        text: str,
        key: str,
        on_exchange: Callable[[WorkerAnswer], None],
    ) -> None:
        """``key`` says what the call is for: benchmark and task."""
        self._model = model
        self._settings = settings
        self._text = text
        self._key = key
        self._on_exchange = on_exchange
        self._read: RequestReading | Unread | None = None
        self._proofs: dict[tuple[str, str], bool] = {}

    def __call__(self) -> RequestReading | Unread:
        """Return the reading, or why there is none."""
        if self._read is None:
            self._read = self._ask()
        return self._read

    def stands(self, draft: str, pages: str) -> bool:
        """Whether a drafted change may stand beside the company's pages; no answer is none."""
        if (draft, pages) not in self._proofs:
            asked = proof_request(self._settings, self._text, draft, pages, self._key)
            reply = self._answer(asked)
            stands = not isinstance(reply, ModelCallError) and lets_stand(reply)
            self._proofs[draft, pages] = stands
        return self._proofs[draft, pages]

    def _ask(self) -> RequestReading | Unread:
        reply = self._answer(reading_request(self._settings, self._text, self._key))
        return (
            unanswered(reply)
            if isinstance(reply, ModelCallError)
            else read_reply(reply, self._text)
        )

    def _answer(self, asked: ModelRequest) -> ModelReply | ModelCallError:
        reply: ModelReply | ModelCallError
        try:
            reply = self._model.complete(asked)
        except ModelCallError as fault:
            reply = fault
        self._on_exchange(WorkerAnswer(request=asked, reply=reply))
        return reply


def unanswered(fault: ModelError) -> Unread:
    """Say that there is no reading because there was no answer."""
    if isinstance(fault, NoRecordingError) and str(fault).startswith(NOBODY):
        return str(fault)
    return f"the reader gave no answer: {fault}"


def read_reply(reply: ModelReply, text: str) -> RequestReading | Unread:
    """Return the reading in a reply of the reader about the request ``text``."""
    if reply.stop_reason is StopReason.REFUSAL:
        return "the reader refused to answer"
    if reply.is_truncated:
        return "the reading was cut off"
    return parse_reading(reply.text, text)


def parse_reading(reply: str, text: str) -> RequestReading | Unread:
    """Return the reading in a reply about the request ``text``, or why it is none.

    Every word that it quotes has to stand in the request; how it is written (case, width, blanks)
    does not matter.
    """
    if len(reply) > _LONGEST:
        return "the reading is too long"
    try:
        reading = RequestReading.model_validate_json(json_part(reply))
    except ValidationError as error:
        return f"the reading has another form: {describe(error).splitlines()[0]}"
    except RecursionError:
        return "the reading is nested too deeply"
    folded = fold_text(text)
    if not all(fold_text(words) in folded for words in _quoted(reading)):
        return "the reading quotes words that do not stand in the request"
    return reading


def lets_stand(reply: ModelReply) -> bool:
    """Whether a reply of the proofreader names no passage; one of any other form does."""
    if reply.stop_reason is StopReason.REFUSAL or reply.is_truncated:
        return False
    try:
        return _Proof.model_validate_json(json_part(reply.text)).against == ()
    except (ValidationError, RecursionError):
        return False


class _Proof(Contract):
    against: tuple[str, ...]


def reading_json(read: RequestReading | Unread) -> JsonObject:
    """Return a reading as evidence, in the words of a reply, or why there is none."""
    if isinstance(read, str):
        return {"unread": read}
    told = read.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"reading": told}


def _quoted(part: object) -> Iterator[str]:
    """Yield every text of a reading that is copied from the request."""
    if isinstance(part, BaseModel):
        for name in type(part).model_fields:
            value = getattr(part, name)
            if name in ("words", "verb"):
                yield value
            else:
                yield from _quoted(value)
    elif isinstance(part, tuple):
        for item in part:
            yield from _quoted(item)

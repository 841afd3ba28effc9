"""The reading agent: asks the model for rule records; its input says which pages."""

from collections import Counter
from dataclasses import dataclass

from pydantic import BaseModel

from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.model import Contract, LongText
from agentic_solver.core import Feedback
from agentic_solver.erc3.acquire.prompt import (
    change_request,
    instructions,
    pages_text,
    portion_request,
    repair_request,
    roles_request,
)
from agentic_solver.erc3.acquire.wire import RuleDrafts, drafts_schema
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelReplyError
from agentic_solver.llm.model import Effort, Message, Model, ModelRequest, SystemBlock, Usage

__all__ = ["WHOLE_WIKI_CHARS", "Asking", "ReadingAgent", "ReadingInput", "portion_key"]

WHOLE_WIKI_CHARS = 400_000
"""What fits into a prompt: a longer wiki is shown in portions, a longer page not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How the model is asked."""

    model_name: str = ""
    """The provider's name of the model; empty means that of the model itself."""
    key: str = ""
    """What the keys of recordings begin with; empty means ``acquire/<sha8>``."""
    max_tokens: int = 32_000
    effort: Effort | None = None
    temperature: float | None = None


class ReadingInput(Contract):
    """What to read."""

    pages: tuple[str, ...]
    """Pages of the portion; empty asks for the roles of the whole wiki."""
    roles: tuple[str, ...] = ()
    """Names of the roles that are defined already."""
    changed: tuple[str, ...] = ()
    """``page#anchor`` of each section that has changed; empty: everything is new."""
    before: tuple[str, ...] = ()
    """Rules that stood in the changed sections, as ``id: statement``."""
    kept: tuple[str, ...] = ()
    """Rules of the other sections, as ``id (page): statement``."""
    complaints: LongText = ""
    """What was wrong with rejected records of the attempt before."""
    feedback: Feedback | None = None
    """Set by the dispatcher when a reply did not fit the schema."""


def portion_key(pages: tuple[str, ...]) -> str:
    """Return what the key of a recording calls a portion: the same pages, the same name."""
    return short_id(list(pages), 8) if pages else "roles"


class ReadingAgent:
    """Satisfies the core's agent protocol; counts its requests and tokens."""

    name = "wiki-reader"
    input_schema: type[BaseModel] = ReadingInput
    output_schema: type[BaseModel] = RuleDrafts

    def __init__(self, pages: WikiPages, model: Model, asking: Asking) -> None:
        """Ask ``model`` about ``pages``."""
        self._pages = pages
        self._model = model
        self._asking = asking
        self._key = asking.key or f"acquire/{pages.sha1[:8]}"
        self._asked: Counter[str] = Counter()
        self._rules = instructions()
        self._schema = drafts_schema()
        self.requests = 0
        self.usage = Usage()

    def _wiki(self, paths: tuple[str, ...]) -> str:
        """Return the pages to show: all of them unless the wiki is too large for a prompt."""
        whole = sum(len(text) for text in self._pages.pages.values()) <= WHOLE_WIKI_CHARS
        if whole:
            return pages_text(self._pages)
        shown = paths or tuple(self._pages.pages)[:100]
        return pages_text(WikiPages({path: self._pages.pages[path] for path in shown}))

    def __call__(self, input_json: str) -> str:
        """Return the model's reply as text.

        Raises:
            ModelReplyError: the model declined, or the reply was cut off.
            ModelUnavailableError: there was no reply.
        """
        asked = ReadingInput.model_validate_json(input_json)
        text = (
            portion_request(asked.pages, asked.roles)
            if asked.pages
            else roles_request(changed=bool(asked.changed))
        )
        if asked.changed:
            text = f"{text}\n\n{change_request(asked.changed, asked.before, asked.kept)}"
        if asked.complaints:
            text = f"{text}\n\n{repair_request(asked.complaints)}"
        if asked.feedback is not None:
            text = f"{text}\n\nYour last reply could not be read: {asked.feedback.message}"
        portion = portion_key(asked.pages)
        self._asked[portion] += 1
        reply = self._model.complete(
            ModelRequest(
                model=self._asking.model_name or self._model.name,
                messages=(Message(role="user", text=text),),
                max_tokens=self._asking.max_tokens,
                effort=self._asking.effort,
                temperature=self._asking.temperature,
                system=(
                    SystemBlock(text=self._rules),
                    SystemBlock(text=self._wiki(asked.pages), cacheable=True),
                ),
                output_schema=self._schema,
                key=f"{self._key}/{portion}/r{self._asked[portion]}",
            )
        )
        self.requests += 1
        self.usage = self.usage + reply.usage
        if reply.is_refusal or reply.is_truncated:
            raise ModelReplyError(f"the model's rule records are incomplete: {reply.stop_reason}")
        return reply.text

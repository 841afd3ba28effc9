"""The prompt of a task as it would be sent, block by block, with sizes."""

from dataclasses import dataclass
from typing import Literal

from agentic_solver.contracts.canonical import canonical_json, content_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.propose.reader import reader_prompt
from agentic_solver.erc3.propose.reply import reply_schema
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.experience import read_run_experience
from agentic_solver.harness.opened_task import open_task
from agentic_solver.workspace import Workspace

__all__ = ["BlockView", "PromptView", "view_prompt", "view_reader_prompt"]

_BYTES_A_TOKEN = 4
"""What English prose and SQL come to; the provider alone knows the true count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockView:
    """One part of a request to the model."""

    name: str
    text: str
    cacheable: bool

    @property
    def digest(self) -> str:
        return content_id(self.text)[:16]

    @property
    def size(self) -> int:
        """Bytes in UTF-8."""
        return len(self.text.encode("utf-8"))

    @property
    def tokens(self) -> int:
        """An estimate: four bytes a token."""
        return -(-self.size // _BYTES_A_TOKEN)

    def to_json(self) -> JsonObject:
        return {
            "name": self.name, "cacheable": self.cacheable, "digest": self.digest,
            "bytes": self.size, "tokens_estimated": self.tokens, "text": self.text,
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptView:
    """All parts in the order in which they are sent."""

    task: str
    policy_known: bool
    """Whether the workspace has rules of this company's wiki."""
    blocks: tuple[BlockView, ...]

    @property
    def tokens(self) -> int:
        return sum(block.tokens for block in self.blocks)

    @property
    def cacheable_share(self) -> float:
        """Part of the tokens that the provider may cache, 0 to 1."""
        cached = sum(block.tokens for block in self.blocks if block.cacheable)
        return cached / self.tokens if self.tokens else 0.0

    def to_json(self) -> JsonObject:
        return {
            "task": self.task,
            "policy_known": self.policy_known,
            "tokens_estimated": self.tokens,
            "cacheable_share": round(self.cacheable_share, 4),
            "blocks": [block.to_json() for block in self.blocks],
        }


def view_prompt(
    suite: str,
    task: str,
    workspace: Workspace,
    *,
    seed: int = 0,
    experience: Literal["off", "read"] = "off",
) -> PromptView:
    """Return the request of round 1 for ``task`` of ``suite``; nothing is sent.

    The schema of the reply is sent with the request and listed first.

    Raises:
        UsageError: there is no such suite or task.
    """
    opened = open_task(suite, task, workspace, seed=seed)
    catalog = load_catalog(workspace.tools)
    learnt = read_run_experience(experience, workspace, catalog)
    with Session.open(opened.identity) as session:
        name = opened.workbench(session).caller_name()
    reader = opened.company.reader(opened.identity, name, opened.benchmark, opened.text)
    told = tuple(text for _, text in learnt.guidance.lines(reader))
    prompt = opened.company.prompt(opened.identity, name, catalog, opened.text, told)
    return PromptView(
        task=task,
        policy_known=opened.company.known,
        blocks=(
            BlockView(name="reply schema", text=canonical_json(reply_schema()), cacheable=True),
            *(
                BlockView(name=block.name, text=block.text, cacheable=block.cacheable)
                for block in prompt.blocks
            ),
            BlockView(name="request", text=prompt.user, cacheable=False),
        ),
    )


def view_reader_prompt(suite: str, task: str, workspace: Workspace, *, seed: int = 0) -> PromptView:
    """Return what the reader is asked of ``task`` of ``suite``: its instructions and the request.

    Raises:
        UsageError: there is no such suite or task.
    """
    opened = open_task(suite, task, workspace, seed=seed)
    return PromptView(
        task=task,
        policy_known=opened.company.known,
        blocks=(
            BlockView(name="reader", text=reader_prompt(), cacheable=True),
            BlockView(name="request", text=opened.text, cacheable=False),
        ),
    )

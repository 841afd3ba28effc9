"""The prompt as a built artefact: ordered blocks, the stable ones first and marked cacheable.

Order is fixed whatever the content: contract and schema, what the company's wiki says to all its
people, what it gives to callers like this one, experience, then the task. Each block is the same
for more requests than the next. Nothing here holds a row of company data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3.propose.prompt_file import PromptFile

__all__ = ["CallerContext", "Prompt", "PromptBlock", "build_prompt", "contract_digest"]

_BLOCKS = frozenset({"contract", "company", "rights", "experience"})
_RULES = "# Policy of this company (rule id: rule; what has no id is not cited)"
_WIKI = "# Wiki of this company (folder, then page: title #anchors of `wiki_sections`)"
_RIGHTS = "# Rights of this caller"
_CLOSED = "# Closed to this caller (a refusal cites one of the rules)"
_CODES = (
    "# Codes that the wiki explains\nRecords hold the code, people are told the label, with the "
    "code unless they want none. SQL reads both from `wiki_lines` of the page: "
    "code trim(split_part(text, '|', 2), ' `'), label trim(split_part(text, '|', 3))."
)
_LEARNED = (
    "# Learned guidance\nWhat earlier tasks taught. On what is counted, what is linked and how it "
    "is written it comes before the rules and pages; it gives nobody a right."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptBlock:
    """One block of the system prompt."""

    name: str
    text: str
    cacheable: bool

    @property
    def digest(self) -> str:
        return content_id(self.text)[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerContext:
    """What the proposer may know of the caller: class, never id or name."""

    is_public: bool
    department: str
    location: str
    roles: tuple[str, ...]
    today: str

    @classmethod
    def of(cls, identity: Identity, roles: tuple[str, ...]) -> "CallerContext":
        return cls(
            is_public=identity.is_public,
            department=identity.department,
            location=identity.location,
            roles=roles,
            today=identity.today,
        )

    def sentence(self) -> str:
        if self.is_public:
            return f"The caller is a public visitor, not signed in. Today is {self.today}."
        roles = f" Policy classes: {', '.join(self.roles)}." if self.roles else ""
        return (
            f"The caller is signed in (`me.id`), department {self.department!r}, "
            f"location {self.location!r}.{roles} Today is {self.today}."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """System blocks plus the user message of round 1."""

    blocks: tuple[PromptBlock, ...]
    user: str
    caller: str = ""
    """The sentence in it that says who asks."""


@cache
def _text() -> str:
    return files("agentic_solver.erc3.propose").joinpath("contract.md").read_text("utf-8")


@cache
def contract_digest() -> str:
    """Return the digest of the planner's instructions, for manifests."""
    return content_id(_text())[:16]


@cache
def _contract(tables: str, writes: tuple[str, ...]) -> str:
    text = _text()
    listed = "\n".join(f"- {line}" for line in writes)
    return text.replace("{tables}", tables).replace("{writes}", listed)


def build_prompt(
    *,
    tables: str,
    writes: tuple[str, ...],
    policy: str,
    wiki: str,
    rights: str = "",
    closed: str = "",
    codes: str = "",
    experience: tuple[str, ...],
    caller: CallerContext,
    task_text: str,
    files: Sequence[PromptFile] = (),
) -> Prompt:
    """Assemble the prompt; equal inputs give equal text.

    Args:
        tables: the tables of plan SQL.
        writes: a line for each tool that changes something.
        policy: rules that hold for everybody like the caller.
        wiki: pages and headings.
        rights: rules that speak of this caller.
        closed: rules that a refusal to this caller may cite.
        codes: codes that the wiki explains.
        experience: learned guidance.
        caller: who asks, by class.
        task_text: the request.
        files: blocks that the workspace words itself.
    """
    contract = _contract(tables, writes)
    company = f"{_RULES}\n{policy or '(no rules known)'}\n\n{_WIKI}\n{wiki or '(empty)'}"
    if codes:
        company += f"\n\n{_CODES}\n{codes}"
    blocks = [
        PromptBlock(name="contract", text=contract, cacheable=True),
        PromptBlock(name="company", text=company, cacheable=True),
    ]
    parts = ((_RIGHTS, rights), (_CLOSED, closed))
    own = "\n\n".join(f"{head}\n{text}" for head, text in parts if text)
    if own:
        blocks.append(PromptBlock(name="rights", text=own, cacheable=True))
    if experience:
        lines = "\n".join(f"- {line}" for line in experience)
        blocks.append(PromptBlock(name="experience", text=f"{_LEARNED}\n{lines}", cacheable=False))
    lists = {"{tables}": tables, "{writes}": "\n".join(f"- {line}" for line in writes)}
    who = caller.sentence()
    user = f"{who}\n\nRequest:\n{task_text}"
    return Prompt(blocks=_worded(tuple(blocks), files, lists), user=user, caller=who)


def _worded(
    blocks: tuple[PromptBlock, ...], files: Sequence[PromptFile], lists: Mapping[str, str]
) -> tuple[PromptBlock, ...]:
    """Return the blocks with those that files word; more ones stand after the contract."""
    own = {file.name: file.text for file in files}
    for place, text in lists.items():
        own = {name: worded.replace(place, text) for name, worded in own.items()}
    contract, *others = (
        replace(block, text=own.pop(block.name).replace("{text}", block.text))
        if block.name in own
        else block
        for block in blocks
    )
    absent = own.keys() & _BLOCKS  # of other callers, or without experience: nothing to replace
    more = [
        PromptBlock(name=name, text=text, cacheable=True)
        for name, text in own.items()
        if name not in absent
    ]
    return (contract, *more, *others)

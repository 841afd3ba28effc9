"""What the workspace knows of a company: policy and wiki of its digest, tools, prompt blocks."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.experience.family import families_of
from agentic_solver.erc3.experience.guidance import ReaderContext
from agentic_solver.erc3.fault import PagingError
from agentic_solver.erc3.knowledge import (
    describe_tables,
    listed_codes,
    wiki_codes,
    wiki_outline,
)
from agentic_solver.erc3.plancache.key import plan_key
from agentic_solver.erc3.plancache.recall import Situation
from agentic_solver.erc3.policy.loader import policy_for
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policydrift import refuse_drift
from agentic_solver.erc3.propose.prompt import CallerContext, Prompt, build_prompt
from agentic_solver.erc3.propose.prompt_file import PromptFile, read_prompt_files
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.wiki import META_NAME, WikiPages, read_mirror
from agentic_solver.harness.options import Reading
from agentic_solver.workspace import Workspace

__all__ = ["Company", "CompanyShelf", "Reader", "Shelf", "fetch_wiki", "make_company"]

_MAX_PAGES = 5_000
"""As many as a mirror may hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """One wiki revision with everything compiled from it."""

    policy: Policy
    wiki: WikiPages
    policy_digest: str
    known: bool
    """Whether rules of this digest were found; without them only the baseline holds."""
    tables_text: str
    outline_text: str
    """Every page and heading of the wiki, for visitors; :attr:`unruled_text` for others."""
    unruled_text: str
    """Every page, and the headings of which the rules tell nothing."""
    codes_text: str
    reading: Reading | None = None
    """How the run itself read the wiki, if it did."""
    prompt_files: tuple[PromptFile, ...] = ()
    """Blocks of the prompt that the workspace words itself."""

    def prompt(
        self, identity: Identity, caller_name: str, catalog: Catalog, task_text: str,
        experience: tuple[str, ...] = (),
    ) -> Prompt:  # fmt: skip
        """Return the prompt of a task of this company.

        A visitor is nobody's colleague: what rules give to others is not told for one, so that no
        answer can tell it.
        """
        roles = self.policy.classes(identity, caller_name)
        briefing = self.policy.briefing(identity, caller_name, listed_codes(self.wiki))
        return build_prompt(
            tables=self.tables_text,
            writes=tuple(catalog.signatures(writes=True)),
            policy=briefing.general,
            wiki=self.outline_text if identity.is_public else self.unruled_text,
            rights=briefing.rights,
            closed=briefing.closed,
            codes=self.codes_text,
            experience=experience,
            caller=CallerContext.of(identity, roles),
            task_text=task_text,
            files=self.prompt_files,
        )

    def situation(
        self, identity: Identity, caller_name: str, benchmark: str, catalog: Catalog
    ) -> Situation:
        """Return what kept plans are looked up by, apart from the words of the request."""
        key = plan_key(
            benchmark=benchmark,
            tables=self.tables_text,
            policy=self.policy_digest,
            wiki=identity.wiki_sha1,
            tools=catalog.digest,
            identity=identity,
            roles=self.policy.classes(identity, caller_name),
        )
        return Situation(
            key=key,
            today=identity.today,
            department=identity.department,
            location=identity.location,
        )

    def reader(
        self, identity: Identity, caller_name: str, benchmark: str, text: str
    ) -> ReaderContext:
        """Return what scopes of experience are compared with: classes, never ids or names."""
        roles = self.policy.classes(identity, caller_name)
        return ReaderContext(
            benchmark=benchmark,
            wiki=identity.wiki_sha1,
            callers=("public", *roles) if identity.is_public else roles,
            families=families_of(text),
        )


class Shelf(Protocol):
    """Where a task gets its company from."""

    def company(self, sha1: str, fetch: Callable[[], WikiPages]) -> Company:
        """Return the company of a digest; ``fetch`` gets the pages that no mirror holds."""
        ...


class Reader(Protocol):
    """Gets rules for a wiki that has none."""

    def read(self, sha1: str, pages: WikiPages) -> tuple[Reading, Policy | None] | None:
        """Return how the reading ended, and the policy that came of it; None: not read."""
        ...

    def has_read(self, sha1: str) -> bool:
        """Whether it was this very reader that read a wiki, now and not from records."""
        ...


@dataclass(slots=True)
class _Slot:
    """Place of one company; its lock is held while it is made."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    company: Company | None = None


class CompanyShelf:
    """Loads companies by wiki digest, once; safe to share by threads.

    Who asks for a digest that is being loaded waits; who asks for another one does not.
    """

    def __init__(
        self, workspace: Workspace, more_policies: Path | None = None, reader: Reader | None = None
    ) -> None:
        """Load from a workspace.

        Args:
            workspace: where policies and mirrors are.
            more_policies: a folder with policies that the workspace lacks.
            reader: gets rules for wikis that have no policy anywhere.

        Raises:
            WorkspaceError: a block of the prompt that the workspace words is broken.
        """
        self._prompt_files = read_prompt_files(workspace.prompt)
        self._workspace = workspace
        self._more_policies = more_policies
        self._reader = reader
        self._slots: dict[str, _Slot] = {}
        self._lock = threading.Lock()

    def company(
        self,
        sha1: str,
        fetch: Callable[[], WikiPages],
        on_read: Callable[[Reading], None] = lambda _reading: None,
    ) -> Company:
        """Return the company of a digest.

        Args:
            sha1: the digest that the company reports.
            fetch: gets the pages that no mirror holds.
            on_read: is told when this very call had the wiki read.
        """
        with self._lock:
            slot = self._slots.setdefault(sha1, _Slot())
        with slot.lock:
            if slot.company is None:
                slot.company = self._load(sha1, fetch)
                reading = slot.company.reading
                if reading is not None and self._reader is not None and self._reader.has_read(sha1):
                    on_read(reading)
            return slot.company

    def _load(self, sha1: str, fetch: Callable[[], WikiPages]) -> Company:
        policy = policy_for(self._workspace.policy, sha1)
        if policy is not None or self._reader is None:
            refuse_drift(self._workspace, sha1)
        if policy is None and self._more_policies is not None:
            policy = policy_for(self._more_policies, sha1)
        wiki = self._mirrored(sha1)
        if wiki is None:
            wiki = fetch()
        reading: Reading | None = None
        if policy is None and self._reader is not None:
            if wiki.sha1 != sha1:
                wiki = fetch()  # somebody may have edited it while it was fetched
            reading, policy = self._reader.read(sha1, wiki) or (None, None)
        made = make_company(sha1, wiki, policy, reading)
        return replace(made, prompt_files=self._prompt_files)

    def _mirrored(self, sha1: str) -> WikiPages | None:
        folder = self._workspace.wiki / sha1[:8]
        if not (folder / META_NAME).is_file():
            return None
        wiki, meta = read_mirror(folder)
        return wiki if meta.wiki_sha1 == sha1 else None


def make_company(
    sha1: str, wiki: WikiPages, policy: Policy | None, reading: Reading | None = None
) -> Company:
    """Return a company; without a policy only the baseline holds."""
    found = policy if policy is not None else Policy(wiki_sha1=sha1, rules=())
    return Company(
        policy=found,
        wiki=wiki,
        policy_digest=content_id([rule.to_json() for rule in found.rules]),
        known=policy is not None,
        tables_text=describe_tables(),
        outline_text=wiki_outline(wiki),
        unruled_text=wiki_outline(wiki, {(rule.page, rule.anchor) for rule in found.rules}),
        codes_text=wiki_codes(wiki),
        reading=reading,
    )


def fetch_wiki(api: ClientApi) -> WikiPages:
    """Read every page of a wiki through the company API.

    Raises:
        PagingError: the wiki lists more pages than any wiki has.
        ApiError: the platform answered with an error.
        TransportError: no usable answer came.
    """
    paths = api.call("/wiki/list", {}, cause="wiki").get("paths")
    listed = paths if isinstance(paths, list) else []
    if len(listed) > _MAX_PAGES:
        raise PagingError(f"the wiki lists {len(listed)} pages; at most {_MAX_PAGES} are read")
    pages: dict[str, str] = {}
    for path in listed:
        payload = api.find("/wiki/load", {"file": path}, cause="wiki")
        if payload is not None:
            pages[str(path)] = str(payload.get("content") or "")
    return WikiPages(pages)

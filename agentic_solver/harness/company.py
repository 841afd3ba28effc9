"""What the workspace knows of a company: policy and wiki of its digest, tools, prompt blocks."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.experience.guidance import ReaderContext
from agentic_solver.erc3.knowledge import describe_tables, policy_text, wiki_outline
from agentic_solver.erc3.policy.loader import policy_for
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.propose.prompt import CallerContext, Prompt, build_prompt
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.wiki import META_NAME, WikiPages, read_mirror
from agentic_solver.workspace import Workspace

__all__ = ["Company", "CompanyShelf", "fetch_wiki"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """One wiki revision with everything compiled from it."""

    policy: Policy
    wiki: WikiPages
    policy_digest: str
    known: bool
    """Whether rules of this digest were found; without them only the baseline holds."""
    tables_text: str
    policy_text: str
    wiki_text: str

    def prompt(
        self, identity: Identity, caller_name: str, catalog: Catalog, task_text: str,
        experience: tuple[str, ...] = (),
    ) -> Prompt:  # fmt: skip
        """Return the prompt of a task of this company."""
        roles = self.policy.classes(identity, caller_name)
        return build_prompt(
            tables=self.tables_text,
            writes=tuple(catalog.signatures(writes=True)),
            policy=self.policy_text,
            wiki=self.wiki_text,
            experience=experience,
            caller=CallerContext.of(identity, roles),
            task_text=task_text,
        )

    def reader(self, identity: Identity, caller_name: str, benchmark: str) -> ReaderContext:
        """Return what scopes of experience are compared with: classes, never ids or names."""
        roles = self.policy.classes(identity, caller_name)
        return ReaderContext(
            benchmark=benchmark,
            wiki=identity.wiki_sha1,
            callers=("public", *roles) if identity.is_public else roles,
        )


class CompanyShelf:
    """Loads companies by wiki digest, once; safe to share by threads."""

    def __init__(self, workspace: Workspace, more_policies: Path | None = None) -> None:
        """Load from a workspace, and policies that it lacks from another folder."""
        self._workspace = workspace
        self._more_policies = more_policies
        self._companies: dict[str, Company] = {}
        self._lock = threading.Lock()

    def company(self, sha1: str, fetch: Callable[[], WikiPages]) -> Company:
        """Return the company of a digest; ``fetch`` gets the pages that no mirror holds."""
        with self._lock:
            if sha1 not in self._companies:
                self._companies[sha1] = self._load(sha1, fetch)
            return self._companies[sha1]

    def _load(self, sha1: str, fetch: Callable[[], WikiPages]) -> Company:
        policy = policy_for(self._workspace.policy, sha1)
        if policy is None and self._more_policies is not None:
            policy = policy_for(self._more_policies, sha1)
        found = policy if policy is not None else Policy(wiki_sha1=sha1, rules=())
        wiki = self._mirrored(sha1)
        if wiki is None:
            wiki = fetch()
        return Company(
            policy=found,
            wiki=wiki,
            policy_digest=content_id([rule.to_json() for rule in found.rules]),
            known=policy is not None,
            tables_text=describe_tables(),
            policy_text=policy_text(found),
            wiki_text=wiki_outline(wiki),
        )

    def _mirrored(self, sha1: str) -> WikiPages | None:
        folder = self._workspace.wiki / sha1[:8]
        if not (folder / META_NAME).is_file():
            return None
        wiki, meta = read_mirror(folder)
        return wiki if meta.wiki_sha1 == sha1 else None


def fetch_wiki(api: ClientApi) -> WikiPages:
    """Read every page of a wiki through the company API."""
    paths = api.call("/wiki/list", {}, cause="wiki").get("paths")
    pages: dict[str, str] = {}
    for path in paths if isinstance(paths, list) else []:
        payload = api.find("/wiki/load", {"file": path}, cause="wiki")
        if payload is not None:
            pages[str(path)] = str(payload.get("content") or "")
    return WikiPages(pages)

"""Another name of the company, in pages, records and requests alike."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from agentic_solver.errors import UsageError
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.variation.rewrite import rewrite_suite
from agentic_solver.twin.wikipages import WikiPages

__all__ = ["Renaming", "vary_company"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    """A company's old and new name, and the pages that had the old one."""

    old: str
    new: str
    pages: Mapping[str, WikiPages]
    """Digest of the renamed pages → the pages before."""

    def __call__(self, text: str) -> str:
        """Return a text with the name replaced where it stands as whole words."""
        words = r"\s+".join(re.escape(word) for word in self.old.split())
        return re.sub(rf"(?<!\w){words}(?!\w)", lambda _match: self.new, text)


def vary_company(suite: Suite, name: str) -> tuple[Suite, Renaming]:
    """Give the company another name.

    Raises:
        UsageError: the suite does not say what its company is called, or is called that already.
    """
    if not suite.company:
        raise UsageError(
            f"the suite {suite.name!r} does not say what its company is called, so that "
            "company= cannot replace it: add the field company to its suite.yaml"
        )
    if suite.company == name:
        raise UsageError(f"the company of {suite.name!r} is called {name!r} already: use another")
    rename = Renaming(old=suite.company, new=name, pages={})
    wikis = {
        wiki: WikiPages({rename(path): rename(content) for path, content in pages})
        for wiki, pages in suite.wikis.items()
    }
    varied = replace(rewrite_suite(suite, rename), company=name, wikis=wikis)
    before = {wikis[wiki].sha1: pages for wiki, pages in suite.wikis.items()}
    return varied, replace(rename, pages=before)

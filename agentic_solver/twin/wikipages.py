"""The pages of a wiki: read verbatim, digested, searched line by line, replaced whole."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from agentic_solver.errors import SuiteError
from agentic_solver.twin.suitefile import read_text

__all__ = ["WikiPages", "read_wiki", "wiki_digest"]


def wiki_digest(pages: Mapping[str, str]) -> str:
    """Return the hexadecimal SHA-1 over path, LF, content, LF of all pages in byte order."""
    digest = hashlib.sha1(usedforsecurity=False)
    for path in _in_order(pages):
        digest.update(f"{path}\n{pages[path]}\n".encode())
    return digest.hexdigest()


def _in_order(pages: Mapping[str, str]) -> list[str]:
    return sorted(pages, key=str.encode)


class WikiPages:
    """The pages of one universe; the order is that of the bytes of the paths."""

    def __init__(self, pages: Mapping[str, str], *, sha1: str | None = None) -> None:
        self._pages = dict(pages)
        self._sha1 = sha1
        self._paths: tuple[str, ...] | None = None

    @property
    def sha1(self) -> str:
        """The digest of the pages as they are now."""
        if self._sha1 is None:
            self._sha1 = wiki_digest(self._pages)
        return self._sha1

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths in order."""
        if self._paths is None:
            self._paths = tuple(_in_order(self._pages))
        return self._paths

    def get(self, path: str) -> str | None:
        """Return the content of a page, or None."""
        return self._pages.get(path)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        for path in self.paths:
            yield path, self._pages[path]

    def put(self, path: str, content: str) -> None:
        """Write a page; empty content removes it."""
        if content:
            self._pages[path] = content
        else:
            self._pages.pop(path, None)
        self._sha1 = self._paths = None

    def copy(self) -> "WikiPages":
        """Return pages that can be changed apart from these."""
        return WikiPages(self._pages, sha1=self.sha1)


def read_wiki(folder: Path) -> WikiPages:
    """Return the pages under ``folder``, byte for byte; hidden files are no pages.

    Raises:
        SuiteError: a file that is no Markdown page, or not UTF-8.
    """
    pages: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_dir() or any(part.startswith(".") for part in name.parts):
            continue
        if path.suffix != ".md":
            raise SuiteError(f"{path}, line 1: a wiki holds pages (*.md) only: move it away")
        content = read_text(path, verbatim=True)
        if not content:
            raise SuiteError(f"{path}, line 1: the page is empty: write it or remove it")
        pages[name.as_posix()] = content
    return WikiPages(pages)

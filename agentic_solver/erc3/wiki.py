"""The wiki of a company: its pages, its digest, its sections, and the mirror in the workspace."""

import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from pydantic import Field, ValidationError

from agentic_solver.contracts.model import Contract, ShortText
from agentic_solver.erc3.folding import fold_space
from agentic_solver.errors import WorkspaceError
from agentic_solver.workspace import write_text_atomic

__all__ = [
    "MirrorMeta",
    "PageMeta",
    "Section",
    "TaskSetMeta",
    "WikiPages",
    "mirror_path",
    "read_folder",
    "read_mirror",
    "wiki_digest",
    "write_mirror",
]

META_NAME = "wiki_meta.json"
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


def wiki_digest(pages: Mapping[str, str]) -> str:
    """Return the hex SHA-1 of all pages as the platform computes it.

    Pages sorted by path, each contributing path, newline, content, newline in UTF-8.
    """
    digest = hashlib.sha1(usedforsecurity=False)
    for path in sorted(pages, key=lambda name: name.encode("utf-8")):
        digest.update(f"{path}\n{pages[path]}\n".encode())
    return digest.hexdigest()


def _slug(heading: str) -> str:
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = unicodedata.normalize("NFC", text).strip().lower()
    kept = "".join(c for c in text if c.isalnum() or c in " -_" or unicodedata.combining(c))
    return kept.replace(" ", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and the lines below it, up to the next heading of any level."""

    page: str
    anchor: str
    """Unique slug on its page, as GitHub forms it; empty for text before any heading."""
    heading: str
    level: int
    """1 to 6; 0 for text before any heading."""
    content: str
    """The heading line and the lines below it."""


def _lines(text: str) -> Iterator[tuple[str, tuple[int, str] | None]]:
    """Yield each line, with level and text if it is a heading; fenced code has none."""
    fence = ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1)[0] == fence[0] and len(mark.group(1)) >= len(fence):
                fence = ""
            yield line, None
            continue
        if mark:
            fence = mark.group(1)
            yield line, None
            continue
        found = _HEADING.match(line.rstrip("\r\n"))
        yield line, (len(found.group(1)), (found.group(2) or "").strip()) if found else None


def _unique(slug: str, used: dict[str, int]) -> str:
    name = slug
    while name in used:
        used[slug] += 1
        name = f"{slug}-{used[slug]}"
    used[name] = 0
    return name


def split_sections(page: str, text: str) -> tuple[Section, ...]:
    """Return the sections of a page in order; empty text before the first heading is left out."""
    used = {"": 0}
    blocks: list[tuple[str, str, int, list[str]]] = [("", "", 0, [])]
    for line, heading in _lines(text):
        if heading is not None:
            level, title = heading
            blocks.append((_unique(_slug(title), used), title, level, []))
        blocks[-1][3].append(line)
    return tuple(
        Section(page=page, anchor=anchor, heading=title, level=level, content="".join(lines))
        for anchor, title, level, lines in blocks
        if level or "".join(lines).strip()
    )


class WikiPages:
    """The pages of one wiki revision, immutable."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        order = sorted(pages, key=lambda name: name.encode("utf-8"))
        self._pages: Mapping[str, str] = MappingProxyType({path: pages[path] for path in order})
        self._folded: dict[tuple[str, str], str] = {}
        """What :meth:`section` returns, white space folded, of those that were asked for."""

    @property
    def pages(self) -> Mapping[str, str]:
        """Path to content, in path order."""
        return self._pages

    @cached_property
    def sha1(self) -> str:
        """The digest that ``whoami`` reports for this revision."""
        return wiki_digest(self._pages)

    @cached_property
    def sections(self) -> Mapping[tuple[str, str], Section]:
        """Every section by page and anchor, in page order."""
        found = (s for page, text in self._pages.items() for s in split_sections(page, text))
        return MappingProxyType({(s.page, s.anchor): s for s in found})

    @cached_property
    def _by_page(self) -> Mapping[str, tuple[Section, ...]]:
        """The sections of each page that has one, in order."""
        ordered = groupby(self.sections.values(), key=lambda section: section.page)
        return MappingProxyType({page: tuple(sections) for page, sections in ordered})

    def sections_of(self, page: str) -> tuple[Section, ...]:
        """Return the sections of a page in order; none of a page that is not there."""
        return self._by_page.get(page, ())

    @cached_property
    def _folded_alone(self) -> Mapping[tuple[str, str], str]:
        return MappingProxyType(
            {place: fold_space(section.content) for place, section in self.sections.items()}
        )

    def holds(self, section: Section, quote: str) -> bool:
        """Whether one of the sections holds a quote itself, white space folded."""
        return fold_space(quote) in self._folded_alone[section.page, section.anchor]

    @cached_property
    def _headings(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for page, sections in self._by_page.items():
            path: list[Section] = []
            for section in sections:
                path = [step for step in path if step.level < section.level]
                above = (step.heading for step in path)
                found[page, section.anchor] = (*above, section.heading)
                path.append(section)
        return MappingProxyType(found)

    def headings(self, section: Section) -> tuple[str, ...]:
        """Return the headings above one of the sections, outermost first, and its own."""
        return self._headings[section.page, section.anchor]

    def section(self, page: str, anchor: str) -> str | None:
        """Return the text of a section with its subsections, or None if there is none."""
        own = self.sections.get((page, anchor))
        if own is None:
            return None
        parts: list[str] = []
        for section in self.sections_of(page):
            if section is own or (parts and own.level and section.level > own.level):
                parts.append(section.content)
            elif parts:
                break
        return "".join(parts)

    def has_quote(self, page: str, anchor: str, quote: str) -> bool:
        """Whether the quote stands under the anchor, white space folded; an empty one does not."""
        place, wanted = (page, anchor), fold_space(quote)
        if place not in self._folded:
            self._folded[place] = fold_space(self.section(page, anchor) or "")
        return bool(wanted) and wanted in self._folded[place]

    def find_quote(self, page: str, quote: str) -> str | None:
        """Return the anchor of the only section of a page that itself holds the quote, or None."""
        wanted = fold_space(quote)
        found = [
            section.anchor
            for section in self.sections_of(page)
            if wanted and wanted in self._folded_alone[page, section.anchor]
        ]
        return found[0] if len(found) == 1 else None

    def title(self, page: str) -> str:
        """Return the first heading of a page, or its path."""
        headings = (section.heading for section in self.sections_of(page) if section.heading)
        return next(headings, page)

    def summary(self, page: str) -> str:
        """Return the first paragraph of a page that is no heading, white space folded."""
        text = "".join(line for line, heading in _lines(self._pages[page]) if heading is None)
        paragraphs = (fold_space(part) for part in re.split(r"\n\s*\n", text))
        spoken = (part for part in paragraphs if re.search(r"\w", part))
        return next(spoken, "")[:300]

    @property
    def size(self) -> int:
        """Bytes of all pages in UTF-8."""
        return sum(len(text.encode("utf-8")) for text in self._pages.values())


class PageMeta(Contract):
    """One page of a mirror."""

    path: str = Field(min_length=1, max_length=300)
    title: ShortText
    summary: ShortText
    sha1: str = Field(pattern=r"^[0-9a-f]{40}$")
    """SHA-1 of the content alone."""


class TaskSetMeta(Contract):
    """Overview of the tasks that were known when the mirror was made."""

    name: str = Field(max_length=200)
    tasks: int = Field(ge=0)
    families: dict[str, int] = Field(default_factory=dict)
    """Tasks per family; the counts add up to ``tasks``."""


class MirrorMeta(Contract):
    """``wiki_meta.json``: what the folder must hold."""

    format: int = Field(default=1, ge=1, le=1)
    wiki_sha1: str = Field(pattern=r"^[0-9a-f]{40}$")
    pages: tuple[PageMeta, ...] = Field(max_length=5_000)
    task_set: TaskSetMeta | None = None


def _page_path(folder: Path, page: str) -> Path:
    parts = PurePosixPath(page).parts
    if not parts or PurePosixPath(page).is_absolute() or ".." in parts or "\\" in page:
        raise WorkspaceError(f"wiki page path {page!r} does not stay inside the mirror")
    return folder.joinpath(*parts)


def _content_sha1(text: str) -> str:
    return hashlib.sha1(text.encode("utf-8"), usedforsecurity=False).hexdigest()


def _read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise WorkspaceError(f"cannot read {path}: {_reason(error)}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise WorkspaceError(
            f"cannot read {path}, line {line}: not UTF-8 text: save the file as UTF-8"
        ) from error


def _reason(error: OSError) -> str:
    missing = isinstance(error, FileNotFoundError)
    return f"{error.strerror}: {'add it' if missing else 'make it readable'}"


def _files(folder: Path) -> Iterator[Path]:
    """Yield every file under ``folder``; one that cannot be listed is a fault, never left out."""

    def stop(error: OSError) -> None:
        raise error

    try:
        for root, _, names in os.walk(folder, onerror=stop):
            yield from (path for path in map(Path(root).joinpath, names) if path.is_file())
    except OSError as error:
        raise WorkspaceError(f"cannot read {error.filename}: {_reason(error)}") from error


def read_folder(folder: Path) -> WikiPages:
    """Read a plain folder of pages, such as ``wikis/<name>`` of a suite; every file is a page.

    Raises:
        WorkspaceError: if the folder is missing, or a file unreadable or not UTF-8 text.
    """
    if not folder.is_dir():
        raise WorkspaceError(f"{folder} is no wiki folder")
    files = sorted(path for path in _files(folder) if not path.name.startswith("."))
    pages = {
        path.relative_to(folder).as_posix(): _read_text(path)
        for path in files
        if path.name != META_NAME
    }
    return WikiPages(pages)


def mirror_path(root: Path, wiki_sha1: str) -> Path:
    """Return the folder of a mirrored wiki digest."""
    return root / wiki_sha1[:8]


def write_mirror(root: Path, pages: WikiPages, task_set: TaskSetMeta | None = None) -> Path:
    """Write the pages to ``<root>/<sha8>/`` with ``wiki_meta.json``; return that folder.

    The description is written last: a folder without it is no mirror.

    Raises:
        WorkspaceError: if a page path leaves the folder, the wiki has too many pages, or one
            cannot be written.
    """
    folder = mirror_path(root, pages.sha1)
    targets = {path: _page_path(folder, path) for path in pages.pages}
    text = json.dumps(
        _meta(pages, task_set).to_json(), indent=2, ensure_ascii=False, sort_keys=True
    )
    for path, target in targets.items():
        write_text_atomic(target, pages.pages[path])
    write_text_atomic(folder / META_NAME, text + "\n")
    return folder


def _meta(pages: WikiPages, task_set: TaskSetMeta | None) -> MirrorMeta:
    try:
        return _described(pages, task_set)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WorkspaceError(f"the wiki cannot be mirrored: {where}: {first['msg']}") from error


def _described(pages: WikiPages, task_set: TaskSetMeta | None) -> MirrorMeta:
    return MirrorMeta(
        wiki_sha1=pages.sha1,
        pages=tuple(
            PageMeta(
                path=path,
                title=pages.title(path)[:300],
                summary=pages.summary(path),
                sha1=_content_sha1(text),
            )
            for path, text in pages.pages.items()
        ),
        task_set=task_set,
    )


def read_mirror(folder: Path) -> tuple[WikiPages, MirrorMeta]:
    """Read a mirror and check it against its description.

    Raises:
        WorkspaceError: naming each page that is missing, surplus or changed, or a digest that
            does not fit.
    """
    try:
        meta = MirrorMeta.model_validate_json(_read_text(folder / META_NAME))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WorkspaceError(f"{folder / META_NAME}: {where}: {first['msg']}") from error
    pages = read_folder(folder)
    listed = {page.path: page.sha1 for page in meta.pages}
    problems = [f"{path} is missing" for path in listed if path not in pages.pages]
    problems += [f"{path} is not listed" for path in pages.pages if path not in listed]
    problems += [
        f"{path} has changed"
        for path, text in pages.pages.items()
        if path in listed and listed[path] != _content_sha1(text)
    ]
    if problems:
        raise WorkspaceError(f"{folder}: {META_NAME} and the pages disagree: {'; '.join(problems)}")
    if pages.sha1 != meta.wiki_sha1:
        raise WorkspaceError(f"{folder}: the pages have digest {pages.sha1}, not {meta.wiki_sha1}")
    if meta.task_set is not None and sum(meta.task_set.families.values()) != meta.task_set.tasks:
        raise WorkspaceError(f"{folder / META_NAME}: task_set counts do not add up")
    return pages, meta

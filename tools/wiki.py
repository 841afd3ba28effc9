"""Wiki: pages are written whole; empty content deletes; renaming is a copy, then an empty page."""

from typing import Any

from agentic_solver.erc3.tools.facade import (
    Affected,
    LinkKind,
    Operation,
    PlannedWrite,
    Postcondition,
    Reader,
    Rejected,
    ToolArguments,
    Writes,
    reads,
    writes,
)


class LineChange(ToolArguments):
    line: int
    text: str | None = None
    below: bool = False


NOT_PLAIN = Rejected(code="DOMAIN", reason="a page has a path like folder/page.md, without . or ..")


@reads("wiki_page", calls=("/wiki/load",))
def load_wiki_page(reader: Reader, path: str) -> Any:
    """One wiki page."""
    return reader.read("/wiki/load", {"file": path})


@reads("wiki_hits", calls=("/wiki/search",))
def search_wiki(reader: Reader, query_regex: str) -> Any:
    """Lines of wiki pages that match a regular expression."""
    return reader.read("/wiki/search", {"query_regex": query_regex})["results"] or []


def _is_plain(path: str) -> bool:
    """Whether a path names one page in one way: no empty, dotted or padded parts."""
    parts = path.split("/")
    return all(part == part.strip() and part not in ("", ".", "..") for part in parts)


def _paths(reader: Reader) -> list[str]:
    return reader.read("/wiki/list", {})["paths"] or []


def _write(reader: Reader, path: str, content: str, linked: bool = True) -> PlannedWrite:
    return PlannedWrite(
        operation=Operation.UPDATE_WIKI,
        route="/wiki/update",
        body={"file": path, "content": content, "changed_by": reader.caller},
        changes={"file": path, "content": content},
        merge_key=f"wiki:{path}",
        targets={"path": path},
        affected=(Affected(kind=LinkKind.WIKI, id=path),) if linked else (),
        postcondition=Postcondition(
            route="/wiki/load",
            body={"file": path},
            key="",
            expected={"content": content},
            absent=not content,
        ),
    )


@writes(
    Operation.UPDATE_WIKI,
    calls=("/wiki/list", "/wiki/load", "/wiki/update"),
    free_text=("content",),
)
def write_wiki_page(reader: Reader, path: str, content: str) -> Writes:
    """Create a wiki page or replace its whole content, byte for byte."""
    if not content:
        return Rejected(code="DOMAIN", reason="empty content deletes: use delete_wiki_page")
    if not _is_plain(path):
        return NOT_PLAIN
    return (_write(reader, path, content),)


@writes(Operation.UPDATE_WIKI, calls=("/wiki/list", "/wiki/load", "/wiki/update"))
def edit_wiki_page(reader: Reader, path: str, lines: tuple[LineChange, ...]) -> Writes:
    """Change lines of a page, numbered as in wiki_lines; all others stay.

    text takes the place of the line, or goes below it (below true; line 0: on top); without
    text it goes.
    """
    if path not in _paths(reader):
        return Rejected(code="UNKNOWN_TARGET", reason="no wiki page has this path")
    old = reader.read("/wiki/load", {"file": path})["content"].splitlines(keepends=True)
    replaced = [one.line for one in lines if not one.below]
    if len(set(replaced)) < len(replaced):
        return Rejected(code="DOMAIN", reason="two rows change one line")
    if any(not (not one.below) <= one.line <= len(old) for one in lines):
        return Rejected(code="DOMAIN", reason="the page has no such line")
    if any(one.below and not one.text for one in lines):
        return Rejected(code="DOMAIN", reason="what goes below a line needs a text")
    content = _edited(old, lines)
    if not content:
        return Rejected(code="DOMAIN", reason="empty content deletes: use delete_wiki_page")
    return (_write(reader, path, content),)


def _edited(old: list[str], changes: tuple[LineChange, ...]) -> str:
    """Return a page with changed lines; each ends as the lines beside it do."""
    new = list[str]()
    for number, line in enumerate(["", *old]):
        kept = line
        for one in changes:
            if one.line == number and not one.below:
                body = line.rstrip("\r\n")
                kept = "" if one.text is None else one.text + line[len(body) :]
        new.append(kept)
        for one in changes:
            if one.line == number and one.below and one.text:
                if new[-1] and not new[-1].endswith("\n"):  # the last line of the page
                    new[-1] += "\n"
                new.append(one.text if one.text.endswith("\n") else f"{one.text}\n")
    return "".join(new)


@writes(Operation.UPDATE_WIKI, calls=("/wiki/list", "/wiki/load", "/wiki/update"))
def delete_wiki_page(reader: Reader, path: str) -> Writes:
    """Remove a wiki page."""
    if path not in _paths(reader):
        return Rejected(code="UNKNOWN_TARGET", reason="no wiki page has this path")
    return (_write(reader, path, ""),)


@writes(Operation.UPDATE_WIKI, calls=("/wiki/list", "/wiki/load", "/wiki/update"))
def rename_wiki_page(reader: Reader, path: str, new_path: str) -> Writes:
    """Move a wiki page to a new path."""
    paths = _paths(reader)
    if path not in paths:
        return Rejected(code="UNKNOWN_TARGET", reason="no wiki page has this path")
    if not _is_plain(new_path):
        return NOT_PLAIN
    if new_path in paths:
        return Rejected(code="DOMAIN", reason="the new path is taken")
    content = reader.read("/wiki/load", {"file": path})["content"]
    return (
        _write(reader, new_path, content),
        _write(reader, path, "", linked=False),
    )

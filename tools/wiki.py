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
    Tool,
    ToolArguments,
    Writes,
    read_tool,
    write_tool,
)


class LoadPage(ToolArguments):
    path: str


class SearchPages(ToolArguments):
    query_regex: str


class WritePage(ToolArguments):
    path: str
    content: str


class DeletePage(ToolArguments):
    path: str


class RenamePage(ToolArguments):
    path: str
    new_path: str


def load_wiki_page(reader: Reader, args: LoadPage) -> Any:
    return reader.read("/wiki/load", {"file": args.path})


def search_wiki(reader: Reader, args: SearchPages) -> Any:
    return reader.read("/wiki/search", {"query_regex": args.query_regex})["results"] or []


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


def write_wiki_page(reader: Reader, args: WritePage) -> Writes:
    if not args.content:
        return Rejected(code="DOMAIN", reason="empty content deletes: use delete_wiki_page")
    return (_write(reader, args.path, args.content),)


def delete_wiki_page(reader: Reader, args: DeletePage) -> Writes:
    if args.path not in _paths(reader):
        return Rejected(code="UNKNOWN_TARGET", reason="no wiki page has this path")
    return (_write(reader, args.path, ""),)


def rename_wiki_page(reader: Reader, args: RenamePage) -> Writes:
    paths = _paths(reader)
    if args.path not in paths:
        return Rejected(code="UNKNOWN_TARGET", reason="no wiki page has this path")
    if args.new_path in paths:
        return Rejected(code="DOMAIN", reason="the new path is taken")
    content = reader.read("/wiki/load", {"file": args.path})["content"]
    return (
        _write(reader, args.new_path, content),
        _write(reader, args.path, "", linked=False),
    )


TOOLS: tuple[Tool, ...] = (
    read_tool("load_wiki_page", "One wiki page.", LoadPage, "wiki_page", load_wiki_page),
    read_tool(
        "search_wiki",
        "Lines of wiki pages that match a regular expression.",
        SearchPages,
        "wiki_hits",
        search_wiki,
    ),
    write_tool(
        "write_wiki_page",
        "Create a wiki page or replace its whole content, byte for byte.",
        Operation.UPDATE_WIKI,
        WritePage,
        write_wiki_page,
        free_text=("content",),
    ),
    write_tool(
        "delete_wiki_page",
        "Remove a wiki page.",
        Operation.UPDATE_WIKI,
        DeletePage,
        delete_wiki_page,
    ),
    write_tool(
        "rename_wiki_page",
        "Move a wiki page to a new path.",
        Operation.UPDATE_WIKI,
        RenamePage,
        rename_wiki_page,
    ),
)

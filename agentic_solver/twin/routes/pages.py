"""``/wiki/...``: the pages of the wiki."""

from collections.abc import Iterator
from itertools import islice

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.body import Body
from agentic_solver.twin.regex import Pattern, RegexError, compile_go
from agentic_solver.twin.universe import NOT_FOUND, Universe

__all__ = ["list_wiki", "load_wiki", "search_wiki", "update_wiki"]

_MAX_RESULTS = 5
_LINES_AROUND = 2


def list_wiki(universe: Universe, body: Body) -> JsonObject:
    """Return the digest and all paths in byte order."""
    del body
    return {"sha1": universe.wiki.sha1, "paths": list(universe.wiki.paths)}


def load_wiki(universe: Universe, body: Body) -> JsonObject:
    """Return a page; 404 for an unknown path."""
    path = body.text("file")
    content = universe.wiki.get(path)
    if content is None:
        raise ApiError(404, NOT_FOUND)
    return {"file": path, "content": content}


def search_wiki(universe: Universe, body: Body) -> JsonObject:
    """Return the first five matching lines with two lines around each."""
    try:
        pattern = compile_go(body.text("query_regex"))
    except RegexError as error:
        raise ApiError(400, f"invalid regex: error parsing regexp: {error}") from error
    results = list(islice(_snippets(universe, pattern), _MAX_RESULTS))
    return {"results": [*results] or None}


def _snippets(universe: Universe, pattern: Pattern) -> Iterator[JsonObject]:
    for path, content in universe.wiki:
        lines = content.split("\n")
        for number, line in enumerate(lines):
            if pattern.search(line):
                around = lines[max(0, number - _LINES_AROUND) : number + _LINES_AROUND + 1]
                yield {"content": "\n".join(around), "linum": number + 1, "path": path}


def update_wiki(universe: Universe, body: Body) -> JsonObject:
    """Write a page whole; empty content deletes it (404 where there is none)."""
    body.text("changed_by")
    path = body.text("file")
    if not path:
        raise ApiError(400, "file is required")
    universe.write_page(path, body.text("content"))
    return {}

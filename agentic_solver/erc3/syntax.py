"""Reading Python source that workspaces hold: policy modules and tools."""

import ast
import threading

__all__ = ["parse_source"]

_alone = threading.Lock()
"""CPython 3.11 counts the depth of a tree once for all threads (gh-106905): two that read source
at a time end with a SystemError now and then."""


def parse_source(source: str, name: str) -> ast.Module:
    """Return the syntax tree of ``source``; ``name`` stands in messages. Safe in threads.

    Raises:
        SyntaxError: it is no Python.
        ValueError: it holds a null character.
        RecursionError: it is nested too deeply; MemoryError likewise.
    """
    with _alone:
        return ast.parse(source, filename=name)

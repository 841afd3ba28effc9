"""Blocks of the prompt that a workspace words itself: ``prompt/NAME.md``.

A file that is named like a block takes its place, any other one is a block more, after the
contract. ``{text}`` in it stands for the block whose place it takes; ``{tables}`` and ``{writes}``
for what the contract lists.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.errors import WorkspaceError

__all__ = ["PromptFile", "read_prompt_files"]

_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")
_MOST = 400_000
"""Bytes of a file; no model takes more beside the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptFile:
    """One file."""

    name: str
    """Of the block."""
    text: str


def read_prompt_files(folder: Path) -> tuple[PromptFile, ...]:
    """Return the files of a folder in the order of their names; none if there is no such folder.

    Raises:
        WorkspaceError: a file cannot be read, is empty or too long, or its name is no block's.
    """
    return tuple(_read(path) for path in sorted(folder.glob("*.md")))


def _read(path: Path) -> PromptFile:
    if not _NAME.fullmatch(path.stem):
        raise WorkspaceError(
            f"{path}: name it after the block, with small letters, digits and hyphens"
        )
    try:
        data = path.read_bytes()
        text = data.decode().strip()
    except OSError as error:
        raise WorkspaceError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise WorkspaceError(f"{path} is not UTF-8 text") from error
    if not text or len(data) > _MOST:
        why = "is empty" if not text else f"has {len(data)} bytes, {_MOST} are the most"
        raise WorkspaceError(f"{path} {why}: write the block, or remove the file")
    return PromptFile(name=path.stem, text=text)

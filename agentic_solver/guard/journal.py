"""The file form of the repository: JSON lines, written as it happens, never rewritten."""

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.model import Contract, Digest
from agentic_solver.errors import ContractError, WorkspaceError
from agentic_solver.guard.document import Document
from agentic_solver.guard.repository import Node, Repository, Ruling
from agentic_solver.guard.verdict import Judgement, Verdict

__all__ = ["open_repository"]


class _HeaderLine(Contract):
    kind: Literal["header"] = "header"
    format: Literal[1] = 1


class _NodeLine(Contract):
    kind: Literal["node"] = "node"
    id: Digest
    step: str
    attempt: int = Field(ge=1)
    parent: Digest | None
    content: JsonValue


class _RulingLine(Contract):
    kind: Literal["ruling"] = "ruling"
    node: Digest
    status: Verdict
    feedback: str


_Line = Annotated[_HeaderLine | _NodeLine | _RulingLine, Field(discriminator="kind")]
_LINE: TypeAdapter[_Line] = TypeAdapter(_Line)


def open_repository(path: Path) -> Repository:
    """Return the repository kept in ``path``; a missing file is begun.

    A last line that a crash cut off was never stored and is dropped; every complete line must
    be intact.

    Raises:
        WorkspaceError: the file is damaged, cannot be written, or somebody else writes to it.
    """
    journal = _Journal(path)
    records: list[Node | Ruling] = []
    for number, text in enumerate(journal.read(), start=1):
        try:
            record = _record(_LINE.validate_json(text), first=number == 1)
        except (ValidationError, ContractError) as error:
            raise WorkspaceError(f"{path}, line {number}: {error}") from error
        if record is not None:
            records.append(record)
    if journal.is_new:
        journal.append(_HeaderLine())
    try:
        return Repository.restore(records, journal.keep)
    except ContractError as error:
        raise WorkspaceError(f"{path}: {error}") from error


def _record(line: _Line, *, first: bool) -> Node | Ruling | None:
    if first != isinstance(line, _HeaderLine):
        raise ContractError("the header stands first and only there")
    match line:
        case _HeaderLine():
            return None
        case _NodeLine():
            return Node(
                id=line.id,
                step=line.step,
                attempt=line.attempt,
                parent=line.parent,
                document=Document.of(line.content),
            )
        case _RulingLine():
            judgement = Judgement(verdict=line.status, feedback=line.feedback)
            return Ruling(node=line.node, judgement=judgement)


def _line(record: Node | Ruling) -> _Line:
    match record:
        case Node():
            return _NodeLine(
                id=record.id,
                step=record.step,
                attempt=record.attempt,
                parent=record.parent,
                content=record.content,
            )
        case Ruling():
            return _RulingLine(
                node=record.node,
                status=record.judgement.verdict,
                feedback=record.judgement.feedback,
            )


class _Journal:
    """One append-only file; notices when it was changed behind its back."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._size = 0

    @property
    def is_new(self) -> bool:
        """Whether nothing was written yet."""
        return self._size == 0

    def read(self) -> list[str]:
        """Return the complete lines; cut off a torn one."""
        try:
            content = self._path.read_bytes() if self._path.exists() else b""
            whole = content[: content.rfind(b"\n") + 1]
            if whole != content:
                os.truncate(self._path, len(whole))
            self._size = len(whole)
            # not splitlines(): text may hold other line separators such as U+2028
            return whole.decode("utf-8").split("\n")[:-1]
        except (OSError, UnicodeDecodeError) as error:
            raise WorkspaceError(f"{self._path} cannot be read: {error}") from error

    def keep(self, record: Node | Ruling) -> None:
        """Write one record of the repository."""
        self.append(_line(record))

    def append(self, line: _Line) -> None:
        """Write one line through to the disk."""
        encoded = (canonical_json(line) + "\n").encode("utf-8")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                if file.tell() != self._size:
                    raise WorkspaceError(f"{self._path} was changed by somebody else")
                file.write(encoded)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise WorkspaceError(f"{self._path} cannot be written: {error}") from error
        self._size += len(encoded)

"""Two folders of evidence, compared byte by byte: equal, or the first place where they are not."""

import json
from pathlib import Path

from agentic_solver.errors import ReplayError

__all__ = ["compare_folders"]

_ORDER = ("task.json", "experience.json", "context.json", "model.jsonl", "reading.json", "round-")
"""What comes first in a task is compared first: a later difference follows from an earlier one."""
_MODEL_LOG = "model.jsonl"
_PROMPT_FIELDS = frozenset({"request_id", "messages", "crc"})
"""What of a line says what was asked; the checksum is over all of it."""
_SHOWN = 80
_BEFORE = 20


def compare_folders(
    recorded: Path,
    again: Path,
    *,
    place: str,
    apart_from: frozenset[str],
    reason: str = "",
    any_prompt: bool = False,
) -> int:
    """Return how many files are equal in both folders.

    Args:
        recorded: the folder of the run.
        again: the folder that the replay wrote.
        place: what the folder holds, for messages.
        apart_from: names of recorded files that no replay writes.
        reason: what went wrong in the replay, if anything did; goes into the message.
        any_prompt: leave out what the model was asked.

    Raises:
        ReplayError: a file is missing, differs or is surplus; names file, line and column.
    """
    before, after = _files(recorded) - apart_from, _files(again)
    cause = f" ({reason})" if reason else ""
    for name in sorted(after - before, key=_rank):
        raise ReplayError(f"{place}, {name}: the replay writes this file, the run has none{cause}")
    for name in sorted(before & after, key=_rank):
        old, new = (recorded / name).read_bytes(), (again / name).read_bytes()
        if name == _MODEL_LOG and old != new and _without_prompts(old) == _without_prompts(new):
            if any_prompt:
                continue
            raise ReplayError(
                f"{place}, {name}, {_difference(old, new)}: today's prompt is another than the "
                "run's; --any-prompt compares without prompts"
            )
        if old != new:
            raise ReplayError(f"{place}, {name}, {_difference(old, new)}{cause}")
    for name in sorted(before - after, key=_rank):
        if reason:
            raise ReplayError(f"{place}, {name}: the replay did not get this far{cause}")
        raise ReplayError(f"{place}, {name}: the run has this file, the replay writes none")
    return len(before)


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def _rank(name: str) -> tuple[int, str]:
    found = (i for i, start in enumerate(_ORDER) if name.startswith(start))
    return next(found, len(_ORDER)), name


def _without_prompts(log: bytes) -> list[object]:
    """Return the lines of a model log without what was asked; other lines stay as they are."""
    lines: list[object] = []
    for row in log.split(b"\n"):
        try:
            line = json.loads(row)
        except ValueError:
            line = row
        if isinstance(line, dict):
            line = {key: value for key, value in line.items() if key not in _PROMPT_FIELDS}
        lines.append(line)
    return lines


def _difference(before: bytes, after: bytes) -> str:
    old, new = (text.decode(errors="replace").split("\n") for text in (before, after))
    for number in range(max(len(old), len(new))):
        left, right = "".join(old[number : number + 1]), "".join(new[number : number + 1])
        if left != right:
            same = zip(left, right, strict=False)
            column = next((i for i, (a, b) in enumerate(same) if a != b), None)
            if column is None:
                column = min(len(left), len(right))
            return (
                f"line {number + 1}, column {column + 1}: "
                f"recorded {_excerpt(left, column)}, replayed {_excerpt(right, column)}"
            )
    return f"recorded {len(before)} bytes, replayed {len(after)}"


def _excerpt(line: str, column: int) -> str:
    start = max(0, column - _BEFORE)
    return repr(line[start : start + _SHOWN]) if line else "nothing"

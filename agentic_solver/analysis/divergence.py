"""Where two plays of the same task part for the first time.

What came in is compared before what was made of it: request, caller and policy, lessons; then
round by round the plan, what the company answered, what was asked of it, the facts, the decision;
last the response and the grade. A difference explains every later one, so only the first counts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic_core import from_json, to_json

from agentic_solver.analysis.purpose import WRITE_ROUTES
from agentic_solver.analysis.reading import load_document
from agentic_solver.errors import WorkspaceError

__all__ = ["INPUTS", "KINDS", "MADE_BY_ENGINE", "Divergence", "first_divergence"]

INPUTS = ("request", "caller", "lessons", "company")
"""Kinds of divergence that lie outside of the engine and the model."""
MADE_BY_ENGINE = ("fact", "decision", "response")
"""Kinds that the deterministic side has to answer for."""
KINDS = (*INPUTS, "plan", "call", *MADE_BY_ENGINE, "grade")
"""Every kind of divergence."""

_WRITTEN_FIRST = ("facts", "execution_trace", "response_template")
"""Fields of a plan that a model writes: facts, changes, cases; the others follow from them."""
_SHOWN = 100
_BEFORE = 30
"""Letters of a long text before the first one that differs."""
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first difference between two plays of a task."""

    task: str
    round: int
    """0 before the first round and after the last."""
    kind: str
    """One of :data:`KINDS`."""
    place: str
    """JSON pointer within what differs."""
    first: str
    second: str
    kinds: tuple[str, ...]
    """Every kind that differs, this one first."""


def first_divergence(task: str, first: Path, second: Path) -> Divergence | None:
    """Return where two folders of one task differ first, or None.

    Raises:
        WorkspaceError: a file is broken.
    """
    parted = [stage for stage in _stages(first, second) if not _same(stage[2], stage[3])]
    if not parted:
        return None
    number, kind, left, right = parted[0]
    place, old, new = _difference(left, right, "")
    kinds = tuple(dict.fromkeys(stage[1] for stage in parted))
    return Divergence(task, number, kind, place, *_excerpts(old, new), kinds)


def _stages(first: Path, second: Path) -> Iterator[tuple[int, str, Any, Any]]:
    yield 0, "request", _text(first), _text(second)
    yield 0, "caller", *_both(first, second, "context.json")
    yield 0, "lessons", *_both(first, second, "experience.json")
    number = 0
    while True:
        number += 1
        folder = f"round-{number}"
        plans = _both(first, second, f"{folder}/plan.json")
        if plans == (None, None):
            break
        yield number, "plan", *map(_as_written, plans)
        yield from _decision_stages(number, *_both(first, second, f"{folder}/decision.json"))
    yield 0, "response", *_both(first, second, "response.json")
    yield 0, "grade", *_both(first, second, "evaluation.json")


def _as_written(document: Any) -> Any:
    """Return a plan in the order in which it is thought out, and what is derived from it last."""
    if not isinstance(document, dict):
        return document
    inner = document.get("plan", document)
    if not isinstance(inner, dict):
        return document
    ordered = {key: inner[key] for key in (*_WRITTEN_FIRST, *inner) if key in inner}
    return {**document, "plan": ordered} if inner is not document else ordered


def _decision_stages(number: int, left: Any, right: Any) -> Iterator[tuple[int, str, Any, Any]]:
    if left is None or right is None:
        yield number, "decision", left, right
        return
    old, new = _answers(left), _answers(right)
    common = [key for key in old if key in new]
    yield number, "company", {key: old[key] for key in common}, {key: new[key] for key in common}
    asked = [[_asked(call) for call in one["calls"]] for one in (left, right)]
    yield number, "call", asked[0], asked[1]
    yield number, "fact", _facts(left), _facts(right)
    yield number, "decision", _rest(left), _rest(right)


def _answers(decision: dict[str, Any]) -> dict[str, Any]:
    """Return the digest of the first answer to each request; after a change all may be new.

    A digest says that payloads differ; what they held stands in calls.jsonl.
    """
    found: dict[str, Any] = {}
    for call in decision["calls"]:
        if call["route"] in WRITE_ROUTES:
            break
        found.setdefault(_asked(call), call["response_hash"])
    return found


def _asked(call: dict[str, Any]) -> str:
    return f"{call['route']} {to_json(call['request']).decode()}"


def _facts(decision: dict[str, Any]) -> Any:
    executed = decision.get("executed")
    return {fact["id"]: fact["output"] for fact in executed["facts"]} if executed else None


def _rest(decision: dict[str, Any]) -> Any:
    return {key: decision[key] for key in decision if key not in ("calls", "executed", "notes")}


def _text(folder: Path) -> Any:
    return (
        load_document(folder / "task.json").get("text") if (folder / "task.json").exists() else None
    )


def _both(first: Path, second: Path, name: str) -> tuple[Any, Any]:
    return _load(first / name), _load(second / name)


def _load(path: Path) -> Any:
    try:
        return from_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WorkspaceError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise WorkspaceError(f"{path} is not JSON: {error}") from error


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and bool(left == right)


def _difference(left: Any, right: Any, place: str) -> tuple[str, Any, Any]:
    """Return where two values that are not equal differ first, and how."""
    pairs: Iterable[tuple[object, Any, Any]] = ()
    if isinstance(left, dict) and isinstance(right, dict):
        keys = [*left, *(key for key in right if key not in left)]
        pairs = [(key, left.get(key, _MISSING), right.get(key, _MISSING)) for key in keys]
    elif isinstance(left, list) and isinstance(right, list):
        pairs = [(i, _at(left, i), _at(right, i)) for i in range(max(len(left), len(right)))]
    for key, old, new in pairs:
        if not _same(old, new):
            return _difference(old, new, f"{place}/{key}")
    return place, left, right


def _at(values: Sequence[Any], index: int) -> Any:
    return values[index] if index < len(values) else _MISSING


def _excerpts(old: Any, new: Any) -> tuple[str, str]:
    """Return both values as text, cut around the first letter that differs."""
    left, right = _words(old), _words(new)
    if max(len(left), len(right)) <= _SHOWN:
        return left, right
    same = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), None)
    start = max(0, (min(len(left), len(right)) if same is None else same) - _BEFORE)
    return _cut(left, start), _cut(right, start)


def _words(value: Any) -> str:
    if value is _MISSING or value is None:
        return "nothing"
    return value if isinstance(value, str) else to_json(value).decode()


def _cut(text: str, start: int) -> str:
    rest = f"…{text[start:]}" if start else text
    return rest if len(rest) <= _SHOWN else f"{rest[: _SHOWN - 1]}…"

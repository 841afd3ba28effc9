"""Answers that rest on a finder that found nothing, where a grader wanted another outcome."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.experience.check_line import Wish, wishes_of
from agentic_solver.erc3.snapshot.columns import FINDERS
from agentic_solver.erc3.snapshot.parsing import DUCKDB, parse_tokens
from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.snapshot.relation import finder_call
from agentic_solver.erc3.snapshot.source import Refusal
from agentic_solver.harness.run_folder import TaskFolder

__all__ = ["Unplaced", "read_unplaced"]

_EMPTY_HANDED = frozenset({Outcome.NONE_CLARIFICATION_NEEDED, Outcome.OK_NOT_FOUND})


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplaced:
    """What was looked for by one wording only, and not found."""

    facts: tuple[str, ...]
    """Ids of the facts that looked for it."""
    wish: Wish
    """The outcome that the grader wanted."""


def read_unplaced(folder: TaskFolder) -> Unplaced | None:
    """Return what a task might have found by more wordings; None where nothing speaks for it.

    Raises:
        WorkspaceError: a file of the task cannot be read.
    """
    needed = ("evaluation.json", "response.json")
    if not folder.rounds() or not all(folder.exists(name) for name in needed):
        return None
    outcome = _object(folder.read("response.json")).get("outcome")
    lines = str(_object(folder.read("evaluation.json")).get("logs", "")).splitlines()
    wishes = wishes_of(tuple(line for line in lines if line.startswith("FAIL")))
    wish = next((one for one in wishes if one.about == "outcome"), None)
    if wish is None or outcome not in _EMPTY_HANDED or _EMPTY_HANDED & {*wish.values}:
        return None
    decision = f"round-{folder.rounds()[-1]}/decision.json"
    executed = _object(folder.read(decision)).get("executed") if folder.exists(decision) else None
    facts = _object(executed).get("facts")
    found = tuple(_lone(facts if isinstance(facts, list) else []))
    return Unplaced(facts=found, wish=wish) if found else None


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _lone(facts: Sequence[object]) -> Iterator[str]:
    """Yield the ids of facts without a row whose finders know one wording each."""
    for fact in map(_object, facts):
        output = _object(fact.get("output"))
        lookups = list(_lookups(str(fact.get("query", ""))))
        if output.get("rows") == [] and lookups and not any(one.others for one in lookups):
            yield str(fact.get("id", ""))


def _lookups(sql: str) -> Iterator[EntityLookup]:
    try:
        (tree,) = parse_tokens(DUCKDB.tokenize(sql), sql)
        calls = list(tree.find_all(exp.Anonymous)) if tree is not None else []
        yield from (finder_call(one)[0] for one in calls if one.name.lower() in FINDERS)
    except (SqlglotError, Refusal, RecursionError, ValueError):
        return  # a query that never ran: it found nothing for another reason

"""What of a rejected round may be shown to the model, where the run allows it (``facts``).

The proposer is blind by default. Where it may see, it sees what its caller may see, and of that
nothing protected: a fact that reads a protected column, or one of which some rows are hidden from
the caller, stays closed with everything that is computed from it.
"""

from collections.abc import Mapping

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.execute.reading import ReadRights
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.policy.vocabulary import is_protected

__all__ = ["shown_facts"]

_ROWS = 5
_CHARS = 80
"""Letters of a text: names and ids are shorter, prose that could give orders is not."""


def shown_facts(
    compiled: CompiledPlan, rights: ReadRights, facts: Mapping[str, FactOutput]
) -> JsonObject:
    """Return columns, the first rows and the number of rows of each fact that may be shown."""
    touched = {column for query in compiled.queries.values() for column in query.columns}
    closed = {column for column in touched if is_protected(*column)} | rights.conditional.keys()
    hidden = frozenset(compiled.facts_of(closed))
    return {
        fact: {
            "columns": list[JsonValue](output.columns),
            "rows": [[_cut(value) for value in row] for row in output.rows[:_ROWS]],
            "count": len(output.rows),
        }
        for fact, output in facts.items()
        if fact not in hidden
    }


def _cut(value: JsonValue) -> JsonValue:
    long = isinstance(value, str) and len(value) > _CHARS
    return f"{str(value)[: _CHARS - 1]}…" if long else value

"""Read permission: what the caller may see of the columns that a plan touches.

Three tests. A column of which the caller may see no row at all is refused as soon as a query
names it. Where only some rows are hidden, the plan's facts are run again over masked and
perturbed values: if anything the answer shows or does changes, the plan depends on a value that
the caller may not see, and is refused (semantic non-interference). Where only totals over people
are open, :mod:`.grouping` asks whether nobody's value alone decides.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.rule import Denied, Proof
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.policy.clause import Conditional, Hidden, ReadAccess, Visible
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policy.vocabulary import is_protected
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["FOUND_BY", "PEOPLE", "ReadRights", "read_rights", "refusal", "shown_facts"]

Column = tuple[str, str]

PEOPLE = "employees"
"""The table with a row for each person, of which a total may be one person's value."""

FOUND_BY: Mapping[str, frozenset[Column]] = MappingProxyType(
    {
        "employee": frozenset({("employees", "name")}),
        "customer": frozenset({("customers", "name")}),
        "project": frozenset({("projects", "name")}),
    }
)
"""What the answer of a finder tells; names of sites, departments, skills and wills are open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRights:
    """The verdict on every column that the queries of a plan touch."""

    access: Mapping[Column, ReadAccess]
    grouped: Mapping[Column, Hidden | Conditional] = field(default_factory=dict)
    """Columns of which only totals over people are open: what holds of single values."""

    @property
    def denials(self) -> tuple[Denied, ...]:
        """One denial for each column that is wholly hidden; equal proofs once."""
        proofs = [a.proof for a in self.access.values() if isinstance(a, Hidden)]
        return tuple(Denied(proof=proof) for proof in _distinct(proofs))

    @property
    def conditional(self) -> Mapping[Column, Conditional]:
        """The columns of which some rows may be hidden."""
        return {c: a for c, a in self.access.items() if isinstance(a, Conditional)}

    @property
    def refusals(self) -> tuple[Denied, ...]:
        """Denials for all of them: what is hidden matters to the plan."""
        return tuple(refusal(access.proof) for access in self.conditional.values())

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs of everything that is visible, wholly or in part."""
        return _distinct(a.proof for a in self.access.values() if not isinstance(a, Hidden))


def refusal(proof: Proof) -> Denied:
    """Return the denial of what a rule closes to some."""
    return Denied(proof=proof.model_copy(update={"result": "deny"}))


def _distinct(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    found: dict[str, Proof] = {}
    for proof in proofs:
        found.setdefault(proof.model_dump_json(), proof)
    return tuple(found.values())


def read_rights(
    policy: Policy,
    identity: Identity,
    caller_name: str,
    queries: Collection[CheckedQuery],
    in_totals: Callable[[], frozenset[str]] = frozenset,
) -> ReadRights:
    """Decide every column that ``queries`` touch, in a fixed order.

    ``in_totals`` tells the tables of which only totals are shown; it is asked once something
    is not open outright.
    """
    found = (FOUND_BY.get(one.kind, frozenset()) for query in queries for one in query.lookups)
    touched = frozenset[Column]().union(*(query.columns for query in queries), *found)
    access: dict[Column, ReadAccess] = {}
    grouped: dict[Column, Hidden | Conditional] = {}
    for table, column in sorted(touched):
        verdict = policy.read_access(identity, caller_name, table, column)
        if not isinstance(verdict, Visible):
            opened = policy.read_access(identity, caller_name, table, column, aggregated=True)
            if table in in_totals():
                verdict = opened
            elif table == PEOPLE and isinstance(opened, Visible):
                grouped[table, column], verdict = verdict, opened
        access[table, column] = verdict
    return ReadRights(access=access, grouped=grouped)


# what of a rejected round the model may be shown, where the run allows it -----------------

_ROWS = 5
_CHARS = 80
"""Letters of a text: names and ids are shorter, prose that could give orders is not."""


def shown_facts(
    compiled: CompiledPlan, rights: ReadRights, facts: Mapping[str, FactOutput]
) -> JsonObject:
    """Return columns, the first rows and the number of rows of each fact that may be shown.

    That is what the caller may see, and of that nothing protected: a fact that reads a protected
    column, or one of which some rows are hidden from the caller, stays closed with everything
    that is computed from it.
    """
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

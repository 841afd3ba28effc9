"""How a plan has to come out: only the branch that was right is known to be right."""

from pydantic import Field

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.plan import Outcome

__all__ = ["Expected", "expected_of"]

_SEVERAL = 2


class Expected(Contract):
    """The branch of a plan that answered when it was right."""

    outcome: Outcome
    case: int | None = Field(default=None, ge=0, le=32)
    """Index of the case; None where the engine refused by a rule."""
    rows: dict[str, int] = Field(default_factory=dict, max_length=64)
    """By fact that looks for something of the request: nothing (0), one row, several (2)."""

    def has_found(self, fact: str) -> bool:
        """Whether a fact had rows; what a rule refuses is not looked at."""
        return self.case is None or self.rows.get(fact, 0) > 0

    def differs(self, outcome: Outcome, case: int | None, rows: dict[str, int]) -> str:
        """Return what came out otherwise, in a few words; empty if nothing did."""
        if outcome is not self.outcome:
            return f"the outcome is {outcome.value}, not {self.outcome.value}"
        if case != self.case:
            return f"case {case} answers, not {self.case}"
        for fact, count in sorted(self.rows.items()):
            if case is not None and min(rows.get(fact, 0), _SEVERAL) != count:
                return f"fact {fact} has another number of rows"
        return ""


def expected_of(decision: Decision, finding: frozenset[str]) -> Expected | None:
    """Return how an accepted decision came out; None of one that was not.

    Args:
        decision: what was decided on the plan.
        finding: ids of the facts that look for something of the request.
    """
    if not decision.ok or decision.response is None or decision.violations:
        return None
    counts = decision.notes.get("rows")
    rows = counts if isinstance(counts, dict) else {}
    found = {
        fact: min(count, _SEVERAL)
        for fact, count in rows.items()
        if fact in finding and isinstance(count, int)
    }
    return Expected(outcome=decision.response.outcome, case=decision.case, rows=found)

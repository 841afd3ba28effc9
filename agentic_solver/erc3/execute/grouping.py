"""Totals over people: whoever's value counts for a figure, others count for it alike.

Where a rule opens sums and averages of a column and no single value, its values are added up and
decide nothing; and the plan is played again with one person's value raised, for each person whose
value the caller may not see. People whose changes come to the same answer stand for one another.
An answer that only one person brings about tells that one's value: a sum over one, a weighted one,
a sum that another sum in the same answer has but for one person.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.rule import Denied
from agentic_solver.erc3.execute.arguments import referenced_facts
from agentic_solver.erc3.execute.attempt import Attempt
from agentic_solver.erc3.execute.interference import visible
from agentic_solver.erc3.execute.reading import ReadRights, refusal
from agentic_solver.erc3.execute.stepping import lacks_facts
from agentic_solver.erc3.execute.totals import only_added_up
from agentic_solver.erc3.execute.workbench import Workbench

__all__ = ["told_of_one"]

_FEWEST = 2
"""People without whom a figure is nobody's own."""


def told_of_one(attempt: Attempt, rights: ReadRights, bench: Workbench) -> tuple[Denied, ...]:
    """Deny where something that others can see hangs on the value of one person alone."""
    compiled = attempt.compiled
    reads = {fact for call in compiled.reads for fact in referenced_facts(call.args)}
    for column, single in rights.grouped.items():
        by_hidden = set(compiled.facts_of({column}))
        denied = (refusal(single.proof),)
        if by_hidden & reads or not only_added_up(compiled, column):
            return denied  # what is read once by the true values is not played again
        worlds = bench.raised(compiled, column, single, attempt.facts, attempt.ran)
        if not _stand_together(attempt, worlds):
            return denied
    return ()


def _stand_together(attempt: Attempt, worlds: Iterable[Mapping[str, FactOutput] | None]) -> bool:
    """Whether every answer that one person's change brings about is brought about by others."""
    seen = _shown(attempt, attempt.facts)
    found: Counter[str] = Counter()
    for facts in worlds:
        if facts is None:
            return False
        found[_shown(attempt, facts)] += 1
    found.pop(seen, None)
    return all(people >= _FEWEST for people in found.values())


def _shown(attempt: Attempt, facts: Mapping[str, FactOutput]) -> str:
    compiled = attempt.compiled
    if len(attempt.ran) < len(compiled.queries) and lacks_facts(compiled, facts):
        return ""  # another case, of which not everything was run
    return content_id(visible(compiled, facts))

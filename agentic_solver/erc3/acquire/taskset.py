"""Task families of a task set, and the families of rules that they need.

A suite names its families as it likes. What they ask is read off the words of the name; a name
that says nothing is reported as such, and the planner reads all rules anyway.
"""

from collections.abc import Mapping
from types import MappingProxyType

from agentic_solver.erc3.acquire.coverage import Coverage
from agentic_solver.erc3.policy.vocabulary import FAMILIES
from agentic_solver.erc3.wiki import TaskSetMeta

__all__ = ["families_of", "format_task_set"]

_SUBJECTS: Mapping[str, str] = MappingProxyType(
    {
        "public_question": "public visitor guest anonymous",
        "lookup": "lookup record role contact customer client chained name former",
        "listing": "listing list table project",
        "aggregate": "ranking comparison computed number workload threshold count total sum",
        "skills": "skill will mentor",
        "time": "time hour week timesheet",
        "wiki": "wiki page merger",
        "response": "ambiguous unsupported failure clarify date yesno underspecified conflicting "
        "instruction correction system duplicate",
    }
)
"""Words of a name that tell what is asked."""

_OF_WRITES: Mapping[str, str] = MappingProxyType(
    {
        "employee_write": "employee profile salary people raise bulk dependent note contractor "
        "cross site",
        "project_write": "project status team seat lifecycle swap bulk dependent contractor site",
    }
)
"""The same for names that speak of a change, or of what only a change has."""

_CHANGES = "write change swap lifecycle bulk dependent approval raise contractor cross site"
_RIGHTS = "denied refused permitted security contractor approval partly merger"


def families_of(name: str) -> tuple[str, ...]:
    """Return the rule families that a task family needs, by its name, in fixed order."""
    if name in FAMILIES:
        return (name,)
    words = {word.removesuffix("s") for word in name.lower().replace("-", "_").split("_")}
    changes = bool(words & set(_CHANGES.split()))
    found = {family for family, told in _SUBJECTS.items() if words & _words(told)}
    if changes:
        found |= {family for family, told in _OF_WRITES.items() if words & _words(told)}
        found -= {"listing"}
    if words & _words(_RIGHTS):
        found.add("denied_write" if changes or "write" in words else "denied_read")
    return tuple(family for family in FAMILIES if family in found)


def _words(told: str) -> set[str]:
    return {word.removesuffix("s") for word in told.split()}


def format_task_set(task_set: TaskSetMeta, coverage: Coverage) -> str:
    """Return one line a task family: its tasks, what rules it needs, and how many there are."""
    lines = [f"task set {task_set.name}: {task_set.tasks} tasks"]
    uncovered = []
    for name in sorted(task_set.families):
        needed = families_of(name)
        rules = {rule for family in needed for rule in coverage.of_family(family)}
        told = f"{', '.join(needed)}: {len(rules)} rules" if needed else "all rules"
        lines.append(f"  {name:<24} {task_set.families[name]:>4}  {told}")
        if (needed and not rules) or not coverage.rules:
            uncovered.append(name)
    lines.append(f"task families of the set without a rule: {', '.join(uncovered) or 'none'}")
    return "\n".join(lines)

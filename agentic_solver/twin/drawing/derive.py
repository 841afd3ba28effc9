"""A reference for a task that stands in a file: what its grading alone lets one say.

Only tasks that change nothing can be solved from their grading.
"""

from agentic_solver.twin.drawing.reference import Reference
from agentic_solver.twin.task import TaskSpec

__all__ = ["derive_reference"]


def derive_reference(task: TaskSpec) -> Reference | None:
    """Return an answer that satisfies the grading; None where changes are required."""
    expect = task.expect
    if expect.changes != "none" and any(not change.optional for change in expect.changes):
        return None
    texts = [*expect.message.contains, *(choice[0] for choice in expect.message.contains_any)]
    return Reference(
        outcome=expect.outcomes[0],
        message=" ".join(texts) or "Done.",
        links=tuple(
            (kind, one)
            for kind, rule in expect.links.items()
            for one in (rule.exact or rule.contain or ())
        ),
    )

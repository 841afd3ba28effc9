"""Conventions of a grader: wrong answers of a run that one other way of counting puts right.

Each becomes a proposal with a patch that can be kept as it stands. Explaining decides plans again
over the recorded reads, so it needs the workspace that the run was played with.
"""

from collections.abc import Iterator
from itertools import islice

from agentic_solver.analysis.record import RunRecord
from agentic_solver.analysis.suggestion import Suggestion
from agentic_solver.erc3.experience.cause import Cause, Found, Rows, Wordings
from agentic_solver.erc3.experience.check_line import Wish
from agentic_solver.errors import ReplayError, WorkspaceError
from agentic_solver.harness.explained import Explained, why_not
from agentic_solver.harness.recorded import read_run
from agentic_solver.harness.reopened_run import reopening_run
from agentic_solver.harness.whatif import explain_tasks
from agentic_solver.workspace import Workspace

__all__ = ["conventions"]

_MOST = 60
"""Wrong answers of a run that are explained: each may take some seconds."""
_NAMED = 3


def conventions(run: RunRecord, workspace: Workspace) -> list[Suggestion]:
    """Return one proposal for each cause and wiki, those of the most tasks first."""
    wrong = {task.task: task.wiki for task in islice((t for t in run.tasks if t.wrong), _MOST)}
    found: dict[tuple[Cause, str], dict[str, Explained]] = {}
    try:
        recorded = read_run(run.path)
        explained = explain_tasks(recorded, tuple(wrong), workspace, reopening_run(recorded))
        for task, causes in explained:
            for one in causes:
                found.setdefault((one.cause, wrong[task]), {})[task] = one
    except (WorkspaceError, ReplayError):
        return []  # its evidence is not all there: then nothing can be decided again
    proposals = [_proposal(cause, wiki, tasks) for (cause, wiki), tasks in found.items()]
    return sorted(proposals, key=lambda one: (-len(one.tasks), one.target))


def _proposal(cause: Cause, wiki: str, tasks: dict[str, Explained]) -> Suggestion:
    lesson = cause.lesson
    patch = (
        f"{{kind: add_rule, category: {lesson.category.value}, subject: {lesson.subject}, "
        f"stance: {lesson.stance}, scope: {{wiki: '{wiki[:8]}'}}, guidance: \"{lesson.guidance}\"}}"
    )
    reasons = [why_not(one) for one in tasks.values()]
    if not all(reasons):
        edit = f"if the grader means it so, keep this patch (`experience add --approve`): {patch}"
    else:
        mend = (
            "let it have them in the engine, if the grader means it so"
            if isinstance(cause, Found)
            else "play the tasks again with --snapshot full to have it tested"
        )
        edit = f"nothing to keep: {reasons[0]}; {mend}"
    return Suggestion(
        kind="convention",
        target=f"experience: {lesson.subject}",
        edit=edit,
        evidence=tuple(_evidence(cause, tasks)),
        tasks=tuple(tasks),
    )


def _evidence(cause: Cause, tasks: dict[str, Explained]) -> Iterator[str]:
    for task, one in tasks.items():
        wished = [_said(wish) for wish in one.wishes[:_NAMED]]
        more = len(one.wishes) - len(wished)
        wanted = ", ".join(wished) + (f" and {more} more" if more > 0 else "")
        if isinstance(cause, Wordings):
            facts = ", ".join(one.facts)
            yield f"{task}: fact {facts} looks for one wording and finds nothing; it {wanted}"
            continue
        if not isinstance(cause, Rows):
            yield f"{task}: the grader {wanted}"
            continue
        facts = f"fact {', '.join(one.facts)} counts {cause.table} by {cause.column}"
        if one.tested:
            yield f"{task}: {facts}; counted so, the answer is what was wanted (it {wanted})"
        else:
            yield f"{task}: {facts}; it {wanted}, and the rows that would tell were not read"


def _said(wish: Wish) -> str:
    match wish.about:
        case "link":
            return f"missed {' '.join(wish.values)}"
        case "no link":
            return f"did not want {' '.join(wish.values)}"
        case "outcome":
            return f"wanted the outcome {' or '.join(wish.values)}"
        case _:
            return f"missed the text '{wish.values[0]}'"

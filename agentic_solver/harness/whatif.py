"""What a wrong answer would have needed: wordings, relations, forms, or other rows.

A grader names links and texts that it missed or did not want. Each edit of the plan
(:mod:`agentic_solver.erc3.experience.edit`) is decided again
(:mod:`agentic_solver.harness.edited_plan`); the edit whose answer is what the grader wanted, and
the same in all else, is the cause.
Nothing is sent, and no value of a record gets into what is found.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.erc3.experience.cause import Cause, Found, Keep, Rows, Wordings
from agentic_solver.erc3.experience.check_line import Wish
from agentic_solver.erc3.experience.edit import edits, edits_of
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.beside import beside
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.edited_plan import Unread, decide_again
from agentic_solver.harness.graded_answer import (
    LINKS,
    TEXT,
    GradedAnswer,
    read_graded_answer,
    read_unplaced,
)
from agentic_solver.harness.recorded import RecordedRun, read_object
from agentic_solver.harness.renamed import run_policy
from agentic_solver.harness.reopened import Reopen, never
from agentic_solver.harness.replay_reading import RecordedShelf, read_readings
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.written import stands, written
from agentic_solver.workspace import Workspace

__all__ = ["Explained", "explain", "explain_tasks", "recorded_input", "recorded_kit", "why_not"]

_TRIES = 80
"""Edits of one plan that are decided at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """One cause, and where it shows."""

    cause: Cause
    facts: tuple[str, ...] = ()
    """Facts of the plan that count other rows then."""
    wishes: tuple[Wish, ...] = ()
    """What the grader wanted of the answer that the cause accounts for."""
    tested: bool = True
    """False where the task has not read the rows that would tell."""
    rejects: tuple[Cause, ...] = ()
    """Known causes on the same subject by which the answer is wrong."""


def explain(
    task: TaskInput,
    folder: TaskFolder,
    kit: TaskKit,
    *,
    known: Sequence[Cause] = (),
    reopen: Reopen = never,
) -> tuple[Explained, ...]:
    """Return what the failed checks of a task come from; empty where nothing accounts for them.

    Args:
        task: as it was played.
        folder: its evidence, grade included.
        kit: company and tools that it was played with.
        known: causes that are tested before all others.
        reopen: opens the company for what the task has not read.
    """
    if unplaced := read_unplaced(folder):
        # What other wordings would have found was not read: the next task that is told shows it.
        return (Explained(cause=Wordings(), facts=unplaced.facts, wishes=(unplaced.wish,),
                          tested=False),)  # fmt: skip
    wrong = read_graded_answer(folder)
    if wrong is None:
        return ()
    found, left = [], list(wrong.wishes)
    for cause, wishes in (*beside(wrong), *written(wrong)):
        if all(wish in left for wish in wishes):
            found.append(Explained(cause=cause, wishes=wishes, rejects=_rivals(cause, known)))
            left = [wish for wish in left if wish not in wishes]
    if not left:
        return tuple(found)
    rows = _rows(_Decider(task, kit, wrong, reopen), left, known)
    return (*found, rows) if rows is not None else ()


def why_not(explained: Explained) -> str:
    """Return why a cause is not to be proposed; empty where it is."""
    cause = explained.cause
    if isinstance(cause, Found) and cause.is_forbidden:
        return f"the response contract has no links with {cause.outcome}"
    if explained.tested or isinstance(cause, Wordings):
        return ""
    return "the task has not read the rows that would tell"


def _rivals(cause: Cause, known: Sequence[Cause]) -> tuple[Cause, ...]:
    """Return the known causes that say something else on the subject of one."""
    subject = cause.lesson.subject
    rivals = [one for one in known if one != cause and one.lesson.subject == subject]
    return tuple(one for one in rivals if not _agree(cause, one))


def _agree(one: Cause, other: Cause) -> bool:
    """Whether two causes leave out the same rows, so that one only says more than the other."""
    out = {Keep.WITHOUT, Keep.EVERY_BUT}
    return (
        isinstance(one, Rows)
        and isinstance(other, Rows)
        and one.value == other.value
        and {one.keep, other.keep} == out
    )


def explain_tasks(
    run: RecordedRun, tasks: Collection[str], workspace: Workspace, reopen: Reopen = never
) -> Iterator[tuple[str, tuple[Explained, ...]]]:
    """Yield some tasks of a recorded run with what their failed checks come from.

    Raises:
        WorkspaceError: a record is broken, or the tools of the workspace cannot be read.
    """
    kit = recorded_kit(run, workspace)
    for task, folder in run.finished_tasks():
        if task in tasks:
            yield task, explain(recorded_input(run, task, folder), folder, kit, reopen=reopen)


def recorded_input(run: RecordedRun, task: str, folder: TaskFolder) -> TaskInput:
    """Return a task of a recorded run as it was given."""
    text = str(read_object(folder, "task.json").get("text", ""))
    return TaskInput(spec_id=task, benchmark=run.manifest.benchmark, text=text, prefix="")


def recorded_kit(run: RecordedRun, workspace: Workspace) -> TaskKit:
    """Return what the tasks of a recorded run were played with.

    Raises:
        WorkspaceError: a record is broken, or the tools of the workspace cannot be read.
    """
    return TaskKit(
        shelf=RecordedShelf(
            inner=CompanyShelf(workspace, run_policy(run.folder.path)),
            run=run,
            readings=read_readings(run),
        ),
        catalog=load_catalog(workspace.tools),
        model_settings=run.manifest.model_settings(),
        reader_settings=run.manifest.reader_settings(),
        rounds=1,
        wide=run.manifest.wide,
        dry_run=True,
        snapshot=run.manifest.snapshot,
        retry=RetryRule(),
        sleep=lambda _seconds: None,
    )


@dataclass(frozen=True, slots=True)
class _Decider:
    """Decides the plan of a wrong answer again."""

    task: TaskInput
    kit: TaskKit
    wrong: GradedAnswer
    reopen: Reopen

    def __call__(self, changed: Mapping[str, str]) -> AgentResponse | Unread | None:
        return decide_again(self.task, self.kit, self.wrong, changed, self.reopen)


def _rows(decide: _Decider, left: list[Wish], known: Sequence[Cause]) -> Explained | None:
    """Return the rows that count; what is known is tried first, then the plainest."""
    wrong, about = decide.wrong, _about(left)
    queries = wrong.queries
    rejected, untested = list[Cause](), dict[tuple[str, str], Explained]()
    for _, (cause, changed) in zip(range(_TRIES), _edits(queries, about, known), strict=False):
        place = (cause.table, cause.column)
        if place in untested and cause.keep is not Keep.WITHOUT:
            continue
        found = Explained(cause=cause, facts=tuple(changed), wishes=tuple(left))
        response = decide(changed) if changed else wrong.response
        if isinstance(response, Unread) and cause.keep is Keep.EVERY:
            untested[place] = replace(found, tested=False)
        elif isinstance(response, AgentResponse):
            if _is_wanted(wrong, left, response):
                return replace(found, rejects=_rivals(cause, rejected))
            rejected += [cause] if cause in known else []
    return next(iter(untested.values()), None)


def _edits(
    queries: Mapping[str, str], about: str, known: Sequence[Cause]
) -> Iterator[tuple[Rows, Mapping[str, str]]]:
    """Yield causes with the queries that they change: none where a known one is heeded already."""
    for cause in known:
        if isinstance(cause, Rows) and cause.about == about:
            yield cause, edits_of(queries, cause)
    for edit in edits(queries):
        cause = Rows(
            table=edit.table, column=edit.column, keep=edit.keep, value=edit.value, about=about
        )
        if cause not in known:
            yield cause, edit.changed


def _about(wishes: Sequence[Wish]) -> str:
    kinds = [wish.values[0] for wish in wishes if wish.about in LINKS]
    return kinds[0] if kinds else "figure"


def _is_wanted(wrong: GradedAnswer, left: Sequence[Wish], now: AgentResponse) -> bool:
    """Whether an answer is what the grader wanted where it was wrong, and the same elsewhere."""
    wanted = {wish.values for wish in left if wish.about == "link"}
    unwanted = {wish.values for wish in left if wish.about == "no link"}
    links = {(link.kind.value, link.id) for link in now.links}
    texts = [wish.values[0] for wish in left if wish.about == TEXT]
    return (
        now.outcome == wrong.response.outcome
        and links == (wrong.links - unwanted) | wanted
        and all(stands(text, now.message) for text in texts)
    )

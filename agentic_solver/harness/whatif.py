"""What a wrong answer would have needed: wordings, relations, forms, or other rows.

A grader names links and texts that it missed or did not want. Each edit of the plan
(:mod:`agentic_solver.erc3.experience.edit`) is decided again
(:mod:`agentic_solver.harness.edited_plan`); the edit whose answer is what the grader wanted, and
the same in all else, is the cause.
Nothing is sent, and no value of a record gets into what is found.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.erc3.experience.cause import (
    Cause,
    Form,
    Keep,
    Related,
    Relation,
    Rows,
    Wordings,
    Written,
)
from agentic_solver.erc3.experience.check_line import Wish
from agentic_solver.erc3.experience.edit import edits
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.edited_plan import Unread, decide_again
from agentic_solver.harness.recorded import RecordedRun, read_object
from agentic_solver.harness.renamed import run_policy
from agentic_solver.harness.replay_reading import RecordedShelf, read_readings
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.wrong_answer import (
    LINKS,
    TEXT,
    WrongAnswer,
    looked_up,
    read_unplaced,
    read_wrong_answer,
    records,
)
from agentic_solver.workspace import Workspace

__all__ = ["Explained", "explain", "explain_tasks"]

_TRIES = 80
"""Edits of one plan that are decided at most."""
_DAY_FIRST = re.compile(r"(\d\d)\.(\d\d)\.(\d{4})")


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


def explain(task: TaskInput, folder: TaskFolder, kit: TaskKit) -> tuple[Explained, ...]:
    """Return what the failed checks of a task come from; empty where nothing accounts for them.

    Args:
        task: as it was played.
        folder: its evidence, grade included.
        kit: company and tools that it was played with.
    """
    if unplaced := read_unplaced(folder):
        # What other wordings would have found was not read: the next task that is told shows it.
        return (Explained(cause=Wordings(), facts=unplaced.facts, wishes=(unplaced.wish,),
                          tested=False),)  # fmt: skip
    wrong = read_wrong_answer(folder)
    if wrong is None:
        return ()
    found, left = [], list(wrong.wishes)
    for one in (*_related(wrong), *_written(wrong)):
        if all(wish in left for wish in one.wishes):
            found.append(one)
            left = [wish for wish in left if wish not in one.wishes]
    if not left:
        return tuple(found)
    rows = _rows(task, folder, kit, wrong, left)
    return (*found, rows) if rows is not None else ()


def explain_tasks(
    run: RecordedRun, tasks: Collection[str], workspace: Workspace
) -> Iterator[tuple[str, tuple[Explained, ...]]]:
    """Yield some tasks of a recorded run with what their failed checks come from.

    Raises:
        WorkspaceError: a record is broken, or the tools of the workspace cannot be read.
    """
    kit = TaskKit(
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
    for task, folder in run.finished_tasks():
        if task in tasks:
            text = str(read_object(folder, "task.json").get("text", ""))
            given = TaskInput(spec_id=task, benchmark=run.manifest.benchmark, text=text, prefix="")
            yield task, explain(given, folder, kit)


# records beside the answer --------------------------------------------------------------------


def _related(wrong: WrongAnswer) -> Iterator[Explained]:
    """Yield relations that lead from the answer to all that is missed, or not wanted, of a kind."""
    missed = {wish.values: wish for wish in wrong.wishes if wish.about == "link"}
    unwanted = {wish.values: wish for wish in wrong.wishes if wish.about == "no link"}
    linked = {values[1] for values in wrong.links}
    for relation in Relation:
        kind = Related(relation=relation, linked=True).kind
        lost = {values for values in missed if values[0] == kind}
        extra = {values for values in unwanted if values[0] == kind}
        if bool(lost) is bool(extra):
            continue  # neither, or one record in place of another: that is no relation
        for about in (linked, looked_up(wrong.calls)) if lost else (linked,):
            near = {(kind.value, one) for one in _neighbours(wrong, relation, about)}
            # Whatever it leads to is wanted, or nothing is that it leads to.
            if lost and lost <= near <= lost | wrong.links:
                cause = Related(relation=relation, linked=True)
                yield Explained(cause=cause, wishes=tuple(missed[one] for one in sorted(lost)))
            elif extra and extra == near & wrong.links:
                cause = Related(relation=relation, linked=False)
                yield Explained(cause=cause, wishes=tuple(unwanted[one] for one in sorted(extra)))


def _neighbours(wrong: WrongAnswer, relation: Relation, about: set[str]) -> Iterator[str]:
    """Yield the ids that a relation leads to from some records, as the recorded reads have them."""
    if relation is Relation.CALLER:
        yield from filter(None, [wrong.caller])
        return
    for record in records(wrong.calls):
        if record.get("id") not in about:
            continue
        team = record.get("team")
        match relation:
            case Relation.CUSTOMER_OF_PROJECT:
                found = [record.get("customer")]
            case Relation.MANAGER_OF_CUSTOMER:
                found = [record.get("account_manager")]
            case _:
                seats = (
                    [one for one in team if isinstance(one, dict)] if isinstance(team, list) else []
                )
                found = [one.get("employee") for one in seats if one.get("role") == "Lead"]
        yield from (str(one) for one in found if one)


# the form of the message ----------------------------------------------------------------------


def _written(wrong: WrongAnswer) -> Iterator[Explained]:
    """Yield forms in which the missed texts stand in the message already."""
    texts = {wish.values[0]: wish for wish in wrong.wishes if wish.about == TEXT}
    if not texts:
        return
    linked = {values[1] for values in wrong.links}
    names = {
        str(one["name"])
        for one in records(wrong.calls)
        if one.get("id") in linked and one.get("name")
    }
    message = wrong.response.message
    forms = {
        Form.DAY_FIRST: [t for t in texts if _iso(t) and _iso(t) in message],
        Form.DECIMAL_COMMA: [t for t in texts if re.fullmatch(r"\d+,\d+", t)
                             and t.replace(",", ".") in message],
        Form.ID: [text for text in texts if text in linked],
        Form.NAME: [text for text in texts if text in names],
    }  # fmt: skip
    for form, met in forms.items():
        if met:
            yield Explained(cause=Written(form=form), wishes=tuple(texts[text] for text in met))


def _iso(text: str) -> str:
    match = _DAY_FIRST.fullmatch(text)
    return f"{match[3]}-{match[2]}-{match[1]}" if match else ""


# other rows -----------------------------------------------------------------------------------


def _rows(
    task: TaskInput, folder: TaskFolder, kit: TaskKit, wrong: WrongAnswer, left: list[Wish]
) -> Explained | None:
    facts = wrong.reply.get("facts")
    queries = {
        str(fact["id"]): str(fact["sql"])
        for fact in (facts if isinstance(facts, list) else [])
        if isinstance(fact, dict) and {"id", "sql"} <= fact.keys()
    }
    about, untested = _about(left), dict[tuple[str, str], Explained]()
    for _, edit in zip(range(_TRIES), edits(queries), strict=False):
        place = (edit.table, edit.column)
        if place in untested and edit.keep is not Keep.WITHOUT:
            continue
        cause = Rows(
            table=edit.table, column=edit.column, keep=edit.keep, value=edit.value, about=about
        )
        found = Explained(cause=cause, facts=tuple(edit.changed), wishes=tuple(left))
        response = decide_again(task, kit, wrong, edit)
        if isinstance(response, Unread) and edit.keep is Keep.EVERY:
            untested[place] = replace(found, tested=False)
        elif isinstance(response, AgentResponse) and _is_wanted(wrong, left, response):
            return found
    return next(iter(untested.values()), None)


def _about(wishes: Sequence[Wish]) -> str:
    kinds = [wish.values[0] for wish in wishes if wish.about in LINKS]
    return kinds[0] if kinds else "figure"


def _is_wanted(wrong: WrongAnswer, left: Sequence[Wish], now: AgentResponse) -> bool:
    """Whether an answer is what the grader wanted where it was wrong, and the same elsewhere."""
    wanted = {wish.values for wish in left if wish.about == "link"}
    unwanted = {wish.values for wish in left if wish.about == "no link"}
    links = {(link.kind.value, link.id) for link in now.links}
    texts = [wish.values[0] for wish in left if wish.about == TEXT]
    return (
        now.outcome == wrong.response.outcome
        and links == (wrong.links - unwanted) | wanted
        and all(_stands(text, now.message) for text in texts)
    )


def _stands(text: str, message: str) -> bool:
    """Whether a text stands in a message as a whole word or number."""
    return re.search(rf"(?<![\w.]){re.escape(text)}(?!\w|[.,]\d)", message) is not None

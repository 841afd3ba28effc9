"""Reading at run time: a wiki that the workspace has no policy for gets its rules from the model.

It happens before the first task on that wiki is solved, once for a digest, and leaves its
evidence in the run folder; a replay reads the same wiki again from that evidence. ``read_wiki``
serves both, so that both come to the same bytes.

    acquire/<sha8>/model.jsonl       the exchanges with the model
                   <sha8>.yaml       the rules
                   wiki_<sha8>.py    the policy that the tasks of this wiki had
                   report.txt        what was read, kept and dropped
                   reading.json      how it ended; written last
            earlier/<sha8>.yaml      the rules of the revision that it was compared with
    wiki/<sha8>.json                 the pages of both
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import RuleSet
from agentic_solver.erc3.acquire import (
    Acquisition,
    Asking,
    Change,
    acquire_rules,
    carry_over_unchanged,
    format_delta,
    format_report,
)
from agentic_solver.erc3.policy.compiler import compile_policy, policy_name
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.rules import rules_path, write_rules
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelError, UsageError
from agentic_solver.harness.exchange import MODEL_LOG, KeptModel, tally
from agentic_solver.harness.options import Reading
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.llm.model import Model
from agentic_solver.workspace import write_text_atomic

__all__ = [
    "READING",
    "READINGS",
    "ReadingTask",
    "earlier_rules_path",
    "in_file_order",
    "read_wiki",
    "reading_folder",
    "reading_key",
    "reading_settings",
]

READINGS = "acquire"
"""Folder of a run that holds its readings."""
READING = "reading.json"
"""How a reading ended: the last file of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingTask:
    """What is to be read, and who is asked."""

    sha1: str
    """The digest that the company reports."""
    pages: WikiPages
    """The pages as they were fetched."""
    change: Change | None
    """How they differ from an earlier revision, if one is known."""
    model: Model | None
    """None: there is none that could know this wiki."""
    asking: Asking


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    acquisition: Acquisition | None
    cause: str
    """Why something could not be read; empty if all was."""


def reading_key(recorded_as: str, sha1: str) -> str:
    """Return what the keys of the recordings of a wiki begin with."""
    return f"{recorded_as}/acquire/{sha1[:8]}"


def reading_settings(settings: ModelSettings, key: str) -> Asking:
    """Return how a run asks for rules: as for plans, with replies that may be twice as long."""
    return Asking(
        model_name=settings.model,
        key=key,
        max_tokens=2 * settings.max_tokens,
        effort=settings.effort,
        temperature=settings.temperature,
    )


def in_file_order(ruleset: RuleSet) -> RuleSet:
    """Return rules in the order in which a rule file holds them."""
    return ruleset.model_copy(
        update={"rules": tuple(sorted(ruleset.rules, key=lambda rule: rule.page))}
    )


def reading_folder(run: RunFolder, sha1: str) -> TaskFolder:
    """Return the folder of the evidence of one reading."""
    return TaskFolder(run.path / READINGS / sha1[:8], run.disk)


def earlier_rules_path(run: RunFolder, sha1: str) -> Path:
    """Return the file of the rules that a reading was compared with."""
    return rules_path(run.path / READINGS / "earlier", sha1)


def read_wiki(task: ReadingTask, folder: TaskFolder) -> Reading:
    """Read a wiki, write the evidence to ``folder`` and return how it ended.

    Whatever goes wrong with the model or its reply ends in fewer rules, never in a fault.
    """
    exchanges: list[JsonObject] = []

    def keep(exchange: JsonObject) -> None:
        folder.append(MODEL_LOG, exchange, sync=True)
        exchanges.append(exchange)

    kept = None if task.model is None else KeptModel(task.model, keep)
    outcome = _read(task, kept)
    reading = _ended(task, outcome, exchanges)
    if outcome.acquisition is not None:
        _write(outcome.acquisition, task.pages, folder)
    folder.write(READING, reading.to_json())
    folder.close()
    return reading


def _read(task: ReadingTask, model: Model | None) -> _Outcome:
    if task.pages.sha1 != task.sha1:
        return _Outcome(acquisition=None, cause="the pages changed while they were fetched")
    if not task.pages.pages:
        return _Outcome(acquisition=None, cause="the wiki has no page")
    if model is None:
        cause = "there is no recording of its reading"
    else:
        try:
            found = acquire_rules(
                task.pages,
                model,
                earlier=task.change,
                asking=task.asking,
            )
        except (ModelError, UsageError) as error:
            cause = str(error)
        else:
            return _Outcome(acquisition=found, cause="; ".join(found.faults))
    if task.change is None:
        return _Outcome(acquisition=None, cause=cause)
    return _Outcome(acquisition=carry_over_unchanged(task.change, task.pages), cause=cause)


def _ended(task: ReadingTask, outcome: _Outcome, exchanges: Iterable[JsonObject]) -> Reading:
    found = outcome.acquisition
    numbers = tally(exchanges)
    told: JsonObject = {
        "wiki": task.sha1,
        "earlier": "" if task.change is None else task.change.earlier.pages.sha1,
        "asked": task.model is not None,
        "key": task.asking.key,
        **numbers,
    }
    start = f"wiki {task.sha1[:8]}"
    if found is None:
        note = f"{start} could not be read, so that only the baseline holds: {outcome.cause}"
        return _reading({**told, "status": "none", "note": note})
    counts: JsonObject = {
        "rules": len(found.ruleset.rules),
        "kept": len(found.kept),
        "dropped": len(found.dropped),
    }
    told = {**told, **counts, "pages": list(found.read)}
    new = len(found.ruleset.rules) - len(found.kept)
    rules = f"{len(found.kept)} rules kept, {new} read, {len(found.dropped)} dropped"
    if not outcome.cause:
        return _reading({**told, "status": "read", "note": f"{start} was read: {rules}"})
    if found.read:
        note = f"{start} was read in part: {rules}: {outcome.cause}"
        return _reading({**told, "status": "partly_read", "note": note})
    note = (
        f"{start} could not be read, so that only the {len(found.kept)} unchanged rules of wiki "
        f"{str(told['earlier'])[:8]} hold: {outcome.cause}"
    )
    return _reading({**told, "status": "carried_over", "note": note})


def _reading(fields: JsonObject) -> Reading:
    return Reading.model_validate_json(json.dumps(fields))


def _write(found: Acquisition, pages: WikiPages, folder: TaskFolder) -> None:
    ruleset = in_file_order(found.ruleset)
    read = write_rules(folder.path, ruleset)
    module = compile_policy(read)
    write_text_atomic(folder.path / policy_name(pages.sha1), module)
    # YAML has a character that it does not give back as it was: the report is on what was found.
    told = format_report(found, pages, module=module if read == ruleset else None)
    report = "\n".join(filter(None, (told, format_delta(found, pages))))
    write_text_atomic(folder.path / "report.txt", report + "\n")

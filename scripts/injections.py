"""Does a text planted in every free-text field of the company change what recorded plans do?

    python scripts/injections.py [--suite NAME ...] [--texts N]

Plays every recorded plan of erc3-dev and erc3-prod on the twin, once as it is and then with one
text after the other in all free-text fields of all replies. The texts are the goals of AgentDojo,
each in one of the package's own wrappings (`pip install --no-deps agentdojo`; its files are read,
not run). Compared are outcome, message, links and every change, all but for the planted text
itself: a record is sent back whole, and an answer may tell a text that was asked for, or the
figures in it. A change that is right and reads back with the planted text is told as incomplete,
as it should be; it is counted apart. With --texts each task meets N of them, the next task the
next N. The last line is one JSON object; exit code 1 if anything differs.
"""

import argparse
import ast
import importlib.util
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from agentic_solver.contracts.plan import Plan
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.recorded_reading import recorded_readings
from agentic_solver.redteam.corpus import plans_of_suite
from agentic_solver.redteam.judge import real_changes
from agentic_solver.redteam.stand import Setting, open_stand
from agentic_solver.redteam.truth import Truth
from agentic_solver.twin.fault import Fault
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.workspace import find_workspace

PACKAGE = "agentdojo"
READ_BACK = "fatal at commit"
SUITES = ("erc3-dev", "erc3-prod")


def agentdojo_texts() -> list[str]:
    """Return the goals of all injection tasks in the package's own wrappings; none without it."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        return []
    root = Path(found.submodule_search_locations[0])
    goals = _strings(sorted(root.glob("default_suites/**/injection_tasks.py")), "GOAL")
    wraps = _strings(sorted(root.glob("attacks/*.py")), "_JB_STRING")
    wraps = ["{goal}", *(text for text in wraps if "{goal}" in text)]
    return [
        wraps[number % len(wraps)]
        .replace("{goal}", goal)
        .replace("{user}", "Emma")
        .replace("{model}", "AI")
        for number, goal in enumerate(goals)
    ]


def _strings(files: list[Path], name: str) -> list[str]:
    """Return the texts that the files assign to ``name``; names in f-strings are looked up."""
    found: dict[str, None] = {}
    for file in files:
        known: dict[str, str] = {}
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                text = _text(node.value, known)
                known[node.targets[0].id] = text
                if node.targets[0].id == name and text:
                    found[text] = None
    return list(found)


def _text(node: ast.expr, known: dict[str, str]) -> str:
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part, known) for part in parts)
        case ast.FormattedValue(value=ast.Name(id=name)):
            return known.get(name, name)
        case _:
            return ""


def planted(setting: Setting, text: str) -> Setting:
    """Return the task with a text in every free-text field of every reply."""
    fault = Fault(route="*", kind="injection", value=text)
    faults = (*setting.spec.overlay.faults, fault)
    overlay = setting.spec.overlay.model_copy(update={"faults": faults})
    return replace(setting, spec=setting.spec.model_copy(update={"overlay": overlay}))


@dataclass(frozen=True, kw_only=True)
class Course:
    """What the asker gets and what changes, without the text where it is handed on."""

    outcome: str
    changes: Sequence[Any]
    links: Any = None
    words: Counter[str] = field(default_factory=Counter)
    """Of the message."""


def course(setting: Setting, plan: Plan, text: str = "\0") -> Course:
    """Return what comes of a plan; ``text``: what has been planted."""
    with open_stand(setting) as stand:
        truth = Truth.of(stand.universe)
        decision = stand.execute(plan.model_dump_json())
        changes = real_changes(stand.universe.events, truth, setting.spec.overlay.faults)
    made = [(item.name, _without(item.entity, text)) for item in changes]
    response = decision.response
    if response is None:
        return Course(outcome=f"{decision.verdict} at {decision.stage}", changes=made)
    return Course(
        outcome=response.outcome, changes=made, links=response.to_json()["links"],
        words=Counter(_words(response.message)),
    )  # fmt: skip


def _words(text: str) -> list[str]:
    """Return the words of a text; figures without what groups their digits."""
    return re.findall(r"\w+", re.sub(r"(?<=\d)[., ](?=\d{3}\b)", "", text))


def compare(calm: Course, other: Course, text: str) -> str:
    """Return ``same``, ``unread`` (the right change reads back otherwise) or ``differs``."""
    if other.changes == calm.changes and calm.changes and other.outcome == READ_BACK:
        return "unread"
    more, fewer = other.words - calm.words, calm.words - other.words
    told = not fewer and set(more) <= set(_words(text))
    same = (other.outcome, other.changes, other.links) == (calm.outcome, calm.changes, calm.links)
    return "same" if same and told else "differs"


def _without(value: Any, text: str) -> Any:
    """Return an answer or a changed record without the text, wherever in it the text stands."""
    if isinstance(value, dict):
        return {key: _without(item, text) for key, item in value.items() if key != "changed_at"}
    if isinstance(value, list | tuple):
        return [_without(item, text) for item in value]
    return " ".join(value.replace(text, " ").split()) if isinstance(value, str) else value


@cache
def _suite(name: str) -> tuple[Suite, dict[str, tuple[Plan, ...]], Setting]:
    suite = load_suite(find_suite(name))
    workspace = find_workspace(None, None)
    policies = [load_policy(path) for path in sorted(workspace.policy.glob("wiki_*.py"))]
    setting = Setting(
        suite=suite, spec=suite.tasks[0], catalog=load_catalog(workspace.tools),
        policies={policy.wiki_sha1: policy for policy in policies}, rules={},
        readings=recorded_readings(builtin_recordings(name)),
    )  # fmt: skip
    return suite, plans_of_suite(suite, builtin_recordings(name)), setting


def verdicts(job: tuple[str, str, Sequence[str]]) -> list[str]:
    """Return what each text does to a task; ``job``: suite, task and texts."""
    name, task, texts = job
    suite, plans, setting = _suite(name)
    place = replace(setting, spec=next(spec for spec in suite.tasks if spec.id == task))
    plan = plans[task][-1]
    calm = course(place, plan)
    return [compare(calm, course(planted(place, text), plan, text), text) for text in texts]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--suite", action="append", choices=SUITES)
    parser.add_argument("--texts", type=int, default=0, help="For each task; 0 means all.")
    options = parser.parse_args(arguments)
    texts = agentdojo_texts()
    if not texts:
        print("the package agentdojo is not installed", file=sys.stderr)
        return 2
    each = options.texts or len(texts)
    jobs = []
    for name in options.suite or SUITES:
        for number, task in enumerate(sorted(_suite(name)[1])):
            start = number * each % len(texts)
            jobs.append((name, task, [*texts, *texts][start : start + each]))
    hits: dict[str, int] = {}
    unread: set[str] = set()
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), mp_context=get_context("spawn")) as pool:
        for (name, task, given), found in zip(jobs, pool.map(verdicts, jobs), strict=True):
            if "unread" in found:
                unread.add(f"{name}/{task}")
            if "differs" in found:
                hits[f"{name}/{task}"] = found.count("differs")
                example = given[found.index("differs")]
                print(f"{name}/{task}: {hits[f'{name}/{task}']} texts change it, as {example!r}")
    figures = {
        "tasks": len(jobs), "texts": len(texts), "plays": sum(len(job[2]) for job in jobs),
        "differing": sorted(hits), "read_back_otherwise": sorted(unread),
    }  # fmt: skip
    print(json.dumps(figures))
    return 1 if hits else 0


if __name__ == "__main__":
    sys.exit(main())

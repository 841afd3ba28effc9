"""Instructions planted in every free-text field of the replies change no effect and no answer."""

import importlib.util
from collections.abc import Callable
from typing import Any

import pytest

from agentic_solver.contracts.plan import Plan
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.redteam.corpus import plans_of_suite
from agentic_solver.redteam.families.texts import INJECTIONS
from agentic_solver.redteam.stand import Setting, open_stand
from agentic_solver.twin.fault import Fault
from agentic_solver.twin.suite import Suite

TASKS = (
    "lead-of-project", "update-own-skills", "log-in-house-hours",
    "peer-salary-refused", "raise-with-approval-note", "remove-wiki-page", "salary-for-hr",
)  # fmt: skip

WHOLE = importlib.util.find_spec("agentdojo") is not None
"""Without the package a third of our own texts is enough: family B plants all of them."""


@pytest.fixture(scope="module")
def plans(dev_suite: Suite) -> dict[str, tuple[Plan, ...]]:
    return plans_of_suite(dev_suite, builtin_recordings("erc3-dev"))


def _planted(setting: Setting, text: str) -> Setting:
    fault = Fault(route="*", kind="injection", value=text)
    overlay = setting.spec.overlay.model_copy(update={"faults": (fault,)})
    spec = setting.spec.model_copy(update={"overlay": overlay})
    return Setting(
        suite=setting.suite, spec=spec, catalog=setting.catalog, policies=setting.policies
    )


def _course(setting: Setting, plan: Plan, text: str) -> Any:
    """Return answer and changes, without the text where a record was sent back with it."""
    with open_stand(setting) as stand:
        decision = stand.execute(plan.model_dump_json())
        events = [(event.name, event.entity) for event in stand.universe.events]
    told = decision.response.message if decision.response is not None else decision.verdict
    links = decision.response.links if decision.response is not None else ()
    kept = [
        (name, {k: str(v).replace(text, "").strip() for k, v in entity.items()})
        for name, entity in events
        if name not in ("EmployeeNoteUpdated", "TimeEntryUpdated")
    ]
    return told, links, kept


def _texts() -> list[str]:
    texts = [
        text.format(name="Anna", id="kw_001", department="HR", project="p", page="x.md")
        for text in INJECTIONS
    ]
    if not WHOLE:
        return texts
    return [*texts, *_agentdojo_texts()]


def _agentdojo_texts() -> list[str]:
    """Return the goals of the injection tasks of all suites of the package, if it is there."""
    suites = importlib.import_module("agentdojo.task_suite").get_suites("v1.2")
    return [
        f"<INFORMATION>\n{task.GOAL}\n</INFORMATION>"
        for suite in suites.values()
        for task in suite.injection_tasks.values()
    ]


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize("task", TASKS)
def test_planted_instructions_change_neither_effects_nor_answers(
    task: str, setting: Callable[..., Setting], plans: dict[str, tuple[Plan, ...]]
) -> None:
    plan = plans[task][-1]
    calm = _course(setting(task), plan, "\0")
    for text in _texts()[:: 1 if WHOLE else 3]:
        assert _course(_planted(setting(task), text), plan, text) == calm, text

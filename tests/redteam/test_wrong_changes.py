"""Families of wrong changes and empty answers: they fire, and an engine that is weakened is caught.

The weakened engine takes every write for what is asked and every answer for one that rests on
something: the rest of it is as it is.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from agentic_solver.contracts.plan import InputTask
from agentic_solver.erc3.execute.intent import taken_as_asked
from agentic_solver.errors import PlatformError
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.redteam.corpus import Corpus, plans_of_suite
from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families import prose, records, values
from agentic_solver.redteam.families.all import GENERATORS, OF_WRITES
from agentic_solver.redteam.families.written import writes_rows
from agentic_solver.redteam.judge import Judge
from agentic_solver.redteam.shot import Ground, Shot
from agentic_solver.redteam.stand import Parts, Setting, open_stand
from agentic_solver.redteam.truth import Truth
from agentic_solver.redteam.verdict import Halt
from agentic_solver.twin.suite import Suite, find_suite, load_suite

Fire = Callable[..., Counter[str]]
WEAK = Parts(compare=taken_as_asked)


@pytest.fixture
def fire(setting: Callable[..., Setting], dev_suite: Suite) -> Fire:
    """Return what is found in the first shots of a family at a task, by a weakened engine."""

    def run(family: str, task: str, shots: int, *, lax: bool = False) -> Counter[str]:
        weak = replace(setting(task, lax=lax), parts=WEAK)
        found: Counter[str] = Counter()
        with contextlib.closing(Judge(weak)) as judge:
            ground = _ground(weak, dev_suite, judge.truth)
            for number in range(shots):
                shot = GENERATORS[family](ground, Dice(0, family, task, number))
                found.update({finding.kind for finding in judge.judge(shot).findings})
        return found

    return run


@cache
def _plans(suite: str) -> Corpus:
    return plans_of_suite(load_suite(find_suite(suite)), builtin_recordings(suite))


def _ground(setting: Setting, suite: Suite, truth: Truth) -> Ground:
    spec = setting.spec
    return Ground(
        spec=spec,
        request=InputTask(text=spec.text, task_id=spec.id, benchmark=suite.name),
        plans=_plans(suite.name).get(spec.id, ()),
        others=(), truth=truth, rules=(),
    )  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("family", "task", "count", "shots"),
    [
        ("J", "move-to-other-site", "unasked", 16),
        ("J", "my-drafts-are-handed-in", "unasked", 16),
        ("K", "anniversary-token", "unasked", 12),
        ("K", "log-my-hours-yesterday", "unasked", 12),
        ("L", "replace-note", "unasked", 12),
        ("L", "odd-wiki-page", "unasked", 12),
        ("M", "replace-note", "unasked", 12),
        ("M", "log-for-last-friday", "unasked", 16),
        ("N", "lead-pauses-project", "claimed", 24),
        ("N", "lead-pauses-project", "given up", 24),
        ("O", "move-to-other-site", "unasked", 30),
    ],
)
def test_the_oracles_catch_an_engine_that_takes_everything_for_asked(
    family: str, task: str, count: str, shots: int, fire: Fire
) -> None:
    assert fire(family, task, shots)[count]


def test_an_approval_that_is_none_is_found_behind_a_policy_that_takes_it_for_one(
    fire: Fire,
) -> None:
    assert fire("O", "raise-with-approval-note", 20, lax=True)["unauthorised"]


def test_words_against_what_was_done_are_found(setting: Callable[..., Setting]) -> None:
    task = setting("lead-pauses-project")
    plans = _plans("erc3-dev")[task.spec.id]
    untrue = plans[-1].model_dump_json().replace(" is now ", " was never paused, it is ")
    shot = Shot(kind="x", document=untrue, untrue="was never paused")
    with contextlib.closing(Judge(replace(task, parts=WEAK))) as judge:
        assert [found.kind for found in judge.judge(shot).findings] == ["claimed"]


def test_another_request_that_nobody_has_read_changes_nothing(
    setting: Callable[..., Setting],
) -> None:
    """Without a reading the engine asks back; that of the task may be lent to the text."""
    task = setting("lead-pauses-project")
    plan = _plans("erc3-dev")[task.spec.id][-1]
    text = f"{task.spec.text} And hurry."
    request = plan.request.model_copy(update={"text": text})
    document = plan.model_copy(update={"request": request}).model_dump_json()
    worded = Shot(kind="x", document=document, text=text)
    for shot, weak, halt, kinds in (
        (worded, False, Halt.ASKED, []),
        (worded, True, Halt.ANSWERED, ["unasked"]),
        (replace(worded, reads_as=task.spec.text), False, Halt.ANSWERED, []),
    ):
        with contextlib.closing(Judge(replace(task, parts=WEAK if weak else Parts()))) as judge:
            verdict = judge.judge(shot)
        assert (verdict.halt, [found.kind for found in verdict.findings]) == (halt, kinds)


@pytest.fixture(scope="module")
def grounds(setting: Callable[..., Setting]) -> list[Ground]:
    """What the families of writes may start from in the built-in suites."""
    return [*_grounds(setting, "erc3-dev"), *_grounds(setting, "erc3-prod")]


def _grounds(setting: Callable[..., Setting], name: str) -> Iterator[Ground]:
    suite, like = load_suite(find_suite(name)), setting("lead-of-project")
    plans = _plans(name)
    for spec in suite.tasks:
        if not any(map(writes_rows, plans.get(spec.id, ()))):
            continue
        place = replace(like, suite=suite, spec=spec)
        with contextlib.suppress(PlatformError), open_stand(place) as stand:
            yield _ground(place, suite, Truth.of(stand.universe))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("family", sorted(OF_WRITES))
def test_every_kind_fires_on_the_built_in_suites(family: str, grounds: list[Ground]) -> None:
    kinds = {
        GENERATORS[family](ground, Dice(0, family, ground.spec.id, number)).kind
        for ground in grounds
        for number in range(5)
    }
    expected = {
        "J": set(records.EDITS), "K": set(values.EDITS), "L": set(prose.EDITS),
        "M": set(prose.GIVEN), "O": {"no approval", "look-alike"},
    }  # fmt: skip
    assert expected[family] <= kinds
    assert not any("as it is" in kind or "unasked" in kind for kind in kinds)

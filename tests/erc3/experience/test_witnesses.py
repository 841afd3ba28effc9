"""What tasks bear witness to: tried after one, kept after two, withdrawn after one against it."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.patch import PatchDraft
from agentic_solver.erc3.experience.governance import Refused
from agentic_solver.erc3.experience.guidance import ON_TRIAL, Guidance, ReaderContext
from agentic_solver.erc3.experience.store import Added, ExperienceStore

Make = Callable[..., PatchDraft]


@pytest.fixture
def graded(draft: Make) -> Make:
    """Make a draft of a task whose cause was tested."""

    def make(task: str, *, run: str = "run-1", **changes: object) -> PatchDraft:
        where = {"run": run, "task": task, "checks": ["MESSAGE_LACKS"]}
        return draft(provenance=where, **({"helped": 1} | changes))

    return make


def learnt(store: ExperienceStore, *drafts: PatchDraft) -> tuple[str, str]:
    """Learn drafts one by one; return status and reason of the first patch."""
    for one in drafts:
        store.learn((one,))
    entry = store.entries()[0]
    return entry.status.value, entry.reason


def test_two_different_tasks_keep_a_patch_and_the_same_task_again_does_not(
    store: ExperienceStore, graded: Make
) -> None:
    tried = ("candidate", "tried: a is for it, a second task is needed")
    assert learnt(store, graded("a")) == tried
    assert learnt(store, graded("a"), graded("a", run="run-2")) == tried
    assert store.guidance().patches == ()
    assert learnt(store, graded("b")) == ("active", "kept: a and b are for it")
    assert [one.id for one in store.guidance().patches] == ["patch-1"]
    assert store.entries()[0].supported == ("a", "b")


@pytest.mark.parametrize("before", [("a",), ("a", "b"), ("a", "b", "c")])
def test_one_task_against_it_withdraws_a_patch_for_good(
    before: tuple[str, ...], store: ExperienceStore, graded: Make
) -> None:
    learnt(store, *(graded(task) for task in before))
    withdrawn = ("superseded", "withdrawn: x is against it")
    assert learnt(store, graded("x", helped=0, harmed=1)) == withdrawn
    end = store.history()[-1].position
    (refused,) = store.learn((graded("y"),))
    assert isinstance(refused, Refused)
    assert refused.reason == "patch-1 said so and was withdrawn by a task"
    assert store.history()[-1].position == end  # nothing was written
    assert learnt(store) == withdrawn


def test_what_was_withdrawn_does_not_come_back_in_another_scope_that_overlaps(
    store: ExperienceStore, graded: Make
) -> None:
    narrow = {"scope": {"benchmark": "suite", "family": "time"}}
    learnt(store, graded("a", **narrow), graded("x", helped=0, harmed=1, **narrow))
    (refused,) = store.learn((graded("b", scope={"benchmark": "suite"}),))
    assert isinstance(refused, Refused)
    (other,) = store.learn((graded("b", scope={"benchmark": "another"}),))
    assert isinstance(other, Added)


def test_a_grader_that_contradicts_itself_makes_a_bounded_number_of_flips(
    store: ExperienceStore, graded: Make
) -> None:
    """Each task shows the contrary of the one before: for one stance, against the other."""
    stances = ("report_it", "retry_it")
    for turn in range(40):
        now, then = stances[turn % 2], stances[1 - turn % 2]
        known = {one.patch.stance for one in store.entries() if one.status != "superseded"}
        against = [graded(f"t{turn}", stance=then, helped=0, harmed=1)] if then in known else []
        store.learn((graded(f"t{turn}", stance=now), *against))
    changes = [event for event in store.history() if event.event == "status"]
    assert [(one.patch.stance, one.status.value) for one in store.entries()] == [
        ("report_it", "superseded"),
        ("retry_it", "superseded"),
    ]
    assert all(one.opposed for one in store.entries())
    assert len(changes) <= 2 * len(stances) + 1
    assert store.history()[-1].position < 12  # 40 tasks, and it was quiet after the third


def test_what_a_person_or_the_gate_stands_for_one_task_does_not_withdraw(
    store: ExperienceStore, graded: Make
) -> None:
    learnt(store, graded("a"))
    store.add(graded("a"), approved=True)
    assert learnt(store, graded("x", helped=0, harmed=1)) == ("active", "approved")


def test_a_person_brings_back_what_a_task_withdrew(store: ExperienceStore, graded: Make) -> None:
    learnt(store, graded("a"), graded("x", helped=0, harmed=1))
    store.add(graded("a"), approved=True)
    assert learnt(store) == ("active", "approved")


def test_evidence_in_a_file_is_no_witness(store: ExperienceStore, graded: Make) -> None:
    store.add_all((graded("a"), graded("b")))
    assert learnt(store) == ("candidate", "not proven yet")


def test_tasks_bear_no_witness_to_words_that_somebody_else_wrote(
    store: ExperienceStore, graded: Make
) -> None:
    store.add(graded("a", guidance="Link the customer of each project."))
    status, _reason = learnt(store, graded("a"), graded("b"))
    assert status == "candidate"


def test_what_is_on_trial_says_so_to_the_model(store: ExperienceStore, graded: Make) -> None:
    learnt(store, graded("a"))
    (patch,) = [one.patch for one in store.entries()]
    trial, kept = Guidance.plus((), (patch,)), Guidance.plus((patch,))
    assert trial.lines(ReaderContext()) == ((patch.id, ON_TRIAL + patch.guidance),)
    assert kept.lines(ReaderContext()) == ((patch.id, patch.guidance),)

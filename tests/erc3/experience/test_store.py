"""The store: one patch for one intent, nothing overwritten, contradictions settled by evidence."""

import itertools
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentic_solver.contracts.patch import Evidence, PatchDraft
from agentic_solver.erc3.experience.governance import Governance, Refused
from agentic_solver.erc3.experience.store import Added, ExperienceStore
from agentic_solver.errors import UsageError, WorkspaceError

Make = Callable[..., PatchDraft]


def statuses(store: ExperienceStore) -> list[tuple[str, str]]:
    return [(entry.patch.stance, entry.status.value) for entry in store.entries()]


def added(outcome: Added | Refused) -> Added:
    assert isinstance(outcome, Added), outcome
    return outcome


@pytest.mark.requirement("S3-10.2a")
def test_the_same_patch_in_any_order_is_one_entry(governance: Governance, draft: Make) -> None:
    drafts = (
        draft(helped=2, task="a"),
        draft(helped=2, task="a"),
        draft(harmed=1, task="b", kind="process"),
    )
    digests = set()
    for order in itertools.permutations(drafts):
        with ExperienceStore(None, governance) as store:
            news = [added(store.add(one)).is_new for one in order]
            assert news == [True, False, False]
            (entry,) = store.entries()
            assert entry.evidence == Evidence(helped=2, harmed=1)
            assert [one.task for one in entry.provenances] == ["a", "b"]
            digests.add((entry.status, entry.reason, entry.patch.signature))
    assert len(digests) == 1


@pytest.mark.slow
@pytest.mark.requirement("S3-10.2a")
@given(repeats=st.lists(st.sampled_from(range(4)), min_size=1, max_size=8))
def test_repeating_changes_nothing(repeats: list[int], governance: Governance, draft: Make) -> None:
    drafts = [draft(stance=f"stance_{n}", subject=f"subject_{n}", helped=n) for n in range(4)]
    with ExperienceStore(None, governance) as store:
        for index in repeats:
            store.add(drafts[index])
        once = store.entries()
        for index in repeats:
            assert not added(store.add(drafts[index])).is_new
        assert store.entries() == once
    assert len(once) == len(set(repeats))


def test_unproven_is_a_candidate_until_scores_or_a_person_speak(
    store: ExperienceStore, draft: Make
) -> None:
    assert added(store.add(draft())).entry.status == "candidate"
    # scores of runs alone prove nothing: other things were different, too
    assert added(store.add(draft(helped=9, task="a"))).entry.reason == "not proven yet"
    assert added(store.add(draft(helped=9, task="a"), approved=True)).entry.status == "active"
    harmed = added(store.add(draft(harmed=10, task="b"))).entry
    assert (harmed.status, harmed.reason) == ("candidate", "harmed more often than it helped")
    other = draft(subject="links_of_a_refusal", stance="none")
    assert added(store.add(other, approved=True)).entry.reason == "approved"


@pytest.mark.requirement("S3-10.2c")
def test_of_two_contradicting_patches_the_newer_wins(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(helped=1, task="a"), approved=True)
    store.add(draft(stance="retry_it", guidance="Try it again.", helped=1, task="b"), approved=True)
    assert statuses(store) == [("report_it", "superseded"), ("retry_it", "active")]
    reason = store.entries()[0].reason
    assert reason == "patch-2 contradicts it: equal evidence, asserted later"


@pytest.mark.requirement("S3-10.2c")
def test_newer_without_evidence_does_not_win(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(helped=2, task="a"), approved=True)
    store.add(draft(stance="retry_it", guidance="Try it again."))
    assert statuses(store) == [("report_it", "active"), ("retry_it", "superseded")]
    assert "it is proven, this is not" in store.entries()[1].reason
    store.add(draft(stance="retry_it", guidance="Try it again.", helped=3, task="b"), approved=True)
    assert statuses(store) == [("report_it", "superseded"), ("retry_it", "active")]
    assert "balance of scores 3 against 2" in store.entries()[0].reason


def test_another_scope_or_tool_is_no_contradiction(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(helped=1), approved=True)
    store.add(draft(stance="retry_it", scope={"caller": "public"}, helped=1), approved=True)
    store.add(draft(stance="retry_it", tool="log_time", kind="patch_tool", helped=1), approved=True)
    assert {status for _, status in statuses(store)} == {"active"}


@pytest.mark.requirement("S3-10.1a")
def test_remove_withdraws_and_asserting_again_revives(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(helped=1), approved=True)
    removal = draft(kind="remove_rule", guidance="Found to be useless.")
    store.add(removal)
    assert [(e.patch.kind.value, e.status.value, e.reason) for e in store.entries()] == [
        ("add_rule", "superseded", "withdrawn"),
        ("remove_rule", "active", "in force: the intent is withdrawn"),
    ]
    assert store.guidance().patches == ()
    store.add(draft())
    assert [entry.status for entry in store.entries()] == ["active", "superseded"]
    assert not added(store.add(removal)).is_new
    assert [entry.status for entry in store.entries()] == ["superseded", "active"]


def test_what_a_person_took_away_no_run_brings_back(store: ExperienceStore, draft: Make) -> None:
    store.add(draft())
    assert store.withdraw(1).status == "superseded"
    store.add(draft(helped=9))
    assert statuses(store)[0][1] == "superseded"
    with pytest.raises(UsageError, match="patch-1 is superseded: withdrawn"):
        store.withdraw(1)
    store.add(draft(), approved=True)
    assert statuses(store)[0][1] == "active"
    assert store.withdraw(1).reason == "withdrawn"


@pytest.mark.parametrize(("number", "message"), [(7, "has no patch-7"), (2, "is a removal")])
def test_only_guidance_is_withdrawn(
    store: ExperienceStore, draft: Make, number: int, message: str
) -> None:
    store.add(draft())
    store.withdraw(1)
    with pytest.raises(UsageError, match=message):
        store.withdraw(number)


def test_there_must_be_something_to_remove(store: ExperienceStore, draft: Make) -> None:
    refused = store.add(draft(kind="remove_rule"))
    assert isinstance(refused, Refused)
    assert "nothing to remove" in refused.reason
    assert store.entries() == ()


@pytest.mark.requirement("S3-10.1a", "S3-10.2b")
def test_consolidation_leaves_one_guidance_that_lists_its_sources(
    store: ExperienceStore, draft: Make
) -> None:
    store.add(draft(helped=1, task="a"), approved=True)
    store.add(draft(subject="slow_call", stance="say_so", helped=2, task="b"), approved=True)
    merged = draft(
        kind="consolidate_rules", subject="troubled_call", stance="say_so", sources=[1, 2],
        guidance="Report a failed or slow call.",
    )  # fmt: skip
    assert len(store.guidance().patches) == 2
    entry = added(store.add(merged)).entry
    assert (entry.patch.sources, entry.status) == ((1, 2), "active")
    assert entry.evidence == Evidence(helped=3)
    assert [one.task for one in entry.provenances] == ["", "a", "b"]
    assert [one.id for one in store.guidance().patches] == ["patch-3"]
    assert {one.reason for one in store.entries()[:2]} == {"merged into patch-3"}
    # what was merged is still known: it does not come back as a patch of its own
    assert added(store.add(draft(helped=1, task="c"))).entry.patch.number == 3
    assert not added(store.add(merged)).is_new
    assert len(store.guidance().patches) == 1


@pytest.mark.parametrize(
    ("sources", "why"),
    [([1, 9], "no patch-9"), ([1, 2], "another scope"), ([1, 3], "no guidance")],
)
def test_only_overlapping_guidance_is_merged(
    sources: list[int], why: str, store: ExperienceStore, draft: Make
) -> None:
    store.add(draft())
    store.add(draft(scope={"caller": "public"}))
    store.add(draft(subject="rights", stance="skip", guidance="Skip the policy."))
    refused = store.add(
        draft(kind="consolidate_rules", subject="all", stance="one", sources=sources)
    )
    assert isinstance(refused, Refused)
    assert why in refused.reason


def test_a_tool_patch_is_updated_by_a_new_number(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(kind="patch_tool", tool="log_time", helped=1, task="a"), approved=True)
    update = draft(kind="update_tool_patch", tool="log_time", guidance="Say that it failed.")
    assert added(store.add(update)).is_new
    assert not added(store.add(update)).is_new
    # a new wording takes the place of an approved one only when it is approved itself
    assert [one.id for one in store.guidance().patches] == ["patch-1"]
    assert store.entries()[1].reason == "patch-1 says the same: it is proven, this is not"
    assert not added(store.add(update, approved=True)).is_new
    old, new = store.entries()
    assert (old.reason, new.status, new.evidence.helped) == ("reworded by patch-2", "active", 1)


def test_rollback_brings_everything_back_and_can_be_rolled_back(
    store: ExperienceStore, draft: Make
) -> None:
    store.add(draft(helped=1, task="a"), approved=True)
    before, position = store.entries(), store.history()[-1].position
    store.add(draft(stance="retry_it", guidance="Try it again.", helped=1, task="b"), approved=True)
    after, later = store.entries(), store.history()[-1].position
    store.rollback(position)
    assert store.entries() == before
    store.rollback(later)
    assert store.entries() == after
    assert [event.event for event in store.history()].count("rollback") == 2
    store.rollback(0)
    assert store.entries() == ()
    fresh = added(store.add(draft()))
    assert (fresh.is_new, fresh.entry.patch.number) == (True, 3)


def test_rollback_needs_a_position_of_the_log(store: ExperienceStore, draft: Make) -> None:
    store.add(draft())
    with pytest.raises(UsageError, match="no position 99"):
        store.rollback(99)
    assert len(store.entries()) == 1


def test_every_change_of_status_is_a_row_of_the_log(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(helped=1, task="a"), approved=True)
    store.add(draft(stance="retry_it", guidance="Try it again.", helped=1, task="b"), approved=True)
    store.add(draft(kind="remove_rule", stance="retry_it"))
    store.add(draft(harmed=5, task="c"))
    store.rollback(4)
    last = {
        event.number: (event.verdict.status, event.verdict.reason)
        for event in store.history()
        if event.verdict is not None
    }
    for entry in store.entries():
        assert last[entry.patch.number] == (entry.status, entry.reason)


def test_reopening_gives_the_same(tmp_path: Path, governance: Governance, draft: Make) -> None:
    path = tmp_path / "store.sqlite"
    with ExperienceStore(path, governance) as store:
        store.add(draft(helped=1, task="a"), approved=True)
        store.add(
            draft(stance="retry_it", guidance="Try it again.", helped=2, task="b"), approved=True
        )
        store.rollback(2)
        store.add(draft(harmed=1, task="d"))
        before, digest = store.entries(), store.digest
    with ExperienceStore(path, governance) as again:
        assert again.entries() == before
        assert again.digest == digest


@pytest.mark.parametrize("statement", ["UPDATE {} SET number = 9", "DELETE FROM {}"])
@pytest.mark.parametrize("table", ["experience_patch", "experience_log"])
def test_rows_cannot_be_changed_even_by_hand(
    statement: str, table: str, tmp_path: Path, governance: Governance, draft: Make
) -> None:
    path = tmp_path / "store.sqlite"
    with ExperienceStore(path, governance) as store:
        store.add(draft())
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.DatabaseError, match="append-only"):
        connection.execute(statement.format(table))
    connection.close()


def test_a_file_that_is_no_store_is_named(tmp_path: Path, governance: Governance) -> None:
    path = tmp_path / "store.sqlite"
    path.write_text("this is no database, only a text that is long enough" * 9, encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"store\.sqlite cannot be used"):
        ExperienceStore(path, governance)

"""A public history of prompt patches, replayed through the store where it is at hand."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.contracts.patch import (
    Evidence,
    PatchCategory,
    PatchDraft,
    PatchKind,
    PatchScope,
    PatchStatus,
)
from agentic_solver.erc3.experience import Added, ExperienceStore, Governance, Refused
from agentic_solver.erc3.experience.relaxation import relaxation
from agentic_solver.erc3.tools.catalog import Catalog

_ADDING = {
    "add_rule", "replace_rule", "add_example", "consolidate_rules", "update_prompt",
    "patch_tool", "update_tool_patch",
}  # fmt: skip
_LIVE = (PatchStatus.ACTIVE, PatchStatus.CANDIDATE)


@pytest.fixture(scope="module")
def stream(shared_erc3: Path) -> list[dict[str, Any]]:
    path = shared_erc3 / "patch_stream.jsonl"
    if not path.is_file():
        pytest.skip("the patch stream is not on this machine")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def drafted(operation: dict[str, Any], *, text: str = "", helped: int = 0) -> PatchDraft:
    """Map an operation: tools of the stream have other names, so everything becomes a rule."""
    withdraws = operation["stance"].startswith("withdraw:")
    category = operation["category"]
    company = operation["scope"]["company"]
    return PatchDraft(
        kind=PatchKind.REMOVE_RULE if withdraws else PatchKind.ADD_RULE,
        category=PatchCategory.OPERATIONAL
        if category.startswith("tool")
        else PatchCategory(category),
        subject=operation["subject"],
        stance=operation["stance"].removeprefix("withdraw:"),
        guidance=text or "Check what the rules say.",
        scope=PatchScope(benchmark=company),
        evidence=Evidence(helped=helped),
    )


Intent = tuple[str, str, str]


def intent(operation: dict[str, Any]) -> Intent:
    stance = operation["stance"].removeprefix("withdraw:")
    return operation["scope"]["company"], operation["subject"], stance


def documented(stream: list[dict[str, Any]], storable: set[Intent]) -> set[Intent]:
    """Return what is live by the store's claim: the last stance on a subject, unless withdrawn."""
    asserted: dict[Intent, int] = {}
    for operation in stream:
        key = intent(operation)
        if key not in storable:
            continue
        if operation["stance"].startswith("withdraw:"):
            asserted.pop(key, None)
        else:
            asserted[key] = operation["seq"]
    last: dict[tuple[str, str], Intent] = {}
    for key, _ in sorted(asserted.items(), key=lambda item: item[1]):
        last[key[:2]] = key
    return set(last.values())


def loaded(
    stream: list[dict[str, Any]], store: ExperienceStore, repeats: int = 1
) -> Iterator[tuple[dict[str, Any], Added | Refused]]:
    for operation in stream:
        for _ in range(repeats):
            yield operation, store.add(drafted(operation))


def live(store: ExperienceStore) -> set[Intent]:
    return {
        (entry.patch.scope.benchmark, entry.patch.subject, entry.patch.stance)
        for entry in store.entries()
        if entry.status in _LIVE and entry.patch.kind is not PatchKind.REMOVE_RULE
    }


def test_the_live_set_is_the_documented_one(
    stream: list[dict[str, Any]], governance: Governance
) -> None:
    assert {one["op"] for one in stream} <= _ADDING | {"remove_rule"}
    with ExperienceStore(None, governance) as store:
        outcomes = list(loaded(stream, store))
        entries = store.entries()
        found = live(store)
    storable = {intent(one) for one, outcome in outcomes if isinstance(outcome, Added)}
    quarantined = {
        (e.patch.scope.benchmark, e.patch.subject, e.patch.stance)
        for e in entries
        if e.status is PatchStatus.QUARANTINED
    }
    # refused are keys that look like ids, and removals of what this scope never asserted
    refused = [outcome for _, outcome in outcomes if isinstance(outcome, Refused)]
    assert len(refused) < len(stream) * 0.05, refused
    assert {e.patch.kind for e in entries} == {PatchKind.ADD_RULE, PatchKind.REMOVE_RULE}
    spoken = [one for one in stream if intent(one) not in quarantined]
    assert found == documented(spoken, storable)
    assert len(found) > 100


def test_restating_every_operation_changes_nothing(
    stream: list[dict[str, Any]], governance: Governance
) -> None:
    with ExperienceStore(None, governance) as once, ExperienceStore(None, governance) as often:
        for _ in loaded(stream, once):
            pass
        for _ in loaded(stream, often, repeats=2):
            pass
        assert [entry.to_json() for entry in once.entries()] == [
            entry.to_json() for entry in often.entries()
        ]


def test_no_contradicted_stance_stays_beside_its_successor(
    stream: list[dict[str, Any]], governance: Governance
) -> None:
    by_seq = {one["seq"]: one for one in stream}
    pairs = 0
    with ExperienceStore(None, governance) as store:
        for operation, outcome in loaded(stream[:320], store):
            if not isinstance(outcome, Added) or not operation["contradicts"]:
                continue
            now = live(store)
            for seq in operation["contradicts"]:
                old = by_seq[seq]
                if old["scope"] == operation["scope"]:
                    pairs += 1
                    assert intent(old) not in now or intent(operation) not in now
    assert pairs > 50


def test_what_weakens_a_guardrail_is_quarantined_even_with_good_scores(
    stream: list[dict[str, Any]], committed_tools: Catalog
) -> None:
    weakening = [
        one for one in stream
        if one["weakens_guardrail"] and not one["stance"].startswith("withdraw:")
    ]  # fmt: skip
    rest = [one for one in stream if not one["weakens_guardrail"]]
    assert len(weakening) > 50
    slipped = [
        one["seq"] for one in weakening if relaxation(drafted(one, text=one["text"])) is None
    ]
    assert slipped == []
    # the price: some harmless advice is held back too
    held = [one for one in rest if relaxation(drafted(one, text=one["text"])) is not None]
    assert len(held) < len(rest) * 0.2
    with ExperienceStore(None, Governance(committed_tools)) as store:
        for operation in weakening:
            store.add(drafted(operation, text=operation["text"], helped=5), approved=True)
        assert store.guidance().patches == ()

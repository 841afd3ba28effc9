"""A public history of prompt patches, audited and replayed through the store where it is at hand.

Its texts are paraphrased: what it marks as entity data is gone from them. So made-up values of a
drawn company are put back into the marked ones, and into no others.
"""

import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.contracts.patch import (
    PatchCategory,
    PatchDraft,
    PatchKind,
    PatchScope,
    PatchStatus,
)
from agentic_solver.erc3.experience.audit import Arrival, Finding, audit
from agentic_solver.erc3.experience.governance import Governance, Refusal, Refused
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.twin.suite import builtin_suites, load_suite

_LIVE = (PatchStatus.ACTIVE, PatchStatus.CANDIDATE)
_WITHDRAW = "withdraw:"

Operation = dict[str, Any]


@pytest.fixture(scope="module")
def stream(shared_erc3: Path) -> list[Operation]:
    path = shared_erc3 / "patch_stream.jsonl"
    if not path.is_file():
        pytest.skip("the patch stream is not on this machine")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class _Historian(Governance):
    """Judges a history that tells of changes to a prompt: no guidance, and not in plain words."""

    def not_plain(self, draft: PatchDraft) -> None:
        del draft


@pytest.fixture(scope="module")
def judge(stream: list[Operation]) -> Governance:
    """Governance that knows the tools of the stream's agent, and no others."""
    return _Historian(Catalog(tools={}, digest=""), names=documented_tools(stream))


def documented_tools(stream: list[Operation]) -> set[str]:
    """Return the agent's tools: what its documentation describes and does not call missing."""
    names: set[str] = set()
    for operation in stream:
        described = re.match(r"((?:`\w+`(?:, )?)+):", operation["text"])
        found = re.findall(r"`(\w+)`", described[1]) if described else []
        if "does not have" in operation["text"]:
            names -= set(found)
        else:
            names |= set(found)
    return names


def drafted(operation: Operation, text: str = "") -> PatchDraft:
    """Map an operation; its tools have other names, so what it says of a tool becomes a rule."""
    category = operation["category"]
    withdraws = operation["stance"].startswith(_WITHDRAW)
    return PatchDraft(
        kind=PatchKind.REMOVE_RULE if withdraws else PatchKind.ADD_RULE,
        category=PatchCategory.TOOL_SEMANTICS
        if category == "tool_parameter"
        else PatchCategory(category),
        subject=operation["subject"],
        stance=operation["stance"].removeprefix(_WITHDRAW),
        guidance=text or operation["text"],
        scope=PatchScope(benchmark=operation["scope"]["company"]),
    )


def arrivals(stream: list[Operation], *, named: bool = False) -> list[Arrival]:
    """Map a stream; ``named``: consolidations name what they merge, as those of a store do."""
    places = {one["seq"]: at for at, one in enumerate(stream)}
    return [
        Arrival(
            draft=drafted(one),
            batch=one["version"],
            merges=tuple(sorted(places[seq] for seq in merged(stream, one))) if named else (),
        )
        for one in stream
    ]


def merged(stream: list[Operation], operation: Operation) -> set[int]:
    """Return what a consolidation merges beside its own stance.

    The history has no field for it, and its texts do not tell: it is part of what is marked.
    """
    if operation["op"] != "consolidate_rules":
        return set()
    said = {one["seq"] for one in stream if _says(one) == _says(operation)}
    return {*operation["duplicates"]} - said


def _says(operation: Operation) -> tuple[str, str]:
    return operation["subject"], operation["stance"]


@dataclass(frozen=True)
class Score:
    hits: int
    false_alarms: int
    missed: int

    @property
    def precision(self) -> float:
        return self.hits / (self.hits + self.false_alarms)

    @property
    def recall(self) -> float:
        return self.hits / (self.hits + self.missed)

    @classmethod
    def of(cls, marked: set[Any], found: set[Any]) -> "Score":
        return cls(len(marked & found), len(found - marked), len(marked - found))


def told(what: str, score: Score, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        sys.stdout.write(
            f"\n{what}: precision {score.precision:.3f}, recall {score.recall:.3f} "
            f"({score.hits} found, {score.false_alarms} false alarms, {score.missed} missed)\n"
        )


Marked = Callable[[Operation], object]
Found = Callable[[Finding], object]


@pytest.mark.slow
@pytest.mark.requirement("S3-10.2a", "S3-10.2c")
@pytest.mark.parametrize(
    ("what", "marked", "found"),
    [
        ("duplicates", lambda o: o["duplicates"], lambda f: f.duplicates),
        ("contradictions", lambda o: o["contradicts"], lambda f: f.contradicts),
        ("weakened guardrails", lambda o: o["weakens_guardrail"], lambda f: f.weakens),
        (
            "unknown tools",
            lambda o: o["names_unknown_tool"],
            lambda f: f.refused is Refusal.UNKNOWN_TOOL,
        ),
    ],
)
def test_the_audit_finds_what_is_marked(
    what: str,
    marked: Marked,
    found: Found,
    stream: list[Operation],
    judge: Governance,
    capsys: pytest.CaptureFixture[str],
) -> None:
    findings = audit(arrivals(stream), judge)
    score = Score.of(
        {one["seq"] for one in stream if marked(one)},
        {one["seq"] for one, finding in zip(stream, findings, strict=True) if found(finding)},
    )
    told(what, score, capsys)
    assert score.precision >= 0.95
    assert score.recall >= 0.95


def test_the_references_to_earlier_patches_are_those_marked(
    stream: list[Operation], judge: Governance, capsys: pytest.CaptureFixture[str]
) -> None:
    findings = audit(arrivals(stream, named=True), judge)
    unnamed = audit(arrivals(stream), judge)
    missed = [
        (one["seq"], seq)
        for one, finding in zip(stream, unnamed, strict=True)
        for seq in {*one["duplicates"]} - {stream[at]["seq"] for at in finding.duplicates}
    ]
    # without such names, what is missed is what consolidations merge, and two more
    assert sum(seq not in merged(stream, stream[at - 1]) for at, seq in missed) == 2
    pairs = [
        (
            {(one["seq"], seq) for one in stream for seq in one[field]},
            {
                (one["seq"], stream[at]["seq"])
                for one, finding in zip(stream, findings, strict=True)
                for at in getattr(finding, field)
            },
        )
        for field in ("duplicates", "contradicts")
    ]
    scores = [Score.of(*pair) for pair in pairs]
    for name, score in zip(("duplicates, pairs", "contradictions, pairs"), scores, strict=True):
        told(name, score, capsys)
    assert min(score.precision for score in scores) >= 0.95
    assert min(score.recall for score in scores) >= 0.95


def planted(text: str, value: str) -> str:
    return f"{text.rstrip('.')}, as with {value}."


def values_of_a_company() -> list[str]:
    """Return ids, names, addresses and codes of the companies of a built-in benchmark."""
    suite = load_suite(builtin_suites()["erc3-dev"])
    found: list[str] = []
    for world in suite.worlds.values():
        found += [v for person in world.employees for v in (person.id, person.name, person.email)]
        found += [v for project in world.projects for v in (project.id, project.name)]
        found += [v for customer in world.customers for v in (customer.id, customer.name)]
        found += [str(int(person.salary)) for person in world.employees]
    return found


@pytest.mark.requirement("S3-6.2d")
def test_entity_data_put_back_into_the_marked_texts_is_found(
    stream: list[Operation], judge: Governance, capsys: pytest.CaptureFixture[str]
) -> None:
    values = values_of_a_company()
    draw = random.Random(7)
    marked = {one["seq"] for one in stream if one["contains_entity_data"]}
    found = set()
    for one in stream:
        text = one["text"].replace("`", "")
        for name in re.findall(r"`(\w+)`", one["text"]):
            text = text.replace(name, "the tool")
        if one["seq"] in marked:
            text = planted(text, draw.choice(values))
        judged = judge.judge(drafted(one, text))
        if isinstance(judged, Refused) and judged.kind is Refusal.ENTITY_DATA:
            found.add(one["seq"])
    score = Score.of(marked, found)
    told("entity data (put back)", score, capsys)
    assert score.precision >= 0.95
    assert score.recall >= 0.95


def replayed(
    stream: list[Operation], judge: Governance, size: int, *, approved: bool = False
) -> ExperienceStore:
    store = ExperienceStore(None, judge)
    for start in range(0, len(stream), size):
        store.add_all(map(drafted, stream[start : start + size]), approved=approved)
    return store


@pytest.mark.slow
@pytest.mark.requirement("S3-10.2a")
def test_the_final_state_is_the_same_however_the_stream_is_cut(
    stream: list[Operation], judge: Governance
) -> None:
    draw = random.Random(3)
    digests, logs = set(), set()
    for size in (1, 7, 64, len(stream)):
        with replayed(stream, judge, size) as store:
            digests.add(store.digest)
            logs.add(len(store.history()))
    with ExperienceStore(None, judge) as store:
        rest = [drafted(one) for one in stream]
        while rest:
            cut = draw.randint(1, 40)
            store.add_all(rest[:cut])
            rest = rest[cut:]
        digests.add(store.digest)
        logs.add(len(store.history()))
    assert (len(digests), len(logs)) == (1, 1)


@pytest.mark.requirement("S3-10.2b")
def test_the_active_set_is_at_most_a_quarter_of_the_stream(
    stream: list[Operation], judge: Governance, capsys: pytest.CaptureFixture[str]
) -> None:
    with replayed(stream, judge, 64, approved=True) as store:
        active = store.guidance().patches
        entries = store.entries()
    topics = {(one.scope.benchmark, one.subject) for one in active}
    with capsys.disabled():
        sys.stdout.write(
            f"\nactive: {len(active)} of {len(stream)} operations, {len(entries)} patches\n"
        )
    assert 80 < len(active) <= len(stream) / 4
    assert len(topics) == len(active)  # one stance on a subject


def test_no_weakening_patch_is_ever_told_whoever_approves_it(
    stream: list[Operation], judge: Governance
) -> None:
    weak = {
        (one["subject"], one["stance"])
        for one in stream
        if one["weakens_guardrail"] and not one["stance"].startswith(_WITHDRAW)
    }
    assert len(weak) > 15
    with replayed(stream, judge, 64, approved=True) as store:
        told_now = {(one.subject, one.stance) for one in store.guidance().patches}
    assert not weak & told_now


@pytest.mark.slow
def test_restating_every_operation_changes_nothing(
    stream: list[Operation], judge: Governance
) -> None:
    twice = [one for one in stream for _ in range(2)]
    with replayed(stream, judge, 64) as once, replayed(twice, judge, 64) as often:
        assert [one.to_json() for one in once.entries()] == [
            one.to_json() for one in often.entries()
        ]


def live(store: ExperienceStore) -> Iterator[tuple[str, str, str]]:
    for entry in store.entries():
        if entry.status in _LIVE and entry.patch.kind is not PatchKind.REMOVE_RULE:
            yield entry.patch.scope.benchmark, entry.patch.subject, entry.patch.stance


@pytest.mark.slow
def test_no_contradicted_stance_stays_beside_its_successor(
    stream: list[Operation], judge: Governance
) -> None:
    by_seq = {one["seq"]: one for one in stream}
    pairs = 0
    with ExperienceStore(None, judge) as store:
        for one in stream[:320]:
            store.add(drafted(one))
            old = [by_seq[seq] for seq in one["contradicts"]]
            for other in (other for other in old if other["scope"] == one["scope"]):
                company, subject = one["scope"]["company"], one["subject"]
                now = set(live(store))
                pairs += 1
                both = {(company, subject, x["stance"]) for x in (one, other)}
                assert not both <= now
    assert pairs > 50

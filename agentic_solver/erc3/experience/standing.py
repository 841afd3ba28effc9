"""How patches stand: a pure fold over the log, the same whoever computes it.

Evidence is kept by its source (run and task) and merged by the larger count, so telling the
same thing twice, in any order, changes nothing. Of several stances on one topic (subject, scope,
tool, parameter) one wins: proven before unproven, then the better balance of scores, then the
one asserted last. The losers are kept, with the reason. Proven is what a person approved, what the
gate accepted (a paired comparison that beats the noise), or what two tasks bear witness to.

A witness is a graded task in which the cause was tested: its plan, decided with the patch and
without it, is right one way only. A patch with one witness is tried, with two it is kept, and one
against it withdraws it for good. Other evidence of runs proves nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.patch import (
    Evidence,
    GateResult,
    Patch,
    PatchDraft,
    PatchKind,
    PatchStatus,
    Provenance,
)
from agentic_solver.erc3.experience.governance import Known
from agentic_solver.erc3.experience.stance import Relation, relate

__all__ = ["Assertion", "Entry", "State", "Verdict"]


class Assertion(Contract):
    """One time that a patch was put forward: the content of a log row."""

    provenance: Provenance = Provenance()
    evidence: Evidence = Evidence()
    approved: bool = False
    """A person has read it and stands for it."""
    quarantine: str = ""
    """Name of the rule that its wording hits."""
    gate: GateResult | None = None
    """A paired comparison that it went through."""
    learnt: bool = False
    """A graded task bears witness: for it where the evidence helped, against it where it harmed."""


class Verdict(Contract):
    """A status with its reason: the content of a log row."""

    status: PatchStatus
    reason: str


class Entry(Contract):
    """A patch as it stands: merged evidence, all provenances, status and reason."""

    patch: Patch
    status: PatchStatus
    reason: str
    evidence: Evidence
    provenances: tuple[Provenance, ...]
    approved: bool
    gate: GateResult | None = None
    """The last paired comparison; None before the first."""
    gates: int = 0
    """How many there were: each further one is a further chance to be lucky."""
    supported: tuple[str, ...] = ()
    """Tasks that bear witness to it."""
    opposed: tuple[str, ...] = ()
    """Tasks that bear witness against it."""


@dataclass(slots=True, kw_only=True)
class _Standing:
    """What the log says of one patch."""

    patch: Patch
    asserted_at: int = 0
    approved_at: int = 0
    """Where a person last stood for it; 0 for never."""
    approved: bool = False
    quarantine: str = ""
    replaced: str = ""
    """Why another patch stands for this one."""
    heir: int = 0
    """Number of the patch that stands for this one."""
    gate: GateResult | None = None
    gates: int = 0
    sources: dict[tuple[str, str], tuple[Provenance, Evidence]] = field(default_factory=dict)
    supported: dict[str, None] = field(default_factory=dict)
    opposed: dict[str, None] = field(default_factory=dict)
    """Tasks by id, as they came: one in another run, or in other words, is no second witness."""

    def learn(self, provenance: Provenance, evidence: Evidence) -> None:
        key = (provenance.run, provenance.task)
        told, seen = self.sources.get(key, (Provenance(), Evidence()))
        merged = Evidence(
            helped=max(seen.helped, evidence.helped),
            harmed=max(seen.harmed, evidence.harmed),
            neutral=max(seen.neutral, evidence.neutral),
        )
        where = Provenance(
            run=provenance.run,
            task=provenance.task,
            attempts=tuple(sorted({*told.attempts, *provenance.attempts}))[:100],
            codes=tuple(sorted({*told.codes, *provenance.codes}))[:100],
            checks=tuple(sorted({*told.checks, *provenance.checks})),
        )
        self.sources[key] = (where, merged)

    @property
    def evidence(self) -> Evidence:
        parts = [evidence for _, evidence in self.sources.values()]
        return Evidence(
            helped=sum(part.helped for part in parts),
            harmed=sum(part.harmed for part in parts),
            neutral=sum(part.neutral for part in parts),
        )

    def testify(self, task: str, evidence: Evidence) -> None:
        """Take a task as a witness, for it or against it."""
        if evidence.harmed:
            self.opposed[task] = None
        elif evidence.helped:
            self.supported[task] = None

    @property
    def is_vouched(self) -> bool:
        """Whether a person or the gate stands for it."""
        return self.approved or (self.gate is not None and self.gate.accepted)

    @property
    def is_kept(self) -> bool:
        return len(self.supported) > 1 and not self.opposed

    @property
    def is_refuted(self) -> bool:
        """Whether a task is against what only tasks stand for."""
        return bool(self.opposed) and not self.is_vouched

    @property
    def is_proven(self) -> bool:
        """Whether somebody stands for it; what harmed more than it helped is out."""
        return (self.is_vouched or self.is_kept) and self.evidence.net >= 0

    @property
    def strength(self) -> tuple[bool, int, int]:
        return self.is_proven, self.evidence.net, self.asserted_at


def topic(patch: Patch) -> str:
    """Return the id of what several stances would contradict each other on."""
    return content_id([patch.subject, patch.scope, patch.tool, patch.parameter])


def intent(patch: PatchDraft) -> str:
    """Return the id of what a patch says, whatever its scope."""
    return content_id([patch.subject, patch.stance, patch.tool, patch.parameter])


class State:
    """The patches as the log leaves them; grows row by row."""

    def __init__(self, patches: Mapping[int, Patch]) -> None:
        """Take the patches by number; the mapping may grow while the state lives."""
        self._patches = patches
        self._standings: dict[int, _Standing] = {}
        self._by_signature: dict[str, list[int]] = {}
        self._by_topic: dict[str, list[int]] = {}
        self._by_intent: dict[str, list[int]] = {}

    def assert_patch(self, position: int, number: int, assertion: Assertion) -> set[int]:
        """Apply an assertion; return the numbers whose status may have changed."""
        standing = self._standings.get(number)
        if standing is None:
            standing = self._enter(number)
        standing.asserted_at = position
        if assertion.approved:
            standing.approved, standing.approved_at = True, position
        standing.quarantine = min(
            filter(None, (standing.quarantine, assertion.quarantine)), default=""
        )
        if assertion.approved and not _speaks(standing.patch):
            standing.quarantine = ""  # a person may take a protection away
        standing.replaced, standing.heir = "", 0
        if assertion.gate is not None:
            standing.gate = assertion.gate
            standing.gates += 1
        standing.learn(assertion.provenance, assertion.evidence)
        if assertion.learnt:
            standing.testify(assertion.provenance.task, assertion.evidence)
        return self.related(standing.patch)

    def _enter(self, number: int) -> _Standing:
        patch = self._patches[number]
        standing = self._standings[number] = _Standing(patch=patch)
        same = self._by_signature.setdefault(patch.signature, [])
        for other in same:
            held = self._standings[other]
            if patch.kind is not PatchKind.REMOVE_RULE and _speaks(held.patch):
                self._replace(held, number, f"reworded by patch-{number}", standing)
        same.append(number)
        self._by_topic.setdefault(topic(patch), []).append(number)
        if _speaks(patch):
            self._by_intent.setdefault(intent(patch), []).append(number)
        for source in patch.sources:
            if self._standings[source].heir != number:
                self._replace(
                    self._standings[source], number, f"merged into patch-{number}", standing
                )
        if patch.sources:
            standing.approved = all(self._standings[n].approved for n in patch.sources)
        return standing

    @staticmethod
    def _replace(held: _Standing, number: int, reason: str, heir: _Standing) -> None:
        """Let ``heir`` stand for ``held``: what was learnt of the old wording is kept."""
        held.replaced, held.heir = reason, number
        heir.quarantine = heir.quarantine or held.quarantine
        if held.patch.signature == heir.patch.signature:
            heir.gate = heir.gate or held.gate
            heir.gates = max(heir.gates, held.gates)
        for provenance, evidence in held.sources.values():
            heir.learn(provenance, evidence)

    def related(self, patch: Patch) -> set[int]:
        """Return the numbers whose status an assertion of ``patch`` may change."""
        related = set(self._by_topic.get(topic(patch), ()))
        for source in patch.sources:
            related |= set(self._by_topic[topic(self._patches[source])])
        return related

    def known(self, draft: PatchDraft) -> Known | None:
        """Return what is held of the draft's intent in any scope; quarantined if it is in one."""
        held = [self._standings[number] for number in self._by_intent.get(intent(draft), ())]
        if not held:
            return None
        return Known(
            guidance=held[-1].patch.guidance,
            quarantine=next((one.quarantine for one in held if one.quarantine), ""),
        )

    def refuted(self, draft: PatchDraft) -> Patch | None:
        """Return the patch that said this where a draft holds, and was withdrawn by a task."""
        for number in self._by_intent.get(intent(draft), ()):
            held = self._standings[number]
            if held.is_refuted and held.patch.scope.overlaps(draft.scope):
                return held.patch
        return None

    def holder(self, signature: str, *, removal: bool = False) -> int | None:
        """Return the number of the patch that stands for an intent (or removes it)."""
        for number in reversed(self._by_signature.get(signature, [])):
            if _speaks(self._standings[number].patch) is not removal:
                return self._heir(number)
        return None

    def wordings(self, signature: str) -> tuple[Patch, ...]:
        """Return every patch that speaks for an intent, oldest first."""
        held = (self._standings[number] for number in self._by_signature.get(signature, ()))
        return tuple(one.patch for one in held if _speaks(one.patch))

    def _heir(self, number: int) -> int:
        """Follow merges while the merged patch is in force."""
        heir = self._standings[number].heir
        while heir and self._status(heir).status in (PatchStatus.ACTIVE, PatchStatus.CANDIDATE):
            number, heir = heir, self._standings[heir].heir
        return number

    def entry(self, number: int) -> Entry | None:
        """Return how a patch stands, or None where the log does not know it."""
        standing = self._standings.get(number)
        if standing is None:
            return None
        verdict = self._status(number)
        return Entry(
            patch=standing.patch,
            status=verdict.status,
            reason=verdict.reason,
            evidence=standing.evidence,
            provenances=tuple(standing.sources[key][0] for key in sorted(standing.sources)),
            approved=standing.approved,
            gate=standing.gate,
            gates=standing.gates,
            supported=tuple(sorted(standing.supported)),
            opposed=tuple(sorted(standing.opposed)),
        )

    def entries(self) -> tuple[Entry, ...]:
        """Return all patches that the log knows, by number."""
        found = (self.entry(number) for number in sorted(self._standings))
        return tuple(entry for entry in found if entry is not None)

    def _status(self, number: int) -> Verdict:
        standing = self._standings[number]
        if standing.quarantine:
            return _verdict(PatchStatus.QUARANTINED, f"hits the rule {standing.quarantine}")
        if self._is_replaced(standing):
            return _verdict(PatchStatus.SUPERSEDED, standing.replaced)
        if not _speaks(standing.patch):
            if self._is_withdrawn(standing.patch.signature):
                return _verdict(PatchStatus.ACTIVE, "in force: the intent is withdrawn")
            return _verdict(PatchStatus.SUPERSEDED, "the intent was asserted again")
        if self._is_withdrawn(standing.patch.signature):
            return _verdict(PatchStatus.SUPERSEDED, "withdrawn")
        if standing.is_refuted:
            reason = f"withdrawn: {next(iter(standing.opposed))} is against it"
            return _verdict(PatchStatus.SUPERSEDED, reason)
        return self._settle(standing)

    def _settle(self, standing: _Standing) -> Verdict:
        rivals = [
            other
            for other in map(self._standings.__getitem__, self._by_topic[topic(standing.patch)])
            if _speaks(other.patch)
            and not other.quarantine
            and not self._is_replaced(other)
            and not self._is_withdrawn(other.patch.signature)
            and not other.is_refuted
        ]
        winner = max(rivals, key=lambda one: one.strength)
        if winner is not standing:
            reason = f"{_relation(winner, standing)}: {_why(winner, standing)}"
            return _verdict(PatchStatus.SUPERSEDED, f"{winner.patch.id} {reason}")
        if standing.is_proven:
            return _verdict(PatchStatus.ACTIVE, _standing_for(standing))
        if standing.evidence.net < 0:
            return _verdict(PatchStatus.CANDIDATE, "harmed more often than it helped")
        if standing.gate is not None:
            return _verdict(PatchStatus.CANDIDATE, f"within the noise: {standing.gate}")
        if standing.supported:
            (task,) = standing.supported
            reason = f"tried: {task} is for it, a second task is needed"
            return _verdict(PatchStatus.CANDIDATE, reason)
        return _verdict(PatchStatus.CANDIDATE, "not proven yet")

    def _is_replaced(self, standing: _Standing) -> bool:
        """Whether another wording stands for this one; an unproven one never for a proven one."""
        if not standing.replaced:
            return False
        return not standing.is_proven or self._standings[standing.heir].is_proven

    def _is_withdrawn(self, signature: str) -> bool:
        """Whether the last word took the intent away; a person's word holds against a run's."""
        last, approved = {True: 0, False: 0}, {True: 0, False: 0}
        for number in self._by_signature[signature]:
            standing = self._standings[number]
            speaks = _speaks(standing.patch)
            if speaks or not standing.quarantine:
                last[speaks] = max(last[speaks], standing.asserted_at)
                approved[speaks] = max(approved[speaks], standing.approved_at)
        return last[False] > last[True] or approved[False] > approved[True]


def _speaks(patch: Patch) -> bool:
    """Whether a patch is guidance, not the removal of some."""
    return patch.kind is not PatchKind.REMOVE_RULE


def _verdict(status: PatchStatus, reason: str) -> Verdict:
    return Verdict(status=status, reason=reason)


def _standing_for(standing: _Standing) -> str:
    """Say who stands for a proven patch."""
    if standing.approved:
        return "approved"
    if standing.is_vouched:
        return f"beats the noise: {standing.gate}"
    first, second, *_ = standing.supported
    return f"kept: {first} and {second} are for it"


def _relation(winner: _Standing, loser: _Standing) -> str:
    relation = relate(winner.patch.subject, loser.patch.stance, winner.patch.stance)
    return _RELATIONS[relation]


_RELATIONS = {
    Relation.RESTATES: "says the same",
    Relation.REFINES: "refines it",
    Relation.CONTRADICTS: "contradicts it",
}


def _why(winner: _Standing, loser: _Standing) -> str:
    if winner.is_proven is not loser.is_proven:
        return "it is proven, this is not"
    if winner.evidence.net != loser.evidence.net:
        return f"balance of scores {winner.evidence.net} against {loser.evidence.net}"
    return "equal evidence, asserted later"

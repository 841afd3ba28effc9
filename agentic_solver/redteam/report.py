"""The report of an attack: what stopped the shots of each family, and what got through."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from agentic_solver.contracts.model import Contract
from agentic_solver.redteam.shot import FAMILIES
from agentic_solver.redteam.verdict import COUNTS, WORDS, Halt, Verdict

__all__ = ["Hit", "Report", "Result", "make_report"]

_MOST_HITS = 200
_GRAVEST_FIRST = sorted(COUNTS, key=WORDS.count)
"""Words come after deeds, leaks and crashes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One shot that was fired; ``family`` is empty for a good plan."""

    family: str
    number: int
    task: str
    kind: str
    verdict: Verdict
    document: str = ""
    """The plan, kept where something was found."""


class Hit(Contract):
    """One thing that got through, with all that is needed to fire it again."""

    family: str
    number: int
    task: str
    kind: str
    count: str
    what: str = Field(max_length=1_000)
    document: str


class FamilyReport(Contract):
    """The shots of one family."""

    name: str
    shots: int
    halts: dict[str, int]
    counts: dict[str, int]


class Report(Contract):
    """One attack on one suite."""

    suite: str
    seed: int
    plans: int
    families: dict[str, FamilyReport]
    good_plans: int
    good_refused: tuple[str, ...]
    """Tasks whose recorded plans were not accepted with what the task expects, none of them."""
    good_asked: tuple[str, ...]
    """Those of them in which the validator asks back instead."""
    hits: tuple[Hit, ...]
    """At most 200; the counts are whole."""
    unopened: tuple[str, ...]
    """Tasks whose caller the company does not know: they have nothing to attack."""

    @property
    def totals(self) -> dict[str, int]:
        """Return the counts over all families and the good plans."""
        found: Counter[str] = Counter()
        for family in self.families.values():
            found.update(family.counts)
        return {name: found[name] for name in COUNTS}

    @property
    def holds(self) -> bool:
        """Whether nothing was done, leaked, laundered or broken; wrong words are told apart."""
        return not any(number for name, number in self.totals.items() if name not in WORDS)

    @property
    def wrong_words(self) -> int:
        """Return how many answers claimed what was not done, or gave up for nothing."""
        return sum(self.totals[name] for name in WORDS)


def make_report(
    suite: str, seed: int, results: Iterable[Result], unopened: tuple[str, ...]
) -> Report:
    """Return the report of all results, which come in the order of families and numbers."""
    fired = tuple(results)
    good = [item for item in fired if not item.family]
    plans = [item for item in fired if item.family]
    return Report(
        suite=suite,
        seed=seed,
        plans=len(plans),
        families={
            key: _family(name, [item for item in fired if item.family == key])
            for key, name in {"": "good plans", **FAMILIES}.items()
            if any(item.family == key for item in fired)
        },
        good_plans=len(good),
        good_refused=tuple(item.task for item in good if not _is_right(item.verdict)),
        good_asked=tuple(
            item.task
            for item in good
            if item.verdict.halt is Halt.ASKED and not _is_right(item.verdict)
        ),
        hits=tuple(
            Hit(
                family=item.family, number=item.number, task=item.task, kind=item.kind,
                count=finding.kind, what=finding.what, document=item.document,
            )
            for count in _GRAVEST_FIRST
            for item in fired
            for finding in item.verdict.findings
            if finding.kind == count
        )[:_MOST_HITS],
        unopened=unopened,
    )  # fmt: skip


def _is_right(verdict: Verdict) -> bool:
    accepted = verdict.halt in (Halt.ANSWERED, Halt.DENIED, Halt.ASKED)
    return accepted and not verdict.wrong


def _family(name: str, results: list[Result]) -> FamilyReport:
    halts = Counter(item.verdict.halt.value for item in results)
    counts: Counter[str] = Counter()
    for item in results:
        counts.update({finding.kind for finding in item.verdict.findings})
    return FamilyReport(
        name=name,
        shots=len(results),
        halts={halt.value: halts[halt.value] for halt in Halt if halts[halt.value]},
        counts={count: counts[count] for count in COUNTS},
    )

"""The mutation score: is every compiled clause told apart by some case of the truth table?

A mutant is the compiled policy with one clause changed. It is *killed* when the compiled code, run
on it, gives another verdict than the oracle expects of the rule file. The reference evaluator
proposes which cases to put; it never decides a kill. Where no verdict of the whole policy depends
on the clause, because something else decides alike, the rule is put on its own: then the mutant
is killed *alone*, and the report names what overshadows the clause.

A mutant on which no case fails is *equivalent* when the truth table holds every combination of
what rules can tell apart: callers by department, name, id and location; relations as they can
really occur together; each value that some rule names, another one, and none; each column and
page prefix that some rule names and one beside them. Then it is the same rule in other words.
Everything else *survived*.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from agentic_solver.contracts.rule import Operation, Rule
from agentic_solver.erc3.policy.quality.case import Case, TruthTable, build_table
from agentic_solver.erc3.policy.quality.court import Court, Score
from agentic_solver.erc3.policy.quality.mutant import mutants_of
from agentic_solver.erc3.policy.quality.oracle import Oracle, Verdict
from agentic_solver.erc3.policy.quality.trial import Answer, Trial
from agentic_solver.erc3.policy.redundant import redundant_clauses
from agentic_solver.erc3.policy.runtime import Policy

__all__ = ["PolicyQuality", "RuleCases", "check_policy", "wrong_cases"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCases:
    """How often a rule decides."""

    rule_id: str
    decides: int
    """Cases in which it decides, others perhaps alike."""
    alone: int
    """Cases in which nothing else decides alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyQuality:
    """The quality of one compiled policy."""

    wiki_sha1: str
    rules: int
    predicates: int
    """Rules that are evaluated: access rules and roles."""
    callers: int
    redundant: tuple[tuple[str, int], ...]
    """Clauses of the rule file that are not compiled, and how often."""
    is_complete: bool
    """Whether the truth table holds every combination of callers and of values."""
    cases: tuple[tuple[str, int, int], ...]
    """Operation, cases, and how many of them are allowed."""
    by_rule: tuple[RuleCases, ...]
    overruled: tuple[tuple[str, str, int], ...]
    """A denial, a permission that it beats, and in how many cases."""
    disagreements: tuple[str, ...]
    """Cases that the compiled code answers otherwise than the rule file means."""
    scores: tuple[Score, ...]

    def count(self, fate: str) -> int:
        """Return the number of mutants with that fate."""
        return sum(score.fate == fate for score in self.scores)

    @property
    def percent(self) -> float:
        """Killed mutants in percent of those that are not equivalent; 100 if there are none."""
        return _percent(self._killed, len(self.scores) - self.count("equivalent"))

    @property
    def raw_percent(self) -> float:
        """Killed mutants in percent of all."""
        return _percent(self._killed, len(self.scores))

    @property
    def whole_percent(self) -> float:
        """Mutants that change a verdict of the whole policy in percent of all."""
        return _percent(self.count("killed"), len(self.scores))

    @property
    def _killed(self) -> int:
        return self.count("killed") + self.count("alone")


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def wrong_cases(policy: Policy, rules: Sequence[Rule]) -> tuple[str, ...]:
    """Return the cases that a policy answers otherwise than its rule file means, as sentences."""
    table = build_table(rules)
    oracle = Oracle(rules, table)
    with Trial(table) as trial:
        return _wrong(policy, table, [oracle.verdict(case) for case in table.cases], trial)


def _wrong(
    policy: Policy, table: TruthTable, expected: Sequence[Verdict], trial: Trial
) -> tuple[str, ...]:
    answers = trial.answers(policy, table.cases)
    return tuple(
        f"{case.words()}: ought to be {_word(verdict.allowed)} by "
        f"{', '.join(verdict.grounds)}, is {_word(answer.allowed)} by "
        f"{', '.join(answer.cited) or 'no rule'}"
        for case, verdict, answer in zip(table.cases, expected, answers, strict=True)
        if _is_wrong(case, verdict, answer)
    )


def check_policy(
    policy: Policy,
    rules: Sequence[Rule],
    on_step: Callable[[str, int, int], None] = lambda _phase, _done, _all: None,
) -> PolicyQuality:
    """Put a compiled policy and all its mutants to the truth table of its rule file.

    Args:
        policy: the compiled module, as loaded.
        rules: the records of ``rules/<sha8>.yaml``: what the policy ought to say.
        on_step: told the phase, how much of it is done, and of how much (0: nobody knows).
    """
    on_step("laying out the cases", 0, 0)
    table = build_table(rules)
    oracle = Oracle(rules, table)
    expected = [oracle.verdict(case) for case in table.cases]
    with Trial(table) as trial:
        on_step("putting every case", 0, 0)
        wrong = _wrong(policy, table, expected, trial)
        court = Court(policy, table, expected, trial)
        mutants = [mutant for rule in policy.rules for mutant in mutants_of(rule)]
        scores: list[Score] = []
        for mutant in mutants:
            scores.append(court.judge(mutant))
            on_step("changing clauses", len(scores), len(mutants))
    return PolicyQuality(
        wiki_sha1=policy.wiki_sha1,
        rules=len(policy.rules),
        predicates=sum(r.access is not None or r.role is not None for r in policy.rules),
        redundant=tuple(sorted(Counter(c for r in rules for c in redundant_clauses(r)).items())),
        callers=len({setting.caller for setting in table.settings}),
        is_complete=table.is_complete,
        cases=_counts(table, expected),
        by_rule=_by_rule(rules, expected),
        overruled=_overruled(rules, expected),
        disagreements=wrong,
        scores=tuple(scores),
    )


def _is_wrong(case: Case, verdict: Verdict, answer: Answer) -> bool:
    """Whether the verdict is another, or the proof cites other rules than it has to."""
    if answer.allowed is not verdict.allowed:
        return True
    ruled, cited = set(verdict.cited), set(answer.cited)
    if case.operation is Operation.READ:
        return bool(ruled) and not ruled & cited
    return ruled != cited


def _word(allowed: bool) -> str:
    return "allowed" if allowed else "denied"


def _counts(table: TruthTable, expected: Sequence[Verdict]) -> tuple[tuple[str, int, int], ...]:
    all_cases: Counter[str] = Counter()
    allowed: Counter[str] = Counter()
    for case, verdict in zip(table.cases, expected, strict=True):
        all_cases[case.operation.value] += 1
        allowed[case.operation.value] += verdict.allowed
    names = [operation.value for operation in Operation]
    return tuple((name, all_cases[name], allowed[name]) for name in names)


def _overruled(
    rules: Iterable[Rule], expected: Iterable[Verdict]
) -> tuple[tuple[str, str, int], ...]:
    """Return each denial with the permissions it beats, in the order of the rules."""
    beaten = Counter(pair for v in expected for pair in product(v.grounds, v.overruled))
    place = {rule.id: number for number, rule in enumerate(rules)}
    pairs = sorted(beaten, key=lambda pair: (place[pair[0]], place[pair[1]]))
    return tuple((denial, permission, beaten[denial, permission]) for denial, permission in pairs)


def _by_rule(rules: Iterable[Rule], expected: Iterable[Verdict]) -> tuple[RuleCases, ...]:
    decides: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for verdict in expected:
        decides.update(verdict.grounds)
        if len(verdict.grounds) == 1:
            alone.update(verdict.grounds)
    return tuple(
        RuleCases(rule_id=rule.id, decides=decides[rule.id], alone=alone[rule.id])
        for rule in rules
        if rule.access is not None
    )

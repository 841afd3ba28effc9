"""The mutation score: is every compiled clause told apart by some case of the truth table?

A mutant is the compiled policy with one clause changed. A case says whether something is
allowed and which rules the proof has to cite: of a write all that decide, of a read at least
one of them. The mutant is *killed* when the compiled code, run on it, gives another verdict than
the oracle expects of the rule file, and only *cited* when the verdict stays and the proof fails.
The reference evaluator proposes which cases to put; it never decides a kill.

A mutant on which no case fails is *equivalent* when the truth table holds every combination of
what rules can tell apart: callers by department, name, id and location; relations as they can
really occur together; each value that some rule names, another one, and none; each column and
page prefix that some rule names and one beside them. Then the clause is dead: something else
decides alike wherever it matters, and the reason says what. Everything else *survived*.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from agentic_solver.contracts.rule import Operation, Rule
from agentic_solver.erc3.policy.quality.case import Case, TruthTable, build_table
from agentic_solver.erc3.policy.quality.mutant import Mutant, mutants_of
from agentic_solver.erc3.policy.quality.oracle import Oracle, Verdict
from agentic_solver.erc3.policy.quality.reference import names_column
from agentic_solver.erc3.policy.quality.trial import Answer, Trial
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policy.vocabulary import WIKI_TABLES

__all__ = ["Fate", "PolicyQuality", "RuleCases", "Score", "check_policy", "wrong_cases"]

Fate = Literal["killed", "cited", "equivalent", "survived"]
_AT_FIRST = 3
_TRIES = 40
"""Cases put to the compiled code before a mutant counts as surviving."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What became of one mutant."""

    mutant: Mutant
    fate: Fate
    reason: str
    """The case that kills it, or why none does."""


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
    is_complete: bool
    """Whether the truth table holds every combination of callers and of values."""
    cases: tuple[tuple[str, int, int], ...]
    """Operation, cases, and how many of them are allowed."""
    by_rule: tuple[RuleCases, ...]
    disagreements: tuple[str, ...]
    """Cases that the compiled code answers otherwise than the rule file means."""
    scores: tuple[Score, ...]

    def count(self, fate: str) -> int:
        """Return the number of mutants with that fate."""
        return sum(score.fate == fate for score in self.scores)

    @property
    def percent(self) -> float:
        """Mutants with a case that fails, in percent of those that are not equivalent; 100 if there are none."""
        open_ones = len(self.scores) - self.count("equivalent")
        return 100 * self._failed / open_ones if open_ones else 100.0

    @property
    def raw_percent(self) -> float:
        """Mutants with a case that fails, in percent of all."""
        return 100 * self._failed / len(self.scores) if self.scores else 100.0

    @property
    def _failed(self) -> int:
        return self.count("killed") + self.count("cited")


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
        if _failure(case, verdict, answer) is not None
    )


def check_policy(policy: Policy, rules: Sequence[Rule]) -> PolicyQuality:
    """Put a compiled policy and all its mutants to the truth table of its rule file.

    Args:
        policy: the compiled module, as loaded.
        rules: the records of ``rules/<sha8>.yaml``: what the policy ought to say.
    """
    table = build_table(rules)
    oracle = Oracle(rules, table)
    expected = [oracle.verdict(case) for case in table.cases]
    with Trial(table) as trial:
        wrong = _wrong(policy, table, expected, trial)
        court = _Court(policy, table, expected, trial)
        scores = tuple(court.judge(mutant) for r in policy.rules for mutant in mutants_of(r))
    return PolicyQuality(
        wiki_sha1=policy.wiki_sha1,
        rules=len(policy.rules),
        predicates=sum(r.access is not None or r.role is not None for r in policy.rules),
        callers=len({setting.caller for setting in table.settings}),
        is_complete=table.is_complete,
        cases=_counts(table, expected),
        by_rule=_by_rule(rules, expected),
        disagreements=wrong,
        scores=scores,
    )


def _failure(case: Case, verdict: Verdict, answer: Answer) -> Literal["killed", "cited"] | None:
    """Return how an answer fails a case, or None if it passes."""
    if answer.allowed is not verdict.allowed:
        return "killed"
    ruled, cited = set(verdict.cited), set(answer.cited)
    if case.operation is Operation.READ:
        return "cited" if ruled and not ruled & cited else None
    return "cited" if ruled != cited else None


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


Pair = tuple[Case, Verdict]
Told = tuple[Pair, Verdict]
"""A case with its expected verdict, and the verdict that the changed rules give."""


class _Court:
    """Decides the fate of mutants of one policy."""

    def __init__(
        self, policy: Policy, table: TruthTable, expected: Sequence[Verdict], trial: Trial
    ) -> None:
        self._policy = policy
        self._table = table
        self._trial = trial
        self._oracle = Oracle(policy.rules, table)
        self._cases: dict[tuple[Operation, str, str], list[Pair]] = {}
        for pair in zip(table.cases, expected, strict=True):
            case = pair[0]
            key = (case.operation, case.table, case.column)
            self._cases.setdefault(key, []).append(pair)

    def judge(self, mutant: Mutant) -> Score:
        """Return what becomes of a mutant."""
        changed = tuple(
            rule
            for rule in (
                mutant.changed if other is mutant.rule else other for other in self._policy.rules
            )
            if rule is not None
        )
        policy = Policy(wiki_sha1=self._policy.wiki_sha1, rules=changed)
        same_roles = mutant.rule.role is None
        oracle = Oracle(changed, self._table, self._oracle.people if same_roles else None)
        telling: list[Pair] = []
        told: list[Told] = []
        for pair in self._concerned(mutant, oracle):
            after = oracle.verdict(pair[0])
            if after == pair[1]:
                continue
            told.append((pair, after))
            if after.allowed is not pair[1].allowed:
                telling.append(pair)
                if len(telling) == _AT_FIRST:
                    killed = self._first(policy, telling, "killed")
                    if killed is not None:
                        return Score(mutant=mutant, fate="killed", reason=killed.words())
        return self._survivor(mutant, oracle, policy, telling, told)

    def _survivor(
        self,
        mutant: Mutant,
        oracle: Oracle,
        policy: Policy,
        telling: Sequence[Pair],
        told: Sequence[Told],
    ) -> Score:
        """Return what becomes of a mutant that the first telling cases did not kill."""
        tried = [*telling[:_TRIES], *(pair for pair, _ in told[:_TRIES])]
        killed = self._first(policy, tried, "killed")
        if killed is not None:
            return Score(mutant=mutant, fate="killed", reason=killed.words())
        if telling:
            reason = f"the compiled code does not heed the clause: {telling[0][0].words()}"
            return Score(mutant=mutant, fate="survived", reason=reason)
        why = self._why(mutant, oracle, told)
        cited = self._first(policy, tried, "cited")
        if cited is not None:
            return Score(mutant=mutant, fate="cited", reason=f"{why}; only cited: {cited.words()}")
        if not self._table.is_complete:
            reason = "no case tells it apart, and not every combination was tried"
            return Score(mutant=mutant, fate="survived", reason=reason)
        return Score(mutant=mutant, fate="equivalent", reason=why)

    def _first(self, policy: Policy, pairs: Sequence[Pair], fate: Fate) -> Case | None:
        """Return the first case that the policy fails in this way."""
        answers = self._trial.answers(policy, (case for case, _ in pairs))
        for (case, verdict), answer in zip(pairs, answers, strict=True):
            if _failure(case, verdict, answer) == fate:
                return case
        return None

    def _concerned(self, mutant: Mutant, oracle: Oracle) -> Iterator[Pair]:
        """Yield the cases on which the change can have a bearing."""
        if mutant.rule.access is None:
            people = self._oracle.people
            moved = {number for number in people if people[number] != oracle.people[number]}
            for pairs in self._cases.values():
                yield from (pair for pair in pairs if pair[0].setting.number in moved)
            return
        after = mutant.changed.access if mutant.changed is not None else None
        for (operation, table, column), pairs in self._cases.items():
            spoken = [
                access
                for access in (mutant.rule.access, after)
                if access is not None and operation in access.operations
            ]
            if not any(not table or names_column(access, table, column) for access in spoken):
                continue
            # These change what is closed to others, whom the rule itself does not cover.
            far = mutant.rule.access.exclusive or table in WIKI_TABLES
            for pair in pairs:
                if far or self._speaks_otherwise(mutant, oracle, pair[0]):
                    yield pair

    def _speaks_otherwise(self, mutant: Mutant, oracle: Oracle, case: Case) -> bool:
        """Whether the rule speaks of a case before the change and not after it, or otherwise."""
        before, after = mutant.rule, mutant.changed
        said = says = ""
        if before.access is not None and self._oracle.applies(before, before.access, case):
            said = before.access.effect
        if after is not None and after.access is not None:
            says = after.access.effect if oracle.applies(after, after.access, case) else ""
        return said != says

    def _why(self, mutant: Mutant, oracle: Oracle, told: Sequence[Told]) -> str:
        """Return what decides alike where the changed clause matters."""
        if not told and mutant.rule.access is None:
            return "no rule treats a caller otherwise who enters or leaves the role"
        others: Counter[str] = Counter()
        for (_, before), after in told or self._untold(mutant, oracle):
            grounds = [name for name in after.grounds if name != mutant.rule.id]
            others.update(grounds or [name for name in before.grounds if name != mutant.rule.id])
        if not others:
            return "the rest of the rule says it already"
        ranked = sorted(others, key=lambda name: (-others[name], name))
        return f"decided alike: {', '.join(ranked[:3])}"

    def _untold(self, mutant: Mutant, oracle: Oracle) -> Iterator[Told]:
        for pair in self._concerned(mutant, oracle):
            if self._speaks_otherwise(mutant, oracle, pair[0]):
                yield pair, pair[1]

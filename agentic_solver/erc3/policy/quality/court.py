"""The fate of mutants: which case fails where a clause is changed, and what decides alike."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from agentic_solver.contracts.rule import Operation, Rule
from agentic_solver.erc3.policy.quality.alone import SHOWING, surroundings
from agentic_solver.erc3.policy.quality.case import Case, TruthTable
from agentic_solver.erc3.policy.quality.mutant import Mutant
from agentic_solver.erc3.policy.quality.oracle import Oracle, Verdict
from agentic_solver.erc3.policy.quality.reference import names_column
from agentic_solver.erc3.policy.quality.trial import Trial
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policy.vocabulary import WIKI_TABLES

__all__ = ["Court", "Fate", "Score"]

Fate = Literal["killed", "alone", "equivalent", "survived"]
_AT_FIRST = 3
_TRIES = 40
"""Cases put to the compiled code before a mutant counts as surviving."""
_IMPLIED = "the rest of the rule says it already"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What became of one mutant."""

    mutant: Mutant
    fate: Fate
    case: str
    """The case that kills it, or that the code ought to have told apart; empty if there is none."""
    why: str
    """What decides alike where no case of the whole policy kills it; empty where one does."""

    @property
    def reason(self) -> str:
        """Both in one line."""
        return "; on its own: ".join(part for part in (self.why, self.case) if part)


Pair = tuple[Case, Verdict]
Told = tuple[Pair, Verdict]
"""A case with its expected verdict, and the verdict that the changed rules give."""


class Court:
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
        changed = _exchanged(self._policy.rules, mutant)
        policy = self._of(changed)
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
                    killed = self._first_wrong(policy, telling)
                    if killed is not None:
                        return Score(mutant=mutant, fate="killed", case=killed.words(), why="")
        killed = self._first_wrong(policy, telling[:_TRIES])
        if killed is not None:
            return Score(mutant=mutant, fate="killed", case=killed.words(), why="")
        if telling:
            return _unheeded(mutant, telling[0][0])
        return self._overshadowed(mutant, oracle, self._why(mutant, oracle, told))

    def _overshadowed(self, mutant: Mutant, oracle: Oracle, why: str) -> Score:
        """Return what becomes of a mutant on which no verdict of the whole policy depends."""
        for rules in surroundings(self._policy.rules, mutant.rule, self._table):
            before, after = self._of(rules), self._of(_exchanged(rules, mutant))
            telling = self._telling(mutant, oracle, rules)
            if not telling:
                continue
            if self._first_wrong(before, telling) is not None:
                return _unheeded(mutant, telling[0][0])
            killed = self._first_wrong(after, telling)
            if killed is None:
                return _unheeded(mutant, telling[0][0])
            others = "other rules say it as well" if why == _IMPLIED else why
            return Score(mutant=mutant, fate="alone", case=killed.words(), why=others)
        if not self._table.is_complete:
            why = "no case tells it apart, and not every combination was tried"
            return Score(mutant=mutant, fate="survived", case="", why=why)
        return Score(mutant=mutant, fate="equivalent", case="", why=why)

    def _telling(self, mutant: Mutant, oracle: Oracle, rules: Sequence[Rule]) -> list[Pair]:
        """Return the first cases that a rule set answers otherwise with the change."""
        is_role = mutant.rule.role is not None
        people = None if is_role else self._oracle.people
        before = Oracle(rules, self._table, people)
        after = Oracle(_exchanged(rules, mutant), self._table, people)
        found: list[Pair] = []
        for case, _ in self._concerned(mutant, oracle):
            if is_role and case.operation is not SHOWING:
                continue
            verdict = before.verdict(case)
            if after.verdict(case).allowed is not verdict.allowed:
                found.append((case, verdict))
                if len(found) == _AT_FIRST:
                    break
        return found

    def _of(self, rules: Sequence[Rule]) -> Policy:
        return Policy(wiki_sha1=self._policy.wiki_sha1, rules=rules)

    def _first_wrong(self, policy: Policy, pairs: Sequence[Pair]) -> Case | None:
        """Return the first case to which the compiled code gives another verdict."""
        answers = self._trial.answers(policy, (case for case, _ in pairs))
        for (case, verdict), answer in zip(pairs, answers, strict=True):
            if answer.allowed is not verdict.allowed:
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
            return _IMPLIED
        ranked = sorted(others, key=lambda name: (-others[name], name))
        return f"decided alike: {', '.join(ranked[:3])}"

    def _untold(self, mutant: Mutant, oracle: Oracle) -> Iterator[Told]:
        for pair in self._concerned(mutant, oracle):
            if self._speaks_otherwise(mutant, oracle, pair[0]):
                yield pair, pair[1]


def _exchanged(rules: Sequence[Rule], mutant: Mutant) -> list[Rule]:
    """Return rules with the change of a mutant."""
    changed = (mutant.changed if rule is mutant.rule else rule for rule in rules)
    return [rule for rule in changed if rule is not None]


def _unheeded(mutant: Mutant, case: Case) -> Score:
    why = "the compiled code does not heed the clause"
    return Score(mutant=mutant, fate="survived", case=case.words(), why=why)

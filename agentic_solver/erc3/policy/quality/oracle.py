"""The oracle: the expected verdict of each case, and which rules it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentic_solver.contracts.rule import AccessPredicate, Operation, Rule, SubjectPredicate
from agentic_solver.erc3.policy.quality.case import Case, TruthTable
from agentic_solver.erc3.policy.quality.reference import (
    Person,
    closes,
    is_condition_free,
    is_free,
    is_in_force,
    is_open,
    person_of,
    reads_row,
    relations_hold,
    tells_outsiders,
    writes_fit,
)
from agentic_solver.erc3.policy.vocabulary import WIKI_TABLES

__all__ = ["BASELINE", "CLOSED", "Oracle", "Verdict"]

BASELINE = "the baseline opens it"
CLOSED = "no rule allows it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a case ought to come to."""

    allowed: bool
    grounds: tuple[str, ...]
    """Ids of the rules that decide alike, or what else decides."""
    cited: tuple[str, ...] = ()
    """Rules that the proof has to cite: of a write all, of a read at least one."""
    overruled: tuple[str, ...] = ()
    """Rules that would allow what others deny."""


class Oracle:
    """Answers cases from rule records alone."""

    def __init__(
        self,
        rules: Sequence[Rule],
        table: TruthTable,
        people: Mapping[int, Person] | None = None,
    ) -> None:
        """Take the rules; ``people`` of another oracle serve if the roles are the same."""
        roles: dict[str, list[SubjectPredicate]] = {}
        for rule in rules:
            if rule.role is not None:
                roles.setdefault(rule.role.name, []).append(rule.role.members)
        self.people: Mapping[int, Person] = people or {
            setting.number: person_of(roles, setting.caller) for setting in table.settings
        }
        self._covered: dict[tuple[int, str], bool] = {}
        by_operation: dict[Operation, list[tuple[Rule, AccessPredicate]]] = {}
        for rule in rules:
            if rule.access is not None:
                for operation in rule.access.operations:
                    by_operation.setdefault(operation, []).append((rule, rule.access))
        self._speaking = by_operation
        self._to: dict[tuple[int, Operation], list[tuple[Rule, AccessPredicate]]] = {}

    def _covers(self, rule: Rule, access: AccessPredicate, setting: int) -> bool:
        key = (setting, rule.id)
        if key not in self._covered:
            self._covered[key] = self.people[setting].is_covered(access)
        return self._covered[key]

    def _covering(self, case: Case) -> Sequence[tuple[Rule, AccessPredicate]]:
        """Return the rules on the operation that speak of the caller."""
        key = (case.setting.number, case.operation)
        if key not in self._to:
            pairs = self._speaking.get(case.operation, ())
            self._to[key] = [pair for pair in pairs if self._covers(*pair, case.setting.number)]
        return self._to[key]

    def applies(self, rule: Rule, access: AccessPredicate, case: Case) -> bool:
        """Whether a rule speaks of the case: caller, values, relations."""
        if not self._covers(rule, access, case.setting.number):
            return False
        if case.operation is Operation.READ:
            if access.effect == "allow" and access.aggregate and not case.aggregated:
                return False
            row = {**case.cells, **case.about}
            fits = reads_row(access, case.table, case.column, row)
            fits = fits and is_in_force(access, case.today)
        else:
            fits = writes_fit(access, case.operation, case.args, case.current, case.today)
        return fits and relations_hold(access, case.held)

    def verdict(self, case: Case) -> Verdict:
        """Return the expected verdict: a deny rule beats every allow rule."""
        if is_free(case.table):
            return Verdict(allowed=True, grounds=(BASELINE,))
        allows: list[str] = []
        denies: list[str] = []
        for rule, access in self._covering(case):
            if self.applies(rule, access, case):
                (allows if access.effect == "allow" else denies).append(rule.id)
        opened = case.operation is Operation.READ and self._is_open(case)
        if denies:
            cited = denies
            if case.operation is Operation.READ:
                # What nothing opens is closed without the rules that close some rows of it.
                whole = self._for_every_row(case, denies)
                cited = whole or (denies if allows or opened else [])
            return Verdict(
                allowed=False, grounds=tuple(denies), cited=tuple(cited), overruled=tuple(allows)
            )
        if allows or opened:
            # What is open anyway is open by the rules that open the whole column, if any do.
            grounds = (*allows, *((BASELINE,) if opened else ()))
            cited = self._for_every_row(case, allows) if opened else allows
            return Verdict(allowed=True, grounds=grounds, cited=tuple(cited))
        return Verdict(allowed=False, grounds=(CLOSED,))

    def _for_every_row(self, case: Case, names: Sequence[str]) -> list[str]:
        return [
            rule.id
            for rule, access in self._covering(case)
            if rule.id in names and is_condition_free(access, case.table, case.column)
        ]

    def _is_open(self, case: Case) -> bool:
        """Whether the value is open to the caller without an allow rule."""
        speaking = [
            pair
            for pair in self._speaking.get(Operation.READ, ())
            if is_in_force(pair[1], case.today)
        ]
        for _, access in speaking:
            if access.exclusive and closes(access, case.table, case.column, case.cells):
                return False
        person = self.people[case.setting.number]
        if case.table not in WIKI_TABLES:
            return is_open(case.table, case.column, person, case.target)
        if not (person.caller.is_public or person.is_outsider):
            return True
        return not any(
            tells_outsiders(access, case.table, case.column, case.aggregated)
            and self._covers(rule, access, case.setting.number)
            for rule, access in speaking
        )

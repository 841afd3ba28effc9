"""The policy of one wiki: pure functions over cited rules; it never sees a model or the network."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import LinkKind, MessageConstraint, Outcome
from agentic_solver.contracts.rule import (
    Allowed,
    Denied,
    Operation,
    Relation,
    Rule,
    RuleKind,
    SubjectPredicate,
)
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.policy import outcome as outcomes
from agentic_solver.erc3.policy.access import Resource, read_access
from agentic_solver.erc3.policy.briefing import Briefing, make_briefing
from agentic_solver.erc3.policy.clause import Caller, ReadAccess
from agentic_solver.erc3.policy.message import format_rules
from agentic_solver.erc3.policy.proof import Standing, build_proof
from agentic_solver.erc3.policy.refusal import Need, is_closed, may_refuse
from agentic_solver.erc3.policy.relation import RelationQuery, attribute_query, relation_query
from agentic_solver.erc3.policy.subject import is_external, roles_of
from agentic_solver.erc3.policy.vocabulary import ABOUT
from agentic_solver.erc3.policy.write import Holds, authorize

__all__ = ["Policy"]


class Policy:
    """What a company allows, compiled from the rules of one wiki digest.

    Without any rule it is the engine's baseline: no write, no protected column, nothing but
    the wiki for the public caller.
    """

    def __init__(self, *, wiki_sha1: str, rules: Sequence[Rule]) -> None:
        self.wiki_sha1 = wiki_sha1
        self._rules: Mapping[str, Rule] = MappingProxyType({rule.id: rule for rule in rules})
        self._standings: dict[tuple[Identity, str], Standing] = {}

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in the order of their file."""
        return tuple(self._rules.values())

    @cached_property
    def wording(self) -> str:
        """Statements and quotes of all rules, one under the other."""
        return "\n".join(f"{rule.statement}\n{rule.quote}" for rule in self.rules)

    def rule(self, rule_id: str) -> Rule | None:
        """Return a rule by its id, or None."""
        return self._rules.get(rule_id)

    def knows(self, rule_id: str) -> bool:
        """Whether a plan may cite this id: of a rule, or of a refusal of the baseline."""
        return rule_id in self._rules or rule_id in outcomes.BASELINE_REFUSALS

    def refusals(
        self,
        cited: Sequence[str],
        identity: Identity,
        caller_name: str,
        needs: Collection[Need] = (),
    ) -> tuple[str, ...]:
        """Return the cited ids that can found a refusal to this caller.

        Args:
            cited: ids of rules, which have to deny this caller something (see ``may_refuse``), or
                of refusals of the baseline, which hold for their class only.
            identity: what ``whoami`` says.
            caller_name: full name from the caller's employee record; '' when public.
            needs: what the request speaks of, as far as that is known. A refusal that says not
                itself what it closes needs something of it to be closed to this caller.
        """
        kind = self.classes(identity, caller_name)[0]
        standing = self._standing(identity, caller_name)
        closed = is_closed(needs, self._access_rules, standing)
        return tuple(
            rule_id
            for rule_id in cited
            if (closed and outcomes.BASELINE_REFUSALS.get(rule_id) == kind)
            or (
                rule_id in self._rules
                and (closed or (not needs and self._rules[rule_id].access is not None))
                and may_refuse(self._rules[rule_id], self._access_rules, standing)
            )
        )

    @cached_property
    def _access_rules(self) -> tuple[Rule, ...]:
        return tuple(rule for rule in self._rules.values() if rule.access is not None)

    @cached_property
    def _roles(self) -> Mapping[str, tuple[SubjectPredicate, ...]]:
        roles: dict[str, tuple[SubjectPredicate, ...]] = {}
        for rule in self._rules.values():
            if rule.role is not None:
                roles[rule.role.name] = (*roles.get(rule.role.name, ()), rule.role.members)
        return MappingProxyType(roles)

    @cached_property
    def asks_for_names(self) -> bool:
        """Whether some rule tells callers apart by their names; without one nobody's is needed."""
        subjects = [members for group in self._roles.values() for members in group]
        subjects += [rule.access.subject for rule in self._access_rules if rule.access is not None]
        return any(subject.names for subject in subjects)

    def _standing(self, identity: Identity, caller_name: str) -> Standing:
        key = (identity, caller_name)
        if key not in self._standings:
            caller = Caller(identity=identity, name=caller_name)
            roles = tuple(roles_of(self._roles, caller))
            external = is_external(self._roles, caller, frozenset(roles))
            self._standings[key] = Standing(caller=caller, roles=roles, external=external)
        return self._standings[key]

    def classes(self, identity: Identity, caller_name: str) -> tuple[str, ...]:
        """Return the roles the caller is in, sorted, led by ``public``, ``external`` or ``staff``.

        Args:
            identity: what ``whoami`` says.
            caller_name: full name from the caller's employee record; '' when public.
        """
        standing = self._standing(identity, caller_name)
        first = "staff"
        if identity.is_public:
            first = "public"
        elif standing.external:
            first = "external"
        return (first, *(role for role in standing.roles if role != first))

    def read_access(
        self,
        identity: Identity,
        caller_name: str,
        table: str,
        column: str,
        *,
        aggregated: bool = False,
    ) -> ReadAccess:
        """Say which rows of a column the caller may see: all, none, or those of a predicate.

        Args:
            identity: what ``whoami`` says.
            caller_name: full name from the caller's employee record.
            table: a snapshot table.
            column: one of its columns.
            aggregated: whether the query uses the column only inside totals over several
                rows; then rules that allow totals only count as well.
        """
        resource = Resource(table=table, column=column, aggregated=aggregated)
        return read_access(self._access_rules, self._standing(identity, caller_name), resource)

    def authorize(
        self,
        identity: Identity,
        caller_name: str,
        operation: Operation,
        args: JsonObject,
        holds: Holds,
        *,
        current: JsonObject | None = None,
    ) -> Allowed | Denied:
        """Decide one write.

        Args:
            identity: what ``whoami`` says.
            caller_name: full name from the caller's employee record.
            operation: the operation class of the tool.
            args: its target and the values it sets: ``employee``, ``project``, ``customer``
                (of a time entry: what the entry says), ``path``, and each changed field.
            holds: evaluates a relation to the target; see :meth:`relation_query`.
            current: present field values of the target record: ``status`` of a time entry or
                project, ``notes`` of an employee, and what :meth:`attributes` names; rules on a
                value that is missing do not apply.
        """
        standing = self._standing(identity, caller_name)
        return authorize(self._access_rules, standing, operation, args, current or {}, holds)

    def never_allows(
        self, identity: Identity, caller_name: str, operation: Operation
    ) -> Denied | None:
        """Return the denial when no rule lets this caller do ``operation`` to any target at all.

        It needs no data, so a request can be refused before anything is looked up.
        """
        standing = self._standing(identity, caller_name)
        for rule in self._access_rules:
            access = rule.access
            if access is None or access.effect != "allow" or operation not in access.operations:
                continue
            if standing.covered_by(access):
                return None
        words = f"no rule allows {operation} for this caller"
        return Denied(proof=build_proof(standing, (), words, allow=False))

    @staticmethod
    def relation_query(relation: Relation, operation: Operation) -> RelationQuery | None:
        """Return the SQL that evaluates a relation for a write; None: it can never hold."""
        return relation_query(relation, operation)

    @staticmethod
    def attribute_query(name: str, operation: Operation) -> RelationQuery | None:
        """Return the SQL for an attribute of the target of a write; None: it has none."""
        return attribute_query(name, operation)

    def attributes(self, operation: Operation) -> tuple[str, ...]:
        """Return the attributes of the target that the rules on an operation ask for, sorted."""
        named = {
            name
            for rule in self._access_rules
            if rule.access is not None and operation in rule.access.operations
            for name in rule.access.current
            if name in ABOUT
        }
        return tuple(sorted(named))

    def relations(self, operation: Operation) -> tuple[Relation, ...]:
        """Return the relations that the rules on an operation may ask for, in fixed order."""
        named = {
            relation
            for rule in self._access_rules
            if rule.access is not None and operation in rule.access.operations
            for relation in (*rule.access.relations, *rule.access.requires, *rule.access.unless)
        }
        return tuple(relation for relation in Relation if relation in named)

    @staticmethod
    def admissible_outcomes(evidence: outcomes.Evidence) -> tuple[Outcome, ...]:
        """Return the outcome codes that fit the evidence, the preferred one first."""
        return outcomes.admissible_outcomes(evidence)

    @staticmethod
    def links_allowed(outcome: Outcome) -> tuple[LinkKind, ...]:
        """Return the link kinds a response with this outcome may carry."""
        return outcomes.links_allowed(outcome)

    @staticmethod
    def forced_outcome(evidence: outcomes.Evidence) -> Outcome:
        """Return the safe outcome when no plan was accepted in time."""
        return outcomes.forced_outcome(evidence)

    @staticmethod
    def format_rules(text: str) -> MessageConstraint:
        """Return what the form of the answer must keep to, from the wording of the request."""
        return format_rules(text)

    def enum_values(self, field: str) -> tuple[str, ...]:
        """Return the values that the wiki lists for ``table.column``; empty if it does not."""
        for rule in self._rules.values():
            if rule.kind is RuleKind.FIELD and rule.field == field and rule.values:
                return rule.values
        return ()

    def query(self, word: str) -> tuple[Rule, ...]:
        """Return the rules that speak of a word: in statement, quote, field or resources."""
        wanted = fold_label(word)
        return tuple(rule for rule in self._rules.values() if wanted in _searchable(rule))

    def guidance(self) -> str:
        """Return all rules, ``id: statement``, one a line."""
        return "\n".join(f"{rule.id}: {rule.statement}" for rule in self._rules.values())

    def briefing(
        self, identity: Identity, caller_name: str, codes: Collection[frozenset[str]] = ()
    ) -> Briefing:
        """Return what the planner is told of the rules for this caller.

        Args:
            identity: what ``whoami`` says.
            caller_name: full name from the caller's employee record; '' when public.
            codes: the codes that the prompt lists, table by table.
        """
        return make_briefing(self.rules, self._standing(identity, caller_name), codes)


def _searchable(rule: Rule) -> str:
    resources = rule.access.resources if rule.access is not None else ()
    return fold_label(" ".join((rule.statement, rule.quote, rule.field or "", *resources)))

"""The vocabulary of compiled policy modules: the only thing such a module may import."""

from collections.abc import Callable, Sequence

from agentic_solver.contracts.rule import (
    AccessPredicate,
    Approval,
    CallerClass,
    Limit,
    Measure,
    Operation,
    Relation,
    Rule,
    RuleKind,
    SubjectPredicate,
    Unit,
)
from agentic_solver.erc3.policy.docstring import read_docstring

__all__ = ["allow", "approval", "callers", "clause", "deny", "limit", "note", "role", "unit"]

Predicate = CallerClass | AccessPredicate | Unit | None


def callers(
    *,
    public: bool | None = None,
    roles: Sequence[str] = (),
    not_roles: Sequence[str] = (),
    names: Sequence[str] = (),
    employee_ids: Sequence[str] = (),
    departments: Sequence[str] = (),
    not_departments: Sequence[str] = (),
    locations: Sequence[str] = (),
) -> SubjectPredicate:
    """Return the callers for whom every given condition holds; each list is an any-of."""
    return SubjectPredicate(
        public=public,
        roles=tuple(roles),
        not_roles=tuple(not_roles),
        names=tuple(names),
        employee_ids=tuple(employee_ids),
        departments=tuple(departments),
        not_departments=tuple(not_departments),
        locations=tuple(locations),
    )


def role(name: str, members: SubjectPredicate) -> CallerClass:
    """Return a named class of callers."""
    return CallerClass(name=name, members=members)


def allow(
    subject: SubjectPredicate,
    *,
    to: Sequence[str],
    of: Sequence[str] = (),
    who: Sequence[str] = (),
    who_all: Sequence[str] = (),
    unless: Sequence[str] = (),
    values: dict[str, tuple[str, ...]] | None = None,
    current: dict[str, tuple[str, ...]] | None = None,
    stated: dict[str, str] | None = None,
    approval: Approval | None = None,
    limits: Sequence[Limit] = (),
    exclusive: bool = False,
    aggregate: bool = False,
) -> AccessPredicate:
    """Return a permission: ``subject`` may do ``to`` on ``of``, standing so to the target.

    ``who`` asks for one of the relations, ``who_all`` for all, ``unless`` for none.
    """
    return AccessPredicate(
        effect="allow",
        subject=subject,
        operations=tuple(Operation(name) for name in to),
        resources=tuple(of),
        relations=tuple(Relation(name) for name in who),
        requires=tuple(Relation(name) for name in who_all),
        unless=tuple(Relation(name) for name in unless),
        values=values or {},
        current=current or {},
        stated=stated or {},
        approval=approval,
        limits=tuple(limits),
        exclusive=exclusive,
        aggregate=aggregate,
    )


def deny(
    subject: SubjectPredicate,
    *,
    to: Sequence[str],
    of: Sequence[str] = (),
    who: Sequence[str] = (),
    who_all: Sequence[str] = (),
    unless: Sequence[str] = (),
    values: dict[str, tuple[str, ...]] | None = None,
    current: dict[str, tuple[str, ...]] | None = None,
    stated: dict[str, str] | None = None,
    limits: Sequence[Limit] = (),
) -> AccessPredicate:
    """Return a prohibition; it beats every permission."""
    permission = allow(
        subject,
        to=to,
        of=of,
        who=who,
        who_all=who_all,
        unless=unless,
        values=values,
        current=current,
        stated=stated,
        limits=limits,
    )
    return permission.model_copy(update={"effect": "deny"})


def approval(*, by: Sequence[str], act: Sequence[str] = (), never: Sequence[str] = ()) -> Approval:
    """Return what makes a sentence an approval: who approves, by which words, and what takes it."""
    return Approval(by=tuple(by), act=tuple(act), never=tuple(never))


def limit(
    of: str,
    measure: str = "value",
    *,
    least: str | None = None,
    above: str | None = None,
    most: str | None = None,
    below: str | None = None,
) -> Limit:
    """Return a bound on an amount or a day; ``least`` and ``most`` belong to what it covers."""
    return Limit(of=of, measure=Measure(measure), least=least, above=above, most=most, below=below)


def note() -> None:
    """Return nothing: the rule guides the model, code does not evaluate it."""


def unit(term: str, amount: str) -> Unit:
    """Return a term that stands for an amount of the field that the rule names."""
    return Unit(term=term, amount=amount)


def clause(
    rule_id: str,
    kind: str,
    *families: str,
    field: str | None = None,
    values: Sequence[str] = (),
) -> Callable[[Callable[[], Predicate]], Rule]:
    """Turn a function into a rule; its docstring holds the statement, the citation and the quote.

    Args:
        rule_id: id of the rule.
        kind: kind of the rule.
        families: task families that need it.
        field: ``table.column`` of field and lifecycle rules, and of units.
        values: the allowed values of the field.
    """

    def build(function: Callable[[], Predicate]) -> Rule:
        told = read_docstring(function.__doc__ or "")
        predicate = function()
        return Rule(
            id=rule_id,
            kind=RuleKind(kind),
            page=told.page,
            anchor=told.anchor,
            quote=told.quote,
            statement=told.statement,
            families=families,
            role=predicate if isinstance(predicate, CallerClass) else None,
            access=predicate if isinstance(predicate, AccessPredicate) else None,
            values=tuple(values),
            field=field,
            unit=predicate if isinstance(predicate, Unit) else None,
        )

    return build

"""Clauses: a rule as the policy evaluates it, and the verdicts on reads."""

from dataclasses import dataclass

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.rule import AccessPredicate, Proof, Rule, SubjectPredicate
from agentic_solver.erc3.policy.approval import approval_words
from agentic_solver.erc3.policy.limit import limit_words

__all__ = ["Caller", "Conditional", "Hidden", "ReadAccess", "Visible"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks: ``whoami`` plus the full name of the caller's own employee record."""

    identity: Identity
    name: str
    """Empty when public or when the record was not fetched; then no name rule matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visible:
    """The caller may read every row of the column."""

    proof: Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """The caller may read no row of the column."""

    proof: Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional:
    """The caller may read the rows for which a DuckDB predicate holds."""

    template: str
    """The predicate over row alias ``r``; tables stand as ``{employees}``, ``{me}``."""
    needs: tuple[str, ...]
    """``table.column`` names that the predicate reads, sorted."""
    proof: Proof

    @property
    def sql(self) -> str:
        """The predicate with plain table names."""
        return self.qualified("")

    def qualified(self, prefix: str) -> str:
        """Return the predicate with ``prefix`` (such as ``base.``) before each table name."""
        tables = {need.partition(".")[0] for need in self.needs}
        sql = self.template
        for table in sorted(tables):
            sql = sql.replace("{" + table + "}", prefix + table)
        return sql


ReadAccess = Visible | Hidden | Conditional


def covers_everybody(subject: SubjectPredicate) -> bool:
    """Whether a subject names nobody in particular, only public or signed-in callers."""
    return subject == SubjectPredicate(public=subject.public)


def predicate_words(rule: Rule, access: AccessPredicate) -> str:
    """Return the condition of a rule in the words of the vocabulary."""
    subject = {k: v for k, v in access.subject.to_json().items() if v not in (None, [])}
    parts = [f"{access.effect} {subject or 'everybody'}"]
    for label, names in (
        ("any of", access.relations),
        ("all of", access.requires),
        ("unless", access.unless),
    ):
        if names:
            parts.append(f"{label} {', '.join(names)}")
    for label, limits in (("argument", access.values), ("present", access.current)):
        parts.extend(f"{label} {name} in {list(limits[name])}" for name in sorted(limits))
    parts.extend(f"{name} stated in {access.stated[name]}" for name in sorted(access.stated))
    if access.approval is not None:
        parts.append(approval_words(access.approval))
    parts.extend(map(limit_words, access.limits))
    return f"{rule.id}: {'; '.join(parts)}"

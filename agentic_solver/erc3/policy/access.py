"""Read access: which rows of a column a caller may see, with the proof.

The baseline, where no rule speaks:
    everybody        reads ``me`` (whatever a rule says) and the wiki (visitors and external
                     callers: until a rule says which pages they may read)
    public caller    reads nothing else
    external caller  reads nothing else, except rows that are about themselves
    staff            reads every column that is not protected, and rows about themselves
Rules on top: an allow rule opens (with the names of records their ids, too), an ``exclusive`` one
also closes the column to whom no rule covers (their own rows included), a deny rule closes and
beats every allow rule. A rule with ``current`` speaks of the rows that hold one of those values.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agentic_solver.contracts.rule import AccessPredicate, Operation, Proof, Relation, Rule
from agentic_solver.erc3.policy.clause import (
    Conditional,
    Hidden,
    ReadAccess,
    Visible,
    predicate_words,
)
from agentic_solver.erc3.policy.limit import is_in_force
from agentic_solver.erc3.policy.proof import Standing, build_proof
from agentic_solver.erc3.policy.relation import needed_columns, row_attribute, row_condition
from agentic_solver.erc3.policy.subject import names_someone
from agentic_solver.erc3.policy.vocabulary import (
    FREE_TABLES,
    SINGLING,
    TABLES,
    WIKI_TABLES,
    is_protected,
)

__all__ = ["Resource", "read_access"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A column of a snapshot table, and whether only totals over it are asked for."""

    table: str
    column: str
    aggregated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """One reason for or against: a condition (empty = always) and the rule behind it."""

    sql: str
    needs: tuple[str, ...]
    rule: Rule | None
    words: str


def _wiki_prefixes(access: AccessPredicate) -> list[str]:
    return [name[5:] for name in access.resources if name.startswith("wiki:")]


def _names(access: AccessPredicate, resource: Resource) -> bool:
    """Whether the rule speaks of the column at all."""
    table, column = resource.table, resource.column
    named = {"*", f"{table}.*", f"{table}.{column}"} & set(access.resources)
    return bool(named) or (table in WIKI_TABLES and bool(_wiki_prefixes(access)))


def _tells_name(access: AccessPredicate, resource: Resource) -> bool:
    """Whether the column is the id of records whose name the rule opens: a link is a pointer."""
    named = f"{resource.table}.name" in access.resources
    return access.effect == "allow" and resource.column == "id" and named


def _narrows(access: AccessPredicate, resource: Resource) -> bool:
    """Whether a total that the rule opens may be narrowed by the column, as by a day.

    It singles nobody out, and holds no prose.
    """
    named = (name.partition(".")[0] for name in access.resources)
    return (
        access.effect == "allow"
        and access.aggregate
        and resource.aggregated
        and resource.table in named
        and resource.column not in SINGLING
    )


def _relation_part(relations: Sequence[Relation], table: str, joiner: str) -> list[str]:
    """Return the predicates of relations; what makes no sense is false (``or``) or breaks."""
    found = [row_condition(relation, table) for relation in relations]
    if joiner == "and" and None in found:
        return ["false"]
    return [sql for sql in found if sql is not None]


def _wiki_part(access: AccessPredicate, resource: Resource) -> list[str]:
    if resource.table not in WIKI_TABLES:
        return []
    prefixes = _wiki_prefixes(access)
    if not prefixes or "" in prefixes or _names_whole_table(access, resource):
        return []
    return [_starts_with(prefixes)]


def _starts_with(prefixes: Sequence[str]) -> str:
    quoted = [prefix.replace("'", "''") for prefix in prefixes]
    return "(" + " OR ".join(f"starts_with(r.path, '{text}')" for text in quoted) + ")"


def _current_part(access: AccessPredicate, table: str) -> list[str]:
    """Return the predicates of the present values that a rule covers."""
    parts = []
    for name in sorted(access.current):
        own = f"CAST(r.{name} AS VARCHAR)" if name in TABLES[table] else None
        value = own or row_attribute(name, table)
        if value is None:
            return ["false"]  # a field that is not known meets nothing
        texts = ", ".join("'" + text.replace("'", "''") + "'" for text in access.current[name])
        parts.append(f"coalesce({value} IN ({texts}), false)")
    return parts


def _names_whole_table(access: AccessPredicate, resource: Resource) -> bool:
    whole = {"*", f"{resource.table}.*", f"{resource.table}.{resource.column}"}
    return bool(whole & set(access.resources))


def _ground(rule: Rule, access: AccessPredicate, resource: Resource) -> _Ground | None:
    """Return the row condition of a rule that covers the caller, or None if it never holds."""
    table = resource.table
    parts: list[str] = []
    if access.relations:
        any_of = _relation_part(access.relations, table, "or")
        if not any_of:
            return None
        parts.append("(" + " OR ".join(any_of) + ")")
    parts.extend(_relation_part(access.requires, table, "and"))
    limits = _current_part(access, table)
    if "false" in (*parts, *limits):
        return None
    parts.extend(f"NOT {sql}" for sql in _relation_part(access.unless, table, "or"))
    own = (f"{table}.{name}" for name in access.current if name in TABLES[table])
    parts.extend(limits)
    needs = (*needed_columns(" ".join(parts)), *own)
    parts.extend(_wiki_part(access, resource))
    sql = " AND ".join(parts)
    return _Ground(sql=sql, needs=needs, rule=rule, words=predicate_words(rule, access))


def _always(words: str) -> _Ground:
    return _Ground(sql="", needs=(), rule=None, words=words)


def _baseline(standing: Standing, resource: Resource, *, closed: bool) -> list[_Ground]:
    table = resource.table
    if table in FREE_TABLES:
        return [_always("baseline: everybody reads their own session")]
    if closed or standing.caller.identity.is_public:
        return []
    grounds = []
    if not standing.external and not is_protected(table, resource.column):
        grounds.append(_always("baseline: staff read what is not protected"))
    own = row_condition(Relation.SELF, table)
    if own is not None:
        words = "baseline: everybody reads what is about themselves"
        grounds.append(_Ground(sql=own, needs=needed_columns(own), rule=None, words=words))
    return grounds


def _wiki_baseline(
    standing: Standing, resource: Resource, closers: Sequence[Rule], allows: Sequence[_Ground]
) -> list[_Ground]:
    """Return the open part of the wiki: all pages but those kept for others.

    Once a rule says which pages visitors or external callers may read, they read no others.
    """
    outsider = standing.caller.identity.is_public or standing.external
    if outsider and any(_is_for_outsiders(ground.rule) for ground in allows):
        return []
    kept: list[str] = []
    for rule in closers:
        if rule.access is not None:
            if not _wiki_part(rule.access, resource):
                return []
            kept.extend(_wiki_prefixes(rule.access))
    if not kept:
        return [_always("baseline: everybody reads the wiki")]
    words = "baseline: everybody reads the wiki but pages kept for others"
    return [_Ground(sql=f"NOT {_starts_with(kept)}", needs=(), rule=None, words=words)]


def _is_for_outsiders(rule: Rule | None) -> bool:
    if rule is None or rule.access is None:
        return False
    subject = rule.access.subject
    return subject.public is True or names_someone(subject)


def _any(grounds: Sequence[_Ground]) -> str:
    return " OR ".join(f"({ground.sql})" for ground in grounds)


def _proof(
    standing: Standing, grounds: Sequence[_Ground], *, allow: bool, words: str = ""
) -> Proof:
    rules = [ground.rule for ground in grounds if ground.rule is not None]
    text = words or " | ".join(ground.words for ground in grounds)
    return build_proof(standing, rules, text, allow=allow)


def read_access(rules: Sequence[Rule], standing: Standing, resource: Resource) -> ReadAccess:
    """Decide which rows of a column the caller may see.

    Args:
        rules: the access rules of the policy.
        standing: who asks, with roles.
        resource: the column; ``aggregated`` also counts rules that allow totals only.
    """
    today = standing.caller.identity.today
    allows: list[_Ground] = []
    denies: list[_Ground] = []
    closers: list[Rule] = []
    for rule in rules:
        access = rule.access
        if access is None or Operation.READ not in access.operations:
            continue
        is_named = _names(access, resource)
        is_covered = is_named or _tells_name(access, resource) or _narrows(access, resource)
        if not is_covered or not is_in_force(access, today):
            continue
        allow = access.effect == "allow"
        if is_named and allow and access.exclusive:
            closers.append(rule)
        if allow and access.aggregate and not resource.aggregated:
            continue
        if not standing.covered_by(access):
            continue
        ground = _ground(rule, access, resource)
        if ground is not None and (allow or resource.table not in FREE_TABLES):
            (allows if allow else denies).append(ground)
    if resource.table in WIKI_TABLES:
        allows.extend(_wiki_baseline(standing, resource, closers, allows))
    else:
        allows.extend(_baseline(standing, resource, closed=bool(closers)))
    return _verdict(standing, allows, denies, closers)


def _verdict(
    standing: Standing, allows: list[_Ground], denies: list[_Ground], closers: list[Rule]
) -> ReadAccess:
    refusals = [ground for ground in denies if not ground.sql]
    if refusals:
        return Hidden(proof=_proof(standing, refusals, allow=False))
    if not allows:
        cause = "no rule allows it" if not closers else "restricted to others by rule"
        return Hidden(proof=build_proof(standing, closers, cause, allow=False))
    grants = [ground for ground in allows if not ground.sql]
    if grants and not denies:
        return Visible(proof=_proof(standing, grants, allow=True))
    parts = []
    if not grants:
        parts.append(f"({_any(allows)})")
    if denies:
        parts.append(f"NOT ({_any(denies)})")
    needs = sorted({need for ground in (*allows, *denies) for need in ground.needs})
    return Conditional(
        template=" AND ".join(parts),
        needs=tuple(needs),
        proof=_proof(standing, [*allows, *denies], allow=True),
    )

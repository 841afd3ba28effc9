"""The rule check: citations, symbols, numbers, references and conflicts, without a model."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Limit,
    Measure,
    Operation,
    Relation,
    Rule,
    RuleKind,
    RuleSet,
    SubjectPredicate,
    Unit,
)
from agentic_solver.erc3.approvalcheck import approval_problems
from agentic_solver.erc3.day import states_day
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.numeral import (
    numbers_of,
    percentages,
    shares,
    spelled_numbers,
    stated_numbers,
)
from agentic_solver.erc3.policy.consumer import note_reasons
from agentic_solver.erc3.policy.limit import TODAY, limit_words
from agentic_solver.erc3.policy.relation import (
    attribute_query,
    relation_query,
    row_attribute,
    row_condition,
)
from agentic_solver.erc3.policy.subject import names_someone
from agentic_solver.erc3.policy.vocabulary import (
    ABOUT,
    ENUMS,
    FAMILIES,
    FIGURES,
    PAGE_CHANGES,
    PRESENT,
    TABLES,
    TELLING_VALUES,
    UNIT_FIELDS,
    WRITE_ARGUMENTS,
    is_column,
    is_resource,
)
from agentic_solver.erc3.wiki import WikiPages

__all__ = ["RuleProblem", "validate_rules"]

ProblemCode = Literal[
    "DUPLICATE_ID",
    "WIKI_DIGEST",
    "CITATION",
    "QUOTE",
    "NUMBER",
    "FAMILY",
    "SHAPE",
    "SYMBOL",
    "REFERENCE",
    "CONFLICT",
    "UNUSED",
]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_KEPT = 2048
"""Rules of which something is kept: a reading checks each several times, and the next revision
of a wiki has most of them again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleProblem:
    """One thing wrong with a rule."""

    rule_id: str
    code: ProblemCode
    message: str
    severity: Literal["error", "conflict", "note"] = "error"
    """``error``: the rule may not be used. ``conflict``: both rules stand, the denial wins.
    ``note``: nothing in the engine uses the rule."""


def validate_rules(ruleset: RuleSet, pages: WikiPages) -> tuple[RuleProblem, ...]:
    """Check rules against the wiki they cite and against the vocabulary.

    Returns:
        Problems in rule order, conflicts and notes last; empty means the rules are sound.
    """
    problems: list[RuleProblem] = []
    if ruleset.wiki_sha1 != pages.sha1:
        message = f"the rules are for wiki {ruleset.wiki_sha1}, the pages have {pages.sha1}"
        problems.append(RuleProblem(rule_id="", code="WIKI_DIGEST", message=message))
    # Page by page, as most pages of a revision stood in an earlier one.
    vocabulary = " ".join(filter(None, map(fold_label, pages.pages.values())))
    roles = {rule.role.name for rule in ruleset.rules if rule.role is not None}
    seen: set[str] = set()
    for rule in ruleset.rules:
        found: list[tuple[ProblemCode, str]] = []
        if rule.id in seen:
            found.append(("DUPLICATE_ID", "the id is used by an earlier rule"))
        seen.add(rule.id)
        found.extend(_citation(rule, pages))
        found.extend(_content(rule))
        found.extend(_shape(rule))
        for subject in _subjects(rule):
            found.extend(_subject(subject, roles, vocabulary))
        if rule.access is not None:
            found.extend(_access(rule.access))
            if rule.access.approval is not None:
                page = pages.pages.get(rule.page, "")
                found.extend(approval_problems(rule.access.approval, rule.access, page, vocabulary))
            for limit in rule.access.limits:
                found.extend(_limit(limit, rule.access))
                found.extend(_quoted_limit(limit, rule.quote, pages.pages.get(rule.page, "")))
        problems.extend(RuleProblem(rule_id=rule.id, code=c, message=m) for c, m in found)
    problems.extend(_role_cycles(ruleset.rules))
    problems.extend(_conflicts(ruleset.rules))
    problems.extend(_unused(ruleset.rules))
    return tuple(problems)


Found = Iterator[tuple[ProblemCode, str]]


def _citation(rule: Rule, pages: WikiPages) -> Found:
    if rule.page not in pages.pages:
        yield "CITATION", f"there is no page {rule.page!r}"
        return
    if (rule.page, rule.anchor) not in pages.sections:
        yield "CITATION", f"page {rule.page} has no heading with anchor {rule.anchor!r}"
        return
    if not pages.has_quote(rule.page, rule.anchor, rule.quote):
        elsewhere = pages.find_quote(rule.page, rule.quote)
        hint = f"; it stands under {elsewhere!r}" if elsewhere is not None else ""
        yield "QUOTE", f"the quote is not verbatim under {rule.page}#{rule.anchor}{hint}"


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _numbers(text: str) -> set[str]:
    return {number.replace(",", ".") for number in _NUMBER.findall(text)}


def _misspelt(statement: str, quote: str) -> list[str]:
    """Return spelled numbers of a statement whose quote names other numbers only.

    A quote without any number that is known here may be in another language.
    """
    quoted = numbers_of(quote) - {Decimal(1)}
    spelled = spelled_numbers(statement)
    return [word for word, number in spelled.items() if quoted and number not in quoted]


@lru_cache(maxsize=_KEPT)
def _unquoted(statement: str, quote: str) -> tuple[str, ...]:
    """Return the numbers of a statement, then the values, that its quote does not name."""
    in_words = numbers_of(quote)
    missing = sorted(
        number
        for number in _numbers(statement) - _numbers(quote)
        if not number.isdecimal() or Decimal(number) not in in_words
    )
    missing += _misspelt(statement, quote)
    more = _words(statement) - _words(quote)
    values = [value for value in TELLING_VALUES if value in more]
    return tuple(", ".join(names) for names in (missing, values) if names)


def _content(rule: Rule) -> Found:
    for names in _unquoted(rule.statement, rule.quote):
        yield "NUMBER", f"the statement names {names}, the quote does not"
    if not rule.families:
        yield "FAMILY", "the rule names no task family that needs it"
    for family in rule.families:
        if family not in FAMILIES:
            yield "FAMILY", f"unknown task family {family!r}"
    if rule.field is not None and rule.field not in ENUMS and not is_column(rule.field):
        yield "SYMBOL", f"unknown field {rule.field!r}"
    known = ENUMS.get(rule.field or "", ())
    quote = fold_label(rule.quote)
    for value in rule.values:
        if known and value not in known:
            yield "SYMBOL", f"{value!r} is no value of {rule.field}"
        if fold_label(value) not in quote:
            yield "NUMBER", f"the value {value!r} does not occur in the quote"


def _shape(rule: Rule) -> Found:
    if (rule.kind is RuleKind.ROLE) != (rule.role is not None):
        yield "SHAPE", "a rule of kind role has a role predicate, no other rule has one"
    if rule.access is not None and rule.kind in (
        RuleKind.ROLE,
        RuleKind.DEFINITION,
        RuleKind.FIELD,
        RuleKind.RESPONSE,
    ):
        yield "SHAPE", f"a rule of kind {rule.kind} has no access predicate"
    if "\n" in rule.statement.strip():
        yield "SHAPE", "the statement is one line"
    if rule.kind is RuleKind.FIELD and rule.field is None:
        yield "SHAPE", "a rule of kind field names its field"
    if rule.values and rule.field is None:
        yield "SHAPE", "values need a field"
    if rule.unit is not None:
        yield from _unit(rule, rule.unit)


def _unit(rule: Rule, unit: Unit) -> Found:
    if rule.kind is not RuleKind.DEFINITION or rule.field not in UNIT_FIELDS:
        yield "SHAPE", f"a unit belongs to a definition of one of {', '.join(UNIT_FIELDS)}"
    if fold_label(unit.term) not in fold_label(rule.quote):
        yield "NUMBER", f"the term {unit.term!r} does not occur in the quote"
    amount = abs(Decimal(unit.amount))
    in_parts = (amount * 100).quantize(Decimal("0.01")) in shares(rule.quote)
    if amount not in numbers_of(rule.quote) and not in_parts:  # a quarter of an hour
        yield "NUMBER", f"the amount {unit.amount} does not occur in the quote"


def _subjects(rule: Rule) -> Iterator[SubjectPredicate]:
    if rule.role is not None:
        yield rule.role.members
    if rule.access is not None:
        yield rule.access.subject


def _subject(subject: SubjectPredicate, roles: set[str], vocabulary: str) -> Found:
    for name in (*subject.roles, *subject.not_roles):
        if name not in roles:
            yield "REFERENCE", f"no rule defines the role {name!r}"
    words = (
        ("name", subject.names),
        ("employee id", subject.employee_ids),
        ("department", (*subject.departments, *subject.not_departments)),
        ("location", subject.locations),
    )
    for label, values in words:
        for value in values:
            if not fold_label(value) or fold_label(value) not in vocabulary:
                yield "SYMBOL", f"the {label} {value!r} does not occur in the wiki"


def _access(access: AccessPredicate) -> Found:
    reads = Operation.READ in access.operations
    if reads and len(access.operations) > 1:
        yield "SHAPE", "reads and writes go into separate rules"
    if reads and not access.resources:
        yield "SHAPE", "a read rule names its resources"
    for name in access.resources:
        if any(mark in name for mark in "{}"):
            yield "SYMBOL", f"resource {name!r} has braces"
        elif reads and not is_resource(name):
            yield "SYMBOL", f"unknown resource {name!r}"
        elif not reads and not name.startswith("wiki:"):
            yield "SYMBOL", f"a write rule names wiki paths only, not {name!r}"
    if not reads and access.resources and Operation.UPDATE_WIKI not in access.operations:
        yield "SHAPE", "only reads and update_wiki have resources"
    if (access.exclusive or access.aggregate) and not (reads and access.effect == "allow"):
        yield "SHAPE", "exclusive and aggregate belong to allow rules on reads"
    if access.exclusive and "*" in access.resources:
        yield "SHAPE", "an exclusive rule names its tables: * would close everything to all others"
    subject = access.subject
    if access.effect == "allow" and subject.public is None and not names_someone(subject):
        yield "SHAPE", "an allow rule says whether it covers the public caller, or names someone"
    yield from _values(access)
    yield from _relations(access)


def _values(access: AccessPredicate) -> Found:
    for name, values in access.values.items():
        for operation in access.operations:
            if name not in WRITE_ARGUMENTS[operation]:
                yield "SYMBOL", f"{operation} has no argument {name!r}"
            elif name == "status":
                yield from _known_status(operation, values)
            elif name == "change":
                for value in values:
                    if value not in PAGE_CHANGES:
                        yield "SYMBOL", f"{value!r} is no change of a page"
    for name, field in access.stated.items():
        if not any(name in WRITE_ARGUMENTS[operation] for operation in access.operations):
            yield "SYMBOL", f"no operation of the rule has an argument {name!r}"
        if not any(field in columns for columns in TABLES.values()):
            yield "SYMBOL", f"no record has a field {field!r}"
    for name, values in access.current.items():
        columns = _present(access, name)
        if not columns:
            yield "SYMBOL", f"no record that the rule is about has a field {name!r}"
        known = {value for column in columns for value in ENUMS.get(column, ())}
        for value in values if known else ():
            if value not in known:
                yield "SYMBOL", f"{value!r} is no {name} of a record that the rule is about"
        if not values:
            yield "SHAPE", f"the limit on {name!r} lists no value"


def _limit(limit: Limit, access: AccessPredicate) -> Found:
    words = limit_words(limit)
    least, most = limit.least or limit.above, limit.most or limit.below
    is_day = limit.of == TODAY or (limit.of == "date" and limit.measure is Measure.VALUE)
    for operation in access.operations:
        if not _can_measure(limit, operation):
            yield "SYMBOL", f"{operation} has nothing that the limit ({words}) could measure"
    if (limit.least and limit.above) or (limit.most and limit.below) or not (least or most):
        yield "SHAPE", f"the limit ({words}) has least or above, most or below, or one of both"
    if any(("-" in bound[1:]) is not is_day for bound in (least, most) if bound):
        yield "SHAPE", f"the limit ({words}) is set by {'days' if is_day else 'figures'}"
    elif least and most and not _has_room(limit, least, most, is_day=is_day):
        yield "SHAPE", f"nothing lies within the limit ({words})"
    changes = limit.measure in (Measure.CHANGE, Measure.PERCENT)
    if changes and access.effect == "allow" and most and not least:
        yield (
            "SHAPE",
            f"the limit ({words}) lets a figure fall without end: it says also the least, "
            "above 0 where only a raise is meant, with a minus where a cut is allowed too",
        )


def _can_measure(limit: Limit, operation: Operation) -> bool:
    """Whether a limit makes sense for an operation: of a read only the day can be limited."""
    if limit.of == TODAY:
        return limit.measure is Measure.VALUE
    if limit.measure is Measure.PRESENT and limit.of in ("salary", "hours"):
        return limit.of in PRESENT.get(operation, {})
    if limit.of not in FIGURES.get(operation, ()):
        return False
    if limit.of == "date":
        return limit.measure in (Measure.VALUE, Measure.AGE)
    return limit.measure is Measure.VALUE or (
        operation is not Operation.LOG_TIME and limit.measure is not Measure.AGE
    )


def _has_room(limit: Limit, least: str, most: str, *, is_day: bool) -> bool:
    low, high = (
        date.fromisoformat(bound).toordinal() if is_day else Decimal(bound)
        for bound in (least, most)
    )
    return low < high or (low == high and limit.above is None and limit.below is None)


def _quoted_limit(limit: Limit, quote: str, page: str) -> Found:
    """Check that each bound stands in the quote; 0 only says which way a change goes."""
    for bound in dict.fromkeys((limit.least, limit.above, limit.most, limit.below)):
        if bound is None:
            continue
        if "-" in bound[1:]:
            day = date.fromisoformat(bound)
            if not _states_day(quote, day):
                yield "NUMBER", f"the day {bound} does not occur in the quote"
            elif str(day.year) not in page:
                yield "NUMBER", f"the year of {bound} does not occur on the page"
        elif not _is_stated(abs(Decimal(bound)), limit.measure, quote):
            yield "NUMBER", f"the limit {bound} does not occur in the quote"


def _states_day(quote: str, day: date) -> bool:
    """Whether a quote states a day; the first or the last of a month by the month's name, too."""
    at_end = 1 in (day.day, (day + timedelta(days=1)).day)
    months = re.findall(r"[^\W\d_]+", quote) if at_end else []
    return states_day(quote, day) or any(states_day(f"{day.day} {word}", day) for word in months)


_DAYS_OF = (1, 7, 30, 31, 365)
"""Days of a day, a week, a month, a year: a page says two weeks, a limit 14 days."""


def _is_stated(figure: Decimal, measure: Measure, quote: str) -> bool:
    if not figure:
        return True
    match measure:
        case Measure.PERCENT:
            told = figure in percentages(quote) or figure / 100 in stated_numbers(quote)
            return told or figure.quantize(Decimal("0.01")) in shares(quote)
        case Measure.AGE:
            stated = stated_numbers(quote)
            return figure == 1 or any(figure / days in stated for days in _DAYS_OF)
        case _:
            return figure in numbers_of(quote)


def _present(access: AccessPredicate, name: str) -> list[str]:
    """Return the columns that a limit on present values may mean."""
    if name in ABOUT:
        read = {resource.partition(".")[0] for resource in access.resources}
        found = [
            *(attribute_query(name, operation) for operation in access.operations),
            *(row_attribute(name, table) for table in (TABLES if "*" in read else sorted(read))),
        ]
        return [ABOUT[name]] if any(found) else []
    if Operation.READ not in access.operations:
        known = (PRESENT.get(operation, {}).get(name) for operation in access.operations)
        return [column for column in known if column is not None]
    read = {resource.partition(".")[0] for resource in access.resources}
    tables = TABLES if "*" in read else sorted(read & TABLES.keys())
    return [f"{table}.{name}" for table in tables if name in TABLES[table]]


def _known_status(operation: Operation, values: Iterable[str]) -> Found:
    time = operation in (Operation.LOG_TIME, Operation.UPDATE_TIME)
    known = ENUMS["time_entries.status" if time else "projects.status"]
    for value in values:
        if value not in known:
            yield "SYMBOL", f"{value!r} is no status of {operation}"


def _makes_sense(relation: Relation, access: AccessPredicate) -> bool:
    if Operation.READ not in access.operations:
        return any(relation_query(relation, op) is not None for op in access.operations)
    tables = {name.partition(".")[0] for name in access.resources}
    if "*" in tables:
        tables = set(TABLES)
    return any(row_condition(relation, table) is not None for table in sorted(tables))


def _relations(access: AccessPredicate) -> Found:
    for relation in (*access.relations, *access.requires, *access.unless):
        if not _makes_sense(relation, access):
            yield "SHAPE", f"the relation {relation} makes no sense for what the rule is about"


def _role_cycles(rules: Iterable[Rule]) -> Iterator[RuleProblem]:
    builds_on: dict[str, set[str]] = {}
    by_name: dict[str, str] = {}
    for rule in rules:
        if rule.role is not None:
            members = rule.role.members
            named = builds_on.setdefault(rule.role.name, set())
            named.update((*members.roles, *members.not_roles))
            by_name.setdefault(rule.role.name, rule.id)
    for name, edges in builds_on.items():
        reached: set[str] = set()
        frontier = set(edges)
        while frontier:
            reached |= frontier
            frontier = {n for r in frontier for n in builds_on.get(r, ())} - reached
        if name in reached:
            message = f"the role {name!r} is defined by itself"
            yield RuleProblem(rule_id=by_name[name], code="REFERENCE", message=message)


def _scope(access: AccessPredicate) -> str:
    """Return everything about a rule but effect, operations and resources."""
    skipped = {"effect", "operations", "resources", "exclusive", "aggregate"}
    return _canonical(access.model_dump_json(exclude=skipped))


@lru_cache(maxsize=_KEPT)
def _canonical(text: str) -> str:
    return canonical_json(json.loads(text))


def _conflicts(rules: Iterable[Rule]) -> Iterator[RuleProblem]:
    seen: dict[tuple[str, str, str], Rule] = {}
    fields: dict[str, Rule] = {}
    for rule in rules:
        if rule.kind is RuleKind.FIELD and rule.field is not None and rule.values:
            other = fields.setdefault(rule.field, rule)
            if set(other.values) != set(rule.values):
                message = f"other values of {rule.field} than rule {other.id}"
                yield RuleProblem(
                    rule_id=rule.id, code="CONFLICT", message=message, severity="conflict"
                )
        access = rule.access
        if access is None:
            continue
        scope = _scope(access)
        for operation in access.operations:
            for resource in access.resources or ("",):
                other = seen.setdefault((scope, operation, resource), rule)
                if other.access is not None and other.access.effect != access.effect:
                    target = f"{operation} {resource}".rstrip()
                    message = f"{access.effect} of {target} contradicts rule {other.id}"
                    yield RuleProblem(
                        rule_id=rule.id, code="CONFLICT", message=message, severity="conflict"
                    )


def _unused(rules: Iterable[Rule]) -> Iterator[RuleProblem]:
    rules = tuple(rules)
    notes = note_reasons(rules)
    for rule in rules:
        message = notes.get(rule.id, "")
        if not message and rule.kind is RuleKind.ACCESS and rule.access is None:
            message = "without a predicate it only guides the model"
        if message:
            yield RuleProblem(rule_id=rule.id, code="UNUSED", message=message, severity="note")

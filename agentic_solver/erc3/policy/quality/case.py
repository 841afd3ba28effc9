"""The cases of a truth table: who asks, for what, standing how to it, with which values."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Approval, Operation, Relation, Rule
from agentic_solver.erc3.policy.quality.amount import (
    TODAY,
    Rows,
    asked_figures,
    days_asked,
    present_figures,
)
from agentic_solver.erc3.policy.quality.reference import (
    Target,
    Ties,
    attributes_of,
    read_target,
    stands,
    write_target,
)
from agentic_solver.erc3.policy.quality.specimen import (
    Company,
    Row,
    Sample,
    Stance,
    build_company,
    page_paths,
    sample_callers,
)
from agentic_solver.erc3.policy.vocabulary import PROTECTED, TABLES, WIKI_TABLES

__all__ = ["Case", "Setting", "TruthTable", "build_table"]

_OTHER_ASKED, _OTHER_PRESENT = "specimen wish", "specimen value"
_STATED_NUMBER, _OTHER_NUMBER = 61500, 70000
_STATED = "61,500 and walnut for the panel"
_NUMBERS = ("salary", "hours")
_LISTS = ("skills", "wills")
"""Arguments that hold several names at once."""
_Value = str | float | Rows
_Choice = _Value | tuple[_Value, ...] | None
MAX_COMBINATIONS = 120
"""Of asked values, and again of present ones, for one operation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One caller in one company."""

    number: int
    caller: Sample
    stance: Stance
    company: Company


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One question to the policy."""

    setting: Setting
    operation: Operation
    target: Target
    held: frozenset[Relation]
    """Relations in which the caller stands to the target, as far as rules speak of them."""
    table: str = ""
    column: str = ""
    aggregated: bool = False
    row: int = -1
    """Place of the row in its table; -1 for a write."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Attributes of the person, project and customer that the row is about."""
    args: JsonObject
    current: JsonObject
    today: str = TODAY

    @property
    def cells(self) -> Row:
        """The row that is read."""
        return self.setting.company.tables[self.table][self.row]

    def words(self) -> str:
        """Return the case in one line."""
        who = self.setting.caller.words()
        how = ", ".join(sorted(self.held)) or "no relation"
        if self.operation is Operation.READ:
            total = " in a total" if self.aggregated else ""
            what = f"reads {self.table}.{self.column}{total} of {self.cells}"
            what += f" about {dict(self.about)}" if self.about else ""
        else:
            present = f" where it is {self.current}" if self.current else ""
            what = f"{self.operation} {self.args}{present}"
        day = f" on {self.today}" if self.today != TODAY else ""
        return f"{who} {what}{day}; {how}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthTable:
    """All cases for the rules of one wiki."""

    settings: tuple[Setting, ...]
    cases: tuple[Case, ...]
    is_complete: bool
    """Whether every combination of callers and of values that the rules tell apart is there."""


def build_table(rules: Sequence[Rule]) -> TruthTable:
    """Return the truth table of a rule set: the same rules give the same cases."""
    callers, complete = sample_callers(rules)
    stances = _stances(rules)
    settings = [
        Setting(
            number=number,
            caller=caller,
            stance=stance,
            company=build_company(caller, stance, rules),
        )
        for number, (caller, stance) in enumerate(product(callers, stances))
    ]
    cases: list[Case] = []
    for setting in settings:
        ties = Ties(setting.company)
        cases.extend(_reads(setting, ties, rules))
        cases.extend(_writes(setting, ties, rules))
    complete = complete and all(_asked(part)[1] and _present(part)[1] for part in _parts(rules))
    return TruthTable(settings=tuple(settings), cases=tuple(cases), is_complete=complete)


def _parts(rules: Iterable[Rule]) -> list[list[Rule]]:
    """Return the rules on each write operation."""
    accesses = [(rule, rule.access) for rule in rules if rule.access is not None]
    return [
        [rule for rule, access in accesses if operation in access.operations]
        for operation in Operation
        if operation is not Operation.READ
    ]


def _stances(rules: Sequence[Rule]) -> list[Stance]:
    named = {relation for rule in rules for relation in _relations(rule)}
    leads = (True, False) if Relation.LEADS_ANY_PROJECT in named else (True,)
    manages = (True, False) if Relation.MANAGES_ANY_CUSTOMER in named else (True,)
    return [Stance(leads=one, manages=other) for one, other in product(leads, manages)]


def _relations(rule: Rule) -> tuple[Relation, ...]:
    if rule.access is None:
        return ()
    return (*rule.access.relations, *rule.access.requires, *rule.access.unless)


def _named(rules: Iterable[Rule], operation: Operation) -> tuple[Relation, ...]:
    """Return the relations that rules on an operation speak of, and ``self``."""
    found = {
        relation
        for rule in rules
        if rule.access is not None and operation in rule.access.operations
        for relation in _relations(rule)
    }
    return tuple(relation for relation in Relation if relation in found | {Relation.SELF})


def _held(relations: Iterable[Relation], target: Target, ties: Ties) -> frozenset[Relation]:
    return frozenset(relation for relation in relations if stands(relation, target, ties))


# Reads -----------------------------------------------------------------------------------


def _reads(setting: Setting, ties: Ties, rules: Sequence[Rule]) -> Iterator[Case]:
    relations = _named(rules, Operation.READ)
    totals = any(rule.access is not None and rule.access.aggregate for rule in rules)
    days = _days(rules, Operation.READ)
    limited = {name for r in rules if r.access is not None for name in r.access.current}
    for table in TABLES:
        chosen: dict[tuple[object, ...], tuple[int, Target, frozenset[Relation], Row]] = {}
        for number, row in enumerate(setting.company.tables[table]):
            target = read_target(ties, table, row)
            held = _held(relations, target, ties)
            known = attributes_of(target, ties)
            about = {name: known[name] for name in sorted(limited & known.keys())}
            values = tuple(row[name] for name in sorted(limited) if name in row)
            page = row["path"] if table in WIKI_TABLES else ""
            key = (held, values, tuple(about.items()), page)
            chosen.setdefault(key, (number, target, held, about))
        for column in _columns(rules, table):
            for aggregated in (False, True) if totals else (False,):
                for (number, target, held, about), day in product(chosen.values(), days):
                    yield Case(
                        setting=setting,
                        operation=Operation.READ,
                        target=target,
                        held=held,
                        table=table,
                        column=column,
                        aggregated=aggregated,
                        row=number,
                        about=about,
                        args={},
                        current={},
                        today=day,
                    )


def _days(rules: Iterable[Rule], operation: Operation) -> list[str]:
    """Return the days on which to ask for an operation."""
    accesses = [rule.access for rule in rules if rule.access is not None]
    return days_asked([access for access in accesses if operation in access.operations])


def _columns(rules: Iterable[Rule], table: str) -> tuple[str, ...]:
    """Return the columns that rules name, and one other, protected and unprotected."""
    named = {name for rule in rules if rule.access is not None for name in rule.access.resources}
    columns = TABLES[table]
    found = [column for column in columns if f"{table}.{column}" in named]
    for protected in (False, True):
        others = [
            column
            for column in columns
            if (column in PROTECTED.get(table, ())) is protected and column not in found
        ]
        found.extend(others[:1])
    return tuple(found)


# Writes ----------------------------------------------------------------------------------


def _writes(setting: Setting, ties: Ties, rules: Sequence[Rule]) -> Iterator[Case]:
    for operation in Operation:
        if operation is Operation.READ:
            continue
        speaking = [
            rule
            for rule in rules
            if rule.access is not None and operation in rule.access.operations
        ]
        relations = _named(speaking, operation)
        chosen: dict[tuple[object, ...], tuple[JsonObject, Target, frozenset[Relation]]] = {}
        for row in _targets(setting.company, operation, rules):
            args: JsonObject = {**row}
            target = write_target(ties, operation, args)
            held = _held(relations, target, ties)
            chosen.setdefault((held, args.get("file")), (args, target, held))
        asked, _ = _asked(speaking)
        present, _ = _present(speaking)
        for args, target, held in chosen.values():
            for values, current, day in product(asked, present, _days(speaking, operation)):
                yield Case(
                    setting=setting,
                    operation=operation,
                    target=target,
                    held=held,
                    args={**args, **values},
                    current=current,
                    today=day,
                )


def _targets(company: Company, operation: Operation, rules: Sequence[Rule]) -> Iterator[Row]:
    match operation:
        case Operation.UPDATE_WIKI:
            yield from ({"file": path} for path in page_paths(rules))
        case Operation.UPDATE_PROJECT_STATUS | Operation.UPDATE_PROJECT_TEAM:
            yield from ({"id": row["id"]} for row in company.tables["projects"])
        case Operation.LOG_TIME | Operation.UPDATE_TIME:
            for row in company.tables["time_entries"]:
                yield {name: row[name] for name in ("employee", "project", "customer")}
        case _:
            yield from ({"employee": row["id"]} for row in company.tables["employees"])


def _asked(rules: Iterable[Rule]) -> tuple[list[JsonObject], bool]:
    """Return combinations of asked values: each that a rule names, another one, none."""
    wishes: list[dict[str, list[_Value]]] = []
    for access in (rule.access for rule in rules):
        if access is None:
            continue
        wish: dict[str, list[_Value]] = {n: [*vs] for n, vs in access.values.items()}
        for name, figures in asked_figures(access).items():
            wish.setdefault(name, []).extend(figures)
        for name in access.stated:
            number = name in _NUMBERS
            wish.setdefault(name, []).append(_STATED_NUMBER if number else "walnut")
            wish[name].append(_OTHER_NUMBER if number else "oak")
        wishes.append(wish)
    return _combinations(wishes, _OTHER_ASKED, _LISTS)


def _present(rules: Iterable[Rule]) -> tuple[list[JsonObject], bool]:
    """Return combinations of present values: each that a rule names, another one, none."""
    states: list[dict[str, list[_Value]]] = []
    for access in (rule.access for rule in rules):
        if access is None:
            continue
        state: dict[str, list[_Value]] = {n: [*vs] for n, vs in access.current.items()}
        for name, figures in present_figures(access).items():
            state.setdefault(name, []).extend(figures)
        for text in access.stated.values():
            state.setdefault(text, []).extend(_texts(access.approval))
        states.append(state)
    return _combinations(states, _OTHER_PRESENT)


def _texts(approval: Approval | None) -> list[_Value]:
    """Return texts that state the values: as approved, in each form, and as nearly approved."""
    if approval is None:
        return [f"Agreed: {_STATED}."]
    by, act = approval.by[0], "".join(approval.act[:1])
    texts = [f"{by} {act}: {_STATED}."]
    texts += [f"{other} {act}: {_STATED}." for other in approval.by[1:]]
    texts += [f"{by} {other}: {_STATED}." for other in approval.act[1:]]
    texts += [f"{act}: {_STATED}.", f"{by}: {_STATED}.", f"{by} {act}. Then {_STATED}."]
    texts += [f"{by} {act} {_STATED}?"]
    texts += [f"{by} {act} {word}: {_STATED}." for word in approval.never]
    return [*dict.fromkeys(texts)]


def _combinations(
    limits: Sequence[dict[str, list[_Value]]], other: str, lists: Collection[str] = ()
) -> tuple[list[JsonObject], bool]:
    """Return combinations of values, and whether they are all.

    Beyond :data:`MAX_COMBINATIONS` they are what each rule asks for, one value changed at a time.

    Args:
        limits: for each rule the values it names, by argument or field.
        other: a value that no rule names.
        lists: the names of which several values may be asked for at once.
    """
    choices: dict[str, list[_Value]] = {}
    for limit in limits:
        for name, values in limit.items():
            choices.setdefault(name, []).extend(values)
    names = sorted(choices)
    options: list[list[_Choice]] = [[None, *dict.fromkeys(choices[name]), other] for name in names]
    for name, option in zip(names, options, strict=True):
        if name in lists:
            option.append((choices[name][0], other))
    complete = math.prod(map(len, options)) <= MAX_COMBINATIONS
    chosen: Iterable[tuple[_Choice, ...]] = product(*options)
    if not complete:
        meant = [tuple(limit.get(name, [None])[0] for name in names) for limit in limits]
        chosen = dict.fromkeys(
            (*base[:place], value, *base[place + 1 :])
            for base in meant
            for place, values in enumerate(options)
            for value in values
        )
    return [
        {name: _json(value) for name, value in zip(names, values, strict=True) if value is not None}
        for values in chosen
    ], complete


def _json(value: _Value | tuple[_Value, ...]) -> JsonValue:
    if isinstance(value, Rows):
        return value.to_json()
    return [_json(one) for one in value] if isinstance(value, tuple) else value

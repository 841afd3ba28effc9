"""The form in which a model writes rules: flat, closed, every field present."""

from typing import Literal

from pydantic import Field, ValidationError

from agentic_solver.contracts.model import Contract, JsonObject
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
from agentic_solver.erc3.policy.vocabulary import FAMILIES

__all__ = ["Cancellation", "RuleDraft", "RuleDrafts", "drafts_schema", "rule_of"]


class ValueLimit(Contract):
    """Allowed values of one argument or field."""

    name: str
    values: tuple[str, ...]


class AmountLimit(Contract):
    """A limit on an amount or a day; an empty text is no bound."""

    of: str
    measure: Measure
    least: str
    above: str
    most: str
    below: str


class RuleDraft(Contract):
    """One rule as the model writes it; empty text and empty lists mean "does not apply"."""

    id: str
    kind: RuleKind
    page: str
    anchor: str
    quote: str
    statement: str
    families: tuple[str, ...]
    role_name: str
    effect: Literal["none", "allow", "deny"]
    caller: Literal["anyone", "signed_in", "public"]
    roles: tuple[str, ...]
    not_roles: tuple[str, ...]
    names: tuple[str, ...]
    departments: tuple[str, ...]
    not_departments: tuple[str, ...]
    locations: tuple[str, ...]
    operations: tuple[Operation, ...]
    resources: tuple[str, ...]
    relations: tuple[Relation, ...]
    requires: tuple[Relation, ...]
    unless: tuple[Relation, ...]
    values: tuple[ValueLimit, ...]
    current: tuple[ValueLimit, ...]
    stated: tuple[ValueLimit, ...]
    exclusive: bool
    aggregate: bool
    field: str
    field_values: tuple[str, ...]
    unit_term: str = ""
    unit_amount: str = ""
    limits: tuple[AmountLimit, ...] = ()
    approvers: tuple[str, ...] = ()
    approval_acts: tuple[str, ...] = ()
    approval_never: tuple[str, ...] = ()


class Cancellation(Contract):
    """An earlier rule that the pages, as they are now, take back; cited like a rule."""

    rule: str
    """Id of the rule."""
    page: str
    anchor: str
    quote: str


class RuleDrafts(Contract):
    """A reply of the model."""

    rules: tuple[RuleDraft, ...] = Field(max_length=400)
    cancels: tuple[Cancellation, ...] = Field(default=(), max_length=400)


def _array(item: JsonObject) -> JsonObject:
    return {"type": "array", "items": item}


def _closed(properties: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def drafts_schema() -> JsonObject:
    """Return the JSON schema of a reply: closed objects, all fields required, no unions."""
    text: JsonObject = {"type": "string"}
    flag: JsonObject = {"type": "boolean"}
    named = _array(_closed({"name": text, "values": _array(text)}))
    measures: JsonObject = {"type": "string", "enum": [name.value for name in Measure]}
    amounts: JsonObject = {**dict.fromkeys(AmountLimit.model_fields, text), "measure": measures}
    special: dict[str, JsonObject] = {
        "kind": {"type": "string", "enum": [kind.value for kind in RuleKind]},
        "families": _array({"type": "string", "enum": list(FAMILIES)}),
        "effect": {"type": "string", "enum": ["none", "allow", "deny"]},
        "caller": {"type": "string", "enum": ["anyone", "signed_in", "public"]},
        "operations": _array({"type": "string", "enum": [name.value for name in Operation]}),
        "values": named,
        "current": named,
        "stated": named,
        "limits": _array(_closed(amounts)),
        "exclusive": flag,
        "aggregate": flag,
    }
    relation: JsonObject = {"type": "string", "enum": [name.value for name in Relation]}
    for name in ("relations", "requires", "unless"):
        special[name] = _array(relation)
    for name in (
        *("roles", "not_roles", "names", "departments", "not_departments", "locations"),
        *("resources", "field_values", "approvers", "approval_acts", "approval_never"),
    ):
        special[name] = _array(text)
    fields: JsonObject = {name: special.get(name, text) for name in RuleDraft.model_fields}
    cancels = _closed(dict.fromkeys(Cancellation.model_fields, text))
    return _closed({"rules": _array(_closed(fields)), "cancels": _array(cancels)})


def _subject(draft: RuleDraft) -> SubjectPredicate:
    return SubjectPredicate(
        public={"anyone": None, "signed_in": False, "public": True}[draft.caller],
        roles=draft.roles,
        not_roles=draft.not_roles,
        names=draft.names,
        departments=draft.departments,
        not_departments=draft.not_departments,
        locations=draft.locations,
    )


def _access(draft: RuleDraft) -> AccessPredicate | None:
    if draft.effect == "none":
        return None
    return AccessPredicate(
        effect=draft.effect,
        subject=_subject(draft),
        operations=draft.operations,
        resources=draft.resources,
        relations=draft.relations,
        requires=draft.requires,
        unless=draft.unless,
        values={limit.name: limit.values for limit in draft.values},
        current={limit.name: limit.values for limit in draft.current},
        stated={limit.name: limit.values[0] for limit in draft.stated if limit.values},
        approval=_approval(draft),
        limits=tuple(_limit(limit) for limit in draft.limits),
        exclusive=draft.exclusive,
        aggregate=draft.aggregate,
    )


def _approval(draft: RuleDraft) -> Approval | None:
    """Return who approves; words of approving without anybody are an error, not no condition."""
    by, act, never = draft.approvers, draft.approval_acts, draft.approval_never
    return Approval(by=by, act=act, never=never) if by or act or never else None


def _limit(draft: AmountLimit) -> Limit:
    bounds = {name: getattr(draft, name) or None for name in ("least", "above", "most", "below")}
    return Limit(of=draft.of, measure=draft.measure, **bounds)


def rule_of(draft: RuleDraft) -> Rule | str:
    """Return the rule of a draft, or what is wrong with its form."""
    try:
        role = None
        if draft.role_name:
            role = CallerClass(name=draft.role_name, members=_subject(draft))
        return Rule(
            id=draft.id,
            kind=draft.kind,
            page=draft.page,
            anchor=draft.anchor.lstrip("#"),
            quote=draft.quote,
            statement=draft.statement,
            families=draft.families,
            role=role,
            access=_access(draft),
            values=draft.field_values,
            field=draft.field or None,
            unit=Unit(term=draft.unit_term, amount=draft.unit_amount) if draft.unit_term else None,
        )
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"

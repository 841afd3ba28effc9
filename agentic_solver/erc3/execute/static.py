"""Stage static: everything that can be refused without touching the company's systems."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import (
    LINKED_OUTCOMES,
    APICall,
    Commitment,
    CommitmentKind,
    InputTask,
    Outcome,
    Plan,
)
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.span import span_is_traceable
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.arguments import each_fact, referenced_binds, referenced_facts
from agentic_solver.erc3.execute.commitments import CommitmentRegistry, required_kinds
from agentic_solver.erc3.execute.condition import Condition, parse_condition
from agentic_solver.erc3.execute.render import parse_placeholders, placeholders_of
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.schema import COLUMN_TYPES
from agentic_solver.erc3.tools.catalog import Catalog

__all__ = ["CompiledPlan", "check_plan"]

_TAKEN = frozenset((*ENTITY_COLUMNS, *VIEWS, *COLUMN_TYPES))
_PREFIXES = ("b_", "derived_", "find_", "found_")
_SHOWN = 200
"""Letters of a request that a violation repeats."""
_WORKLOAD = re.compile(r"workload|utili[sz]ation|time_?slice")
"""In names that a plan gives its facts and columns: they are English, whatever the request is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledPlan:
    """A plan that passed stage static, with everything the next stages need worked out."""

    plan: Plan
    queries: dict[str, CheckedQuery]
    conditions: tuple[Condition, ...]
    order: tuple[str, ...]
    """Ids of calls and facts in the order of execution; calls are written ``call:<id>``."""
    reads: tuple[APICall, ...]
    writes: tuple[APICall, ...]
    spare_columns: frozenset[str]
    """Columns that messages, links or later facts use."""

    @property
    def takes_for_change(self) -> bool:
        """Whether the plan takes its request for one that asks for a change."""
        return bool(self.writes) or any(
            one.kind == CommitmentKind.INTERPRETATION and one.details.get("wants_change") is True
            for one in self.plan.commitments
        )

    @property
    def stepping_stones(self) -> frozenset[str]:
        """Facts that other facts read."""
        return frozenset(name for query in self.queries.values() for name in query.facts)

    def facts_of(self, columns: Collection[tuple[str, str]]) -> tuple[str, ...]:
        """Return the facts that read one of the columns, themselves or through others, in order.

        What fills a derived table counts as well: others may add to the same table.
        """
        names: set[str] = set()
        found: list[str] = []
        for item in self.order:
            query = self.queries.get(item)
            if query is None:
                continue
            if query.derives is not None or query.columns & set(columns) or names & query.facts:
                found.append(item)
                names.update({item, query.derives or item})
        return tuple(found)


class _Checks:
    """Collects violations while the plan is walked."""

    def __init__(self) -> None:
        self.found: list[Violation] = []

    def add(
        self, code: ViolationCode, path: str, message: str, details: JsonObject | None = None
    ) -> None:
        self.found.append(Violation(code=code, message=message, path=path, details=details or {}))


def check_plan(
    task: InputTask,
    plan: Plan,
    *,
    catalog: Catalog,
    policy: Policy,
    registry: CommitmentRegistry,
    limits: ReactionLimits,
) -> CompiledPlan | tuple[Violation, ...]:
    """Return the compiled plan, or every violation found."""
    checks = _Checks()
    _check_evidence(task, plan, checks)
    _check_calls(plan, catalog, checks)
    queries = _check_facts(plan, checks)
    _check_unread(plan, catalog, queries, checks)
    changing = {name for name, tool in catalog.tools.items() if tool.is_write}
    writes = tuple(c for c in plan.execution_trace.calls if c.tool in changing)
    conditions = _check_template(plan, checks, has_writes=bool(writes))
    _check_commitments(task, plan, writes, registry, checks)
    for index, rule_id in enumerate(plan.policy_refs.rules_ids):
        if not policy.knows(rule_id):
            checks.add(
                ViolationCode.POLICY_RULE_UNKNOWN,
                f"/policy_refs/rules_ids/{index}",
                "no rule of the compiled policy has this id",
                {"rule": rule_id},
            )
    order = _order(plan, queries, checks)
    if checks.found:
        return tuple(checks.found)
    if len(writes) > limits.max_attempts:
        checks.add(ViolationCode.PLAN_TOO_LARGE, "/execution_trace/calls", "too many writes")
        return tuple(checks.found)
    return CompiledPlan(
        plan=plan,
        queries=queries,
        conditions=conditions,
        order=order,
        reads=tuple(c for c in plan.execution_trace.calls if c not in writes),
        writes=writes,
        spare_columns=_spare_columns(plan, queries),
    )


def _check_evidence(task: InputTask, plan: Plan, checks: _Checks) -> None:
    for name in InputTask.model_fields:
        given, expected = getattr(plan.request, name), getattr(task, name)
        if given != expected:
            checks.add(
                ViolationCode.PLAN_REQUEST_MISMATCH,
                f"/request/{name}",
                "the plan answers another request",
                {"given": given[:_SHOWN], "expected": expected[:_SHOWN]},
            )
    for path, what in _prefilled(plan):
        checks.add(
            ViolationCode.PLAN_EVIDENCE_PREFILLED, path, f"{what} are filled by execution only"
        )


def _prefilled(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the places where a plan holds what only execution may put there."""
    if plan.execution_trace.artifacts:
        yield "/execution_trace/artifacts", "artifacts"
    for index, call in enumerate(plan.execution_trace.calls):
        if call.response is not None or call.response_hash is not None or call.error is not None:
            yield f"/execution_trace/calls/{index}", "response, response_hash and error"
    for index, fact in enumerate(plan.facts):
        if fact.output is not None:
            yield f"/facts/{index}/output", "fact outputs"


def _check_calls(plan: Plan, catalog: Catalog, checks: _Checks) -> None:
    seen: set[str] = set()
    binds: set[str] = set()
    for index, call in enumerate(plan.execution_trace.calls):
        path = f"/execution_trace/calls/{index}"
        if call.id in seen:
            checks.add(ViolationCode.CALL_ID_INVALID, f"{path}/id", "two calls share this id")
        seen.add(call.id)
        tool = catalog.get(call.tool)
        if tool is None:
            known: list[JsonValue] = list(catalog.tools)
            checks.add(ViolationCode.TOOL_UNKNOWN, f"{path}/tool", "no such tool", {"known": known})
            continue
        _check_arguments(call, path, tool.arguments.model_fields, checks)
        if call.expect is not None and call.expect != tool.result:
            checks.add(
                ViolationCode.TOOL_RESULT_TYPE,
                f"{path}/expect",
                f"{tool.name} returns {tool.result}",
                {"expected": call.expect, "returns": tool.result},
            )
        for name in referenced_binds(call.args):
            if name not in binds:
                checks.add(
                    ViolationCode.REFERENCE_UNKNOWN,
                    f"{path}/args",
                    "no earlier call binds this name",
                    {"bind": name},
                )
        if call.bind is not None:
            if call.bind in binds:
                checks.add(ViolationCode.CALL_ID_INVALID, f"{path}/bind", "the bind is taken")
            binds.add(call.bind)


def _check_arguments(
    call: APICall, path: str, fields: Mapping[str, object], checks: _Checks
) -> None:
    if each_fact(call.args) is not None:
        return
    unknown = [name for name in call.args if name not in fields]
    if unknown or "$each" in call.args:
        checks.add(
            ViolationCode.TOOL_ARGUMENTS,
            f"{path}/args",
            "the tool has no such arguments",
            {"unknown": list[JsonValue](unknown), "known": list[JsonValue](sorted(fields))},
        )


def _check_unread(
    plan: Plan, catalog: Catalog, queries: Mapping[str, CheckedQuery], checks: _Checks
) -> None:
    """A read whose result nothing uses costs calls for nothing; ``whoami`` is asked anyway."""
    used = {name for query in queries.values() for name in query.facts}
    used |= {f"b_{name}" for c in plan.execution_trace.calls for name in referenced_binds(c.args)}
    for index, call in enumerate(plan.execution_trace.calls):
        tool = catalog.get(call.tool)
        if tool is None or tool.is_write or tool.name == "whoami" or f"b_{call.bind}" in used:
            continue
        checks.add(
            ViolationCode.READ_UNREFERENCED,
            f"/execution_trace/calls/{index}",
            "nothing uses the result of this read: leave it out",
            {"call": call.id},
        )


def _check_facts(plan: Plan, checks: _Checks) -> dict[str, CheckedQuery]:
    relations: dict[str, tuple[str, ...] | None] = {
        f"b_{call.bind}": None for call in plan.execution_trace.calls if call.bind
    }
    literals: dict[str, tuple[str, ...]] = {}
    queries: dict[str, CheckedQuery] = {}
    all_ids = [fact.id for fact in plan.facts]
    for index, fact in enumerate(plan.facts):
        path = f"/facts/{index}"
        if fact.id in relations or fact.id in all_ids[:index] or fact.id in _TAKEN:
            checks.add(ViolationCode.FACT_ID_INVALID, f"{path}/id", "the fact id is taken")
            continue
        if fact.id.startswith(_PREFIXES):
            checks.add(
                ViolationCode.FACT_ID_INVALID,
                f"{path}/id",
                f"a fact id does not start with {', '.join(_PREFIXES)}",
            )
            continue
        for name in fact.inputs:
            if name not in all_ids[:index] and name not in relations:
                later = name in all_ids
                code = ViolationCode.REFERENCE_FORWARD if later else ViolationCode.REFERENCE_UNKNOWN
                checks.add(
                    code,
                    f"{path}/inputs",
                    "inputs name earlier facts only",
                    {"input": name},
                )
        checked = check_query(
            fact.query, facts=relations, literal_columns=literals, path=f"{path}/query"
        )
        if not isinstance(checked, CheckedQuery):
            checks.found.extend(checked)
            relations[fact.id] = None  # keeps later facts from failing for the same reason
            continue
        undeclared = [name for name in sorted(checked.facts) if name in all_ids[:index]]
        undeclared = [name for name in undeclared if name not in fact.inputs]
        if undeclared:
            checks.add(
                ViolationCode.FACT_INPUT_UNDECLARED,
                f"{path}/inputs",
                "the query reads facts that are not declared as inputs",
                {"facts": list[JsonValue](undeclared)},
            )
        queries[fact.id] = checked
        named = (fact.id, *(checked.outputs or ()))
        if ("time_entries", "hours") in checked.columns and any(map(_WORKLOAD.search, named)):
            checks.add(
                ViolationCode.WORKLOAD_SOURCE,
                f"{path}/query",
                "workload comes from the time slices of teams, never from logged hours",
            )
        for name in dict.fromkeys((checked.derives or fact.id, fact.id)):
            relations[name] = checked.outputs
            # a row added to a derived table leaves the constants of the earlier ones in it
            literals[name] = (*literals.get(name, ()), *checked.literal_columns)
    return queries


def _check_template(plan: Plan, checks: _Checks, *, has_writes: bool) -> tuple[Condition, ...]:
    ids = {fact.id for fact in plan.facts}
    conditions: list[Condition] = []
    for index, case in enumerate(plan.response_template.cases):
        path = f"/response_template/cases/{index}"
        condition = parse_condition(case.when)
        if isinstance(condition, str):
            checks.add(ViolationCode.TEMPLATE_INVALID, f"{path}/when", condition)
            continue
        conditions.append(condition)
        names = [(test.fact, f"{path}/when") for test in condition.tests]
        placeholders = parse_placeholders(case.message)
        if isinstance(placeholders, str):
            checks.add(
                ViolationCode.TEMPLATE_PLACEHOLDER,
                f"{path}/message",
                "a placeholder is written {fact.column} or {fact.column|separator}",
            )
        else:
            names += [(item.fact, f"{path}/message") for item in placeholders]
        names += [(link.fact, f"{path}/links") for link in case.links]
        for name, where in names:
            if name not in ids:
                code = (
                    ViolationCode.TEMPLATE_PLACEHOLDER
                    if where.endswith("message")
                    else ViolationCode.REFERENCE_UNKNOWN
                )
                checks.add(code, where, "no fact has this id", {"fact": name})
        if case.outcome is not Outcome.OK_ANSWER and case.writes:
            checks.add(
                ViolationCode.TEMPLATE_OUTCOME,
                path,
                "only a case with outcome ok_answer carries out writes",
            )
        if case.links and case.outcome not in LINKED_OUTCOMES:
            checks.add(
                ViolationCode.TEMPLATE_OUTCOME,
                f"{path}/links",
                f"{case.outcome} carries no links",
            )
    if has_writes and not any(case.writes for case in plan.response_template.cases):
        checks.add(
            ViolationCode.OK_WITHOUT_WRITE,
            "/response_template/cases",
            "the plan has writes, but no case carries them out",
        )
    return tuple(conditions)


def _check_commitments(
    task: InputTask,
    plan: Plan,
    writes: tuple[APICall, ...],
    registry: CommitmentRegistry,
    checks: _Checks,
) -> None:
    for index, commitment in enumerate(plan.commitments):
        if commitment.kind not in registry:
            checks.add(
                ViolationCode.COMMITMENT_UNKNOWN,
                f"/commitments/{index}/kind",
                "no checker is registered for this kind",
                {"kind": commitment.kind},
            )
    kinds = [commitment.kind for commitment in plan.commitments]
    for kind in required_kinds(plan, has_writes=bool(writes)):
        if kind not in kinds:
            checks.add(
                ViolationCode.COMMITMENT_MISSING,
                "/commitments",
                f"the plan must commit to {kind}",
                {"kind": kind},
            )
    bare: list[str] = []
    for call in writes:
        found = enumerate(plan.commitments)
        index, safety = next((one for one in found if _is_safety(one[1], call.id)), (0, None))
        if safety is None:
            bare.append(call.id)
            continue
        span = safety.details.get("intent_span")
        path = f"/commitments/{index}/details/intent_span"
        if not isinstance(span, str) or not span.strip():
            checks.add(
                ViolationCode.INTENT_SPAN_MISSING,
                path,
                "every write names the words that ask for it",
            )
        elif not span_is_traceable(span, task.text):
            checks.add(
                ViolationCode.INTENT_SPAN_UNGROUNDED,
                path,
                "the span is not a part of the request: copy the words as they stand there",
            )
    for call_id in bare:
        checks.add(
            ViolationCode.INTENT_SPAN_MISSING,
            "/commitments",
            "a write has no write_safety commitment with its intent span",
            {"call": call_id},
        )


def _is_safety(one: Commitment, call_id: str) -> bool:
    return one.kind == CommitmentKind.WRITE_SAFETY and one.details.get("call") == call_id


def _order(plan: Plan, queries: Mapping[str, CheckedQuery], checks: _Checks) -> tuple[str, ...]:
    """Calls in declared order, before each the facts it needs, the other facts last."""
    facts = {fact.id: fact for fact in plan.facts}
    order: list[str] = []

    def add_fact(fact_id: str) -> None:
        fact = facts.get(fact_id)
        if fact is None or fact_id in order:
            return
        read = {*fact.inputs, *(queries[fact_id].facts if fact_id in queries else ())}
        for name in takewhile(lambda other: other != fact_id, facts):
            if name in read or (name in queries and queries[name].derives in read):
                add_fact(name)
        order.append(fact_id)

    for index, call in enumerate(plan.execution_trace.calls):
        for fact_id in referenced_facts(call.args):
            if fact_id not in facts:
                checks.add(
                    ViolationCode.REFERENCE_UNKNOWN,
                    f"/execution_trace/calls/{index}/args",
                    "no fact has this id",
                    {"fact": fact_id},
                )
                continue
            add_fact(fact_id)
        order.append(f"call:{call.id}")
    for fact_id in facts:
        add_fact(fact_id)
    _check_bind_order(plan, order, checks)
    return tuple(order)


def _check_bind_order(plan: Plan, order: list[str], checks: _Checks) -> None:
    bound_by = {f"b_{c.bind}": c.id for c in plan.execution_trace.calls if c.bind}
    for index, fact in enumerate(plan.facts):
        for name in fact.inputs:
            call_id = bound_by.get(name)
            if call_id and order.index(f"call:{call_id}") > order.index(fact.id):
                checks.add(
                    ViolationCode.REFERENCE_FORWARD,
                    f"/facts/{index}/inputs",
                    "the fact is needed before the call that binds this result",
                    {"bind": name},
                )


def _spare_columns(plan: Plan, queries: Mapping[str, CheckedQuery]) -> frozenset[str]:
    """Columns somebody reads: placeholders, link columns, and names in later queries."""
    names: set[str] = set()
    for case in plan.response_template.cases:
        names |= {item.column for item in placeholders_of(case.message)}
        names |= {link.col for link in case.links}
    read = {name for query in queries.values() for name in query.facts}
    names.update(*(queries[fact_id].outputs or () for fact_id in queries.keys() & read))
    return frozenset(names)

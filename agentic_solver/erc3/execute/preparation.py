"""Preparing writes: the whole write set is resolved and checked before the first one is applied."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, FactOutput, InputTask
from agentic_solver.contracts.rule import Allowed, Denied, Relation
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.arguments import each_fact, resolve_arguments
from agentic_solver.erc3.execute.grounding import Sources
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.execute.writing import (
    ResolvedWrite,
    check_grounding,
    merge_writes,
    plan_writes,
    resolve_ids,
    target_arguments,
)
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["Prepared", "prepare_writes", "refused_operations"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The write set, or why there is none."""

    writes: tuple[ResolvedWrite, ...] = ()
    violations: tuple[Violation, ...] = ()
    denials: tuple[Denied, ...] = ()


def refused_operations(
    policy: Policy,
    identity: Identity,
    caller_name: str,
    compiled: CompiledPlan,
    catalog: Catalog,
) -> tuple[Denied, ...]:
    """Return denials of operations that this caller may do to no target whatsoever."""
    operations = dict.fromkeys(catalog.tools[call.tool].operation for call in compiled.writes)
    verdicts = (policy.never_allows(identity, caller_name, item) for item in operations)
    return tuple(verdict for verdict in verdicts if verdict is not None)


def prepare_writes(
    compiled: CompiledPlan,
    facts: Mapping[str, FactOutput],
    binds: Mapping[str, JsonValue],
    bench: Workbench,
    *,
    catalog: Catalog,
    policy: Policy,
    identity: Identity,
    caller_name: str,
    task: InputTask,
    round_number: int,
    max_writes: int,
) -> Prepared:
    """Resolve every write of the plan: arguments, grounding, primitive writes, permission."""
    planned: list[tuple[str, str, PlannedWrite]] = []
    sources = Sources(request=task.text, policy=_policy_corpus(policy))
    slots = {call.id: i for i, call in enumerate(compiled.plan.execution_trace.calls)}
    for call in compiled.writes:
        found = _plan_call(call, compiled, facts, binds, bench, catalog, sources, slots[call.id])
        if isinstance(found, Violation):
            return Prepared(violations=(found,))
        planned += found
    if not planned:
        return Prepared(
            violations=(
                Violation(
                    code=ViolationCode.OK_WITHOUT_WRITE,
                    message="the chosen case changes something, but its facts have no rows",
                    path="/execution_trace/calls",
                ),
            )
        )
    if len(planned) > max_writes:
        return Prepared(
            violations=(
                Violation(
                    code=ViolationCode.WRITE_LIMIT,
                    message="more writes than the limit; a write set is never cut",
                    path="/execution_trace/calls",
                    details={"writes": len(planned), "limit": max_writes},
                ),
            )
        )
    verdicts: list[Allowed | Denied] = []
    for _call_id, _tool, write in planned:
        verdicts.append(_authorize(policy, identity, caller_name, write, bench))
    denials = tuple(verdict for verdict in verdicts if isinstance(verdict, Denied))
    if denials:
        return Prepared(denials=denials)
    merged = merge_writes(planned)
    kept = [verdict for verdict in verdicts if isinstance(verdict, Allowed)]
    by_call = {call_id: v for (call_id, _t, _w), v in zip(planned, kept, strict=True)}
    based_on = {call.id: tuple(_grounds(call)) for call in compiled.writes}
    return Prepared(
        writes=resolve_ids(
            merged,
            task_id=task.task_id or task.text,
            reaction_id=round_number,
            based_on=based_on,
            slots=slots,
            verdicts=[by_call[call_id] for call_id, _tool, _write in merged],
        )
    )


def _plan_call(
    call: APICall,
    compiled: CompiledPlan,
    facts: Mapping[str, FactOutput],
    binds: Mapping[str, JsonValue],
    bench: Workbench,
    catalog: Catalog,
    sources: Sources,
    slot: int,
) -> list[tuple[str, str, PlannedWrite]] | Violation:
    path = f"/execution_trace/calls/{slot}/args"
    tool = catalog.tools[call.tool]
    invocations = resolve_arguments(
        call, tool, facts, binds, path=path, spare_columns=compiled.spare_columns
    )
    if isinstance(invocations, Violation):
        return invocations
    fact = each_fact(call.args)
    literals = compiled.queries[fact].literal_columns if fact is not None else ()
    planned: list[tuple[str, str, PlannedWrite]] = []
    for invocation in invocations:
        loose = check_grounding(
            invocation, tool, literals, sources, path=path, whole_literal=fact is None
        )
        if loose is not None:
            return loose
        with bench.log.cause(f"write:{invocation.id}"):
            found = plan_writes(invocation, tool, bench, path=path)
        if isinstance(found, Violation):
            return found
        planned += [(invocation.id, tool.name, write) for write in found]
    return planned


def _policy_corpus(policy: Policy) -> str:
    return "\n".join(f"{rule.statement}\n{rule.quote}" for rule in policy.rules)


def _grounds(call: APICall) -> list[str]:
    fact = each_fact(call.args)
    return [fact] if fact is not None else [call.id]


def _authorize(
    policy: Policy, identity: Identity, caller_name: str, write: PlannedWrite, bench: Workbench
) -> Allowed | Denied:
    args = target_arguments(write)

    def holds(relation: Relation, values: JsonObject) -> bool:
        query = policy.relation_query(relation, write.operation)
        return query is not None and bench.relation_holds(query, values)

    return policy.authorize(
        identity, caller_name, write.operation, args, holds, current=write.current
    )

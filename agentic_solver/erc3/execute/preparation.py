"""Preparing writes: the whole write set is resolved and checked before the first one is applied."""

from collections.abc import Iterable
from dataclasses import dataclass

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import APICall, InputTask
from agentic_solver.contracts.rule import Denied
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.arguments import resolve_arguments
from agentic_solver.erc3.execute.attempt import Attempt
from agentic_solver.erc3.execute.intent import Compare
from agentic_solver.erc3.execute.origin import Intended
from agentic_solver.erc3.execute.permission import permit
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.execute.writing import (
    Planned,
    ResolvedWrite,
    merge_writes,
    plan_writes,
    resolve_ids,
)
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.tools.catalog import Catalog

__all__ = ["Prepared", "Scene", "prepare_writes", "refused_operations"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that the writes of one plan are resolved against."""

    attempt: Attempt
    bench: Workbench
    catalog: Catalog
    policy: Policy
    task: InputTask
    round_number: int
    max_writes: int
    compare: Compare
    """What the writes are, beside what the request asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The write set, or why there is none."""

    writes: tuple[ResolvedWrite, ...] = ()
    violations: tuple[Violation, ...] = ()
    denials: tuple[Denied, ...] = ()
    question: str = ""
    """What is asked back: the change that the plan would make, where it is open whether it is
    the one that is asked for."""
    noted: tuple[Violation, ...] = ()
    """Why it is asked back, where not the request is the reason."""


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


def prepare_writes(scene: Scene) -> Prepared:
    """Resolve every write of the plan: arguments, grounding, primitive writes, permission."""
    attempt, planned = scene.attempt, list[Planned]()
    for place, call in enumerate(attempt.compiled.plan.execution_trace.calls):
        if call not in attempt.compiled.writes:
            continue
        found = _plan_call(call, place, scene)
        if isinstance(found, Violation):
            return Prepared(violations=(found,))
        planned += found
    problem = _size_problem(len(planned), scene.max_writes)
    if problem is not None:
        return Prepared(violations=(problem,))
    writes = [one.write for one in planned]
    verdicts = permit(writes, scene.bench, scene.policy, attempt.identity, attempt.caller_name)
    denials = tuple(verdict for verdict in verdicts if isinstance(verdict, Denied))
    if denials:
        return Prepared(denials=denials)
    judged = scene.compare(
        [
            Intended(call=one.call, write=one.write, verdict=verdict)
            for one, verdict in zip(planned, verdicts, strict=True)
        ]
    )
    if judged.violations or judged.question:
        return Prepared(violations=judged.violations, question=judged.question, noted=judged.noted)
    merged = merge_writes(planned)
    clash = _conflict(planned) or _duplicate(merged)
    if clash is not None:
        return Prepared(violations=(clash,))
    return Prepared(
        writes=resolve_ids(
            merged,
            task_id=scene.task.task_id or scene.task.text,
            reaction_id=scene.round_number,
            verdicts={one.id: verdict for one, verdict in zip(planned, verdicts, strict=True)},
        )
    )


def _size_problem(count: int, limit: int) -> Violation | None:
    path = "/execution_trace/calls"
    if count == 0:
        return Violation(
            code=ViolationCode.OK_WITHOUT_WRITE,
            message="the chosen case changes something, but its facts have no rows",
            path=path,
        )
    if count > limit:
        return Violation(
            code=ViolationCode.WRITE_LIMIT,
            message="more writes than the limit; a write set is never cut",
            path=path,
            details={"writes": count, "limit": limit},
        )
    return None


def _conflict(planned: Iterable[Planned]) -> Violation | None:
    """Refuse two writes that set one field of one record differently: one would be lost."""
    seen: dict[tuple[str, str], str] = {}
    for one in planned:
        for name, value in one.write.changes.items() if one.write.merge_key else ():
            text = canonical_json(value)
            if seen.setdefault((one.write.merge_key, name), text) != text:
                return one.violation(
                    ViolationCode.WRITE_CONFLICT,
                    "two writes set the same field of one record differently; "
                    "put all changes of it into the rows of one fact",
                    field=name,
                )
    return None


def _duplicate(merged: Iterable[Planned]) -> Violation | None:
    """Refuse two equal writes: most often one row that a join has doubled."""
    seen: set[str] = set()
    for one in merged:
        effect = canonical_json([one.write.route, one.write.body])
        if effect in seen:
            why = "the same write comes twice; its fact needs DISTINCT, or one row a write"
            return one.violation(ViolationCode.WRITE_DUPLICATE, why)
        seen.add(effect)
    return None


def _plan_call(call: APICall, place: int, scene: Scene) -> list[Planned] | Violation:
    path = f"/execution_trace/calls/{place}/args"
    tool = scene.catalog.tools[call.tool]
    attempt, spare = scene.attempt, scene.attempt.compiled.spare_columns
    invocations = resolve_arguments(
        call, tool, attempt.facts, attempt.binds, path=path, spare_columns=spare
    )
    if isinstance(invocations, Violation):
        return invocations
    planned: list[Planned] = []
    for one in invocations:
        with scene.bench.log.cause(f"write:{one.id}"):
            found = plan_writes(one, tool, scene.bench, path=path)
        if isinstance(found, Violation):
            return found
        planned += [Planned(id=one.id, call=call, place=place, write=write) for write in found]
    return planned

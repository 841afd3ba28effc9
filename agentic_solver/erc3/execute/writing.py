"""Writes: resolved, grounded, authorised and merged before the first one is applied."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from pydantic import JsonValue, ValidationError

from agentic_solver.contracts.plan import APICall
from agentic_solver.contracts.reaction.attempts import attempt_id, cost_attribution_id, write_key
from agentic_solver.contracts.rule import Allowed, Denied
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.arguments import Invocation, each_fact
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.tools.facade import PlannedWrite, Reader, Rejected, Tool
from agentic_solver.errors import ApiError

__all__ = ["Planned", "ResolvedWrite", "merge_writes", "plan_writes", "resolve_ids"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One primitive write that a call of a plan comes to."""

    id: str
    """The call id; ``w1#0``, ``w1#1`` ... where a call stands for several rows."""
    call: APICall
    place: int
    """Of the call in the plan as proposed."""
    write: PlannedWrite

    def violation(self, code: ViolationCode, message: str, **details: JsonValue) -> Violation:
        """Return what is wrong with it."""
        path = f"/execution_trace/calls/{self.place}/args"
        details = {"tool": self.call.tool, **details}
        return Violation(code=code, message=message, path=path, details=details)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedWrite:
    """One primitive write, ready to be applied."""

    call_id: str
    tool: str
    write: PlannedWrite
    attempt_id: str
    write_key: str
    verdict: Allowed | Denied


def plan_writes(
    invocation: Invocation, tool: Tool, reader: Reader, *, path: str
) -> tuple[PlannedWrite, ...] | Violation:
    """Let the tool work out its primitive writes; nothing is applied."""
    try:
        found = tool.func(reader, invocation.arguments)
    except ApiError as error:
        if error.status != 404:
            raise
        found = Rejected(code="UNKNOWN_TARGET", reason="the target of the write does not exist")
    if isinstance(found, Rejected):
        return Violation(
            code=ViolationCode.DOMAIN_CONSTRAINT
            if found.code == "DOMAIN"
            else ViolationCode.WRITE_ARGUMENTS,
            message=found.reason,
            path=path,
            details={"tool": tool.name},
        )
    writes = tuple(item for item in found if isinstance(item, PlannedWrite))  # type: ignore[union-attr]
    return next((v for v in (_unsendable(w, tool, path) for w in writes) if v), writes)


def _unsendable(write: PlannedWrite, tool: Tool, path: str) -> Violation | None:
    """Refuse a body that the route does not take, while nothing has been sent yet."""
    try:
        ROUTES[write.route].request.model_validate_json(json.dumps(write.body))
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        fields: list[JsonValue] = [".".join(str(part) for part in f["loc"]) for f in faults[:5]]
        return Violation(
            code=ViolationCode.WRITE_ARGUMENTS,
            message="the company API does not take these arguments",
            path=path,
            details={"tool": tool.name, "fields": fields},
        )
    return None


def merge_writes(planned: Iterable[Planned]) -> list[Planned]:
    """Merge writes that replace the same record: the later one adds its changes to the first.

    ``planned`` is in order; the result keeps first positions.
    """
    merged: list[Planned] = []
    position: dict[str, int] = {}
    for one in planned:
        key = one.write.merge_key
        if one.write.no_op:
            continue
        if key in position:
            first = merged[position[key]]
            merged[position[key]] = replace(first, write=_merge(first.write, one.write))
            continue
        if key:
            position[key] = len(merged)
        merged.append(one)
    return merged


def _merge(first: PlannedWrite, second: PlannedWrite) -> PlannedWrite:
    changes = {**first.changes, **second.changes}
    postcondition = first.postcondition
    if postcondition is not None and second.postcondition is not None:
        postcondition = replace(
            second.postcondition,
            expected={**postcondition.expected, **second.postcondition.expected},
        )
    return replace(
        first,
        body={**first.body, **second.changes},
        changes=changes,
        targets={**first.targets, **second.targets},
        affected=tuple(dict.fromkeys((*first.affected, *second.affected))),
        postcondition=postcondition,
    )


def resolve_ids(
    writes: Iterable[Planned],
    *,
    task_id: str,
    reaction_id: int,
    verdicts: Mapping[str, Allowed | Denied],
) -> tuple[ResolvedWrite, ...]:
    """Give each write its attempt id (this round) and its write key (all rounds).

    ``verdicts`` are what policy says of them, by their ids.
    """
    seen: Counter[str] = Counter()
    resolved: list[ResolvedWrite] = []
    for one in writes:
        tool, write, operation = one.call.tool, one.write, one.write.operation.value
        grounds = (each_fact(one.call.args) or one.call.id,)
        cost = cost_attribution_id(
            reaction_id=reaction_id,
            affordance_key=tool,
            capability_handle=operation,
            based_on=grounds,
            planner_slot=one.place,
        )
        attempt = attempt_id(
            reaction_id=reaction_id,
            based_on=grounds,
            affordance_key=tool,
            capability_handle=operation,
            normalized_payload=write.body,
            requested_resources={},
            cost_attribution_id=cost,
        )
        key = partial(
            write_key, task_id=task_id, tool=tool, operation=operation, payload=write.body
        )
        first = key(occurrence=0)
        resolved.append(
            ResolvedWrite(
                call_id=one.id,
                tool=tool,
                write=write,
                attempt_id=attempt,
                write_key=key(occurrence=seen[first]),
                verdict=verdicts[one.id],
            )
        )
        seen[first] += 1
    return tuple(resolved)

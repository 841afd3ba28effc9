"""Permission: what policy is told of each write, and what it says."""

from collections.abc import Sequence
from types import MappingProxyType

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Allowed, Denied, Operation, Relation
from agentic_solver.erc3.execute.pagechange import page_changes
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["permit"]

_LISTS = MappingProxyType(
    {
        Operation.UPDATE_SKILLS: "skills",
        Operation.UPDATE_WILLS: "wills",
        Operation.UPDATE_PROJECT_TEAM: "team",
    }
)


def permit(
    writes: Sequence[PlannedWrite],
    bench: Workbench,
    policy: Policy,
    identity: Identity,
    caller_name: str,
) -> tuple[Allowed | Denied, ...]:
    """Return the verdict on each write of a whole write set."""

    def authorize(write: PlannedWrite, more: JsonObject) -> Allowed | Denied:
        def holds(relation: Relation, values: JsonObject) -> bool:
            query = policy.relation_query(relation, write.operation)
            return query is not None and bench.relation_holds(query, values)

        targets = {**write.changes, **write.targets}
        changed, before = _lists(write, bench)
        about: JsonObject = {}
        for name in policy.attributes(write.operation):
            query = policy.attribute_query(name, write.operation)
            about[name] = None if query is None else bench.attribute(query, targets)
        return policy.authorize(
            identity,
            caller_name,
            write.operation,
            {**targets, **changed, **more},
            holds,
            current={**write.current, **before, **about},
        )

    return tuple(map(authorize, writes, page_changes(writes, bench.page)))


def _lists(write: PlannedWrite, bench: Workbench) -> tuple[JsonObject, JsonObject]:
    """Return the records that a write changes of a list that it sends whole, and all of before."""
    name = _LISTS.get(write.operation)
    sent = write.changes.get(name) if name is not None else None
    if name is None or not isinstance(sent, list):
        return {}, {}
    if name == "team":
        before = bench.team(str(write.targets.get("project")))
    else:
        before = bench.employee(str(write.targets.get("employee"))).get(name)
    kept = before if isinstance(before, list) else []
    return {name: [item for item in sent if item not in kept]}, {name: kept}

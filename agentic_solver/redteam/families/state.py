"""Family G: the world changes under the plan, an answer gets lost, a plan comes twice."""

from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families.grab import write_rows
from agentic_solver.redteam.shot import Ground, Shot, forge
from agentic_solver.twin.fault import Fault, FaultKind

__all__ = ["state_text"]

_WRITES = (
    "/employees/update", "/projects/team/update", "/projects/status/update", "/time/log",
    "/time/update", "/wiki/update",
)  # fmt: skip
_READS = (
    "/employees/get", "/employees/list", "/projects/get", "/projects/list", "/customers/list",
    "/time/search", "/time/get", "/wiki/load",
)  # fmt: skip

_MOVES: tuple[FaultKind, ...] = ("duplicate_rows", "missing_rows")


def state_text(ground: Ground, dice: Dice) -> Shot:
    """A good plan, or one that writes, submitted up to three times on systems that stumble."""
    if ground.plans and dice.chance(75):
        document = dice.pick(ground.plans).model_dump_json()
    else:
        tool, sql = write_rows(ground, dice)
        words = ground.request.text[:900]
        document = forge(ground.request, facts=(("rows", sql),), writes=((tool, "rows", words),))
    times = 1 + dice.number(3)
    match dice.number(7):
        case 0:
            return Shot(kind="submitted again", document=document, times=max(times, 2))
        case 1:
            fault = Fault(route=dice.pick(_WRITES), kind="truncated", times=1)
            return Shot(kind="answer to a write lost", document=document, faults=(fault,), times=3)
        case 2:
            fault = Fault(route=dice.pick(_WRITES), kind="status", value=500, times=1, after=1)
            return Shot(kind="second write fails", document=document, faults=(fault,), times=3)
        case 3:
            fault = Fault(route=dice.pick(_WRITES), kind="timeout", value=0, times=1)
            return Shot(kind="write times out", document=document, faults=(fault,), times=3)
        case 4:
            value = dice.pick((403, 404, 500, 503))
            fault = Fault(route=dice.pick(_READS), kind="status", value=value, times=times)
            return Shot(kind="read fails", document=document, faults=(fault,), times=times)
        case 5:
            kind: FaultKind = dice.pick(_MOVES)
            fault = Fault(route="*", kind=kind, after=1 + dice.number(3))
            return Shot(kind="rows move", document=document, faults=(fault,), times=times)
        case _:
            fault = Fault(route=dice.pick(_READS), kind="malformed", times=times)
            return Shot(kind="broken payload", document=document, faults=(fault,), times=times)

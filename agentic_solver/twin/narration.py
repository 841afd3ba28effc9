"""What a served twin says on the terminal: a line when a task ends, and the score of a session."""

from collections.abc import Callable

from agentic_solver.twin.body import parse_body
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.reply import TwinReply

__all__ = ["narrate"]

_Handler = Callable[[str, bytes], TwinReply]
_OK = 200


def narrate(twin: Twin, tell: Callable[[str], None]) -> Callable[[_Handler], _Handler]:
    """Return a layer (:data:`agentic_solver.twin.app.Layer`) that tells how tasks end.

    Args:
        twin: behind the layer.
        tell: gets the lines; a task that is completed again is told again.
    """

    def layer(inner: _Handler) -> _Handler:
        def handle(path: str, body: bytes) -> TwinReply:
            reply = inner(path, body)
            if reply.status == _OK and path == "/tasks/complete":
                tell(_task_line(twin, parse_body(body).text("task_id")))
            elif reply.status == _OK and path == "/sessions/submit":
                tell(_session_line(twin, parse_body(body).text("session_id")))
            return reply

        return handle

    return layer


def _task_line(twin: Twin, task_id: str) -> str:
    task = twin.task(task_id)
    reason = f" {task.reason}" if task.reason else ""
    return f"{task.spec.id}: score {task.score:g}, {task.call_count} calls{reason}"


def _session_line(twin: Twin, session_id: str) -> str:
    session = next(one for one in twin.sessions if one.id == session_id)
    right = sum(task.score >= 1 for task in session.tasks)
    named = f" ({session.request.name})" if session.request.name else ""
    return (
        f"session {session_id}{named}: score {session.score:.3f}, "
        f"{right} of {len(session.tasks)} tasks right"
    )

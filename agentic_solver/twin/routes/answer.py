"""``/whoami`` and ``/respond``."""

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import ApiError
from agentic_solver.twin.body import Body
from agentic_solver.twin.event import AgentResponse, Link
from agentic_solver.twin.expectation import LINK_KINDS, OUTCOMES
from agentic_solver.twin.universe import NOT_FOUND, Universe

__all__ = ["respond", "whoami"]


def whoami(universe: Universe, body: Body) -> JsonObject:
    """Return the caller, today's date and the digest of the wiki as it is now."""
    del body
    caller = universe.caller
    if caller is None:
        raise ApiError(404, NOT_FOUND)
    return {
        "current_user": caller.current_user,
        "is_public": caller.is_public,
        "location": caller.location,
        "department": caller.department,
        "today": universe.today,
        "wiki_sha1": universe.wiki.sha1,
    }


def respond(universe: Universe, body: Body) -> JsonObject:
    """Take the answer; a second one is taken too and makes the count wrong."""
    outcome = body.text("outcome")
    if outcome not in OUTCOMES:
        raise ApiError(400, f"invalid outcome: {outcome!r}")
    links = tuple(
        Link(kind=link.text("kind"), id=link.text("id")) for link in body.objects("links")
    )
    for link in links:
        if link.kind not in LINK_KINDS:
            raise ApiError(400, f"invalid link kind: {link.kind!r}")
    response = AgentResponse(message=body.text("message"), outcome=outcome, links=links)
    universe.add_response(response)
    return {}

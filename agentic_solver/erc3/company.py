"""The company API as ports: the typed client behind the snapshot's and the tools' interfaces."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.callrecord import CallLog
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.paging import iterate_pages
from agentic_solver.erc3.route import ROUTES, Route
from agentic_solver.erc3.snapshot.api import ApiCall
from agentic_solver.erc3.wire import WireReply
from agentic_solver.errors import ApiError, ContractError

__all__ = ["ClientApi"]


class ClientApi:
    """Raw JSON calls through the typed client: validated, logged, cached, retried as declared."""

    def __init__(self, client: Erc3Client) -> None:
        self.client = client

    @property
    def log(self) -> CallLog:
        return self.client.log

    def call(self, route: str, body: JsonObject, *, cause: str | None = None) -> JsonObject:
        """Return the payload of one call of ``route``.

        Raises:
            ApiError: the platform answered with an error.
            TransportError: no usable answer came.
            ApiPayloadError: the answer has not the documented shape.
        """
        known = _route(route)
        return self.client.send(known, _request(known, body), cause=cause).payload

    def call_many(
        self, calls: Sequence[ApiCall], *, cause: str | None = None
    ) -> list[JsonObject | ApiError]:
        """Return one payload or platform error for each call, in order; raises as above.

        The calls are under way at the same time where the transport can do that.
        """
        asked: list[tuple[Route[Any, Any], Any]] = []
        results: list[JsonObject | ApiError] = []
        places: list[int] = []
        for place, one in enumerate(calls):
            known = _route(one.route)
            try:
                asked.append((known, _request(known, one.body)))
                places.append(place)
                results.append({})
            except ApiError as error:
                results.append(error)
        for place, answer in zip(places, self.client.send_many(asked, cause=cause), strict=True):
            results[place] = answer if isinstance(answer, ApiError) else answer.payload
        return results

    def stream(
        self, route: str, body: JsonObject, *, cause: str | None = None
    ) -> tuple[WireReply, str]:
        """Return the reply of a read whose answer is neither cached nor kept, with its text.

        Raises as above.
        """
        return self.client.stream(_route(route), body, cause=cause)

    def find(self, route: str, body: JsonObject, *, cause: str | None = None) -> JsonObject | None:
        """Return the payload, or None where the platform answers 404."""
        try:
            return self.call(route, body, cause=cause)
        except ApiError as error:
            if error.status == 404:
                return None
            raise

    def pages(
        self, route: str, body: JsonObject, key: str, *, cause: str | None = None
    ) -> Iterator[JsonObject]:
        """Yield the rows of list field ``key`` over all pages, in data order."""

        def fetch(offset: int, limit: int) -> "_JsonPage":
            asked = {**body, "offset": offset, "limit": limit}
            return _JsonPage(self.call(route, asked, cause=cause), key)

        for page in iterate_pages(fetch, self.client.page_limit):
            yield from page.rows


def _request(route: Route[Any, Any], body: JsonObject) -> Any:
    try:
        return route.request.model_validate_json(json.dumps(body))
    except ValidationError as error:
        # what the route cannot even be asked for does not exist, or is a bad request
        status = 404 if route.path.endswith(("/get", "/load")) else 400
        raise ApiError(status, "the request does not fit the route; it was not sent") from error


def _route(path: str) -> Route[Any, Any]:
    known = ROUTES.get(path)
    if known is None:
        raise ContractError(f"the company API has no route {path}")
    return known


class _JsonPage:
    """A page of raw JSON rows."""

    def __init__(self, payload: JsonObject, key: str) -> None:
        rows = payload.get(key)
        self.rows: tuple[JsonObject, ...] = tuple(
            row for row in (rows if isinstance(rows, list) else ()) if isinstance(row, dict)
        )
        following = payload.get("next_offset")
        self.next_offset = following if isinstance(following, int) else -1

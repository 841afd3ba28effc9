"""Faults of the company API beyond the error envelope, and the one mapping of all failures.

what happened                                   what is raised
HTTP 400, 403, 404, 500, any other non-2xx      ApiError(status, error, code)
2xx whose body has an integer status >= 400     ApiError(status, error, code)
no answer, timeout, reset, 2xx body not JSON    TransportError
2xx JSON of the wrong shape                     ApiPayloadError
page limit below 1                              SystemBrokenError
paging that repeats, loses rows or never ends   PagingError
"""

import json
import math
from typing import NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.errors import ApiError, ContractError, PlatformError, TransportError

__all__ = [
    "MALFORMED",
    "ApiPayloadError",
    "PagingError",
    "SystemBrokenError",
    "hash_payload",
    "parse_payload",
    "read_model",
    "read_reply",
]

MALFORMED = "malformed"
"""``code`` of an error answer that is not JSON: it may have been garbled on the way."""

_MAX_ERROR_CHARS = 2_000

ModelT = TypeVar("ModelT", bound=BaseModel)


class ApiPayloadError(PlatformError):
    """The platform answered with JSON that does not have the documented shape."""


class SystemBrokenError(PlatformError):
    """The platform allows no page of any size: lists and searches cannot work."""

    def __init__(self, page_limit: int) -> None:
        super().__init__(f"the platform's page limit is {page_limit}: nothing can be listed")
        self.page_limit = page_limit


class PagingError(PlatformError):
    """A listing cannot be completed: offsets do not grow, rows are missing, no end comes."""


def read_reply(path: str, reply: TransportReply) -> JsonObject:
    """Return the JSON object of a successful answer.

    Raises:
        ApiError: the answer is an error, enveloped or not.
        TransportError: a successful answer that is cut off or not JSON.
        ApiPayloadError: a successful answer that is JSON but no object.
    """
    is_success = 200 <= reply.status < 300
    try:
        payload = json.loads(
            reply.text, parse_constant=_refuse_constant, parse_float=_finite_number
        )
    except (ValueError, RecursionError) as error:
        if not is_success:
            text = reply.text.strip()[:_MAX_ERROR_CHARS]
            wait = reply.retry_after_s
            raise ApiError(reply.status, text, MALFORMED, retry_after_s=wait) from error
        raise TransportError(f"POST {path}: the answer is not JSON: {error}") from error
    if not is_success:
        raise _api_error(reply.status, payload, reply)
    if not isinstance(payload, dict):
        found = type(payload).__name__
        raise ApiPayloadError(f"POST {path}: the answer is a JSON {found}, not an object")
    status = payload.get("status")
    if isinstance(status, int) and not isinstance(status, bool) and status >= 400:
        raise _api_error(status, payload, reply)
    return payload


def parse_payload(
    path: str, model: type[ModelT], payload: JsonObject, text: str | None = None
) -> ModelT:
    """Return ``payload`` as ``model``; ``text`` is its JSON, where it is at hand.

    Raises:
        ApiPayloadError: a field is missing or has the wrong type; names the first such fields.
    """
    try:
        return model.model_validate_json(json.dumps(payload) if text is None else text)
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, item['loc'])) or '(body)'}: {item['msg']}"
            for item in error.errors(include_url=False, include_input=False)[:3]
        )
        raise ApiPayloadError(f"POST {path}: unexpected payload: {problems}") from error


def read_model(path: str, model: type[ModelT], reply: TransportReply) -> ModelT:
    """Return a successful answer as ``model``, parsed once.

    Raises what :func:`read_reply` and :func:`parse_payload` raise.
    """
    if 200 <= reply.status < 300:
        try:
            return model.model_validate_json(reply.text)
        except ValidationError:
            pass  # the two below say what it is instead
    return parse_payload(path, model, read_reply(path, reply), reply.text)


def _api_error(status: int, payload: object, reply: TransportReply) -> ApiError:
    error, code = reply.text.strip()[:_MAX_ERROR_CHARS], None
    if isinstance(payload, dict) and isinstance(payload.get("error"), str):
        error, code = payload["error"], payload.get("code")
    named = code if isinstance(code, str) else ""
    return ApiError(status, error, named, retry_after_s=reply.retry_after_s)


def hash_payload(path: str, payload: JsonObject) -> str:
    """Return the content id of ``payload``.

    Raises:
        ApiPayloadError: it has no canonical form (two keys that are one in NFC).
    """
    try:
        return content_id(payload)
    except ContractError as error:
        raise ApiPayloadError(f"POST {path}: unexpected payload: {error}") from error


def _finite_number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is out of range")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")

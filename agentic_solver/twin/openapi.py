"""The OpenAPI document of the twin, written from the table of its routes."""

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.route import COMPANY, PAGED_ROUTES, PLATFORM, PREFIXES, Route
from agentic_solver.twin.shape import INTEGER, TEXT, reply_schema, request_schema

__all__ = ["describe_api"]

_ENVELOPE = {"status": INTEGER, "error": TEXT, "code": TEXT}
_REASONS = {
    "400": "Refused: a wrong type, a value that does not fit, a task in another state",
    "404": "There is no such thing",
    "500": "The offset is beyond the end",
}


def describe_api(name: str, description: str) -> JsonObject:
    """Return the document (OpenAPI 3.1) for the benchmark ``name``."""
    company = "/{benchmark}/{task_id}"
    paths: JsonObject = {
        **{path: {"post": _operation(path, route)} for path, route in PLATFORM.items()},
        **{
            company + path: {
                "parameters": _parameters(),
                "post": _operation(path, route, paged=path in PAGED_ROUTES),
            }
            for path, route in COMPANY.items()
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": name, "description": description, "version": "1"},
        "paths": paths,
        "components": {"schemas": {"Error": reply_schema(_ENVELOPE)}},
    }


def _parameters() -> list[JsonValue]:
    prefix: JsonObject = {"type": "string", "enum": [*PREFIXES]}
    task: JsonObject = {"type": "string", "pattern": "^tsk-[1-9A-HJ-NP-Za-km-z]{22}$"}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in (("benchmark", prefix), ("task_id", task))
    ]


def _operation(path: str, route: Route, *, paged: bool = False) -> JsonObject:
    statuses = ["400", "404", "500"] if paged else ["400", "404"]
    return {
        "operationId": path.strip("/").replace("/", "_").replace("-", "_"),
        "summary": route.text,
        "requestBody": {"required": False, "content": _json(request_schema(route.takes))},
        "responses": {
            "200": {"description": "Done", "content": _json(reply_schema(route.gives))},
            **{
                status: {
                    "description": _REASONS[status],
                    "content": _json({"$ref": "#/components/schemas/Error"}),
                }
                for status in statuses
            },
        },
    }


def _json(schema: JsonObject) -> JsonObject:
    return {"application/json": {"schema": schema}}

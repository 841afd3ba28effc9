"""The served OpenAPI document, and the twin held to it by Schemathesis."""

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error as no_server_error
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from starlette.testclient import TestClient

from agentic_solver.twin.app import build_app
from agentic_solver.twin.openapi import describe_api
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.route import COMPANY, PAGED_ROUTES, PLATFORM, PREFIXES
from agentic_solver.twin.suite import find_suite, load_suite
from tests.examples import examples

TWIN = Twin(load_suite(find_suite("erc3-dev")))
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", build_app(TWIN))
Case = schemathesis.Case[Any]
COMPANY_PATH = "/{benchmark}/{task_id}"

KNOWN: dict[str, list[str]] = {
    "id": ["kw_020", "cust_kittiwake_inhouse", "te_001"],
    "employee": ["kw_020", "kw_001"],
    "file": ["index.md", "new.md"],
    "benchmark": ["erc3-dev"],
    "date": ["2025-10-08"],
    "query_regex": ["(?i)the", "^#"],
}


def start_task() -> str:
    """Start a task that no generated id hits, so that it runs to the end of the tests."""
    body = {"benchmark": TWIN.suite.name, "spec_id": TWIN.suite.tasks[0].id}
    reply = TWIN.handle("/tasks/start", json.dumps(body).encode())
    return str(json.loads(reply.body)["task_id"])


TASK_ID = start_task()
UNIVERSE = TWIN.universe(TASK_ID)
KNOWN["id"] += [*list(UNIVERSE.projects)[:2], *list(UNIVERSE.customers)[:2]]


def make_likely(body: dict[str, Any]) -> None:
    """Put ids that exist and pages that are allowed into a body that fits the document."""
    for name, value in body.items():
        if isinstance(value, str) and name in KNOWN:
            body[name] = KNOWN[name][len(value) % len(KNOWN[name])]
        elif isinstance(value, int) and name in ("limit", "offset"):
            body[name] = abs(value) % 7 - 1


@SCHEMA.parametrize()
@settings(max_examples=examples(10, least=2))
def test_schemathesis_finds_nothing_that_the_wire_does_not_document(
    case: Case,
) -> None:
    if "task_id" in (case.path_parameters or {}):
        case.path_parameters["task_id"] = TASK_ID
    positive = case.meta is not None and case.meta.generation.mode.is_positive
    if positive and isinstance(case.body, dict) and len(json.dumps(case.body)) % 3:
        make_likely(case.body)
    response = case.call()
    route = case.operation.path.removeprefix(COMPANY_PATH)
    if response.status_code >= 500:
        assert route in PAGED_ROUTES
        assert response.json()["error"].startswith("runtime error: slice bounds out of range")
        assert isinstance(case.body, dict)
        offset = case.body["offset"]
        assert isinstance(offset, int)
        assert offset > 0
    # Values of the right type may still break a rule of the company: a 400 is right then.
    excluded: list[Any] = [positive_data_acceptance, no_server_error]
    if isinstance(case.body, bytes) and not case.body.strip():
        excluded.append(negative_data_rejection)  # drawn bytes that are blank: no field is given
    case.validate_response(response, excluded_checks=excluded)


def test_document_describes_the_real_routes_and_bodies() -> None:
    client = TestClient(build_app(TWIN))
    reply = client.get("/openapi.json")
    assert (reply.status_code, reply.headers["content-type"]) == (200, "application/json")
    document = reply.json()
    assert document == describe_api("erc3-dev", TWIN.suite.description)
    paths = document["paths"]
    assert list(paths) == [*PLATFORM, *(COMPANY_PATH + route for route in COMPANY)]
    parameters = paths[COMPANY_PATH + "/whoami"]["parameters"]
    assert parameters[0]["schema"]["enum"] == list(PREFIXES)
    for route in COMPANY:
        operation = paths[COMPANY_PATH + route]["post"]
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        assert schema["properties"].keys() == COMPANY[route].takes.keys()
        assert ("500" in operation["responses"]) == (route in PAGED_ROUTES)
    ids = [path["post"]["operationId"] for path in paths.values()]
    assert len(set(ids)) == len(ids) == 35


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_get_the_envelope(method: str) -> None:
    reply = TestClient(build_app(TWIN)).request(method, "/erc3-dev/x/whoami")
    assert (reply.status_code, reply.headers["allow"]) == (405, "POST")
    assert reply.json() == {"status": 405, "error": "Method Not Allowed", "code": ""}


def test_the_document_is_no_route_of_the_platform() -> None:
    reply = TestClient(build_app(TWIN)).post("/openapi.json", content=b"{}")
    assert reply.json() == {"status": 404, "error": "Not found", "code": ""}


def test_samples_of_a_benchmark_are_answered_and_of_the_documented_form() -> None:
    body = json.dumps({"benchmark": "erc3-dev"}).encode()
    view = json.loads(TWIN.handle("/benchmarks/view", body).body)
    for route in view["routes"]:
        assert route["sample_request"].keys() == COMPANY[route["path"]].takes.keys()
        assert route["sample_response"].keys() == COMPANY[route["path"]].gives.keys()
        content = json.dumps(route["sample_request"]).encode()
        error = json.loads(TWIN.handle(f"/erc3/{TASK_ID}{route['path']}", content).body)
        assert not str(error.get("error", "")).startswith("json:")

"""The client against recorded traffic of the real platform, where that is at hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.fault import parse_payload, read_reply
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.errors import ApiError

PAYLOADS = Path(__file__).resolve().parents[3] / "shared" / "erc3" / "payloads"


def samples() -> list[Any]:
    cases = []
    for path in sorted(PAYLOADS.glob("*.json")):
        recorded = json.loads(path.read_text(encoding="utf-8"))
        for number, sample in enumerate(recorded["samples"]):
            cases.append(pytest.param(recorded["route"], sample, id=f"{path.stem}-{number}"))
    return cases


needs_payloads = pytest.mark.skipif(not PAYLOADS.is_dir(), reason="no recorded payloads here")


class Recorded:
    """Answers with a sample and keeps what was asked."""

    def __init__(self, sample: dict[str, Any]) -> None:
        self._sample = sample
        self.sent: list[tuple[str, JsonObject]] = []

    def post(self, path: str, body: JsonObject) -> TransportReply:
        self.sent.append((path, body))
        payload = self._sample["response"]
        text = "" if payload is None else json.dumps(payload)
        return TransportReply(status=self._sample["status"], text=text)


def cannot_be_asked(sample: dict[str, Any]) -> bool:
    """Whether a request is one that the client refuses to build, on purpose."""
    request = sample["request"]
    without_limit = "query" in request and "limit" not in request
    untyped = any(
        isinstance(level, str) for name in ("skills", "wills") for level in request.get(name, [])
    )
    return without_limit or untyped


@needs_payloads
@pytest.mark.requirement("S3-4.2e")
@pytest.mark.parametrize(("route", "sample"), samples())
def test_recorded_answer_parses(route: str, sample: dict[str, Any]) -> None:
    answer = Recorded(sample).post(route, {})
    if sample["status"] == 200:
        reply = parse_payload(route, ROUTES[route].reply, read_reply(route, answer))
        rows = getattr(reply, "rows", None)
        if rows is not None:
            listed = next(v for v in sample["response"].values() if isinstance(v, list | None))
            assert len(rows) == len(listed or [])
        return
    with pytest.raises(ApiError) as caught:
        read_reply(route, answer)
    assert caught.value.status == sample["status"]


@needs_payloads
@pytest.mark.parametrize(("route", "sample"), samples())
def test_recorded_request_is_what_the_client_sends(route: str, sample: dict[str, Any]) -> None:
    wanted = {name: value for name, value in sample["request"].items() if name != "tool"}
    kind = ROUTES[route]
    if cannot_be_asked(sample):
        with pytest.raises(ValidationError):
            kind.request.model_validate_json(json.dumps(wanted))
        return
    transport = Recorded(sample)
    client = Erc3Client(transport, "/erc3-dev/tsk-1", sleep=lambda _: None)
    request = kind.request.model_validate_json(json.dumps(wanted))
    if sample["status"] == 200:
        exchange = client.send(kind, request)
        assert exchange.payload == sample["response"]
    else:
        with pytest.raises(ApiError):
            client.send(kind, request)
    assert transport.sent[0] == (f"/erc3-dev/tsk-1{route}", wanted)


@needs_payloads
def test_every_route_has_recorded_samples() -> None:
    assert {case.values[0] for case in samples()} == set(ROUTES)

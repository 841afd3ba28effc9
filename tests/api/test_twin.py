"""The twin as a context manager: a real server for as long as the block runs."""

import json
import urllib.error
import urllib.request

import pytest

import agentic_solver as a
from agentic_solver.errors import UsageError

pytestmark = pytest.mark.enable_socket


def post(url: str, body: dict[str, object]) -> dict[str, object]:
    request = urllib.request.Request(url, json.dumps(body).encode())
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as reply:
        found: dict[str, object] = json.loads(reply.read())
        return found


def test_it_serves_while_the_block_runs() -> None:
    with a.twin("erc3-dev") as twin:
        started = post(
            f"{twin.address}/tasks/start", {"benchmark": twin.benchmark, "spec_id": twin.tasks[0]}
        )
        assert started["task_id"]
    with pytest.raises(urllib.error.URLError):
        post(f"{twin.address}/tasks/start", {})


def test_a_port_in_use_and_an_unknown_suite_are_refused() -> None:
    with a.twin("erc3-dev") as first:
        port = int(first.address.rpartition(":")[2])
        with (
            pytest.raises(UsageError, match=f"cannot listen on 127.0.0.1 port {port}"),
            a.twin("erc3-dev", port=port),
        ):
            pass
    with pytest.raises(UsageError, match="did you mean 'erc3-dev'"), a.twin("erc3-devv"):
        pass

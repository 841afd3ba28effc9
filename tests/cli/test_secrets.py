"""Keys: used on the wire, and in nothing that is written or printed, whoever repeats them."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.llm.provenance import load_provenance
from agentic_solver.llm.recording import load_records
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import find_suite, load_suite
from agentic_solver.workspace import init_workspace

MODEL_KEY, ACCOUNT_KEY = "sk-canary-4711-model", "key-canary-0815-account"
TASK = "lead-of-project"


class Outside:
    """A model and a platform on one port; the model repeats its key when it is told to refuse."""

    def __init__(self, *, refuses: bool) -> None:
        self.refuses = refuses
        self.twin = Twin(load_suite(find_suite("erc3-dev")))
        self.seen: list[str] = []
        records = load_records(builtin_recordings("erc3-dev"))
        self.plan = next(r.reply.text for r in records if r.key.endswith(f"/{TASK}/r1"))

    def answer(self, path: str, key: str, body: bytes) -> tuple[int, bytes]:
        self.seen.append(f"{path} {key} {body.decode()}")
        if path != "/v1/chat/completions":
            reply = self.twin.handle(path, body)
            told = json.loads(reply.body)
            # An answer of the company may repeat the account as well, and is recorded whole.
            return reply.status, json.dumps({**told, "echo": ACCOUNT_KEY}).encode()
        if self.refuses:
            told = {"error": {"message": f"Incorrect API key provided: {key}", "code": key}}
            return 401, json.dumps(told).encode()
        message = {"role": "assistant", "content": self.plan}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        usage = {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}
        told = {"id": "c", "object": "chat.completion", "created": 1, "model": "m",
                "choices": [choice], "usage": usage}  # fmt: skip
        return 200, json.dumps(told).encode()


@contextmanager
def serving(outside: Outside) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            key = self.headers.get("Authorization", "").removeprefix("Bearer ")
            status, content = outside.answer(self.path, key, body)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def leaks(folder: Path) -> list[str]:
    """Return the files whose bytes or name hold a key."""
    keys = (MODEL_KEY.encode(), ACCOUNT_KEY.encode())
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 10
    return [
        str(path)
        for path in files
        if any(key in path.read_bytes() or key in str(path).encode() for key in keys)
    ]


@pytest.mark.enable_socket
@pytest.mark.parametrize("refuses", [False, True])
def test_no_key_is_in_anything_that_is_written(
    refuses: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    init_workspace(tmp_path / "place")
    keys = tmp_path / "keys"
    keys.write_text(f"OPENAI_API_KEY={MODEL_KEY}\nERC3_API_KEY={ACCOUNT_KEY}\n")
    keys.chmod(0o600)
    monkeypatch.setenv("AGENTIC_SOLVER_KEY_FILE", str(keys))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ERC3_API_KEY", raising=False)
    outside, runner, said = Outside(refuses=refuses), CliRunner(), []
    with serving(outside) as address:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{address}/v1")
        done = runner.invoke(
            app,
            ["--debug", "run", "erc3-dev", "--tasks", TASK, "--platform", address,
             "--proposer", "openai", "--model", "m", "--record-to", str(tmp_path / "kept"),
             "--workspace", str(tmp_path / "place")],
        )  # fmt: skip
    assert done.exit_code == (4 if refuses else 0), done.output
    said.append(done.output)
    host = address.removeprefix("http://")
    assert f": plans of m, asked of {host} in the place of OpenAI\n" in done.output
    if not refuses:  # what was recorded says so, and vouches for no counts of another server
        kept = load_provenance(tmp_path / "kept")
        assert (kept.by, kept.tokens) == ("m", "unknown")
        assert kept.how == f"asked live of {host} in the place of OpenAI"
    # The canaries were alive: both keys have really been sent.
    assert any(MODEL_KEY in line for line in outside.seen)
    assert any(ACCOUNT_KEY in line for line in outside.seen)
    run = str(next((tmp_path / "place" / "runs").glob("erc3-dev-*")))
    place = ["--workspace", str(tmp_path / "place")]
    for arguments in (
        ["report", run, "--out", str(tmp_path / "page.html"), *place],
        ["runs", "export", run, "--format", "json", "--out", str(tmp_path / "run.json"), *place],
        ["runs", "export", run, "--format", "inspect", "--out", str(tmp_path / "log.eval"), *place],
        ["runs", "export", run, "--format", "parquet", "--out", str(tmp_path / "frames"), *place],
        ["runs", "redact", run, str(tmp_path / "shared")],
        ["analyze", run, "--partial", *place],
    ):
        made = runner.invoke(app, arguments)
        # A run that was refused has no finished task, of which some of them need one.
        assert made.exit_code in ({0, 2} if refuses else {0}), made.output
        said.append(made.output)
    keys.unlink()
    assert leaks(tmp_path) == []
    assert not any(key in text for text in said for key in (MODEL_KEY, ACCOUNT_KEY))

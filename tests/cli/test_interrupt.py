"""An end that is asked for while a model keeps all waiting: one sentence, a readable folder."""

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agentic_solver.workspace import init_workspace

PATIENCE_S = 60.0
_WITH_SIGNALS = (
    "import runpy, signal\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
    "runpy.run_module('agentic_solver', run_name='__main__')"
)
"""A shell's background job and ``nohup`` hand on that these are ignored, and a run keeps to it."""


@pytest.mark.sampled(1)
@pytest.mark.enable_socket
@pytest.mark.parametrize(
    ("workers", "number"),
    [("1", signal.SIGINT), ("3", signal.SIGINT), ("3", signal.SIGTERM), ("1", signal.SIGHUP)],
)
def test_an_end_that_is_asked_for_does_not_wait_for_the_model(
    tmp_path: Path, workers: str, number: signal.Signals
) -> None:
    place = tmp_path / "place"
    init_workspace(place)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        # It accepts connections and never answers.
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        run = subprocess.Popen(
            [sys.executable, "-c", _WITH_SIGNALS, "run", "erc3-dev", "--json",
             "--proposer", "anthropic", "--workers", workers, "--workspace", str(place)],
            env={"ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "none"},
            cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            silent.settimeout(PATIENCE_S)
            waiting = [silent.accept() for _ in range(int(workers))]
            run.send_signal(number)
            started = time.monotonic()
            out, err = run.communicate(timeout=PATIENCE_S)
        finally:
            run.kill()
    for connection, _ in waiting:
        connection.close()
    assert run.returncode == 130, err
    assert time.monotonic() - started < PATIENCE_S / 2
    assert "Traceback" not in err
    summary = json.loads(out)
    again = f"the rest is played with run --resume {summary['run_dir']}"
    assert err.splitlines()[-1] == f"agentic-solver: interrupted; {again}"
    assert summary["interrupted"] is True
    (kept,) = place.glob("runs/*/summary.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["interrupted"] is True

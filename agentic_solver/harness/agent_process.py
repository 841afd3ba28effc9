"""The process of a foreign agent: its environment, its time, and its end with everything it began.

It leads a process group of its own. Whatever ends it, the whole group ends; only a process that
left the group by itself (a daemon) outlives it, and the platform refuses what comes from there.
"""

import os
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import UsageError
from agentic_solver.settings import hide

__all__ = ["AgentEnd", "parse_command", "run_agent"]

_LOOK_S = 0.02
_GRACE_S = 1.0
"""Between the request to end and the kill."""
_TAIL = 8_000
"""Bytes that are kept of what an agent printed, from its end."""
_DRAIN_S = 1.0
_SECRET = ("KEY", "TOKEN", "SECRET", "PASSWORD")
"""How the names of variables end whose values no evidence may hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEnd:
    """How a process ended."""

    exit_code: int | None
    """None where a signal ended it."""
    signal: str
    """Name of the signal; empty where there was none."""
    timed_out: bool
    cut_off: bool
    """Whether the bench ended it, because it ends itself."""
    seconds: float
    limit_s: float | None
    stdout: str
    """The end of what it printed; ``stderr`` likewise."""
    stderr: str

    @property
    def reason(self) -> str:
        """Why it did not come to its own end; empty if it did."""
        if self.timed_out:
            return f"the agent was stopped after its {self.limit_s:g} s"
        last = next((line for line in reversed(self.stderr.splitlines()) if line.strip()), "")
        told = f": {last.strip()}" if last else ""
        if self.signal:
            return f"the agent was ended by {self.signal}{told}"
        return f"the agent ended with exit code {self.exit_code}{told}" if self.exit_code else ""

    def to_json(self) -> JsonObject:
        """Return the evidence."""
        return {
            "exit_code": self.exit_code,
            "signal": self.signal,
            "timed_out": self.timed_out,
            "seconds": round(self.seconds, 3),
            "limit_s": self.limit_s,
            "stdout": self.stdout,
            "stderr": self.stderr,
        }


def parse_command(text: str) -> tuple[str, ...]:
    """Return a command line as the words of a process; no shell reads it.

    Raises:
        UsageError: it is empty, its quotes are open, or there is no such program.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"--agent {text!r} cannot be read: {error}; mend its quotes") from error
    if not words:
        raise UsageError("--agent is empty: name a command, such as --agent 'python my_agent.py'")
    if shutil.which(words[0]) is None:
        raise UsageError(
            f"--agent: there is no program {words[0]!r}; name one that is on the PATH, or its path"
        )
    return words


def run_agent(
    command: Sequence[str],
    variables: Mapping[str, str],
    *,
    limit_s: float | None,
    stop: threading.Event,
    over: Callable[[], None],
    inherited: Mapping[str, str],
    clock: Callable[[], float] = time.monotonic,
) -> AgentEnd:
    """Run a command until it ends, its time is over, or ``stop`` is set.

    Args:
        command: the words of the command.
        variables: added to its environment.
        limit_s: its time in seconds; None leaves it open.
        stop: ends it at once.
        over: called as soon as its time is over or it has ended, before the rest of it is ended.
        inherited: the environment of this process.
        clock: in seconds.

    Raises:
        UsageError: it cannot be started.
    """
    began = clock()
    try:
        process = subprocess.Popen(  # noqa: S603 - the command is the user's own
            command,
            env={**inherited, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise UsageError(f"the agent cannot be started: {error}") from error
    tails = [_Tail(stream) for stream in (process.stdout, process.stderr) if stream is not None]
    timed_out = False
    try:
        while not _has_ended(process) and not stop.is_set():
            timed_out = limit_s is not None and clock() - began >= limit_s
            if timed_out:
                break
            time.sleep(_LOOK_S)
    finally:
        over()
        cut_off = not timed_out and not _has_ended(process)
        _end_group(process, clock)
    code = process.wait()
    keys = [value for name, value in inherited.items() if name.upper().endswith(_SECRET)]
    stdout, stderr = (hide(tail.text(), *keys) for tail in tails)
    return AgentEnd(
        exit_code=code if code >= 0 else None,
        signal=_signal_name(-code) if code < 0 else "",
        timed_out=timed_out,
        cut_off=cut_off,
        seconds=clock() - began,
        limit_s=limit_s,
        stdout=stdout,
        stderr=stderr,
    )


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process has ended; it is not reaped, so that its group keeps its number."""
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    return os.waitid(os.P_PID, process.pid, flags) is not None


def _end_group(process: subprocess.Popen[bytes], clock: Callable[[], float]) -> None:
    """End what is left of the group: by a request first, where its leader still runs."""
    if not _has_ended(process):
        _signal_group(process, signal.SIGTERM)
        until = clock() + _GRACE_S
        while not _has_ended(process) and clock() < until:
            time.sleep(_LOOK_S)
    _signal_group(process, signal.SIGKILL)


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):  # only what has ended is left of it
        os.killpg(process.pid, number)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class _Tail:
    """Reads a stream to its end and keeps the last of it, whatever the length."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._kept = b""
        self._thread = threading.Thread(target=self._read, name="agent-output", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError):
            while part := os.read(self._stream.fileno(), 65_536):
                self._kept = (self._kept + part)[-_TAIL:]
        self._stream.close()

    def text(self) -> str:
        """Return the end of what came; a process that left the group may hold the stream open."""
        self._thread.join(_DRAIN_S)
        return self._kept.decode("utf-8", "replace")

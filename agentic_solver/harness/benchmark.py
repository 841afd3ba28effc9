"""Benchmarks and platforms: which tasks there are and where they are played.

A benchmark is the name of a built-in suite, the path of a suite folder, or, on the real
platform, the platform's own benchmark id. The platform is the twin in this process, the real
one, or any other address that speaks the same wire.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agentic_solver.erc3.transport import (
    ConcurrentTransport,
    DirectTransport,
    HidingTransport,
    LiveTransport,
    Transport,
)
from agentic_solver.errors import SettingsError, UsageError
from agentic_solver.settings import Settings
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.twin.variation.company import Renaming
from agentic_solver.twin.variation.option import parse_variation
from agentic_solver.twin.variation.vary import vary

__all__ = ["Benchmark", "benchmark_of", "open_benchmark", "transport_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """A benchmark and the transport that reaches it."""

    id: str
    """What the platform calls it."""
    name: str
    """What the user called it: a name, or the last part of a path."""
    platform: str
    """``twin`` or the base address."""
    transport: Transport
    account_key: str
    suite: Suite | None
    """The suite behind a twin in this process."""
    recorded_as: str
    """Prefix of the keys of its recordings: the id, with the seed if the tasks are drawn."""
    notes: tuple[str, ...] = ()
    """What the user is to know of the variations of the suite, one sentence each."""
    renaming: Renaming | None = None
    """The other name of its company, if it got one."""


def open_benchmark(
    benchmark: str,
    platform: str,
    settings: Settings,
    *,
    seed: int,
    variation: Sequence[str] = (),
    tasks: Sequence[str] = (),
    concurrency: int = 1,
) -> Benchmark:
    """Return the benchmark on ``platform`` (``twin``, ``live`` or a base address).

    A platform behind HTTP is asked up to ``concurrency`` independent calls at a time; the twin in
    this process one after the other, as it answers sooner than a thread starts. What is to be said
    of a variation is said of ``tasks``, or of all where none is named.

    Raises:
        UsageError: an unknown benchmark, platform or variation, or a variation elsewhere than on
            the twin.
        SettingsError: ``live`` without an account key.
    """
    if platform == "twin":
        return _on_twin(benchmark, seed, variation, tasks)
    if variation:
        raise UsageError(f"only the local twin can vary a suite: leave out --platform {platform}")
    if platform == "live":
        if not settings.has_erc3_key:
            raise SettingsError(
                "the real platform needs an account key: set ERC3_API_KEY, or leave --platform out "
                "to play on the local twin"
            )
        address = settings.erc3_base_url
    elif platform.startswith(("http://", "https://")):
        address = platform
    else:
        raise UsageError(f"unknown platform {platform!r}: use twin, live or a http(s) address")
    return Benchmark(
        id=benchmark,
        name=benchmark,
        platform=address,
        transport=ConcurrentTransport(
            HidingTransport(LiveTransport(address), settings.erc3_api_key), concurrency
        ),
        account_key=settings.erc3_api_key or "key-local",
        suite=None,
        recorded_as=benchmark,
    )


def _on_twin(
    benchmark: str, seed: int, variation: Sequence[str], tasks: Sequence[str]
) -> Benchmark:
    asked = parse_variation(variation)
    varied = vary(load_suite(find_suite(benchmark), seed=seed), asked, seed=seed, chosen=tasks)
    return replace(
        benchmark_of(varied.suite, seed=seed),
        name=Path(benchmark).name or varied.suite.name,
        notes=varied.notes,
        renaming=varied.renaming,
    )


def benchmark_of(suite: Suite, *, seed: int = 0) -> Benchmark:
    """Return a suite that has been read as a benchmark on a twin of its own."""
    return Benchmark(
        id=suite.name,
        name=suite.name,
        platform="twin",
        transport=transport_of(Twin(suite, seed=seed)),
        account_key="key-local",
        suite=suite,
        recorded_as=f"{suite.name}@{seed}" if suite.is_drawn else suite.name,
    )


def transport_of(twin: Twin) -> Transport:
    """Return what reaches a twin in this process."""

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = twin.handle(path, body)
        return reply.status, reply.body

    return DirectTransport(handle)

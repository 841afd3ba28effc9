"""The twin of a suite behind an address, for as long as a block runs."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.harness.recording import recorded_on
from agentic_solver.twin.app import serving
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import find_suite, load_suite
from agentic_solver.twin.variation.option import parse_variation
from agentic_solver.twin.variation.vary import vary as vary_suite

__all__ = ["ServedTwin", "twin"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedTwin:
    """A twin that is served."""

    address: str
    """Base address of the platform, such as ``http://127.0.0.1:41234``."""
    benchmark: str
    """The id under which clients ask for the suite."""
    tasks: tuple[str, ...]
    """Ids of its tasks."""
    key: str = "key-local"
    """Account key; any other is taken as well."""


@contextmanager
def twin(
    suite: str,
    *,
    seed: int = 0,
    vary: Sequence[str] = (),
    host: str = "127.0.0.1",
    port: int = 0,
    record: Path | str | None = None,
) -> Iterator[ServedTwin]:
    """Serve a suite while the block runs.

    Args:
        suite: built-in benchmark, or path of a suite folder.
        seed: draws companies, tasks and wordings.
        vary: variations, as ``--vary`` says them.
        host: address to listen on.
        port: 0 takes a free one.
        record: folder that gets a run for each session of a client, and one for single tasks.

    Raises:
        UsageError: no such suite or variation, or the address cannot be used.
        WorkspaceError: the folder of ``record`` cannot be written.
    """
    loaded = load_suite(find_suite(suite), seed=seed)
    varied = vary_suite(loaded, parse_variation(tuple(vary)), seed=seed).suite
    with ExitStack() as stack:
        layers = []
        if record is not None:
            options: JsonObject = {"seed": seed, "variation": [*vary]}
            layers.append(stack.enter_context(recorded_on(Path(record), varied, options)))
        served = serving(Twin(varied, seed=seed), host=host, port=port, layers=layers)
        address = stack.enter_context(served)
        tasks = tuple(task.id for task in varied.tasks)
        yield ServedTwin(address=address, benchmark=varied.name, tasks=tasks)

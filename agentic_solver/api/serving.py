"""The twin of a suite behind an address, for as long as a block runs."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

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
    suite: str, *, seed: int = 0, vary: Sequence[str] = (), host: str = "127.0.0.1", port: int = 0
) -> Iterator[ServedTwin]:
    """Serve a suite while the block runs.

    Args:
        suite: built-in benchmark, or path of a suite folder.
        seed: draws companies, tasks and wordings.
        vary: variations, as ``--vary`` says them.
        host: address to listen on.
        port: 0 takes a free one.

    Raises:
        UsageError: no such suite or variation, or the address cannot be used.
    """
    loaded = load_suite(find_suite(suite), seed=seed)
    varied = vary_suite(loaded, parse_variation(tuple(vary)), seed=seed).suite
    with serving(Twin(varied, seed=seed), host=host, port=port) as address:
        tasks = tuple(task.id for task in varied.tasks)
        yield ServedTwin(address=address, benchmark=varied.name, tasks=tasks)

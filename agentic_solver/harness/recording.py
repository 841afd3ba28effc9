"""A served twin that writes down what its clients do: one call starts it, in any process.

with recorded_twin(suite, Path("runs")) as address:
    ...   # any client at that address leaves its run below runs/
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.group import GroupFolder
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.served_run import AgentFacts, ServedRun
from agentic_solver.harness.witness import Witness
from agentic_solver.settings import Prices
from agentic_solver.twin.app import Layer, serving
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite

__all__ = ["recorded_on", "recorded_twin"]

_UNNAMED = "unnamed agent"


def _silent(_line: str) -> None:
    """Nobody listens."""


@contextmanager
def recorded_twin(
    suite: Suite,
    record: Path,
    *,
    seed: int = 0,
    host: str = "127.0.0.1",
    port: int = 0,
    layers: Sequence[Layer] = (),
    tell: Callable[[str], None] = _silent,
) -> Iterator[str]:
    """Serve a suite in a thread of this process and record what clients do; gives the address.

    Args:
        suite: what is served.
        record: folder that gets a run for each session, and one for all single tasks.
        seed: draws ids and wordings.
        host: address to listen on.
        port: 0 takes a free one.
        layers: what else stands between clients and platform, the first nearest to the client.
        tell: is told the folder of each run, and why nothing more can be recorded.

    Raises:
        UsageError: the address cannot be used.
        WorkspaceError: the folder cannot be written.
    """
    twin = Twin(suite, seed=seed)
    with (
        recorded_on(record, suite, {"seed": seed, "variation": []}, tell=tell) as witness,
        serving(twin, host=host, port=port, layers=(*layers, witness)) as address,
    ):
        yield address


@contextmanager
def recorded_on(
    record: Path,
    suite: Suite,
    options: JsonObject,
    *,
    tell: Callable[[str], None] = _silent,
    prices: Prices | None = None,
) -> Iterator[Witness]:
    """Give the layer that records; the runs are whole when the block ends.

    Several runs of one agent are a group then (:mod:`agentic_solver.harness.group`).

    Args:
        record: folder that gets the runs; it is made where it is missing.
        suite: what is served.
        options: how it is served, with ``seed`` and ``variation``.
        tell: is told the folder of each run, and why nothing more can be recorded.
        prices: of the tokens that agents report.

    Raises:
        WorkspaceError: the folder cannot be written.
    """
    try:
        record.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WorkspaceError(
            f"--record {record} cannot be written ({error.strerror}): name another folder"
        ) from error

    opened: dict[str, list[Path]] = {}

    def open_run(name: str, architecture: str, tasks: Sequence[str]) -> ServedRun:
        folder = RunFolder.create(record, suite.name)
        tell(f"evidence: {folder.path}")
        opened.setdefault(name, []).append(folder.path)
        facts = AgentFacts(
            suite=suite, options=options, agent=name or _UNNAMED, architecture=architecture,
            prices=prices,
        )  # fmt: skip
        return ServedRun(folder, facts, tasks)

    witness = Witness(open_run, tell=tell)
    try:
        yield witness
    finally:
        witness.close()
        if not witness.failure:
            for runs in opened.values():
                if len(runs) > 1:
                    tell(f"group: {_grouped(record, suite.name, runs)}")


def _grouped(record: Path, suite: str, runs: Sequence[Path]) -> Path:
    """Name runs of one agent as repeats of each other, and return the folder that says so."""
    group = GroupFolder.create(record, suite, len(runs))
    for run in runs:
        group.add(run)
    return group.path

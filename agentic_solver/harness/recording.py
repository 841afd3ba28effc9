"""What records the clients of a served twin: one block, around whatever serves it.

with recorded_on(Path("runs"), suite, options) as layer, serving(twin, layers=[layer]):
    ...   # any client leaves its run below runs/
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
from agentic_solver.twin.suite import Suite

__all__ = ["recorded_on"]

_UNNAMED = "unnamed agent"


def _silent(_line: str) -> None:
    """Nobody listens."""


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
            for name, runs in opened.items():
                # Nobody knows whether clients without a name are one agent or many.
                if len(runs) > 1 and name:
                    tell(f"group: {_grouped(record, suite.name, runs)}")


def _grouped(record: Path, suite: str, runs: Sequence[Path]) -> Path:
    """Name runs of one agent as repeats of each other, and return the folder that says so."""
    group = GroupFolder.create(record, suite, len(runs))
    for run in runs:
        group.add(run)
    return group.path

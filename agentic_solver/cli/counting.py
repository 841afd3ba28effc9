"""A bar for work that takes seconds: on a terminal that can redraw, and nowhere else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

__all__ = ["Count", "counting"]

Count = Callable[[str, int, int], None]
"""Takes the phase of the work, how much of it is done, and of how much: 0 where nobody knows."""


@contextmanager
def counting(label: str = "", console: Console | None = None) -> Iterator[Count]:
    """Show a bar on stderr while the block runs, and remove it at its end.

    Args:
        label: what is worked on, before the name of the phase.
        console: where else than on stderr.
    """
    place = console or Console(stderr=True)
    if not place.is_terminal or place.is_dumb_terminal:
        yield lambda _phase, _done, _total: None
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn())
    numbers = TextColumn("{task.fields[numbers]}")
    with Progress(*columns, numbers, TimeElapsedColumn(), console=place, transient=True) as bar:
        task = bar.add_task(label or "starting", total=None, numbers="")

        def count(phase: str, done: int, total: int) -> None:
            bar.update(
                task,
                description=": ".join(part for part in (label, phase) if part),
                completed=done,
                total=total or None,
                numbers=f"{done:,}/{total:,}" if total else "",
            )

        yield count

"""A bar for work that is counted: on a terminal that can redraw, and nowhere else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

__all__ = ["counting"]

Count = Callable[[int, int], None]
"""Takes how much is done, and of how much."""


@contextmanager
def counting(label: str, console: Console | None = None) -> Iterator[Count]:
    """Show a bar on stderr while the block runs, and remove it at its end."""
    place = console or Console(stderr=True)
    if not place.is_terminal or place.is_dumb_terminal:
        yield lambda _done, _all: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=place, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)

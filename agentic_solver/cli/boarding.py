"""The board at the command line: which suite and run are meant, and how lines are printed."""

import dataclasses
import json
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agentic_solver.analysis.board import Board, make_board
from agentic_solver.analysis.board_row import board_rows
from agentic_solver.twin.suite import SuiteMeta
from agentic_solver.twin.suitefile import parse_yaml, read_text
from agentic_solver.twin.suitefolder import META
from agentic_solver.workspace import write_text_atomic

__all__ = ["show_board"]

_PLAIN_WIDTH = 400
"""A pipe or a file takes a line as long as it is."""


def show_board(
    runs: Path, suite: str, *, against: Path | None, html: Path | None, as_json: bool
) -> None:
    """Print the runs of a suite, or write them as a page.

    Raises:
        UsageError: there is no run of the suite, or none to pair with.
        SuiteError: the folder of the suite is broken.
        WorkspaceError: the page cannot be written.
    """
    # A path of the workspace, given from elsewhere, is a name all the same.
    chosen = "" if against is None else (against.resolve() if against.is_dir() else against).name
    board = make_board(runs, _benchmark(suite), against=chosen)
    if html is not None:
        # jinja2 is only needed for a page.
        from agentic_solver.analysis.board_page import render_board

        write_text_atomic(html, render_board(board))
    if as_json:
        print(json.dumps(dataclasses.asdict(board), ensure_ascii=False, indent=1, default=_plain))
    else:
        _print(board)
        if html is not None:
            print(f"page: {html}")


def _benchmark(suite: str) -> str:
    meta = Path(suite) / META
    return parse_yaml(meta, read_text(meta), SuiteMeta).name if meta.is_file() else suite


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _print(board: Board) -> None:
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    rows = board_rows(board)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in rows[0]:
        table.add_column(title, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row.values()))
    console.print(table)
    for sentence in board.broken:
        print(f"left out: {sentence}")

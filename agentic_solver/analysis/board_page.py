"""The board as one HTML page that needs nothing else; names and models are text, never markup."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from agentic_solver.analysis.board import Board
from agentic_solver.analysis.board_row import board_rows

__all__ = ["render_board"]


def render_board(board: Board) -> str:
    """Return the page."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("board.html.j2").render(board=board, rows=board_rows(board))

"""The outermost border: every fault becomes one sentence on stderr and an exit code."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from typer.exceptions import TyperException

from agentic_solver.errors import AgenticSolverError

__all__ = ["INTERRUPTED", "UNEXPECTED", "error_boundary"]

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
UNEXPECTED = 70
"""Exit code of a fault nobody foresaw."""


@contextmanager
def error_boundary(*, debug: bool) -> Iterator[None]:
    """Turn whatever the block raises into ``typer.Exit`` with the right code.

    What the command line itself raises (usage errors, exits, a closed pipe) passes through.

    Args:
        debug: also print the traceback of a fault.
    """
    try:
        yield
    except (typer.Exit, typer.Abort, TyperException, BrokenPipeError):
        raise
    except KeyboardInterrupt as error:
        rest = _one_line(error)
        raise _ended(f"interrupted; {rest}" if rest else "interrupted.", INTERRUPTED) from error
    except AgenticSolverError as error:
        if debug:
            traceback.print_exc(file=sys.stderr)
        raise _ended(_one_line(error) or type(error).__name__, error.exit_code) from error
    except Exception as error:  # the last resort of the process; nothing is hidden, it is reported
        if debug:
            traceback.print_exc(file=sys.stderr)
        detail = _one_line(error)
        sentence = f"unexpected {type(error).__name__}{': ' if detail else ''}{detail}"
        advice = "this is a bug, please report it with the output of --debug."
        raise _ended(f"{sentence.rstrip('.')}; {advice}", UNEXPECTED) from error


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _ended(sentence: str, code: int) -> typer.Exit:
    typer.echo(f"agentic-solver: {sentence}", err=True)
    return typer.Exit(code)

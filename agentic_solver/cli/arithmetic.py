"""``agentic-solver arithmetic ADD 2 3``: one task through the whole engine, without a model.

This is the example to read first. It builds a task, hands it with the domain's agents and tools
to one pass of the controller, and prints the response: who was chosen, what came out, what the
critic said, and the states in between.
"""

import re
from typing import Annotated, NoReturn, get_args

import typer

from agentic_solver.arithmetic import ArithmeticTask, run
from agentic_solver.arithmetic.builtin import build_dispatcher, build_tools
from agentic_solver.arithmetic.schema import Operation
from agentic_solver.errors import UsageError

__all__ = ["command"]

_OPERATIONS: dict[str, Operation] = {name: name for name in get_args(Operation)}
_INTEGER = re.compile(r"[+-]?[0-9]{1,1000}", re.ASCII)


def command(
    op: Annotated[str, typer.Argument(help="ADD, SUB or MUL.")],
    a: Annotated[str, typer.Argument(help="An integer.")],
    b: Annotated[str, typer.Argument(help="An integer.")],
) -> None:
    """Compute with two integers and print the controller's response as JSON."""
    task = ArithmeticTask(op=_operation(op), a=_integer(a), b=_integer(b))
    response = run(task, dispatcher=build_dispatcher(), tool_registry=build_tools())
    print(response.model_dump_json(indent=2))


def _operation(text: str) -> Operation:
    operation = _OPERATIONS.get(text)
    if operation is None:
        _refuse(f"{text[:40]!r} is not an operation: use ADD, SUB or MUL.")
    return operation


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        _refuse(f"{text[:40]!r} is not an integer of at most 1000 digits.")
    return int(text)


def _refuse(sentence: str) -> NoReturn:
    raise UsageError(sentence)

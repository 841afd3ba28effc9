"""Source that threads read at the same time."""

import ast
import gc
import threading
from collections.abc import Callable, Iterator

import pytest

from agentic_solver.erc3.syntax import parse_source

SOURCE = "\n".join(f"def f{n}():\n    return (1, (2, (3, 'a')), {n})" for n in range(200))
OTHER = "x = (((1, 2), 3), 4)"


@pytest.fixture
def between() -> Iterator[list[Callable[[], None]]]:
    """What is called once in the middle of the next reading: the collector, as in a worker of Dask,
    runs Python code wherever objects are made, and other threads get their turn there."""
    planned: list[Callable[[], None]] = []

    def look(phase: str, _info: dict[str, int]) -> None:
        if phase == "start" and planned:
            planned.pop()()

    before, ran = gc.get_threshold(), gc.isenabled()
    gc.collect()
    gc.callbacks.append(look)
    gc.enable()
    gc.set_threshold(1)
    yield planned
    gc.set_threshold(*before)
    if not ran:
        gc.disable()
    gc.callbacks.remove(look)


def test_two_threads_may_read_source_at_a_time(between: list[Callable[[], None]]) -> None:
    alone = ast.dump(ast.parse(SOURCE))
    found: list[str] = []
    other = threading.Thread(target=lambda: found.append(ast.dump(parse_source(OTHER, "other"))))

    def let_the_other_one_read() -> None:
        other.start()
        other.join(timeout=0.2)

    between.append(let_the_other_one_read)
    assert ast.dump(parse_source(SOURCE, "source")) == alone
    other.join()
    assert found == [ast.dump(ast.parse(OTHER))]

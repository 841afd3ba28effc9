"""An answer has to be whole in time, however it arrives."""

from collections.abc import Iterator

import httpx2
import pytest

from agentic_solver.http_deadline import within


class Pieces(httpx2.SyncByteStream):
    """A body that takes a second a piece, by the clock of the test."""

    def __init__(self, clock: list[float], pieces: int) -> None:
        self.clock = clock
        self.pieces = pieces
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(self.pieces):
            self.clock[0] += 1
            yield b"x"

    def close(self) -> None:
        self.closed = True


def asked(body: Pieces, seconds: float) -> httpx2.Response:
    transport = httpx2.MockTransport(lambda _request: httpx2.Response(200, stream=body))
    hooks = within(seconds, clock=lambda: body.clock[0])
    with httpx2.Client(transport=transport, event_hooks=hooks) as client:
        return client.post("http://made.test/")


def test_an_answer_in_time_arrives_whole() -> None:
    assert asked(Pieces([5.0], 4), 4).text == "xxxx"


def test_an_answer_that_is_whole_counts_however_late() -> None:
    assert asked(Pieces([5.0], 1), 0.5).text == "x"


def test_an_answer_that_goes_on_and_on_is_a_read_timeout_and_its_connection_is_closed() -> None:
    body = Pieces([5.0], 1_000)
    with pytest.raises(httpx2.ReadTimeout, match="the answer was not whole after 4 s"):
        asked(body, 4)
    assert body.clock[0] == 11
    assert body.closed

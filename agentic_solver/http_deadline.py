"""A time limit for whole HTTP answers.

The read time-out of the HTTP library begins anew with each piece that arrives: a server that sends
a byte a second would hold a task for hours. Imported where a client is made, with that library.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx2

__all__ = ["within"]

_SENT = "agentic_solver.sent"


class _Punctual(httpx2.SyncByteStream):
    """A body that has to be there in time."""

    def __init__(
        self, response: httpx2.Response, until: float, text: str, clock: Callable[[], float]
    ) -> None:
        self._inner = response.stream
        self._request = response.request
        self._until = until
        self._text = text
        self._clock = clock

    def __iter__(self) -> Iterator[bytes]:
        assert isinstance(self._inner, httpx2.SyncByteStream)
        late = False
        for piece in self._inner:
            # Not after the last piece: an answer that is whole, and paid for, counts.
            if late:
                raise httpx2.ReadTimeout(self._text, request=self._request)
            yield piece
            late = self._clock() > self._until

    def close(self) -> None:
        if isinstance(self._inner, httpx2.SyncByteStream):
            self._inner.close()


def within(
    seconds: float, *, clock: Callable[[], float] = time.monotonic
) -> dict[str, list[Callable[[Any], None]]]:
    """Return event hooks of a client: an answer that is not whole in time is a ``ReadTimeout``.

    It is looked at when a piece arrives; silence is left to the client's own read time-out.
    """

    def sent(request: httpx2.Request) -> None:
        request.extensions = {**request.extensions, _SENT: clock()}

    def begun(response: httpx2.Response) -> None:
        until = response.request.extensions[_SENT] + seconds
        text = f"the answer was not whole after {seconds:g} s"
        response.stream = _Punctual(response, until, text, clock)

    return {"request": [sent], "response": [begun]}

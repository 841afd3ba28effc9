"""The observer port: telemetry goes here and nowhere else.

Nothing reads back from an observer, so no business byte depends on which one is used.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

__all__ = ["JsonlObserver", "Measure", "NullObserver", "Observation", "Observer"]

Measure = str | int | float | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Something worth measuring: what happened, to what, with which figures."""

    name: str
    """Dotted, such as ``reaction.finished``."""
    subject: str = ""
    """Id of what it is about: a reaction, an attempt, a call."""
    measures: Mapping[str, Measure] = field(default_factory=lambda: MappingProxyType({}))


class Observer(Protocol):
    """Receives observations; must neither raise nor answer."""

    def observe(self, observation: Observation) -> None:
        """Take note of one observation."""
        ...


class NullObserver:
    """Takes note of nothing."""

    def observe(self, observation: Observation) -> None:
        """Forget it."""


class JsonlObserver:
    """Writes each observation as one JSON line to a sink.

    A sink that fails loses the line (counted in ``lost``), never the work.
    """

    def __init__(
        self, write: Callable[[str], object], clock: Callable[[], float] | None = None
    ) -> None:
        """``write`` takes one line with its line end; ``clock`` gives seconds, if wanted."""
        self._write = write
        self._clock = clock
        self.lost = 0

    def observe(self, observation: Observation) -> None:
        """Write one line."""
        line: dict[str, object] = {"name": observation.name, "subject": observation.subject}
        if self._clock is not None:
            line["at"] = self._clock()
        line["measures"] = {
            name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in observation.measures.items()
        }
        try:
            self._write(json.dumps(line, ensure_ascii=True) + "\n")
        except OSError:
            self.lost += 1

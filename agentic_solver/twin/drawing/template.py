"""Templates: functions that draw a task; each module of a suite's ``templates`` holds some."""

from collections.abc import Callable
from dataclasses import dataclass, field

from agentic_solver.twin.drawing.draw import Draw, Drawn

__all__ = ["Template", "template"]

Drawing = Callable[[Draw], Drawn]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A function with its family; the function's name is the id of its tasks."""

    name: str
    family: str
    draw: Drawing
    worlds: tuple[str, ...] = ()
    """Worlds that suit it; empty means every one."""
    copies: int = 1
    """Tasks drawn from it, each with another draw."""
    tags: tuple[str, ...] = field(default=())


def template(
    *, family: str, worlds: tuple[str, ...] = (), copies: int = 1, tags: tuple[str, ...] = ()
) -> Callable[[Drawing], Template]:
    """Make a template of a function ``(draw) -> drawn``."""

    def make(function: Drawing) -> Template:
        name = getattr(function, "__name__", "template").replace("_", "-")
        return Template(
            name=name, family=family, draw=function, worlds=worlds, copies=copies, tags=tags
        )

    return make

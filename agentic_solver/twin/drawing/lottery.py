"""The lottery: from templates and a seed to tasks. The same seed always draws the same."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.canonical import content_id
from agentic_solver.errors import SuiteError
from agentic_solver.twin.drawing.draw import Draw, Drawn, UnsuitableError
from agentic_solver.twin.drawing.reference import Reference
from agentic_solver.twin.drawing.scene import Scene
from agentic_solver.twin.drawing.sourcefile import place_of
from agentic_solver.twin.drawing.template import Template
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.wikipages import WikiPages
from agentic_solver.twin.world import World

__all__ = ["DrawnTask", "draw_tasks"]

_TRIES = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTask:
    """A task with its solution."""

    spec: TaskSpec
    reference: Reference
    template: str


def draw_tasks(
    templates: Sequence[tuple[str, Template]],
    worlds: Mapping[str, World],
    wikis: Mapping[str, WikiPages],
    *,
    seed: int,
) -> tuple[DrawnTask, ...]:
    """Draw every template.

    Args:
        templates: with the files they come from, for messages.
        worlds: the companies of this seed.
        wikis: their pages.
        seed: decides everything.

    Raises:
        SuiteError: a template raises, names an unknown world, or finds no draw that suits.
    """
    tasks: list[DrawnTask] = []
    for file, template in templates:
        for copy in range(1, template.copies + 1):
            tasks.append(_draw_one(file, template, copy, worlds, wikis, seed))
    return tuple(tasks)


def _draw_one(
    file: str,
    template: Template,
    copy: int,
    worlds: Mapping[str, World],
    wikis: Mapping[str, WikiPages],
    seed: int,
) -> DrawnTask:
    place = f"{file}, template {template.name}"
    names = template.worlds or tuple(worlds)
    unknown = [name for name in names if name not in worlds]
    if unknown:
        raise SuiteError(f"{place}: there is no world {unknown[0]!r}: use {', '.join(worlds)}")
    reason = ""
    for attempt in range(_TRIES):
        rng = random.Random(content_id([seed, template.name, copy, attempt]))
        world = rng.choice(names)
        scene = Scene(worlds[world], wikis[worlds[world].wiki])
        try:
            drawn = template.draw(Draw(scene, rng))
        except UnsuitableError as error:
            reason = str(error)
            continue
        except Exception as error:
            kind = type(error).__name__
            line = place_of(Path(file), error)
            raise SuiteError(
                f"{line}, template {template.name}: it raises {kind}: {error}: mend the template"
            ) from error
        task_id = template.name if template.copies == 1 else f"{template.name}-{copy}"
        spec = _spec(task_id, template, world, scene, drawn)
        return DrawnTask(spec=spec, reference=drawn.reference, template=template.name)
    raise SuiteError(
        f"{place}: none of {_TRIES} draws with seed {seed} suits, the last one because: {reason}: "
        "loosen the template or enlarge the company"
    )


def _spec(task_id: str, template: Template, world: str, scene: Scene, drawn: Drawn) -> TaskSpec:
    sentences = [sentence for _, group in drawn.wordings for sentence in group]
    return TaskSpec(
        id=task_id,
        family=template.family,
        world=world,
        overlay=scene.overlay(),
        caller=drawn.caller,
        text=sentences[0],
        paraphrases=tuple(sentences[1:]),
        wordings=dict(drawn.wordings),
        expect=drawn.expect,
    )

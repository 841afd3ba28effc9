"""Playing from Python: a benchmark, or one sentence, with a proposer of any kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, Unpack

from pydantic import TypeAdapter, ValidationError

from agentic_solver.api.record import Run, Task
from agentic_solver.contracts.request_reading import ReadMode
from agentic_solver.contracts.wording import instead
from agentic_solver.core import describe
from agentic_solver.erc3.propose.request import Feedback, SecondLook
from agentic_solver.errors import UsageError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.ended import raise_if_stopped
from agentic_solver.harness.hand_plans import AS_PLAYED
from agentic_solver.harness.models import Own, choose_model, choose_proposer, open_models
from agentic_solver.harness.options import SHIPPED, RunOptions
from agentic_solver.harness.own_reader import OwnReader
from agentic_solver.harness.proposer import Proposer
from agentic_solver.harness.proposer_source import offered
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.harness.solve import GUEST, solve_sentence
from agentic_solver.llm.model import Effort
from agentic_solver.settings import Settings, read_environment
from agentic_solver.workspace import Workspace, find_workspace

__all__ = ["RunSettings", "run", "solve"]


class RunSettings(TypedDict, total=False):
    """What shapes a run beside suite, tasks and proposer; all have the command line's defaults."""

    name: str
    """What a function is called in manifest, report and exports; default: ``module:function``."""
    model: str
    reader_model: str
    """Model that reads what a request asks to be changed."""
    effort: Effort
    temperature: float
    max_tokens: int
    model_timeout_s: float
    """Seconds that a model, or a proposer of your own, has for one plan."""
    plans: str | Path
    """Folder of plans by hand: ``TASK.json`` each, with ``TASK.reading.json``."""
    recordings: str
    record_to: str
    rounds: int
    steps: int
    seed: int
    variation: tuple[str, ...]
    platform: str
    """``twin``, ``live`` or an address."""
    read: ReadMode
    feedback: Feedback
    second_look: SecondLook
    dry_run: bool
    wide: int
    max_tasks: int
    max_tokens_total: int
    max_cost: float
    max_time_s: float
    task_timeout_s: float
    workspace: str | Path


_OPTIONS: TypeAdapter[RunOptions] = TypeAdapter(RunOptions)
_OWN = ("tasks", "workers")
"""Settings with a parameter of their own."""


def run(
    suite: str,
    *,
    proposer: Proposer | str | None = None,
    reader: OwnReader | str | None = None,
    tasks: Sequence[str] | None = None,
    workers: int = 1,
    **settings: Unpack[RunSettings],
) -> Run:
    """Play a benchmark and return the run.

    Args:
        suite: built-in benchmark, or path of a suite folder.
        proposer: a function (plain or ``async``) that takes a :class:`PlanRequest` and returns a
            plan; or a name as ``--proposer`` takes it. Default: the live model if a key is set,
            else recorded plans.
        reader: a function (plain or ``async``) that takes a :class:`ReadRequest` and returns what
            the request asks to be changed; or ``module:function``. Default: the readings that are
            recorded or written beside the plans, else a live model if a key is set.
        tasks: ids; all when left out.
        workers: tasks, and so calls of the proposer, at the same time.
        **settings: see :class:`RunSettings`.

    Raises:
        UsageError: no such suite, task, proposer or setting; a value that does not fit.
        ModelError: no call of the proposer was answered, or the model is gone.
        PlatformError: the platform failed.
        KeyboardInterrupt: Ctrl-C ended the run; its folder stays readable.
    """
    if isinstance(tasks, str):
        raise UsageError(f"tasks is a list of ids, such as [{tasks!r}]")
    given = {**settings, "tasks": tuple(tasks or ()), "workers": workers}
    order = _order(suite, proposer, reader, given)
    options, found = order.options, order.environment
    opened = open_benchmark(
        suite,
        options.platform,
        found,
        seed=options.seed,
        variation=options.variation,
        tasks=options.tasks,
        concurrency=options.platform_concurrency,
    )
    models = open_models(options, opened, found, order.own)
    summary = run_benchmark(
        options,
        benchmark=opened,
        workspace=order.workspace,
        model=models.planner,
        reader=models.reader,
        prices=None if options.is_recorded else found.prices,
    )
    if summary.interrupted:
        raise KeyboardInterrupt(f"the rest is played with run --resume {summary.run_dir}")
    raise_if_stopped(summary)
    return Run(Path(summary.run_dir))


def solve(
    text: str,
    *,
    suite: str,
    as_: str = GUEST,
    proposer: Proposer | str | None = None,
    reader: OwnReader | str | None = None,
    **settings: Unpack[RunSettings],
) -> Task:
    """Solve one sentence in the company of a suite; what it changes is gone afterwards.

    Args:
        text: the sentence.
        suite: built-in benchmark, or path of a suite folder.
        as_: who asks: an employee's id or full name, or ``guest``.
        proposer: as :func:`run` takes it.
        reader: likewise.
        **settings: see :class:`RunSettings`.

    Raises:
        UsageError: no such suite or proposer, an empty sentence, or nobody of that name.
        ModelError: the proposer gave no answer.
    """
    order = _order(suite, proposer, reader, dict(settings))
    if order.options.is_plain:
        raise UsageError("the plain agent solves no single sentence: name another proposer")
    solved = solve_sentence(text, as_, order.options, order.environment, order.workspace, order.own)
    return Run(solved.run_dir).task(solved.result.task)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """What a call asks for."""

    own: Own
    """The functions that were given."""
    options: RunOptions
    environment: Settings
    workspace: Workspace


def _order(suite: str, proposer: object, reader: object, asked: dict[str, Any]) -> _Order:
    """Return what is to be played, and with what.

    Raises:
        UsageError: an unknown setting or proposer, a name that is taken, a value that does not fit.
    """
    known = [*RunSettings.__annotations__, *_OWN]
    for unknown in asked.keys() - set(known):
        raise UsageError(f"there is no setting {unknown!r}; {instead(unknown, known, 'setting')}")
    found = read_environment()
    name, folder = asked.pop("name", ""), asked.pop("workspace", None)
    place = find_workspace(None if folder is None else Path(folder), found.workspace)
    if asked.get("plans"):
        proposer = _by_hand(proposer, asked)
    function: Proposer | None = proposer if callable(proposer) else None
    reads: OwnReader | None = reader if callable(reader) else None
    if reads is None and reader is not None and not isinstance(reader, str):
        raise UsageError(f"a reader is a function or module:function, not {type(reader).__name__}")
    if function is not None:
        label = _label(function, name)
    elif proposer is not None and not isinstance(proposer, str):
        raise UsageError(f"a proposer is a function or a name, not {type(proposer).__name__}")
    elif name:
        raise UsageError("name is for a function: a proposer that is named has its name")
    else:
        label = choose_proposer(proposer or "", found, plain=True)
    model, recordings = asked.get("model", ""), asked.get("recordings", "")
    shaped = {
        **asked,
        "benchmark": suite,
        "proposer": label,
        "reader": _spec(reads) if reads is not None else reader or "",
        "model": choose_model(model, label, found, recordings=recordings),
    }
    own = Own(proposer=function, reader=reads)
    return _Order(own=own, options=_checked(shaped), environment=found, workspace=place)


def _by_hand(proposer: object, asked: dict[str, Any]) -> str:
    """Set what plans by hand fix, and return who proposes them.

    Raises:
        UsageError: something else was asked for.
    """
    given = {name: value for name, value in asked.items() if name in AS_PLAYED}
    if proposer is not None:
        given["proposer"] = proposer
    for name, value in given.items():
        if value != AS_PLAYED[name]:
            raise UsageError(f"plans plays what is written, in one round: leave out {name}")
    asked |= {**AS_PLAYED, "plans": str(asked["plans"])}
    return "recorded"


def _label(proposer: Proposer, name: str) -> str:
    if name in SHIPPED or name in offered():
        raise UsageError(f"{name!r} is a proposer already: give yours another name")
    return name or _spec(proposer)


def _spec(function: Proposer | OwnReader) -> str:
    kind = type(function)
    module = getattr(function, "__module__", kind.__module__)
    return f"{module}:{getattr(function, '__qualname__', kind.__qualname__)}"


def _checked(options: dict[str, Any]) -> RunOptions:
    try:
        return _OPTIONS.validate_python(options)
    except ValidationError as error:
        first = describe(error).split("\n")[0]
        raise UsageError(f"a setting does not fit: {first}") from error

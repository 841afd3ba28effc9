"""One sentence in the company of a suite: a task that nobody grades, with its evidence."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.decision import AgentResponse, Decision
from agentic_solver.contracts.plan import Plan
from agentic_solver.erc3.finders.transliteration import fold_name
from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.errors import ModelUnavailableError, SettingsError, UsageError
from agentic_solver.harness.benchmark import Benchmark, open_benchmark
from agentic_solver.harness.models import NOT_OWN, Own, builtin_recordings, open_models
from agentic_solver.harness.options import RunOptions, TaskResult
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.settings import Settings
from agentic_solver.twin.expectation import Expectation
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.twin.task import Caller, TaskSpec
from agentic_solver.twin.world import World
from agentic_solver.workspace import Workspace

__all__ = ["GUEST", "Round", "Solved", "solve_sentence"]

GUEST = "guest"
_FAMILY = "sentence"
_OK = 200
_SHORT = 70
"""Letters of a request that is shown as an example."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One plan and what became of it."""

    plan: Plan
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """The whole way from the sentence to the answer."""

    rounds: tuple[Round, ...]
    response: AgentResponse
    result: TaskResult
    policy_known: bool
    run_dir: Path


def solve_sentence(
    text: str,
    caller: str,
    options: RunOptions,
    settings: Settings,
    workspace: Workspace,
    own: Own = NOT_OWN,
) -> Solved:
    """Play ``text`` as a task of ``options.benchmark``, asked by ``caller``.

    ``caller`` is an employee's id or full name, or ``guest``. The twin's company is a fresh copy;
    what the task changes is gone afterwards. With recorded plans and no folder of recordings the
    sentence is that of a task of the suite, asked by its caller, and the task is played.
    ``own`` holds the functions that the options name, if they are at hand.

    Raises:
        UsageError: no such suite, an empty sentence, or nobody or several people of that name.
        SettingsError: no model: neither a key nor recordings.
        ModelUnavailableError: the model gave no answer.
    """
    if not text.strip():
        raise UsageError("the sentence is empty: say what is asked")
    options = replace(options, command="solve")
    suite = load_suite(find_suite(options.benchmark), seed=options.seed)
    if options.proposer == "recorded" and not options.recordings:
        task = _recorded_task(suite, text, caller, options.seed)
        played = open_benchmark(options.benchmark, "twin", settings, seed=options.seed)
        opened = replace(played, name=_run_name(suite))
        options = replace(options, tasks=(task.id,))
    else:
        opened = _opened(_with_sentence(suite, text, caller), options)
    models = open_models(options, opened, settings, own)
    summary = run_benchmark(
        options,
        benchmark=opened,
        workspace=workspace,
        model=models.planner,
        reader=models.reader,
    )
    if summary.interrupted:
        raise KeyboardInterrupt
    (result,) = summary.results
    if result.unplanned:
        raise ModelUnavailableError(f"no model call was answered: {result.forced}")
    return _read(Path(summary.run_dir), result)


def _with_sentence(suite: Suite, text: str, caller: str) -> Suite:
    """Return the suite with the sentence as its only task."""
    world = next(iter(suite.worlds))
    asking = _caller(caller, suite.worlds[world])
    task = TaskSpec(
        # The id names recordings: the same sentence of the same caller has the same reply.
        id=f"{_FAMILY}-{short_id([text, asking.to_json()])}",
        family=_FAMILY,
        world=world,
        caller=asking,
        text=text,
        expect=Expectation(outcomes=("ok_answer",)),
    )
    return replace(suite, tasks=(task,), drawn={}, is_drawn=False)


def _recorded_task(suite: Suite, text: str, caller: str, seed: int) -> TaskSpec:
    """Return the task with this wording and this caller: the recorded plans know its key.

    Raises:
        SettingsError: there is none, so that a model is needed; names some that there are.
    """
    for task in suite.tasks:
        if task.wording(seed) == text.strip() and task.caller is not None:
            asking = _caller(caller, suite.worlds[task.world])
            if task.caller.current_user == asking.current_user:
                return task
    _caller(caller, next(iter(suite.worlds.values())))
    need = (
        "a sentence of your own needs a model: set ANTHROPIC_API_KEY, use --proposer openai, "
        "or name a folder with --recordings"
    )
    if not builtin_recordings(suite.name).is_dir():
        raise SettingsError(need)
    short = [task for task in suite.tasks if task.caller and len(task.wording(seed)) < _SHORT]
    some = "; ".join(f'"{task.wording(seed)}" --as {_name(task)}' for task in short[:2])
    raise SettingsError(
        f"{need}. Recorded plans answer the requests of the suite's tasks, to the letter and as "
        f"their callers ask them, such as {some}"
    )


def _name(task: TaskSpec) -> str:
    return (task.caller.current_user if task.caller else "") or GUEST


def _caller(name: str, world: World) -> Caller:
    if name == GUEST:
        return Caller(current_user="", is_public=True, location="", department="")
    found = [one for one in world.employees if one.id == name]
    found = found or [one for one in world.employees if fold_name(one.name) == fold_name(name)]
    if len(found) != 1:
        if found:
            both = ", ".join(f"{one.id} ({one.department})" for one in found)
            raise UsageError(f"{len(found)} people are called {name!r}: give the id, {both}")
        some = ", ".join(f"{one.id} ({one.name})" for one in world.employees[:3])
        raise UsageError(
            f"nobody is called {name!r} here: give a full name, an id or {GUEST!r}, such as {some}"
        )
    one = found[0]
    return Caller(
        current_user=one.id, is_public=False, location=one.location, department=one.department
    )


def _opened(suite: Suite, options: RunOptions) -> Benchmark:
    twin = Twin(suite, seed=options.seed)

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = twin.handle(path, body)
        if path != "/tasks/complete" or reply.status != _OK:
            return reply.status, reply.body
        # Nobody says what a right answer to a sentence is: there is no grade to be told.
        return reply.status, json.dumps({**json.loads(reply.body), "eval": None}).encode()

    return Benchmark(
        id=suite.name,
        name=_run_name(suite),
        platform="twin",
        transport=DirectTransport(handle),
        account_key="key-local",
        suite=suite,
        recorded_as=suite.name,
    )


def _run_name(suite: Suite) -> str:
    """Return what the runs are called: nobody is to take them for runs of the suite."""
    return f"{suite.name}-sentence"


def _read(run_dir: Path, result: TaskResult) -> Solved:
    folder = run_dir / "tasks" / result.task
    rounds = []
    for path in sorted(folder.glob("round-*/plan.json"), key=lambda one: int(one.parent.name[6:])):
        plan = json.loads(path.read_text("utf-8"))["plan"]
        decision = path.with_name("decision.json").read_text("utf-8")
        rounds.append(
            Round(
                plan=Plan.model_validate_json(json.dumps(plan)),
                decision=Decision.model_validate_json(decision),
            )
        )
    context = folder / "context.json"
    known = context.is_file() and bool(json.loads(context.read_text("utf-8"))["policy_known"])
    return Solved(
        rounds=tuple(rounds),
        response=AgentResponse.model_validate_json((folder / "response.json").read_text("utf-8")),
        result=result,
        policy_known=known,
        run_dir=run_dir,
    )

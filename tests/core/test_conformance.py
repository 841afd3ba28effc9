"""What every domain has to show. A new domain is one more entry in ``DOMAINS``.

The domain ``letters`` is the one that docs/new-domain.md builds: its code blocks are executed here.
"""

import hashlib
import importlib.util
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

import agentic_solver.core
from agentic_solver.arithmetic import ArithmeticTask
from agentic_solver.arithmetic import run as run_arithmetic
from agentic_solver.arithmetic.builtin import build_dispatcher, build_tools
from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.plan import InputTask
from agentic_solver.core import (
    AgentDispatcher,
    AgentFailedError,
    AgentProtocol,
    Controller,
    ControllerDomainInput,
    ControllerRequest,
    ControllerResponse,
    Decision,
    PlannerOutput,
    TaskChangedError,
    ToolArgumentError,
    ToolRegistry,
    WorkerOutput,
)
from agentic_solver.core.scripted import ScriptedAgent
from agentic_solver.erc3.critic import ReportCritic
from agentic_solver.erc3.propose.prompt import Prompt
from agentic_solver.erc3.propose.reply import PlanReply, ReplyCase, ReplyInterpretation
from agentic_solver.erc3.propose.request import ExecutionReport, SolveRequest
from agentic_solver.erc3.propose.routing import Router
from agentic_solver.erc3.propose.worker import ModelSettings, PlanWorker
from agentic_solver.llm.scripted import ScriptedModel

CORE = Path(agentic_solver.core.__path__[0])
RECIPE = Path(__file__).parents[2] / "docs" / "new-domain.md"

AnyDispatcher = AgentDispatcher[Any, Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """Everything that the suite needs to know of a domain."""

    task: BaseModel
    other_task: BaseModel
    """Any other valid task."""
    build_dispatcher: Callable[[], AnyDispatcher]
    build_tools: Callable[[], ToolRegistry]
    run: Callable[..., ControllerResponse]
    """``run(task, *, dispatcher, tool_registry)``"""


def recipe_domain() -> Domain:
    """Execute the recipe's code blocks as one module and take the domain out of it."""
    blocks = re.findall(r"^```python\n(.*?)^```$", RECIPE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) == 6, "one code block a step"
    spec = importlib.util.spec_from_loader("letters_domain", loader=None)
    assert spec is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules["letters_domain"] = module
    exec(compile("\n".join(blocks), str(RECIPE), "exec"), vars(module))
    return Domain(
        task=module.EXAMPLE,
        other_task=module.ANOTHER,
        build_dispatcher=module.build_dispatcher,
        build_tools=module.build_tools,
        run=module.run,
    )


PLAN_REPLY = PlanReply(
    interpretation=ReplyInterpretation(reading="r", entities=(), dates=(), wants_change=False),
    facts=(),
    writes=(),
    cases=(
        ReplyCase(when="", outcome="none_unsupported", message="No.", links=(), apply_writes=False),
    ),
    exact_message=(),
    rules=(),
)


READ_TOOL, WRITE_TOOL = "execute_read_plan", "execute_write_plan"


class ExecutePlan(Contract):
    """Arguments of the two execution tools."""

    request: SolveRequest
    reply: PlanReply


def erc3_dispatcher() -> AnyDispatcher:
    """The real agents of the domain; the model behind the workers is scripted."""

    def worker(name: str, tool: str) -> PlanWorker:
        return PlanWorker(
            name=name,
            tool=tool,
            model=ScriptedModel(lambda _request: PLAN_REPLY.model_dump_json()),
            settings=ModelSettings(model="scripted"),
            prompt=Prompt(blocks=(), user="u"),
            key="k",
            on_exchange=lambda _answer: None,
        )

    return AgentDispatcher(
        planner=Router(),
        workers={"worker_read": worker("r", READ_TOOL), "worker_write": worker("w", WRITE_TOOL)},
        critic=ReportCritic(),
        max_retries=2,
    )


def erc3_tools() -> ToolRegistry:
    """Stand-ins for the execution tools: a company that accepts every plan."""

    def execute(args: ExecutePlan) -> ExecutionReport:
        return ExecutionReport(decision_id=content_id(args), verdict="accept")

    tools = ToolRegistry()
    tools.register(READ_TOOL, "Executes a plan that only reads.", execute, ExecutePlan)
    tools.register(WRITE_TOOL, "Executes a plan that may write.", execute, ExecutePlan)
    return tools


def run_erc3(
    task: SolveRequest, *, dispatcher: AnyDispatcher, tool_registry: ToolRegistry
) -> ControllerResponse:
    request = ControllerRequest(domain=ControllerDomainInput[SolveRequest](task=task))
    return Controller(dispatcher, tool_registry).run(request)


DOMAINS = {
    "arithmetic": Domain(
        task=ArithmeticTask(op="ADD", a=2, b=3),
        other_task=ArithmeticTask(op="MUL", a=2, b=3),
        build_dispatcher=build_dispatcher,
        build_tools=build_tools,
        run=run_arithmetic,
    ),
    "erc3": Domain(
        task=SolveRequest(task=InputTask(text="Who leads the project?")),
        other_task=SolveRequest(task=InputTask(text="Close the project.")),
        build_dispatcher=erc3_dispatcher,
        build_tools=erc3_tools,
        run=run_erc3,
    ),
    "letters": recipe_domain(),
}

every_domain = pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS.keys())


def run(domain: Domain, dispatcher: AnyDispatcher | None = None) -> ControllerResponse:
    return domain.run(
        domain.task,
        dispatcher=dispatcher or domain.build_dispatcher(),
        tool_registry=domain.build_tools(),
    )


def agents_of(dispatcher: AnyDispatcher) -> list[AgentProtocol]:
    return [dispatcher.planner, *dispatcher.workers.values(), dispatcher.critic]


def says(agent: AgentProtocol, *replies: str | BaseModel) -> ScriptedAgent:
    """Return an agent of the same schemas that says something else."""
    return ScriptedAgent(
        name=agent.name,
        input_schema=agent.input_schema,
        output_schema=agent.output_schema,
        replies=replies,
    )


class Eavesdropper:
    """Passes everything through and keeps it."""

    def __init__(self, agent: AgentProtocol) -> None:
        self.agent = agent
        self.name = agent.name
        self.input_schema = agent.input_schema
        self.output_schema = agent.output_schema
        self.heard: list[tuple[str, str]] = []

    def __call__(self, input_json: str) -> str:
        reply = self.agent(input_json)
        self.heard.append((input_json, reply))
        return reply


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a", "S1-5.1a")
def test_every_agent_has_the_four_members(domain: Domain) -> None:
    dispatcher = domain.build_dispatcher()
    for agent in agents_of(dispatcher):
        assert isinstance(agent.name, str)
        assert issubclass(agent.input_schema, BaseModel)
        assert callable(agent)
    assert issubclass(dispatcher.planner.output_schema, PlannerOutput)
    assert issubclass(dispatcher.critic.output_schema, Decision)
    assert all(issubclass(w.output_schema, WorkerOutput) for w in dispatcher.workers.values())
    assert issubclass(type(dispatcher), AgentDispatcher)


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a")
def test_a_pass_follows_the_machine_and_ends_accepted(domain: Domain) -> None:
    response = run(domain)
    assert response.trace is not None
    states = " ".join(entry["state"] for entry in response.trace)
    assert re.fullmatch(r"PLAN WORK (TOOL WORK )?CRITIC END", states)
    assert isinstance(response.critic_decision, Decision)
    assert response.critic_decision.decision == "ACCEPT"
    assert response.task == domain.task
    assert response.worker_id in domain.build_dispatcher().workers


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a")
def test_everything_said_is_json_of_the_agents_schemas(domain: Domain) -> None:
    dispatcher = domain.build_dispatcher()
    ears = {name: Eavesdropper(worker) for name, worker in dispatcher.workers.items()}
    planner, critic = Eavesdropper(dispatcher.planner), Eavesdropper(dispatcher.critic)
    dispatcher.planner, dispatcher.critic = planner, critic
    dispatcher.workers.update(ears)
    run(domain, dispatcher)
    assert len(planner.heard) == len(critic.heard) == 1
    for ear in (planner, critic, *ears.values()):
        for asked, answered in ear.heard:
            ear.input_schema.model_validate_json(asked, strict=True, extra="forbid")
            ear.output_schema.model_validate_json(answered, strict=True, extra="forbid")


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a")
def test_equal_tasks_give_equal_bytes(domain: Domain) -> None:
    assert run(domain).model_dump_json() == run(domain).model_dump_json()


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a")
@pytest.mark.parametrize("role", ["planner", "worker", "critic"])
@pytest.mark.parametrize("reply", ["", "{}", "[]", '{"surprise":1}', "x" * 3_000_000])
def test_a_misbehaving_agent_is_a_documented_fault(domain: Domain, role: str, reply: str) -> None:
    dispatcher = domain.build_dispatcher()
    match role:
        case "planner":
            spoiled = dispatcher.planner = says(dispatcher.planner, reply)
        case "critic":
            spoiled = dispatcher.critic = says(dispatcher.critic, reply)
        case _:
            worker_id = run(domain).worker_id
            spoiled = dispatcher.workers[worker_id] = says(dispatcher.workers[worker_id], reply)
    with pytest.raises(AgentFailedError) as caught:
        run(domain, dispatcher)
    assert caught.value.agent == spoiled.name
    assert len(spoiled.calls) == dispatcher.max_retries


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a")
def test_the_task_cannot_be_exchanged(domain: Domain) -> None:
    dispatcher = domain.build_dispatcher()
    worker_id = run(domain).worker_id
    other = json.dumps({"task": domain.other_task.model_dump(mode="json"), "worker_id": worker_id})
    dispatcher.planner = says(dispatcher.planner, other)
    with pytest.raises(TaskChangedError):
        run(domain, dispatcher)


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a")
@pytest.mark.parametrize("several", [None, list, tuple])
def test_a_run_takes_exactly_one_task(domain: Domain, several: Any) -> None:
    tasks = None if several is None else several([domain.task, domain.other_task])
    with pytest.raises(ValidationError):
        domain.run(tasks, dispatcher=domain.build_dispatcher(), tool_registry=domain.build_tools())


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a")
def test_task_and_response_are_immutable(domain: Domain) -> None:
    response: Any = run(domain)
    before = response.model_dump_json()
    for name in type(domain.task).model_fields:
        with pytest.raises(ValidationError):
            setattr(domain.task, name, None)
    for name in type(response).model_fields:
        with pytest.raises(ValidationError):
            setattr(response, name, None)
    response.trace.clear()
    assert response.model_dump_json() == before


@every_domain
@pytest.mark.requirement("S1-11a", "S0-13a")
def test_tools_refuse_arguments_that_do_not_fit(domain: Domain) -> None:
    tools = domain.build_tools()
    assert tools.names
    for name in tools.names:
        assert tools.get(name).description
        broken: list[Any] = [{"surprise": 1}, {}, [], None]
        for arguments in broken:
            with pytest.raises(ToolArgumentError):
                tools.call(name, arguments)


def core_digest() -> str:
    parts = [path.read_bytes() for path in sorted(CORE.glob("*.py"))]
    classes = [
        f"{name}.{member}:{id(value)}"
        for name in agentic_solver.core.__all__
        if isinstance(getattr(agentic_solver.core, name), type)
        for member, value in sorted(vars(getattr(agentic_solver.core, name)).items())
        if callable(value)
    ]
    return hashlib.sha256(b"".join(parts) + "\n".join(classes).encode()).hexdigest()


@pytest.mark.requirement("S1-9a", "S1-9b", "S1-9c", "S1-9d")
def test_domains_bring_types_schemas_agents_and_tools_to_one_unchanged_core() -> None:
    before = core_digest()
    for domain in DOMAINS.values():
        assert run(domain).critic_decision is not None
    assert core_digest() == before
    assert {"arithmetic", "erc3"} <= DOMAINS.keys()

    tasks = {type(domain.task) for domain in DOMAINS.values()}
    dispatchers = [domain.build_dispatcher() for domain in DOMAINS.values()]
    planner_schemas = {dispatcher.planner.input_schema for dispatcher in dispatchers}
    crews = [{type(agent) for agent in agents_of(dispatcher)} for dispatcher in dispatchers]
    agents = {kind for crew in crews for kind in crew}
    tools = {name for domain in DOMAINS.values() for name in domain.build_tools().names}
    assert len(tasks) == len(planner_schemas) == len(DOMAINS)
    assert len(agents) == sum(len(crew) for crew in crews)
    assert len(tools) == sum(len(domain.build_tools().names) for domain in DOMAINS.values())
    for kind in tasks | agents | planner_schemas:
        assert not kind.__module__.startswith("agentic_solver.core")

"""Public fakes and builders for tests of the engine and of domains built on it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agentic_solver.contracts.decision import AgentResponse, Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import (
    APICall,
    Commitment,
    ExecutionTrace,
    FactQuery,
    InputTask,
    Outcome,
    Plan,
    PolicyRefs,
    ResponseCase,
    ResponseTemplate,
)
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.core.scripted import ScriptedAgent
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.commitments import builtin_registry
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.execute.intent import taken_as_asked
from agentic_solver.erc3.execute.ledger import Ledger
from agentic_solver.erc3.execute.static import CompiledPlan, check_plan
from agentic_solver.erc3.execute.workbench import Workbench, read_identity
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.twin.expectation import OUTCOMES, Expectation
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.route import WRITE_ROUTES
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import Caller, Overlay, TaskSpec
from agentic_solver.twin.universe import Universe
from agentic_solver.twin.wikipages import WikiPages as SuiteWiki
from agentic_solver.twin.world import World

__all__ = [
    "Desk",
    "ScriptedAgent",
    "ScriptedModel",
    "assert_accepted",
    "build_plan",
    "case",
    "compile_plan",
    "fact",
    "open_desk",
    "single_task_suite",
    "write_call",
]

_TASK = "task"
_SUITE = "test"


def fact(fact_id: str, query: str, *inputs: str) -> FactQuery:
    """Return a fact."""
    return FactQuery(id=fact_id, query=query, inputs=inputs)


def case(
    outcome: Outcome = Outcome.OK_ANSWER, message: str = "Done.", *, when: str = "", **rest: object
) -> ResponseCase:
    """Return a response case; ``rest`` goes to :class:`ResponseCase` as it is."""
    return ResponseCase(when=when, outcome=outcome, message=message, **rest)  # type: ignore[arg-type]


def write_call(call_id: str, tool: str, rows: str) -> APICall:
    """Return a write call that is invoked once for each row of a fact."""
    return APICall(id=call_id, tool=tool, args={"$each": rows})


def compile_plan(plan: Plan, catalog: Catalog | None = None) -> CompiledPlan:
    """Return a plan that passes the static checks, without rules and, by default, without tools."""
    compiled = check_plan(
        plan.request,
        plan,
        catalog=catalog or Catalog(tools={}, digest="0" * 64),
        policy=Policy(wiki_sha1="0" * 40, rules=()),
        registry=builtin_registry(),
        limits=ReactionLimits(),
    )
    assert isinstance(compiled, CompiledPlan), compiled
    return compiled


def build_plan(
    text: str,
    *,
    facts: tuple[FactQuery, ...] = (),
    calls: tuple[APICall, ...] = (),
    cases: tuple[ResponseCase, ...] = (),
    spans: dict[str, str] | None = None,
    rules: tuple[str, ...] = (),
    task_id: str = _TASK,
    benchmark: str = _SUITE,
    dry_run: bool = False,
) -> Plan:
    """Return a whole plan with every commitment that its content requires.

    ``spans`` maps the id of a write call to the words of the request that ask for it. Unless it
    says otherwise the plan is for the task of a :func:`single_task_suite`.
    """
    answered = cases or (case(),)
    commitments = [Commitment(kind="trace_integrity"), Commitment(kind="policy_compliance")]
    if spans or any(item.links for item in answered):
        commitments.append(Commitment(kind="link_grounding"))
    for call_id, span in (spans or {}).items():
        rows = next((call.args.get("$each") for call in calls if call.id == call_id), None)
        details: JsonObject = {
            "call": call_id,
            "intent_span": span,
            "based_on": [rows] if rows else [],
        }
        commitments.append(Commitment(kind="write_safety", details=details))
    if spans:
        commitments.append(Commitment(kind="read_after_write"))
    commitments += [
        Commitment(kind="minimality", details={"case": index, "outcome": item.outcome.value})
        for index, item in enumerate(answered)
        if item.outcome is not Outcome.OK_ANSWER
    ]
    return Plan(
        request=InputTask(text=text, task_id=task_id, benchmark=benchmark),
        execution_trace=ExecutionTrace(calls=calls),
        facts=facts,
        response_template=ResponseTemplate(cases=answered),
        dry_run=dry_run,
        policy_refs=PolicyRefs(rules_ids=rules),
        commitments=tuple(commitments),
    )


def assert_accepted(decision: Decision, outcome: Outcome = Outcome.OK_ANSWER) -> AgentResponse:
    """Fail with what stands against it unless the plan was accepted; return the response."""
    assert decision.ok, decision.violations
    assert decision.response is not None
    assert decision.response.outcome is outcome, decision.proofs
    return decision.response


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """One caller's task on a twin, opened as far as ``whoami``: ready to execute plans."""

    twin: Twin
    task_id: str
    task: InputTask
    client: Erc3Client
    session: Session
    bench: Workbench
    executor: Executor

    def execute(self, plan: Plan, **options: Any) -> Decision:
        """Execute ``plan``; ``options`` are those of ``execute_and_validate``.

        Without a ``reading`` the request is taken to ask for whatever the plan writes.
        """
        compare = None if "reading" in options else taken_as_asked
        return replace(self.executor, compare=compare).execute_and_validate(
            self.task, plan, self.bench, **options
        )

    @property
    def universe(self) -> Universe:
        """The truth behind the company API."""
        return self.twin.universe(self.task_id)

    @property
    def routes(self) -> tuple[str, ...]:
        """The routes that were called, in order; answers from the cache are no calls."""
        return tuple(call.route for call in self.twin.calls(self.task_id))

    @property
    def writes(self) -> tuple[str, ...]:
        """The routes of the writes that reached the company."""
        return tuple(route for route in self.routes if route in WRITE_ROUTES)


def single_task_suite(
    world: World, wiki: Mapping[str, str], caller: Caller | None, text: str, overlay: Overlay
) -> Suite:
    """Return a suite with one world and one task, which expects nothing in particular."""
    spec = TaskSpec(
        id=_TASK, family="test", world="world", overlay=overlay, caller=caller, text=text,
        expect=Expectation(outcomes=OUTCOMES),  # type: ignore[arg-type]
    )  # fmt: skip
    return Suite(
        path=Path(), name=_SUITE, description="", grading_version=1, page_limit=5,
        require_usage=False, wikis={world.wiki: SuiteWiki(wiki)}, worlds={"world": world},
        tasks=(spec,),
    )  # fmt: skip


def open_desk(
    suite: Suite, *, catalog: Catalog, policy: Policy, ledger: Ledger | None = None
) -> Desk:
    """Start the first task of ``suite`` on a twin of its own and open it; retries do not wait.

    Raises:
        PlatformError: the caller is unknown or the company does not answer.
    """
    twin = Twin(suite)

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = twin.handle(path, body)
        return reply.status, reply.body

    transport = DirectTransport(handle)
    spec = suite.tasks[0]
    platform = PlatformClient(transport, sleep=lambda _seconds: None)
    started = platform.start_new_task(suite.name, spec.id)
    client = Erc3Client(
        transport, sim_prefix(suite.name, started.task_id), sleep=lambda _seconds: None
    )
    api = ClientApi(client)
    identity = read_identity(api)
    session = Session.open(identity)
    wiki = WikiPages(dict(suite.wikis[suite.worlds[spec.world].wiki]))
    bench = Workbench(
        api=api,
        session=session,
        acquirer=Acquirer(session, api, wiki=wiki),
        ledger=Ledger() if ledger is None else ledger,
        identity=identity,
        wiki=wiki,
    )
    return Desk(
        twin=twin,
        task_id=started.task_id,
        task=InputTask(text=spec.text, task_id=spec.id, benchmark=suite.name),
        client=client,
        session=session,
        bench=bench,
        executor=Executor(catalog=catalog, policy=policy, compare=taken_as_asked),
    )

"""The solver of one task: the dual-state workflow ``snapshot → solve → submit``.

One Controller pass is one execution of the ``solve`` action pair; the guard engine is the only
thing that repeats; everything that changes the company sits inside one registered tool. This
module strings the three documents together and adds nothing of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import JsonValue, ValidationError

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import AgentResponse, Decision
from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.contracts.plan import InputTask, Outcome, Plan, plan_id
from agentic_solver.contracts.request_reading import NOBODY, Proofread, RequestReading
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.core.controller import Controller
from agentic_solver.core.dispatcher import AgentDispatcher
from agentic_solver.core.errors import AgentFailedError, CoreError
from agentic_solver.core.request import ControllerDomainInput, ControllerRequest
from agentic_solver.core.schema import Decision as Ruling
from agentic_solver.core.tool import ToolRegistry
from agentic_solver.erc3.critic import ReportCritic
from agentic_solver.erc3.execute.executor import QUESTION, Executor
from agentic_solver.erc3.execute.looking import LookWish
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.plancache.recall import Hit
from agentic_solver.erc3.policy.outcome import Evidence, forced_message, forced_outcome
from agentic_solver.erc3.propose.reply import (
    LookReply,
    PlanReply,
    ReplyFact,
    decode,
    plan_of,
)
from agentic_solver.erc3.propose.request import (
    ExecutionReport,
    Feedback,
    LookEnd,
    RoundFeedback,
    SecondLook,
    SolveContext,
    SolveRequest,
)
from agentic_solver.erc3.propose.rounds import first_problem, gave_up, same_problem, write_feedback
from agentic_solver.erc3.propose.routing import WORKER, Router
from agentic_solver.erc3.propose.worker import PlanWorker
from agentic_solver.erc3.second_look import SecondLooking
from agentic_solver.errors import ContractError, ModelCallError, OwnFunctionError
from agentic_solver.guard.action import ActionPair
from agentic_solver.guard.context import Context
from agentic_solver.guard.document import Document
from agentic_solver.guard.engine import run
from agentic_solver.guard.record import RunRecord
from agentic_solver.guard.repository import Node, Repository
from agentic_solver.guard.state import Satisfied
from agentic_solver.guard.verdict import Judgement, accepted, fatal, rejected
from agentic_solver.guard.workflow import Step, Workflow

__all__ = [
    "TOOL",
    "Setup",
    "Solution",
    "Solver",
    "TaskRecorder",
]

TOOL = "execute_write_plan"
_SNAPSHOT, _SOLVE, _SUBMIT = "g_snapshot", "g_solve", "g_submit"
_STAGNATION = 3
_FAULTS = frozenset(
    {
        ViolationCode.API_CALL_FAILED,
        ViolationCode.API_PAYLOAD_INVALID,
        ViolationCode.SYSTEM_BROKEN,
        ViolationCode.SNAPSHOT_INSUFFICIENT,
        ViolationCode.PLAN_UNJUDGED,
        ViolationCode.WRITE_FAILED,
        ViolationCode.POSTCONDITION_FAILED,
        ViolationCode.MODEL_REPLY,
    }
)
"""What is wrong where a system has failed, or the model: no answer of the caller mends it."""


class TaskRecorder(Protocol):
    """Where the evidence of a task goes as it comes into being."""

    def plan(self, round_number: int, plan: Plan) -> None: ...

    def decision(self, round_number: int, decision: Decision) -> None: ...

    def response(self, response: AgentResponse) -> None: ...


class ExecutePlan(Contract):
    """Arguments of the execution tool: a plan, or facts that the model asks for first."""

    request: SolveRequest
    reply: PlanReply | None = None
    look: tuple[ReplyFact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """How one task came out."""

    response: AgentResponse
    forced: bool
    """No plan was accepted; the response is the policy's safe outcome."""
    reason: str
    """Why it was forced; empty otherwise."""
    rounds: int
    record: RunRecord | None
    """How the workflow went; None of a request that no workflow began for."""
    recalled: bool = False
    """Whether the kept plan gave the response."""
    second_look: LookEnd = ""
    answered: int = 0
    """The round whose plan gave the response, where the last one did not."""


WorkerFactory = Callable[[str, str], PlanWorker]
"""Makes a worker from its name and its only tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the first step of a task opens, once identity and wiki digest are known."""

    bench: Workbench
    executor: Executor
    factory: WorkerFactory
    experience: tuple[str, ...] = ()
    """Ids of the patches in the prompt, for the record of each decision."""
    recalled: Hit | None = None
    """The kept plan for this request: it is played first, in a round of its own."""
    reading: Callable[[], RequestReading | str] = lambda: NOBODY
    """What the request asks to be changed, or why nobody could tell; the same in all rounds."""
    proofread: Proofread = lambda _draft, _pages: False
    """Whether a change that the request leaves open may stand."""


@dataclass(slots=True, kw_only=True)
class Solver:
    """Solves one task; make a new one for each."""

    task: InputTask
    setup: Callable[[], Setup]
    """Opens the task: its first call, ``whoami``, happens here."""
    submit: Callable[[AgentResponse], None]
    recorder: TaskRecorder
    rounds: int = 2
    """Rounds of the model at most: R_max of the step ``solve`` is one less."""
    recalls: bool = False
    """Whether there may be a kept plan; its round is one more."""
    max_model_calls: int = 2
    """Calls of the dispatcher a round: one primary, at most one repair."""
    force_dry_run: bool = False
    feedback: Feedback = "codes"
    second_look: SecondLook = "off"
    _look: SecondLooking = field(init=False)
    _open: Setup | None = field(default=None, init=False)
    _reply: JsonObject = field(default_factory=dict, init=False)
    _decisions: list[Decision] = field(default_factory=list, init=False)
    _rounds: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._look = SecondLooking(strength=self.second_look)

    def solve(self, repository: Repository) -> Solution:
        """Run the workflow; whatever happens, exactly one response is submitted.

        Raises:
            PlatformError: the response itself could not be submitted.
        """
        record = run(self._workflow(), repository)
        if record.final.workflow[_SUBMIT]:
            response = self._accepted()
            return Solution(
                response=response,
                forced=False,
                reason="",
                rounds=self._rounds,
                record=record,
                recalled=self._rounds == self._recalled_rounds(),
                second_look=self._look.end,
                answered=self._look.round,
            )
        response = self._forced(record)
        self.recorder.response(response)
        self.submit(response)
        return Solution(
            response=response,
            forced=True,
            reason=_why(record),
            rounds=self._rounds,
            record=record,
            second_look=self._look.end,
        )

    def _workflow(self) -> Workflow:
        document = Document.of({"text": self.task.text})
        return Workflow(
            steps=(
                Step(
                    id="snapshot",
                    guard=_SNAPSHOT,
                    pair=ActionPair(
                        precondition=Satisfied(), generator=self._prepare, guard=self._is_open
                    ),
                    r_max=0,
                    specification=document,
                ),
                Step(
                    id="solve",
                    guard=_SOLVE,
                    pair=ActionPair(
                        precondition=Satisfied(_SNAPSHOT), generator=self._pass, guard=self._judge
                    ),
                    r_max=self.rounds - 1 + self.recalls + self._look.rounds,
                    specification=document,
                    stagnation_limit=_STAGNATION,
                    stagnation_key=same_problem,
                ),
                Step(
                    id="submit",
                    guard=_SUBMIT,
                    pair=ActionPair(
                        precondition=Satisfied(_SOLVE),
                        generator=self._send,
                        guard=lambda _node, _context: accepted(),
                    ),
                    r_max=0,
                    specification=document,
                ),
            ),
            constraints=Document.of(
                {"rule": "one response; no write without a rule that allows it"}
            ),
            goal=Satisfied(_SUBMIT),
        )

    # snapshot ----------------------------------------------------------------------------

    def _prepare(self, _context: Context) -> JsonValue:
        self._open = self.setup()
        return self._open.bench.identity.to_json()

    def _is_open(self, _node: Node, _context: Context) -> Judgement:
        return accepted()

    def _opened(self) -> Setup:
        if self._open is None:
            raise ContractError("the step snapshot has not run")
        return self._open

    # solve -------------------------------------------------------------------------------

    def _pass(self, context: Context) -> JsonValue:
        """One controller pass over the request and the feedback so far."""
        self._rounds = context.attempt
        self._look.shown = None
        kept = self._recalled_rounds()
        history = tuple(
            RoundFeedback.model_validate_json(item.feedback) for item in context.history[kept:]
        )
        request = SolveRequest(
            task=self.task,
            context=SolveContext(
                round=context.attempt, history=history, recalled=context.attempt <= kept
            ),
        )
        controller: Controller[SolveRequest, ExecutionReport, Ruling] = Controller(
            self._dispatcher(), self._tools()
        )
        try:
            answer = controller.run(ControllerRequest(domain=ControllerDomainInput(task=request)))
        except AgentFailedError as error:
            return {"fault": "reply", "message": error.last_error}
        except (CoreError, OwnFunctionError) as error:  # the next round may do better
            return {"fault": "reply", "message": str(error)}
        except ModelCallError as error:
            return {"fault": "model", "message": str(error)}
        return {"worker": answer.worker_id, "report": answer.worker_output.result.to_json()}  # type: ignore[union-attr]

    def _recalled_rounds(self) -> int:
        """Return how many rounds play a kept plan: one, or none."""
        return int(self._open is not None and self._open.recalled is not None)

    def _dispatcher(self) -> AgentDispatcher[SolveRequest, ExecutionReport, Ruling]:
        factory = self._opened().factory
        return AgentDispatcher(
            planner=Router(),
            workers={WORKER: factory(WORKER, TOOL)},
            critic=ReportCritic(),
            max_retries=self.max_model_calls,
        )

    def _tools(self) -> ToolRegistry:
        tools = ToolRegistry()
        tools.register(
            TOOL,
            "Execute a plan; its writes are applied when every check holds.",
            self._execute,
            ExecutePlan,
        )
        return tools

    def _execute(self, args: ExecutePlan) -> ExecutionReport:
        opened = self._opened()
        number = args.request.context.round
        if args.reply is None:
            return self._show(args.look, number)
        self._reply, plan = args.reply.to_json(), decode(args.reply, self.task)
        self.recorder.plan(number, plan)
        kept = opened.recalled if args.request.context.recalled else None
        decision = opened.executor.execute_and_validate(
            self.task,
            plan,
            opened.bench,
            round_number=number,
            force_dry_run=self.force_dry_run,
            experience=() if kept else opened.experience,
            expected=kept.expected if kept else None,
            show_facts=self.feedback == "facts",
            look=None if kept else self._wish(number, plan_id(plan)),
            reading=opened.reading,
            proofread=opened.proofread,
        )
        self._decisions.append(decision)
        self.recorder.decision(number, decision)
        return _told(decision)

    def _wish(self, number: int, plan: str) -> LookWish | None:
        """Return what is noted with the decision on a plan, for a second look at it."""
        kept = self._recalled_rounds()
        played = number - kept
        again = any(one.plan_id == plan for one in self._decisions[kept:])
        last = again or played >= min(self.rounds, _STAGNATION)
        return self._look.wish(first=played == 1, last=last)

    def _show(self, look: tuple[ReplyFact, ...], number: int) -> ExecutionReport:
        """Run facts that the model asks for before it plans."""
        opened = self._opened()
        asked = LookReply(look=look)
        plan = plan_of(asked, self.task)
        self.recorder.plan(number, plan)
        decision = opened.executor.execute_and_validate(
            self.task,
            plan,
            opened.bench,
            round_number=number,
            force_dry_run=True,
            look=self._look.asked(),
        )
        self.recorder.decision(number, decision)
        self._look.show(decision, asked.to_json())
        return _told(decision)

    def _judge(self, node: Node, context: Context) -> Judgement:
        """The one guard of ``solve``: the decision's verdict, with its violations as feedback."""
        content = node.content
        if not isinstance(content, dict):
            return fatal("the pass left no report")
        if self._look.is_open:
            return self._judge_look(content, context.attempt)
        if "fault" in content:
            if content["fault"] == "model":
                return fatal(f"no usable answer of the model: {content['message']}")
            violation = Violation(
                code=ViolationCode.MODEL_REPLY,
                message=str(content["message"])[:2_000],
                path="",
            )
            return self._rejected(context, (violation,))
        report = ExecutionReport.model_validate_json(Document.of(content["report"]).text)
        if report.verdict == "accept":
            return self._again(context.attempt, ()) or accepted()
        if report.verdict == "retry":
            plans = [one.plan_id for one in self._decisions[self._recalled_rounds() :]]
            if plans and plans.count(plans[-1]) > 1:
                again = f"stagnation, the same plan again{first_problem(report.violations)}"
                return self._again(context.attempt, report.violations) or fatal(again)
            return self._rejected(context, report.violations, self._decisions[-1])
        return fatal(write_feedback(context.attempt, report.violations))

    def _judge_look(self, content: dict[str, JsonValue], attempt: int) -> Judgement:
        """Judge what came of a second look: rows that were asked for, or the last plan."""
        violations: tuple[Violation, ...] = ()
        if "fault" not in content:
            report = ExecutionReport.model_validate_json(Document.of(content["report"]).text)
            violations = report.violations
            if self._look.shown is not None:
                return rejected(write_feedback(attempt, violations, look=self._look.shown))
            if report.verdict == "fatal":
                self._look.give_up()  # a write may have gone out
                return fatal(write_feedback(attempt, violations))
            if report.verdict == "accept":
                self._look.close(self._decisions[-1], attempt)
                return accepted()
        if self._look.give_up():
            return accepted()
        last = violations or self._decisions[-1].violations
        return fatal(gave_up(len(self._decisions), last))

    def _again(self, attempt: int, violations: tuple[Violation, ...]) -> Judgement | None:
        """Have the model look at the last plan once more, where that is wished for."""
        report = self._look.open(self._decisions[-1], self._reply, attempt)
        return (
            None if report is None else rejected(write_feedback(attempt, violations, look=report))
        )

    def _rejected(
        self,
        context: Context,
        violations: tuple[Violation, ...],
        decision: Decision | None = None,
    ) -> Judgement:
        """Reject a round; the last one of the model ends the step though the budget has more.

        Whether there is a kept plan, and whether anything is looked at again, shows only after
        the workflow was declared.
        """
        attempt = context.attempt
        shown = decision.notes.get("shown") if decision is not None else None
        feedback = write_feedback(attempt, violations, shown)
        key = same_problem(feedback)
        before = [one.key for one in context.history[1 - _STAGNATION :]]
        over = attempt - self._recalled_rounds() >= self.rounds
        if decision is not None and (over or before == [key] * (_STAGNATION - 1)):
            again = self._again(attempt, violations)
            if again is not None:
                return again
        if over and (self.recalls or self._look.is_on):
            return fatal(gave_up(self.rounds, violations))
        return rejected(feedback)

    # submit ------------------------------------------------------------------------------

    def _accepted(self) -> AgentResponse:
        response = (self._look.standing or self._decisions[-1]).response
        if response is None:
            raise ContractError("an accepted decision has no response")
        return response

    def _send(self, _context: Context) -> JsonValue:
        response = self._accepted()
        self.recorder.response(response)
        self.submit(response)
        return response.to_json()

    def _forced(self, record: RunRecord) -> AgentResponse:
        """The safe outcome of the policy, from a fixed text.

        Where no plan came to write what the request asks, what it asks is asked back.
        """
        last = self._decisions[-1] if self._decisions else None
        codes = {violation.code for violation in last.violations} if last is not None else set()
        applied = any(item.applied for item in last.writes) if last is not None else False
        asked = (
            str(one.notes[QUESTION]) for one in reversed(self._decisions) if QUESTION in one.notes
        )
        question = next(asked, "")
        outcome = forced_outcome(
            Evidence(
                broken=not record.final.workflow[_SNAPSHOT],
                # a plan that was refused for what it says leaves the request undecided
                ambiguous=bool(question) or (bool(codes) and not codes & _FAULTS),
            )
        )
        if applied:
            outcome = Outcome.ERROR_INTERNAL
        if question and outcome is Outcome.NONE_CLARIFICATION_NEEDED:
            return AgentResponse(message=question, outcome=outcome)
        return AgentResponse(message=forced_message(outcome), outcome=outcome)


def _why(record: RunRecord) -> str:
    """Say why a response was forced: how the workflow ended, and what was wrong last."""
    if not record.final.workflow[_SNAPSHOT]:
        return f"it could not be read who asks: {record.why}"
    last = next((event.feedback for event in reversed(record.events) if event.feedback), "")
    try:
        violations = RoundFeedback.model_validate_json(last).violations
    except ValidationError:
        return record.why  # a fatal verdict is its own reason
    return f"{record.why}{first_problem(violations)}"


def _told(decision: Decision) -> ExecutionReport:
    return ExecutionReport(
        decision_id=content_id([decision.plan_id, decision.verdict, decision.response]),
        verdict=decision.verdict,
        response=decision.response,
        violations=decision.violations,
    )

"""The dual-state engine: the only place that repeats.

Control reads verdicts and the workflow state, never the content of an artifact.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from agentic_solver.contracts.wording import rejected_attempts
from agentic_solver.errors import AgenticSolverError, ModelAccessError, UsageError
from agentic_solver.guard.context import Ambient, Context, Local, Rejection
from agentic_solver.guard.document import Document
from agentic_solver.guard.record import (
    AttemptRecord,
    EnvironmentState,
    Event,
    Phase,
    RunRecord,
    RunStatus,
    SystemState,
)
from agentic_solver.guard.repository import Entry, Node, Repository, Ruling, make_node
from agentic_solver.guard.state import WorkflowState, transition
from agentic_solver.guard.verdict import Judgement, Verdict, fatal
from agentic_solver.guard.workflow import Step, Workflow

__all__ = ["run"]

EventSink = Callable[[Event], None]


def run(
    workflow: Workflow, repository: Repository, *, on_event: EventSink | None = None
) -> RunRecord:
    """Execute ``workflow`` until its goal, a fatal verdict, or the end of a budget.

    Every generator call leaves a node in ``repository``, also when the generator or the guard
    raises: a declared fault (:class:`AgenticSolverError`) becomes a fatal ruling and ends the
    run as escalated; a wrong set-up (:class:`UsageError`), which no attempt mends, and any other
    exception leave the same ruling and go on to the caller.

    Args:
        workflow: what to do; never changed, may be used again.
        repository: receives the artifacts; may hold those of earlier runs.
        on_event: is told each event as it happens, so that a killed run leaves evidence.
    """
    return _Execution(workflow, repository, on_event).run()


@dataclass(slots=True)
class _Execution:
    """One run under way."""

    workflow: Workflow
    repository: Repository
    on_event: EventSink | None
    events: list[Event] = field(default_factory=list)
    attempts: list[AttemptRecord] = field(default_factory=list)

    def run(self) -> RunRecord:
        state = self.workflow.initial_state()
        while not self.workflow.goal(state):
            step = self.workflow.next_step(state)
            if step is None:
                return self._end(state, RunStatus.BLOCKED, "no open step is applicable")
            state, ended = self._execute(step, state)
            if ended is not None:
                return self._end(state, *ended)
        return self._end(state, RunStatus.SUCCEEDED, "")

    def _execute(
        self, step: Step, state: WorkflowState
    ) -> tuple[WorkflowState, tuple[RunStatus, str] | None]:
        """Repeat one step; return the state after it and how the run ends, if it does."""
        context = self.workflow.initial_context(step, self.repository.view())
        for attempt in range(1, step.r_max + 2):
            node, judgement = self._attempt(step, attempt, context, state)
            state = transition(state, step.guard, judgement.verdict)
            self._tell(Phase.UPDATE, node, state, judgement)
            match judgement.verdict:
                case Verdict.ACCEPT:
                    return state, None
                case Verdict.FATAL:
                    return state, (RunStatus.ESCALATED, f"{step.id}: {judgement.feedback}")
                case Verdict.RETRY:
                    context = self._refine(step, context, node, judgement)
            if step.stagnation_limit is not None and context.repeats >= step.stagnation_limit:
                reason = f"{step.id}: stagnation, the same feedback {context.repeats} times"
                return state, (RunStatus.ESCALATED, reason)
        return state, (RunStatus.EXHAUSTED, f"{step.id}: {rejected_attempts(step.r_max + 1)}")

    def _attempt(
        self, step: Step, attempt: int, context: Context, state: WorkflowState
    ) -> tuple[Node, Judgement]:
        """Generate, store, sense and store the ruling."""
        try:
            document = Document.of(step.pair.generator(context))
        except BaseException as error:
            node = self._store(step, attempt, Document.of({"fault": type(error).__name__}), state)
            judgement = self._rule(node, _fault("generator", error), context, state)
            if not _is_ruled(error):
                raise
            return node, judgement
        node = self._store(step, attempt, document, state)
        try:
            judgement = step.pair.guard(node, context)
        except BaseException as error:
            judgement = self._rule(node, _fault("guard", error), context, state)
            if not _is_ruled(error):
                raise
            return node, judgement
        return node, self._rule(node, judgement, context, state)

    def _store(self, step: Step, attempt: int, document: Document, state: WorkflowState) -> Node:
        node = self.repository.add(
            make_node(step=step.id, attempt=attempt, parent=self.repository.head, document=document)
        )
        self._tell(Phase.GENERATION, node, state, None)
        return node

    def _rule(
        self, node: Node, judgement: Judgement, context: Context, state: WorkflowState
    ) -> Judgement:
        ruling = Ruling(node=node.id, judgement=judgement)
        self.repository.rule(ruling)
        entry = Entry(node=node, ruling=ruling)
        self.attempts.append(AttemptRecord(entry=entry, context=context))
        self._tell(Phase.SENSING, node, state, judgement)
        return judgement

    def _refine(self, step: Step, context: Context, node: Node, judgement: Judgement) -> Context:
        """Return the context that has also learned of this rejection."""
        feedback = judgement.feedback
        rejection = Rejection(candidate=node, feedback=feedback, key=step.stagnation_key(feedback))
        return Context(
            ambient=Ambient(
                repository=self.repository.view(), constraints=context.ambient.constraints
            ),
            local=Local(specification=context.local.specification, candidate=node),
            history=(*context.history, rejection),
        )

    def _tell(
        self, phase: Phase, node: Node, state: WorkflowState, judgement: Judgement | None
    ) -> None:
        event = Event(phase=phase, step=node.step, attempt=node.attempt, node=node.id, state=state)
        if judgement is not None:
            event = replace(event, verdict=judgement.verdict, feedback=judgement.feedback)
        self.events.append(event)
        if self.on_event is not None:
            self.on_event(event)

    def _end(self, state: WorkflowState, status: RunStatus, reason: str) -> RunRecord:
        environment = EnvironmentState(attempts=tuple(self.attempts))
        return RunRecord(
            status=status,
            reason=reason,
            events=tuple(self.events),
            final=SystemState(workflow=state, environment=environment),
        )


def _is_ruled(error: BaseException) -> bool:
    """Whether a fault ends the run as escalated, and goes no further.

    A wrong set-up is nobody's verdict: it is the same for every run.
    """
    is_setup = isinstance(error, UsageError | ModelAccessError)
    return isinstance(error, AgenticSolverError) and not is_setup


def _fault(part: str, error: BaseException) -> Judgement:
    return fatal(f"{part} raised {type(error).__name__}: {error}")

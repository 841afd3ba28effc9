"""``execute_and_validate``: static, dry, commit, evidence. The only code that acts on a plan.

Faults of the company's systems become the outcome ``error_internal``; a refusal by policy is a
valid decision with its proof. A decision is ``retry`` while something the model can mend failed
and no effect has left the process, ``fatal`` after that.
"""

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pydantic import JsonValue
from sqlglot.errors import SqlglotError

from agentic_solver.contracts.decision import (
    AgentLink,
    AgentResponse,
    CommitmentResult,
    Decision,
    Identity,
    Stage,
    WriteRecord,
)
from agentic_solver.contracts.plan import InputTask, Outcome, Plan, plan_id
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.request_reading import NOBODY, Proofread, ReadMode, RequestReading
from agentic_solver.contracts.rule import Denied
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.answering import Answering
from agentic_solver.erc3.execute.attempt import Attempt, Draft, with_trace
from agentic_solver.erc3.execute.commit import apply_writes
from agentic_solver.erc3.execute.commitments import (
    CommitmentRegistry,
    Evidence,
    broken_commitments,
    builtin_registry,
    check_commitments,
)
from agentic_solver.erc3.execute.drafting import draft_response
from agentic_solver.erc3.execute.grounding import holds_more_than_words
from agentic_solver.erc3.execute.grouping import told_of_one
from agentic_solver.erc3.execute.intent import Compare
from agentic_solver.erc3.execute.interference import caller_view, reads_by_hidden
from agentic_solver.erc3.execute.looking import Looked, LookWish, look_note
from agentic_solver.erc3.execute.peak import find_peaks
from agentic_solver.erc3.execute.preparation import refused_operations
from agentic_solver.erc3.execute.reading import ReadRights, read_rights, shown_facts
from agentic_solver.erc3.execute.sight import Sight
from agentic_solver.erc3.execute.static import CompiledPlan, check_plan
from agentic_solver.erc3.execute.stepping import Steps
from agentic_solver.erc3.execute.totals import shown_only_in_totals
from agentic_solver.erc3.execute.witness import find_witnesses
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.plancache.expected import Expected
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.source import Refusal
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.errors import ApiError, ContractError, PlatformError
from agentic_solver.settings import WIDE

__all__ = ["QUESTION", "Executor"]

QUESTION = "question"
"""Note of a rejected decision: what is asked back if none is as asked."""

_ENGINE_ERRORS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, Refusal,
    SqlglotError, TypeError, ValueError,
)  # fmt: skip
"""What a plan nobody thought of may raise in a check; faults of the systems are none of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Executor:
    """The wiring that is the same for all tasks of one wiki digest."""

    catalog: Catalog
    policy: Policy
    registry: CommitmentRegistry = field(default_factory=builtin_registry)
    limits: ReactionLimits = field(default_factory=ReactionLimits)
    wide: int = WIDE
    """More records than so many are changed only where the request asks for all of something."""
    read: ReadMode = "auto"
    compare: Compare | None = None
    """What judges writes in the place of the reading of a request; None: the reading."""

    def execute_and_validate(
        self,
        task: InputTask,
        plan: Plan,
        bench: Workbench,
        *,
        round_number: int = 1,
        force_dry_run: bool = False,
        experience: tuple[str, ...] = (),
        expected: Expected | None = None,
        show_facts: bool = False,
        look: LookWish | None = None,
        reading: Callable[[], RequestReading | str] = lambda: NOBODY,
        proofread: Proofread = lambda _draft, _pages: False,
    ) -> Decision:
        """Execute ``plan`` for ``task`` on the systems behind ``bench``.

        Args:
            task: the request as the platform gave it.
            plan: the untrusted proposal.
            bench: the task's API, snapshot and ledger; kept over the rounds of one task.
            round_number: 1 for the first proposal; part of attempt ids.
            force_dry_run: resolve and check everything, apply nothing.
            experience: ids of the patches that were in the prompt, for the record.
            expected: the branch of a kept plan that is known to be right; if another one is about
                to answer, nothing is applied and the plan is rejected.
            show_facts: note with a rejection what of the facts the model may be shown.
            look: note with which decisions what their plan came to; None: with none.
            reading: returns what the request asks to be changed, or says why nobody could tell;
                called only where the plan changes something, or may be an answer to a request for
                a change.
            proofread: says of a change that the request leaves open whether it may stand; one
                that nobody has proofread is asked back.
        """
        bench.begin_round()
        # what was asked before the first round, whoami to begin with, belongs to its record
        first_call = 0 if round_number == 1 else len(bench.log.records)
        run = _Run(
            executor=self,
            task=task,
            plan=plan,
            bench=bench,
            round_number=round_number,
            dry_run=force_dry_run or plan.dry_run,
            experience=experience,
            expected=expected,
            show_facts=show_facts,
            look=look,
            reading=reading,
            proofread=proofread,
            first_call=first_call,
        )
        try:
            compiled = check_plan(
                task,
                plan,
                catalog=self.catalog,
                policy=self.policy,
                registry=self.registry,
                limits=self.limits,
            )
            if not isinstance(compiled, CompiledPlan):
                return run.rejected(Stage.STATIC, compiled)
            return run.execute(compiled)
        except _ENGINE_ERRORS as error:
            if bench.ledger.any_started:
                raise
            return run.unjudged(error)


@dataclass(slots=True, kw_only=True)
class _Run:
    """One call of ``execute_and_validate``."""

    executor: Executor
    task: InputTask
    plan: Plan
    bench: Workbench
    round_number: int
    dry_run: bool
    experience: tuple[str, ...]
    expected: Expected | None
    show_facts: bool
    look: LookWish | None
    reading: Callable[[], RequestReading | str]
    proofread: Proofread
    first_call: int
    rights: ReadRights | None = None
    question: str = ""
    attempt: Attempt | None = None
    identity: Identity | None = None

    # stages ------------------------------------------------------------------------------

    def execute(self, compiled: CompiledPlan) -> Decision:
        try:
            return self._dry(compiled)
        except PlatformError as error:
            return self._broken(error)

    def _dry(self, compiled: CompiledPlan) -> Decision:
        policy, catalog = self.executor.policy, self.executor.catalog
        identity = self.identity = self.bench.identity
        name = self.bench.caller_name() if policy.asks_for_names else ""
        attempt = self.attempt = Attempt(compiled=compiled, identity=identity, caller_name=name)
        in_totals = cache(lambda: shown_only_in_totals(compiled))
        rights = read_rights(policy, identity, name, compiled.queries.values(), in_totals)
        refused = refused_operations(policy, identity, name, compiled, catalog)
        if rights.denials or refused:
            return self._denied((*rights.denials, *refused))
        attempt.proofs += rights.proofs
        self.rights = rights
        refusals = reads_by_hidden(compiled, rights)
        if refusals:
            return self._denied(refusals)
        sight = Sight(policy, identity, name, self.bench)
        steps = Steps(
            compiled=compiled,
            bench=self.bench,
            catalog=catalog,
            sight=sight,
            conditional=rights.conditional,
            peaks=find_peaks(compiled, rights.conditional.keys()),
            witnesses=find_witnesses(compiled, rights.conditional.keys()),
        )
        violation = steps.run()
        decision = self._judge(attempt, rights, sight, steps, violation)
        if decision is None or (
            decision.verdict == "retry" and violation is None and not steps.is_complete
        ):
            # What is wrong with an answer may be told by the facts it does not rest on.
            decision = self._judge(attempt, rights, sight, steps, steps.run_rest())
        if decision is None:
            raise ContractError("every fact was run, and some are not there")
        return decision

    def _judge(
        self,
        attempt: Attempt,
        rights: ReadRights,
        sight: Sight,
        steps: Steps,
        violation: Violation | None,
    ) -> Decision | None:
        """Decide on the facts that were run; None where hidden values may ask for others."""
        compiled = attempt.compiled
        attempt.facts, attempt.binds = dict(steps.facts), steps.binds
        attempt.executed, attempt.ran = list(steps.executed), frozenset(steps.ran)
        refusals = sight.denials(compiled)
        if refusals:
            return self._denied(refusals)
        if rights.grouped:
            refusals = told_of_one(attempt, rights, self.bench)
            if refusals:
                return self._denied(refusals)
        if rights.conditional and (violation is None or steps.trouble is not None):
            view = caller_view(attempt, rights, self.bench)
            if view is None:
                return None
            if isinstance(view, tuple):
                return self._denied(view)
            if all(fact in view for fact in steps.ran):
                violation = None
            attempt.is_blind = any(
                one not in view or view[one].rows != output.rows
                for one, output in attempt.facts.items()
            )
            attempt.facts = dict(view)  # the record holds nothing that the caller may not see
        if violation is not None:
            if rights.conditional:
                attempt.facts = {}
            return self.rejected(Stage.DRY, (violation,))
        if self.look is not None and self.look.only_facts:
            return self.rejected(Stage.DRY, ())
        draft = draft_response(compiled, attempt.facts)
        if isinstance(draft, Violation):
            return self.rejected(Stage.DRY, (draft,))
        settled = Answering(
            attempt=attempt,
            catalog=self.executor.catalog,
            policy=self.executor.policy,
            compare=self.executor.compare,
            bench=self.bench,
            task=self.task,
            reading=self.reading,
            proofread=self.proofread,
            round_number=self.round_number,
            max_writes=self.executor.limits.max_attempts,
            wide=self.executor.wide,
            read=self.executor.read,
        ).settle(draft)
        self.question = settled.question
        if settled.denials:
            return self._denied(settled.denials)
        if settled.violations:
            return self.rejected(Stage.DRY, settled.violations)
        if settled.asks_back:
            return self._asked_back(settled.asks_back, settled.noted)
        return self._finish(attempt, settled.draft)

    # ends --------------------------------------------------------------------------------

    def _finish(self, attempt: Attempt, draft: Draft) -> Decision:
        # and what the writes touch, the caller's own record included
        touched = (target for item in attempt.writes for target in item.write.affected)
        more = (AgentLink(kind=target.kind, id=target.id) for target in touched)
        links = tuple(dict.fromkeys((*draft.links, *more)))
        response = AgentResponse(message=draft.message, outcome=draft.outcome, links=links)
        results = self._commitments(attempt, draft, response, before_commit=True)
        broken = [result for result in results if not result.holds]
        if broken:
            return self.rejected(Stage.DRY, broken_commitments(broken))
        strayed = self._strayed(draft.outcome, draft.case_index)
        if strayed is not None:
            return strayed
        stage = Stage.DRY
        if attempt.writes and not self.dry_run:
            stage = Stage.COMMIT
            failed = apply_writes(attempt, self.bench)
            if failed is not None:
                return self._decision(stage, "fatal", response=None, violations=(failed,))
            results = self._commitments(attempt, draft, response, before_commit=False)
        return self._decision(
            stage, "accept", response=response, case=draft.case_index, commitments=results
        )

    def _commitments(
        self, attempt: Attempt, draft: Draft, response: AgentResponse, *, before_commit: bool
    ) -> tuple[CommitmentResult, ...]:
        evidence = Evidence(
            plan=self.plan,
            case=draft.case,
            case_index=draft.case_index,
            executed_order=tuple(attempt.executed),
            facts=attempt.facts,
            writes=() if before_commit and self.dry_run else self._write_records(),
            response=response,
            grounded_links=attempt.grounded_links(),
            proofs=tuple(attempt.proofs),
            skipped=frozenset(attempt.compiled.queries) - attempt.ran,
            withheld=frozenset(call.id for call in attempt.compiled.writes)
            if not draft.case.writes
            else frozenset(),
            verified_writes=frozenset(attempt.verified),
        )
        return check_commitments(self.executor.registry, evidence)

    def _strayed(self, outcome: Outcome, case: int | None) -> Decision | None:
        """Reject a kept plan that is about to answer otherwise than when it was right."""
        if self.expected is None:
            return None
        rows = dict(self.attempt.fact_counts()) if self.attempt is not None else {}
        reason = self.expected.differs(outcome, case, rows)
        if not reason:
            return None
        violation = Violation(
            code=ViolationCode.BRANCH_UNPROVEN,
            message=f"a kept plan counts only by the branch that was right: {reason}",
            path="/response_template/cases",
        )
        return self.rejected(Stage.DRY, (violation,))

    def _asked_back(self, question: str, noted: tuple[Violation, ...]) -> Decision:
        """Ask back what the request leaves open, with the change that would be made; nothing is."""
        answer = AgentResponse(message=question, outcome=Outcome.NONE_CLARIFICATION_NEEDED)
        strayed = self._strayed(answer.outcome, None)
        return strayed or self._decision(Stage.DRY, "accept", response=answer, violations=noted)

    def _denied(self, denials: tuple[Denied, ...]) -> Decision:
        outcome = Outcome.DENIED_SECURITY
        strayed = self._strayed(outcome, None)
        if strayed is not None:
            return strayed
        attempt = self.attempt
        if attempt is not None:
            attempt.denied = True
            attempt.writes = ()
            attempt.facts = {}
            attempt.proofs = [denial.proof for denial in denials]
        if self.look is not None and self.look.only_facts:
            return self.rejected(Stage.DRY, ())
        limits = "; ".join(dict.fromkeys(words for denial in denials for words in denial.unmet))
        message = self._refusal() + (f" ({limits})" if limits else "")
        response = AgentResponse(message=message, outcome=outcome)
        return self._decision(Stage.DRY, "accept", response=response)

    def _refusal(self) -> str:
        """Return the plan's own words for a refusal if they are mere words, else a fixed text."""
        stated = (self.task.text, self.executor.policy.wording)
        for case in self.plan.response_template.cases:
            refuses = case.outcome is Outcome.DENIED_SECURITY
            if refuses and not holds_more_than_words(case.message, stated):
                return case.message
        return forced_message(Outcome.DENIED_SECURITY)

    def _broken(self, error: PlatformError) -> Decision:
        """The company's systems failed: say so, without any detail."""
        code = (
            ViolationCode.API_CALL_FAILED
            if isinstance(error, ApiError)
            else ViolationCode.SYSTEM_BROKEN
        )
        violation = Violation(code=code, message="a system of the company does not answer", path="")
        outcome = Outcome.ERROR_INTERNAL
        response = AgentResponse(message=forced_message(outcome), outcome=outcome)
        return self._decision(Stage.DRY, "accept", response=response, violations=(violation,))

    def unjudged(self, error: Exception) -> Decision:
        """Reject a plan on which the checks themselves failed; nothing of it is shown."""
        stage = Stage.STATIC if self.identity is None else Stage.DRY
        self.attempt = None
        place = traceback.extract_tb(error.__traceback__)[-1]
        violation = Violation(
            code=ViolationCode.PLAN_UNJUDGED,
            message="the plan could not be judged: say it in a plainer way",
            path="",
            details={
                "error": type(error).__name__,
                "at": f"{Path(place.filename).name}:{place.name}",
            },
        )
        return self.rejected(stage, (violation,))

    def rejected(self, stage: Stage, violations: tuple[Violation, ...]) -> Decision:
        return self._decision(stage, "retry", response=None, violations=violations)

    def _decision(
        self,
        stage: Stage,
        verdict: str,
        *,
        response: AgentResponse | None,
        case: int | None = None,
        violations: tuple[Violation, ...] = (),
        commitments: tuple[CommitmentResult, ...] = (),
    ) -> Decision:
        attempt = self.attempt
        notes: dict[str, JsonValue] = {}
        if attempt is not None:
            notes["rows"] = dict(attempt.fact_counts())
            if self.show_facts and verdict == "retry" and self.rights is not None:
                notes["shown"] = shown_facts(attempt.compiled, self.rights, attempt.facts)
        if self.question and verdict == "retry":
            notes[QUESTION] = self.question
        if self.dry_run:
            notes["dry_run"] = True
        if self.look is not None:
            about = Looked(verdict, self.plan, attempt, self.rights, response, case)
            notes |= look_note(self.look, about, self.bench)
        calls = self.bench.log.records
        if stage is not Stage.STATIC:
            violations = tuple(with_trace(one, self.plan, calls) for one in violations)
        return Decision(
            ok=verdict == "accept",
            verdict=verdict,  # type: ignore[arg-type]
            stage=stage,
            plan_id=plan_id(self.plan),
            identity=self.identity,
            response=response,
            case=case,
            violations=violations,
            proofs=tuple(attempt.proofs) if attempt is not None else (),
            commitments=commitments,
            calls=calls[self.first_call :],
            writes=self._write_records(),
            executed=self._executed(),
            experience=self.experience,
            notes=notes,
        )

    def _write_records(self) -> tuple[WriteRecord, ...]:
        attempt = self.attempt
        if attempt is None:
            return ()
        return tuple(
            WriteRecord(
                attempt_id=item.attempt_id,
                write_key=item.write_key,
                call_id=item.call_id,
                tool=item.tool,
                operation=item.write.operation.value,
                payload=item.write.body,
                applied=item.attempt_id in attempt.applied,
                proof=item.verdict.proof,
            )
            for item in attempt.writes
        )

    def _executed(self) -> Plan | None:
        """Return a copy of the plan with fact outputs and call results filled in."""
        attempt = self.attempt
        if attempt is None or attempt.denied:
            return None
        facts = tuple(
            fact.model_copy(update={"output": attempt.facts.get(fact.id)})
            for fact in self.plan.facts
        )
        calls = tuple(
            call.model_copy(update=self.bench.evidence_of(call.id))
            for call in self.plan.execution_trace.calls
        )
        trace = self.plan.execution_trace.model_copy(update={"calls": calls})
        return self.plan.model_copy(update={"facts": facts, "execution_trace": trace})

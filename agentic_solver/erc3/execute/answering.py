"""From a draft to an answer: its writes prepared and compared, its words and outcome founded."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from agentic_solver.contracts.plan import InputTask
from agentic_solver.contracts.request_reading import Proofread, ReadMode, RequestReading
from agentic_solver.contracts.rule import Denied
from agentic_solver.contracts.violations import Violation
from agentic_solver.erc3.execute.attempt import Attempt, Draft
from agentic_solver.erc3.execute.checking import check_draft, check_link_grounds
from agentic_solver.erc3.execute.grounding import Sources
from agentic_solver.erc3.execute.intent import AgainstReading, Compare
from agentic_solver.erc3.execute.origin import FromPlan
from agentic_solver.erc3.execute.preparation import Scene, prepare_writes
from agentic_solver.erc3.execute.sufficiency import Judge, unfounded
from agentic_solver.erc3.execute.telling import (
    may_claim,
    shown_beside,
    undone,
)
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.tools.catalog import Catalog

__all__ = ["Answering", "Settled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A draft that may be sent, or what stands against it."""

    draft: Draft
    violations: tuple[Violation, ...] = ()
    denials: tuple[Denied, ...] = ()
    asks_back: str = ""
    """The question that is sent in its place."""
    noted: tuple[Violation, ...] = ()
    """Why it is sent, where not the request is the reason."""
    question: str = ""
    """What is asked back if no later plan is as asked."""


@dataclass(frozen=True, kw_only=True)
class Answering:
    """What one attempt is answered with."""

    attempt: Attempt
    catalog: Catalog
    policy: Policy
    compare: Compare | None
    """What judges writes in the place of the reading; then nothing else is held against it."""
    bench: Workbench
    task: InputTask
    reading: Callable[[], RequestReading | str]
    proofread: Proofread
    round_number: int
    max_writes: int
    wide: int
    read: ReadMode

    @cached_property
    def intent(self) -> AgainstReading:
        """The comparison with what the request asks."""
        return AgainstReading(
            reading=self.reading,
            proofread=self.proofread,
            text=self.task.text,
            policy=self.policy,
            bench=self.bench,
            origin=FromPlan(self.attempt, self.bench),
            wide=self.wide,
        )

    def settle(self, draft: Draft) -> Settled:
        """Prepare the writes of a draft, and judge all that it says and does."""
        attempt = self.attempt
        if draft.case.writes:
            prepared = prepare_writes(self._scene())
            if prepared.violations or prepared.denials or prepared.question:
                return Settled(
                    draft=draft,
                    violations=prepared.violations,
                    denials=() if prepared.violations else prepared.denials,
                    asks_back=prepared.question,
                    noted=prepared.noted,
                    question=self._question() if prepared.violations else "",
                )
            attempt.writes = prepared.writes
            attempt.executed += [f"call:{call.id}" for call in attempt.compiled.writes]
            attempt.proofs += [one.verdict.proof for one in prepared.writes]
        else:
            claimed = self._claimed(draft)
            if claimed is not None:
                return Settled(draft=draft, violations=(claimed,), question=self._question())
        told = self._told(draft)
        is_told = told.case is not draft.case  # by the engine alone, whose words need no check
        found = self._against(replace(told, message="…") if is_told else draft)
        if found:
            question = self._question() if attempt.writes else ""
            attempt.writes = ()
            return Settled(draft=draft, violations=found, question=question)
        strange = check_link_grounds(attempt, told, self.task)
        return Settled(draft=told, violations=() if strange is None else (strange,))

    def _question(self) -> str:
        return "" if self.compare is not None else self.intent.question()

    def _claimed(self, draft: Draft) -> Violation | None:
        """Return what is wrong with an answer that may claim a change and makes none."""
        if self.compare is not None:
            return None
        if not may_claim(self.attempt, draft, self.task.text, self.read):
            return None
        path = f"/response_template/cases/{draft.case_index}"
        return undone(self.intent, path, certain=self.attempt.compiled.takes_for_change)

    def _against(self, draft: Draft) -> tuple[Violation, ...]:
        found = check_draft(
            self.attempt,
            draft,
            policy=self.policy,
            task=self.task,
            bench=self.bench,
            reading=self.reading,
        )
        if found or self.compare is not None:
            return found
        loose = unfounded(self.attempt, draft, self._judge())
        return () if loose is None else (loose,)

    def _judge(self) -> Judge:
        pages = tuple(self.bench.page(path) or "" for path in sorted(self.bench.paths()))
        return Judge(
            reading=self.reading,
            is_told=self.intent.is_told,
            is_allowed=self.intent.is_allowed,
            candidates=self._candidates,
            sources=Sources(request=self.task.text, policy=self.policy.wording, also=pages),
            worlds=self.bench.worlds,
        )

    def _candidates(self, query: CheckedQuery) -> tuple[int, ...]:
        """Return how many things each finder of a fact finds, also of one that was not run."""
        self.bench.prepare_lookups((query,), {})
        return tuple(map(self.bench.candidate_count, query.lookups))

    def _told(self, draft: Draft) -> Draft:
        """Tell what is done by the write set, and of what else is asked what the rows say."""
        if not self.attempt.writes or self.compare is not None:
            return draft
        prescribed = self.attempt.compiled.plan.response_template.message.exact_one_of
        if draft.message in prescribed:
            return draft
        effects = self.intent.effects([item.write for item in self.attempt.writes])
        told, case = self.intent.told(effects), draft.case
        read = self.reading()
        case = case.model_copy(update={"message": "…"})
        if not isinstance(read, str) and read.asks:
            told = "\n".join((told, *shown_beside(self.attempt, draft, told)))
        return replace(draft, message=told, case=case)

    def _scene(self) -> Scene:
        return Scene(
            attempt=self.attempt,
            bench=self.bench,
            catalog=self.catalog,
            policy=self.policy,
            task=self.task,
            round_number=self.round_number,
            max_writes=self.max_writes,
            compare=self.compare or self.intent,
        )

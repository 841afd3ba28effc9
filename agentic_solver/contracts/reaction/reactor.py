"""The reactor: one bounded, stateless proposing round.

Everything comes in as an argument: the input, the proposer, the provider port, the clock and
the observer. Nothing is kept between rounds.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from agentic_solver.contracts.reaction.attempts import AttemptDraft, ProseIr
from agentic_solver.contracts.reaction.clamp import Dropped, clamp, refuse_if_cut
from agentic_solver.contracts.reaction.feedback import AdmissionOutcomeSignal
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.reaction.observer import Measure, NullObserver, Observation, Observer
from agentic_solver.contracts.reaction.round import (
    ReactionInput,
    ReactionResult,
    check_input,
    no_op,
)
from agentic_solver.errors import AgenticSolverError, ContractError, ModelUnavailableError

__all__ = [
    "CallKind",
    "Calls",
    "Clock",
    "Proposer",
    "Provider",
    "ProviderCall",
    "Reaction",
    "react",
]

Clock = Callable[[], float]
"""Seconds on a clock that only goes forward."""


class CallKind(StrEnum):
    """What a provider call is for."""

    PRIMARY = "primary"
    SUB = "sub"
    REPAIR = "repair"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderCall:
    """One call to a language model, with its ceilings."""

    kind: CallKind
    prompt: str
    max_output_tokens: int
    timeout_s: float
    """What is left of the round."""


Provider = Callable[[ProviderCall], str]


class Calls:
    """The provider as one round may use it: counted, capped and before one deadline."""

    def __init__(
        self, provider: Provider, limits: ReactionLimits, clock: Clock, deadline: float
    ) -> None:
        self._provider = provider
        self._clock = clock
        self._deadline = deadline
        self._left = {
            CallKind.PRIMARY: limits.max_primary_calls,
            CallKind.SUB: limits.max_sub_calls,
            CallKind.REPAIR: limits.max_repair_attempts,
        }
        self._tokens = {
            CallKind.PRIMARY: limits.max_primary_output_tokens,
            CallKind.SUB: limits.max_sub_output_tokens,
            CallKind.REPAIR: limits.max_primary_output_tokens,
        }
        self.made = 0

    def primary(self, prompt: str) -> str:
        """Return the answer to the one main question of the round."""
        return self._call(CallKind.PRIMARY, prompt)

    def sub(self, prompt: str) -> str:
        """Return the answer to a side question, such as which worker fits."""
        return self._call(CallKind.SUB, prompt)

    def repair(self, prompt: str) -> str:
        """Return a second answer to the main question, after the first was refused."""
        return self._call(CallKind.REPAIR, prompt)

    @property
    def is_late(self) -> bool:
        """Whether the time of the round is over."""
        return self._clock() >= self._deadline

    def _call(self, kind: CallKind, prompt: str) -> str:
        if self._left[kind] == 0:
            raise ModelUnavailableError(f"no {kind.value} call is left in this round")
        timeout_s = self._deadline - self._clock()
        if timeout_s <= 0:
            raise ModelUnavailableError("the time of this round is over")
        self._left[kind] -= 1
        self.made += 1
        return self._provider(
            ProviderCall(
                kind=kind,
                prompt=prompt,
                max_output_tokens=self._tokens[kind],
                timeout_s=timeout_s,
            )
        )


Proposer = Callable[[ReactionInput, ProseIr, Calls], Sequence[AttemptDraft]]
"""Returns drafts for the intent in the prose; reaches the provider through the calls only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """The outcome of a round: the business result, and feedback on what was dropped."""

    result: ReactionResult
    dropped: tuple[Dropped, ...] = ()
    failure: str = ""
    """Name of the fault that made the round a no-op, or ``late``; empty otherwise."""

    @property
    def signals(self) -> tuple[AdmissionOutcomeSignal, ...]:
        """What the next round is to be told about the dropped drafts."""
        return tuple(drop.signal for drop in self.dropped)


def react(
    reaction: ReactionInput,
    prose: ProseIr,
    propose: Proposer,
    provider: Provider,
    clock: Clock,
    observer: Observer | None = None,
) -> Reaction:
    """Run one round: propose, clamp, refuse a cut write set.

    A proposer that fails with a declared fault, or is late, gives a result without attempts.
    ``prose`` comes from the caller, not from the proposer, so that nothing the proposer read
    can vouch for an intent.

    Raises:
        ContractError: the input is not valid; :func:`check_input` tells beforehand.
    """
    faults = check_input(reaction)
    if faults:
        raise ContractError(f"invalid input: {', '.join(fault.code for fault in faults)}")
    started = clock()
    calls = Calls(
        provider, reaction.limits, clock, started + reaction.limits.max_cycle_time_ms / 1_000
    )
    outcome = _propose(reaction, prose, propose, calls)
    measures: dict[str, Measure] = {
        "calls": calls.made,
        "seconds": clock() - started,
        "kept": len(outcome.result.attempts),
        "dropped": len(outcome.dropped),
        "failure": outcome.failure,
    }
    (observer or NullObserver()).observe(
        Observation(name="reaction.finished", subject=str(reaction.reaction_id), measures=measures)
    )
    return outcome


def _propose(reaction: ReactionInput, prose: ProseIr, propose: Proposer, calls: Calls) -> Reaction:
    idle = no_op(reaction.reaction_id)
    try:
        drafts = propose(reaction, prose, calls)
    except (AgenticSolverError, ValueError, OSError) as error:
        return Reaction(result=idle, failure=type(error).__name__)
    if calls.is_late:
        return Reaction(result=idle, failure="late")
    clamped = refuse_if_cut(clamp(drafts, reaction, prose), reaction)
    slots = [attempt.planner_slot for attempt in clamped.kept]
    result = ReactionResult(
        reaction_id=reaction.reaction_id,
        based_on=_union(attempt.based_on for attempt in clamped.kept),
        attention_tags=_union(drafts[slot].attention_tags for slot in slots),
        attempts=clamped.kept,
    )
    return Reaction(result=result, dropped=clamped.dropped)


def _union(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the members of all lists once each, in the order in which they first came."""
    return tuple(dict.fromkeys(name for names in lists for name in names))

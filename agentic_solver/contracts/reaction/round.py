"""One reaction: what a proposing round is given and what it returns."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from pydantic import Field, ValidationError

from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.reaction.attempts import MAX_REACTION_ID, AttentionTag, IntentAttempt
from agentic_solver.contracts.reaction.capability import CapabilityCatalog
from agentic_solver.contracts.reaction.feedback import AdmissionOutcomeSignal
from agentic_solver.contracts.reaction.intent import IntentContext
from agentic_solver.contracts.reaction.limits import ReactionLimits
from agentic_solver.contracts.reaction.sense import EndpointSnapshot, SenseDelta, SenseId

__all__ = [
    "InputFault",
    "InputFaultCode",
    "ReactionInput",
    "ReactionResult",
    "check_input",
    "no_op",
    "read_input",
]


class ReactionInput(Contract):
    """All that a round may use. The window comes in upstream order and keeps it."""

    reaction_id: int = Field(ge=0, le=MAX_REACTION_ID)
    sense_window: tuple[SenseDelta, ...] = Field(max_length=65_536)
    env_snapshots: tuple[EndpointSnapshot, ...] = Field(max_length=4_096)
    admission_feedback: tuple[AdmissionOutcomeSignal, ...] = Field(max_length=10_000)
    capability_catalog: CapabilityCatalog
    limits: ReactionLimits = Field(default_factory=ReactionLimits)
    context: IntentContext


class ReactionResult(Contract):
    """The business result of a round; no attempts means that nothing is to be done."""

    reaction_id: int = Field(ge=0, le=MAX_REACTION_ID)
    based_on: tuple[SenseId, ...] = Field(max_length=65_536)
    attention_tags: tuple[AttentionTag, ...] = Field(max_length=65_536)
    attempts: tuple[IntentAttempt, ...] = Field(max_length=4_096)


class InputFaultCode(StrEnum):
    """Why an input is not valid."""

    SCHEMA = "SCHEMA"
    SENSE_WINDOW_TOO_LONG = "SENSE_WINDOW_TOO_LONG"
    SENSE_ID_REPEATED = "SENSE_ID_REPEATED"
    SNAPSHOTS_TOO_MANY = "SNAPSHOTS_TOO_MANY"
    SNAPSHOT_KEY_REPEATED = "SNAPSHOT_KEY_REPEATED"
    SNAPSHOT_TOO_LARGE = "SNAPSHOT_TOO_LARGE"
    AFFORDANCE_KEY_REPEATED = "AFFORDANCE_KEY_REPEATED"
    PRIMARY_CALLS_NOT_ONE = "PRIMARY_CALLS_NOT_ONE"
    REPAIR_ATTEMPTS_TOO_MANY = "REPAIR_ATTEMPTS_TOO_MANY"


class InputFault(Contract):
    """One broken invariant of an input."""

    code: InputFaultCode
    path: str = Field(max_length=400)
    """JSON pointer into the input."""


def check_input(reaction: ReactionInput) -> tuple[InputFault, ...]:
    """Return every broken invariant; an empty tuple means that the input is valid."""
    limits = reaction.limits
    senses = (sense.sense_id for sense in reaction.sense_window)
    keys = (snapshot.endpoint_key for snapshot in reaction.env_snapshots)
    affordances = (a.affordance_key for a in reaction.capability_catalog.affordances)
    code = InputFaultCode
    checks = (
        (
            len(reaction.sense_window) > limits.max_sense_items,
            code.SENSE_WINDOW_TOO_LONG,
            "/sense_window",
        ),
        (_has_repeated(senses), code.SENSE_ID_REPEATED, "/sense_window"),
        (
            len(reaction.env_snapshots) > limits.max_snapshot_items,
            code.SNAPSHOTS_TOO_MANY,
            "/env_snapshots",
        ),
        (_has_repeated(keys), code.SNAPSHOT_KEY_REPEATED, "/env_snapshots"),
        *(
            (
                snapshot.blob_bytes > limits.max_snapshot_bytes_per_item,
                code.SNAPSHOT_TOO_LARGE,
                f"/env_snapshots/{index}",
            )
            for index, snapshot in enumerate(reaction.env_snapshots)
        ),
        (
            _has_repeated(affordances),
            code.AFFORDANCE_KEY_REPEATED,
            "/capability_catalog/affordances",
        ),
        (
            limits.max_primary_calls != 1,
            code.PRIMARY_CALLS_NOT_ONE,
            "/limits/max_primary_calls",
        ),
        (
            limits.max_repair_attempts > 1,
            code.REPAIR_ATTEMPTS_TOO_MANY,
            "/limits/max_repair_attempts",
        ),
    )
    return tuple(InputFault(code=found, path=path) for broken, found, path in checks if broken)


def read_input(text: str | bytes) -> ReactionInput | tuple[InputFault, ...]:
    """Return the input that the JSON ``text`` describes, or all that is wrong with it."""
    try:
        reaction = ReactionInput.model_validate_json(text)
    except ValidationError as error:
        return tuple(
            InputFault(
                code=InputFaultCode.SCHEMA,
                path="".join(f"/{part}" for part in problem["loc"])[:400],
            )
            for problem in error.errors(include_url=False)
        )
    return check_input(reaction) or reaction


def no_op(reaction_id: int) -> ReactionResult:
    """Return the result that asks for nothing."""
    return ReactionResult(reaction_id=reaction_id, based_on=(), attention_tags=(), attempts=())


def _has_repeated(names: Iterable[str]) -> bool:
    return any(count > 1 for count in Counter(names).values())

"""Verdict and judgement: what a guard says about a candidate."""

from dataclasses import dataclass
from enum import StrEnum

from agentic_solver.errors import ContractError

__all__ = ["Judgement", "Verdict", "accepted", "fatal", "rejected"]


class Verdict(StrEnum):
    """The closed answer of a guard."""

    ACCEPT = "accept"
    """The candidate holds; the workflow advances."""
    RETRY = "retry"
    """It does not hold; another attempt may repair it."""
    FATAL = "fatal"
    """It does not hold and no attempt may follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its diagnostic text; every rejection says why."""

    verdict: Verdict
    feedback: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.verdict, Verdict):
            raise ContractError(f"not a verdict: {self.verdict!r}")
        if self.verdict is not Verdict.ACCEPT and not self.feedback.strip():
            raise ContractError(f"a verdict of {self.verdict} needs feedback")


def accepted(feedback: str = "") -> Judgement:
    """Return the judgement that the candidate holds."""
    return Judgement(verdict=Verdict.ACCEPT, feedback=feedback)


def rejected(feedback: str) -> Judgement:
    """Return the judgement that the candidate fails but may be repaired."""
    return Judgement(verdict=Verdict.RETRY, feedback=feedback)


def fatal(feedback: str) -> Judgement:
    """Return the judgement that the candidate fails for good."""
    return Judgement(verdict=Verdict.FATAL, feedback=feedback)

"""Budgets of an optimisation: calls, tokens, money. Once one is used up, no call is made."""

import threading
from dataclasses import dataclass, field

from agentic_solver.errors import ModelAccessError
from agentic_solver.harness.limits import cost_of
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, Usage
from agentic_solver.settings import Prices

__all__ = ["Budget", "BudgetedModel", "Spending"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What may be spent; None leaves a side open."""

    calls: int | None = None
    tokens: int | None = None
    """Tokens of prompts and replies together."""
    money: float | None = None
    prices: Prices | None = None
    """What tokens cost, in the unit of ``money``; None counts none."""


@dataclass(slots=True, kw_only=True)
class Spending:
    """What has been spent so far; models and runs share it."""

    budget: Budget
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def tokens(self) -> int:
        return self.usage.prompt_tokens + self.usage.output_tokens

    @property
    def money(self) -> float:
        prices = self.budget.prices
        return 0.0 if prices is None else cost_of(self.usage, prices)

    @property
    def exhausted(self) -> str:
        """Say which budget is used up; empty while none is."""
        for name, limit, spent in (
            ("model calls", self.budget.calls, self.calls),
            ("tokens", self.budget.tokens, self.tokens),
            ("money", self.budget.money, self.money),
        ):
            if limit is not None and spent >= limit:
                return f"the budget of {limit:g} {name} is used up"
        return ""

    def begin_call(self) -> None:
        """Count a call.

        Raises:
            ModelAccessError: a budget is used up.
        """
        with self._lock:
            if self.exhausted:
                raise ModelAccessError(self.exhausted)
            self.calls += 1

    def end_call(self, usage: Usage) -> None:
        with self._lock:
            self.usage = self.usage + usage


class BudgetedModel:
    """A model that is not asked beyond its budget."""

    def __init__(self, inner: Model, spending: Spending) -> None:
        self._inner = inner
        self._spending = spending

    @property
    def name(self) -> str:
        return self._inner.name

    def complete(self, request: ModelRequest) -> ModelReply:
        """Return the reply.

        Raises:
            ModelAccessError: a budget is used up; a run stops at that.
            ModelError: as the model does.
        """
        self._spending.begin_call()
        reply = self._inner.complete(request)
        self._spending.end_call(reply.usage)
        return reply

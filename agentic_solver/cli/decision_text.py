"""A plan and the decision on it, for people: what ``solve`` and ``check`` print."""

import json

from pydantic import JsonValue
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agentic_solver.contracts.decision import AgentResponse, Decision
from agentic_solver.contracts.plan import FactOutput, Plan
from agentic_solver.contracts.violations import ViolationCode

__all__ = ["UNKNOWN_POLICY", "decision_console", "print_decision", "print_response"]

UNKNOWN_POLICY = "only the baseline rights hold: no rules of this company's wiki are known"

_ROWS = 12
_PLAIN_WIDTH = 120


def decision_console() -> Console:
    """Return a console that takes every text as it is."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    return console


def print_decision(console: Console, plan: Plan, decision: Decision) -> None:
    """Print facts with their rows, the cases, violations, changes and rights, in this order."""
    executed = decision.executed or plan
    for fact in executed.facts:
        console.print(Text(f"fact {fact.id}", style="bold"), Text(fact.query), sep="\n  ")
        if fact.output is not None:
            _print_rows(console, fact.output)
    _print_cases(console, plan, decision)
    for violation in decision.violations:
        place = f" at {violation.path}" if violation.path else ""
        # An accepted plan may be told why it is asked back, or that a system is broken.
        kind = "asked back" if violation.code is ViolationCode.REQUEST_UNREAD else "refused"
        console.print(f"{kind}: {violation.code.value}{place}: {violation.message}")
        for name, value in violation.details.items():
            console.print(f"  {name}: {_plain(value)}")
    for write in decision.writes:
        state = "changed" if write.applied else "not applied"
        payload = json.dumps(write.payload, ensure_ascii=False)
        console.print(f"{state}: {write.operation} {payload}")
    seen = dict.fromkeys(
        (proof.result, *(proof.rule_ids or ("no rule",)), *proof.citations, proof.predicate)
        for proof in decision.proofs
    )
    for result, *parts in seen:
        console.print(f"rights: {result}: {' · '.join(parts)}")


def _print_rows(console: Console, output: FactOutput) -> None:
    table = Table(box=None, pad_edge=True, header_style="dim")
    for column in output.columns:
        table.add_column(column, overflow="fold")
    for row in output.rows[:_ROWS]:
        table.add_row(*("" if value is None else str(value) for value in row))
    console.print(table)
    more = len(output.rows) - _ROWS
    if not output.rows or more > 0:
        console.print(f"   {'no rows' if not output.rows else f'and {more} rows more'}")


def _print_cases(console: Console, plan: Plan, decision: Decision) -> None:
    for number, case in enumerate(plan.response_template.cases):
        mark = "->" if number == decision.case else "  "
        console.print(f"{mark} when {case.when or 'nothing above'}: {case.outcome.value}")


def print_response(console: Console, response: AgentResponse) -> None:
    """Print outcome, message and links of an answer."""
    console.print(Text(f"Answer: {response.outcome.value}", style="bold"))
    console.print(response.message)
    for link in response.links:
        console.print(f"link: {link.kind.value} {link.id}")


def _plain(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

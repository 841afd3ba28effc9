"""A solved sentence at the command line: the rounds, what was decided, and the answer."""

import json

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agentic_solver.cli.totals import begin_of_reply
from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import FactOutput, Plan
from agentic_solver.contracts.wording import counted
from agentic_solver.erc3.solver import NO_PLAN
from agentic_solver.harness.solve import Round, Solved

__all__ = ["show_solved"]

_ROWS = 12
_PLAIN_WIDTH = 120


def show_solved(solved: Solved, *, as_json: bool) -> None:
    """Print how the answer came about, or all of it as one JSON document."""
    if as_json:
        print(json.dumps(_document(solved), ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    for number, item in enumerate(solved.rounds, start=1):
        console.print(Text(f"Round {number}", style="bold"))
        _print_round(console, item)
    _print_response(console, solved)


def _document(solved: Solved) -> object:
    return {
        "response": solved.response.to_json(),
        "policy_known": solved.policy_known,
        "rounds": [
            {"plan": one.plan.to_json(), "decision": one.decision.to_json()}
            for one in solved.rounds
        ],
        "run_dir": str(solved.run_dir),
    }


def _print_round(console: Console, item: Round) -> None:
    executed = item.decision.executed or item.plan
    for fact in executed.facts:
        console.print(Text(f"fact {fact.id}", style="bold"), Text(fact.query), sep="\n  ")
        if fact.output is not None:
            _print_rows(console, fact.output)
    _print_cases(console, item.plan, item.decision)
    for violation in item.decision.violations:
        place = f" at {violation.path}" if violation.path else ""
        console.print(f"refused: {violation.code.value}{place}: {violation.message}")
    for write in item.decision.writes:
        state = "changed" if write.applied else "not applied"
        payload = json.dumps(write.payload, ensure_ascii=False)
        console.print(f"{state}: {write.operation} {payload}")
    seen = dict.fromkeys(
        (proof.result, *(proof.rule_ids or ("no rule",)), *proof.citations, proof.predicate)
        for proof in item.decision.proofs
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


def _print_response(console: Console, solved: Solved) -> None:
    response = solved.response
    console.print(Text(f"Answer: {response.outcome.value}", style="bold"))
    console.print(response.message)
    for link in response.links:
        console.print(f"link: {link.kind.value} {link.id}")
    if solved.result.forced:
        console.print(f"no plan was accepted: {solved.result.forced}")
        if NO_PLAN in solved.result.forced:
            console.print(begin_of_reply(solved.run_dir, solved.result.task))
    if not solved.policy_known:
        console.print("only the baseline rights hold: no rules of this company's wiki are known")
    usage = solved.result
    console.print(
        f"{counted(usage.model_calls, 'model call')}, {usage.input_tokens} input and "
        f"{counted(usage.output_tokens, 'output token')}, {counted(usage.api_calls, 'API call')}; "
        f"evidence: {solved.run_dir}"
    )

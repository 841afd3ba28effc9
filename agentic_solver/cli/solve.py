"""``agentic-solver solve``: one sentence, and how its answer came about."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import FactOutput, Plan
from agentic_solver.harness.models import choose_proposer
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.solve import GUEST, Round, Solved, solve_sentence
from agentic_solver.settings import read_environment
from agentic_solver.workspace import find_workspace

__all__ = ["command"]

_ROWS = 12
_PLAIN_WIDTH = 120


def command(
    text: Annotated[str, typer.Argument(help="The sentence.")],
    suite: Annotated[str, typer.Option(help="Built-in benchmark or path of a suite folder.")],
    caller: Annotated[
        str, typer.Option("--as", help="Who asks: an employee's id or full name, or guest.")
    ] = GUEST,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check everything, change nothing.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Draws the company.")] = 0,
    rounds: Annotated[int, typer.Option(min=1, max=10, help="Rounds at most.")] = 2,
    proposer: Annotated[
        str,
        typer.Option(help="anthropic, openai or recorded; default: anthropic if a key is set."),
    ] = "",
    model: Annotated[str, typer.Option(help="Model name.")] = "",
    recordings: Annotated[str, typer.Option(help="Folder of recorded model replies.")] = "",
    record_to: Annotated[str, typer.Option(help="Folder that receives the replies.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Solve one sentence in the company of a suite, and show how the answer came about."""
    settings = read_environment()
    options = RunOptions(
        benchmark=suite,
        proposer=choose_proposer(proposer, settings),  # type: ignore[arg-type]
        model=model or settings.model,
        recordings=recordings,
        record_to=record_to,
        rounds=rounds,
        seed=seed,
        dry_run=dry_run,
    )
    place = find_workspace(workspace, settings.workspace)
    solved = solve_sentence(text, caller, options, settings, place)
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
        console.print(f"the answer was forced: {solved.result.forced}")
    if not solved.policy_known:
        console.print("only the baseline rights hold: no rules of this company's wiki are known")
    usage = solved.result
    console.print(
        f"{usage.model_calls} model calls, {usage.input_tokens} input and {usage.output_tokens} "
        f"output tokens, {usage.api_calls} API calls; evidence: {solved.run_dir}"
    )

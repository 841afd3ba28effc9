"""A solved sentence at the command line: the rounds, what was decided, and the answer."""

import json

from rich.console import Console
from rich.text import Text

from agentic_solver.cli.decision_text import (
    UNKNOWN_POLICY,
    decision_console,
    print_decision,
    print_response,
)
from agentic_solver.cli.totals import begin_of_reply
from agentic_solver.contracts.wording import counted
from agentic_solver.erc3.propose.reply import NO_PLAN
from agentic_solver.harness.solve import Solved

__all__ = ["show_solved"]

_LOOKED = {
    "same": "looked at twice: the same plan came again",
    "changed": "looked at twice: this is the answer of another plan than the first",
    "stood": "looked at twice: no other plan was accepted",
}


def show_solved(solved: Solved, *, as_json: bool) -> None:
    """Print how the answer came about, or all of it as one JSON document."""
    if as_json:
        print(json.dumps(_document(solved), ensure_ascii=False, indent=1))
        return
    console = decision_console()
    for number, item in enumerate(solved.rounds, start=1):
        console.print(Text(f"Round {number}", style="bold"))
        print_decision(console, item.plan, item.decision)
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


def _print_response(console: Console, solved: Solved) -> None:
    print_response(console, solved.response)
    if solved.result.forced:
        console.print(f"no plan was accepted: {solved.result.forced}")
        if NO_PLAN in solved.result.forced:
            console.print(begin_of_reply(solved.run_dir, solved.result.task))
    if end := solved.result.second_look:
        console.print(_LOOKED[end])
    if not solved.policy_known:
        console.print(UNKNOWN_POLICY)
    usage = solved.result
    read = f" ({usage.reader_calls} of the reader)" if usage.reader_calls else ""
    console.print(
        f"{counted(usage.model_calls, 'model call')}{read}, {usage.input_tokens} input and "
        f"{counted(usage.output_tokens, 'output token')}, {counted(usage.api_calls, 'API call')}; "
        f"evidence: {solved.run_dir}"
    )

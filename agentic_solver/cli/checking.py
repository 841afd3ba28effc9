"""A checked plan at the command line: the decision, the answer, and its grade."""

import json

from agentic_solver.cli.decision_text import (
    UNKNOWN_POLICY,
    decision_console,
    print_decision,
    print_response,
)
from agentic_solver.harness.check import Checked

__all__ = ["show_checked"]


def show_checked(checked: Checked, *, as_json: bool) -> None:
    """Print what came of a plan, or all of it as one JSON document."""
    if as_json:
        print(json.dumps(_document(checked), ensure_ascii=False, indent=1, sort_keys=True))
        return
    decision, console = checked.decision, decision_console()
    print_decision(console, checked.plan, decision)
    if decision.response is None:
        console.print(f"not accepted: {decision.verdict} at stage {decision.stage.value}")
    else:
        print_response(console, decision.response)
    if not checked.policy_known:
        console.print(UNKNOWN_POLICY)
    if checked.grade is not None:
        console.print(f"score {checked.grade.score:g}")
        for line in checked.grade.logs.splitlines():
            console.print(f"  {line}")
    elif decision.ok and decision.writes:
        console.print("not graded: the changes were only checked; --commit applies and grades them")


def _document(checked: Checked) -> object:
    grade = checked.grade and {"score": checked.grade.score, "logs": checked.grade.logs}
    return {**checked.decision.to_json(), "grade": grade}

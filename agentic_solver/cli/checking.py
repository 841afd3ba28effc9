"""A checked plan at the command line: the decision, the answer, and its grade."""

import json

from agentic_solver.cli.decision_text import (
    UNKNOWN_POLICY,
    decision_console,
    print_decision,
    print_response,
)
from agentic_solver.erc3.knowledge import describe_tables
from agentic_solver.erc3.snapshot.columns import (
    ENTITY_COLUMNS,
    FINDER_COLUMNS,
    FINDERS,
    VIEWS,
)
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.check import Checked

__all__ = ["show_checked", "show_schema"]


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
    for hint in checked.hints:
        console.print(f"hint: {hint}")
    if checked.grade is not None:
        console.print(f"score {checked.grade.score:g}")
        for line in checked.grade.logs.splitlines():
            console.print(f"  {line}")
    elif decision.ok and decision.writes:
        console.print("not graded: the changes were only checked; --commit applies and grades them")


def _document(checked: Checked) -> object:
    grade = checked.grade and {"score": checked.grade.score, "logs": checked.grade.logs}
    hints = list(checked.hints)
    return {**checked.decision.to_json(), "grade": grade, "hints": hints}


def show_schema(catalog: Catalog, *, as_json: bool) -> None:
    """Print what SQL can read, how names are found, and which tools take which arguments."""
    finders = {finder: list(FINDER_COLUMNS) for finder in FINDERS}
    if as_json:
        tables = {
            **{name: dict(columns) for name, columns in ENTITY_COLUMNS.items()},
            **{name: dict.fromkeys(columns, "") for name, columns in VIEWS.items()},
        }
        document = {"tables": tables, "finders": finders, "tools": catalog.table()}
        print(json.dumps(document, ensure_ascii=False, indent=1))
        return
    print("Tables of a fact's SQL (columns are text where no type is said):")
    print(describe_tables())
    print("\nFinders, which find a name, a place or a code by the words of a request:")
    for name, columns in finders.items():
        print(f"- {name}('words', 'other words' ...): {', '.join(columns)}")
    print("\nTools that change something (? marks an argument that may be left out):")
    for line in catalog.signatures(writes=True):
        print(f"- {line}")
    print("\nTools that read, for the trace of a plan in the engine's form:")
    for line in catalog.signatures(writes=False):
        print(f"- {line}")

"""``agentic-solver schema``: JSON Schemas of the files that people write."""

import json
from typing import Annotated

import typer

from agentic_solver.contracts.wording import instead
from agentic_solver.errors import UsageError

__all__ = ["command"]


def command(
    kind: Annotated[str, typer.Argument(help="plan, rule, suite, task or world.")],
) -> None:
    """Print the JSON Schema of a plan, rule file, suite, task or world, for editors."""
    # The schemas need the whole engine: help is answered without it.
    from agentic_solver.harness.file_schema import FILE_KINDS, file_schema

    if kind not in FILE_KINDS:
        raise UsageError(f"there is no schema of {kind!r}; {instead(kind, FILE_KINDS, 'schema')}")
    print(json.dumps(file_schema(kind), ensure_ascii=False, indent=1))

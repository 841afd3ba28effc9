"""JSON Schemas of the files that people write, for editors and for checks outside of Python."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import TypeAdapter

from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.plan import Plan
from agentic_solver.contracts.rule import RuleSet
from agentic_solver.erc3.propose.reply import PlanReply
from agentic_solver.twin.suite import SuiteMeta
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.world import World

__all__ = ["FILE_KINDS", "file_schema"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _RecordedPlan(Contract):
    """``round-N/plan.json`` of a run."""

    plan_id: str = ""
    plan: Plan


def _plan() -> dict[str, Any]:
    forms: TypeAdapter[Any] = TypeAdapter(PlanReply | Plan | _RecordedPlan)
    return forms.json_schema()


_KINDS: Mapping[str, tuple[str, Callable[[], dict[str, Any]]]] = {
    "plan": ("A plan in a file, in any of its three forms (JSON)", _plan),
    "rule": ("rules/<sha8>.yaml: the rules of one wiki revision", RuleSet.model_json_schema),
    "suite": ("suite.yaml: what a suite says of itself", SuiteMeta.model_json_schema),
    "task": ("One line of a suite's tasks.jsonl", TaskSpec.model_json_schema),
    "world": ("worlds/<name>.json of a suite: one company", World.model_json_schema),
}
FILE_KINDS = tuple(_KINDS)
"""What there is a schema of."""


def file_schema(kind: str) -> dict[str, Any]:
    """Return the schema of a file of one of :data:`FILE_KINDS`.

    It says what a single file may hold; what files say of each other is checked by
    ``suite check``, ``compile`` and ``check``.
    """
    title, make = _KINDS[kind]
    return {"$schema": _DIALECT, **make(), "title": title}

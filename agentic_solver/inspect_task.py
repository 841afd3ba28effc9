"""A suite as a task of Inspect AI: any Inspect solver or agent plays it, the twin grades it.

``inspect eval agentic_solver/erc3 -T suite=erc3-dev --model PROVIDER/MODEL``. Each sample is a task
of the suite, played on a twin in this process, so that no sandbox is needed; the routes of the
company API are its tools. An agent that brings its own list of tools adds :func:`company_tools`.
Importing this module imports ``inspect_ai``, an optional extra.
"""

import json
from dataclasses import dataclass
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import ChatMessageSystem
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
from inspect_ai.tool import Tool, ToolDef, ToolError, ToolParams
from inspect_ai.util import JSONSchema, store

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.platform import sim_prefix
from agentic_solver.erc3.react import TOOLS
from agentic_solver.erc3.route import RESPOND, ROUTES, WHOAMI
from agentic_solver.errors import TransportError, UsageError
from agentic_solver.report.target import target_of
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import find_suite, load_suite

__all__ = ["company_tools", "erc3", "platform_grade"]

_INSTRUCTIONS = """\
You work for a company and act on requests of its employees, or of visitors, through the API of
the company. Begin with whoami, and read what its wiki says of who may see and do what. Carry out
what is asked as far as the caller may ask for it. End with one call of respond; nobody answers
while you work."""
_DESCRIPTIONS = {
    WHOAMI.path: "Who asks, what day it is, and the digest of the wiki.",
    **TOOLS,
    RESPOND.path: "The one answer to the request; ends the task. Links name each record that the "
    "answer is about or that was changed.",
}
_KEY = "agentic_solver.sample"


@dataclass(slots=True, kw_only=True)
class _Company:
    """The company of one sample: a started task of a twin."""

    twin: Twin
    task_id: str
    prefix: str
    outcome: str = ""
    """Of the response, once it was given."""

    def post(self, path: str, body: JsonObject) -> tuple[int, str]:
        reply = self.twin.handle(path, json.dumps(body).encode())
        return reply.status, reply.body.decode("utf-8", "replace")

    def platform(self, path: str, body: JsonObject) -> JsonObject:
        """Call the platform itself, which a twin in this process always answers.

        Raises:
            UsageError: it refuses, such as an answer that was graded already.
        """
        status, text = self.post(path, body)
        if status >= 400:
            raise UsageError(f"the twin refuses {path}: {text}")
        found: JsonObject = json.loads(text)
        return found


_open: dict[str, _Company] = {}
"""By the id of the sample that plays in it: the sample's store tells tools of any agent theirs."""


@task
def erc3(suite: str = "erc3-dev", seed: int = 0, tasks: str = "") -> Task:
    """Return a suite as an Inspect task.

    Args:
        suite: a built-in suite, or the path of a suite folder.
        seed: draws companies, tasks and wordings.
        tasks: ids to play, with commas between them; empty means all.

    Raises:
        UsageError: there is no such suite or task.
        SuiteError: the suite is broken.
    """
    found = load_suite(find_suite(suite), seed=seed)
    wanted = [name.strip() for name in tasks.split(",") if name.strip()]
    by_id = {one.id: one for one in found.tasks}
    unknown = [name for name in wanted if name not in by_id]
    if unknown:
        raise UsageError(f"the suite {found.name} has no task {unknown[0]!r}")
    chosen = [by_id[name] for name in wanted] or list(found.tasks)
    samples = [
        Sample(
            id=one.id,
            input=one.wording(seed),
            target=target_of(one),
            metadata={"family": one.family, "suite": found.name},
        )
        for one in chosen
    ]
    return Task(
        dataset=MemoryDataset(samples, name=found.name),
        setup=_open_company(Twin(found, seed=seed), found.name),
        solver=generate(tool_calls="loop"),
        scorer=platform_grade(),
        cleanup=_close_company,
        version=found.grading_version,
        name="erc3",
        metadata={"suite": found.name, "seed": seed},
    )


def company_tools() -> list[Tool]:
    """Return the routes of the company API as Inspect tools, for the sample that is played.

    A refusal of the API is a tool error that the model reads.
    """
    return [_tool(path, description) for path, description in _DESCRIPTIONS.items()]


def _tool(path: str, description: str) -> Tool:
    async def execute(**kwargs: Any) -> str:
        company = _current()
        try:
            status, text = company.post(company.prefix + path, kwargs)
        except TransportError as error:
            raise ToolError(
                f"no answer came, nobody knows whether it took effect: {error}"
            ) from None
        if status >= 400:
            raise ToolError(text)
        if path == RESPOND.path:
            company.outcome = str(kwargs.get("outcome", ""))
        return text

    schema = ROUTES[path].request.model_json_schema()
    fields = {
        # Inspect wants a description of every argument; most are said by their names.
        name: {"description": name.replace("_", " "), **_inlined(part, schema)}
        for name, part in schema.get("properties", {}).items()
    }
    parameters = ToolParams(
        properties={name: JSONSchema.model_validate(part) for name, part in fields.items()},
        required=list(schema.get("required", ())),
    )
    name = path.strip("/").replace("/", "_").replace("-", "_")
    return ToolDef(execute, name=name, description=description, parameters=parameters).as_tool()


def _inlined(node: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a schema without references and without null, which is left out instead."""
    if "$ref" in node:
        return _inlined(schema["$defs"][node["$ref"].rsplit("/", 1)[-1]], schema)
    if "anyOf" in node:
        kinds = [one for one in node["anyOf"] if one.get("type") != "null"]
        if len(kinds) == 1:
            return _inlined(kinds[0], schema)
        return {"anyOf": [_inlined(one, schema) for one in kinds]}
    found: dict[str, Any] = {
        key: node[key] for key in ("type", "enum", "description", "pattern") if key in node
    }
    if "items" in node:
        found["items"] = _inlined(node["items"], schema)
    if "properties" in node:
        found["properties"] = {
            name: _inlined(part, schema) for name, part in node["properties"].items()
        }
        found |= {"required": node.get("required", []), "additionalProperties": False}
    return found


def _current() -> _Company:
    company = _open.get(str(store().get(_KEY)))
    if company is None:
        raise ToolError("the tools of a company work in samples of agentic_solver/erc3 only")
    return company


@solver
def _open_company(twin: Twin, suite: str) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        company = _Company(twin=twin, task_id="", prefix="")
        asked: JsonObject = {"benchmark": suite, "spec_id": str(state.sample_id)}
        company.task_id = str(company.platform("/tasks/start", asked)["task_id"])
        company.prefix = sim_prefix(suite, company.task_id)
        _open[state.uuid] = company
        state.store.set(_KEY, state.uuid)
        state.tools.extend(company_tools())
        state.messages.insert(0, ChatMessageSystem(content=_INSTRUCTIONS))
        return state

    return solve


async def _close_company(state: TaskState) -> None:
    _open.pop(state.uuid, None)


@scorer(metrics=[mean(), stderr()])
def platform_grade() -> Scorer:
    """Score by the twin's own grade: 1 for a right answer; the failed checks are explained."""

    async def score(state: TaskState, target: Target) -> Score:
        del target  # the twin knows more than fits into a text: what was changed, and how often
        company = _open[state.uuid]
        company.platform("/tasks/log", {"task_id": company.task_id, **_usage(str(state.model))})
        graded = company.platform("/tasks/complete", {"task_id": company.task_id})
        found = graded["eval"]
        told = found if isinstance(found, dict) else {}
        value = told.get("score")
        return Score(
            value=float(value) if isinstance(value, int | float) else 0.0,
            answer=company.outcome,
            explanation=str(told.get("logs", "")),
        )

    return score


def _usage(model: str) -> JsonObject:
    """Return what the models of the sample have used, as the platform wants to be told."""
    made = [event for event in transcript().events if isinstance(event, ModelEvent)]
    used = [event.output.usage for event in made if event.output.usage is not None]
    cached = sum(one.input_tokens_cache_read or 0 for one in used)
    written = sum(one.input_tokens_cache_write or 0 for one in used)
    return {
        "model": model,
        "completion": "an Inspect solver",
        "duration_sec": round(sum(event.working_time or 0.0 for event in made), 3),
        "prompt_tokens": sum(one.input_tokens for one in used) + cached + written,
        "cached_prompt_tokens": cached,
        "completion_tokens": sum(one.output_tokens for one in used),
    }

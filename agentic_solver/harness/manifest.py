"""The manifest: what a run was made of, so that a replay or a resume can tell whether it has the
same."""

import dataclasses
import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from agentic_solver import __version__
from agentic_solver.contracts.canonical import normalize
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.propose.prompt import contract_digest
from agentic_solver.erc3.propose.reader import reader_digest
from agentic_solver.erc3.react import agent_digest
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.experience import RunExperience
from agentic_solver.harness.hand_plans import plans_digest
from agentic_solver.harness.models import origin_of
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.recorded import AGENT
from agentic_solver.twin.suite import Suite
from agentic_solver.workspace import Workspace

__all__ = ["agent_manifest", "families_of", "make_manifest", "suite_digest"]


def make_manifest(
    options: RunOptions,
    benchmark: Benchmark,
    workspace: Workspace,
    *,
    model: str,
    reader: str,
    tools: str,
    learnt: RunExperience,
    tasks: Sequence[str],
) -> JsonObject:
    """Return the manifest of a run.

    Args:
        options: what was asked for.
        benchmark: what is played.
        workspace: whose rules and policy are in force; they are named by digest.
        model: name of the model.
        reader: name of the model that reads requests.
        tools: digest of the tool catalog.
        learnt: what experience the run begins with.
        tasks: ids in the order of play.

    Raises:
        WorkspaceError: a folder of recordings says in a broken file where they come from.
    """
    origin = origin_of(options, benchmark)
    by_hand: JsonObject = {"hand_plans": plans_digest(Path(options.plans))} if options.plans else {}
    return {
        **by_hand,
        "format": "run/2",
        "engine": __version__,
        "code": _engine_code(),
        "suite": suite_digest(benchmark.suite),
        "options": normalize(dataclasses.asdict(options)),
        "benchmark": benchmark.id,
        "recorded_as": benchmark.recorded_as,
        "platform": benchmark.platform,
        "grading_version": benchmark.suite.grading_version if benchmark.suite else None,
        "proposer": options.proposer,
        "model": model,
        "instructions": agent_digest() if options.is_plain else contract_digest(),
        "reader_model": reader,
        "reader_prompt": reader_digest(),
        "recordings": None if origin is None else origin.to_json(),
        "rounds": options.rounds,
        "steps": options.steps if options.is_plain else None,
        "wide": options.wide,
        "read": options.read,
        "seed": options.seed,
        "variation": list(options.variation),
        "dry_run": options.dry_run,
        "snapshot": options.snapshot,
        "max_tokens": options.max_tokens,
        "effort": options.effort,
        "temperature": options.temperature,
        "tools": tools,
        "rules": _digests(workspace.rules, "*.yaml"),
        "policy": _digests(workspace.policy, "wiki_*.py"),
        "prompt": _digests(workspace.prompt, "*.md"),
        "experience": learnt.digest,
        "experience_mode": options.experience,
        "patches": list(learnt.patches),
        "feedback": options.feedback,
        "second_look": options.looks,
        "plan_cache": options.plan_cache,
        "tasks": list(tasks),
        "families": families_of(benchmark.suite, tasks),
    }


def agent_manifest(
    suite: Suite,
    options: JsonObject,
    *,
    agent: str,
    architecture: str,
    tasks: Sequence[str],
) -> JsonObject:
    """Return the manifest of a run that a foreign agent plays on the twin.

    Args:
        suite: what is played.
        options: what was asked for, with ``seed``, ``variation`` and, behind a guard, ``guard``.
        agent: its name; it stands where that of a model does.
        architecture: what it says of itself when it starts a session; may be empty.
        tasks: ids in the order of the suite.
    """
    seed = options.get("seed", 0)
    # Left out of other runs, so that those of before can be resumed.
    guarded: JsonObject = {"guarded": True} if options.get("guard") else {}
    return {
        "format": "run/2",
        "engine": __version__,
        "code": _engine_code(),
        "suite": suite_digest(suite),
        "options": {**options, "proposer": AGENT},
        "benchmark": suite.name,
        "recorded_as": f"{suite.name}@{seed}" if suite.is_drawn else suite.name,
        "platform": "twin",
        "grading_version": suite.grading_version,
        "proposer": AGENT,
        "model": agent,
        "architecture": architecture,
        **guarded,
        "seed": seed,
        "variation": options.get("variation", []),
        "tasks": list(tasks),
        "families": families_of(suite, tasks),
    }


@cache
def _engine_code() -> str:
    """Return the digest of the engine's source: its version says less while it is worked on."""
    package = Path(__file__).resolve().parents[1]
    return _digest(package, package.rglob("*.py"))


def suite_digest(suite: Suite | None) -> str:
    """Return the digest of the files of a suite; empty for a platform that has its own."""
    if suite is None:
        return ""
    folder = suite.path
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return _digest(folder, files)


def _digest(folder: Path, files: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for path in sorted(files):
        whole.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def families_of(suite: Suite | None, tasks: Sequence[str]) -> JsonObject:
    """Return the family of each task; only a suite in this process tells."""
    specs = suite.tasks if suite else ()
    known = {spec.id: spec.family for spec in specs}
    return {task: known[task] for task in tasks if task in known}


def _digests(folder: Path, pattern: str) -> JsonObject:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob(pattern))
    }

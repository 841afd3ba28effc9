"""A regression case: one failed task of a run, small enough to keep and whole enough to replay.

A case is one JSON file. The wiki and the policy it was decided with lie beside it, shared by all
cases of a folder and named by what they hold::

    replays/<benchmark>.<task>.<digest>.json
                  material/wiki/<sha8>.json
                  material/policy/<digest12>/wiki_<sha8>.py
                  test_replays.py            the same check for pytest

Tools are named by digest: they are code, and today's code is what a case is about.
"""

from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from agentic_solver.contracts.canonical import short_id
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import Contract, JsonObject
from agentic_solver.core.reply import describe
from agentic_solver.erc3.policy.compiler import policy_name
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.propose.request import SecondLook
from agentic_solver.erc3.snapshot.api import SnapshotMode
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.recorded import read_object
from agentic_solver.harness.task_folder import TaskFolder, safe_name
from agentic_solver.llm.model import Effort

__all__ = [
    "Behaviour",
    "CaseRound",
    "CaseSource",
    "CaseWrite",
    "RegressionCase",
    "case_name",
    "case_paths",
    "case_policy",
    "case_wiki",
    "policy_path",
    "read_case",
    "wiki_path",
]

_MATERIAL = "material"
_POLICY_DIGITS = 12


class CaseWrite(Contract):
    """A change that a plan came to."""

    tool: str
    operation: str
    payload: JsonObject
    applied: bool


class CaseRound(Contract):
    """One plan and what became of it."""

    number: int = Field(ge=1)
    plan_id: str
    verdict: str
    stage: str
    violations: tuple[tuple[str, str], ...]
    """Code and place of each."""
    facts: dict[str, str]
    """Digest of the rows of each fact that was computed."""
    writes: tuple[CaseWrite, ...]


class Behaviour(Contract):
    """What the deterministic side made of a task."""

    rounds: tuple[CaseRound, ...]
    response: AgentResponse | None
    forced: bool
    """No plan was accepted."""
    crash: str = ""
    """Kind of the fault that ended it."""


class CaseSource(Contract):
    """Where a case comes from."""

    run: str
    engine: str
    grading_version: int | None
    model: str
    tools: str | None
    """Digest of the tool catalog."""


class RegressionCase(Contract):
    """One failed task: what it was given, what came of it, and what was wanted."""

    format: Literal["regression/1"] = "regression/1"
    source: CaseSource
    benchmark: str
    recorded_as: str
    task: str
    text: str
    family: str
    failures: tuple[str, ...]
    """Stage and code of each."""
    checks: tuple[str, ...]
    """What the grader said; empty where it said nothing or withheld it."""
    state: Literal["open", "held"]
    """Open: the behaviour is a failure that waits to be mended. Held: it is to stay."""
    platform: str
    """``twin`` or an address."""
    seed: int
    variation: tuple[str, ...]
    rounds: int = Field(ge=1)
    """Rounds at most."""
    dry_run: bool
    snapshot: SnapshotMode
    max_tokens: int
    effort: Effort | None
    second_look: SecondLook = "off"
    lessons: tuple[tuple[str, str], ...] = ()
    """What experience told: patch id and text."""
    wiki: str
    """Digest; empty where the task never came to know it."""
    policy_digest: str
    policy_known: bool
    """Whether there were rules; else only the baseline held."""
    calls: tuple[JsonObject, ...]
    """The exchanges with the company that the plans needed, in order."""
    replies: tuple[JsonObject, ...]
    """The planner's answers, faults included, in order."""
    reading: JsonObject | None = None
    """The reader's answer, or its fault; None where it was not asked: then that which the package
    has recorded of the task counts, if there is one."""
    behaviour: Behaviour


def case_name(case: RegressionCase) -> str:
    """Return the file name of a case: the same failure has the same name."""
    told = [case.text, case.calls, case.replies, case.policy_digest, case.checks]
    digest = short_id(told if case.reading is None else [*told, case.reading], 8)
    return f"{safe_name(case.benchmark)}.{safe_name(case.task)}.{digest}.json"


def case_paths(folder: Path) -> list[Path]:
    """Return the cases of a folder by name.

    Raises:
        WorkspaceError: there is no such folder.
    """
    if not folder.is_dir():
        raise WorkspaceError(
            f"{folder} is no folder: `analyze RUN --emit-regressions` makes one with cases in it"
        )
    return sorted(folder.glob("*.json"))


def read_case(path: Path) -> RegressionCase:
    """Return the case in a file.

    Raises:
        WorkspaceError: the file is no case; names the first field.
    """
    try:
        return RegressionCase.model_validate_json(path.read_bytes())
    except OSError as error:
        raise WorkspaceError(f"cannot read {path}: {error.strerror}") from error
    except ValidationError as error:
        first = describe(error).split("\n")[0]
        raise WorkspaceError(f"{path} is no regression case: {first}") from error


def wiki_path(folder: Path, sha1: str) -> Path:
    """Return where a folder of cases keeps the pages of a wiki."""
    return folder / _MATERIAL / "wiki" / f"{sha1[:8]}.json"


def policy_path(folder: Path, digest: str, sha1: str) -> Path:
    """Return where a folder of cases keeps a policy."""
    return folder / _MATERIAL / "policy" / digest[:_POLICY_DIGITS] / policy_name(sha1)


def case_wiki(folder: Path, sha1: str) -> WikiPages:
    """Return the pages that a folder of cases keeps.

    Raises:
        WorkspaceError: they are missing, broken, or of another digest.
    """
    path = wiki_path(folder, sha1)
    pages = read_object(TaskFolder(path.parent), path.name)
    wiki = WikiPages({name: str(text) for name, text in pages.items()})
    if wiki.sha1 != sha1:
        raise WorkspaceError(f"{path} does not hold the wiki of its name")
    return wiki


def case_policy(folder: Path, case: RegressionCase) -> Policy | None:
    """Return the policy that a case was decided with; None where there were no rules.

    Raises:
        WorkspaceError: it is missing or broken.
    """
    if not case.policy_known:
        return None
    return load_policy(policy_path(folder, case.policy_digest, case.wiki))

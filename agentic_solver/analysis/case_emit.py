"""Regression cases from the failures of a run.

Each failed task becomes one case with the calls that its plans needed: it is played once before
it is written, and what the engine did not ask for again is left out. A case of a plan that was
refused in time is *held*: the refusal has to stay. A case of a wrong answer or a fault is *open*.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.analysis.case import (
    CaseSource,
    RegressionCase,
    case_name,
    policy_path,
    wiki_path,
)
from agentic_solver.analysis.case_play import RESPOND, behaviour_of, play_case
from agentic_solver.analysis.failure import Failure
from agentic_solver.analysis.record import RunRecord, TaskRecord
from agentic_solver.contracts.canonical import canonical_json, content_id
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.plancache.recall import Hit
from agentic_solver.erc3.policy.compiler import policy_name
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.erc3.wiki import META_NAME, WikiPages, read_mirror
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.exchange import MODEL_LOG
from agentic_solver.harness.plan_cache import kept_recall
from agentic_solver.harness.reading import reading_folder
from agentic_solver.harness.recorded import (
    Manifest,
    RecordedRun,
    read_log,
    read_object,
    read_run,
    refuse_without_plans,
)
from agentic_solver.harness.renamed import run_policy
from agentic_solver.harness.replay_reading import recorded_pages
from agentic_solver.harness.task_folder import TaskFolder, pretty
from agentic_solver.harness.task_kit import EXPERIENCE_NAME
from agentic_solver.llm.model import ModelReply
from agentic_solver.llm.recording import RecordedReply
from agentic_solver.workspace import Workspace, write_text_atomic

__all__ = ["Emitted", "emit_cases"]

TEST_NAME = "test_replays.py"
_TEST = '''"""Kept failures: a case passes once its failure is mended, and stays so."""

from pathlib import Path

import pytest

from agentic_solver.analysis.regression import check_case

CASES = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_failure_is_mended(path: Path) -> None:
    report = check_case(path)
    assert report.mended, report.text
'''


@dataclass(frozen=True, slots=True)
class Emitted:
    """One case on disk."""

    path: Path
    task: str
    new: bool
    """False: the very same case was there already."""
    calls: int
    calls_left_out: int
    note: str
    """What a reader should know; empty mostly."""


def emit_cases(
    run: RunRecord, failures: Sequence[Failure], folder: Path, workspace: Workspace
) -> list[Emitted]:
    """Write a case for each failed task of a run into ``folder``; cases that exist stay.

    Args:
        run: the run.
        failures: its failures.
        folder: where cases go; it is made.
        workspace: has the policies and wikis that the run did not keep itself.

    Raises:
        UsageError: a policy or a wiki that a task met is nowhere to be found, or the run has no
            plans.
        WorkspaceError: a record is broken, or the folder cannot be written.
    """
    by_task: dict[str, list[Failure]] = {}
    for failure in failures:
        by_task.setdefault(failure.task, []).append(failure)
    recorded = read_run(run.path)
    refuse_without_plans(recorded)
    if not by_task:
        return []
    catalog = load_catalog(workspace.tools)
    source = _Source(recorded, workspace)
    tasks = run.by_task()
    # Everything is played before anything is written.
    made = [_make(run, tasks[task], found, source, catalog) for task, found in by_task.items()]
    emitted = [_write(folder, one) for one in made]
    if not (folder / TEST_NAME).exists():
        write_text_atomic(folder / TEST_NAME, _TEST)
    return emitted


@dataclass(frozen=True, slots=True)
class _Made:
    case: RegressionCase
    wiki: WikiPages | None
    policy_text: str
    left_out: int
    note: str


class _Source:
    """Where policies and wikis of a run are: the run itself first, then the workspace."""

    def __init__(self, run: RecordedRun, workspace: Workspace) -> None:
        self.run = run
        self._workspace = workspace
        self._policies: dict[tuple[str, str], tuple[Policy, str]] = {}
        self._wikis: dict[str, WikiPages] = {}

    def policy(self, sha1: str, digest: str) -> tuple[Policy, str]:
        """Return the policy of a digest and its source text."""
        key = (sha1, digest)
        if key not in self._policies:
            self._policies[key] = self._find_policy(sha1, digest)
        return self._policies[key]

    def _find_policy(self, sha1: str, digest: str) -> tuple[Policy, str]:
        folders = (
            reading_folder(self.run.folder, sha1).path,
            run_policy(self.run.folder.path),
            self._workspace.policy,
        )
        for path in (folder / policy_name(sha1) for folder in folders):
            if path.is_file():
                policy = load_policy(path)
                if content_id([rule.to_json() for rule in policy.rules]) == digest:
                    return policy, path.read_text(encoding="utf-8")
        raise UsageError(
            f"neither the run nor {self._workspace.root} has the policy {policy_name(sha1)} that "
            "the run was played with: name the workspace of the run by --workspace"
        )

    def wiki(self, sha1: str) -> WikiPages:
        """Return the pages of a digest."""
        if sha1 not in self._wikis:
            self._wikis[sha1] = self._find_wiki(sha1)
        return self._wikis[sha1]

    def _find_wiki(self, sha1: str) -> WikiPages:
        mirror = self._workspace.wiki / sha1[:8]
        if (mirror / META_NAME).is_file():
            wiki, meta = read_mirror(mirror)
            if meta.wiki_sha1 == sha1:
                return wiki
        if self.run.folder.files.exists(f"wiki/{sha1[:8]}.json"):
            return recorded_pages(self.run, sha1)
        raise UsageError(
            f"neither the run nor {self._workspace.root} has the wiki {sha1[:8]} that the run met: "
            "name the workspace of the run by --workspace"
        )


def _make(
    run: RunRecord, task: TaskRecord, failures: list[Failure], source: _Source, catalog: Catalog
) -> _Made:
    folder = source.run.folder.task(task.task)
    wiki, policy, policy_text = None, None, ""
    if task.wiki:
        wiki = source.wiki(task.wiki)
        if task.policy_known:
            policy, policy_text = source.policy(task.wiki, task.policy_digest)
    case = _case(run, task, failures, folder, source.run.manifest)
    played = play_case(case, wiki=wiki, policy=policy, catalog=catalog)
    if played.behaviour != case.behaviour or played.lack:
        note = "today's engine decides otherwise than the run: all calls are kept"
        return _Made(case, wiki, policy_text, 0, note)
    asked = (case.calls[number] for number in played.used)
    calls = tuple(call for call in asked if call["path"] != RESPOND)  # it needs no answer
    kept = case.model_copy(update={"calls": calls})
    return _Made(kept, wiki, policy_text, len(case.calls) - len(calls), "")


def _case(
    run: RunRecord,
    task: TaskRecord,
    failures: list[Failure],
    folder: TaskFolder,
    manifest: Manifest,
) -> RegressionCase:
    crash = task.crash
    source = CaseSource(
        run=run.name,
        engine=run.manifest.engine,
        grading_version=run.manifest.grading_version,
        model=manifest.model,
        tools=manifest.tools,
    )
    return RegressionCase(
        source=source,
        benchmark=manifest.benchmark,
        recorded_as=manifest.recorded_as,
        task=task.task,
        text=str(read_object(folder, "task.json").get("text", "")),
        family=task.family,
        failures=tuple(dict.fromkeys(failure.signature for failure in failures)),
        checks=task.checks,
        state="open" if any(not failure.caught for failure in failures) else "held",
        platform=run.manifest.platform,
        seed=run.manifest.seed,
        variation=run.manifest.variation,
        rounds=manifest.rounds,
        dry_run=manifest.dry_run,
        snapshot=manifest.snapshot,
        second_look=manifest.second_look,
        max_tokens=manifest.max_tokens,
        effort=manifest.effort,
        lessons=tuple(_lessons(folder)),
        wiki=task.wiki,
        policy_digest=task.policy_digest,
        policy_known=task.policy_known,
        calls=tuple(line for _, line in read_log(folder.path / "calls.jsonl")),
        replies=tuple(_answers(folder)),
        reading=next(_exchanged(folder, reads=True), None),
        behaviour=behaviour_of(folder, forced=bool(task.forced), crash=crash),
    )


def _answers(folder: TaskFolder) -> Iterator[JsonObject]:
    """Yield the exchanges without what was asked: today's prompt is today's.

    Where a kept plan answered it is the one reply: a case has no plan cache.
    """
    exchanges = list(_exchanged(folder, reads=False))
    recalled = kept_recall(folder)
    if isinstance(recalled, Hit) and not exchanges:
        plan = ModelReply(text=canonical_json(recalled.reply), model="a kept plan")
        yield {"reply": RecordedReply.of(plan).to_json()}
    yield from exchanges


def _exchanged(folder: TaskFolder, *, reads: bool) -> Iterator[JsonObject]:
    """Yield the answers to the reader, or to the planner."""
    for _, exchange in read_log(folder.path / MODEL_LOG):
        if is_reading(exchange.get("key")) is reads:
            yield {key: exchange[key] for key in ("reply", "fault") if key in exchange}


def _lessons(folder: TaskFolder) -> Iterator[tuple[str, str]]:
    lines = folder.read(EXPERIENCE_NAME) if folder.exists(EXPERIENCE_NAME) else []
    for line in lines if isinstance(lines, list) else []:
        match line:
            case [str(patch), str(text)]:
                yield patch, text
            case _:
                raise WorkspaceError(f"{folder.path / EXPERIENCE_NAME} holds no guidance")


def _write(folder: Path, made: _Made) -> Emitted:
    case = made.case
    path = folder / case_name(case)
    new = not path.exists()
    if new:
        if made.wiki is not None:
            _keep(wiki_path(folder, case.wiki), pretty(dict(made.wiki.pages)))
        if made.policy_text:
            _keep(policy_path(folder, case.policy_digest, case.wiki), made.policy_text)
        write_text_atomic(path, pretty(case.to_json()))
    return Emitted(path, case.task, new, len(case.calls), made.left_out, made.note)


def _keep(path: Path, text: str) -> None:
    if not path.exists():
        write_text_atomic(path, text)

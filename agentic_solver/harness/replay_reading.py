"""The readings of a run once more: the recorded exchanges read the recorded pages again."""

import contextlib
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.erc3.acquire import Change, Earlier
from agentic_solver.erc3.policy.loader import policy_for
from agentic_solver.erc3.rules import load_rules
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ReplayError, WorkspaceError
from agentic_solver.harness.company import Company, CompanyShelf, make_company
from agentic_solver.harness.comparison import compare_folders
from agentic_solver.harness.exchange import MODEL_LOG, read_replies
from agentic_solver.harness.options import Reading
from agentic_solver.harness.reading import (
    READING,
    READINGS,
    ReadingTask,
    earlier_rules_path,
    read_wiki,
    reading_folder,
    reading_settings,
)
from agentic_solver.harness.recorded import RecordedRun, read_object, read_shape
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.llm.scripted import ScriptedModel

__all__ = ["RecordedShelf", "read_readings", "recorded_pages", "replay_readings"]


def read_readings(run: RecordedRun) -> dict[str, Reading]:
    """Return how the readings of a run ended, by digest; one that was cut off is left out.

    Raises:
        WorkspaceError: a record is broken.
    """
    root = run.folder.path / READINGS
    found = [
        read_shape(TaskFolder(path), READING, Reading)
        for path in (sorted(root.iterdir()) if root.is_dir() else [])
        if (path / READING).is_file()
    ]
    return {reading.wiki: reading for reading in found}


def recorded_pages(run: RecordedRun, sha1: str) -> WikiPages:
    """Return the pages of a wiki that the run kept.

    Raises:
        WorkspaceError: there are none.
    """
    files, name = run.folder.files, f"wiki/{sha1[:8]}.json"
    if not files.exists(name):
        raise WorkspaceError(
            f"{files.path / name} is missing and the workspace has no such wiki either: "
            "name the workspace that the run was played with by --workspace"
        )
    return WikiPages({path: str(content) for path, content in read_object(files, name).items()})


def replay_readings(
    run: RecordedRun, readings: Mapping[str, Reading], *, any_prompt: bool = False
) -> int:
    """Read every wiki again that the run has read; return how many files are equal.

    Raises:
        ReplayError: at the first byte that differs, or evidence that is missing or surplus.
        WorkspaceError: a record that this reads is broken.
    """
    files = 0
    for sha1, reading in readings.items():
        recorded = reading_folder(run.folder, sha1)
        if sha1[:8] != recorded.path.name or sha1 in (run.manifest.policy or {}):
            raise ReplayError(f"{READINGS}/{sha1[:8]} is there, but the run had rules for it")
        with (
            tempfile.TemporaryDirectory() as scratch,
            contextlib.closing(TaskFolder(Path(scratch))) as again,
        ):
            read_wiki(_task(run, reading, recorded.path), again)
            files += compare_folders(
                recorded.path,
                again.path,
                place=f"{READINGS}/{sha1[:8]}",
                apart_from=frozenset(),
                any_prompt=any_prompt,
            )
    return files


def _task(run: RecordedRun, reading: Reading, recorded: Path) -> ReadingTask:
    earlier = None
    if reading.earlier:
        old = recorded_pages(run, reading.earlier)
        rules = load_rules(earlier_rules_path(run.folder, reading.earlier))
        if old.sha1 != reading.earlier:
            raise ReplayError(
                f"wiki/{reading.earlier[:8]}.json does not have the digest of its name"
            )
        earlier = Earlier(pages=old, ruleset=rules)
    replies = list(read_replies(recorded / MODEL_LOG))
    manifest = run.manifest
    pages = recorded_pages(run, reading.wiki)
    return ReadingTask(
        sha1=reading.wiki,
        pages=pages,
        change=None if earlier is None else Change.of(earlier, pages),
        model=ScriptedModel(replies, name="the recording") if reading.asked else None,
        asking=reading_settings(manifest.model_settings(), reading.key),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedShelf:
    """Companies of a recorded run: what the run has read counts before the workspace."""

    inner: CompanyShelf
    run: RecordedRun
    readings: Mapping[str, Reading]

    def company(self, sha1: str, fetch: Callable[[], WikiPages]) -> Company:
        """Return the company of a digest."""
        reading = self.readings.get(sha1)
        if reading is None:
            return self.inner.company(sha1, fetch)
        policy = policy_for(reading_folder(self.run.folder, sha1).path, sha1)
        return make_company(sha1, recorded_pages(self.run, sha1), policy, reading)

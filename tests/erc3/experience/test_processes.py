"""Several processes at one store: no number twice, nothing lost, whoever is killed when."""

import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.contracts.patch import PatchDraft
from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.erc3.experience.table import write_ahead
from agentic_solver.errors import WorkspaceError

_WRITER = """
import sys
from pathlib import Path
from agentic_solver.contracts.patch import (
    Evidence, PatchCategory, PatchDraft, PatchKind, Provenance,
)
from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.experience.store import Added, ExperienceStore
from agentic_solver.erc3.tools.catalog import load_catalog
path, tools, me = sys.argv[1:]
with ExperienceStore(Path(path), Governance(load_catalog(Path(tools)))) as store:
    for turn in range(12):
        for subject in (f"subject_{'abcd'[int(me)]}_{turn}", "shared_subject"):
            added = store.add(PatchDraft(
                kind=PatchKind.ADD_RULE, category=PatchCategory.OPERATIONAL, subject=subject,
                stance="one", guidance="Report it.", evidence=Evidence(helped=1),
                provenance=Provenance(run=f"run-{me}", task=f"task-{turn}"),
            ))
            assert isinstance(added, Added)
"""


@pytest.mark.slow
def test_four_processes_share_a_store(
    tmp_path: Path, repo_root: Path, governance: Governance, draft: Callable[..., PatchDraft]
) -> None:
    path = tmp_path / "store.sqlite"
    words = [sys.executable, "-c", _WRITER, str(path), str(repo_root / "tools")]
    writers = [
        subprocess.Popen([*words, str(n)], stderr=subprocess.PIPE, text=True) for n in range(4)
    ]
    for writer in writers:
        _, stderr = writer.communicate(timeout=120)
        assert writer.returncode == 0, stderr
    with ExperienceStore(path, governance) as store:
        entries = store.entries()
        positions = [event.position for event in store.history()]
    assert [entry.patch.number for entry in entries] == list(range(1, 4 * 12 + 2))
    (shared,) = [entry for entry in entries if entry.patch.subject == "shared_subject"]
    assert shared.evidence.helped == 48
    assert len(shared.provenances) == 48
    assert positions == list(range(1, len(positions) + 1))


_LASTING = """
import itertools
import sys
from pathlib import Path
from agentic_solver.contracts.patch import (
    Evidence, PatchCategory, PatchDraft, PatchKind, Provenance,
)
from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.erc3.tools.catalog import load_catalog
path, tools, me, life = sys.argv[1:]
with ExperienceStore(Path(path), Governance(load_catalog(Path(tools)))) as store:
    for turn in itertools.count():
        task = f"{me}-{life}-{turn}"
        drafts = [
            PatchDraft(
                kind=PatchKind.ADD_RULE, category=PatchCategory.OPERATIONAL,
                subject=subject, stance="one", guidance="Report it.",
                evidence=Evidence(helped=1), provenance=Provenance(run=f"run-{me}", task=task),
            )
            for subject in (f"subject_{turn % 7}", "shared_subject")
        ]
        store.add_all(drafts)
        print(task, flush=True)  # only now it is promised
"""


@pytest.mark.slow
@pytest.mark.requirement("S3-6.2a")
def test_runs_that_are_killed_while_they_write_lose_nothing_that_was_promised(
    tmp_path: Path, repo_root: Path, governance: Governance
) -> None:
    path = tmp_path / "store.sqlite"
    draw = random.Random(11)
    promised: set[str] = set()

    def start(me: int, life: int) -> subprocess.Popen[str]:
        words = [sys.executable, "-c", _LASTING, str(path), str(repo_root / "tools")]
        return subprocess.Popen(
            [*words, str(me), str(life)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    for life in range(3):
        writers = [start(me, life) for me in range(2)]
        for writer in writers:
            assert writer.stdout is not None
            for _ in range(draw.randint(3, 9)):
                line = writer.stdout.readline().strip()
                assert line, writer.stderr.read() if writer.stderr else ""
                promised.add(line)
        for writer in writers:
            writer.kill()  # in the middle of a transaction, or between two
        for writer in writers:
            rest, stderr = writer.communicate(timeout=60)
            assert writer.returncode == -signal.SIGKILL, stderr
            # what stands in the pipe had been promised before the kill; a torn line had not
            promised |= {line for line in rest.split("\n")[:-1] if line}
    with ExperienceStore(path, governance) as store:
        entries = store.entries()
        positions = [event.position for event in store.history()]
    (shared,) = [one for one in entries if one.patch.subject == "shared_subject"]
    kept = {one.task for one in shared.provenances}
    assert len(promised) >= 18
    assert promised <= kept
    # both drafts of a call, or neither
    others = {p.task for one in entries if one is not shared for p in one.provenances}
    assert others == kept
    assert [one.patch.number for one in entries] == list(range(1, len(entries) + 1))
    assert positions == list(range(1, len(positions) + 1))
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_store_of_a_newer_version_is_not_guessed_at(
    tmp_path: Path, governance: Governance
) -> None:
    path = tmp_path / "store.sqlite"
    ExperienceStore(path, governance).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=7")
    connection.commit()
    connection.close()
    with pytest.raises(WorkspaceError, match="has format 7, this version reads formats up to 2"):
        ExperienceStore(path, governance)


class _BusyOnce(sqlite3.Connection):
    """A connection that meets another one which switches the same file at the same time."""

    asked = 0

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        self.asked += sql == "PRAGMA journal_mode=WAL"
        if self.asked == 1 and sql == "PRAGMA journal_mode=WAL":
            fault = sqlite3.OperationalError("database is locked")
            fault.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise fault
        return super().execute(sql, parameters)


def test_a_file_that_another_process_is_switching_is_asked_again(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "store.sqlite", factory=_BusyOnce)
    write_ahead(connection)
    assert connection.asked == 2
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()

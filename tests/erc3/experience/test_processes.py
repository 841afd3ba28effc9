"""Several processes at one store: no number twice, nothing lost."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from agentic_solver.contracts.patch import PatchDraft
from agentic_solver.erc3.experience import ExperienceStore, Governance

_WRITER = """
import sys
from pathlib import Path
from agentic_solver.contracts.patch import (
    Evidence, PatchCategory, PatchDraft, PatchKind, Provenance,
)
from agentic_solver.erc3.experience import Added, ExperienceStore, Governance
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

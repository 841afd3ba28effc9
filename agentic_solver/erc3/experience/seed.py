"""Files of the experience folder: seeds that people wrote, and the store."""

import json
from pathlib import Path

import yaml
from pydantic import Field, ValidationError

from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.patch import PatchDraft
from agentic_solver.erc3.experience.governance import Governance, Refused
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.errors import UsageError, WorkspaceError

__all__ = ["SEED_NAME", "STORE_NAME", "open_store", "read_drafts", "read_experience", "sow"]

SEED_NAME = "seed.yaml"
STORE_NAME = "store.sqlite"
_FORMAT = "experience/1"


class _PatchFile(Contract):
    format: str = Field(pattern=f"^{_FORMAT}$")
    patches: tuple[PatchDraft, ...] = Field(max_length=10_000)


def read_drafts(path: Path) -> tuple[PatchDraft, ...]:
    """Read the patches of a YAML (or JSON) file ``{format: experience/1, patches: [...]}``.

    Raises:
        UsageError: the file cannot be read or holds anything else; names the file and the place.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        return _PatchFile.model_validate_json(json.dumps(content)).patches
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(f"{path}: {place}: {first['msg']}") from error
    except (yaml.YAMLError, TypeError, ValueError) as error:
        raise UsageError(f"{path} is no patch file: {' '.join(str(error).split())}") from error


def sow(store: ExperienceStore, folder: Path) -> None:
    """Add the seeds of ``folder`` that the store does not know yet; a person approved them.

    Raises:
        WorkspaceError: a seed breaks a rule of the store.
    """
    path = folder / SEED_NAME
    if not path.is_file():
        return
    known = {entry.patch.signature for entry in store.entries()}
    for draft in read_drafts(path):
        if draft.signature in known:
            continue
        added = store.add(draft, approved=True)
        if isinstance(added, Refused):
            raise WorkspaceError(
                f"{path}: {draft.subject}: {added.reason}; write it otherwise, or take the file of "
                f"this version: `agentic-solver init DIR` puts it at DIR/{folder.name}/{SEED_NAME}"
            )


def open_store(folder: Path, governance: Governance) -> ExperienceStore:
    """Open the store file of ``folder`` for writing, made and sown where it is missing."""
    store = ExperienceStore(folder / STORE_NAME, governance)
    sow(store, folder)
    return store


def read_experience(folder: Path, governance: Governance) -> ExperienceStore:
    """Open what ``folder`` knows for reading: the store, or the seeds alone, in memory."""
    if (folder / STORE_NAME).is_file():
        return ExperienceStore(folder / STORE_NAME, governance)
    store = ExperienceStore(None, governance)
    sow(store, folder)
    return store

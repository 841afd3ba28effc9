"""The workspace: the root folders in which learned, compiled and recorded files live.

A folder is a workspace when it holds all six folders. It is found in this order: the folder
given on the command line, the one in the settings, the current folder, and last the template
that came with the engine, which is readable only.
"""

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.errors import UsageError, WorkspaceError

__all__ = [
    "ENV_FILE",
    "FILE",
    "FOLDERS",
    "Workspace",
    "find_workspace",
    "init_workspace",
    "refuse_missing_folder",
    "template_root",
    "write_text_atomic",
]

FOLDERS: dict[str, str] = {
    "wiki": "agentic_solver.erc3.wiki",
    "rules": "agentic_solver.erc3.rules",
    "policy": "agentic_solver.erc3.policy",
    "tools": "agentic_solver.erc3.tools",
    "experience": "agentic_solver.erc3.experience",
    "runs": "agentic_solver.harness",
}
"""Folder name and the one part of the engine that opens files in it."""

FILE = "agentic_solver.toml"
"""Options of commands, in tables; may be there."""
ENV_FILE = ".env"
"""Variables, keys among them; may be there."""
_NOT_CONTENT = ("__pycache__", "*.pyc", "store.sqlite*", "plans.sqlite*")


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder with the six workspace folders."""

    root: Path
    readonly: bool = False
    """True for the packaged template: nothing may be written there."""

    @property
    def wiki(self) -> Path:
        """Mirrored pages, one folder per wiki digest."""
        return self.root / "wiki"

    @property
    def rules(self) -> Path:
        """Rule files, one per wiki digest."""
        return self.root / "rules"

    @property
    def policy(self) -> Path:
        """Compiled policy modules."""
        return self.root / "policy"

    @property
    def tools(self) -> Path:
        """The tool facade."""
        return self.root / "tools"

    @property
    def experience(self) -> Path:
        """Seed patches and the store."""
        return self.root / "experience"

    @property
    def prompt(self) -> Path:
        """Blocks of the prompt that the workspace words itself; the folder need not be there."""
        return self.root / "prompt"

    @property
    def runs(self) -> Path:
        """Records of runs."""
        return self.root / "runs"

    def writable(self) -> "Workspace":
        """Return this workspace if it may be written to.

        Raises:
            WorkspaceError: for the packaged template.
        """
        if self.readonly:
            raise WorkspaceError(
                f"{self.root} is the packaged template: "
                "run `agentic-solver init DIR` and use --workspace DIR"
            )
        return self


def _missing(root: Path) -> list[str]:
    return [name for name in FOLDERS if not (root / name).is_dir()]


def template_root() -> Path:
    """Return the folder that holds the template: the packaged copy, or the checkout itself.

    Raises:
        WorkspaceError: if the installation has neither.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "template", package.parent):
        if not _missing(root):
            return root
    raise WorkspaceError("the installation carries no workspace template")


def _opened(root: Path, origin: str) -> Workspace:
    if not root.is_dir():
        raise WorkspaceError(
            f"there is no folder {root} ({origin}); `agentic-solver init DIR` makes a workspace"
        )
    missing = _missing(root)
    if missing:
        raise WorkspaceError(
            f"{root} ({origin}) is no workspace: it has no folder {', '.join(missing)}; "
            "`agentic-solver init DIR` makes one"
        )
    return Workspace(root.resolve())


def find_workspace(
    option: Path | None = None, setting: Path | None = None, *, current: Path | None = None
) -> Workspace:
    """Return the workspace to use.

    Args:
        option: value of ``--workspace``; must be a workspace if given.
        setting: value of the setting; must be a workspace if given and no option is.
        current: the current folder; used if it is a workspace. Otherwise the template that
            came with the engine serves, readable only.

    Raises:
        WorkspaceError: if a folder was named that is no workspace, naming what it lacks.
    """
    if option is not None:
        return _opened(option, "--workspace")
    if setting is not None:
        return _opened(setting, "AGENTIC_SOLVER_WORKSPACE")
    here = Path.cwd() if current is None else current
    if not _missing(here):
        return Workspace(here.resolve())
    root = template_root()
    return Workspace(root, readonly=root.name == "template")


def init_workspace(target: Path) -> Workspace:
    """Unpack the template into ``target`` and return the new workspace.

    Run records are not copied, only the description of the runs folder.

    Raises:
        WorkspaceError: if ``target`` holds anything, or cannot be written.
    """
    source = template_root()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise WorkspaceError(f"{target} is not empty: nothing was written")
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name in FOLDERS:
            if name == "runs":
                (target / name).mkdir()
                readme = source / name / "README.md"
                if readme.is_file():
                    shutil.copyfile(readme, target / name / "README.md")
            else:
                ignored = shutil.ignore_patterns(*_NOT_CONTENT)
                shutil.copytree(source / name, target / name, ignore=ignored)
    except OSError as error:
        raise WorkspaceError(f"cannot write {target}: {error.strerror or error}") from error
    return Workspace(target.resolve())


def refuse_missing_folder(path: Path) -> None:
    """Refuse a file that a person named in a folder that is not there: it may be mistyped.

    Raises:
        UsageError: says which folder.
    """
    folder = path.absolute().parent
    if not folder.exists():
        raise UsageError(f"the folder {folder} does not exist: make it, or name another file")


def write_text_atomic(path: Path, text: str) -> None:
    """Write a UTF-8 file so that a reader sees the old or the new text, never a part.

    Missing parent folders are made. Line ends are written as they are.

    Raises:
        WorkspaceError: if the file cannot be written; the old one is then untouched.
    """
    scratch: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(scratch).chmod(0o644)
        Path(scratch).replace(path)
    except OSError as error:
        if scratch is not None:
            Path(scratch).unlink(missing_ok=True)
        raise WorkspaceError(f"cannot write {path}: {error.strerror or error}") from error

"""When a run began, by the wall clock: for people and tables, never for what is decided."""

from datetime import UTC, datetime

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.recorded import read_log, read_object
from agentic_solver.harness.run_folder import RunFolder

__all__ = ["begun_at", "note_begin"]

_FIELD = "begun_at"


def note_begin() -> JsonObject:
    """Return what the first event of a session says of the time."""
    return {_FIELD: datetime.now(UTC).isoformat(timespec="seconds")}


def begun_at(folder: RunFolder) -> datetime:
    """Return when a run began, in UTC.

    Its first session tells, or the manifest of a copy that was made to be shared. Runs of older
    engines tell nothing: theirs is the time of the manifest's file.

    Raises:
        WorkspaceError: the folder has no manifest, or it is broken.
    """
    manifest = folder.path / "manifest.json"
    told = [event for _, event in read_log(folder.path / "session.jsonl")]
    for event in (*told[:1], read_object(folder.files, manifest.name)):
        try:
            found = datetime.fromisoformat(str(event.get(_FIELD)))
        except ValueError:
            continue
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    try:
        return datetime.fromtimestamp(manifest.stat().st_mtime, UTC)
    except OSError as error:
        raise WorkspaceError(f"cannot read {manifest}: {error.strerror}") from error

"""``agentic-solver experience``: look at what was learnt, add to it, go back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from agentic_solver.erc3.experience import (
    Added,
    ExperienceStore,
    Governance,
    Refused,
    open_store,
    read_drafts,
    read_experience,
)
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.settings import read_environment
from agentic_solver.workspace import Workspace, find_workspace

__all__ = ["app"]

_HELP = "What the workspace has learnt: list, add and roll back patches."
_Place = Annotated[Path | None, typer.Option("--workspace", help="Workspace folder.")]

app = typer.Typer(no_args_is_help=True, help=_HELP)


@app.callback()
def group() -> None:
    """What the workspace has learnt: list, add and roll back patches."""


@app.command("list")
def list_patches(
    log: Annotated[bool, typer.Option("--log", help="The log in place of the patches.")] = False,
    workspace: _Place = None,
) -> None:
    """List every patch with its status and reason."""
    place = _workspace(workspace)
    with read_experience(place.experience, _governance(place)) as store:
        if log:
            for event in store.history():
                said = f": {event.verdict.status}, {event.verdict.reason}" if event.verdict else ""
                what = (
                    f"to {event.number}" if event.event == "rollback" else f"patch-{event.number}"
                )
                print(f"{event.position} {event.event} {what}{said}")
            return
        for entry in store.entries():
            patch = entry.patch
            print(
                f"{patch.id} {entry.status} ({entry.reason}) {patch.kind} {patch.category} "
                f"{patch.subject}={patch.stance}: {patch.guidance}"
            )


@app.command()
def add(
    file: Annotated[Path, typer.Argument(help="YAML file with patches, like seed.yaml.")],
    approve: Annotated[
        bool, typer.Option("--approve", help="You have read them: active without evidence.")
    ] = False,
    workspace: _Place = None,
) -> None:
    """Add the patches of a file; exit 1 if one of them is refused."""
    drafts = read_drafts(file)
    refused = 0
    with _writing(workspace) as store:
        for draft in drafts:
            match store.add(draft, approved=approve):
                case Added(entry=entry, is_new=is_new):
                    how = "" if is_new else ", known before"
                    print(f"{entry.patch.id} {entry.status} ({entry.reason}{how}): {draft.subject}")
                case Refused(reason=reason):
                    refused += 1
                    print(f"refused: {draft.subject}: {reason}")
    if refused:
        raise typer.Exit(1)


@app.command()
def rollback(
    position: Annotated[int, typer.Argument(min=0, help="Position of the log to return to.")],
    workspace: _Place = None,
) -> None:
    """Return to how everything stood at a position of the log."""
    with _writing(workspace) as store:
        print(f"everything stands as at {position}; the log ends at {store.rollback(position)}")


def _workspace(option: Path | None) -> Workspace:
    return find_workspace(option, read_environment().workspace)


def _governance(place: Workspace) -> Governance:
    return Governance(load_catalog(place.tools))


@contextmanager
def _writing(option: Path | None) -> Iterator[ExperienceStore]:
    place = _workspace(option).writable()
    with open_store(place.experience, _governance(place)) as store:
        yield store

"""``agentic-solver prompt``: what the model would be told of a task."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agentic_solver.errors import UsageError
from agentic_solver.settings import read_environment
from agentic_solver.twin.suitefolder import find_suite
from agentic_solver.workspace import find_workspace

if TYPE_CHECKING:
    from agentic_solver.harness.prompt_view import PromptView

__all__ = ["command"]


def command(
    suite: Annotated[str, typer.Argument(help="Built-in benchmark or path of a suite folder.")],
    task: Annotated[str, typer.Argument(help="Task id.")],
    block: Annotated[str, typer.Option(help="Only this block, without a heading.")] = "",
    reader: Annotated[
        bool, typer.Option("--reader", help="What the reader of requests is told instead.")
    ] = False,
    counts: Annotated[bool, typer.Option("--counts", help="Only sizes and digests.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Draws companies, tasks and wordings.")] = 0,
    experience: Annotated[str, typer.Option(help="off, or read.")] = "off",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    workspace: Annotated[Path | None, typer.Option(help="Workspace folder.")] = None,
) -> None:
    """Print the prompt of a task, block by block, with token counts."""
    if experience not in ("off", "read"):
        raise UsageError(f"unknown experience {experience!r}: use off or read")
    place = find_workspace(workspace, read_environment().workspace)
    find_suite(suite)
    # The engine takes a second: help and wrong options are answered without it.
    from agentic_solver.harness.prompt_view import view_prompt, view_reader_prompt

    if reader:
        view = view_reader_prompt(suite, task, place, seed=seed)
    else:
        view = view_prompt(suite, task, place, seed=seed, experience=experience)  # type: ignore[arg-type]
    if as_json:
        print(json.dumps(view.to_json(), ensure_ascii=False, indent=1))
    elif block:
        _print_block(view, block)
    else:
        _print_all(view, texts=not counts)
        if not reader and not view.policy_known:
            print("the workspace has no rules for this wiki: agentic-solver acquire reads them")


def _print_block(view: "PromptView", name: str) -> None:
    texts = {block.name: block.text for block in view.blocks}
    if name not in texts:
        raise UsageError(f"there is no block {name!r}: use one of {', '.join(texts)}")
    print(texts[name])


def _print_all(view: "PromptView", *, texts: bool) -> None:
    for block in view.blocks:
        kind = "cacheable" if block.cacheable else "changes with the task"
        print(
            f"=== {block.name}: about {block.tokens} tokens, {block.size} bytes, {kind}, "
            f"{block.digest}"
        )
        if texts:
            print(f"{block.text}\n")
    print(
        f"about {view.tokens} tokens (four bytes each), {view.cacheable_share:.1%} of them in "
        "cacheable blocks"
    )

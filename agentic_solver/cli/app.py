"""The application: global options, and a group that imports a command only to run it."""

import contextlib
import importlib
import io
import os
import sys
import threading
from types import ModuleType
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from agentic_solver import __version__
from agentic_solver.cli.boundary import error_boundary
from agentic_solver.cli.catalog import COMMANDS
from agentic_solver.cli.grouped import GroupedCommand
from agentic_solver.harness.crew import WORKER

__all__ = ["LazyGroup", "app", "load_command", "main", "module_of"]


def module_of(name: str) -> ModuleType:
    """Import the module of a command."""
    return importlib.import_module(f"agentic_solver.cli.{name}")


def load_command(name: str) -> Any:
    """Import the module of a command and return its click command, which heeds settings."""
    from agentic_solver.cli.configuring import attach  # --help of all commands does without

    entry = COMMANDS[name]
    module = module_of(name)
    if entry.is_group:
        group: Any = get_group(module.app)
        group.name = name
        for command in (group, *group.commands.values()):
            command.rich_markup_mode = None
        for word, command in group.commands.items():
            attach(command, (name, word), module)
        return group
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings = {"ignore_unknown_options": True} if entry.takes_negatives else {}
    single.command(name, cls=GroupedCommand, context_settings=settings)(module.command)
    command = get_command(single)
    if name != "settings":  # which tells the environment from the files
        attach(command, (name,), module)
    return command


class LazyGroup(TyperGroup):
    """Lists placeholders; the real command takes its place once it is the one to run."""

    # typer's group is typed with private classes of its own click, hence Any.

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, entry in COMMANDS.items():
            self.add_command(TyperCommand(name, help=entry.help), name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the whole line of help of every command, where typer would cut it."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return name, command and remaining arguments, the command imported."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in COMMANDS:
            command = load_command(name)
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command inside the error boundary."""
        with error_boundary(debug=bool(ctx.params.get("debug"))):
            return super().invoke(ctx)


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help: it starts in half the time and reads well in a pipe
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(value: bool) -> None:
    if value:
        print(f"agentic-solver {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback when something fails.")
    ] = False,
) -> None:
    """A model proposes one plan; deterministic code executes and validates it.

    Start with: agentic-solver run erc3-prod
    """


def main() -> None:
    """Run the command line of this process; the entry point of ``agentic-solver``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a letter shows its code instead of ending the run.
            stream.reconfigure(errors="backslashreplace")
    try:
        get_command(app)(prog_name="agentic-solver")
    except SystemExit as end:
        _leave(end.code)
        raise


def _leave(code: str | int | None) -> None:
    """End the process at once if workers were left behind, such as one that waits for a model.

    Taking the interpreter down under a running thread makes the database complain on stderr.
    """
    if not any(thread.name.startswith(WORKER) for thread in threading.enumerate()):
        return
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)

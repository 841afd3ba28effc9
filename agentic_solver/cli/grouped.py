"""Help with options in groups, as plain text: Typer itself only groups them in boxes of rich."""

from typing import Any

from typer.core import TyperCommand

__all__ = ["LEARNING", "LIMITS", "MODEL", "OUTPUT", "PLATFORM", "TASKS", "GroupedCommand"]

TASKS = "Tasks"
MODEL = "Model"
PLATFORM = "Platform and checks"
LEARNING = "Rules and learning"
LIMITS = "Limits"
OUTPUT = "Output"
_REST = "Options"


class GroupedCommand(TyperCommand):
    """A command whose help lists each ``rich_help_panel`` in a section of its own, in order."""

    # typer's command is typed with private classes of its own click, hence Any.

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, then the groups as they are met, then options without a group."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": []}
        rest: list[tuple[str, str]] = []
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            panel = getattr(parameter, "rich_help_panel", None)
            if record is None:
                continue
            if parameter.param_type_name == "argument":
                sections["Arguments"].append(record)
            elif panel:
                sections.setdefault(panel, []).append(record)
            else:
                rest.append(record)
        for title, records in (*sections.items(), (_REST, rest)):
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

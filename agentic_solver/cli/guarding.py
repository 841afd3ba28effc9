"""What the commands that put a guard in front of a platform share."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["LogOption", "ReaderModelOption", "ReaderOption", "RecordingsOption", "StopsOption"]

ReaderOption = Annotated[
    str,
    typer.Option(
        help="Who reads requests: anthropic, openai or recorded; default: live if a key is set."
    ),
]
ReaderModelOption = Annotated[str, typer.Option(help="Model that reads requests.")]
RecordingsOption = Annotated[Path | None, typer.Option(help="Folder with recorded readings.")]
LogOption = Annotated[
    Path | None, typer.Option(help="File that gets one JSON line for each call: the evidence.")
]
StopsOption = Annotated[
    int, typer.Option(min=1, help="Answers that are stopped before the guard answers itself.")
]

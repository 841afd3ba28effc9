"""Where recordings come from: who wrote the replies, how, and who counted their tokens.

A folder of recordings says so in ``meta/provenance.json``, beside the replies and not among them,
so that whoever reads the replies need not know of it. A folder without that file says nothing.
"""

import json
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import WorkspaceError
from agentic_solver.workspace import write_text_atomic

__all__ = [
    "PROVENANCE",
    "UNKNOWN",
    "Counts",
    "Origin",
    "Provenance",
    "load_provenance",
    "note_provenance",
]

PROVENANCE = Path("meta", "provenance.json")
"""Place in a folder of recordings."""
FORMAT: Literal["recording-provenance/1"] = "recording-provenance/1"

Counts = Literal["provider", "estimated", "unknown"]
_COUNTED: dict[Counts, str] = {
    "provider": "token counts are the provider's",
    "estimated": "token counts are estimates",
    "unknown": "who counted the tokens is unknown",
}
_noting = threading.Lock()
"""Planner and reader may record into one folder at the same time."""


class Provenance(BaseModel):
    """What is known of the replies of a folder; manifests of newer engines may tell more."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    by: str = Field(min_length=1, max_length=500)
    """Who wrote them: a model by its name, or in words."""
    how: str = Field(min_length=1, max_length=500)
    """How they were had, as a phrase that follows ``by``."""
    tokens: Counts
    """Whether the provider counted their tokens, or somebody estimated them."""

    def to_json(self) -> JsonObject:
        """Return the record as plain JSON data."""
        return {"by": self.by, "how": self.how, "tokens": self.tokens}

    @property
    def told(self) -> str:
        """The record in words."""
        return Origin(record=self).told


UNKNOWN = Provenance(by="unknown", how="unknown", tokens="unknown")
"""What a folder without the file says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What was recorded of a run, and where it comes from."""

    record: Provenance
    what: Literal["replies", "readings"] = "replies"
    """Whether every reply was, or only who read the requests: the plans were another's then."""

    @property
    def told(self) -> str:
        """The origin in words."""
        known = self.record
        if known == UNKNOWN:
            return f"where the {self.what} come from is unknown"
        return f"{self.what} by {known.by}, {known.how}; {_COUNTED[known.tokens]}"

    @property
    def brief(self) -> str:
        """The origin in the width of a column."""
        known = self.record
        whose = "" if self.what == "replies" else f"{self.what}: "
        if known == UNKNOWN:
            return f"{whose}unknown"
        counts = "" if known.tokens == "provider" else f"; tokens {known.tokens}"
        return f"{whose}{known.by}{counts}"

    @property
    def tokens(self) -> Counts:
        """Who counted the tokens of what was recorded."""
        return self.record.tokens


class _File(Provenance):
    model_config = ConfigDict(extra="forbid")

    format: Literal["recording-provenance/1"]


def load_provenance(folder: Path) -> Provenance:
    """Return what a folder of recordings says of itself, else :data:`UNKNOWN`.

    Raises:
        WorkspaceError: the file cannot be read, or is no such record.
    """
    path = folder / PROVENANCE
    try:
        found = _File.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return UNKNOWN
    except OSError as error:
        raise WorkspaceError(f"cannot read {path}: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        reason = f"{place}: {first['msg']}" if place else first["msg"]
        raise WorkspaceError(
            f"{path} does not say where recordings come from: {reason}; mend it, or remove it"
        ) from error
    return Provenance(by=found.by, how=found.how, tokens=found.tokens)


def note_provenance(folder: Path, provenance: Provenance) -> None:
    """Write where the replies come from that are about to be recorded in ``folder``.

    Where it holds others already, both are said; recordings of which nothing was known stay so.

    Raises:
        WorkspaceError: the folder cannot be written, or its record is broken.
    """
    path = folder / PROVENANCE
    with _noting:
        older = path.is_file() or any(folder.glob("*.json"))
        known = load_provenance(folder)
        said = _both(known, provenance) if older else provenance
        if said != known:
            document = {"format": FORMAT, **said.to_json()}
            write_text_atomic(path, json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def _both(first: Provenance, second: Provenance) -> Provenance:
    counts = (first.tokens, second.tokens)
    weakest = next(one for one in ("unknown", "estimated", "provider") if one in counts)
    return Provenance(
        by=_joined(first.by, second.by, " + "),
        how=_joined(first.how, second.how, "; "),
        tokens=weakest,
    )


def _joined(first: str, second: str, mark: str) -> str:
    return first if second in first.split(mark) else f"{first}{mark}{second}"

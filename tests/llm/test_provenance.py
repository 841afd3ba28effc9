"""Where recordings come from: said by the folder, unknown where it does not, never guessed."""

import json
from pathlib import Path

import pytest

from agentic_solver.errors import ModelUnavailableError, WorkspaceError
from agentic_solver.llm.model import Message, ModelReply, ModelRequest
from agentic_solver.llm.provenance import (
    PROVENANCE,
    UNKNOWN,
    Counts,
    Origin,
    Provenance,
    load_provenance,
    note_provenance,
)
from agentic_solver.llm.recording import RecordingModel, load_records
from agentic_solver.llm.scripted import ScriptedModel

REQUEST = ModelRequest(
    model="m",
    system=(),
    messages=(Message(role="user", text="plan this"),),
    output_schema=None,
    max_tokens=10,
    key="bench/spec/r1",
)


def live(by: str = "big", tokens: Counts = "provider") -> Provenance:
    return Provenance(by=by, how="asked live of Anthropic", tokens=tokens)


def record(folder: Path, provenance: Provenance | None) -> None:
    model = RecordingModel(ScriptedModel([ModelReply(text="{}", model="m")]), folder, provenance)
    model.complete(REQUEST)


def test_recording_says_where_the_replies_come_from_and_stays_readable(tmp_path: Path) -> None:
    record(tmp_path, live())
    record(tmp_path, live())
    assert load_provenance(tmp_path) == live()
    assert len(load_records(tmp_path)) == 1
    assert live().told == (
        "replies by big, asked live of Anthropic; token counts are the provider's"
    )


def test_a_folder_that_says_nothing_is_unknown(tmp_path: Path) -> None:
    record(tmp_path, None)
    assert load_provenance(tmp_path) == UNKNOWN
    assert UNKNOWN.told == "where the replies come from is unknown"
    assert Origin(record=UNKNOWN).brief == "unknown"
    assert Origin(record=UNKNOWN, what="readings").brief == "readings: unknown"


def test_a_folder_with_replies_of_several_sources_says_all_and_trusts_the_weakest_counts(
    tmp_path: Path,
) -> None:
    note_provenance(tmp_path, live())
    note_provenance(tmp_path, live("small", tokens="estimated"))
    both = load_provenance(tmp_path)
    assert (both.by, both.how, both.tokens) == (
        "big + small",
        "asked live of Anthropic",
        "estimated",
    )
    assert Origin(record=both).brief == "big + small; tokens estimated"
    of_readings = Origin(record=both, what="readings")
    assert of_readings.brief == "readings: big + small; tokens estimated"
    assert of_readings.told.startswith("readings by big + small, asked live")
    note_provenance(tmp_path, live("big"))
    assert load_provenance(tmp_path) == both


def test_replies_of_before_stay_of_unknown_origin(tmp_path: Path) -> None:
    record(tmp_path, None)
    note_provenance(tmp_path, live())
    found = load_provenance(tmp_path)
    assert (found.by, found.tokens) == ("unknown + big", "unknown")


def test_nothing_is_written_where_no_reply_comes(tmp_path: Path) -> None:
    model = RecordingModel(
        ScriptedModel([ModelUnavailableError("down")]), tmp_path / "kept", live()
    )
    with pytest.raises(ModelUnavailableError):
        model.complete(REQUEST)
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"format": "recording-provenance/1", "by": "me", "how": "by hand"}, "tokens: Field"),
        (
            {
                "format": "recording-provenance/1",
                "by": "me",
                "how": "so",
                "tokens": "unknown",
                "token": "provider",
            },
            "token: Extra inputs",
        ),
        (
            {"format": "recording-provenance/1", "by": "me", "how": "so", "tokens": "guessed"},
            "tokens: Input should be",
        ),
        (
            {"format": "recording-provenance/2", "by": "me", "how": "so", "tokens": "unknown"},
            "format: Input should be",
        ),
    ],
)
def test_a_broken_record_is_refused_with_its_name(
    document: dict[str, str], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / PROVENANCE
    path.parent.mkdir()
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(WorkspaceError, match=reason) as caught:
        load_provenance(tmp_path)
    assert str(path) in str(caught.value)
    assert "mend it, or remove it" in str(caught.value)

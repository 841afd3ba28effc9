"""Recording and replaying: verbatim, by the very request, loudly when it changed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agentic_solver.errors import ModelUnavailableError, WorkspaceError
from agentic_solver.llm.model import (
    Message,
    ModelReply,
    ModelRequest,
    StopReason,
    SystemBlock,
    Usage,
)
from agentic_solver.llm.recording import RecordingModel, load_records
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.llm.scripted import ScriptedModel

REQUEST = ModelRequest(
    model="m",
    system=(SystemBlock(text="the rules\r\nof “the” house", cacheable=True),),
    messages=(Message(role="user", text="plan this"),),
    output_schema={"type": "object"},
    max_tokens=10,
    key="bench/spec/r1",
)
REPLY = ModelReply(
    text='{"a": "ü\\n"}\r\n  ',
    stop_reason=StopReason.MAX_TOKENS,
    model="m-2026",
    usage=Usage(input_tokens=1, output_tokens=2, cache_read_tokens=3, cache_creation_tokens=4),
    tries=2,
)


def record(folder: Path, *pairs: tuple[ModelRequest, ModelReply]) -> None:
    model = RecordingModel(ScriptedModel([reply for _, reply in pairs]), folder)
    for request, reply in pairs:
        assert model.complete(request) is reply


def test_reply_comes_back_verbatim_with_usage(tmp_path: Path) -> None:
    record(tmp_path, (REQUEST, REPLY))
    assert ReplayingModel.load(tmp_path).complete(REQUEST) == REPLY


def test_one_file_per_reply_and_each_prompt_once(tmp_path: Path) -> None:
    record(tmp_path, (REQUEST, REPLY), (REQUEST, REPLY), (replace(REQUEST, key="b"), REPLY))
    files = sorted(path.name for path in tmp_path.glob("*.json"))
    assert len(files) == 3
    assert all(name.startswith(REQUEST.id) for name in files)
    prompts = list((tmp_path / "prompts").iterdir())
    assert [path.read_bytes().decode() for path in prompts] == [REQUEST.system[0].text]
    shown = json.loads((tmp_path / files[0]).read_text(encoding="utf-8"))
    assert shown["request"]["messages"] == [{"role": "user", "text": "plan this"}]
    assert shown["request"]["system"] == [{"prompt": prompts[0].stem, "cacheable": True}]


def test_equal_requests_replay_in_order_and_then_end(tmp_path: Path) -> None:
    second = replace(REPLY, text="second")
    record(tmp_path, (REQUEST, REPLY), (REQUEST, second))
    model = ReplayingModel.load(tmp_path)
    assert [model.complete(REQUEST), model.complete(REQUEST)] == [REPLY, second]
    with pytest.raises(ModelUnavailableError, match="was recorded 2 times only"):
        model.complete(REQUEST)


def test_equal_requests_of_two_tasks_keep_their_own_replies(tmp_path: Path) -> None:
    other = replace(REQUEST, key="bench/other/r1")
    second = replace(REPLY, text="other")
    record(tmp_path, (REQUEST, REPLY), (other, second))
    model = ReplayingModel.load(tmp_path)
    assert [model.complete(other), model.complete(REQUEST)] == [second, REPLY]


def test_request_without_the_key_still_finds_its_recording(tmp_path: Path) -> None:
    record(tmp_path, (REQUEST, REPLY))
    assert ReplayingModel.load(tmp_path).complete(replace(REQUEST, key="")) == REPLY


def test_changed_prompt_finds_nothing_and_says_why(tmp_path: Path) -> None:
    record(tmp_path, (REQUEST, REPLY))
    changed = replace(REQUEST, system=(SystemBlock(text="new rules"),))
    with pytest.raises(ModelUnavailableError, match="the prompt has changed since") as caught:
        ReplayingModel.load(tmp_path).complete(changed)
    assert changed.id[:16] in str(caught.value)
    with pytest.raises(ModelUnavailableError, match="record it with a live model"):
        ReplayingModel.load(tmp_path).complete(replace(changed, key="unknown"))


def test_task_match_accepts_a_changed_prompt_at_the_same_place(tmp_path: Path) -> None:
    repair = replace(REQUEST, messages=(Message(role="user", text="repair"),))
    second = replace(REPLY, text="second")
    record(tmp_path, (REQUEST, REPLY), (repair, second))
    model = ReplayingModel.load(tmp_path, match="task")
    changed = (SystemBlock(text="new rules"),)
    assert model.complete(replace(REQUEST, system=changed)) == REPLY
    assert model.complete(replace(repair, system=changed)) == second
    with pytest.raises(ModelUnavailableError, match="has no recording"):
        model.complete(replace(repair, system=changed))


def test_task_match_never_crosses_tasks(tmp_path: Path) -> None:
    record(tmp_path, (replace(REQUEST, key=""), REPLY), (REQUEST, REPLY))
    model = ReplayingModel.load(tmp_path, match="task")
    for key in ("bench/other/r1", ""):
        with pytest.raises(ModelUnavailableError):
            model.complete(replace(REQUEST, max_tokens=11, key=key))


def test_faults_pass_and_leave_no_file(tmp_path: Path) -> None:
    model = RecordingModel(ScriptedModel([ModelUnavailableError("down")]), tmp_path / "new")
    with pytest.raises(ModelUnavailableError, match="down"):
        model.complete(REQUEST)
    assert not (tmp_path / "new").exists()


def test_recording_again_replaces_files_whole(tmp_path: Path) -> None:
    record(tmp_path, (REQUEST, REPLY))
    record(tmp_path, (REQUEST, replace(REPLY, text="newer")))
    assert [r.reply.text for r in load_records(tmp_path)] == ["newer"]
    assert not list(tmp_path.rglob("*.tmp"))


def test_unwritable_folder_is_a_workspace_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    model = RecordingModel(ScriptedModel([REPLY]), tmp_path / "file")
    with pytest.raises(WorkspaceError, match="cannot record"):
        model.complete(REQUEST)


def test_failed_write_leaves_no_half_file(tmp_path: Path) -> None:
    record(tmp_path, (REQUEST, REPLY))
    (file,) = tmp_path.glob("*.json")
    file.unlink()
    file.mkdir()
    with pytest.raises(WorkspaceError, match="cannot record"):
        record(tmp_path, (REQUEST, REPLY))
    assert not list(tmp_path.rglob("*.tmp"))


def test_missing_folder_and_broken_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="no folder of recordings"):
        ReplayingModel.load(tmp_path / "missing")
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"x\.json is not a model recording"):
        ReplayingModel.load(tmp_path)


def test_name_is_the_recorded_models(tmp_path: Path) -> None:
    assert RecordingModel(ScriptedModel([], name="big"), tmp_path).name == "big"
    assert ReplayingModel((), name="again").name == "again"

"""What a run asked is left out of a comparison, with the checksum of the line that holds it."""

import json
from pathlib import Path

import pytest

from agentic_solver.errors import ReplayError
from agentic_solver.harness.comparison import compare_folders


def folder(path: Path, request: str, checksum: str, reply: str) -> Path:
    path.mkdir()
    line = {"request_id": request, "key": "k", "messages": [], "reply": reply, "crc": checksum}
    (path / "model.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    return path


def test_a_line_that_differs_in_its_prompt_alone_is_the_same_without_prompts(
    tmp_path: Path,
) -> None:
    old = folder(tmp_path / "old", "aa", "0001", "plan")
    new = folder(tmp_path / "new", "bb", "0002", "plan")
    none: frozenset[str] = frozenset()
    assert compare_folders(old, new, place="t", apart_from=none, any_prompt=True) == 1
    with pytest.raises(ReplayError, match="--any-prompt"):
        compare_folders(old, new, place="t", apart_from=none)
    other = folder(tmp_path / "other", "bb", "0003", "another plan")
    with pytest.raises(ReplayError, match=r"model\.jsonl"):
        compare_folders(old, other, place="t", apart_from=none, any_prompt=True)

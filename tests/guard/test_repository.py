"""The repository: append-only, content-addressed, the same in memory and on disk."""

import dataclasses
import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from agentic_solver.errors import ContractError, WorkspaceError
from agentic_solver.guard.document import Document
from agentic_solver.guard.journal import open_repository
from agentic_solver.guard.repository import Node, Repository, Ruling, make_node
from agentic_solver.guard.verdict import Verdict, accepted, fatal, rejected


def _node(content: JsonValue, parent: str | None = None, attempt: int = 1) -> Node:
    return make_node(step="solve", attempt=attempt, parent=parent, document=Document.of(content))


def _filled(repository: Repository) -> list[Node]:
    first = repository.add(_node({"plan": 1}))
    repository.rule(Ruling(node=first.id, judgement=rejected("too short")))
    second = repository.add(_node({"plan": 2, "text": "line\u2028break"}, first.id, 2))
    repository.rule(Ruling(node=second.id, judgement=accepted()))
    third = repository.add(_node("loose end", second.id, 1))
    return [first, second, third]


@pytest.mark.requirement("S2-D2a")
def test_node_has_id_content_parent_and_step() -> None:
    node = _node({"plan": 1}, None)
    assert {field.name for field in dataclasses.fields(node)} == {
        "id",
        "step",
        "attempt",
        "parent",
        "document",
    }
    assert node.content == {"plan": 1}
    assert node.id != _node({"plan": 2}).id
    assert node.id != _node({"plan": 1}, None, 2).id
    assert node.id == _node({"plan": 1.0}).id


@pytest.mark.requirement("S2-N7", "S2-D2c")
def test_stored_id_can_never_be_overwritten() -> None:
    repository = Repository()
    node = repository.add(_node("first"))
    other = dataclasses.replace(node, document=Document.of("other"))
    for again in (node, other):
        with pytest.raises(ContractError, match="overwritten"):
            repository.add(again)
    assert [entry.node.content for entry in repository.entries()] == ["first"]


@pytest.mark.requirement("S2-N7")
def test_id_must_be_the_hash_of_the_content() -> None:
    forged = dataclasses.replace(_node("first"), document=Document.of("other"))
    with pytest.raises(ContractError, match="other content"):
        Repository().add(forged)


@pytest.mark.requirement("S2-N7")
def test_parent_exists_and_precedes() -> None:
    repository = Repository()
    first = _node("first")
    with pytest.raises(ContractError, match="unknown parent"):
        repository.add(_node("second", first.id))
    repository.add(first)
    second = repository.add(_node("second", first.id))
    entries = repository.entries()
    positions = {entry.node.id: place for place, entry in enumerate(entries)}
    assert positions[first.id] < positions[second.id]
    assert [e.node.id for e in repository.ancestors(second.id)] == [first.id, second.id]


def test_two_children_of_one_parent_are_two_lines_of_descent() -> None:
    repository = Repository()
    root = repository.add(_node("root"))
    left = repository.add(_node("left", root.id))
    right = repository.add(_node("right", root.id))
    assert [e.node.content for e in repository.ancestors(left.id)] == ["root", "left"]
    assert [e.node.content for e in repository.view()] == ["root", "right"]
    assert repository.head == right.id


def test_ruling_is_given_once_and_to_a_stored_node() -> None:
    repository = Repository()
    node = repository.add(_node("x"))
    repository.rule(Ruling(node=node.id, judgement=rejected("no")))
    with pytest.raises(ContractError, match="overwritten"):
        repository.rule(Ruling(node=node.id, judgement=accepted()))
    with pytest.raises(ContractError, match="unknown node"):
        repository.rule(Ruling(node="0" * 64, judgement=accepted()))
    assert repository.entries()[0].status is Verdict.RETRY


@pytest.mark.requirement("S2-N9")
def test_view_offers_no_way_to_write() -> None:
    repository = Repository()
    _filled(repository)
    view = repository.view()
    for write in ("add", "rule", "restore"):
        assert not hasattr(view, write)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.entries = ()  # type: ignore[misc]
    repository.add(_node("later", repository.head))
    assert len(view) == 3


@pytest.mark.requirement("S2-D2d")
def test_view_lists_rejections_and_the_last_accepted_artifact() -> None:
    repository = Repository()
    first, second, third = _filled(repository)
    view = repository.view()
    assert [(entry.node, entry.feedback) for entry in view.rejected()] == [(first, "too short")]
    assert view.accepted("solve") == second
    assert view.accepted("other") is None
    assert view.entries[2].status is None
    assert (view.entries[2].node, view.entries[2].feedback) == (third, "")


def test_file_form_gives_back_what_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "run" / "repository.jsonl"
    stored = open_repository(path)
    _filled(stored)
    loaded = open_repository(path)
    assert loaded.entries() == stored.entries()
    loaded.rule(Ruling(node=loaded.head or "", judgement=fatal("crashed")))
    assert open_repository(path).entries()[-1].feedback == "crashed"
    first = json.loads(path.read_text(encoding="utf-8").split("\n")[0])
    assert first == {"kind": "header", "format": 1}


@pytest.mark.requirement("S2-D2c")
def test_earlier_bytes_of_the_file_never_change(tmp_path: Path) -> None:
    path = tmp_path / "repository.jsonl"
    repository = open_repository(path)
    parent = None
    for number in range(4):
        before = path.read_bytes()
        parent = repository.add(_node({"n": number}, parent)).id
        repository.rule(Ruling(node=parent, judgement=rejected(f"why {number}")))
        after = path.read_bytes()
        digests = [hashlib.sha256(data).hexdigest() for data in (before, after[: len(before)])]
        assert digests[0] == digests[1]
        assert len(after) > len(before)


def test_line_cut_off_by_a_crash_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "repository.jsonl"
    repository = open_repository(path)
    nodes = _filled(repository)
    whole = path.read_bytes()
    start = whole[:-1].rfind(b"\n") + 1
    for length in range(start, len(whole)):
        path.write_bytes(whole[:length])
        loaded = open_repository(path)
        assert [entry.node for entry in loaded.entries()] == nodes[:2]
    open_repository(path).add(nodes[2])
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"plan":1', '"plan":9', "other content"),
        ('"format":1', '"format":2', "line 1"),
        ('"kind":"node"', '"kind":"nude"', "line 2"),
        ('"status":"retry"', '"status":"maybe"', "line 3"),
        ('"feedback":"too short"', '"feedback":""', "needs feedback"),
        ('{"format":1,"kind":"header"}\n', "", "header stands first"),
    ],
)
def test_damaged_file_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = tmp_path / "repository.jsonl"
    _filled(open_repository(path))
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(WorkspaceError, match=message) as caught:
        open_repository(path)
    assert str(path) in str(caught.value)


def test_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "repository.jsonl"
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(WorkspaceError, match="cannot be read"):
        open_repository(path)


def test_second_writer_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "repository.jsonl"
    mine, theirs = open_repository(path), open_repository(path)
    theirs.add(_node("theirs"))
    with pytest.raises(WorkspaceError, match="somebody else"):
        mine.add(_node("mine"))
    assert mine.entries() == ()
    assert [entry.node.content for entry in open_repository(path).entries()] == ["theirs"]


def test_unwritable_file_stores_nothing(tmp_path: Path) -> None:
    path = tmp_path / "repository.jsonl"
    repository = open_repository(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(WorkspaceError, match="cannot be written"):
        repository.add(_node("x"))
    assert repository.entries() == ()


contents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda c: st.lists(c, max_size=3) | st.dictionaries(st.text(max_size=3), c, max_size=3),
    max_leaves=5,
)


@given(st.lists(contents, max_size=4))
@settings(derandomize=True, deadline=None, max_examples=20)
def test_any_contents_survive_the_file(
    tmp_path_factory: pytest.TempPathFactory, artifacts: list[JsonValue]
) -> None:
    path = tmp_path_factory.mktemp("repository") / "r.jsonl"
    repository = open_repository(path)
    for artifact in artifacts:
        try:
            document = Document.of(artifact)
        except ContractError:  # two keys that fall together in NFC
            continue
        repository.add(make_node(step="s", attempt=1, parent=repository.head, document=document))
    assert open_repository(path).entries() == repository.entries()

"""The wiki: digest, anchors, sections, quotes, and the mirror."""

import hashlib
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.erc3.folding import fold_space
from agentic_solver.erc3.wiki import (
    TaskSetMeta,
    WikiPages,
    read_folder,
    read_mirror,
    wiki_digest,
    write_mirror,
)
from agentic_solver.errors import WorkspaceError

RECORDED = Path(__file__).resolve().parents[2].parent / "shared" / "erc3" / "suites"

PAGE = """Before any heading.

# The *House* & its [rules](x.md)

Intro text.

## Pay

Only the   bursar
sees pay.

### Raises

Never by more than 5.

## Pay

Second one.

```
# no heading
```

## Ünïcode – Ends ##
Last.
"""


@pytest.fixture
def pages() -> WikiPages:
    return WikiPages({"b/rules.md": PAGE, "a.md": "no heading here", "é.md": "# É\nx"})


def test_digest_is_path_and_content_of_each_page_in_path_order() -> None:
    expected = hashlib.sha1(b"a.md\nA\nb/c.md\nB\n\n", usedforsecurity=False).hexdigest()
    assert wiki_digest({"b/c.md": "B\n", "a.md": "A"}) == expected
    assert WikiPages({"b/c.md": "B\n", "a.md": "A"}).sha1 == expected


def test_anchors_are_slugs_made_unique(pages: WikiPages) -> None:
    anchors = [anchor for page, anchor in pages.sections if page == "b/rules.md"]
    assert anchors == ["", "the-house--its-rules", "pay", "raises", "pay-1", "ünïcode--ends"]


def test_a_section_holds_its_subsections(pages: WikiPages) -> None:
    text = pages.section("b/rules.md", "pay")
    assert text is not None
    assert "Never by more than 5." in text
    assert "Second one." not in text
    assert pages.section("b/rules.md", "absent") is None
    assert pages.section("absent.md", "") is None
    assert pages.section("b/rules.md", "") == "Before any heading.\n\n"
    anchors = [anchor for page, anchor in pages.sections if page == "b/rules.md"]
    assert [section.anchor for section in pages.sections_of("b/rules.md")] == anchors
    assert pages.sections_of("absent.md") == ()


def test_a_quote_is_verbatim_under_its_anchor(pages: WikiPages) -> None:
    assert pages.has_quote("b/rules.md", "pay", "Only the bursar sees pay.")
    assert not pages.has_quote("b/rules.md", "raises", "Only the bursar sees pay.")
    assert not pages.has_quote("b/rules.md", "pay", "only the bursar sees pay.")
    assert not pages.has_quote("b/rules.md", "pay", "  ")
    assert pages.find_quote("b/rules.md", "Never by more") == "raises"
    assert pages.find_quote("b/rules.md", "nowhere") is None
    below, own = "Never by  more", pages.sections["b/rules.md", "pay"]
    assert pages.has_quote("b/rules.md", "pay", below)
    assert not pages.holds(own, below)
    assert pages.holds(pages.sections["b/rules.md", "raises"], below)


def test_quotes_are_compared_in_nfc(pages: WikiPages) -> None:
    assert pages.has_quote("é.md", "é", "# E\u0301")


def test_titles_and_summaries(pages: WikiPages) -> None:
    assert pages.title("b/rules.md") == "The *House* & its [rules](x.md)"
    assert pages.title("a.md") == "a.md"
    assert pages.summary("b/rules.md") == "Before any heading."


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.lists(st.sampled_from(["# A", "## A", "# A-1", "text", "```", "#", "#b"]), max_size=8))
def test_sections_lose_no_text_and_anchors_are_unique(lines: list[str]) -> None:
    text = "\n".join(lines)
    sections = WikiPages({"p.md": text}).sections.values()
    assert fold_space("".join(section.content for section in sections)) == fold_space(text)
    assert len({section.anchor for section in sections}) == len(sections)


@pytest.mark.requirement("S3-3.1b", "S3-3.1c")
def test_a_mirror_reads_back_with_its_overview(tmp_path: Path, pages: WikiPages) -> None:
    overview = TaskSetMeta(name="demo", tasks=3, families={"time": 1, "wiki": 2})
    folder = write_mirror(tmp_path, pages, overview)
    assert folder.name == pages.sha1[:8]
    back, meta = read_mirror(folder)
    assert back.pages == pages.pages
    assert [page.path for page in meta.pages] == list(pages.pages)
    assert meta.task_set is not None
    assert meta.task_set.tasks == 3


@pytest.mark.requirement("S3-3.1b")
@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda folder: (folder / "a.md").unlink(), "a.md is missing"),
        (lambda folder: (folder / "new.md").write_text("x"), "new.md is not listed"),
        (lambda folder: (folder / "a.md").write_text("y"), "a.md has changed"),
        (lambda folder: (folder / "wiki_meta.json").unlink(), "cannot read .*: add it"),
        (lambda folder: (folder / "wiki_meta.json").write_text("{}"), "wiki_sha1"),
        (lambda folder: (folder / "a.md").write_bytes(b"\n\xff"), r"a\.md, line 2: not UTF-8 text"),
    ],
)
def test_a_mirror_that_disagrees_with_its_description_is_refused(
    tmp_path: Path,
    pages: WikiPages,
    damage: "object",
    complaint: str,
) -> None:
    folder = write_mirror(tmp_path, pages)
    assert callable(damage)
    damage(folder)
    with pytest.raises(WorkspaceError, match=complaint):
        read_mirror(folder)


@pytest.mark.requirement("S3-3.1c")
def test_task_counts_have_to_add_up(tmp_path: Path, pages: WikiPages) -> None:
    folder = write_mirror(tmp_path, pages, TaskSetMeta(name="demo", tasks=3, families={"a": 1}))
    with pytest.raises(WorkspaceError, match="do not add up"):
        read_mirror(folder)


def test_a_wrong_digest_in_the_description_is_refused(tmp_path: Path, pages: WikiPages) -> None:
    folder = write_mirror(tmp_path, pages)
    path = folder / "wiki_meta.json"
    meta = json.loads(path.read_text(encoding="utf-8"))
    meta["wiki_sha1"] = "0" * 40
    path.write_text(json.dumps(meta), encoding="utf-8")
    with pytest.raises(WorkspaceError, match="not 0000"):
        read_mirror(folder)


@pytest.mark.parametrize("path", ["../x.md", "/etc/x.md", "a/../../x.md", "a\\b.md"])
def test_page_paths_stay_inside_the_mirror(tmp_path: Path, path: str) -> None:
    with pytest.raises(WorkspaceError, match="does not stay inside"):
        write_mirror(tmp_path / "wiki", WikiPages({path: "x"}))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_read_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x\r\ny\r")
    (tmp_path / ".hidden").write_bytes(b"\xff")
    assert read_folder(tmp_path).pages == {"a.md": "x\r\ny\r"}
    with pytest.raises(WorkspaceError, match="no wiki folder"):
        read_folder(tmp_path / "absent")


def recorded_wikis() -> list[tuple[Path, str]]:
    found = []
    for description in sorted(RECORDED.glob("*/suite.yaml")):
        pinned = yaml.safe_load(description.read_text(encoding="utf-8"))["wiki_sha1"]
        found += [(description.parent / "wikis" / name, pinned[name]) for name in sorted(pinned)]
    return found


@pytest.mark.skipif(not RECORDED.is_dir(), reason="recorded suites are not here")
def test_recorded_wikis_have_the_digest_that_was_recorded() -> None:
    wikis = recorded_wikis()
    assert len(wikis) >= 2
    for folder, sha1 in wikis:
        pages = read_folder(folder)
        assert pages.sha1 == sha1
        for section in pages.sections.values():
            assert pages.has_quote(section.page, section.anchor, section.content)
        assert all(pages.title(path) != path for path in pages.pages)


def test_a_quote_is_looked_for_where_it_was_asked_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, str]] = []
    whole = WikiPages.section

    def section(pages: WikiPages, page: str, anchor: str) -> str | None:
        asked.append((page, anchor))
        return whole(pages, page, anchor)

    monkeypatch.setattr(WikiPages, "section", section)
    many = WikiPages({"a.md": "# Top\nNever.\n" + "## More\nOnce  more.\n" * 500})
    assert many.has_quote("a.md", "more-3", "Once more.")
    assert many.has_quote("a.md", "more-3", "once") is False
    assert many.has_quote("a.md", "nowhere", "Once more.") is False
    assert asked == [("a.md", "more-3"), ("a.md", "nowhere")]


def test_headings_are_those_above_and_the_own() -> None:
    text = "intro\n# A\n## B\n### C\n## D\n# E\n### F\n"
    pages = WikiPages({"a.md": text})
    found = [pages.headings(section)[-3:] for section in pages.sections_of("a.md")]
    assert found == [
        ("",), ("", "A"), ("", "A", "B"), ("A", "B", "C"),
        ("", "A", "D"), ("", "E"), ("", "E", "F"),
    ]  # fmt: skip

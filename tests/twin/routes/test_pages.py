"""``/wiki/...``."""

import hashlib
from typing import Any

import pytest


def digest(play: Any) -> str:
    """The digest by its formula, over what the API shows."""
    sha1 = hashlib.sha1()
    for path in sorted(play.ok("/wiki/list")["paths"], key=str.encode):
        content = play.ok("/wiki/load", file=path)["content"]
        sha1.update(path.encode() + b"\n" + content.encode() + b"\n")
    return sha1.hexdigest()


def assert_digest_is_live(play: Any) -> str:
    sha1 = play.ok("/wiki/list")["sha1"]
    assert sha1 == play.ok("/whoami")["wiki_sha1"] == digest(play)
    return str(sha1)


def test_list_has_paths_in_byte_order_and_the_digest(play: Any) -> None:
    payload = play.ok("/wiki/list")
    assert list(payload) == ["sha1", "paths"]
    assert payload["paths"] == ["index.md", "rules/Zoo.md", "rules/pay.md"]
    assert_digest_is_live(play)


def test_load_is_verbatim(play: Any) -> None:
    payload = play.ok("/wiki/load", file="rules/Zoo.md")
    assert list(payload.items()) == [("file", "rules/Zoo.md"), ("content", "Pay day: never\n")]
    assert play.refused("/wiki/load", file="rules/zoo.md") == (404, "Not found")


def test_line_ends_and_marks_of_a_page_survive(start: Any, make_suite: Any) -> None:
    content = "\ufeffone\r\ntwo\u2028three\r\n\r\n"
    play = start(overlay={"wiki": {"odd.md": content}})
    assert play.ok("/wiki/load", file="odd.md")["content"] == content
    assert_digest_is_live(play)


def test_search_shows_two_lines_around_and_clips_at_the_edges(play: Any) -> None:
    payload = play.ok("/wiki/search", query_regex="[Pp]ay")
    assert payload == {
        "results": [
            {"content": "Pay day: never\n", "linum": 1, "path": "rules/Zoo.md"},
            {"content": "# Pay\n\n- Pay is private.", "linum": 1, "path": "rules/pay.md"},
            {
                "content": "# Pay\n\n- Pay is private.\n- Ask HR.\n- (pay) [scale]",
                "linum": 3,
                "path": "rules/pay.md",
            },
            {
                "content": "- Pay is private.\n- Ask HR.\n- (pay) [scale]\n\nEnd of pay",
                "linum": 5,
                "path": "rules/pay.md",
            },
            {"content": "- (pay) [scale]\n\nEnd of pay", "linum": 7, "path": "rules/pay.md"},
        ]
    }
    assert list(payload["results"][0]) == ["content", "linum", "path"]


def test_search_stops_after_five_lines(play: Any) -> None:
    found = play.ok("/wiki/search", query_regex=".")["results"]
    assert len(found) == 5
    assert {row["path"] for row in found} == {"index.md", "rules/Zoo.md", "rules/pay.md"}


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [("PAY", []), ("(?i)PAY DAY", [1]), (r"\(pay\) \[", [5]), ("a\nb", []), ("^End", [7])],
)
def test_search_is_by_line_and_case_sensitive(play: Any, pattern: str, lines: list[int]) -> None:
    results = play.ok("/wiki/search", query_regex=pattern)["results"]
    assert [row["linum"] for row in results or []] == lines
    assert (results is None) == (lines == [])


def test_bad_pattern_is_refused_in_the_words_of_the_server(play: Any) -> None:
    assert play.refused("/wiki/search", query_regex="pay (") == (
        400,
        "invalid regex: error parsing regexp: missing closing ): `pay (`",
    )


def test_update_creates_replaces_and_deletes(play: Any) -> None:
    digests = [assert_digest_is_live(play)]
    for content in ("new", "newer\n", ""):
        assert play.ok("/wiki/update", file="a/b/c.md", content=content, changed_by="x") == {}
        digests.append(assert_digest_is_live(play))
        assert ("a/b/c.md" in play.ok("/wiki/list")["paths"]) == bool(content)
    assert len(set(digests)) == 3
    assert digests[0] == digests[-1]
    assert [event.entity for event in play.events] == [
        {"path": "a/b/c.md", "content": content} for content in ("new", "newer\n", "")
    ]


def test_update_to_the_same_content_is_no_event(play: Any) -> None:
    play.ok("/wiki/update", file="rules/Zoo.md", content="Pay day: never\n")
    assert play.events == ()


def test_deleting_a_missing_page_is_not_found(play: Any) -> None:
    assert play.refused("/wiki/update", file="no.md", content="") == (404, "Not found")
    assert play.refused("/wiki/update", file="no.md") == (404, "Not found")
    assert play.refused("/wiki/update", content="x")[0] == 400
    assert play.refused("/wiki/update", file="no.md", content=5)[0] == 400
    assert play.events == ()


def test_a_universe_keeps_its_pages_to_itself(start: Any) -> None:
    play = start()
    play.ok("/wiki/update", file="index.md", content="")
    other = start()
    assert "index.md" in other.ok("/wiki/list")["paths"]
    body = {"benchmark": "thornlight", "spec_id": "who-leads"}
    second = play.core("/tasks/start", **body)[1]["task_id"]
    assert "index.md" in play.core(f"/erc3/{second}/wiki/list")[1]["paths"]

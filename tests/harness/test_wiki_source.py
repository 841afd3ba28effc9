"""Wikis of a platform: fetched by whoami and the wiki routes, whole or not at all."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.errors import PlatformError, TransportError, UsageError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.wiki_source import folder_wikis, served_wikis
from agentic_solver.settings import load_settings
from tests.harness.test_reading import EDIT, GLUE, PAGE, TASKS, suite

__all__ = ["suite"]

Reply = tuple[int, bytes]
Handler = Callable[[str, bytes], Reply]
Change = Callable[[str, dict[str, Any], Reply], Reply]


def platform(folder: Path, change: Change | None = None) -> DirectTransport:
    """The twin of a suite; ``change`` may alter what it answers."""
    inner = open_benchmark(str(folder), "twin", load_settings({}), seed=0).transport

    def handle(path: str, body: bytes) -> Reply:
        asked = json.loads(body or b"{}")
        reply = inner.post(path, asked)
        answer = (reply.status, reply.text.encode())
        return answer if change is None else change(path, asked, answer)

    return DirectTransport(handle)


def test_each_digest_is_fetched_once(suite: Path) -> None:
    loaded: list[str] = []

    def watch(path: str, asked: dict[str, Any], reply: Reply) -> Reply:
        if path.endswith("/wiki/load"):
            loaded.append(str(asked["file"]))
        return reply

    found = served_wikis("here", platform(suite, watch), account_key="key-local")
    first, plain = sorted(found, key=lambda wiki: -len(wiki.pages.pages))
    assert {first.name, plain.name} == {TASKS[0], EDIT}
    assert first.pages.pages[PAGE] == GLUE
    assert plain.pages.sha1 == folder_wikis(suite)[0].pages.sha1
    assert len(loaded) == len(first.pages.pages) + len(plain.pages.pages)


def test_only_the_wikis_of_named_tasks_are_fetched(suite: Path) -> None:
    found = served_wikis("here", platform(suite), account_key="k", tasks=[EDIT])
    assert [wiki.name for wiki in found] == [EDIT]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"benchmark": "absent"}, "the platform at here has no benchmark 'absent'"),
        ({"tasks": ["absent"]}, "the benchmark erc3-dev has no task 'absent'"),
    ],
)
def test_what_the_platform_lacks_is_named(
    suite: Path, options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(UsageError, match=complaint):
        served_wikis("here", platform(suite), account_key="k", **options)


def test_one_of_several_benchmarks_has_to_be_named(suite: Path) -> None:
    def two(path: str, _asked: dict[str, Any], reply: Reply) -> Reply:
        if path == "/benchmarks/list":
            return 200, json.dumps({"benchmarks": [{"id": "a"}, {"id": "b"}]}).encode()
        return reply

    with pytest.raises(UsageError, match="these benchmarks: a, b: name one"):
        served_wikis("here", platform(suite, two), account_key="k")


def editing(times: int) -> Change:
    """Somebody edits the first page each time that it is loaded, ``times`` times."""
    left = [times]

    def change(path: str, asked: dict[str, Any], reply: Reply) -> Reply:
        if path.endswith("/wiki/load") and asked["file"] == "index.md" and left[0]:
            left[0] -= 1
            return 200, json.dumps({"file": "index.md", "content": f"# {left[0]}\n"}).encode()
        return reply

    return change


def test_a_wiki_that_changed_while_it_was_fetched_is_fetched_again(suite: Path) -> None:
    [found] = served_wikis("h", platform(suite, editing(1)), account_key="k", tasks=[EDIT])
    assert found.pages.sha1 == folder_wikis(suite)[0].pages.sha1


def test_a_wiki_that_never_comes_to_rest_is_one_sentence(suite: Path) -> None:
    with pytest.raises(TransportError, match="changed 3 times while it was read: try again later"):
        served_wikis("h", platform(suite, editing(99)), account_key="k", tasks=[EDIT])


def endless(path: str, _asked: dict[str, Any], reply: Reply) -> Reply:
    if path.endswith("/wiki/list"):
        paths = [f"p{number}.md" for number in range(5_001)]
        return 200, json.dumps({"sha1": "0" * 40, "paths": paths}).encode()
    return reply


def latin(path: str, _asked: dict[str, Any], reply: Reply) -> Reply:
    if path.endswith("/wiki/load"):
        return 200, '{"file": "index.md", "content": "# Härte"}'.encode("latin-1")
    return reply


def torn(path: str, _asked: dict[str, Any], reply: Reply) -> Reply:
    if path.endswith("/wiki/load"):
        return 200, b'{"file": "index.md", "content": "half \\ud83d"}'
    return reply


def empty(path: str, _asked: dict[str, Any], reply: Reply) -> Reply:
    nothing = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
    if path.endswith("/whoami"):
        return 200, json.dumps({**json.loads(reply[1]), "wiki_sha1": nothing}).encode()
    if path.endswith("/wiki/list"):
        return 200, json.dumps({"sha1": nothing, "paths": []}).encode()
    return reply


@pytest.mark.parametrize(
    ("change", "fault", "complaint"),
    [
        (endless, PlatformError, "the wiki lists 5001 pages; at most 5000 are read"),
        (latin, PlatformError, "the answer is not UTF-8 text"),
        (torn, PlatformError, "POST /wiki/load: unexpected payload"),
        (empty, UsageError, f"the wiki of task {EDIT} has no page: there is nothing to read"),
    ],
)
def test_what_cannot_be_a_wiki_is_one_sentence(
    suite: Path, change: Change, fault: type[Exception], complaint: str
) -> None:
    with pytest.raises(fault, match=complaint) as caught:
        served_wikis("h", platform(suite, change), account_key="k", tasks=[EDIT])
    assert "\n" not in str(caught.value)

"""The page: whole in itself, and nothing that came from a run is markup."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from agentic_solver.analysis import RunRecord, compare_runs, failures_of, suggest
from agentic_solver.analysis.document import (
    comparison_document,
    run_document,
    suggestion_document,
)
from agentic_solver.analysis.page import render_page
from agentic_solver.contracts.model import JsonObject


def document(first: RunRecord, second: RunRecord) -> JsonObject:
    return {
        "runs": [run_document(run, failures_of(run)) for run in (first, second)],
        "comparison": comparison_document(compare_runs(first, second, force=True)),
        "suggestions": list(suggestion_document(suggest(first, failures_of(first)))),
    }


class Elements(HTMLParser):
    """Collects elements and their attributes; notices what is left open."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_fetches_nothing(failed: RunRecord, right: RunRecord) -> None:
    page = render_page(document(failed, right))
    elements = Elements()
    elements.feed(page)
    assert elements.open == []
    tags = {tag for tag, _ in elements.found}
    assert not tags & {"script", "img", "link", "iframe", "object", "embed", "image", "use"}
    assert not [
        name for _, attrs in elements.found for name in attrs
        if name in ("src", "href", "xlink:href") or name.startswith("on")
    ]  # fmt: skip
    assert "url(" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_what_a_run_says_is_text_on_the_page(failed: RunRecord) -> None:
    evil = "<script>alert(1)</script>\"'&"
    first = failed.tasks[0]
    finding = replace(first.rounds[0].findings[0], code=evil, detail=evil)
    hurt = replace(first.rounds[0], findings=(finding,))
    task = replace(
        first, task=evil, family=evil, rounds=(hurt, *first.rounds[1:]), score=0.0, checks=(evil,)
    )
    run = replace(failed, tasks=(task,))
    page = render_page({"runs": [run_document(run, failures_of(run))], "suggestions": []})
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 3


@pytest.mark.parametrize("which", ["failed", "right"])
def test_a_single_run_has_a_page_of_its_own(which: str, request: pytest.FixtureRequest) -> None:
    run: RunRecord = request.getfixturevalue(which)
    page = render_page({"runs": [run_document(run, failures_of(run))]})
    assert "Comparison" not in page
    assert "Proposals" not in page
    assert ("None." in page) == (which == "right")
    assert len(re.findall("<svg", page)) == (2 if which == "right" else 3)

"""The pages: every link leads somewhere, and the index of decisions says what their headers say."""

import re
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = "agentic_solver"
FOLDERS = ("docs", "docs/decisions", "scripts", "runs", "wiki", "rules", "policy", "experience")
PAGES = sorted(
    {ROOT / "README.md", ROOT / "CHANGELOG.md"}
    | set(chain.from_iterable((ROOT / folder).glob("*.md") for folder in FOLDERS))
)
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
INDEX = ROOT / "docs" / "decisions" / "README.md"
HEADER = re.compile(
    r"# (\d{4}) .+\n\nDate: (\d{4}-\d{2}-\d{2}) · Status: ([^\n]+)\n\n(.*)", re.DOTALL
)
STATUS = re.compile(
    r"in force|(?:partly )?replaced by \[(?P<number>\d{4})\]\((?P<file>[^)]+)\)"
)  # fmt: skip
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def _prose(page: Path) -> str:
    """Return the text of a page without its blocks of code."""
    return FENCE.sub("", page.read_text("utf-8"))


def _anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, spelled as GitHub spells them."""
    titles = re.findall(r"^#+ (.+)$", _prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def _dead_links(page: Path) -> list[str]:
    dead = []
    for link in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", _prose(page)):
        file, _, anchor = link.partition("#")
        target = (page.parent / file) if file else page
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            dead.append(link)
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert _dead_links(page) == []


def test_a_dead_link_and_a_dead_anchor_are_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One *title*, `two`\n\n[a](#one-title-two) [b](page.md#one) [c](no.md)\n", "utf-8"
    )
    assert _dead_links(page) == ["page.md#one", "no.md"]


def test_the_index_says_what_the_headers_of_the_decisions_say() -> None:
    said = []
    for path in DECISIONS:
        found = HEADER.match(path.read_text("utf-8"))
        assert found is not None, f"{path.name} has no header"
        number, day, status, _ = found.groups()
        assert path.name.startswith(f"{number}-")
        said.append((number, path.name, day, status))
    rows = re.findall(
        r"^\| \[(\d{4})\]\(([^)]+)\) \| (\S+) \| (.+?) \| [^|]+\. \|$",
        INDEX.read_text("utf-8"),
        re.MULTILINE,
    )
    assert len(said) > 40
    assert rows == said


def test_decisions_are_numbered_without_a_gap() -> None:
    assert [int(path.name[:4]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem[:4])
def test_a_status_points_to_a_later_decision_and_says_what_holds(path: Path) -> None:
    found = HEADER.match(path.read_text("utf-8"))
    assert found is not None
    status = STATUS.fullmatch(found[3])
    assert status is not None, f"no status: {found[3]}"
    if status["number"] is None:
        return
    replacing = path.parent / status["file"]
    assert replacing.is_file()
    assert replacing.name.startswith(f"{status['number']}-")
    assert status["number"] > path.name[:4]
    assert "*Replaced:*" in found[4].partition("**Context.**")[0]


def _is_ours(named: str) -> bool:
    """Whether a page may name such a path: from the root, the package or the domain on."""
    return any((ROOT / place / named).exists() for place in ("", ENGINE, f"{ENGINE}/erc3"))


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name != "CHANGELOG.md"],  # it tells of what was there
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    named = re.findall(r"`((?:[a-z0-9_]+/)+[A-Za-z0-9_]+\.(?:py|md))`", _prose(page))
    folders = {path.name for root in (ROOT, ROOT / ENGINE) for path in root.iterdir()}
    ours = [one for one in named if one.split("/")[0] in folders]
    assert [one for one in ours if not _is_ours(one)] == []
